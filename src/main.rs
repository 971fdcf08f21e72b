//! The command line of forlane.
#![forbid(unsafe_code)]

fn main() {}
