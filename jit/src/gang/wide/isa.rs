//! The instruction sets that gang code can be emitted for.

use super::vex::vex;
use super::width::Width;
use crate::error::JitError;
use forlane_semantics::mathlib::gang::is_of_intel;
use iced_x86::Code;

/// What gang code is emitted for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InstructionSet {
    /// What is best on this machine.
    #[default]
    Auto,
    /// Registers of 512 bits and mask registers: AVX-512 F, BW, DQ and VL.
    Avx512,
    /// Registers of 256 bits: AVX2 and FMA.
    Avx2,
    /// Registers of 128 bits, by Cranelift.
    Base,
}

impl InstructionSet {
    /// Those of the wide emitter.
    pub const WIDE: [InstructionSet; 2] = [InstructionSet::Avx512, InstructionSet::Avx2];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            InstructionSet::Auto => "auto",
            InstructionSet::Avx512 => WideSet::Avx512.name(),
            InstructionSet::Avx2 => WideSet::Avx2.name(),
            InstructionSet::Base => "base",
        }
    }

    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        self.wide_set().is_none_or(WideSet::is_available)
    }

    /// The best set of the wide emitter for what this requests; none for the base emitter.
    fn wide_set(self) -> Option<WideSet> {
        match self {
            InstructionSet::Auto => [WideSet::Avx512, WideSet::Avx2].into_iter().find(|set| set.is_available()),
            InstructionSet::Avx512 => Some(WideSet::Avx512),
            InstructionSet::Avx2 => Some(WideSet::Avx2),
            InstructionSet::Base => None,
        }
    }

    /// How many times as many lanes a gang has by default as with registers of 128 bits.
    pub(crate) fn widening(self) -> usize {
        self.wide_set().map_or(1, |set| set.bytes() as usize / 16)
    }

    /// The set for which the wide emitter makes code for this many lanes; none if the base emitter does, which smaller
    /// gangs are left to.
    ///
    /// # Errors
    /// [`JitError::InstructionSet`] if it is requested and the machine does not have it.
    pub(crate) fn wide_for(self, lanes: usize) -> Result<Option<WideSet>, JitError> {
        match self.wide_set() {
            Some(set) if !set.is_available() => Err(JitError::InstructionSet { name: set.name(), needs: set.needs() }),
            set => Ok(set.filter(|set| lanes as u32 >= set.least_lanes())),
        }
    }
}

/// What the wide emitter makes code for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum WideSet {
    /// 32 registers of 512 bits; masks are in registers of their own.
    #[default]
    Avx512,
    /// 16 registers of 256 bits; a mask is a vector as wide as what it guards, all bits of a lane set or clear.
    Avx2,
}

impl WideSet {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            WideSet::Avx512 => "avx512",
            WideSet::Avx2 => "avx2",
        }
    }

    /// What it needs of a machine.
    fn needs(self) -> &'static str {
        match self {
            WideSet::Avx512 => "AVX-512 F, BW, DQ and VL under Unix",
            WideSet::Avx2 => "AVX2 and FMA under Unix",
        }
    }

    /// Vector registers.
    pub(crate) fn registers(self) -> usize {
        match self {
            WideSet::Avx512 => 32,
            WideSet::Avx2 => 16,
        }
    }

    /// Bytes of a vector register.
    pub(crate) fn bytes(self) -> u32 {
        match self {
            WideSet::Avx512 => 64,
            WideSet::Avx2 => 32,
        }
    }

    /// The fewest lanes of a gang: those of 64 bits that fill a register.
    pub(crate) fn least_lanes(self) -> u32 {
        self.bytes() / 8
    }

    /// A whole vector register.
    pub(crate) fn whole(self) -> Width {
        match self {
            WideSet::Avx512 => Width::Z,
            WideSet::Avx2 => Width::Y,
        }
    }

    /// Half a vector register.
    pub(crate) fn half(self) -> Width {
        match self {
            WideSet::Avx512 => Width::Y,
            WideSet::Avx2 => Width::X,
        }
    }

    /// Whether masks are in registers of their own, and operands in memory may be one element for all lanes.
    pub(crate) fn has_mask_registers(self) -> bool {
        self == WideSet::Avx512
    }

    /// The instruction of the set for one of the tables, which have those of AVX-512.
    pub(super) fn code(self, code: Code) -> Code {
        match self {
            WideSet::Avx512 => code,
            WideSet::Avx2 => {
                let code = vex(code);
                debug_assert!(!format!("{code:?}").starts_with("EVEX"), "{code:?} is not an instruction of AVX2");
                code
            }
        }
    }

    /// Whether registers are divided as slowly as Intel's processors do it, 16 cycles for one of 512 bits, which takes
    /// longer than improving reciprocals. Tests do both everywhere.
    pub(crate) fn has_slow_divider(self) -> bool {
        self == WideSet::Avx512 && (cfg!(test) || is_of_intel())
    }

    /// Whether this machine, and its operating system, have it.
    #[cfg(all(target_arch = "x86_64", unix))]
    pub(crate) fn is_available(self) -> bool {
        let is_wide = match self {
            WideSet::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
            WideSet::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
        };
        is_wide && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt")
    }

    /// Whether this machine, and its operating system, have it.
    #[cfg(not(all(target_arch = "x86_64", unix)))]
    pub(crate) fn is_available(self) -> bool {
        false
    }
}
