//! Two vectors of lanes as one: each operation is done on both, so that the processor has two chains of operations that
//! do not wait for each other.

use super::lanes::{Lanes, Mask};
use std::ops::{Add, BitAnd, Div, Mul, Neg, Sub};

/// The lanes of two vectors, those of the first one before the others.
#[derive(Clone, Copy)]
pub struct Pair<V>(V, V);

macro_rules! operators {
    ($($operator:ident $method:ident;)*) => {$(
        impl<V: Lanes> $operator for Pair<V> {
            type Output = Pair<V>;

            #[inline(always)]
            fn $method(self, other: Pair<V>) -> Pair<V> {
                Pair(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    )*};
}

operators! {
    Add add;
    Sub sub;
    Mul mul;
    Div div;
}

impl<V: Lanes> Neg for Pair<V> {
    type Output = Pair<V>;

    #[inline(always)]
    fn neg(self) -> Pair<V> {
        Pair(-self.0, -self.1)
    }
}

/// A set of the lanes of two vectors.
#[derive(Clone, Copy)]
pub struct PairMask<V: Lanes>(V::Mask, V::Mask);

impl<V: Lanes> BitAnd for PairMask<V> {
    type Output = PairMask<V>;

    #[inline(always)]
    fn bitand(self, other: PairMask<V>) -> PairMask<V> {
        PairMask(self.0 & other.0, self.1 & other.1)
    }
}

impl<V: Lanes> Mask for PairMask<V> {
    #[inline(always)]
    fn without(self, other: PairMask<V>) -> PairMask<V> {
        PairMask(self.0.without(other.0), self.1.without(other.1))
    }

    #[inline(always)]
    fn or(self, other: PairMask<V>) -> PairMask<V> {
        PairMask(self.0.or(other.0), self.1.or(other.1))
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        self.0.bits() | self.1.bits() << V::COUNT
    }

    #[inline(always)]
    fn is_all(self) -> bool {
        (self.0 & self.1).is_all()
    }
}

/// Defines operations that are done on both vectors.
macro_rules! both {
    ($($name:ident($($argument:ident),*);)*) => {$(
        #[inline(always)]
        fn $name(self $(, $argument: Pair<V>)*) -> Pair<V> {
            Pair(self.0.$name($($argument.0),*), self.1.$name($($argument.1),*))
        }
    )*};
}

/// Defines relations.
macro_rules! relations {
    ($($name:ident;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Pair<V>) -> PairMask<V> {
            PairMask(self.0.$name(other.0), self.1.$name(other.1))
        }
    )*};
}

/// Defines loads of elements of a type.
macro_rules! loads {
    ($($name:ident($element:ty);)*) => {$(
        #[inline(always)]
        fn $name(machine: V::Machine, from: &[$element]) -> Pair<V> {
            let from = &from[..2 * V::COUNT];
            Pair(V::$name(machine, &from[..V::COUNT]), V::$name(machine, &from[V::COUNT..]))
        }
    )*};
}

impl<V: Lanes> Lanes for Pair<V> {
    const COUNT: usize = 2 * V::COUNT;

    type Machine = V::Machine;
    type Mask = PairMask<V>;

    loads! {
        load8(f64);
        load4(f32);
        load_integer8(i64);
        load_integer4(i32);
    }

    both! {
        fma(factor, addend);
        fma_from(factor, minuend);
        select_by_sign(yes, no);
        sqrt();
        truncate();
        floor();
        to_single();
        add_bits(other);
        sub_bits(other);
        and_bits(other);
        or_bits(other);
        xor_bits(other);
    }

    relations! {
        less;
        same_bits;
    }

    #[inline(always)]
    fn store8(self, to: &mut [f64]) {
        let (first, second) = to[..2 * V::COUNT].split_at_mut(V::COUNT);
        self.0.store8(first);
        self.1.store8(second);
    }

    #[inline(always)]
    fn store4(self, to: &mut [f32]) {
        let (first, second) = to[..2 * V::COUNT].split_at_mut(V::COUNT);
        self.0.store4(first);
        self.1.store4(second);
    }

    #[inline(always)]
    fn lanes_of(self, bits: u64) -> PairMask<V> {
        PairMask(self.0.lanes_of(bits & ((1 << V::COUNT) - 1)), self.1.lanes_of(bits >> V::COUNT))
    }

    #[inline(always)]
    fn all(self, value: f64) -> Pair<V> {
        let value = self.0.all(value);
        Pair(value, value)
    }

    #[inline(always)]
    fn all_bits(self, bits: u64) -> Pair<V> {
        let value = self.0.all_bits(bits);
        Pair(value, value)
    }

    #[inline(always)]
    fn select(mask: PairMask<V>, yes: Pair<V>, no: Pair<V>) -> Pair<V> {
        Pair(V::select(mask.0, yes.0, no.0), V::select(mask.1, yes.1, no.1))
    }

    #[inline(always)]
    fn only(self, mask: PairMask<V>) -> Pair<V> {
        Pair(self.0.only(mask.0), self.1.only(mask.1))
    }

    #[inline(always)]
    fn except(self, mask: PairMask<V>) -> Pair<V> {
        Pair(self.0.except(mask.0), self.1.except(mask.1))
    }

    #[inline(always)]
    fn first_bits(self) -> u64 {
        self.0.first_bits()
    }

    #[inline(always)]
    fn shift_up<const BITS: u32>(self) -> Pair<V> {
        Pair(self.0.shift_up::<BITS>(), self.1.shift_up::<BITS>())
    }

    #[inline(always)]
    fn shift_down<const BITS: u32>(self) -> Pair<V> {
        Pair(self.0.shift_down::<BITS>(), self.1.shift_down::<BITS>())
    }

    #[inline(always)]
    fn entry<const N: usize>(self, table: &[u64; N]) -> Pair<V> {
        Pair(self.0.entry(table), self.1.entry(table))
    }

    #[inline(always)]
    fn entries2<const N: usize>(self, table: &[[u64; 2]; N]) -> [Pair<V>; 2] {
        let ([a0, a1], [b0, b1]) = (self.0.entries2(table), self.1.entries2(table));
        [Pair(a0, b0), Pair(a1, b1)]
    }

    #[inline(always)]
    fn entries4<const N: usize>(self, table: &[[u64; 4]; N]) -> [Pair<V>; 4] {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0.entries4(table), self.1.entries4(table));
        [Pair(a0, b0), Pair(a1, b1), Pair(a2, b2), Pair(a3, b3)]
    }
}
