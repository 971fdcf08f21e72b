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
//! The language is described in `docs/ir.md`, with its grammar and an example of each construct.
//!
//! `parse(print(x))` is `x`, up to what is not printed because nothing refers to it.

mod entity;
mod parse;
mod print;
mod words;

pub use entity::UnitPart;
pub use parse::{TextError, TextPlaces, parse_program, parse_with_places};
pub use print::constant::constant as print_constant;
pub use print::unit_title;
pub use print::{TextLine, print_expr, print_lines, print_program, print_unit};
pub use words::is_infix;
pub(crate) use words::is_name;

#[cfg(test)]
mod tests;
