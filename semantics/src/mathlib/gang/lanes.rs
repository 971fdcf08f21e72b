//! Vectors of lanes: what the functions are written in, once for all widths.

use std::ops::{Add, BitAnd, Div, Mul, Neg, Sub};

/// The set of lanes for which something holds.
pub trait Mask: Copy + BitAnd<Output = Self> {
    /// The lanes in `self` that are not in `other`.
    fn without(self, other: Self) -> Self;

    /// The lanes in either.
    fn or(self, other: Self) -> Self;

    /// As bits, the first lane's the lowest.
    fn bits(self) -> u64;

    /// Whether it has all lanes.
    fn is_all(self) -> bool;
}

/// A REAL(8) for each of some lanes, or 64 bits that are an integer.
///
/// There is a value only where the processor has the instructions that the operations take: the first one is made from
/// a [`Lanes::Machine`], all others of values. So the operations need no check and are safe.
pub trait Lanes:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// How many lanes there are.
    const COUNT: usize;

    /// Proves that the processor has the instructions.
    type Machine: Copy;
    /// A set of the lanes.
    type Mask: Mask;

    /// Loads the first [`Lanes::COUNT`] elements of a slice that has as many.
    fn load8(machine: Self::Machine, from: &[f64]) -> Self;
    /// As [`Lanes::load8`], converted to REAL(8).
    fn load4(machine: Self::Machine, from: &[f32]) -> Self;
    /// As [`Lanes::load8`], of integers.
    fn load_integer8(machine: Self::Machine, from: &[i64]) -> Self;
    /// As [`Lanes::load8`], of integers, with their signs extended.
    fn load_integer4(machine: Self::Machine, from: &[i32]) -> Self;
    /// Stores to the first elements of a slice that has as many.
    fn store8(self, to: &mut [f64]);
    /// As [`Lanes::store8`], rounded to REAL(4).
    fn store4(self, to: &mut [f32]);
    /// The lanes of which the bit is set.
    fn lanes_of(self, bits: u64) -> Self::Mask;

    /// That number in all lanes.
    fn all(self, value: f64) -> Self;
    /// These bits in all lanes.
    fn all_bits(self, bits: u64) -> Self;

    /// `self * factor + addend`, rounded once.
    fn fma(self, factor: Self, addend: Self) -> Self;
    /// `minuend - self * factor`, rounded once.
    fn fma_from(self, factor: Self, minuend: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// Toward zero to a whole number.
    fn truncate(self) -> Self;
    /// Down to a whole number.
    fn floor(self) -> Self;
    /// Rounded to REAL(4).
    fn to_single(self) -> Self;

    /// Where `self < other`; not where one is a NaN.
    fn less(self, other: Self) -> Self::Mask;
    /// Where the bits are the same.
    fn same_bits(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// `yes` where the bit of the sign is set in `self`, else `no`.
    fn select_by_sign(self, yes: Self, no: Self) -> Self;
    /// The number where the mask is set, else zero.
    fn only(self, mask: Self::Mask) -> Self;
    /// Zero where the mask is set, else the number.
    fn except(self, mask: Self::Mask) -> Self;

    /// The sum of the bits as integers.
    fn add_bits(self, other: Self) -> Self;
    /// The difference of the bits as integers.
    fn sub_bits(self, other: Self) -> Self;
    /// The bits that are set in both.
    fn and_bits(self, other: Self) -> Self;
    /// The bits that are set in one or both.
    fn or_bits(self, other: Self) -> Self;
    /// The bits that are set in one.
    fn xor_bits(self, other: Self) -> Self;
    /// The bits of the first lane.
    fn first_bits(self) -> u64;
    /// The bits moved up.
    fn shift_up<const BITS: u32>(self) -> Self;
    /// The bits moved down; zeros come in.
    fn shift_down<const BITS: u32>(self) -> Self;

    /// In each lane the number of a table at the lane's integer, less multiples of the table's length, a power of two.
    fn entry<const N: usize>(self, table: &[u64; N]) -> Self;
    /// As [`Lanes::entry`], of a table of two numbers each.
    fn entries2<const N: usize>(self, table: &[[u64; 2]; N]) -> [Self; 2];
    /// As [`Lanes::entry`], of a table of four numbers each.
    fn entries4<const N: usize>(self, table: &[[u64; 4]; N]) -> [Self; 4];

    /// Its magnitude.
    #[inline(always)]
    fn abs(self) -> Self {
        self.and_bits(self.all_bits(!SIGN))
    }

    /// The sign, all other bits zero.
    #[inline(always)]
    fn sign(self) -> Self {
        self.and_bits(self.all_bits(SIGN))
    }

    /// Where it is not a NaN.
    #[inline(always)]
    fn is_number(self) -> Self::Mask {
        self.less(self.all(f64::INFINITY)).or(self.all(f64::NEG_INFINITY).less(self))
    }

    /// Whether each lane is in the range from `first` up to `end`, without it.
    #[inline(always)]
    fn is_in(self, first: f64, end: f64) -> Self::Mask {
        self.less(self.all(end)) & self.all(first.next_down()).less(self)
    }

    /// Each of these numbers in all lanes.
    #[inline(always)]
    fn each<const N: usize>(self, values: [f64; N]) -> [Self; N] {
        let mut all = [self; N];
        for (place, value) in all.iter_mut().zip(values) {
            *place = self.all(value);
        }
        all
    }

    /// The polynomial with these coefficients, the constant one first, all operations fused.
    #[inline(always)]
    fn polynomial<const N: usize>(self, coefficients: [f64; N]) -> Self {
        let mut sum = self.all(coefficients[N - 1]);
        for coefficient in coefficients.iter().rev().skip(1) {
            sum = sum.fma(self, self.all(*coefficient));
        }
        sum
    }
}

/// The bit of the sign.
pub const SIGN: u64 = 1 << 63;

/// The numbers of one kind that are in memory.
pub trait Element: Copy + Default + Send + Sync + 'static {
    /// Loads the first elements of a slice, one for each lane.
    fn load<V: Lanes>(machine: V::Machine, from: &[Self]) -> V;
}

