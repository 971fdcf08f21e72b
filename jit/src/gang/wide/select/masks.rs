//! Masks: what is done in mask registers, and comparisons under masks. Masks that are vectors are in `vector_masks.rs`.
//!
//! `and m, (a < b)` and `andnot m, (a < b)` are each one comparison under the mask `m`, the latter by the negated
//! relation. A comparison whose result is used in no other way is not done for itself; a test whether an index is
//! outside of an array is one without signs. Nor are the bits that two integers have in common, where they are only
//! compared with zero: that is a test of both.

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, GangCode, Op, ValueId};
use crate::gang::wide::codes::{self, vector_masks};
use crate::gang::wide::isa::WideSet;
use crate::gang::wide::machine::{Arg, Asm, End, Width};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::{Operand, RegClass, VReg};
use std::collections::HashMap;

/// The comparisons that are done where their results are combined with a mask, and the bits that are only tested.
#[derive(Debug, Default)]
pub(super) struct Merged {
    comparisons: Vec<bool>,
}

impl Merged {
    /// Whether a value is one of these.
    pub(super) fn is_merged(&self, value: ValueId) -> bool {
        self.comparisons[value.index()]
    }
}

/// Finds them. `uses` says how often each value is used. Only comparisons into mask registers are done under masks.
pub(super) fn merge(code: &GangCode, uses: &[u32], set: WideSet) -> Merged {
    let mut comparisons = vec![false; code.values.len()];
    if !set.has_mask_registers() {
        return Merged { comparisons };
    }
    // Values that are masks of a merged comparison, and so needed for themselves.
    let mut is_needed = vec![false; code.values.len()];
    for block in code.reverse_postorder() {
        let ops = &code.blocks[block].ops;
        // The masks with which each comparison of this block is combined in this block. Only looked up, never walked.
        let mut combined: HashMap<ValueId, Vec<ValueId>> = HashMap::new();
        for value in ops {
            let Op::Binary(operation, left, right) = code.values[*value].op else { continue };
            let is_mask = code.ty(*value).element.is_mask();
            if is_mask && left != right && matches!(operation, BinaryOp::And | BinaryOp::AndNot) {
                combined.entry(right).or_default().push(left);
                if operation == BinaryOp::And {
                    combined.entry(left).or_default().push(right);
                }
            }
        }
        for value in ops {
            let Some(masks) = combined.get(value) else { continue };
            let Some(comparison) = comparison_of(code, uses, *value) else { continue };
            if !is_needed[value.index()]
                && masks.len() == uses[value.index()] as usize
                && masks.iter().all(|mask| !comparisons[mask.index()])
            {
                comparisons[value.index()] = true;
                comparisons[comparison.index()] = true;
                masks.iter().for_each(|mask| is_needed[mask.index()] = true);
            }
        }
    }
    let mut tests = vec![0; code.values.len()];
    for block in code.reverse_postorder() {
        for both in code.blocks[block].ops.iter().filter_map(|value| tested_bits(code, *value)) {
            tests[both.index()] += 1;
            comparisons[both.index()] = tests[both.index()] == uses[both.index()];
        }
    }
    Merged { comparisons }
}

/// Of a comparison of common bits with zero, the operation that gives these bits.
fn tested_bits(code: &GangCode, value: ValueId) -> Option<ValueId> {
    match code.values[value].op {
        Op::Compare(Relation::Equal | Relation::NotEqual, both, zero) => {
            let is_test = code.constant(zero) == Some(0)
                && code.ty(both).is_varying()
                && matches!(code.values[both].op, Op::Binary(BinaryOp::And, ..));
            is_test.then_some(both)
        }
        _ => None,
    }
}

/// The comparison that gives a mask, itself or converted to another width, which is the same mask.
fn comparison_of(code: &GangCode, uses: &[u32], value: ValueId) -> Option<ValueId> {
    match code.values[value].op {
        Op::Convert(inner) if uses[inner.index()] == 1 && is_comparison(code, inner) => Some(inner),
        _ => is_comparison(code, value).then_some(value),
    }
}

fn is_comparison(code: &GangCode, value: ValueId) -> bool {
    matches!(code.values[value].op, Op::Compare(..) | Op::Outside(..)) && code.ty(value).is_varying()
}

