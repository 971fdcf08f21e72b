//! `fuzz`: runs the targets of [`targets::TARGETS`] and keeps the inputs that fail.
//!
//! ```text
//! cargo run --release -p fuzz -- [TARGET…] --seconds N [--seed S] [--keep DIR]
//! cargo run --release -p fuzz -- TARGET --replay FILE
//! ```
//!
//! The driver makes the cases and sends them to a worker process, which it replaces when it ends, hangs, or has a
//! failure. So a signal, an abort, an exhausted stack and an exhausted memory are failures like a panic. The exit
//! status is 0 only if nothing failed and each target accepted some input. It runs on Unix.
#![forbid(unsafe_code)]

mod process;
mod random;
mod reduce;
mod session;
mod targets;
mod worker;

use clap::Parser;
use forlane::compile::STACK_BYTES;
use session::{End, Plan, Summary, TIME_LIMIT};
use std::io;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use targets::{Case, TARGETS, Target};

/// Runs fuzz targets of forlane
#[derive(Parser, Debug)]
#[command(name = "fuzz")]
struct Options {
    /// The targets to run; all if none is named
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Time for each target
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u64,
    /// Number of cases for each target, in place of a time
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    cases: Option<u64>,
    /// Chooses the cases
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where failing inputs are kept [default: forlane-fuzz in the folder of temporary files]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Run this one input
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,
    /// Seconds that one case may take
    #[arg(long, value_name = "N", default_value_t = TIME_LIMIT.as_secs())]
    limit: u64,
    /// Number of targets to run at a time [default: that of the processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Show the names of the targets
    #[arg(long)]
    list: bool,
    /// Run as a worker of that socket
    #[arg(long, value_name = "SOCKET", hide = true)]
    worker: Option<PathBuf>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    // Targets call parsers on their own thread.
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(move || run(&options));
    match thread.map(thread::JoinHandle::join) {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Ok(false))) => ExitCode::from(1),
        Ok(Ok(Err(message))) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("error: no thread can be started: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing failed.
fn run(options: &Options) -> Result<bool, String> {
    if options.list {
        TARGETS.iter().for_each(|target| println!("{}", target.name));
        return Ok(true);
    }
    let named = options.targets.iter().map(|name| {
        targets::find(name).ok_or_else(|| {
            let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            format!("there is no target `{name}`; there are {}", known.join(", "))
        })
    });
    let mut chosen = named.collect::<Result<Vec<&'static Target>, String>>()?;
    if chosen.is_empty() {
        chosen.extend(TARGETS);
    }
    match (&options.worker, &options.replay) {
        (Some(socket), _) => worker::serve(chosen[0], socket).map(|()| true).map_err(|error| error.to_string()),
        (None, Some(file)) => replay(chosen[0], file, Duration::from_secs(options.limit)),
        (None, None) => run_all(&chosen, options),
    }
}

fn replay(target: &'static Target, file: &Path, limit: Duration) -> Result<bool, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let ending = file.extension().map_or(String::new(), |ending| ending.to_string_lossy().into_owned());
    match session::run_one(target, &Case { ending, bytes }, limit).map_err(|error| error.to_string())? {
        Ok(verdict) => println!("{verdict:?}"),
        Err(failure) => {
            println!("{:?}: {}", failure.way, failure.summary);
            return Ok(false);
        }
    }
    Ok(true)
}

fn run_all(targets: &[&'static Target], options: &Options) -> Result<bool, String> {
    let plan = Plan {
        end: options.cases.map_or(End::After(Duration::from_secs(options.seconds)), End::Cases),
        seed: options.seed,
        keep: options.keep.clone().unwrap_or_else(|| std::env::temp_dir().join("forlane-fuzz")),
        time_limit: Duration::from_secs(options.limit),
    };
    let jobs = options.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let summaries = run_at_a_time(targets, jobs, &plan).map_err(|error| error.to_string())?;
    println!(
        "{:<14} {:>9} {:>8} {:>9} {:>8} {:>8} seed",
        "target", "cases", "cases/s", "accepted", "failures", "seconds"
    );
    for Summary { name, cases, accepted, failures, time, .. } in &summaries {
        let seconds = time.as_secs_f64();
        let rate = *cases as f64 / seconds.max(1e-9);
        println!("{name:<14} {cases:>9} {rate:>8.0} {accepted:>9} {failures:>8} {seconds:>8.1} {}", options.seed);
    }
    for Summary { name, accepted, constructs, .. } in summaries.iter().filter(|one| !one.constructs.is_empty()) {
        println!("\nof {accepted} accepted {name}, those with");
        constructs.iter().for_each(|(construct, count)| println!("{count:>9} {construct}"));
    }
    let is_idle = |summary: &&Summary| summary.cases > 0 && summary.accepted == 0;
    if let Some(idle) = summaries.iter().find(is_idle) {
        eprintln!("{}: no input was accepted, so hardly anything was tested", idle.name);
        return Ok(false);
    }
    Ok(summaries.iter().all(|summary| summary.failures == 0))
}

/// Runs the targets, as many at a time; their summaries are in the order of the targets.
fn run_at_a_time(targets: &[&'static Target], jobs: usize, plan: &Plan) -> io::Result<Vec<Summary>> {
    let next = AtomicUsize::new(0);
    let take = || targets.get(next.fetch_add(1, Ordering::Relaxed));
    let job = || std::iter::from_fn(take).map(|target| session::run(target, plan)).collect::<io::Result<Vec<_>>>();
    let mut summaries = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, job);
        let threads = (0..jobs.min(targets.len())).map(start).collect::<io::Result<Vec<_>>>()?;
        let finished = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        finished.collect::<io::Result<Vec<Vec<_>>>>()
    })?
    .concat();
    summaries.sort_by_key(|summary| targets.iter().position(|target| target.name == summary.name));
    Ok(summaries)
}
