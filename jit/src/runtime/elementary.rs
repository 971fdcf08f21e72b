//! The functions of one and two reals that generated code calls, one `extern "C"` function for each operation and kind,
//! and one for a gang.

/// Defines the functions of one operand for both kinds of REAL.
macro_rules! define_unary {
    (inline { $($rest:tt)* } called { $($(#[$doc:meta])* $operation:ident $word:literal,)* }) => {
        define_unary!(@kind unary4, f32, real4: $($operation)*);
        define_unary!(@kind unary8, f64, real8: $($operation)*);
    };
    (@kind $module:ident, $real:ty, $numeric:ident: $($operation:ident)*) => {
        #[allow(non_snake_case)]
        pub mod $module {
            use crate::runtime::lane_by_lane::lane_by_lane;
            use forlane_cfg::RealUnary;
            use forlane_semantics::mathlib::gang::GangCode;
            use forlane_semantics::numeric::$numeric;

            $(extern "C" fn $operation(operand: $real) -> $real {
                $numeric::unary(RealUnary::$operation, operand)
            })*

            mod of_gang {
                use super::*;

                $(pub unsafe extern "C" fn $operation(
                    operands: *const u8,
                    _: *const u8,
                    results: *mut u8,
                    _: *mut u8,
                    active: u64,
                    lanes: u64,
                ) {
                    let function = |operand, _| $numeric::unary(RealUnary::$operation, operand);
                    // SAFETY: as `GangCode` says.
                    unsafe { lane_by_lane::<$real, $real>((operands, operands), results, (active, lanes), function) }
                })*
            }

            /// The function of an operation for a gang, if it has one.
            pub fn for_gang(operation: RealUnary) -> Option<GangCode> {
                match operation {
                    $(RealUnary::$operation => Some(of_gang::$operation),)*
                    _ => None,
                }
            }

            /// The function of an operation, if it has one.
            pub fn address(operation: RealUnary) -> Option<*const u8> {
                match operation {
                    $(RealUnary::$operation => Some($operation as *const u8),)*
                    _ => None,
                }
            }
        }
    };
}

/// As `define_unary`, of two operands.
macro_rules! define_binary {
    (inline { $($rest:tt)* } called { $($(#[$doc:meta])* $operation:ident $word:literal,)* }) => {
        define_binary!(@kind binary4, f32, real4, parts4: $($operation)*);
        define_binary!(@kind binary8, f64, real8, parts8: $($operation)*);
    };
    (@kind $module:ident, $real:ty, $numeric:ident, $parts:ident: $($operation:ident)*) => {
        #[allow(non_snake_case)]
        pub mod $module {
            use crate::runtime::lane_by_lane::lane_by_lane;
            use forlane_cfg::RealBinary;
            use forlane_semantics::mathlib::gang::GangCode;
            use forlane_semantics::numeric::$numeric;

            $(extern "C" fn $operation(left: $real, right: $real) -> $real {
                $numeric::binary(RealBinary::$operation, left, right)
            })*

            mod of_gang {
                use super::*;

                $(pub unsafe extern "C" fn $operation(
                    left: *const u8,
                    right: *const u8,
                    results: *mut u8,
                    _: *mut u8,
                    active: u64,
                    lanes: u64,
                ) {
                    let function = |left, right| $numeric::binary(RealBinary::$operation, left, right);
                    // SAFETY: as `GangCode` says.
                    unsafe { lane_by_lane::<$real, $real>((left, right), results, (active, lanes), function) }
                })*
            }

            /// The function of an operation for a gang, if it has one.
            pub fn for_gang(operation: RealBinary) -> Option<GangCode> {
                match operation {
                    $(RealBinary::$operation => Some(of_gang::$operation),)*
                    RealBinary::RealPart(function) => Some(super::$parts::real_for_gang(function)),
                    RealBinary::ImaginaryPart(function) => Some(super::$parts::imaginary_for_gang(function)),
                    _ => None,
                }
            }

            /// The function of an operation, if it has one.
            pub fn address(operation: RealBinary) -> Option<*const u8> {
                match operation {
                    $(RealBinary::$operation => Some($operation as *const u8),)*
                    RealBinary::RealPart(function) => Some(super::$parts::address_of_real(function)),
                    RealBinary::ImaginaryPart(function) => Some(super::$parts::address_of_imaginary(function)),
                    _ => None,
                }
            }
        }
    };
}

/// Defines functions for both parts of the results of functions of complex numbers.
macro_rules! define_parts {
    ($($function:ident $name8:ident $name4:ident $re:ident $im:ident;)*) => {
        define_parts!(@kind parts4, f32, real4: $($function $re $im)*);
        define_parts!(@kind parts8, f64, real8: $($function $re $im)*);
    };
    (@kind $module:ident, $real:ty, $numeric:ident: $($function:ident $re:ident $im:ident)*) => {
        #[allow(non_snake_case)]
        pub mod $module {
            use crate::runtime::lane_by_lane::{lane_by_lane, lane_by_lane_both};
            use forlane_cfg::ComplexFunction;
            use forlane_semantics::mathlib::gang::GangCode;
            use forlane_semantics::numeric::$numeric;

            $(mod $function {
                use super::*;

                pub unsafe extern "C" fn real(
                    left: *const u8,
                    right: *const u8,
                    results: *mut u8,
                    _: *mut u8,
                    active: u64,
                    lanes: u64,
                ) {
                    let function = |re, im| $numeric::complex(ComplexFunction::$function, re, im).re;
                    // SAFETY: as `GangCode` says.
                    unsafe { lane_by_lane::<$real, $real>((left, right), results, (active, lanes), function) }
                }

                pub unsafe extern "C" fn imaginary(
                    left: *const u8,
                    right: *const u8,
                    results: *mut u8,
                    _: *mut u8,
                    active: u64,
                    lanes: u64,
                ) {
                    let function = |re, im| $numeric::complex(ComplexFunction::$function, re, im).im;
                    // SAFETY: as `GangCode` says.
                    unsafe { lane_by_lane::<$real, $real>((left, right), results, (active, lanes), function) }
                }

                pub unsafe extern "C" fn both(
                    left: *const u8,
                    right: *const u8,
                    first: *mut u8,
                    second: *mut u8,
                    active: u64,
                    lanes: u64,
                ) {
                    let function = |re, im| {
                        let value = $numeric::complex(ComplexFunction::$function, re, im);
                        [value.re, value.im]
                    };
                    // SAFETY: as `GangCode` says.
                    unsafe { lane_by_lane_both::<$real, $real>((left, right), (first, second), (active, lanes), function) }
                }
            })*

            /// The function of the real part for a gang.
            pub fn real_for_gang(function: ComplexFunction) -> GangCode {
                match function {
                    $(ComplexFunction::$function => $function::real,)*
                }
            }

            /// The function of the imaginary part for a gang.
            pub fn imaginary_for_gang(function: ComplexFunction) -> GangCode {
                match function {
                    $(ComplexFunction::$function => $function::imaginary,)*
                }
            }

            /// The function of both parts for a gang.
            pub fn for_gang(function: ComplexFunction) -> GangCode {
                match function {
                    $(ComplexFunction::$function => $function::both,)*
                }
            }

            $(extern "C" fn $re(re: $real, im: $real) -> $real {
                $numeric::complex(ComplexFunction::$function, re, im).re
            }

            extern "C" fn $im(re: $real, im: $real) -> $real {
                $numeric::complex(ComplexFunction::$function, re, im).im
            })*

            /// The function of the real part.
            pub fn address_of_real(function: ComplexFunction) -> *const u8 {
                match function {
                    $(ComplexFunction::$function => $re as *const u8,)*
                }
            }

            /// The function of the imaginary part.
            pub fn address_of_imaginary(function: ComplexFunction) -> *const u8 {
                match function {
                    $(ComplexFunction::$function => $im as *const u8,)*
                }
            }
        }
    };
}

forlane_semantics::real_unary!(define_unary);
forlane_semantics::real_binary!(define_binary);
forlane_semantics::complex_functions!(define_parts);
