//! Lanes in 256-bit registers, by the instructions of AVX2 and FMA.

use super::lanes::{Lanes, Mask, SIGN};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, Div, Mul, Neg, Sub};

/// Proves that the processor has AVX2 and FMA.
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// The proof, if it holds.
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some(Avx2(()))
    }

    /// The proof, where it holds.
    ///
    /// # Safety
    /// [`Avx2::detect`] has found it.
    pub unsafe fn found() -> Avx2 {
        Avx2(())
    }
}

/// Four lanes. One is made of an [`Avx2`] or of another one only.
#[derive(Clone, Copy)]
pub struct F64x4(__m256d);

/// A set of them: all bits of a lane, or none.
#[derive(Clone, Copy)]
pub struct Mask4(__m256d);

/// Evaluates an expression of intrinsics of AVX2 and FMA.
macro_rules! avx2 {
    ($e:expr) => {
        // SAFETY: an operand of the function around this is an `Avx2`, an `F64x4` or a `Mask4`, of which there are some
        // only where `Avx2::detect` has found both features. Memory is accessed through slices whose lengths are
        // checked.
        unsafe { $e }
    };
}

macro_rules! operators {
    ($($operator:ident $method:ident $intrinsic:ident;)*) => {$(
        impl $operator for F64x4 {
            type Output = F64x4;

            #[inline(always)]
            fn $method(self, other: F64x4) -> F64x4 {
                F64x4(avx2!($intrinsic(self.0, other.0)))
            }
        }
    )*};
}

operators! {
    Add add _mm256_add_pd;
    Sub sub _mm256_sub_pd;
    Mul mul _mm256_mul_pd;
    Div div _mm256_div_pd;
}

impl Neg for F64x4 {
    type Output = F64x4;

    #[inline(always)]
    fn neg(self) -> F64x4 {
        self.xor_bits(self.all_bits(SIGN))
    }
}

impl BitAnd for Mask4 {
    type Output = Mask4;

    #[inline(always)]
    fn bitand(self, other: Mask4) -> Mask4 {
        Mask4(avx2!(_mm256_and_pd(self.0, other.0)))
    }
}

impl Mask for Mask4 {
    #[inline(always)]
    fn without(self, other: Mask4) -> Mask4 {
        Mask4(avx2!(_mm256_andnot_pd(other.0, self.0)))
    }

    #[inline(always)]
    fn or(self, other: Mask4) -> Mask4 {
        Mask4(avx2!(_mm256_or_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        avx2!(_mm256_movemask_pd(self.0)) as u64
    }

    #[inline(always)]
    fn is_all(self) -> bool {
        self.bits() == 0b1111
    }
}

impl F64x4 {
    #[inline(always)]
    fn integers(self) -> __m256i {
        avx2!(_mm256_castpd_si256(self.0))
    }

    #[inline(always)]
    fn of_integers(self, integers: __m256i) -> F64x4 {
        F64x4(avx2!(_mm256_castsi256_pd(integers)))
    }

    /// The places of the lanes' integers in a table of that length.
    #[inline(always)]
    fn places<const N: usize>(self) -> [usize; 4] {
        const { assert!(N.is_power_of_two()) };
        let places: [u64; 4] = avx2!(std::mem::transmute::<__m256d, [u64; 4]>(self.0));
        let [a, b, c, d] = places;
        [a as usize & (N - 1), b as usize & (N - 1), c as usize & (N - 1), d as usize & (N - 1)]
    }
}

impl Lanes for F64x4 {
    const COUNT: usize = 4;

    type Machine = Avx2;
    type Mask = Mask4;

    #[inline(always)]
    fn load8(_: Avx2, from: &[f64]) -> F64x4 {
        F64x4(avx2!(_mm256_loadu_pd(from[..4].as_ptr())))
    }

    #[inline(always)]
    fn load4(_: Avx2, from: &[f32]) -> F64x4 {
        F64x4(avx2!(_mm256_cvtps_pd(_mm_loadu_ps(from[..4].as_ptr()))))
    }

    #[inline(always)]
    fn load_integer8(_: Avx2, from: &[i64]) -> F64x4 {
        F64x4(avx2!(_mm256_castsi256_pd(_mm256_loadu_si256(from[..4].as_ptr().cast()))))
    }

    #[inline(always)]
    fn load_integer4(_: Avx2, from: &[i32]) -> F64x4 {
        F64x4(avx2!(_mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm_loadu_si128(from[..4].as_ptr().cast())))))
    }

    #[inline(always)]
    fn store8(self, to: &mut [f64]) {
        avx2!(_mm256_storeu_pd(to[..4].as_mut_ptr(), self.0));
    }

    #[inline(always)]
    fn store4(self, to: &mut [f32]) {
        avx2!(_mm_storeu_ps(to[..4].as_mut_ptr(), _mm256_cvtpd_ps(self.0)));
    }

    #[inline(always)]
    fn lanes_of(self, bits: u64) -> Mask4 {
        let each = avx2!(_mm256_setr_epi64x(1, 2, 4, 8));
        let set = self.all_bits(bits).and_bits(self.of_integers(each));
        set.same_bits(self.of_integers(each))
    }

    #[inline(always)]
    fn all(self, value: f64) -> F64x4 {
        F64x4(avx2!(_mm256_set1_pd(value)))
    }

    #[inline(always)]
    fn all_bits(self, bits: u64) -> F64x4 {
        self.of_integers(avx2!(_mm256_set1_epi64x(bits as i64)))
    }

    #[inline(always)]
    fn fma(self, factor: F64x4, addend: F64x4) -> F64x4 {
        F64x4(avx2!(_mm256_fmadd_pd(self.0, factor.0, addend.0)))
    }

