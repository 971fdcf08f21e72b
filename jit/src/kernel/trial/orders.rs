//! The part of a trial that is about the order of the rows.

use super::contest::{Contest, Result, Subject};
use super::{ORDERED_GANGS, RowOrder, Trial, WHOLE_GANGS};
use std::sync::Arc;

/// Gangs of a stretch in the trial of a key, at least and at most.
pub(super) const TRIED_GANGS: (usize, usize) = (2, 32);
/// What part of the rows to come a contest of orders runs at most.
const TRIED_PART: u64 = 3;
/// Nanoseconds of a row that ordering would hardly make cheaper, as that takes 5 to 15 itself.
const CHEAP: f64 = 40.0;
/// The ratio of times of a row from which on an order is worth it, from which on another key in it is, and from which
/// on a key may be worth it together with others.
const USEFUL: f64 = 0.95;
const WORTH_ADDING: f64 = 0.97;
const PROMISING: f64 = 1.1;
/// The most keys of an order, and the most of which it is chosen.
const MOST_KEYS: usize = 4;
const MOST_PROMISING: usize = 5;

impl Trial {
    /// Begins the part of a trial that is about orders, where rows are dear and enough are to come.
    pub(super) fn begin_orders(&mut self) -> bool {
        let least = TRIED_GANGS.0 * self.widest();
        let most = TRIED_GANGS.1 * self.widest();
        let part = self.part(Subject::Keys, self.keys.len() + 1);
        let is_dear = self.usual.is_some_and(|each| each > CHEAP);
        if self.keys.is_empty() || !is_dear || part < least {
            return false;
        }
        self.tried_rows = part.min(most).next_multiple_of(WHOLE_GANGS);
        let orders = self.keys.iter().map(|key| Arc::from([*key]));
        let contenders: Vec<(usize, RowOrder)> =
            [Arc::default()].into_iter().chain(orders).map(|order| (0, order)).collect();
        self.contest(Subject::Keys, contenders);
        true
    }

    /// The most rows of a stretch in a contest of orders.
    fn part(&self, subject: Subject, contenders: usize) -> usize {
        let part = self.expected / (TRIED_PART * (Contest::rounds(subject) * contenders) as u64);
        usize::try_from(part).unwrap_or(usize::MAX)
    }

    /// Goes on after a contest with these results, the best one first; `first` is the time of its first contender.
    pub(super) fn end_contest_of_orders(&mut self, subject: Subject, times: &[Result], first: f64) {
        let (_, order, each) = &times[0];
        match subject {
            Subject::Keys => {
                let orders = times.iter().filter(|(_, order, each)| !order.is_empty() && *each < first * PROMISING);
                let keys = orders.flat_map(|(_, order, _)| order.iter().copied());
                self.promising = keys.take(MOST_PROMISING).collect();
                self.unordered = first;
                let best = times.iter().find(|(_, order, _)| !order.is_empty());
                let (_, order, each) = best.unwrap_or(&times[0]);
                (self.best_order, self.ordered) = (order.clone(), *each);
                self.try_more_keys();
            }
            _ if *each < first * WORTH_ADDING => {
                (self.best_order, self.ordered) = (order.clone(), *each);
                self.try_more_keys();
            }
            _ => {
                self.ordered = first;
                self.end_orders();
            }
        }
    }

    /// Goes on with a trial by adding one more promising key to the best order.
    fn try_more_keys(&mut self) {
        let left = self.promising.iter().filter(|key| !self.best_order.contains(key));
        let longer = left.map(|key| self.best_order.iter().chain([key]).copied().collect());
        let orders: Vec<RowOrder> = [self.best_order.clone()].into_iter().chain(longer).collect();
        if orders.len() == 1 || self.promising.is_empty() || self.best_order.len() >= MOST_KEYS {
            return self.end_orders();
        }
        // What a second key gains shows where as many rows are ordered together as later on.
        let together = self.part(Subject::MoreKeys, orders.len()).min(ORDERED_GANGS * self.widest());
        self.tried_rows = self.tried_rows.max(together.next_multiple_of(WHOLE_GANGS));
        self.contest(Subject::MoreKeys, orders.into_iter().map(|order| (0, order)).collect());
    }

    /// Ends the part of a trial that is about orders.
    fn end_orders(&mut self) {
        if self.ordered < self.unordered * USEFUL {
            self.usual = Some(self.ordered);
        } else {
            (self.best_order, self.usual) = (Arc::default(), Some(self.unordered));
        }
        self.try_sizes();
    }
}
