//! Of several ways to run a block of rows, the first one finds them in no cache.

use super::{check, kernel};
use crate::kernel::{Form, Kernel};
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Nanoseconds of a row in gangs of 4 and of 64.
const EACH: [u64; 2] = [10, 16];
/// How many times longer a row takes beyond those that have been run.
const FIRST: u64 = 3;

thread_local! {
    /// The last of the rows that have been run, and the time that all took.
    static DONE: Cell<(f64, u64)> = const { Cell::new((-1.0, 0)) };
}

/// A lane of a gang runs a row.
pub(super) fn run(gang: usize, row: f64) {
    let (last, time) = DONE.get();
    let last = if row == 0.0 { -1.0 } else { last };
    let times = if row > last { FIRST } else { 1 };
    DONE.set((last.max(row), time + times * EACH[usize::from(gang > 4)]));
}

/// Gangs of 4 were the first of each block, took three times as long as the others on the same rows, and were given up
/// for it.
#[test]
#[cfg_attr(miri, ignore = "Miri has no clock of a thread's processor time")]
fn who_runs_first_is_not_the_loser() {
    let first = Kernel { candidates: vec![Form { gang: 64, refills: false }], ..kernel(4) };
    let mut kernel = first.with_trial(|form| Some(kernel(form.gang)));
    if let Some(versions) = Arc::get_mut(&mut kernel.versions) {
        versions.clock = || Duration::from_nanos(DONE.get().1);
    }
    let deadline = Instant::now() + Duration::from_secs(600);
    while kernel.tried().0.iter().all(|tried| tried.form.gang == 4) {
        check(&kernel, 20_000);
        assert!(Instant::now() < deadline, "{:?}", kernel.tried());
    }
    for _ in 0..10 {
        check(&kernel, 20_000);
    }
    assert_eq!(kernel.tried().1.gang, 4, "{:?}", kernel.tried());
}
