//! Calls of the run-time support, lane by lane through stack memory.

use super::{Emitter, MEMORY, scalar_type, vector_type};
use crate::gang::ir::{GangType, ValueId};
use crate::runtime::RuntimeFunction;
use cranelift_codegen::ir::types::{I64, I64X2};
use cranelift_codegen::ir::{self, InstBuilder};

/// Memory of at most this many bytes is cleared inline.
const CLEARED_INLINE: u32 = 256;

impl Emitter<'_> {
    /// Calls a function once for a uniform result, otherwise for each lane of the mask; other lanes get zero.
    pub(super) fn runtime(
        &mut self,
        function: RuntimeFunction,
        operands: &[ValueId],
        mask: Option<ValueId>,
        ty: GangType,
    ) -> Vec<ir::Value> {
        let callee = self.runtime[&function];
        let Some(mask) = mask else {
            let operands: Vec<ir::Value> = operands.iter().map(|operand| self.scalar(*operand)).collect();
            let call = self.builder.ins().call(callee, &operands);
            return self.builder.inst_results(call).to_vec();
        };
        let result = self.scratch(2);
        for (place, operand) in operands.iter().enumerate() {
            self.spill(*operand, place);
        }
        for index in 0..self.count(ty.element) {
            let zero = self.vector_constant(vector_type(ty.element), [0; 4]);
            self.builder.ins().stack_store(I64, zero, result, index as i32 * 16);
        }
        let bits = self.bits(mask);
        let elements: Vec<_> = operands.iter().map(|operand| self.ty(*operand).element).collect();
        self.for_each_lane(bits, &mut |emitter, lane| {
            let mut values = Vec::with_capacity(elements.len());
            for (place, element) in elements.iter().enumerate() {
                let address = emitter.lane_of_slot(place, lane, element.size());
                values.push(emitter.builder.ins().load(scalar_type(*element), MEMORY, address, 0));
            }
            let call = emitter.builder.ins().call(callee, &values);
            let value = emitter.builder.inst_results(call)[0];
            let address = emitter.lane_of_slot(2, lane, ty.element.size());
            emitter.builder.ins().store(MEMORY, value, address, 0);
        });
        (0..self.count(ty.element))
            .map(|index| self.builder.ins().stack_load(I64, vector_type(ty.element), result, index as i32 * 16))
            .collect()
    }

    /// Stores a varying value to a stack slot for lane-by-lane work.
    pub(super) fn spill(&mut self, value: ValueId, place: usize) {
        let slot = self.scratch(place);
        for index in 0..self.count(self.ty(value).element) {
            let register = self.register(value, index);
            self.builder.ins().stack_store(I64, register, slot, index as i32 * 16);
        }
    }

    /// The address of a lane in such a slot.
    pub(super) fn lane_of_slot(&mut self, place: usize, lane: ir::Value, size: u32) -> ir::Value {
        let slot = self.scratch(place);
        let start = self.builder.ins().stack_addr(I64, slot, 0);
        let offset = self.builder.ins().ishl_imm_u(lane, i64::from(size.trailing_zeros()));
        self.builder.ins().iadd(start, offset)
    }

    /// Sets memory to zero.
    pub(super) fn clear(&mut self, address: ValueId, bytes: u32) {
        let address = self.scalar(address);
        if bytes <= CLEARED_INLINE {
            for offset in (0..bytes / 16 * 16).step_by(16) {
                let zero = self.vector_constant(I64X2, [0; 4]);
                self.builder.ins().store(MEMORY, zero, address, offset as i32);
            }
            let zero = self.builder.ins().iconst(ir::types::I8, 0);
            for offset in bytes / 16 * 16..bytes {
                self.builder.ins().store(MEMORY, zero, address, offset as i32);
            }
            return;
        }
        let bytes = self.builder.ins().iconst(I64, i64::from(bytes));
        let zero = self.runtime[&RuntimeFunction::Zero];
        self.builder.ins().call(zero, &[address, bytes]);
    }
}
