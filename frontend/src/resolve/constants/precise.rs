//! Elementary functions of constants, correctly rounded.
//!
//! gfortran folds them with MPFR, and a constant may differ in the last place from the result of libm at run time: in
//! one case of six for SINH, COSH and TANH, rarely for the others. Here a value is an unevaluated sum of two doubles
//! (Dekker 1971, Knuth TAOCP 2, 4.2.2), good for some 100 bits of which the result keeps 53; a value within 2**-45
//! units of a rounding boundary would go wrong.

mod bessel;
mod degrees;
mod special;

use forlane_semantics::operations::RealUnary;

pub(crate) use bessel::{first_kind, second_kind};
pub(crate) use degrees::{cotangent_of_degrees, in_degrees, of_degrees};
pub(crate) use special::{area_sine_of_pair, area_tangent};

/// An unevaluated sum `high + low`, where `low` is below half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    high: f64,
    low: f64,
}

const LN_2: Pair = Pair { high: std::f64::consts::LN_2, low: 2.3190468138462996e-17 };
const LN_10: Pair = Pair { high: std::f64::consts::LN_10, low: -2.1707562233822494e-16 };
/// Pi / 2 in three doubles, so that what remains of an argument near a multiple has all its bits.
const HALF_PI: [f64; 3] = [std::f64::consts::FRAC_PI_2, 6.123233995736766e-17, -1.4973849048591698e-33];
/// Up to here the reduction of an angle is exact enough; beyond, libm has to do.
const LARGEST_ANGLE: f64 = 1e6;
/// Beyond it `exp` leaves the range of a double.
const LARGEST_EXPONENT: f64 = 708.0;
/// From here on, SINH and TANH differ from their argument: 2 to the power of -28.
const SMALLEST_CURVED: f64 = 1.0 / (1 << 28) as f64;
/// `exp` halves its argument so often.
const HALVINGS: i32 = 9;

impl Pair {
    /// The pair of a double.
    pub fn new(value: f64) -> Pair {
        Pair { high: value, low: 0.0 }
    }

    /// The exact sum of two doubles.
    pub fn sum(left: f64, right: f64) -> Pair {
        let high = left + right;
        let part = high - left;
        Pair { high, low: (left - (high - part)) + (right - part) }
    }

    /// The exact product of two doubles.
    pub fn product(left: f64, right: f64) -> Pair {
        let high = left * right;
        Pair { high, low: left.mul_add(right, -high) }
    }

    /// The sum of two pairs.
    pub fn add(self, other: Pair) -> Pair {
        let (high, low) = (Pair::sum(self.high, other.high), Pair::sum(self.low, other.low));
        let middle = Pair::sum(high.high, high.low + low.high);
        Pair::sum(middle.high, middle.low + low.low)
    }

    /// The negative.
    pub fn negate(self) -> Pair {
        Pair { high: -self.high, low: -self.low }
    }

    /// The difference of two pairs.
    pub fn subtract(self, other: Pair) -> Pair {
        self.add(other.negate())
    }

    /// The product of two pairs.
    pub fn multiply(self, other: Pair) -> Pair {
        let product = Pair::product(self.high, other.high);
        Pair::sum(product.high, product.low + (self.high * other.low + self.low * other.high))
    }

    /// The quotient of two pairs.
    pub fn divide(self, other: Pair) -> Pair {
        let first = self.high / other.high;
        let rest = self.subtract(other.multiply(Pair::new(first)));
        let second = rest.high / other.high;
        let rest = rest.subtract(other.multiply(Pair::new(second)));
        Pair::sum(first, second).add(Pair::new(rest.high / other.high))
    }

    /// The product with a power of two.
    pub fn scale(self, factor: f64) -> Pair {
        Pair { high: self.high * factor, low: self.low * factor }
    }

    /// Whether it is less than zero, or a negative zero.
    pub fn is_negative(self) -> bool {
        self.high.is_sign_negative()
    }

    /// The square root.
    pub fn sqrt(self) -> Pair {
        if self.high <= 0.0 {
            return Pair::new(0.0);
        }
        let root = self.high.sqrt();
        let rest = self.subtract(Pair::product(root, root));
        Pair::sum(root, rest.high / (2.0 * root))
    }

    /// The nearest double.
    pub fn round(self) -> f64 {
        self.high + self.low
    }
}

