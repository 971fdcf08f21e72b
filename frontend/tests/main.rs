//! The tests of the front end, one binary with a module for each suite: `cargo test -p forlane-frontend --test main
//! round_trip::` runs one of them.

mod classification;
mod comments;
mod fixed_form;
mod parse_errors;
mod parse_robustness;
mod resolution;
mod round_trip;
mod support;
