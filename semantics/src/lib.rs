//! What Fortran programs mean at run time in every way of running them: types and constants, the result of each
//! operation, and input and output.
//!
//! The front end folds constants with it, the interpreter and the run-time support of compiled code call it, and code
//! that is generated inline has the same results, bit for bit.
#![forbid(unsafe_code)]

mod area;
pub mod bytes;
pub mod io;
pub mod numeric;
pub mod operations;
pub mod similar;
pub mod types;

/// What the names of the variables have that a pointer is made of: `p%.target`.
pub const POINTER_PART: &str = "%.";

/// The beginning of the names of the arrays that hold the targets of pointers.
pub const STORE: &str = "target%%";

/// What an index out of bounds of one of these arrays means.
pub const NO_TARGET: &str = "a pointer is not associated or a component not allocated, or an index is outside of it";

pub use area::AreaPlace;
pub use forlane_mathlib::complex_functions;
