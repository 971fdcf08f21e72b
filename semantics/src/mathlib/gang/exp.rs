//! EXP of REAL(8), after the algorithm of Arm's Optimized Routines that the C library uses: `2**(k/128)` from a table,
//! times a polynomial of what is left.

use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::tables::exp::POWERS;

/// 128 by the logarithm of 2.
const INVERSE: f64 = f64::from_bits(0x4067_1547_652b_82fe);
/// The logarithm of 2 by 128, negative: the part whose multiples are exact, and the rest.
const STEP: [f64; 2] = [f64::from_bits(0xbf76_2e42_fefa_0000), f64::from_bits(0xbd0c_f79a_bc9e_3b3a)];
/// The coefficients of the second power to the fifth.
const COEFFICIENTS: [f64; 4] = [
    f64::from_bits(0x3fdf_ffff_ffff_fdbd),
    f64::from_bits(0x3fc5_5555_5555_543c),
    f64::from_bits(0x3fa5_5555_cf17_2b91),
    f64::from_bits(0x3f81_1111_67a4_d017),
];
/// Added to a number, leaves its whole part in the lowest bits.
pub const TO_WHOLE: f64 = 6_755_399_441_055_744.0;
/// Between these the result is normal.
pub const LEAST: f64 = -708.0;
/// See [`LEAST`].
pub const END: f64 = 709.0;
/// Up to this magnitude there are no special cases; below the negative number the last step is not fused.
const NEAR_END: f64 = 512.0f64.next_down();
/// Below this the result is zero.
const ZERO_BELOW: f64 = -746.0;

/// EXP of REAL(8).
pub struct Exp;

impl Function<1> for Exp {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.exp()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let near = x.abs().less(x.all(NEAR_END));
        if near.is_all() {
            let (shifted, r) = reduced(x);
            return ([Power::of(shifted, r).value()], near);
        }
        let ordinary = x.is_in(LEAST, END);
        let vanishing = x.less(x.all(ZERO_BELOW));
        let value = exp_of_sum(x.only(ordinary), None);
        ([value.only(ordinary)], ordinary.or(vanishing))
    }
}

/// A number in 128th parts of the logarithm of 2, the whole ones in the lowest bits, and what is left.
#[inline(always)]
fn reduced<V: Lanes>(x: V) -> (V, V) {
    let shifted = x.fma(x.all(INVERSE), x.all(TO_WHOLE));
    let n = shifted - x.all(TO_WHOLE);
    (shifted, n.fma(x.all(STEP[1]), n.fma(x.all(STEP[0]), x)))
}

/// A power of e: `scale * sum + scale`.
struct Power<V> {
    scale: V,
    sum: V,
}

impl<V: Lanes> Power<V> {
    /// Of what [`reduced`] gives.
    #[inline(always)]
    fn of(shifted: V, r: V) -> Power<V> {
        let [tail, bits] = shifted.entries2(&POWERS);
        let scale = bits.add_bits(shifted.shift_up::<45>());
        let [c2, c3, c4, c5] = r.each(COEFFICIENTS);
        let r2 = r * r;
        let low = c3.fma(r, c2).fma(r2, r + tail);
        Power { scale, sum: (r2 * r2).fma(r.fma(c5, c4), low) }
    }

    /// Its value, where that is not nearly subnormal.
    #[inline(always)]
    fn value(&self) -> V {
        self.scale.fma(self.sum, self.scale)
    }
}

/// `exp(x + rest)` for an x from [`LEAST`] to [`END`] and a small rest, or none.
#[inline(always)]
pub fn exp_of_sum<V: Lanes>(x: V, rest: Option<V>) -> V {
    let (shifted, r) = reduced(x);
    let power = Power::of(shifted, rest.map_or(r, |rest| r + rest));
    let special = x.less(x.all(-NEAR_END));
    if special.bits() == 0 {
        return power.value();
    }
    // The library computes what may become subnormal greater by a power of 2, with code in which nothing is fused.
    // Other lanes would get subnormal numbers from it, which are slow.
    let above = power.scale.add_bits(x.all_bits(1022 << 52));
    V::select(special, (above * power.sum + above) * x.all(f64::MIN_POSITIVE), power.value())
}
