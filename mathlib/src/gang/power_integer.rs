//! REAL to the power of an INTEGER, multiplied out as GCC's libraries do.

use super::form::Function;
use super::lanes::{Lanes, Mask, Real, SIGN};
use crate::{real4, real8};
use std::marker::PhantomData;

/// REAL to the power of an INTEGER(4).
pub struct PowerInteger4<R>(PhantomData<R>);
/// REAL to the power of an INTEGER(8).
pub struct PowerInteger8<R>(PhantomData<R>);

/// Where the lowest bit is set.
#[inline(always)]
fn odd<V: Lanes>(bits: V) -> V::Mask {
    bits.and_bits(bits.all_bits(1)).same_bits(bits.all_bits(1))
}

/// The magnitudes of the active lanes' exponents, zero in other lanes, and which are negative.
#[inline(always)]
fn magnitude<V: Lanes>(exponent: V, active: V::Mask) -> (V, V::Mask) {
    let zero = exponent.all_bits(0);
    let negative = exponent.sign().same_bits(exponent.all_bits(SIGN));
    let magnitude = V::select(negative, zero.sub_bits(exponent), exponent);
    (V::select(active, magnitude, zero), negative)
}

/// Multiplies the product by the second, fourth, ... power of the square for each further bit of the exponents.
#[inline(always)]
fn multiply_out<R: Real, V: Lanes>(mut product: V, mut square: V, mut rest: V) -> V {
    let all = (1 << V::COUNT) - 1;
    loop {
        rest = rest.shift_down::<1>();
        if rest.same_bits(rest.all_bits(0)).bits() == all {
            return product;
        }
        square = R::round_lanes(square * square);
        product = V::select(odd(rest), R::round_lanes(product * square), product);
    }
}

macro_rules! define {
    ($real:ty, $module:ident) => {
        impl Function<1> for PowerInteger4<$real> {
            type Left = $real;
            type Right = i32;

            fn of_one(base: $real, exponent: i32) -> [$real; 1] {
                [$module::power_integer4(base, exponent)]
            }

            #[inline(always)]
            fn of_lanes<V: Lanes>(base: V, exponent: V, active: V::Mask) -> ([V; 1], V::Mask) {
                let one = base.all(1.0);
                let (rest, negative) = magnitude(exponent, active);
                let product = multiply_out::<$real, V>(V::select(odd(rest), base, one), base, rest);
                ([V::select(negative, <$real>::round_lanes(one / product), product)], base.is_number())
            }
        }

        impl Function<1> for PowerInteger8<$real> {
            type Left = $real;
            type Right = i64;

            fn of_one(base: $real, exponent: i64) -> [$real; 1] {
                [$module::power_integer8(base, exponent)]
            }

            #[inline(always)]
            fn of_lanes<V: Lanes>(base: V, exponent: V, active: V::Mask) -> ([V; 1], V::Mask) {
                let one = base.all(1.0);
                let (rest, negative) = magnitude(exponent, active);
                let square = V::select(negative, <$real>::round_lanes(one / base), base);
                ([multiply_out::<$real, V>(V::select(odd(rest), square, one), square, rest)], base.is_number())
            }
        }
    };
}

define!(f32, real4);
define!(f64, real8);
