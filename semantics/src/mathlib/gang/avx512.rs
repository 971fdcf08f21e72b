//! Lanes in 512-bit registers, by the instructions of AVX-512.

use super::avx2::{row2, row4};
use super::lanes::{Lanes, Mask, SIGN};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, Div, Mul, Neg, Sub};

/// Proves that the processor has the foundation of AVX-512 and its operations on 64-bit elements. Tables are read by
/// gathers, or row by row.
#[derive(Clone, Copy)]
pub struct Avx512<const GATHERS: bool>(());

impl<const GATHERS: bool> Avx512<GATHERS> {
    /// The proof, if it holds.
    pub fn detect() -> Option<Self> {
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq")).then_some(Avx512(()))
    }

    /// The proof, where it holds.
    ///
    /// # Safety
    /// [`Avx512::detect`] has found it.
    pub unsafe fn found() -> Self {
        Avx512(())
    }
}

/// Eight lanes. One is made of an [`Avx512`] or of another one only.
#[derive(Clone, Copy)]
pub struct F64x8<const GATHERS: bool>(__m512d);

/// A set of them.
#[derive(Clone, Copy)]
pub struct Mask8(__mmask8);

/// Evaluates an expression of intrinsics of AVX-512.
macro_rules! avx512 {
    ($e:expr) => {
        // SAFETY: an operand of the function around this is an `Avx512` or an `F64x8`, of which there are some only
        // where `Avx512::detect` has found the features. Memory is accessed through slices whose lengths are checked.
        unsafe { $e }
    };
}

macro_rules! operators {
    ($($operator:ident $method:ident $intrinsic:ident;)*) => {$(
        impl<const GATHERS: bool> $operator for F64x8<GATHERS> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                F64x8(avx512!($intrinsic(self.0, other.0)))
            }
        }
    )*};
}

operators! {
    Add add _mm512_add_pd;
    Sub sub _mm512_sub_pd;
    Mul mul _mm512_mul_pd;
    Div div _mm512_div_pd;
}

impl<const GATHERS: bool> Neg for F64x8<GATHERS> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        self.xor_bits(self.all_bits(SIGN))
    }
}

impl BitAnd for Mask8 {
    type Output = Mask8;

    #[inline(always)]
    fn bitand(self, other: Mask8) -> Mask8 {
        Mask8(self.0 & other.0)
    }
}

impl Mask for Mask8 {
    #[inline(always)]
    fn without(self, other: Mask8) -> Mask8 {
        Mask8(self.0 & !other.0)
    }

    #[inline(always)]
    fn or(self, other: Mask8) -> Mask8 {
        Mask8(self.0 | other.0)
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }

    #[inline(always)]
    fn is_all(self) -> bool {
        self.0 == 0xff
    }
}

impl<const GATHERS: bool> F64x8<GATHERS> {
    #[inline(always)]
    fn integers(self) -> __m512i {
        avx512!(_mm512_castpd_si512(self.0))
    }

    #[inline(always)]
    fn of_integers(self, integers: __m512i) -> Self {
        F64x8(avx512!(_mm512_castsi512_pd(integers)))
    }

    /// The places of the lanes' integers in a table of that length.
    #[inline(always)]
    fn places<const N: usize>(self) -> [usize; 8] {
        const { assert!(N.is_power_of_two()) };
        let places: [u64; 8] = avx512!(std::mem::transmute::<__m512d, [u64; 8]>(self.0));
        let mut masked = [0; 8];
        for (masked, place) in masked.iter_mut().zip(places) {
            *masked = place as usize & (N - 1);
        }
        masked
    }

    /// The numbers of the lanes' rows in a table of `N` rows of `WIDTH` numbers.
    ///
    /// # Safety
    /// The table has as many.
    #[inline(always)]
    unsafe fn gathered<const N: usize, const WIDTH: usize>(self, table: *const u64) -> [Self; WIDTH] {
        const { assert!(N.is_power_of_two() && WIDTH.is_power_of_two()) };
        let row = self.and_bits(self.all_bits(N as u64 - 1)).integers();
        let first = avx512!(_mm512_sllv_epi64(row, _mm512_set1_epi64(i64::from(WIDTH.ilog2()))));
        let mut columns = [self; WIDTH];
        for (column, value) in columns.iter_mut().enumerate() {
            // SAFETY: as `avx512!` says; each row is in the table, and has such a column.
            value.0 = unsafe { _mm512_i64gather_pd::<8>(first, table.add(column).cast()) };
        }
        columns
    }
}

impl<const GATHERS: bool> Lanes for F64x8<GATHERS> {
    const COUNT: usize = 8;

    type Machine = Avx512<GATHERS>;
    type Mask = Mask8;

