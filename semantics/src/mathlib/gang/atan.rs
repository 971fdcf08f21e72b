//! ATAN of REAL(8), after the algorithm of IBM's Accurate Mathematical Library that the C library uses: the arc tangent
//! of a near number from a table and a polynomial of the difference; near zero a polynomial; above 1 that of the
//! reciprocal. ATAN2 takes the same of the quotient, less the greater part of what its rounding loses.

use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::tables::atan::ARC_TANGENTS;
use super::tables::atan_coefficients::COEFFICIENTS;
use super::tables::filled;

/// The tables, with as many rows as an index can have.
static TABLES: [[[u64; 4]; 256]; 2] = [filled(&ARC_TANGENTS), filled(&COEFFICIENTS)];

/// A right angle: the nearest number, and the rest.
const RIGHT: [f64; 2] = [f64::from_bits(0x3ff9_21fb_5444_2d18), f64::from_bits(0x3c91_a626_3314_5c07)];
/// Below, a number is its own arc tangent.
const TINY: f64 = f64::from_bits(0x3e4b_b67a_0000_0000);
/// Below, and above the reciprocal, there is no table.
const SMALL: f64 = 0.0625;
/// From here on, the arc tangent is a right angle.
const LARGE: f64 = f64::from_bits(0x4334_9ff2_0000_0000);
/// The coefficients of the third power to the thirteenth, of the odd ones.
const NEAR_ZERO: [f64; 6] = [
    f64::from_bits(0xbfd5_5555_5555_5555),
    f64::from_bits(0x3fc9_9999_9999_97fd),
    f64::from_bits(0xbfc2_4924_923f_7603),
    f64::from_bits(0x3fbc_71c6_e512_9a3b),
    f64::from_bits(0xbfb7_4580_22b1_3c25),
    f64::from_bits(0x3fb3_75f0_8b31_cbce),
];

/// ATAN of REAL(8).
pub struct Atan;

impl Function<1> for Atan {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.atan()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let ordinary = x.is_number();
        let u = V::select(ordinary, x, x.all(0.0)).abs();
        let flat = u.less(u.all(1.0));
        let of_table = u.less(u.all(1.0 / SMALL)).without(u.less(u.all(SMALL)));
        // What the table or the polynomial is for, and what is left out of it where it is a reciprocal.
        let (mut w, mut rest) = (u, u.all(0.0));
        if active.without(flat).bits() != 0 {
            let reciprocal = u.all(1.0) / u;
            let product = u * reciprocal;
            let left_out = u.fma(reciprocal, -product);
            w = V::select(flat, u, reciprocal);
            rest = (u.all(1.0) - product) - left_out;
        }
        let mut value = atan_by_table(w, rest, flat);
        if active.without(of_table).bits() != 0 {
            let others = V::select(flat, near_zero(w), near_right_angle(w, rest));
            let others = V::select(u.less(u.all(TINY)), u, others);
            let others = V::select(u.less(u.all(LARGE)), others, u.all(RIGHT[0]));
            value = V::select(of_table, value, others);
        }
        ([value.or_bits(x.sign())], ordinary)
    }
}

/// Where `flat`, the arc tangent of `w`, else that of the number whose reciprocal is `w * (1 + rest)`.
#[inline(always)]
fn atan_by_table<V: Lanes>(w: V, rest: V, flat: V::Mask) -> V {
    let place = w.fma(w.all(256.0), w.all(4_503_599_627_370_496.0)).sub_bits(w.all_bits(16));
    let [number, arc, c1, c2] = place.entries4(&TABLES[0]);
    let [c3, c4, c5, _] = place.entries4(&TABLES[1]);
    let z = w - number;
    let z = V::select(flat, z, rest.fma(w, z));
    let sum = c5.fma(z, c4).fma(z, c3).fma(z, c2).fma(z, c1);
    let [high, low] = w.each(RIGHT);
    V::select(flat, sum.fma(z, arc), (high - arc) + sum.fma_from(z, low))
}

#[inline(always)]
fn near_zero<V: Lanes>(w: V) -> V {
    let v = w * w;
    (w * v).fma(v.polynomial(NEAR_ZERO), w)
}

