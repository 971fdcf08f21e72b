//! Calls of other units and of the run-time support: of numeric functions once for the gang, of others lane by lane,
//! through stack memory.
//!
//! No vector or mask register survives a call.

use super::Selector;
use super::blocks::scalar_width;
use super::memory::lane_of_slot;
use super::uniform::load_code;
use crate::gang::ir::{Element, GangType, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, End, Memory, Width, general, numbers};
use crate::module::FuncId;
use crate::runtime::functions::Prefix;
use crate::runtime::{GangFunction, RuntimeFunction};
use iced_x86::{Code, Register};
use regalloc2::{Operand, PReg, RegClass, VReg};

/// Memory of at most this many bytes is cleared inline.
const CLEARED_INLINE: u32 = 256;

/// The general registers of the first arguments of a call.
const ARGUMENTS: [usize; 6] = [numbers::RDI, numbers::RSI, numbers::RDX, numbers::RCX, 8, 9];

/// The slot that holds results, the second one's before it; operands take those before them.
const RESULT: usize = super::SCRATCH_SLOTS - 1;

/// Where the operand of a call for each lane is.
#[derive(Clone, Copy)]
enum Place {
    /// The same for all.
    Common(VReg, Element),
    /// In the frame.
    OfLane(i32, Element),
}