    #[inline(always)]
    fn load8(_: Avx512<GATHERS>, from: &[f64]) -> Self {
        F64x8(avx512!(_mm512_loadu_pd(from[..8].as_ptr())))
    }

    #[inline(always)]
    fn load4(_: Avx512<GATHERS>, from: &[f32]) -> Self {
        F64x8(avx512!(_mm512_cvtps_pd(_mm256_loadu_ps(from[..8].as_ptr()))))
    }

    #[inline(always)]
    fn load_integer8(_: Avx512<GATHERS>, from: &[i64]) -> Self {
        F64x8(avx512!(_mm512_castsi512_pd(_mm512_loadu_si512(from[..8].as_ptr().cast()))))
    }

    #[inline(always)]
    fn load_integer4(_: Avx512<GATHERS>, from: &[i32]) -> Self {
        F64x8(avx512!(_mm512_castsi512_pd(_mm512_cvtepi32_epi64(_mm256_loadu_si256(from[..8].as_ptr().cast())))))
    }

    #[inline(always)]
    fn store8(self, to: &mut [f64]) {
        avx512!(_mm512_storeu_pd(to[..8].as_mut_ptr(), self.0));
    }

    #[inline(always)]
    fn store4(self, to: &mut [f32]) {
        avx512!(_mm256_storeu_ps(to[..8].as_mut_ptr(), _mm512_cvtpd_ps(self.0)));
    }

    #[inline(always)]
    fn lanes_of(self, bits: u64) -> Mask8 {
        Mask8(bits as u8)
    }

    #[inline(always)]
    fn all(self, value: f64) -> Self {
        F64x8(avx512!(_mm512_set1_pd(value)))
    }

    #[inline(always)]
    fn all_bits(self, bits: u64) -> Self {
        self.of_integers(avx512!(_mm512_set1_epi64(bits as i64)))
    }

    #[inline(always)]
    fn fma(self, factor: Self, addend: Self) -> Self {
        F64x8(avx512!(_mm512_fmadd_pd(self.0, factor.0, addend.0)))
    }

    #[inline(always)]
    fn fma_from(self, factor: Self, minuend: Self) -> Self {
        F64x8(avx512!(_mm512_fnmadd_pd(self.0, factor.0, minuend.0)))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        F64x8(avx512!(_mm512_sqrt_pd(self.0)))
    }

    #[inline(always)]
    fn truncate(self) -> Self {
        F64x8(avx512!(_mm512_roundscale_pd::<{ _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC }>(self.0)))
    }

    #[inline(always)]
    fn floor(self) -> Self {
        F64x8(avx512!(_mm512_roundscale_pd::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(self.0)))
    }

    #[inline(always)]
    fn to_single(self) -> Self {
        F64x8(avx512!(_mm512_cvtps_pd(_mm512_cvtpd_ps(self.0))))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Mask8 {
        Mask8(avx512!(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0)))
    }

