//! The distance of two numbers from zero, of REAL(8): the root of the sum of their squares, corrected (C. F. Borges,
//! "An Improved Algorithm for hypot(a,b)", 2019), as the C library computes it, nothing fused.

use super::form::Function;
use super::lanes::{Lanes, Mask};

/// Above, squares may overflow.
const LARGE: f64 = f64::from_bits(0x5fe0_0000_0000_0000);
/// Below, squares may underflow.
const TINY: f64 = f64::from_bits(0x2340_0000_0000_0000);
/// How many times another a number is of which the other is too small a part.
const FAR: f64 = f64::from_bits(0x4350_0000_0000_0000);

/// HYPOT of REAL(8), which is also the magnitude of a complex number.
pub struct Hypot;

impl Function<1> for Hypot {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, y: f64) -> [f64; 1] {
        [x.hypot(y)]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, y: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let (x, y) = (x.abs(), y.abs());
        let y_is_greater = x.less(y);
        let (a, b) = (V::select(y_is_greater, y, x), V::select(y_is_greater, x, y));
        let is_near = a.less(b * b.all(FAR));
        let is_far = a.is_in(0.0, f64::INFINITY).without(is_near) & b.is_in(0.0, f64::INFINITY);
        let ordinary = a.is_in(0.0, LARGE.next_up()) & is_far.or(b.is_in(TINY, f64::INFINITY));
        ([V::select(is_near, corrected(a, b), a + b)], ordinary)
    }
}

/// Of numbers that are not negative, the first one not less than the second.
#[inline(always)]
fn corrected<V: Lanes>(a: V, b: V) -> V {
    let two = a.all(2.0);
    let root = (a * a + b * b).sqrt();
    let more = root - b;
    let near = a * (two * more - a) + (more - two * (a - b)) * more;
    let other = root - a;
    let far = two * other * (a - two * b) + ((a.all(4.0) * other - b) * b + other * other);
    let excess = V::select((two * b).less(root), far, near);
    root - excess / (two * root)
}
