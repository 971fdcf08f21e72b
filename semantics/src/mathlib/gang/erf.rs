//! ERF and ERFC of REAL(8), after the algorithm of Sun's library that the C library uses: quotients of polynomials, by
//! the magnitude of the number; beyond 1.25 times EXP of its square in two parts. Nothing is fused, but for EXP.

use super::exp::exp_of_sum;
use super::form::Function;
use super::lanes::{Lanes, Mask};

/// The coefficients of two polynomials, the constant one first.
struct Quotient<const N: usize, const M: usize>([f64; N], [f64; M]);

/// Below [`NEAR_END`], of the square: what is added to the number, by it.
const NEAR: Quotient<5, 6> = Quotient(
    [
        f64::from_bits(0x3fc0_6eba_8214_db68),
        f64::from_bits(0xbfd4_cd7d_691c_b913),
        f64::from_bits(0xbf9d_2a51_dbd7_194f),
        f64::from_bits(0xbf77_a291_2366_68e4),
        f64::from_bits(0xbef8_ead6_1200_16ac),
    ],
    [
        1.0,
        f64::from_bits(0x3fd9_7779_cdda_dc09),
        f64::from_bits(0x3fb0_a54c_5536_ceba),
        f64::from_bits(0x3f74_d022_c4d3_6b0f),
        f64::from_bits(0x3f21_5dc9_221c_1a10),
        f64::from_bits(0xbed0_9c43_42a2_6120),
    ],
);
/// Below [`MIDDLE_END`], of the magnitude less 1: what is added to [`OF_ONE`].
const MIDDLE: Quotient<7, 7> = Quotient(
    [
        f64::from_bits(0xbf63_59b8_bef7_7538),
        f64::from_bits(0x3fda_8d00_ad92_b34d),
        f64::from_bits(0xbfd7_d240_fbb8_c3f1),
        f64::from_bits(0x3fd4_5fca_8051_20e4),
        f64::from_bits(0xbfbc_6398_3d3e_28ec),
        f64::from_bits(0x3fa2_2a36_5997_95eb),
        f64::from_bits(0xbf61_bf38_0a96_073f),
    ],
    [
        1.0,
        f64::from_bits(0x3fbb_3e66_18ee_e323),
        f64::from_bits(0x3fe1_4af0_92eb_6f33),
        f64::from_bits(0x3fb2_635c_d99f_e9a7),
        f64::from_bits(0x3fc0_2660_e763_351f),
        f64::from_bits(0x3f8b_edc2_6b51_dd1c),
        f64::from_bits(0x3f88_8b54_5735_151d),
    ],
);
/// Of the reciprocal of the square, below 1/0.35: what is added to the exponent.
const OUTER: Quotient<8, 9> = Quotient(
    [
        f64::from_bits(0xbf84_3412_600d_6435),
        f64::from_bits(0xbfe6_3416_e4ba_7360),
        f64::from_bits(0xc025_1e04_41b0_e726),
        f64::from_bits(0xc04f_300a_e4cb_a38d),
        f64::from_bits(0xc064_4cb1_8428_2266),
        f64::from_bits(0xc067_135c_ebcc_abb2),
        f64::from_bits(0xc054_5265_57e4_d2f2),
        f64::from_bits(0xc023_a0ef_c69a_c25c),
    ],
    [
        1.0,
        f64::from_bits(0x4033_a6b9_bd70_7687),
        f64::from_bits(0x4061_350c_526a_e721),
        f64::from_bits(0x407b_290d_d58a_1a71),
        f64::from_bits(0x4084_2b19_21ec_2868),
        f64::from_bits(0x407a_d021_5770_0314),
        f64::from_bits(0x405b_28a3_ee48_ae2c),
        f64::from_bits(0x401a_47ef_8e48_4a93),
        f64::from_bits(0xbfae_eff2_ee74_9a62),
    ],
);
/// As [`OUTER`], beyond.
const FAR: Quotient<7, 8> = Quotient(
    [
        f64::from_bits(0xbf84_3412_39e8_6f4a),
        f64::from_bits(0xbfe9_93ba_70c2_85de),
        f64::from_bits(0xc031_c209_555f_995a),
        f64::from_bits(0xc064_145d_43c5_ed98),
        f64::from_bits(0xc083_ec88_1375_f228),
        f64::from_bits(0xc090_0461_6a2e_5992),
        f64::from_bits(0xc07e_384e_9bdc_383f),
    ],
    [
        1.0,
        f64::from_bits(0x403e_568b_261d_5190),
        f64::from_bits(0x4074_5cae_221b_9f0a),
        f64::from_bits(0x4098_02eb_189d_5118),
        f64::from_bits(0x40a8_ffb7_688c_246a),
        f64::from_bits(0x40a3_f219_cedf_3be6),
        f64::from_bits(0x407d_a874_e79f_e763),
        f64::from_bits(0xc036_70e2_4271_2d62),
    ],
);
/// The error function of a number near 1, rounded to fewer bits.
const OF_ONE: f64 = f64::from_bits(0x3feb_0ac1_6000_0000);
/// The factor of a small number, less 1.
const SMALL_FACTOR: f64 = f64::from_bits(0x3fc0_6eba_8214_db69);
/// Below, the error function is a multiple of the number.
const SMALL_END: f64 = f64::from_bits(0x3e30_0000_0000_0000);
/// Below, the library scales.
const TINY_END: f64 = f64::from_bits(0x0080_0000_0000_0000);
/// See [`NEAR`].
const NEAR_END: f64 = 0.84375;
/// See [`MIDDLE`].
const MIDDLE_END: f64 = 1.25;
/// From here on, the error function is 1.
const END: f64 = 6.0;
/// The ends of [`OUTER`] in both functions, about 1/0.35.
const OUTER_ENDS: [f64; 2] = [f64::from_bits(0x4006_db6e_0000_0000), f64::from_bits(0x4006_db6d_0000_0000)];
/// From the first on, ERFC may be subnormal; from the second on it is zero.
const VANISHING: [f64; 2] = [26.0, 28.0];