impl Selector<'_> {
    /// Calls a function once without a mask, otherwise for each lane of the mask; other lanes get zero.
    pub(super) fn runtime(
        &mut self,
        function: RuntimeFunction,
        operands: &[ValueId],
        mask: Option<ValueId>,
        ty: GangType,
    ) -> Vec<VReg> {
        let callee = self.runtime[&function];
        let element = ty.element;
        let Some(mask) = mask else {
            let mut values = self.prefix(function, None);
            values.extend(operands.iter().map(|operand| (self.scalar(*operand), self.ty(*operand).element)));
            return self.call_runtime(callee, &values, element).into_iter().collect();
        };
        let places: Vec<Place> =
            operands.iter().enumerate().map(|(place, operand)| self.operand(*operand, place)).collect();
        let has_result = element != Element::Nothing;
        let result = if has_result { self.cleared_slot(element) } else { 0 };
        let bits = self.bits(mask);
        self.for_each_lane(bits, &mut |selector, lane| {
            let mut values = selector.prefix(function, Some(lane));
            values.extend(places.iter().map(|place| selector.of_lane(*place, lane)));
            if let Some(value) = selector.call_runtime(callee, &values, element) {
                selector.store_scalar(lane_of_slot(result, lane, element.size() as u8), value, element);
            }
        });
        if has_result { self.reload(element, result) } else { Vec::new() }
    }

    /// The registers of a varying value that is in a slot.
    fn reload(&mut self, element: Element, slot: i32) -> Vec<VReg> {
        let group_bytes = self.group_bytes(element);
        (0..self.groups()).map(|group| self.reload_group(element, slot + group as i32 * group_bytes)).collect()
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
        let mut values = Vec::with_capacity(places.len() + 2);
        for place in places {
            let slot = Arg::Mem(Memory::stack(self.scratch(place)));
            values.push((self.function.compute(Code::Lea_r64_m, Width::R64, &[slot]), Element::I64));
        }
        values.push((bits, Element::I64));
        values.push((self.scalar_constant(Element::I64, u64::from(self.code.lanes)), Element::I64));
        let callee = self.runtime[&RuntimeFunction::Gang(function)];
        self.call_runtime(callee, &values, Element::Nothing);
        for (index, result) in results.into_iter().enumerate() {
            let slot = self.scratch(RESULT - index);
            self.registers[result.index()] = self.reload(self.ty(result).element, slot);
        }
    }

    /// The slot of results, all zero.
    fn cleared_slot(&mut self, element: Element) -> i32 {
        let (zero, slot, width) = (self.zero(), self.scratch(RESULT), self.width(element));
        for group in 0..self.groups() {
            let place = Arg::Mem(Memory::stack(slot + group as i32 * self.group_bytes(element)));
            let store = codes::form(codes::store(element.size()), width);
            self.function.effect(Asm::new(store, &[place, Arg::Reg(zero, width)]));
        }
        slot
    }

    /// What goes before the operands.
    fn prefix(&mut self, function: RuntimeFunction, lane: Option<VReg>) -> Vec<(VReg, Element)> {
        let context = (self.context, Element::I64);
        match function.prefix() {
            Prefix::Nothing => Vec::new(),
            Prefix::Context => vec![context],
            Prefix::ContextAndLane => {
                let lane = lane.unwrap_or_else(|| self.scalar_constant(Element::I64, 0));
                vec![context, (lane, Element::I64)]
            }
        }
    }

    /// An operand of a call for each lane: one that varies goes to a slot.
    fn operand(&mut self, operand: ValueId, place: usize) -> Place {
        let ty = self.ty(operand);
        match ty.is_varying() {
            true => Place::OfLane(self.spill(operand, place), ty.element),
            false => Place::Common(self.scalar(operand), ty.element),
        }
    }

    fn of_lane(&mut self, place: Place, lane: VReg) -> (VReg, Element) {
        match place {
            Place::Common(register, element) => (register, element),
            Place::OfLane(slot, element) => {
                let place = lane_of_slot(slot, lane, element.size() as u8);
                (self.function.compute(load_code(element), scalar_width(element), &[place]), element)
            }
        }
    }

    /// Calls a function of the run-time support by the convention of the system, and returns its result.
    fn call_runtime(&mut self, callee: FuncId, values: &[(VReg, Element)], result: Element) -> Option<VReg> {
        let (mut integers, mut reals, mut on_stack) = (ARGUMENTS.iter(), 0..8, 0);
        let mut operands = Vec::with_capacity(values.len() + 1);
        for (value, element) in values {
            let register = match element.is_real() {
                true => reals.next().map(|number| PReg::new(number, RegClass::Float)),
                false => integers.next().map(|number| general(*number)),
            };
            match register {
                Some(register) => operands.push(Operand::reg_fixed_use(*value, register)),
                None => {
                    self.store_scalar(Arg::Mem(Memory::stack(on_stack * 8)), *value, *element);
                    on_stack += 1;
                }
            }
        }
        let result = (result != Element::Nothing).then(|| {
            let (width, register) = match result.is_real() {
                true => (Width::X, PReg::new(0, RegClass::Float)),
                false => (scalar_width(result), general(numbers::RAX)),
            };
            let value = self.function.register(width.class());
            operands.push(Operand::reg_fixed_def(value, register));
            value
        });
        let parts = [
            Asm::new(Code::VEX_Vzeroupper, &[]),
            Asm::new(Code::Mov_r64_imm64, &[Arg::Fixed(Register::RAX), Arg::Function(callee)]),
            Asm::new(Code::Call_rm64, &[Arg::Fixed(Register::RAX)]),
        ];
        self.function.push(&parts, &operands, true, End::None);
        result
    }

    /// Calls another unit: the set of lanes that came back.
    pub(super) fn call_unit(&mut self, callee: u32, arguments: ValueId, active: ValueId) -> VReg {
        let (arguments, active) = (self.scalar(arguments), self.scalar(active));
        let result = self.function.register(RegClass::Int);
        let operands = [
            Operand::reg_fixed_use(self.context, general(numbers::RDI)),
            Operand::reg_fixed_use(arguments, general(numbers::RSI)),
            Operand::reg_fixed_use(active, general(numbers::RDX)),
            Operand::reg_fixed_def(result, general(numbers::RAX)),
        ];
        let call = Asm::new(Code::Call_rel32_64, &[Arg::Function(self.callees[callee as usize])]);
        self.function.push(&[call], &operands, true, End::None);
        result
    }

    /// Sets memory to zero.
    pub(super) fn clear(&mut self, address: ValueId, bytes: u32) {
        let address = self.scalar(address);
        if bytes > CLEARED_INLINE {
            let bytes = self.scalar_constant(Element::I64, u64::from(bytes));
            let clear = self.runtime[&RuntimeFunction::Clear];
            self.call_runtime(clear, &[(address, Element::I64), (bytes, Element::I64)], Element::Nothing);
            return;
        }
        let (zero, number) = (self.zero(), self.scalar_constant(Element::I64, 0));
        let mut offset = 0;
        for width in [Width::Z, Width::Y, Width::X] {
            let size = width.bytes();
            while size <= self.set.bytes() && offset + size <= bytes {
                let place = Arg::Mem(Memory::at(address, offset as i32));
                let store = codes::form(codes::store(8), width);
                self.function.effect(Asm::new(store, &[place, Arg::Reg(zero, width)]));
                offset += size;
            }
        }
        for offset in offset..bytes {
            let place = Arg::Mem(Memory::at(address, offset as i32));
            self.function.effect(Asm::new(Code::Mov_rm8_r8, &[place, Arg::Reg(number, Width::R8)]));
        }
    }
}
