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
mod pointers;
pub mod similar;
pub mod types;

pub use area::{AreaPlace, common_area, module_area};
pub use forlane_mathlib::complex_functions;
pub use pointers::{NO_TARGET, STORE, pointer_of, pointer_part};