/// The arc tangent of the number whose reciprocal is `w * (1 + rest)`.
#[inline(always)]
fn near_right_angle<V: Lanes>(w: V, rest: V) -> V {
    let v = w * w;
    let [high, low] = w.each(RIGHT);
    let first = high - w;
    let second = (high - first) - w;
    (((second + low) - w * rest) - (w * v) * v.polynomial(NEAR_ZERO)) + first
}

/// A straight angle: the nearest number, and the rest.
const STRAIGHT: [f64; 2] = [f64::from_bits(0x4009_21fb_5444_2d18), f64::from_bits(0x3ca1_a626_3314_5c07)];
/// Between these, numbers are not scaled.
const LEAST: f64 = f64::from_bits(0x20b0_0000_0000_0000);
/// See [`LEAST`].
const END: f64 = f64::from_bits(0x5f30_0000_0000_0000);
/// Quotients below have cases of their own.
const FAR: f64 = f64::from_bits(0x3c80_0000_0000_0000);

/// ATAN2 of REAL(8): of `y` and `x`, the angle of the point `(x, y)`.
pub struct Atan2;

impl Function<1> for Atan2 {
    type Left = f64;
    type Right = f64;

    fn of_one(y: f64, x: f64) -> [f64; 1] {
        [y.atan2(x)]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(y: V, x: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let (ay, ax, zero) = (y.abs(), x.abs(), x.all(0.0));
        let flat = ay.less(ax);
        let (greater, less) = (V::select(flat, ax, ay), V::select(flat, ay, ax));
        let greater_fits = greater.is_in(LEAST, END);
        let (greater, less) = (V::select(greater_fits, greater, x.all(1.0)), V::select(greater_fits, less, zero));
        let u = less / greater;
        let fits = less.is_in(LEAST, END).without(u.less(x.all(FAR)));
        let ordinary = greater_fits & fits.or(less.same_bits(zero));
        // What is left out of the quotient.
        let product = greater * u;
        let rest = ((less - product) - greater.fma(u, -product)) / greater;
        // The angle is that of the quotient, added to a right angle or taken off a right or straight one.
        let right = zero.less(x);
        let alone = right & flat;
        let sign = V::select(flat.or(right), x.all(-0.0), zero);
        let base = [
            V::select(flat, x.all(STRAIGHT[0]), x.all(RIGHT[0])),
            V::select(flat, x.all(STRAIGHT[1]), x.all(RIGHT[1])),
        ];
        let small = u.less(x.all(SMALL));
        let mut value = zero;
        if active.without(small).bits() != 0 {
            value = angle_by_table(u, rest, base, sign, alone);
        }
        if (small & active).bits() != 0 {
            value = V::select(small, small_angle(u, rest, base, sign, alone), value);
        }
        ([value.or_bits(y.sign())], ordinary)
    }
}

/// The arc tangent of `u + rest`, with that sign added to the base unless it is `alone`.
#[inline(always)]
fn angle_by_table<V: Lanes>(u: V, rest: V, base: [V; 2], sign: V, alone: V::Mask) -> V {
    let place = u.fma(u.all(256.0), u.all(4_503_599_627_370_496.0)).sub_bits(u.all_bits(16));
    let [number, arc, c1, c2] = place.entries4(&TABLES[0]);
    let [c3, c4, c5, _] = place.entries4(&TABLES[1]);
    let z = u - number;
    let v = z + rest;
    let sum = c5.fma(v, c4).fma(v, c3).fma(v, c2);
    let greater = rest.abs().less(z.abs());
    let left_out = V::select(greater, (z - v) + rest, (rest - v) + z);
    let of_one = arc + v.fma(c1, left_out.fma(c1, (v * v) * sum));
    let more = v.xor_bits(sign).fma(sum.fma(v, c1), base[1]);
    V::select(alone, of_one, (base[0] + arc.xor_bits(sign)) + more)
}

/// As [`angle_by_table`], of a quotient for which there is no table.
#[inline(always)]
fn small_angle<V: Lanes>(u: V, rest: V, [high, low]: [V; 2], sign: V, alone: V::Mask) -> V {
    let v = u * u;
    let (cube, sum) = (u * v, v.polynomial(NEAR_ZERO));
    let of_one = u + cube.fma(sum, rest);
    let signed = u.xor_bits(sign);
    let first = high + signed;
    let second = (high - first) + signed;
    let more = ((low + second) + rest.xor_bits(sign)) + (cube * sum).xor_bits(sign);
    V::select(alone, of_one, first + more)
}
