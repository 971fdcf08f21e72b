//! The part of a trial that is about the order of the rows.

use super::contest::{ORDER_ROUNDS, Result, Subject};
use super::{Phase, RowKey, RowOrder, Trial, WHOLE_GANGS};
use std::sync::Arc;

/// Gangs of a stretch in the trial of a key, at least and at most.
pub(super) const TRIED_GANGS: (usize, usize) = (2, 32);
/// The most rows that are ordered together in the trial of several keys.
const MOST_TRIED: usize = 4096;
/// What part of the rows to come a contest of orders runs at most.
const TRIED_PART: u64 = 10;
/// Nanoseconds of a row that ordering would hardly make cheaper, and how many more for each value that is moved.
/// Ordering itself takes about half of that.
const CHEAP: (f64, f64) = (8.0, 4.0);
/// The ratio of times of a row from which on an order is worth it, from which on another key in it is, and from which
/// on a key may be worth it together with others.
const USEFUL: f64 = 0.95;
const WORTH_ADDING: f64 = 0.97;
const PROMISING: f64 = 1.5;
/// The most trials that are without orders, after others confirmed what was chosen.
const MOST_PASSED_BY: u32 = 7;
/// The most keys of an order.
const MOST_KEYS: usize = 4;

impl Trial {
    /// Begins the part of a trial that is about orders, where rows are expensive and enough are to come.
    pub(super) fn begin_orders(&mut self) -> bool {
        let least = TRIED_GANGS.0 * self.widest();
        let most = TRIED_GANGS.1 * self.widest();
        let part = self.part(self.orderable.keys.len() + 1);
        let cheap = CHEAP.0 + CHEAP.1 * self.orderable.moved as f64;
        let is_dear = self.usual.is_some_and(|each| each > cheap);
        if self.orderable.keys.is_empty() || !is_dear || part < least {
            return false;
        }
        if self.passed_by.0 > 0 {
            self.passed_by.0 -= 1;
            return false;
        }
        self.tried_rows = part.min(most).next_multiple_of(WHOLE_GANGS);
        let orders = self.orderable.keys.iter().map(|key| Arc::from([*key]));
        let contenders: Vec<(usize, RowOrder)> =
            [Arc::default()].into_iter().chain(orders).map(|order| (0, order)).collect();
        let before = if self.chosen.1.is_empty() { self.usual } else { Some(self.unordered) };
        self.contest(Subject::Keys, contenders);
        self.note_unordered(before);
        true
    }

    fn note_unordered(&mut self, each: Option<f64>) {
        if let (Phase::Trying(contest), Some(each)) = (&mut self.phase, each) {
            contest.note_unordered(each);
        }
    }

    /// The most rows of a stretch in a contest of orders with that number of contenders.
    fn part(&self, contenders: usize) -> usize {
        let part = self.expected / (TRIED_PART * (ORDER_ROUNDS * contenders) as u64);
        usize::try_from(part).unwrap_or(usize::MAX)
    }

    /// Goes on after a contest with these results.
    pub(super) fn end_contest_of_orders(&mut self, subject: Subject, mut results: Vec<Result>) {
        if subject == Subject::Keys {
            (.., self.unordered) = results.remove(0);
            results.sort_by(|(.., one), (.., other)| one.total_cmp(other));
            (_, self.best_order, self.ordered) = results[0].clone();
            let promising = results.iter().filter(|(.., each)| *each < self.unordered * PROMISING);
            let keys: Vec<RowKey> = promising.flat_map(|(_, order, _)| order.iter().copied()).take(MOST_KEYS).collect();
            return self.try_more_keys(&keys);
        }
        // The same was tried with fewer rows before, which may have been cheaper ones.
        match results[0].1.is_empty() {
            true => (.., self.unordered) = results.remove(0),
            false => self.unordered *= results[0].2 / self.ordered,
        }
        self.ordered = f64::INFINITY;
        for (_, order, each) in results {
            if each < self.ordered * WORTH_ADDING {
                (self.best_order, self.ordered) = (order, each);
            }
        }
        self.end_orders();
    }

    /// Goes on with a trial by ordering rows by several of the promising keys, of which the best is the first.
    fn try_more_keys(&mut self, keys: &[RowKey]) {
        if keys.len() < 2 {
            return self.end_orders();
        }
        // What a second key gains shows where many rows are ordered together, as later on.
        let together = self.part(keys.len() + 1).min(MOST_TRIED).min(self.orderable.most_rows);
        self.tried_rows = self.tried_rows.max(together.next_multiple_of(WHOLE_GANGS));
        // Where one key alone is worth it, rows as they come need not run once more.
        let fewest = usize::from(self.ordered < self.unordered * USEFUL);
        let orders = (fewest..=keys.len()).map(|count| (0, Arc::from(&keys[..count])));
        self.contest(Subject::MoreKeys, orders.collect());
        self.note_unordered(Some(self.unordered));
    }

    /// Ends the part of a trial that is about orders.
    fn end_orders(&mut self) {
        if self.ordered < self.unordered * USEFUL {
            self.usual = Some(self.ordered);
        } else {
            (self.best_order, self.usual) = (Arc::default(), Some(self.unordered));
        }
        let passed_by = if self.best_order == self.chosen.1 { self.passed_by.1 * 2 + 1 } else { 0 };
        self.passed_by = (passed_by.min(MOST_PASSED_BY), passed_by.min(MOST_PASSED_BY));
        self.try_sizes();
    }
}
