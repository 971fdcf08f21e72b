//! A numeric function for a gang that calls the function of one lane for each.

/// Calls a function for one active lane after the other; others get zeros.
///
/// # Safety
/// As [`GangCode`](forlane_semantics::mathlib::gang::GangCode), of the first and second operands and the first results.
pub unsafe fn lane_by_lane<L: Copy, R: Copy>(
    (left, right): (*const u8, *const u8),
    result: *mut u8,
    (active, lanes): (u64, u64),
    function: impl Fn(L, R) -> L,
) {
    // SAFETY: as the contract says.
    unsafe { lane_by_lane_both((left, right), (result, result), (active, lanes), |x, y| [function(x, y); 2]) }
}

/// As [`lane_by_lane`], of two results; the second is stored first.
///
/// # Safety
/// As [`GangCode`](forlane_semantics::mathlib::gang::GangCode).
pub unsafe fn lane_by_lane_both<L: Copy, R: Copy>(
    (left, right): (*const u8, *const u8),
    (first, second): (*mut u8, *mut u8),
    (active, lanes): (u64, u64),
    function: impl Fn(L, R) -> [L; 2],
) {
    if u64::from(active.count_ones()) < lanes {
        // SAFETY: there are results of as many lanes.
        unsafe {
            second.cast::<L>().write_bytes(0, lanes as usize);
            first.cast::<L>().write_bytes(0, lanes as usize);
        }
    }
    let mut rest = active;
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        // SAFETY: there are operands and results of each active lane.
        unsafe {
            let [one, other] = function(left.cast::<L>().add(lane).read(), right.cast::<R>().add(lane).read());
            second.cast::<L>().add(lane).write(other);
            first.cast::<L>().add(lane).write(one);
        }
        rest &= rest - 1;
    }
}
