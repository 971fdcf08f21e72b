//! Operations on the bits of integers, and MODULO.
//!
//! Counting bits takes a few operations that vectors have (Warren, Hacker's Delight, 5); shifts by counts that differ
//! between lanes, which they do not have, go through the run-time support.

use super::Lowering;
use crate::gang::ir::{BinaryOp, Element, GangType, UnaryOp, ValueId};
use crate::runtime::{RuntimeFunction, SiteReason};
use forlane_cfg::{IntegerBinary, IntegerKind, IntegerUnary, Relation};

impl Lowering<'_> {
    /// An operation on one integer.
    pub(super) fn integer_unary(&mut self, operation: IntegerUnary, operand: ValueId) -> ValueId {
        match operation {
            IntegerUnary::Negate => self.builder.unary(UnaryOp::Negate, operand),
            IntegerUnary::Abs => self.builder.unary(UnaryOp::Abs, operand),
            IntegerUnary::Not => self.complement(operand),
            IntegerUnary::PopulationCount => self.population_count(operand),
            IntegerUnary::LeadingZeros => {
                // All bits below the highest one are set; what is left are the leading zeros.
                let mut filled = operand;
                let mut step = 1;
                while step < self.width(operand) {
                    let moved = self.builder.unary(UnaryOp::ShiftRightUnsigned(step), filled);
                    filled = self.builder.binary(BinaryOp::Or, filled, moved);
                    step *= 2;
                }
                let zeros = self.complement(filled);
                self.population_count(zeros)
            }
            IntegerUnary::TrailingZeros => {
                let one = self.integer_like(operand, 1);
                let less = self.builder.binary(BinaryOp::Subtract, operand, one);
                let complement = self.complement(operand);
                let zeros = self.builder.binary(BinaryOp::And, less, complement);
                self.population_count(zeros)
            }
        }
    }

    fn complement(&mut self, operand: ValueId) -> ValueId {
        let ones = self.integer_like(operand, u64::MAX);
        self.builder.binary(BinaryOp::Xor, operand, ones)
    }

    /// Sums of neighbours: of bits, of pairs, of fours, then of bytes.
    fn population_count(&mut self, operand: ValueId) -> ValueId {
        let odd = self.integer_like(operand, 0x5555_5555_5555_5555);
        let pairs = self.integer_like(operand, 0x3333_3333_3333_3333);
        let fours = self.integer_like(operand, 0x0f0f_0f0f_0f0f_0f0f);
        let upper = self.shifted_and_masked(operand, 1, odd);
        let of_two = self.builder.binary(BinaryOp::Subtract, operand, upper);
        let upper = self.shifted_and_masked(of_two, 2, pairs);
        let lower = self.builder.binary(BinaryOp::And, of_two, pairs);
        let of_four = self.builder.binary(BinaryOp::Add, lower, upper);
        let upper = self.builder.unary(UnaryOp::ShiftRightUnsigned(4), of_four);
        let sum = self.builder.binary(BinaryOp::Add, of_four, upper);
        let mut sum = self.builder.binary(BinaryOp::And, sum, fours);
        let mut step = 8;
        while step < self.width(operand) {
            let upper = self.builder.unary(UnaryOp::ShiftRightUnsigned(step), sum);
            sum = self.builder.binary(BinaryOp::Add, sum, upper);
            step *= 2;
        }
        let count = self.integer_like(operand, 0x7f);
        self.builder.binary(BinaryOp::And, sum, count)
    }

    fn shifted_and_masked(&mut self, operand: ValueId, bits: u8, mask: ValueId) -> ValueId {
        let shifted = self.builder.unary(UnaryOp::ShiftRightUnsigned(bits), operand);
        self.builder.binary(BinaryOp::And, shifted, mask)
    }

    /// ISHFT or SHIFTA.
    pub(super) fn shift(&mut self, operation: IntegerBinary, operand: ValueId, count: ValueId) -> ValueId {
        let width = i64::from(self.width(operand));
        let element = self.builder.code.ty(operand).element;
        let Some(known) = self.builder.code.constant(count) else {
            let kind = if element == Element::I64 { IntegerKind::I8 } else { IntegerKind::I4 };
            return self.runtime(RuntimeFunction::IntegerShift(kind, operation), vec![operand, count]);
        };
        let known = if element == Element::I64 { known as i64 } else { i64::from(known as i32) };
        let bits = known.unsigned_abs() as u8;
        match (operation, known) {
            (_, 0) => operand,
            (IntegerBinary::ShiftArithmetic, _) => {
                let bits = if (0..width).contains(&known) { bits } else { width as u8 - 1 };
                self.builder.unary(UnaryOp::ShiftRight(bits), operand)
            }
            _ if known.unsigned_abs() >= width.unsigned_abs() => self.zero_like(operand),
            _ if known > 0 => self.builder.unary(UnaryOp::ShiftLeft(bits), operand),
            _ => self.builder.unary(UnaryOp::ShiftRightUnsigned(bits), operand),
        }
    }

    /// The remainder, moved by the divisor where it has another sign.
    pub(super) fn modulo(&mut self, dividend: ValueId, divisor: ValueId) -> ValueId {
        let rest = self.divide(BinaryOp::Remainder, dividend, divisor, SiteReason::DivideByZero);
        let zero = self.zero_like(rest);
        let is_rest = self.builder.compare(Relation::NotEqual, rest, zero);
        let signs = self.builder.binary(BinaryOp::Xor, rest, divisor);
        let differ = self.builder.compare(Relation::Less, signs, zero);
        let moves = self.builder.binary(BinaryOp::And, is_rest, differ);
        let moved = self.builder.binary(BinaryOp::Add, rest, divisor);
        self.builder.blend(moves, moved, rest)
    }

    /// The number of bits.
    fn width(&self, value: ValueId) -> u8 {
        self.builder.code.ty(value).element.size() as u8 * 8
    }

    /// A uniform constant of the element, of as many of these bits as it has.
    fn integer_like(&mut self, value: ValueId, bits: u64) -> ValueId {
        let element = self.builder.code.ty(value).element;
        let bits = if element == Element::I32 { bits as u32 as i32 as i64 as u64 } else { bits };
        self.builder.constant(GangType::uniform(element), bits)
    }
}
