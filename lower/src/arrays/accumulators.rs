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
    pub(super) fn chosen_value(
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
        left.into_iter().zip(right).filter_map(|(left, right)| add(left, right)).collect()
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
            _ => left.into_iter().zip(right).filter_map(|(left, right)| multiply(left, right)).collect(),
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

fn add(left: Expr, right: Expr) -> Option<Expr> {
    Some(match (computed(left), computed(right)) {
        (Expr::Integer(left), Expr::Integer(right)) => {
            Expr::Integer(IntegerExpr::Binary(IntegerBinary::Add, Box::new(left), Box::new(right)))
        }
        (Expr::Real(left), Expr::Real(right)) => {
            Expr::Real(RealExpr::Binary(RealBinary::Add, Box::new(left), Box::new(right)))
        }
        (Expr::Logical(left), Expr::Logical(right)) => {
            Expr::Logical(LogicalExpr::Binary(LogicalBinary::Or, Box::new(left), Box::new(right)))
        }
        _ => return None,
    })
}

fn multiply(left: Expr, right: Expr) -> Option<Expr> {
    Some(match (computed(left), computed(right)) {
        (Expr::Integer(left), Expr::Integer(right)) => {
            Expr::Integer(IntegerExpr::Binary(IntegerBinary::Multiply, Box::new(left), Box::new(right)))
        }
        (Expr::Real(left), Expr::Real(right)) => {
            Expr::Real(RealExpr::Binary(RealBinary::Multiply, Box::new(left), Box::new(right)))
        }
        (Expr::Logical(left), Expr::Logical(right)) => {
            Expr::Logical(LogicalExpr::Binary(LogicalBinary::And, Box::new(left), Box::new(right)))
        }
        _ => return None,
    })
}
