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

/// Passes the functions of complex numbers to a macro: for each the member of [`ComplexFunction`], the C functions of
/// both kinds, and names for the real and the imaginary part of its value.
#[macro_export]
macro_rules! complex_functions {
    ($then:ident) => {
        $then! {
            Sqrt csqrt csqrtf csqrt_re csqrt_im;
            Exp cexp cexpf cexp_re cexp_im;
            Log clog clogf clog_re clog_im;
            Sin csin csinf csin_re csin_im;
            Cos ccos ccosf ccos_re ccos_im;
            Tan ctan ctanf ctan_re ctan_im;
            Asin casin casinf casin_re casin_im;
            Acos cacos cacosf cacos_re cacos_im;
            Atan catan catanf catan_re catan_im;
            Sinh csinh csinhf csinh_re csinh_im;
            Cosh ccosh ccoshf ccosh_re ccosh_im;
            Tanh ctanh ctanhf ctanh_re ctanh_im;
            Asinh casinh casinhf casinh_re casinh_im;
            Acosh cacosh cacoshf cacosh_re cacosh_im;
            Atanh catanh catanhf catanh_re catanh_im;
        }
    };
}

/// Defines [`ComplexFunction`] and its C functions of both kinds.
macro_rules! define {
    ($($function:ident $name8:ident $name4:ident $re:ident $im:ident;)*) => {
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

complex_functions!(define);
