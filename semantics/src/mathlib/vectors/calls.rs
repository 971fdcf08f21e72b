//! Calls of the library's functions for any number of lanes.

use super::{AnyFunction, Calls, FUNCTIONS};
use std::arch::x86_64::{__m128, __m128d, __m256, __m256d, __m512, __m512d};
use std::sync::OnceLock;

/// The addresses of the functions of REAL(4) and REAL(8), set once when the library is loaded.
pub static ADDRESSES: OnceLock<[[usize; FUNCTIONS.len()]; 2]> = OnceLock::new();

/// Which register the functions are called with, by how the system's ABI names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 128 bits.
    B,
    /// 256 bits.
    D,
    /// 512 bits.
    E,
}

impl Form {
    /// The widest one that the processor has.
    pub fn of_machine() -> Form {
        match () {
            () if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq") => Form::E,
            () if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") => Form::D,
            () => Form::B,
        }
    }

    /// Bits of a register.
    pub fn bits(self) -> usize {
        match self {
            Form::B => 128,
            Form::D => 256,
            Form::E => 512,
        }
    }

    /// The symbol of a function of elements of that size.
    pub fn symbol(self, (name, operands, _): (&str, usize, f64), size: usize) -> String {
        let letter = match self {
            Form::B => 'b',
            Form::D => 'd',
            Form::E => 'e',
        };
        let (lanes, suffix) = (self.bits() / 8 / size, if size == 4 { "f" } else { "" });
        format!("_ZGV{letter}N{lanes}{}_{name}{suffix}", "v".repeat(operands))
    }

    /// The call of a function of REAL(4), or of REAL(8).
    pub fn call(self, is_double: bool, function: usize) -> Calls {
        let table = match (self, is_double) {
            (Form::B, false) => &b4::CALLS,
            (Form::B, true) => &b8::CALLS,
            (Form::D, false) => &d4::CALLS,
            (Form::D, true) => &d8::CALLS,
            (Form::E, false) => &e4::CALLS,
            (Form::E, true) => &e8::CALLS,
        };
        table[function]
    }
}

/// Defines the calls for a form and a kind: a module with a table of them.
macro_rules! define_calls {
    ($($module:ident: $register:ty, $real:ty, $kind:literal, $features:literal;)*) => {$(
        mod $module {
            use super::*;

            type Real = $real;

            const LANES: usize = size_of::<$register>() / size_of::<$real>();

            /// The operands of a register's lanes; of those that are not active another number.
            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn filled(from: *const $real, active: u64, count: usize, other: $real) -> $register {
                if active.trailing_ones() as usize >= LANES {
                    // SAFETY: all lanes of the register are active, so there are operands of each.
                    return unsafe { from.cast::<$register>().read_unaligned() };
                }
                let mut lanes = [other; LANES];
                for (lane, place) in lanes.iter_mut().enumerate().take(count) {
                    // SAFETY: there are operands of `count` lanes.
                    let own = unsafe { from.add(lane).read() };
                    *place = if active >> lane & 1 == 1 { own } else { other };
                }
                // SAFETY: a register is as many reals.
                unsafe { std::mem::transmute::<[$real; LANES], $register>(lanes) }
            }

            #[inline]
            #[target_feature(enable = $features)]
            unsafe fn compute<const FUNCTION: usize>(x: $register, y: $register) -> $register {
                let address = ADDRESSES.get().map_or(0, |addresses| addresses[$kind][FUNCTION]);
                // SAFETY: calls are given out for functions that have been found. They have these types by the system's
                // ABI of vector functions.
                unsafe {
                    if FUNCTIONS[FUNCTION].1 == 1 {
                        let function: unsafe extern "C" fn($register) -> $register = std::mem::transmute(address);
                        function(x)
                    } else {
                        let function: unsafe extern "C" fn($register, $register) -> $register =
                            std::mem::transmute(address);
                        function(x, y)
                    }
                }
            }

            #[target_feature(enable = $features)]
            unsafe extern "C" fn of_lanes<const FUNCTION: usize>(
                left: *const u8,
                right: *const u8,
                results: *mut u8,
                _: *mut u8,
                active: u64,
                lanes: u64,
            ) {
                for first in (0..lanes as usize).step_by(LANES) {
                    let count = LANES.min(lanes as usize - first);
                    let here = active >> first & (u64::MAX >> (64 - count));
                    if here == 0 {
                        continue;
                    }
                    // SAFETY: as `OfLanes` says.
                    unsafe {
                        let x = filled(left.cast::<$real>().add(first), here, count, FUNCTIONS[FUNCTION].2 as Real);
                        let y = match FUNCTIONS[FUNCTION].1 {
                            1 => x,
                            _ => filled(right.cast::<$real>().add(first), here, count, FUNCTIONS[FUNCTION].2 as Real),
                        };
                        let value = compute::<FUNCTION>(x, y);
                        let place = results.cast::<$real>().add(first);
                        if count == LANES {
                            place.cast::<$register>().write_unaligned(value);
                        } else {
                            (&raw const value).cast::<$real>().copy_to_nonoverlapping(place, count);
                        }
                    }
                }
            }

            #[target_feature(enable = $features)]
            unsafe extern "C" fn of_one<const FUNCTION: usize>(x: $real) -> $real {
                // SAFETY: the function has one operand.
                unsafe { of_two::<FUNCTION>(x, x) }
            }

            #[target_feature(enable = $features)]
            unsafe extern "C" fn of_two<const FUNCTION: usize>(x: $real, y: $real) -> $real {
                // In the other lanes is what no function has to treat by itself, lane by lane.
                let (mut left, mut right) = ([FUNCTIONS[FUNCTION].2 as Real; LANES], [FUNCTIONS[FUNCTION].2 as Real; LANES]);
                (left[0], right[0]) = (x, y);
                // SAFETY: a register is as many reals, and all its bits have a meaning as reals.
                unsafe {
                    let left = std::mem::transmute::<[Real; LANES], $register>(left);
                    let right = std::mem::transmute::<[Real; LANES], $register>(right);
                    std::mem::transmute::<$register, [Real; LANES]>(compute::<FUNCTION>(left, right))[0]
                }
            }

            pub static CALLS: [Calls; FUNCTIONS.len()] = all_functions!(of_lanes of_one of_two);
        }
    )*};
}

/// The calls of each number of [`FUNCTIONS`].
macro_rules! all_functions {
    ($lanes:ident $one:ident $two:ident) => {
        all_functions!($lanes $one $two: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)
    };
    ($lanes:ident $one:ident $two:ident: $($number:literal)*) => {
        [$(Calls {
            of_lanes: $lanes::<$number>,
            of_one: match FUNCTIONS[$number].1 {
                // SAFETY: functions of any type are called through their own type alone.
                1 => unsafe { std::mem::transmute::<unsafe extern "C" fn(Real) -> Real, AnyFunction>($one::<$number>) },
                // SAFETY: as above.
                _ => unsafe { std::mem::transmute::<unsafe extern "C" fn(Real, Real) -> Real, AnyFunction>($two::<$number>) },
            },
        }),*]
    };
}

define_calls! {
    b4: __m128, f32, 0, "sse2";
    b8: __m128d, f64, 1, "sse2";
    d4: __m256, f32, 0, "avx2,fma";
    d8: __m256d, f64, 1, "avx2,fma";
    e4: __m512, f32, 0, "avx512f,avx512dq";
    e8: __m512d, f64, 1, "avx512f,avx512dq";
}
