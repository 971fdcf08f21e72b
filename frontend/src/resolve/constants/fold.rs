//! Constant folding: the value that an operation has on constants, as gfortran's constant expressions have it.
//!
//! REAL values of kind 4 are held as the double of equal value. One operation in binary64 rounded to binary32 gives
//! the correctly rounded result of `+ - * /` and SQRT, because 53 >= 2 * 24 + 2 bits are enough.

mod bits;
mod complex;
mod reals;
mod texts;
mod value;

use super::precise::{self, Pair};
use crate::resolved::{BinaryOp, Intrinsic, UnaryOp};
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};
pub(crate) use value::{FoldError, Folded, fitted, integer, real};

/// The constant converted to a type; REAL to INTEGER by truncation.
pub(crate) fn convert(constant: &Constant, to: Type) -> Folded {
    match (constant, to) {
        // Infinities and NaNs that are given by their bits stay what they are.
        (constant, to) if constant.ty() == to => Ok(constant.clone()),
        (Constant::Integer(_, value), Type::Integer(kind)) => integer(kind, i128::from(*value)),
        (Constant::Integer(_, value), Type::Real(RealKind::R4)) => real(RealKind::R4, f64::from(*value as f32)),
        (Constant::Integer(_, value), Type::Real(RealKind::R8)) => real(RealKind::R8, *value as f64),
        (Constant::Real(_, value), Type::Integer(kind)) => integer(kind, value.trunc() as i128),
        (Constant::Real(_, value), Type::Real(kind)) => real(kind, *value),
        (Constant::Complex(_, re, im), Type::Complex(kind)) => complex::constant(kind, *re, *im),
        (Constant::Complex(kind, re, _), Type::Integer(_) | Type::Real(_)) => convert(&Constant::Real(*kind, *re), to),
        (Constant::Integer(..) | Constant::Real(..), Type::Complex(kind)) => match convert(constant, Type::Real(kind))?
        {
            Constant::Real(_, re) => Ok(Constant::Complex(kind, re, 0.0)),
            _ => Err(FoldError::Types),
        },
        _ => Err(FoldError::Types),
    }
}

/// The value of a unary operation.
pub(crate) fn fold_unary(op: UnaryOp, operand: &Constant) -> Folded {
    match (op, operand) {
        (UnaryOp::Negate, Constant::Integer(kind, value)) => integer(*kind, -i128::from(*value)),
        (UnaryOp::Negate, Constant::Real(kind, value)) => Ok(Constant::Real(*kind, -value)),
        (UnaryOp::Negate, Constant::Complex(kind, re, im)) => Ok(Constant::Complex(*kind, -re, -im)),
        (UnaryOp::Not, Constant::Logical(value)) => Ok(Constant::Logical(!value)),
        _ => Err(FoldError::Types),
    }
}

/// The value of a binary operation on operands of the types that [`crate::resolved::ExprKind::Binary`] requires.
pub(crate) fn fold_binary(op: BinaryOp, left: &Constant, right: &Constant) -> Folded {
    match (left, right) {
        (Constant::Integer(kind, left), Constant::Integer(_, right)) => fold_integers(op, *kind, *left, *right),
        (Constant::Real(kind, left), Constant::Real(_, right)) => fold_reals(op, *kind, *left, *right),
        (Constant::Real(kind, base), Constant::Integer(_, exponent)) if op == BinaryOp::Power => {
            real_power(*kind, *base, *exponent)
        }
        (Constant::Complex(kind, re, im), Constant::Complex(_, other_re, other_im)) => {
            complex::binary(op, *kind, (*re, *im), (*other_re, *other_im))
        }
        (Constant::Complex(kind, re, im), Constant::Integer(_, exponent)) if op == BinaryOp::Power => {
            complex::power(*kind, (*re, *im), *exponent)
        }
        (Constant::Character(left), Constant::Character(right)) => fold_texts(op, left, right),
        (Constant::Logical(left), Constant::Logical(right)) => Ok(Constant::Logical(match op {
            BinaryOp::And => *left && *right,
            BinaryOp::Or => *left || *right,
            BinaryOp::Equivalent => left == right,
            BinaryOp::NotEquivalent => left != right,
            _ => return Err(FoldError::Types),
        })),
        _ => Err(FoldError::Types),
    }
}

fn fold_integers(op: BinaryOp, kind: IntegerKind, left: i64, right: i64) -> Folded {
    let (wide_left, wide_right) = (i128::from(left), i128::from(right));
    match op {
        BinaryOp::Add => integer(kind, wide_left + wide_right),
        BinaryOp::Subtract => integer(kind, wide_left - wide_right),
        BinaryOp::Multiply => integer(kind, wide_left * wide_right),
        BinaryOp::Divide if right == 0 => Err(FoldError::DivisionByZero),
        BinaryOp::Divide => integer(kind, wide_left / wide_right),
        BinaryOp::Power => integer_power(kind, wide_left, right),
        _ => relation(op, left.partial_cmp(&right)),
    }
}

