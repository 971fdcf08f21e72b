//! The functions of complex numbers, of C's <complex.h>.

/// A COMPLEX(4) number, as C lays out `float complex`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Complex4 {
    /// The real part.
    pub re: f32,
    /// The imaginary part.
    pub im: f32,
}

/// A COMPLEX(8) number, as C lays out `double complex`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct Complex8 {
    /// The real part.
    pub re: f64,
    /// The imaginary part.
    pub im: f64,
}

/// Defines [`ComplexFunction`] and its C functions of both kinds.
macro_rules! complex_functions {
    ($($function:ident $name8:ident $name4:ident;)*) => {
        /// A function of one complex number.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum ComplexFunction {
            $($function,)*
        }

        mod c {
            use super::{Complex4, Complex8};

            // SAFETY: these are functions of C's <complex.h>. On x86-64 and AArch64 a structure of two reals is passed
            // and given back as C's complex number of that kind is; the functions do nothing but compute.
            #[allow(improper_ctypes)]
            unsafe extern "C" {
                $(pub safe fn $name8(z: Complex8) -> Complex8;
                pub safe fn $name4(z: Complex4) -> Complex4;)*
            }
        }

        impl ComplexFunction {
            /// All functions.
            pub const ALL: &[ComplexFunction] = &[$(ComplexFunction::$function,)*];

            /// The value for a COMPLEX(8) argument.
            pub fn of8(self, z: Complex8) -> Complex8 {
                match self {
                    $(ComplexFunction::$function => c::$name8(z),)*
                }
            }

            /// The value for a COMPLEX(4) argument.
            pub fn of4(self, z: Complex4) -> Complex4 {
                match self {
                    $(ComplexFunction::$function => c::$name4(z),)*
                }
            }
        }
    };
}

complex_functions! {
    Sqrt csqrt csqrtf;
    Exp cexp cexpf;
    Log clog clogf;
    Sin csin csinf;
    Cos ccos ccosf;
    Tan ctan ctanf;
    Asin casin casinf;
    Acos cacos cacosf;
    Atan catan catanf;
    Sinh csinh csinhf;
    Cosh ccosh ccoshf;
    Tanh ctanh ctanhf;
    Asinh casinh casinhf;
    Acosh cacosh cacoshf;
    Atanh catanh catanhf;
}
