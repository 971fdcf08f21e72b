//! The values to which each turn of a counted loop adds a constant, and the bounds that follow for what depends on
//! them.
//!
//! An index is a sum of values times constants ([`Linear`]). In the body of a loop that counts down from `n`, a value
//! to which each turn adds `d` is between `first` and `first + d * (n - 1)`. Both replace it in the sum, the values of
//! inner loops before those of outer ones, until bounds are known: so the ends of a triangular loop cancel out.
//!
//! Integers wrap, so a sum is known but for multiples of two to the power of its bits. Where what a loop adds and how
//! far the bounds at its ends are apart is less than that together, the ends determine what is between them.
//!
//! Requires: a tree whose loops begin with the test of their count, as those of DO statements do; others give nothing.
//! Cost: linear in the operations, times the depth of loops for each access, but two to its power where an index
//! depends on the values of all loops, up to [`MOST_SUMS`].

use super::linear::Linear;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, Relation};
use crate::graph::ActionKind;
use crate::region::{LabelId, LoopInput, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::unit::{Unit, ValueId};
use forlane_semantics::types::{IntegerKind, Type};
use std::collections::HashMap;

/// The most sums that are looked at for one access.
const MOST_SUMS: u32 = 64;
/// The most terms of a sum; a value that is more is a term of its own.
const MOST_TERMS: usize = 8;

/// The least and the greatest that an integer is.
pub(super) type Bounds = (i128, i128);

/// A sum of values, each as the integer that it is.
type Sum = Linear<ValueId>;

/// A value to which each turn of a loop adds a constant.
#[derive(Clone, Debug)]
struct Induction {
    label: LabelId,
    first: ValueId,
    step: i64,
    /// How many turns there are in a loop that has one, and the bits of the counter.
    turns: Sum,
    bits: u32,
}

/// The branch of a counted loop that decides on another turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    pub label: LabelId,
    /// Which node of the loop's body it is.
    pub node: usize,
    /// The arm that leaves the loop.
    pub leaving: RegionId,
}

/// The inductions of a tree.
#[derive(Debug)]
pub(super) struct Inductions<'t> {
    unit: &'t Unit,
    /// What integers are defined as.
    definitions: HashMap<ValueId, &'t IntegerExpr>,
    /// Those that are sums, but for multiples of two to the power of their bits.
    sums: HashMap<ValueId, Sum>,
    /// The inputs for another turn of each loop.
    again: HashMap<LabelId, Vec<&'t [ValueId]>>,
    inductions: HashMap<ValueId, Induction>,
    /// By the loop's body.
    guards: HashMap<RegionId, Guard>,
}

