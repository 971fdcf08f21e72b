//! A part of a trial: several ways to run rows, each of which runs a few stretches.

use super::{RowOrder, WHOLE_GANGS};

/// Stretches of each contender.
const ROUNDS: usize = 3;
const ORDER_ROUNDS: usize = 2;
/// The ratio of times of a row, to the least, from which on a contender runs no more stretches.
const HOPELESS: f64 = 1.5;
/// The same after the first stretch of a size, which is short, and whose rows may by chance be dear ones.
const HOPELESS_AT_FIRST: f64 = 3.0;
/// Stretches outside of a contest after which it is given up.
const MOST_PASSED_OVER: u32 = 64;

/// What is compared in a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Rows as they come, and ordered by each key.
    Keys,
    /// The best order, and that with one more of the promising keys.
    MoreKeys,
    Sizes,
}

#[derive(Debug)]
pub(super) struct Contest {
    pub subject: Subject,
    contenders: Vec<Contender>,
    /// How many stretches were not part of it though it was not over.
    passed_over: u32,
}

#[derive(Debug)]
struct Contender {
    candidate: usize,
    order: RowOrder,
    /// How many stretches it was given.
    handed: usize,
    /// The times of a row in those that it has run, in nanoseconds.
    times: Vec<f64>,
}

/// A candidate with an order, and nanoseconds of a row.
pub(super) type Result = (usize, RowOrder, f64);

impl Contest {
    pub fn new(subject: Subject, contenders: Vec<(usize, RowOrder)>) -> Contest {
        let contender = |(candidate, order)| Contender { candidate, order, handed: 0, times: Vec::new() };
        Contest { subject, contenders: contenders.into_iter().map(contender).collect(), passed_over: 0 }
    }

    /// Stretches of each contender in a contest of that subject.
    pub const fn rounds(subject: Subject) -> usize {
        match subject {
            Subject::Sizes => ROUNDS,
            Subject::Keys | Subject::MoreKeys => ORDER_ROUNDS,
        }
    }

    /// The next contender, where that is to run: its number, candidate and order.
    pub fn next(&self) -> Option<(usize, usize, &RowOrder)> {
        let waiting = self.contenders.iter().enumerate().filter(|(_, one)| self.is_wanted(one, one.handed));
        let (number, next) = waiting.min_by_key(|(_, one)| one.handed)?;
        Some((number, next.candidate, &next.order))
    }

    /// Notes that a contender was given a stretch.
    pub fn hand(&mut self, number: usize) {
        self.contenders[number].handed += 1;
    }

    /// Whether a contender may be much slower than what has run so far.
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
        let hopeless = match (self.subject, contender.times.len()) {
            (Subject::Sizes, 1) => HOPELESS_AT_FIRST,
            _ => HOPELESS,
        };
        let is_hopeless = !contender.times.is_empty() && least(contender) > best * hopeless;
        stretches < Contest::rounds(self.subject) && !is_hopeless
    }

    /// What each contender took, in the order in which they were given: of sizes the median of its stretches, of orders
    /// the least, as what else takes time is not a matter of the rows.
    pub fn results(&mut self) -> Vec<Result> {
        let subject = self.subject;
        let result = |one: &mut Contender| {
            one.times.sort_by(f64::total_cmp);
            let which = if subject == Subject::Sizes { one.times.len() / 2 } else { 0 };
            (one.candidate, one.order.clone(), one.times.get(which).copied().unwrap_or(f64::INFINITY))
        };
        self.contenders.iter_mut().map(result).collect()
    }
}

/// Rows of the first stretch of a contender that may be much slower than others, which run `rows`.
pub(super) fn first_rows(rows: usize) -> usize {
    (rows / 4).next_multiple_of(WHOLE_GANGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of two contenders goes on after both ran stretches of which those of the second took twice as long.
    fn next_after(subject: Subject, stretches: usize) -> Option<usize> {
        let mut contest = Contest::new(subject, vec![(0, RowOrder::default()), (1, RowOrder::default())]);
        for (number, each) in [(0, 10.0), (1, 20.0)].repeat(stretches) {
            contest.hand(number);
            contest.report(number, Some(each));
        }
        contest.hand(0);
        contest.next().map(|(number, ..)| number)
    }

    /// The first stretch of a size is short, and its rows may be dear ones: of a picture's rows one size was given up
    /// for those in which the orbits stay, and the slower one ran the rest.
    #[test]
    fn one_slow_stretch_is_not_enough_to_give_up_a_size() {
        assert_eq!(next_after(Subject::Sizes, 1), Some(1));
        assert_eq!(next_after(Subject::Sizes, 2), None);
        assert_eq!(next_after(Subject::Keys, 1), None);
    }
}
