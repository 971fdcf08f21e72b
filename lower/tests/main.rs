//! The tests of the lowering, one binary with a module for each suite: `cargo test -p forlane-lower --test main
//! building::` runs one of them.

mod building;
mod programs;
mod support;
mod text;
