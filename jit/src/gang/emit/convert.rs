//! Conversions of type, lane by lane or register by register.

use super::{Emitter, lanes_per_register, scalar_type, vector_type};
use crate::conditions::real_condition;
use crate::gang::ir::{Element, ValueId};
use cranelift_codegen::ir::types::{F32X4, F64, F64X2, I8X16, I32, I32X4, I64, I64X2};
use cranelift_codegen::ir::{self, ConstantData, InstBuilder};
use forlane_cfg::Relation;

/// Bytes of the low halves of the lanes of two registers: 64 bits become 32.
const NARROW: [u8; 16] = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
/// Bytes of the low halves of two registers.
const LOW_HALVES: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
/// Bytes of the high half of a register, in the low half.
const HIGH_HALF: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15];

/// Whether lanes are converted one by one: between reals and integers of 64 bits.
pub(crate) fn by_lane_conversion(from: Element, to: Element) -> bool {
    from.is_real() != to.is_real() && [from, to].contains(&Element::I64)
}

impl Emitter<'_> {
    /// Register `index` of an operand converted to an element.
    pub(super) fn convert_register(&mut self, operand: ValueId, to: Element, index: usize) -> ir::Value {
        let from = self.ty(operand).element;
        match (from.size(), to.size()) {
            (8, 4) => self.narrow_register(operand, from, to, index),
            (4, 8) => self.widen_register(operand, from, to, index),
            _ => self.same_width(operand, from, to, index),
        }
    }

    fn same_width(&mut self, operand: ValueId, from: Element, to: Element, index: usize) -> ir::Value {
        let value = self.register(operand, index);
        match (from, to) {
            (Element::I32, Element::F32) => self.builder.ins().fcvt_from_sint(F32X4, value),
            // A NaN, or a value out of range, becomes the least integer.
            (Element::F32, Element::I32) => self.builder.ins().x86_cvtt2dq(I32X4, value),
            _ => self.by_lane(value, from, to),
        }
    }

    fn narrow_register(&mut self, operand: ValueId, from: Element, to: Element, index: usize) -> ir::Value {
        let low = self.register(operand, index * 2);
        // Of a gang of two lanes there is but one register.
        let has_high = self.count(from) > index * 2 + 1;
        let high = if has_high { self.register(operand, index * 2 + 1) } else { low };
        let ty = vector_type(to);
        match (from, to) {
            (Element::F64, Element::F32) => {
                let low = self.builder.ins().fvdemote(low);
                let high = if has_high { self.builder.ins().fvdemote(high) } else { low };
                self.shuffle(low, high, LOW_HALVES, ty)
            }
            (Element::F64, Element::I32) => {
                let low = self.truncate_two(low);
                let high = if has_high { self.truncate_two(high) } else { low };
                self.shuffle(low, high, LOW_HALVES, ty)
            }
            (Element::I64, Element::F32) => {
                let low = self.by_lane(low, from, to);
                let high = if has_high { self.by_lane(high, from, to) } else { low };
                self.shuffle(low, high, LOW_HALVES, ty)
            }
            _ => self.shuffle(low, high, NARROW, ty),
        }
    }

    /// Two F64 toward zero to I32 in the low half; a NaN, or a value out of range, becomes the least integer.
    fn truncate_two(&mut self, value: ir::Value) -> ir::Value {
        let whole = self.builder.ins().x86_cvtt2dq(I64X2, value);
        let zero = self.vector_constant(I64X2, [0; 4]);
        self.builder.ins().snarrow(whole, zero)
    }

    fn widen_register(&mut self, operand: ValueId, from: Element, to: Element, index: usize) -> ir::Value {
        let mut value = self.register(operand, index / 2);
        if index % 2 == 1 {
            value = self.shuffle(value, value, HIGH_HALF, vector_type(from));
        }
        match (from, to) {
            (Element::F32, Element::F64) => self.builder.ins().fvpromote_low(value),
            (Element::I32, Element::F64) => {
                let wide = self.builder.ins().swiden_low(value);
                self.builder.ins().fcvt_from_sint(F64X2, wide)
            }
            (Element::F32, Element::I64) => self.by_lane(value, from, to),
            _ => self.builder.ins().swiden_low(value),
        }
    }

    /// Converts the lanes of a register one by one; of a narrower type those of its low half.
    fn by_lane(&mut self, value: ir::Value, from: Element, to: Element) -> ir::Value {
        debug_assert!(by_lane_conversion(from, to));
        let lanes = lanes_per_register(from).min(lanes_per_register(to));
        let mut result = self.vector_constant(vector_type(to), [0; 4]);
        for lane in 0..lanes as u8 {
            let one = self.builder.ins().extractlane(value, lane);
            let one = self.convert_scalar(one, from, to);
            result = self.insert_lane(result, one, lane);
        }
        result
    }

    /// Puts a scalar into a lane; what was in the others before lane 0 is put there does not matter.
    pub(super) fn insert_lane(&mut self, vector: ir::Value, scalar: ir::Value, lane: u8) -> ir::Value {
        if lane == 0 {
            let ty = self.builder.func.dfg.value_type(vector);
            return self.builder.ins().scalar_to_vector(ty, scalar);
        }
        self.builder.ins().insertlane(vector, scalar, lane)
    }

    fn shuffle(&mut self, low: ir::Value, high: ir::Value, bytes: [u8; 16], ty: ir::Type) -> ir::Value {
        let low = self.cast(low, I8X16);
        let high = self.cast(high, I8X16);
        let mask = self.builder.func.dfg.immediates.push(ConstantData::from(bytes.as_slice()));
        let shuffled = self.builder.ins().shuffle(low, high, mask);
        self.cast(shuffled, ty)
    }

    /// Converts a scalar.
    pub(super) fn convert_scalar(&mut self, value: ir::Value, from: Element, to: Element) -> ir::Value {
        match (from, to) {
            (Element::I32, Element::I64) => self.builder.ins().sextend(I64, value),
            (Element::I64, Element::I32) => self.builder.ins().ireduce(I32, value),
            (Element::I32 | Element::I64, Element::F32 | Element::F64) => {
                self.builder.ins().fcvt_from_sint(scalar_type(to), value)
            }
            (Element::F32, Element::F64) => self.builder.ins().fpromote(F64, value),
            (Element::F64, Element::F32) => self.builder.ins().fdemote(scalar_type(to), value),
            (Element::F32 | Element::F64, Element::I32 | Element::I64) => self.truncate_scalar(value, from, to),
            _ => value,
        }
    }

    /// A real toward zero; a NaN, or a value out of range, becomes the least integer. The saturating conversion does so
    /// below the range; above it and for NaN the comparison with its end fails.
    fn truncate_scalar(&mut self, value: ir::Value, from: Element, to: Element) -> ir::Value {
        let (end, least) = match to {
            Element::I32 => (2147483648.0, i64::from(i32::MIN)),
            _ => (9223372036854775808.0, i64::MIN),
        };
        let end = match from {
            Element::F32 => self.builder.ins().f32const(end as f32),
            _ => self.builder.ins().f64const(end),
        };
        let fits = self.builder.ins().fcmp(real_condition(Relation::Less), value, end);
        let whole = self.builder.ins().fcvt_to_sint_sat(scalar_type(to), value);
        let least = self.builder.ins().iconst(scalar_type(to), least);
        self.builder.ins().select(fits, whole, least)
    }
}
