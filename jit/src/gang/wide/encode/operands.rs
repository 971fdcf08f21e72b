//! Operands of instructions: registers, numbers and places in memory.

use crate::gang::wide::isa::WideSet;
use crate::gang::wide::machine::{Arg, Asm, Base, Memory, Width, general};
use iced_x86::{Encoder, IcedError, Instruction, OpKind, Register};
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

/// The place among the operands of an instruction where memory can be in place of the register that it reads.
pub(in crate::gang::wide) fn memory_place(asm: &Asm, set: WideSet) -> Option<usize> {
    (1..asm.args.len())
        .rev()
        .find(|place| matches!(asm.args[*place], Some(Arg::Reg(..))) && with_memory_at(asm, *place, set).is_some())
}

/// The instruction on any registers, with memory at a place, if there is one.
fn with_memory_at(asm: &Asm, memory: usize, set: WideSet) -> Option<()> {
    let mut instruction = Instruction::new();
    instruction.set_code(set.code(asm.code));
    for (place, arg) in asm.args.iter().flatten().enumerate() {
        let number = place as u32;
        let set = match *arg {
            Arg::Reg(..) if place == memory => set_memory(&mut instruction, number, Register::RSP, 0),
            Arg::Reg(value, width) => {
                instruction.try_set_op_register(number, width.register(PReg::new(general(1).hw_enc(), value.class())))
            }
            Arg::Imm8(_) => set_number(&mut instruction, number, OpKind::Immediate8, 0),
            Arg::Imm32(_) => set_number(&mut instruction, number, OpKind::Immediate32, 0),
            Arg::Imm32To64(_) => set_number(&mut instruction, number, OpKind::Immediate32to64, 0),
            Arg::Fixed(fixed) => instruction.try_set_op_register(number, fixed),
            Arg::Mem(_) | Arg::Imm64(_) | Arg::Function(_) => return None,
        };
        set.ok()?;
    }
    let mut encoder = Encoder::try_new(64).ok()?;
    encoder.encode(&instruction, 0).ok().map(drop)
}