impl Selector<'_> {
    /// The form of a mask operation for the lanes of a group.
    pub(super) fn of_group(&self, bytes: Code, words: Code) -> Code {
        if self.group == 8 { bytes } else { words }
    }

    /// A mask with all lanes of a group, or none.
    pub(super) fn mask_constant(&mut self, is_set: bool) -> VReg {
        if !self.set.has_mask_registers() {
            return if is_set { self.all_ones() } else { self.zero() };
        }
        let code = match is_set {
            true => self.of_group(Code::VEX_Kxnorb_kr_kr_kr, Code::VEX_Kxnorw_kr_kr_kr),
            false => self.of_group(Code::VEX_Kxorb_kr_kr_kr, Code::VEX_Kxorw_kr_kr_kr),
        };
        self.of_itself(code, Width::K)
    }

    pub(super) fn mask_not(&mut self, operand: ValueId, group: usize) -> VReg {
        if self.complements.has(operand) {
            return self.held_register(operand, group);
        }
        if !self.set.has_mask_registers() {
            let (register, width) = (self.register(operand, group), self.width(self.ty(operand).element));
            return self.complement(register, width);
        }
        let code = self.of_group(Code::VEX_Knotb_kr_kr, Code::VEX_Knotw_kr_kr);
        let operand = Arg::Reg(self.register(operand, group), Width::K);
        self.function.compute(code, Width::K, &[operand])
    }

    /// An operation on two masks; a merged comparison is done under the other one.
    pub(super) fn mask_binary(&mut self, operation: BinaryOp, left: ValueId, right: ValueId, group: usize) -> VReg {
        for (comparison, mask) in [(right, left), (left, right)] {
            if self.merged.is_merged(comparison)
                && let Some(comparison) = comparison_of(self.code, &self.uses, comparison)
            {
                let mask = Some(self.register(mask, group));
                let is_negated = operation == BinaryOp::AndNot;
                match self.code.values[comparison].op {
                    Op::Compare(relation, a, b) => return self.compare((relation, is_negated), a, b, group, mask),
                    Op::Outside(index, length) => return self.outside(is_negated, [index, length], group, mask),
                    _ => {}
                }
            }
        }
        if !self.set.has_mask_registers() {
            return self.combine_complements(operation, left, right, group);
        }
        let a = self.register(left, group);
        let b = self.register(right, group);
        self.combine_masks(operation, a, b)
    }

    pub(super) fn combine_masks(&mut self, operation: BinaryOp, a: VReg, b: VReg) -> VReg {
        let (bytes, words) = match operation {
            BinaryOp::And => (Code::VEX_Kandb_kr_kr_kr, Code::VEX_Kandw_kr_kr_kr),
            BinaryOp::AndNot => (Code::VEX_Kandnb_kr_kr_kr, Code::VEX_Kandnw_kr_kr_kr),
            BinaryOp::Or => (Code::VEX_Korb_kr_kr_kr, Code::VEX_Korw_kr_kr_kr),
            BinaryOp::Xor => (Code::VEX_Kxorb_kr_kr_kr, Code::VEX_Kxorw_kr_kr_kr),
            // These are not operations of masks, as the verifier requires.
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::MinUnsigned
            | BinaryOp::CopySign => (Code::INVALID, Code::INVALID),
        };
        let code = self.of_group(bytes, words);
        // The processor's operation is of the complement of its first operand.
        let (a, b) = if operation == BinaryOp::AndNot { (b, a) } else { (a, b) };
        self.function.compute(code, Width::K, &[Arg::Reg(a, Width::K), Arg::Reg(b, Width::K)])
    }

    /// A comparison, or its negation, of the lanes of a mask if there is one.
    pub(super) fn compare(
        &mut self,
        (mut relation, is_negated): (Relation, bool),
        mut left: ValueId,
        mut right: ValueId,
        group: usize,
        mask: Option<VReg>,
    ) -> VReg {
        if let Some(result) = self.compare_ratio((relation, is_negated), left, right, group, mask) {
            return result;
        }
        let element = self.ty(left).element;
        if self.code.constant(left).is_some() && self.code.constant(right).is_none() {
            (left, right) = (right, left);
            relation = exchanged(relation);
        }
        let width = self.width(element);
        if self.merged.is_merged(left)
            && let Op::Binary(_, a, b) = self.code.values[left].op
        {
            let in_common = (relation == Relation::NotEqual) != is_negated;
            let a = Arg::Reg(self.register(a, group), width);
            let b = self.source(b, group);
            let code = codes::form(codes::test_bits(element.size(), in_common), width);
            return self.function.compute_under(code, Width::K, &[a, b], mask);
        }
        let a = Arg::Reg(self.register(left, group), width);
        let b = self.source(right, group);
        let number = Arg::Imm8(codes::predicate(relation, element.is_real(), is_negated));
        let code = codes::form(codes::compare(element), width);
        self.function.compute_under(code, Width::K, &[a, b, number], mask)
    }

    /// Whether the index of each lane is outside of an array, or inside of it, of the lanes of a mask if there is one.
    /// Where masks are vectors there is none, and `is_negated` is false.
    pub(super) fn outside(
        &mut self,
        is_negated: bool,
        [index, length]: [ValueId; 2],
        group: usize,
        mask: Option<VReg>,
    ) -> VReg {
        let width = self.width(Element::I32);
        let (index, length) = (Arg::Reg(self.register(index, group), width), self.source(length, group));
        if !self.set.has_mask_registers() {
            let least = self.with_code(BinaryOp::MinUnsigned, Element::I32, width, [index, length]);
            let equal = codes::form(vector_masks::equal(Element::I32.size()), width);
            return self.function.compute(equal, width, &[Arg::Reg(least, width), length]);
        }
        let number = Arg::Imm8(codes::predicate(Relation::GreaterEqual, false, is_negated));
        let code = codes::form(codes::COMPARE_UNSIGNED, width);
        self.function.compute_under(code, Width::K, &[index, length, number], mask)
    }

    /// The choice between two masks.
    pub(super) fn blend_masks(&mut self, mask: VReg, yes: VReg, no: VReg) -> VReg {
        let yes = self.combine_masks(BinaryOp::And, yes, mask);
        let no = self.combine_masks(BinaryOp::AndNot, no, mask);
        self.combine_masks(BinaryOp::Or, yes, no)
    }

    /// A condition in all lanes.
    pub(super) fn splat_mask(&mut self, condition: VReg) -> VReg {
        let all = self.function.update(Code::Neg_rm32, Width::R32, condition, &[]);
        if !self.set.has_mask_registers() {
            return self.splat_general(all, 4, self.set.whole());
        }
        let code = self.of_group(Code::VEX_Kmovb_kr_r32, Code::VEX_Kmovw_kr_r32);
        self.function.compute(code, Width::K, &[Arg::Reg(all, Width::R32)])
    }

    /// The lanes of a group, of a set of lanes.
    pub(super) fn mask_from_bits(&mut self, bits: ValueId, element: Element, group: usize) -> VReg {
        let mut bits = self.scalar(bits);
        if group > 0 {
            let shift = Arg::Imm8((group as u32 * self.group) as u8);
            bits = self.function.update(Code::Shr_rm64_imm8, Width::R64, bits, &[shift]);
        }
        if !self.set.has_mask_registers() {
            return self.vector_from_bits(bits, element);
        }
        let code = self.of_group(Code::VEX_Kmovb_kr_r32, Code::VEX_Kmovw_kr_r32);
        self.function.compute(code, Width::K, &[Arg::Reg(bits, Width::R32)])
    }

    /// The set of lanes of a mask.
    pub(super) fn bits(&mut self, mask: ValueId) -> VReg {
        let width = self.width(self.ty(mask).element);
        if self.set.has_mask_registers() && self.groups() > 1 {
            return self.bits_of_groups(mask);
        }
        let code = match self.set.has_mask_registers() {
            true => self.of_group(Code::VEX_Kmovb_r32_kr, Code::VEX_Kmovw_r32_kr),
            false => self.sign_bits(self.ty(mask).element),
        };
        let mut all = None;
        for group in (0..self.groups()).rev() {
            let register = Arg::Reg(self.register(mask, group), width);
            let bits = self.function.compute(code, Width::R32, &[register]);
            all = Some(match all {
                None => bits,
                Some(all) => {
                    let shift = Arg::Imm8(self.group as u8);
                    let all = self.function.update(Code::Shl_rm64_imm8, Width::R64, all, &[shift]);
                    self.function.update(Code::Or_r64_rm64, Width::R64, all, &[Arg::Reg(bits, Width::R64)])
                }
            });
        }
        all.unwrap_or_else(|| self.scalar_constant(Element::I64, 0))
    }

    /// The set of lanes of a mask in several mask registers: two are put into one, which has the lanes of both.
    fn bits_of_groups(&mut self, mask: ValueId) -> VReg {
        let mut masks: Vec<VReg> = (0..self.groups()).map(|group| self.register(mask, group)).collect();
        let mut lanes = self.group;
        while masks.len() > 1 {
            let code = match lanes {
                8 => Code::VEX_Kunpckbw_kr_kr_kr,
                16 => Code::VEX_Kunpckwd_kr_kr_kr,
                _ => Code::VEX_Kunpckdq_kr_kr_kr,
            };
            let pairs = masks.chunks(2).map(<[VReg]>::to_vec).collect::<Vec<_>>();
            let join = |pair: Vec<VReg>| {
                // The lower half is the second operand.
                let [low, high] = [pair[0], pair[1]].map(|half| Arg::Reg(half, Width::K));
                self.function.compute(code, Width::K, &[high, low])
            };
            masks = pairs.into_iter().map(join).collect();
            lanes *= 2;
        }
        let (code, width) = match lanes {
            16 => (Code::VEX_Kmovw_r32_kr, Width::R32),
            32 => (Code::VEX_Kmovd_r32_kr, Width::R32),
            _ => (Code::VEX_Kmovq_r64_kr, Width::R64),
        };
        self.function.compute(code, width, &[Arg::Reg(masks[0], Width::K)])
    }

    /// Sets the flags: `ne` if any lane of a mask is set.
    fn test_any(&mut self, mask: ValueId) -> Asm {
        let mut masks = self.groups_of_mask(mask);
        if !self.set.has_mask_registers() {
            return self.test_any_vector(masks, self.width(self.ty(mask).element));
        }
        while masks.len() > 2 {
            let pairs = masks.chunks(2).map(<[VReg]>::to_vec).collect::<Vec<_>>();
            let join = |pair: Vec<VReg>| match pair[..] {
                [a, b] => self.combine_masks(BinaryOp::Or, a, b),
                _ => pair[0],
            };
            masks = pairs.into_iter().map(join).collect();
        }
        self.test_masks(&masks)
    }

    /// The same by one test, or by several of which each may already find one.
    pub(super) fn tests_any(&mut self, mask: ValueId, are_several: bool) -> Vec<Asm> {
        if !are_several || !self.set.has_mask_registers() {
            return vec![self.test_any(mask)];
        }
        self.groups_of_mask(mask).chunks(2).map(|pair| self.test_masks(pair)).collect()
    }

    fn groups_of_mask(&mut self, mask: ValueId) -> Vec<VReg> {
        let mut masks: Vec<VReg> = (0..self.groups()).map(|group| self.register(mask, group)).collect();
        masks.dedup();
        masks
    }

    /// Sets the flags: `ne` if any lane of one or two masks is set.
    fn test_masks(&self, masks: &[VReg]) -> Asm {
        let code = self.of_group(Code::VEX_Kortestb_kr_kr, Code::VEX_Kortestw_kr_kr);
        let register = |index: usize| Arg::Reg(masks[index.min(masks.len() - 1)], Width::K);
        Asm::new(code, &[register(0), register(1)])
    }

    /// Whether any lane of a mask is set.
    pub(super) fn any(&mut self, mask: ValueId) -> VReg {
        let test = self.test_any(mask);
        self.condition(test, Code::Setne_rm8)
    }

    /// A condition that the flags have after an instruction.
    pub(super) fn condition(&mut self, test: Asm, set: Code) -> VReg {
        let result = self.function.register(RegClass::Int);
        let low = Arg::Reg(result, Width::R8);
        let parts = [test, Asm::new(set, &[low]), Asm::new(Code::Movzx_r32_rm8, &[Arg::Reg(result, Width::R32), low])];
        self.function.push(&parts, &[Operand::reg_def(result)], false, End::None);
        result
    }
}

/// The relation of exchanged operands.
fn exchanged(relation: Relation) -> Relation {
    match relation {
        Relation::Less => Relation::Greater,
        Relation::LessEqual => Relation::GreaterEqual,
        Relation::Greater => Relation::Less,
        Relation::GreaterEqual => Relation::LessEqual,
        same => same,
    }
}
