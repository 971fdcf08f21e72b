//! Which rows run next, and how.

use super::contest::{Subject, first_rows};
use super::orders::TRIED_GANGS;
use super::{Orderable, Phase, RowOrder, Trial, WHOLE_GANGS};
use std::sync::Arc;
use std::time::Duration;

/// Rows of the first stretch, of which nothing is known.
const FIRST_STRETCH: usize = 128;
/// The time that a stretch in a trial is to take: much more than reading the clock.
const TRIAL_TIME: Duration = Duration::from_micros(100);
/// The time of stretches in between.
const STRETCH_TIME: Duration = Duration::from_micros(500);
/// The most rows of a stretch.
const MOST_ROWS: usize = 1 << 16;
/// The time that rows which are ordered together are to take at most, unless they are few: they are lost where a run is
/// interrupted.
const ORDERED_TIME: Duration = Duration::from_millis(50);
/// Gangs of the first candidate whose rows are few, and enough to be ordered by one key.
pub(super) const FEW_GANGS: usize = 256;
/// Gangs of a stretch, in a trial and otherwise, at whose end fewer and fewer lanes have a row.
const REFILLED_GANGS: (usize, usize) = (64, 256);

/// Rows to be run, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// By which candidate.
    pub candidate: usize,
    /// In which order.
    pub order: RowOrder,
    /// How many.
    pub rows: usize,
    /// The contest that it belongs to, and the contender.
    pub contest: Option<(u64, usize)>,
    /// Whether its time counts: else it is too short for the clock.
    pub is_timed: bool,
}

impl Trial {
    /// The next stretch, where `left` rows are to be run that can be ordered so. Where candidates are compared, there
    /// is one for each, all of as many rows, which are dealt out to them: what rows differ in is no advantage then.
    pub fn next(&mut self, left: usize, orderable: &Orderable) -> Vec<Stretch> {
        self.expected = self.expected.max(left as u64);
        if self.orderable != *orderable {
            self.orderable.clone_from(orderable);
        }
        let keys = &orderable.keys;
        let (usual_rows, widest) = (self.rows_of(TRIAL_TIME), self.widest());
        let ordered_rows = self.rows_of(TRIAL_TIME / 3);
        if let Phase::Trying(contest) = &mut self.phase {
            let mut round = contest.round();
            let is_unknown = round.iter().any(|(number, ..)| contest.is_unknown(*number));
            let refills = round.iter().any(|(_, candidate, _)| self.candidates[*candidate].form.refills);
            let (rows, least) = match round.iter().any(|(.., order)| !order.is_empty()) {
                true => (ordered_rows.max(self.tried_rows), self.tried_rows / 2),
                false if refills => (usual_rows.max(REFILLED_GANGS.0 * widest), WHOLE_GANGS),
                false => (usual_rows, WHOLE_GANGS),
            };
            // One that is slow needs fewer rows to show it.
            let rows = match contest.slow() {
                Some(each) if !refills => rows.min(rows_in(TRIAL_TIME, each).max(least.next_multiple_of(WHOLE_GANGS))),
                _ => rows,
            };
            let is_short = is_unknown && !refills;
            let (rows, least) = if is_short { (first_rows(rows), WHOLE_GANGS) } else { (rows, least) };
            if left < round.len() * least {
                round.truncate(1);
            }
            let whole = left / round.len().max(1) / WHOLE_GANGS * WHOLE_GANGS;
            let rows = if round.len() == 1 { rows.min(left) } else { rows.min(whole) };
            let is_known = |(.., order): &(usize, usize, RowOrder)| order.iter().all(|key| keys.contains(key));
            if !round.is_empty() && rows >= least && round.iter().all(is_known) {
                round.iter().for_each(|(number, ..)| contest.hand(*number));
                let stretch = |(number, candidate, order)| {
                    let contest = Some((self.number, number));
                    Stretch { candidate, order, rows, contest, is_timed: true }
                };
                return round.into_iter().map(stretch).collect();
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
            let few = FEW_GANGS * self.widest();
            let long = if order.len() == 1 { 0 } else { self.rows_of(ORDERED_TIME) };
            let together = long.max(few).min(self.orderable.most_rows);
            let rows = if left < together + together / 2 { left } else { together };
            if rows >= 2 * TRIED_GANGS.0 * self.widest() && order.iter().all(|key| keys.contains(key)) {
                return vec![Stretch { candidate, order, rows, contest: None, is_timed: true }];
            }
        }
        let least = if self.candidates[candidate].form.refills { REFILLED_GANGS.1 * widest } else { 0 };
        // Before the first trial nothing is known of how slow this is.
        let time = if self.number == 0 { TRIAL_TIME } else { STRETCH_TIME };
        let rows = self.rows_of(time).max(least).min(left);
        let is_timed = rows >= WHOLE_GANGS && order.is_empty();
        vec![Stretch { candidate, order: Arc::default(), rows, contest: None, is_timed }]
    }

    /// Lanes of the first candidate.
    pub(super) fn widest(&self) -> usize {
        self.candidates[0].form.gang
    }

    /// The rows that take that time, in whole gangs.
    fn rows_of(&self, time: Duration) -> usize {
        match self.usual {
            None => FIRST_STRETCH,
            Some(each) => rows_in(time, each),
        }
    }
}

/// The rows of so many nanoseconds that take that time, in whole gangs.
fn rows_in(time: Duration, each: f64) -> usize {
    let rows = time.as_nanos() as f64 / each.max(f64::MIN_POSITIVE);
    (rows as usize).clamp(1, MOST_ROWS).next_multiple_of(WHOLE_GANGS)
}
