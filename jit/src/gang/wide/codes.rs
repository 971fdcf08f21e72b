//! The instructions of the processor for operations of gang code.

pub mod vector_masks;

use super::machine::Width;
use crate::gang::ir::{BinaryOp, Element, Fused, UnaryOp};
use forlane_cfg::Relation;
use iced_x86::Code;

/// An instruction for registers of 128, 256 and 512 bits.
pub type Forms = [Code; 3];

/// The one for a width.
pub fn form(forms: Forms, width: Width) -> Code {
    match width {
        Width::X => forms[0],
        Width::Y => forms[1],
        _ => forms[2],
    }
}

/// The instruction for two operands of an element, if there is one. `AndNot` takes its operands exchanged.
pub fn binary(operation: BinaryOp, element: Element) -> Option<Forms> {
    Some(match (operation, element) {
        (BinaryOp::Add, Element::F64) => [
            Code::EVEX_Vaddpd_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vaddpd_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er,
        ],
        (BinaryOp::Add, Element::F32) => [
            Code::EVEX_Vaddps_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vaddps_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er,
        ],
        (BinaryOp::Add, Element::I64) => [
            Code::EVEX_Vpaddq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpaddq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::Add, Element::I32) => [
            Code::EVEX_Vpaddd_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpaddd_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::Subtract, Element::F64) => [
            Code::EVEX_Vsubpd_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vsubpd_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er,
        ],
        (BinaryOp::Subtract, Element::F32) => [
            Code::EVEX_Vsubps_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vsubps_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er,
        ],
        (BinaryOp::Subtract, Element::I64) => [
            Code::EVEX_Vpsubq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpsubq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::Subtract, Element::I32) => [
            Code::EVEX_Vpsubd_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpsubd_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::Multiply, Element::F64) => [
            Code::EVEX_Vmulpd_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vmulpd_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er,
        ],
        (BinaryOp::Multiply, Element::F32) => [
            Code::EVEX_Vmulps_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vmulps_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er,
        ],
        (BinaryOp::Multiply, Element::I64) => [
            Code::EVEX_Vpmullq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpmullq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpmullq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::Multiply, Element::I32) => [
            Code::EVEX_Vpmulld_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpmulld_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::Divide, Element::F64) => [
            Code::EVEX_Vdivpd_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vdivpd_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er,
        ],
        (BinaryOp::Divide, Element::F32) => [
            Code::EVEX_Vdivps_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vdivps_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er,
        ],
        (BinaryOp::Min, Element::I64) => [
            Code::EVEX_Vpminsq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpminsq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpminsq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::Min, Element::I32) => [
            Code::EVEX_Vpminsd_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpminsd_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpminsd_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::Max, Element::I64) => [
            Code::EVEX_Vpmaxsq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpmaxsq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpmaxsq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::Max, Element::I32) => [
            Code::EVEX_Vpmaxsd_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpmaxsd_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpmaxsd_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::And, Element::F64 | Element::I64) => [
            Code::EVEX_Vpandq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpandq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::And, Element::F32 | Element::I32) => [
            Code::EVEX_Vpandd_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpandd_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::Or, Element::F64 | Element::I64) => [
            Code::EVEX_Vporq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vporq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vporq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::Or, Element::F32 | Element::I32) => [
            Code::EVEX_Vpord_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpord_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpord_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::Xor, Element::F64 | Element::I64) => [
            Code::EVEX_Vpxorq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpxorq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::Xor, Element::F32 | Element::I32) => [
            Code::EVEX_Vpxord_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpxord_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32,
        ],
        (BinaryOp::AndNot, Element::I64) => [
            Code::EVEX_Vpandnq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpandnq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpandnq_zmm_k1z_zmm_zmmm512b64,
        ],
        (BinaryOp::AndNot, Element::I32) => [
            Code::EVEX_Vpandnd_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpandnd_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32,
        ],
        _ => return None,
    })
}