/// The value of an elementary function, rounded to a double; none if it is not an elementary function.
pub(crate) fn evaluate(function: RealUnary, x: f64) -> Option<f64> {
    let is_small_angle = x.abs() <= LARGEST_ANGLE;
    let is_in_range = x.abs() <= LARGEST_EXPONENT;
    Some(match function {
        // The only exact values: the functions below need an argument other than zero.
        _ if x == 0.0 && !matches!(function, RealUnary::Log | RealUnary::Log10) => value_at_zero(function, x)?,
        RealUnary::Exp if is_in_range => exponential(Pair::new(x)).round(),
        RealUnary::Exp => x.exp(),
        RealUnary::Log => logarithm(x).round(),
        RealUnary::Log10 => logarithm(x).divide(LN_10).round(),
        RealUnary::Sin if is_small_angle => sine_and_cosine(x).0.round(),
        RealUnary::Sin => x.sin(),
        RealUnary::Cos if is_small_angle => sine_and_cosine(x).1.round(),
        RealUnary::Cos => x.cos(),
        RealUnary::Tan if is_small_angle => {
            let (sine, cosine) = sine_and_cosine(x);
            sine.divide(cosine).round()
        }
        RealUnary::Tan => x.tan(),
        RealUnary::Asin => angle(Pair::new(x), complement(x)).round(),
        RealUnary::Acos => angle(complement(x), Pair::new(x)).round(),
        RealUnary::Atan => angle(Pair::new(x), Pair::new(1.0)).round(),
        // They differ by less than half a unit in the last place, and pairs would lose bits of the smallest arguments.
        RealUnary::Sinh | RealUnary::Tanh if x.abs() < SMALLEST_CURVED => x,
        RealUnary::Sinh if is_in_range => {
            let growth = exponential_less_one(Pair::new(x));
            growth.add(growth.divide(growth.add(Pair::new(1.0)))).scale(0.5).round()
        }
        RealUnary::Sinh => x.sinh(),
        RealUnary::Cosh if is_in_range => {
            let power = exponential(Pair::new(x));
            power.add(Pair::new(1.0).divide(power)).scale(0.5).round()
        }
        RealUnary::Cosh => x.cosh(),
        RealUnary::Tanh if x.abs() <= 40.0 => {
            let growth = exponential_less_one(Pair::new(2.0 * x));
            growth.divide(growth.add(Pair::new(2.0))).round()
        }
        RealUnary::Tanh => x.signum(),
        RealUnary::Asinh => special::area_sine(x),
        RealUnary::Acosh => special::area_cosine(x),
        RealUnary::Atanh => special::area_tangent(Pair::new(x)).round(),
        RealUnary::Erf => special::error_function(x),
        RealUnary::Erfc => special::complementary(x),
        RealUnary::ErfcScaled => special::scaled_complementary(x),
        RealUnary::Gamma => special::gamma(x)?,
        RealUnary::LogGamma => special::log_gamma(x)?,
        RealUnary::BesselJ0 => first_kind(0, x)?,
        RealUnary::BesselJ1 => first_kind(1, x)?,
        RealUnary::BesselY0 => second_kind(0, x)?,
        RealUnary::BesselY1 => second_kind(1, x)?,
        _ => return None,
    })
}

/// The value at plus or minus zero.
fn value_at_zero(function: RealUnary, zero: f64) -> Option<f64> {
    match function {
        RealUnary::Exp | RealUnary::Cos | RealUnary::Cosh => Some(1.0),
        RealUnary::Acos => Some(std::f64::consts::FRAC_PI_2),
        RealUnary::Sin | RealUnary::Tan | RealUnary::Asin | RealUnary::Atan => Some(zero),
        RealUnary::Sinh | RealUnary::Tanh | RealUnary::Asinh | RealUnary::Atanh | RealUnary::Erf => Some(zero),
        RealUnary::Erfc | RealUnary::ErfcScaled | RealUnary::BesselJ0 => Some(1.0),
        RealUnary::BesselJ1 => Some(zero),
        _ => None,
    }
}

/// ATAN2 of doubles that are not both zero.
pub(crate) fn arc_tangent(y: f64, x: f64) -> f64 {
    if y == 0.0 && x > 0.0 { y } else { angle(Pair::new(y), Pair::new(x)).round() }
}

/// COTAN of a number that is not zero.
pub(crate) fn cotangent(x: f64) -> f64 {
    if x.abs() > LARGEST_ANGLE {
        return x.tan().recip();
    }
    let (sine, cosine) = sine_and_cosine(x);
    cosine.divide(sine).round()
}

