//! Operations on integers of 64 bits that the instruction set has no instruction for, made of others.

use super::Selector;
use super::lanewise::sign_bit;
use crate::gang::ir::{BinaryOp, Element, UnaryOp};
use crate::gang::wide::codes::{self, vector_masks};
use crate::gang::wide::machine::{Arg, Width};
use iced_x86::Code;
use regalloc2::VReg;

const INTEGER: Element = Element::I64;

impl Selector<'_> {
    /// Whether an operation is composed, given whether AVX2 lacks it for integers of 64 bits.
    pub(super) fn is_composed(&self, is_lacking: bool, element: Element) -> bool {
        is_lacking && element == INTEGER && !self.set.has_mask_registers()
    }

    /// The magnitude, or a shift in which the sign is copied.
    pub(super) fn composed_unary(&mut self, operation: UnaryOp, value: VReg, width: Width) -> VReg {
        let operand = Arg::Reg(value, width);
        let (changed, sign) = match operation {
            // Without its sign, to which the shift has moved it, a number is less by twice that.
            UnaryOp::ShiftRight(bits) => {
                let shifted = self.unary_of(UnaryOp::ShiftRightUnsigned(bits), INTEGER, value, width);
                (Arg::Reg(shifted, width), self.broadcast_constant(sign_bit(INTEGER) >> bits, 8))
            }
            // The complement is one less than the negative.
            _ => {
                let zero = Arg::Reg(self.zero(), width);
                let sign = self.function.compute(codes::form(vector_masks::greater(8), width), width, &[zero, operand]);
                (operand, Arg::Reg(sign, width))
            }
        };
        let changed = self.with_code(BinaryOp::Xor, INTEGER, width, [changed, sign]);
        self.with_code(BinaryOp::Subtract, INTEGER, width, [Arg::Reg(changed, width), sign])
    }

    /// A product, or the lesser or greater of two.
    pub(super) fn composed_binary(&mut self, operation: BinaryOp, [a, b]: [Arg; 2], width: Width) -> VReg {
        if operation == BinaryOp::Multiply {
            return self.multiply(a, b, width);
        }
        let b = Arg::Reg(self.in_register(b, width), width);
        let is_greater = self.function.compute(codes::form(vector_masks::greater(8), width), width, &[a, b]);
        let (yes, no) = if operation == BinaryOp::Min { (b, a) } else { (a, b) };
        self.select_by_vector(is_greater, (yes, no), 8, width)
    }

    /// The product of the lower halves, and above it those of one half with another.
    fn multiply(&mut self, a: Arg, b: Arg, width: Width) -> VReg {
        let b = Arg::Reg(self.in_register(b, width), width);
        let product = |selector: &mut Self, a: Arg, b: Arg| {
            Arg::Reg(selector.function.compute(codes::form(vector_masks::MULTIPLY_LOW, width), width, &[a, b]), width)
        };
        let shift = |selector: &mut Self, operation: UnaryOp, of: Arg| match of {
            Arg::Reg(register, _) => Arg::Reg(selector.unary_of(operation, INTEGER, register, width), width),
            other => other,
        };
        let upper = |selector: &mut Self, of: Arg| shift(selector, UnaryOp::ShiftRightUnsigned(32), of);
        let upper_a = upper(self, a);
        let upper_b = upper(self, b);
        let crossed = [product(self, upper_a, b), product(self, a, upper_b)];
        let crossed = Arg::Reg(self.with_code(BinaryOp::Add, INTEGER, width, crossed), width);
        let crossed = shift(self, UnaryOp::ShiftLeft(32), crossed);
        let lower = product(self, a, b);
        self.with_code(BinaryOp::Add, INTEGER, width, [lower, crossed])
    }

    fn in_register(&mut self, operand: Arg, width: Width) -> VReg {
        match operand {
            Arg::Reg(register, _) => register,
            memory => self.function.compute(codes::form(codes::load(8), width), width, &[memory]),
        }
    }

    /// Conversions that four lanes have no instruction for, if this is one.
    pub(super) fn composed_conversion(&mut self, value: VReg, from: Element, to: Element) -> Option<VReg> {
        if self.set.has_mask_registers() {
            return None;
        }
        match (from, to) {
            (Element::I64, Element::F64) => Some(self.integer_to_real(value)),
            (Element::I64, Element::F32) => Some(self.integer_to_narrow_real(value)),
            (Element::I64, Element::I32) | (Element::Mask64, Element::Mask32) => Some(self.lower_halves(value)),
            (Element::F64, Element::I64) => Some(self.real_to_integer(value)),
            (Element::F32, Element::I64) => {
                let wide =
                    self.function.compute(Code::VEX_Vcvtps2pd_ymm_xmmm128, Width::Y, &[Arg::Reg(value, Width::X)]);
                Some(self.real_to_integer(wide))
            }
            _ => None,
        }
    }

    /// The lower halves of four lanes of 64 bits.
    fn lower_halves(&mut self, value: VReg) -> VReg {
        let upper = Arg::Reg(self.upper_half(value), Width::X);
        let sources = [Arg::Reg(value, Width::X), upper, Arg::Imm8(0b10_00_10_00)];
        self.function.compute(Code::VEX_Vshufps_xmm_xmm_xmmm128_imm8, Width::X, &sources)
    }

    /// The lower half of an integer is the fraction of a real of `2^52`, the upper one, from `-2^31` on, that of one of
    /// `2^84`. The upper real less both, which is exact, and the lower one have the integer as sum, which is rounded
    /// once.
    fn integer_to_real(&mut self, value: VReg) -> VReg {
        const LOWER: u64 = 0x4330_0000_0000_0000;
        const UPPER: u64 = 0x4530_0000_8000_0000;
        const BOTH: f64 = 19342813113834066795298816.0 + 9223372036854775808.0 + 4503599627370496.0;
        let operand = Arg::Reg(value, Width::Y);
        let exponent = self.broadcast_constant(LOWER, 8);
        let of_exponent = Arg::Imm8(0b1010_1010);
        let blend = Code::VEX_Vpblendd_ymm_ymm_ymmm256_imm8;
        let lower = self.function.compute(blend, Width::Y, &[operand, exponent, of_exponent]);
        let upper = self.unary_of(UnaryOp::ShiftRightUnsigned(32), INTEGER, value, Width::Y);
        let exponent = self.broadcast_constant(UPPER, 8);
        let upper = self.with_code(BinaryOp::Xor, INTEGER, Width::Y, [Arg::Reg(upper, Width::Y), exponent]);
        let both = self.broadcast_constant(BOTH.to_bits(), 8);
        let upper = self.with_code(BinaryOp::Subtract, Element::F64, Width::Y, [Arg::Reg(upper, Width::Y), both]);
        self.with_code(BinaryOp::Add, Element::F64, Width::Y, [upper, lower].map(|part| Arg::Reg(part, Width::Y)))
    }

    /// Lane by lane: by way of 64 bits it would be rounded twice.
    fn integer_to_narrow_real(&mut self, value: VReg) -> VReg {
        let zero = Arg::Reg(self.zero(), Width::X);
        let mut pairs = Vec::with_capacity(2);
        for half in [value, self.upper_half(value)] {
            let half = Arg::Reg(half, Width::X);
            let first = self.function.compute(Code::VEX_Vmovq_rm64_xmm, Width::R64, &[half]);
            let second = self.function.compute(Code::VEX_Vpextrq_rm64_xmm_imm8, Width::R64, &[half, Arg::Imm8(1)]);
            let pair = [first, second].map(|lane| {
                let sources = [zero, Arg::Reg(lane, Width::R64)];
                Arg::Reg(self.function.compute(Code::VEX_Vcvtsi2ss_xmm_xmm_rm64, Width::X, &sources), Width::X)
            });
            let pair = self.function.compute(Code::VEX_Vunpcklps_xmm_xmm_xmmm128, Width::X, &pair);
            pairs.push(Arg::Reg(pair, Width::X));
        }
        self.function.compute(Code::VEX_Vmovlhps_xmm_xmm_xmm, Width::X, &pairs)
    }

    /// Lane by lane, toward zero.
    fn real_to_integer(&mut self, value: VReg) -> VReg {
        let halves = [value, self.upper_half(value)].map(|half| {
            let half = Arg::Reg(half, Width::X);
            let second = self.function.compute(Code::VEX_Vunpckhpd_xmm_xmm_xmmm128, Width::X, &[half, half]);
            let [first, second] = [half, Arg::Reg(second, Width::X)].map(|lane| {
                Arg::Reg(self.function.compute(Code::VEX_Vcvttsd2si_r64_xmmm64, Width::R64, &[lane]), Width::R64)
            });
            let first = Arg::Reg(self.function.compute(Code::VEX_Vmovq_xmm_rm64, Width::X, &[first]), Width::X);
            self.function.compute(Code::VEX_Vpinsrq_xmm_xmm_rm64_imm8, Width::X, &[first, second, Arg::Imm8(1)])
        });
        self.join_halves(halves[0], halves[1])
    }
}