/// The numbers of one kind of REAL.
pub trait Real: Element {
    /// Stores to the first elements of a slice.
    fn store<V: Lanes>(value: V, to: &mut [Self]);
    /// A REAL(8) as one of this kind, again as REAL(8).
    fn round_lanes<V: Lanes>(value: V) -> V;
    /// From bits of this kind, or the low ones of these.
    fn of_bits(bits: u64) -> Self;
    /// The bits.
    fn bits(self) -> u64;
}

impl Element for f64 {
    #[inline(always)]
    fn load<V: Lanes>(machine: V::Machine, from: &[f64]) -> V {
        V::load8(machine, from)
    }
}

impl Element for f32 {
    #[inline(always)]
    fn load<V: Lanes>(machine: V::Machine, from: &[f32]) -> V {
        V::load4(machine, from)
    }
}

impl Element for i64 {
    #[inline(always)]
    fn load<V: Lanes>(machine: V::Machine, from: &[i64]) -> V {
        V::load_integer8(machine, from)
    }
}

impl Element for i32 {
    #[inline(always)]
    fn load<V: Lanes>(machine: V::Machine, from: &[i32]) -> V {
        V::load_integer4(machine, from)
    }
}

impl Real for f64 {
    #[inline(always)]
    fn store<V: Lanes>(value: V, to: &mut [f64]) {
        value.store8(to);
    }

    #[inline(always)]
    fn round_lanes<V: Lanes>(value: V) -> V {
        value
    }

    fn of_bits(bits: u64) -> f64 {
        f64::from_bits(bits)
    }

    fn bits(self) -> u64 {
        self.to_bits()
    }
}

impl Real for f32 {
    #[inline(always)]
    fn store<V: Lanes>(value: V, to: &mut [f32]) {
        value.store4(to);
    }

    #[inline(always)]
    fn round_lanes<V: Lanes>(value: V) -> V {
        value.to_single()
    }

    fn of_bits(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }

    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
}
