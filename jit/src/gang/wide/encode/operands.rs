//! Operands of instructions: registers, numbers and places in memory.

use crate::gang::wide::machine::{Base, Memory, Width};
use iced_x86::{IcedError, Instruction, OpKind, Register};
use regalloc2::{PReg, VReg};

/// An operand of an instruction on fixed registers.
#[derive(Clone, Copy)]
pub(super) enum Fixed {
    Register(Register),
    Number(i32),
    Memory(Register, i32),
}

pub(super) fn set_number(
    instruction: &mut Instruction,
    place: u32,
    kind: OpKind,
    number: u64,
) -> Result<(), IcedError> {
    instruction.try_set_op_kind(place, kind)?;
    match kind {
        OpKind::Immediate8 => instruction.set_immediate8(number as u8),
        OpKind::Immediate32 => instruction.set_immediate32(number as u32),
        OpKind::Immediate32to64 => instruction.set_immediate32to64(number as i64),
        _ => instruction.set_immediate64(number),
    }
    Ok(())
}

pub(super) fn set_memory(
    instruction: &mut Instruction,
    place: u32,
    base: Register,
    displacement: i32,
) -> Result<(), IcedError> {
    instruction.try_set_op_kind(place, OpKind::Memory)?;
    instruction.set_memory_base(base);
    set_displacement(instruction, displacement);
    Ok(())
}

/// The encoder takes a byte, or the eighth of a vector, where that is enough.
fn set_displacement(instruction: &mut Instruction, displacement: i32) {
    instruction.set_memory_displacement64(displacement as i64 as u64);
    instruction.set_memory_displ_size(if displacement == 0 { 0 } else { 1 });
}

/// Sets the place in memory; gives its offset if it is among the constants, whose distance is put in at the end.
pub(super) fn set_place(instruction: &mut Instruction, memory: Memory, register: &dyn Fn(VReg) -> PReg) -> Option<u32> {
    instruction.set_is_broadcast(memory.broadcast);
    if let Some((index, width)) = memory.index {
        instruction.set_memory_index(width.register(register(index)));
        instruction.set_memory_index_scale(u32::from(memory.scale));
    }
    match memory.base {
        Base::Constants => {
            instruction.set_memory_base(Register::RIP);
            instruction.set_memory_displ_size(8);
            return Some(memory.displacement as u32);
        }
        Base::None => {
            instruction.set_memory_displ_size(8);
            instruction.set_memory_displacement64(memory.displacement as i64 as u64);
        }
        Base::Stack => {
            instruction.set_memory_base(Register::RSP);
            set_displacement(instruction, memory.displacement);
        }
        Base::Register(base) => {
            instruction.set_memory_base(Width::R64.register(register(base)));
            set_displacement(instruction, memory.displacement);
        }
    }
    None
}
