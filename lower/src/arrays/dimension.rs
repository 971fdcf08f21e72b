//! DIM: the dimension that a function of arrays goes along, which may be known only when the program runs.

use super::Extents;
use super::sections::{combine, constant};
use crate::Builder;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Relation};
use forlane_cfg::graph::Terminator;
use forlane_frontend::resolved::ArrayCall;

/// A dimension, zero-based.
#[derive(Clone)]
pub(super) enum Dimension {
    /// This one.
    Known(usize),
    /// The one that a variable says, in the range of the array's dimensions.
    Computed(IntegerExpr),
}

impl Builder<'_> {
    /// The dimension that DIM says, of as many; none without DIM. Another one fails the lane.
    pub(super) fn dimension_of(&mut self, call: &ArrayCall, rank: usize) -> Option<Dimension> {
        let Some(dim) = call.argument("dim") else {
            return call.dim.map(|dim| Dimension::Known((dim - 1).min(rank.saturating_sub(1))));
        };
        let dim = self.integer(dim);
        let dim = self.fixed("dim", dim);
        let compare = |relation, limit: usize| {
            LogicalExpr::CompareInteger(relation, Box::new(dim.clone()), Box::new(constant(limit as i64)))
        };
        let (least, most) = (compare(Relation::GreaterEqual, 1), compare(Relation::LessEqual, rank));
        let condition = LogicalExpr::Binary(LogicalBinary::And, Box::new(least), Box::new(most));
        let (rest, otherwise) = (self.new_block(), self.new_block());
        self.end(Terminator::Branch { condition, then: rest, otherwise });
        self.start(otherwise);
        self.fail("the array does not have the dimension that DIM says".to_owned());
        self.start(rest);
        Some(Dimension::Computed(combine(IntegerBinary::Subtract, dim, constant(1))))
    }

    /// What a list says of a dimension, and the list without it.
    pub(super) fn split_at(&mut self, dimension: &Dimension, list: &[IntegerExpr]) -> (IntegerExpr, Extents) {
        let mut others = list.to_vec();
        let at = match dimension {
            Dimension::Known(at) => *at,
            Dimension::Computed(at) => return self.split_at_computed(at, list),
        };
        let here = if at < others.len() { others.remove(at) } else { constant(0) };
        (here, others)
    }

    fn split_at_computed(&mut self, at: &IntegerExpr, list: &[IntegerExpr]) -> (IntegerExpr, Extents) {
        let mut here = list.last().cloned().unwrap_or(constant(0));
        let mut others = Extents::new();
        for (number, pair) in (0..).zip(list.windows(2)) {
            let [before, after] = pair else { continue };
            others.push(self.chosen_integer(Relation::Greater, (at, number), before, after));
        }
        for (number, one) in (0..list.len().saturating_sub(1)).zip(list) {
            here = self.chosen_integer(Relation::Equal, (at, number as i64), one, &here);
        }
        (here, others)
    }

    /// A list with one more dimension.
    pub(super) fn joined_at(&mut self, dimension: &Dimension, here: IntegerExpr, others: &[IntegerExpr]) -> Extents {
        let mut list = others.to_vec();
        match dimension {
            Dimension::Known(at) => list.insert((*at).min(others.len()), here),
            Dimension::Computed(at) => {
                list = Extents::new();
                for number in 0..=others.len() {
                    let mut value = here.clone();
                    if let Some(after) = number.checked_sub(1).and_then(|before| others.get(before)) {
                        value = self.chosen_integer(Relation::Less, (at, number as i64), after, &value);
                    }
                    if let Some(own) = others.get(number) {
                        value = self.chosen_integer(Relation::Greater, (at, number as i64), own, &value);
                    }
                    list.push(value);
                }
            }
        }
        list
    }

    /// One of two indices or extents, by how a dimension compares with a number.
    fn chosen_integer(
        &mut self,
        relation: Relation,
        (at, number): (&IntegerExpr, i64),
        then: &IntegerExpr,
        otherwise: &IntegerExpr,
    ) -> IntegerExpr {
        let condition = LogicalExpr::CompareInteger(relation, Box::new(at.clone()), Box::new(constant(number)));
        let of = |value: &IntegerExpr| vec![Expr::Integer(value.clone())];
        match self.chosen_value(condition, |_| of(then), |_| of(otherwise)).pop() {
            Some(Expr::Integer(value)) => value,
            _ => otherwise.clone(),
        }
    }
}
