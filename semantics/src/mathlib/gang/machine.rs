//! The widest lanes that the processor has.

use super::form::Function;
#[cfg(target_arch = "x86_64")]
use super::{
    avx2::{Avx2, F64x4},
    avx512::{Avx512, F64x8},
    form::run,
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

    /// Computes the results in lanes, and gives those of the active lanes for which that is not possible.
    #[inline]
    pub fn run<F: Function<N>, const N: usize>(
        self,
        left: &[F::Left],
        right: &[F::Right],
        results: &mut [&mut [F::Left]; N],
        active: u64,
    ) -> u64 {
        #[cfg(target_arch = "x86_64")]
        const COUNT: usize = F64x8::<false>::COUNT;
        match self {
            Machine::Scalar => active,
            // SAFETY: there is an `Avx2` only where `Avx2::detect` has found AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine) => unsafe { run_avx2::<F, N>(machine, left, right, results, active) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_, machine) | Machine::Gathering(_, machine) if left.len() < COUNT => unsafe {
                run_avx2::<F, N>(machine, left, right, results, active)
            },
            // SAFETY: there is an `Avx512` only where `Avx512::detect` has found its foundation and 64-bit operations.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, _) => unsafe { run_avx512::<F, N, false>(machine, left, right, results, active) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Machine::Gathering(machine, _) => unsafe {
                run_avx512::<F, N, true>(machine, left, right, results, active)
            },
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn run_avx2<F: Function<N>, const N: usize>(
    machine: Avx2,
    left: &[F::Left],
    right: &[F::Right],
    results: &mut [&mut [F::Left]; N],
    active: u64,
) -> u64 {
    run::<F, F64x4, N>(machine, left, right, results, active)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx2,fma")]
fn run_avx512<F: Function<N>, const N: usize, const GATHERS: bool>(
    machine: Avx512<GATHERS>,
    left: &[F::Left],
    right: &[F::Right],
    results: &mut [&mut [F::Left]; N],
    active: u64,
) -> u64 {
    run::<F, F64x8<GATHERS>, N>(machine, left, right, results, active)
}
