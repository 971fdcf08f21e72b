//! Random graphs, reducible and not, with nested switches, scopes, calls, several exits and loops that never end, whose
//! lanes take different ways: split, in SSA form, structurized and masked, each lane must do what it does alone, in the
//! same order. The interpreter checks on the way that each lane is in exactly one place.
//!
//! A failure prints the smallest case that still fails as a text to put into `random_graphs/kept`, after a comment that
//! describes its bug. `FORLANE_CASES=N` runs N cases, `FORLANE_SEED=N` chooses others; `FORLANE_LAST=FILE` keeps the
//! case about to run in a file, for those that end the process.

mod generate;
mod print;
mod run;
mod tree;

use proptest::prelude::{Just, prop_oneof};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use run::Seen;
use std::cell::Cell;
use std::path::Path;
use std::time::Instant;
use tree::{Arguments, Case, LANES, Notes};

/// The number of cases between two lines that tell how far a long run is.
const REPORTED: usize = 10_000;

/// A number from the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// The text of a case, as those that are kept.
fn kept_text(case: &Case) -> String {
    let seeds: Vec<String> = case.arguments.seeds.iter().map(i32::to_string).collect();
    format!(";; arguments: {} {}\n{}", case.arguments.uniform, seeds.join(" "), print::print(case))
}

/// The arguments that a kept text states.
fn kept_arguments(text: &str) -> Option<Arguments> {
    let line = text.lines().find_map(|line| line.strip_prefix(";; arguments: "))?;
    let mut numbers = line.split(' ').map_while(|number| number.parse().ok());
    let uniform = numbers.next()?;
    Some(Arguments { uniform, seeds: numbers.collect::<Vec<i32>>().try_into().ok()? })
}

/// What once failed.
#[test]
fn kept_graphs_do_the_same_at_each_stage() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/random_graphs/kept");
    let mut seen = Seen::default();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let text = std::fs::read_to_string(&path)?;
        let Some(arguments) = kept_arguments(&text) else { panic!("{}: no arguments", path.display()) };
        // The form of switches follows the number of cases.
        for _ in run::FORMS {
            if let Err(error) = run::check(&text, &arguments, true, &mut seen) {
                panic!("{}: {error}", path.display());
            }
        }
    }
    assert!(seen.cases > 0);
    Ok(())
}

#[test]
fn lanes_do_at_each_stage_what_each_does_alone() {
    let config = Config {
        cases: number("FORLANE_CASES", 500) as u32,
        failure_persistence: None,
        max_shrink_iters: number("FORLANE_SHRINK", 20_000) as u32,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("FORLANE_SEED", 1).to_le_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let last = std::env::var_os("FORLANE_LAST");
    let (seen, started) = (Cell::new(Seen::default()), Instant::now());
    let cases = generate::case(prop_oneof![Just(Notes::Bounded), Just(Notes::Free)]);
    let result = runner.run(&cases, |case| {
        if let Some(path) = &last {
            std::fs::write(path, kept_text(&case))?;
        }
        let mut sums = seen.get();
        let reads_back = sums.cases.is_multiple_of(16);
        run::check(&print::print(&case), &case.arguments, reads_back, &mut sums).map_err(TestCaseError::fail)?;
        seen.set(sums);
        if sums.cases.is_multiple_of(REPORTED) {
            eprintln!("{sums:?} in {:.0} s", started.elapsed().as_secs_f64());
        }
        Ok(())
    });
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, case)) => panic!("{reason}\nfrom\n{}", kept_text(&case)),
        Err(error) => panic!("{error}"),
    }
    let seen = seen.get();
    assert!(seen.graphs * 16 > seen.cases && seen.mixed * 64 > seen.cases, "too few graphs: {seen:?}");
    assert!(seen.returned * 3 > seen.cases * LANES, "too few lanes return: {seen:?}");
    assert!(seen.irreducible * 8 > seen.cases && seen.divergent * 3 > seen.cases, "too simple: {seen:?}");
}
