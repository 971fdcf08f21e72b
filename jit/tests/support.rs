//! What several suites need.

use forlane::CompileError;
use forlane::driver;
use forlane_cfg::Program;
use forlane_jit::{ArgumentShape, CompileOptions, InstructionSet, Kernel};
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

/// Whether the machine has AVX-512; if not, says that the wide emitter is not tested.
pub fn has_avx512() -> bool {
    let is_available = InstructionSet::Avx512.is_available();
    if !is_available {
        eprintln!("this machine does not have AVX-512: the wide emitter is not tested");
    }
    is_available
}
