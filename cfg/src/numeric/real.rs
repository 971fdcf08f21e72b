//! The REAL operations, for either kind, and the conversions from REAL to INTEGER.

/// Defines the operations of one kind of REAL in the module where it stands.
macro_rules! define_real {
    ($real:ty) => {
        use crate::expr::{RealBinary, RealUnary, Rounding};

        /// MAX: the left operand if it is greater, otherwise the right one (`maxsd left, right`): so the right one if
        /// either is a NaN or both are zeros.
        ///
        /// gfortran gives this for variables, array elements and sums. Where the right operand is a constant or an
        /// intrinsic function reference, the registers it happens to choose mostly exchange the operands; with NaNs and
        /// zeros of unlike sign the result there may differ from gfortran's, which Fortran leaves open.
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
            }
        }

        /// INT or NINT to INTEGER(4); a NaN and what does not fit give the least integer, as `cvttsd2si` does.
        pub fn to_integer4(rounding: Rounding, operand: $real) -> i32 {
            const BOUND: $real = 2147483648.0;
            let whole = round(rounding, operand);
            if (-BOUND..BOUND).contains(&whole) { whole as i32 } else { i32::MIN }
        }

        /// INT or NINT to INTEGER(8); see [`to_integer4`].
        pub fn to_integer8(rounding: Rounding, operand: $real) -> i64 {
            const BOUND: $real = 9223372036854775808.0;
            let whole = round(rounding, operand);
            if (-BOUND..BOUND).contains(&whole) { whole as i64 } else { i64::MIN }
        }

        /// `base**exponent` for an INTEGER(4) exponent, as libgcc's `__powidf2` and `__powisf2` multiply it out: the
        /// positive power from the low bit up, then the reciprocal of a negative one. gfortran's short forms for
        /// constant exponents (-1 to 2) give the same bits, so it does not matter whether the exponent is known.
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

        /// `base**exponent` for an INTEGER(8) exponent, as libgfortran's `pow_r8_i8` and `pow_r4_i8` multiply it out: a
        /// negative power is the power of the reciprocal, which rounds otherwise than [`power_integer4`].
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
                RealUnary::Asin => operand.asin(),
                RealUnary::Acos => operand.acos(),
                RealUnary::Atan => operand.atan(),
                RealUnary::Sinh => operand.sinh(),
                RealUnary::Cosh => operand.cosh(),
                RealUnary::Tanh => operand.tanh(),
                RealUnary::Aint => aint(operand),
                RealUnary::Anint => anint(operand),
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
            }
        }
    };
}

pub(super) use define_real;
