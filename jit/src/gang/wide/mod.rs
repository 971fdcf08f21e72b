//! Emits gang code for the wide registers of a machine: selection of instructions, allocation of registers, encoding.
//!
//! ```text
//! gang code ── select ──► machine code over virtual registers ── allocate ──► encode ──► bytes, relocations, text
//! ```
//!
//! The lanes of a unit are divided into groups: of as many lanes as a register has of 64 bits if the unit has varying
//! values of these, of twice as many otherwise. A varying value takes one register for each group, or half of one. With
//! AVX-512 a mask takes one mask register, so that masks fit values of all widths; with AVX2 it is a vector itself.

mod allocate;
mod codes;
mod constants;
mod encode;
pub(crate) mod isa;
mod machine;
mod memory;
mod select;
mod text;
mod vex;
mod width;

use super::ir::GangCode;
use crate::error::JitError;
use crate::frames::check_frame;
use crate::module::{CodeModule, FuncId, MachineCode};
use crate::tables::CodeTables;
use encode::Encoded;
use forlane_cfg::Unit;
use isa::WideSet;
use machine::Function;

/// What the address of code must be a multiple of, for what it loads from after it.
const ALIGNMENT: u64 = 64;

/// Defines a unit of at least [`WideSet::least_lanes`] lanes by this code, under the name of its symbol. `callees`
/// are the compiled units of [`GangCode::callees`], `source` is what the unit was made from, whose text may be kept.
/// Bugs that the allocator of registers or the encoder find are errors of [`CodeModule::finish`].
///
/// # Errors
/// [`JitError::FrameSize`], and [`JitError::Codegen`] for bugs.
pub fn define(
    code: &GangCode,
    set: WideSet,
    module: &mut CodeModule,
    tables: &mut CodeTables,
    (unit, symbol): (FuncId, &str),
    callees: &[FuncId],
    (source, keeps_text): (&Unit, bool),
) -> Result<(), JitError> {
    check_frame(source, code.slots.iter().map(|bytes| u64::from(*bytes).next_multiple_of(64)).sum())?;
    let function = select::select(code, set, module, tables, callees)?;
    let size = function.blocks.iter().map(|block| block.insts.len()).sum();
    let name = code.name.clone();
    let compile = move || compile(&function, keeps_text).map_err(|message| JitError::Codegen { unit: name, message });
    module.define_by(unit, symbol, source, size, compile);
    Ok(())
}

fn compile(function: &Function, keeps_text: bool) -> Result<MachineCode, String> {
    let encoded = encode::encode(function, &allocate::allocate(function)?)?;
    let assembly = if keeps_text { text::print(&encoded) } else { String::new() };
    let Encoded { bytes, relocations, lines, frame, .. } = encoded;
    Ok(MachineCode { bytes, alignment: ALIGNMENT, relocations, lines, frame, clif: String::new(), assembly })
}

#[cfg(test)]
mod tests;
