//! Bessel functions of constants, by their series about zero.

use super::special::PI;
use super::{Pair, logarithm_of_pair};

/// Euler's constant.
const EULER: Pair = Pair { high: 0.5772156649015329, low: -4.942915152430645e-18 };
/// Beyond it too many bits cancel in the series, and the constant is computed at run time.
const GREATEST: f64 = 25.0;
/// The greatest order.
const MOST: u32 = 50;
/// So many terms are enough up to [`GREATEST`].
const TERMS: u32 = 120;

/// `J(n, x)`; none out of the range of the series.
pub(crate) fn first_kind(n: u32, x: f64) -> Option<f64> {
    (n <= MOST && x.abs() <= GREATEST).then(|| series(n, x).fold(Pair::new(0.0), Pair::add).round())
}

/// `Y(n, x)`; none out of the range of the series.
pub(crate) fn second_kind(n: u32, x: f64) -> Option<f64> {
    if n > MOST || !(x > 0.0 && x <= GREATEST) {
        return None;
    }
    let of = |number: u32| Pair::new(f64::from(number));
    let (half, square) = (Pair::new(x / 2.0), Pair::product(x / 2.0, x / 2.0));
    // Twice the logarithm less the sum of two digamma functions, for each term of the first kind.
    let mut factor = logarithm_of_pair(half).add(EULER).scale(2.0);
    (1..=n).for_each(|number| factor = factor.subtract(Pair::new(1.0).divide(of(number))));
    let mut sum = Pair::new(0.0);
    for (term, at) in series(n, x).zip(1..) {
        sum = sum.add(term.multiply(factor));
        factor = factor.subtract(Pair::new(1.0).divide(of(at))).subtract(Pair::new(1.0).divide(of(at + n)));
    }
    // The terms with negative powers.
    let mut term = (1..n).fold(Pair::new(1.0), |term, number| term.multiply(of(number)).divide(half)).divide(half);
    for at in 1..=n {
        sum = sum.subtract(term);
        if at < n {
            term = term.multiply(square).divide(of(at * (n - at)));
        }
    }
    Some(sum.divide(PI).round()).filter(|value| value.is_finite())
}

/// The terms of the first kind: `(x/2)**n / n!`, each further one times `-(x/2)**2 / (k * (n + k))`.
fn series(n: u32, x: f64) -> impl Iterator<Item = Pair> {
    let square = Pair::product(x / 2.0, x / 2.0).negate();
    let divided = |term: Pair, factor: Pair, by: u32| term.multiply(factor).divide(Pair::new(f64::from(by)));
    let first = (1..=n).fold(Pair::new(1.0), |term, number| divided(term, Pair::new(x / 2.0), number));
    (1..TERMS).scan(first, move |next, at| {
        let term = *next;
        *next = divided(term, square, at * (n + at));
        Some(term)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What gfortran makes of these constants.
    #[test]
    fn constants_are_those_of_gfortran() {
        assert_eq!(first_kind(0, 1.0), Some(0.7651976865579666));
        assert_eq!(second_kind(0, 1.0), Some(0.08825696421567696));
        assert_eq!(second_kind(2, 0.0), None);
    }
}