/// The instruction for one operand of an element, if there is one, with the number that it takes.
pub fn unary(operation: UnaryOp, element: Element) -> Option<(Forms, Option<u8>)> {
    /// Toward zero, without the exception for inexact results.
    const TOWARD_ZERO: u8 = 0b1011;
    Some(match (operation, element) {
        (UnaryOp::Sqrt, Element::F64) => (
            [
                Code::EVEX_Vsqrtpd_xmm_k1z_xmmm128b64,
                Code::EVEX_Vsqrtpd_ymm_k1z_ymmm256b64,
                Code::EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er,
            ],
            None,
        ),
        (UnaryOp::Truncate, Element::F64) => (
            [
                Code::EVEX_Vrndscalepd_xmm_k1z_xmmm128b64_imm8,
                Code::EVEX_Vrndscalepd_ymm_k1z_ymmm256b64_imm8,
                Code::EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae,
            ],
            Some(TOWARD_ZERO),
        ),
        (UnaryOp::Sqrt, Element::F32) => (
            [
                Code::EVEX_Vsqrtps_xmm_k1z_xmmm128b32,
                Code::EVEX_Vsqrtps_ymm_k1z_ymmm256b32,
                Code::EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er,
            ],
            None,
        ),
        (UnaryOp::Truncate, Element::F32) => (
            [
                Code::EVEX_Vrndscaleps_xmm_k1z_xmmm128b32_imm8,
                Code::EVEX_Vrndscaleps_ymm_k1z_ymmm256b32_imm8,
                Code::EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae,
            ],
            Some(TOWARD_ZERO),
        ),
        (UnaryOp::Abs, Element::I64) => (
            [
                Code::EVEX_Vpabsq_xmm_k1z_xmmm128b64,
                Code::EVEX_Vpabsq_ymm_k1z_ymmm256b64,
                Code::EVEX_Vpabsq_zmm_k1z_zmmm512b64,
            ],
            None,
        ),
        (UnaryOp::ShiftLeft(bits), Element::I64) => (
            [
                Code::EVEX_Vpsllq_xmm_k1z_xmmm128b64_imm8,
                Code::EVEX_Vpsllq_ymm_k1z_ymmm256b64_imm8,
                Code::EVEX_Vpsllq_zmm_k1z_zmmm512b64_imm8,
            ],
            Some(bits),
        ),
        (UnaryOp::ShiftRight(bits), Element::I64) => (
            [
                Code::EVEX_Vpsraq_xmm_k1z_xmmm128b64_imm8,
                Code::EVEX_Vpsraq_ymm_k1z_ymmm256b64_imm8,
                Code::EVEX_Vpsraq_zmm_k1z_zmmm512b64_imm8,
            ],
            Some(bits),
        ),
        (UnaryOp::ShiftRightUnsigned(bits), Element::I64) => (
            [
                Code::EVEX_Vpsrlq_xmm_k1z_xmmm128b64_imm8,
                Code::EVEX_Vpsrlq_ymm_k1z_ymmm256b64_imm8,
                Code::EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8,
            ],
            Some(bits),
        ),
        (UnaryOp::Abs, Element::I32) => (
            [
                Code::EVEX_Vpabsd_xmm_k1z_xmmm128b32,
                Code::EVEX_Vpabsd_ymm_k1z_ymmm256b32,
                Code::EVEX_Vpabsd_zmm_k1z_zmmm512b32,
            ],
            None,
        ),
        (UnaryOp::ShiftLeft(bits), Element::I32) => (
            [
                Code::EVEX_Vpslld_xmm_k1z_xmmm128b32_imm8,
                Code::EVEX_Vpslld_ymm_k1z_ymmm256b32_imm8,
                Code::EVEX_Vpslld_zmm_k1z_zmmm512b32_imm8,
            ],
            Some(bits),
        ),
        (UnaryOp::ShiftRight(bits), Element::I32) => (
            [
                Code::EVEX_Vpsrad_xmm_k1z_xmmm128b32_imm8,
                Code::EVEX_Vpsrad_ymm_k1z_ymmm256b32_imm8,
                Code::EVEX_Vpsrad_zmm_k1z_zmmm512b32_imm8,
            ],
            Some(bits),
        ),
        (UnaryOp::ShiftRightUnsigned(bits), Element::I32) => (
            [
                Code::EVEX_Vpsrld_xmm_k1z_xmmm128b32_imm8,
                Code::EVEX_Vpsrld_ymm_k1z_ymmm256b32_imm8,
                Code::EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8,
            ],
            Some(bits),
        ),
        _ => return None,
    })
}