/// `base ** exponent` of a positive base.
pub(crate) fn power(base: f64, exponent: f64) -> f64 {
    let product = logarithm(base).multiply(Pair::new(exponent));
    if product.high.abs() <= LARGEST_EXPONENT { exponential(product).round() } else { base.powf(exponent) }
}

/// The square root of the sum of two squares.
pub(crate) fn hypotenuse(x: f64, y: f64) -> f64 {
    let greatest = x.abs().max(y.abs());
    if greatest == 0.0 {
        return 0.0;
    }
    // A power of two near the greater one, so that no square overflows or vanishes.
    let scale = greatest.log2().floor().clamp(-1000.0, 1000.0).exp2();
    let (x, y) = (x / scale, y / scale);
    Pair::product(x, x).add(Pair::product(y, y)).sqrt().round() * scale
}

/// The square root of the sum of squares.
pub(crate) fn norm(numbers: &[f64]) -> f64 {
    let greatest = numbers.iter().fold(0.0_f64, |greatest, number| greatest.max(number.abs()));
    if greatest == 0.0 {
        return 0.0;
    }
    let scale = greatest.log2().floor().clamp(-1000.0, 1000.0).exp2();
    let square = |number: &f64| Pair::product(number / scale, number / scale);
    numbers.iter().fold(Pair::new(0.0), |sum, number| sum.add(square(number))).sqrt().round() * scale
}

/// `exp(x)`.
pub(crate) fn exponential(x: Pair) -> Pair {
    let multiple = (x.high / LN_2.high).round();
    let rest = x.subtract(LN_2.multiply(Pair::new(multiple)));
    let power = exponential_less_one(rest).add(Pair::new(1.0));
    // In two steps, since the factor alone may be no double.
    let half = (multiple / 2.0).trunc();
    power.scale(half.exp2()).scale((multiple - half).exp2())
}

/// `exp(x) - 1` without loss for small arguments: by halving the argument, and from `p = exp(y) - 1` the value of
/// `exp(2 y) - 1 = 2 p + p * p`.
fn exponential_less_one(x: Pair) -> Pair {
    if x.high.abs() > LN_2.high {
        return exponential(x).subtract(Pair::new(1.0));
    }
    let halved = x.scale(f64::from(-HALVINGS).exp2());
    let (mut term, mut sum) = (halved, halved);
    for n in 2..=12 {
        term = term.multiply(halved).divide(Pair::new(f64::from(n)));
        sum = sum.add(term);
    }
    (0..HALVINGS).fold(sum, |growth, _| growth.scale(2.0).add(growth.multiply(growth)))
}

/// `log(x)` of a positive double: libm's value, and one step of Newton from it.
fn logarithm(x: f64) -> Pair {
    // Subnormal numbers are brought to where a pair has all its bits.
    if x < f64::MIN_POSITIVE {
        return logarithm_of_normal(x * 64_f64.exp2()).subtract(LN_2.scale(64.0));
    }
    logarithm_of_normal(x)
}

fn logarithm_of_normal(x: f64) -> Pair {
    let estimate = x.ln();
    // x * exp(-estimate) - 1, from its two small parts where x is near 1.
    let step = if estimate.abs() < LN_2.high {
        let growth = exponential_less_one(Pair::new(-estimate));
        Pair::sum(x, -1.0).add(growth.multiply(Pair::new(x)))
    } else {
        let (half, rest) = (-estimate / 2.0, -estimate - (-estimate / 2.0));
        let product = exponential(Pair::new(half)).multiply(Pair::new(x)).multiply(exponential(Pair::new(rest)));
        product.subtract(Pair::new(1.0))
    };
    Pair::new(estimate).add(step).subtract(step.multiply(step).scale(0.5))
}

/// `log(x)` of a positive pair.
pub(crate) fn logarithm_of_pair(x: Pair) -> Pair {
    let ratio = Pair::new(x.low).divide(Pair::new(x.high));
    logarithm(x.high).add(ratio.subtract(ratio.multiply(ratio).scale(0.5)))
}

/// Hyperbolic sine and cosine.
pub(crate) fn hyperbolic(x: Pair) -> (Pair, Pair) {
    let growth = exponential_less_one(x);
    let power = growth.add(Pair::new(1.0));
    let sine = growth.add(growth.divide(power)).scale(0.5);
    (sine, power.add(Pair::new(1.0).divide(power)).scale(0.5))
}

