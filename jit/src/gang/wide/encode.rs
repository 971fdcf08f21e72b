//! Encoding: instructions with their registers become bytes.
//!
//! Jumps and constants are encoded with distances of 32 bits, which are put in at the end.

mod frame;
mod operands;
mod parts;

use super::allocate::{Allocated, KEPT_BY_CALLS};
use super::machine::{Arg, Asm, End, Function, Inst, Width, general};
use crate::frames::CALL_BYTES;
use crate::lines::LineTable;
use cranelift_codegen::binemit::Reloc;
use cranelift_module::{ModuleReloc, ModuleRelocTarget};
use iced_x86::{Code, Encoder, IcedError, Instruction, OpKind, Register};
pub(super) use operands::memory_place;
use operands::{Fixed, set_memory, set_number, set_place};
use parts::{Part, parts};
use regalloc2::{Allocation, OperandKind, PReg, RegClass, SpillSlot, VReg};

/// The machine code of a function.
pub struct Encoded {
    /// Code, then constants.
    pub bytes: Vec<u8>,
    /// Bytes of code alone.
    pub code_bytes: usize,
    /// The calls in it.
    pub relocations: Vec<ModuleReloc>,
    /// The source lines, if they are kept.
    pub lines: LineTable,
    /// Bytes from the stack pointer at the call to the lowest one in the frame.
    pub frame: u64,
}

/// Encodes a function.
///
/// # Errors
/// Operands that do not fit their instruction: bugs of the selection.
pub fn encode(function: &Function, allocated: &Allocated) -> Result<Encoded, String> {
    let used = frame::used_registers(allocated);
    let kept = KEPT_BY_CALLS.map(general).into_iter().filter(|register| used.contains(*register)).collect();
    let (saved, spill_slots) = frame::saved_registers(function, allocated, used);
    let spilled = spill_slots as u64 * 8;
    let bytes = (u64::from(function.frame) + spilled).next_multiple_of(64);
    let mut writer = Writer {
        function,
        allocated,
        encoder: Encoder::try_new(64).map_err(|error| error.to_string())?,
        position: 0,
        starts: vec![0; allocated.client.blocks()],
        jumps: Vec::new(),
        rare: Vec::new(),
        constants: Vec::new(),
        relocations: Vec::new(),
        lines: LineTable::default(),
        aliases: aliases(function, allocated),
        order: allocated.client.final_order(),
        kept,
        saved,
        frame: i32::try_from(bytes).map_err(|error| error.to_string())?,
    };
    writer.function().map_err(|error| error.to_string())?;
    let mut encoded = writer.finish();
    encoded.frame = bytes + 64 + CALL_BYTES + 8 * KEPT_BY_CALLS.len() as u64;
    Ok(encoded)
}

/// For each block where a jump to it leads: a block that only jumps stands for its successor.
fn aliases(function: &Function, allocated: &Allocated) -> Vec<usize> {
    let only_jumps = |block: usize| {
        let (mut jumps, mut is_empty) = (false, true);
        for part in parts(function, allocated, block) {
            match part {
                Part::Inst(inst, _) => {
                    is_empty &= inst.asm.is_empty() && matches!(inst.end, End::None | End::Jump);
                    jumps |= inst.end == End::Jump;
                }
                Part::Move(..) => is_empty = false,
            }
        }
        jumps && is_empty
    };
    let mut aliases: Vec<usize> = (0..allocated.client.blocks()).collect();
    for block in 0..aliases.len() {
        // Blocks that jump in a circle stand for themselves.
        let (mut last, mut steps) = (block, 0);
        while only_jumps(last) && steps < aliases.len().min(MOST_STEPS) {
            last = allocated.client.successors(last)[0].index();
            steps += 1;
        }
        if !only_jumps(last) {
            aliases[block] = last;
        }
    }
    aliases
}

/// The longest chain of jumps that is followed.
const MOST_STEPS: usize = 8;

/// The last parts of an instruction that ends with [`End::Rarely`].
struct Rare<'a> {
    inst: &'a Inst,
    parts: &'a [Asm],
    allocations: &'a [Allocation],
    /// The place of these parts among [`Writer::starts`]; where it returns to is the next one.
    place: usize,
}