/// The comparison of an element, into a mask register.
pub fn compare(element: Element) -> Forms {
    match element {
        Element::F64 => [
            Code::EVEX_Vcmppd_kr_k1_xmm_xmmm128b64_imm8,
            Code::EVEX_Vcmppd_kr_k1_ymm_ymmm256b64_imm8,
            Code::EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae,
        ],
        Element::F32 => [
            Code::EVEX_Vcmpps_kr_k1_xmm_xmmm128b32_imm8,
            Code::EVEX_Vcmpps_kr_k1_ymm_ymmm256b32_imm8,
            Code::EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae,
        ],
        Element::I64 => [
            Code::EVEX_Vpcmpq_kr_k1_xmm_xmmm128b64_imm8,
            Code::EVEX_Vpcmpq_kr_k1_ymm_ymmm256b64_imm8,
            Code::EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8,
        ],
        _ => [
            Code::EVEX_Vpcmpd_kr_k1_xmm_xmmm128b32_imm8,
            Code::EVEX_Vpcmpd_kr_k1_ymm_ymmm256b32_imm8,
            Code::EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8,
        ],
    }
}

/// Into a mask register, the lanes in which two integers have a bit in common, or those in which they have none.
pub fn test_bits(size: u32, in_common: bool) -> Forms {
    match (size, in_common) {
        (8, true) => [
            Code::EVEX_Vptestmq_kr_k1_xmm_xmmm128b64,
            Code::EVEX_Vptestmq_kr_k1_ymm_ymmm256b64,
            Code::EVEX_Vptestmq_kr_k1_zmm_zmmm512b64,
        ],
        (8, false) => [
            Code::EVEX_Vptestnmq_kr_k1_xmm_xmmm128b64,
            Code::EVEX_Vptestnmq_kr_k1_ymm_ymmm256b64,
            Code::EVEX_Vptestnmq_kr_k1_zmm_zmmm512b64,
        ],
        (_, true) => [
            Code::EVEX_Vptestmd_kr_k1_xmm_xmmm128b32,
            Code::EVEX_Vptestmd_kr_k1_ymm_ymmm256b32,
            Code::EVEX_Vptestmd_kr_k1_zmm_zmmm512b32,
        ],
        (_, false) => [
            Code::EVEX_Vptestnmd_kr_k1_xmm_xmmm128b32,
            Code::EVEX_Vptestnmd_kr_k1_ymm_ymmm256b32,
            Code::EVEX_Vptestnmd_kr_k1_zmm_zmmm512b32,
        ],
    }
}

/// The number that a comparison takes for a relation, or for its negation: of reals false for NaNs, but for `/=`.
pub fn predicate(relation: Relation, is_real: bool, is_negated: bool) -> u8 {
    let (holds, fails) = match (relation, is_real) {
        (Relation::Equal, _) => (0, 4),
        (Relation::NotEqual, _) => (4, 0),
        (Relation::Less, _) => (1, 5),
        (Relation::LessEqual, _) => (2, 6),
        (Relation::Greater, true) => (14, 10),
        (Relation::GreaterEqual, true) => (13, 9),
        (Relation::Greater, false) => (6, 2),
        (Relation::GreaterEqual, false) => (5, 1),
    };
    if is_negated { fails } else { holds }
}

