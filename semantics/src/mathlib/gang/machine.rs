//! The widest lanes that the processor has.

use super::apply::{GangCode, one_by_one};
use super::form::Function;
#[cfg(target_arch = "x86_64")]
use super::{
    apply::in_lanes,
    avx2::{Avx2, F64x4},
    avx512::{Avx512, F64x8},
    lanes::Lanes,
};

/// What functions are computed with.
#[derive(Clone, Copy)]
pub enum Machine {
    /// Their scalar functions.
    Scalar,
    /// Four lanes at a time.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Eight lanes at a time; four, where a gang has no more.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512<false>, Avx2),
    /// The same, with gathers.
    #[cfg(target_arch = "x86_64")]
    Gathering(Avx512<true>, Avx2),
}

impl Machine {
    /// All machines that this processor can be, the best one last.
    pub fn all() -> Vec<Machine> {
        #[allow(unused_mut)]
        let mut all = vec![Machine::Scalar];
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            all.push(Machine::Avx2(avx2));
            let of_rows = Avx512::detect().map(|avx512| Machine::Avx512(avx512, avx2));
            let gathering = Avx512::detect().map(|avx512| Machine::Gathering(avx512, avx2));
            let in_order = if has_fast_gathers() { [of_rows, gathering] } else { [gathering, of_rows] };
            all.extend(in_order.into_iter().flatten());
        }
        all
    }

    /// The code of a function for a gang.
    pub fn code<F: Function<N>, const N: usize>(self) -> GangCode {
        match self {
            Machine::Scalar => one_by_one::<F, N>,
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(_) => with_avx2::<F, N>,
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(..) => with_avx512::<F, N, false>,
            #[cfg(target_arch = "x86_64")]
            Machine::Gathering(..) => with_avx512::<F, N, true>,
        }
    }
}

/// Whether Intel made the processor.
pub fn is_of_intel() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        let vendor = std::arch::x86_64::__cpuid(0);
        [vendor.ebx, vendor.edx, vendor.ecx].map(u32::to_le_bytes).concat() == b"GenuineIntel"
    }
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Whether gathers are the faster way to read tables: on Intel's processors that have half precision, EXP is 1.3 times
/// as fast so, SIN 1.2 times. Others have not been measured.
#[cfg(target_arch = "x86_64")]
fn has_fast_gathers() -> bool {
    is_of_intel() && is_x86_feature_detected!("avx512fp16")
}

/// Only [`Machine::Avx2`] and those of AVX-512 have it as their code.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe extern "C" fn with_avx2<F: Function<N>, const N: usize>(
    left: *const u8,
    right: *const u8,
    first: *mut u8,
    second: *mut u8,
    active: u64,
    lanes: u64,
) {
    // SAFETY: as `GangCode` says, and this is called only where `Avx2::detect` has found AVX2 and FMA.
    unsafe { in_lanes::<F, F64x4, N>(Avx2::found(), (left, right), (first, second), (active, lanes)) }
}

/// Only [`Machine::Avx512`] and [`Machine::Gathering`] have it as their code.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx2,fma")]
unsafe extern "C" fn with_avx512<F: Function<N>, const N: usize, const GATHERS: bool>(
    left: *const u8,
    right: *const u8,
    first: *mut u8,
    second: *mut u8,
    active: u64,
    lanes: u64,
) {
    if lanes < F64x8::<false>::COUNT as u64 {
        // SAFETY: as below; where there is AVX-512, `Avx2::detect` has found AVX2 and FMA before.
        return unsafe { with_avx2::<F, N>(left, right, first, second, active, lanes) };
    }
    // SAFETY: as `GangCode` says, and this is called only where `Avx512::detect` has found what AVX-512 needs.
    unsafe { in_lanes::<F, F64x8<GATHERS>, N>(Avx512::found(), (left, right), (first, second), (active, lanes)) }
}
