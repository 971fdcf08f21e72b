//! Compiled units, most written in the text form at stage `ssa`, at several gang sizes, against what their operations
//! are defined to give.

mod calls;
mod character;
mod control;
mod counted_loops;
mod errors;
mod lengths;
mod memory;
mod operations;
mod programs;
mod refill;
mod sources;

use crate::support::{compile_kernel, wide_sets};
use forlane::CompileError;
use forlane_cfg::Program;
use forlane_cfg::text::parse_program;
use forlane_jit::{ArgumentShape, CompileOptions, InstructionSet, Kernel};

/// The program in the text form.
fn parse(text: &str) -> Program {
    parse_program(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// The kernel `name` of that text, with its arguments in those shapes, compiled for gangs of each size.
fn kernels(text: &str, name: &str, shapes: &[ArgumentShape]) -> Vec<Kernel> {
    kernels_for(&GANGS, text, name, shapes)
}

/// As [`kernels`], for these gang sizes, and those of the wide emitter for each of the machine's instruction sets.
fn kernels_for(gangs: &[usize], text: &str, name: &str, shapes: &[ArgumentShape]) -> Vec<Kernel> {
    let base = gangs.iter().map(|gang| options(*gang));
    let is_wide = gangs.iter().any(|gang| WIDE_GANGS.contains(gang));
    let wide = wide_sets().filter(|_| is_wide).flat_map(|isa| {
        let gangs = WIDE_GANGS.into_iter().filter(move |gang| *gang > 4 || isa == InstructionSet::Avx2);
        gangs.map(move |gang| CompileOptions { isa, ..options(gang) })
    });
    let compiled = base.chain(wide).map(|options| compile(text, name, shapes, &options));
    compiled.map(|kernel| kernel.unwrap_or_else(|error| panic!("{error}\n{text}"))).collect()
}

fn compile(text: &str, name: &str, shapes: &[ArgumentShape], options: &CompileOptions) -> Result<Kernel, CompileError> {
    compile_kernel(&parse(text), name, shapes, options)
}

/// One lane is scalar code; the others are masked.
const GANGS: [usize; 6] = [1, 2, 4, 8, 16, 64];
/// The gangs of the wide emitter; the smallest is for AVX2 alone.
const WIDE_GANGS: [usize; 5] = [4, 8, 16, 32, 64];

fn options(gang: usize) -> CompileOptions {
    CompileOptions { gang: Some(gang), isa: InstructionSet::Base, verify: true, ..CompileOptions::default() }
}
