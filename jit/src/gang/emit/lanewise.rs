//! Operations that do the same in each lane.

use super::{Emitter, integer_vector, lanes_per_register, vector_type};
use crate::conditions::{integer_condition, real_condition};
use crate::gang::ir::{BinaryOp, Element, GangType, Op, UnaryOp, ValueId};
use crate::gang::order::ops;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8X16, I32, I32X4, I64X2};
use cranelift_codegen::ir::{self, ConstantData, InstBuilder};
use forlane_cfg::Relation;

impl Emitter<'_> {
    /// Emits the registers of a lane-wise operation that hold a group of lanes.
    pub(super) fn lane_wise(&mut self, value: ValueId, first: u32, lanes: u32) {
        let code = self.code;
        let data = &code.values[value];
        let element = match &data.op {
            Op::Store { value, .. } | Op::Scatter { value, .. } | Op::StoreEach { value, .. } => {
                code.ty(*value).element
            }
            _ => data.ty.element,
        };
        let group = self.group(element, first, lanes);
        self.is_sharing = group.len() > 1;
        for index in group {
            if index >= self.count(element) {
                continue;
            }
            let register = match &data.op {
                Op::Store { address, value, mask } => {
                    self.store_register(*address, *value, *mask, index);
                    continue;
                }
                Op::Scatter { base, index: at, lay, value, mask } => {
                    self.scatter_register((*base, *at, *lay), *value, *mask, index);
                    continue;
                }
                Op::StoreEach { address, bytes, value, mask } => {
                    self.store_each_register(*address, *bytes, (*value, *mask), index);
                    continue;
                }
                op => self.lane_wise_register(op, element, index),
            };
            if let Some(place) = self.registers[value.index()].get_mut(index) {
                *place = register;
            }
        }
        self.is_sharing = false;
        self.shared.clear();
    }

    fn lane_wise_register(&mut self, op: &Op, element: Element, index: usize) -> ir::Value {
        match op {
            Op::Unary(operation, operand) => self.unary_register(*operation, *operand, index),
            Op::Binary(operation, left, right) => self.binary_register(*operation, *left, *right, index),
            Op::Fused(fused, a, b, c) => {
                let [a, b, c] = [a, b, c].map(|operand| self.register(*operand, index));
                fused.emit(&mut self.builder, a, b, c)
            }
            Op::Compare(relation, left, right) => self.compare_register(*relation, *left, *right, index),
            Op::Outside(at, length) => {
                let (at, length) = (self.register(*at, index), self.register(*length, index));
                self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, at, length)
            }
            Op::Blend(mask, yes, no) => self.blend_register(*mask, *yes, *no, index),
            Op::Convert(operand) => self.convert_register(*operand, element, index),
            Op::MaskFromBits(bits) => self.mask_register(*bits, element, index),
            Op::Load { address, .. } => self.load_register(*address, element, index),
            Op::Gather { base, index: at, lay, .. } => self.gather_register(*base, *at, *lay, element, index),
            Op::LoadEach { address, bytes } => self.load_each_register(*address, *bytes, element, index),
            Op::Lanes => self.vector_constant(vector_type(element), [0, 1, 2, 3].map(|lane| index as u64 * 2 + lane)),
            Op::Lookup { table, index: at } => self.lookup_register(table, *at, index),
            // The caller emits the first three; each of the others is done elsewhere (`order_of`).
            Op::Store { .. }
            | Op::Scatter { .. }
            | Op::StoreEach { .. }
            | ops!(uniform)
            | ops!(barrier)
            | ops!(unordered) => self.constant(GangType::varying(element), 0),
        }
    }

    fn unary_register(&mut self, operation: UnaryOp, operand: ValueId, index: usize) -> ir::Value {
        let element = self.ty(operand).element;
        let value = self.register(operand, index);
        let ty = vector_type(element);
        match (operation, element.is_real()) {
            (UnaryOp::Negate, true) => {
                let sign = self.vector_constant(ty, [sign_bit(element); 4]);
                self.builder.ins().bxor(value, sign)
            }
            (UnaryOp::Abs, true) => {
                let rest = self.vector_constant(ty, [!sign_bit(element); 4]);
                self.builder.ins().band(value, rest)
            }
            (UnaryOp::Negate, false) => self.builder.ins().ineg(value),
            (UnaryOp::Abs, false) => self.builder.ins().iabs(value),
            (UnaryOp::Sqrt, _) => self.builder.ins().sqrt(value),
            (UnaryOp::Truncate, _) => self.builder.ins().trunc(value),
            (UnaryOp::ShiftLeft(bits), _) => self.builder.ins().ishl_imm_u(value, i64::from(bits)),
            (UnaryOp::ShiftRight(bits), _) => self.builder.ins().sshr_imm_u(value, i64::from(bits)),
            (UnaryOp::ShiftRightUnsigned(bits), _) => self.builder.ins().ushr_imm_u(value, i64::from(bits)),
            (UnaryOp::Not, _) => self.builder.ins().bnot(value),
        }
    }

    fn binary_register(&mut self, operation: BinaryOp, left: ValueId, right: ValueId, index: usize) -> ir::Value {
        let element = self.ty(left).element;
        let b = self.register(right, index);
        if element.is_real() {
            if let (BinaryOp::CopySign, Some(bits)) = (operation, self.code.constant(left)) {
                return self.known_with_sign(bits, b, element);
            }
            let a = self.register(left, index);
            return self.real_binary(operation, a, b, element);
        }
        let a = self.register(left, index);
        match operation {
            BinaryOp::Add => self.builder.ins().iadd(a, b),
            BinaryOp::Subtract => self.builder.ins().isub(a, b),
            BinaryOp::Multiply => self.builder.ins().imul(a, b),
            BinaryOp::Divide | BinaryOp::Remainder => self.divide_register(operation, a, b, element, index),
            BinaryOp::Min if element == Element::I32 => self.builder.ins().smin(a, b),
            BinaryOp::Max if element == Element::I32 => self.builder.ins().smax(a, b),
            BinaryOp::MinUnsigned => self.builder.ins().umin(a, b),
            BinaryOp::Min | BinaryOp::Max => {
                let greater = self.builder.ins().icmp(IntCC::SignedGreaterThan, a, b);
                let (yes, no) = if operation == BinaryOp::Max { (a, b) } else { (b, a) };
                self.builder.ins().bitselect(greater, yes, no)
            }
            BinaryOp::And => self.builder.ins().band(a, b),
            BinaryOp::Or => self.builder.ins().bor(a, b),
            BinaryOp::AndNot => self.builder.ins().band_not(a, b),
            BinaryOp::Xor | BinaryOp::CopySign => self.builder.ins().bxor(a, b),
        }
    }

    /// A known magnitude with the sign of a value.
    fn known_with_sign(&mut self, bits: u64, b: ir::Value, element: Element) -> ir::Value {
        let ty = vector_type(element);
        let sign = self.vector_constant(ty, [sign_bit(element); 4]);
        let sign = self.builder.ins().band(b, sign);
        let magnitude = self.vector_constant(ty, [bits & !sign_bit(element); 4]);
        self.builder.ins().bor(sign, magnitude)
    }

    fn real_binary(&mut self, operation: BinaryOp, a: ir::Value, b: ir::Value, element: Element) -> ir::Value {
        match operation {
            BinaryOp::Add => self.builder.ins().fadd(a, b),
            BinaryOp::Subtract => self.builder.ins().fsub(a, b),
            BinaryOp::Multiply => self.builder.ins().fmul(a, b),
            BinaryOp::Divide => self.builder.ins().fdiv(a, b),
            BinaryOp::Xor => self.builder.ins().bxor(a, b),
            // Of these only the sign's transfer exists for reals.
            BinaryOp::CopySign
            | BinaryOp::Remainder
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::MinUnsigned
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::AndNot => {
                let ty = vector_type(element);
                let rest = self.vector_constant(ty, [!sign_bit(element); 4]);
                let magnitude = self.builder.ins().band(a, rest);
                let sign = self.vector_constant(ty, [sign_bit(element); 4]);
                let sign = self.builder.ins().band(b, sign);
                self.builder.ins().bor(magnitude, sign)
            }
        }
    }

    fn compare_register(&mut self, relation: Relation, left: ValueId, right: ValueId, index: usize) -> ir::Value {
        let element = self.ty(left).element;
        let a = self.register(left, index);
        let b = self.register(right, index);
        if element.is_real() {
            self.builder.ins().fcmp(real_condition(relation), a, b)
        } else {
            self.builder.ins().icmp(integer_condition(relation), a, b)
        }
    }

    /// A blend with zero is a mask operation; others are done on integers, where the mask is as it was compared.
    fn blend_register(&mut self, mask: ValueId, yes: ValueId, no: ValueId, index: usize) -> ir::Value {
        let element = self.ty(yes).element;
        let wide = integer_vector(element);
        let condition = self.register(mask, index);
        if self.code.constant(no) == Some(0) {
            let yes = self.register(yes, index);
            let yes = self.cast(yes, wide);
            let kept = self.builder.ins().band(yes, condition);
            return self.cast(kept, vector_type(element));
        }
        if self.code.constant(yes) == Some(0) {
            let no = self.register(no, index);
            let no = self.cast(no, wide);
            let kept = self.builder.ins().band_not(no, condition);
            return self.cast(kept, vector_type(element));
        }
        let yes = self.register(yes, index);
        let no = self.register(no, index);
        self.select(condition, yes, no, element)
    }

    /// The first value where the mask is set, else the second.
    pub(super) fn select(&mut self, mask: ir::Value, yes: ir::Value, no: ir::Value, element: Element) -> ir::Value {
        let wide = integer_vector(element);
        let yes = self.cast(yes, wide);
        let no = self.cast(no, wide);
        let blended = self.builder.ins().bitselect(mask, yes, no);
        self.cast(blended, vector_type(element))
    }

    /// Bytes by their index: a shuffle, in which the upper bytes of a lane ask for zero.
    fn lookup_register(&mut self, table: &[i8; 16], at: ValueId, index: usize) -> ir::Value {
        let at = self.register(at, index);
        let zeros = self.vector_constant(I32X4, [0x8080_8000; 4]);
        let control = self.builder.ins().bor(at, zeros);
        let control = self.cast(control, I8X16);
        let bytes: Vec<u8> = table.iter().map(|byte| *byte as u8).collect();
        let handle = self.builder.func.dfg.constants.insert(ConstantData::from(bytes));
        let table_register = self.builder.ins().vconst(I8X16, handle);
        let found = self.builder.ins().x86_pshufb(table_register, control);
        let found = self.cast(found, I32X4);
        if !has_negative(table) {
            return found;
        }
        let high = self.builder.ins().ishl_imm_u(found, 24);
        self.builder.ins().sshr_imm_u(high, 24)
    }

    /// A mask from a set of lanes: each lane tests its bit.
    fn mask_register(&mut self, bits: ValueId, element: Element, index: usize) -> ir::Value {
        let mut bits = self.scalar(bits);
        let each = lanes_per_register(element);
        let first = index as u32 * each;
        let (ty, first) = match element {
            Element::Mask64 => (I64X2, first),
            _ => {
                if first >= 32 {
                    bits = self.builder.ins().ushr_imm_u(bits, 32);
                }
                bits = self.builder.ins().ireduce(I32, bits);
                (I32X4, first % 32)
            }
        };
        let lanes = [0, 1, 2, 3].map(|lane| 1u64.wrapping_shl(first + lane));
        let all = self.builder.ins().splat(ty, bits);
        let places = self.vector_constant(ty, lanes);
        let own = self.builder.ins().band(all, places);
        let places = self.vector_constant(ty, lanes);
        self.builder.ins().icmp(IntCC::Equal, own, places)
    }
}

/// Whether bytes need their sign when they become integers.
fn has_negative(table: &[i8; 16]) -> bool {
    table.iter().any(|byte| *byte < 0)
}

/// The bit that is the sign of a real.
fn sign_bit(element: Element) -> u64 {
    1 << (element.size() * 8 - 1)
}
