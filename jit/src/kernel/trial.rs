//! The choice among sizes of gangs, refilling, and orders of the rows, by trial.
//!
//! Which size is fastest depends on how far the rows of a gang go the same ways, that is on the data. So it is tried: a
//! few stretches of rows are run by each candidate in turn, and the one that took the least processor time for a row
//! runs those that follow. How far rows go the same ways also depends on which rows are in a gang: a stretch of rows
//! can be ordered by some of their values ([`RowKey`]), so that those that decide on the ways are close in a gang.
//! Which ones do is tried, too. Whatever is chosen gives the same bits, so each row is run once.
//!
//! ```text
//! first candidate ──► orders tried ──► others compiled ──► sizes tried ──► stretches by what is chosen ──► trial …
//!                                      once that pays                      INTERVAL × its time, or until times change
//! ```
//!
//! - What is compared runs rows of the same block, which are dealt out: rows of a picture are expensive in one part of
//!   it and cheap in another.
//! - Orders are tried by the first candidate: as rows come, by each key, and then by the best one, the two best ones
//!   and so on. That begins with the first rows, unless they [are cheap](orders): rows run in an order
//!   that does not help take little longer. Where it changes nothing, the next trials are without it, more and more of
//!   them.
//! - What is much slower than the best runs no more stretches, and a few rows where it has to show it once more. A size
//!   that has just been compiled is compared with the chosen one alone.
//! - A candidate is compiled where the rest of the rows would take [`PAYS`] times as long as compiling it. Where more
//!   calls may follow, the future is taken to be as long as the past was, as one does who rents until the rent has come
//!   to the price.
//! - A trial is repeated after [`INTERVAL`] times the time that it took, and whenever the choice is confirmed, after
//!   twice the time before. So what slower candidates cost is a small share of the whole, however slow they are.
//! - It is repeated after [`EARLY`] times its time where the time of a row has changed by the ratio [`CHANGED`].
//!
//! This file only computes; clock, code and threads are in [`super::versions`].

mod contest;
mod orders;
mod sizes;
mod stretches;

use contest::{Contest, Past, Subject};
use std::sync::Arc;
use std::time::Duration;
pub(super) use stretches::Stretch;

/// Rows of a stretch are a multiple of these, so that gangs of all sizes are full in it.
const WHOLE_GANGS: usize = 64;
/// The ratio of the times of a row, in one stretch and the one before, below which the first trial waits.
const WARM: f64 = 2.0 / 3.0;
/// Time between trials, by that of a trial: at first, at most, and at least where the data changes.
const INTERVAL: f64 = 24.0;
const MOST_INTERVAL: f64 = 96.0;
const EARLY: f64 = 12.0;
/// How many times the compile time of a candidate the rest of the rows is to take.
const PAYS: f64 = 8.0;
/// The time of a stretch of which code and data that come to the caches are a small part.
const LONG: Duration = Duration::from_micros(25);
/// The ratio of times of a row that is a change of the data, in `CHANGES` stretches one after the other.
const CHANGED: f64 = 1.5;
const CHANGES: u32 = 3;

/// What the code of a kernel is compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Lanes of the gangs.
    pub gang: usize,
    /// Whether lanes that are done take other rows while the others go on.
    pub refills: bool,
}

/// A number that rows start with, by which they can be ordered: an element of an argument, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowKey {
    /// The parameter.
    pub argument: usize,
    /// The element of an array; 0 of a scalar.
    pub element: usize,
}

/// What rows are ordered by; nothing where they run as they come.
pub(super) type RowOrder = Arc<[RowKey]>;

/// What the rows of a run can be ordered by, how many of them together, and how many values of each are moved then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Orderable {
    pub keys: Vec<RowKey>,
    pub most_rows: usize,
    pub moved: usize,
}

/// What a candidate took so far with rows in some order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tried {
    /// What it is compiled for.
    pub form: Form,
    /// What rows were ordered by.
    pub order: Vec<RowKey>,
    /// Rows that it has run.
    pub rows: u64,
    /// Processor time of them.
    pub time: Duration,
    /// Processor time of compiling it while rows were run; zero for the first candidate.
    pub compile_time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Not compiled yet.
    Missing,
    Compiling,
    Ready,
    /// It can't be had.
    Refused,
}

#[derive(Debug)]
struct Candidate {
    state: State,
    form: Form,
    /// How long compiling it takes, as far as that can be foreseen.
    estimate: Duration,
    compile_time: Duration,
    /// Whether it was slow in its last trial.
    was_slow: bool,
}

#[derive(Debug)]
enum Phase {
    /// The chosen candidate runs, and has for that number of nanoseconds.
    Settled(f64),
    Trying(Contest),
}

