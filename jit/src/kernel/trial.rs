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
//! - Orders are tried by the first candidate: as rows come, by each key, and then by the best ones together, as long as
//!   adding one makes rows faster. That begins with the first rows, unless they take less than [`CHEAP`]: rows run in
//!   an order that does not help take little longer.
//! - A candidate is compiled where the rest of the rows would take [`PAYS`] times as long as compiling it. Where more
//!   calls may follow, the future is taken to be as long as the past was, as one does who rents until the rent has come
//!   to the price.
//! - A trial is repeated after [`INTERVAL`] times the time that it took, and whenever the choice is confirmed, after
//!   twice the time before. So what slower candidates cost is a small share of the whole, however slow they are.
//! - It is repeated after [`EARLY`] times its time where the time of a row has changed by the ratio [`CHANGED`].
//!
//! This file only reckons; clock, code and threads are in [`super::versions`].

mod contest;
mod orders;

use contest::{Contest, Subject, first_rows};
use orders::TRIED_GANGS;
use std::sync::Arc;
use std::time::Duration;

/// Rows of a stretch are a multiple of these, so that gangs of all sizes are full in it.
const WHOLE_GANGS: usize = 64;
/// Rows of the first stretch, of which nothing is known.
const FIRST_STRETCH: usize = 128;
/// The time that a stretch in a trial is to take: much more than reading the clock.
const TRIAL_TIME: Duration = Duration::from_micros(100);
/// The time of stretches in between.
const STRETCH_TIME: Duration = Duration::from_micros(500);
/// The most rows of a stretch.
const MOST_ROWS: usize = 1 << 16;
/// Gangs of the first candidate whose rows are ordered together.
pub(super) const ORDERED_GANGS: usize = 128;
/// Gangs of a stretch, in a trial and otherwise, at whose end fewer and fewer lanes have a row.
const REFILLED_GANGS: (usize, usize) = (64, 256);
/// The ratio of the times of a row, in one stretch and the one before, below which the first trial waits.
const WARM: f64 = 0.8;
/// Time between trials, by that of a trial: at first, at most, and at least where the data changes.
const INTERVAL: f64 = 24.0;
const MOST_INTERVAL: f64 = 96.0;
const EARLY: f64 = 12.0;
/// How many times the compile time of a candidate the rest of the rows is to take.
const PAYS: f64 = 8.0;
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

