//! What Fortran programs mean at run time in every way of running them: types and constants, the result of each
//! operation, and input and output.
//!
//! The front end folds constants with it, the interpreter and the run-time support of compiled code call it, and code
//! that is generated inline has the same results, bit for bit.
#![deny(unsafe_code)]

mod area;
pub mod bytes;
pub mod io;
#[allow(
    unsafe_code,
    reason = "functions of C, and instructions that a processor has only where it was looked for them"
)]
pub mod mathlib;
pub mod numeric;
pub mod operations;
mod pointers;
pub mod similar;
pub mod types;

pub use area::{AreaPlace, common_area, module_area};
pub use pointers::{
    NO_TARGET, PROCEDURE_NUMBER, STORE, called_for, kernel_of, number_variable, pointer_of, pointer_part, subroutine_of,
};
