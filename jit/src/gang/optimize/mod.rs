//! Rewrites of gang code: what Cranelift would do with `opt_level=speed`, in an order of our own choice.

mod arcs;
mod cold;
mod dead_code;
pub mod dominators;
mod drop_tests;
mod equal_calls;
mod exit_arcs;
mod exit_values;
mod hoist;
mod known_at_joins;
mod lane_facts;
mod last_uses;
pub mod loops;
mod mask_chains;
mod number_values;
mod parameters;
mod rare_tests;
mod thread_jumps;
mod uniform_counters;
mod uses;

use super::ir::GangCode;
use crate::handlers::Handlers;

/// Runs all rewrites. What leads to one of the handlers is rare. Of the unit that is entered nearly all lanes are
/// active.
pub fn optimize(code: &mut GangCode, handlers: &Handlers, is_entered: bool) {
    cold::mark_cold(code, handlers);
    parameters::remove_redundant_parameters(code);
    number_values::number_values(code);
    hoist::hoist_invariants(code);
    // Equal values may now are in one block, and their joins become redundant.
    number_values::number_values(code);
    equal_calls::merge_equal_calls(code);
    parameters::remove_redundant_parameters(code);
    uniform_counters::make_counters_uniform(code);
    exit_values::keep_exit_values(code);
    known_at_joins::move_known_at_joins(code);
    dead_code::remove_dead_code(code);
    exit_values::widen_exit_choices(code);
    if is_entered {
        rare_tests::test_all_lanes_first(code);
    }
    dead_code::remove_dead_code(code);
    thread_jumps::thread_jumps(code);
    parameters::remove_redundant_parameters(code);
    drop_tests::drop_tests(code);
    exit_arcs::pass_new_values(code);
    mask_chains::chain_masks(code);
    dead_code::remove_dead_code(code);
    last_uses::compute_after_last_uses(code);
}
