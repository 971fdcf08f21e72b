//! A part of a trial: several ways to run rows, each of which runs a few stretches.

use super::{RowOrder, WHOLE_GANGS};

/// Stretches of each contender: of sizes with rows as they come, of those with ordered rows or rows that lanes take one
/// after the other, whose stretches are long, and of orders.
const ROUNDS: usize = 4;
const LONG_ROUNDS: usize = 3;
pub(super) const ORDER_ROUNDS: usize = 2;
/// The ratio of times of a row, to the least, from which on a contender runs no more stretches.
const HOPELESS: f64 = 1.5;
/// The same after its first stretch, in which code and data come to the caches, and whose rows may by chance be dear,
/// unless it was slow in the trials before.
const HOPELESS_AT_FIRST: f64 = 3.0;
/// Stretches outside of a contest after which it is given up.
const MOST_PASSED_OVER: u32 = 64;

/// What is compared in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Rows as they come, and ordered by each key.
    Keys,
    /// Rows as they come, ordered by the most promising key, the two most promising ones, and so on.
    MoreKeys,
    Sizes,
}

#[derive(Debug)]
pub(super) struct Contest {
    pub subject: Subject,
    contenders: Vec<Contender>,
    /// Stretches of each contender.
    rounds: usize,
    /// How many stretches were not part of it though it was not over.
    passed_over: u32,
}

#[derive(Debug)]
struct Contender {
    candidate: usize,
    order: RowOrder,
    /// Whether it was slow before.
    was_slow: bool,
    /// How many stretches it was given.
    handed: usize,
    /// The times of a row in those that it has run, in nanoseconds.
    times: Vec<f64>,
}

/// A candidate with an order, and nanoseconds of a row.
pub(super) type Result = (usize, RowOrder, f64);

impl Contest {
    /// Of these candidates with these orders; some of them may have long stretches.
    pub fn new(subject: Subject, contenders: Vec<(usize, RowOrder)>, is_long: bool) -> Contest {
        let contender =
            |(candidate, order)| Contender { candidate, order, was_slow: false, handed: 0, times: Vec::new() };
        let rounds = match subject {
            Subject::Sizes if is_long => LONG_ROUNDS,
            Subject::Sizes => ROUNDS,
            Subject::Keys | Subject::MoreKeys => ORDER_ROUNDS,
        };
        Contest { subject, contenders: contenders.into_iter().map(contender).collect(), rounds, passed_over: 0 }
    }

    /// Notes what the contenders took before.
    pub fn remember(&mut self, before: &[Result]) {
        let best = before.iter().map(|(.., each)| *each).fold(f64::INFINITY, f64::min);
        for (contender, (.., each)) in self.contenders.iter_mut().zip(before) {
            contender.was_slow = *each > best * HOPELESS;
        }
    }

    /// The contenders that are to run next, as each has had as many stretches so far: their numbers, candidates and
    /// orders.
    pub fn round(&self) -> Vec<(usize, usize, RowOrder)> {
        let waiting = || self.contenders.iter().enumerate().filter(|(_, one)| self.is_wanted(one, one.handed));
        let least = waiting().map(|(_, one)| one.handed).min();
        let next = waiting().filter(|(_, one)| Some(one.handed) == least);
        next.map(|(number, one)| (number, one.candidate, one.order.clone())).collect()
    }

    /// Notes that a contender was given a stretch.
    pub fn hand(&mut self, number: usize) {
        self.contenders[number].handed += 1;
    }

    /// Whether that contender may be much slower than what has run so far.
    pub fn is_unknown(&self, number: usize) -> bool {
        self.subject == Subject::Sizes && self.contenders[number].handed == 0
    }

    /// Notes that none ran, as there were too few rows, or an interrupted one is missing; whether that is so for good.
    pub fn pass_over(&mut self) -> bool {
        self.passed_over += 1;
        self.passed_over > MOST_PASSED_OVER
    }

    /// Notes what a stretch of a contender took; whether the contest is over.
    pub fn report(&mut self, number: usize, each: Option<f64>) -> bool {
        self.contenders[number].times.extend(each);
        !self.contenders.iter().any(|one| self.is_wanted(one, one.times.len()))
    }

    /// Whether a contender that has had that number of stretches should have another one.
    fn is_wanted(&self, contender: &Contender, stretches: usize) -> bool {
        let least = |one: &Contender| one.times.iter().copied().fold(f64::INFINITY, f64::min);
        let best = self.contenders.iter().map(least).fold(f64::INFINITY, f64::min);
        let is_new = contender.times.len() == 1 && !contender.was_slow;
        let hopeless = if is_new { HOPELESS_AT_FIRST } else { HOPELESS };
        let is_hopeless = !contender.times.is_empty() && least(contender) > best * hopeless;
        stretches < self.rounds && !is_hopeless
    }

    /// What each contender took, in the order in which they were given. Of sizes the mean of the stretches, as rows may
    /// differ much, but for the first one, which is short, and in which code and data come to the caches. Of orders the
    /// least, as what else takes time is not a matter of the rows.
    pub fn results(&self) -> Vec<Result> {
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
        let each = |times: &[f64]| match (self.subject, times) {
            (Subject::Sizes, [_, later @ ..]) if !later.is_empty() => mean(later),
            _ => times.iter().copied().fold(f64::INFINITY, f64::min),
        };
        self.contenders.iter().map(|one| (one.candidate, one.order.clone(), each(&one.times))).collect()
    }
}

/// Rows of the first stretch of a contender that may be much slower than others, which run `rows`.
pub(super) fn first_rows(rows: usize) -> usize {
    (rows / 4).next_multiple_of(WHOLE_GANGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contenders that go on after both ran stretches of which those of the second took twice as long.
    fn next_after(stretches: usize) -> Vec<usize> {
        let contenders = vec![(0, RowOrder::default()), (1, RowOrder::default())];
        let mut contest = Contest::new(Subject::Sizes, contenders, false);
        for (number, each) in [(0, 10.0), (1, 20.0)].repeat(stretches) {
            contest.hand(number);
            contest.report(number, Some(each));
        }
        contest.round().into_iter().map(|(number, ..)| number).collect()
    }

    /// The first stretch is short, and its rows may be dear ones: of a picture's rows one size was given up for those
    /// in which the orbits stay, and the slower one ran the rest.
    #[test]
    fn one_slow_stretch_is_not_enough_to_give_up_a_size() {
        assert_eq!(next_after(1), [0, 1]);
        assert_eq!(next_after(2), [0]);
    }
}
