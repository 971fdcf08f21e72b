//! Quotients of which all lanes have the divisor in common, without the processor's division.
//!
//! A register of eight quotients keeps the divider busy for as long as it takes to do some thirty other operations.
//! With the divisor `y` known before, the number `z` next to its reciprocal is computed once, or is a constant, and a
//! quotient is
//!
//! ```text
//!     p = x*z
//!     r = x - p*y     rounded once
//!     q = p + r*z     rounded once
//! ```
//!
//! This is the quotient, correctly rounded, if nothing overflows or is subnormal on the way (N. Brisebarre, J.-M.
//! Muller, S. K. Raina: Accelerating Correctly Rounded Floating-Point Division when the Divisor Is Known in Advance,
//! IEEE Transactions on Computers 53, 2004).
//!
//! Lanes in which `x` is zero, infinite or a NaN are left with `p`, which is the quotient to the sign and the bits of
//! the NaN. If another lane, or the divisor, is beyond the bounds in which the above holds, the register is divided
//! after all, in code that is out of the way.

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, Fused, GangCode, GangType, Op, UnaryOp, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::isa::WideSet;
use crate::gang::wide::machine::{Arg, Asm, End, Width};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::{Operand, VReg};
use std::collections::{HashMap, HashSet};

/// Dividends are from 2 to the power of minus this to 2 to the power of this.
const DIVIDEND: u64 = 700;
/// Divisors likewise.
const DIVISOR: u64 = 128;
/// The exponent of 1.
const BIAS: u64 = 1023;
/// NaNs, zeros and infinities, as classes of numbers.
const SPECIAL: u8 = 0x9f;
/// From this number of groups of lanes on a divisor's reciprocal is worth computing.
const LEAST_GROUPS: usize = 2;
/// Where a block has more operations than this for each division, these take their time beside the others.
const MOST_OPERATIONS: usize = 48;

/// Which divisions are done so, and with what.
#[derive(Debug, Default)]
pub(super) struct Quotients {
    divisions: HashSet<ValueId>,
    /// For each divisor that is no constant.
    reciprocals: HashMap<ValueId, Option<Reciprocal>>,
}

/// What a divisor is replaced with.
#[derive(Clone, Copy, Debug)]
struct Reciprocal {
    /// The number next to the reciprocal.
    nearest: Arg,
    /// Set in all lanes if the divisor is within the bounds; none for a constant, which is.
    is_usual: Option<VReg>,
}

/// Finds the divisions that are done so with an instruction set, of a number of groups of lanes.
pub(super) fn find(code: &GangCode, set: WideSet, groups: usize) -> Quotients {
    let mut found = Quotients::default();
    if !set.has_mask_registers() {
        return found;
    }
    for block in code.reverse_postorder() {
        let ops = &code.blocks[block].ops;
        let operations = ops.iter().filter(|value| code.ty(**value).is_varying()).count();
        let divisions = ops.iter().filter(|value| is_slow(code, **value)).count();
        if operations > MOST_OPERATIONS * divisions {
            continue;
        }
        for value in ops {
            let Op::Binary(BinaryOp::Divide, _, divisor) = code.values[*value].op else { continue };
            if code.ty(*value) != GangType::varying(Element::F64) {
                continue;
            }
            match (code.constant(divisor), &code.values[divisor].op) {
                (Some(bits), _) if is_usual(bits) => {}
                (None, Op::Splat(_)) if groups >= LEAST_GROUPS => {
                    found.reciprocals.insert(divisor, None);
                }
                _ => continue,
            }
            found.divisions.insert(*value);
        }
    }
    found
}

/// Whether an operation keeps the divider busy.
fn is_slow(code: &GangCode, value: ValueId) -> bool {
    let is_divider = matches!(code.values[value].op, Op::Binary(BinaryOp::Divide, ..) | Op::Unary(UnaryOp::Sqrt, _));
    is_divider && code.ty(value).is_varying() && code.ty(value).element.is_real()
}

/// Whether a constant divisor is within the bounds.
fn is_usual(bits: u64) -> bool {
    let (first, length) = bounds(DIVISOR);
    (bits << 1).wrapping_sub(first) < length
}

/// Of the bits but the sign, shifted to the left end, the first ones within bounds, and the number of those that are.
fn bounds(power: u64) -> (u64, u64) {
    ((BIAS - power) << 53, (2 * power) << 53)
}

