//! Division of integers. By constants it is done without a division: by shifts, or by a product with the reciprocal.

use super::Emitter;
use crate::runtime::SiteReason;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder};
use forlane_cfg::{IntegerBinary, IntegerExpr, Relation};

impl Emitter<'_> {
    /// The quotient, which is truncated. `constant` is the divisor where it is known.
    pub(super) fn quotient(
        &mut self,
        (left, right): (ir::Value, ir::Value),
        constant: Option<i64>,
        reason: SiteReason,
    ) -> ir::Value {
        self.check_divisor(right, constant, reason);
        match constant {
            Some(-1) => self.builder.ins().ineg(left),
            Some(divisor) => {
                self.divide_by_constant(left, divisor).unwrap_or_else(|| self.builder.ins().sdiv(left, right))
            }
            None => {
                // The processor traps on the least integer by -1, which is to wrap.
                let is_minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, right, -1);
                let ty = self.builder.func.dfg.value_type(right);
                let one = self.builder.ins().iconst(ty, 1);
                let divisor = self.builder.ins().select(is_minus_one, one, right);
                let quotient = self.builder.ins().sdiv(left, divisor);
                let negated = self.builder.ins().ineg(left);
                self.builder.ins().select(is_minus_one, negated, quotient)
            }
        }
    }

    /// The remainder, which has the sign of the dividend.
    pub(super) fn remainder(&mut self, (left, right): (ir::Value, ir::Value), constant: Option<i64>) -> ir::Value {
        self.check_divisor(right, constant, SiteReason::DivideByZero);
        if let Some(exponent) = constant.and_then(exponent_of) {
            let moved = self.moved_to_zero(left, exponent);
            let whole = self.builder.ins().band_imm_s(moved, -1 << exponent);
            return self.builder.ins().isub(left, whole);
        }
        match constant.and_then(|divisor| self.divide_by_constant(left, divisor)) {
            Some(quotient) => {
                let whole = self.builder.ins().imul(quotient, right);
                self.builder.ins().isub(left, whole)
            }
            None => self.builder.ins().srem(left, right),
        }
    }

    /// Also without checks: dividing by zero would end the whole process.
    fn check_divisor(&mut self, divisor: ir::Value, constant: Option<i64>, reason: SiteReason) {
        if constant.is_none_or(|constant| constant == 0) {
            let good = self.builder.ins().icmp_imm_s(IntCC::NotEqual, divisor, 0);
            self.check(good, reason);
        }
    }

    /// The quotient by a constant; none if it takes a division.
    fn divide_by_constant(&mut self, left: ir::Value, divisor: i64) -> Option<ir::Value> {
        if let Some(exponent) = exponent_of(divisor) {
            let moved = self.moved_to_zero(left, exponent);
            return Some(self.builder.ins().sshr_imm_u(moved, i64::from(exponent)));
        }
        if self.builder.func.dfg.value_type(left) != I32 {
            return None;
        }
        let (factor, shift) = reciprocal(divisor)?;
        let wide = self.builder.ins().sextend(I64, left);
        let factor = self.builder.ins().iconst(I64, factor);
        let product = self.builder.ins().imul(wide, factor);
        let below = self.builder.ins().sshr_imm_u(product, i64::from(shift));
        let below = self.builder.ins().ireduce(I32, below);
        // Rounded down; a negative quotient is to be rounded up.
        let sign = self.builder.ins().sshr_imm_u(left, 31);
        Some(self.builder.ins().isub(below, sign))
    }

    /// A dividend whose bits from the exponent on are those of the truncated quotient: a negative one is moved up by
    /// one less than the divisor.
    fn moved_to_zero(&mut self, left: ir::Value, exponent: u32) -> ir::Value {
        let bits = self.builder.func.dfg.value_type(left).bits();
        let sign = match exponent {
            1 => left,
            _ => self.builder.ins().sshr_imm_u(left, i64::from(bits - 1)),
        };
        let bias = self.builder.ins().ushr_imm_u(sign, i64::from(bits - exponent));
        self.builder.ins().iadd(left, bias)
    }
}

/// Where a comparison asks whether a power of two divides an expression: that, and the bits that are to be zero.
pub(super) fn low_bits<'e>(
    relation: Relation,
    left: &'e IntegerExpr,
    right: &IntegerExpr,
) -> Option<(&'e IntegerExpr, i64)> {
    match (relation, left, right) {
        (
            Relation::Equal | Relation::NotEqual,
            IntegerExpr::Binary(IntegerBinary::Mod | IntegerBinary::Modulo, dividend, divisor),
            IntegerExpr::Constant(_, 0),
        ) => match divisor.as_ref() {
            IntegerExpr::Constant(_, divisor) => exponent_of(*divisor).map(|_| (dividend.as_ref(), divisor - 1)),
            _ => None,
        },
        _ => None,
    }
}

/// Of a power of two, but for 1, the exponent.
fn exponent_of(divisor: i64) -> Option<u32> {
    (divisor > 1 && divisor.count_ones() == 1).then(|| divisor.trailing_zeros())
}

/// For a divisor d from 3 on, a factor f and a shift s with floor(n f / 2^s) = floor(n / d) for each n of 32 bits with
/// a sign, but for negative n that d divides, which are one less; in 64 bits. (T. Granlund and P. L. Montgomery,
/// "Division by Invariant Integers using Multiplication", 1994.)
fn reciprocal(divisor: i64) -> Option<(i64, u32)> {
    let divisor = u64::from(u32::try_from(divisor).ok().filter(|divisor| (3..=i32::MAX as u32).contains(divisor))?);
    let shift = 31 + (u64::BITS - (divisor - 1).leading_zeros());
    let factor = (1u64 << shift) / divisor + 1;
    Some((factor as i64, shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least and greatest dividends, and those around multiples, for small and large divisors.
    #[test]
    fn products_with_the_reciprocal_are_quotients() {
        let divisors = (3..2000).chain([46_341, 65_535, 65_537, 1 << 30, (1 << 30) + 1, i64::from(i32::MAX)]);
        for divisor in divisors {
            let (factor, shift) = reciprocal(divisor).expect("it has one");
            let multiples = [i64::from(i32::MIN) / divisor, -3, -2, -1, 0, 1, 2, 3, i64::from(i32::MAX) / divisor];
            let around = multiples.into_iter().flat_map(|times| (-2..=2).map(move |more| times * divisor + more));
            let ends = [i32::MIN, i32::MIN + 1, i32::MAX - 1, i32::MAX].map(i64::from);
            for dividend in around.chain(ends).filter_map(|dividend| i32::try_from(dividend).ok()) {
                let product = i64::from(dividend).checked_mul(factor).expect("it fits");
                let quotient = (product >> shift) as i32 - (dividend >> 31);
                assert_eq!(quotient, dividend / divisor as i32, "{dividend} / {divisor}");
            }
        }
        assert_eq!([-3, 0, 2].map(reciprocal), [None; 3]);
    }
}
