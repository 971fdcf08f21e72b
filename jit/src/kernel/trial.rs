//! The choice among sizes of gangs by trial.
//!
//! Which size is fastest depends on how far the rows of a gang go the same ways, that is on the data. So it is tried: a
//! few stretches of rows are run by each candidate in turn, and the one that took the least processor time for a row
//! runs those that follow. All candidates give the same bits, so each row is run once.
//!
//! ```text
//! first candidate alone ──► others compiled ──► trial ──► stretches by the chosen one ──► trial …
//!                  once that pays             ROUNDS × candidates   INTERVAL × its time, or until times change
//! ```
//!
//! - A candidate is compiled where the rest of the rows would take [`PAYS`] times as long as compiling it. Where more calls
//!   may follow, the future is taken to be as long as the past was, as one does who rents until the rent has come to
//!   the price.
//! - A trial is repeated after [`INTERVAL`] times the time that it took, and whenever the choice is confirmed, after twice
//!   the time before. So what slower candidates cost is a small share of the whole, however slow they are.
//! - It is repeated after [`EARLY`] times its time where the time of a row has changed by the ratio [`CHANGED`].
//!
//! This file only reckons; clock, code and threads are in [`super::versions`].

use std::time::Duration;

/// Rows of a stretch are a multiple of these, so that gangs of all sizes are full in it.
const WHOLE_GANGS: usize = 64;
/// Rows of the first stretch, of which nothing is known.
const FIRST_STRETCH: usize = 512;
/// The time that a stretch in a trial is to take: much more than reading the clock.
const TRIAL_TIME: Duration = Duration::from_micros(100);
/// The time of stretches in between.
const STRETCH_TIME: Duration = Duration::from_micros(500);
/// The most rows of a stretch.
const MOST_ROWS: usize = 1 << 16;
/// Stretches of each candidate in a trial; its time is their median.
const ROUNDS: usize = 3;
/// Time between trials, by that of a trial: at first, at most, and at least where the data changes.
const INTERVAL: f64 = 24.0;
const MOST_INTERVAL: f64 = 96.0;
const EARLY: f64 = 12.0;
/// How many times the compile time of a candidate the rest of the rows is to take.
const PAYS: f64 = 8.0;
/// The ratio of times of a row that is a change of the data, in `CHANGES` stretches one after the other.
const CHANGED: f64 = 1.5;
const CHANGES: u32 = 3;

/// Rows to be run, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// By which candidate.
    pub candidate: usize,
    /// How many.
    pub rows: usize,
    /// The trial that it belongs to.
    trial: Option<u64>,
    /// Whether its time counts: else it is too short for the clock.
    pub is_timed: bool,
}

/// What a candidate took so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tried {
    /// Lanes of its gangs.
    pub gang: usize,
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
    /// How long compiling it takes, as far as that can be foreseen.
    estimate: Duration,
    totals: Tried,
    /// The times of a row in the current trial, in nanoseconds.
    times: Vec<f64>,
}

#[derive(Debug)]
enum Phase {
    /// The chosen candidate runs, and has for that number of nanoseconds.
    Settled(f64),
    /// The numbers of stretches of the trial that have been handed out, and that have been reported.
    Trying { handed: usize, reported: usize },
}

/// The state of choosing. Several threads may run stretches at once.
#[derive(Debug)]
pub(super) struct Trial {
    candidates: Vec<Candidate>,
    /// Those in the current trial.
    tried: Vec<usize>,
    chosen: usize,
    phase: Phase,
    /// How many trials there were.
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
}

impl Trial {
    /// Candidates of these sizes, of which the first is compiled; that took so long.
    pub fn new(gangs: &[usize], took: Duration) -> Trial {
        let first = gangs.first().copied().unwrap_or(1);
        let candidate = |(number, gang): (usize, &usize)| Candidate {
            state: if number == 0 { State::Ready } else { State::Missing },
            estimate: took.mul_f64(compile_ratio(*gang, first)),
            totals: Tried { gang: *gang, ..Tried::default() },
            times: Vec::new(),
        };
        Trial {
            candidates: gangs.iter().enumerate().map(candidate).collect(),
            tried: Vec::new(),
            chosen: 0,
            phase: Phase::Settled(0.0),
            number: 0,
            trial_time: 0.0,
            interval: INTERVAL,
            usual: None,
            changes: 0,
            expected: 0,
            spent: 0.0,
        }
    }

    /// Notes how many more rows are to be run.
    pub fn expect(&mut self, rows: u64) {
        self.expected = rows;
    }

