//! Allocation of registers, by regalloc2, which Cranelift uses too.
//!
//! Its class `Int` has the general registers, `Float` the vector registers, `Vector` the mask registers, if there are
//! some, but for the first one, which as a mask means that there is none.

use super::isa::WideSet;
use super::machine::{End, Function, Inst, general};
use regalloc2::{
    Algorithm, Block, Inst as InstIndex, InstRange, MachineEnv, Operand, OperandConstraint, OperandKind, Output, PReg,
    PRegSet, RegAllocError, RegClass, RegallocOptions, VReg, checker,
};

/// From this number of instructions on, registers are allocated in one pass, with code that is about half as fast: the
/// time of the better allocator grows much faster than the function, above all where blocks are long.
const LARGE_FUNCTION: usize = 12_000;
/// From this number on, where blocks have fewer than [`SHORT_BLOCK`] instructions each.
const LARGE_OF_SHORT_BLOCKS: usize = 24_000;
const SHORT_BLOCK: usize = 32;

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

/// A function as the allocator sees it.
pub struct Client {
    set: WideSet,
    insts: Vec<(Inst, PRegSet)>,
    operands: Vec<Operand>,
    ranges: Vec<InstRange>,
    parameters: Vec<Vec<VReg>>,
    arguments: Vec<Vec<Vec<VReg>>>,
    successors: Vec<Vec<Block>>,
    predecessors: Vec<Vec<Block>>,
    is_cold: Vec<bool>,
    places: Vec<usize>,
    registers: usize,
}

/// Allocates registers.
///
/// # Errors
/// What the allocator, or in debug builds its checker, says of a function that breaks its rules.
pub fn allocate(function: &Function) -> Result<Allocated, String> {
    let client = Client::new(function);
    let env = environment(function.set);
    let has_short_blocks = client.insts.len() < SHORT_BLOCK * client.blocks();
    let most = if has_short_blocks { LARGE_OF_SHORT_BLOCKS } else { LARGE_FUNCTION };
    let algorithm = if client.insts.len() > most { Algorithm::Fastalloc } else { Algorithm::Ion };
    let options = RegallocOptions { verbose_log: false, validate_ssa: cfg!(debug_assertions), algorithm };
    let output = regalloc2::run(&client, &env, &options).map_err(|error: RegAllocError| error.to_string())?;
    if cfg!(debug_assertions) {
        let mut checker = checker::Checker::new(&client, &env);
        checker.prepare(&output);
        checker.run().map_err(|errors| format!("{errors:?}"))?;
    }
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
        let mut client = Client {
            set: function.set,
            insts: Vec::new(),
            operands: function.operands.clone(),
            ranges: Vec::with_capacity(order.len()),
            parameters: Vec::with_capacity(order.len()),
            arguments: Vec::with_capacity(order.len()),
            successors: Vec::with_capacity(order.len()),
            predecessors: vec![Vec::new(); order.len()],
            is_cold: Vec::with_capacity(order.len()),
            places: vec![0; order.len()],
            registers: function.registers,
        };
        for (index, block) in order.iter().enumerate() {
            let data = &function.blocks[*block];
            let first = InstIndex::new(client.insts.len());
            let lost = |inst| if data.is_cold { PRegSet::empty() } else { clobbers(function, inst) };
            client.insts.extend(data.insts.iter().map(|inst| (inst.clone(), lost(inst))));
            client.is_cold.push(data.is_cold);
            client.ranges.push(InstRange::new(first, InstIndex::new(client.insts.len())));
            client.parameters.push(data.parameters.clone());
            client.arguments.push(data.successors.iter().map(|arc| arc.arguments.clone()).collect());
            // All successors were begun: a target's block, or one that its origin began.
            let successors: Vec<Block> = data.successors.iter().filter_map(|arc| place[arc.block]).collect();
            successors.iter().for_each(|to| client.predecessors[to.index()].push(Block::new(index)));
            client.successors.push(successors);
        }
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
        &self.insts[inst.index()].0
    }

    /// The blocks that a block leads to.
    pub fn successors(&self, block: usize) -> &[Block] {
        &self.successors[block]
    }

    /// Whether a block is rarely reached: calls in it keep all registers, so that nothing has to be in memory for them
    /// on the usual way.
    pub fn is_cold(&self, block: usize) -> bool {
        self.is_cold[block]
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.ranges.len()
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

impl regalloc2::Function for Client {
    fn num_insts(&self) -> usize {
        self.insts.len()
    }

    fn num_blocks(&self) -> usize {
        self.ranges.len()
    }

    fn entry_block(&self) -> Block {
        Block::new(0)
    }

    fn block_insns(&self, block: Block) -> InstRange {
        self.ranges[block.index()]
    }

    fn block_succs(&self, block: Block) -> &[Block] {
        &self.successors[block.index()]
    }

    fn block_preds(&self, block: Block) -> &[Block] {
        &self.predecessors[block.index()]
    }

    fn block_params(&self, block: Block) -> &[VReg] {
        &self.parameters[block.index()]
    }

    fn is_ret(&self, inst: InstIndex) -> bool {
        self.inst(inst).end == End::Return
    }

    fn is_branch(&self, inst: InstIndex) -> bool {
        matches!(self.inst(inst).end, End::Jump | End::Branch(_))
    }

    fn branch_blockparams(&self, block: Block, _inst: InstIndex, successor: usize) -> &[VReg] {
        &self.arguments[block.index()][successor]
    }

    fn inst_operands(&self, inst: InstIndex) -> &[Operand] {
        let range = &self.inst(inst).operands;
        &self.operands[range.start as usize..range.end as usize]
    }

    fn inst_clobbers(&self, inst: InstIndex) -> PRegSet {
        self.insts[inst.index()].1
    }

    fn num_vregs(&self) -> usize {
        self.registers
    }

    /// In units of eight bytes.
    fn spillslot_size(&self, class: RegClass) -> usize {
        if class == RegClass::Float { self.set.bytes() as usize / 8 } else { 1 }
    }
}
