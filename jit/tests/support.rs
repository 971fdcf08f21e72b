//! What several suites need.

use forlane::CompileError;
use forlane::driver;
use forlane_cfg::Program;
use forlane_jit::{ArgumentShape, CompileOptions, Kernel};
use forlane_rewrites::passes::{PassOptions, PassReport};

/// The kernel `name` of a program at stage `ssa`, with the usual passes after that.
pub fn compile_kernel(
    program: &Program,
    name: &str,
    shapes: &[ArgumentShape],
    options: &CompileOptions,
) -> Result<Kernel, CompileError> {
    let (passes, report) = (PassOptions::default(), &mut PassReport::default());
    driver::compile_kernel(program, name, shapes, &passes, options, report)
}