/// The state of choosing. Several threads may run stretches at once.
#[derive(Debug)]
pub(super) struct Trial {
    candidates: Vec<Candidate>,
    /// The candidate and the order that run rows.
    chosen: (usize, RowOrder),
    /// The order that was best for the first candidate, and nanoseconds of a row in it and as rows come.
    best_order: RowOrder,
    ordered: f64,
    unordered: f64,
    /// How many trials are to follow without orders, and how many did before.
    passed_by: (u32, u32),
    /// Of the run that asked last.
    orderable: Orderable,
    /// Rows of a stretch where orders are tried.
    tried_rows: usize,
    phase: Phase,
    /// How many contests there were.
    number: u64,
    /// Whether code and data are in caches, so that what rows take foretells what those to come will.
    is_warm: bool,
    /// What sizes took in the trials so far, by what all took together: older trials count less.
    sizes: Vec<contest::Result>,
    /// Nanoseconds of the current trial, or the last one, and of the one before.
    trial_time: f64,
    trial_before: f64,
    interval: f64,
    /// Nanoseconds of a row by the chosen candidate when it was chosen.
    usual: Option<f64>,
    /// How many stretches one after the other took another time.
    changes: u32,
    /// Rows that are known to come.
    expected: u64,
    /// Nanoseconds of all stretches.
    spent: f64,
    totals: Vec<Tried>,
}

impl Trial {
    /// Candidates of these forms, of which the first is compiled; that took so long.
    pub fn new(forms: &[Form], took: Duration) -> Trial {
        let first = forms.first().map_or(1, |form| form.gang);
        let candidate = |(number, form): (usize, &Form)| Candidate {
            state: if number == 0 { State::Ready } else { State::Missing },
            form: *form,
            estimate: took.mul_f64(compile_ratio(form.gang, first)),
            compile_time: Duration::ZERO,
            was_slow: false,
        };
        Trial {
            candidates: forms.iter().enumerate().map(candidate).collect(),
            chosen: (0, Arc::default()),
            best_order: Arc::default(),
            ordered: 0.0,
            unordered: 0.0,
            passed_by: (0, 0),
            orderable: Orderable::default(),
            tried_rows: 0,
            phase: Phase::Settled(0.0),
            number: 0,
            is_warm: false,
            sizes: Vec::new(),
            trial_time: 0.0,
            trial_before: 0.0,
            interval: INTERVAL,
            usual: None,
            changes: 0,
            expected: 0,
            spent: 0.0,
            totals: Vec::new(),
        }
    }

    /// Notes how many more rows are to be run.
    pub fn expect(&mut self, rows: u64) {
        self.expected = rows;
    }

    /// Notes that these rows of a stretch took that time, if it is timed.
    pub fn report(&mut self, stretch: &Stretch, rows: usize, time: Duration) {
        self.expected = self.expected.saturating_sub(rows as u64);
        let nanoseconds = time.as_nanos() as f64;
        self.spent += nanoseconds;
        self.add(stretch, rows as u64, time);
        let each = (rows > 0).then(|| nanoseconds / rows as f64);
        match &mut self.phase {
            Phase::Trying(contest) => {
                let Some((number, contender)) = stretch.contest else { return };
                if number != self.number {
                    return;
                }
                self.trial_time += nanoseconds;
                if contest.report(contender, each) {
                    self.end_contest();
                }
            }
            Phase::Settled(since)
                if stretch.is_timed && stretch.contest.is_none() && stretch.candidate == self.chosen.0 =>
            {
                *since += nanoseconds;
                // The rows of one trial may be cheap by chance.
                let trials = *since / self.trial_time.max(self.trial_before / 2.0);
                self.is_warm |= time >= LONG;
                if self.number == 0 && self.is_warming_up(each) {
                    return;
                }
                self.is_warm = true;
                self.compare(each);
                if trials >= self.interval || (trials >= EARLY && self.changes >= CHANGES) {
                    self.begin();
                }
            }
            // Of an earlier trial, or by one that is no longer chosen.
            Phase::Settled(_) => {}
        }
    }

    /// Adds a stretch to the totals.
    fn add(&mut self, stretch: &Stretch, rows: u64, time: Duration) {
        let form = self.candidates[stretch.candidate].form;
        let known = self.totals.iter().position(|one| one.form == form && *one.order == *stretch.order);
        let at = known.unwrap_or_else(|| {
            self.totals.push(Tried { form, order: stretch.order.to_vec(), ..Tried::default() });
            self.totals.len() - 1
        });
        self.totals[at].rows += rows;
        self.totals[at].time += time;
    }

    /// Whether rows take much less time than those before, as code and data are in caches only now. Notes the time.
    fn is_warming_up(&mut self, each: Option<f64>) -> bool {
        let (Some(each), before) = (each, self.usual) else { return false };
        self.usual = Some(each);
        before.is_none_or(|before| each < before * WARM)
    }

    /// Compares the time of a row with the usual one.
    fn compare(&mut self, each: Option<f64>) {
        let Some(each) = each else { return };
        match self.usual.filter(|_| self.number > 0) {
            Some(usual) if each > usual * CHANGED || each * CHANGED < usual => self.changes += 1,
            Some(_) => self.changes = 0,
            // There is nothing to compare with; it only says how many rows a stretch has.
            None => self.usual = Some(each),
        }
    }

