//! Operations that do the same in each lane, for one group of lanes.

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, Fused, GangType, Op, UnaryOp, ValueId};
use crate::gang::order::ops;
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, End, Memory, Width};
use iced_x86::Code;
use regalloc2::{Operand, VReg};

/// The choice by a third operand, as a table for the three-operand operation: the second where its bits are set.
const BITS_OF_SECOND: u8 = 0xd8;

impl Selector<'_> {
    /// Emits a lane-wise operation for a group of lanes; its result, if it has one.
    pub(super) fn lane_wise(&mut self, value: ValueId, group: usize) -> Option<VReg> {
        let code = self.code;
        let data = &code.values[value];
        let element = data.ty.element;
        Some(match &data.op {
            Op::Store { address, value, mask } => {
                self.store(*address, *value, *mask, group);
                return None;
            }
            Op::Scatter { base, index, lay, value, mask } => {
                self.scatter((*base, *index, *lay), *value, *mask, group);
                return None;
            }
            Op::StoreEach { address, bytes, value, mask } => {
                self.store_each(*address, *bytes, (*value, *mask), group);
                return None;
            }
            Op::Unary(UnaryOp::Not, operand) => self.mask_not(*operand, group),
            Op::Binary(operation, left, right) if element.is_mask() => {
                self.mask_binary(*operation, *left, *right, group)
            }
            Op::Unary(_, operand) if self.is_by_reciprocals(value, group) => self.improved_root(*operand, group),
            Op::Unary(operation, operand) => self.unary(*operation, *operand, group),
            Op::Binary(_, left, right) if self.whole_quotients.contains(&value) => {
                let (dividend, divisor) = (self.register(*left, group), self.source(*right, group));
                self.whole_quotient(dividend, divisor)
            }
            Op::Binary(_, left, right) if self.is_by_reciprocals(value, group) => {
                let of_common = self.quotients(*left, *right, group);
                of_common.unwrap_or_else(|| self.improved_quotient(*left, *right, group))
            }
            Op::Binary(operation, left, right) => self.binary(*operation, *left, *right, group),
            Op::Fused(fused, a, b, c) => self.fused(*fused, [*a, *b, *c], group),
            Op::Compare(..) if !self.set.has_mask_registers() => self.compare_vectors(value, group),
            Op::Compare(relation, left, right) => self.compare((*relation, false), *left, *right, group, None),
            Op::Outside(index, length) => self.outside(false, [*index, *length], group, None),
            Op::Blend(mask, yes, no) => {
                let masked = self.masked(*mask, *yes, *no, group);
                masked.unwrap_or_else(|| self.blend(*mask, *yes, *no, group))
            }
            Op::Convert(operand) => self.convert(value, *operand, group),
            Op::MaskFromBits(bits) => self.mask_from_bits(*bits, element, group),
            Op::Load { address, .. } => self.load(*address, element, group),
            Op::Gather { base, index, lay, .. } => self.gather((*base, *index, *lay), element, group),
            Op::LoadEach { address, bytes } => self.load_each(*address, *bytes, element, group),
            Op::Lanes => self.lane_numbers(group),
            Op::Lookup { table, index } => self.lookup(table, *index, group),
            // Each is done elsewhere (`order_of`).
            ops!(uniform) | ops!(barrier) | ops!(unordered) => self.constant(GangType::varying(element), 0),
        })
    }

    /// A constant in all lanes of a group.
    pub(super) fn vector_constant(&mut self, element: Element, bits: u64) -> VReg {
        if bits == 0 {
            return self.zero();
        }
        let width = self.width(element);
        let place = self.function.constants.place(&bits.to_le_bytes()[..element.size() as usize]);
        let code = codes::form(codes::broadcast(element.size()), width);
        self.function.compute(code, width, &[Arg::Mem(Memory::constant(place, false))])
    }

    /// The numbers of a group's lanes, as I64.
    fn lane_numbers(&mut self, group: usize) -> VReg {
        let first = group as u64 * u64::from(self.group);
        self.lane_constant(&|lane| first + lane)
    }

    /// A constant of a register's lanes of 64 bits.
    pub(super) fn lane_constant(&mut self, of_lane: &dyn Fn(u64) -> u64) -> VReg {
        let place = self.lanes_in_memory(8, self.set.bytes() / 8, of_lane);
        let width = self.set.whole();
        self.function.compute(codes::form(codes::load(8), width), width, &[place])
    }

    /// A constant with a value for each of that number of lanes of this size, in memory.
    pub(super) fn lanes_in_memory(&mut self, size: u32, lanes: u32, of_lane: &dyn Fn(u64) -> u64) -> Arg {
        let of_lane = |lane: u32| of_lane(u64::from(lane)).to_le_bytes();
        let bytes: Vec<u8> = (0..lanes).flat_map(|lane| of_lane(lane).into_iter().take(size as usize)).collect();
        Arg::Mem(Memory::constant(self.function.constants.place(&bytes), false))
    }

    fn unary(&mut self, operation: UnaryOp, operand: ValueId, group: usize) -> VReg {
        let element = self.ty(operand).element;
        let width = self.width(element);
        let value = self.register(operand, group);
        self.unary_of(operation, element, value, width)
    }

    /// An operation on a register, of which the width says how much is used.
    pub(super) fn unary_of(&mut self, operation: UnaryOp, element: Element, value: VReg, width: Width) -> VReg {
        let operand = Arg::Reg(value, width);
        if self.is_composed(matches!(operation, UnaryOp::Abs | UnaryOp::ShiftRight(_)), element) {
            return self.composed_unary(operation, value, width);
        }
        if let Some((forms, number)) = codes::unary(operation, element) {
            let number = number.map(Arg::Imm8);
            let sources: Vec<Arg> = [operand].into_iter().chain(number).collect();
            return self.function.compute(codes::form(forms, width), width, &sources);
        }
        let (operation, constant) = match operation {
            UnaryOp::Abs => (BinaryOp::And, !sign_bit(element)),
            UnaryOp::Negate if element.is_real() => (BinaryOp::Xor, sign_bit(element)),
            // The negative of an integer; the others have instructions.
            UnaryOp::Negate
            | UnaryOp::Not
            | UnaryOp::Sqrt
            | UnaryOp::Truncate
            | UnaryOp::ShiftLeft(_)
            | UnaryOp::ShiftRight(_)
            | UnaryOp::ShiftRightUnsigned(_) => {
                let zero = Arg::Reg(self.zero(), width);
                return self.with_code(BinaryOp::Subtract, element, width, [zero, operand]);
            }
        };
        let constant = self.broadcast_constant(constant, element.size());
        self.with_code(operation, element, width, [operand, constant])
    }

    /// The result of an operation that has an instruction, or is composed of some.
    pub(super) fn with_code(&mut self, operation: BinaryOp, element: Element, width: Width, sources: [Arg; 2]) -> VReg {
        if self.is_composed(matches!(operation, BinaryOp::Multiply | BinaryOp::Min | BinaryOp::Max), element) {
            return self.composed_binary(operation, sources, width);
        }
        // Each element has an instruction for what the callers ask for; `CopySign` and `Divide` are done otherwise.
        let forms = codes::binary(operation, element).unwrap_or([Code::INVALID; 3]);
        self.function.compute(codes::form(forms, width), width, &sources)
    }

    fn binary(&mut self, operation: BinaryOp, left: ValueId, right: ValueId, group: usize) -> VReg {
        let element = self.ty(left).element;
        if matches!(operation, BinaryOp::Divide | BinaryOp::Remainder) && !element.is_real() {
            return self.divide_lanes(operation, left, right, group);
        }
        let width = self.width(element);
        if operation == BinaryOp::CopySign {
            let (a, b) = (self.register(left, group), self.register(right, group));
            return self.copy_sign(element, width, a, b);
        }
        let sources = self.sources(operation, left, right, group);
        self.with_code(operation, element, width, sources)
    }

    /// The operands of an operation in the order of its instruction.
    pub(super) fn sources(&mut self, operation: BinaryOp, left: ValueId, right: ValueId, group: usize) -> [Arg; 2] {
        let width = self.width(self.ty(left).element);
        let (left, right) = match operation {
            BinaryOp::AndNot => (right, left),
            _ if self.can_exchange(operation, left) && self.code.constant(right).is_none() => (right, left),
            _ => (left, right),
        };
        [Arg::Reg(self.register(left, group), width), self.source(right, group)]
    }

    /// The addend's register becomes the result.
    fn fused(&mut self, fused: Fused, [a, b, c]: [ValueId; 3], group: usize) -> VReg {
        let element = self.ty(a).element;
        let width = self.width(element);
        let (a, b) = if self.code.constant(a).is_some() { (b, a) } else { (a, b) };
        let (first, addend) = (self.register(a, group), self.register(c, group));
        let second = self.source(b, group);
        let code = codes::form(codes::fused(fused, element), width);
        self.function.update(code, width, addend, &[Arg::Reg(first, width), second])
    }

    /// Whether the operand is a constant that may as well be the second one. Of two NaNs the first one is the result,
    /// so a NaN stays where it is.
    fn can_exchange(&self, operation: BinaryOp, operand: ValueId) -> bool {
        let is_nan = |bits| match self.ty(operand).element {
            Element::F64 => f64::from_bits(bits).is_nan(),
            Element::F32 => f32::from_bits(bits as u32).is_nan(),
            _ => false,
        };
        let commutes = matches!(
            operation,
            BinaryOp::Add
                | BinaryOp::Multiply
                | BinaryOp::Min
                | BinaryOp::Max
                | BinaryOp::MinUnsigned
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
        );
        commutes && self.code.constant(operand).is_some_and(|bits| !is_nan(bits))
    }

    /// The magnitude of `a` with the sign of `b`.
    pub(super) fn copy_sign(&mut self, element: Element, width: Width, a: VReg, b: VReg) -> VReg {
        let sign = self.broadcast_constant(sign_bit(element), element.size());
        if !self.set.has_mask_registers() {
            let magnitude = self.broadcast_constant(!sign_bit(element), element.size());
            let magnitude = self.with_code(BinaryOp::And, element, width, [Arg::Reg(a, width), magnitude]);
            let sign = self.with_code(BinaryOp::And, element, width, [Arg::Reg(b, width), sign]);
            let both = [magnitude, sign].map(|part| Arg::Reg(part, width));
            return self.with_code(BinaryOp::Or, element, width, both);
        }
        let code = codes::form(codes::ternary(element.size()), width);
        self.function.update(code, width, a, &[Arg::Reg(b, width), sign, Arg::Imm8(BITS_OF_SECOND)])
    }

    fn blend(&mut self, mask: ValueId, yes: ValueId, no: ValueId, group: usize) -> VReg {
        let element = self.ty(yes).element;
        if !self.set.has_mask_registers() {
            let condition = self.held_register(mask, group);
            let (yes, no) = if self.complements.has(mask) { (no, yes) } else { (yes, no) };
            return self.blend_vectors(condition, yes, no, group);
        }
        let condition = self.register(mask, group);
        if element.is_mask() {
            let (yes, no) = (self.register(yes, group), self.register(no, group));
            return self.blend_masks(condition, yes, no);
        }
        let width = self.width(element);
        let size = element.size();
        if self.code.constant(no) == Some(0) {
            let (forms, source) = match self.source(yes, group) {
                Arg::Mem(memory) => (codes::broadcast(size), Arg::Mem(Memory { broadcast: false, ..memory })),
                register => (codes::load(size), register),
            };
            return self.function.compute_under(codes::form(forms, width), width, &[source], Some(condition));
        }
        let no = Arg::Reg(self.register(no, group), width);
        let yes = self.source(yes, group);
        self.select(condition, (yes, no), size, width)
    }

    /// The first value where the mask is set, else the second.
    pub(super) fn select(&mut self, mask: VReg, (yes, no): (Arg, Arg), size: u32, width: Width) -> VReg {
        if !self.set.has_mask_registers() {
            return self.select_by_vector(mask, (yes, no), size, width);
        }
        let result = self.function.register(width.class());
        let code = codes::form(codes::blend(size), width);
        let asm = Asm::new(code, &[Arg::Reg(result, width), no, yes]).under(mask, false);
        self.function.push(&[asm], &[Operand::reg_def(result)], false, End::None);
        result
    }

    /// Bytes by their index: a shuffle, in which the upper bytes of a lane ask for zero.
    fn lookup(&mut self, table: &[i8; 16], at: ValueId, group: usize) -> VReg {
        let width = self.width(Element::I32);
        let at = Arg::Reg(self.register(at, group), width);
        let zeros = self.broadcast_constant(0x8080_8000, 4);
        let control = self.with_code(BinaryOp::Or, Element::I32, width, [at, zeros]);
        let bytes: Vec<u8> = table.iter().map(|byte| *byte as u8).collect();
        let place = self.function.constants.place(&bytes.repeat(self.set.bytes() as usize / bytes.len()));
        let place = Arg::Mem(Memory::constant(place, false));
        let bytes = self.function.compute(codes::form(codes::load(4), width), width, &[place]);
        let shuffle = codes::form(codes::SHUFFLE_BYTES, width);
        let found = self.function.compute(shuffle, width, &[Arg::Reg(bytes, width), Arg::Reg(control, width)]);
        if table.iter().all(|byte| *byte >= 0) {
            return found;
        }
        let high = self.unary_of(UnaryOp::ShiftLeft(24), Element::I32, found, width);
        self.unary_of(UnaryOp::ShiftRight(24), Element::I32, high, width)
    }
}

/// The bit that is the sign of a real.
pub(super) fn sign_bit(element: Element) -> u64 {
    1 << (element.size() * 8 - 1)
}
