//! The functions of the system's mathematical library that Rust's standard library leaves out or computes otherwise:
//! those of complex numbers, error and Bessel functions, the gamma function, the inverse hyperbolic functions.
//!
//! gfortran calls them one for one, so their results are its results. All are declared as safe functions, because they
//! take and give numbers alone; nothing here dereferences a pointer.

mod complex;
pub mod gang;
pub mod vectors;

pub use complex::{Complex4, Complex8, ComplexFunction};

/// Declares C functions on one kind of real, and the safe functions that call them.
macro_rules! declare {
    ($real:ty: $($(#[$doc:meta])* $name:ident = $symbol:literal ($($argument:ident: $ty:ty),*);)*) => {
        mod c {
            // SAFETY: these are functions of C's <math.h> with these types, which do nothing but compute. (lgamma also
            // sets the variable `signgam`, which nothing here reads.)
            unsafe extern "C" {
                $(#[link_name = $symbol] pub safe fn $name($($argument: $ty),*) -> $real;)*
            }
        }

        $($(#[$doc])* pub fn $name($($argument: $ty),*) -> $real {
            c::$name($($argument),*)
        })*
    };
}

/// Defines powers of a kind of real with INTEGER exponents.
macro_rules! define_powers {
    ($real:ty) => {
        /// To the power of an INTEGER(4), as libgcc's `__powidf2` and `__powisf2` multiply it out: the positive power
        /// from the low bit up, then the reciprocal of a negative one.
        pub fn power_integer4(base: $real, exponent: i32) -> $real {
            let mut rest = exponent.unsigned_abs();
            let mut square = base;
            let mut product = if rest & 1 == 1 { base } else { 1.0 };
            rest >>= 1;
            while rest != 0 {
                square *= square;
                if rest & 1 == 1 {
                    product *= square;
                }
                rest >>= 1;
            }
            if exponent < 0 { 1.0 / product } else { product }
        }

        /// To the power of an INTEGER(8), as libgfortran's `pow_r8_i8` and `pow_r4_i8` multiply it out: a negative
        /// power is the power of the reciprocal, which rounds otherwise than [`power_integer4`].
        pub fn power_integer8(base: $real, exponent: i64) -> $real {
            let mut rest = exponent.unsigned_abs();
            let mut square = if exponent < 0 { 1.0 / base } else { base };
            let mut product = 1.0;
            while rest != 0 {
                if rest & 1 == 1 {
                    product *= square;
                }
                rest >>= 1;
                if rest != 0 {
                    square *= square;
                }
            }
            product
        }
    };
}

/// Functions of REAL(8).
pub mod real8 {
    define_powers!(f64);

    declare! { f64:
        /// The inverse of the hyperbolic sine.
        asinh = "asinh" (x: f64);
        /// The inverse of the hyperbolic cosine.
        acosh = "acosh" (x: f64);
        /// The inverse of the hyperbolic tangent.
        atanh = "atanh" (x: f64);
        /// The gamma function.
        gamma = "tgamma" (x: f64);
        /// The logarithm of the gamma function's magnitude.
        log_gamma = "lgamma" (x: f64);
        /// The error function.
        erf = "erf" (x: f64);
        /// The complementary error function.
        erfc = "erfc" (x: f64);
        /// The Bessel function of the first kind of order 0.
        bessel_j0 = "j0" (x: f64);
        /// The Bessel function of the first kind of order 1.
        bessel_j1 = "j1" (x: f64);
        /// The Bessel function of the second kind of order 0.
        bessel_y0 = "y0" (x: f64);
        /// The Bessel function of the second kind of order 1.
        bessel_y1 = "y1" (x: f64);
        /// The Bessel function of the first kind of any order.
        bessel_jn = "jn" (n: i32, x: f64);
        /// The Bessel function of the second kind of any order.
        bessel_yn = "yn" (n: i32, x: f64);
        /// The square root of the sum of two squares.
        hypot = "hypot" (x: f64, y: f64);
        /// The next number after x in the direction of y.
        next_after = "nextafter" (x: f64, y: f64);
        /// `x * 2**n`, rounded once.
        scale = "scalbn" (x: f64, n: i32);
    }
}

/// Functions of REAL(4).
pub mod real4 {
    define_powers!(f32);

    declare! { f32:
        /// The inverse of the hyperbolic sine.
        asinh = "asinhf" (x: f32);
        /// The inverse of the hyperbolic cosine.
        acosh = "acoshf" (x: f32);
        /// The inverse of the hyperbolic tangent.
        atanh = "atanhf" (x: f32);
        /// The gamma function.
        gamma = "tgammaf" (x: f32);
        /// The logarithm of the gamma function's magnitude.
        log_gamma = "lgammaf" (x: f32);
        /// The error function.
        erf = "erff" (x: f32);
        /// The complementary error function.
        erfc = "erfcf" (x: f32);
        /// The Bessel function of the first kind of order 0.
        bessel_j0 = "j0f" (x: f32);
        /// The Bessel function of the first kind of order 1.
        bessel_j1 = "j1f" (x: f32);
        /// The Bessel function of the second kind of order 0.
        bessel_y0 = "y0f" (x: f32);
        /// The Bessel function of the second kind of order 1.
        bessel_y1 = "y1f" (x: f32);
        /// The Bessel function of the first kind of any order.
        bessel_jn = "jnf" (n: i32, x: f32);
        /// The Bessel function of the second kind of any order.
        bessel_yn = "ynf" (n: i32, x: f32);
        /// The square root of the sum of two squares.
        hypot = "hypotf" (x: f32, y: f32);
        /// The next number after x in the direction of y.
        next_after = "nextafterf" (x: f32, y: f32);
        /// `x * 2**n`, rounded once.
        scale = "scalbnf" (x: f32, n: i32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_linked_with_their_types() {
        assert_eq!(real8::gamma(5.0), 24.0);
        assert_eq!(real4::gamma(5.0), 24.0);
        assert_eq!(real8::scale(1.5, -1075), f64::from_bits(1));
        assert_eq!(real4::hypot(3.0, 4.0), 5.0);
        assert_eq!(real8::bessel_jn(0, 1.5), real8::bessel_j0(1.5));
        assert_eq!(real4::next_after(1.0, 2.0), 1.0 + f32::EPSILON);
    }

    #[test]
    fn complex_functions_pass_both_parts() {
        let root = ComplexFunction::Sqrt.of8(Complex8 { re: -4.0, im: 0.0 });
        assert_eq!((root.re, root.im), (0.0, 2.0));
        let root = ComplexFunction::Sqrt.of4(Complex4 { re: 3.0, im: 4.0 });
        assert_eq!((root.re, root.im), (2.0, 1.0));
        let log = ComplexFunction::Log.of8(Complex8 { re: 0.0, im: 1.0 });
        assert_eq!((log.re, log.im), (0.0, std::f64::consts::FRAC_PI_2));
    }
}