/// Rows to be run, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// By which candidate.
    pub candidate: usize,
    /// In which order.
    pub order: RowOrder,
    /// How many.
    pub rows: usize,
    /// The contest that it belongs to, and the contender.
    contest: Option<(u64, usize)>,
    /// Whether its time counts: else it is too short for the clock.
    pub is_timed: bool,
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
    /// What the rows of the run that asked last can be ordered by, and what of it is promising, the best first.
    keys: Vec<RowKey>,
    promising: Vec<RowKey>,
    /// Rows of a stretch where orders are tried.
    tried_rows: usize,
    phase: Phase,
    /// How many contests there were.
    number: u64,
    /// Nanoseconds of the current trial, or the last one.
    trial_time: f64,
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
        };
        Trial {
            candidates: forms.iter().enumerate().map(candidate).collect(),
            chosen: (0, Arc::default()),
            best_order: Arc::default(),
            ordered: 0.0,
            unordered: 0.0,
            keys: Vec::new(),
            promising: Vec::new(),
            tried_rows: 0,
            phase: Phase::Settled(0.0),
            number: 0,
            trial_time: 0.0,
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

    /// The next stretch, where `left` rows are to be run that differ in these keys.
    pub fn next(&mut self, left: usize, keys: &[RowKey]) -> Stretch {
        self.expected = self.expected.max(left as u64);
        if self.keys != keys {
            keys.clone_into(&mut self.keys);
        }
        let (usual_rows, widest) = (self.rows_of(TRIAL_TIME), self.widest());
        if let Phase::Trying(contest) = &mut self.phase {
            if let Some((number, candidate, order)) = contest.next() {
                let refills = self.candidates[candidate].form.refills;
                let (rows, least) = match order.is_empty() {
                    true if refills => (usual_rows.max(REFILLED_GANGS.0 * widest), WHOLE_GANGS),
                    true if contest.is_unknown(number) => (first_rows(usual_rows), WHOLE_GANGS),
                    true => (usual_rows, WHOLE_GANGS),
                    false => (usual_rows.max(self.tried_rows), self.tried_rows / 2),
                };
                if left >= least && order.iter().all(|key| keys.contains(key)) {
                    let (order, belongs) = (order.clone(), Some((self.number, number)));
                    contest.hand(number);
                    return Stretch { candidate, order, rows: rows.min(left), contest: belongs, is_timed: true };
                }
            }
            if contest.pass_over() {
                match contest.subject {
                    Subject::Sizes => self.settle(self.chosen.clone(), None),
                    Subject::Keys | Subject::MoreKeys => {
                        self.best_order = Arc::default();
                        self.try_sizes();
                    }
                }
            }
        }
        let (candidate, order) = self.chosen.clone();
        if !order.is_empty() {
            let together = ORDERED_GANGS * self.widest();
            let rows = if left < together + together / 2 { left } else { together };
            if rows >= 2 * TRIED_GANGS.0 * self.widest() && order.iter().all(|key| keys.contains(key)) {
                return Stretch { candidate, order, rows, contest: None, is_timed: true };
            }
        }
        let least = if self.candidates[candidate].form.refills { REFILLED_GANGS.1 * widest } else { 0 };
        // Before the first trial nothing is known of how slow this is.
        let time = if self.number == 0 { TRIAL_TIME } else { STRETCH_TIME };
        let rows = self.rows_of(time).max(least).min(left);
        let is_timed = rows >= WHOLE_GANGS && order.is_empty();
        Stretch { candidate, order: Arc::default(), rows, contest: None, is_timed }
    }

    /// Lanes of the first candidate.
    fn widest(&self) -> usize {
        self.candidates[0].form.gang
    }

    /// The rows that take that time, in whole gangs.
    fn rows_of(&self, time: Duration) -> usize {
        match self.usual {
            None => FIRST_STRETCH,
            Some(each) => {
                let rows = time.as_nanos() as f64 / each.max(f64::MIN_POSITIVE);
                (rows as usize).clamp(1, MOST_ROWS).next_multiple_of(WHOLE_GANGS)
            }
        }
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
                let trials = *since / self.trial_time;
                if self.number == 0 && self.is_warming_up(each) {
                    return;
                }
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
        self.trial_time = 0.0;
        if !self.begin_orders() {
            self.try_sizes();
        }
    }

    /// Goes on with a trial by comparing the sizes, with rows in the best order; ends it if there is one size.
    fn try_sizes(&mut self) {
        let order_for =
            |candidate: &Candidate| if candidate.form.is_ordered() { self.best_order.clone() } else { Arc::default() };
        let ready = self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.state == State::Ready);
        let contenders: Vec<(usize, RowOrder)> =
            ready.map(|(number, candidate)| (number, order_for(candidate))).collect();
        match contenders.len() {
            1 => self.settle(contenders[0].clone(), None),
            _ => self.contest(Subject::Sizes, contenders),
        }
    }

    fn contest(&mut self, subject: Subject, contenders: Vec<(usize, RowOrder)>) {
        self.number += 1;
        self.changes = 0;
        self.phase = Phase::Trying(Contest::new(subject, contenders));
    }

    /// Ends a contest, and the trial if there is nothing more to compare.
    fn end_contest(&mut self) {
        let Phase::Trying(contest) = &mut self.phase else { return };
        let subject = contest.subject;
        let mut times = contest.results();
        let (.., first) = times[0];
        times.sort_by(|(.., one), (.., other)| one.total_cmp(other));
        let (candidate, order, each) = times[0].clone();
        if !each.is_finite() {
            // The run was interrupted within it.
            return self.settle(self.chosen.clone(), None);
        }
        match subject {
            Subject::Sizes => self.settle((candidate, order), Some(each)),
            Subject::Keys | Subject::MoreKeys => self.end_contest_of_orders(subject, &times, first),
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

    fn tries_orders(&self) -> bool {
        matches!(&self.phase, Phase::Trying(contest) if contest.subject != Subject::Sizes)
    }

    /// A candidate that is to be compiled now; it counts as being compiled from then on.
    pub fn start_compiling(&mut self) -> Option<usize> {
        let is_busy = self.candidates.iter().any(|candidate| candidate.state == State::Compiling);
        let future = self.spent.max(self.usual? * self.expected as f64);
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
            // A trial of orders ends with one of the sizes.
            if !self.tries_orders() {
                self.trial_time = 0.0;
                self.try_sizes();
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
        self.gang > 1 && !self.refills
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
