//! Where the gangs of one version of a kernel run: its storage, slots and buffers.

use super::places::{GangRows, LaneRows};
use super::plan::{InPlace, Plan, Start, block};
use crate::block::{Block, OF_VECTORS};
use crate::code::clear_upper_halves;
use crate::counters::LaneCount;
use crate::error::JitError;
use crate::kernel::Printed;
use crate::kernel::versions::Chosen;
use crate::rows::RowSet;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory, Output};
use std::ops::Range;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

/// Bytes of columns that are made ready at once where they start as copies, so that they are in the nearest cache when
/// their gangs run.
const BATCH_BYTES: usize = 8 << 10;
/// The most rows of a batch.
const BATCH_ROWS: usize = 4096;

/// What generated code of a run has beside its rows.
pub(super) struct Surroundings<'o> {
    pub memory: DynamicMemory,
    /// For each lane, if there are transfers.
    pub outputs: Vec<Output<'o>>,
    pub interrupt: &'o AtomicU32,
}

/// How the arguments are passed, and the rows of the run, which are counted from the first of the set.
type Given<'g> = (&'g [Plan<'g>], &'g RowSet<'g>);

/// What one version works on in a run.
pub(super) struct Room<'a> {
    chosen: Chosen<'a>,
    slots: Vec<ArgumentSlot>,
    /// Of each argument: what gangs access of it that is not in place.
    buffers: Vec<Block>,
    /// What becomes of the plans where a gang has all lanes: they are in place, or buffered, by their numbers.
    in_place: Vec<InPlace>,
    buffered: Vec<usize>,
    /// Gangs with all lanes that are entered at once.
    batch: usize,
    context: Context,
    counts: Vec<LaneCount>,
    /// How many outputs the context has.
    outputs: usize,
    /// What was printed in the gang that ran last, by its lanes.
    printed_by_lanes: Vec<Printed>,
    /// What was printed before, by rows counted from the first of the set.
    printed: Vec<Printed>,
    _storage: Block,
    /// A status of 4 bytes for each lane.
    _lane_status: Block,
}