impl Selector<'_> {
    /// Computes the reciprocal of a splat if there are divisions by it.
    pub(super) fn reciprocal(&mut self, splat: ValueId, register: VReg) {
        if !self.quotients.reciprocals.contains_key(&splat) {
            return;
        }
        let width = self.width(Element::F64);
        let one = self.scalar_constant(Element::F64, 1f64.to_bits());
        let lowest = |register| Arg::Reg(register, Width::X);
        let (divisor, divide) = (lowest(register), Code::EVEX_Vdivsd_xmm_k1z_xmm_xmmm64_er);
        let nearest = self.function.compute(divide, Width::X, &[lowest(one), divisor]);
        let broadcast = codes::form(codes::broadcast(8), width);
        let nearest = Arg::Reg(self.function.compute(broadcast, width, &[lowest(nearest)]), width);
        let is_usual = Some(self.is_within(Arg::Reg(register, width), DIVISOR, None));
        self.quotients.reciprocals.insert(splat, Some(Reciprocal { nearest, is_usual }));
    }

    /// A group of the quotients of a division, if it is one that is done so.
    pub(super) fn quotients(&mut self, division: ValueId, group: usize) -> Option<VReg> {
        let Op::Binary(_, left, right) = self.code.values[division].op else { return None };
        let reciprocal = match self.code.constant(right) {
            _ if !self.quotients.divisions.contains(&division) => return None,
            Some(bits) => {
                let nearest = (1.0 / f64::from_bits(bits)).to_bits();
                Reciprocal { nearest: self.broadcast_constant(nearest, 8), is_usual: None }
            }
            None => (*self.quotients.reciprocals.get(&right)?)?,
        };
        let width = self.width(Element::F64);
        let (dividend, divisor) = (self.register(left, group), self.source(right, group));
        let x = Arg::Reg(dividend, width);
        let Reciprocal { nearest, is_usual } = reciprocal;
        let is_within = self.is_within(x, DIVIDEND, is_usual);
        let classify = Code::EVEX_Vfpclasspd_kr_k1_zmmm512b64_imm8;
        let is_special = self.function.compute_under(classify, Width::K, &[x, Arg::Imm8(SPECIAL)], is_usual);
        let [add, subtract_from] =
            [Fused::Add, Fused::SubtractFrom].map(|fused| codes::form(codes::fused(fused, Element::F64), width));
        let product = self.with_code(BinaryOp::Multiply, Element::F64, width, [x, nearest]);
        let remainder = self.function.update(subtract_from, width, dividend, &[Arg::Reg(product, width), divisor]);
        let sources = [Arg::Reg(remainder, width), nearest];
        let quotient = self.function.update_under(add, width, product, &sources, Some(is_within));
        // All lanes are within the bounds or special, or the division is done after all.
        let result = self.function.register(width.class());
        let [is_within, is_special] = [is_within, is_special].map(|mask| Arg::Reg(mask, Width::K));
        let divide = codes::binary(BinaryOp::Divide, Element::F64).unwrap_or([Code::INVALID; 3]);
        let parts = [
            Asm::new(Code::VEX_Kortestb_kr_kr, &[is_within, is_special]),
            Asm::new(codes::form(divide, width), &[Arg::Reg(result, width), x, divisor]),
        ];
        let operands = [Operand::reg_use(quotient), Operand::reg_reuse_def(result, 0)];
        self.function.push(&parts, &operands, false, End::Rarely(Code::Jae_rel32_64));
        Some(result)
    }

    /// The lanes whose magnitude is within bounds.
    fn is_within(&mut self, value: Arg, power: u64, mask: Option<VReg>) -> VReg {
        let width = self.width(Element::F64);
        let (first, length) = bounds(power);
        let [first, length] = [first, length].map(|bits| self.broadcast_constant(bits, 8));
        let without_sign = self.with_code(BinaryOp::Add, Element::I64, width, [value, value]);
        let from_first = [Arg::Reg(without_sign, width), first];
        let from_first = self.with_code(BinaryOp::Subtract, Element::I64, width, from_first);
        let compare = Code::EVEX_Vpcmpuq_kr_k1_zmm_zmmm512b64_imm8;
        let less = Arg::Imm8(codes::predicate(Relation::Less, false, false));
        let sources = [Arg::Reg(from_first, width), length, less];
        self.function.compute_under(compare, Width::K, &sources, mask)
    }
}