impl<'t> Inductions<'t> {
    /// Collects the definitions of a tree. Its loops are yet to be entered, outer ones first.
    pub fn define(unit: &'t Unit, tree: &'t RegionTree) -> Inductions<'t> {
        let mut found = Inductions {
            unit,
            definitions: HashMap::new(),
            sums: HashMap::new(),
            again: HashMap::new(),
            inductions: HashMap::new(),
            guards: HashMap::new(),
        };
        for region in tree.outer_first() {
            let region = &tree.regions[region];
            for node in &region.nodes {
                if let NodeKind::Action(action) = &node.kind
                    && let ActionKind::Define { value, expr: Expr::Integer(expr) } = &action.kind
                {
                    found.definitions.insert(*value, expr);
                    found.sum(expr).map(|sum| found.sums.insert(*value, sum));
                }
            }
            if let RegionEnd::Again { label, values, .. } = &region.end {
                found.again.entry(*label).or_default().push(values);
            }
        }
        found
    }

    /// The branch in a loop's body that decides on another turn, if the loop is a counted one.
    pub fn guard(&self, body: RegionId) -> Option<Guard> {
        self.guards.get(&body).copied()
    }

    /// Finds the inductions of a loop, which is in the bodies of these.
    pub fn enter_loop(
        &mut self,
        tree: &RegionTree,
        (label, inputs, body): (LabelId, &[LoopInput], RegionId),
        bodies: &[LabelId],
    ) {
        let stepped: Vec<(&LoopInput, i64)> = (inputs.iter().enumerate())
            .filter_map(|(place, input)| Some((input, self.step(label, place, input.value)?)))
            .collect();
        let Some((counter, relation, guard)) = guard(tree, label, body) else { return };
        let Some((count, -1)) = stepped.iter().find(|(input, _)| input.value == counter).copied() else { return };
        let Some((turns, is_never_negative)) = self.turns(count.initial, bodies) else { return };
        if relation == Relation::NotEqual && !is_never_negative {
            return;
        }
        let Some(bits) = self.bits(counter) else { return };
        self.guards.insert(body, guard);
        for (input, step) in stepped {
            let induction = Induction { label, first: input.initial, step, turns: turns.clone(), bits };
            self.inductions.insert(input.value, induction);
        }
    }

    /// What each turn of a loop adds to an input, if it is constant.
    fn step(&self, label: LabelId, place: usize, input: ValueId) -> Option<i64> {
        self.bits(input)?;
        let mut again = self.again.get(&label)?.iter().map(|values| {
            let next = self.sum_of(*values.get(place)?);
            next.minus(&Linear::variable(input))?.as_constant()
        });
        let step = again.next()??;
        again.all(|other| other == Some(step)).then_some(step)
    }

    /// How many turns a loop has that has one, by the count that it starts with, and whether that is not negative.
    fn turns(&self, count: ValueId, bodies: &[LabelId]) -> Option<(Sum, bool)> {
        let bits = self.bits(count)?;
        let mut expr = self.definitions.get(&count).copied();
        if let Some(IntegerExpr::FromInteger(_, inner)) = expr
            && bits <= self::bits(inner.kind())
        {
            expr = Some(inner);
        }
        let Some((last, before)) = expr.and_then(|expr| self.distance(expr)) else {
            return Some((self.sum_of(count), self.value_bounds(count, bodies, &mut { MOST_SUMS }).0 >= 0));
        };
        let (last_bounds, before_bounds) =
            (self.bounds(last, bodies), before.map(|before| self.bounds(before, bodies)));
        let most = last_bounds.1 - before_bounds.map_or(0, |bounds| bounds.0);
        let mut turns = self.sum(last)?;
        if let Some(before) = before {
            turns = turns.minus(&self.sum(before)?)?;
        }
        Some((self.narrowed(&turns, bits)?, most < 1 << (bits - 1)))
    }

    /// The two integers of which a count that is not zero is the difference: it is `max(last, before) - before`, or
    /// `max(last, 0)`.
    fn distance<'e>(&self, expr: &'e IntegerExpr) -> Option<(&'e IntegerExpr, Option<&'e IntegerExpr>)> {
        let (greater, before) = match expr {
            IntegerExpr::Binary(IntegerBinary::Subtract, greater, before) => (&**greater, Some(&**before)),
            _ => (expr, None),
        };
        let IntegerExpr::Binary(IntegerBinary::Max, one, other) = greater else { return None };
        let is_before = |end: &IntegerExpr| match before {
            Some(before) => self.sum(end).is_some_and(|sum| self.sum(before) == Some(sum)),
            None => matches!(end, IntegerExpr::Constant(_, 0)),
        };
        let (one, other) = (&**one, &**other);
        match (is_before(one), is_before(other)) {
            (_, true) => Some((one, before)),
            (true, _) => Some((other, before)),
            _ => None,
        }
    }

    /// The bits of an integer.
    fn bits(&self, value: ValueId) -> Option<u32> {
        match self.unit.values[value].ty {
            Type::Integer(kind) => Some(bits(kind)),
            _ => None,
        }
    }

    /// The sum that an integer is, but for multiples of two to the power of its bits.
    fn sum_of(&self, value: ValueId) -> Sum {
        self.sums.get(&value).cloned().unwrap_or_else(|| Linear::variable(value))
    }

    /// As [`Inductions::sum_of`], of an expression.
    fn sum(&self, expr: &IntegerExpr) -> Option<Sum> {
        let sum = Linear::of(expr, &|part| match part {
            IntegerExpr::Read(_, Place::Value(value)) => Some(self.sum_of(*value)),
            IntegerExpr::FromInteger(kind, inner) if bits(*kind) <= bits(inner.kind()) => {
                self.narrowed(&self.sum(inner)?, bits(*kind))
            }
            // What has wrapped is not the sum any more.
            IntegerExpr::FromInteger(_, inner) => match &**inner {
                IntegerExpr::Constant(_, value) => Some(Linear::number(*value)),
                IntegerExpr::Read(_, Place::Value(value)) => Some(Linear::variable(*value)),
                _ => None,
            },
            _ => None,
        });
        sum.filter(|sum| sum.terms.len() <= MOST_TERMS)
    }

    /// A sum as one of fewer bits: what is a sum in those is replaced by it.
    fn narrowed(&self, sum: &Sum, to: u32) -> Option<Sum> {
        let mut narrow = sum.clone();
        for (value, factor) in &sum.terms {
            if self.bits(*value).is_some_and(|bits| bits >= to) {
                narrow.terms.remove(value);
                narrow = narrow.plus(&self.sum_of(*value).scaled(*factor)?)?;
            }
        }
        Some(narrow)
    }

    /// The bounds of an integer in the bodies of these loops.
    pub fn bounds(&self, expr: &IntegerExpr, bodies: &[LabelId]) -> Bounds {
        self.expr_bounds(expr, bodies, &mut { MOST_SUMS })
    }

    fn expr_bounds(&self, expr: &IntegerExpr, bodies: &[LabelId], fuel: &mut u32) -> Bounds {
        let bits = bits(expr.kind());
        let all = bounds_of_bits(bits);
        let Some(left) = fuel.checked_sub(1) else { return all };
        *fuel = left;
        let mut both = |one: &IntegerExpr, other: &IntegerExpr| {
            (self.expr_bounds(one, bodies, fuel), self.expr_bounds(other, bodies, fuel))
        };
        let bounds = match expr {
            IntegerExpr::Binary(IntegerBinary::Max, one, other) => {
                let (one, other) = both(one, other);
                Some((one.0.max(other.0), one.1.max(other.1)))
            }
            IntegerExpr::Binary(IntegerBinary::Min, one, other) => {
                let (one, other) = both(one, other);
                Some((one.0.min(other.0), one.1.min(other.1)))
            }
            IntegerExpr::FromInteger(_, inner) => Some(self.expr_bounds(inner, bodies, fuel)),
            _ => self.sum(expr).and_then(|sum| self.representative(&sum, bits, bodies, fuel)),
        };
        inside(bounds, all)
    }

    /// The bounds of a value.
    fn value_bounds(&self, value: ValueId, bodies: &[LabelId], fuel: &mut u32) -> Bounds {
        let Some(bits) = self.bits(value) else { return bounds_of_bits(64) };
        let all = bounds_of_bits(bits);
        match (self.sums.get(&value), self.definitions.get(&value)) {
            (Some(sum), _) => inside(self.representative(sum, bits, bodies, fuel), all),
            (None, Some(expr)) if matches!(expr, IntegerExpr::Binary(IntegerBinary::Max | IntegerBinary::Min, ..)) => {
                self.expr_bounds(expr, bodies, fuel)
            }
            (None, Some(_)) => all,
            (None, None) => inside(self.induced(&Linear::variable(value), bits, bodies, fuel).flatten(), all),
        }
    }

    /// The bounds of an integer that differs from a sum by a multiple of two to the power of the bits.
    fn representative(&self, sum: &Sum, bits: u32, bodies: &[LabelId], fuel: &mut u32) -> Option<Bounds> {
        *fuel = fuel.checked_sub(1)?;
        if let Some(bounds) = self.induced(sum, bits, bodies, fuel) {
            return bounds;
        }
        let mut total = (i128::from(sum.constant), i128::from(sum.constant));
        for (value, factor) in &sum.terms {
            let (low, high) = match self.sums.contains_key(value) || self.definitions.contains_key(value) {
                true => self.value_bounds(*value, bodies, fuel),
                false if self.bits(*value) < Some(bits) => self.value_bounds(*value, bodies, fuel),
                false => bounds_of_bits(self.bits(*value)?),
            };
            let ends = (low.checked_mul((*factor).into())?, high.checked_mul((*factor).into())?);
            total = (total.0.checked_add(ends.0.min(ends.1))?, total.1.checked_add(ends.0.max(ends.1))?);
        }
        Some(total)
    }

    /// As [`Inductions::representative`], by the inmost induction of a sum, if there is one.
    fn induced(&self, sum: &Sum, bits: u32, bodies: &[LabelId], fuel: &mut u32) -> Option<Option<Bounds>> {
        let in_bodies = sum.terms.iter().filter_map(|(value, factor)| {
            let induction = self.inductions.get(value)?;
            let has_bits = induction.bits >= bits && self.bits(*value)? >= bits;
            let depth = bodies.iter().position(|body| *body == induction.label).filter(|_| has_bits)?;
            Some((depth, *value, *factor, induction))
        });
        let (_, value, factor, induction) = in_bodies.max_by_key(|(depth, ..)| *depth)?;
        Some(self.between_ends(sum, (value, factor, induction), bits, bodies, fuel))
    }

    fn between_ends(
        &self,
        sum: &Sum,
        (value, factor, induction): (ValueId, i64, &Induction),
        bits: u32,
        bodies: &[LabelId],
        fuel: &mut u32,
    ) -> Option<Bounds> {
        let step = induction.step.checked_mul(factor)?;
        let mut rest = sum.clone();
        rest.terms.remove(&value);
        let first = rest.plus(&self.sum_of(induction.first).scaled(factor)?)?;
        let last = first.plus(&induction.turns.scaled(step)?)?.minus(&Linear::number(step))?;
        if first.terms.len().max(last.terms.len()) > MOST_TERMS {
            return None;
        }
        let (first, last) =
            (self.representative(&first, bits, bodies, fuel)?, self.representative(&last, bits, bodies, fuel)?);
        let all_turns = bounds_of_bits(induction.bits);
        let most_turns = match step {
            -1..=1 if induction.bits == bits => all_turns.1,
            _ => inside(self.representative(&induction.turns, induction.bits, bodies, fuel), all_turns).1,
        };
        let added = i128::from(step.unsigned_abs()).checked_mul((most_turns - 1).max(0))?;
        let apart = last.1.checked_sub(first.0)?.abs().max(last.0.checked_sub(first.1)?.abs());
        let bounds = if step >= 0 { (first.0, last.1) } else { (last.0, first.1) };
        (bounds.0 <= bounds.1 && added.checked_add(apart)? < 1 << bits).then_some(bounds)
    }
}

