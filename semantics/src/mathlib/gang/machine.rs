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
    Avx512(Avx512, Avx2),
}

impl Machine {
    /// All machines that this processor can be, the best one last.
    pub fn all() -> Vec<Machine> {
        #[allow(unused_mut)]
        let mut all = vec![Machine::Scalar];
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            all.push(Machine::Avx2(avx2));
            all.extend(Avx512::detect().map(|avx512| Machine::Avx512(avx512, avx2)));
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
        match self {
            Machine::Scalar => active,
            // SAFETY: there is an `Avx2` only where `Avx2::detect` has found AVX2 and FMA.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(machine) => unsafe { run_avx2::<F, N>(machine, left, right, results, active) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(_, machine) if left.len() < F64x8::COUNT => unsafe {
                run_avx2::<F, N>(machine, left, right, results, active)
            },
            // SAFETY: there is an `Avx512` only where `Avx512::detect` has found its foundation and 64-bit operations.
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(machine, _) => unsafe { run_avx512::<F, N>(machine, left, right, results, active) },
        }
    }
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
fn run_avx512<F: Function<N>, const N: usize>(
    machine: Avx512,
    left: &[F::Left],
    right: &[F::Right],
    results: &mut [&mut [F::Left]; N],
    active: u64,
) -> u64 {
    run::<F, F64x8, N>(machine, left, right, results, active)
}