fn fold_reals(op: BinaryOp, kind: RealKind, left: f64, right: f64) -> Folded {
    match op {
        BinaryOp::Add => real(kind, left + right),
        BinaryOp::Subtract => real(kind, left - right),
        BinaryOp::Multiply => real(kind, left * right),
        BinaryOp::Divide if right == 0.0 => Err(FoldError::DivisionByZero),
        BinaryOp::Divide => real(kind, left / right),
        BinaryOp::Power if left < 0.0 => Err(FoldError::Domain("**")),
        BinaryOp::Power if left == 0.0 && right < 0.0 => Err(FoldError::DivisionByZero),
        BinaryOp::Power if right == right.trunc() && right.abs() < 1e9 => real_power(kind, left, right as i64),
        BinaryOp::Power if left == 0.0 => real(kind, 0.0),
        BinaryOp::Power => real(kind, precise::power(left, right)),
        _ => relation(op, left.partial_cmp(&right)),
    }
}

/// The value of a relation, given how its operands compare.
fn relation(op: BinaryOp, order: Option<std::cmp::Ordering>) -> Folded {
    // A NaN is not even equal to itself.
    let Some(order) = order else { return Ok(Constant::Logical(op == BinaryOp::NotEqual)) };
    Ok(Constant::Logical(match op {
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEqual => order.is_le(),
        BinaryOp::Equal => order.is_eq(),
        BinaryOp::NotEqual => order.is_ne(),
        BinaryOp::Greater => order.is_gt(),
        BinaryOp::GreaterEqual => order.is_ge(),
        _ => return Err(FoldError::Types),
    }))
}

/// `base ** exponent` of INTEGER; with a negative exponent the truncated reciprocal.
fn integer_power(kind: IntegerKind, base: i128, exponent: i64) -> Folded {
    match (base, exponent) {
        (_, 0) | (1, _) => integer(kind, 1),
        (-1, _) => integer(kind, if exponent % 2 == 0 { 1 } else { -1 }),
        (0, 1..) => integer(kind, 0),
        (0, _) => Err(FoldError::DivisionByZero),
        (_, ..0) => integer(kind, 0),
        _ => {
            // |base| >= 2, so an exponent that does not fit 8 bits is far out of range.
            let exponent = u32::try_from(exponent).ok().filter(|exponent| *exponent < 128);
            let value = exponent.and_then(|exponent| base.checked_pow(exponent)).ok_or(FoldError::Overflow)?;
            integer(kind, value)
        }
    }
}

/// `base ** exponent` of a REAL base and an INTEGER exponent, in the precision of two doubles, rounded once.
fn real_power(kind: RealKind, base: f64, exponent: i64) -> Folded {
    if exponent == 0 {
        return real(kind, 1.0);
    }
    if base == 0.0 {
        return if exponent > 0 { real(kind, base.powf(exponent as f64)) } else { Err(FoldError::DivisionByZero) };
    }
    let mut remaining = exponent.unsigned_abs();
    let (mut square, mut product) = (Pair::new(base), Pair::new(1.0));
    while remaining > 0 {
        if remaining & 1 == 1 {
            product = product.multiply(square);
        }
        remaining >>= 1;
        if remaining > 0 {
            square = square.multiply(square);
        }
    }
    let value = if exponent > 0 { product.round() } else { Pair::new(1.0).divide(product).round() };
    // Beyond the range of a pair the low part is not a number; the plain power is right there.
    real(kind, if value.is_finite() && value != 0.0 { value } else { base.powf(exponent as f64) })
}

