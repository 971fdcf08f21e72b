//! EXP, LOG, SIN, COS and `**` of REAL(4), after the algorithms of Arm's Optimized Routines that the C library uses:
//! all is computed as REAL(8) and rounded once.

use super::exp::TO_WHOLE;
use super::form::Function;
use super::lanes::Lanes;
use super::log::split;
use super::tables::single::{BINARY_LOGARITHMS, LOGARITHMS, POWERS, RECIPROCALS};

/// 32 by the logarithm of 2.
const INVERSE: f64 = f64::from_bits(0x4047_1547_652b_82fe);
/// The coefficients of `2**(r/32)`, from the third power down to the first.
const SCALED: [f64; 3] = [
    f64::from_bits(0x3ebc_6af8_4b91_2394),
    f64::from_bits(0x3f2e_bfce_50fa_c4f3),
    f64::from_bits(0x3f96_2e42_ff0c_52d6),
];
/// The same of `2**r`.
const UNSCALED: [f64; 3] = [
    f64::from_bits(0x3fac_6af8_4b91_2394),
    f64::from_bits(0x3fce_bfce_50fa_c4f3),
    f64::from_bits(0x3fe6_2e42_ff0c_52d6),
];
/// Added to a number, leaves its 32nd parts in the lowest bits.
const TO_PARTS: f64 = 211_106_232_532_992.0;
/// The bits of the number at which the intervals of logarithms begin.
const FIRST: u64 = 0x3fe6_6000_0000_0000;
const LN2: f64 = std::f64::consts::LN_2;
/// The coefficients of LOG, from the fourth power down to the second.
const LOG: [f64; 3] = [
    f64::from_bits(0xbfd0_0ea3_48b8_8334),
    f64::from_bits(0x3fd5_575b_0be0_0b6a),
    f64::from_bits(0xbfdf_fffe_f20a_4123),
];
/// The coefficients of the logarithm to the base 2, from the fifth power down to the first.
const BINARY_LOG: [f64; 5] = [
    f64::from_bits(0x3fd2_7616_c949_6e0b),
    f64::from_bits(0xbfd7_1969_a075_c67a),
    f64::from_bits(0x3fde_c70a_6ca7_badd),
    f64::from_bits(0xbfe7_1547_48be_f6c8),
    f64::from_bits(0x3ff7_1547_652a_b82b),
];
/// The right angles in one, times 2**24.
const RIGHT_ANGLES: f64 = f64::from_bits(0x4164_5f30_6dc9_c883);
const RIGHT_ANGLE: f64 = std::f64::consts::FRAC_PI_2;
/// Up to this one number of right angles is enough.
const ANGLE_END: f64 = 120.0;
/// Less than this the sine is the number itself.
const TINY_ANGLE: f64 = 1.0 / 4096.0;
/// The coefficients of COS, of each second power.
const COSINE: [f64; 5] = [
    1.0,
    f64::from_bits(0xbfdf_ffff_fd0c_621c),
    f64::from_bits(0x3fa5_5553_e106_8f19),
    f64::from_bits(0xbf56_c087_e89a_359d),
    f64::from_bits(0x3ef9_9343_027b_f8c3),
];
/// The coefficients of SIN, from the third power on, of each second one.
const SINE: [f64; 3] = [
    f64::from_bits(0xbfc5_5554_5995_a603),
    f64::from_bits(0x3f81_1076_0523_0bc4),
    f64::from_bits(0xbf29_94eb_3774_cf24),
];

/// EXP of REAL(4).
pub struct Exp;
/// LOG of REAL(4).
pub struct Log;
/// `**` of REAL(4).
pub struct Power;
/// SIN of REAL(4).
pub struct Sin;
/// COS of REAL(4).
pub struct Cos;
/// SIN and COS of one REAL(4).
pub struct SinCos;

/// `2**(r/32)` or `2**r` without the whole 32nd parts that `shifted` has in its lowest bits.
#[inline(always)]
fn power_of_two<V: Lanes>(shifted: V, r: V, coefficients: [f64; 3]) -> V {
    let scale = shifted.entry(&POWERS).add_bits(shifted.shift_up::<47>());
    let [c0, c1, c2] = r.each(coefficients);
    let value = c0.fma(r, c1).fma(r * r, c2.fma(r, r.all(1.0)));
    value * scale
}

impl Function<1> for Exp {
    type Left = f32;
    type Right = f32;

    fn of_one(x: f32, _: f32) -> [f32; 1] {
        [x.exp()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        // Beyond this it is zero or infinite as a REAL(4).
        let end = x.all(200.0);
        let number = x.is_number();
        let x = V::select(x.less(end), V::select((-end).less(x), x, -end), end);
        let shifted = x.fma(x.all(INVERSE), x.all(TO_WHOLE));
        let n = shifted - x.all(TO_WHOLE);
        let r = x.fma(x.all(INVERSE), -n);
        ([power_of_two(shifted, r, SCALED)], number)
    }
}

impl Function<1> for Log {
    type Left = f32;
    type Right = f32;

