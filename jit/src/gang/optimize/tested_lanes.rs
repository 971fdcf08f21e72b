//! Whether the result of a loop's test matters only in lanes that have passed it in all iterations before.
//!
//! It does if the head has a mask, the lanes that are left, to which the arcs back pass none but lanes of it that have
//! passed the test, and if the test's result is used only where it is combined with lanes of that mask. What is known of
//! the masks in the loop follows from the operations that they are made by:
//!
//! ```text
//! k1(g3: i32, g4: mask32): ; loop         g4: lanes left
//!     g6: mask32 = g3 > 0                 passed
//!     g7: mask32 = g3 <= 0                holds all that have not passed
//!     g8: mask32 = andnot g4, g7          lanes left, passed
//!     branch g9, k2, k3(g8)
//! k2: ; cold
//!     g10: mask32 = andnot g8, g11        lanes left, passed
//!     jump k3(g10)
//! k3(g12: mask32):                        lanes left, passed
//!     branch g13, k1(g5, g12), k4
//! ```
//!
//! Requires: valid gang code. Cost: linear in the operations of the loop, for each mask of the head, and for each round
//! in which less becomes known at the heads of loops in it.

use super::uses::Uses;
use crate::gang::ir::{BinaryOp, BlockId, GangCode, Op, UnaryOp, ValueId};

/// A comparison in a loop that always gives the same in one iteration, or the opposite of that.
#[derive(Clone, Copy)]
pub struct Test {
    /// The mask.
    pub value: ValueId,
    /// Whether the lanes that it gives have passed; else it gives those that have not.
    pub stays: bool,
}

/// Whether the results of these tests, which are all the same or the opposite, matter only in lanes that have passed in
/// all iterations before of the loop of these blocks, the head first.
pub fn matter_only_where_passed(code: &GangCode, uses: &Uses, body: &[BlockId], tests: &[Test]) -> bool {
    let Some(head) = body.first() else { return false };
    let parameters = &code.blocks[*head].parameters;
    let masks: Vec<usize> =
        (0..parameters.len()).filter(|place| code.ty(parameters[*place]).element.is_mask()).collect();
    masks.into_iter().any(|place| {
        let known = Known::compute(code, body, parameters[place], tests);
        let loses = |argument: ValueId| {
            let facts = known.of(argument);
            facts.is_left && facts.has_passed
        };
        arguments(code, body, *head, place).into_iter().all(loses)
            && tests.iter().all(|test| is_used_among(code, uses, &known, test.value))
    })
}

/// What the blocks of a loop pass to a block for the parameter at that place.
fn arguments(code: &GangCode, body: &[BlockId], block: BlockId, place: usize) -> Vec<ValueId> {
    let targets = body.iter().flat_map(|origin| code.blocks[*origin].terminator.targets());
    targets.filter(|target| target.block == block).map(|target| target.arguments[place]).collect()
}

/// Whether a mask in the loop is used only together with lanes that are left; so is what is made of it otherwise.
fn is_used_among(code: &GangCode, uses: &Uses, known: &Known, test: ValueId) -> bool {
    let mut seen = vec![test];
    let mut next = 0;
    while let Some(mask) = seen.get(next).copied() {
        next += 1;
        if uses.passed[mask.index()] > 0 {
            return false;
        }
        for user in &uses.users[mask.index()] {
            let limits = |other: ValueId| other != mask && known.of(other).is_left;
            let is_limited = match code.values[*user].op {
                Op::Binary(BinaryOp::And, left, right) => limits(left) || limits(right),
                Op::Binary(BinaryOp::AndNot, left, _) => limits(left),
                Op::Binary(BinaryOp::Or | BinaryOp::Xor, ..) | Op::Unary(UnaryOp::Not, _) | Op::Convert(_) => false,
                _ => return false,
            };
            if !is_limited && !seen.contains(user) {
                seen.push(*user);
            }
        }
    }
    true
}

/// What is known of a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Facts {
    /// It has only lanes that are left at the head.
    is_left: bool,
    /// It has only lanes that have passed the test in this iteration.
    has_passed: bool,
    /// It has all lanes that have not passed.
    has_rest: bool,
}

