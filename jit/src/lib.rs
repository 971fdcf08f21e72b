//! Code generation of forlane: gang code, Cranelift, run-time support, kernel calls.
//!
//! [`KernelBuilder`] compiles a subprogram for gangs of lanes, given its units masked for the shapes that it reports,
//! and [`Kernel`] runs it over rows of data; [`MainProgram`] compiles a main program and runs it once.

mod assigners;
mod background;
pub mod binding;
mod block;
pub mod call_order;
mod chains;
pub mod check;
mod code;
mod code_memory;
mod conditions;
pub mod constant_pool;
pub mod counters;
mod entry;
pub mod error;
pub mod frames;
pub mod gang;
mod handlers;
pub mod kernel;
pub mod layout;
mod least_lengths;
mod lines;
mod machine;
mod machine_loops;
pub mod main_program;
mod mathematics;
pub mod module;
pub mod options;
pub mod parameters;
mod pieces;
mod powers;
pub mod recursion;
mod refill;
pub mod rows;
pub mod runtime;
mod samples;
pub mod scalar;
mod stack;
mod start_values;
pub mod tables;
mod texts;
mod transfers;
pub mod values;
mod written;

pub use binding::Binding;
pub use counters::{Counter, Place, Waiting};
pub use error::JitError;
pub use kernel::builder::KernelBuilder;
pub use kernel::{ArgumentShape, Form, Kernel, RowKey, RunReport, Tried};
pub use main_program::{ExitStatus, KeptMemory, LEAST_STACK, MainProgram};
pub use mathematics::Mathematics;
pub use options::{Checks, CompileOptions, InstructionSet, Refill};
pub use parameters::{DeclaredLength, Parameter, Role};
pub use rows::{RowSet, Strided};
pub use runtime::{LaneCount, Printed, Site, SiteReason, SiteTable};
pub use samples::{Samples, can_take_samples};
pub use tables::CodeTables;
pub use values::{OwnedValues, Scalar, Values, ValuesMut};
