//! Quotients of which each lane has a divisor of its own, by the reciprocals of AVX-512, which are improved.
//!
//! The divider takes the time of some twenty other operations for a register, and does one at a time. Where a block
//! has little else to do, it is what everything waits for; so some of the groups of lanes are divided by
//!
//! ```text
//!     y = 1/b, to 14 bits, e = 1 - b*y
//!     y = y + y*e, e = e*e + 2**-52
//!     y = y + y*e             next to 1/b, or the second next
//!     e = 1 - b*y
//!     z = y + y*e             rounded once
//!     q = a*z
//!     r = a - b*q
//!     q + r*z                 rounded once
//! ```
//!
//! This is the quotient, correctly rounded, if nothing overflows or is subnormal on the way (P. Markstein: Computation
//! of elementary functions on the IBM RISC System/6000 processor, IBM Journal of Research and Development 34, 1990).
//! With `a` and `b` from 1 to 2, the reciprocal `z` is within `(1 + 6*2**-50)/2` units in the last place of `1/b`. Only
//! a quotient that is next to the middle between two numbers could be rounded wrongly. Then `q` is half a unit `u` from
//! it, so that `r` is exact and the error of `r*z` at most `b*u/2 * (1 + 6*2**-50) * 2**-54`. From the middle the
//! quotient is at least `u*2**-53/b`, which is more if `b*b*(1 + 6*2**-50) < 4`. That is so but for the dozen numbers
//! next below 2, for which tests try the dividends that come next to the middle. The greatest of them needs a
//! reciprocal above a power of two, which is why a little is added to the square.
//!
//! Where a lane has a number beyond the bounds in which this holds, code that is out of the way does more: of zeros,
//! infinities and NaNs `a*y` is the quotient; others are divided after all.

use super::Selector;
use super::quotients::SPECIAL;
use crate::gang::ir::{BinaryOp, Element, Fused, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, End, Width, early_def};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::{Operand, RegClass, VReg};
use std::collections::HashMap;

/// Dividends and divisors are from 2 to the power of minus this to 2 to the power of this, so quotients are within
/// twice as many powers, and what is left of a dividend is not subnormal.
const POWER: i32 = 500;
/// What is added to the square of the error.
const MORE: f64 = f64::EPSILON;
/// The lesser and the greater magnitude of two numbers.
const LESSER: u8 = 0b1010;
const GREATER: u8 = 0b1011;

/// The reciprocals of groups of divisors.
pub(super) type OfDivisor = HashMap<(ValueId, usize), VReg>;