/// The value of an intrinsic function; `result` is the type of the value of NINT and the like.
pub(crate) fn fold_intrinsic(function: Intrinsic, arguments: &[Constant], result: Type) -> Folded {
    let [first, rest @ ..] = arguments else { return Err(FoldError::Types) };
    match (function, first, rest) {
        _ if texts::is_of_text(function) => texts::function(function, arguments),
        (Intrinsic::Max, ..) => extremum(BinaryOp::Greater, first, rest),
        (Intrinsic::Min, ..) => extremum(BinaryOp::Less, first, rest),
        (Intrinsic::Merge, _, [other, Constant::Logical(mask)]) => {
            Ok(if *mask { first.clone() } else { other.clone() })
        }
        (Intrinsic::Complex, Constant::Real(kind, re), [Constant::Real(_, im)]) => complex::constant(*kind, *re, *im),
        (_, Constant::Complex(kind, re, im), []) => complex::function(function, *kind, *re, *im),
        (_, Constant::Real(_, value), []) if matches!(result, Type::Integer(_) | Type::Logical) => {
            reals::to_other_type(function, *value, result)
        }
        (Intrinsic::Elementary(operation), Constant::Real(kind, value), []) => {
            real(*kind, reals::function(operation, *kind, *value)?)
        }
        (Intrinsic::Abs, Constant::Real(kind, value), []) => real(*kind, value.abs()),
        (Intrinsic::Cotangent, Constant::Real(kind, value), []) if *value != 0.0 => {
            real(*kind, precise::cotangent(*value))
        }
        (_, Constant::Real(..), []) => Err(FoldError::Unknown),
        (Intrinsic::Abs, Constant::Integer(kind, value), []) => integer(*kind, i128::from(value.unsigned_abs())),
        (_, Constant::Real(kind, left), [Constant::Real(_, right)]) => {
            real(*kind, reals::function_of_two(function, *kind, *left, *right)?)
        }
        (_, Constant::Real(kind, left), [Constant::Integer(_, right)]) => reals::scaled(function, *kind, *left, *right),
        (Intrinsic::BesselJ | Intrinsic::BesselY, Constant::Integer(_, order), [Constant::Real(kind, value)]) => {
            let kind_of_value = if function == Intrinsic::BesselJ { precise::first_kind } else { precise::second_kind };
            let order = u32::try_from(*order).map_err(|_| FoldError::Unknown)?;
            real(*kind, kind_of_value(order, *value).ok_or(FoldError::Unknown)?)
        }
        (_, Constant::Integer(..), [Constant::Real(..)]) => Err(FoldError::Unknown),
        (_, Constant::Integer(kind, _), _) => fold_integer_function(function, *kind, arguments),
        _ => Err(FoldError::Types),
    }
}

fn fold_integer_function(function: Intrinsic, kind: IntegerKind, arguments: &[Constant]) -> Folded {
    let value = |constant: &Constant| match constant {
        Constant::Integer(_, value) => Ok(*value),
        _ => Err(FoldError::Types),
    };
    let operands = arguments.iter().map(value).collect::<Result<Vec<i64>, FoldError>>()?;
    match (function, &operands[..]) {
        (Intrinsic::Mod | Intrinsic::Modulo | Intrinsic::Sign | Intrinsic::Dim, [left, right]) => {
            integer(kind, integer_function(function, i128::from(*left), i128::from(*right))?)
        }
        _ => bits::function(function, kind, &operands),
    }
}

/// The argument that compares with all others as `op` says; a text is as long as the longest.
fn extremum(op: BinaryOp, first: &Constant, rest: &[Constant]) -> Folded {
    let best = rest.iter().try_fold(first.clone(), |best, next| {
        Ok(if fold_binary(op, next, &best)? == Constant::Logical(true) { next.clone() } else { best })
    })?;
    let Constant::Character(text) = &best else { return Ok(best) };
    let length = |constant: &Constant| if let Constant::Character(text) = constant { text.len() } else { 0 };
    let longest = rest.iter().map(length).max().unwrap_or(0).max(length(first));
    Ok(Constant::Character(fitted(text, longest)))
}

fn integer_function(function: Intrinsic, left: i128, right: i128) -> Result<i128, FoldError> {
    match function {
        Intrinsic::Mod if right == 0 => Err(FoldError::DivisionByZero),
        Intrinsic::Mod => Ok(left % right),
        Intrinsic::Modulo if right == 0 => Err(FoldError::DivisionByZero),
        Intrinsic::Modulo => Ok((left % right + right) % right),
        Intrinsic::Sign => Ok(if right < 0 { -left.abs() } else { left.abs() }),
        Intrinsic::Dim => Ok((left - right).max(0)),
        _ => Err(FoldError::Types),
    }
}

/// How two texts compare, the shorter one filled with blanks.
fn compare(left: &[u8], right: &[u8]) -> std::cmp::Ordering {
    let length = left.len().max(right.len());
    fitted(left, length).cmp(&fitted(right, length))
}

