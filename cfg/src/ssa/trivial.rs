//! Finds merges, and what stands for them in trees, that can only be one value: all their operands are that value or
//! the merge itself.
//!
//! Replacing one can make others trivial. A receiver is looked at again when two of its values have become one: these
//! are found among the users of the value that has fewer, and what was found equal stays so. So the cost is O(n log n).

use super::Replacements;
use crate::unit::ValueId;

/// Something that takes one of several values.
#[derive(Clone, Debug)]
pub struct Receiver {
    /// The value that it defines.
    pub value: ValueId,
    /// What it may be.
    pub given: Vec<ValueId>,
}

/// Finds what can be put in the place of receivers; `may_replace` says for a receiver, by its number, and a value
/// whether that is visible there.
pub fn find_trivial(
    receivers: &[Receiver],
    values: usize,
    may_replace: impl Fn(usize, ValueId) -> bool,
) -> Replacements {
    let mut search = Search {
        receivers,
        replaced: Replacements::default(),
        progress: vec![Progress::default(); receivers.len()],
        users: vec![Vec::new(); values],
        users_of: (0..values).collect(),
        receiver_of: vec![None; values],
        refused: vec![Vec::new(); values],
    };
    for (number, receiver) in receivers.iter().enumerate() {
        search.receiver_of[receiver.value.index()] = Some(number);
        for value in &receiver.given {
            let users = &mut search.users[value.index()];
            if users.last() != Some(&number) {
                users.push(number);
            }
        }
    }
    let mut work: Vec<usize> = (0..receivers.len()).rev().collect();
    while let Some(number) = work.pop() {
        match search.only_value(number) {
            Some(only) if may_replace(number, only) => search.replace(receivers[number].value, only, &mut work),
            Some(only) => search.refused[only.index()].push(number),
            None => {}
        }
    }
    search.replaced
}

/// How far a receiver was looked at.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// The number of values of the list that are equal or the receiver itself.
    checked: usize,
    /// The place of the first that is not the receiver itself.
    other: Option<usize>,
    is_replaced: bool,
}

struct Search<'a> {
    receivers: &'a [Receiver],
    replaced: Replacements,
    progress: Vec<Progress>,
    /// Lists of receivers, and for each value that of those which are given it or what it stands for.
    users: Vec<Vec<usize>>,
    users_of: Vec<usize>,
    receiver_of: Vec<Option<usize>>,
    /// The receivers that can only be each value, which must not replace them.
    refused: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// The only value that a receiver can be; none if there are several, or it was replaced before.
    fn only_value(&mut self, number: usize) -> Option<ValueId> {
        let Receiver { value, given } = &self.receivers[number];
        let mut progress = self.progress[number];
        if progress.is_replaced {
            return None;
        }
        let mut only = progress.other.map(|place| self.replaced.resolve(given[place])).filter(|only| only != value);
        while let Some(next) = given.get(progress.checked) {
            let next = self.replaced.resolve(*next);
            if next != *value {
                if only.is_some_and(|only| only != next) {
                    break;
                }
                if only.is_none() {
                    (only, progress.other) = (Some(next), Some(progress.checked));
                }
            }
            progress.checked += 1;
        }
        self.progress[number] = progress;
        only.filter(|_| progress.checked == given.len())
    }

    /// Puts a value in the place of a receiver's, and notes which receivers have to be looked at again.
    fn replace(&mut self, value: ValueId, by: ValueId, work: &mut Vec<usize>) {
        self.replaced.insert(value, by);
        let own = self.receiver_of[value.index()];
        own.into_iter().for_each(|number| self.progress[number].is_replaced = true);
        let (mut few, mut many) = (self.users_of[value.index()], self.users_of[by.index()]);
        if self.users[few].len() > self.users[many].len() {
            std::mem::swap(&mut few, &mut many);
        }
        let moved = std::mem::take(&mut self.users[few]);
        work.extend(&moved);
        work.extend(self.receiver_of[by.index()]);
        work.append(&mut self.refused[value.index()]);
        self.users[many].extend(moved);
        self.users_of[by.index()] = many;
    }
}
