//! Machine code before registers are allocated: instructions of the processor over virtual registers.
//!
//! An instruction ([`Inst`]) is what the allocator sees: its operands, what it clobbers and how it ends a block. It
//! stands for one or more instructions of the processor ([`Asm`]) between which nothing may come, such as a comparison
//! and the jump that reads its flags. A block that has several successors passes them nothing; what is passed stands at
//! the jump of a block of its own on the arc, so that no arc is critical.

use super::constants::Constants;
use super::encode::memory_place;
use super::isa::WideSet;
use cranelift_module::FuncId;
use forlane_cfg::SourceLine;
use iced_x86::{Code, Register};
use regalloc2::{Operand, OperandConstraint, OperandKind, OperandPos, PReg, RegClass, VReg};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

pub use super::memory::{Base, Memory};
pub use super::width::Width;

/// An operand of an instruction of the processor, in terms of virtual registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A register.
    Reg(VReg, Width),
    /// Memory.
    Mem(Memory),
    /// A number of 8 bits.
    Imm8(u8),
    /// A number of 32 bits.
    Imm32(i32),
    /// A number of 32 bits whose sign is copied to 64.
    Imm32To64(i32),
    /// A number of 64 bits.
    Imm64(u64),
    /// The address of a function, of 64 bits, or the distance to it, of 32.
    Function(FuncId),
    /// A register that is not allocated.
    Fixed(Register),
}

/// An instruction of the processor.
#[derive(Clone, Debug)]
pub struct Asm {
    /// Which.
    pub code: Code,
    /// Its operands, in Intel's order.
    pub args: [Option<Arg>; 4],
    /// The mask register under which it is done, and whether other lanes become zero.
    pub mask: Option<(VReg, bool)>,
}

impl Asm {
    /// The registers that it names, some of them more than once.
    fn registers(&self) -> impl Iterator<Item = VReg> {
        let named = self.args.iter().flatten().flat_map(Arg::registers).flatten();
        named.chain(self.mask.map(|(mask, _)| mask))
    }

    /// Without a mask.
    pub fn new(code: Code, args: &[Arg]) -> Asm {
        let mut all = [None; 4];
        for (place, arg) in all.iter_mut().zip(args) {
            *place = Some(*arg);
        }
        Asm { code, args: all, mask: None }
    }

    /// Under a mask.
    pub fn under(self, mask: VReg, zeroing: bool) -> Asm {
        Asm { mask: Some((mask, zeroing)), ..self }
    }
}

/// How an instruction ends its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Not at all.
    None,
    /// Not at all, but its last parts, as many as that, are done only if this jump is taken: they are after all blocks,
    /// and lead back. So do conditional jumps among them.
    Rarely(Code, u32),
    /// By a jump to its successor.
    Jump,
    /// By this conditional jump to its first successor, else to the second.
    Branch(Code),
    /// By a return.
    Return,
}

impl End {
    /// What the allocator needs to know of it.
    pub fn of_allocator(self) -> forlane_registers::End {
        match self {
            End::None | End::Rarely(..) => forlane_registers::End::None,
            End::Jump | End::Branch(_) => forlane_registers::End::Branch,
            End::Return => forlane_registers::End::Return,
        }
    }
}

/// An instruction as the allocator sees it.
#[derive(Clone, Debug)]
pub struct Inst {
    /// Its part of [`Function::asm`].
    pub asm: Range<u32>,
    /// Its part of [`Function::operands`].
    pub operands: Range<u32>,
    /// Whether it is a call.
    pub is_call: bool,
    /// How it ends its block.
    pub end: End,
    /// The source line that it is of, if lines are kept.
    pub line: Option<SourceLine>,
}

/// A successor, and what is passed to its parameters.
#[derive(Clone, Debug)]
pub struct Arc {
    /// Index in [`Function::blocks`].
    pub block: usize,
    /// One for each parameter.
    pub arguments: Vec<VReg>,
}

/// A straight line of instructions.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its parameters.
    pub parameters: Vec<VReg>,
    /// Its instructions; the last one ends it.
    pub insts: Vec<Inst>,
    /// Where it leads.
    pub successors: Vec<Arc>,
    /// Whether it is rarely reached.
    pub is_cold: bool,
}