/// The value of an operation on two constant texts.
pub(crate) fn fold_texts(op: BinaryOp, left: &[u8], right: &[u8]) -> Folded {
    match op {
        BinaryOp::Concatenate => Ok(Constant::Character([left, right].concat())),
        _ => relation(op, Some(compare(left, right))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forlane_semantics::operations::RealUnary;

    fn int(value: i64) -> Constant {
        Constant::Integer(IntegerKind::I4, value)
    }

    fn single(value: f32) -> Constant {
        Constant::Real(RealKind::R4, f64::from(value))
    }

    fn double(value: f64) -> Constant {
        Constant::Real(RealKind::R8, value)
    }

    #[test]
    fn integers_truncate_and_overflow_is_an_error() {
        assert_eq!(fold_binary(BinaryOp::Divide, &int(-7), &int(2)), Ok(int(-3)));
        assert_eq!(fold_binary(BinaryOp::Add, &int(2147483647), &int(1)), Err(FoldError::Overflow));
        assert_eq!(fold_binary(BinaryOp::Divide, &int(1), &int(0)), Err(FoldError::DivisionByZero));
        assert_eq!(fold_binary(BinaryOp::Power, &int(-2), &int(31)), Ok(int(-2147483648)));
        assert_eq!(fold_binary(BinaryOp::Power, &int(2), &int(-1)), Ok(int(0)));
        assert_eq!(fold_binary(BinaryOp::Power, &int(-1), &int(-3)), Ok(int(-1)));
        assert_eq!(fold_binary(BinaryOp::Power, &int(0), &int(-1)), Err(FoldError::DivisionByZero));
        assert_eq!(fold_binary(BinaryOp::Power, &int(3), &int(1000)), Err(FoldError::Overflow));
        assert_eq!(fold_intrinsic(Intrinsic::Mod, &[int(-7), int(3)], int(0).ty()), Ok(int(-1)));
        assert_eq!(fold_unary(UnaryOp::Negate, &int(-2147483648)), Err(FoldError::Overflow));
    }

    #[test]
    fn reals_are_rounded_to_their_kind() {
        assert_eq!(fold_binary(BinaryOp::Divide, &single(1.0), &single(3.0)), Ok(single(1.0 / 3.0)));
        assert_eq!(convert(&double(0.1), Type::Real(RealKind::R4)), Ok(single(0.1)));
        assert_eq!(convert(&Constant::Integer(IntegerKind::I8, 16777217), single(0.0).ty()), Ok(single(16777216.0)));
        assert_eq!(fold_binary(BinaryOp::Multiply, &single(1e38), &single(10.0)), Err(FoldError::Overflow));
        assert_eq!(convert(&double(-2.9), int(0).ty()), Ok(int(-2)));
        assert_eq!(convert(&double(3e9), int(0).ty()), Err(FoldError::Overflow));
    }

    #[test]
    fn powers_are_rounded_once() {
        // 1.3**37 by repeated multiplication of doubles ends in 83; gfortran has these digits.
        assert_eq!(fold_binary(BinaryOp::Power, &double(1.1), &int(50)), Ok(double(117.39085287969579)));
        assert_eq!(fold_binary(BinaryOp::Power, &double(1.3), &int(37)), Ok(double(16440.084118549472)));
        assert_eq!(fold_binary(BinaryOp::Power, &double(10.0), &int(-3)), Ok(double(1e-3)));
        assert_eq!(fold_binary(BinaryOp::Power, &double(10.0), &int(300)), Ok(double(1e300)));
        assert_eq!(fold_binary(BinaryOp::Power, &single(-2.0), &int(3)), Ok(single(-8.0)));
        assert_eq!(fold_binary(BinaryOp::Power, &double(2.0), &int(-1074)), Ok(double(f64::from_bits(1))));
    }

    #[test]
    fn functions_of_constants() {
        assert_eq!(fold_intrinsic(Intrinsic::Nint, &[double(2.5)], int(0).ty()), Ok(int(3)));
        assert_eq!(
            fold_intrinsic(Intrinsic::Elementary(RealUnary::Anint), &[double(-2.5)], double(0.0).ty()),
            Ok(double(-3.0))
        );
        assert_eq!(fold_intrinsic(Intrinsic::Max, &[int(1), int(7), int(3)], int(0).ty()), Ok(int(7)));
        assert_eq!(fold_intrinsic(Intrinsic::Dim, &[int(3), int(5)], int(0).ty()), Ok(int(0)));
        assert_eq!(fold_intrinsic(Intrinsic::Sign, &[double(1.0), double(-0.0)], double(0.0).ty()), Ok(double(-1.0)));
        assert_eq!(
            fold_intrinsic(Intrinsic::Elementary(RealUnary::Sqrt), &[double(-1.0)], double(0.0).ty()),
            Err(FoldError::Domain("SQRT"))
        );
        let pi = double(std::f64::consts::PI);
        let quarter = fold_intrinsic(Intrinsic::Elementary(RealUnary::Atan), &[double(1.0)], pi.ty())
            .and_then(|quarter| fold_binary(BinaryOp::Multiply, &double(4.0), &quarter));
        assert_eq!(quarter, Ok(pi));
    }
}
