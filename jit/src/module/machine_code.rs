//! The machine code of one function, as Cranelift compiles it.

use super::codegen;
use crate::error::JitError;
use crate::frames::CALL_BYTES;
use crate::lines::{self, LineTable};
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::Function;
use cranelift_codegen::isa::TargetIsa;
use cranelift_codegen::{CodegenError, CompiledCode, Context};
use cranelift_module::{FuncId, ModuleReloc, ModuleRelocTarget};

/// The machine code of one function.
pub struct MachineCode {
    /// Code, then what it loads from after it.
    pub bytes: Vec<u8>,
    /// What its address is a multiple of.
    pub alignment: u64,
    /// The calls in it.
    pub relocations: Vec<ModuleReloc>,
    /// The source lines of the code, if they are kept.
    pub lines: LineTable,
    /// Bytes from the stack pointer at the call to the lowest one in the frame.
    pub frame: u64,
    /// Its CLIF, if it has any and that was requested.
    pub clif: String,
    /// The code as text, if it was requested.
    pub assembly: String,
}

/// Compiles a function by Cranelift.
pub(super) fn compile(
    machine: &dyn TargetIsa,
    unit: FuncId,
    name: &str,
    function: Function,
    keep_text: bool,
) -> Result<MachineCode, JitError> {
    let mut context = Context::for_function(function);
    context.set_disasm(keep_text);
    let clif = if keep_text { lines::in_clif(&context.func.display().to_string()) } else { String::new() };
    let compiled = context.compile(machine, &mut ControlPlane::default()).map(drop);
    let refused = |error: CodegenError, function: &Function| {
        // Display of a verifier error alone does not say where; Debug does.
        let message = format!("{error:?}\n{}", function.display());
        JitError::Codegen { unit: name.to_string(), message }
    };
    compiled.map_err(|error| error.inner).map_err(|error| refused(error, &context.func))?;
    let frame = context.compiled_code().and_then(|code| Some((code, code.buffer.frame_layout()?)));
    let (code, layout) = frame.ok_or_else(|| codegen(name, &"no code or frame was kept"))?;
    let lines = LineTable::of(code);
    let relocation = |reloc| ModuleReloc::from_mach_reloc(reloc, &context.func, unit);
    Ok(MachineCode {
        bytes: code.code_buffer().to_vec(),
        alignment: code.buffer.alignment.into(),
        relocations: code.buffer.relocs().iter().map(relocation).collect(),
        frame: u64::from(layout.frame_to_fp_offset) + CALL_BYTES,
        clif,
        assembly: if keep_text { assembly(code, &lines) } else { String::new() },
        lines,
    })
}

/// The machine code as text: as the processor has it where that can be decoded, else as it was before it was encoded.
fn assembly(code: &CompiledCode, lines: &LineTable) -> String {
    if !cfg!(target_arch = "x86_64") {
        return code.vcode.clone().unwrap_or_default();
    }
    lines::disassemble(code.code_buffer(), lines)
}

/// The bytes of a function's stack slots, each aligned for vectors.
pub(super) fn slot_bytes(function: &Function) -> u64 {
    function.sized_stack_slots.values().map(|slot| u64::from(slot.size).next_multiple_of(16)).sum()
}

/// The functions that code calls.
pub(super) fn callees(relocations: &[ModuleReloc]) -> Vec<FuncId> {
    let callee = |relocation: &ModuleReloc| match relocation.name {
        ModuleRelocTarget::User { namespace: 0, index } => Some(FuncId::from_u32(index)),
        _ => None,
    };
    relocations.iter().filter_map(callee).collect()
}
