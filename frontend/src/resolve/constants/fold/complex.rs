//! Constant folding of COMPLEX, in pairs of doubles for each part, rounded once.
//!
//! gfortran folds with MPC, whose parts are correctly rounded.

mod inverse;

use super::value::{FoldError, Folded, real};
use crate::resolve::constants::precise::{self, Pair};
use crate::resolved::{BinaryOp, Intrinsic};
use forlane_semantics::operations::RealUnary;
use forlane_semantics::types::{Constant, RealKind};

/// A complex number in twice the precision.
#[derive(Clone, Copy)]
struct Number {
    re: Pair,
    im: Pair,
}

impl Number {
    fn new(re: f64, im: f64) -> Number {
        Number { re: Pair::new(re), im: Pair::new(im) }
    }

    fn multiply(self, other: Number) -> Number {
        Number {
            re: self.re.multiply(other.re).subtract(self.im.multiply(other.im)),
            im: self.re.multiply(other.im).add(self.im.multiply(other.re)),
        }
    }

    fn divide(self, other: Number) -> Number {
        // Divided by the greater part first, so that no square overflows.
        let scale = Pair::new(other.re.round().abs().max(other.im.round().abs()));
        let (re, im) = (other.re.divide(scale), other.im.divide(scale));
        let square = re.multiply(re).add(im.multiply(im)).multiply(scale);
        let product = self.multiply(Number { re, im: im.negate() });
        Number { re: product.re.divide(square), im: product.im.divide(square) }
    }

    /// Times the imaginary unit.
    fn turned(self) -> Number {
        Number { re: self.im.negate(), im: self.re }
    }

    /// Times the negative imaginary unit.
    fn turned_back(self) -> Number {
        Number { re: self.im, im: self.re.negate() }
    }

    fn magnitude(self) -> Pair {
        self.re.multiply(self.re).add(self.im.multiply(self.im)).sqrt()
    }

    fn exponential(self) -> Number {
        let factor = precise::exponential(self.re);
        let (sine, cosine) = precise::sine_and_cosine_of_pair(self.im);
        Number { re: factor.multiply(cosine), im: factor.multiply(sine) }
    }

    fn logarithm(self) -> Number {
        Number { re: precise::logarithm_of_pair(self.magnitude()), im: precise::angle(self.im, self.re) }
    }

    fn sine(self) -> Number {
        let (sine, cosine) = precise::sine_and_cosine_of_pair(self.re);
        let (sinh, cosh) = precise::hyperbolic(self.im);
        Number { re: sine.multiply(cosh), im: cosine.multiply(sinh) }
    }

    fn cosine(self) -> Number {
        let (sine, cosine) = precise::sine_and_cosine_of_pair(self.re);
        let (sinh, cosh) = precise::hyperbolic(self.im);
        Number { re: cosine.multiply(cosh), im: sine.multiply(sinh).negate() }
    }

    fn square_root(self) -> Number {
        let half = Pair::new(0.5);
        let magnitude = self.magnitude();
        if self.re.round() >= 0.0 {
            let re = magnitude.add(self.re).multiply(half).sqrt();
            let im = if re.round() == 0.0 { self.im } else { self.im.multiply(half).divide(re) };
            return Number { re, im };
        }
        let im = magnitude.subtract(self.re).multiply(half).sqrt();
        let re = self.im.multiply(half).divide(im);
        if self.im.is_negative() { Number { re: re.negate(), im: im.negate() } } else { Number { re, im } }
    }

    fn power(self, mut exponent: u64) -> Number {
        let (mut square, mut product) = (self, Number::new(1.0, 0.0));
        while exponent > 0 {
            if exponent & 1 == 1 {
                product = product.multiply(square);
            }
            square = square.multiply(square);
            exponent >>= 1;
        }
        product
    }

    fn fold(self, kind: RealKind) -> Folded {
        constant(kind, self.re.round(), self.im.round())
    }

    /// The same, where a part that is zero has the sign that it has there.
    fn fold_like(self, kind: RealKind, (re, im): (f64, f64)) -> Folded {
        let signed = |part: f64, like: f64| match (part == 0.0, like == 0.0) {
            (true, true) => like,
            // It is the difference of equal products.
            (true, false) => 0.0,
            _ => part,
        };
        constant(kind, signed(self.re.round(), re), signed(self.im.round(), im))
    }
}

/// A product without extra precision, for the signs of zeros.
fn product(left: (f64, f64), right: (f64, f64)) -> (f64, f64) {
    (left.0 * right.0 - left.1 * right.1, left.0 * right.1 + left.1 * right.0)
}

/// A COMPLEX constant, each part rounded to the kind.
pub(super) fn constant(kind: RealKind, re: f64, im: f64) -> Folded {
    match (real(kind, re)?, real(kind, im)?) {
        (Constant::Real(_, re), Constant::Real(_, im)) => Ok(Constant::Complex(kind, re, im)),
        _ => Err(FoldError::Types),
    }
}

