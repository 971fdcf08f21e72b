//! Arrays that are freed while a call or a transfer holds them: the lane that frees one fails there, in code for gangs
//! of 1, 2, 8 and 64 lanes as in the interpreter at every stage, with and without splicing of calls.
//!
//! So do pointers whose target has been freed, and those without one.
//!
//! The cases are `freed_arrays/NAME.f90`, main programs or, with `! test: kernel KERNEL`, subroutines of an INTEGER
//! that is given (0 to 7) and one that is assigned. `! fails: REASON` ends the line where some row fails; a case
//! without such a line returns. Random programs free arrays in all ways and print the smallest that differs;
//! `FORLANE_CASES=N` runs N of them, `FORLANE_SEED=N` chooses others, and `FORLANE_LAST=FILE` keeps the program about
//! to run, for those that end the process.

mod generate;
mod run;

use crate::harness::{directives, files, split};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::Cell;

/// What the reason goes on with if an array is freed.
const HELD: &str = " while it is an actual argument or an internal file";

/// A case fails where it says so.
#[test]
fn cases_fail_where_they_free() {
    for path in files("freed_arrays", &["f90"]) {
        let text = std::fs::read_to_string(&path).unwrap();
        let (_, name) = split(&path);
        let kernel = directives(&text).into_iter().find_map(|line| Some(line.strip_prefix("kernel ")?.to_owned()));
        let rows =
            run::check(&name, &text, kernel.as_deref(), false).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let marked = text.lines().zip(1..).find_map(|(line, number)| {
            let (_, reason) = line.split_once("! fails: ")?;
            let held = if reason.starts_with("deallocation") { HELD } else { "" };
            Some(format!("{reason}{held} at {name}:{number}"))
        });
        let failure = rows.into_iter().find_map(Result::err);
        assert_eq!(failure, marked, "{name}");
    }
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_programs_agree() {
    let config = Config {
        cases: number("FORLANE_CASES", 12) as u32,
        failure_persistence: None,
        max_shrink_iters: number("FORLANE_SHRINK", 3000) as u32,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("FORLANE_SEED", 1).to_le_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let last = std::env::var_os("FORLANE_LAST");
    let (returned, held, rows) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let result = runner.run(&generate::case(), |case| {
        let text = case.print();
        if let Some(path) = &last {
            std::fs::write(path, &text)?;
        }
        let outcome = run::check("random.f90", &text, case.kernel(), case.is_aliased()).map_err(TestCaseError::fail)?;
        let is_held = |row: &&run::Row| row.as_ref().is_err_and(|failure| failure.starts_with("deallocation of "));
        rows.set(rows.get() + outcome.len());
        returned.set(returned.get() + outcome.iter().filter(|row| row.is_ok()).count());
        held.set(held.get() + outcome.iter().filter(is_held).count());
        Ok(())
    });
    match result {
        // Enough of them get to their end, and enough free what is held.
        Ok(()) => {
            let (returned, held, rows) = (returned.get(), held.get(), rows.get());
            assert!(
                returned * 4 > rows && held * 10 > rows,
                "{returned} of {rows} rows return, {held} free what is held"
            );
        }
        Err(TestError::Fail(reason, case)) => panic!("{reason}\n{}", case.print()),
        Err(error) => panic!("{error}"),
    }
}
