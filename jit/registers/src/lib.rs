//! Allocation of registers, by regalloc2, which Cranelift uses too.
//!
//! The allocator and its checker are generic: they are compiled with the type that describes a function to them. Here
//! that is [`Code`], a crate of its own, so that builds for tests can optimize it: half of their time would be spent
//! here.

use regalloc2::{
    Algorithm, Block, Function, Inst, InstRange, MachineEnv, Operand, Output, PRegSet, RegAllocError, RegClass,
    RegallocOptions, VReg, checker::Checker,
};
use std::ops::Range;

/// From this number of instructions on, registers are allocated in one pass, with code that is about half as fast: the
/// time of the better allocator grows much faster than the function, above all where blocks are long.
const LARGE_FUNCTION: usize = 12_000;
/// From this number on, where blocks have fewer than [`SHORT_BLOCK`] instructions each.
const LARGE_OF_SHORT_BLOCKS: usize = 24_000;
const SHORT_BLOCK: usize = 32;

/// A function as the allocator sees it. Its first block is the entry.
#[derive(Debug, Default)]
pub struct Code {
    /// The instructions of all blocks, one block after the other.
    pub instructions: Vec<Instruction>,
    /// The operands of all instructions.
    pub operands: Vec<Operand>,
    /// The blocks, in an order in which each loop is from the target of its jump back to that jump: what is between is
    /// taken for more frequent.
    pub blocks: Vec<BasicBlock>,
    /// How many virtual registers there are.
    pub registers: usize,
    /// Slots of eight bytes that a vector register takes in the frame.
    pub vector_slots: usize,
}

/// What the allocator needs to know of an instruction.
#[derive(Debug)]
pub struct Instruction {
    /// Its part of [`Code::operands`].
    pub operands: Range<u32>,
    /// The registers that it leaves with anything in them.
    pub clobbers: PRegSet,
    /// Whether it ends its block.
    pub end: End,
}

/// How an instruction ends its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Not at all.
    None,
    /// By going to one of the block's successors.
    Branch,
    /// By a return.
    Return,
}

/// A straight line of instructions.
#[derive(Debug)]
pub struct BasicBlock {
    /// Its part of [`Code::instructions`]; the last one ends it.
    pub instructions: InstRange,
    /// Its parameters.
    pub parameters: Vec<VReg>,
    /// Where it leads.
    pub successors: Vec<Block>,
    /// What is passed to each successor, an argument for each of its parameters.
    pub arguments: Vec<Vec<VReg>>,
    /// Where control comes from.
    pub predecessors: Vec<Block>,
}

/// Allocates registers; with `check`, each value is followed through the allocation to where it is used.
///
/// # Errors
/// What the allocator, or its checker, says of code that breaks its rules.
pub fn allocate(code: &Code, registers: &MachineEnv, check: bool) -> Result<Output, String> {
    let has_short_blocks = code.instructions.len() < SHORT_BLOCK * code.blocks.len();
    let most = if has_short_blocks { LARGE_OF_SHORT_BLOCKS } else { LARGE_FUNCTION };
    let algorithm = if code.instructions.len() > most { Algorithm::Fastalloc } else { Algorithm::Ion };
    let options = RegallocOptions { verbose_log: false, validate_ssa: check, algorithm };
    let output = regalloc2::run(code, registers, &options).map_err(|error: RegAllocError| error.to_string())?;
    if check {
        let mut checker = Checker::new(code, registers);
        checker.prepare(&output);
        checker.run().map_err(|errors| format!("{errors:?}"))?;
    }
    Ok(output)
}

impl Code {
    fn block(&self, block: Block) -> &BasicBlock {
        &self.blocks[block.index()]
    }

    fn instruction(&self, inst: Inst) -> &Instruction {
        &self.instructions[inst.index()]
    }
}

impl Function for Code {
    fn num_insts(&self) -> usize {
        self.instructions.len()
    }

    fn num_blocks(&self) -> usize {
        self.blocks.len()
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, block: Block) -> InstRange {
        self.block(block).instructions
    }

    fn block_succs(&self, block: Block) -> &[Block] {
        &self.block(block).successors
    }

    fn block_preds(&self, block: Block) -> &[Block] {
        &self.block(block).predecessors
    }

    fn block_params(&self, block: Block) -> &[VReg] {
        &self.block(block).parameters
    }

    fn is_ret(&self, inst: Inst) -> bool {
        self.instruction(inst).end == End::Return
    }

    fn is_branch(&self, inst: Inst) -> bool {
        self.instruction(inst).end == End::Branch
    }

    fn branch_blockparams(&self, block: Block, _inst: Inst, successor: usize) -> &[VReg] {
        &self.block(block).arguments[successor]
    }

    fn inst_operands(&self, inst: Inst) -> &[Operand] {
        let range = &self.instruction(inst).operands;
        &self.operands[range.start as usize..range.end as usize]
    }

    fn inst_clobbers(&self, inst: Inst) -> PRegSet {
        self.instruction(inst).clobbers
    }

    fn num_vregs(&self) -> usize {
        self.registers
    }

    /// In units of eight bytes.
    fn spillslot_size(&self, class: RegClass) -> usize {
        if class == RegClass::Float { self.vector_slots } else { 1 }
    }
}
