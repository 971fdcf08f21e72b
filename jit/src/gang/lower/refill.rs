//! Refill: lanes that are done take other rows while the rest goes on.
//!
//! In the loop that costs most ([`RefillLoop`](forlane_cfg::analysis::RefillLoop)) lanes are in different iterations.
//! Where few lanes are left in it, they are set aside: what the next pass would start with is kept in the gang's
//! storage, and the code goes on without them as if they had failed, but without a status. The lanes that are done
//! return. The caller gives them other rows and enters the unit again. All lanes come to the loop, those that were set
//! aside too: what is before it depends on their arguments alone, which are what they were, so they take the same ways
//! and fail nowhere. There they get what was kept in place of what the loop starts with.
//!
//! ```text
//!     …                                         …
//!     jump k1(g1, g2)                           g11 = mask of load lanes-set-aside
//! k1(g3, g4):                                   store lanes-set-aside, 0
//!     …                           becomes       jump k1(blend g11, load kept-1, g1; g2 or …)
//!     branch any g5, k1(g6, g5), k2         k1(g3, g4):
//!                                               …
//!                                               branch count of g5 >= load least, k1(g6, g5), k3
//!                                           k3:
//!                                               store lanes-set-aside, lanes of g5
//!                                               store kept-1, g6
//! ```

use super::Lowering;
use crate::error::JitError;
use crate::gang::ir::{Element, GangType, Op, ValueId};
use crate::refill;
use forlane_cfg::{LabelId, Relation};

impl Lowering<'_> {
    /// Whether it is the loop whose lanes may be set aside.
    pub(super) fn is_refilled(&self, label: LabelId) -> bool {
        self.refilled == Some(label)
    }

    /// What lanes start the loop with: those that were set aside with what was kept.
    pub(super) fn take_kept(&mut self, initial: Vec<Option<ValueId>>) -> Result<Vec<Option<ValueId>>, JitError> {
        let pointer = GangType::uniform(Element::I64);
        let address = self.builder.push(pointer, Op::Storage(refill::LANES));
        let lanes = self.builder.load(pointer, address, false);
        let value = self.builder.integer(0);
        self.builder.effect(Op::Store { address, value, mask: None });
        let address = self.builder.push(pointer, Op::Storage(refill::LEAST));
        self.least = Some(self.builder.load(pointer, address, true));
        let mask = self.builder.push(self.mask, Op::MaskFromBits(lanes));
        let mut at = refill::KEPT;
        let mut started = Vec::with_capacity(initial.len());
        for value in initial.into_iter().flatten() {
            let ty = self.builder.code.ty(value);
            if !ty.is_varying() {
                return Err(self.malformed("an input of the loop that takes other rows is uniform"));
            }
            let address = self.builder.push(pointer, Op::Storage(at));
            let kept = match ty.element.is_mask() {
                true => {
                    let bits = self.builder.load(pointer, address, false);
                    self.builder.push(ty, Op::MaskFromBits(bits))
                }
                false => self.builder.load(ty, address, false),
            };
            started.push(Some(self.builder.blend(mask, kept, value)));
            at += refill::kept_bytes(ty.element.size(), self.around.lanes);
        }
        self.builder.code.kept_bytes = at;
        // Lanes are lost where they are set aside.
        self.failures += 1;
        Ok(started)
    }

    /// Whether enough lanes are active for the next pass.
    pub(super) fn enough(&mut self, active: ValueId, least: ValueId) -> ValueId {
        let count = self.builder.push(GangType::uniform(Element::I64), Op::CountLanes(active));
        self.builder.compare(Relation::GreaterEqual, count, least)
    }

    /// Keeps what the active lanes would go on with.
    pub(super) fn set_aside(&mut self, values: &[Option<ValueId>]) {
        // The ways on which all lanes have left meet this one.
        let mark = self.builder.mark();
        let pointer = GangType::uniform(Element::I64);
        let active = self.active_mask();
        let lanes = self.builder.bits(active);
        let address = self.builder.push(pointer, Op::Storage(refill::LANES));
        self.builder.effect(Op::Store { address, value: lanes, mask: None });
        let mut at = refill::KEPT;
        for value in values.iter().flatten() {
            let ty = self.builder.code.ty(*value);
            let address = self.builder.push(pointer, Op::Storage(at));
            let value = if ty.element.is_mask() { self.builder.bits(*value) } else { *value };
            self.builder.effect(Op::Store { address, value, mask: None });
            at += refill::kept_bytes(ty.element.size(), self.around.lanes);
        }
        Self::note_failed(&mut self.builder, self.failed_slot, active);
        self.drop_inactive();
        self.builder.forget(mark);
    }
}
