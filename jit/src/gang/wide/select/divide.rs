//! Division of integers, which has no wide form: scalar, or lane by lane.

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arc, Arg, Asm, End, Memory, Width, general, numbers};
use iced_x86::Code;
use regalloc2::{Operand, OperandConstraint, OperandKind, OperandPos, RegClass, VReg};

impl Selector<'_> {
    /// Divides; the divisor is not zero. By -1, where the least integer would trap, the quotient is the negative and
    /// the remainder zero.
    pub(super) fn divide_scalar(&mut self, operation: BinaryOp, a: VReg, b: VReg, element: Element) -> VReg {
        let is_wide = element == Element::I64;
        let width = if is_wide { Width::R64 } else { Width::R32 };
        let pick = |wide: Code, narrow: Code| if is_wide { wide } else { narrow };
        let compare = match is_wide {
            true => Asm::new(Code::Cmp_rm64_imm32, &[Arg::Reg(b, width), Arg::Imm32To64(-1)]),
            false => Asm::new(Code::Cmp_rm32_imm32, &[Arg::Reg(b, width), Arg::Imm32(-1)]),
        };
        let one = self.scalar_constant(element, 1);
        let choose = pick(Code::Cmove_r64_rm64, Code::Cmove_r32_rm32);
        let divisor = self.choose(compare.clone(), choose, width, (one, b));
        let (quotient, remainder) = (self.function.register(RegClass::Int), self.function.register(RegClass::Int));
        let operands = [
            Operand::reg_fixed_use(a, general(numbers::RAX)),
            // The dividend's upper half is written before it is read.
            Operand::new(divisor, OperandConstraint::Reg, OperandKind::Use, OperandPos::Late),
            Operand::reg_fixed_def(quotient, general(numbers::RAX)),
            Operand::reg_fixed_def(remainder, general(numbers::RDX)),
        ];
        let parts = [
            Asm::new(pick(Code::Cqo, Code::Cdq), &[]),
            Asm::new(pick(Code::Idiv_rm64, Code::Idiv_rm32), &[Arg::Reg(divisor, width)]),
        ];
        self.function.push(&parts, &operands, false, End::None);
        if operation == BinaryOp::Remainder {
            return remainder;
        }
        let negative = self.function.update(pick(Code::Neg_rm64, Code::Neg_rm32), width, a, &[]);
        self.choose(compare, choose, width, (negative, quotient))
    }

    /// The first register if the condition of the conditional move holds after the comparison, else the second.
    pub(super) fn choose(&mut self, compare: Asm, code: Code, width: Width, (yes, no): (VReg, VReg)) -> VReg {
        let result = self.function.register(width.class());
        let parts = [compare, Asm::new(code, &[Arg::Reg(result, width), Arg::Reg(yes, width)])];
        self.function.push(&parts, &[Operand::reg_use(no), Operand::reg_reuse_def(result, 0)], false, End::None);
        result
    }

    /// Divides the lanes of a group one by one; no divisor of a lane is zero.
    pub(super) fn divide_lanes(&mut self, operation: BinaryOp, left: ValueId, right: ValueId, group: usize) -> VReg {
        let element = self.ty(left).element;
        let (a, b) = (self.spill_group(left, group, 0), self.spill_group(right, group, 1));
        let (width, load, store) = match element {
            Element::I64 => (Width::R64, Code::Mov_r64_rm64, Code::Mov_rm64_r64),
            _ => (Width::R32, Code::Mov_r32_rm32, Code::Mov_rm32_r32),
        };
        let scale = element.size() as u8;
        self.for_lanes_of_group(&mut |selector, lane| {
            let at = |slot| Arg::Mem(Memory::stack(slot).indexed(lane, Width::R64, scale));
            let dividend = selector.function.compute(load, width, &[at(a)]);
            let divisor = selector.function.compute(load, width, &[at(b)]);
            let result = selector.divide_scalar(operation, dividend, divisor, element);
            selector.function.effect(Asm::new(store, &[at(a), Arg::Reg(result, width)]));
        });
        self.reload_group(element, a)
    }

    /// Stores a group of a value to a slot for lane-by-lane work, and returns where that is.
    pub(super) fn spill_group(&mut self, value: ValueId, group: usize, place: usize) -> i32 {
        let register = self.register(value, group);
        self.spill_register(register, self.ty(value).element, place)
    }

    /// As [`Selector::spill_group`], of a register.
    pub(super) fn spill_register(&mut self, register: VReg, element: Element, place: usize) -> i32 {
        let slot = self.scratch(place);
        let width = self.width(element);
        let code = codes::form(codes::store(element.size()), width);
        self.function.effect(Asm::new(code, &[Arg::Mem(Memory::stack(slot)), Arg::Reg(register, width)]));
        slot
    }

    /// Loads a group from such a slot.
    pub(super) fn reload_group(&mut self, element: Element, slot: i32) -> VReg {
        let width = self.width(element);
        let code = codes::form(codes::load(element.size()), width);
        self.function.compute(code, width, &[Arg::Mem(Memory::stack(slot))])
    }

    /// Emits a loop over the lanes of a group; `body` gets the lane's number in the group.
    pub(super) fn for_lanes_of_group(&mut self, body: &mut dyn FnMut(&mut Self, VReg)) {
        let first = self.scalar_constant(Element::I64, 0);
        let (each, after) = (self.new_block(), self.new_block());
        let lane = self.function.register(RegClass::Int);
        self.function.blocks[each].parameters.push(lane);
        self.function.jump(each, vec![first]);
        self.function.begin(each);
        body(self, lane);
        let next = self.function.update(Code::Add_rm64_imm32, Width::R64, lane, &[Arg::Imm32To64(1)]);
        let lanes = Arg::Imm32To64(self.group as i32);
        let compare = Asm::new(Code::Cmp_rm64_imm32, &[Arg::Reg(next, Width::R64), lanes]);
        let again = Arc { block: each, arguments: vec![next] };
        let end = Arc { block: after, arguments: Vec::new() };
        self.function.branch(&[compare], Code::Jl_rel32_64, again, end);
        self.function.begin(after);
    }
}
