//! Area functions, the error function and the gamma function of constants.

use super::{Pair, exponential, logarithm, logarithm_of_pair, sine_and_cosine_of_pair};

pub(super) const PI: Pair = Pair { high: std::f64::consts::PI, low: 1.2246467991473532e-16 };
/// One by the root of pi.
const ROOT: Pair = Pair { high: 0.5641895835477563, low: 7.66772980658294e-18 };
/// Below it the first terms of a series are enough.
const TINY: f64 = 1e-6;
/// From here on Stirling's series has all bits.
const LARGE: f64 = 40.0;
/// GAMMA beyond it is out of the range of a double.
const LARGEST_GAMMA: f64 = 171.7;

/// ASINH.
pub(super) fn area_sine(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude < TINY {
        return odd_series(x, [-1.0 / 6.0, 3.0 / 40.0]);
    }
    let value =
        if magnitude > 1e15 { logarithm(magnitude).add(super::LN_2) } else { area_sine_of_pair(Pair::new(magnitude)) };
    value.round().copysign(x)
}

/// ACOSH, of 1 and more.
pub(super) fn area_cosine(x: f64) -> f64 {
    if x > 1e15 {
        return logarithm(x).add(super::LN_2).round();
    }
    let root = Pair::new(x).subtract(Pair::new(1.0)).multiply(Pair::new(x).add(Pair::new(1.0))).sqrt();
    if x < 1.25 { area_sine_of_pair(root) } else { logarithm_of_pair(Pair::new(x).add(root)) }.round()
}

/// ASINH of a pair that is not negative.
pub(crate) fn area_sine_of_pair(x: Pair) -> Pair {
    let root = x.multiply(x).add(Pair::new(1.0)).sqrt();
    // atanh(x / sqrt(1 + x * x)) keeps the bits of a small argument.
    if x.high < 0.5 { area_tangent(x.divide(root)) } else { logarithm_of_pair(x.add(root)) }
}

/// ATANH, by its series where the argument is small.
pub(crate) fn area_tangent(x: Pair) -> Pair {
    let one = Pair::new(1.0);
    if x.high.abs() > 0.1 {
        return logarithm_of_pair(one.add(x).divide(one.subtract(x))).scale(0.5);
    }
    let square = x.multiply(x);
    let (mut power, mut sum) = (x, x);
    for n in (3..70).step_by(2) {
        power = power.multiply(square);
        sum = sum.add(power.divide(Pair::new(f64::from(n))));
    }
    sum
}

/// `x + c[0] * x**3 + c[1] * x**5`
fn odd_series(x: f64, coefficients: [f64; 2]) -> f64 {
    let square = Pair::product(x, x);
    let inner = Pair::new(coefficients[0]).add(square.multiply(Pair::new(coefficients[1])));
    Pair::new(x).add(inner.multiply(square).multiply(Pair::new(x))).round()
}

/// ERF.
pub(super) fn error_function(x: f64) -> f64 {
    match x.abs() {
        magnitude if magnitude > 6.0 => x.signum(),
        magnitude if magnitude > 2.5 => Pair::new(1.0).subtract(complementary_of(magnitude)).round().copysign(x),
        _ => error_series(x).round(),
    }
}

/// ERFC.
pub(super) fn complementary(x: f64) -> f64 {
    if x > 27.5 {
        return 0.0;
    }
    if x < -6.0 {
        return 2.0;
    }
    complementary_of(x).round()
}

/// ERFC times `exp(x * x)`.
pub(super) fn scaled_complementary(x: f64) -> f64 {
    if x > 2.0 {
        return ROOT.multiply(continued_fraction(x)).round();
    }
    if x < -26.7 {
        return f64::INFINITY;
    }
    exponential(Pair::product(x, x)).multiply(complementary_of(x)).round()
}

fn complementary_of(x: f64) -> Pair {
    if x < -2.0 {
        return Pair::new(2.0).subtract(complementary_of(-x));
    }
    if x <= 2.0 {
        return Pair::new(1.0).subtract(error_series(x));
    }
    exponential(Pair::product(x, x).negate()).multiply(ROOT).multiply(continued_fraction(x))
}

/// The series of erf, whose terms stay small enough for arguments up to 3.
fn error_series(x: f64) -> Pair {
    let square = Pair::product(x, x).negate();
    let (mut term, mut sum) = (Pair::new(x), Pair::new(x));
    for n in 1..120 {
        let n = f64::from(n);
        term = term.multiply(square).divide(Pair::new(n));
        sum = sum.add(term.divide(Pair::new(2.0 * n + 1.0)));
    }
    sum.multiply(ROOT).scale(2.0)
}

