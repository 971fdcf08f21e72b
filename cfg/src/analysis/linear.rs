//! INTEGER expressions as sums of variables times constants.

use crate::expr::{IntegerBinary, IntegerExpr, IntegerUnary, Place};
use crate::fold;
use crate::unit::{Var, VarId};
use id_arena::Arena;
use std::collections::BTreeMap;

/// The most terms of a sum that is computed of an expression.
pub const MOST_TERMS: usize = 64;

/// `constant + c1 * v1 + c2 * v2 + …` of scalar variables that are not in memory, or of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear<V: Ord = VarId> {
    /// What does not depend on a variable.
    pub constant: i64,
    /// The factors of the variables, none of them zero.
    pub terms: BTreeMap<V, i64>,
}

impl Linear {
    /// The sum that an expression is; none if it is something else. Arithmetic that wraps is not meant.
    pub fn compute(vars: &Arena<Var>, expr: &IntegerExpr) -> Option<Linear> {
        Linear::of(expr, &|part| match part {
            IntegerExpr::Read(_, Place::Variable(var)) if vars[*var].is_promotable() => Some(Linear::variable(*var)),
            IntegerExpr::FromInteger(_, inner) => Linear::compute(vars, fold::before_nearest(inner).unwrap_or(inner)),
            _ => None,
        })
    }
}

impl<V: Ord + Copy> Linear<V> {
    /// The sum that an expression is; what is not arithmetic on integers of one kind is up to `leaf`. None if it has
    /// more than [`MOST_TERMS`] terms, too.
    pub fn of(expr: &IntegerExpr, leaf: &dyn Fn(&IntegerExpr) -> Option<Linear<V>>) -> Option<Linear<V>> {
        // Long chains nest to the left.
        let (mut first, mut chain) = (expr, Vec::new());
        while let IntegerExpr::Binary(operation, left, right) = first {
            if !matches!(operation, IntegerBinary::Add | IntegerBinary::Subtract | IntegerBinary::Multiply) {
                return None;
            }
            chain.push((operation, right));
            first = left;
        }
        let mut sum = match first {
            IntegerExpr::Constant(_, value) => Linear::number(*value),
            IntegerExpr::Unary(IntegerUnary::Negate, operand) => Linear::of(operand, leaf)?.scaled(-1)?,
            _ => leaf(first)?,
        };
        for (operation, right) in chain.into_iter().rev() {
            let right = Linear::of(right, leaf)?;
            sum = match operation {
                IntegerBinary::Add => sum.plus(&right)?,
                IntegerBinary::Subtract => sum.minus(&right)?,
                _ => match (sum.as_constant(), right.as_constant()) {
                    (Some(factor), _) => right.scaled(factor)?,
                    (_, Some(factor)) => sum.scaled(factor)?,
                    _ => return None,
                },
            };
            if sum.terms.len() > MOST_TERMS {
                return None;
            }
        }
        Some(sum)
    }

    /// A number.
    pub fn number(constant: i64) -> Linear<V> {
        Linear { constant, terms: BTreeMap::new() }
    }

    /// A variable.
    pub fn variable(var: V) -> Linear<V> {
        Linear { constant: 0, terms: BTreeMap::from([(var, 1)]) }
    }

    /// The value, if it depends on no variable.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The factor of a variable.
    pub fn factor(&self, var: V) -> i64 {
        self.terms.get(&var).copied().unwrap_or(0)
    }

    /// The sum of two; none if a number gets too large, as in all that follows.
    pub fn plus(&self, other: &Linear<V>) -> Option<Linear<V>> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant)?;
        for (var, factor) in &other.terms {
            let factor = sum.factor(*var).checked_add(*factor)?;
            match factor {
                0 => sum.terms.remove(var),
                factor => sum.terms.insert(*var, factor),
            };
        }
        Some(sum)
    }

    /// The difference of two.
    pub fn minus(&self, other: &Linear<V>) -> Option<Linear<V>> {
        self.plus(&other.scaled(-1)?)
    }

    /// The product with a number.
    pub fn scaled(&self, by: i64) -> Option<Linear<V>> {
        if by == 0 {
            return Some(Linear::number(0));
        }
        let constant = self.constant.checked_mul(by)?;
        let scaled = |(var, factor): (&V, &i64)| Some((*var, factor.checked_mul(by)?));
        Some(Linear { constant, terms: self.terms.iter().map(scaled).collect::<Option<_>>()? })
    }

    /// Splits off the terms of some variables; the rest, and their factors in the order of the variables.
    pub fn split(&self, vars: &[V]) -> (Linear<V>, Vec<i64>) {
        let factors = vars.iter().map(|var| self.factor(*var)).collect();
        let mut rest = self.clone();
        rest.terms.retain(|var, _| !vars.contains(var));
        (rest, factors)
    }
}
