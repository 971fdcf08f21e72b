//! Quotients of which all lanes have the divisor in common, without the processor's division.
//!
//! A register of quotients keeps the divider busy for as long as it takes to do some thirty other operations.
//! With the divisor `y` known before, the number `z` next to its reciprocal is computed once, or is a constant, and a
//! quotient is
//!
//! ```text
//!     p = x*z
//!     r = p*y - x     rounded once
//!     q = p - r*z     rounded once
//! ```
//!
//! This is the quotient, correctly rounded, if nothing overflows or is subnormal on the way (N. Brisebarre, J.-M.
//! Muller, S. K. Raina: Accelerating Correctly Rounded Floating-Point Division when the Divisor Is Known in Advance,
//! IEEE Transactions on Computers 53, 2004).
//!
//! If a lane, or the divisor, is beyond the bounds in which the above holds, the register is divided after all, in
//! code that is out of the way. Zeros may be in any lane, as what idle lanes make of a series comes to that: by a
//! positive divisor they become the right ones. With a negative one `r` and `q` are computed with the opposite sign of
//! `r`; one that is not a constant is beyond the bounds. With mask registers, lanes that are zero, infinite or NaNs
//! are left with `p`, which is the quotient, to the sign and the bits of a NaN, and divisors may be negative.

use super::Selector;
use super::divider::ByReciprocals;
use crate::gang::ir::{BinaryOp, Element, Fused, GangCode, Op, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, End, Memory, Width};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::{Operand, VReg};
use std::collections::HashMap;

/// Dividends are from 2 to the power of minus this to 2 to the power of this.
const DIVIDEND: u64 = 880;
/// Divisors likewise.
const DIVISOR: u64 = 128;
/// The exponent of 1.
const BIAS: u64 = 1023;
/// NaNs, zeros and infinities, as classes of numbers.
pub(super) const SPECIAL: u8 = 0x9f;
/// For each divisor that is no constant what it is replaced with, once it is known.
pub(super) type Reciprocals = HashMap<ValueId, Option<Reciprocal>>;

/// What a divisor is replaced with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reciprocal {
    /// The number next to the reciprocal.
    nearest: Arg,
    /// A mask: all lanes if the divisor is within the bounds, else none. There is none for a constant, which is.
    is_usual: Option<Arg>,
}

/// The divisors that are no constants of the divisions that are done so.
pub(super) fn divisors(code: &GangCode, by_reciprocals: &ByReciprocals) -> Reciprocals {
    let divisor = |division: &ValueId| match code.values[*division].op {
        Op::Binary(_, _, divisor) if matches!(code.values[divisor].op, Op::Splat(_)) => Some((divisor, None)),
        _ => None,
    };
    by_reciprocals.keys().filter_map(divisor).collect()
}

/// Whether a constant divisor is within the bounds.
pub(super) fn is_usual(bits: u64) -> bool {
    let (shift, least) = bounds(DIVISOR);
    (bits << 1).wrapping_add(shift) as i64 > least as i64
}

/// What to add to the bits of a number, shifted so that the sign is lost, and what the sum has to exceed then as an
/// integer if the number is from 2 to the power of minus this to 2 to the power of this.
fn bounds(power: u64) -> (u64, u64) {
    let (end, length) = ((BIAS + power) << 53, (2 * power) << 53);
    ((1_u64 << 63).wrapping_sub(end), (i64::MAX as u64).wrapping_sub(length))
}

