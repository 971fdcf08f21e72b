//! What looks at all lanes of a value together.

use super::{Emitter, MEMORY, integer_vector, lanes_per_register, scalar_type, vector_type};
use crate::counters::count;
use crate::gang::ir::{BinaryOp, Element, Op, ValueId};
use crate::gang::order::ops;
use crate::runtime::Context;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder};

impl Emitter<'_> {
    /// Emits an operation that is between runs.
    pub(super) fn barrier(&mut self, value: ValueId) {
        let code = self.code;
        let data = &code.values[value];
        let registers = match &data.op {
            Op::Any(mask) => vec![self.any(*mask)],
            Op::MaskToBits(mask) => vec![self.bits(*mask)],
            Op::CountLanes(mask) => {
                let bits = self.bits(*mask);
                vec![self.builder.ins().popcnt(bits)]
            }
            Op::Interrupted => vec![self.interrupted()],
            Op::Load { address, .. } => {
                let address = self.scalar(*address);
                vec![self.builder.ins().load(scalar_type(data.ty.element), MEMORY, address, 0)]
            }
            Op::LoadEach { address, bytes } => {
                let address = self.scalar(*address);
                vec![self.load_scalar(address, *bytes, data.ty.element)]
            }
            Op::Store { address, value, .. } => {
                let address = self.scalar(*address);
                let value = self.scalar(*value);
                self.builder.ins().store(MEMORY, value, address, 0);
                Vec::new()
            }
            Op::Scatter { base, index, value, mask, .. } => {
                self.scatter_shared(*base, *index, *value, *mask);
                Vec::new()
            }
            Op::Clear { address, bytes } => {
                self.clear(*address, *bytes);
                Vec::new()
            }
            Op::Fail { mask, site } => {
                self.fail(*mask, *site);
                Vec::new()
            }
            Op::Count { mask, counter } => {
                self.count_lanes(*mask, *counter);
                Vec::new()
            }
            Op::Pick { value, lanes } => vec![self.pick(*value, *lanes)],
            Op::Runtime { .. } if self.joined.is_done(value) => return,
            Op::Runtime { function, operands, mask } => match (function.for_gang(), *mask) {
                (Some(function), Some(mask)) => {
                    self.runtime_of_gang(value, function, operands, mask);
                    return;
                }
                _ => self.runtime(*function, operands, *mask, data.ty),
            },
            Op::Call { callee, arguments, active } => {
                let arguments = self.scalar(*arguments);
                let active = self.scalar(*active);
                let call = self.builder.ins().call(self.callees[*callee as usize], &[self.context, arguments, active]);
                self.builder.inst_results(call).to_vec()
            }
            // Each is done elsewhere (`order_of`).
            ops!(lane_wise) | ops!(uniform) | ops!(arithmetic) | ops!(unordered) => Vec::new(),
        };
        self.registers[value.index()] = registers;
    }

    /// Whether any lane of a mask is set.
    fn any(&mut self, mask: ValueId) -> ir::Value {
        let count = self.count(self.ty(mask).element);
        let mut all = self.register(mask, 0);
        for index in 1..count {
            let more = self.register(mask, index);
            all = self.builder.ins().bor(all, more);
        }
        self.builder.ins().vany_true(all)
    }

    /// The set of lanes of a mask.
    pub(super) fn bits(&mut self, mask: ValueId) -> ir::Value {
        let element = self.ty(mask).element;
        let each = lanes_per_register(element);
        let mut all = None;
        for index in 0..self.count(element) {
            let register = self.register(mask, index);
            let bits = self.builder.ins().vhigh_bits(I32, register);
            let bits = self.builder.ins().uextend(I64, bits);
            let bits = self.builder.ins().ishl_imm_u(bits, index as i64 * i64::from(each));
            all = Some(match all {
                None => bits,
                Some(all) => self.builder.ins().bor(all, bits),
            });
        }
        match all {
            Some(bits) => bits,
            None => self.builder.ins().iconst(I64, 0),
        }
    }

    /// Emits a loop over the lanes of a set; `body` gets the lane's number.
    pub(super) fn for_each_lane(&mut self, bits: ir::Value, body: &mut dyn FnMut(&mut Self, ir::Value)) {
        let head = self.new_block();
        let each = self.new_block();
        let behind = self.new_block();
        let left = self.builder.append_block_param(head, I64);
        self.builder.ins().jump(head, &[bits.into()]);
        self.builder.switch_to_block(head);
        self.builder.ins().brif(left, each, &[], behind, &[]);
        self.builder.switch_to_block(each);
        let lane = self.builder.ins().ctz(left);
        body(self, lane);
        let less = self.builder.ins().iadd_imm_s(left, -1);
        let rest = self.builder.ins().band(left, less);
        self.builder.ins().jump(head, &[rest.into()]);
        self.builder.switch_to_block(behind);
    }

    /// The element of the first lane of a set, through stack memory.
    fn pick(&mut self, value: ValueId, lanes: ValueId) -> ir::Value {
        let element = self.ty(value).element;
        self.spill(value, 0);
        let lanes = self.scalar(lanes);
        let lane = self.builder.ins().ctz(lanes);
        let lane = self.builder.ins().band_imm_u(lane, i64::from(self.lanes - 1));
        let address = self.lane_of_slot(0, lane, element.size());
        self.builder.ins().load(scalar_type(element), MEMORY, address, 0)
    }

    fn fail(&mut self, mask: ValueId, site: u32) {
        let bits = self.bits(mask);
        let status = self.statuses[site as usize];
        let statuses = self.builder.ins().load(I64, MEMORY, self.context, Context::STATUS);
        self.for_each_lane(bits, &mut |emitter, lane| {
            let offset = emitter.builder.ins().ishl_imm_u(lane, 2);
            let address = emitter.builder.ins().iadd(statuses, offset);
            let status = emitter.builder.ins().iconst(I32, i64::from(status));
            emitter.builder.ins().store(MEMORY, status, address, 0);
        });
    }

    fn count_lanes(&mut self, mask: ValueId, counter: u32) {
        let bits = self.bits(mask);
        let active = self.builder.ins().popcnt(bits);
        count(&mut self.builder, self.context, self.first_counter + counter as usize, active);
    }

    /// Divides the lanes of a register one by one; no divisor of a lane is zero.
    pub(super) fn divide_register(
        &mut self,
        operation: BinaryOp,
        a: ir::Value,
        b: ir::Value,
        element: Element,
        index: usize,
    ) -> ir::Value {
        let each = lanes_per_register(element);
        let lanes = (self.lanes - index as u32 * each).min(each);
        let mut result = self.vector_constant(integer_vector(element), [0; 4]);
        for lane in 0..lanes as u8 {
            let dividend = self.builder.ins().extractlane(a, lane);
            let divisor = self.builder.ins().extractlane(b, lane);
            let one = self.divide_scalar(operation, dividend, divisor, element);
            result = self.insert_lane(result, one, lane);
        }
        debug_assert_eq!(self.builder.func.dfg.value_type(result), vector_type(element));
        result
    }
}
