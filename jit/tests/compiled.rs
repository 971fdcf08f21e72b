//! Compiled units, most written in the text form at stage `ssa`, at several gang sizes, against what their operations are defined to give.

mod calls;
mod character;
mod control;
mod errors;
mod memory;
mod operations;
mod programs;
mod sources;

use crate::support::compile_kernel;
use forlane::CompileError;
use forlane_cfg::Program;
use forlane_cfg::text::parse_program;
use forlane_jit::{ArgumentShape, CompileOptions, Kernel};

/// The program in the text form.
fn parse(text: &str) -> Program {
    parse_program(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// The kernel `name` of that text, with its arguments in those shapes, compiled for gangs of each size.
fn kernels(text: &str, name: &str, shapes: &[ArgumentShape]) -> Vec<Kernel> {
    kernels_for(&GANGS, text, name, shapes)
}

/// As [`kernels`], for these gang sizes.
fn kernels_for(gangs: &[usize], text: &str, name: &str, shapes: &[ArgumentShape]) -> Vec<Kernel> {
    let compiled = gangs.iter().map(|gang| compile(text, name, shapes, &options(*gang)));
    compiled.map(|kernel| kernel.unwrap_or_else(|error| panic!("{error}\n{text}"))).collect()
}

fn compile(text: &str, name: &str, shapes: &[ArgumentShape], options: &CompileOptions) -> Result<Kernel, CompileError> {
    compile_kernel(&parse(text), name, shapes, options)
}

/// One lane is scalar code; the others are masked.
const GANGS: [usize; 6] = [1, 2, 4, 8, 16, 64];

fn options(gang: usize) -> CompileOptions {
    CompileOptions { gang: Some(gang), verify: true, ..CompileOptions::default() }
}
