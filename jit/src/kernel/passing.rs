//! Brings rows into gangs and their results back.

mod check;
mod copy;
mod ordering;
mod places;
mod plan;
mod refilled;
mod room;
mod share;
mod stretch;

use super::trial::{Orderable, RowKey};
use super::{Kernel, RunReport};
use crate::binding::Binding;
use crate::error::JitError;
use crate::rows::RowSet;
use crate::runtime::{DynamicMemory, LaneCount, Output, Printed, take_panic};
use crate::samples::Sampler;
use check::Checker;
use ordering::{Ordering, RowsInOrder};
use plan::Plan;
use room::{Room, Surroundings};
use share::Share;
use std::cell::Cell;
use std::io;
use std::marker::PhantomData;
use std::sync::atomic::{self, AtomicU32};
use std::time::{Duration, Instant};
use stretch::Stretch;

/// Rows of a run of which there are too few to be ordered.
const LEAST_ORDERED: usize = 256;
/// Gangs whose rows are brought to columns of their own together as they come.
const BROUGHT_GANGS: usize = 128;

/// One run of a kernel.
pub(super) struct ArgumentPassing<'a> {
    kernel: &'a Kernel,
    /// Of the versions that have run rows, by their numbers. They are dropped before the plans.
    rooms: Vec<Option<Room<'a>>>,
    plans: Vec<Plan<'a>>,
    rows: &'a RowSet<'a>,
    orderable: Orderable,
    ordering: Ordering,
    /// Where ordered rows are brought.
    stretch: Option<Stretch>,
    /// Of what the plans point to.
    bindings: PhantomData<&'a mut [u8]>,
}

