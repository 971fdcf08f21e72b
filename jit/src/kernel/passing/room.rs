//! Where the gangs of one version of a kernel run: its storage, slots and buffers.

use super::ordering::RowsInOrder;
use super::places::{GangRows, LaneRows};
use super::plan::{Columns, Plan, PlannedRows, block};
use super::stretch::Stretch;
use crate::block::{Block, OF_VECTORS};
use crate::code::clear_upper_halves;
use crate::error::JitError;
use crate::kernel::version::Version;
use crate::kernel::versions::Chosen;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory, LaneCount, Output, Printed};
use std::ops::Range;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

/// What generated code of a run has beside its rows.
pub(super) struct Surroundings<'o> {
    pub memory: DynamicMemory,
    /// For each lane, if there are transfers.
    pub outputs: Vec<Output<'o>>,
    pub interrupt: &'o AtomicU32,
}

/// What one version works on in a run.
pub(super) struct Room<'a> {
    chosen: Chosen<'a>,
    slots: Vec<ArgumentSlot>,
    /// Of each argument: what gangs access of it that is not in place.
    buffers: Vec<Block>,
    /// Where gangs with all lanes have their arguments, whose rows are those of the set.
    columns: Rc<Columns>,
    context: Context,
    counts: Vec<LaneCount>,
    /// How many outputs the context has.
    outputs: usize,
    /// What was printed in the gang that ran last, by its lanes.
    printed_by_lanes: Vec<Printed>,
    /// What was printed before, by rows counted from the first of the set.
    printed: Vec<Printed>,
    /// The statuses of the rows of a stretch, in their order; 0 from one stretch to the next.
    of_stretch: Vec<u32>,
    /// Whether a row failed.
    has_failed: bool,
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
        let (slots, buffers): (Vec<ArgumentSlot>, Vec<Block>) = made?.into_iter().unzip();
        let in_place = plans.iter().enumerate().filter_map(|(index, plan)| plan.in_place(index, gang)).collect();
        let columns = Rc::new(Columns::new(plans, in_place));
        let bytes = version.tables.layout.bytes().saturating_mul(gang).max(version.tables.kept_bytes as usize);
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
            columns,
            context,
            counts: vec![LaneCount::default(); version.tables.counters.len()],
            outputs: 0,
            printed_by_lanes: Vec::new(),
            printed: Vec::new(),
            of_stretch: Vec::new(),
            has_failed: false,
            _storage: storage,
            _lane_status: lane_status,
        })
    }

    /// What it runs.
    pub(super) fn version(&self) -> &'a Version {
        self.chosen.version
    }

    /// Where gangs with all lanes have their arguments as rows come.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Has code access an argument in its buffer, gang after gang; returns where that is.
    pub(super) fn use_buffer(&mut self, slot: usize) -> *mut u8 {
        (self.slots[slot].base, self.slots[slot].step) = (self.buffers[slot].base(), 0);
        self.slots[slot].base
    }

    /// A number in the storage, which begins with those of [`crate::refill`] if code sets lanes aside.
    pub(super) fn kept(&self, at: u32) -> *mut u64 {
        self.context.storage.wrapping_add(at as usize).cast()
    }

    /// What instrumented code has counted.
    pub(super) fn counts(&self) -> &[LaneCount] {
        &self.counts
    }

    /// Whether a row has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// What rows have printed, in any order.
    pub(super) fn take_printed(&mut self) -> Vec<Printed> {
        std::mem::take(&mut self.printed)
    }

    /// Runs rows, of which `statuses` are the statuses, until they are done or the run is interrupted; returns how many
    /// are done. [`Kernel::stack_bytes`](crate::Kernel::stack_bytes) of this stack are free.
    pub(super) fn run(
        &mut self,
        planned: PlannedRows<'_>,
        rows: Range<usize>,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> usize {
        let rows = LaneRows::From(rows.start, rows.len());
        let columns = Rc::clone(&self.columns);
        let (done, has_failed) = self.run_gangs(planned, rows, &columns, statuses, around);
        if has_failed {
            self.has_failed = true;
            clear_failed(planned, rows, &statuses[..done]);
        }
        done
    }

    /// As [`Room::run`], over rows in some order; returns the first of them that is not done, if any. If the run is
    /// interrupted, rows after that one may have run as well.
    pub(super) fn run_ordered(
        &mut self,
        planned: PlannedRows<'_>,
        order: RowsInOrder<'_>,
        stretch: &Stretch,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> Option<usize> {
        let rows = LaneRows::Listed(order.first, order.rows);
        let gang = self.chosen.version.gang;
        // What is left over is brought to a gang by itself, unless lanes take row after row.
        let full = if self.refills(&stretch.columns) { rows.count() } else { rows.count() / gang * gang };
        stretch.gather(planned, rows.part(0..full));
        let mut of_stretch = std::mem::take(&mut self.of_stretch);
        of_stretch.resize(rows.count(), 0);
        let (done, has_failed) = self.run_gangs(planned, rows, &stretch.columns, &mut of_stretch, around);
        stretch.scatter(planned, order, done.min(full));
        if has_failed {
            self.has_failed = true;
            clear_failed(planned, rows, &of_stretch[..done]);
            for (row, status) in order.rows.iter().zip(&of_stretch[..done]) {
                statuses[*row as usize] = *status;
            }
            of_stretch.clear();
        }
        self.of_stretch = of_stretch;
        order.rows[done..].iter().min().map(|row| *row as usize)
    }

    /// Runs rows in their order; gangs with all lanes have their arguments in these columns, from the first on for rows
    /// in an order of their own. Returns how many are done, and whether one of them failed, whose results are to be
    /// cleared.
    fn run_gangs(
        &mut self,
        planned: PlannedRows<'_>,
        rows: LaneRows<'_>,
        columns: &Columns,
        statuses: &mut [u32],
        around: &mut Surroundings<'_>,
    ) -> (usize, bool) {
        self.begin(around);
        if self.refills(columns) {
            return self.run_refilled(planned, rows, columns, statuses, around.interrupt);
        }
        self.set_least(1);
        let gang = self.chosen.version.gang;
        for column in &columns.in_place {
            self.slots[column.slot].step = (column.row_bytes * gang) as i64;
        }
        let batch = columns.batch(gang);
        let (mut done, mut has_failed) = (0, false);
        while done < rows.count() && around.interrupt.load(Ordering::Relaxed) == 0 {
            let full = ((rows.count() - done) / gang).min(batch);
            let statuses = &mut statuses[done..];
            let (over, failed) = match full {
                0 => self.run_gang(planned, rows.part(done..rows.count()), statuses),
                _ => {
                    let rows = (rows.place(done), rows.part(done..done + full * gang));
                    self.run_batch(planned, rows, columns, statuses, around.interrupt)
                }
            };
            done += over;
            has_failed |= failed;
        }
        (done, has_failed)
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

    /// Runs gangs with all lanes, whose rows begin at that place of the columns; returns how many rows are done, and
    /// whether one failed. After a gang with a lane that failed the others go on as they were made ready.
    fn run_batch(
        &mut self,
        (plans, set): PlannedRows<'_>,
        (place, rows): (usize, LaneRows<'_>),
        columns: &Columns,
        statuses: &mut [u32],
        interrupt: &AtomicU32,
    ) -> (usize, bool) {
        let gang = self.chosen.version.gang;
        let gangs = rows.count() / gang;
        for column in &columns.in_place {
            // SAFETY: the column has an element for each row (`Checker::plan`, `Stretch::new`), and these are rows
            // (`ArgumentPassing::run`).
            unsafe { column.start(place..place + rows.count()) };
        }
        // Of one gang: where something is buffered, that is a batch.
        let mut lanes = GangRows::new(set, rows.part(0..gang));
        for index in &columns.buffered {
            self.slots[*index].base = self.buffers[*index].base();
            plans[*index].bring_in(&mut lanes, self.buffers[*index].base(), gang);
        }
        let (mut over, mut has_failed) = (0, false);
        while over < gangs {
            for column in &columns.in_place {
                // SAFETY: as above.
                self.slots[column.slot].base = unsafe { column.at(place + over * gang) };
            }
            let (done, returned) = self.enter(u64::MAX >> (64 - gang), gangs - over);
            over += done;
            if let Some(returned) = returned {
                self.note_failed(returned, &mut statuses[over * gang..(over + 1) * gang]);
                (over, has_failed) = (over + 1, true);
            }
            // A gang that leaves something behind is the last one that was entered.
            let last = over.saturating_sub(1) * gang;
            self.note_printed(rows.part(last..last + gang));
            if interrupt.load(Ordering::Relaxed) != 0 {
                break;
            }
        }
        for index in &columns.buffered {
            plans[*index].bring_out(&mut lanes, self.buffers[*index].base(), gang);
        }
        (over * gang, has_failed)
    }

    /// Runs a gang whose lanes have these rows, all or the first of them; returns how many rows are done, and whether
    /// one failed.
    fn run_gang(&mut self, (plans, set): PlannedRows<'_>, rows: LaneRows<'_>, statuses: &mut [u32]) -> (usize, bool) {
        let (gang, lanes) = (self.chosen.version.gang, rows.count());
        let mut gang_rows = GangRows::new(set, rows);
        for (plan, (slot, buffer)) in plans.iter().zip(self.slots.iter_mut().zip(&self.buffers)) {
            if !plan.is_common() {
                slot.base = buffer.base();
                plan.bring_in(&mut gang_rows, buffer.base(), gang);
            }
        }
        let (over, returned) = self.enter(u64::MAX >> (64 - lanes), 1);
        if (over, returned) == (0, None) {
            return (0, false);
        }
        plans.iter().zip(&self.buffers).for_each(|(plan, buffer)| plan.bring_out(&mut gang_rows, buffer.base(), gang));
        if let Some(returned) = returned {
            self.note_failed(returned, statuses);
        }
        self.note_printed(rows);
        (lanes, returned.is_some())
    }

    /// Enters the code for gangs with these lanes. Returns how many are over, all lanes of which have returned, and of
    /// the next one, if lanes failed in it, those that returned. Without such, fewer are over than requested after one
    /// that left something behind in the outputs or the memory, which is cleared here, or if the run is interrupted.
    pub(super) fn enter(&mut self, active: u64, gangs: usize) -> (usize, Option<u64>) {
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
            // No code of the gang runs any more. SAFETY: these are the outputs and the memory that `Room::run` was
            // given, which are accessed through the context alone until that returns.
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

    /// Writes the statuses of those lanes of the gang that was run last that are not among these, which returned.
    fn note_failed(&mut self, returned: u64, statuses: &mut [u32]) {
        for (lane, status) in statuses.iter_mut().enumerate().filter(|(lane, _)| returned >> lane & 1 == 0) {
            *status = self.take_status(lane);
        }
    }

    /// The status of a lane that has failed. The next row starts without one.
    pub(super) fn take_status(&mut self, lane: usize) -> u32 {
        // SAFETY: each lane of a gang has a status.
        let own = unsafe { ptr::replace(self.context.status.add(lane), 0) };
        debug_assert_ne!(own, 0, "lane {lane}");
        self.chosen.status(own)
    }
}

/// Sets the scalars that these rows assigned to 0, where they have a status.
fn clear_failed((plans, set): PlannedRows<'_>, rows: LaneRows<'_>, statuses: &[u32]) {
    for (lane, _) in statuses.iter().enumerate().filter(|(_, status)| **status != 0) {
        plans.iter().for_each(|plan| plan.clear(set, rows.lane(lane)));
    }
}
