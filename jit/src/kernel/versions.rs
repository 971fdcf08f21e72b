//! The versions of a kernel: its code for the gang sizes that are candidates, and the choice among them.
//!
//! The first version is there when the kernel is. The others are compiled while it runs, on a thread of their own, once
//! that pays: see [`Trial`]. All give the same bits, so that rows may be run by any of them.

use super::Kernel;
use super::trial::{Form, Orderable, RowKey, RowOrder, Stretch, Trial, Tried};
use super::version::Version;
use crate::runtime::Site;
use forlane_semantics::io::thread_time;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// Compiles a kernel in another form; none if that can't be done.
pub(super) type Compile = dyn Fn(Form) -> Option<Kernel> + Send + Sync;

/// Statuses of the first version are its own. Those that only another version has are the number of that version in the
/// bits from this one on, and its own status below.
const VERSION_BIT: u32 = 24;

/// Stack of a thread that compiles; what is not used of it takes no memory.
const COMPILE_STACK: usize = 64 << 20;

pub(super) struct Versions {
    pub first: Version,
    others: Vec<Other>,
    compile: Option<Box<Compile>>,
    trial: Mutex<Trial>,
    /// How many blocks were dealt out to several candidates or orders, in all runs.
    turns: AtomicUsize,
    /// What rows are ordered by where there is nothing to choose.
    fixed_order: Mutex<RowOrder>,
    /// Processor time that compiling the first took.
    took: Duration,
    /// The processor time of a thread, which the trial compares.
    pub clock: fn() -> Duration,
}

/// A candidate.
struct Other {
    form: Form,
    /// Once it is compiled; none if that can't be done, or it needs more than runs have.
    version: OnceLock<Option<Adopted>>,
}

/// A version beside the first.
pub(super) struct Adopted {
    pub version: Version,
    /// For each of its statuses, less one, the kernel's.
    statuses: Vec<u32>,
}

/// A version and what its statuses are for the kernel.
#[derive(Clone, Copy)]
pub(super) struct Chosen<'a> {
    pub version: &'a Version,
    statuses: Option<&'a [u32]>,
}

impl Chosen<'_> {
    /// The kernel's status for one of the version.
    pub fn status(&self, status: u32) -> u32 {
        let translated = self.statuses.and_then(|statuses| statuses.get((status as usize).checked_sub(1)?));
        translated.copied().unwrap_or(status)
    }
}

impl Versions {
    /// The first version alone. Compiling it took so much processor time.
    pub fn of(first: Version, took: Duration) -> Versions {
        let trial = Mutex::new(Trial::new(&[first.form()], took));
        let fixed_order = Mutex::default();
        let turns = AtomicUsize::new(0);
        Versions { first, others: Vec::new(), compile: None, trial, turns, fixed_order, took, clock: thread_time }
    }

    /// With these other forms as candidates.
    pub fn with_candidates(self, forms: &[Form], compile: Box<Compile>) -> Versions {
        let is_numbered = self.first.tables.sites.iter().count() < 1 << VERSION_BIT;
        let forms = if is_numbered { forms } else { &[] };
        let all: Vec<Form> = [self.first.form()].into_iter().chain(forms.iter().copied()).collect();
        let others = forms.iter().map(|form| Other { form: *form, version: OnceLock::new() }).collect();
        Versions { others, compile: Some(compile), trial: Mutex::new(Trial::new(&all, self.took)), ..self }
    }

    /// Whether there is nothing to choose.
    pub fn is_single(&self) -> bool {
        self.others.is_empty()
    }