/// A function before registers are allocated.
#[derive(Debug, Default)]
pub struct Function {
    /// What it is for.
    pub set: WideSet,
    /// All blocks.
    pub blocks: Vec<Block>,
    /// The blocks in the order in which they were begun, the entry first.
    pub order: Vec<usize>,
    /// The block to which instructions are appended.
    pub current: usize,
    /// The source line of what is appended, if lines are kept.
    pub line: Option<SourceLine>,
    /// The instructions of the processor of all instructions.
    pub asm: Vec<Asm>,
    /// The operands of all instructions.
    pub operands: Vec<Operand>,
    /// How many virtual registers there are.
    pub registers: usize,
    /// The block that was appended to when a register with anything in it was wanted last, and that register.
    pub undefined_here: Option<(usize, VReg)>,
    /// All such registers.
    pub undefined: HashSet<VReg>,
    /// For each instruction of the processor that was appended, the operand that can be in memory.
    pub memory_places: HashMap<Code, Option<usize>>,
    /// What is loaded from after the code.
    pub constants: Constants,
    /// Bytes of the frame below what the allocator spills: arguments of calls, stack slots.
    pub frame: u32,
}

impl Function {
    /// A new virtual register.
    pub fn register(&mut self, class: RegClass) -> VReg {
        self.registers += 1;
        VReg::new(self.registers - 1, class)
    }

    /// A vector register with anything in it, the same one in all of a block.
    pub fn undefined(&mut self) -> VReg {
        if let Some((block, register)) = self.undefined_here
            && block == self.current
        {
            return register;
        }
        let register = self.register(RegClass::Float);
        self.push(&[], &[Operand::reg_def(register)], false, End::None);
        self.undefined_here = Some((self.current, register));
        self.undefined.insert(register);
        register
    }

    /// A new block, to be begun later.
    pub fn block(&mut self, is_cold: bool) -> usize {
        self.blocks.push(Block { is_cold, ..Block::default() });
        self.blocks.len() - 1
    }

    /// Appends to this block from now on.
    pub fn begin(&mut self, block: usize) {
        self.order.push(block);
        self.current = block;
    }

    /// A part of the frame, aligned for any register.
    pub fn slot(&mut self, bytes: u32) -> i32 {
        let offset = self.frame;
        self.frame = (self.frame + bytes).next_multiple_of(64);
        offset as i32
    }

    /// Appends an instruction of these parts. Operands are in the order of their registers' constraints: those named by
    /// `operands` first, then each register that the parts only read. Of a single part, one of these may be read from
    /// the frame, if its value is there.
    pub fn push(&mut self, parts: &[Asm], operands: &[Operand], is_call: bool, end: End) {
        let (first_asm, first_operand) = (self.asm.len() as u32, self.operands.len() as u32);
        self.operands.extend_from_slice(operands);
        let from_frame = if let [part] = parts { self.operand_from_frame(part) } else { None };
        for part in parts {
            for register in part.registers() {
                let known = &self.operands[first_operand as usize..];
                if known.iter().all(|operand| operand.vreg() != register) {
                    let constraint =
                        if from_frame == Some(register) { OperandConstraint::Any } else { OperandConstraint::Reg };
                    self.operands.push(Operand::new(register, constraint, OperandKind::Use, OperandPos::Early));
                }
            }
        }
        self.asm.extend_from_slice(parts);
        let asm = first_asm..self.asm.len() as u32;
        let operands = first_operand..self.operands.len() as u32;
        self.blocks[self.current].insts.push(Inst { asm, operands, is_call, end, line: self.line });
    }

    /// The register in whose place an instruction can have memory, if it names it once.
    fn operand_from_frame(&mut self, part: &Asm) -> Option<VReg> {
        if part.args.iter().flatten().any(|arg| matches!(arg, Arg::Mem(_))) {
            return None;
        }
        let set = self.set;
        let place = *self.memory_places.entry(part.code).or_insert_with(|| memory_place(part, set));
        match part.args[place?] {
            Some(Arg::Reg(register, _)) => {
                (part.registers().filter(|other| *other == register).count() == 1).then_some(register)
            }
            _ => None,
        }
    }

    /// Appends what has no result.
    pub fn effect(&mut self, asm: Asm) {
        self.push(&[asm], &[], false, End::None);
    }

