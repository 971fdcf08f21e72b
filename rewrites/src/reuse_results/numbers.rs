//! Numbers of values: equal ones are of expressions that are equal to the bit.

use forlane_cfg::{Expr, IntegerExpr, IntegerKind, Place, RealBinary, RealExpr, RealKind, RealUnary, ValueId};
use std::collections::HashMap;

/// The number of a value.
pub(super) type Number = usize;

/// An operation on numbered operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Numbered {
    Value(ValueId),
    Real(RealKind, u64),
    Integer(IntegerKind, i64),
    Unary(RealUnary, Number),
    Binary(RealBinary, Number, Number),
    PowerInteger(Number, Number),
    FromInteger(RealKind, Number),
    FromReal(RealKind, Number),
}

/// The numbers so far.
#[derive(Default)]
pub(super) struct Numbers {
    numbers: HashMap<Numbered, Number>,
    /// Of values that are defined by an expression that has a number.
    defined: HashMap<ValueId, Number>,
}

impl Numbers {
    /// Notes what a value is.
    pub fn define(&mut self, value: ValueId, expr: &Expr) {
        let number = match expr {
            Expr::Real(expr) => self.real(expr),
            Expr::Integer(expr) => self.integer(expr),
            Expr::Logical(_) | Expr::Character(_) => None,
        };
        self.defined.extend(number.map(|number| (value, number)));
    }

    /// The number of a real expression; none if it reads memory, or does what has no numbers.
    pub fn real(&mut self, expr: &RealExpr) -> Option<Number> {
        let numbered = match expr {
            RealExpr::Constant(kind, value) => Numbered::Real(*kind, value.to_bits()),
            RealExpr::Read(_, place) => return self.place(place),
            RealExpr::Unary(operation, operand) => Numbered::Unary(*operation, self.real(operand)?),
            RealExpr::Binary(operation, left, right) => {
                Numbered::Binary(*operation, self.real(left)?, self.real(right)?)
            }
            RealExpr::PowerInteger(base, exponent) => Numbered::PowerInteger(self.real(base)?, self.integer(exponent)?),
            RealExpr::FromInteger(kind, operand) => Numbered::FromInteger(*kind, self.integer(operand)?),
            RealExpr::FromReal(kind, operand) => Numbered::FromReal(*kind, self.real(operand)?),
        };
        Some(self.number(numbered))
    }

    /// Integers are exponents, and few operations make one.
    fn integer(&mut self, expr: &IntegerExpr) -> Option<Number> {
        match expr {
            IntegerExpr::Constant(kind, value) => Some(self.number(Numbered::Integer(*kind, *value))),
            IntegerExpr::Read(_, place) => self.place(place),
            IntegerExpr::Unary(..)
            | IntegerExpr::Binary(..)
            | IntegerExpr::FromInteger(..)
            | IntegerExpr::FromReal(..)
            | IntegerExpr::Character(..) => None,
        }
    }

    fn place(&mut self, place: &Place) -> Option<Number> {
        let Place::Value(value) = place else { return None };
        let number = self.defined.get(value).copied();
        Some(number.unwrap_or_else(|| self.number(Numbered::Value(*value))))
    }

    fn number(&mut self, numbered: Numbered) -> Number {
        let next = self.numbers.len();
        *self.numbers.entry(numbered).or_insert(next)
    }
}
