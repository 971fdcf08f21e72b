//! A function for a gang: in lanes where the machine has them and it pays, one by one elsewhere.

use super::form::Function;
use super::machine::Machine;

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
