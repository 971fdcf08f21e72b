//! The text form of units, one language for all stages, with its printer and its parser.
//!
//! ```text
//! unit ssa function cubic "zeroin.f" {
//!     scope s0 subprogram
//!     var x: real8 dummy varying s0
//!     var table: real8[3] constant uniform s0 = 0 for 2: 1.5d0, 2 for 1: 2d0
//!     var cubic: real8 result varying s0
//!     dummies x
//!     result cubic
//!
//!     b0:
//!         enter s0 @1
//!         v1:cubic real8 = ((v0:x * v0:x) * v0:x) - table[2] @3
//!         leave s0 @4
//!         return cubic = v1:cubic @4
//! }
//! ```
//!
//! - One entity a line. `;` begins a comment. `@4` is a line of the source file.
//! - `inlined square 20 23` names a subprogram, of those lines, that was spliced into the unit.
//! - Ids are kept: `b3` a block, `s0` a scope, `r2` a region, `L1` a label, `v12:x` a value with the name of its
//!   variable as a hint (which may be empty: `v12:`). A value's type, and its shape where it is known, stand where it
//!   is defined.
//! - Operations are infix, those inside of others in parentheses; there is no precedence. Intrinsics are written as
//!   calls, with INT and NINT as `int4 int8 nint4 nint8` and conversions to REAL as `real4 real8`. An element is
//!   `a[i]` with a zero-based offset.
//! - Constants: `3` and `3_8`, `1.5e0` (kind 4) and `1.5d0` (kind 8), `.true.`, `"text"`; infinities and NaN by the
//!   bits of the double that holds them, `r8'7ff0000000000000'`.
//!
//! `parse(print(x))` is `x`, up to what is not printed because nothing refers to it.

mod entity;
mod fortran;
mod parse;
mod print;
mod words;

pub use entity::Entity;
pub use fortran::print_fortran;
pub use parse::{TextError, parse_program};
pub use print::{TextLine, print_expr, print_lines, print_program, print_unit};
pub(crate) use words::is_name;

#[cfg(test)]
mod tests;
