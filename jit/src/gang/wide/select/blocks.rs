//! Blocks, their order of emission, and what ends them.

use super::Selector;
use crate::gang::ir::{BinaryOp, Block, BlockId, Element, GangType, Op, Target, Terminator, ValueId};
use crate::gang::order::{Order, order_of};
use crate::gang::wide::machine::{Arc, Arg, Asm, End, Width, general, numbers};
use iced_x86::Code;
use regalloc2::{Operand, VReg};
use std::collections::HashMap;

/// Runs of more operations than this are emitted operation by operation, all groups of lanes side by side, so that the
/// groups fill each other's latencies. Shorter ones are emitted group by group: the processor itself looks ahead as
/// far.
const LONG_RUN: usize = 32;

impl Selector<'_> {
    /// Emits all blocks, after the entry.
    pub(super) fn all_blocks(&mut self, entry: usize) {
        let order = self.code.reverse_postorder();
        for block in &order {
            for parameter in &self.code.blocks[*block].parameters {
                let ty = self.ty(*parameter);
                let (count, width) = match ty.is_varying() {
                    true => (self.groups(), self.width(ty.element)),
                    false => (1, scalar_width(ty.element)),
                };
                let registers: Vec<VReg> = (0..count).map(|_| self.function.register(width.class())).collect();
                self.function.blocks[self.blocks[block.index()]].parameters.extend(&registers);
                self.registers[parameter.index()] = registers;
            }
        }
        self.function.begin(entry);
        let given = [
            Operand::reg_fixed_def(self.context, general(numbers::RDI)),
            Operand::reg_fixed_def(self.arguments, general(numbers::RSI)),
            Operand::reg_fixed_def(self.active, general(numbers::RDX)),
        ];
        self.function.push(&[], &given, false, End::None);
        self.function.jump(self.blocks[self.code.entry.index()], Vec::new());
        for block in order {
            self.block(block);
        }
    }

    fn block(&mut self, block: BlockId) {
        let code = self.code;
        let data = &code.blocks[block];
        self.function.begin(self.blocks[block.index()]);
        if let Terminator::Branch { condition, .. } = data.terminator
            && self.uses[condition.index()] == 1
            && data.ops.contains(&condition)
        {
            self.is_fused[condition.index()] = self.can_fuse(condition);
        }
        self.only_tested = self.only_tested(data);
        self.idle = None;
        self.of_divisor.clear();
        let mut run = Vec::new();
        for value in &data.ops {
            match order_of(code, *value) {
                Order::Constant => {}
                _ if self.is_fused[value.index()] || self.merged.is_merged(*value) => {}
                _ if self.under_masks.contains(value) => {}
                _ if self.ratio_tests.is_passed_by(*value) || self.halves.is_inner(*value) => {}
                Order::Uniform => {
                    self.function.line = code.line(*value);
                    self.uniform(*value);
                }
                Order::LaneWise => run.push(*value),
                Order::Barrier => {
                    self.run(&std::mem::take(&mut run));
                    self.function.line = code.line(*value);
                    self.barrier(*value);
                }
            }
        }
        self.run(&run);
        self.terminator(block, &data.terminator);
    }

    /// Whether a condition can be computed where its block ends.
    fn can_fuse(&self, condition: ValueId) -> bool {
        match self.code.values[condition].op {
            Op::Any(_) | Op::Outside(..) => true,
            Op::Compare(_, left, _) => !self.ty(left).element.is_real(),
            _ => false,
        }
    }

    /// The mask of which it is only tested at the end of the block whether any lane is set: its groups are joined as
    /// they are made, in one of the few mask registers.
    fn only_tested(&self, block: &Block) -> Option<ValueId> {
        let Terminator::Branch { condition, .. } = block.terminator else { return None };
        let Op::Any(mask) = self.code.values[condition].op else { return None };
        let is_alone = self.is_fused[condition.index()] && self.uses[mask.index()] == 1;
        (is_alone && self.set.has_mask_registers()).then_some(mask)
    }

    /// Emits a run of lane-wise operations.
    fn run(&mut self, run: &[ValueId]) {
        let groups = self.groups();
        let steps: Vec<(ValueId, usize)> = match run.len() > LONG_RUN {
            true => run.iter().flat_map(|value| (0..groups).map(move |group| (*value, group))).collect(),
            false => (0..groups).flat_map(|group| run.iter().map(move |value| (*value, group))).collect(),
        };
        for (value, group) in steps {
            self.function.line = self.code.line(value);
            if let Some(mut register) = self.lane_wise(value, group) {
                if let Some(before) = self.registers[value.index()].first().copied()
                    && self.only_tested == Some(value)
                {
                    register = self.combine_masks(BinaryOp::Or, before, register);
                    self.registers[value.index()].fill(register);
                }
                self.registers[value.index()].push(register);
            }
        }
    }

    fn terminator(&mut self, block: BlockId, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(target) => self.jump(target),
            Terminator::Branch { condition, then, otherwise } => self.branch(block, *condition, then, otherwise),
            Terminator::Switch { selector, cases, default } => self.switch(*selector, cases, default),
            Terminator::Return(bits) => {
                let bits = self.scalar(*bits);
                self.return_lanes(bits);
            }
            Terminator::Unreachable => {
                // What only a lane could reach that is nowhere.
                let nobody = self.scalar_constant(Element::I64, 0);
                self.return_lanes(nobody);
            }
        }
    }

    fn return_lanes(&mut self, bits: VReg) {
        let result = Operand::reg_fixed_use(bits, general(numbers::RAX));
        self.function.push(&[], &[result], false, End::Return);
    }

    /// Jumps to a target: each parameter takes as many arguments as it has registers. A constant is in one register.
    fn jump(&mut self, target: &Target) {
        let mut arguments = Vec::new();
        let mut constants: HashMap<(GangType, u64), VReg> = HashMap::new();
        for argument in &target.arguments {
            let ty = self.ty(*argument);
            let count = if ty.is_varying() { self.groups() } else { 1 };
            match self.code.constant(*argument) {
                Some(bits) => {
                    let register = *constants.entry((ty, bits)).or_insert_with(|| self.register(*argument, 0));
                    arguments.extend((0..count).map(|_| register));
                }
                None => arguments.extend((0..count).map(|group| self.register(*argument, group))),
            }
        }
        self.function.jump(self.blocks[target.block.index()], arguments);
    }

    /// Branches. The constants that a target takes are made on the way to it, where nothing else waits for them: those
    /// that a loop is left with, in each of its iterations otherwise. In a loop of one block the first lanes that go on
    /// decide, without a look at the others.
    fn branch(&mut self, block: BlockId, condition: ValueId, then: &Target, otherwise: &Target) {
        let blocks = [then, otherwise].map(|target| self.blocks[target.block.index()]);
        let (parts, jump) = match self.code.values[condition].op {
            Op::Any(mask) if self.is_fused[condition.index()] => {
                let mut tests = self.tests_any(mask, then.block == block);
                let last = tests.pop();
                for test in tests {
                    let [way, next] = self.function.fork(&[test], Code::Jne_rel32_64, blocks);
                    self.function.begin(way);
                    self.jump(then);
                    self.function.begin(next);
                }
                (last.into_iter().collect(), Code::Jne_rel32_64)
            }
            Op::Compare(relation, left, right) if self.is_fused[condition.index()] => {
                let (compare, jump, _) = self.compare_integers(relation, left, right);
                (vec![compare], jump)
            }
            Op::Outside(index, length) if self.is_fused[condition.index()] => {
                (vec![self.compare_registers(index, length)], Code::Jae_rel32_64)
            }
            _ => {
                let condition = Arg::Reg(self.scalar(condition), Width::R32);
                (vec![Asm::new(Code::Test_rm32_r32, &[condition, condition])], Code::Jne_rel32_64)
            }
        };
        for (way, target) in self.function.fork(&parts, jump, blocks).into_iter().zip([then, otherwise]) {
            self.function.begin(way);
            self.jump(target);
        }
    }

    /// A switch: a search by halves among the sorted values.
    fn switch(&mut self, selector: ValueId, cases: &[(Vec<i64>, Target)], default: &Target) {
        let is_narrow = self.ty(selector).element == Element::I32;
        let mut values: Vec<(i64, usize)> = Vec::new();
        for (way, (of_case, _)) in cases.iter().enumerate() {
            values
                .extend(of_case.iter().filter(|value| !is_narrow || i32::try_from(**value).is_ok()).map(|v| (*v, way)));
        }
        // The first case of a value counts.
        values.sort_by_key(|(value, way)| (*value, *way));
        values.dedup_by_key(|(value, _)| *value);
        let width = if is_narrow { Width::R32 } else { Width::R64 };
        let selector = self.scalar(selector);
        let ways: Vec<usize> = cases.iter().map(|_| self.new_block()).collect();
        let otherwise = self.new_block();
        let mut parts = vec![(self.function.current, &values[..])];
        while let Some((block, values)) = parts.pop() {
            if self.function.current != block {
                self.function.begin(block);
            }
            self.search((selector, width), values, &ways, otherwise, &mut parts);
        }
        for (way, target) in ways.into_iter().zip(cases.iter().map(|(_, target)| target)).chain([(otherwise, default)])
        {
            self.function.begin(way);
            self.jump(target);
        }
    }

    /// One step of the search: the middle value, and what is left of it and right of it.
    fn search<'v>(
        &mut self,
        (selector, width): (VReg, Width),
        values: &'v [(i64, usize)],
        ways: &[usize],
        otherwise: usize,
        parts: &mut Vec<(usize, &'v [(i64, usize)])>,
    ) {
        let to = |block| Arc { block, arguments: Vec::new() };
        let middle = values.len() / 2;
        let Some((value, way)) = values.get(middle).copied() else {
            return self.function.jump(otherwise, Vec::new());
        };
        let compare = self.compare_with(selector, width, value);
        if values.len() == 1 {
            return self.function.branch(&[compare], Code::Je_rel32_64, to(ways[way]), to(otherwise));
        }
        let unequal = self.new_block();
        self.function.branch(std::slice::from_ref(&compare), Code::Je_rel32_64, to(ways[way]), to(unequal));
        self.function.begin(unequal);
        let (less, greater) = (self.new_block(), self.new_block());
        self.function.branch(&[compare], Code::Jl_rel32_64, to(less), to(greater));
        parts.push((greater, &values[middle + 1..]));
        parts.push((less, &values[..middle]));
    }

    /// The comparison of a general register with a number.
    pub(super) fn compare_with(&mut self, register: VReg, width: Width, value: i64) -> Asm {
        let left = Arg::Reg(register, width);
        match (width, i32::try_from(value)) {
            (Width::R32, Ok(value)) => Asm::new(Code::Cmp_rm32_imm32, &[left, Arg::Imm32(value)]),
            (_, Ok(value)) => Asm::new(Code::Cmp_rm64_imm32, &[left, Arg::Imm32To64(value)]),
            (_, Err(_)) => {
                let value = self.scalar_constant(Element::I64, value as u64);
                Asm::new(Code::Cmp_r64_rm64, &[left, Arg::Reg(value, Width::R64)])
            }
        }
    }

    /// A new block, as rarely reached as the present one.
    pub(super) fn new_block(&mut self) -> usize {
        let is_cold = self.function.blocks[self.function.current].is_cold;
        self.function.block(is_cold)
    }
}

/// How much of a register a uniform value takes.
pub(super) fn scalar_width(element: Element) -> Width {
    match element {
        Element::F64 | Element::F32 => Width::X,
        Element::I64 | Element::Mask64 => Width::R64,
        _ => Width::R32,
    }
}
