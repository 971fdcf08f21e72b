//! How much of a register an instruction names.

use iced_x86::Register;
use regalloc2::{PReg, RegClass};

/// How much of a register an instruction names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Width {
    R8,
    R16,
    R32,
    R64,
    X,
    Y,
    Z,
    K,
}

impl Width {
    /// The class of registers that the allocator chooses from. Its `Vector` stands for the mask registers.
    pub fn class(self) -> RegClass {
        match self {
            Width::R8 | Width::R16 | Width::R32 | Width::R64 => RegClass::Int,
            Width::X | Width::Y | Width::Z => RegClass::Float,
            Width::K => RegClass::Vector,
        }
    }

    /// How many bytes of a vector register it is.
    pub fn bytes(self) -> u32 {
        match self {
            Width::X => 16,
            Width::Y => 32,
            _ => 64,
        }
    }

    /// The name of a register in this width.
    pub fn register(self, register: PReg) -> Register {
        let number = register.hw_enc() as u32;
        match self {
            // The four names after BL are of the high bytes of the first registers.
            Width::R8 if number < 4 => Register::AL + number,
            Width::R8 => Register::SPL + (number - 4),
            Width::R16 => Register::AX + number,
            Width::R32 => Register::EAX + number,
            Width::R64 => Register::RAX + number,
            Width::X => Register::XMM0 + number,
            Width::Y => Register::YMM0 + number,
            Width::Z => Register::ZMM0 + number,
            Width::K => Register::K0 + number,
        }
    }
}
