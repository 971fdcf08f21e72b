//! The instruction sets that gang code can be emitted for.

use crate::error::JitError;

/// What gang code is emitted for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InstructionSet {
    /// What is best on this machine.
    #[default]
    Auto,
    /// Registers of 512 bits and mask registers: AVX-512 F, BW, DQ and VL.
    Avx512,
    /// Registers of 128 bits, by Cranelift.
    Base,
}

impl InstructionSet {
    /// Whether this machine has it.
    pub fn is_available(self) -> bool {
        self != InstructionSet::Avx512 || has_avx512()
    }

    /// What [`InstructionSet::Auto`] stands for on this machine; the others are themselves.
    fn chosen(self) -> InstructionSet {
        match self {
            InstructionSet::Auto if has_avx512() => InstructionSet::Avx512,
            InstructionSet::Auto => InstructionSet::Base,
            InstructionSet::Avx512 | InstructionSet::Base => self,
        }
    }

    /// How many times as many lanes a gang has by default as with registers of 128 bits.
    pub(crate) fn widening(self) -> usize {
        if self.chosen() == InstructionSet::Avx512 { 4 } else { 1 }
    }

    /// Whether gang code of this many lanes is emitted by the wide emitter. A register has at least eight lanes, so smaller
    /// gangs are left to the base emitter.
    ///
    /// # Errors
    /// [`JitError::InstructionSet`] if it is asked for and the machine does not have it.
    pub(crate) fn is_wide(self, lanes: usize) -> Result<bool, JitError> {
        match self.chosen() {
            InstructionSet::Avx512 if !self.is_available() => {
                Err(JitError::InstructionSet { name: "avx512", needs: "AVX-512 F, BW, DQ and VL under Unix" })
            }
            InstructionSet::Avx512 => Ok(lanes >= super::LEAST_LANES as usize),
            InstructionSet::Auto | InstructionSet::Base => Ok(false),
        }
    }
}

/// Whether this machine, and its operating system, have what the wide emitter needs.
#[cfg(all(target_arch = "x86_64", unix))]
fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("popcnt")
}

/// Whether this machine, and its operating system, have what the wide emitter needs.
#[cfg(not(all(target_arch = "x86_64", unix)))]
fn has_avx512() -> bool {
    false
}
