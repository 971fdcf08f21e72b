//! The code of a function for a gang, as generated code calls it: in lanes where the machine has them and it pays, one
//! by one elsewhere. There is one for each machine, so that a call decides nothing that was known before.

use super::form::{Function, Gang};
use super::lanes::Lanes;

/// `(first operands, second operands, first results, second results, active lanes, lanes)`: a function of one operand
/// gets it as both, one of one result does not look at the second ones. What lanes that are not active get does not
/// matter.
///
/// # Safety
/// The operands and results that it looks at are those of as many lanes, at most 64, and are not changed by others
/// meanwhile.
pub type GangCode = unsafe extern "C" fn(*const u8, *const u8, *mut u8, *mut u8, u64, u64);

/// Whether there are at most two lanes, which are cheaper one by one.
#[inline(always)]
fn is_few(lanes: u64) -> bool {
    let but_one = lanes & lanes.wrapping_sub(1);
    but_one & but_one.wrapping_sub(1) == 0
}

/// What the arguments of a [`GangCode`] are.
///
/// # Safety
/// As [`GangCode`].
#[inline(always)]
unsafe fn gang<'a, F: Function<N>, const N: usize>(
    (left, right): (*const u8, *const u8),
    (first, second): (*mut u8, *mut u8),
    (active, lanes): (u64, u64),
) -> Gang<'a, F, N> {
    let active = if lanes < 64 { active & ((1 << lanes) - 1) } else { active };
    let lanes = lanes as usize;
    // SAFETY: as the contract says.
    unsafe {
        let left = std::slice::from_raw_parts(left.cast(), lanes);
        let right = std::slice::from_raw_parts(right.cast(), lanes);
        let results = std::array::from_fn(|place| {
            std::slice::from_raw_parts_mut((if place == 0 { first } else { second }).cast(), lanes)
        });
        Gang { left, right, results, active }
    }
}

/// [`GangCode`] that computes in lanes.
///
/// # Safety
/// As [`GangCode`].
#[inline(always)]
pub unsafe fn in_lanes<F: Function<N>, V: Lanes, const N: usize>(
    machine: V::Machine,
    operands: (*const u8, *const u8),
    results: (*mut u8, *mut u8),
    lanes: (u64, u64),
) {
    // SAFETY: as the contract says.
    let mut gang = unsafe { gang::<F, N>(operands, results, lanes) };
    if is_few(gang.active) {
        gang.results.iter_mut().for_each(|result| result.fill(F::Left::default()));
    } else {
        gang.active = gang.in_lanes::<V>(machine);
    }
    if gang.active != 0 {
        gang.one_by_one();
    }
}

/// [`GangCode`] that computes one by one.
pub unsafe extern "C" fn one_by_one<F: Function<N>, const N: usize>(
    left: *const u8,
    right: *const u8,
    first: *mut u8,
    second: *mut u8,
    active: u64,
    lanes: u64,
) {
    // SAFETY: as `GangCode` says.
    let mut gang = unsafe { gang::<F, N>((left, right), (first, second), (active, lanes)) };
    gang.results.iter_mut().for_each(|result| result.fill(F::Left::default()));
    gang.one_by_one();
}