/// The state of encoding.
struct Writer<'a> {
    function: &'a Function,
    allocated: &'a Allocated,
    encoder: Encoder,
    position: usize,
    /// Where each block starts, and other places that are jumped to.
    starts: Vec<usize>,
    /// Where the distance of a jump is, and to which of these places.
    jumps: Vec<(usize, usize)>,
    /// What is done rarely, after all blocks.
    rare: Vec<Rare<'a>>,
    /// Where the distance of a constant is, where its instruction ends, and its offset.
    constants: Vec<(usize, usize, u32)>,
    relocations: Vec<ModuleReloc>,
    lines: LineTable,
    aliases: Vec<usize>,
    /// The blocks as they follow each other.
    order: Vec<usize>,
    kept: Vec<PReg>,
    /// What calls in cold blocks keep, and where meanwhile.
    saved: Vec<(PReg, SpillSlot)>,
    /// Bytes below the stack pointer after the registers are kept.
    frame: i32,
}

impl<'a> Writer<'a> {
    fn function(&mut self) -> Result<(), IcedError> {
        self.prologue()?;
        let allocated = self.allocated;
        for block in self.order.clone() {
            self.starts[block] = self.position;
            if self.aliases[block] != block && block > 0 {
                continue;
            }
            for part in parts(self.function, allocated, block) {
                match part {
                    Part::Move(from, to) => self.move_value(from, to)?,
                    Part::Inst(inst, allocations) => {
                        self.lines.starts.extend(inst.line.map(|line| (self.position, Some(line))));
                        self.inst(block, inst, allocations)?;
                    }
                }
            }
        }
        self.rare_parts()
    }

    /// What is done rarely: there, and back.
    fn rare_parts(&mut self) -> Result<(), IcedError> {
        for Rare { inst, parts, allocations, place } in std::mem::take(&mut self.rare) {
            self.starts[place] = self.position;
            self.lines.starts.extend(inst.line.map(|line| (self.position, Some(line))));
            let function = self.function;
            let allocation = |wanted| Self::allocation(function, inst, allocations, wanted);
            for part in parts {
                match part.code.is_jcc_short_or_near() {
                    true => self.jump_to(part.code, place + 1)?,
                    false => self.asm(part, &allocation)?,
                }
            }
            self.jump_to(Code::Jmp_rel32_64, place + 1)?;
        }
        Ok(())
    }

    /// Constants and distances.
    fn finish(mut self) -> Encoded {
        let mut bytes = self.encoder.take_buffer();
        let code_bytes = bytes.len();
        bytes.resize(code_bytes.next_multiple_of(64), 0);
        let pool = bytes.len();
        bytes.extend_from_slice(self.function.constants.bytes());
        let mut put = |at: usize, distance: i64| bytes[at..at + 4].copy_from_slice(&(distance as i32).to_le_bytes());
        for (at, block) in &self.jumps {
            put(*at, self.starts[*block] as i64 - (at + 4) as i64);
        }
        for (at, end, offset) in &self.constants {
            put(*at, (pool + *offset as usize) as i64 - *end as i64);
        }
        Encoded { bytes, code_bytes, relocations: self.relocations, lines: self.lines, frame: 0 }
    }

    /// Encodes an instruction whose operands are all set.
    fn encode(&mut self, instruction: &Instruction) -> Result<(), IcedError> {
        self.position += self.encoder.encode(instruction, self.position as u64)?;
        Ok(())
    }

    /// An instruction on fixed registers, numbers and memory at a register.
    fn fixed(&mut self, code: Code, operands: &[Fixed]) -> Result<(), IcedError> {
        let mut instruction = Instruction::new();
        instruction.set_code(code);
        for (place, operand) in (0..).zip(operands) {
            match *operand {
                Fixed::Register(register) => instruction.try_set_op_register(place, register)?,
                Fixed::Number(number) => set_number(&mut instruction, place, OpKind::Immediate32to64, number as u64)?,
                Fixed::Memory(base, displacement) => set_memory(&mut instruction, place, base, displacement)?,
            }
        }
        self.encode(&instruction)
    }