/// The bounds that are known, if they are those of an integer that has not wrapped.
fn inside(bounds: Option<Bounds>, all: Bounds) -> Bounds {
    bounds.filter(|(low, high)| *low >= all.0 && *high <= all.1).unwrap_or(all)
}

fn bits(kind: IntegerKind) -> u32 {
    8 * kind.size() as u32
}

fn bounds_of_bits(bits: u32) -> Bounds {
    let half = 1 << (bits - 1);
    (-half, half - 1)
}

/// The counter of a loop, how it is compared with zero for another turn, and the branch on that.
fn guard(tree: &RegionTree, label: LabelId, body: RegionId) -> Option<(ValueId, Relation, Guard)> {
    let nodes = &tree.regions[body].nodes;
    let node = nodes.iter().position(|node| !matches!(node.kind, NodeKind::Action(_)))?;
    let NodeKind::If { condition, then, otherwise, .. } = &nodes[node].kind else { return None };
    let LogicalExpr::CompareInteger(relation, counter, zero) = condition else { return None };
    let (IntegerExpr::Read(_, Place::Value(counter)), IntegerExpr::Constant(_, 0)) = (&**counter, &**zero) else {
        return None;
    };
    let (relation, leaving) = match relation {
        Relation::Greater | Relation::NotEqual => (*relation, *otherwise),
        Relation::LessEqual | Relation::Equal => (relation.opposite(), *then),
        Relation::Less | Relation::GreaterEqual => return None,
    };
    // No way to another turn goes through it.
    let left = &tree.regions[leaving];
    let leaves = matches!(left.end, RegionEnd::Exit { .. } | RegionEnd::Return(_) | RegionEnd::Stop(_));
    let is_straight = left.nodes.iter().all(|node| matches!(node.kind, NodeKind::Action(_)));
    (leaves && is_straight).then_some((*counter, relation, Guard { label, node, leaving }))
}
