//! Operations on uniform values.

use super::{Emitter, MEMORY, scalar_type, vector_type};
use crate::conditions::{integer_condition, real_condition};
use crate::gang::ir::{BinaryOp, Element, Op, SlotField, UnaryOp, ValueId};
use crate::gang::order::ops;
use crate::runtime::{ArgumentSlot, Context};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{self, InstBuilder};
use forlane_cfg::Relation;

impl Emitter<'_> {
    /// Emits an operation on uniform values; a splat makes one register that stands for all.
    pub(super) fn uniform(&mut self, value: ValueId) {
        let code = self.code;
        let data = &code.values[value];
        let register = match &data.op {
            Op::ActiveBits => self.active,
            Op::Argument(index, field) => {
                let field = match field {
                    SlotField::Base => ArgumentSlot::BASE,
                    SlotField::Length => ArgumentSlot::LENGTH,
                    SlotField::Stride => ArgumentSlot::STRIDE,
                };
                let offset = *index as i32 * ArgumentSlot::SIZE + field;
                self.builder.ins().load(I64, MEMORY, self.arguments, offset)
            }
            Op::Storage(offset) => self.context_pointer(Context::STORAGE, *offset),
            Op::Constants(offset) => self.context_pointer(Context::CONSTANTS, *offset),
            Op::Text(text) => {
                let offset = self.pool.text(&code.texts[*text as usize]);
                self.context_pointer(Context::CONSTANTS, offset)
            }
            Op::Slot(slot) => self.builder.ins().stack_addr(I64, self.slots[*slot as usize], 0),
            Op::Splat(operand) => self.splat(*operand, data.ty.element),
            Op::Unary(operation, operand) => self.uniform_unary(*operation, *operand),
            Op::Binary(operation, left, right) => self.uniform_binary(*operation, *left, *right),
            Op::Fused(fused, a, b, c) => {
                let [a, b, c] = [a, b, c].map(|operand| self.scalar(*operand));
                fused.emit(&mut self.builder, a, b, c)
            }
            Op::Compare(relation, left, right) => self.uniform_compare(*relation, *left, *right),
            Op::Outside(index, length) => {
                let (index, length) = (self.scalar(*index), self.scalar(*length));
                self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, length)
            }
            Op::Blend(condition, yes, no) => {
                let condition = self.scalar(*condition);
                let yes = self.scalar(*yes);
                let no = self.scalar(*no);
                self.builder.ins().select(condition, yes, no)
            }
            Op::Convert(operand) => {
                let from = self.ty(*operand).element;
                let operand = self.scalar(*operand);
                self.convert_scalar(operand, from, data.ty.element)
            }
            Op::Address { base, index, scale } => self.address(*base, *index, *scale),
            Op::Load { address, .. } => {
                let address = self.scalar(*address);
                self.builder.ins().load(scalar_type(data.ty.element), MEMORY, address, 0)
            }
            // Each is done elsewhere (`order_of`).
            ops!(lane_wise) | ops!(barrier) | ops!(memory) | ops!(unordered) => self.constant(data.ty, 0),
        };
        self.registers[value.index()] = vec![register];
    }

    fn context_pointer(&mut self, field: i32, offset: u32) -> ir::Value {
        let start = self.builder.ins().load(I64, MEMORY, self.context, field);
        if offset == 0 { start } else { self.builder.ins().iadd_imm_s(start, i64::from(offset)) }
    }

    fn address(&mut self, base: ValueId, index: ValueId, scale: u32) -> ir::Value {
        let base = self.scalar(base);
        if let Some(bits) = self.code.constant(index) {
            return self.builder.ins().iadd_imm_s(base, (bits as i64).wrapping_mul(i64::from(scale)));
        }
        let index = self.scalar(index);
        let offset = if scale.is_power_of_two() {
            self.builder.ins().ishl_imm_u(index, i64::from(scale.trailing_zeros()))
        } else {
            self.builder.ins().imul_imm_s(index, i64::from(scale))
        };
        self.builder.ins().iadd(base, offset)
    }

    fn splat(&mut self, operand: ValueId, element: Element) -> ir::Value {
        let mut scalar = self.scalar(operand);
        if element.is_mask() {
            scalar = self.builder.ins().bmask(scalar_type(element), scalar);
        }
        self.builder.ins().splat(vector_type(element), scalar)
    }

    fn uniform_unary(&mut self, operation: UnaryOp, operand: ValueId) -> ir::Value {
        let is_real = self.ty(operand).element.is_real();
        let value = self.scalar(operand);
        match (operation, is_real) {
            (UnaryOp::Negate, true) => self.builder.ins().fneg(value),
            (UnaryOp::Negate, false) => self.builder.ins().ineg(value),
            (UnaryOp::Abs, true) => self.builder.ins().fabs(value),
            (UnaryOp::Abs, false) => self.builder.ins().iabs(value),
            (UnaryOp::Sqrt, _) => self.builder.ins().sqrt(value),
            (UnaryOp::Truncate, _) => self.builder.ins().trunc(value),
            (UnaryOp::ShiftLeft(bits), _) => self.builder.ins().ishl_imm_u(value, i64::from(bits)),
            (UnaryOp::ShiftRight(bits), _) => self.builder.ins().sshr_imm_u(value, i64::from(bits)),
            (UnaryOp::ShiftRightUnsigned(bits), _) => self.builder.ins().ushr_imm_u(value, i64::from(bits)),
            (UnaryOp::Not, _) => self.builder.ins().bxor_imm_s(value, 1),
        }
    }

    fn uniform_binary(&mut self, operation: BinaryOp, left: ValueId, right: ValueId) -> ir::Value {
        let element = self.ty(left).element;
        let a = self.scalar(left);
        let b = self.scalar(right);
        match operation {
            BinaryOp::Add if element.is_real() => self.builder.ins().fadd(a, b),
            BinaryOp::Subtract if element.is_real() => self.builder.ins().fsub(a, b),
            BinaryOp::Multiply if element.is_real() => self.builder.ins().fmul(a, b),
            BinaryOp::Divide if element.is_real() => self.builder.ins().fdiv(a, b),
            BinaryOp::Add => self.builder.ins().iadd(a, b),
            BinaryOp::Subtract => self.builder.ins().isub(a, b),
            BinaryOp::Multiply => self.builder.ins().imul(a, b),
            BinaryOp::Divide | BinaryOp::Remainder => self.divide_scalar(operation, a, b, element),
            BinaryOp::Min => self.builder.ins().smin(a, b),
            BinaryOp::Max => self.builder.ins().smax(a, b),
            BinaryOp::MinUnsigned => self.builder.ins().umin(a, b),
            BinaryOp::CopySign => self.builder.ins().fcopysign(a, b),
            BinaryOp::And => self.builder.ins().band(a, b),
            BinaryOp::Or => self.builder.ins().bor(a, b),
            BinaryOp::Xor => self.builder.ins().bxor(a, b),
            BinaryOp::AndNot => {
                // A condition is 0 or 1, of which the complement's upper bits are cleared again.
                let not = self.builder.ins().bnot(b);
                self.builder.ins().band(a, not)
            }
        }
    }

    /// Divides; the divisor is not zero. By -1, where the least integer would trap, the quotient is the negative.
    pub(super) fn divide_scalar(
        &mut self,
        operation: BinaryOp,
        a: ir::Value,
        b: ir::Value,
        element: Element,
    ) -> ir::Value {
        let is_minus_one = self.builder.ins().icmp_imm_s(IntCC::Equal, b, -1);
        let one = self.builder.ins().iconst(scalar_type(element), 1);
        let divisor = self.builder.ins().select(is_minus_one, one, b);
        if operation == BinaryOp::Remainder {
            return self.builder.ins().srem(a, divisor);
        }
        let quotient = self.builder.ins().sdiv(a, divisor);
        let negative = self.builder.ins().ineg(a);
        self.builder.ins().select(is_minus_one, negative, quotient)
    }

    fn uniform_compare(&mut self, relation: Relation, left: ValueId, right: ValueId) -> ir::Value {
        let element = self.ty(left).element;
        let a = self.scalar(left);
        let b = self.scalar(right);
        if element.is_real() {
            self.builder.ins().fcmp(real_condition(relation), a, b)
        } else {
            self.builder.ins().icmp(integer_condition(relation), a, b)
        }
    }

    /// Whether the run is to be interrupted.
    pub(super) fn interrupted(&mut self) -> ir::Value {
        let flag = self.builder.ins().load(I64, MEMORY, self.context, Context::INTERRUPT);
        let flag = self.builder.ins().load(I32, MEMORY, flag, 0);
        let set = self.builder.ins().icmp_imm_s(IntCC::NotEqual, flag, 0);
        debug_assert_eq!(self.builder.func.dfg.value_type(set), I8);
        set
    }
}