impl Selector<'_> {
    /// A group of the quotients of operands of which each lane has its own.
    pub(super) fn improved_quotient(&mut self, left: ValueId, right: ValueId, group: usize) -> VReg {
        let width = self.width(Element::F64);
        let of = |register: VReg| Arg::Reg(register, width);
        let [add, subtract_from] =
            [Fused::Add, Fused::SubtractFrom].map(|fused| codes::form(codes::fused(fused, Element::F64), width));
        let (dividend, divisor) = (self.register(left, group), self.register(right, group));
        let (a, b) = (of(dividend), of(divisor));
        let reciprocal = match self.of_divisor.get(&(right, group)) {
            Some(known) => *known,
            None => {
                let reciprocal = self.of_divisor(b, [add, subtract_from]);
                self.of_divisor.insert((right, group), reciprocal);
                reciprocal
            }
        };
        let z = of(reciprocal);
        let near = self.with_code(BinaryOp::Multiply, Element::F64, width, [a, z]);
        let rest = self.function.update(subtract_from, width, dividend, &[of(near), b]);
        let quotient = self.function.update(add, width, near, &[of(rest), z]);
        self.unless_beyond(quotient, [a, b])
    }

    /// The reciprocal of a register of divisors.
    fn of_divisor(&mut self, b: Arg, [add, subtract_from]: [Code; 2]) -> VReg {
        let width = self.width(Element::F64);
        let of = |register: VReg| Arg::Reg(register, width);
        let one = 1f64.to_bits();
        let rough = self.function.compute(Code::EVEX_Vrcp14pd_zmm_k1z_zmmm512b64, width, &[b]);
        let error = self.vector_constant(Element::F64, one);
        let error = self.function.update(subtract_from, width, error, &[of(rough), b]);
        let better = self.function.update(add, width, rough, &[of(rough), of(error)]);
        let more = self.vector_constant(Element::F64, MORE.to_bits());
        let square = self.function.update(add, width, more, &[of(error), of(error)]);
        let near = self.function.update(add, width, better, &[of(better), of(square)]);
        let error = self.vector_constant(Element::F64, one);
        let error = self.function.update(subtract_from, width, error, &[of(near), b]);
        self.function.update(add, width, near, &[of(near), of(error)])
    }

    /// The quotients, or what is right where a number is beyond the bounds.
    fn unless_beyond(&mut self, quotient: VReg, [a, b]: [Arg; 2]) -> VReg {
        let width = self.width(Element::F64);
        let bounds = [POWER, -POWER].map(|power| self.broadcast_constant(2f64.powi(power).to_bits(), 8));
        let [result, magnitude] = [(); 2].map(|()| self.function.register(RegClass::Float));
        let masks = [(); 3].map(|()| self.function.register(RegClass::Vector));
        let [within, of_left, special] = masks;
        let (of, of_mask) = (|register| Arg::Reg(register, width), |mask| Arg::Reg(mask, Width::K));
        // Those lanes of a mask of which the lesser and the greater magnitude are within the bounds.
        let is_within = |[one, other]: [Arg; 2], mask: VReg| {
            let range = |choice| {
                let operands = [of(magnitude), one, other, Arg::Imm8(choice)];
                Asm::new(Code::EVEX_Vrangepd_zmm_k1z_zmm_zmmm512b64_imm8_sae, &operands)
            };
            let compare = |relation, bound| {
                let predicate = Arg::Imm8(codes::predicate(relation, true, false));
                let operands = [of_mask(mask), of(magnitude), bound, predicate];
                Asm::new(Code::EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae, &operands)
            };
            let less = compare(Relation::Less, bounds[0]);
            [range(GREATER), less, range(LESSER), compare(Relation::Greater, bounds[1]).under(mask, false)]
        };
        let all_set = |mask| Asm::new(Code::VEX_Kortestb_kr_kr, &[of_mask(mask); 2]);
        let on_masks = |code, result, left, right| Asm::new(code, &[result, left, right].map(of_mask));
        let mut parts = is_within([a, b], within).to_vec();
        parts.push(all_set(within));
        let usual = parts.len();
        // The other lanes become `a*y`, which is right where a number is special. If any lane is left, all are divided.
        let of_others = |code: Code, operands: &[Arg]| Asm::new(code, operands).under(within, false);
        parts.push(on_masks(Code::VEX_Kxnorw_kr_kr_kr, special, special, special));
        parts.push(on_masks(Code::VEX_Kxorw_kr_kr_kr, within, within, special));
        let multiply = codes::form(codes::binary(BinaryOp::Multiply, Element::F64).unwrap_or_default(), width);
        parts.push(of_others(Code::EVEX_Vrcp14pd_zmm_k1z_zmmm512b64, &[of(result), b]));
        parts.push(of_others(multiply, &[of(result), a, of(result)]));
        for (number, mask) in [(a, of_left), (b, within)] {
            parts.extend(is_within([number; 2], mask));
            let classify = Code::EVEX_Vfpclasspd_kr_k1_zmmm512b64_imm8;
            parts.push(Asm::new(classify, &[of_mask(special), number, Arg::Imm8(SPECIAL)]));
            parts.push(on_masks(Code::VEX_Korw_kr_kr_kr, mask, mask, special));
        }
        parts.push(on_masks(Code::VEX_Kandw_kr_kr_kr, within, within, of_left));
        parts.extend([all_set(within), Asm::new(Code::Jb_rel32_64, &[])]);
        let divide = codes::form(codes::binary(BinaryOp::Divide, Element::F64).unwrap_or_default(), width);
        parts.push(Asm::new(divide, &[of(result), a, b]));
        let rare = (parts.len() - usual) as u32;
        let mut operands = vec![Operand::reg_use(quotient), Operand::reg_reuse_def(result, 0)];
        operands.extend([magnitude].into_iter().chain(masks).map(early_def));
        self.function.push(&parts, &operands, false, End::Rarely(Code::Jae_rel32_64, rare));
        result
    }
}
