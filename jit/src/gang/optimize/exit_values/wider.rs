//! What lanes leave a loop with is chosen for all lanes that are active there, where it is not kept by its variable.
//!
//! Lanes that do not leave yet will leave later, with what is chosen then. So the choice needs no mask of those that
//! leave, which nothing else uses where lanes are counted that stay.
//!
//! ```text
//! k1(g1: i32 uniform, g2: mask64, g3: i32): ; loop       k1(g1: i32 uniform, g2: mask64, g3: i32): ; loop
//!     g4: mask64 = andnot g2, g9                             g4: mask64 = andnot g2, g9
//!     g5: mask64 = and g2, g9                        ⟶
//!     g6: i32 = blend g5, g10, g3                            g6: i32 = blend g2, g10, g3
//!     g7: bool = any g4                                      g7: bool = any g4
//!     branch g7, k1(g8, g4, g6), k2                          branch g7, k1(g8, g4, g6), k2
//! ```
//!
//! Lanes that have left are not among those: the wider mask is one of the lanes that are active at the head, without
//! those that left before in the same iteration.

use super::{Exit, ExitsOf};
use crate::gang::ir::{BinaryOp, BlockId, GangCode, GangType, Op, Value, ValueId};
use crate::gang::optimize::lane_facts::LaneFacts;
use crate::gang::optimize::uses::Uses;

/// A choice that can be made for more lanes.
pub(super) struct Wider {
    choice: ValueId,
    block: BlockId,
    lanes: ValueId,
}

impl Wider {
    /// Makes it for these.
    pub(super) fn choose(self, code: &mut GangCode) {
        let Op::Blend(_, yes, no) = code.values[self.choice].op else { return };
        let mask = GangType::varying(code.ty(self.choice).element.mask());
        let mut by = self.lanes;
        if code.ty(by) != mask {
            let Some(at) = code.blocks[self.block].ops.iter().position(|value| *value == self.choice) else { return };
            by = code.copy_value(self.choice);
            code.values[by] = Value { ty: mask, op: Op::Convert(self.lanes) };
            code.blocks[self.block].ops.insert(at, by);
        }
        code.values[self.choice].op = Op::Blend(by, yes, no);
    }
}

impl ExitsOf<'_> {
    /// The choices of a copy that can be.
    pub(super) fn wider(&self, code: &GangCode, uses: &Uses, copy: ValueId) -> Vec<Wider> {
        let Some(exits) = self.exits(code, copy) else { return Vec::new() };
        let facts = LaneFacts::new(code, self.order);
        let wider = |exit: &Exit| {
            let is_right = |lanes: &ValueId| {
                let of_wider = facts.of(*lanes);
                let mut earlier = exits.iter().filter(|other| !self.is_after(other.choice, exit.choice));
                of_wider.is_within(self.active)
                    && earlier.all(|other| other.choice == exit.choice || facts.of(other.lanes).is_disjoint(&of_wider))
            };
            let (block, _) = self.places.of(exit.choice)?;
            let lanes = self.wider_lanes(code, uses, exit, block)?.into_iter().find(is_right)?;
            Some(Wider { choice: exit.choice, block, lanes })
        };
        exits.iter().filter_map(wider).collect()
    }

    /// Masks that the lanes of an exit are taken from, if these are used for nothing but such choices, and at most
    /// once in each iteration.
    fn wider_lanes(&self, code: &GangCode, uses: &Uses, exit: &Exit, block: BlockId) -> Option<Vec<ValueId>> {
        let leaving = match code.values[exit.lanes].op {
            Op::Convert(inner) => inner,
            _ => exit.lanes,
        };
        if !chooses_alone(code, uses, leaving) || !self.is_once(code, block) {
            return None;
        }
        match code.values[leaving].op {
            Op::Binary(BinaryOp::And, left, right) => Some(vec![left, right]),
            Op::Binary(BinaryOp::AndNot, left, _) => Some(vec![left]),
            _ => None,
        }
    }

    /// Whether a block is reached at most once in each iteration.
    fn is_once(&self, code: &GangCode, block: BlockId) -> bool {
        let mut seen = vec![false; code.blocks.len()];
        let mut stack = vec![block];
        while let Some(from) = stack.pop() {
            for target in code.blocks[from].terminator.targets() {
                if target.block == block && block != self.head() {
                    return false;
                }
                let goes_on = target.block != self.head() && self.inside[target.block.index()];
                if goes_on && !std::mem::replace(&mut seen[target.block.index()], true) {
                    stack.push(target.block);
                }
            }
        }
        true
    }

    /// Whether a value is computed after another one whenever both are.
    fn is_after(&self, value: ValueId, other: ValueId) -> bool {
        match (self.places.of(value), self.places.of(other)) {
            (Some((block, at)), Some((of_other, before))) if block == of_other => at > before,
            (Some((block, _)), Some((of_other, _))) => self.dominators.dominates(of_other, block),
            _ => false,
        }
    }
}

/// Whether a mask is used for nothing but choices, in its own width or others.
fn chooses_alone(code: &GangCode, uses: &Uses, mask: ValueId) -> bool {
    let is_choice = |user: &ValueId| match code.values[*user].op {
        Op::Blend(lanes, yes, no) => lanes == mask && yes != mask && no != mask,
        Op::Convert(_) => code.ty(*user).element.is_mask() && chooses_alone(code, uses, *user),
        _ => false,
    };
    uses.passed[mask.index()] == 0 && uses.users[mask.index()].iter().all(is_choice)
}
