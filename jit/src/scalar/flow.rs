//! Blocks and terminators to CLIF.

use super::{Emitter, MEMORY, register_type};
use crate::counters::{Counter, count};
use crate::error::JitError;
use crate::lines;
use crate::runtime::{Context, SiteReason};
use crate::texts::TextCode;
use crate::transfers::TransferCode;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder};
use cranelift_frontend::Switch;
use forlane_cfg::analysis::{RangeLoop, ReversePostorder};
use forlane_cfg::{Action, ActionKind, BlockId, Case, Graph, IntegerExpr, IntegerKind, SourceLine, Terminator};
use indexmap::IndexSet;
use std::collections::HashMap;

/// The graph and its CLIF blocks.
pub(super) struct Flow<'g> {
    graph: &'g Graph,
    /// By block; none for unreachable ones.
    blocks: Vec<Option<ir::Block>>,
    /// By head, the loops that only assign a range, each with the block through which it is entered.
    ranges: HashMap<BlockId, (RangeLoop, ir::Block)>,
}

impl Emitter<'_> {
    pub(super) fn emit_graph(&mut self, graph: &Graph) -> Result<(), JitError> {
        let order = ReversePostorder::compute(graph);
        let mut flow = Flow { graph, blocks: vec![None; graph.blocks.len()], ranges: HashMap::new() };
        for &id in &order.blocks {
            let block = self.builder.create_block();
            if id != graph.start && self.tables.handlers.is_rare(&graph.blocks[id]) {
                self.builder.set_cold_block(block);
            }
            for merge in &graph.blocks[id].merges {
                let ty = register_type(self.unit.values[merge.value].ty);
                let parameter = self.builder.append_block_param(block, ty);
                self.values[merge.value.index()] = Some(parameter);
            }
            flow.blocks[id.index()] = Some(block);
        }
        // What counts turns must see each.
        if !self.options.count_lanes {
            for one in RangeLoop::find(self.unit, graph) {
                let before = self.builder.create_block();
                flow.ranges.insert(one.head, (one, before));
            }
        }
        let heads = loop_heads(graph, &order);
        let start = self.block(&flow, graph.start)?;
        self.builder.ins().jump(start, &[]);
        for &id in &order.blocks {
            self.known.clear();
            if let Some((one, before)) = flow.ranges.get(&id) {
                self.range_loop(&flow, one, (*before, graph.blocks[id].at))?;
                self.known.clear();
            }
            let block = self.block(&flow, id)?;
            self.builder.switch_to_block(block);
            let is_head = heads.contains(&id);
            self.go_to(graph.blocks[id].at);
            self.begin_stretch();
            if is_head && self.options.interruptible {
                self.check_interrupt();
            }
            for action in &graph.blocks[id].actions {
                self.action(action)?;
            }
            self.go_to(graph.blocks[id].at);
            self.terminator(&flow, id)?;
            self.end_stretch();
        }
        Ok(())
    }

    /// What is emitted from here on is of that line.
    pub(super) fn go_to(&mut self, at: SourceLine) {
        self.note_work();
        self.line = at;
        if self.options.keeps_lines() {
            self.builder.set_srcloc(lines::location(Some(at)));
        }
    }

    fn action(&mut self, action: &Action) -> Result<(), JitError> {
        self.go_to(action.at);
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => Ok(()),
            ActionKind::Assign { target, value } => {
                let value = self.expr(value)?;
                self.write_variable(*target, value)
            }
            ActionKind::Define { value, expr } => {
                self.values[value.index()] = Some(self.expr(expr)?);
                Ok(())
            }
            ActionKind::Store { array, offset, value } => {
                // The value first, as in gangs: where both can fail, the lane must fail in the same way.
                let ty = self.unit.vars[*array].ty;
                let value = self.expr(value)?;
                let address = self.element(*array, offset)?;
                self.store(ty, value, address, 0);
                Ok(())
            }
            ActionKind::Io(io) => self.io(io),
            ActionKind::Call { callee, arguments, result, result_value } => {
                self.call(callee, arguments, *result, *result_value)
            }
            ActionKind::StoreText { array, offset, length, value } => self.store_text(*array, offset, length, value),
            ActionKind::Array(_) => Err(self.malformed("an array assignment is not lowered")),
            ActionKind::Allocate { array, length } => self.allocate(*array, Some(length)),
            ActionKind::Deallocate { array } => self.allocate(*array, None),
        }
    }

    fn terminator(&mut self, flow: &Flow<'_>, id: BlockId) -> Result<(), JitError> {
        match &flow.graph.blocks[id].terminator {
            Terminator::Goto(target) => {
                let arguments = self.merge_operands(flow, id, *target)?;
                let target = self.target(flow, id, *target)?;
                self.builder.ins().jump(target, &arguments);
            }
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.logical(condition)?;
                let then_arguments = self.merge_operands(flow, id, *then)?;
                let otherwise_arguments = self.merge_operands(flow, id, *otherwise)?;
                let (then, otherwise) = (self.target(flow, id, *then)?, self.target(flow, id, *otherwise)?);
                self.builder.ins().brif(condition, then, &then_arguments, otherwise, &otherwise_arguments);
            }
            Terminator::Switch { selector, cases, default } => self.switch(flow, id, selector, cases, *default)?,
            Terminator::Return(values) => {
                for (variable, value) in values {
                    let value = self.value(*value)?;
                    self.write_variable(*variable, value)?;
                }
                let returned = self.builder.ins().iconst(I64, 1);
                self.builder.ins().return_(&[returned]);
            }
            Terminator::Stop(code) => {
                let failure = self.failure(SiteReason::from(code));
                self.builder.ins().jump(failure, &[]);
            }
        }
        Ok(())
    }

    fn switch(
        &mut self,
        flow: &Flow<'_>,
        id: BlockId,
        selector: &IntegerExpr,
        cases: &[Case<BlockId>],
        default: BlockId,
    ) -> Result<(), JitError> {
        let kind = selector.kind();
        let selector = self.integer(selector)?;
        let mut switch = Switch::new();
        let mut seen = IndexSet::new();
        // Arcs that carry merge operands, which a switch can't pass, go through blocks of their own.
        let mut arcs = Vec::new();
        for case in cases {
            let target = self.switch_target(flow, id, case.target, &mut arcs)?;
            for &value in &case.values {
                let index = match kind {
                    IntegerKind::I8 => value as u64,
                    kind if kind.holds(value) => value as u64 & (u64::MAX >> (64 - 8 * kind.size())),
                    _ => continue,
                };
                if seen.insert(index) {
                    switch.set_entry(u128::from(index), target);
                }
            }
        }
        let default = self.switch_target(flow, id, default, &mut arcs)?;
        switch.emit(&mut self.builder, selector, default);
        for (block, target, arguments) in arcs {
            self.builder.switch_to_block(block);
            self.builder.ins().jump(target, &arguments);
        }
        Ok(())
    }

    fn switch_target(
        &mut self,
        flow: &Flow<'_>,
        id: BlockId,
        target: BlockId,
        arcs: &mut Vec<(ir::Block, ir::Block, Vec<BlockArg>)>,
    ) -> Result<ir::Block, JitError> {
        let arguments = self.merge_operands(flow, id, target)?;
        let target = self.target(flow, id, target)?;
        if arguments.is_empty() {
            return Ok(target);
        }
        let block = self.builder.create_block();
        arcs.push((block, target, arguments));
        Ok(block)
    }

    /// Where an arc leads.
    pub(super) fn target(&self, flow: &Flow<'_>, from: BlockId, to: BlockId) -> Result<ir::Block, JitError> {
        match flow.ranges.get(&to) {
            Some((one, before)) if one.body != from => Ok(*before),
            _ => self.block(flow, to),
        }
    }

    fn block(&self, flow: &Flow<'_>, id: BlockId) -> Result<ir::Block, JitError> {
        flow.blocks[id.index()].ok_or_else(|| self.malformed(format!("b{} is in no order", id.index())))
    }

    /// What the merges of `to` take when control comes from `from`.
    fn merge_operands(&self, flow: &Flow<'_>, from: BlockId, to: BlockId) -> Result<Vec<BlockArg>, JitError> {
        let mut arguments = Vec::new();
        for merge in &flow.graph.blocks[to].merges {
            let operand = merge.operands.iter().find(|(block, _)| *block == from);
            let (_, operand) = operand.ok_or_else(|| {
                self.malformed(format!("the merge of v{} has no operand for b{}", merge.value.index(), from.index()))
            })?;
            arguments.push(BlockArg::Value(self.value(*operand)?));
        }
        Ok(arguments)
    }

    /// Counts an execution of a block of the graph.
    fn begin_stretch(&mut self) {
        if self.options.count_lanes {
            let one = self.builder.ins().iconst(I64, 1);
            count(&mut self.builder, self.context, self.tables.counters.len(), one);
            self.emitted = self.builder.func.dfg.num_insts();
        }
    }

    /// Notes what was emitted since this was last called as work of the line.
    fn note_work(&mut self) {
        if !self.options.count_lanes {
            return;
        }
        let emitted = self.builder.func.dfg.num_insts();
        self.work.add(self.line, emitted.saturating_sub(self.emitted) as u32);
        self.emitted = emitted;
    }

    /// The end of the block of the graph.
    fn end_stretch(&mut self) {
        self.note_work();
        let work = std::mem::take(&mut self.work);
        if self.options.count_lanes {
            let work = work.in_places(self.unit);
            let function = self.unit.name.clone();
            self.tables.counters.push(Counter { work, origin: None, function, calls: Vec::new() });
        }
    }

    pub(super) fn check_interrupt(&mut self) {
        let address = self.builder.ins().load(I64, MEMORY, self.context, Context::INTERRUPT);
        let interrupt = self.builder.ins().load(I32, MEMORY, address, 0);
        let good = self.builder.ins().icmp_imm_s(IntCC::Equal, interrupt, 0);
        self.check(good, SiteReason::Interrupted);
    }
}

/// The blocks that an arc leads back to.
fn loop_heads(graph: &Graph, order: &ReversePostorder) -> IndexSet<BlockId> {
    let mut heads = IndexSet::new();
    for &id in &order.blocks {
        for target in graph.blocks[id].terminator.successors() {
            if order.position(target) <= order.position(id) {
                heads.insert(target);
            }
        }
    }
    heads
}
