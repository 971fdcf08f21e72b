//! Conversions of type, for one group of lanes.

use super::Selector;
use crate::gang::ir::{Element, ValueId};
use crate::gang::wide::codes::{Forms, WIDEN, form};
use crate::gang::wide::machine::{Arg, Width};
use iced_x86::Code;
use regalloc2::VReg;

/// Between elements of 32 bits.
const OF_SAME_SIZE: [(Element, Element, Forms); 2] = [
    (
        Element::I32,
        Element::F32,
        [
            Code::EVEX_Vcvtdq2ps_xmm_k1z_xmmm128b32,
            Code::EVEX_Vcvtdq2ps_ymm_k1z_ymmm256b32,
            Code::EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er,
        ],
    ),
    // A NaN, or a value out of range, becomes the least integer; so do all conversions to integers.
    (
        Element::F32,
        Element::I32,
        [
            Code::EVEX_Vcvttps2dq_xmm_k1z_xmmm128b32,
            Code::EVEX_Vcvttps2dq_ymm_k1z_ymmm256b32,
            Code::EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae,
        ],
    ),
];

/// Where one of both has 64 bits: for half a register and a whole one of 256 and of 512 bits.
const OF_UNLIKE_SIZE: [(Element, Element, Forms); 11] = [
    (Element::F64, Element::F32, forms(Code::VEX_Vcvtpd2ps_xmm_ymmm256, Code::EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er)),
    (Element::F64, Element::I32, forms(Code::VEX_Vcvttpd2dq_xmm_ymmm256, Code::EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae)),
    (Element::F32, Element::F64, forms(Code::VEX_Vcvtps2pd_ymm_xmmm128, Code::EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae)),
    (Element::I32, Element::F64, forms(Code::VEX_Vcvtdq2pd_ymm_xmmm128, Code::EVEX_Vcvtdq2pd_zmm_k1z_ymmm256b32_er)),
    (Element::I32, Element::I64, WIDEN),
    (Element::Mask32, Element::Mask64, WIDEN),
    (Element::F64, Element::I64, forms(Code::INVALID, Code::EVEX_Vcvttpd2qq_zmm_k1z_zmmm512b64_sae)),
    (Element::F32, Element::I64, forms(Code::INVALID, Code::EVEX_Vcvttps2qq_zmm_k1z_ymmm256b32_sae)),
    (Element::I64, Element::F64, forms(Code::INVALID, Code::EVEX_Vcvtqq2pd_zmm_k1z_zmmm512b64_er)),
    (Element::I64, Element::F32, forms(Code::INVALID, Code::EVEX_Vcvtqq2ps_ymm_k1z_zmmm512b64_er)),
    (Element::I64, Element::I32, forms(Code::INVALID, Code::EVEX_Vpmovqd_ymmm256_k1z_zmm)),
];

/// The instructions that convert between elements of which one has 64 bits, if there are any.
pub(super) fn between_sizes(from: Element, to: Element) -> Option<Forms> {
    OF_UNLIKE_SIZE.iter().find(|row| (row.0, row.1) == (from, to)).map(|row| row.2)
}

/// Those for registers of 256 and of 512 bits.
const fn forms(of_256_bits: Code, of_512_bits: Code) -> Forms {
    [Code::INVALID, of_256_bits, of_512_bits]
}

impl Selector<'_> {
    /// A conversion; of a mask, its complement if that is what its registers hold.
    pub(super) fn convert(&mut self, value: ValueId, operand: ValueId, group: usize) -> VReg {
        if let Some(register) = self.taken_register(value, group).or_else(|| self.whole_parts_by_halves(value, group)) {
            return register;
        }
        let held = match self.complements.has(value) {
            true => self.held_register(operand, group),
            false => self.register(operand, group),
        };
        self.convert_register(held, self.ty(operand).element, self.ty(value).element)
    }

    /// A group of an operand converted to an element. Masks in mask registers are the same for all widths.
    pub(super) fn convert_register(&mut self, value: VReg, from: Element, to: Element) -> VReg {
        if from.is_mask() && self.width(from) == self.width(to) {
            return value;
        }
        let (source, width) = (Arg::Reg(value, self.width(from)), self.width(to));
        if let Some((.., forms)) = OF_SAME_SIZE.iter().find(|row| (row.0, row.1) == (from, to)) {
            return self.function.compute(form(*forms, width), width, &[source]);
        }
        if let Some(converted) = self.composed_conversion(value, from, to) {
            return converted;
        }
        match between_sizes(from, to) {
            Some(forms) => self.function.compute(form(forms, self.set.whole()), width, &[source]),
            None => value,
        }
    }

    /// Converts a scalar.
    pub(super) fn convert_scalar(&mut self, value: VReg, from: Element, to: Element) -> VReg {
        let (of_value, of_zero) = (super::blocks::scalar_width(from), Width::X);
        let source = Arg::Reg(value, of_value);
        let into_real = |code: Code| (code, Width::X, true);
        let (code, width, merges) = match (from, to) {
            (Element::I32, Element::F64) => into_real(Code::EVEX_Vcvtsi2sd_xmm_xmm_rm32_er),
            (Element::I32, Element::F32) => into_real(Code::EVEX_Vcvtsi2ss_xmm_xmm_rm32_er),
            (Element::I64, Element::F64) => into_real(Code::EVEX_Vcvtsi2sd_xmm_xmm_rm64_er),
            (Element::I64, Element::F32) => into_real(Code::EVEX_Vcvtsi2ss_xmm_xmm_rm64_er),
            (Element::F32, Element::F64) => into_real(Code::EVEX_Vcvtss2sd_xmm_k1z_xmm_xmmm32_sae),
            (Element::F64, Element::F32) => into_real(Code::EVEX_Vcvtsd2ss_xmm_k1z_xmm_xmmm64_er),
            (Element::F64, Element::I32) => (Code::EVEX_Vcvttsd2si_r32_xmmm64_sae, Width::R32, false),
            (Element::F64, Element::I64) => (Code::EVEX_Vcvttsd2si_r64_xmmm64_sae, Width::R64, false),
            (Element::F32, Element::I32) => (Code::EVEX_Vcvttss2si_r32_xmmm32_sae, Width::R32, false),
            (Element::F32, Element::I64) => (Code::EVEX_Vcvttss2si_r64_xmmm32_sae, Width::R64, false),
            (Element::I32, Element::I64) => (Code::Movsxd_r64_rm32, Width::R64, false),
            (Element::I64, Element::I32) => {
                return self.function.compute(Code::Mov_r32_rm32, Width::R32, &[Arg::Reg(value, Width::R32)]);
            }
            _ => return value,
        };
        match merges {
            // The upper part of the result is that of the first source.
            true => {
                let zero = Arg::Reg(self.zero(), of_zero);
                self.function.compute(code, width, &[zero, source])
            }
            false => self.function.compute(code, width, &[source]),
        }
    }
}