impl Selector<'_> {
    /// Computes the reciprocal of a splat if there are divisions by it.
    pub(super) fn reciprocal(&mut self, splat: ValueId, register: VReg) {
        if !self.reciprocals.contains_key(&splat) {
            return;
        }
        let width = self.width(Element::F64);
        let one = self.scalar_constant(Element::F64, 1f64.to_bits());
        let lowest = |register| Arg::Reg(register, Width::X);
        let (divisor, divide) = (lowest(register), Code::EVEX_Vdivsd_xmm_k1z_xmm_xmmm64_er);
        let nearest = self.function.compute(divide, Width::X, &[lowest(one), divisor]);
        let broadcast = codes::form(codes::broadcast(8), width);
        let nearest = Arg::Reg(self.function.compute(broadcast, width, &[lowest(nearest)]), width);
        let is_usual = self.is_within(Arg::Reg(register, width), DIVISOR, None);
        let (nearest, is_usual) = match self.set.has_mask_registers() {
            true => (nearest, Arg::Reg(is_usual, Width::K)),
            // Of the few registers none is taken for as long as there are divisions. A mask is read by its sign bits.
            false => {
                let operands = [register, is_usual].map(|operand| Arg::Reg(operand, width));
                let is_positive = self.with_code(BinaryOp::AndNot, Element::I64, width, operands);
                (self.in_frame(nearest), self.in_frame(Arg::Reg(is_positive, width)))
            }
        };
        self.reciprocals.insert(splat, Some(Reciprocal { nearest, is_usual: Some(is_usual) }));
    }

    /// A group of quotients, if all lanes have the divisor in common.
    pub(super) fn quotients(&mut self, left: ValueId, right: ValueId, group: usize) -> Option<VReg> {
        let reciprocal = match self.code.constant(right) {
            Some(bits) => {
                let nearest = (1.0 / f64::from_bits(bits)).to_bits();
                Reciprocal { nearest: self.broadcast_constant(nearest, 8), is_usual: None }
            }
            None => (*self.reciprocals.get(&right)?)?,
        };
        let width = self.width(Element::F64);
        let (dividend, divisor) = (self.register(left, group), self.source(right, group));
        let x = Arg::Reg(dividend, width);
        let Reciprocal { nearest, is_usual } = reciprocal;
        let is_within = self.is_within(x, DIVIDEND, is_usual);
        let has_masks = self.set.has_mask_registers();
        let is_negative = self.code.constant(right).is_some_and(|bits| f64::from_bits(bits).is_sign_negative());
        let signs =
            if is_negative { [Fused::SubtractFrom, Fused::Add] } else { [Fused::Subtract, Fused::SubtractFrom] };
        let [rest, corrected] = signs.map(|fused| codes::form(codes::fused(fused, Element::F64), width));
        let product = self.with_code(BinaryOp::Multiply, Element::F64, width, [x, nearest]);
        let rest = self.function.update(rest, width, dividend, &[Arg::Reg(product, width), divisor]);
        let (sources, mask) = ([Arg::Reg(rest, width), nearest], has_masks.then_some(is_within));
        let quotient = self.function.update_under(corrected, width, product, &sources, mask);
        let test = match has_masks {
            true => {
                let classify = Code::EVEX_Vfpclasspd_kr_k1_zmmm512b64_imm8;
                let is_special =
                    self.function.compute_under(classify, Width::K, &[x, Arg::Imm8(SPECIAL)], register(is_usual));
                let masks = [is_within, is_special].map(|mask| Arg::Reg(mask, Width::K));
                Asm::new(Code::VEX_Kortestb_kr_kr, &masks)
            }
            false => {
                let zero = self.broadcast_constant(0, 8);
                let unequal = Arg::Imm8(codes::predicate(Relation::NotEqual, true, false));
                let is_not_zero =
                    self.function.compute(Code::VEX_Vcmppd_ymm_ymm_ymmm256_imm8, width, &[x, zero, unequal]);
                let masks = [is_within, is_not_zero].map(|mask| Arg::Reg(mask, width));
                Asm::new(Code::VEX_Vtestpd_ymm_ymmm256, &masks)
            }
        };
        // The carry says that nothing is beyond the bounds; else the division is done after all.
        let result = self.function.register(width.class());
        let divide = codes::binary(BinaryOp::Divide, Element::F64).unwrap_or([Code::INVALID; 3]);
        let divide = Asm::new(codes::form(divide, width), &[Arg::Reg(result, width), x, divisor]);
        let operands = [Operand::reg_use(quotient), Operand::reg_reuse_def(result, 0)];
        self.function.push(&[test, divide], &operands, false, End::Rarely(Code::Jae_rel32_64, 1));
        Some(result)
    }

    /// The place in the frame that keeps a register.
    fn in_frame(&mut self, register: Arg) -> Arg {
        let width = self.width(Element::F64);
        let place = Arg::Mem(Memory::stack(self.function.slot(width.bytes())));
        self.function.effect(Asm::new(codes::form(codes::store(8), width), &[place, register]));
        place
    }

    /// The lanes of a mask whose magnitude is within bounds.
    fn is_within(&mut self, value: Arg, power: u64, mask: Option<Arg>) -> VReg {
        let width = self.width(Element::F64);
        let (shift, least) = bounds(power);
        let [shift, least] = [shift, least].map(|bits| self.broadcast_constant(bits, 8));
        let without_sign = self.with_code(BinaryOp::Add, Element::I64, width, [value, value]);
        let shifted = self.with_code(BinaryOp::Add, Element::I64, width, [Arg::Reg(without_sign, width), shift]);
        let shifted = Arg::Reg(shifted, width);
        if self.set.has_mask_registers() {
            let greater = Arg::Imm8(codes::predicate(Relation::Greater, false, false));
            let compare = Code::EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8;
            return self.function.compute_under(compare, Width::K, &[shifted, least, greater], register(mask));
        }
        let compare = codes::form(codes::vector_masks::greater(8), width);
        let is_within = self.function.compute(compare, width, &[shifted, least]);
        match mask {
            Some(mask) => self.with_code(BinaryOp::And, Element::I64, width, [Arg::Reg(is_within, width), mask]),
            None => is_within,
        }
    }
}

/// The register of a mask.
fn register(mask: Option<Arg>) -> Option<VReg> {
    match mask {
        Some(Arg::Reg(register, _)) => Some(register),
        _ => None,
    }
}
