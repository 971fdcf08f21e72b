//! Selects instructions: gang code becomes machine code over virtual registers.
//!
//! Within a block, runs of lane-wise operations are emitted one group of lanes after the other, so that few registers
//! are taken at once; a long run is emitted operation by operation, so that the groups fill each other's latencies.
//! Constants are operands in memory, or made anew for each operation.

mod blocks;
mod calls;
mod complements;
mod composed;
mod convert;
mod divide;
mod divider;
mod halves;
mod improved_quotients;
mod improved_roots;
mod lanes;
mod lanewise;
mod masked;
mod masks;
mod memory;
mod quotients;
mod ratio_tests;
mod uniform;
mod vector_masks;
mod whole_quotients;

use super::isa::WideSet;
use super::machine::{Arg, Base, Function, Memory, Width};
use crate::constant_pool::ConstantPool;
use crate::error::JitError;
use crate::gang::ir::{Element, GangCode, GangType, Op, ValueId};
use crate::gang::joined::JoinedCalls;
use crate::module::{CodeModule, FuncId};
use crate::runtime::RuntimeFunction;
use crate::tables::CodeTables;
use complements::Complements;
use divider::ByReciprocals;
use halves::Halves;
use iced_x86::Code;
use improved_quotients::OfDivisor;
use indexmap::IndexMap;
use masks::Merged;
use quotients::Reciprocals;
use ratio_tests::RatioTests;
use regalloc2::{Operand, RegClass, VReg};
use std::collections::HashSet;

/// Slots of the frame for lane-by-lane work: a function of the run-time support has at most one operand less than
/// these.
const SCRATCH_SLOTS: usize = 8;

/// Selects the instructions of one unit.
///
/// # Errors
/// [`JitError::Codegen`] if a function of the run-time support is missing.
pub fn select(
    code: &GangCode,
    set: WideSet,
    module: &mut CodeModule,
    tables: &mut CodeTables,
    callees: &[FuncId],
) -> Result<Function, JitError> {
    let joined = JoinedCalls::compute(code);
    let runtime = runtime_functions(code, &joined, module)?;
    let uses = code.count_uses();
    let mut function = Function { set, ..Function::default() };
    let entry = function.block(false);
    let arguments_of_calls = function.slot(64);
    debug_assert_eq!(arguments_of_calls, 0);
    let slots = code.slots.iter().map(|bytes| function.slot(*bytes)).collect();
    let blocks = code.blocks.iter().map(|(_, block)| function.block(block.is_cold)).collect();
    let [context, arguments, active] = [(); 3].map(|()| function.register(RegClass::Int));
    let halves = Halves::find(code, set);
    let group = group_lanes(code, set, &halves);
    let groups = (code.lanes / group) as usize;
    let whole_quotients = whole_quotients::find(code, &uses, set);
    let ratio_tests = ratio_tests::find(code, &uses);
    let without_divider =
        whole_quotients.iter().copied().chain(ratio_tests.quotients()).chain(halves.inner()).collect();
    let by_reciprocals = divider::share(code, set, groups, &without_divider);
    let merged = masks::merge(code, &uses, set);
    let is_done_otherwise = |value: &ValueId| {
        merged.is_merged(*value)
            || halves.is_inner(*value)
            || without_divider.contains(value)
            || by_reciprocals.contains_key(value)
    };
    let under_masks = masked::find(code, &uses, set, is_done_otherwise);
    let mut selector = Selector {
        code,
        set,
        pool: &mut tables.constants,
        group,
        context,
        arguments,
        active,
        registers: vec![Vec::new(); code.values.len()],
        merged,
        under_masks,
        complements: complements::find(code, &uses, set),
        reciprocals: quotients::divisors(code, &by_reciprocals),
        of_divisor: OfDivisor::new(),
        by_reciprocals,
        ratio_tests,
        whole_quotients,
        halves,
        uses,
        is_fused: vec![false; code.values.len()],
        only_tested: None,
        blocks,
        slots,
        statuses: code.sites.iter().map(|site| tables.sites.status(site.clone())).collect(),
        first_counter: tables.counters.len(),
        callees,
        runtime,
        joined,
        scratch: [None; SCRATCH_SLOTS],
        idle: None,
        function,
    };
    selector.all_blocks(entry);
    Ok(selector.function)
}

