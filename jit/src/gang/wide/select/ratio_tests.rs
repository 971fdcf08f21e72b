//! Comparisons of the magnitude of a quotient with a constant, without the quotient.
//!
//! Series end with such tests: `IF (ABS(TERM/SUM) .LT. 1D-15) EXIT`. Whether `|a/b|` is less or greater than `c` is
//! known from products, but where it is next to `c`:
//!
//! ```text
//!     |a| < |b|*(c - e) - t       the quotient is less than c, rounded or not
//!     |a| > |b|*(c + e) + t       it is greater
//! ```
//!
//! with `e` some units in the last place of `c`, so that the products may be rounded, and `t` twice the least
//! number that is not subnormal, so that it does not matter where a product is. Where a lane has neither, as where
//! something is not a number, code that is out of the way divides and compares; with mask registers only lanes of the
//! mask matter.

use super::Selector;
use super::lanewise::sign_bit;
use super::vector_masks::compare_reals;
use crate::gang::ir::{BinaryOp, Element, Fused, GangCode, Op, UnaryOp, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, End, Width, early_def};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::{Operand, VReg};
use std::collections::HashSet;

/// The magnitudes of quotients that are only compared so, and the quotients.
#[derive(Debug, Default)]
pub(super) struct RatioTests {
    magnitudes: HashSet<ValueId>,
    quotients: HashSet<ValueId>,
}

impl RatioTests {
    /// Whether a value is not computed.
    pub(super) fn is_passed_by(&self, value: ValueId) -> bool {
        self.magnitudes.contains(&value) || self.quotients.contains(&value)
    }

    /// The quotients that are not computed.
    pub(super) fn quotients(&self) -> impl Iterator<Item = ValueId> {
        self.quotients.iter().copied()
    }
}

/// Finds them. `uses` says how often each value is used.
pub(super) fn find(code: &GangCode, uses: &[u32]) -> RatioTests {
    let mut found = RatioTests::default();
    for value in code.reverse_postorder().iter().flat_map(|block| &code.blocks[*block].ops) {
        let Op::Compare(relation, left, right) = code.values[*value].op else { continue };
        let Op::Unary(UnaryOp::Abs, quotient) = code.values[left].op else { continue };
        if matches!(code.values[quotient].op, Op::Binary(BinaryOp::Divide, ..))
            && uses[left.index()] == 1
            && uses[quotient.index()] == 1
            && code.ty(left).is_varying()
            && code.constant(right).is_some_and(|bits| Bounds::of(code.ty(left).element, bits).is_some())
            && !matches!(relation, Relation::Equal | Relation::NotEqual)
        {
            found.magnitudes.insert(left);
            found.quotients.insert(quotient);
        }
    }
    found
}

/// The bits of `c - e`, `c + e`, `-t` and `t`.
struct Bounds {
    factors: [u64; 2],
    least: [u64; 2],
}

impl Bounds {
    /// None if the constant is not a positive number of moderate size.
    fn of(element: Element, bits: u64) -> Option<Bounds> {
        let (sides, signs) = ([-1, 1], [-1.0, 1.0]);
        match element {
            Element::F64 => {
                let is_moderate = (2f64.powi(-900)..2f64.powi(900)).contains(&f64::from_bits(bits));
                let factors = sides.map(|side| bits.wrapping_add_signed(8 * side));
                let least = signs.map(|sign| (sign * 2.0 * f64::MIN_POSITIVE).to_bits());
                is_moderate.then_some(Bounds { factors, least })
            }
            Element::F32 => {
                let is_moderate = (2f32.powi(-100)..2f32.powi(100)).contains(&f32::from_bits(bits as u32));
                let factors = sides.map(|side| bits.wrapping_add_signed(8 * side));
                let least = signs.map(|sign| u64::from((sign as f32 * 2.0 * f32::MIN_POSITIVE).to_bits()));
                is_moderate.then_some(Bounds { factors, least })
            }
            _ => None,
        }
    }
}

