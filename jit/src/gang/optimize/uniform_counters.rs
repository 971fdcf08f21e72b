//! Iteration counts that vary are compared with the number of iterations so far, which is uniform, in place of being
//! counted down in each lane.
//!
//! Lanes go through a block together. A parameter of a loop's head from which each iteration takes one is in every
//! lane, active or not, its initial value less the number n of iterations. Where it is only compared with zero, its
//! initial value, which is there before the loop, is compared with n:
//!
//! - `initial - n == 0` is `initial == n`, also where they wrap; so with `/=`.
//! - `initial - n > 0` is `initial > n` where nothing overflows; so with `<=`. It is required that the result matters
//!   only in lanes that have passed the test in all iterations before: the head has a mask of the lanes that are left,
//!   to which no lane comes back that has not passed, and results are used only together with that mask. In these,
//!   `initial` is positive if n is not 0, and the count has gone down from it by ones without coming to zero. So 0 <= n
//!   <= `initial`: neither n nor the difference has overflowed. Where there is no such lane, none comes back, and n may
//!   be anything.
//!
//! This holds for lanes, too, that were set aside and enter the loop again, with another initial value; n is 0 then.
//! But where the count is kept for them, it has another use, and stays.
//!
//! Requires: valid gang code; the values that are equal are one. Ensures: nothing depends on the count but what it
//! passes to itself, so that it is dead. Keeps: blocks and arcs. Cost: linear in the operations; for each loop that has
//! such a count and each mask of its head, in those of the loop.
//!
//! ```text
//! k0: …                                     k0: g9: i32 uniform = 0
//!     jump k1(g1, g2)                           jump k1(g1, g2, g9)
//! k1(g3: i32, g4: mask32): ; loop           k1(g3: i32, g4: mask32, g10: i32 uniform): ; loop
//!     g5: i32 = 0                    ⟶          g11: i32 = splat g10
//!     g6: mask32 = g3 > g5                      g13: i32 uniform = add g10, g12
//!     g7: mask32 = and g4, g6                   g6: mask32 = g1 > g11
//!     …                                         g7: mask32 = and g4, g6
//!     g8: i32 = subtract g3, 1                  …
//!     branch any g7, k1(g8, g7), k2             branch any g7, k1(g8, g7, g13), k2
//! ```

use super::arcs::{pass, passed};
use super::dominators::Dominators;
use super::lane_facts::LaneFacts;
use super::loops::{Loop, loops};
use super::uses::Uses;
use crate::gang::ir::{BinaryOp, BlockId, Element, GangCode, GangType, Op, UnaryOp, Value, ValueId};
use forlane_cfg::Relation;

/// A parameter of a head that is counted down.
struct Counter {
    parameter: ValueId,
    initial: ValueId,
    /// Its comparisons with zero.
    tests: Vec<ValueId>,
}

/// Makes such counts uniform.
pub fn make_counters_uniform(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let has_candidates = |block: &BlockId| {
        let data = &code.blocks[*block];
        data.is_loop_head && data.parameters.iter().any(|parameter| is_varying_integer(code.ty(*parameter)))
    };
    if !order.iter().any(has_candidates) {
        return;
    }
    let dominators = Dominators::compute(code, &order);
    let uses = Uses::compute(code, &order);
    let mut found = Vec::new();
    for of_loop in loops(code, &order, &dominators) {
        let places = 0..code.blocks[of_loop.head()].parameters.len();
        let mut counters: Vec<Counter> = places.filter_map(|place| counter(code, &uses, &of_loop, place)).collect();
        if !counters.is_empty() {
            let facts = LaneFacts::new(code, &order);
            counters.retain(|counter| is_exact(code, &uses, &facts, &of_loop, counter));
            found.push((of_loop, counters));
        }
    }
    for (of_loop, counters) in found {
        for element in [Element::I32, Element::I64] {
            let alike: Vec<&Counter> =
                counters.iter().filter(|counter| code.ty(counter.parameter).element == element).collect();
            if !alike.is_empty() {
                replace_tests(code, &of_loop, &alike);
            }
        }
    }
}

fn is_varying_integer(ty: GangType) -> bool {
    ty.is_varying() && matches!(ty.element, Element::I32 | Element::I64)
}

