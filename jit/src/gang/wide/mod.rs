//! Emits gang code for registers of 512 bits and mask registers: selection of instructions, allocation of registers,
//! encoding.
//!
//! ```text
//! gang code ── select ──► machine code over virtual registers ── allocate ──► encode ──► bytes, relocations, text
//! ```
//!
//! The lanes of a unit are divided into groups: of eight lanes if it has varying values of 64 bits, of sixteen otherwise.
//! A varying value takes one register for each group, a register of 512 bits or of 256; a mask one mask register. So
//! values and masks of unlike widths fit each other without conversion.

mod allocate;
mod codes;
mod constants;
mod encode;
pub(crate) mod isa;
mod machine;
mod select;
mod text;

use super::ir::GangCode;
use crate::error::JitError;
use crate::frames::check_frame;
use crate::module::{CodeModule, FuncId};
use crate::tables::CodeTables;
use cranelift_module::ModuleReloc;
use forlane_cfg::Unit;

/// The fewest lanes of a group, and so of a gang.
pub const LEAST_LANES: u32 = 8;

/// The machine code of one unit.
pub struct WideCode {
    /// Code, then what it loads from behind itself.
    pub bytes: Vec<u8>,
    /// The calls in it.
    pub relocations: Vec<ModuleReloc>,
    /// Bytes from the stack pointer at the call to the lowest one in the frame.
    pub frame: u64,
    /// The code as text, if it was wanted.
    pub text: String,
}

impl WideCode {
    /// What its address must be a multiple of, for what it loads from behind itself.
    pub const ALIGNMENT: u64 = 64;
}

/// Emits the code of one unit of at least [`LEAST_LANES`] lanes. `callees` are the compiled units of
/// [`GangCode::callees`], `source` is what the unit was made from.
///
/// # Errors
/// [`JitError::FrameSize`], and [`JitError::Codegen`] for bugs that the allocator of registers or the encoder find.
pub fn emit(
    code: &GangCode,
    module: &mut CodeModule,
    tables: &mut CodeTables,
    callees: &[FuncId],
    source: &Unit,
    keeps_text: bool,
) -> Result<WideCode, JitError> {
    check_frame(source, code.slots.iter().map(|bytes| u64::from(*bytes).next_multiple_of(64)).sum())?;
    let bug = |message: String| JitError::Codegen { unit: code.name.clone(), message };
    let function = select::select(code, module, tables, callees)?;
    let allocated = allocate::allocate(&function).map_err(&bug)?;
    let encoded = encode::encode(&function, &allocated).map_err(&bug)?;
    let text = if keeps_text { text::print(&encoded) } else { String::new() };
    Ok(WideCode { bytes: encoded.bytes, relocations: encoded.relocations, frame: encoded.frame, text })
}

#[cfg(test)]
mod tests;
