//! How a function is computed for a gang: in lanes as far as it goes, by the scalar function for the lanes that are
//! left.

use super::lanes::{Element, Lanes, Mask, Real};
use super::machine::Machine;

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

/// Whether there are at most two lanes, which are cheaper one by one.
#[inline]
fn is_few(lanes: u64) -> bool {
    let but_one = lanes & lanes.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) == 0
}

/// Computes the results for the lanes whose bits are set, with the instructions of that machine; the others get
/// anything. There are as many lanes as the shortest slice has elements, and at most 64.
#[inline]
pub fn apply<F: Function<N>, const N: usize>(
    machine: Machine,
    left: &[F::Left],
    right: &[F::Right],
    mut results: [&mut [F::Left]; N],
    active: u64,
) {
    let count = results.iter().fold(left.len().min(right.len()).min(64), |count, result| count.min(result.len()));
    let (left, right) = (&left[..count], &right[..count]);
    let mut rest = if count == 64 { active } else { active & ((1 << count) - 1) };
    if !is_few(rest) {
        rest = machine.run::<F, N>(left, right, &mut results, rest);
    } else {
        results.iter_mut().for_each(|result| result[..count].fill(F::Left::default()));
    }
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        let values = F::of_one(left[lane], right[lane]);
        for (result, value) in results.iter_mut().zip(values) {
            result[lane] = value;
        }
        rest &= rest - 1;
    }
}

/// Computes the results in lanes, and gives those of the active lanes for which that is not possible.
#[inline(always)]
pub fn run<F: Function<N>, V: Lanes, const N: usize>(
    machine: V::Machine,
    left: &[F::Left],
    right: &[F::Right],
    results: &mut [&mut [F::Left]; N],
    active: u64,
) -> u64 {
    let mut rest = active;
    for first in (0..left.len() / V::COUNT * V::COUNT).step_by(V::COUNT) {
        let here = active >> first & ((1 << V::COUNT) - 1);
        let x: V = F::Left::load(machine, &left[first..]);
        let y: V = F::Right::load(machine, &right[first..]);
        let values = if here == 0 {
            [x.all(0.0); N]
        } else {
            let (values, ordinary) = F::of_lanes(x, y, x.lanes_of(here));
            rest &= !(ordinary.bits() << first);
            values
        };
        for (result, value) in results.iter_mut().zip(values) {
            F::Left::store(value, &mut result[first..]);
        }
    }
    rest
}
