//! Which rows run next, and how.

use super::contest::first_rows;
use super::{OrderContest, Orderable, Phase, RowOrder, Trial, WHOLE_GANGS};
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
/// Rows of a sample, at least if they are few of those to come, and at least; and of one of rows as they come, by what
/// may be much slower than others.
const USUAL_SAMPLE: usize = 1024;
const LEAST_SAMPLE: usize = 512;
const SHORT_SAMPLE: usize = 128;
/// What part of the rows to come a round of samples has at most.
const TRIED_PART: u64 = 20;
/// Gangs that are worth ordering.
const LEAST_GANGS: usize = 4;
/// Nanoseconds of a row below which half as many rows are ordered together as fit a cache: what they take to come from
/// it counts then.
const NEAR: f64 = 100.0;
/// Gangs of a stretch, in a trial and otherwise, at whose end fewer and fewer lanes have a row.
const REFILLED_GANGS: (usize, usize) = (64, 256);

/// What runs next.
#[derive(Debug)]
pub(in crate::kernel) enum Next {
    /// These, among which rows are dealt out.
    Stretches(Vec<Stretch>),
    /// Samples of a block of rows by these, and then the others.
    Samples(Vec<Stretch>, Stretch),
    /// Orders are compared.
    Orders(OrderContest),
}

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
    /// What runs next, where `left` rows are to be run that can be ordered so.
    pub fn next(&mut self, left: usize, orderable: &Orderable) -> Next {
        self.expected = self.expected.max(left as u64);
        if self.orderable != *orderable {
            self.orderable.clone_from(orderable);
        }
        if let Some(contest) = self.orders_to_try(left) {
            return Next::Orders(contest);
        }
        self.samples(left, orderable).unwrap_or_else(|| Next::Stretches(self.stretches(left, orderable)))
    }

    /// The next round of a contest with ordered rows, if there are enough of them.
    fn samples(&mut self, left: usize, orderable: &Orderable) -> Option<Next> {
        let (usual, widest) = (self.rows_of(TRIAL_TIME).max(USUAL_SAMPLE), self.widest());
        let Phase::Trying(contest) = &mut self.phase else { return None };
        let round = if contest.is_ordered() { contest.round() } else { return None };
        let part = usize::try_from(self.expected / (TRIED_PART * round.len().max(1) as u64)).unwrap_or(usize::MAX);
        let usual = usual.min(part / WHOLE_GANGS * WHOLE_GANGS).max(LEAST_SAMPLE);
        let rows = |(number, candidate, order): &(usize, usize, RowOrder)| match order.is_empty() {
            true if self.candidates[*candidate].form.refills => REFILLED_GANGS.0 * widest,
            // Rows as they come are all kinds of rows, of ordered ones those are in a sample together that are alike.
            true if contest.is_unknown(*number) || contest.is_slow(*number) => SHORT_SAMPLE,
            _ => usual,
        };
        let samples: Vec<usize> = round.iter().map(rows).collect();
        let sampled = samples.iter().sum::<usize>();
        let most = orderable.most_rows.min(FEW_GANGS * widest).max(2 * sampled);
        let block = most.min(left) / WHOLE_GANGS * WHOLE_GANGS;
        let is_known = |(.., order): &(usize, usize, RowOrder)| order.iter().all(|key| orderable.keys.contains(key));
        if round.is_empty() || !round.iter().all(is_known) || block < contest.block_of(sampled) {
            return None;
        }
        round.iter().for_each(|(number, ..)| contest.hand(*number));
        let stretch = |((number, candidate, order), rows)| Stretch {
            candidate,
            order,
            rows,
            contest: Some((self.number, number)),
            is_timed: true,
        };
        let stretches = round.into_iter().zip(samples).map(stretch).collect();
        let (candidate, order) = self.chosen.clone();
        let rest = Stretch { candidate, order, rows: block - sampled, contest: None, is_timed: false };
        Some(Next::Samples(stretches, rest))
    }

    /// The next stretch. Where candidates are compared whose rows run as they come, there is one for each, all of as
    /// many rows, which are dealt out to them: what rows differ in is no advantage then.
    fn stretches(&mut self, left: usize, orderable: &Orderable) -> Vec<Stretch> {
        let (usual_rows, widest) = (self.rows_of(TRIAL_TIME), self.widest());
        if let Phase::Trying(contest) = &mut self.phase {
            let mut round = if contest.is_ordered() { Vec::new() } else { contest.round() };
            let is_unknown = round.iter().any(|(number, ..)| contest.is_unknown(*number));
            let refills = round.iter().any(|(_, candidate, _)| self.candidates[*candidate].form.refills);
            let rows = match refills {
                true => usual_rows.max(REFILLED_GANGS.0 * widest),
                false if is_unknown => first_rows(usual_rows),
                false => usual_rows,
            };
            if left < round.len() * WHOLE_GANGS {
                round.truncate(1);
            }
            let whole = left / round.len().max(1) / WHOLE_GANGS * WHOLE_GANGS;
            let rows = if round.len() == 1 { rows.min(left) } else { rows.min(whole) };
            if !round.is_empty() && rows >= WHOLE_GANGS {
                round.iter().for_each(|(number, ..)| contest.hand(*number));
                let stretch = |(number, candidate, order)| {
                    let contest = Some((self.number, number));
                    Stretch { candidate, order, rows, contest, is_timed: true }
                };
                return round.into_iter().map(stretch).collect();
            }
            if contest.pass_over() {
                self.settle(self.chosen.clone(), None);
            }
        }
        let (candidate, order) = self.chosen.clone();
        if !order.is_empty() {
            let few = FEW_GANGS * self.widest();
            let long = if order.len() == 1 { 0 } else { self.rows_of(ORDERED_TIME) };
            let most = self.orderable.most_rows;
            let is_near = self.usual.is_some_and(|each| each < NEAR);
            let together = long.max(few).min(if is_near { few.max(most / 2).min(most) } else { most });
            let rows = if left < together + together / 2 { left } else { together };
            if rows >= LEAST_GANGS * self.widest() && order.iter().all(|key| orderable.keys.contains(key)) {
                return vec![Stretch { candidate, order, rows, contest: None, is_timed: true }];
            }
        }
        let least = if self.candidates[candidate].form.refills { REFILLED_GANGS.1 * self.widest() } else { 0 };
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
    pub(super) fn rows_of(&self, time: Duration) -> usize {
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
