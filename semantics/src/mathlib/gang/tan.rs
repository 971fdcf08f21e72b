//! TAN of REAL(8), after the algorithm of IBM's Accurate Mathematical Library that the C library uses: multiples of a
//! right angle are taken off; tangent and cotangent of a near number are in a table, a polynomial adds what is left.

use super::form::Function;
use super::lanes::{Lanes, Mask};
use super::tables::filled;
use super::tables::tan::TANGENTS;

/// The table, with as many rows as an index can have.
static TABLE: [[u64; 4]; 256] = filled(&TANGENTS);

/// Up to this the tangent is the number itself.
const TINY: f64 = f64::from_bits(0x3e4b_096c_0000_0000);
/// Up to this it is a polynomial alone.
const SMALL: f64 = f64::from_bits(0x3faf_212d_0000_0000);
/// Up to this nothing is taken off.
const MIDDLE: f64 = f64::from_bits(0x3fe9_2f1a_0000_0000);
/// Up to this a right angle has three parts.
const END: f64 = 25.0;
/// A right angle, the multiples of the first ones exact.
const PARTS: [f64; 3] = [
    f64::from_bits(0x3ff9_21fb_5800_0000),
    f64::from_bits(0xbe4d_de97_3c00_0000),
    f64::from_bits(0xbc8c_b3b3_99d7_47f2),
];
/// The right angles in one.
const INVERSE: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
/// Added to a number, leaves the whole number next to it in the lowest bits.
const TO_WHOLE: f64 = 6_755_399_441_055_744.0;
/// The coefficients of the third power to the eleventh, of the odd ones.
const ALONE: [f64; 5] = [
    f64::from_bits(0x3fd5_5555_5555_5555),
    f64::from_bits(0x3fc1_1111_1111_07c6),
    f64::from_bits(0x3fab_a1ba_1cdb_8745),
    f64::from_bits(0x3f96_64ed_49cf_c666),
    f64::from_bits(0x3f82_385a_3cf2_e4ea),
];
/// Those of what the table leaves.
const LEFT: [f64; 2] = [f64::from_bits(0x3fd5_5555_5555_4dbd), f64::from_bits(0x3fc1_1112_e0a6_b45f)];

/// TAN of REAL(8).
pub struct Tan;

/// What is left of angles.
struct Angle<V: Lanes> {
    /// The angle, and its rest.
    parts: [V; 2],
    /// Where the tangent is the negative cotangent of it.
    odd: V::Mask,
    /// Where something was taken off.
    reduced: V::Mask,
}

impl Function<1> for Tan {
    type Left = f64;
    type Right = f64;

    fn of_one(x: f64, _: f64) -> [f64; 1] {
        [x.tan()]
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(x: V, _: V, active: V::Mask) -> ([V; 1], V::Mask) {
        let ordinary = x.is_in(-END, END.next_up());
        let x = V::select(ordinary, x, x.all(0.0));
        let zero = x.all(0.0);
        let reduced = x.all(MIDDLE).less(x.abs());
        let mut angle = Angle { parts: [x, zero], odd: reduced, reduced };
        if (reduced & active).bits() != 0 {
            angle = reduce(x, reduced);
        }
        let of_table = x.all(SMALL).less(angle.parts[0].abs());
        let mut value = x;
        if (of_table & active).bits() != 0 {
            value = tan_by_table(&angle);
        }
        if active.without(of_table).bits() != 0 {
            value = V::select(of_table, value, tan_of_small(x, &angle));
        }
        ([value], ordinary)
    }
}

/// Takes right angles off.
#[inline(always)]
fn reduce<V: Lanes>(x: V, reduced: V::Mask) -> Angle<V> {
    let [first, second, third] = x.each(PARTS);
    let shifted = x.fma(x.all(INVERSE), x.all(TO_WHOLE));
    let n = shifted - x.all(TO_WHOLE);
    let most = n.fma_from(second, n.fma_from(first, x));
    let angle = n.fma_from(third, most);
    let rest = n.fma_from(third, most - angle);
    let one = x.all_bits(1);
    let parts = [V::select(reduced, angle, x), V::select(reduced, rest, x.all(0.0))];
    Angle { parts, odd: shifted.and_bits(one).same_bits(one) & reduced, reduced }
}

#[inline(always)]
fn tan_by_table<V: Lanes>(angle: &Angle<V>) -> V {
    let [first, rest] = angle.parts;
    let (magnitude, sign) = (first.abs(), first.sign());
    let place = magnitude.fma(magnitude.all(256.0), magnitude.all(-15.5)).truncate();
    let place = place + place.all(4_503_599_627_370_496.0);
    let [number, tangent, cotangent, _] = place.entries4(&TABLE);
    let z = (magnitude - number) + rest.xor_bits(sign);
    let z2 = z * z;
    let [e0, e1] = z.each(LEFT);
    let left = (z * z2).fma(z2.fma(e1, e0), z);
    let above = (tangent + cotangent) * left;
    let change = above / V::select(angle.odd, tangent + left, cotangent - left);
    V::select(angle.odd, change - cotangent, change + tangent).xor_bits(sign)
}

#[inline(always)]
fn tan_of_small<V: Lanes>(x: V, angle: &Angle<V>) -> V {
    let [a, rest] = angle.parts;
    let v = a * a;
    let cube = a * v;
    let sum = v.polynomial(ALONE);
    let alone = V::select(x.all(TINY).less(x.abs()), cube.fma(sum, a), x);
    let more = cube.fma(sum, rest);
    let tangent = a + more;
    // What the sum leaves out, its reciprocal, and what that leaves out.
    let greater = more.abs().less(a.abs());
    let left_out = V::select(greater, (a - tangent) + more, (more - tangent) + a);
    let one = a.all(1.0);
    let first = one / tangent;
    let product = first * tangent;
    let rest = ((one - product) - first.fma(tangent, -product)) + a.all(0.0);
    let second = left_out.fma_from(first, rest) / tangent;
    let cotangent = first + second;
    let cotangent = ((first - cotangent) + second) + cotangent;
    V::select(angle.reduced, V::select(angle.odd, -cotangent, tangent), alone)
}
