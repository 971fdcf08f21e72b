//! Instructions for masks that are vectors, and what AVX2 needs in place of those for mask registers.

use super::Forms;
use crate::gang::wide::machine::Width;
use iced_x86::Code;

/// Whether bytes are equal, as vector: of a register and itself, all ones.
pub const EQUAL_BYTES: Forms = [Code::VEX_Vpcmpeqb_xmm_xmm_xmmm128, Code::VEX_Vpcmpeqb_ymm_ymm_ymmm256, Code::INVALID];

/// Whether integers of a size are equal, as vector.
pub fn equal(size: u32) -> Forms {
    match size {
        8 => [Code::VEX_Vpcmpeqq_xmm_xmm_xmmm128, Code::VEX_Vpcmpeqq_ymm_ymm_ymmm256, Code::INVALID],
        _ => [Code::VEX_Vpcmpeqd_xmm_xmm_xmmm128, Code::VEX_Vpcmpeqd_ymm_ymm_ymmm256, Code::INVALID],
    }
}

/// Whether integers of a size are greater, as vector.
pub fn greater(size: u32) -> Forms {
    match size {
        8 => [Code::VEX_Vpcmpgtq_xmm_xmm_xmmm128, Code::VEX_Vpcmpgtq_ymm_ymm_ymmm256, Code::INVALID],
        _ => [Code::VEX_Vpcmpgtd_xmm_xmm_xmmm128, Code::VEX_Vpcmpgtd_ymm_ymm_ymmm256, Code::INVALID],
    }
}

/// The second operand where the sign bit of the third is set, else the first.
pub fn choose(size: u32) -> Forms {
    match size {
        8 => [Code::VEX_Vblendvpd_xmm_xmm_xmmm128_xmm, Code::VEX_Vblendvpd_ymm_ymm_ymmm256_ymm, Code::INVALID],
        _ => [Code::VEX_Vblendvps_xmm_xmm_xmmm128_xmm, Code::VEX_Vblendvps_ymm_ymm_ymmm256_ymm, Code::INVALID],
    }
}

/// The products, of 64 bits, of the lower halves.
pub const MULTIPLY_LOW: Forms = [Code::VEX_Vpmuludq_xmm_xmm_xmmm128, Code::VEX_Vpmuludq_ymm_ymm_ymmm256, Code::INVALID];

/// The sign bits of all lanes, in a general register.
pub fn sign_bits(size: u32, width: Width) -> Code {
    match (size, width) {
        (8, _) => Code::VEX_Vmovmskpd_r32_ymm,
        (_, Width::Y) => Code::VEX_Vmovmskps_r32_ymm,
        _ => Code::VEX_Vmovmskps_r32_xmm,
    }
}

/// The gather by vectors as masks, as [`super::indexed`] with registers of 256 bits.
pub fn gather(size: u32, index: u32, width: Width) -> Code {
    match (size, index, width) {
        (8, 8, _) => Code::VEX_Vpgatherqq_ymm_vm64y_ymm,
        (8, _, _) => Code::VEX_Vpgatherdq_ymm_vm32x_ymm,
        (_, 8, _) => Code::VEX_Vpgatherqd_xmm_vm64y_xmm,
        (_, _, Width::Y) => Code::VEX_Vpgatherdd_ymm_vm32y_ymm,
        _ => Code::VEX_Vpgatherdd_xmm_vm32x_xmm,
    }
}
