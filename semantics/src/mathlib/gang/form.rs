//! What a function of a gang is: its scalar form, and its form for vectors of lanes.

use super::lanes::{Element, Lanes, Mask, Real};

/// A function of one or two numbers for each lane that has `RESULTS` results.
///
/// One of a single number takes it twice and ignores the second.
pub trait Function<const RESULTS: usize>: 'static {
    /// The first number, and the results.
    type Left: Real;
    /// The second number.
    type Right: Element;

    /// The results for one lane, by which all others are defined.
    fn of_one(left: Self::Left, right: Self::Right) -> [Self::Left; RESULTS];

    /// The results, and the lanes for which they are those of [`Function::of_one`] to the bit. What lanes that are not
    /// active get does not matter.
    fn of_lanes<V: Lanes>(left: V, right: V, active: V::Mask) -> ([V; RESULTS], V::Mask);
}

/// Computes the results in lanes, and gives those of the active lanes for which that is not possible. All slices are as
/// long as the first.
#[inline(always)]
pub fn run<F: Function<N>, V: Lanes, const N: usize>(
    machine: V::Machine,
    left: &[F::Left],
    right: &[F::Right],
    results: &mut [&mut [F::Left]; N],
    active: u64,
) -> u64 {
    let (count, right) = (left.len(), &right[..left.len()]);
    let (mut rest, mut of_rest, mut first) = (active, active, 0);
    // In this form the compiler sees that slices are long enough.
    while first + V::COUNT <= count {
        let end = first + V::COUNT;
        let here = of_rest & ((1 << V::COUNT) - 1);
        let x: V = F::Left::load(machine, &left[first..end]);
        let values = if here == 0 {
            [x.all(0.0); N]
        } else {
            let y: V = F::Right::load(machine, &right[first..end]);
            let (values, ordinary) = F::of_lanes(x, y, x.lanes_of(here));
            rest &= !(ordinary.bits() << first);
            values
        };
        for (result, value) in results.iter_mut().zip(values) {
            F::Left::store(value, &mut result[first..end]);
        }
        of_rest >>= V::COUNT;
        first = end;
    }
    rest
}
