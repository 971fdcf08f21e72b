//! forlane compiles Fortran kernels with any control flow and runs them over many data elements at once: every element
//! is a lane, gangs of lanes run as masked SIMD code.
//!
//! # Columns
//!
//! A scalar dummy argument is a column: a slice with a value for each row. What the kernel assigns goes to slices too,
//! a function's value under the function's name.
//!
//! ```
//! let program = forlane::compile("half.f90", "real(8) function half(x)\n real(8) x\n half = x/2\nend\n")?;
//! let kernel = program.kernel("half")?;
//! let mut half = [0.0; 3];
//! kernel.call().input("x", &[1.0, 2.0, 3.0]).output("half", &mut half).run()?;
//! assert_eq!(half, [0.5, 1.0, 1.5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # An array in each row
//!
//! The arrays of all rows follow each other, each in Fortran's order: the first index runs fastest.
//!
//! ```
//! let text = "subroutine solve(a, b, x)\n real(8) a(2, 2), b(2), x(2)\n\
//!     x(2) = (b(2) - a(2, 1)*b(1)/a(1, 1))/(a(2, 2) - a(2, 1)*a(1, 2)/a(1, 1))\n\
//!     x(1) = (b(1) - a(1, 2)*x(2))/a(1, 1)\nend\n";
//! let kernel = forlane::compile("solve.f90", text)?.kernel("solve")?;
//! let a = [2.0, 0.0, 1.0, 1.0, /* the next row */ 1.0, 0.0, 0.0, 1.0];
//! let mut x = [0.0; 4];
//! let call = kernel.call().row_arrays("a", 4, &a).row_arrays("b", 2, &[3.0, 1.0, 5.0, 6.0]);
//! call.row_arrays("x", 2, &[0.0; 4]).row_arrays_output("x", 2, &mut x).run()?;
//! assert_eq!(x, [1.0, 1.0, 5.0, 6.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What all rows share
//!
//! The shapes of arguments are a part of what is compiled: one table for all rows, one value for all rows.
//! [`ArgumentShapes`] says which; a value may be given whatever was compiled.
//!
//! ```
//! use forlane::{ArgumentShapes, CompileOptions, PassOptions, PassReport};
//!
//! let text = "real(8) function pick(a, i, by)\n real(8) a(*), by\n integer i\n pick = a(i)*by\nend\n";
//! let program = forlane::compile("pick.f90", text)?;
//! let source = program.kernel_source("pick", &PassOptions::default(), &mut PassReport::default())?;
//! let shapes = ArgumentShapes::default().shared("a").uniform("by");
//! let kernel = source.compile(shapes, &CompileOptions::default())?;
//! let mut pick = [0.0; 2];
//! let call = kernel.call().shared("a", &[0.5, 1.5, 2.5]).value("by", 2.0);
//! call.input("i", &[3, 1]).output("pick", &mut pick).run()?;
//! assert_eq!(pick, [5.0, 1.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Rows that fail
//!
//! An index outside of its array, an integer division by zero or STOP ends its row, and no other. A kernel can be
//! called by any number of threads at once, each with rows of its own.
//!
//! ```
//! let text = "integer function share(n, k)\n integer n, k\n share = n/k\nend\n";
//! let kernel = forlane::compile("share.f90", text)?.kernel("share")?;
//! let mut share = [0; 4];
//! let (first, second) = share.split_at_mut(2);
//! let failures = std::thread::scope(|scope| {
//!     let run = |k: &'static [i32], share| kernel.call().value("n", 12).input("k", k).output("share", share).run();
//!     let other = scope.spawn(move || run(&[4, 6], second).map(|outcome| outcome.failures));
//!     let mine = run(&[3, 0], first).map(|outcome| outcome.failures);
//!     (mine, other.join().unwrap())
//! });
//! assert_eq!(failures.0?, [(1, "integer division by zero at share.f90:3 in share".to_owned())]);
//! assert_eq!(failures.1?, []);
//! assert_eq!([share[0], share[2], share[3]], [4, 3, 2]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Programs that are kept
//!
//! A program is text again at each [`Stage`]; one whose file's name ends in `.flir` is read in place of Fortran.
//!
//! ```
//! let program = forlane::compile("half.f90", "real(8) function half(x)\n real(8) x\n half = x/2\nend\n")?;
//! let kept = program.to_string();
//! assert!(kept.starts_with("unit cfg function half \"half.f90\" {"));
//! let kernel = forlane::compile("half.flir", &kept)?.kernel("half")?;
//! let mut half = [0.0];
//! kernel.call().input("x", &[3.0]).output("half", &mut half).run()?;
//! assert_eq!(half, [1.5]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tables
//!
//! [`table::TableRun`] runs a kernel over batches of Arrow, one after the other, wherever they come from; [`data`]
//! reads and writes them as CSV, Arrow, Parquet and NumPy's archives. [`Setup`] calls what a model initialises itself
//! with, once, before its rows run.
//!
//! The feature `tables` adds kernels over files (CSV, Arrow, Parquet, NumPy), `command` the command line. Both are
//! default features; `--no-default-features` leaves the library, with a third of the dependencies.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "command")]
#[doc(hidden)]
pub mod command;
pub mod compile;
#[cfg(feature = "tables")]
mod convert;
#[cfg(feature = "tables")]
pub mod data;
pub mod driver;
pub mod error;
mod explain;
#[cfg(feature = "tables")]
mod gather;
pub mod interface;
pub mod kernel;
pub mod kernel_source;
mod number;
pub mod profile;
pub mod program;
pub mod setup;
pub mod sources;
#[cfg(feature = "tables")]
pub mod table;
mod text_units;
mod texts;
pub mod variants;

#[cfg(feature = "tables")]
pub use {arrow_array, arrow_schema};

pub use error::{CompileError, SourceError};
pub use forlane_cfg::{Decision, Remark, Stage, Subject};
pub use forlane_frontend::form::SourceForm;
pub use forlane_frontend::source::DefaultKinds;
pub use forlane_jit::{
    ArgumentShape, Checks, CompileOptions, DeclaredLength, InstructionSet, LaneCount, Mathematics, Parameter, Place,
    Printed, Refill, RowKey, RunReport, Samples, Scalar, Site, SiteReason, Waiting, can_take_samples,
};
pub use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};
pub use kernel::{CallError, Element, Kernel, Outcome};
pub use kernel_source::{ArgumentShapes, KernelSource};
pub use program::Program;
pub use setup::{Setup, SetupError};
pub use sources::{SourceOptions, SourceText};

/// Compiles one source text. `name` is used in messages; its ending determines the source form.
///
/// # Errors
/// All diagnostics of the source.
pub fn compile(name: &str, text: &str) -> Result<Program, CompileError> {
    Program::from_source(name, text)
}

/// The README's examples are tests.
#[doc = include_str!("../README.md")]
#[cfg(doctest)]
pub struct Readme;