impl Selector<'_> {
    /// A comparison of a magnitude that is not computed with a constant, or its negation, of the lanes of a mask if
    /// there is one. None if the magnitude is computed.
    pub(super) fn compare_ratio(
        &mut self,
        (relation, is_negated): (Relation, bool),
        magnitude: ValueId,
        constant: ValueId,
        group: usize,
        mask: Option<VReg>,
    ) -> Option<VReg> {
        let Op::Unary(_, quotient) = self.code.values[magnitude].op else { return None };
        let Op::Binary(_, left, right) = self.code.values[quotient].op else { return None };
        if !self.ratio_tests.is_passed_by(magnitude) {
            return None;
        }
        let element = self.ty(magnitude).element;
        let bounds = Bounds::of(element, self.code.constant(constant)?)?;
        let width = self.width(element);
        let of = |register: VReg| Arg::Reg(register, width);
        let numbers = [left, right].map(|number| self.register(number, group));
        let [a, b] = numbers.map(|number| of(self.unary_of(UnaryOp::Abs, element, number, width)));
        let add = codes::form(codes::fused(Fused::Add, element), width);
        let is_mask_register = self.set.has_mask_registers();
        let compare = match is_mask_register {
            true => codes::form(codes::compare(element), width),
            false => compare_reals(element, width),
        };
        let of_mask = if is_mask_register { Width::K } else { width };
        let predicate = |relation, is_negated| Arg::Imm8(codes::predicate(relation, true, is_negated));
        let sides = [(0, Relation::Less), (1, Relation::Greater)].map(|(side, relation)| {
            let least = self.vector_constant(element, bounds.least[side]);
            let factor = self.broadcast_constant(bounds.factors[side], element.size());
            let bound = self.function.update(add, width, least, &[b, factor]);
            self.function.compute_under(compare, of_mask, &[a, of(bound), predicate(relation, false)], mask)
        });
        let any = if is_mask_register {
            self.combine_masks(BinaryOp::Or, sides[0], sides[1])
        } else {
            self.with_code(BinaryOp::Or, Element::I64, width, sides.map(of))
        };
        // Carry where all lanes are known.
        let test = match (is_mask_register, mask) {
            (true, mask) => {
                let complement = self.of_group(Code::VEX_Knotb_kr_kr, Code::VEX_Knotw_kr_kr);
                let idle = mask.map(|mask| self.function.compute(complement, Width::K, &[Arg::Reg(mask, Width::K)]));
                let code = self.of_group(Code::VEX_Kortestb_kr_kr, Code::VEX_Kortestw_kr_kr);
                Asm::new(code, &[any, idle.unwrap_or(any)].map(|mask| Arg::Reg(mask, Width::K)))
            }
            (false, _) => {
                let ones = self.broadcast_constant(u64::MAX, 8);
                let codes = match element {
                    Element::F64 => [Code::VEX_Vtestpd_xmm_xmmm128, Code::VEX_Vtestpd_ymm_ymmm256],
                    _ => [Code::VEX_Vtestps_xmm_xmmm128, Code::VEX_Vtestps_ymm_ymmm256],
                };
                Asm::new(codes[usize::from(width == Width::Y)], &[of(any), ones])
            }
        };
        let is_less = matches!(relation, Relation::Less | Relation::LessEqual);
        let known = if is_less != is_negated { sides[0] } else { sides[1] };
        let result = self.function.register(of_mask.class());
        let ratio = self.function.register(width.class());
        let forms = |operation| codes::form(codes::binary(operation, element).unwrap_or_default(), width);
        let bits = self.broadcast_constant(!sign_bit(element), element.size());
        let constant = self.source(constant, group);
        let operands = [Arg::Reg(result, of_mask), of(ratio), constant, predicate(relation, is_negated)];
        let mut again = Asm::new(compare, &operands);
        again.mask = mask.map(|mask| (mask, false));
        let parts = [
            test,
            Asm::new(forms(BinaryOp::Divide), &[of(ratio), of(numbers[0]), of(numbers[1])]),
            Asm::new(forms(BinaryOp::And), &[of(ratio), of(ratio), bits]),
            again,
        ];
        let operands = [Operand::reg_use(known), Operand::reg_reuse_def(result, 0), early_def(ratio)];
        self.function.push(&parts, &operands, false, End::Rarely(Code::Jae_rel32_64, 3));
        Some(result)
    }
}