/// The selection by a mask register.
pub fn blend(size: u32) -> Forms {
    match size {
        8 => [
            Code::EVEX_Vpblendmq_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vpblendmq_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vpblendmq_zmm_k1z_zmm_zmmm512b64,
        ],
        _ => [
            Code::EVEX_Vpblendmd_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpblendmd_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpblendmd_zmm_k1z_zmm_zmmm512b32,
        ],
    }
}

/// The combination of three operands by a table of their bits.
pub fn ternary(size: u32) -> Forms {
    match size {
        8 => [
            Code::EVEX_Vpternlogq_xmm_k1z_xmm_xmmm128b64_imm8,
            Code::EVEX_Vpternlogq_ymm_k1z_ymm_ymmm256b64_imm8,
            Code::EVEX_Vpternlogq_zmm_k1z_zmm_zmmm512b64_imm8,
        ],
        _ => [
            Code::EVEX_Vpternlogd_xmm_k1z_xmm_xmmm128b32_imm8,
            Code::EVEX_Vpternlogd_ymm_k1z_ymm_ymmm256b32_imm8,
            Code::EVEX_Vpternlogd_zmm_k1z_zmm_zmmm512b32_imm8,
        ],
    }
}

/// The instruction that adds a product to its first operand, or subtracts one from the other.
pub fn fused(fused: Fused, element: Element) -> Forms {
    match (fused, element) {
        (Fused::Add, Element::F64) => [
            Code::EVEX_Vfmadd231pd_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vfmadd231pd_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er,
        ],
        (Fused::Add, _) => [
            Code::EVEX_Vfmadd231ps_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vfmadd231ps_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vfmadd231ps_zmm_k1z_zmm_zmmm512b32_er,
        ],
        (Fused::Subtract, Element::F64) => [
            Code::EVEX_Vfmsub231pd_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vfmsub231pd_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vfmsub231pd_zmm_k1z_zmm_zmmm512b64_er,
        ],
        (Fused::Subtract, _) => [
            Code::EVEX_Vfmsub231ps_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vfmsub231ps_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vfmsub231ps_zmm_k1z_zmm_zmmm512b32_er,
        ],
        (Fused::SubtractFrom, Element::F64) => [
            Code::EVEX_Vfnmadd231pd_xmm_k1z_xmm_xmmm128b64,
            Code::EVEX_Vfnmadd231pd_ymm_k1z_ymm_ymmm256b64,
            Code::EVEX_Vfnmadd231pd_zmm_k1z_zmm_zmmm512b64_er,
        ],
        (Fused::SubtractFrom, _) => [
            Code::EVEX_Vfnmadd231ps_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vfnmadd231ps_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vfnmadd231ps_zmm_k1z_zmm_zmmm512b32_er,
        ],
    }
}

/// In each part of sixteen bytes, those of the first operand by their index.
pub const SHUFFLE_BYTES: Forms = [
    Code::EVEX_Vpshufb_xmm_k1z_xmm_xmmm128,
    Code::EVEX_Vpshufb_ymm_k1z_ymm_ymmm256,
    Code::EVEX_Vpshufb_zmm_k1z_zmm_zmmm512,
];

/// Integers of 32 bits in half a register become ones of 64 bits.
pub const WIDEN: Forms = [Code::INVALID, Code::VEX_Vpmovsxdq_ymm_xmmm128, Code::EVEX_Vpmovsxdq_zmm_k1z_ymmm256];

/// One half of a register, by a number.
pub const UPPER_HALF: Forms =
    [Code::INVALID, Code::VEX_Vextracti128_xmmm128_ymm_imm8, Code::EVEX_Vextracti64x4_ymmm256_k1z_zmm_imm8];

/// A register in which one half, by a number, is from another.
pub const JOIN_HALVES: Forms =
    [Code::INVALID, Code::VEX_Vinserti128_ymm_ymm_xmmm128_imm8, Code::EVEX_Vinserti64x4_zmm_k1z_zmm_ymmm256_imm8];

