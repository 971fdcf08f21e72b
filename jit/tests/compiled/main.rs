//! Compiled units, written in the text form at stage `ssa`, against what their operations are defined to give.

mod calls;
mod control;
mod errors;
mod memory;
mod operations;
mod programs;
mod sources;

use forlane_cfg::Program;
use forlane_cfg::text::parse_program;
use forlane_jit::{ArgumentShape, CompileOptions, Kernel};

/// The program in the text form.
fn parse(text: &str) -> Program {
    parse_program(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]))
}

/// The kernel `name` of that text, for gangs of one, with all scalars as columns.
fn kernel(text: &str, name: &str, shapes: &[ArgumentShape]) -> Kernel {
    compile(text, name, shapes, &options()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn compile(
    text: &str,
    name: &str,
    shapes: &[ArgumentShape],
    options: &CompileOptions,
) -> Result<Kernel, forlane_jit::JitError> {
    Kernel::compile(&parse(text), name, shapes, options)
}

fn options() -> CompileOptions {
    CompileOptions { gang: Some(1), verify: true, ..CompileOptions::default() }
}
