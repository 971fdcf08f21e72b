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

/// What the wide emitter makes code for on this machine; says what is not tested.
pub fn wide_sets() -> impl Iterator<Item = InstructionSet> {
    InstructionSet::WIDE.into_iter().filter(|isa| {
        let is_available = isa.is_available();
        if !is_available {
            eprintln!("this machine does not have {}: code for it is not tested", isa.name());
        }
        is_available
    })
}
