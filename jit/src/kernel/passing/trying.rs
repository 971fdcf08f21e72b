//! Trying orders and sizes of gangs with ordered rows: samples of the rows of a block run in each way, and the others
//! in the best one.

use super::ordering::RowsInOrder;
use super::room::Surroundings;
use super::stretch::Stretch;
use super::{ArgumentPassing, Turn};
use crate::error::JitError;
use crate::kernel::trial::{OrderContest, RowOrder};
use std::time::Duration;

/// Rows of a sample that are next to each other in their order: whole gangs of all sizes.
const TOGETHER: usize = 64;
/// The same of rows as they come, by what is compared with that: scalar code, or lanes that take row after row.
const TOGETHER_AS_THEY_COME: usize = 16;
const GOLDEN_RATIO: f64 = 0.618_034;

/// The rows of a block, of which some are done.
struct Block<'s> {
    first: usize,
    statuses: &'s mut [u32],
    /// For each row, whether it is done.
    is_done: Vec<bool>,
    /// All rows in the orders that there were so far.
    orders: Vec<(RowOrder, Vec<u32>)>,
    /// The first ones run next; and for each row where it is among these, if all are there.
    rows: Vec<u32>,
    count: usize,
    places: Vec<u32>,
    /// Which parts of an order samples are taken of: from 0 to 1, where in them.
    phase: f64,
}

/// Where in its part of an order the sample of that number is taken.
fn phase(number: usize) -> f64 {
    (number as f64 * GOLDEN_RATIO).fract()
}

