//! forlane compiles Fortran kernels with any control flow and runs them over many data elements at once: every element
//! is a lane, gangs of lanes run as masked SIMD code.
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
//! The feature `tables` adds kernels over files (CSV, Arrow, Parquet, NumPy), `command` the command line. Both are
//! default features; `--no-default-features` leaves the library, with a third of the dependencies.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "command")]
pub mod command;
pub mod compile;
#[cfg(feature = "tables")]
mod convert;
#[cfg(feature = "tables")]
pub mod data;
pub mod driver;
pub mod error;
mod explain;
pub mod interface;
pub mod kernel;
mod number;
pub mod program;
pub mod setup;
pub mod sources;
#[cfg(feature = "tables")]
pub mod table;
mod text_units;
pub mod variants;

pub use error::{CompileError, SourceError};
pub use forlane_cfg::{Decision, Remark, Subject};
pub use forlane_jit::{ArgumentShape, Checks, CompileOptions, InstructionSet, Parameter, Site, SiteReason};
pub use kernel::{CallError, Element, Kernel, Outcome};
pub use program::{ArgumentShapes, KernelSource, Program};
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
