//! The instructions of the processor for operations of gang code.

mod arithmetic;
pub mod vector_masks;

pub use arithmetic::{binary, fused, ternary, unary};

use super::machine::Width;
use crate::gang::ir::Element;
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

/// The comparison of integers of 32 bits without their signs, into a mask register.
pub const COMPARE_UNSIGNED: Forms = [
    Code::EVEX_Vpcmpud_kr_k1_xmm_xmmm128b32_imm8,
    Code::EVEX_Vpcmpud_kr_k1_ymm_ymmm256b32_imm8,
    Code::EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8,
];

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
