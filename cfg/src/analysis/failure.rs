//! Whether evaluating an expression may fail: elements outside of their array, integer division by zero.

use crate::character::{CharacterExpr, CharacterPart};
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, RealExpr};
use crate::unit::{ArrayLength, Var, VarId};
use id_arena::Arena;

/// Whether evaluating the expression may fail.
pub fn expr_may_fail(expr: &Expr, vars: &Arena<Var>) -> bool {
    match expr {
        Expr::Integer(expr) => integer_may_fail(expr, vars),
        Expr::Real(expr) => real_may_fail(expr, vars),
        Expr::Logical(expr) => logical_may_fail(expr, vars),
        Expr::Character(expr) => text_may_fail(expr, vars),
    }
}

/// As [`expr_may_fail`]; repeating a text may take more memory than there is.
pub fn text_may_fail(text: &CharacterExpr, vars: &Arena<Var>) -> bool {
    text.parts.iter().any(|part| match part {
        CharacterPart::Text(_) => false,
        CharacterPart::Range { start: Place::Element(array, offset), length } => {
            range_may_fail(*array, offset, length, vars)
        }
        CharacterPart::Range { .. } | CharacterPart::Repeat(..) => true,
        CharacterPart::Char(code) => integer_may_fail(code, vars),
    })
}

/// Whether an access to `length` elements may fail, evaluating offset and length included.
pub fn range_may_fail(array: VarId, offset: &IntegerExpr, length: &IntegerExpr, vars: &Arena<Var>) -> bool {
    match (offset, length, vars[array].array) {
        (IntegerExpr::Constant(_, at), IntegerExpr::Constant(_, length), Some(ArrayLength::Constant(elements))) => {
            let end = u64::try_from(*at).ok().and_then(|at| at.checked_add(u64::try_from(*length).unwrap_or(0)));
            end.is_none_or(|end| end > elements)
        }
        _ => true,
    }
}

/// Whether an access to an element may fail, evaluating its offset included.
pub fn element_may_fail(array: VarId, offset: &IntegerExpr, vars: &Arena<Var>) -> bool {
    match (offset, vars[array].array) {
        (IntegerExpr::Constant(_, at), Some(ArrayLength::Constant(length))) => {
            !u64::try_from(*at).is_ok_and(|at| at < length)
        }
        _ => true,
    }
}

fn place_may_fail(place: &Place, vars: &Arena<Var>) -> bool {
    match place {
        Place::Variable(_) | Place::Value(_) => false,
        Place::Element(array, offset) => element_may_fail(*array, offset, vars),
        Place::Section(_) => true,
    }
}

/// As [`expr_may_fail`].
pub fn integer_may_fail(expr: &IntegerExpr, vars: &Arena<Var>) -> bool {
    match expr {
        IntegerExpr::Constant(..) => false,
        IntegerExpr::Read(_, place) => place_may_fail(place, vars),
        IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => integer_may_fail(operand, vars),
        IntegerExpr::Binary(operation, left, right) => {
            let divides = match operation {
                IntegerBinary::Divide | IntegerBinary::Steps | IntegerBinary::Mod | IntegerBinary::Modulo => {
                    !is_constant(right, |value| value != 0)
                }
                IntegerBinary::Power => {
                    !is_constant(right, |value| value >= 0) && !is_constant(left, |value| value != 0)
                }
                _ => false,
            };
            divides || integer_may_fail(left, vars) || integer_may_fail(right, vars)
        }
        IntegerExpr::FromReal(_, _, operand) => real_may_fail(operand, vars),
        // Joining parts takes memory.
        IntegerExpr::Character(_, texts) => texts.iter().any(|text| text.parts.len() > 1 || text_may_fail(text, vars)),
    }
}

/// As [`expr_may_fail`].
pub fn real_may_fail(expr: &RealExpr, vars: &Arena<Var>) -> bool {
    match expr {
        RealExpr::Constant(..) => false,
        RealExpr::Read(_, place) => place_may_fail(place, vars),
        RealExpr::Unary(_, operand) | RealExpr::FromReal(_, operand) => real_may_fail(operand, vars),
        RealExpr::Binary(_, left, right) => real_may_fail(left, vars) || real_may_fail(right, vars),
        RealExpr::PowerInteger(base, exponent) => real_may_fail(base, vars) || integer_may_fail(exponent, vars),
        RealExpr::FromInteger(_, operand) => integer_may_fail(operand, vars),
    }
}

/// As [`expr_may_fail`].
pub fn logical_may_fail(expr: &LogicalExpr, vars: &Arena<Var>) -> bool {
    match expr {
        LogicalExpr::Constant(_) => false,
        LogicalExpr::Read(place) => place_may_fail(place, vars),
        LogicalExpr::Not(operand) => logical_may_fail(operand, vars),
        LogicalExpr::Binary(_, left, right) => logical_may_fail(left, vars) || logical_may_fail(right, vars),
        LogicalExpr::CompareInteger(_, left, right) => integer_may_fail(left, vars) || integer_may_fail(right, vars),
        LogicalExpr::CompareReal(_, left, right) => real_may_fail(left, vars) || real_may_fail(right, vars),
    }
}

fn is_constant(expr: &IntegerExpr, holds: impl Fn(i64) -> bool) -> bool {
    matches!(expr, IntegerExpr::Constant(_, value) if holds(*value))
}