/// The value of a binary operation on two numbers of one kind.
pub(super) fn binary(op: BinaryOp, kind: RealKind, left: (f64, f64), right: (f64, f64)) -> Folded {
    let (a, b) = (Number::new(left.0, left.1), Number::new(right.0, right.1));
    let is_zero = right == (0.0, 0.0);
    match op {
        BinaryOp::Add => constant(kind, left.0 + right.0, left.1 + right.1),
        BinaryOp::Subtract => constant(kind, left.0 - right.0, left.1 - right.1),
        BinaryOp::Multiply => a.multiply(b).fold_like(kind, product(left, right)),
        BinaryOp::Divide if is_zero => Err(FoldError::DivisionByZero),
        BinaryOp::Divide => a.divide(b).fold_like(kind, product(left, (right.0, -right.1))),
        BinaryOp::Power if is_zero => constant(kind, 1.0, 0.0),
        BinaryOp::Power if left == (0.0, 0.0) => constant(kind, 0.0, 0.0),
        BinaryOp::Power => {
            let (re, im) = general_power(left, right);
            constant(kind, re, im)
        }
        BinaryOp::Equal => Ok(Constant::Logical(left == right)),
        BinaryOp::NotEqual => Ok(Constant::Logical(left != right)),
        _ => Err(FoldError::Types),
    }
}

/// `base ** exponent`. A part that is zero comes out as what the digits of pi lack, so that powers on an axis are told
/// apart: those of bases whose direction is a multiple of an eighth of a turn. The signs of zeros are MPC's.
fn general_power(base: (f64, f64), exponent: (f64, f64)) -> (f64, f64) {
    let number = |(re, im)| Number::new(re, im);
    let power = number(base).logarithm().multiply(number(exponent)).exponential();
    let (re, im) = (power.re.round(), power.im.round());
    let is_real = exponent.1 == 0.0;
    let is_of_length_one = matches!((base.0.abs(), base.1.abs()), (1.0, 0.0) | (0.0, 1.0));
    let Some(turned) = eighths(base).map(|eighths| eighths * exponent.0) else { return (re, im) };
    if turned % 2.0 != 0.0 || !(is_real || is_of_length_one) {
        return (re, im);
    }
    let is_imaginary = turned % 4.0 != 0.0;
    let is_below = base.1.is_sign_negative();
    let is_zero_negative = match base {
        _ if !is_real => !is_imaginary && is_below,
        (_, 0.0) => !is_imaginary && is_below != (exponent.0 < 0.0),
        (0.0, _) if is_imaginary => (exponent.0.abs() % 4.0 == 3.0) != base.0.is_sign_negative(),
        (0.0, _) => (is_below == (re < 0.0)) != base.0.is_sign_negative(),
        _ => false,
    };
    let zero = if is_zero_negative { -0.0 } else { 0.0 };
    if is_imaginary { (zero, im) } else { (re, zero) }
}

/// The direction of a number in eighths of a turn, if it is a multiple of these.
fn eighths((re, im): (f64, f64)) -> Option<f64> {
    let above = match (re, im) {
        (_, 0.0) if re > 0.0 => 0.0,
        (_, 0.0) => 4.0,
        (0.0, _) => 2.0,
        _ if re.abs() != im.abs() => return None,
        _ if re > 0.0 => 1.0,
        _ => 3.0,
    };
    Some(above * 1.0_f64.copysign(im))
}

/// `base ** exponent` of an INTEGER exponent.
pub(super) fn power(kind: RealKind, base: (f64, f64), exponent: i64) -> Folded {
    if exponent < 0 && base == (0.0, 0.0) {
        return Err(FoldError::DivisionByZero);
    }
    let power = Number::new(base.0, base.1).power(exponent.unsigned_abs());
    let power = if exponent < 0 { Number::new(1.0, 0.0).divide(power) } else { power };
    // MPC has another way for bases on an axis.
    let is_on_axis = exponent != 0 && (base.0 == 0.0) != (base.1 == 0.0);
    let like = if is_on_axis { general_power(base, (exponent as f64, 0.0)) } else { (1.0, 1.0) };
    power.fold_like(kind, like)
}

/// The value of a function of one number.
pub(super) fn function(function: Intrinsic, kind: RealKind, re: f64, im: f64) -> Folded {
    let number = Number::new(re, im);
    match function {
        Intrinsic::Imaginary => real(kind, im),
        Intrinsic::Conjugate => constant(kind, re, -im),
        Intrinsic::Abs => real(kind, precise::hypotenuse(re, im)),
        Intrinsic::Elementary(RealUnary::Log) if (re, im) == (0.0, 0.0) => Err(FoldError::Domain("LOG")),
        Intrinsic::Elementary(RealUnary::Sqrt) if (re, im) == (0.0, 0.0) => constant(kind, 0.0, im),
        Intrinsic::Elementary(RealUnary::Sqrt) => {
            let root = number.square_root();
            constant(kind, root.re.round().abs(), root.im.round().abs().copysign(im))
        }
        Intrinsic::Elementary(RealUnary::Log) => number.logarithm().fold(kind),
        Intrinsic::Elementary(RealUnary::Exp) => number.exponential().fold(kind),
        Intrinsic::Elementary(RealUnary::Sin) => number.sine().fold(kind),
        Intrinsic::Elementary(RealUnary::Cos) => number.cosine().fold(kind),
        Intrinsic::Elementary(RealUnary::Tan) => number.sine().divide(number.cosine()).fold(kind),
        Intrinsic::Cotangent => number.cosine().divide(number.sine()).fold(kind),
        Intrinsic::Elementary(RealUnary::Sinh) => number.turned().sine().turned_back().fold(kind),
        Intrinsic::Elementary(RealUnary::Cosh) => number.turned().cosine().fold(kind),
        Intrinsic::Elementary(RealUnary::Tanh) => {
            let turned = number.turned();
            turned.sine().divide(turned.cosine()).turned_back().fold(kind)
        }
        Intrinsic::Elementary(operation) => {
            let (re, im) = inverse::function(operation, re, im).ok_or(FoldError::Unknown)?;
            constant(kind, re, im)
        }
        _ => Err(FoldError::Unknown),
    }
}
