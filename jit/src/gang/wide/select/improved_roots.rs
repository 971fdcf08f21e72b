//! Square roots by the reciprocal ones of AVX-512, which are improved, as [quotients](super::improved_quotients) are.
//!
//! ```text
//!     y = 1/sqrt(x), to 14 bits, g = x*y, h = y/2
//!     r = 1/2 - g*h, g = g + g*r, h = h + h*r
//!     r = 1/2 - g*h, g = g + g*r, h = h + h*r
//!     d = x - g*g                 exact
//!     g + d*h                     rounded once
//! ```
//!
//! Before it is rounded, this differs from the root by less than `2**-104` of it. A root that is nearer to the middle
//! `m/2**53` between two numbers, from 1 to 2, has `m*m = k` modulo `2**54` with `k` from -23 to 23, or modulo
//! `2**55` if it is the root of a number from 2 to 4. There are few such numbers, as `k` is one more than a multiple of
//! eight; tests try them all.
//!
//! Of negative numbers all of this is the NaN that the root is. Zeros, infinity and quiet NaNs are their own roots.

use super::Selector;
use crate::gang::ir::{BinaryOp, Element, Fused, UnaryOp, ValueId};
use crate::gang::wide::codes;
use crate::gang::wide::machine::{Arg, Asm, End, Width, early_def};
use forlane_cfg::Relation;
use iced_x86::Code;
use regalloc2::{Operand, RegClass, VReg};

/// Numbers are from 2 to the power of minus this to 2 to the power of this, so that nothing is subnormal on the way.
const POWER: i32 = 900;
/// Quiet NaNs, zeros and infinity, as classes of numbers.
const OWN_ROOTS: u8 = 0x0f;
/// Negative numbers, and negative infinity.
const NEGATIVE: u8 = 0x50;

impl Selector<'_> {
    /// A group of the square roots of an operand.
    pub(super) fn improved_root(&mut self, operand: ValueId, group: usize) -> VReg {
        let width = self.width(Element::F64);
        let of = |register: VReg| Arg::Reg(register, width);
        let [add, subtract_from] =
            [Fused::Add, Fused::SubtractFrom].map(|fused| codes::form(codes::fused(fused, Element::F64), width));
        let number = self.register(operand, group);
        let half = self.broadcast_constant(0.5f64.to_bits(), 8);
        let rough = self.function.compute(Code::EVEX_Vrsqrt14pd_zmm_k1z_zmmm512b64, width, &[of(number)]);
        let mut root = self.with_code(BinaryOp::Multiply, Element::F64, width, [of(number), of(rough)]);
        let mut reciprocal = self.with_code(BinaryOp::Multiply, Element::F64, width, [of(rough), half]);
        for _ in 0..2 {
            let error = self.vector_constant(Element::F64, 0.5f64.to_bits());
            let error = self.function.update(subtract_from, width, error, &[of(root), of(reciprocal)]);
            root = self.function.update(add, width, root, &[of(root), of(error)]);
            reciprocal = self.function.update(add, width, reciprocal, &[of(reciprocal), of(error)]);
        }
        let rest = self.function.update(subtract_from, width, number, &[of(root), of(root)]);
        let root = self.function.update(add, width, root, &[of(rest), of(reciprocal)]);
        self.unless_rooted_otherwise(root, of(number))
    }

    /// The roots, or what is right where a number is beyond the bounds.
    fn unless_rooted_otherwise(&mut self, root: VReg, number: Arg) -> VReg {
        let width = self.width(Element::F64);
        let bounds = [POWER, -POWER].map(|power| self.broadcast_constant(2f64.powi(power).to_bits(), 8));
        let result = self.function.register(RegClass::Float);
        let masks = [(); 2].map(|()| self.function.register(RegClass::Vector));
        let [within, class] = masks.map(|mask| Arg::Reg(mask, Width::K));
        let compare = |relation, bound| {
            let predicate = Arg::Imm8(codes::predicate(relation, true, false));
            Asm::new(Code::EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae, &[within, number, bound, predicate])
        };
        let classify =
            |classes| Asm::new(Code::EVEX_Vfpclasspd_kr_k1_zmmm512b64_imm8, &[class, number, Arg::Imm8(classes)]);
        let accept = || Asm::new(Code::VEX_Korw_kr_kr_kr, &[within, within, class]);
        let all_set = || Asm::new(Code::VEX_Kortestb_kr_kr, &[within; 2]);
        let result_of = |code, operand| Asm::new(code, &[Arg::Reg(result, width), operand]);
        let square_root = codes::unary(UnaryOp::Sqrt, Element::F64).map(|(forms, _)| codes::form(forms, width));
        let rare = [
            classify(OWN_ROOTS),
            result_of(Code::EVEX_Vmovapd_zmm_k1z_zmmm512, number).under(masks[1], false),
            accept(),
            classify(NEGATIVE),
            accept(),
            all_set(),
            Asm::new(Code::Jb_rel32_64, &[]),
            result_of(square_root.unwrap_or_default(), number),
        ];
        let less = compare(Relation::Less, bounds[0]);
        let greater = compare(Relation::Greater, bounds[1]).under(masks[0], false);
        let parts = [&[less, greater, all_set()][..], &rare].concat();
        let reused = [Operand::reg_use(root), Operand::reg_reuse_def(result, 0)];
        let operands: Vec<Operand> = reused.into_iter().chain(masks.map(early_def)).collect();
        self.function.push(&parts, &operands, false, End::Rarely(Code::Jae_rel32_64, rare.len() as u32));
        result
    }
}
