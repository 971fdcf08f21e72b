//! The INTEGER operations, for either kind.

/// Defines the operations of one kind of INTEGER in the module where it is.
macro_rules! define_integer {
    ($integer:ty, $unsigned:ty) => {
        use crate::numeric::DivideByZero;
        use crate::operations::{IntegerBinary, IntegerUnary};

        /// Division toward zero; the least integer by -1 wraps.
        ///
        /// # Errors
        /// The divisor is zero.
        pub fn divide(dividend: $integer, divisor: $integer) -> Result<$integer, DivideByZero> {
            if divisor == 0 { Err(DivideByZero) } else { Ok(dividend.wrapping_div(divisor)) }
        }

        /// MOD: the remainder of [`divide`], with the sign of the dividend.
        ///
        /// # Errors
        /// The divisor is zero.
        pub fn remainder(dividend: $integer, divisor: $integer) -> Result<$integer, DivideByZero> {
            if divisor == 0 { Err(DivideByZero) } else { Ok(dividend.wrapping_rem(divisor)) }
        }

        /// `base**exponent`, wrapping; a negative power is 1 divided by the positive one, toward zero.
        ///
        /// # Errors
        /// Zero to a negative power.
        pub fn power(base: $integer, exponent: $integer) -> Result<$integer, DivideByZero> {
            if exponent < 0 {
                return match base {
                    0 => Err(DivideByZero),
                    1 => Ok(1),
                    -1 => Ok(if exponent & 1 == 0 { 1 } else { -1 }),
                    _ => Ok(0),
                };
            }
            let (mut square, mut rest, mut product) = (base, exponent as $unsigned, 1 as $integer);
            while rest != 0 {
                if rest & 1 == 1 {
                    product = product.wrapping_mul(square);
                }
                square = square.wrapping_mul(square);
                rest >>= 1;
            }
            Ok(product)
        }

        /// SIGN: the magnitude of the first with the sign of the second, where zero is positive.
        pub fn sign(magnitude: $integer, sign: $integer) -> $integer {
            if (magnitude ^ sign) < 0 { magnitude.wrapping_neg() } else { magnitude }
        }

        /// DIM: the difference, which wraps, if it is positive, otherwise zero.
        pub fn dim(left: $integer, right: $integer) -> $integer {
            left.wrapping_sub(right).max(0)
        }

        /// MODULO: the remainder with the sign of the divisor.
        ///
        /// # Errors
        /// The divisor is zero.
        pub fn modulo(dividend: $integer, divisor: $integer) -> Result<$integer, DivideByZero> {
            let rest = remainder(dividend, divisor)?;
            Ok(if rest != 0 && (rest ^ divisor) < 0 { rest.wrapping_add(divisor) } else { rest })
        }

        /// ISHFT: to the left, or to the right by a negative count; zero where that is as great as the number of bits.
        pub fn shift(operand: $integer, count: $integer) -> $integer {
            let by = u32::try_from(count.unsigned_abs()).unwrap_or(u32::MAX);
            let bits = operand as $unsigned;
            let shifted = if count >= 0 { bits.checked_shl(by) } else { bits.checked_shr(by) };
            shifted.unwrap_or(0) as $integer
        }

        /// SHIFTA: to the right; the sign fills up.
        pub fn shift_arithmetic(operand: $integer, count: $integer) -> $integer {
            let most = <$integer>::BITS - 1;
            operand >> u32::try_from(count).map_or(most, |count| count.min(most))
        }

        /// Any unary operation.
        pub fn unary(operation: IntegerUnary, operand: $integer) -> $integer {
            match operation {
                IntegerUnary::Negate => operand.wrapping_neg(),
                IntegerUnary::Abs => operand.wrapping_abs(),
                IntegerUnary::Not => !operand,
                IntegerUnary::PopulationCount => operand.count_ones() as $integer,
                IntegerUnary::LeadingZeros => operand.leading_zeros() as $integer,
                IntegerUnary::TrailingZeros => operand.trailing_zeros() as $integer,
            }
        }

        /// Any binary operation.
        ///
        /// # Errors
        /// As [`divide`], [`remainder`], [`modulo`] and [`power`].
        pub fn binary(operation: IntegerBinary, left: $integer, right: $integer) -> Result<$integer, DivideByZero> {
            Ok(match operation {
                IntegerBinary::Add => left.wrapping_add(right),
                IntegerBinary::Subtract => left.wrapping_sub(right),
                IntegerBinary::Multiply => left.wrapping_mul(right),
                IntegerBinary::Divide | IntegerBinary::Steps => return divide(left, right),
                IntegerBinary::Power => return power(left, right),
                IntegerBinary::Mod => return remainder(left, right),
                IntegerBinary::Modulo => return modulo(left, right),
                IntegerBinary::Sign => sign(left, right),
                IntegerBinary::Dim => dim(left, right),
                IntegerBinary::Min => left.min(right),
                IntegerBinary::Max => left.max(right),
                IntegerBinary::And => left & right,
                IntegerBinary::Or => left | right,
                IntegerBinary::Xor => left ^ right,
                IntegerBinary::Shift => shift(left, right),
                IntegerBinary::ShiftArithmetic => shift_arithmetic(left, right),
            })
        }
    };
}

pub(super) use define_integer;