    #[inline(always)]
    fn same_bits(self, other: Self) -> Mask8 {
        Mask8(avx512!(_mm512_cmpeq_epi64_mask(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn select(mask: Mask8, yes: Self, no: Self) -> Self {
        F64x8(avx512!(_mm512_mask_blend_pd(mask.0, no.0, yes.0)))
    }

    #[inline(always)]
    fn select_by_sign(self, yes: Self, no: Self) -> Self {
        Self::select(Mask8(avx512!(_mm512_movepi64_mask(self.integers()))), yes, no)
    }

    #[inline(always)]
    fn only(self, mask: Mask8) -> Self {
        F64x8(avx512!(_mm512_maskz_mov_pd(mask.0, self.0)))
    }

    #[inline(always)]
    fn except(self, mask: Mask8) -> Self {
        F64x8(avx512!(_mm512_maskz_mov_pd(!mask.0, self.0)))
    }

    #[inline(always)]
    fn add_bits(self, other: Self) -> Self {
        self.of_integers(avx512!(_mm512_add_epi64(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn sub_bits(self, other: Self) -> Self {
        self.of_integers(avx512!(_mm512_sub_epi64(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn and_bits(self, other: Self) -> Self {
        self.of_integers(avx512!(_mm512_and_si512(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn or_bits(self, other: Self) -> Self {
        self.of_integers(avx512!(_mm512_or_si512(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn xor_bits(self, other: Self) -> Self {
        self.of_integers(avx512!(_mm512_xor_si512(self.integers(), other.integers())))
    }

    #[inline(always)]
    fn first_bits(self) -> u64 {
        avx512!(_mm_cvtsi128_si64(_mm512_castsi512_si128(self.integers()))) as u64
    }

    #[inline(always)]
    fn shift_up<const BITS: u32>(self) -> Self {
        self.of_integers(avx512!(_mm512_slli_epi64::<BITS>(self.integers())))
    }

    #[inline(always)]
    fn shift_down<const BITS: u32>(self) -> Self {
        self.of_integers(avx512!(_mm512_srli_epi64::<BITS>(self.integers())))
    }

    /// A table of 16 or 32 numbers is in registers.
    #[inline(always)]
    fn entry<const N: usize>(self, table: &[u64; N]) -> Self {
        let index = self.integers();
        match N {
            // SAFETY: as `avx512!` says.
            16 => self.of_integers(unsafe { _mm512_permutex2var_epi64(eight(table, 0), index, eight(table, 8)) }),
            // SAFETY: as `avx512!` says.
            32 => self.of_integers(unsafe {
                let low = _mm512_permutex2var_epi64(eight(table, 0), index, eight(table, 8));
                let high = _mm512_permutex2var_epi64(eight(table, 16), index, eight(table, 24));
                let is_high = _mm512_test_epi64_mask(index, _mm512_set1_epi64(16));
                _mm512_mask_blend_epi64(is_high, low, high)
            }),
            // SAFETY: the table has as many numbers.
            _ if GATHERS => unsafe { self.gathered::<N, 1>(table.as_ptr())[0] },
            _ => {
                let mut entries = [0; 8];
                for (entry, place) in entries.iter_mut().zip(self.places::<N>()) {
                    *entry = table[place];
                }
                self.of_integers(avx512!(_mm512_loadu_si512(entries.as_ptr().cast())))
            }
        }
    }

    #[inline(always)]
    fn entries2<const N: usize>(self, table: &[[u64; 2]; N]) -> [Self; 2] {
        if GATHERS {
            // SAFETY: the table has as many rows.
            return unsafe { self.gathered::<N, 2>(table.as_ptr().cast()) };
        }
        let [a, b, c, d, e, f, g, h] = self.places::<N>();
        // SAFETY: as `avx512!` says.
        unsafe {
            let (ac, bd) = (
                _mm256_set_m128d(row2(&table[c]), row2(&table[a])),
                _mm256_set_m128d(row2(&table[d]), row2(&table[b])),
            );
            let (eg, fh) = (
                _mm256_set_m128d(row2(&table[g]), row2(&table[e])),
                _mm256_set_m128d(row2(&table[h]), row2(&table[f])),
            );
            let (even, odd) = (join(ac, eg), join(bd, fh));
            [F64x8(_mm512_unpacklo_pd(even, odd)), F64x8(_mm512_unpackhi_pd(even, odd))]
        }
    }

    #[inline(always)]
    fn entries4<const N: usize>(self, table: &[[u64; 4]; N]) -> [Self; 4] {
        if GATHERS {
            // SAFETY: the table has as many rows.
            return unsafe { self.gathered::<N, 4>(table.as_ptr().cast()) };
        }
        let [a, b, c, d, e, f, g, h] = self.places::<N>();
        // SAFETY: as `avx512!` says.
        unsafe {
            let (ae, bf) = (join(row4(&table[a]), row4(&table[e])), join(row4(&table[b]), row4(&table[f])));
            let (cg, dh) = (join(row4(&table[c]), row4(&table[g])), join(row4(&table[d]), row4(&table[h])));
            let (ab_even, ab_odd) = (_mm512_unpacklo_pd(ae, bf), _mm512_unpackhi_pd(ae, bf));
            let (cd_even, cd_odd) = (_mm512_unpacklo_pd(cg, dh), _mm512_unpackhi_pd(cg, dh));
            let low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            [
                F64x8(_mm512_permutex2var_pd(ab_even, low, cd_even)),
                F64x8(_mm512_permutex2var_pd(ab_odd, low, cd_odd)),
                F64x8(_mm512_permutex2var_pd(ab_even, high, cd_even)),
                F64x8(_mm512_permutex2var_pd(ab_odd, high, cd_odd)),
            ]
        }
    }
}

/// Two halves.
///
/// # Safety
/// The processor has AVX-512.
#[inline(always)]
unsafe fn join(low: __m256d, high: __m256d) -> __m512d {
    // SAFETY: as the contract says.
    unsafe { _mm512_insertf64x4::<1>(_mm512_castpd256_pd512(low), high) }
}

/// Eight numbers of a table, from that one on.
///
/// # Safety
/// The processor has AVX-512.
#[inline(always)]
unsafe fn eight<const N: usize>(table: &[u64; N], first: usize) -> __m512i {
    // SAFETY: as the contract says; the slice is as long.
    unsafe { _mm512_loadu_si512(table[first..first + 8].as_ptr().cast()) }
}