impl<const N: usize, const M: usize> Quotient<N, M> {
    #[inline(always)]
    fn of<V: Lanes>(&self, x: V) -> V {
        in_pairs(x, &self.0) / in_pairs(x, &self.1)
    }
}

/// A polynomial, evaluated as the library does: pairs of coefficients, then by powers of the square.
#[inline(always)]
fn in_pairs<V: Lanes, const N: usize>(x: V, coefficients: &[f64; N]) -> V {
    let x2 = x * x;
    let x4 = x2 * x2;
    let powers = [x2, x4, x2 * x4, x4 * x4];
    let mut sum = pair(x, coefficients, 0);
    for at in (2..N).step_by(2) {
        sum = sum + powers[at / 2 - 1] * pair(x, coefficients, at);
    }
    sum
}

/// Two terms of a polynomial, or its last one, by the power of the first.
#[inline(always)]
fn pair<V: Lanes, const N: usize>(x: V, coefficients: &[f64; N], at: usize) -> V {
    match coefficients.get(at + 1) {
        Some(next) => x * x.all(*next) + x.all(coefficients[at]),
        None => x.all(coefficients[at]),
    }
}

/// The complementary error function of numbers from [`MIDDLE_END`] to the first of [`VANISHING`], by one of
/// [`OUTER_ENDS`].
#[inline(always)]
fn of_outer<V: Lanes>(x: V, outer_end: f64, active: V::Mask) -> V {
    let reciprocal = x.all(1.0) / (x * x);
    let outer = x.less(x.all(outer_end));
    let mut more = OUTER.of(reciprocal);
    if active.without(outer).bits() != 0 {
        more = V::select(outer, more, FAR.of(reciprocal));
    }
    let upper = x.and_bits(x.all_bits(0xffff_ffff_0000_0000));
    let greater = exp_of_sum((-upper) * upper - x.all(0.5625), None);
    (exp_of_sum((upper - x) * (upper + x) + more, None) * greater) / x
}

/// ERF of REAL(8).
pub struct Erf;

impl Function<1> for Erf {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [crate::mathlib::real8::erf(x)]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let (number, one, zero) = (x.is_number(), x.all(1.0), x.all(0.0));
        let magnitude = V::select(number, x.abs(), zero);
        let tiny = zero.less(magnitude) & magnitude.less(x.all(TINY_END));
        let near = magnitude.less(x.all(NEAR_END));
        let middle = magnitude.less(x.all(MIDDLE_END));
        let outer = magnitude.less(x.all(END));
        let mut value = one;
        if (near & active).bits() != 0 {
            let part = magnitude * NEAR.of(magnitude * magnitude);
            let small = magnitude.less(x.all(SMALL_END));
            value = magnitude + V::select(small, magnitude * x.all(SMALL_FACTOR), part);
        }
        let middle = middle.without(near);
        if (middle & active).bits() != 0 {
            value = V::select(middle, x.all(OF_ONE) + MIDDLE.of(magnitude - one), value);
        }
        let outer = outer.without(near.or(middle));
        if (outer & active).bits() != 0 {
            let rest = of_outer(V::select(outer, magnitude, x.all(2.0)), OUTER_ENDS[0], outer & active);
            value = V::select(outer, one - rest, value);
        }
        let value = V::select(near.or(middle).or(outer), value, one);
        ([value.or_bits(x.sign())], number.without(tiny))
    }
}

/// ERFC of REAL(8).
pub struct Erfc;

impl Function<1> for Erfc {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [crate::mathlib::real8::erfc(x)]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let (number, one, two, zero) = (x.is_number(), x.all(1.0), x.all(2.0), x.all(0.0));
        let (magnitude, negative) = (V::select(number, x.abs(), zero), x.less(zero));
        let near = magnitude.less(x.all(NEAR_END));
        let middle = magnitude.less(x.all(MIDDLE_END));
        let before = magnitude.less(x.all(VANISHING[0]));
        let vanishing = magnitude.less(x.all(VANISHING[1])).without(before.or(negative));
        let mut value = V::select(negative, two, zero);
        if (near & active).bits() != 0 {
            let x = V::select(near, x, zero);
            let part = x * NEAR.of(x * x);
            let half = x.all(0.5);
            let of_near = V::select(x.less(x.all(0.25)), one - (x + part), half - (part + (x - half)));
            value = V::select(near, of_near, value);
        }
        let middle = middle.without(near);
        if (middle & active).bits() != 0 {
            let part = MIDDLE.of(magnitude - one);
            let of_middle = V::select(negative, one + (x.all(OF_ONE) + part), x.all(1.0 - OF_ONE) - part);
            value = V::select(middle, of_middle, value);
        }
        let outer = before.without(near.or(middle)).without(negative.without(magnitude.less(x.all(END))));
        if (outer & active).bits() != 0 {
            let rest = of_outer(V::select(outer, magnitude, two), OUTER_ENDS[1], outer & active);
            value = V::select(outer, V::select(negative, two - rest, rest), value);
        }
        ([value], number.without(vanishing))
    }
}
