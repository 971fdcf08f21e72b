//! LOG of REAL(8), after the algorithm of Arm's Optimized Routines that the C library uses: the logarithm of a near
//! number from a table and a polynomial of the ratio to it; near 1 another polynomial.

use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::tables::log::LOGARITHMS;

/// The logarithm of 2: the part whose multiples are exact, and the rest.
pub const LN2: [f64; 2] = [f64::from_bits(0x3fe6_2e42_fefa_3800), f64::from_bits(0x3d2e_f357_93c7_6730)];
/// The bits of the number at which the intervals begin.
const FIRST: u64 = 0x3fe6_0000_0000_0000;
/// The coefficients of the second power to the sixth.
const COEFFICIENTS: [f64; 5] = [
    f64::from_bits(0xbfe0_0000_0000_0001),
    f64::from_bits(0x3fd5_5555_5551_305b),
    f64::from_bits(0xbfcf_ffff_ffeb_4590),
    f64::from_bits(0x3fc9_99b3_24f1_0111),
    f64::from_bits(0xbfc5_5575_e506_c89f),
];
/// The same near 1, to the twelfth.
const NEAR_ONE: [f64; 11] = [
    -0.5,
    f64::from_bits(0x3fd5_5555_5555_5577),
    f64::from_bits(0xbfcf_ffff_ffff_fdcb),
    f64::from_bits(0x3fc9_9999_9995_dd0c),
    f64::from_bits(0xbfc5_5555_5567_45a7),
    f64::from_bits(0x3fc2_4924_a344_de30),
    f64::from_bits(0xbfbf_ffff_a442_3d65),
    f64::from_bits(0x3fbc_7184_282a_d6ca),
    f64::from_bits(0xbfb9_99eb_43b0_68ff),
    f64::from_bits(0x3fb7_8182_f7af_d085),
    f64::from_bits(0xbfb5_5213_75d1_45cd),
];

/// LOG of REAL(8).
pub struct Log;

impl Function<1> for Log {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.ln()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let ordinary = x.is_in(f64::MIN_POSITIVE, f64::INFINITY);
        let near = x.is_in(0.9375, f64::from_bits(0x3ff1_0900_0000_0000));
        let mut value = log_by_table(x);
        if (near & active).bits() != 0 {
            value = V::select(near, log_near_one(x), value);
        }
        ([value], ordinary)
    }
}

/// LOG10 of REAL(8), after the algorithm of Sun's library that the C library uses: LOG of a number near 1 and a
/// multiple of the logarithm of 2, nothing fused.
pub struct Log10;

/// The decimal logarithm of 2: the part whose multiples are exact, and the rest; and that of e.
const DECIMAL: [f64; 3] = [
    f64::from_bits(0x3fd3_4413_509f_6000),
    f64::from_bits(0x3d59_fef3_11f1_2b36),
    f64::from_bits(0x3fdb_cb7b_1526_e50e),
];

impl Function<1> for Log10 {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.log10()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let ordinary = x.is_in(f64::MIN_POSITIVE, f64::INFINITY);
        let x = V::select(ordinary, x, x.all(1.0));
        // The number is z * 2**k, z from 1 on if k is not negative, else below.
        let is_less = x.less(x.all(1.0));
        let exponent = x.shift_down::<52>().or_bits(x.all_bits(0x433 << 52));
        let bias = V::select(is_less, x.all(1022.0), x.all(1023.0));
        let k = exponent - (x.all(4_503_599_627_370_496.0) + bias);
        let scale = V::select(is_less, x.all(0.5), x.all(1.0));
        let z = x.and_bits(x.all_bits((1 << 52) - 1)).or_bits(scale);
        let ([log], _) = Log::of_lanes(z, z, active);
        let [high, low, of_e] = x.each(DECIMAL);
        ([(k * low + of_e * log) + k * high], ordinary)
    }
}

/// A positive normal number `2**k * z`, with the z of an interval that begins at the number with these bits: k as a
/// real, z, and the bits from which its place in the interval comes.
#[inline(always)]
pub fn split<V: Lanes>(x: V, first: u64) -> (V, V, V) {
    // The bias makes the exponent positive, so that zeros come in; that and 2**52 are taken off again.
    const BIAS: u64 = 0x400 << 52;
    let offset = x.sub_bits(x.all_bits(first));
    let biased = offset.add_bits(x.all_bits(BIAS)).shift_down::<52>();
    let k = biased.or_bits(x.all_bits(0x433 << 52)) - x.all(4_503_599_627_370_496.0 + 1024.0);
    let z = x.sub_bits(offset.and_bits(x.all_bits(0xfff << 52)));
    (k, z, offset)
}

#[inline(always)]
fn log_by_table<V: Lanes>(x: V) -> V {
    let (k, z, offset) = split(x, FIRST);
    let [inverse, log] = offset.shift_down::<45>().entries2(&LOGARITHMS);
    let r = z.fma(inverse, x.all(-1.0));
    let w = k.fma(x.all(LN2[0]), log);
    let high = w + r;
    let [a0, a1, a2, a3, a4] = x.each(COEFFICIENTS);
    let r2 = r * r;
    let low = r2.fma(a0, k.fma(x.all(LN2[1]), (w - high) + r));
    let sum = r.fma(a4, a3).fma(r2, a2.fma(r, a1));
    (r * r2).fma(sum, low) + high
}

#[inline(always)]
fn log_near_one<V: Lanes>(x: V) -> V {
    let r = x - x.all(1.0);
    let r2 = r * r;
    let r3 = r * r2;
    let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10] = x.each(NEAR_ONE);
    let sum = r3.fma(b10, r2.fma(b9, b8.fma(r, b7)));
    let sum = sum.fma(r3, r2.fma(b6, b5.fma(r, b4)));
    let sum = sum.fma(r3, r2.fma(b3, b2.fma(r, b1)));
    // The upper half of the bits of r, whose square is exact.
    let scale = x.all(134_217_728.0);
    let upper = scale.fma_from(r, r.fma(scale, r));
    let lower = r - upper;
    let square = upper * upper;
    let high = square.fma(b0, r);
    let low = square.fma(b0, r - high);
    let low = (b0 * lower).fma(upper + r, low);
    high + sum.fma(r3, low)
}
