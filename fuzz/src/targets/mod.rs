//! The table of fuzz targets.
//!
//! A target is a row: a corpus, a mutator that makes a case from a random number generator and the corpus, and a
//! function that runs a case. To add one, write a file beside this one and add a row to [`TARGETS`]; the command and
//! the test `short` follow from it; describe it in `docs/trust.md`.
//!
//! - `corpus` runs once in each process. It must give the same cases on every machine: no hash map order, no clock.
//! - `mutate` must depend on its two arguments only. A case is a file as a user could give it to forlane; its ending
//!   is the ending of that file. The driver runs `mutate` in its own process, so it must not call the code under test.
//! - `run` is called in a worker process, on a thread with a deep stack, for one case after the other. It returns
//!   whether the code under test accepted or refused the input. It returns `Err`, or panics, if something is wrong: two
//!   results that must be equal differ, for example. A panic, a signal, an abort, a stack overflow, a case that takes
//!   too long ([`crate::session::TIME_LIMIT`]) and an allocation beyond `memory_mib` need no check of its own: the
//!   driver reports them.
//! - `runs_kernels` says that `run` compiles or runs kernels or programs: generated code is guarded then
//!   (`FORLANE_GUARD=after`), so an access after a block ends the worker.
//! - `view` says what a case means where its bytes are decisions of a generator: the text is kept beside the case, and
//!   the constructs are counted.
//! - `memory_mib` limits the address space of a worker. It includes stacks: reserve 512 MiB for the thread of `run` and
//!   as much for each thread that the compiler starts.

mod faulty;
mod formats;
mod programs;
mod source;
mod tables;
mod text;
mod units;

use crate::random::Random;
use std::path::{Path, PathBuf};

/// An input of a target: the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Of the file's name, without the dot.
    pub ending: String,
    /// What the file holds.
    pub bytes: Vec<u8>,
}

/// What the code under test did with an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It did what is asked.
    Accepted,
    /// It gave an error.
    Refused,
}

/// A row of the table.
pub struct Target {
    /// Its name in commands and in the names of kept files.
    pub name: &'static str,
    /// The cases that mutation starts from.
    pub corpus: fn() -> Vec<Case>,
    /// Makes the next case.
    pub mutate: fn(&mut Random, &[Case]) -> Case,
    /// Runs a case.
    pub run: fn(&Case) -> Result<Verdict, String>,
    /// Whether generated code is guarded.
    pub runs_kernels: bool,
    /// Address space of a worker, in MiB, beside what the guards reserve.
    pub memory_mib: u64,
    /// What a case means, where its bytes do not show that.
    pub view: Option<fn(&Case) -> View>,
}

/// What a case means.
pub struct View {
    /// As a test would have it.
    pub text: String,
    /// What of the tested language is in it.
    pub constructs: Vec<&'static str>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        name: "source",
        corpus: source::corpus,
        mutate: source::mutate,
        run: source::run,
        runs_kernels: false,
        memory_mib: 4096,
        view: None,
    },
    Target {
        name: "csv",
        corpus: tables::csv,
        mutate: tables::mutate_csv,
        run: tables::run,
        runs_kernels: true,
        memory_mib: 2048,
        view: None,
    },
    Target {
        name: "arrow",
        corpus: tables::arrow,
        mutate: tables::mutate_bytes,
        run: tables::run,
        runs_kernels: true,
        memory_mib: 2048,
        view: None,
    },
    Target {
        name: "parquet",
        corpus: tables::parquet,
        mutate: tables::mutate_bytes,
        run: tables::run,
        runs_kernels: true,
        memory_mib: 2048,
        view: None,
    },
    Target {
        name: "npz",
        corpus: tables::npz,
        mutate: tables::mutate_npz,
        run: tables::run,
        runs_kernels: true,
        memory_mib: 2048,
        view: None,
    },
    Target {
        name: "formats",
        corpus: formats::corpus,
        mutate: formats::mutate,
        run: formats::run,
        runs_kernels: true,
        memory_mib: 2048,
        view: None,
    },
    Target {
        name: "text",
        corpus: text::corpus,
        mutate: text::mutate,
        run: text::run,
        runs_kernels: true,
        memory_mib: 4096,
        view: None,
    },
    Target {
        name: "units",
        corpus: units::corpus,
        mutate: units::mutate,
        run: units::run,
        runs_kernels: true,
        memory_mib: 4096,
        view: None,
    },
    Target {
        name: "programs",
        corpus: programs::corpus,
        mutate: programs::mutate,
        run: programs::run,
        runs_kernels: true,
        memory_mib: 4096,
        view: Some(programs::view),
    },
];

/// The target of a name; also those that test the driver.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().chain(faulty::TARGETS).find(|target| target.name == name)
}

/// The files of a folder of the repository with one of those endings, in the order of their names.
fn files(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let folder = root().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| endings.iter().any(|ending| path.extension().is_some_and(|own| own == *ending)));
    paths.sort();
    paths
}

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
