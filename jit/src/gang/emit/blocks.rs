//! Blocks, their order of emission, and what ends them.

use super::schedule::{MOST_OPERATIONS, schedule};
use super::{Emitter, lanes_per_register, scalar_type, vector_type};
use crate::gang::ir::{BlockId, Element, Target, Terminator, ValueId};
use crate::gang::order::{Order, order_of};
use crate::lines;
use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder};
use cranelift_codegen::packed_option::ReservedValue;
use cranelift_frontend::Switch;

/// Runs of more operations than this are emitted two registers at a time, to fill the latencies of long chains.
const LONG_RUN: usize = 16;
/// Runs of more operations than this are scheduled: before the first lanes come to their end, the processor would be
/// full of instructions that wait.
const SCHEDULED_RUN: usize = 32;

impl Emitter<'_> {
    /// Emits all blocks, the first one after the prologue.
    pub(super) fn all_blocks(&mut self) {
        let order = self.code.reverse_postorder();
        for block in &order {
            for parameter in &self.code.blocks[*block].parameters {
                let ty = self.ty(*parameter);
                let clif = self.blocks[block.index()];
                let (count, of) = if ty.is_varying() {
                    (self.count(ty.element), vector_type(ty.element))
                } else {
                    (1, scalar_type(ty.element))
                };
                let registers = (0..count).map(|_| self.builder.append_block_param(clif, of)).collect();
                self.registers[parameter.index()] = registers;
            }
        }
        let first = self.blocks[self.code.entry.index()];
        self.builder.ins().jump(first, &[]);
        for block in order {
            self.block(block);
        }
    }

    fn block(&mut self, block: BlockId) {
        let code = self.code;
        let data = &code.blocks[block];
        let clif = self.blocks[block.index()];
        self.is_cold = data.is_cold;
        if data.is_cold {
            self.builder.set_cold_block(clif);
        }
        self.builder.switch_to_block(clif);
        let mut run = Vec::new();
        for value in &data.ops {
            match order_of(self.code, *value) {
                Order::Constant => {}
                Order::Uniform => {
                    self.go_to(*value);
                    self.uniform(*value);
                }
                Order::LaneWise => run.push(*value),
                Order::Barrier => {
                    self.emit_run(&std::mem::take(&mut run));
                    self.go_to(*value);
                    self.barrier(*value);
                }
            }
        }
        self.emit_run(&run);
        self.terminator(&data.terminator);
        for value in data.ops.iter().filter(|value| self.reloaded[value.index()]) {
            self.registers[value.index()].clear();
        }
    }

    /// Emits a run of lane-wise operations: a short one group of lanes after the other, a long one as it is scheduled.
    fn emit_run(&mut self, run: &[ValueId]) {
        let is_narrow = run.iter().any(|value| self.touches_narrow(*value));
        let is_long = run.len() > LONG_RUN;
        let lanes = if is_narrow || is_long { 4 } else { 2 }.min(self.lanes);
        let groups = self.lanes / lanes;
        for value in run {
            let count = self.count(self.ty(*value).element);
            self.registers[value.index()] = vec![ir::Value::reserved_value(); count];
        }
        for part in run.chunks(MOST_OPERATIONS) {
            let steps = match run.len() > SCHEDULED_RUN && groups > 1 {
                true => schedule(self.code, &self.uses, part, lanes, groups as usize),
                false => (0..groups as usize).flat_map(|group| part.iter().map(move |value| (*value, group))).collect(),
            };
            for (value, group) in steps {
                self.go_to(value);
                self.lane_wise(value, group as u32 * lanes, lanes);
            }
        }
    }

    /// What is emitted from here on is of the line of that operation.
    fn go_to(&mut self, value: ValueId) {
        self.builder.set_srcloc(lines::location(self.code.line(value)));
    }

    /// Whether an operation has to do with elements of which four share a register.
    fn touches_narrow(&self, value: ValueId) -> bool {
        let is_narrow = |value: ValueId| {
            let ty = self.ty(value);
            ty.is_varying() && ty.element.size() == 4
        };
        let mut found = is_narrow(value);
        self.code.values[value].op.for_each_operand(&mut |operand| found |= is_narrow(operand));
        found
    }

    /// The registers that hold a group of lanes.
    pub(super) fn group(&self, element: Element, first: u32, lanes: u32) -> std::ops::Range<usize> {
        let each = lanes_per_register(element);
        let begin = first / each;
        begin as usize..(begin + (lanes / each).max(1)) as usize
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(target) => self.jump(target),
            Terminator::Branch { condition, then, otherwise } => {
                let targets = [then, otherwise];
                let ways = targets.map(|target| self.has_constants(target).then(|| self.new_block()));
                let [(then, then_arguments), (otherwise, other_arguments)] = [0, 1].map(|way| match ways[way] {
                    Some(block) => (block, Vec::new()),
                    None => self.target(targets[way]),
                });
                let condition = self.scalar(*condition);
                self.builder.ins().brif(condition, then, &then_arguments, otherwise, &other_arguments);
                for (way, target) in ways.into_iter().zip(targets) {
                    if let Some(way) = way {
                        if self.code.blocks[target.block].is_cold {
                            self.builder.set_cold_block(way);
                        }
                        self.builder.switch_to_block(way);
                        self.jump(target);
                    }
                }
            }
            Terminator::Switch { selector, cases, default } => self.switch(*selector, cases, default),
            Terminator::Return(bits) => {
                let bits = self.scalar(*bits);
                self.builder.ins().return_(&[bits]);
            }
            Terminator::Unreachable => {
                // What only a lane could reach that is nowhere.
                let nobody = self.builder.ins().iconst(ir::types::I64, 0);
                self.builder.ins().return_(&[nobody]);
            }
        }
    }

    fn jump(&mut self, target: &Target) {
        let (block, arguments) = self.target(target);
        self.builder.ins().jump(block, &arguments);
    }

    /// Whether a target takes constants. These are made on the way to it, where nothing else waits for them: those that
    /// a loop is left with, in each of its iterations otherwise.
    fn has_constants(&self, target: &Target) -> bool {
        target.arguments.iter().any(|argument| self.code.constant(*argument).is_some())
    }

    /// A target as CLIF: each parameter takes as many arguments as it has registers.
    fn target(&mut self, target: &Target) -> (ir::Block, Vec<BlockArg>) {
        let mut arguments = Vec::new();
        for argument in &target.arguments {
            let ty = self.ty(*argument);
            let count = if ty.is_varying() { self.count(ty.element) } else { 1 };
            for index in 0..count {
                arguments.push(BlockArg::Value(self.register(*argument, index)));
            }
        }
        (self.blocks[target.block.index()], arguments)
    }

    fn switch(&mut self, selector: ValueId, cases: &[(Vec<i64>, Target)], default: &Target) {
        let is_narrow = self.ty(selector).element == Element::I32;
        let selector = self.scalar(selector);
        let mut switch = Switch::new();
        let mut ways = Vec::new();
        for (values, target) in cases {
            let way = self.new_block();
            ways.push((way, target));
            for value in values {
                let entry = if is_narrow {
                    let Ok(value) = i32::try_from(*value) else { continue };
                    u128::from(value as u32)
                } else {
                    u128::from(*value as u64)
                };
                if !switch.entries().contains_key(&entry) {
                    switch.set_entry(entry, way);
                }
            }
        }
        let otherwise = self.new_block();
        ways.push((otherwise, default));
        debug_assert!(!is_narrow || self.builder.func.dfg.value_type(selector) == I32);
        switch.emit(&mut self.builder, selector, otherwise);
        for (way, target) in ways {
            self.builder.switch_to_block(way);
            self.jump(target);
        }
    }
}