    /// Begins a trial, if there is something to try.
    fn begin(&mut self) {
        (self.trial_before, self.trial_time) = (self.trial_time, 0.0);
        if !self.begin_orders() {
            self.try_sizes();
        }
    }

    fn contest(&mut self, subject: Subject, contenders: Vec<(usize, RowOrder)>) {
        self.number += 1;
        self.changes = 0;
        let is_long =
            contenders.iter().any(|(number, order)| !order.is_empty() || self.candidates[*number].form.refills);
        let past = |number: usize, order: &RowOrder| match &self.candidates[number] {
            _ if (number, order) == (self.chosen.0, &self.chosen.1) => Past::Chosen,
            candidate if candidate.was_slow => Past::Slow,
            _ => Past::Unknown,
        };
        let known = |(number, order): (usize, RowOrder)| (number, order.clone(), past(number, &order));
        let contest = Contest::new(subject, contenders.into_iter().map(known).collect(), is_long);
        self.phase = Phase::Trying(contest);
    }

    /// Ends a contest, and the trial if there is nothing more to compare.
    fn end_contest(&mut self) {
        let Phase::Trying(contest) = &mut self.phase else { return };
        let (subject, results) = (contest.subject, contest.results());
        match subject {
            Subject::Sizes => {
                let (best, each) = self.best_size(results);
                self.settle(best, Some(each));
            }
            Subject::Keys | Subject::MoreKeys => self.end_contest_of_orders(subject, results),
        }
    }

    /// Ends a trial: this runs the rows from now on, and took that time for each if that is known.
    fn settle(&mut self, chosen: (usize, RowOrder), each: Option<f64>) {
        self.interval = if chosen == self.chosen { (self.interval * 2.0).min(MOST_INTERVAL) } else { INTERVAL };
        self.chosen = chosen;
        self.usual = each.or(self.usual);
        self.changes = 0;
        self.phase = Phase::Settled(0.0);
    }

    /// A candidate that is to be compiled now; it counts as being compiled from then on.
    pub fn start_compiling(&mut self) -> Option<usize> {
        let is_busy = self.candidates.iter().any(|candidate| candidate.state == State::Compiling);
        let foreseen = if self.is_warm { self.usual? * self.expected as f64 } else { 0.0 };
        let future = self.spent.max(foreseen);
        let number = self.candidates.iter().position(|candidate| candidate.state == State::Missing)?;
        let candidate = &mut self.candidates[number];
        if is_busy || future < PAYS * candidate.estimate.as_nanos() as f64 {
            return None;
        }
        candidate.state = State::Compiling;
        Some(number)
    }

    /// That a candidate has been compiled in that time, or refused; there is a trial then.
    pub fn compiled(&mut self, number: usize, is_usable: bool, took: Duration) {
        let candidate = &mut self.candidates[number];
        candidate.compile_time = took;
        candidate.state = if is_usable { State::Ready } else { State::Refused };
        if is_usable {
            self.interval = INTERVAL;
            match &self.phase {
                Phase::Settled(_) => {
                    self.trial_time = 0.0;
                    self.try_size(number);
                }
                Phase::Trying(contest) if contest.subject == Subject::Sizes => self.try_sizes(),
                // It ends with a trial of the sizes.
                Phase::Trying(_) => {}
            }
        }
    }

    /// That a candidate which was compiled can't be run after all.
    pub fn refuse(&mut self, number: usize) {
        self.candidates[number].state = State::Refused;
        if self.chosen.0 == number {
            (self.chosen, self.usual) = ((0, self.best_order.clone()), None);
        }
        self.phase = Phase::Settled(0.0);
    }

    /// Those that have run rows.
    pub fn tried(&self) -> Vec<Tried> {
        let mut tried: Vec<Tried> = self.totals.iter().filter(|totals| totals.rows > 0).cloned().collect();
        for candidate in &self.candidates {
            if let Some(first) = tried.iter_mut().find(|one| one.form == candidate.form) {
                first.compile_time = candidate.compile_time;
            }
        }
        tried
    }

    /// What the chosen candidate is compiled for, and what the rows are ordered by.
    pub fn chosen(&self) -> (Form, RowOrder) {
        (self.candidates[self.chosen.0].form, self.chosen.1.clone())
    }
}

impl Form {
    /// Whether it may be faster with rows in an order: lanes wait for others in it.
    fn is_ordered(self) -> bool {
        let Form { gang, refills } = self;
        gang > 1 && !refills
    }
}

/// How long compiling for gangs of a size takes, as far as that can be foreseen, by the time of another size.
fn compile_ratio(gang: usize, first: usize) -> f64 {
    match gang {
        // Scalar code needs no masks, and a register for a value.
        1 => 0.2,
        // More lanes are more registers for each value; a part of the time is the same.
        _ => (0.5 + 0.5 * gang as f64 / first as f64).min(4.0),
    }
}

#[cfg(test)]
mod tests;
