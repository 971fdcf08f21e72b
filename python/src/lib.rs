//! The extension module `forlane._forlane`: programs and kernels of forlane as Python's objects.
//!
//! What NumPy does (casts, shapes, new arrays) is in the package's Python files; here kernels run over the memory that
//! those have prepared.
#![deny(unsafe_code)]

mod arguments;
mod call;
mod command;
mod errors;
mod grid;
mod kernel;
mod memory;
mod pool;
mod program;
mod scalars;

use pyo3::prelude::*;

/// The module.
#[pymodule(gil_used = false)]
mod _forlane {
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::kernel::KernelBase;
    #[pymodule_export]
    use crate::program::Program;
}