    /// Appends `result = code(sources)`.
    pub fn compute(&mut self, code: Code, width: Width, sources: &[Arg]) -> VReg {
        self.compute_under(code, width, sources, None)
    }

    /// Appends `result = code(sources)` where the mask is set, else zero.
    pub fn compute_under(&mut self, code: Code, width: Width, sources: &[Arg], mask: Option<VReg>) -> VReg {
        let result = self.register(width.class());
        let mut asm = Asm::new(code, &[Arg::Reg(result, width)]);
        for (place, source) in asm.args[1..].iter_mut().zip(sources) {
            *place = Some(*source);
        }
        // A mask of a comparison, whose result is a mask register, has no zeroing form: other lanes are false anyway.
        asm.mask = mask.map(|mask| (mask, width != Width::K));
        self.push(&[asm], &[Operand::reg_def(result)], false, End::None);
        result
    }

    /// Appends `result = first; result = code(result, rest)`, of two operands.
    pub fn update(&mut self, code: Code, width: Width, first: VReg, rest: &[Arg]) -> VReg {
        self.update_under(code, width, first, rest, None)
    }

    /// The same where the mask is set; other lanes stay as they are.
    pub fn update_under(&mut self, code: Code, width: Width, first: VReg, rest: &[Arg], mask: Option<VReg>) -> VReg {
        let result = self.register(width.class());
        let mut asm = Asm::new(code, &[Arg::Reg(result, width)]);
        for (place, source) in asm.args[1..].iter_mut().zip(rest) {
            *place = Some(*source);
        }
        asm.mask = mask.map(|mask| (mask, false));
        let operands = [Operand::reg_use(first), Operand::reg_reuse_def(result, 0)];
        self.push(&[asm], &operands, false, End::None);
        result
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, block: usize, arguments: Vec<VReg>) {
        self.push(&[], &[], false, End::Jump);
        let current = self.current;
        self.blocks[current].successors.push(Arc { block, arguments });
    }

    /// Ends the current block: if the condition holds after the parts, with the first target, else with the second.
    pub fn branch(&mut self, parts: &[Asm], condition: Code, then: Arc, otherwise: Arc) {
        let ways = self.fork(parts, condition, [then.block, otherwise.block]);
        for (way, arc) in ways.into_iter().zip([then, otherwise]) {
            self.begin(way);
            self.jump(arc.block, arc.arguments);
        }
    }

    /// Ends the current block: if the condition holds after the parts, with the first of two new blocks, else with the
    /// second. These are to be begun, and to jump to the targets.
    pub fn fork(&mut self, parts: &[Asm], condition: Code, targets: [usize; 2]) -> [usize; 2] {
        self.push(parts, &[], false, End::Branch(condition));
        let from = self.current;
        let is_cold = self.blocks[from].is_cold;
        let ways = targets.map(|target| self.block(is_cold || self.blocks[target].is_cold));
        self.blocks[from].successors.extend(ways.map(|block| Arc { block, arguments: Vec::new() }));
        ways
    }
}

impl Arg {
    /// The registers that it names.
    fn registers(&self) -> [Option<VReg>; 2] {
        match self {
            Arg::Reg(register, _) => [Some(*register), None],
            Arg::Mem(memory) => {
                let base = match memory.base {
                    Base::Register(register) => Some(register),
                    Base::None | Base::Stack | Base::Constants => None,
                };
                [base, memory.index.map(|(index, _)| index)]
            }
            Arg::Imm8(_) | Arg::Imm32(_) | Arg::Imm32To64(_) | Arg::Imm64(_) | Arg::Function(_) | Arg::Fixed(_) => {
                [None, None]
            }
        }
    }
}

/// A result that is written before all operands are read, and so has a register of its own.
pub fn early_def(register: VReg) -> Operand {
    Operand::new(register, OperandConstraint::Reg, OperandKind::Def, OperandPos::Early)
}

/// A general register by its number.
pub const fn general(number: usize) -> PReg {
    PReg::new(number, RegClass::Int)
}

/// The numbers of general registers.
pub mod numbers {
    /// `rax`: results.
    pub const RAX: usize = 0;
    /// `rcx`.
    pub const RCX: usize = 1;
    /// `rdx`.
    pub const RDX: usize = 2;
    /// `rsi`.
    pub const RSI: usize = 6;
    /// `rdi`.
    pub const RDI: usize = 7;
}
