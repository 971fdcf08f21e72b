//! The part of a trial that is about the sizes of gangs, and refilling.

use super::contest::{Result, Subject, is_slow};
use super::stretches::FEW_GANGS;
use super::{Candidate, RowOrder, State, Trial};
use std::sync::Arc;

/// What a trial of sizes counts beside the next one.
const OLDER: f64 = 0.5;

impl Trial {
    /// Goes on with a trial by comparing the sizes, with rows in the best order; ends it if there is one size.
    pub(super) fn try_sizes(&mut self) {
        let ready = self.candidates.iter().enumerate().filter(|(_, candidate)| candidate.state == State::Ready);
        let contenders: Vec<(usize, RowOrder)> =
            ready.map(|(number, candidate)| (number, self.order_for(candidate))).collect();
        match contenders.len() {
            1 => self.settle(contenders[0].clone(), None),
            _ => self.compare_sizes(contenders),
        }
    }

    /// Begins a trial of a size that is new and of the chosen one, as that has been compared with the others.
    pub(super) fn try_size(&mut self, number: usize) {
        let order = self.order_for(&self.candidates[number]);
        self.compare_sizes(vec![self.chosen.clone(), (number, order)]);
    }

    fn order_for(&self, candidate: &Candidate) -> RowOrder {
        if candidate.form.is_ordered() { self.best_order.clone() } else { Arc::default() }
    }

    fn compare_sizes(&mut self, contenders: Vec<(usize, RowOrder)>) {
        self.tried_rows = self.tried_rows.min(FEW_GANGS * self.widest());
        self.contest(Subject::Sizes, contenders);
    }

    /// Whether the trial of sizes before was among the same ones.
    fn have_been_compared(&self, sizes: &[Result]) -> bool {
        let same = |(one, other): (&Result, &Result)| (one.0, &one.1) == (other.0, &other.1);
        self.sizes.len() == sizes.len() && self.sizes.iter().zip(sizes).all(same)
    }

    /// The size that took the least time in the trials so far, and nanoseconds of a row in this one. That each trial
    /// counts by the time that all sizes took makes expensive rows count more: as trials come after multiples of the
    /// time that they take, there are more of them where rows are expensive.
    pub(super) fn best_size(&mut self, results: Vec<Result>) -> ((usize, RowOrder), f64) {
        let of_all: f64 = results.iter().map(|(.., each)| each).sum();
        let is_known = self.have_been_compared(&results);
        let before = |number: usize| if is_known { self.sizes[number].2 * OLDER } else { 0.0 };
        let summed = results
            .iter()
            .enumerate()
            .map(|(number, (candidate, order, each))| (*candidate, order.clone(), before(number) + each / of_all));
        self.sizes = summed.collect();
        let least = results.iter().map(|(.., each)| *each).fold(f64::INFINITY, f64::min);
        for (candidate, _, each) in &results {
            self.candidates[*candidate].was_slow = is_slow(*each, least);
        }
        let best = (0..results.len()).min_by(|one, other| self.sizes[*one].2.total_cmp(&self.sizes[*other].2));
        let (candidate, order, each) = results[best.unwrap_or(0)].clone();
        ((candidate, order), each)
    }
}
