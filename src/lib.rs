//! forlane compiles Fortran kernels with any control flow and runs them over many data elements at once.
#![forbid(unsafe_code)]

mod convert;
pub mod data;
mod number;
