//! What looks at all lanes of a value together.

use super::Selector;
use super::blocks::scalar_width;
use super::memory::lane_of_slot;
use super::uniform::load_code;
use crate::gang::ir::{Element, Op, ValueId};
use crate::gang::order::ops;
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arc, Arg, Asm, Memory, Width};
use crate::runtime::{Context, LaneCount};
use iced_x86::Code;
use regalloc2::{RegClass, VReg};

impl Selector<'_> {
    /// Emits an operation that is between runs.
    pub(super) fn barrier(&mut self, value: ValueId) {
        let code = self.code;
        let data = &code.values[value];
        let element = data.ty.element;
        let registers = match &data.op {
            Op::Any(mask) => vec![self.any(*mask)],
            Op::MaskToBits(mask) => vec![self.bits(*mask)],
            Op::CountLanes(mask) => {
                let bits = Arg::Reg(self.bits(*mask), Width::R64);
                vec![self.function.compute(Code::Popcnt_r64_rm64, Width::R64, &[bits])]
            }
            Op::Interrupted => vec![self.interrupted()],
            Op::Load { address, .. } => {
                let address = self.scalar(*address);
                vec![self.load_scalar(address, element.size(), element)]
            }
            Op::LoadEach { address, bytes } => {
                let address = self.scalar(*address);
                vec![self.load_scalar(address, *bytes, element)]
            }
            Op::Store { address, value, .. } => {
                let place = Arg::Mem(Memory::at(self.scalar(*address), 0));
                let stored = self.scalar(*value);
                self.store_scalar(place, stored, self.ty(*value).element);
                Vec::new()
            }
            Op::Scatter { base, index, lay, value, mask } => {
                (0..self.groups()).for_each(|group| self.scatter((*base, *index, *lay), *value, *mask, group));
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
            Op::Call { callee, arguments, active } => vec![self.call_unit(*callee, *arguments, *active)],
            // Each is done elsewhere (`order_of`).
            ops!(lane_wise) | ops!(uniform) | ops!(arithmetic) | ops!(unordered) => Vec::new(),
        };
        self.registers[value.index()] = registers;
    }

    /// Emits a loop over the lanes of a set; `body` gets the lane's number.
    pub(super) fn for_each_lane(&mut self, bits: VReg, body: &mut dyn FnMut(&mut Self, VReg)) {
        let (each, after) = (self.new_block(), self.new_block());
        let left = self.function.register(RegClass::Int);
        self.function.blocks[each].parameters.push(left);
        let to_each = |bits| Arc { block: each, arguments: vec![bits] };
        let to_end = || Arc { block: after, arguments: Vec::new() };
        let all = Arg::Reg(bits, Width::R64);
        let test = Asm::new(Code::Test_rm64_r64, &[all, all]);
        self.function.branch(&[test], Code::Jne_rel32_64, to_each(bits), to_end());
        self.function.begin(each);
        let lane = self.first_lane(left);
        body(self, lane);
        let rest = self.function.compute(Code::VEX_Blsr_r64_rm64, Width::R64, &[Arg::Reg(left, Width::R64)]);
        let some = Arg::Reg(rest, Width::R64);
        let test = Asm::new(Code::Test_rm64_r64, &[some, some]);
        self.function.branch(&[test], Code::Jne_rel32_64, to_each(rest), to_end());
        self.function.begin(after);
    }

    /// Stores a varying value to a slot for lane-by-lane work.
    pub(super) fn spill(&mut self, value: ValueId, place: usize) -> i32 {
        let element = self.ty(value).element;
        let slot = self.scratch(place);
        let width = self.width(element);
        for group in 0..self.groups() {
            let register = Arg::Reg(self.register(value, group), width);
            let to = Arg::Mem(Memory::stack(slot + group as i32 * self.group_bytes(element)));
            self.function.effect(Asm::new(codes::form(codes::store(element.size()), width), &[to, register]));
        }
        slot
    }

    /// The element of the first lane of a set, through stack memory.
    fn pick(&mut self, value: ValueId, lanes: ValueId) -> VReg {
        let element = self.ty(value).element;
        let slot = self.spill(value, 0);
        let lanes = self.scalar(lanes);
        let lane = self.first_lane(lanes);
        // An empty set has no first lane, and the number is that of no lane.
        let last = Arg::Imm32(self.code.lanes as i32 - 1);
        let lane = self.function.update(Code::And_rm32_imm32, Width::R32, lane, &[last]);
        let place = lane_of_slot(slot, lane, element.size() as u8);
        self.function.compute(load_code(element), scalar_width(element), &[place])
    }

    /// The lanes of the mask get a status: a store under the mask.
    fn fail(&mut self, mask: ValueId, site: u32) {
        let status = self.vector_constant(Element::I32, u64::from(self.statuses[site as usize]));
        let statuses = self.load_pointer(self.context, Context::STATUS);
        let width = self.width(Element::I32);
        for group in 0..self.groups() {
            let place = Arg::Mem(Memory::at(statuses, group as i32 * self.group_bytes(Element::I32)));
            let mask = self.mask_for(mask, Element::I32, group);
            self.store_under(place, Arg::Reg(status, width), 4, Some(mask));
        }
    }

    fn count_lanes(&mut self, mask: ValueId, counter: u32) {
        let bits = Arg::Reg(self.bits(mask), Width::R64);
        let active = self.function.compute(Code::Popcnt_r64_rm64, Width::R64, &[bits]);
        let counts = self.load_pointer(self.context, Context::COUNTS);
        let at = (self.first_counter + counter as usize) * LaneCount::SIZE;
        let place = |field: usize| Arg::Mem(Memory::at(counts, (at + field) as i32));
        let one = Arg::Imm32To64(1);
        self.function.effect(Asm::new(Code::Add_rm64_imm32, &[place(LaneCount::EXECUTIONS), one]));
        let active = Arg::Reg(active, Width::R64);
        self.function.effect(Asm::new(Code::Add_rm64_r64, &[place(LaneCount::ACTIVE), active]));
    }
}
