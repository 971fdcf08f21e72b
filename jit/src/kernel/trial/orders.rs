//! The part of a trial that is about the order of the rows.

use super::stretches::FEW_GANGS;
use super::{INTERVAL, Phase, RowKey, RowOrder, Trial, WHOLE_GANGS};
use std::sync::Arc;
use std::time::Duration;

/// Gangs of a sample, at least and at most, and at least if they have few of the rows to come.
const SAMPLED_GANGS: (usize, usize) = (2, 32);
const USUAL_GANGS: usize = 8;
/// The time that a sample is to take, much more than reading the clock, if it has not [the most](SAMPLED_GANGS) gangs.
const SAMPLE_TIME: Duration = Duration::from_micros(50);
/// Orders that are the best ones after a sample of each, and the samples of these.
const BEST: usize = 3;
const SAMPLES: usize = 6;
/// What part of the rows to come the samples of a trial are at most.
const TRIED_PART: u64 = 10;
/// What part of the rows to come is ordered anew for each sample.
const BLOCK_PART: u64 = 8;
/// Nanoseconds of a row that ordering would hardly make cheaper, and how many more for each value that is moved.
const CHEAP: (f64, f64) = (8.0, 4.0);
/// Nanoseconds that a row takes more in an order, for each key, and for each value that is moved.
const ORDERING: (f64, f64) = (3.0, 2.0);
/// The ratio of times of a row from which on an order is worth it, and from which on another key in it is.
const USEFUL: f64 = 0.95;
const WORTH_ADDING: f64 = 0.97;
/// How much longer than in the best order a row may take after a sample in one that is the best after all, by the time
/// in that: after several samples less, as the error of their mean is.
const CLOSE: f64 = 0.25;
/// The ratio of times of a row, to the least of the same order or to rows as they come, from which on a sample was
/// disturbed: rows in an order that does not help take no longer.
const DISTURBED: f64 = 1.5;
/// Calls with too few rows after which a trial of orders is given up.
const MOST_PASSED_OVER: u32 = 64;
/// The most trials that are without orders, after others confirmed what was chosen.
const MOST_PASSED_BY: u32 = 7;
/// The most keys of an order, and the most that are tried as the next one in it.
const MOST_KEYS: usize = 4;
const MOST_NEXT: usize = 3;

impl Trial {
    /// Begins the part of a trial that is about orders, where rows are expensive and enough are to come.
    pub(super) fn begin_orders(&mut self) -> bool {
        let cheap = CHEAP.0 + CHEAP.1 * self.orderable.moved as f64;
        let is_dear = self.usual.is_some_and(|each| each > cheap);
        if !is_dear || self.sample() == 0 || self.spent < self.next_orders {
            return false;
        }
        if self.passed_by.0 > 0 {
            self.passed_by.0 -= 1;
            return false;
        }
        self.number += 1;
        self.phase = Phase::Orders { passed_over: 0, is_handed: false };
        true
    }

    /// Rows of a sample, in whole gangs; 0 if there is nothing to try, or too few rows are to come.
    fn sample(&self) -> usize {
        let keys = self.orderable.keys.len();
        let samples = (keys + MOST_KEYS.min(keys) + BEST * 2) as u64;
        let part = usize::try_from(self.expected / (TRIED_PART * samples)).unwrap_or(usize::MAX);
        let usual = (self.rows_of(SAMPLE_TIME) / self.widest()).clamp(USUAL_GANGS, SAMPLED_GANGS.1);
        let gangs = (part / self.widest()).min(usual);
        let is_enough = keys > 0 && part / self.widest() >= SAMPLED_GANGS.0;
        if is_enough { gangs.max(SAMPLED_GANGS.0) * self.widest() } else { 0 }
    }

    /// The contest of orders that is due, if there are enough rows for it. It is handed out once.
    pub(super) fn orders_to_try(&mut self, left: usize) -> Option<OrderContest> {
        let (sample, widest) = (self.sample(), self.widest());
        let part = usize::try_from(self.expected / BLOCK_PART).unwrap_or(usize::MAX);
        let Phase::Orders { passed_over, is_handed: is_handed @ false } = &mut self.phase else { return None };
        let keys = &self.orderable.keys;
        let least = 2 * sample * (keys.len() + 1);
        let most = self.orderable.most_rows.min(FEW_GANGS * widest);
        let rows = part.min(most).max(2 * least).min(left) / WHOLE_GANGS * WHOLE_GANGS;
        if sample > 0 && rows >= least {
            *is_handed = true;
            return Some(OrderContest::new(keys, self.orderable.moved, (rows, sample)));
        }
        *passed_over += 1;
        if *passed_over > MOST_PASSED_OVER {
            self.best_order = Arc::default();
            self.try_sizes();
        }
        None
    }

