//! The loops that only assign a range of elements, one after the other: `a(i + c) = b(i + d)` and `a(i + c) = 0`.
//!
//! Such a loop has two blocks. Its head branches on a count that is left or on an index that has an end; its body
//! stores one element and steps the values that the head merges, each by a constant. All offsets go up by one.
//!
//! ```text
//! b1: ; from b0 b2
//!     merge v2:i integer4 = b0 v0:i, b2 v4:i
//!     merge v3:count.1 integer4 = b0 v1:n, b2 v5:count.1
//!     if v3:count.1 > 0 goto b2 else b3
//! b2: ; from b1
//!     a[v2:i - 1] = b[(v2:i + 7) - 1]
//!     v4:i integer4 = v2:i + 1
//!     v5:count.1 integer4 = v3:count.1 - 1
//!     goto b1
//! ```

use super::failure::integer_may_fail;
use super::predecessors::Predecessors;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, RealExpr, Relation};
use crate::graph::{ActionKind, Block, BlockId, Graph, Terminator};
use crate::unit::{Unit, ValueId, VarId};
use forlane_semantics::types::Type;
use std::collections::HashMap;

/// What the elements become.
#[derive(Clone, Debug, PartialEq)]
pub enum RangeSource {
    /// Those of an array of the same type, from that offset on.
    Elements(VarId, IntegerExpr),
    /// Zero, of which all bits are zero.
    Zero,
}

/// How many turns a loop makes, by the values that its head merges.
#[derive(Clone, Debug, PartialEq)]
pub enum Turns {
    /// As many as that value is, none if it is negative.
    Left(ValueId),
    /// From that value to the end, which the loop does not change.
    Until(ValueId, IntegerExpr),
}

/// A loop of that kind.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeLoop {
    /// The block with the merges and the branch.
    pub head: BlockId,
    /// The block with the store.
    pub body: BlockId,
    /// How many elements there are.
    pub turns: Turns,
    /// The values that the head merges, with what is added to each in a turn.
    pub steps: Vec<(ValueId, i64)>,
    /// The array that is assigned, and its first offset, by the values that the head merges.
    pub target: (VarId, IntegerExpr),
    /// What is assigned.
    pub source: RangeSource,
}

impl RangeLoop {
    /// Finds those of a unit at stage `ssa`, in the order of their heads. Cost: linear.
    pub fn find(unit: &Unit, graph: &Graph) -> Vec<RangeLoop> {
        let predecessors = Predecessors::compute(graph);
        let bodies = graph.blocks.iter().filter_map(|(body, block)| match block.terminator {
            Terminator::Goto(head) if predecessors.of(body) == [head] => Some((head, body)),
            _ => None,
        });
        let mut found: Vec<RangeLoop> = bodies.filter_map(|(head, body)| of_blocks(unit, graph, head, body)).collect();
        found.sort_by_key(|one| one.head);
        found
    }
}

fn of_blocks(unit: &Unit, graph: &Graph, head: BlockId, body: BlockId) -> Option<RangeLoop> {
    let Block { merges, actions, terminator, .. } = &graph.blocks[head];
    let Terminator::Branch { condition, then, .. } = terminator else { return None };
    if *then != body || !actions.is_empty() || !graph.blocks[body].merges.is_empty() {
        return None;
    }
    let mut stepped = HashMap::new();
    let mut store = None;
    for action in &graph.blocks[body].actions {
        match &action.kind {
            ActionKind::Define { value, expr: Expr::Integer(expr) } => {
                let (of, step) = step(expr)?;
                stepped.insert(*value, (of, step));
            }
            ActionKind::Store { array, offset, value } if store.is_none() => store = Some((*array, offset, value)),
            _ => return None,
        }
    }
    let mut steps = Vec::new();
    for merge in merges {
        let (_, next) = merge.operands.iter().find(|(from, _)| *from == body)?;
        let (of, step) = stepped.get(next)?;
        if *of != merge.value {
            return None;
        }
        steps.push((merge.value, *step));
    }
    let known = Known { unit, steps: &steps, stepped: &stepped };
    let turns = known.turns(condition)?;
    let (array, offset, value) = store?;
    let source = known.source(value)?;
    let is_of_bits = !matches!(unit.vars[array].ty, Type::Logical | Type::Complex(_) | Type::Character);
    (is_of_bits && known.step(offset)? == 1).then(|| RangeLoop {
        head,
        body,
        turns,
        steps,
        target: (array, offset.clone()),
        source,
    })
}

