//! Calls in which the lanes pass different parts of their arrays.
//!
//! A callee takes a dummy array at one offset for all lanes. So the lanes that pass the same part as the first one
//! that is left call together, then those like the next one, until none is left:
//!
//! ```text
//! left = active
//! loop: k = index of the first lane of left
//!       now = left where index = k
//!       call with now, the array's rest from k on
//!       left = left and not now; again while any is left
//! ```

use super::Lowering;
use super::arguments::Passed;
use super::calls::{Afterwards, CallSite};
use crate::gang::ir::{BinaryOp, Element, GangType, Op, Target, Terminator, ValueId};
use forlane_cfg::Relation;

/// What comes back in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct GatheredResult {
    /// Where one call puts it.
    one: ValueId,
    /// Where it is kept for the lanes of all calls.
    all: ValueId,
    element: Element,
}

impl Lowering<'_> {
    /// Memory for the results of all calls together, to which `afterwards` refers from here on.
    pub(super) fn gathered_results(&mut self, afterwards: &mut [Afterwards]) -> Vec<GatheredResult> {
        let mut results = Vec::with_capacity(afterwards.len());
        for step in afterwards {
            let (address, element) = step.memory();
            let all = self.lane_slot(element);
            results.push(GatheredResult { one: std::mem::replace(address, all), all, element });
        }
        results
    }

    /// Calls for the lanes of a mask, of which there is one; returns those that came back.
    pub(super) fn call_by_parts(
        &mut self,
        call: CallSite,
        passed: &[Passed],
        lanes: ValueId,
        results: &[GatheredResult],
    ) -> ValueId {
        let none = self.builder.truth(self.mask, false);
        let head = self.builder.new_block();
        let behind = self.builder.new_block();
        self.builder.code.blocks[head].is_loop_head = true;
        self.builder.jump(head, vec![lanes, none]);
        let left = self.builder.parameter(head, self.mask);
        let returned = self.builder.parameter(head, self.mask);
        self.builder.block = head;
        let mark = self.builder.mark();
        let bits = self.builder.bits(left);
        let (passed, now) = self.common_parts(passed, left, bits);
        for argument in &passed {
            if let Some(value) = argument.content {
                self.builder.effect(Op::Store { address: argument.base, value, mask: None });
            }
        }
        self.write_slots(call, &passed);
        let (_, back) = self.invoke(call, now);
        let back = self.builder.push(self.mask, Op::MaskFromBits(back));
        let returned = self.builder.binary(BinaryOp::Or, returned, back);
        for result in results {
            let value = self.builder.load(GangType::varying(result.element), result.one, false);
            let mask = Some(self.builder.convert(back, result.element.mask()));
            self.builder.effect(Op::Store { address: result.all, value, mask });
        }
        let left = self.builder.binary(BinaryOp::AndNot, left, now);
        let condition = self.builder.any(left);
        let then = Target { block: head, arguments: vec![left, returned] };
        let otherwise = Target { block: behind, arguments: vec![returned] };
        self.builder.terminate(Terminator::Branch { condition, then, otherwise });
        self.builder.forget(mark);
        self.builder.block = behind;
        self.builder.parameter(behind, self.mask)
    }

    /// The arguments for the first of the lanes left, and which of them pass the same.
    fn common_parts(&mut self, passed: &[Passed], left: ValueId, bits: ValueId) -> (Vec<Passed>, ValueId) {
        let mut now = left;
        let mut common = Vec::with_capacity(passed.len());
        for argument in passed {
            let Some((at, index)) = argument.part else {
                common.push(*argument);
                continue;
            };
            let picked = Op::Pick { value: index, lanes: bits };
            let first = self.builder.push(GangType::uniform(Element::I64), picked);
            let same = self.builder.compare(Relation::Equal, index, first);
            now = self.builder.binary(BinaryOp::And, now, same);
            let base = self.address(at, first);
            let length = self.builder.binary(BinaryOp::Subtract, at.length, first);
            common.push(Passed { base, length, ..*argument });
        }
        (common, now)
    }
}
