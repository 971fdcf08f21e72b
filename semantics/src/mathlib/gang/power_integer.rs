//! REAL to the power of an INTEGER, multiplied out as GCC's libraries do.

use super::form::Function;
use super::lanes::{Lanes, Mask, Real, SIGN};
use crate::mathlib::{real4, real8};
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

/// The magnitudes of the exponents, and which are negative.
#[inline(always)]
fn magnitude<V: Lanes>(exponent: V) -> (V, V::Mask) {
    let negative = exponent.sign().same_bits(exponent.all_bits(SIGN));
    (V::select(negative, exponent.all_bits(0).sub_bits(exponent), exponent), negative)
}

/// The power with these exponents of the active lanes, none negative, multiplied out from the low bit up.
#[inline(always)]
fn multiply_out<R: Real, V: Lanes>(base: V, exponent: V, active: V::Mask) -> V {
    let all = (1 << V::COUNT) - 1;
    let first = exponent.first_bits();
    let (mut square, one) = (base, base.all(1.0));
    // Rows often have one exponent; one that all lanes have in common for sure needs no call.
    if exponent.same_bits(exponent.all_bits(first)).bits() == all {
        let (mut product, mut rest) = (if first & 1 == 1 { base } else { one }, first);
        while rest > 1 {
            rest >>= 1;
            square = R::round_lanes(square * square);
            if rest & 1 == 1 {
                product = R::round_lanes(product * square);
            }
        }
        return product;
    }
    let mut rest = V::select(active, exponent, one.all_bits(0));
    let mut product = V::select(odd(rest), base, one);
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
                let (exponent, negative) = magnitude(exponent);
                let mut power = multiply_out::<$real, V>(base, exponent, active);
                if negative.bits() != 0 {
                    power = V::select(negative, <$real>::round_lanes(base.all(1.0) / power), power);
                }
                ([power], base.is_number())
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
                let (exponent, negative) = magnitude(exponent);
                let mut factor = base;
                if negative.bits() != 0 {
                    factor = V::select(negative, <$real>::round_lanes(base.all(1.0) / base), base);
                }
                ([multiply_out::<$real, V>(factor, exponent, active)], base.is_number())
            }
        }
    };
}

define!(f32, real4);
define!(f64, real8);
