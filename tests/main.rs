//! The tests that are functions, one binary with a module for each suite: `cargo test --test main hostile::` runs one
//! of them. Suites whose cases are files are in `cases.rs`.

mod array_bounds;
mod command_line;
mod diagnostics_document;
mod freed_arrays;
mod harness;
mod hostile;
mod interfaces;
mod large_units;
mod stacks;
mod tidy;