    /// Nanoseconds that a row takes more in an order of that number of keys.
    pub(super) fn ordering(&self, keys: usize) -> f64 {
        ordering(keys, self.orderable.moved)
    }

    /// Goes on after a contest that is over, or in which nothing ran.
    pub fn end_orders(&mut self, contest: &OrderContest) {
        for tried in &contest.tried {
            self.expected = self.expected.saturating_sub(tried.rows);
            self.spent += tried.time.as_nanos() as f64;
            self.add((0, &tried.order), tried.rows, tried.time);
        }
        if !matches!(self.phase, Phase::Orders { is_handed: true, .. }) {
            return;
        }
        let took = contest.took.as_nanos() as f64;
        self.trial_time += took;
        self.next_orders = self.spent + INTERVAL * took;
        if let Some((order, each)) = contest.best() {
            (self.best_order, self.usual) = (order.clone(), Some(each));
        }
        let passed_by = if self.best_order == self.chosen.1 { self.passed_by.1 * 2 + 1 } else { 0 };
        self.passed_by = (passed_by.min(MOST_PASSED_BY), passed_by.min(MOST_PASSED_BY));
        // It runs rows from now on, also where too few are to come to compare sizes with it.
        let order = self.order_for(&self.candidates[self.chosen.0]);
        if order != self.chosen.1 {
            // Which is doubled where it stays chosen.
            (self.chosen.1, self.interval) = (order, INTERVAL / 2.0);
        }
        self.try_sizes();
    }
}

/// Nanoseconds that a row takes more in an order of that number of keys, where so many values of it are moved.
fn ordering(keys: usize, moved: usize) -> f64 {
    if keys == 0 { 0.0 } else { ORDERING.0 * keys as f64 + ORDERING.1 * moved as f64 }
}

/// Orders of the rows of a block, in each of which the first candidate runs samples: gangs from all parts of the order
/// in which the rows that are left would run. So few rows show what many would take.
#[derive(Debug)]
pub(in crate::kernel) struct OrderContest {
    /// Rows of the block.
    pub rows: usize,
    /// Rows of a sample, in whole gangs.
    pub sample: usize,
    /// What finding the orders and running the samples took.
    pub took: Duration,
    keys: Vec<RowKey>,
    moved: usize,
    tried: Vec<TriedOrder>,
    /// Keys of the longest orders, once longer ones are not worth it.
    longest: Option<usize>,
}

#[derive(Debug)]
struct TriedOrder {
    order: RowOrder,
    /// Nanoseconds of a row in each sample.
    times: Vec<f64>,
    /// What ran in this order, with the rows that were left.
    rows: u64,
    time: Duration,
}

impl TriedOrder {
    fn new(order: RowOrder) -> TriedOrder {
        TriedOrder { order, times: Vec::new(), rows: 0, time: Duration::ZERO }
    }

    /// Nanoseconds of a row by the samples that were not disturbed; infinity before the first one.
    fn each(&self) -> f64 {
        let least = self.times.iter().copied().fold(f64::INFINITY, f64::min);
        let counted = || self.times.iter().filter(|each| **each <= least * DISTURBED);
        if self.times.is_empty() { least } else { counted().sum::<f64>() / counted().count() as f64 }
    }
}

impl OrderContest {
    fn new(keys: &[RowKey], moved: usize, (rows, sample): (usize, usize)) -> OrderContest {
        let alone = keys.iter().map(|key| Arc::from([*key]));
        let tried = [Arc::default()].into_iter().chain(alone).map(TriedOrder::new).collect();
        OrderContest { rows, sample, took: Duration::ZERO, keys: keys.to_vec(), moved, tried, longest: None }
    }

