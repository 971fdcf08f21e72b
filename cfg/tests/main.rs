//! The tests of the representations, one binary with a module for each suite: `cargo test -p forlane-cfg --test main
//! verify::` runs one of them.

mod analyses;
mod document;
mod graph_passes;
mod hostile;
mod joins;
mod support;
mod verify;
