//! ATAN of REAL(8), after the algorithm of IBM's Accurate Mathematical Library that the C library uses: the arc tangent of
//! a near number from a table and a polynomial of the difference; near zero a polynomial; above 1 that of the reciprocal.

use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::tables::atan::{ARC_TANGENTS, COEFFICIENTS};
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
