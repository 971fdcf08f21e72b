//! A part of a trial: several ways to run rows, each of which runs a few stretches.

use super::{RowOrder, WHOLE_GANGS};

/// Stretches of each contender: of sizes with rows as they come, of those with ordered rows or rows that lanes take one
/// after the other, whose stretches are long, and of orders.
const ROUNDS: usize = 4;
const LONG_ROUNDS: usize = 3;
pub(super) const ORDER_ROUNDS: usize = 2;
/// The ratio of times of a row, to the least, from which on a contender runs no more stretches.
const HOPELESS: f64 = 1.5;
/// The same after its first stretch, in which code and data come to the caches, and whose rows may by chance be
/// expensive, unless it was slow in the trial before. What was chosen runs [some more](Contest::least_of_chosen): it
/// may be disturbed for a while, by the thread that has compiled the other one.
const HOPELESS_AT_FIRST: f64 = 3.0;
/// The same of orders, of which the best ones alone matter, after their first stretch.
const HOPELESS_ORDER: f64 = 1.25;
/// How many times longer than rows as they come those of an order that does not help take, at most: a stretch in which
/// they took longer was disturbed.
const LONGEST_ORDER: f64 = 1.5;
/// A round does not count in which a contender takes this many times its least time of a row, while another one
/// takes at most that many times its own: otherwise the rows are expensive.
const DISTURBED: f64 = 2.0;
const UNDISTURBED: f64 = 1.25;
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
    /// Nanoseconds of a row as they come, as far as that is known before.
    unordered: f64,
    /// How many stretches were not part of it though it was not over.
    passed_over: u32,
}

#[derive(Debug)]
struct Contender {
    candidate: usize,
    order: RowOrder,
    past: Past,
    /// How many stretches it was given.
    handed: usize,
    /// The times of a row in those that it has run, in nanoseconds.
    times: Vec<f64>,
}

/// What is known of a contender before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Past {
    Unknown,
    /// It runs the rows.
    Chosen,
    /// It was [slow](is_slow) in its last contest.
    Slow,
}

/// A candidate with an order, and nanoseconds of a row.
pub(super) type Result = (usize, RowOrder, f64);

impl Contest {
    /// Of these candidates with these orders; some of them may have long stretches.
    pub fn new(subject: Subject, contenders: Vec<(usize, RowOrder, Past)>, is_long: bool) -> Contest {
        let contender = |(candidate, order, past)| Contender { candidate, order, past, handed: 0, times: Vec::new() };
        let rounds = match subject {
            Subject::Sizes if is_long => LONG_ROUNDS,
            Subject::Sizes => ROUNDS,
            Subject::Keys | Subject::MoreKeys => ORDER_ROUNDS,
        };
        let contenders = contenders.into_iter().map(contender).collect();
        Contest { subject, contenders, rounds, unordered: f64::INFINITY, passed_over: 0 }
    }

