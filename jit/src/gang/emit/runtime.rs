//! Calls of the run-time support: of numeric functions once for the gang, of others lane by lane, through stack memory.

use super::{Emitter, MEMORY, lanes_per_register, scalar_type, vector_type};
use crate::gang::ir::{Element, GangType, ValueId};
use crate::runtime::functions::Prefix;
use crate::runtime::{GangFunction, RuntimeFunction};
use cranelift_codegen::ir::types::{I64, I64X2};
use cranelift_codegen::ir::{self, InstBuilder};

/// Memory of at most this many bytes is cleared inline.
const CLEARED_INLINE: u32 = 256;

/// Where the operand of a call for each lane is.
#[derive(Clone, Copy)]
enum Operand {
    /// The same for all.
    Common(ir::Value),
    /// In that stack slot.
    OfLane(usize, Element),
}

/// The stack slot that holds results, the second one's before it; operands take those before them.
const RESULT: usize = super::SCRATCH_SLOTS - 1;

impl Emitter<'_> {
    /// Calls a function once without a mask, otherwise for each lane of the mask; other lanes get zero.
    pub(super) fn runtime(
        &mut self,
        function: RuntimeFunction,
        operands: &[ValueId],
        mask: Option<ValueId>,
        ty: GangType,
    ) -> Vec<ir::Value> {
        let callee = self.runtime[&function];
        let Some(mask) = mask else {
            let mut values = self.prefix(function, None);
            values.extend(operands.iter().map(|operand| self.scalar(*operand)));
            let call = self.builder.ins().call(callee, &values);
            return self.builder.inst_results(call).to_vec();
        };
        let has_result = ty.element != Element::Nothing;
        let places: Vec<_> =
            operands.iter().enumerate().map(|(place, operand)| self.operand(*operand, place)).collect();
        let count = if has_result { self.count(ty.element) } else { 0 };
        for index in 0..count {
            let zero = self.vector_constant(vector_type(ty.element), [0; 4]);
            let result = self.scratch(RESULT);
            self.builder.ins().stack_store(I64, zero, result, index as i32 * 16);
        }
        let bits = self.bits(mask);
        self.for_each_lane(bits, &mut |emitter, lane| {
            let mut values = emitter.prefix(function, Some(lane));
            for place in &places {
                values.push(match *place {
                    Operand::Common(value) => value,
                    Operand::OfLane(place, element) => {
                        let address = emitter.lane_of_slot(place, lane, element.size());
                        emitter.builder.ins().load(scalar_type(element), MEMORY, address, 0)
                    }
                });
            }
            let call = emitter.builder.ins().call(callee, &values);
            if let (true, Some(value)) = (has_result, emitter.builder.inst_results(call).first().copied()) {
                let address = emitter.lane_of_slot(RESULT, lane, ty.element.size());
                emitter.builder.ins().store(MEMORY, value, address, 0);
            }
        });
        if has_result { self.reloaded_from_slot(RESULT, ty.element) } else { Vec::new() }
    }

    /// Calls a numeric function for the gang; it may have two results, of which the second is another value's.
    pub(super) fn runtime_of_gang(
        &mut self,
        value: ValueId,
        function: GangFunction,
        operands: &[ValueId],
        mask: ValueId,
    ) {
        let (function, results) = self.joined.call(value, function);
        for (place, operand) in operands.iter().enumerate() {
            self.spill(*operand, place);
        }
        let bits = self.bits(mask);
        let places = [0, function.operands() - 1, RESULT, RESULT + 1 - results.len()];
        let mut values = places.map(|place| self.address_of_slot(place)).to_vec();
        values.push(bits);
        values.push(self.builder.ins().iconst(I64, i64::from(self.lanes)));
        let callee = self.runtime[&RuntimeFunction::Gang(function)];
        self.builder.ins().call(callee, &values);
        for (index, result) in results.into_iter().enumerate() {
            self.registers[result.index()] = self.reloaded_from_slot(RESULT - index, self.ty(result).element);
        }
    }

    fn address_of_slot(&mut self, place: usize) -> ir::Value {
        let slot = self.scratch(place);
        self.builder.ins().stack_addr(I64, slot, 0)
    }

    /// The registers of a varying value that is in a stack slot.
    fn reloaded_from_slot(&mut self, place: usize, element: Element) -> Vec<ir::Value> {
        let slot = self.scratch(place);
        let load = |index| self.builder.ins().stack_load(I64, vector_type(element), slot, index as i32 * 16);
        (0..self.lanes.div_ceil(lanes_per_register(element)) as usize).map(load).collect()
    }

    /// What goes before the operands.
    fn prefix(&mut self, function: RuntimeFunction, lane: Option<ir::Value>) -> Vec<ir::Value> {
        match function.prefix() {
            Prefix::Nothing => Vec::new(),
            Prefix::Context => vec![self.context],
            Prefix::ContextAndLane => {
                let lane = lane.unwrap_or_else(|| self.builder.ins().iconst(I64, 0));
                vec![self.context, lane]
            }
        }
    }

    /// An operand of a call for each lane: one that varies goes to a stack slot.
    fn operand(&mut self, operand: ValueId, place: usize) -> Operand {
        let ty = self.ty(operand);
        if !ty.is_varying() {
            return Operand::Common(self.scalar(operand));
        }
        self.spill(operand, place);
        Operand::OfLane(place, ty.element)
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
        let start = self.address_of_slot(place);
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
        let clear = self.runtime[&RuntimeFunction::Clear];
        self.builder.ins().call(clear, &[address, bytes]);
    }
}