    /// Moves between registers, or a register and the frame. All of a vector register is moved.
    fn move_value(&mut self, from: Allocation, to: Allocation) -> Result<(), IcedError> {
        let Some(class) = from.as_reg().or(to.as_reg()).map(PReg::class) else { return Ok(()) };
        if from == to {
            return Ok(());
        }
        let (width, load, store) = match class {
            RegClass::Int => (Width::R64, Code::Mov_r64_rm64, Code::Mov_rm64_r64),
            RegClass::Float if !self.function.set.has_mask_registers() => {
                (Width::Y, Code::VEX_Vmovaps_ymm_ymmm256, Code::VEX_Vmovaps_ymmm256_ymm)
            }
            RegClass::Float => (Width::Z, Code::EVEX_Vmovaps_zmm_k1z_zmmm512, Code::EVEX_Vmovaps_zmmm512_k1z_zmm),
            RegClass::Vector => (Width::K, Code::VEX_Kmovw_kr_km16, Code::VEX_Kmovw_m16_kr),
        };
        let place = |allocation: Allocation| match (allocation.as_reg(), allocation.as_stack()) {
            (Some(register), _) => Fixed::Register(width.register(register)),
            (None, slot) => Fixed::Memory(Register::RSP, slot.map_or(0, |slot| self.distance(slot))),
        };
        let operands = [place(to), place(from)];
        self.fixed(if to.is_stack() { store } else { load }, &operands)
    }

    /// Where a value is in an instruction.
    fn allocation(function: &Function, inst: &Inst, allocations: &[Allocation], wanted: VReg) -> Allocation {
        let operands = &function.operands[inst.operands.start as usize..inst.operands.end as usize];
        let place = operands.iter().position(|operand| operand.vreg() == wanted);
        place.map_or(Allocation::none(), |place| allocations[place])
    }

    /// The distance of a slot of the allocator from the stack pointer.
    fn distance(&self, slot: SpillSlot) -> i32 {
        self.function.frame as i32 + 8 * slot.index() as i32
    }

    fn inst(&mut self, block: usize, inst: &'a Inst, allocations: &'a [Allocation]) -> Result<(), IcedError> {
        let function = self.function;
        let operands = &function.operands[inst.operands.start as usize..inst.operands.end as usize];
        let allocation = |wanted| Self::allocation(function, inst, allocations, wanted);
        let is_keeping = inst.is_call && self.allocated.client.is_cold(block);
        let is_result = |register: PReg| {
            let mut results =
                operands.iter().zip(allocations).filter(|(operand, _)| operand.kind() == OperandKind::Def);
            results.any(|(_, allocation)| allocation.as_reg() == Some(register))
        };
        let saved: Vec<(PReg, SpillSlot)> = match is_keeping {
            true => self.saved.iter().copied().filter(|(register, _)| !is_result(*register)).collect(),
            false => Vec::new(),
        };
        for (register, slot) in &saved {
            self.move_value(Allocation::reg(*register), Allocation::stack(*slot))?;
        }
        let parts = &function.asm[inst.asm.start as usize..inst.asm.end as usize];
        let rare = if let End::Rarely(_, rare) = inst.end { rare as usize } else { 0 };
        let (usual, rare) = parts.split_at(parts.len() - rare);
        for asm in usual {
            self.asm(asm, &allocation)?;
        }
        for (register, slot) in &saved {
            self.move_value(Allocation::stack(*slot), Allocation::reg(*register))?;
        }
        let next = self.allocated.client.place(block) + 1;
        let to = |index: usize| self.aliases[self.allocated.client.successors(block)[index].index()];
        match inst.end {
            End::None => Ok(()),
            End::Rarely(code, _) => {
                let place = self.starts.len();
                self.jump_to(code, place)?;
                self.starts.extend([0, self.position]);
                self.rare.push(Rare { inst, parts: rare, allocations, place });
                Ok(())
            }
            End::Return => self.epilogue(),
            End::Jump => self.jump(Code::Jmp_rel32_64, to(0), next),
            End::Branch(code) => {
                let (then, otherwise) = (to(0), to(1));
                if self.is_next(then, next) {
                    return self.jump(code.negate_condition_code(), otherwise, next);
                }
                self.jump(code, then, usize::MAX)?;
                self.jump(Code::Jmp_rel32_64, otherwise, next)
            }
        }
    }

