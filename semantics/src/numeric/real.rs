//! The REAL operations, for either kind, and the conversions from REAL to INTEGER.

/// Defines the operations of one kind of REAL in the module where it is.
macro_rules! define_real {
    ($real:ty, $mathlib:ident, $complex:ident, $of:ident) => {
        use super::{degrees, erfc_scaled};
        use crate::mathlib::{$complex, $mathlib as mathlib};
        use crate::operations::{ComplexFunction, RealBinary, RealUnary, Rounding};

        /// MAX: the left operand if it is greater, otherwise the right one (`maxsd left, right`): so the right one if
        /// either is a NaN or both are zeros.
        ///
        /// This is the result of gfortran for variables, array elements and sums. Where the right operand is a constant
        /// or an intrinsic function reference, the registers it happens to choose mostly exchange the operands; with
        /// NaNs and zeros of unlike sign the result there may differ from gfortran's, which Fortran leaves open.
        pub fn max(left: $real, right: $real) -> $real {
            if left > right { left } else { right }
        }

        /// MIN: the left operand if it is less, otherwise the right one; see [`max`].
        pub fn min(left: $real, right: $real) -> $real {
            if left < right { left } else { right }
        }

        /// MOD: the exact remainder of truncated division, with the sign of the dividend (C's `fmod`); a NaN where the
        /// divisor is zero.
        pub fn remainder(dividend: $real, divisor: $real) -> $real {
            dividend % divisor
        }

        /// SIGN: the magnitude of the first with the sign bit of the second.
        pub fn sign(magnitude: $real, sign: $real) -> $real {
            magnitude.copysign(sign)
        }

        /// DIM: the difference, and +0 where that is not positive; a NaN stays.
        pub fn dim(left: $real, right: $real) -> $real {
            let difference = left - right;
            if difference <= 0.0 { 0.0 } else { difference }
        }

        /// AINT: rounds toward zero.
        pub fn aint(operand: $real) -> $real {
            operand.trunc()
        }

        /// ANINT: rounds to nearest, halves away from zero.
        pub fn anint(operand: $real) -> $real {
            operand.round()
        }

        /// Rounds to a whole number.
        pub fn round(rounding: Rounding, operand: $real) -> $real {
            match rounding {
                Rounding::Truncate => operand.trunc(),
                Rounding::Nearest => operand.round(),
                Rounding::Floor => operand.floor(),
                Rounding::Ceiling => operand.ceil(),
            }
        }

        /// INT, NINT, FLOOR or CEILING to INTEGER(4); a NaN, or a value that does not fit, becomes the least integer,
        /// as `cvttsd2si` does. Of NINT it is the low half of [`to_integer8`], as gfortran takes it from `lround`.
        pub fn to_integer4(rounding: Rounding, operand: $real) -> i32 {
            const BOUND: $real = 2147483648.0;
            if rounding == Rounding::Nearest {
                return to_integer8(rounding, operand) as i32;
            }
            let whole = round(rounding, operand);
            if (-BOUND..BOUND).contains(&whole) { whole as i32 } else { i32::MIN }
        }

        /// INT, NINT, FLOOR or CEILING to INTEGER(8); see [`to_integer4`].
        pub fn to_integer8(rounding: Rounding, operand: $real) -> i64 {
            const BOUND: $real = 9223372036854775808.0;
            let whole = round(rounding, operand);
            if (-BOUND..BOUND).contains(&whole) { whole as i64 } else { i64::MIN }
        }

        /// `base**exponent` for an INTEGER(4) exponent, as libgcc's `__powidf2` and `__powisf2` multiply it out: the
        /// positive power from the low bit up, then the reciprocal of a negative one. gfortran's short forms for
        /// constant exponents (-1 to 2) have the same result, so it does not matter whether the exponent is known.
        pub fn power_integer4(base: $real, exponent: i32) -> $real {
            mathlib::power_integer4(base, exponent)
        }

        /// `base**exponent` for an INTEGER(8) exponent, as libgfortran's `pow_r8_i8` and `pow_r4_i8` multiply it out: a
        /// negative power is the power of the reciprocal, which rounds otherwise than [`power_integer4`].
        pub fn power_integer8(base: $real, exponent: i64) -> $real {
            mathlib::power_integer8(base, exponent)
        }

        /// MODULO: the remainder with the sign of the divisor, also where it is zero.
        pub fn modulo(dividend: $real, divisor: $real) -> $real {
            let rest = remainder(dividend, divisor);
            match rest {
                0.0 => (0.0 as $real).copysign(divisor),
                _ if (dividend < 0.0) != (divisor < 0.0) => rest + divisor,
                _ => rest,
            }
        }

        /// NEAREST: the next number in the direction of the second's sign.
        pub fn nearest(operand: $real, direction: $real) -> $real {
            mathlib::next_after(operand, <$real>::INFINITY.copysign(direction))
        }

        /// Fraction and exponent: `fraction * 2**exponent`, the fraction's magnitude from a half to one. Zero has the
        /// exponent 0; a NaN is the fraction of what is not finite.
        pub fn split(operand: $real) -> ($real, i32) {
            if operand == 0.0 {
                return (operand, 0);
            }
            if !operand.is_finite() {
                return (<$real>::NAN, i32::MAX);
            }
            let (normal, moved) =
                if operand.abs() < <$real>::MIN_POSITIVE { (mathlib::scale(operand, 64), 64) } else { (operand, 0) };
            // The biased exponent is above the bits of the significand; a bias more by one gives a half to one.
            let below = <$real>::MANTISSA_DIGITS - 1;
            let biased = (normal.abs().to_bits() >> below) as i32;
            let exponent = biased - (<$real>::MAX_EXP - 2);
            (mathlib::scale(normal, -exponent), exponent - moved)
        }

        /// FRACTION.
        pub fn fraction(operand: $real) -> $real {
            split(operand).0
        }

        /// SPACING: the distance to the next number; the least normal number near zero.
        pub fn spacing(operand: $real) -> $real {
            match split(operand) {
                _ if operand == 0.0 => <$real>::MIN_POSITIVE,
                (fraction, _) if fraction.is_nan() => fraction,
                (_, exponent) => {
                    let digits = <$real>::MANTISSA_DIGITS as i32;
                    mathlib::scale(1.0, (exponent - digits).max(<$real>::MIN_EXP - 1))
                }
            }
        }

        /// RRSPACING: the magnitude in units of [`spacing`], as if there were no least exponent.
        pub fn reciprocal_spacing(operand: $real) -> $real {
            match split(operand) {
                _ if operand == 0.0 => 0.0,
                (fraction, _) => mathlib::scale(fraction.abs(), <$real>::MANTISSA_DIGITS as i32),
            }
        }

        /// A whole number as the `int` of C, in whose range it is brought.
        fn int(whole: $real) -> i32 {
            whole as i32
        }

        /// Any unary operation.
        pub fn unary(operation: RealUnary, operand: $real) -> $real {
            match operation {
                RealUnary::Negate => -operand,
                RealUnary::Abs => operand.abs(),
                RealUnary::Sqrt => operand.sqrt(),
                RealUnary::Exp => operand.exp(),
                RealUnary::Log => operand.ln(),
                RealUnary::Log10 => operand.log10(),
                RealUnary::Sin => operand.sin(),
                RealUnary::Cos => operand.cos(),
                RealUnary::Tan => operand.tan(),
                RealUnary::SinDegrees => degrees::$of::sine(operand),
                RealUnary::CosDegrees => degrees::$of::cosine(operand),
                RealUnary::TanDegrees => degrees::$of::tangent(operand),
                RealUnary::Asin => operand.asin(),
                RealUnary::Acos => operand.acos(),
                RealUnary::Atan => operand.atan(),
                RealUnary::Sinh => operand.sinh(),
                RealUnary::Cosh => operand.cosh(),
                RealUnary::Tanh => operand.tanh(),
                RealUnary::Aint => aint(operand),
                RealUnary::Anint => anint(operand),
                RealUnary::Asinh => mathlib::asinh(operand),
                RealUnary::Acosh => mathlib::acosh(operand),
                RealUnary::Atanh => mathlib::atanh(operand),
                RealUnary::Gamma => mathlib::gamma(operand),
                RealUnary::LogGamma => mathlib::log_gamma(operand),
                RealUnary::Erf => mathlib::erf(operand),
                RealUnary::Erfc => mathlib::erfc(operand),
                RealUnary::ErfcScaled => erfc_scaled::$of(operand),
                RealUnary::BesselJ0 => mathlib::bessel_j0(operand),
                RealUnary::BesselJ1 => mathlib::bessel_j1(operand),
                RealUnary::BesselY0 => mathlib::bessel_y0(operand),
                RealUnary::BesselY1 => mathlib::bessel_y1(operand),
                RealUnary::Fraction => fraction(operand),
                RealUnary::Exponent => split(operand).1 as $real,
                RealUnary::Spacing => spacing(operand),
                RealUnary::ReciprocalSpacing => reciprocal_spacing(operand),
            }
        }

        /// Any binary operation.
        pub fn binary(operation: RealBinary, left: $real, right: $real) -> $real {
            match operation {
                RealBinary::Add => left + right,
                RealBinary::Subtract => left - right,
                RealBinary::Multiply => left * right,
                RealBinary::Divide => left / right,
                RealBinary::Power => left.powf(right),
                RealBinary::Atan2 => left.atan2(right),
                RealBinary::Mod => remainder(left, right),
                RealBinary::Sign => sign(left, right),
                RealBinary::Dim => dim(left, right),
                RealBinary::Min => min(left, right),
                RealBinary::Max => max(left, right),
                RealBinary::Modulo => modulo(left, right),
                RealBinary::Hypot => mathlib::hypot(left, right),
                RealBinary::Nearest => nearest(left, right),
                RealBinary::Scale => mathlib::scale(left, int(right)),
                RealBinary::SetExponent => mathlib::scale(fraction(left), int(right)),
                RealBinary::BesselJ => mathlib::bessel_jn(int(left), right),
                RealBinary::BesselY => mathlib::bessel_yn(int(left), right),
                RealBinary::RealPart(function) => complex(function, left, right).re,
                RealBinary::ImaginaryPart(function) => complex(function, left, right).im,
            }
        }

        /// A function of the complex number with these parts.
        pub fn complex(function: ComplexFunction, re: $real, im: $real) -> $complex {
            function.$of($complex { re, im })
        }
    };
}

pub(super) use define_real;
