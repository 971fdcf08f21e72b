//! INTEGER expressions as sums of variables times constants.

use crate::expr::{IntegerBinary, IntegerExpr, IntegerUnary, Place};
use crate::unit::{Var, VarId};
use id_arena::Arena;
use std::collections::BTreeMap;

/// `constant + c1 * v1 + c2 * v2 + …` of scalar variables that are not in memory. Arithmetic that wraps is not meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// What does not depend on a variable.
    pub constant: i64,
    /// The factors of the variables, none of them zero.
    pub terms: BTreeMap<VarId, i64>,
}

impl Linear {
    /// The sum that an expression is; none if it is something else.
    pub fn compute(vars: &Arena<Var>, expr: &IntegerExpr) -> Option<Linear> {
        match expr {
            IntegerExpr::Constant(_, value) => Some(Linear { constant: *value, terms: BTreeMap::new() }),
            IntegerExpr::Read(_, Place::Variable(var)) if vars[*var].is_promotable() => {
                Some(Linear { constant: 0, terms: BTreeMap::from([(*var, 1)]) })
            }
            IntegerExpr::FromInteger(_, inner) => Linear::compute(vars, inner),
            IntegerExpr::Unary(IntegerUnary::Negate, operand) => Linear::compute(vars, operand)?.scaled(-1),
            IntegerExpr::Binary(operation, left, right) => {
                let (left, right) = (Linear::compute(vars, left)?, Linear::compute(vars, right)?);
                match operation {
                    IntegerBinary::Add => left.plus(&right),
                    IntegerBinary::Subtract => left.minus(&right),
                    IntegerBinary::Multiply => match (left.as_constant(), right.as_constant()) {
                        (Some(factor), _) => right.scaled(factor),
                        (_, Some(factor)) => left.scaled(factor),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value, if it depends on no variable.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The factor of a variable.
    pub fn factor(&self, var: VarId) -> i64 {
        self.terms.get(&var).copied().unwrap_or(0)
    }

    /// The sum of two; none if a number gets too large, as in all that follows.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
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
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(&other.scaled(-1)?)
    }

    /// The product with a number.
    pub fn scaled(&self, by: i64) -> Option<Linear> {
        if by == 0 {
            return Some(Linear::default());
        }
        let constant = self.constant.checked_mul(by)?;
        let scaled = |(var, factor): (&VarId, &i64)| Some((*var, factor.checked_mul(by)?));
        Some(Linear { constant, terms: self.terms.iter().map(scaled).collect::<Option<_>>()? })
    }

    /// Splits off the terms of some variables; the rest, and their factors in the order of the variables.
    pub fn split(&self, vars: &[VarId]) -> (Linear, Vec<i64>) {
        let factors = vars.iter().map(|var| self.factor(*var)).collect();
        let mut rest = self.clone();
        rest.terms.retain(|var, _| !vars.contains(var));
        (rest, factors)
    }
}
