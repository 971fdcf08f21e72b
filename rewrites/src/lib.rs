//! The rewrites of forlane, one a file, and the table that orders them.
#![forbid(unsafe_code)]

pub mod alias_arguments;
pub mod allocated_state;
pub mod bind_procedures;
pub mod complex_columns;
pub mod compute_once;
mod drop_copies;
mod drop_stores;
mod edit_actions;
pub mod fail_misfits;
pub mod find_constants;
pub mod flatten;
mod fold_branches;
pub mod fold_constants;

mod forward_stores;
pub mod group_cases;
pub mod inline_calls;
pub mod kernel_program;
pub mod limit_steps;
pub mod localize_scalars;
pub mod loop_nest;
pub mod lower_arrays;
pub mod lower_switches;
pub mod masks;
mod meld_calls;
mod memory;
pub mod merge_loops;
mod objects;
pub mod passes;
pub mod reduce_loops;
pub mod replace_elements;
mod reuse_results;
pub mod share_scalars;
pub mod structurize;
mod tree_index;
pub mod uniform_parts;
mod unroll_loops;
pub mod unset_state;
mod values;
