//! Inverse functions of COMPLEX constants.
//!
//! The formulas are those of Kahan (Branch cuts for complex elementary functions, 1987), in which nothing cancels.
//! Their parts are computed for the first quadrant, and have the signs of the argument's.

use super::Number;
use crate::resolve::constants::precise::{self, Pair};
use forlane_semantics::operations::RealUnary;

/// Where no square of a part overflows or vanishes.
const RANGE: std::ops::Range<f64> = 1e-70..1e70;

/// The value of such a function, each part rounded to a double; none if it is another function, or the argument has
/// no value or is out of the range where these formulas work.
pub(super) fn function(function: RealUnary, re: f64, im: f64) -> Option<(f64, f64)> {
    let (x, y) = (re.abs(), im.abs());
    if ![x, y].iter().all(|part| *part == 0.0 || RANGE.contains(part)) {
        return None;
    }
    let (above, beside) = match function {
        RealUnary::Asin => arc_sine(x, y),
        RealUnary::Asinh => swapped(arc_sine(y, x)),
        RealUnary::Atan => swapped(area_tangent(y, x)),
        RealUnary::Atanh => area_tangent(x, y),
        RealUnary::Acos | RealUnary::Acosh => (arc_cosine(re, y), arc_sine(x, y).1),
        _ => return None,
    };
    let (above, beside) = (above.round(), beside.round());
    let (re, im) = match function {
        RealUnary::Acos => (above, -beside.copysign(im)),
        RealUnary::Acosh => (beside, above.copysign(im)),
        _ => (above.copysign(re), beside.copysign(im)),
    };
    (re.is_finite() && im.is_finite()).then_some((re, im))
}

fn swapped((one, other): (Pair, Pair)) -> (Pair, Pair) {
    (other, one)
}

/// The roots of `1 - z` and `1 + z`.
fn roots(x: f64, y: f64) -> (Number, Number) {
    let below = Number { re: Pair::sum(1.0, -x), im: Pair::new(-y) };
    let above = Number { re: Pair::sum(1.0, x), im: Pair::new(y) };
    (below.square_root(), above.square_root())
}

/// ASIN in the first quadrant.
fn arc_sine(x: f64, y: f64) -> (Pair, Pair) {
    let (below, above) = roots(x, y);
    let along = below.re.multiply(above.re).subtract(below.im.multiply(above.im));
    let across = below.re.multiply(above.im).subtract(below.im.multiply(above.re));
    (precise::angle(Pair::new(x), along), precise::area_sine_of_pair(across))
}

/// The real part of ACOS above the real axis.
fn arc_cosine(x: f64, y: f64) -> Pair {
    let (below, above) = roots(x, y);
    precise::angle(below.re, above.re).scale(2.0)
}

/// ATANH in the first quadrant.
fn area_tangent(x: f64, y: f64) -> (Pair, Pair) {
    let square = |x: Pair| x.multiply(x);
    let height = Pair::product(y, y);
    let ratio = Pair::new(2.0 * x).divide(Pair::new(1.0).add(Pair::product(x, x)).add(height));
    let re = if ratio.round() < 0.5 {
        precise::area_tangent(ratio).scale(0.5)
    } else {
        let [far, near] = [x, -x].map(|x| square(Pair::sum(1.0, x)).add(height));
        precise::logarithm_of_pair(far.divide(near)).scale(0.25)
    };
    let along = Pair::sum(1.0, -x).multiply(Pair::sum(1.0, x)).subtract(height);
    (re, precise::angle(Pair::new(2.0 * y), along).scale(0.5))
}
