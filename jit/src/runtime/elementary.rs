//! The functions of one and two reals that generated code calls, one `extern "C"` function for each operation and kind.

use forlane_cfg::{RealBinary, RealUnary};

/// Lists the operations of one operand that have functions, and defines these for both kinds of REAL.
macro_rules! define_unary {
    ($($operation:ident)*) => {
        /// The operations of one operand that have functions.
        pub const UNARY: &[RealUnary] = &[$(RealUnary::$operation,)*];

        define_unary!(@kind unary4, f32, real4: $($operation)*);
        define_unary!(@kind unary8, f64, real8: $($operation)*);
    };
    (@kind $module:ident, $real:ty, $numeric:ident: $($operation:ident)*) => {
        #[allow(non_snake_case)]
        pub mod $module {
            use forlane_cfg::RealUnary;
            use forlane_semantics::numeric::$numeric;

            $(extern "C" fn $operation(operand: $real) -> $real {
                $numeric::unary(RealUnary::$operation, operand)
            })*

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

/// As `define_unary`, for operations of two operands and the two parts of complex functions.
macro_rules! define_binary {
    ($($operation:ident)*; $($function:ident $re:ident $im:ident)*) => {
        /// The operations of two operands that have functions, without the parts of complex functions.
        pub const BINARY: &[RealBinary] = &[$(RealBinary::$operation,)*];

        define_binary!(@kind binary4, f32, real4: $($operation)*; $($function $re $im)*);
        define_binary!(@kind binary8, f64, real8: $($operation)*; $($function $re $im)*);
    };
    (@kind $module:ident, $real:ty, $numeric:ident: $($operation:ident)*; $($function:ident $re:ident $im:ident)*) => {
        #[allow(non_snake_case)]
        pub mod $module {
            use forlane_semantics::numeric::$numeric;
            use forlane_cfg::{ComplexFunction, RealBinary};

            $(extern "C" fn $operation(left: $real, right: $real) -> $real {
                $numeric::binary(RealBinary::$operation, left, right)
            })*

            $(extern "C" fn $re(re: $real, im: $real) -> $real {
                $numeric::complex(ComplexFunction::$function, re, im).re
            }

            extern "C" fn $im(re: $real, im: $real) -> $real {
                $numeric::complex(ComplexFunction::$function, re, im).im
            })*

            /// The function of an operation, if it has one.
            pub fn address(operation: RealBinary) -> Option<*const u8> {
                match operation {
                    $(RealBinary::$operation => Some($operation as *const u8),)*
                    RealBinary::RealPart(function) => Some(match function {
                        $(ComplexFunction::$function => $re as *const u8,)*
                    }),
                    RealBinary::ImaginaryPart(function) => Some(match function {
                        $(ComplexFunction::$function => $im as *const u8,)*
                    }),
                    _ => None,
                }
            }
        }
    };
}

define_unary! {
    Sqrt Exp Log Log10 Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Anint Asinh Acosh Atanh Gamma LogGamma Erf Erfc
    ErfcScaled SinDegrees CosDegrees TanDegrees     BesselJ0 BesselJ1 BesselY0 BesselY1 Fraction Exponent Spacing ReciprocalSpacing
}

define_binary! {
    Power Atan2 Mod Modulo Hypot Nearest Scale SetExponent BesselJ BesselY;
    Sqrt sqrt_re sqrt_im Exp exp_re exp_im Log log_re log_im Sin sin_re sin_im Cos cos_re cos_im Tan tan_re tan_im
    Asin asin_re asin_im Acos acos_re acos_im Atan atan_re atan_im Sinh sinh_re sinh_im Cosh cosh_re cosh_im
    Tanh tanh_re tanh_im Asinh asinh_re asinh_im Acosh acosh_re acosh_im Atanh atanh_re atanh_im
}