impl<'a> Room<'a> {
    /// For arguments with these plans, which outlive it.
    ///
    /// # Errors
    /// [`JitError::OutOfMemory`].
    pub(super) fn new(chosen: Chosen<'a>, plans: &[Plan<'_>]) -> Result<Room<'a>, JitError> {
        let version = chosen.version;
        let gang = version.gang;
        let made: Result<Vec<_>, _> = plans.iter().map(|plan| plan.slot(gang)).collect();
        let (mut slots, buffers): (Vec<ArgumentSlot>, Vec<Block>) = made?.into_iter().unzip();
        let columns = plans.iter().enumerate().filter_map(|(index, plan)| plan.in_place(index, gang));
        let in_place: Vec<InPlace> = columns.collect();
        in_place.iter().for_each(|column| slots[column.slot].step = (column.row_bytes * gang) as i64);
        let is_buffered =
            |index: &usize| !plans[*index].is_common() && in_place.iter().all(|column| column.slot != *index);
        let buffered: Vec<usize> = (0..plans.len()).filter(is_buffered).collect();
        let batch = match buffered.is_empty() {
            true => (batch_rows(&in_place) / gang).max(1),
            false => 1,
        };
        let bytes = version.tables.layout.bytes().saturating_mul(gang);
        // Code restores what gangs assign of the image.
        let storage =
            Block::beginning_with(&version.image, bytes, OF_VECTORS).ok_or(JitError::OutOfMemory { bytes })?;
        let lane_status = block(gang * size_of::<u32>())?;
        let context = Context {
            status: lane_status.base().cast(),
            storage: storage.base(),
            image: version.image.base(),
            left_behind: 0,
            returned: 0,
            constants: version.constants.base(),
            counts: ptr::null_mut(),
            interrupt: ptr::null(),
            output: ptr::null_mut(),
            memory: ptr::null_mut(),
            stack_limits: ptr::null(),
        };
        Ok(Room {
            chosen,
            slots,
            buffers,
            in_place,
            buffered,
            batch,
            context,
            counts: vec![LaneCount::default(); version.tables.counters.len()],
            outputs: 0,
            printed_by_lanes: Vec::new(),
            printed: Vec::new(),
            _storage: storage,
            _lane_status: lane_status,
        })
    }

    /// What instrumented code has counted.
    pub(super) fn counts(&self) -> &[LaneCount] {
        &self.counts
    }

    /// What rows have printed, in any order.
    pub(super) fn take_printed(&mut self) -> Vec<Printed> {
        std::mem::take(&mut self.printed)
    }

    /// Runs rows, of which `statuses` are the statuses, until they are done or the run is interrupted; returns how many
    /// are done. [`Kernel::stack_bytes`](crate::Kernel::stack_bytes) of this stack are free.
    pub(super) fn run(
        &mut self,
        given: Given<'_>,
        rows: Range<usize>,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> usize {
        self.begin(around);
        let gang = self.chosen.version.gang;
        let mut row = rows.start;
        while row < rows.end && around.interrupt.load(Ordering::Relaxed) == 0 {
            let full = ((rows.end - row) / gang).min(self.batch);
            let statuses = &mut statuses[row - rows.start..];
            row += match full {
                0 => self.run_gang(given, LaneRows::From(row, rows.end - row), statuses),
                _ => self.run_batch(given, row, full, statuses, around.interrupt),
            };
        }
        row - rows.start
    }

    /// As [`Room::run`], over rows from `first` on in an order that has each of them once, counted from that. If the run is
    /// interrupted, rows after those that are done may have run as well.
    pub(super) fn run_ordered(
        &mut self,
        given: Given<'_>,
        (first, order): (usize, &[u32]),
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> usize {
        self.begin(around);
        let mut of_gang = [0; u64::BITS as usize];
        let mut over = 0;
        for lanes in order.chunks(self.chosen.version.gang) {
            if around.interrupt.load(Ordering::Relaxed) != 0
                || self.run_gang(given, LaneRows::Listed(first, lanes), &mut of_gang[..lanes.len()]) == 0
            {
                break;
            }
            for (lane, row) in lanes.iter().enumerate() {
                statuses[*row as usize] = of_gang[lane];
            }
            over += lanes.len();
        }
        order[over..].iter().min().map_or(order.len(), |row| *row as usize)
    }

    /// Makes the context ready.
    fn begin(&mut self, around: &mut Surroundings<'_>) {
        clear_upper_halves();
        self.context.interrupt = around.interrupt.as_ptr();
        self.context.memory = &mut around.memory;
        self.context.counts = self.counts.as_mut_ptr();
        self.outputs = around.outputs.len();
        self.context.output = match around.outputs.is_empty() {
            true => ptr::null_mut(),
            false => around.outputs.as_mut_ptr().cast(),
        };
    }

    /// Runs gangs with all lanes from that row on; returns how many rows are done. After a gang with a lane that failed
    /// the others go on as they were made ready.
    fn run_batch(
        &mut self,
        (plans, set): Given<'_>,
        first: usize,
        gangs: usize,
        statuses: &mut [u32],
        interrupt: &AtomicU32,
    ) -> usize {
        let gang = self.chosen.version.gang;
        for column in &self.in_place {
            // SAFETY: the column has an element for each row (`Checker::plan`), and these are rows
            // (`ArgumentPassing::run`).
            unsafe { column.start(first..first + gangs * gang) };
        }
        // Of one gang: where something is buffered, `batch` is 1.
        let mut lanes = GangRows::new(set, LaneRows::From(first, gang));
        self.buffered.iter().for_each(|index| plans[*index].bring_in(&mut lanes, &self.buffers[*index], gang));
        let (mut over, mut has_failed) = (0, false);
        while over < gangs {
            for column in &self.in_place {
                // SAFETY: as above.
                self.slots[column.slot].base = unsafe { column.at(first + over * gang) };
            }
            let (done, returned) = self.enter(u64::MAX >> (64 - gang), gangs - over);
            statuses[over * gang..(over + done) * gang].fill(0);
            over += done;
            if let Some(returned) = returned {
                self.note_failed(returned, &mut statuses[over * gang..(over + 1) * gang]);
                (over, has_failed) = (over + 1, true);
            }
            // A gang that leaves something behind is the last one that was entered.
            self.note_printed(LaneRows::From(first + over.saturating_sub(1) * gang, gang));
            if interrupt.load(Ordering::Relaxed) != 0 {
                break;
            }
        }
        self.buffered.iter().for_each(|index| plans[*index].bring_out(&mut lanes, &self.buffers[*index], gang));
        if has_failed {
            clear_failed((plans, set), LaneRows::From(first, over * gang), &statuses[..over * gang]);
        }
        over * gang
    }

    /// Runs a gang whose lanes have these rows, all or the first of them; returns how many rows are done.
    fn run_gang(&mut self, (plans, set): Given<'_>, rows: LaneRows<'_>, statuses: &mut [u32]) -> usize {
        let (gang, lanes) = (self.chosen.version.gang, rows.count());
        let mut gang_rows = GangRows::new(set, rows);
        for (plan, (slot, buffer)) in plans.iter().zip(self.slots.iter_mut().zip(&self.buffers)) {
            if !plan.is_common() {
                slot.base = buffer.base();
                plan.bring_in(&mut gang_rows, buffer, gang);
            }
        }
        let (over, returned) = self.enter(u64::MAX >> (64 - lanes), 1);
        if (over, returned) == (0, None) {
            return 0;
        }
        statuses.fill(0);
        plans.iter().zip(&self.buffers).for_each(|(plan, buffer)| plan.bring_out(&mut gang_rows, buffer, gang));
        if let Some(returned) = returned {
            self.note_failed(returned, statuses);
            clear_failed((plans, set), rows, statuses);
        }
        self.note_printed(rows);
        lanes
    }

    /// Enters the code for gangs with these lanes. Returns how many are over, all lanes of which have returned, and of
    /// the next one, if lanes failed in it, those that returned. Without such, fewer are over than asked for after one that
    /// left something behind in the outputs or the memory, which is cleared here, or if the run is interrupted.
    fn enter(&mut self, active: u64, gangs: usize) -> (usize, Option<u64>) {
        self.context.returned = active;
        let entry = self.chosen.version.code.entry();
        // SAFETY: `KernelBuilder` generated the code from units that it had verified, for these parameters in these
        // shapes and with these tables: storage, image, constants and statuses are as large as they say for its lanes.
        // Each parameter has a slot; `Checker::plan` has compared the type of what is bound with the parameter's and
        // its length with the rows, so that the slot's memory holds an element for each lane, or arrays of the slot's
        // length, and, where it is in place, for each of the gangs; where it is not, there is one. What is only read is
        // memory of the caller that no unit assigns (`Parameter::is_assigned`). The stack has room for the code
        // (`with_stack` in `Kernel::run_until`, `Versions::adopt`), with as many calls of recursive units as it counts
        // (`Lowering::begin_recursion`, `Emitter::begin_recursion`).
        let over = unsafe { entry(&mut self.context, self.slots.as_mut_ptr(), active, gangs as u64) };
        if self.context.left_behind != 0 {
            self.context.left_behind = 0;
            // No code of the gang runs any more. SAFETY: these are the outputs and the memory that `Room::run` was given,
            // which are accessed through the context alone until that returns.
            unsafe {
                let outputs = self.context.output.cast::<Output<'_>>();
                self.printed_by_lanes.extend((0..self.outputs).filter_map(|lane| (*outputs.add(lane)).end_row(lane)));
                (*self.context.memory).clear();
            }
        }
        let returned = self.context.returned & active;
        (over as usize, (returned != active).then_some(returned))
    }

    /// Notes that the gang that was run last, whose lanes have these rows, printed what it did.
    fn note_printed(&mut self, rows: LaneRows<'_>) {
        let of_rows = |printed: Printed| Printed { row: rows.row(printed.row), ..printed };
        self.printed.extend(self.printed_by_lanes.drain(..).map(of_rows));
    }

    /// Writes the statuses of the gang that was run last, of which these lanes returned.
    fn note_failed(&mut self, returned: u64, statuses: &mut [u32]) {
        statuses.fill(0);
        for (lane, status) in statuses.iter_mut().enumerate().filter(|(lane, _)| returned >> lane & 1 == 0) {
            // SAFETY: there are at most as many rows as lanes, each of which has a status.
            let own = unsafe { *self.context.status.add(lane) };
            debug_assert_ne!(own, 0, "lane {lane}");
            *status = self.chosen.status(own);
        }
        // The next gang starts without failures, as the first one did. SAFETY: the block has a status for each lane.
        unsafe { ptr::write_bytes(self.context.status, 0, self.chosen.version.gang) };
    }
}

/// Sets the scalars that these rows assigned to 0, where they have a status.
fn clear_failed((plans, set): Given<'_>, rows: LaneRows<'_>, statuses: &[u32]) {
    for (lane, _) in statuses.iter().enumerate().filter(|(_, status)| **status != 0) {
        plans.iter().for_each(|plan| plan.clear(set, rows.lane(lane)));
    }
}

/// Rows of a batch: as many as are copied into the nearest cache.
fn batch_rows(in_place: &[InPlace]) -> usize {
    let is_written = |column: &&InPlace| !matches!(column.start, Start::Unchanged);
    let bytes: usize = in_place.iter().filter(is_written).map(|column| column.row_bytes).sum();
    (BATCH_BYTES / bytes.max(1)).min(BATCH_ROWS)
}
