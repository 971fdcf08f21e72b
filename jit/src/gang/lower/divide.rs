//! Division of integers.

use super::Lowering;
use crate::gang::ir::{BinaryOp, Element, GangType, UnaryOp, ValueId};
use crate::runtime::SiteReason;
use forlane_cfg::Relation;

/// The part by which reciprocals are greater with which integers of 32 bits are divided: 2^-40.
pub(in crate::gang) const UP: f64 = 1.0 / (1_u64 << 40) as f64;

impl Lowering<'_> {
    /// Division or remainder; lanes that divide by zero fail for that reason, those that are idle divide by one.
    pub(super) fn divide(&mut self, operation: BinaryOp, left: ValueId, right: ValueId, reason: SiteReason) -> ValueId {
        let element = self.builder.code.ty(right).element;
        if let Some(known) = self.builder.code.constant(right).map(|bits| bits as i64)
            && known > 1
            && known.count_ones() == 1
        {
            return self.divide_by_power_of_two(operation, left, known.trailing_zeros() as u8);
        }
        let zero = self.zero_like(right);
        let by_zero = self.builder.compare(Relation::Equal, right, zero);
        self.fail_where(by_zero, reason);
        let one = self.builder.constant(GangType::uniform(element), 1);
        let divisor = self.builder.blend(by_zero, one, right);
        let is_varying = [left, divisor].iter().any(|operand| self.builder.code.ty(*operand).is_varying());
        if !is_varying || element != Element::I32 {
            return self.builder.binary(operation, left, divisor);
        }
        // Exact: 32-bit integers and the whole part of their quotients are doubles, and a quotient that is not whole
        // is too far from one to be rounded to it. The least integer by -1 is out of range, which wraps to itself.
        let dividend = self.builder.convert(left, Element::F64);
        let quotient = match self.builder.code.ty(divisor).is_varying() {
            true => {
                let divisor = self.builder.convert(divisor, Element::F64);
                self.builder.binary(BinaryOp::Divide, dividend, divisor)
            }
            false => {
                let reciprocal = self.greater_reciprocal(divisor);
                self.builder.binary(BinaryOp::Multiply, dividend, reciprocal)
            }
        };
        let quotient = self.builder.convert(quotient, Element::I32);
        self.quotient_or_rest(operation, left, quotient, divisor)
    }

    /// A little more than the reciprocal of a uniform integer: the product with another integer has the whole part of
    /// their quotient. If that is whole, the product is more by less than one; else the next number that is whole is
    /// further away by a part of one in the divisor, and the product comes up by less, as integers have 32 bits.
    fn greater_reciprocal(&mut self, divisor: ValueId) -> ValueId {
        let ty = GangType::uniform(Element::F64);
        let one = 1.0 + UP;
        if let Some(known) = self.builder.code.constant(divisor) {
            return self.builder.constant(ty, (one / f64::from(known as i32)).to_bits());
        }
        let (one, divisor) = (self.builder.constant(ty, one.to_bits()), self.builder.convert(divisor, Element::F64));
        self.builder.binary(BinaryOp::Divide, one, divisor)
    }

    fn quotient_or_rest(&mut self, operation: BinaryOp, left: ValueId, quotient: ValueId, divisor: ValueId) -> ValueId {
        if operation == BinaryOp::Divide {
            return quotient;
        }
        let whole = self.builder.binary(BinaryOp::Multiply, quotient, divisor);
        self.builder.binary(BinaryOp::Subtract, left, whole)
    }

    /// A shift rounds down; a negative dividend is first moved up by one less than the divisor, to round toward zero.
    fn divide_by_power_of_two(&mut self, operation: BinaryOp, left: ValueId, exponent: u8) -> ValueId {
        let ty = self.builder.code.ty(left);
        let width = ty.element.size() as u8 * 8;
        let sign = self.builder.unary(UnaryOp::ShiftRight(width - 1), left);
        let bias = self.builder.unary(UnaryOp::ShiftRightUnsigned(width - exponent), sign);
        let moved = self.builder.binary(BinaryOp::Add, left, bias);
        if operation == BinaryOp::Divide {
            return self.builder.unary(UnaryOp::ShiftRight(exponent), moved);
        }
        let mask = self.builder.constant(GangType::uniform(ty.element), u64::MAX << exponent);
        let whole = self.builder.binary(BinaryOp::And, moved, mask);
        self.builder.binary(BinaryOp::Subtract, left, whole)
    }
}