    fn of_one(x: f32, _: f32) -> [f32; 1] {
        [x.ln()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let ordinary = x.is_in(f64::MIN_POSITIVE, f64::INFINITY);
        let (k, z, offset) = split(V::select(ordinary, x, x.all(1.0)), FIRST);
        let place = offset.shift_down::<48>();
        let r = z.fma(place.entry(&RECIPROCALS), x.all(-1.0));
        let y0 = k.fma(x.all(LN2), place.entry(&LOGARITHMS));
        let [a0, a1, a2] = x.each(LOG);
        let r2 = r * r;
        let y = a0.fma(r2, a1.fma(r, a2));
        ([r2.fma(y, r + y0)], ordinary)
    }
}

impl Function<1> for Power {
    type Left = f32;
    type Right = f32;

    fn of_one(base: f32, exponent: f32) -> [f32; 1] {
        [base.powf(exponent)]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(base: V, exponent: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let normal = base.is_in(f64::MIN_POSITIVE, f64::INFINITY);
        let (k, z, offset) = split(V::select(normal, base, base.all(1.0)), FIRST);
        let place = offset.shift_down::<48>();
        let r = z.fma(place.entry(&RECIPROCALS), base.all(-1.0));
        let y0 = place.entry(&BINARY_LOGARITHMS) + k;
        let [a0, a1, a2, a3, a4] = base.each(BINARY_LOG);
        let r2 = r * r;
        let sum = a2.fma(r, a3).fma(r2, a4.fma(r, y0));
        let log = a0.fma(r, a1).fma(r2 * r2, sum);
        let product = exponent * log;
        let ordinary = product.is_in(-126.0, 126.0) & normal;
        let product = V::select(ordinary, product, base.all(0.0));
        let shifted = product + base.all(TO_PARTS);
        let r = product - (shifted - base.all(TO_PARTS));
        ([power_of_two(shifted, r, UNSCALED)], ordinary)
    }
}

/// An angle of at most half a right angle, or little more, and the number of right angles taken off, in the lowest
/// bits.
#[inline(always)]
fn reduce<V: Lanes>(x: V) -> (V, V) {
    let half = x.all(8_388_608.0);
    let n = ((x * x.all(RIGHT_ANGLES)).truncate() + half) * x.all(1.0 / 16_777_216.0);
    let n = n.floor();
    (n.fma_from(x.all(RIGHT_ANGLE), x), n + x.all(TO_WHOLE))
}

#[inline(always)]
fn sine<V: Lanes>(angle: V, v2: V) -> V {
    let [s1, s2, s3] = angle.each(SINE);
    let x3 = v2 * angle;
    s3.fma(v2, s2).fma(v2 * x3, x3.fma(s1, angle))
}

#[inline(always)]
fn cosine<V: Lanes>(v2: V) -> V {
    let [c0, c1, c2, c3, c4] = v2.each(COSINE);
    let x4 = v2 * v2;
    c4.fma(v2, c3).fma(v2 * x4, x4.fma(c2, c1.fma(v2, c0)))
}

/// Sine or cosine, by the number of right angles and the sine and cosine of what is left.
#[inline(always)]
fn of_quadrant<V: Lanes>(n: V, sine: V, cosine: V) -> V {
    let odd = n.and_bits(n.all_bits(1)).same_bits(n.all_bits(1));
    V::select(odd, cosine, sine).xor_bits(n.and_bits(n.all_bits(2)).shift_up::<62>())
}

/// SIN and COS, and where they are ordinary; one that is not used costs nothing.
#[inline(always)]
fn sine_and_cosine<V: Lanes>(x: V) -> ([V; 2], V::Mask) {
    let ordinary = x.abs().less(x.all(ANGLE_END));
    let x = V::select(ordinary, x, x.all(0.0));
    let (angle, n) = reduce(x);
    let v2 = angle * angle;
    let (s, c) = (sine(angle, v2), cosine(v2));
    let tiny = x.abs().less(x.all(TINY_ANGLE));
    let sine = V::select(tiny, x, of_quadrant(n, s, c));
    ([sine, of_quadrant(n.add_bits(n.all_bits(1)), s, c)], ordinary)
}

impl Function<1> for Sin {
    type Left = f32;
    type Right = f32;

    fn of_one(x: f32, _: f32) -> [f32; 1] {
        [x.sin()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let ([sine, _], ordinary) = sine_and_cosine(x);
        ([sine], ordinary)
    }
}

impl Function<1> for Cos {
    type Left = f32;
    type Right = f32;

    fn of_one(x: f32, _: f32) -> [f32; 1] {
        [x.cos()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let ([_, cosine], ordinary) = sine_and_cosine(x);
        ([cosine], ordinary)
    }
}

impl Function<2> for SinCos {
    type Left = f32;
    type Right = f32;

    fn of_one(x: f32, _: f32) -> [f32; 2] {
        [x.sin(), x.cos()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 2], V::Mask) {
        sine_and_cosine(x)
    }
}