/// The functions of the run-time support that the code calls.
fn runtime_functions(
    code: &GangCode,
    joined: &JoinedCalls,
    module: &mut CodeModule,
) -> Result<IndexMap<RuntimeFunction, FuncId>, JitError> {
    let mut functions = IndexMap::new();
    for block in code.reverse_postorder() {
        for value in &code.blocks[block].ops {
            let wanted = match &code.values[*value].op {
                Op::Runtime { function, mask, .. } => joined.callee(*value, *function, *mask),
                Op::Clear { .. } => RuntimeFunction::Clear,
                _ => continue,
            };
            functions.insert(wanted, module.runtime_function(wanted)?);
        }
    }
    Ok(functions)
}

/// Lanes of a group.
fn group_lanes(code: &GangCode, set: WideSet, halves: &Halves) -> u32 {
    let order = code.reverse_postorder();
    let blocks = order.iter().map(|block| &code.blocks[*block]);
    let mut values = blocks.flat_map(|block| block.parameters.iter().chain(&block.ops));
    if halves.is_empty() && values.any(|value| halves::is_wide(code, *value)) {
        set.bytes() / 8
    } else {
        code.lanes.min(set.bytes() / 4)
    }
}

/// The state of selecting for one unit.
struct Selector<'a> {
    code: &'a GangCode,
    set: WideSet,
    pool: &'a mut ConstantPool,
    /// Lanes of a group.
    group: u32,
    context: VReg,
    arguments: VReg,
    active: VReg,
    /// For each value its registers: one for a uniform value and for a splat, none for a constant.
    registers: Vec<Vec<VReg>>,
    /// The comparisons that are done under the masks that their results are combined with.
    merged: Merged,
    /// The operations that are done under the masks of the blends of their results.
    under_masks: HashSet<ValueId>,
    /// The masks whose registers hold their complements.
    complements: Complements,
    /// The quotients and square roots that are computed by reciprocals.
    by_reciprocals: ByReciprocals,
    /// The reciprocals of what all lanes have in common.
    reciprocals: Reciprocals,
    /// Those of which each lane has its own, in the current block.
    of_divisor: OfDivisor,
    /// The quotients that are only compared.
    ratio_tests: RatioTests,
    /// The divisions of integers as reals.
    whole_quotients: HashSet<ValueId>,
    /// Those that are computed half by half of a group.
    halves: Halves,
    /// How often each value is used.
    uses: Vec<u32>,
    /// The conditions that are computed where their block ends.
    is_fused: Vec<bool>,
    /// The mask of the current block of which only that is asked whether any lane is set.
    only_tested: Option<ValueId>,
    blocks: Vec<usize>,
    slots: Vec<i32>,
    statuses: Vec<u32>,
    /// The number of the unit's first counter.
    first_counter: usize,
    callees: &'a [FuncId],
    runtime: IndexMap<RuntimeFunction, FuncId>,
    joined: JoinedCalls,
    scratch: [Option<i32>; SCRATCH_SLOTS],
    /// Where idle lanes store in the current block, counted from a base.
    idle: Option<(Base, VReg)>,
    function: Function,
}