/// `1 / (x + (1/2) / (x + (2/2) / (x + (3/2) / (x + …))))`, from the inside.
fn continued_fraction(x: f64) -> Pair {
    let terms = (1500.0 / (x * x)).ceil().max(12.0) as u32;
    let x = Pair::new(x);
    let inner = (1..=terms).rev().fold(x, |inner, n| x.add(Pair::new(f64::from(n) * 0.5).divide(inner)));
    Pair::new(1.0).divide(inner)
}

/// GAMMA; none where it has no value.
pub(super) fn gamma(x: f64) -> Option<f64> {
    if x > LARGEST_GAMMA {
        return Some(f64::INFINITY);
    }
    if x > 0.0 {
        let (logarithm, product) = logarithm_above(x);
        return Some(exponential(logarithm).divide(product).round());
    }
    if x < -LARGEST_GAMMA {
        return None;
    }
    let (logarithm, product) = logarithm_above(1.0 - x);
    let above = PI.multiply(product).divide(exponential(logarithm));
    Some(above.divide(sine_of_turns(x)).round())
}

/// LOG_GAMMA; none where it has no value.
pub(super) fn log_gamma(x: f64) -> Option<f64> {
    let positive = |x: f64| {
        let (logarithm, product) = logarithm_above(x);
        logarithm.subtract(logarithm_of_pair(product))
    };
    if x == 1.0 || x == 2.0 {
        return Some(0.0);
    }
    if x > 0.0 {
        return Some(positive(x).round());
    }
    if x < -1e8 {
        return None;
    }
    let sine = sine_of_turns(x);
    let sine = if sine.is_negative() { sine.negate() } else { sine };
    Some(logarithm_of_pair(PI.divide(sine)).subtract(positive_of_reflected(x)).round())
}

/// The logarithm of gamma at `1 - x`.
fn positive_of_reflected(x: f64) -> Pair {
    let reflected = Pair::sum(1.0, -x);
    let (logarithm, product) = logarithm_above_pair(reflected);
    logarithm.subtract(logarithm_of_pair(product))
}

/// `sin(pi * x)`
fn sine_of_turns(x: f64) -> Pair {
    let whole = x.round();
    let sine = sine_and_cosine_of_pair(PI.multiply(Pair::new(x - whole))).0;
    if whole % 2.0 == 0.0 { sine } else { sine.negate() }
}

fn logarithm_above(x: f64) -> (Pair, Pair) {
    logarithm_above_pair(Pair::new(x))
}

/// The logarithm of gamma at a large number above a positive one, and the product by which gamma is greater there.
fn logarithm_above_pair(x: Pair) -> (Pair, Pair) {
    let (mut at, mut product) = (x, Pair::new(1.0));
    while at.high < LARGE {
        product = product.multiply(at);
        at = at.add(Pair::new(1.0));
    }
    (stirling(at), product)
}

/// The logarithm of gamma by Stirling's series: `(x - 1/2) log x - x + log(2 pi) / 2 + sum B(2k) / (2k (2k-1)
/// x**(2k-1))`.
fn stirling(x: Pair) -> Pair {
    /// The coefficients of the series as fractions.
    const TERMS: [(f64, f64); 13] = [
        (1.0, 12.0),
        (-1.0, 360.0),
        (1.0, 1260.0),
        (-1.0, 1680.0),
        (1.0, 1188.0),
        (-691.0, 360360.0),
        (1.0, 156.0),
        (-3617.0, 122400.0),
        (43867.0, 244188.0),
        (-174611.0, 125400.0),
        (77683.0, 5796.0),
        (-236364091.0, 1506960.0),
        (657931.0, 300.0),
    ];
    let inverse = Pair::new(1.0).divide(x);
    let square = inverse.multiply(inverse);
    let fraction = |(above, below): &(f64, f64)| Pair::new(*above).divide(Pair::new(*below));
    let series = TERMS.iter().rev().fold(Pair::new(0.0), |sum, term| sum.multiply(square).add(fraction(term)));
    let half = Pair::new(0.5);
    let logarithm = logarithm_of_pair(x).multiply(x.subtract(half)).subtract(x);
    let constant = logarithm_of_pair(PI.scale(2.0)).multiply(half);
    logarithm.add(constant).add(series.multiply(inverse))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What gfortran makes of these constants.
    #[test]
    fn constants_are_those_of_gfortran() {
        assert_eq!(gamma(5.0), Some(24.0));
        assert_eq!(gamma(0.5), Some(1.772453850905516));
        assert_eq!(gamma(-1.5), Some(2.363271801207355));
        assert_eq!(log_gamma(1.0), Some(0.0));
        assert_eq!(error_function(0.5), 0.5204998778130465);
        assert_eq!(complementary(3.0), 2.209049699858544e-5);
        assert_eq!(scaled_complementary(0.3), 0.7345993345676551);
    }
}
