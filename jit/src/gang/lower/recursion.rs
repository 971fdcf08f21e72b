//! Recursion: local arrays of each execution of a unit, and calls that are counted.
//!
//! All lanes that run a unit came there by the same calls, so one count serves the gang: that of the calls of recursive
//! units that it is in. Where they are as many as may be, all lanes that would call fail. The count does not depend on
//! what a frame takes, and so not on the number of lanes; the stack has room for as many calls
//! ([`Kernel::stack_bytes`](crate::Kernel::stack_bytes)).
//!
//! ```text
//! call f(n - 1)           calls = load count
//!                         fail calls >= most               where active
//!                         branch any active k1 k2
//!                     k1: count = calls + 1; call; count = calls
//! ```

use super::{Lowering, cfg};
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, Op, ValueId};
use crate::runtime::SiteReason;
use forlane_cfg::Relation;

/// A pointer, or a count.
const POINTER: GangType = GangType::uniform(Element::I64);

/// The most specialisations of a recursive unit for sets of scalars that the lanes have in common.
const MOST_SPECIALISATIONS: usize = 16;

/// The calls of recursive units that a gang is in.
#[derive(Clone, Copy)]
pub(super) struct CallCount {
    /// Where they are counted.
    place: ValueId,
    /// How many there are before a call.
    calls: ValueId,
}

impl Lowering<'_> {
    /// Whether a unit that is recursive has so many specialisations that those that follow take all scalars by lane:
    /// each may find the next one, for another set of its scalars.
    pub(super) fn has_many_specialisations(&self, callee: &cfg::Unit) -> bool {
        let of_callee = self.around.functions.keys().filter(|function| function.unit == callee.name);
        self.around.recursion.contains(&callee.name) && of_callee.count() >= MOST_SPECIALISATIONS
    }

    /// Makes the stack slot for the local arrays of a unit that may be active twice, cleared; says whether the unit has
    /// some.
    pub(super) fn make_frame(&mut self) -> bool {
        let frame = self.around.layout.frame(&self.unit.name);
        let Some(bytes) = frame.filter(|bytes| *bytes > 0) else { return false };
        let bytes = bytes * self.around.lanes;
        let frame = self.new_slot(bytes);
        self.frame = Some(frame);
        let address = self.builder.push(POINTER, Op::Slot(frame));
        self.builder.effect(Op::Clear { address, bytes });
        true
    }

    /// Before the call of a recursive unit: the lanes fail if they are in too many of such calls.
    pub(super) fn begin_recursion(&mut self, callee: &cfg::Unit) -> Result<Option<CallCount>, JitError> {
        if !self.around.recursion.contains(&callee.name) {
            return Ok(None);
        }
        if self.around.options.interruptible {
            let interrupted = self.builder.push(GangType::uniform(Element::Bool), Op::Interrupted);
            self.fail_at_once(interrupted, SiteReason::Interrupted);
        }
        let place = self.around.layout.call_count(self.around.lanes);
        let place = place.ok_or_else(|| self.malformed("calls are not counted"))?;
        let place = self.builder.push(POINTER, Op::Storage(place));
        let calls = self.builder.load(POINTER, place, false);
        let most = self.builder.integer(i64::from(self.around.recursion.most_calls()));
        let too_deep = self.builder.compare(Relation::GreaterEqual, calls, most);
        self.fail_at_once(too_deep, SiteReason::RecursionTooDeep);
        Ok(Some(CallCount { place, calls }))
    }

    /// Counts a call that is about to be made.
    pub(super) fn count_call(&mut self, count: Option<CallCount>) {
        if let Some(CallCount { place: address, calls }) = count {
            let one = self.builder.integer(1);
            let value = self.builder.binary(BinaryOp::Add, calls, one);
            self.builder.effect(Op::Store { address, value, mask: None });
        }
    }

    /// After the call that was counted, which may have failed in some lanes or in all.
    pub(super) fn end_recursion(&mut self, count: Option<CallCount>) {
        if let Some(CallCount { place: address, calls: value }) = count {
            self.builder.effect(Op::Store { address, value, mask: None });
        }
    }
}