impl<'a> ArgumentPassing<'a> {
    /// Checks the bindings, which it borrows, for that number of rows of the set.
    pub(super) fn new(
        kernel: &'a Kernel,
        bindings: &'a mut [Binding<'_>],
        rows: &'a RowSet<'_>,
        count: usize,
    ) -> Result<ArgumentPassing<'a>, JitError> {
        if !rows.holds(count) {
            return Err(JitError::Rows { unit: kernel.name.clone(), count, grid: rows.grid });
        }
        if bindings.len() != kernel.parameters.len() {
            return Err(JitError::ArgumentCount {
                unit: kernel.name.clone(),
                wanted: kernel.parameters.len(),
                found: bindings.len(),
            });
        }
        let mut plans = Vec::with_capacity(bindings.len());
        for (index, (parameter, binding)) in kernel.parameters.iter().zip(bindings).enumerate() {
            let is_one_piece = kernel.one_piece.get(index) == Some(&true);
            plans.push(Checker { kernel, parameter, rows, count, is_one_piece }.plan(kernel.shapes[index], binding)?);
        }
        let keys = match kernel.versions.is_single() || count < LEAST_ORDERED {
            true => Vec::new(),
            false => ordering::keys(&plans, rows, count),
        };
        let mut passing = ArgumentPassing {
            kernel,
            rooms: Vec::new(),
            orderable: Orderable { keys, most_rows: Stretch::most_ordered(&plans), moved: Stretch::moved(&plans) },
            plans,
            rows,
            ordering: Ordering::default(),
            stretch: None,
            bindings: PhantomData,
        };
        passing.open(0)?;
        Ok(passing)
    }

    /// Runs stretch after stretch, until all rows are done or the run is interrupted. [`Kernel::stack_bytes`] of this
    /// stack are free.
    ///
    /// # Errors
    /// [`JitError::RunTimeSupport`], [`JitError::Samples`].
    pub(super) fn run(&mut self, statuses: &mut [u32], interrupt: &AtomicU32) -> Result<RunReport, JitError> {
        let begin = Instant::now();
        let transferring = if self.kernel.has_transfers { self.kernel.most_lanes() } else { 0 };
        let (mut inputs, mut sinks) = (vec![io::empty(); transferring], vec![io::sink(); transferring]);
        let mut errors = io::stderr();
        let mut outputs: Vec<Output<'_>> = match self.kernel.allow_files {
            true => inputs.first_mut().map(|input| Output::new(input, &mut errors, None)).into_iter().collect(),
            false => {
                let lanes = inputs.iter_mut().zip(&mut sinks);
                lanes.map(|(input, sink)| Output::of_lane(input, sink)).collect()
            }
        };
        outputs.iter_mut().for_each(|output| output.keep(self.kernel.keep_output));
        let memory = DynamicMemory::new(self.kernel.memory_limit);
        let mut around = Surroundings { memory, outputs, interrupt };
        let top = Cell::new(0_u8);
        let sampled = self.kernel.versions.first.sampled.as_ref();
        let sampler = sampled.map(|code| Sampler::start(code, top.as_ptr().addr())).transpose()?;
        let mut row = 0;
        while row < statuses.len() && interrupt.load(atomic::Ordering::Relaxed) == 0 {
            row += match self.kernel.versions.is_single() {
                true => {
                    let order = self.kernel.versions.fixed_order();
                    let is_brought = self.rooms[0].as_ref().is_some_and(Room::is_brought);
                    let most = match is_brought {
                        _ if !order.is_empty() => self.orderable.most_rows,
                        true => BROUGHT_GANGS * self.kernel.gang(),
                        false => usize::MAX,
                    };
                    let rows = row..statuses.len().min(row.saturating_add(most));
                    self.run_rows((0, &order), Share::whole(rows), statuses, &mut around)?
                }
                false => self.run_stretch(row, statuses, &mut around)?,
            };
        }
        let samples = sampler.map(Sampler::finish).unwrap_or_default();
        if let Some(message) = take_panic() {
            return Err(JitError::RunTimeSupport { unit: self.kernel.name.clone(), message });
        }
        let mut counts = Vec::new();
        self.rooms.iter().flatten().for_each(|room| LaneCount::add(&mut counts, room.counts()));
        let mut printed: Vec<Printed> = self.rooms.iter_mut().flatten().flat_map(Room::take_printed).collect();
        // Of a run that was interrupted, others may have run.
        printed.retain(|printed| printed.row < row);
        printed.sort_unstable_by_key(|printed| printed.row);
        let has_failed = self.rooms.iter().flatten().any(Room::has_failed);
        let kernel_seconds = begin.elapsed().as_secs_f64();
        Ok(RunReport { rows: row, has_failed, kernel_seconds, counts, samples, printed })
    }

    /// Runs rows from that one on by the candidates whose turn it is; returns how many are done.
    fn run_stretch(
        &mut self,
        row: usize,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> Result<usize, JitError> {
        let versions = &self.kernel.versions;
        let stretches = versions.next(statuses.len() - row, &self.orderable);
        for candidate in stretches.iter().map(|stretch| stretch.candidate).filter(|candidate| *candidate > 0) {
            if self.open(candidate).is_err() {
                // There is not enough memory for this size; the first has what it needs.
                versions.refuse(candidate);
                return Ok(0);
            }
        }
        let mut all_done = usize::MAX;
        // What runs first has to wait for the memory of the rows, which others then find in the caches. So each is the
        // first in turn.
        let turn = if stretches.len() > 1 { versions.next_turn() } else { 0 };
        for number in (0..stretches.len()).map(|number| (number + turn) % stretches.len()) {
            let stretch = &stretches[number];
            let share = Share { first: row, rows: stretch.rows, number, of: stretches.len() };
            let ways = (stretch.candidate, &stretch.order[..]);
            let (done, time) = match stretch.is_timed {
                false => (self.run_rows(ways, share, statuses, around), Duration::ZERO),
                true => {
                    let begin = (versions.clock)();
                    let done = self.run_rows(ways, share, statuses, around);
                    (done, (versions.clock)().saturating_sub(begin))
                }
            };
            let rows = match done {
                Ok(of_block) if of_block == share.block().len() => stretch.rows,
                Ok(of_block) if share.of == 1 => of_block,
                // How many it was is not known.
                _ => 0,
            };
            versions.report(stretch, rows, time);
            all_done = all_done.min(done?);
        }
        Ok(all_done)
    }

    /// Runs rows by the version of that number, ordered by these keys if there are any; returns how many of the block
    /// are done, as far as it is up to this share.
    fn run_rows(
        &mut self,
        (number, keys): (usize, &[RowKey]),
        share: Share,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> Result<usize, JitError> {
        self.open(number)?;
        let Some(Some(room)) = self.rooms.get_mut(number) else { return Ok(0) };
        let (block, planned) = (share.block(), (&self.plans[..], self.rows));
        let statuses = &mut statuses[block.clone()];
        let is_brought = room.is_brought();
        // Lanes that take row after row do so as long as there are any.
        let is_listed = is_brought || share.of > 1 && room.version().form().refills;
        if keys.is_empty() && !is_listed {
            for group in share.groups() {
                let rows = block.start + group.start..block.start + group.end;
                let done = room.run(planned, rows, &mut statuses[group.clone()], around);
                if done < group.len() {
                    return Ok(group.start + done);
                }
            }
            return Ok(block.len());
        }
        let stretch = match &mut self.stretch {
            Some(stretch) if stretch.rows >= share.rows => stretch,
            stretch => stretch.insert(Stretch::new(&self.plans, share.rows)?),
        };
        let as_they_come: Vec<u32>;
        let order = match is_listed {
            true => {
                as_they_come = share.groups().flatten().map(|row| row as u32).collect();
                let places = if share.is_whole() { &as_they_come[..] } else { &[] };
                RowsInOrder { first: block.start, rows: &as_they_come, places }
            }
            false => self.ordering.order(keys, planned, share),
        };
        Ok(room.run_ordered(planned, order, stretch, statuses, around).unwrap_or(block.len()))
    }

    /// Sees to it that the version of that number has its room.
    fn open(&mut self, number: usize) -> Result<(), JitError> {
        if self.rooms.len() <= number {
            self.rooms.resize_with(number + 1, || None);
        }
        if let (None, Some(chosen)) = (&self.rooms[number], self.kernel.versions.get(number)) {
            self.rooms[number] = Some(Room::new(chosen, &self.plans)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
