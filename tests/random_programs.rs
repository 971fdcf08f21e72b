//! Random programs over GO TO, computed GO TO, IF, DO and calls: scalar code, gangs of every size and the interpreter
//! at every stage must agree on each row, in what it assigns and in how and where it fails.
//!
//! A failure prints the smallest program that still fails, with its table, as a case of `tests/kernels`: put the two
//! texts into `NAME.f` and `NAME.csv` there, and make what is expected by `BLESS=gfortran cargo test --test cases
//! kernels::NAME`. `FORLANE_CASES=N` runs N programs, `FORLANE_SEED=N` chooses others; `FORLANE_LAST=FILE` keeps the
//! program about to run in a file, for those that end the process. `FORLANE_GFORTRAN=1` compares the rows that return
//! with gfortran, too.

mod body;
mod expressions;
mod generate;
mod gfortran;
mod print;
mod report;
mod run;
mod tree;

use crate::harness::number;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::Cell;

#[test]
fn all_ways_to_run_a_program_agree() {
    run_cases(false);
}

#[test]
fn gfortran_agrees() {
    if std::env::var_os("FORLANE_GFORTRAN").is_some() {
        run_cases(true);
    }
}

fn run_cases(with_gfortran: bool) {
    let config = Config {
        cases: number("FORLANE_CASES", 10) as u32,
        failure_persistence: None,
        max_global_rejects: u32::MAX,
        max_shrink_iters: number("FORLANE_SHRINK", 3000) as u32,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("FORLANE_SEED", 1).to_le_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let last = std::env::var_os("FORLANE_LAST");
    let (returned, rows) = (Cell::new(0), Cell::new(0));
    let result = runner.run(&generate::case(), |case| {
        let case = if with_gfortran { gfortran::defined(case) } else { case };
        if let Some(path) = &last {
            std::fs::write(path, report::describe(&case))?;
        }
        let outcome = run::check(&case).map_err(|problem| match problem {
            run::Problem::Refused => TestCaseError::reject("constants divide by zero"),
            run::Problem::Wrong(message) => TestCaseError::fail(message),
        })?;
        let good = match with_gfortran {
            true => gfortran::compare(&case, &outcome).map_err(TestCaseError::fail)?,
            false => outcome.iter().filter(|row| row.is_ok()).count(),
        };
        rows.set(rows.get() + outcome.len());
        returned.set(returned.get() + good);
        Ok(())
    });
    match result {
        Ok(()) => assert!(returned.get() * 2 > rows.get(), "only {} of {} rows return", returned.get(), rows.get()),
        Err(TestError::Fail(reason, case)) => {
            let case = if with_gfortran { gfortran::defined(case) } else { case };
            panic!("{reason}\n{}", report::describe(&case))
        }
        Err(error) => panic!("{error}"),
    }
}