impl Selector<'_> {
    fn ty(&self, value: ValueId) -> GangType {
        self.code.ty(value)
    }

    /// Number of groups of lanes.
    fn groups(&self) -> usize {
        (self.code.lanes / self.group) as usize
    }

    /// How much of a register a group of a varying value takes.
    fn width(&self, element: Element) -> Width {
        match self.lane_bytes(element) * self.group {
            _ if element.is_mask() && self.set.has_mask_registers() => Width::K,
            0..=16 => Width::X,
            17..=32 => Width::Y,
            _ => Width::Z,
        }
    }

    /// Bytes of a lane in a register. Where no values of 64 bits vary, all masks that are vectors have 32.
    fn lane_bytes(&self, element: Element) -> u32 {
        element.size().min(self.set.bytes() / self.group)
    }

    /// Bytes of a group of elements in memory.
    fn group_bytes(&self, element: Element) -> i32 {
        (self.group * element.size()) as i32
    }

    /// The register of an operand for a group; of a constant a new one, of a uniform value that one.
    fn register(&mut self, value: ValueId, group: usize) -> VReg {
        let register = self.held_register(value, group);
        match self.complements.has(value) {
            true => self.complement(register, self.width(self.ty(value).element)),
            false => register,
        }
    }

    /// The same, where it may hold the complement.
    fn held_register(&mut self, value: ValueId, group: usize) -> VReg {
        match self.code.values[value].op {
            Op::Constant(bits) => return self.constant(self.code.ty(value), bits),
            Op::Undefined => return self.function.undefined(),
            _ => {}
        }
        let registers = &self.registers[value.index()];
        match registers.get(group).or(registers.last()) {
            Some(register) => *register,
            // The verifier of gang code makes sure that a value is defined before it is used.
            None => self.constant(self.code.ty(value), 0),
        }
    }

    /// The register of a uniform operand.
    fn scalar(&mut self, value: ValueId) -> VReg {
        self.register(value, 0)
    }

    /// An operand that may be in memory: a constant is broadcast from there, or is there for all lanes.
    fn source(&mut self, value: ValueId, group: usize) -> Arg {
        let element = self.ty(value).element;
        match self.code.constant(value) {
            Some(bits) if !element.is_mask() => self.broadcast_constant(bits, element.size()),
            _ => {
                let width = self.width(element);
                Arg::Reg(self.register(value, group), width)
            }
        }
    }

    /// A constant of this size as an operand that is broadcast.
    fn broadcast_constant(&mut self, bits: u64, size: u32) -> Arg {
        let bytes = &bits.to_le_bytes()[..size as usize];
        let is_broadcast = self.set.has_mask_registers();
        let place = match is_broadcast {
            true => self.function.constants.place(bytes),
            false => self.function.constants.place(&bytes.repeat((self.set.bytes() / size) as usize)),
        };
        Arg::Mem(Memory::constant(place, is_broadcast))
    }

    /// A constant in all lanes of a group, or a scalar one.
    fn constant(&mut self, ty: GangType, bits: u64) -> VReg {
        if !ty.is_varying() {
            return self.scalar_constant(ty.element, bits);
        }
        match ty.element {
            element if element.is_mask() => self.mask_constant(bits != 0),
            element => self.vector_constant(element, bits),
        }
    }

    /// A register that is zero in all bits.
    fn zero(&mut self) -> VReg {
        self.of_itself(Code::EVEX_Vpxord_xmm_k1z_xmm_xmmm128b32, Width::X)
    }

    /// The result of an instruction on a register and itself that does not depend on what is in it.
    fn of_itself(&mut self, code: Code, width: Width) -> VReg {
        let result = self.function.register(width.class());
        let asm = super::machine::Asm::new(code, &[Arg::Reg(result, width); 3]);
        self.function.push(&[asm], &[Operand::reg_def(result)], false, super::machine::End::None);
        result
    }

    /// A slot of the frame that holds a varying value, for lane-by-lane work.
    fn scratch(&mut self, index: usize) -> i32 {
        let bytes = self.code.lanes * 8;
        match self.scratch[index] {
            Some(slot) => slot,
            None => *self.scratch[index].insert(self.function.slot(bytes)),
        }
    }
}
