//! The tests of the code generator, one binary with a module for each suite: `cargo test -p forlane-jit --test main
//! compiled::` runs one of them.

mod compiled;
mod gang_code;
mod random_graphs;
mod support;
