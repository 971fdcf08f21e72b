//! What Fortran programs mean at run time, whoever runs them: types and constants, what each operation gives, and
//! input and output.
//!
//! The front end folds constants with it, the interpreter and the run-time support of compiled code call it, and code that
//! is generated inline gives the same bits.
#![forbid(unsafe_code)]

mod area;
pub mod bytes;
pub mod io;
pub mod numeric;
pub mod operations;
pub mod types;

pub use area::AreaPlace;
pub use forlane_mathlib::complex_functions;