    /// Whether a block follows from a place in the final order on, after blocks that are left out.
    fn is_next(&self, block: usize, mut next: usize) -> bool {
        let place = self.allocated.client.place(block);
        while next < place && self.aliases[self.order[next]] != self.order[next] {
            next += 1;
        }
        next == place
    }

    /// A jump, unless its target follows.
    fn jump(&mut self, code: Code, block: usize, next: usize) -> Result<(), IcedError> {
        if self.is_next(block, next) { Ok(()) } else { self.jump_to(code, block) }
    }

    /// A jump to one of the places that are jumped to.
    fn jump_to(&mut self, code: Code, place: usize) -> Result<(), IcedError> {
        let mut instruction = Instruction::new();
        instruction.set_code(code);
        instruction.try_set_op_kind(0, OpKind::NearBranch64)?;
        instruction.set_near_branch64(self.position as u64);
        self.encode(&instruction)?;
        self.jumps.push((self.position - 4, place));
        Ok(())
    }

    fn asm(&mut self, asm: &Asm, allocation: &dyn Fn(VReg) -> Allocation) -> Result<(), IcedError> {
        let register = |value| allocation(value).as_reg().unwrap_or(PReg::invalid());
        let mut instruction = Instruction::new();
        instruction.set_code(self.function.set.code(asm.code));
        let (mut constant, mut callee) = (None, None);
        for (place, arg) in (0..).zip(asm.args.iter().flatten()) {
            match *arg {
                Arg::Reg(value, width) => match allocation(value).as_stack() {
                    Some(slot) => set_memory(&mut instruction, place, Register::RSP, self.distance(slot))?,
                    None => instruction.try_set_op_register(place, width.register(register(value)))?,
                },
                Arg::Fixed(fixed) => instruction.try_set_op_register(place, fixed)?,
                Arg::Imm8(number) => set_number(&mut instruction, place, OpKind::Immediate8, u64::from(number))?,
                Arg::Imm32(number) => set_number(&mut instruction, place, OpKind::Immediate32, number as u32 as u64)?,
                Arg::Imm32To64(number) => {
                    set_number(&mut instruction, place, OpKind::Immediate32to64, number as i64 as u64)?;
                }
                Arg::Imm64(number) => set_number(&mut instruction, place, OpKind::Immediate64, number)?,
                Arg::Function(function) => {
                    callee = Some(function);
                    if asm.code == Code::Call_rel32_64 {
                        instruction.try_set_op_kind(place, OpKind::NearBranch64)?;
                        instruction.set_near_branch64(self.position as u64);
                    } else {
                        set_number(&mut instruction, place, OpKind::Immediate64, 0)?;
                    }
                }
                Arg::Mem(memory) => {
                    instruction.try_set_op_kind(place, OpKind::Memory)?;
                    constant = set_place(&mut instruction, memory, &register).or(constant);
                }
            }
        }
        if let Some((mask, zeroing)) = asm.mask {
            instruction.set_op_mask(Width::K.register(register(mask)));
            instruction.set_zeroing_masking(zeroing);
        }
        let start = self.position;
        self.encode(&instruction)?;
        if let Some(offset) = constant {
            let at = start + self.encoder.get_constant_offsets().displacement_offset();
            self.constants.push((at, self.position, offset));
        }
        if matches!(asm.code, Code::Call_rel32_64 | Code::Call_rm64) {
            self.lines.returns.push(self.position);
        }
        if let Some(function) = callee {
            self.relocate(function, asm.code == Code::Call_rel32_64);
        }
        Ok(())
    }

    fn relocate(&mut self, function: cranelift_module::FuncId, is_near: bool) {
        let (kind, size, addend) = if is_near { (Reloc::X86CallPCRel4, 4, -4) } else { (Reloc::Abs8, 8, 0) };
        let name = ModuleRelocTarget::user(0, function.as_u32());
        self.relocations.push(ModuleReloc { offset: (self.position - size) as u32, kind, name, addend });
    }
}
