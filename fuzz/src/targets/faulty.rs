//! Targets that go wrong in each way there is, for the tests of the driver. A case goes wrong if it holds an `x`.

use super::{Case, Target, Verdict};
use crate::random::Random;

const fn faulty(name: &'static str, run: fn(&Case) -> Result<Verdict, String>) -> Target {
    Target { name, corpus: Vec::new, mutate, run, runs_kernels: false, memory_mib: 1024, view: None }
}

/// One for each way.
pub const TARGETS: &[Target] = &[
    faulty("faulty-none", |_| Ok(Verdict::Accepted)),
    faulty("faulty-wrong", |case| if is_bad(case) { Err("wrong".to_owned()) } else { Ok(Verdict::Accepted) }),
    faulty("faulty-panic", |case| {
        assert!(!is_bad(case), "an x");
        Ok(Verdict::Accepted)
    }),
    faulty("faulty-abort", |case| if is_bad(case) { std::process::abort() } else { Ok(Verdict::Accepted) }),
    faulty("faulty-stack", |case| {
        if is_bad(case) {
            std::hint::black_box(descend(1));
        }
        Ok(Verdict::Accepted)
    }),
    faulty("faulty-memory", |case| {
        if is_bad(case) {
            std::hint::black_box(vec![1_u8; 8 << 30]);
        }
        Ok(Verdict::Accepted)
    }),
    faulty("faulty-hang", |case| {
        while is_bad(case) {
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
        Ok(Verdict::Refused)
    }),
];

fn mutate(random: &mut Random, _: &[Case]) -> Case {
    let letters = (0..random.below(200)).map(|_| if random.one_in(100) { b'x' } else { b'a' + random.below(20) as u8 });
    Case { ending: "txt".to_owned(), bytes: letters.collect() }
}

fn is_bad(case: &Case) -> bool {
    case.bytes.contains(&b'x')
}

fn descend(depth: u64) -> u64 {
    let room = std::hint::black_box([depth; 1000]);
    if depth == 0 { 0 } else { descend(depth + 1) + room[depth as usize % 1000] }
}