impl<'s> Block<'s> {
    /// That many rows, of all those that have the statuses; of blocks with other numbers other samples are taken.
    fn new(first: usize, rows: usize, statuses: &'s mut [u32], number: usize) -> Block<'s> {
        Block {
            first,
            statuses: &mut statuses[first..first + rows],
            is_done: vec![false; rows],
            orders: Vec::new(),
            rows: Vec::new(),
            count: 0,
            places: Vec::new(),
            phase: phase(number),
        }
    }

    /// Takes a sample of the rows that are left, about `together` by `together` from all parts of an order.
    fn take_sample(&mut self, order: usize, rows: usize, together: usize) {
        let all = &self.orders[order].1;
        let together = together.min(rows);
        let parts = rows / together;
        self.rows.clear();
        for part in 0..parts {
            let at = ((part as f64 + self.phase) * all.len() as f64 / parts as f64) as usize;
            let is_done = &mut self.is_done;
            let left = all[at..].iter().filter(|row| !std::mem::replace(&mut is_done[**row as usize], true));
            self.rows.extend(left.take(together));
        }
        self.rows.iter().for_each(|row| self.is_done[*row as usize] = false);
        self.count = self.rows.len();
    }

    /// Takes all rows that are left, in an order.
    fn take_rest(&mut self, order: usize) {
        let all = &self.orders[order].1;
        self.rows.resize(all.len(), 0);
        self.places.resize(all.len(), 0);
        // Those that are done are last.
        let (mut count, mut end) = (0, all.len());
        for row in all {
            let is_done = self.is_done[*row as usize];
            end -= usize::from(is_done);
            let place = if is_done { end } else { count };
            count += usize::from(!is_done);
            self.rows[place] = *row;
            self.places[*row as usize] = place as u32;
        }
        self.count = count;
    }

    /// Rows up to the first one that is not done.
    fn done(&self) -> usize {
        self.is_done.iter().position(|is_done| !is_done).unwrap_or(self.is_done.len())
    }
}

impl ArgumentPassing<'_> {
    /// Runs rows from that one on in the orders of a contest; returns how many are done.
    pub(super) fn try_orders(
        &mut self,
        row: usize,
        mut contest: OrderContest,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> Result<usize, JitError> {
        let clock = self.kernel.versions.clock;
        let begin = clock();
        let mut block = Block::new(row, contest.rows, statuses, 0);
        let mut run = || {
            let gang = self.kernel.versions.first.gang;
            let mut samples = 0;
            while let Some(number) = contest.next() {
                block.phase = phase(samples);
                samples += 1;
                let order = self.find_order(&mut block, contest.order(number));
                block.take_sample(order, contest.sample, gang);
                match self.run_taken(&mut block, 0, around)? {
                    Some(time) => contest.report(number, block.count, time),
                    None => return Ok(()),
                }
            }
            contest.took = clock().saturating_sub(begin);
            let best = contest.best_number();
            let order = self.find_order(&mut block, contest.order(best));
            block.take_rest(order);
            if let Some(time) = self.run_taken(&mut block, 0, around)? {
                contest.add(best, block.count, time);
            }
            Ok(())
        };
        let done = run();
        self.kernel.versions.end_orders(&contest);
        done.map(|()| block.done())
    }

    /// Runs rows from that one on: samples in these ways, and the rest in that one; returns how many are done.
    pub(super) fn run_samples(
        &mut self,
        row: usize,
        samples: &[Turn],
        rest: &Turn,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> Result<usize, JitError> {
        if !self.open_all(samples.iter().chain([rest])) {
            return Ok(0);
        }
        let all = samples.iter().map(|sample| sample.rows).sum::<usize>() + rest.rows;
        // Each is the first in turn.
        let number = self.kernel.versions.next_turn();
        let mut block = Block::new(row, all, statuses, number);
        let in_turn = (0..samples.len()).map(|sample| Some((sample + number) % samples.len()));
        for sample in in_turn.chain([None]) {
            let turn = sample.map_or(rest, |sample| &samples[sample]);
            let order = self.find_order(&mut block, &turn.order);
            match sample {
                Some(_) if turn.order.is_empty() => block.take_sample(order, turn.rows, TOGETHER_AS_THEY_COME),
                Some(_) => block.take_sample(order, turn.rows, TOGETHER),
                None => block.take_rest(order),
            }
            let time = self.run_taken(&mut block, turn.candidate, around)?;
            self.kernel.versions.report(turn, time.map_or(0, |_| block.count), time.unwrap_or_default());
            if time.is_none() {
                break;
            }
        }
        Ok(block.done())
    }

    /// The number of an order among those of the block.
    fn find_order(&mut self, block: &mut Block<'_>, order: &RowOrder) -> usize {
        let known = block.orders.iter().position(|(known, _)| known == order);
        known.unwrap_or_else(|| {
            let rows = block.first..block.first + block.is_done.len();
            let rows = match order.is_empty() {
                true => (0..rows.len() as u32).collect(),
                false => self.ordering.order(order, (&self.plans, self.rows), rows).rows.to_vec(),
            };
            block.orders.push((order.clone(), rows));
            block.orders.len() - 1
        })
    }

    /// Runs the rows that were taken by a candidate, and returns the time, or nothing if the run was interrupted.
    fn run_taken(
        &mut self,
        block: &mut Block<'_>,
        candidate: usize,
        around: &mut Surroundings<'_>,
    ) -> Result<Option<Duration>, JitError> {
        let Some(Some(room)) = self.rooms.get_mut(candidate) else { return Ok(None) };
        let planned = (&self.plans[..], self.rows);
        let clock = self.kernel.versions.clock;
        let stretch = match &mut self.stretch {
            Some(stretch) if stretch.rows >= block.rows.len() => stretch,
            stretch => stretch.insert(Stretch::new(&self.plans, block.is_done.len())?),
        };
        let order = RowsInOrder { first: block.first, rows: &block.rows, count: block.count, places: &block.places };
        let (undone, time) = room.run_ordered(planned, order, stretch, block.statuses, around, clock);
        if undone.is_some() {
            return Ok(None);
        }
        block.rows[..block.count].iter().for_each(|row| block.is_done[*row as usize] = true);
        Ok(Some(time))
    }
}
