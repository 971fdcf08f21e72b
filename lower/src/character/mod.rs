//! CHARACTER becomes arrays of bytes.
//!
//! A variable of length n is an array of n INTEGER(1), an array of m strings one of m times n. A dummy argument has its
//! length in a hidden dummy argument after all others; a function's result is two hidden dummy arguments in front: the
//! bytes and their length.

mod declare;
mod elements;
mod functions;
mod values;

pub use declare::{BYTE, LENGTH, TEXT};
pub use values::Bytes;
