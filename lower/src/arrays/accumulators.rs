//! Variables that hold a value of any type while loops compute it: one, two for COMPLEX, bytes for CHARACTER.

use crate::Builder;
use crate::character::Bytes;
use crate::complex::Parts;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Place, RealBinary, RealExpr};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::VarId;
use forlane_semantics::types::Type;

/// Where a value is kept.
pub(super) enum Accumulator {
    /// Of a number or a LOGICAL.
    Scalars(Vec<VarId>),
    /// Of CHARACTER.
    Text(Bytes),
}

/// What is known of the elements so far.
pub(super) struct State {
    /// The value: sum, greatest element, count, ….
    pub value: Accumulator,
    /// Whether there was an element.
    pub some: Option<VarId>,
    /// Where the element that was looked for is, from 1.
    pub positions: Vec<VarId>,
    /// The greatest magnitude of NORM2, by which the others are divided.
    pub scale: Option<VarId>,
}

impl Builder<'_> {
    /// A new accumulator with a first value. One for texts is as long as that value.
    pub(super) fn accumulator(&mut self, stem: &str, first: Vec<Expr>) -> Accumulator {
        match first.first() {
            Some(Expr::Character(text)) => Accumulator::Text(self.copied_text(text.clone())),
            _ => Accumulator::Scalars(first.into_iter().map(|value| self.save(stem, value)).collect()),
        }
    }

    /// The value so far.
    pub(super) fn accumulated(&self, accumulator: &Accumulator) -> Vec<Expr> {
        match accumulator {
            Accumulator::Text(bytes) => vec![Expr::Character(bytes.value())],
            Accumulator::Scalars(variables) => {
                let read = |var: &VarId| Expr::read(self.vars[*var].ty, Place::Variable(*var));
                variables.iter().filter_map(read).collect()
            }
        }
    }

    /// Sets the value, of whose parts none may read another one's variable.
    pub(super) fn accumulate(&mut self, accumulator: &Accumulator, value: Vec<Expr>) {
        match (accumulator, value.first()) {
            (Accumulator::Text(Bytes { array, offset, length }), Some(Expr::Character(text))) => {
                let (offset, length) = (offset.clone(), length.clone());
                self.action(ActionKind::StoreText { array: *array, offset, length, value: text.clone() });
            }
            (Accumulator::Scalars(variables), _) => {
                for (target, value) in variables.iter().zip(value) {
                    let value = match (value, self.vars[*target].ty) {
                        (Expr::Integer(value), Type::Integer(kind)) => Expr::Integer(fold::to_integer(kind, value)),
                        (value, _) => value,
                    };
                    self.action(ActionKind::Assign { target: *target, value });
                }
            }
            _ => {}
        }
    }

    /// The value of one of two ways.
    pub fn chosen_value(
        &mut self,
        condition: LogicalExpr,
        then: impl FnOnce(&mut Self) -> Vec<Expr>,
        otherwise: impl FnOnce(&mut Self) -> Vec<Expr>,
    ) -> Vec<Expr> {
        let other = self.open_if(condition);
        let value = then(self);
        let accumulator = self.accumulator("chosen", value);
        let done = self.open_else(other);
        let value = otherwise(self);
        self.accumulate(&accumulator, value);
        self.fall_into(done);
        self.accumulated(&accumulator)
    }

    /// `a + b`, `.OR.` of LOGICAL.
    pub(super) fn add_values(&mut self, left: Vec<Expr>, right: Vec<Expr>) -> Vec<Expr> {
        by_parts(ADD, left, right)
    }

    /// `a * b`, `.AND.` of LOGICAL.
    pub(super) fn multiply_values(&mut self, left: Vec<Expr>, right: Vec<Expr>) -> Vec<Expr> {
        match (&left[..], &right[..]) {
            ([Expr::Real(a), Expr::Real(b)], [Expr::Real(c), Expr::Real(d)]) => {
                let left = Parts { re: a.clone(), im: b.clone() };
                let product = self.complex_product(left, Parts { re: c.clone(), im: d.clone() });
                // A part of the product may read what the other one is assigned to.
                let product = self.saved_parts(product);
                vec![Expr::Real(product.re), Expr::Real(product.im)]
            }
            _ => by_parts(MULTIPLY, left, right),
        }
    }
}

/// A value as it is computed with: INTEGER of a narrow kind in 32 bits.
fn computed(value: Expr) -> Expr {
    match value {
        Expr::Integer(value) => Expr::Integer(fold::widen(value)),
        other => other,
    }
}

/// Sum and `.OR.`, or product and `.AND.`
type Operations = (IntegerBinary, RealBinary, LogicalBinary);

const ADD: Operations = (IntegerBinary::Add, RealBinary::Add, LogicalBinary::Or);
const MULTIPLY: Operations = (IntegerBinary::Multiply, RealBinary::Multiply, LogicalBinary::And);

/// The operation of two values of one type, part by part; CHARACTER has none.
fn by_parts((integer, real, logical): Operations, left: Vec<Expr>, right: Vec<Expr>) -> Vec<Expr> {
    let of_parts = |(left, right)| match (computed(left), computed(right)) {
        (Expr::Integer(left), Expr::Integer(right)) => {
            Some(Expr::Integer(IntegerExpr::Binary(integer, Box::new(left), Box::new(right))))
        }
        (Expr::Real(left), Expr::Real(right)) => {
            Some(Expr::Real(RealExpr::Binary(real, Box::new(left), Box::new(right))))
        }
        (Expr::Logical(left), Expr::Logical(right)) => {
            Some(Expr::Logical(LogicalExpr::Binary(logical, Box::new(left), Box::new(right))))
        }
        _ => None,
    };
    left.into_iter().zip(right).filter_map(of_parts).collect()
}
