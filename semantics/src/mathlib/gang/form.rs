//! What a function of a gang is: its scalar form, and its form for vectors of lanes.

use super::lanes::{Element, Lanes, Mask, Real};
use super::pair::Pair;

/// A function of one or two numbers for each lane that has `RESULTS` results.
///
/// One of a single number takes it twice and ignores the second.
pub trait Function<const RESULTS: usize>: 'static {
    /// The first number, and the results.
    type Left: Real;
    /// The second number.
    type Right: Element;

    /// Whether two vectors are computed side by side. That is up to a fourth faster, as one waits for its own results
    /// much of the time, unless two of them need more registers than there are.
    const IN_PAIRS: bool = true;

    /// The results for one lane, by which all others are defined.
    fn of_one(left: Self::Left, right: Self::Right) -> [Self::Left; RESULTS];

    /// The results, and the lanes for which they are those of [`Function::of_one`] to the bit. What lanes that are not
    /// active get does not matter.
    fn of_lanes<V: Lanes>(left: V, right: V, active: V::Mask) -> ([V; RESULTS], V::Mask);
}

/// The operands and results of a function for the lanes of a gang, and which lanes are active.
pub struct Gang<'a, F: Function<N>, const N: usize> {
    /// The first operands.
    pub left: &'a [F::Left],
    /// As many second operands.
    pub right: &'a [F::Right],
    /// As many of each result.
    pub results: [&'a mut [F::Left]; N],
    /// No bit is set beyond the last lane.
    pub active: u64,
}

impl<F: Function<N>, const N: usize> Gang<'_, F, N> {
    /// Computes the results in lanes, and gives those of the active lanes for which that is not possible.
    #[inline(always)]
    pub fn in_lanes<V: Lanes>(&mut self, machine: V::Machine) -> u64 {
        let (count, of_one) = (self.left.len(), (1u64 << V::COUNT) - 1);
        let mut first = 0;
        while first + V::COUNT <= count {
            let here = self.active >> first;
            let is_half = (here & of_one == 0) != (here >> V::COUNT & of_one == 0);
            if F::IN_PAIRS && !is_half && first + Pair::<V>::COUNT <= count {
                first = self.vector::<Pair<V>>(machine, first);
            } else {
                first = self.vector::<V>(machine, first);
            }
        }
        self.active
    }

    /// Computes a vector from a lane on, if some of its lanes are active. Gives the lane after it.
    #[inline(always)]
    fn vector<V: Lanes>(&mut self, machine: V::Machine, first: usize) -> usize {
        let end = first + V::COUNT;
        let here = self.active >> first & ((1 << V::COUNT) - 1);
        let x: V = F::Left::load(machine, &self.left[first..end]);
        let values = if here == 0 {
            [x.all(0.0); N]
        } else {
            let y: V = F::Right::load(machine, &self.right[first..end]);
            let (values, ordinary) = F::of_lanes(x, y, x.lanes_of(here));
            self.active &= !(ordinary.bits() << first);
            values
        };
        for (result, value) in self.results.iter_mut().zip(values) {
            F::Left::store(value, &mut result[first..end]);
        }
        end
    }

    /// Computes the results one by one.
    #[inline(never)]
    pub fn one_by_one(self) {
        let (mut rest, mut results) = (self.active, self.results);
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            let values = F::of_one(self.left[lane], self.right[lane]);
            for (result, value) in results.iter_mut().zip(values) {
                result[lane] = value;
            }
            rest &= rest - 1;
        }
    }
}
