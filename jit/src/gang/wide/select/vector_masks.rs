//! Masks that are vectors: all bits of a lane are set, or none.
//!
//! A mask is as wide as what it guards. Integers have comparisons only for `==` and signed `>`; the other relations are
//! complements of these, or have their operands exchanged.

use super::Selector;
use super::complements::Origin;
use crate::gang::ir::{BinaryOp, Element, Op, ValueId};
use crate::gang::wide::codes::{self, vector_masks};
use crate::gang::wide::machine::{Arg, Asm, Width};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::VReg;

impl Selector<'_> {
    /// All bits of a register.
    pub(super) fn all_ones(&mut self) -> VReg {
        self.of_itself(codes::form(vector_masks::EQUAL_BYTES, Width::Y), Width::Y)
    }

    /// The other lanes than those of a mask.
    pub(super) fn complement(&mut self, mask: VReg, width: Width) -> VReg {
        let ones = self.broadcast_constant(u64::MAX, 8);
        self.with_code(BinaryOp::Xor, Element::I64, width, [Arg::Reg(mask, width), ones])
    }

    /// An operation on two masks, of which registers may hold the complements.
    pub(super) fn combine_complements(
        &mut self,
        operation: BinaryOp,
        left: ValueId,
        right: ValueId,
        group: usize,
    ) -> VReg {
        let width = self.width(self.ty(left).element);
        if !matches!(operation, BinaryOp::And | BinaryOp::AndNot) {
            let (a, b) = (self.register(left, group), self.register(right, group));
            return self.combine_vectors(operation, width, a, b);
        }
        let (a, b) = (self.held_register(left, group), self.held_register(right, group));
        let is_and_not = operation == BinaryOp::AndNot;
        match (self.complements.has(left), self.complements.has(right) != is_and_not) {
            (false, false) => self.combine_vectors(BinaryOp::And, width, a, b),
            (false, true) => self.combine_vectors(BinaryOp::AndNot, width, a, b),
            (true, false) => self.combine_vectors(BinaryOp::AndNot, width, b, a),
            (true, true) => {
                let a = self.complement(a, width);
                self.combine_vectors(BinaryOp::AndNot, width, a, b)
            }
        }
    }

    fn combine_vectors(&mut self, operation: BinaryOp, width: Width, a: VReg, b: VReg) -> VReg {
        // The processor's operation is of the complement of its first operand.
        let (a, b) = if operation == BinaryOp::AndNot { (b, a) } else { (a, b) };
        self.with_code(operation, Element::I64, width, [Arg::Reg(a, width), Arg::Reg(b, width)])
    }

    /// A comparison, or its complement if that is what its registers hold.
    pub(super) fn compare_vectors(&mut self, value: ValueId, group: usize) -> VReg {
        match self.taken_register(value, group) {
            Some(register) => register,
            None => self.compare_operands(value, group),
        }
    }

    /// The register of a comparison, or of its conversion, that is taken from another one's.
    pub(super) fn taken_register(&mut self, value: ValueId, group: usize) -> Option<VReg> {
        match self.complements.origin(value) {
            Origin::Operands => None,
            Origin::Same(other) => Some(self.held_register(other, group)),
            Origin::Opposite(other) => {
                let held = self.held_register(other, group);
                let width = self.width(self.ty(value).element);
                Some(if self.complements.has(value) { held } else { self.complement(held, width) })
            }
        }
    }

    fn compare_operands(&mut self, value: ValueId, group: usize) -> VReg {
        let Op::Compare(relation, left, right) = self.code.values[value].op else { return self.zero() };
        if let Some(result) = self.compare_ratio((relation, false), left, right, group, None) {
            return result;
        }
        let element = self.ty(left).element;
        let width = self.width(element);
        if element.is_real() {
            let number = Arg::Imm8(codes::predicate(relation, true, false));
            let sources = [Arg::Reg(self.register(left, group), width), self.source(right, group), number];
            return self.function.compute(compare_reals(element, width), width, &sources);
        }
        let (left, right) = match relation {
            Relation::Less | Relation::GreaterEqual => (right, left),
            Relation::Equal | Relation::NotEqual if self.code.constant(left).is_some() => (right, left),
            _ => (left, right),
        };
        let forms = match relation {
            Relation::Equal | Relation::NotEqual => vector_masks::equal(element.size()),
            _ => vector_masks::greater(element.size()),
        };
        let sources = [Arg::Reg(self.register(left, group), width), self.source(right, group)];
        let result = self.function.compute(codes::form(forms, width), width, &sources);
        match relation {
            Relation::NotEqual | Relation::LessEqual | Relation::GreaterEqual if !self.complements.has(value) => {
                self.complement(result, width)
            }
            _ => result,
        }
    }

    /// A comparison of two scalars, as a condition.
    pub(super) fn compare_lowest(&mut self, element: Element, sources: &[Arg]) -> VReg {
        let code = match element {
            Element::F64 => Code::VEX_Vcmpsd_xmm_xmm_xmmm64_imm8,
            _ => Code::VEX_Vcmpss_xmm_xmm_xmmm32_imm8,
        };
        let mask = self.function.compute(code, Width::X, sources);
        let mask = self.function.compute(Code::VEX_Vmovd_rm32_xmm, Width::R32, &[Arg::Reg(mask, Width::X)]);
        self.function.update(Code::And_rm32_imm32, Width::R32, mask, &[Arg::Imm32(1)])
    }

    /// The choice by a mask. A choice of zero is an operation on bits.
    pub(super) fn blend_vectors(&mut self, mask: VReg, yes: ValueId, no: ValueId, group: usize) -> VReg {
        let element = self.ty(yes).element;
        let width = self.width(element);
        let mask_operand = Arg::Reg(mask, width);
        if self.code.constant(no) == Some(0) {
            let yes = self.source(yes, group);
            return self.with_code(BinaryOp::And, Element::I64, width, [mask_operand, yes]);
        }
        if self.code.constant(yes) == Some(0) {
            let no = self.source(no, group);
            return self.with_code(BinaryOp::AndNot, Element::I64, width, [mask_operand, no]);
        }
        let no = Arg::Reg(self.register(no, group), width);
        let yes = self.source(yes, group);
        self.select_by_vector(mask, (yes, no), self.lane_bytes(element), width)
    }

    /// The first value where the sign bits of the mask are set, else the second.
    pub(super) fn select_by_vector(&mut self, mask: VReg, (yes, no): (Arg, Arg), size: u32, width: Width) -> VReg {
        let code = codes::form(vector_masks::choose(size), width);
        self.function.compute(code, width, &[no, yes, Arg::Reg(mask, width)])
    }

    /// The lanes of a group from the lowest bits of a general register.
    pub(super) fn vector_from_bits(&mut self, bits: VReg, element: Element) -> VReg {
        let (size, width) = (self.lane_bytes(element), self.width(element));
        let all = self.splat_general(bits, size, width);
        let own = self.lanes_in_memory(size, self.group, &|lane| 1 << lane);
        let set = self.with_code(BinaryOp::And, Element::I64, width, [Arg::Reg(all, width), own]);
        self.function.compute(codes::form(vector_masks::equal(size), width), width, &[Arg::Reg(set, width), own])
    }

    /// The instruction that gives the set of lanes of a group of a mask.
    pub(super) fn sign_bits(&self, element: Element) -> Code {
        vector_masks::sign_bits(self.lane_bytes(element), self.width(element))
    }

    /// Sets the flags: `ne` if any lane of the masks is set.
    pub(super) fn test_any_vector(&mut self, masks: Vec<VReg>, width: Width) -> Asm {
        let any = masks.into_iter().reduce(|all, mask| self.combine_vectors(BinaryOp::Or, width, all, mask));
        let any = Arg::Reg(any.unwrap_or_else(|| self.zero()), width);
        let code = if width == Width::Y { Code::VEX_Vptest_ymm_ymmm256 } else { Code::VEX_Vptest_xmm_xmmm128 };
        Asm::new(code, &[any, any])
    }

    /// A group of a mask as one for an element; mask registers fit all.
    pub(super) fn mask_for(&mut self, mask: ValueId, element: Element, group: usize) -> VReg {
        let register = self.register(mask, group);
        self.convert_register(register, self.ty(mask).element, element.mask())
    }
}

/// The comparison of reals whose result is a vector.
pub(super) fn compare_reals(element: Element, width: Width) -> Code {
    match (element, width) {
        (Element::F64, Width::Y) => Code::VEX_Vcmppd_ymm_ymm_ymmm256_imm8,
        (Element::F64, _) => Code::VEX_Vcmppd_xmm_xmm_xmmm128_imm8,
        (_, Width::Y) => Code::VEX_Vcmpps_ymm_ymm_ymmm256_imm8,
        (..) => Code::VEX_Vcmpps_xmm_xmm_xmmm128_imm8,
    }
}