    /// The candidate of that number, if it is compiled; the first is number 0.
    pub fn get(&self, number: usize) -> Option<Chosen<'_>> {
        match number.checked_sub(1) {
            None => Some(Chosen { version: &self.first, statuses: None }),
            Some(other) => {
                let adopted = self.others.get(other)?.version.get()?.as_ref()?;
                Some(Chosen { version: &adopted.version, statuses: Some(&adopted.statuses) })
            }
        }
    }

    /// The site that a status of the kernel stands for.
    pub fn site(&self, status: u32) -> Option<&Site> {
        let number = if self.is_single() { 0 } else { status >> VERSION_BIT };
        let own = status - (number << VERSION_BIT);
        self.get(number as usize)?.version.tables.sites.site(own)
    }

    /// The most stack that a version may need.
    pub fn stack_bytes(&self) -> usize {
        let first = self.first.stack_bytes();
        if self.is_single() { first } else { first.saturating_mul(2) }
    }

    /// Stretches among which the next rows are dealt out, at most `left`, which can be ordered so. Compiles candidates
    /// where that is due.
    pub fn next(self: &Arc<Self>, left: usize, orderable: &Orderable) -> Vec<Stretch> {
        let mut trial = self.trial();
        let stretches = trial.next(left, orderable);
        if let Some(due) = trial.start_compiling() {
            drop(trial);
            self.start_compiling(due);
        }
        stretches
    }

    /// The number of a block that is dealt out, by which those that run its rows take turns in being the first.
    pub fn next_turn(&self) -> usize {
        self.turns.fetch_add(1, Ordering::Relaxed)
    }

    /// Notes how many rows of a stretch have been run in that time.
    pub fn report(&self, stretch: &Stretch, rows: usize, time: Duration) {
        self.trial().report(stretch, rows, time);
    }

    /// That a candidate can't be run.
    pub fn refuse(&self, number: usize) {
        self.trial().refuse(number);
    }

    /// Notes how many rows are to be run in all.
    pub fn expect(&self, rows: u64) {
        self.trial().expect(rows);
    }

    /// What each candidate that was tried took; the form that is chosen, and what the rows are ordered by.
    pub fn tried(&self) -> (Vec<Tried>, Form, RowOrder) {
        let trial = self.trial();
        let (form, order) = trial.chosen();
        (trial.tried(), form, order)
    }

    /// What rows are ordered by, in a kernel of one version.
    pub fn fixed_order(&self) -> RowOrder {
        self.fixed_order.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Orders rows so, in a kernel of one version.
    pub fn order_by(&self, keys: &[RowKey]) {
        *self.fixed_order.lock().unwrap_or_else(PoisonError::into_inner) = keys.into();
    }

    fn trial(&self) -> MutexGuard<'_, Trial> {
        // Nothing panics while it is locked; and its numbers only say which of equal ways is taken.
        self.trial.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compiles a candidate on another thread, so that rows go on meanwhile. Where none can be started, there is no
    /// candidate.
    fn start_compiling(self: &Arc<Self>, number: usize) {
        let this = Arc::clone(self);
        let work = move || {
            let begin = thread_time();
            let is_usable = this.compile_other(number);
            this.trial().compiled(number, is_usable, thread_time().saturating_sub(begin));
        };
        if thread::Builder::new().stack_size(COMPILE_STACK).spawn(work).is_err() {
            self.trial().compiled(number, false, Duration::ZERO);
        }
    }

    /// Whether the candidate can be run.
    fn compile_other(&self, number: usize) -> bool {
        let Some(other) = number.checked_sub(1).and_then(|other| self.others.get(other)) else { return false };
        let adopt = || self.adopt(number as u32, self.compile.as_ref()?(other.form)?);
        other.version.get_or_init(adopt).is_some()
    }

    /// The kernel's version as the candidate of that number; none if it needs more than runs of this one have.
    fn adopt(&self, number: u32, kernel: Kernel) -> Option<Adopted> {
        let version = Arc::into_inner(kernel.versions)?.first;
        let sites = || version.tables.sites.iter();
        if version.stack_bytes() > self.stack_bytes() || sites().count() >= 1 << VERSION_BIT {
            return None;
        }
        let known = |site: &Site| self.first.tables.sites.number(site);
        let statuses = sites().zip(1..).map(|(site, own)| known(site).unwrap_or(number << VERSION_BIT | own)).collect();
        Some(Adopted { version, statuses })
    }
}
