//! Rewrites of gang code: what Cranelift would do with `opt_level=speed`, in an order of our own choice.

mod dead_code;
pub mod dominators;
mod hoist;
mod number_values;
mod parameters;
mod thread_jumps;

use super::ir::GangCode;

/// Runs all rewrites.
pub fn optimize(code: &mut GangCode) {
    parameters::remove_redundant_parameters(code);
    number_values::number_values(code);
    hoist::hoist_invariants(code);
    // Equal values may now are in one block, and their joins become redundant.
    number_values::number_values(code);
    parameters::remove_redundant_parameters(code);
    dead_code::remove_dead_code(code);
    thread_jumps::thread_jumps(code);
    parameters::remove_redundant_parameters(code);
}