    #[inline(always)]
    fn fma_from(self, factor: F64x4, minuend: F64x4) -> F64x4 {
        F64x4(avx2!(_mm256_fnmadd_pd(self.0, factor.0, minuend.0)))
    }

    #[inline(always)]
    fn sqrt(self) -> F64x4 {
        F64x4(avx2!(_mm256_sqrt_pd(self.0)))
    }

    #[inline(always)]
    fn truncate(self) -> F64x4 {
        F64x4(avx2!(_mm256_round_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(self.0)))
    }

    #[inline(always)]
    fn floor(self) -> F64x4 {
        F64x4(avx2!(_mm256_round_pd::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(self.0)))
    }

    #[inline(always)]
    fn to_single(self) -> F64x4 {
        F64x4(avx2!(_mm256_cvtps_pd(_mm256_cvtpd_ps(self.0))))
    }

    #[inline(always)]
    fn less(self, other: F64x4) -> Mask4 {
        Mask4(avx2!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn same_bits(self, other: F64x4) -> Mask4 {
        Mask4(self.of_integers(avx2!(_mm256_cmpeq_epi64(self.integers(), other.integers()))).0)
    }

    #[inline(always)]
    fn select(mask: Mask4, yes: F64x4, no: F64x4) -> F64x4 {
        F64x4(avx2!(_mm256_blendv_pd(no.0, yes.0, mask.0)))
    }

    #[inline(always)]
    fn select_by_sign(self, yes: F64x4, no: F64x4) -> F64x4 {
        F64x4(avx2!(_mm256_blendv_pd(no.0, yes.0, self.0)))
    }

    #[inline(always)]
    fn only(self, mask: Mask4) -> F64x4 {
        F64x4(avx2!(_mm256_and_pd(mask.0, self.0)))
    }

    #[inline(always)]
    fn except(self, mask: Mask4) -> F64x4 {
        F64x4(avx2!(_mm256_andnot_pd(mask.0, self.0)))
    }

    #[inline(always)]
    fn add_bits(self, other: F64x4) -> F64x4 {
        self.of_integers(avx2!(_mm256_add_epi64(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn sub_bits(self, other: F64x4) -> F64x4 {
        self.of_integers(avx2!(_mm256_sub_epi64(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn and_bits(self, other: F64x4) -> F64x4 {
        F64x4(avx2!(_mm256_and_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn or_bits(self, other: F64x4) -> F64x4 {
        F64x4(avx2!(_mm256_or_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn xor_bits(self, other: F64x4) -> F64x4 {
        F64x4(avx2!(_mm256_xor_pd(self.0, other.0)))
    }

    #[inline(always)]
    fn first_bits(self) -> u64 {
        avx2!(_mm_cvtsi128_si64(_mm256_castsi256_si128(self.integers()))) as u64
    }

    #[inline(always)]
    fn shift_up<const BITS: u32>(self) -> F64x4 {
        self.of_integers(avx2!(_mm256_sll_epi64(self.integers(), _mm_cvtsi32_si128(BITS as i32))))
    }

    #[inline(always)]
    fn shift_down<const BITS: u32>(self) -> F64x4 {
        self.of_integers(avx2!(_mm256_srl_epi64(self.integers(), _mm_cvtsi32_si128(BITS as i32))))
    }

    #[inline(always)]
    fn entry<const N: usize>(self, table: &[u64; N]) -> F64x4 {
        let [a, b, c, d] = self.places::<N>();
        let [a, b, c, d] = [table[a] as i64, table[b] as i64, table[c] as i64, table[d] as i64];
        self.of_integers(avx2!(_mm256_setr_epi64x(a, b, c, d)))
    }

    #[inline(always)]
    fn entries2<const N: usize>(self, table: &[[u64; 2]; N]) -> [F64x4; 2] {
        let [a, b, c, d] = self.places::<N>();
        // SAFETY: as `avx2!` says.
        unsafe {
            let ac = _mm256_set_m128d(row2(&table[c]), row2(&table[a]));
            let bd = _mm256_set_m128d(row2(&table[d]), row2(&table[b]));
            [F64x4(_mm256_unpacklo_pd(ac, bd)), F64x4(_mm256_unpackhi_pd(ac, bd))]
        }
    }

    #[inline(always)]
    fn entries4<const N: usize>(self, table: &[[u64; 4]; N]) -> [F64x4; 4] {
        let [a, b, c, d] = self.places::<N>();
        // SAFETY: as `avx2!` says.
        unsafe {
            let (a, b, c, d) = (row4(&table[a]), row4(&table[b]), row4(&table[c]), row4(&table[d]));
            let (ab_even, ab_odd) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
            let (cd_even, cd_odd) = (_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d));
            [
                F64x4(_mm256_permute2f128_pd::<0x20>(ab_even, cd_even)),
                F64x4(_mm256_permute2f128_pd::<0x20>(ab_odd, cd_odd)),
                F64x4(_mm256_permute2f128_pd::<0x31>(ab_even, cd_even)),
                F64x4(_mm256_permute2f128_pd::<0x31>(ab_odd, cd_odd)),
            ]
        }
    }
}

/// Two numbers of a table.
///
/// # Safety
/// The processor has AVX.
#[inline(always)]
pub unsafe fn row2(row: &[u64; 2]) -> __m128d {
    // SAFETY: as the contract says; the row is as long.
    unsafe { _mm_loadu_pd(row.as_ptr().cast()) }
}

/// Four numbers of a table.
///
/// # Safety
/// The processor has AVX.
#[inline(always)]
pub unsafe fn row4(row: &[u64; 4]) -> __m256d {
    // SAFETY: as the contract says; the row is as long.
    unsafe { _mm256_loadu_pd(row.as_ptr().cast()) }
}