/// The parameter of a head at that place, if it is counted down on all arcs back and only compared with zero.
fn counter(code: &GangCode, uses: &Uses, of_loop: &Loop, place: usize) -> Option<Counter> {
    let parameter = code.blocks[of_loop.head()].parameters[place];
    if !is_varying_integer(code.ty(parameter)) || uses.passed[parameter.index()] > 0 {
        return None;
    }
    let initial = passed(code, *of_loop.entries.first()?, place);
    if of_loop.entries.iter().any(|arc| passed(code, *arc, place) != initial) {
        return None;
    }
    let lowered: Vec<ValueId> = of_loop.backs.iter().map(|arc| passed(code, *arc, place)).collect();
    let is_passed_alone = |value: &ValueId| {
        let times = lowered.iter().filter(|other| *other == value).count();
        uses.users[value.index()].is_empty() && uses.passed[value.index()] == times
    };
    if !lowered.iter().all(|value| is_one_less(code, *value, parameter) && is_passed_alone(value)) {
        return None;
    }
    let users = uses.users[parameter.index()].iter().copied();
    let tests: Vec<ValueId> = users.filter(|user| !lowered.contains(user)).collect();
    let is_test = |test: &ValueId| relation_to_zero(code, *test, parameter).is_some();
    (!tests.is_empty() && tests.iter().all(is_test)).then_some(Counter { parameter, initial, tests })
}

fn is_one_less(code: &GangCode, value: ValueId, parameter: ValueId) -> bool {
    match code.values[value].op {
        Op::Binary(BinaryOp::Subtract, left, right) => left == parameter && code.constant(right) == Some(1),
        Op::Binary(BinaryOp::Add, left, right) => left == parameter && code.constant(right) == Some(u64::MAX),
        _ => false,
    }
}

/// The relation to zero for which a parameter is tested, if it is one that can be known from n.
fn relation_to_zero(code: &GangCode, test: ValueId, parameter: ValueId) -> Option<Relation> {
    let Op::Compare(relation, left, right) = code.values[test].op else { return None };
    let is_known = matches!(relation, Relation::Greater | Relation::LessEqual | Relation::Equal | Relation::NotEqual);
    (is_known && left == parameter && code.constant(right) == Some(0)).then_some(relation)
}

/// Whether the initial value compares to n as the count to zero wherever it matters: the results of relations that may
/// overflow do only in the lanes of a mask of the head, to which none comes back but lanes of it for which the count is
/// positive.
fn is_exact(code: &GangCode, uses: &Uses, facts: &LaneFacts, of_loop: &Loop, counter: &Counter) -> bool {
    let may_overflow = |test: &&ValueId| {
        matches!(relation_to_zero(code, **test, counter.parameter), Some(Relation::Greater | Relation::LessEqual))
    };
    let mut tests = counter.tests.iter().filter(may_overflow).peekable();
    let Some(Op::Compare(_, count, zero)) = tests.peek().map(|test| &code.values[**test].op) else { return true };
    let data = &code.blocks[of_loop.head()];
    let masks = data.parameters.iter().enumerate().filter(|(_, mask)| code.ty(**mask).element.is_mask());
    let left = |(place, mask): &(usize, &ValueId)| {
        of_loop.backs.iter().all(|arc| {
            let lanes = facts.of(passed(code, *arc, *place));
            lanes.is_within(**mask) && facts.holds_in(&lanes, Relation::Greater, [*count, *zero])
        })
    };
    let tests: Vec<ValueId> = tests.copied().collect();
    let mut left = masks.filter(left);
    left.any(|(_, mask)| tests.iter().all(|test| is_used_among(code, uses, facts, *test, *mask)))
}

/// Whether a test is used only together with lanes of a mask; so is what is made of it otherwise.
fn is_used_among(code: &GangCode, uses: &Uses, facts: &LaneFacts, test: ValueId, mask: ValueId) -> bool {
    let mut seen = vec![test];
    let mut next = 0;
    while let Some(value) = seen.get(next).copied() {
        next += 1;
        if uses.passed[value.index()] > 0 {
            return false;
        }
        for user in &uses.users[value.index()] {
            let limits = |other: ValueId| other != value && facts.of(other).is_within(mask);
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

/// Adds the number of iterations to a head, and compares with it the initial values of these counters of one type.
fn replace_tests(code: &mut GangCode, of_loop: &Loop, counters: &[&Counter]) {
    let varying = code.ty(counters[0].parameter);
    let ty = GangType::uniform(varying.element);
    let like = counters[0].tests[0];
    let new = |code: &mut GangCode, ty, op| {
        let value = code.copy_value(like);
        code.values[value] = Value { ty, op };
        value
    };
    let done = new(code, ty, Op::Parameter);
    let splat = new(code, varying, Op::Splat(done));
    let one = new(code, ty, Op::Constant(1));
    let next = new(code, ty, Op::Binary(BinaryOp::Add, done, one));
    let data = &mut code.blocks[of_loop.head()];
    data.parameters.push(done);
    data.ops.splice(0..0, [splat, one, next]);
    for arc in &of_loop.entries {
        let zero = new(code, ty, Op::Constant(0));
        code.blocks[arc.0].ops.push(zero);
        pass(code, *arc, zero);
    }
    of_loop.backs.iter().for_each(|arc| pass(code, *arc, next));
    for counter in counters {
        for test in &counter.tests {
            if let Op::Compare(_, left, right) = &mut code.values[*test].op {
                (*left, *right) = (counter.initial, splat);
            }
        }
    }
}

#[cfg(test)]
mod tests;
