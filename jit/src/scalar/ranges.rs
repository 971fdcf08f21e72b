//! Loops that only assign a range of elements: one function of the run-time support does all turns at once, where the
//! ranges lie in their arrays. Where they do not, or there are few turns, the loop runs as it is, and fails where it
//! did.

use super::array_base::Length;
use super::flow::Flow;
use super::{Emitter, register_type};
use crate::error::JitError;
use crate::runtime::RuntimeFunction;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder};
use forlane_cfg::analysis::{RangeLoop, RangeSource, Turns};
use forlane_cfg::{IntegerExpr, IntegerKind, SourceLine, VarId};

/// Fewer turns are faster in the loop.
const LEAST_TURNS: i64 = 9;

/// A range of elements in memory.
struct Range {
    address: ir::Value,
    /// Whether it lies in its array.
    good: ir::Value,
}

impl Emitter<'_> {
    /// Emits the block that control enters before the head: the head finds no turns left if the range was assigned
    /// there.
    pub(super) fn range_loop(
        &mut self,
        flow: &Flow<'_>,
        one: &RangeLoop,
        (before, at): (ir::Block, SourceLine),
    ) -> Result<(), JitError> {
        self.go_to(at);
        self.builder.switch_to_block(before);
        let in_head: Vec<Option<ir::Value>> = one.steps.iter().map(|(value, _)| self.values[value.index()]).collect();
        for (value, _) in &one.steps {
            let ty = register_type(self.unit.values[*value].ty);
            self.values[value.index()] = Some(self.builder.append_block_param(before, ty));
        }
        let start: Vec<ir::Value> =
            one.steps.iter().map(|(value, _)| self.value(*value)).collect::<Result<_, JitError>>()?;
        let head = self.target(flow, one.body, one.head)?;
        let unchanged: Vec<BlockArg> = start.iter().copied().map(BlockArg::Value).collect();
        let (turns, enough) = self.turns(&one.turns)?;
        let long = self.builder.create_block();
        self.builder.ins().brif(enough, long, &[], head, &unchanged);
        self.builder.switch_to_block(long);
        let (array, offset) = &one.target;
        let target = self.range(*array, offset, turns)?;
        let mut good = target.good;
        let size = self.unit.vars[*array].ty.size() as i64;
        let bytes = self.builder.ins().imul_imm_s(turns, size);
        let source = match &one.source {
            RangeSource::Zero => None,
            RangeSource::Elements(array, offset) => {
                let source = self.range(*array, offset, turns)?;
                // An element that was assigned before it is read is not to be read as it was.
                let ahead = self.builder.ins().isub(target.address, source.address);
                let apart = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, ahead, bytes);
                good = self.builder.ins().band(good, source.good);
                good = self.builder.ins().band(good, apart);
                Some(source.address)
            }
        };
        let at_once = self.builder.create_block();
        self.builder.ins().brif(good, at_once, &[], head, &unchanged);
        self.builder.switch_to_block(at_once);
        match source {
            None => self.call_runtime(RuntimeFunction::Zero, &[target.address, bytes])?,
            Some(source) => self.call_runtime(RuntimeFunction::Copy, &[target.address, source, bytes])?,
        };
        let mut after = Vec::with_capacity(start.len());
        for ((_, step), start) in one.steps.iter().zip(start) {
            let steps = self.builder.ins().imul_imm_s(turns, *step);
            let ty = self.builder.func.dfg.value_type(start);
            let steps = if ty == I64 { steps } else { self.builder.ins().ireduce(ty, steps) };
            after.push(BlockArg::Value(self.builder.ins().iadd(start, steps)));
        }
        self.builder.ins().jump(head, &after);
        for ((value, _), in_head) in one.steps.iter().zip(in_head) {
            self.values[value.index()] = in_head;
        }
        Ok(())
    }

    /// How many turns there are, and whether these are enough.
    fn turns(&mut self, turns: &Turns) -> Result<(ir::Value, ir::Value), JitError> {
        let (turns, some) = match turns {
            Turns::Left(value) => {
                let left = self.value(*value)?;
                (self.widened(left), None)
            }
            Turns::Until(value, end) => {
                let first = self.value(*value)?;
                let (first, end) = (self.widened(first), self.integer(end)?);
                let end = self.widened(end);
                // The difference may wrap.
                let some = self.builder.ins().icmp(IntCC::SignedLessThan, first, end);
                (self.builder.ins().isub(end, first), Some(some))
            }
        };
        let enough = self.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, turns, LEAST_TURNS);
        let enough = some.map_or(enough, |some| self.builder.ins().band(some, enough));
        Ok((turns, enough))
    }

    fn widened(&mut self, value: ir::Value) -> ir::Value {
        if self.builder.func.dfg.value_type(value) == I64 { value } else { self.builder.ins().sextend(I64, value) }
    }

    /// As many elements from an offset on.
    fn range(&mut self, array: VarId, offset: &IntegerExpr, turns: ir::Value) -> Result<Range, JitError> {
        let base = self.base(array)?;
        let kind = offset.kind();
        let first = self.integer(offset)?;
        let first = self.widened(first);
        // Offsets wrap after the greatest integer of their kind.
        let most = if kind == IntegerKind::I8 { i64::MAX } else { 1 << (8 * kind.size() - 1) };
        let length = match base.length {
            Length::Known(length) => self.builder.ins().iconst(I64, (length as i64).min(most)),
            Length::Actual(length) => {
                let most = self.builder.ins().iconst(I64, most);
                self.builder.ins().smin(length, most)
            }
        };
        let begins = self.builder.ins().icmp(IntCC::UnsignedLessThan, first, length);
        let room = self.builder.ins().isub(length, first);
        let ends = self.builder.ins().icmp(IntCC::SignedLessThanOrEqual, turns, room);
        let good = self.builder.ins().band(begins, ends);
        let bytes = self.builder.ins().imul_imm_s(first, self.unit.vars[array].ty.size() as i64);
        Ok(Range { address: self.builder.ins().iadd(base.address, bytes), good })
    }
}
