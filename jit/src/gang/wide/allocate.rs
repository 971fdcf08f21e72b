//! Allocation of registers ([`forlane_registers`]): what the allocator is told of machine code.
//!
//! Its class `Int` has the general registers, `Float` the vector registers, `Vector` the mask registers, if there are
//! some, but for the first one, which as a mask means that there is none.

use super::isa::WideSet;
use super::machine::{Function, Inst, general};
use forlane_registers::{BasicBlock, Code, Instruction};
use regalloc2::{
    Block, Inst as InstIndex, InstRange, MachineEnv, OperandConstraint, OperandKind, Output, PReg, PRegSet, RegClass,
};

/// The general registers that a call keeps: rbx and r12 to r15. The frame pointer, which it keeps too, is not
/// allocated.
pub const KEPT_BY_CALLS: [usize; 5] = [3, 12, 13, 14, 15];
/// The general registers that it does not keep; nor does it keep vector and mask registers.
const LOST_BY_CALLS: [usize; 9] = [0, 1, 2, 6, 7, 8, 9, 10, 11];

/// A function, blocks in the order in which they were begun, with its allocation.
pub struct Allocated {
    /// Where everything is.
    pub output: Output,
    /// What it was allocated for; it gives the instructions of each block.
    pub client: Client,
}

/// A function and what the allocator sees of it.
pub struct Client {
    /// What the allocator sees, block for block and instruction for instruction.
    pub code: Code,
    insts: Vec<Inst>,
    is_cold: Vec<bool>,
    places: Vec<usize>,
}

/// Allocates registers.
///
/// # Errors
/// What the allocator, or in debug builds its checker, says of a function that breaks its rules.
pub fn allocate(function: &Function) -> Result<Allocated, String> {
    let client = Client::new(function);
    let output = forlane_registers::allocate(&client.code, &environment(function.set), cfg!(debug_assertions))?;
    Ok(Allocated { output, client })
}

impl Client {
    /// The allocator takes the blocks from the target of a jump back to the jump for a loop, and what is in loops for
    /// the most frequent. So it must not see the blocks in their final order, in which rare ones jump back from the
    /// end.
    fn new(function: &Function) -> Client {
        let order = &function.order;
        let mut place = vec![None; function.blocks.len()];
        order.iter().enumerate().for_each(|(index, block)| place[*block] = Some(Block::new(index)));
        let mut code = Code {
            operands: function.operands.clone(),
            registers: function.registers,
            vector_slots: function.set.bytes() as usize / 8,
            ..Code::default()
        };
        let (mut insts, mut is_cold) = (Vec::new(), Vec::with_capacity(order.len()));
        let mut predecessors = vec![Vec::new(); order.len()];
        for (index, block) in order.iter().enumerate() {
            let data = &function.blocks[*block];
            let first = InstIndex::new(insts.len());
            let clobbers = |inst| if data.is_cold { PRegSet::empty() } else { clobbers(function, inst) };
            code.instructions.extend(data.insts.iter().map(|inst| Instruction {
                operands: inst.operands.clone(),
                clobbers: clobbers(inst),
                end: inst.end.of_allocator(),
            }));
            insts.extend_from_slice(&data.insts);
            is_cold.push(data.is_cold);
            // All successors were begun: a target's block, or one that its origin began.
            let successors: Vec<Block> = data.successors.iter().filter_map(|arc| place[arc.block]).collect();
            successors.iter().for_each(|to| predecessors[to.index()].push(Block::new(index)));
            code.blocks.push(BasicBlock {
                instructions: InstRange::new(first, InstIndex::new(insts.len())),
                parameters: data.parameters.clone(),
                successors,
                arguments: data.successors.iter().map(|arc| arc.arguments.clone()).collect(),
                predecessors: Vec::new(),
            });
        }
        code.blocks.iter_mut().zip(predecessors).for_each(|(block, predecessors)| block.predecessors = predecessors);
        let mut client = Client { code, insts, is_cold, places: vec![0; order.len()] };
        for (place, block) in client.final_order().into_iter().enumerate() {
            client.places[block] = place;
        }
        client
    }

    /// The blocks as they follow each other in the code: those that are rarely reached last.
    pub fn final_order(&self) -> Vec<usize> {
        let (cold, warm): (Vec<usize>, Vec<usize>) =
            (0..self.blocks()).partition(|block| *block > 0 && self.is_cold[*block]);
        warm.into_iter().chain(cold).collect()
    }

    /// The place of a block in the final order.
    pub fn place(&self, block: usize) -> usize {
        self.places[block]
    }

    /// The instruction of a number.
    pub fn inst(&self, inst: InstIndex) -> &Inst {
        &self.insts[inst.index()]
    }

    /// The blocks that a block leads to.
    pub fn successors(&self, block: usize) -> &[Block] {
        &self.code.blocks[block].successors
    }

    /// Whether a block is rarely reached: calls in it keep all registers, so that nothing has to be in memory for them
    /// on the usual way.
    pub fn is_cold(&self, block: usize) -> bool {
        self.is_cold[block]
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.code.blocks.len()
    }
}

/// The registers that an instruction leaves with anything in them, unless its block is cold.
fn clobbers(function: &Function, inst: &Inst) -> PRegSet {
    let mut set = PRegSet::empty();
    if !inst.is_call {
        return set;
    }
    set.union_from(lost_by_calls(function.set));
    for operand in &function.operands[inst.operands.start as usize..inst.operands.end as usize] {
        if let (OperandKind::Def, OperandConstraint::FixedReg(register)) = (operand.kind(), operand.constraint()) {
            set.remove(register);
        }
    }
    set
}

fn vector_registers(set: WideSet) -> impl Iterator<Item = PReg> {
    (0..set.registers().min(most_vector_registers())).map(|number| PReg::new(number, RegClass::Float))
}

/// The vector registers that tests allow to be used: in their builds `FORLANE_REGISTERS` says how many. With few of
/// them more values are in the frame.
#[cfg(any(debug_assertions, feature = "guard"))]
fn most_vector_registers() -> usize {
    static MOST: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *MOST.get_or_init(|| match std::env::var_os("FORLANE_REGISTERS") {
        None => usize::MAX,
        Some(value) => match value.to_str().and_then(|value| value.parse().ok()) {
            Some(most @ 8..=32) => most,
            _ => panic!("FORLANE_REGISTERS is a number from 8 to 32, not {value:?}"),
        },
    })
}

#[cfg(not(any(debug_assertions, feature = "guard")))]
fn most_vector_registers() -> usize {
    usize::MAX
}

fn mask_registers(set: WideSet) -> impl Iterator<Item = PReg> {
    let numbers = if set.has_mask_registers() { 1..8 } else { 0..0 };
    numbers.map(|number| PReg::new(number, RegClass::Vector))
}

/// The registers that a call does not keep.
pub fn lost_by_calls(set: WideSet) -> PRegSet {
    LOST_BY_CALLS.into_iter().map(general).chain(vector_registers(set)).chain(mask_registers(set)).collect()
}

fn environment(set: WideSet) -> MachineEnv {
    MachineEnv {
        preferred_regs_by_class: [
            LOST_BY_CALLS.into_iter().map(general).collect(),
            vector_registers(set).collect(),
            mask_registers(set).collect(),
        ],
        non_preferred_regs_by_class: [
            KEPT_BY_CALLS.into_iter().map(general).collect(),
            PRegSet::empty(),
            PRegSet::empty(),
        ],
        scratch_by_class: [None; 3],
        fixed_stack_slots: Vec::new(),
    }
}
