//! Checks: of indices, and how lanes fail.

use super::Lowering;
use super::locations::Location;
use crate::gang::ir::{BinaryOp, Element, GangType, Op, Target, Terminator, UnaryOp, ValueId};
use crate::runtime::SiteReason;
use forlane_cfg::{Relation, VarId};

impl Lowering<'_> {
    /// A common index as I64: 0 where it is outside or no lane uses it.
    pub(super) fn check_common(&mut self, array: VarId, at: Location, index: ValueId) -> ValueId {
        let index = self.builder.convert(index, Element::I64);
        if self.builder.code.constant(index).is_some_and(|index| index < at.least) {
            return index;
        }
        let zero = self.builder.integer(0);
        if at.inside {
            if self.state.as_ref().is_some_and(|state| state.nonempty) {
                return index;
            }
            let outside = self.builder.push(GangType::uniform(Element::Bool), Op::Outside(index, at.length));
            return self.builder.blend(outside, zero, index);
        }
        if !self.around.options.checks.are_made() {
            if self.state.as_ref().is_some_and(|state| state.nonempty) || self.builder.code.constant(index).is_some() {
                return index;
            }
            let active = self.active_mask();
            let any = self.builder.any(active);
            return self.builder.blend(any, index, zero);
        }
        let outside = self.builder.push(GangType::uniform(Element::Bool), Op::Outside(index, at.length));
        self.fail_where(outside, self.out_of_bounds(array));
        self.builder.blend(outside, zero, index)
    }

    /// An index for each lane that is inside in all of them: where it is outside or (if it is not checked) the lane is
    /// idle, that of another element.
    pub(super) fn check_each(&mut self, array: VarId, at: Location, index: ValueId) -> ValueId {
        let zero = self.zero_like(index);
        if at.inside || !self.around.options.checks.are_made() {
            let active = self.active_mask();
            return self.builder.blend(active, index, zero);
        }
        if self.builder.code.ty(index).element == Element::I32 {
            return self.clamp_each(array, at, index);
        }
        let inside = self.inside_each(at, index);
        let outside = self.builder.unary(UnaryOp::Not, inside);
        self.fail_where(outside, self.out_of_bounds(array));
        self.builder.blend(inside, index, zero)
    }

    /// As [`Lowering::check_each`], for an I32 that is checked. Compared without their signs, indices outside are
    /// greater than that of the last element, which takes their place; an index is inside where it stays as it is. If
    /// the array may be empty, 0 takes their place there, and an index is compared with the length, below which none
    /// is then.
    fn clamp_each(&mut self, array: VarId, at: Location, index: ValueId) -> ValueId {
        let length = self.narrow_length(at);
        let one = self.builder.constant(GangType::uniform(Element::I32), 1);
        let last = self.builder.binary(BinaryOp::Subtract, length, one);
        if at.least > 0 {
            let clamped = self.builder.binary(BinaryOp::MinUnsigned, index, last);
            let outside = self.builder.compare(Relation::NotEqual, index, clamped);
            self.fail_where(outside, self.out_of_bounds(array));
            return clamped;
        }
        self.check_outside(array, at, index);
        let zero = self.zero_like(last);
        let last = self.builder.binary(BinaryOp::Max, last, zero);
        self.builder.binary(BinaryOp::MinUnsigned, index, last)
    }

    /// The active lanes whose I32 index is outside fail.
    pub(super) fn check_outside(&mut self, array: VarId, at: Location, index: ValueId) {
        let length = self.narrow_length(at);
        let length = self.builder.splat(length);
        let outside = self.builder.push(GangType::varying(Element::Mask32), Op::Outside(index, length));
        self.fail_where(outside, self.out_of_bounds(array));
    }

    /// A length as an I32 without a sign. An index of that kind that is not negative is inside of all that is longer.
    fn narrow_length(&mut self, at: Location) -> ValueId {
        let most = self.builder.integer(1 << 31);
        let limited = self.builder.binary(BinaryOp::Min, at.length, most);
        self.builder.convert(limited, Element::I32)
    }

    /// The lanes for which an I64 of each is inside.
    pub(super) fn inside_each(&mut self, at: Location, index: ValueId) -> ValueId {
        let below = self.builder.constant(GangType::uniform(Element::I64), u64::MAX);
        let not_before = self.builder.compare(Relation::Greater, index, below);
        let not_behind = self.builder.compare(Relation::Less, index, at.length);
        self.builder.binary(BinaryOp::And, not_before, not_behind)
    }

    pub(super) fn out_of_bounds(&self, array: VarId) -> SiteReason {
        SiteReason::OutOfBounds { array: self.unit.vars[array].name.clone() }
    }

    /// The active lanes for which the mask or condition is true fail; on a cold way, since it is rare.
    pub(super) fn fail_where(&mut self, bad: ValueId, reason: SiteReason) {
        if self.around.options.checks.are_made() && !self.facts.contains(&bad) {
            self.fail_at_once(bad, reason);
        }
    }

    /// As [`Lowering::fail_where`], also where nothing is checked.
    pub(super) fn fail_at_once(&mut self, bad: ValueId, reason: SiteReason) {
        if self.builder.code.constant(bad) == Some(0) {
            return;
        }
        self.facts.push(bad);
        let active = self.active_mask();
        let is_varying = self.builder.code.ty(bad).is_varying();
        let lanes = if is_varying { self.builder.binary(BinaryOp::And, active, bad) } else { active };
        let condition = if is_varying { self.builder.any(lanes) } else { bad };
        if self.builder.code.constant(condition) == Some(0) {
            return;
        }
        self.failures += 1;
        let site = self.site(reason);
        let (cold, rest) = (self.builder.new_block(), self.builder.new_block());
        let good = Target { block: rest, arguments: vec![active] };
        let then = Target { block: cold, arguments: Vec::new() };
        self.builder.terminate(Terminator::Branch { condition, then, otherwise: good });
        self.builder.code.blocks[cold].is_cold = true;
        let slot = self.failed_slot;
        self.builder.aside(cold, |builder| {
            builder.effect(Op::Fail { mask: lanes, site });
            Self::note_failed(builder, slot, lanes);
            let left = builder.binary(BinaryOp::AndNot, active, lanes);
            builder.jump(rest, vec![left]);
        });
        self.builder.block = rest;
        let active = self.builder.parameter(rest, self.mask);
        if let Some(state) = self.state.as_mut() {
            state.active = active;
            state.nonempty = false;
        }
    }
}
