//! SINH, COSH and TANH of REAL(8), after the algorithms of Sun's library that the C library uses: of EXP, or of EXP
//! less 1 where that would lose bits. EXP less 1 is a rational function of what is left when multiples of the logarithm
//! of 2 are taken off, fused as on processors that have FMA; nothing else is fused.

use super::exp::{self, TO_WHOLE, exp_of_sum};
use super::form::Function;
use super::lanes::{Lanes, Mask};

/// The logarithm of 2: the part whose multiples are exact, and the rest.
const LN2: [f64; 2] = [f64::from_bits(0x3fe6_2e42_fee0_0000), f64::from_bits(0x3dea_39ef_3579_3c76)];
/// The logarithms of 2 in one.
const INVERSE: f64 = f64::from_bits(0x3ff7_1547_652b_82fe);
/// The coefficients of the first power of half a square to the fifth.
const COEFFICIENTS: [f64; 5] = [
    f64::from_bits(0xbfa1_1111_1111_10f4),
    f64::from_bits(0x3f5a_01a0_19fe_5585),
    f64::from_bits(0xbf14_ce19_9eaa_dbb7),
    f64::from_bits(0x3ed0_cfca_86e6_5239),
    f64::from_bits(0xbe8a_fdb7_6e09_c32d),
];
/// Below, nothing is taken off: about half of the logarithm of 2.
const NEAR: f64 = f64::from_bits(0x3fd6_2e43_0000_0000);
/// From here on, of EXP only the greater part counts.
const FAR: f64 = 22.0;
/// Below, the hyperbolic sine is the number itself.
const TINY_SINE: f64 = f64::from_bits(0x3e30_0000_0000_0000);
/// Below, the hyperbolic tangent is the number itself.
const TINY_TANGENT: f64 = f64::from_bits(0x3c80_0000_0000_0000);

/// EXP less 1, of numbers up to [`FAR`] times 2 and of small negative ones; nothing is left out of ones below [`NEAR`].
#[inline(always)]
fn exp_less_one<V: Lanes>(x: V) -> V {
    let one = x.all(1.0);
    let near = x.abs().less(x.all(NEAR));
    let whole = (x * x.all(INVERSE) + x.all(0.5).or_bits(x.sign())).truncate();
    let k = V::select(near, x.all(0.0), whole);
    let high = k.fma_from(x.all(LN2[0]), x);
    let low = k * x.all(LN2[1]);
    let r = high - low;
    let left_out = (high - r) - low;
    // The rational function, less r, as Sun's library has it.
    let half = r * x.all(0.5);
    let square = r * half;
    let [q1, q2, q3, q4, q5] = x.each(COEFFICIENTS);
    let square2 = square * square;
    let sum = square2.fma(square.fma(q3, q2), square.fma(q1, one));
    let sum = (square2 * square2).fma(square.fma(q5, q4), sum);
    let t = half.fma_from(sum, x.all(3.0));
    let ratio = ((sum - t) / t.fma_from(r, x.all(6.0))) * square;
    let of_near = r - ratio.fma(r, -square);
    let rest = (ratio - left_out).fma(r, -left_out) - square;
    // Times 2**k, less 1: how depends on which of them is the greater, by how much.
    let scale = (k + x.all(TO_WHOLE)).shift_up::<52>();
    let part = one.sub_bits(scale);
    let few = (one - part) - (rest - r);
    let some = (r - (rest + part)) + one;
    let many = (one - (rest - r)).add_bits(scale) - one;
    let scaled = V::select(k.less(x.all(20.0)), few, some).add_bits(scale);
    let scaled = V::select(k.is_in(2.0, 57.0), scaled, many);
    let of_one =
        V::select(r.less(x.all(-0.25)), (rest - (r + x.all(0.5))) * x.all(-2.0), (r - rest).fma(x.all(2.0), one));
    let of_minus_one = (r - rest).fma(x.all(0.5), x.all(-0.5));
    let value = V::select(k.same_bits(one), of_one, scaled);
    let value = V::select(k.same_bits(-one), of_minus_one, value);
    V::select(near, of_near, value)
}

/// EXP of lanes with these magnitudes that are in the set; of others anything.
#[inline(always)]
fn exp_of<V: Lanes>(magnitude: V, set: V::Mask) -> V {
    exp_of_sum(magnitude.only(set), None)
}

/// SINH of REAL(8).
pub struct Sinh;

impl Function<1> for Sinh {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.sinh()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let (magnitude, one, half) = (x.abs(), x.all(1.0), x.all(0.5));
        let ordinary = magnitude.less(x.all(exp::END));
        let far = ordinary.without(magnitude.less(x.all(FAR)));
        let less = magnitude.less(one);
        let t = exp_less_one(V::select(ordinary.without(far), magnitude, one));
        let ratio = V::select(less, t * t, t) / (t + one);
        let mut value = V::select(less, (t + t) - ratio, t + ratio) * half;
        if (far & active).bits() != 0 {
            value = V::select(far, exp_of(magnitude, far) * half, value);
        }
        let value = V::select(magnitude.less(x.all(TINY_SINE)), magnitude, value);
        ([value.or_bits(x.sign())], ordinary)
    }
}

/// COSH of REAL(8).
pub struct Cosh;

impl Function<1> for Cosh {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.cosh()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let (magnitude, one, half) = (x.abs(), x.all(1.0), x.all(0.5));
        let ordinary = magnitude.less(x.all(exp::END));
        let near = magnitude.less(x.all(NEAR));
        let power = exp_of(magnitude, ordinary);
        let greater = power * half;
        let mut value = V::select(magnitude.less(x.all(FAR)), greater + half / power, greater);
        if (near & active).bits() != 0 {
            let t = exp_less_one(V::select(near, magnitude, x.all(0.0)));
            let w = one + t;
            value = V::select(near, one + (t * t) / (w + w), value);
        }
        ([value], ordinary)
    }
}

/// TANH of REAL(8).
pub struct Tanh;

impl Function<1> for Tanh {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.tanh()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let (magnitude, one, two) = (x.abs(), x.all(1.0), x.all(2.0));
        let (less, inside) = (magnitude.less(one), magnitude.less(x.all(FAR)));
        let twice = V::select(inside, magnitude + magnitude, two);
        let t = exp_less_one(V::select(less, -twice, twice));
        let ratio = V::select(less, -t, two) / (t + two);
        let value = V::select(inside, V::select(less, ratio, one - ratio), one);
        let value = V::select(magnitude.less(x.all(TINY_TANGENT)), magnitude, value);
        ([value.or_bits(x.sign())], x.is_number())
    }
}
