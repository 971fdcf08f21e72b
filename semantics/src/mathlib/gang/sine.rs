//! SIN and COS of REAL(8), after the algorithm of IBM's Accurate Mathematical Library that the C library uses:
//! multiples of a right angle are taken off; sine and cosine of the next `k/128` are in a table, polynomials add what
//! is left.

use super::exp::TO_WHOLE;
use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::tables::filled;
use super::tables::sine::SINES;

/// The table, with as many rows as an index can have.
static TABLE: [[u64; 4]; 128] = filled(&SINES);

/// Up to this nothing is taken off.
const SMALL: f64 = f64::from_bits(0x3feb_6000_0000_0000);
/// Up to this it is one right angle.
const MIDDLE: f64 = f64::from_bits(0x4003_68fd_0000_0000);
/// Up to this it is a number of right angles that is exact.
const END: f64 = f64::from_bits(0x4199_21fb_0000_0000);
/// A right angle and its rest.
const RIGHT_ANGLE: [f64; 2] = [f64::from_bits(0x3ff9_21fb_5444_2d18), f64::from_bits(0x3c91_a626_3314_5c07)];
/// A right angle in four parts, the multiples of the first ones exact.
const PARTS: [f64; 4] = [
    f64::from_bits(0x3ff9_21fb_5800_0000),
    f64::from_bits(0xbe4d_de97_3c00_0000),
    f64::from_bits(0xbc8c_b3b3_9800_0000),
    f64::from_bits(0xbacd_747f_23e3_2ed7),
];
/// The right angles in one.
const INVERSE: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
/// Added to a number, leaves its 128th parts in the lowest bits.
const TO_PARTS: f64 = 52_776_558_133_248.0;
/// Up to this the sine is a polynomial alone.
const TAYLOR_END: f64 = 0.126;
/// Its coefficients, from the third power on.
const TAYLOR: [f64; 5] = [
    f64::from_bits(0xbfc5_5555_5555_5555),
    f64::from_bits(0x3f81_1111_1111_0ece),
    f64::from_bits(0xbf2a_01a0_19db_08b8),
    f64::from_bits(0x3ec7_1de2_7b9a_7ed9),
    f64::from_bits(0xbe5a_ddff_c2fc_df59),
];
/// The coefficients of what the table leaves: of the sine from the third power on, of the cosine from the second on.
const SINE: [f64; 2] = [f64::from_bits(0xbfc5_5555_5555_5515), f64::from_bits(0x3f81_1110_e829_872f)];
/// See [`SINE`].
const COSINE: [f64; 3] = [0.5, f64::from_bits(0xbfa5_5555_5555_5535), f64::from_bits(0x3f56_c16b_edd9_e239)];

/// SIN of REAL(8).
pub struct Sin;
/// COS of REAL(8).
pub struct Cos;
/// SIN and COS of one REAL(8).
pub struct SinCos;

impl Function<1> for Sin {
    type Left = f64;
    type Right = f64;

    const IN_PAIRS: bool = false;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.sin()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let reduced = Reduced::of(x);
        let angle = reduced.for_sine();
        let (sine, cosine, _) = sine_and_cosine(angle, angle);
        ([reduced.sine(sine, cosine)], reduced.ordinary)
    }
}

impl Function<1> for Cos {
    type Left = f64;
    type Right = f64;

    const IN_PAIRS: bool = false;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.cos()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 1], V::Mask) {
        let reduced = Reduced::of(x);
        let angle = reduced.for_cosine();
        let (sine, cosine, _) = sine_and_cosine(angle, angle);
        ([reduced.cosine(sine, cosine)], reduced.ordinary)
    }
}

impl Function<2> for SinCos {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 2] {
        [x.sin(), x.cos()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, _: V::Mask) -> ([V; 2], V::Mask) {
        let reduced = Reduced::of(x);
        // Up to MIDDLE the sine is a cosine and the cosine a sine; else both angles are one.
        let (sine, cosine, same_row) = sine_and_cosine(reduced.for_cosine(), reduced.for_sine());
        ([reduced.sine(sine, cosine), reduced.cosine(sine, cosine)], reduced.ordinary & same_row)
    }
}

/// An angle of at most a half right angle, or little more, and its rest.
type Angle<V> = [V; 2];

/// A number without its right angles.
struct Reduced<V: Lanes> {
    x: V,
    /// Which numbers have an exact number of right angles.
    ordinary: V::Mask,
    /// Those beyond [`SMALL`] and up to [`MIDDLE`].
    middle: V::Mask,
    /// How many right angles were taken off, in the lowest bits.
    quadrant: V,
    angle: Angle<V>,
}