    /// The number of the order in which the next sample is to run: each once, and then the best ones again.
    pub fn next(&mut self) -> Option<usize> {
        let samples: usize = self.tried.iter().map(|tried| tried.times.len()).sum();
        if 2 * samples * self.sample >= self.rows {
            return None;
        }
        let unordered = self.tried[0].each();
        let is_due = |tried: &TriedOrder| match &tried.times[..] {
            [] => true,
            [each] => *each > unordered * DISTURBED,
            _ => false,
        };
        if let Some(number) = self.tried.iter().position(is_due) {
            return Some(number);
        }
        if self.lengthen() {
            return self.next();
        }
        let mut best: Vec<usize> = (0..self.tried.len()).collect();
        best.sort_by(|one, other| self.each(*one).total_cmp(&self.each(*other)));
        let least = self.each(best[0]);
        let close = |number: &usize| 1.0 + CLOSE / (self.tried[*number].times.len() as f64).sqrt();
        let again = best.into_iter().take(BEST).filter(|number| self.each(*number) <= least * close(number));
        let fewest = again.min_by_key(|number| self.tried[*number].times.len())?;
        (self.tried[fewest].times.len() < SAMPLES).then_some(fewest)
    }

    /// Adds orders with one key more than the longest ones, if these are better for their last key.
    fn lengthen(&mut self) -> bool {
        if self.longest.is_some() {
            return false;
        }
        let best = |length: usize| {
            let of_length = self.tried.iter().filter(|tried| tried.order.len() == length);
            of_length.min_by(|one, other| one.each().total_cmp(&other.each()))
        };
        let length = self.tried.last().map_or(0, |tried| tried.order.len());
        let is_better = || best(length)?.each().partial_cmp(&(best(length - 1)?.each() * WORTH_ADDING));
        let most = self.keys.len().min(MOST_KEYS);
        let Some(longest) =
            best(length).filter(|_| length < most && (length < 2 || is_better().is_some_and(|c| c.is_lt())))
        else {
            self.longest = Some(length);
            return false;
        };
        let mut next: Vec<&TriedOrder> = self.tried.iter().filter(|tried| tried.order.len() == 1).collect();
        next.retain(|tried| !longest.order.contains(&tried.order[0]));
        next.sort_by(|one, other| one.each().total_cmp(&other.each()));
        let longer = next.iter().take(MOST_NEXT);
        let longer = longer.map(|tried| longest.order.iter().chain(&*tried.order).copied().collect::<RowOrder>());
        let longer: Vec<TriedOrder> = longer.map(TriedOrder::new).collect();
        self.tried.extend(longer);
        true
    }

    pub fn order(&self, number: usize) -> &RowOrder {
        &self.tried[number].order
    }

    /// Notes what the rows of a sample took.
    pub fn report(&mut self, number: usize, rows: usize, time: Duration) {
        self.add(number, rows, time);
        self.tried[number].times.push(time.as_nanos() as f64 / rows.max(1) as f64);
    }

    /// Notes what rows took that ran in an order.
    pub fn add(&mut self, number: usize, rows: usize, time: Duration) {
        self.tried[number].rows += rows as u64;
        self.tried[number].time += time;
    }

    /// Nanoseconds of a row in an order, with what ordering takes.
    fn each(&self, number: usize) -> f64 {
        let tried = &self.tried[number];
        tried.each() + ordering(tried.order.len(), self.moved)
    }

    /// The number of the best order: one with more keys than another has to be worth it.
    pub fn best_number(&self) -> usize {
        let mut numbers: Vec<usize> = (0..self.tried.len()).collect();
        numbers.sort_by_key(|number| self.tried[*number].order.len());
        let better = |best: usize, number: usize| {
            let (one, other) = (&self.tried[best].order, &self.tried[number].order);
            let ratio = match one.len() {
                0 => USEFUL,
                length if length == other.len() => 1.0,
                _ => WORTH_ADDING,
            };
            if self.each(number) < self.each(best) * ratio { number } else { best }
        };
        numbers.into_iter().reduce(better).unwrap_or(0)
    }

    /// The best order and nanoseconds of a row in it, if samples ran.
    fn best(&self) -> Option<(&RowOrder, f64)> {
        let number = self.best_number();
        let each = self.each(number);
        each.is_finite().then_some((&self.tried[number].order, each))
    }
}
