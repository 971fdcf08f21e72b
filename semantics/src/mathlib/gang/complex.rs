//! EXP, LOG and SQRT of COMPLEX(8), after the algorithms of the C library: of real functions that have a form in lanes.
//! The real and the imaginary part are the two operands, and the two results.

use super::atan::Atan2;
use super::exp;
use super::form::Function;
use super::hypot::Hypot;
use super::lanes::{Lanes, Mask};
use super::log;
use super::sine::SinCos;
use crate::mathlib::{Complex8, ComplexFunction};

/// EXP of COMPLEX(8).
pub struct Exp;
/// LOG of COMPLEX(8).
pub struct Log;
/// SQRT of COMPLEX(8).
pub struct Sqrt;

/// Numbers of these magnitudes are not scaled for their root.
const ROOT_RANGE: [f64; 2] = [f64::from_bits(0x0360_0000_0000_0000), f64::from_bits(0x7fc0_0000_0000_0000)];

fn of_one(function: ComplexFunction, re: f64, im: f64) -> [f64; 2] {
    let value = function.of8(Complex8 { re, im });
    [value.re, value.im]
}

impl Function<2> for Exp {
    type Left = f64;
    type Right = f64;

    fn of_one(re: f64, im: f64) -> [f64; 2] {
        of_one(ComplexFunction::Exp, re, im)
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(re: V, im: V, active: V::Mask) -> ([V; 2], V::Mask) {
        let ([power], has_power) = exp::Exp::of_lanes(re, re, active);
        let ([sine, cosine], has_angle) = SinCos::of_lanes(im, im, active);
        ([power * cosine, power * sine], has_power & has_angle)
    }
}

impl Function<2> for Log {
    type Left = f64;
    type Right = f64;

    fn of_one(re: f64, im: f64) -> [f64; 2] {
        of_one(ComplexFunction::Log, re, im)
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(re: V, im: V, active: V::Mask) -> ([V; 2], V::Mask) {
        let ([magnitude], has_magnitude) = Hypot::of_lanes(re, im, active);
        let ([log], has_log) = log::Log::of_lanes(magnitude, magnitude, active);
        let ([angle], has_angle) = Atan2::of_lanes(im, re, active);
        // Near 1 the library takes LOG of 1 and what is more.
        let near = magnitude.is_in(0.5, 2.25);
        ([log, angle], (has_magnitude & has_log & has_angle).without(near))
    }
}

impl Function<2> for Sqrt {
    type Left = f64;
    type Right = f64;

    fn of_one(re: f64, im: f64) -> [f64; 2] {
        of_one(ComplexFunction::Sqrt, re, im)
    }

    #[inline(always)]
    fn of_lanes<V: Lanes>(re: V, im: V, active: V::Mask) -> ([V; 2], V::Mask) {
        let half = re.all(0.5);
        let ([magnitude], has_magnitude) = Hypot::of_lanes(re, im, active);
        let is_right = re.all(0.0).less(re);
        let greater = (half * (magnitude + re.abs())).sqrt();
        let less = half * (im / greater);
        let [least, end] = ROOT_RANGE;
        let is_in_range = re.abs().is_in(least, end) & im.abs().is_in(least, end);
        let root = [V::select(is_right, greater, less.abs()), V::select(is_right, less.abs(), greater)];
        ([root[0], root[1].or_bits(im.sign())], has_magnitude & is_in_range)
    }
}