/// The value to which an expression adds a constant.
fn step(expr: &IntegerExpr) -> Option<(ValueId, i64)> {
    let IntegerExpr::Binary(operation, left, right) = expr else { return None };
    match (operation, &**left, &**right) {
        (IntegerBinary::Add, IntegerExpr::Read(_, Place::Value(of)), IntegerExpr::Constant(_, step)) => {
            Some((*of, *step))
        }
        (IntegerBinary::Subtract, IntegerExpr::Read(_, Place::Value(of)), IntegerExpr::Constant(_, step)) => {
            Some((*of, step.checked_neg()?))
        }
        _ => None,
    }
}

/// What is known of the values in a loop.
struct Known<'a> {
    unit: &'a Unit,
    steps: &'a [(ValueId, i64)],
    /// What the body defines.
    stepped: &'a HashMap<ValueId, (ValueId, i64)>,
}

impl Known<'_> {
    fn turns(&self, condition: &LogicalExpr) -> Option<Turns> {
        let LogicalExpr::CompareInteger(relation, left, right) = condition else { return None };
        let IntegerExpr::Read(_, Place::Value(value)) = &**left else { return None };
        let (_, step) = self.steps.iter().find(|(merged, _)| merged == value)?;
        match (relation, step, &**right) {
            (Relation::Greater, -1, IntegerExpr::Constant(_, 0)) => Some(Turns::Left(*value)),
            (Relation::Less, 1, end) if self.step(end)? == 0 => Some(Turns::Until(*value, end.clone())),
            _ => None,
        }
    }

    fn source(&self, value: &Expr) -> Option<RangeSource> {
        match value {
            Expr::Real(RealExpr::Read(_, Place::Element(array, offset)))
            | Expr::Integer(IntegerExpr::Read(_, Place::Element(array, offset))) => {
                (self.step(offset)? == 1).then(|| RangeSource::Elements(*array, (**offset).clone()))
            }
            Expr::Integer(IntegerExpr::Constant(_, 0)) => Some(RangeSource::Zero),
            Expr::Real(RealExpr::Constant(_, constant)) if constant.to_bits() == 0 => Some(RangeSource::Zero),
            _ => None,
        }
    }

    /// How much is added to an expression in a turn, where that is known. Where sums wrap, so does what is added.
    fn step(&self, expr: &IntegerExpr) -> Option<i64> {
        match expr {
            IntegerExpr::Read(_, Place::Value(value)) if self.stepped.contains_key(value) => None,
            IntegerExpr::Read(_, Place::Value(value)) => {
                Some(self.steps.iter().find(|(merged, _)| merged == value).map_or(0, |(_, step)| *step))
            }
            IntegerExpr::Binary(IntegerBinary::Add, left, right) => self.step(left)?.checked_add(self.step(right)?),
            IntegerExpr::Binary(IntegerBinary::Subtract, left, right) => {
                self.step(left)?.checked_sub(self.step(right)?)
            }
            other => {
                let mut is_fixed = !integer_may_fail(other, &self.unit.vars);
                other.for_each_place(&mut |place| {
                    is_fixed &= matches!(place, Place::Value(value)
                        if !self.stepped.contains_key(value) && self.steps.iter().all(|(merged, _)| merged != value));
                });
                is_fixed.then_some(0)
            }
        }
    }
}