/// The load of a register, or a copy of one, by lanes of this size.
pub fn load(size: u32) -> Forms {
    match size {
        8 => [
            Code::EVEX_Vmovdqu64_xmm_k1z_xmmm128,
            Code::EVEX_Vmovdqu64_ymm_k1z_ymmm256,
            Code::EVEX_Vmovdqu64_zmm_k1z_zmmm512,
        ],
        _ => [
            Code::EVEX_Vmovdqu32_xmm_k1z_xmmm128,
            Code::EVEX_Vmovdqu32_ymm_k1z_ymmm256,
            Code::EVEX_Vmovdqu32_zmm_k1z_zmmm512,
        ],
    }
}

/// The store of a register, by lanes of this size.
pub fn store(size: u32) -> Forms {
    match size {
        8 => [
            Code::EVEX_Vmovdqu64_xmmm128_k1z_xmm,
            Code::EVEX_Vmovdqu64_ymmm256_k1z_ymm,
            Code::EVEX_Vmovdqu64_zmmm512_k1z_zmm,
        ],
        _ => [
            Code::EVEX_Vmovdqu32_xmmm128_k1z_xmm,
            Code::EVEX_Vmovdqu32_ymmm256_k1z_ymm,
            Code::EVEX_Vmovdqu32_zmmm512_k1z_zmm,
        ],
    }
}

/// One element in all lanes: the lowest one of a register, or one in memory.
pub fn broadcast(size: u32) -> Forms {
    match size {
        8 => [
            Code::EVEX_Vpbroadcastq_xmm_k1z_xmmm64,
            Code::EVEX_Vpbroadcastq_ymm_k1z_xmmm64,
            Code::EVEX_Vpbroadcastq_zmm_k1z_xmmm64,
        ],
        _ => [
            Code::EVEX_Vpbroadcastd_xmm_k1z_xmmm32,
            Code::EVEX_Vpbroadcastd_ymm_k1z_xmmm32,
            Code::EVEX_Vpbroadcastd_zmm_k1z_xmmm32,
        ],
    }
}

/// A general register in all lanes.
pub fn broadcast_general(size: u32) -> Forms {
    match size {
        8 => [
            Code::EVEX_Vpbroadcastq_xmm_k1z_r64,
            Code::EVEX_Vpbroadcastq_ymm_k1z_r64,
            Code::EVEX_Vpbroadcastq_zmm_k1z_r64,
        ],
        _ => [
            Code::EVEX_Vpbroadcastd_xmm_k1z_r32,
            Code::EVEX_Vpbroadcastd_ymm_k1z_r32,
            Code::EVEX_Vpbroadcastd_zmm_k1z_r32,
        ],
    }
}

/// The gather and the scatter of elements of a size by indices of a size, for as many lanes as there are in a register
/// of 512 bits of the wider of both, or of half of that if they are of 32 bits and the result is no wider.
pub fn indexed(size: u32, index: u32, width: Width) -> (Code, Code) {
    match (size, index, width) {
        (8, 8, _) => (Code::EVEX_Vpgatherqq_zmm_k1_vm64z, Code::EVEX_Vpscatterqq_vm64z_k1_zmm),
        (8, _, _) => (Code::EVEX_Vpgatherdq_zmm_k1_vm32y, Code::EVEX_Vpscatterdq_vm32y_k1_zmm),
        (_, 8, _) => (Code::EVEX_Vpgatherqd_ymm_k1_vm64z, Code::EVEX_Vpscatterqd_vm64z_k1_ymm),
        (_, _, Width::Z) => (Code::EVEX_Vpgatherdd_zmm_k1_vm32z, Code::EVEX_Vpscatterdd_vm32z_k1_zmm),
        _ => (Code::EVEX_Vpgatherdd_ymm_k1_vm32y, Code::EVEX_Vpscatterdd_vm32y_k1_ymm),
    }
}
