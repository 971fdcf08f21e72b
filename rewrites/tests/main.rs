//! The tests of the rewrites, one binary with a module for each suite: `cargo test -p forlane-rewrites --test main
//! shapes::` runs one of them.

mod alias_arguments;
mod array_assignments;
mod common;
mod compute_once;
mod document;
mod large_graphs;
mod localize_scalars;
mod memory;
mod passes;
mod procedure_pointers;
mod random_graphs;
mod reconvergence;
mod reuse_results;
mod shapes;
mod uniform_parts;