    /// Notes what rows took before as they came.
    pub fn note_unordered(&mut self, each: f64) {
        self.unordered = each;
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

    /// Nanoseconds of a row by a contender that is slow, beside others that are to run next with rows in an order, of
    /// which few are slower than many.
    pub fn slow(&self) -> Option<f64> {
        let (best, next) = (self.best(), self.round());
        if next.iter().all(|(.., order)| order.is_empty()) {
            // A few rows as they come do not stand for all.
            return None;
        }
        let next = next.into_iter().filter(|(.., order)| order.is_empty());
        let times = next.map(|(number, ..)| self.contenders[number].least());
        times.filter(|each| each.is_finite() && is_slow(*each, best)).reduce(f64::max)
    }

    /// Notes what a stretch of a contender took; whether the contest is over.
    pub fn report(&mut self, number: usize, each: Option<f64>) -> bool {
        self.contenders[number].times.extend(each);
        // One that is left alone, and is known better than by its first stretch.
        let is_decided = |one: &Contender| one.times.len() > 1 || self.subject != Subject::Sizes;
        let mut rivals = self.contenders.iter().filter(|one| !self.is_hopeless(one));
        let is_alone = rivals.next().is_some_and(is_decided) && rivals.next().is_none();
        is_alone || !self.contenders.iter().any(|one| self.is_wanted(one, one.times.len()))
    }

    /// Whether a contender that has had that number of stretches should have another one.
    fn is_wanted(&self, contender: &Contender, stretches: usize) -> bool {
        stretches < self.rounds && !self.is_hopeless(contender)
    }

    /// Whether a contender is so much slower than the best that it runs no more stretches.
    fn is_hopeless(&self, contender: &Contender) -> bool {
        let hopeless = match (self.subject, contender.times.len(), contender.past) {
            (Subject::Keys | Subject::MoreKeys, 1, _) if contender.least() > self.unordered * LONGEST_ORDER => {
                return false;
            }
            (Subject::Keys | Subject::MoreKeys, ..) => HOPELESS_ORDER,
            (Subject::Sizes, 1, Past::Unknown) => HOPELESS_AT_FIRST,
            (Subject::Sizes, stretches, Past::Chosen) if stretches < self.least_of_chosen() => return false,
            (Subject::Sizes, ..) => HOPELESS,
        };
        !contender.times.is_empty() && contender.least() > self.best() * hopeless
    }

    /// Stretches that the chosen contender runs at least: all where they are few.
    fn least_of_chosen(&self) -> usize {
        if self.rounds == LONG_ROUNDS { LONG_ROUNDS } else { 2 }
    }

    fn best(&self) -> f64 {
        self.contenders.iter().map(Contender::least).fold(f64::INFINITY, f64::min)
    }

    /// What each contender took, in the order in which they were given. Of sizes the mean of the stretches, as rows may
    /// differ much, but for the first one, which is short, and in which code and data come to the caches, and for one
    /// that was [disturbed](Self::disturbed); one that was given up does not win by what happened later. Of orders the
    /// least, as what else takes time is not a matter of the rows.
    pub fn results(&self) -> Vec<Result> {
        let disturbed = self.disturbed();
        let mean = |one: &Contender| {
            let later: Vec<f64> =
                one.later().filter(|(round, _)| Some(*round) != disturbed).map(|(_, each)| each).collect();
            match self.subject {
                Subject::Sizes if !later.is_empty() => later.iter().sum::<f64>() / later.len() as f64,
                _ => one.least(),
            }
        };
        let left = self.contenders.iter().filter(|one| !self.is_hopeless(one));
        let best = left.map(mean).fold(f64::INFINITY, f64::min);
        let least_of_lost = if self.subject == Subject::Sizes { best * HOPELESS } else { 0.0 };
        let each = |one: &Contender| if self.is_hopeless(one) { mean(one).max(least_of_lost) } else { mean(one) };
        self.contenders.iter().map(|one| (one.candidate, one.order.clone(), each(one))).collect()
    }

    /// The round, but the first, in which one contender was much slower than in others while another one was not, if
    /// there is one: all ran rows of the same block, so that it was not a matter of the rows.
    fn disturbed(&self) -> Option<usize> {
        let slowness = |round: usize| {
            let of_round = |one: &Contender| {
                let least = one.later().map(|(_, each)| each).fold(f64::INFINITY, f64::min);
                one.times.get(round).map(|each| each / least)
            };
            let all = || self.contenders.iter().filter_map(of_round);
            (all().fold(0.0, f64::max), all().fold(f64::INFINITY, f64::min))
        };
        let rounds = (1..self.rounds).map(|round| (round, slowness(round)));
        let odd = rounds.filter(|(_, (most, least))| *most > DISTURBED && *least < UNDISTURBED);
        odd.max_by(|(_, (one, _)), (_, (other, _))| one.total_cmp(other)).map(|(round, _)| round)
    }
}

impl Contender {
    /// The least time; infinity before the first stretch.
    fn least(&self) -> f64 {
        self.times.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The times of all rounds but the first, each with its round.
    fn later(&self) -> impl Iterator<Item = (usize, f64)> {
        self.times.iter().copied().enumerate().skip(1)
    }
}

/// Whether that time of a row is so long, beside the best, that it will hardly be the best one.
pub(super) fn is_slow(each: f64, best: f64) -> bool {
    each > best * HOPELESS
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
        let contenders = [0, 1].map(|number| (number, RowOrder::default(), Past::Unknown));
        let mut contest = Contest::new(Subject::Sizes, contenders.to_vec(), false);
        for (number, each) in [(0, 10.0), (1, 20.0)].repeat(stretches) {
            contest.hand(number);
            contest.report(number, Some(each));
        }
        contest.round().into_iter().map(|(number, ..)| number).collect()
    }

    /// What else the processor does hits one stretch of one contender, and the other one was chosen for that. Rows that
    /// are expensive for both count.
    #[test]
    fn a_disturbed_round_does_not_count() {
        let contenders = [0, 1].map(|number| (number, RowOrder::default(), Past::Unknown));
        let results = |rounds: [[f64; 2]; ROUNDS]| {
            let mut contest = Contest::new(Subject::Sizes, contenders.to_vec(), false);
            for (number, each) in rounds.into_iter().flat_map(|[first, second]| [(0, first), (1, second)]) {
                contest.hand(number);
                contest.report(number, Some(each));
            }
            contest.results().into_iter().map(|(.., each)| each).collect::<Vec<f64>>()
        };
        assert_eq!(results([[8.0, 11.0], [8.0, 11.0], [22.0, 11.0], [8.0, 11.0]]), [8.0, 11.0]);
        assert_eq!(results([[8.0, 11.0], [8.0, 11.0], [80.0, 74.0], [8.0, 11.0]]), [32.0, 32.0]);
        // They may be much more expensive for one than for the other.
        assert_eq!(results([[8.0, 11.0], [8.0, 11.0], [200.0, 59.0], [8.0, 11.0]]), [72.0, 27.0]);
    }

    /// Rows in an order take hardly longer than as they come, unless their stretch was disturbed: then they have
    /// another one.
    #[test]
    fn an_order_is_not_given_up_for_a_disturbed_stretch() {
        let contenders = [0, 0].map(|number| (number, RowOrder::default(), Past::Unknown));
        let next = |times: [f64; 2]| {
            let mut contest = Contest::new(Subject::Keys, contenders.to_vec(), true);
            contest.note_unordered(100.0);
            times.into_iter().enumerate().for_each(|(number, each)| {
                contest.hand(number);
                contest.report(number, Some(each));
            });
            contest.round().into_iter().map(|(number, ..)| number).collect::<Vec<usize>>()
        };
        assert_eq!(next([100.0, 140.0]), [0]);
        assert_eq!(next([100.0, 240.0]), [0, 1]);
        assert_eq!(next([100.0, 40.0]), [1]);
        assert_eq!(next([240.0, 110.0]), [0, 1]);
    }

    /// The first stretch is short, and its rows may be expensive ones: of a picture's rows one size was given up for
    /// those in which the orbits stay, and the slower one ran the rest.
    #[test]
    fn one_slow_stretch_is_not_enough_to_give_up_a_size() {
        assert_eq!(next_after(1), [0, 1]);
        assert_eq!(next_after(2), [0]);
    }
}