impl<V: Lanes> Reduced<V> {
    #[inline(always)]
    fn of(x: V) -> Reduced<V> {
        let magnitude = x.abs();
        let ordinary = magnitude.less(x.all(END));
        let small = magnitude.less(x.all(SMALL));
        let middle = magnitude.less(x.all(MIDDLE)).without(small);
        let shifted = x.fma(x.all(INVERSE), x.all(TO_WHOLE));
        let n = shifted - x.all(TO_WHOLE);
        let [p1, p2, p3, p4] = x.each(PARTS);
        let y = n.fma_from(p2, n.fma_from(p1, x));
        let t = n.fma_from(p3, y);
        let rest = p3.fma_from(n, y - t);
        let a = n.fma_from(p4, t);
        let rest = rest + n.fma_from(p4, t - a);
        let angle = [V::select(small, x, a), rest.except(small)];
        Reduced { x, ordinary, middle, quadrant: shifted.except(small), angle }
    }

    /// The angle of which the sine is made.
    #[inline(always)]
    fn for_sine(&self) -> Angle<V> {
        let [right, rest] = self.x.each(RIGHT_ANGLE);
        let [a, da] = self.angle;
        [V::select(self.middle, right - self.x.abs(), a), V::select(self.middle, rest, da)]
    }

    /// The angle of which the cosine is made.
    #[inline(always)]
    fn for_cosine(&self) -> Angle<V> {
        let [right, rest] = self.x.each(RIGHT_ANGLE);
        let y = right - self.x.abs();
        let sum = y + rest;
        let [a, da] = self.angle;
        [V::select(self.middle, sum, a), V::select(self.middle, (y - sum) + rest, da)]
    }

    /// The sine, from sine and cosine of the angle.
    #[inline(always)]
    fn sine(&self, sine: V, cosine: V) -> V {
        let one = self.x.all_bits(1);
        let n = V::select(self.middle, self.x.sign().shift_down::<62>().or_bits(one), self.quadrant);
        of_quadrant(n, sine, cosine)
    }

    /// The cosine, from sine and cosine of the angle.
    #[inline(always)]
    fn cosine(&self, sine: V, cosine: V) -> V {
        let n = self.quadrant.add_bits(self.x.all_bits(1)).except(self.middle);
        of_quadrant(n, sine, cosine)
    }
}

/// The sine of an angle and a number of right angles.
#[inline(always)]
fn of_quadrant<V: Lanes>(n: V, sine: V, cosine: V) -> V {
    n.shift_up::<63>().select_by_sign(cosine, sine).xor_bits(n.shift_up::<62>().sign())
}

/// The sine of one angle and the cosine of another, and where both have the same row of the table, as is needed.
#[inline(always)]
fn sine_and_cosine<V: Lanes>(of_sine: Angle<V>, of_cosine: Angle<V>) -> (V, V, V::Mask) {
    let (sine_row, sine_rest) = nearest_row(of_sine[0]);
    let (cosine_row, cosine_rest) = nearest_row(of_cosine[0]);
    let [sn, ssn, cs, ccs] = cosine_row.entries4(&TABLE);
    let sine = {
        let [a, da] = of_sine;
        let (xr, signed_rest) = (sine_rest, da.xor_bits(a.sign()));
        let (x3v, m) = polynomials(xr);
        let s = xr + x3v.0.fma(x3v.1, signed_rest);
        let c = signed_rest.fma(xr, m);
        let value = sn + s.fma(cs, c.fma_from(sn, ccs.fma(s, ssn)));
        // A negative zero is none after additions.
        let small = taylor(of_sine).or_bits(a.sign());
        V::select(a.abs().less(a.all(TAYLOR_END)), small, value.xor_bits(a.sign()))
    };
    let cosine = {
        let [a, da] = of_cosine;
        let xr = cosine_rest + da.xor_bits(a.sign());
        let (x3v, m) = polynomials(xr);
        let s = x3v.0.fma(x3v.1, xr);
        cs + s.fma_from(sn, m.fma_from(cs, ssn.fma_from(s, ccs)))
    };
    (sine, cosine, sine_row.same_bits(cosine_row))
}

/// The row of the table for an angle, in the lowest bits, and what is left of its magnitude.
#[inline(always)]
fn nearest_row<V: Lanes>(a: V) -> (V, V) {
    let row = a.all(TO_PARTS) + a.abs();
    (row, a.abs() - (row - a.all(TO_PARTS)))
}

/// Of a small angle: two factors that are the sine less the angle, and 1 less the cosine.
#[inline(always)]
fn polynomials<V: Lanes>(xr: V) -> ((V, V), V) {
    let xx = xr * xr;
    ((xr * xx, xx.polynomial(SINE)), xx * xx.polynomial(COSINE))
}

/// The sine of a small angle.
#[inline(always)]
fn taylor<V: Lanes>([a, da]: Angle<V>) -> V {
    let xx = a * a;
    let sum = xx.polynomial(TAYLOR).fma(a, -(da * a.all(0.5)));
    a + xx.fma(sum, da)
}