/// Sine and cosine of a pair, whose lower part turns the angle a little.
pub(crate) fn sine_and_cosine_of_pair(x: Pair) -> (Pair, Pair) {
    let (sine, cosine) = sine_and_cosine(x.high);
    let turn = Pair::new(x.low);
    (sine.add(cosine.multiply(turn)), cosine.subtract(sine.multiply(turn)))
}

/// Sine and cosine of an angle up to [`LARGEST_ANGLE`].
fn sine_and_cosine(x: f64) -> (Pair, Pair) {
    let multiple = (x / HALF_PI[0]).round();
    let part = |index: usize| Pair::product(-multiple, HALF_PI[index]);
    let rest = Pair::new(x).add(part(0)).add(part(1)).add(part(2));
    let square = rest.multiply(rest);
    let series = |first: Pair, start: u32| {
        let (mut term, mut sum) = (first, first);
        for n in (start..start + 32).step_by(2) {
            term = term.multiply(square).divide(Pair::new(f64::from(n * (n + 1)))).negate();
            sum = sum.add(term);
        }
        sum
    };
    let (sine, cosine) = (series(rest, 2), series(Pair::new(1.0), 1));
    match (multiple as i64).rem_euclid(4) {
        0 => (sine, cosine),
        1 => (cosine, sine.negate()),
        2 => (sine.negate(), cosine.negate()),
        _ => (cosine.negate(), sine),
    }
}

/// `sqrt(1 - x * x)`.
fn complement(x: f64) -> Pair {
    Pair::sum(1.0, -x).multiply(Pair::sum(1.0, x)).sqrt()
}

/// The angle of the point `(x, y)`: libm's value turned by the angle that remains.
pub(crate) fn angle(y: Pair, x: Pair) -> Pair {
    let estimate = y.high.atan2(x.high);
    let (sine, cosine) = sine_and_cosine(estimate);
    let across = y.multiply(cosine).subtract(x.multiply(sine));
    let along = x.multiply(cosine).add(y.multiply(sine));
    Pair::new(estimate).add(across.divide(along))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What gfortran makes of these constants; libm is off by one in the last place for the first four.
    #[test]
    fn constants_are_those_of_gfortran_to_the_bit() {
        let cases = [
            (RealUnary::Sinh, 2.7813628108832393, 0x4020143C8F8778E7),
            (RealUnary::Cosh, -6.987671519529521, 0x4080ECC9FE4C93A1),
            (RealUnary::Tanh, 5.254741797989201e-1, 0x3FDED7AD8E15F848),
            (RealUnary::Tanh, 9.930296630e-308, 0x0031DA042AAD48F6),
            (RealUnary::Tanh, 2e-9, 0x3E212E0BE826D695),
            (RealUnary::Sinh, 6.4391555e-322, 0x82),
            (RealUnary::Log10, 610.565352384262, 0x4006492DF0C6537B),
            (RealUnary::Log10, 1e-5, 0xC014000000000000),
            (RealUnary::Exp, 1.0, 0x4005BF0A8B145769),
            (RealUnary::Acos, -1.0, 0x400921FB54442D18),
            (RealUnary::Asin, 1.0, 0x3FF921FB54442D18),
            (RealUnary::Log, 1.0, 0),
            (RealUnary::Sin, std::f64::consts::PI, 0x3CA1A62633145C07),
        ];
        for (function, x, bits) in cases {
            let value = evaluate(function, x).map(f64::to_bits);
            assert_eq!(value, Some(bits), "{function:?}({x:?})");
        }
    }

    #[test]
    fn zeros_keep_their_sign_and_exact_powers_are_exact() {
        assert_eq!(evaluate(RealUnary::Sin, -0.0).map(f64::to_bits), Some((-0.0_f64).to_bits()));
        assert_eq!(arc_tangent(-0.0, 1.0).to_bits(), (-0.0_f64).to_bits());
        assert_eq!(arc_tangent(0.0, -1.0), std::f64::consts::PI);
        assert_eq!(power(4.0, 0.5), 2.0);
        assert_eq!(power(2.0, 0.5), std::f64::consts::SQRT_2);
        assert_eq!(evaluate(RealUnary::Exp, 1000.0), Some(f64::INFINITY));
    }
}