impl Facts {
    const NONE: Facts = Facts { is_left: false, has_passed: false, has_rest: false };
    const ALL: Facts = Facts { is_left: true, has_passed: true, has_rest: true };

    /// Of a mask that is one or the other.
    fn either(self, other: Facts) -> Facts {
        Facts {
            is_left: self.is_left && other.is_left,
            has_passed: self.has_passed && other.has_passed,
            has_rest: self.has_rest && other.has_rest,
        }
    }

    fn and(self, other: Facts) -> Facts {
        Facts {
            is_left: self.is_left || other.is_left,
            has_passed: self.has_passed || other.has_passed,
            has_rest: self.has_rest && other.has_rest,
        }
    }

    fn or(self, other: Facts) -> Facts {
        Facts { has_rest: self.has_rest || other.has_rest, ..self.either(other) }
    }

    fn not(self) -> Facts {
        Facts { is_left: false, has_passed: self.has_rest, has_rest: self.has_passed }
    }
}

/// What is known of the masks in a loop. All lanes that have come to the head together are in the same iteration, and so
/// is all that is known but for the head's own parameters.
struct Known<'a> {
    code: &'a GangCode,
    facts: Vec<Facts>,
}

impl Known<'_> {
    /// Of a loop of these blocks, the head first, of which a parameter is the lanes that are left.
    fn compute<'a>(code: &'a GangCode, body: &[BlockId], left: ValueId, tests: &[Test]) -> Known<'a> {
        let mut known = Known { code, facts: vec![Facts::NONE; code.values.len()] };
        known.facts[left.index()].is_left = true;
        for block in body.get(1..).unwrap_or_default() {
            code.blocks[*block].parameters.iter().for_each(|parameter| known.facts[parameter.index()] = Facts::ALL);
        }
        loop {
            known.all_operations(body, tests);
            if !known.all_arcs(body) {
                return known;
            }
        }
    }

    fn of(&self, value: ValueId) -> Facts {
        match self.code.values[value].op {
            Op::Constant(0) => Facts { has_rest: false, ..Facts::ALL },
            Op::Constant(_) => Facts { has_rest: true, ..Facts::NONE },
            _ => self.facts[value.index()],
        }
    }

    fn all_operations(&mut self, body: &[BlockId], tests: &[Test]) {
        for value in body.iter().flat_map(|block| &self.code.blocks[*block].ops) {
            self.facts[value.index()] = match tests.iter().find(|test| test.value == *value) {
                Some(test) => Facts { has_passed: test.stays, has_rest: !test.stays, is_left: false },
                None => self.of_operation(*value),
            };
        }
    }

    fn of_operation(&self, value: ValueId) -> Facts {
        match self.code.values[value].op {
            _ if !self.code.ty(value).element.is_mask() => Facts::NONE,
            Op::Convert(mask) => self.of(mask),
            Op::Unary(UnaryOp::Not, mask) => self.of(mask).not(),
            Op::Binary(BinaryOp::And, left, right) => self.of(left).and(self.of(right)),
            Op::Binary(BinaryOp::AndNot, left, right) => self.of(left).and(self.of(right).not()),
            Op::Binary(BinaryOp::Or, left, right) => self.of(left).or(self.of(right)),
            Op::Blend(_, yes, no) => self.of(yes).either(self.of(no)),
            _ => Facts::NONE,
        }
    }

    /// Parameters, but for those of the head, are one or the other of what is passed for them; whether less is known of
    /// one than before.
    fn all_arcs(&mut self, body: &[BlockId]) -> bool {
        let mut is_less = false;
        let targets = body.iter().flat_map(|block| self.code.blocks[*block].terminator.targets());
        for target in targets.filter(|target| Some(&target.block) != body.first()) {
            for (parameter, argument) in self.code.blocks[target.block].parameters.iter().zip(&target.arguments) {
                let before = self.facts[parameter.index()];
                let now = before.either(self.of(*argument));
                self.facts[parameter.index()] = now;
                is_less |= now != before;
            }
        }
        is_less
    }
}
