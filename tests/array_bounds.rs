//! Accesses to arrays of each storage class, empty ones among them, by argument lists that lie about their lengths:
//! scalar code, gangs of every size and the interpreter at every stage must agree on each row, in what it assigns and
//! in how and where it fails; so must the memory beside the array, which each program checks.
//!
//! A case is a number: it stands for a storage class, a length, a type, and the calls through which an array gets from
//! where it is declared to where it is accessed. Some of them run, evenly spread over all;
//! `FORLANE_CASES=all` runs all of them, `FORLANE_CASES=N` as many, `FORLANE_SEED=N` begins with another.
//! A failure prints the program.

mod access;
mod program;
mod run;
mod storage;

use access::{Access, Chains};
use program::Source;
use storage::{Kind, STORAGES, Setting};

/// How many accesses run, as branches of a SELECT CASE or alone.
const USUAL_CASES: usize = 80;
/// The most accesses of a program.
const MOST_BRANCHES: usize = 8;

/// The arrays' lengths.
const LENGTHS: [usize; 3] = [0, 1, 3];

#[test]
fn all_ways_to_access_an_array_agree() {
    check_all(&Chains::up_to_one_call());
}

#[test]
fn arrays_passed_on_agree() {
    check_all(&Chains::of_several_calls());
}

/// Runs cases evenly spread over all combinations of a setting and a chain of calls.
fn check_all(chains: &Chains) {
    let settings = settings();
    let all = settings.len() * chains.count();
    let text = std::env::var("FORLANE_CASES").unwrap_or_default();
    let cases = if text == "all" { all } else { text.parse().unwrap_or(USUAL_CASES).clamp(1, all) };
    let seed = std::env::var("FORLANE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0usize);
    let mut numbers: Vec<usize> = (0..cases).map(|case| (case * all / cases + seed) % all).collect();
    numbers.sort_unstable();
    let mut rest = &numbers[..];
    let (mut number, mut rows, mut returned) = (0, 0, 0);
    while let Some(first) = rest.first() {
        let setting = settings[first / chains.count()];
        // Every fourth program is one access that nothing is around.
        let most = if number % 4 == 0 { 1 } else { MOST_BRANCHES };
        let same = rest.iter().take(most).take_while(|case| *case / chains.count() == first / chains.count());
        let (now, later) = rest.split_at(same.count());
        let accesses = now.iter().filter_map(|case| chains.get(case % chains.count(), setting));
        let accesses: Vec<Access> = accesses.collect();
        if !accesses.is_empty() {
            let source = Source::new(setting, accesses);
            let outcome = run::check(&source, number).unwrap_or_else(|problem| panic!("{problem}\n{}", source.text));
            rows += outcome.len();
            returned += outcome.iter().filter(|row| row.is_ok()).count();
        }
        (rest, number) = (later, number + 1);
    }
    assert!(returned * 20 > rows && returned < rows, "{returned} of {rows} rows return");
    println!("{cases} of {all} cases in {number} programs; {returned} of {rows} rows return");
}

fn settings() -> Vec<Setting> {
    let mut settings = Vec::new();
    for storage in STORAGES {
        for length in LENGTHS {
            // Each combination has one of the types and spellings, so that all occur with empty arrays.
            let number = settings.len();
            let kind = Kind::ALL[number % Kind::ALL.len()];
            settings.push(Setting { storage, kind, length, spelling: number });
        }
    }
    settings
}
