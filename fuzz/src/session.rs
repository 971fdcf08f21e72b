//! Runs one target until its time is over, reduces what fails and keeps it in files.

use crate::process::{Failure, Workers};
use crate::random::Random;
use crate::reduce::reduce;
use crate::targets::{Case, Target, Verdict};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A case may take as long, also unoptimized and on a busy machine.
pub const TIME_LIMIT: Duration = Duration::from_secs(20);

/// A target that has failed in this number of different ways is no longer run.
const MOST_FAILURES: usize = 20;

/// How long to run and what to keep.
pub struct Plan {
    /// When to end.
    pub end: End,
    /// Chooses the cases.
    pub seed: u64,
    /// Where failing inputs are kept.
    pub keep: PathBuf,
    /// How long a case may take.
    pub time_limit: Duration,
}

/// When a target's run ends.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// After so much time.
    After(Duration),
    /// After a number of cases.
    Cases(u64),
}

/// What became of a target.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The target.
    pub name: &'static str,
    /// Cases run.
    pub cases: u64,
    /// Of these, the inputs that were accepted.
    pub accepted: u64,
    /// Of these, the failures, also those of causes known already.
    pub failures: u64,
    /// How long it took.
    pub time: Duration,
    /// In how many accepted cases each construct is, if the target says what is in a case.
    pub constructs: BTreeMap<&'static str, u64>,
}

/// Runs a target.
///
/// # Errors
/// No worker can be started, or a file can't be kept.
pub fn run(target: &'static Target, plan: &Plan) -> io::Result<Summary> {
    let corpus = (target.corpus)();
    let mut workers = Workers::new(target, plan.time_limit)?;
    let mut known: Vec<Failure> = Vec::new();
    let begin = Instant::now();
    let mut summary = Summary {
        name: target.name,
        cases: 0,
        accepted: 0,
        failures: 0,
        time: Duration::ZERO,
        constructs: BTreeMap::new(),
    };
    while !is_over(plan.end, begin, summary.cases) && known.len() < MOST_FAILURES {
        let case = (target.mutate)(&mut Random::of_case(plan.seed, target.name, summary.cases), &corpus);
        match workers.run(&case)? {
            Ok(Verdict::Accepted) => {
                summary.accepted += 1;
                let constructs = target.view.map_or_else(Vec::new, |view| view(&case).constructs);
                constructs.into_iter().for_each(|name| *summary.constructs.entry(name).or_default() += 1);
            }
            Ok(Verdict::Refused) => {}
            Err(failure) => {
                summary.failures += 1;
                if !known.iter().any(|other| other.has_cause_of(&failure)) {
                    let path = keep(target, plan, summary.cases, reduced(&mut workers, case, &failure))?;
                    eprintln!("{}: {}\n    kept in {}", target.name, failure.summary, path.display());
                    known.push(failure);
                }
            }
        }
        summary.cases += 1;
    }
    summary.time = begin.elapsed();
    Ok(summary)
}

/// Runs one input.
///
/// # Errors
/// No worker can be started.
pub fn run_one(target: &'static Target, case: &Case, time_limit: Duration) -> io::Result<Result<Verdict, Failure>> {
    Workers::new(target, time_limit)?.run(case)
}

fn is_over(end: End, begin: Instant, cases: u64) -> bool {
    match end {
        End::After(time) => begin.elapsed() >= time,
        End::Cases(count) => cases >= count,
    }
}

/// The smallest part of a case that fails from the same cause.
fn reduced(workers: &mut Workers<'_>, case: Case, failure: &Failure) -> Case {
    let has_choices = workers.target().view.is_some();
    reduce(case, has_choices, |case| matches!(workers.run(case), Ok(Err(other)) if other.has_cause_of(failure)))
}

fn keep(target: &Target, plan: &Plan, index: u64, case: Case) -> io::Result<PathBuf> {
    std::fs::create_dir_all(&plan.keep)?;
    let path = plan.keep.join(format!("{}-{:x}-{index}.{}", target.name, plan.seed, case.ending));
    std::fs::write(&path, &case.bytes)?;
    if let Some(view) = target.view {
        let text = view(&case).text;
        eprintln!("{text}");
        std::fs::write(path.with_extension("txt"), text)?;
    }
    Ok(path)
}
