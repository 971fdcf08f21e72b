//! Sums of INTEGER terms with constant factors, the normal form in which composed assignments are shown.

use forlane_cfg::expr::{IntegerBinary, IntegerExpr, IntegerUnary};
use forlane_semantics::types::IntegerKind;

/// `factor * term + … + constant`; each term occurs once, no factor is zero. Arithmetic wraps, so regrouping changes no
/// result within one kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sum {
    pub terms: Vec<(IntegerExpr, i64)>,
    pub constant: i64,
}

impl Sum {
    /// A constant.
    pub fn constant(value: i64) -> Sum {
        Sum { terms: Vec::new(), constant: value }
    }

    /// The normal form of an expression. With `widened`, conversions between kinds of INTEGER are looked through, which
    /// holds where nothing overflows.
    pub fn of(expr: &IntegerExpr, widened: bool) -> Sum {
        match expr {
            IntegerExpr::Constant(_, value) => Sum::constant(*value),
            IntegerExpr::Unary(IntegerUnary::Negate, operand) => Sum::of(operand, widened).times(-1),
            IntegerExpr::Binary(IntegerBinary::Add, left, right) => {
                Sum::of(left, widened).plus(&Sum::of(right, widened))
            }
            IntegerExpr::Binary(IntegerBinary::Subtract, left, right) => {
                Sum::of(left, widened).minus(&Sum::of(right, widened))
            }
            IntegerExpr::Binary(IntegerBinary::Multiply, left, right) => {
                let (left, right) = (Sum::of(left, widened), Sum::of(right, widened));
                match (left.as_constant(), right.as_constant()) {
                    (Some(factor), _) => right.times(factor),
                    (_, Some(factor)) => left.times(factor),
                    _ => Sum { terms: vec![(expr.clone(), 1)], constant: 0 },
                }
            }
            IntegerExpr::FromInteger(_, operand) if widened => Sum::of(operand, widened),
            other => Sum { terms: vec![(other.clone(), 1)], constant: 0 },
        }
    }

    /// The value, if there are no terms.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub fn plus(mut self, other: &Sum) -> Sum {
        for (term, factor) in &other.terms {
            match self.terms.iter_mut().find(|(own, _)| own == term) {
                Some((_, own)) => *own = own.wrapping_add(*factor),
                None => self.terms.push((term.clone(), *factor)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        self.constant = self.constant.wrapping_add(other.constant);
        self
    }

    pub fn minus(self, other: &Sum) -> Sum {
        self.plus(&other.clone().times(-1))
    }

    pub fn times(mut self, factor: i64) -> Sum {
        self.terms.iter_mut().for_each(|(_, own)| *own = own.wrapping_mul(factor));
        self.terms.retain(|(_, factor)| *factor != 0);
        self.constant = self.constant.wrapping_mul(factor);
        self
    }

    /// Adds a constant.
    pub fn offset(mut self, constant: i64) -> Sum {
        self.constant = self.constant.wrapping_add(constant);
        self
    }

    /// As an expression of that kind; what is added is before what is subtracted.
    pub fn to_expr(&self, kind: IntegerKind) -> IntegerExpr {
        let added = self.terms.iter().filter(|(_, factor)| *factor > 0);
        let subtracted = self.terms.iter().filter(|(_, factor)| *factor < 0);
        let constant = IntegerExpr::Constant(kind, wrap(kind, self.constant));
        let mut sum = None;
        for (term, factor) in added {
            sum = Some(joined(IntegerBinary::Add, sum, multiple(kind, term, *factor)));
        }
        let constant_first = sum.is_none() && self.constant > 0 || self.terms.is_empty();
        if constant_first {
            sum = Some(constant.clone());
        }
        for (term, factor) in subtracted {
            sum = Some(match sum {
                None => multiple(kind, term, *factor),
                Some(_) => joined(IntegerBinary::Subtract, sum, multiple(kind, term, factor.wrapping_neg())),
            });
        }
        match sum {
            Some(sum) if constant_first || self.constant == 0 => sum,
            sum => joined(IntegerBinary::Add, sum, constant),
        }
    }
}

fn joined(operation: IntegerBinary, sum: Option<IntegerExpr>, next: IntegerExpr) -> IntegerExpr {
    match sum {
        None => next,
        Some(sum) => IntegerExpr::Binary(operation, Box::new(sum), Box::new(next)),
    }
}

fn multiple(kind: IntegerKind, term: &IntegerExpr, factor: i64) -> IntegerExpr {
    let term = match term.kind() == kind {
        true => term.clone(),
        false => IntegerExpr::FromInteger(kind, Box::new(term.clone())),
    };
    match factor {
        1 => term,
        -1 => IntegerExpr::Unary(IntegerUnary::Negate, Box::new(term)),
        factor => {
            let factor = IntegerExpr::Constant(kind, wrap(kind, factor));
            IntegerExpr::Binary(IntegerBinary::Multiply, Box::new(factor), Box::new(term))
        }
    }
}

/// The value in the range of the kind that has the same low bits.
fn wrap(kind: IntegerKind, value: i64) -> i64 {
    match kind {
        IntegerKind::I1 => i64::from(value as i8),
        IntegerKind::I2 => i64::from(value as i16),
        IntegerKind::I4 => i64::from(value as i32),
        IntegerKind::I8 => value,
    }
}
