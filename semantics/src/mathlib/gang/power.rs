//! `**` of REAL(8), after the algorithm of Arm's Optimized Routines that the C library uses: the logarithm in two
//! parts, times the exponent, and EXP of that.

use super::exp::{self, exp_of_sum};
use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::log::{LN2, split};
use super::tables::power::LOGARITHMS;

/// The bits of the number at which the intervals begin.
const FIRST: u64 = 0x3fe6_9555_0000_0000;
/// The coefficients of the second power to the eighth.
const COEFFICIENTS: [f64; 7] = [
    -0.5,
    f64::from_bits(0xbfe5_5555_5555_5560),
    f64::from_bits(0x3fe0_0000_0000_0006),
    f64::from_bits(0x3fe9_9999_9959_554e),
    f64::from_bits(0xbfe5_5555_5529_a47a),
    f64::from_bits(0xbff2_495b_9b48_45e9),
    f64::from_bits(0x3ff0_002b_8b26_3fc3),
];
/// EXP of less than this is 1.
const ONE_BELOW: f64 = f64::from_bits(0x3c90_0000_0000_0000);

/// `**` of REAL(8).
pub struct Power;

impl Function<1> for Power {
    type Left = f64;
    type Right = f64;

    fn of_one(base: f64, exponent: f64) -> [f64; 1] {
        [base.powf(exponent)]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(base: V, exponent: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let normal = base.is_in(f64::MIN_POSITIVE, f64::INFINITY);
        let [high, low] = log_in_parts(base);
        let product = exponent * high;
        let rest = exponent.fma(low, high.fma(exponent, -product));
        let ordinary = product.is_in(exp::LEAST + 1.0, exp::END - 1.0) & normal;
        let small = product.abs().less(base.all(ONE_BELOW));
        let value = exp_of_sum(product.only(ordinary), Some(rest.only(ordinary.without(small))));
        ([V::select(small, base.all(1.0), value)], ordinary)
    }
}

/// The logarithm of a positive normal number and its rest.
#[inline(always)]
fn log_in_parts<V: Lanes>(x: V) -> [V; 2] {
    let (k, z, offset) = split(x, FIRST);
    let [inverse, log, tail, _] = offset.shift_down::<45>().entries4(&LOGARITHMS);
    let t1 = k.fma(x.all(LN2[0]), log);
    let low1 = k.fma(x.all(LN2[1]), tail);
    let r = z.fma(inverse, x.all(-1.0));
    let [a0, a1, a2, a3, a4, a5, a6] = x.each(COEFFICIENTS);
    let ar = r * a0;
    let ar2 = r * ar;
    let t2 = r + t1;
    let low2 = (t1 - t2) + r;
    let low3 = ar.fma(r, -ar2);
    let high = t2 + ar2;
    let low4 = (t2 - high) + ar2;
    let sum = r.fma(a6, a5).fma(ar2, a4.fma(r, a3));
    let sum = ar2.fma(sum, a2.fma(r, a1));
    let low = (r * ar2).fma(sum, ((low1 + low2) + low3) + low4);
    let value = high + low;
    [value, (high - value) + low]
}
