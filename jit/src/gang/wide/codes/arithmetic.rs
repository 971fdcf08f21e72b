//! The instructions of the processor that compute in each lane: for one operand, two and three.

use super::Forms;
use crate::gang::ir::{BinaryOp, Element, Fused, UnaryOp};
use iced_x86::Code;

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
        (BinaryOp::MinUnsigned, Element::I32) => [
            Code::EVEX_Vpminud_xmm_k1z_xmm_xmmm128b32,
            Code::EVEX_Vpminud_ymm_k1z_ymm_ymmm256b32,
            Code::EVEX_Vpminud_zmm_k1z_zmm_zmmm512b32,
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