    /// The next stretch, where `left` rows are to be run.
    pub fn next(&mut self, left: usize) -> Stretch {
        self.expected = self.expected.max(left as u64);
        if let Phase::Trying { handed, .. } = &mut self.phase
            && *handed < ROUNDS * self.tried.len()
            && left >= WHOLE_GANGS
        {
            let candidate = self.tried[*handed % self.tried.len()];
            *handed += 1;
            let rows = self.rows_of(TRIAL_TIME).min(left);
            return Stretch { candidate, rows, trial: Some(self.number), is_timed: true };
        }
        let rows = self.rows_of(STRETCH_TIME).min(left);
        Stretch { candidate: self.chosen, rows, trial: None, is_timed: rows >= WHOLE_GANGS }
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
    pub fn report(&mut self, stretch: Stretch, rows: usize, time: Duration) {
        self.expected = self.expected.saturating_sub(rows as u64);
        let nanoseconds = time.as_nanos() as f64;
        self.spent += nanoseconds;
        let totals = &mut self.candidates[stretch.candidate].totals;
        totals.rows += rows as u64;
        totals.time += time;
        let each = (rows > 0).then(|| nanoseconds / rows as f64);
        match &mut self.phase {
            Phase::Trying { reported, .. } if stretch.trial == Some(self.number) => {
                *reported += 1;
                let is_over = *reported == ROUNDS * self.tried.len();
                self.trial_time += nanoseconds;
                self.candidates[stretch.candidate].times.extend(each);
                if is_over {
                    self.choose();
                }
            }
            Phase::Settled(since) if stretch.is_timed && stretch.candidate == self.chosen => {
                *since += nanoseconds;
                let trials = *since / self.trial_time;
                self.compare(each);
                if trials >= self.interval || (trials >= EARLY && self.changes >= CHANGES) {
                    self.begin();
                }
            }
            // Of an earlier trial, or by one that is no longer chosen.
            _ => {}
        }
    }

    /// Compares the time of a row with the usual one.
    fn compare(&mut self, each: Option<f64>) {
        let Some(each) = each else { return };
        match self.usual.filter(|_| !self.is_alone()) {
            Some(usual) if each > usual * CHANGED || each * CHANGED < usual => self.changes += 1,
            Some(_) => self.changes = 0,
            // There is nothing to compare with; it only says how many rows a stretch has.
            None => self.usual = Some(each),
        }
    }

    fn is_alone(&self) -> bool {
        self.candidates.iter().filter(|candidate| candidate.state == State::Ready).count() == 1
    }

    /// Begins a trial, if there is something to try.
    fn begin(&mut self) {
        if self.is_alone() {
            return;
        }
        let is_ready = |number: &usize| self.candidates[*number].state == State::Ready;
        self.tried = (0..self.candidates.len()).filter(is_ready).collect();
        self.candidates.iter_mut().for_each(|candidate| candidate.times.clear());
        self.number += 1;
        (self.trial_time, self.changes) = (0.0, 0);
        self.phase = Phase::Trying { handed: 0, reported: 0 };
    }

    /// Ends a trial.
    fn choose(&mut self) {
        let times =
            self.tried.iter().filter_map(|number| Some((*number, median(&mut self.candidates[*number].times)?)));
        let best = times.min_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((chosen, each)) = best {
            self.interval = if chosen == self.chosen { (self.interval * 2.0).min(MOST_INTERVAL) } else { INTERVAL };
            (self.chosen, self.usual) = (chosen, Some(each));
        }
        self.changes = 0;
        self.phase = Phase::Settled(0.0);
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
        candidate.totals.compile_time = took;
        candidate.state = if is_usable { State::Ready } else { State::Refused };
        if is_usable {
            self.interval = INTERVAL;
            self.begin();
        }
    }

    /// That a candidate which was compiled can't be run after all.
    pub fn refuse(&mut self, number: usize) {
        self.candidates[number].state = State::Refused;
        if self.chosen == number {
            (self.chosen, self.usual) = (0, None);
        }
        self.phase = Phase::Settled(0.0);
    }

    /// Those that have run rows.
    pub fn tried(&self) -> Vec<Tried> {
        let totals = self.candidates.iter().map(|candidate| candidate.totals);
        totals.filter(|totals| totals.rows > 0).collect()
    }

    /// Lanes of the gangs of the chosen candidate.
    pub fn chosen_gang(&self) -> usize {
        self.candidates[self.chosen].totals.gang
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

fn median(times: &mut [f64]) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}

#[cfg(test)]
mod tests;
