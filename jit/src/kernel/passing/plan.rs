//! How the argument of one parameter gets into gangs and back.

use super::copy::{Copy, gather, scatter};
use super::ordering::RowsInOrder;
use super::places::{GangRows, LaneOffsets, LaneRows, Places};
use crate::block::{Block, OF_VECTORS};
use crate::error::JitError;
use crate::kernel::column::{InputColumn, OutputColumn};
use crate::rows::RowSet;
use crate::runtime::ArgumentSlot;
use forlane_cfg::Type;
use std::ops::Range;
use std::ptr;

/// Bytes of columns that are made ready at once where they start as copies, so that they are in the nearest cache when
/// their gangs run.
const BATCH_BYTES: usize = 8 << 10;
/// The most rows of a batch.
const BATCH_ROWS: usize = 4096;

/// How one parameter gets to the generated code. All lengths and types have been checked.
pub(super) struct Plan<'a> {
    pub kind: PlanKind,
    pub ty: Type,
    /// Size of an element in bytes.
    pub size: usize,
    pub assigned: bool,
    /// Whether it makes a difference what an element is before the kernel runs.
    pub has_start: bool,
    pub input: Option<Side<'a, InputColumn>>,
    pub output: Option<Side<'a, OutputColumn>>,
}

/// How the arguments are passed, and the rows of the run, which are counted from the first of the set.
pub(super) type PlannedRows<'g> = (&'g [Plan<'g>], &'g RowSet<'g>);

/// A column in the caller's memory.
pub(super) struct Side<'a, C> {
    /// Where the rows begin that its places are counted from.
    pub column: C,
    pub places: Places<'a>,
    /// Whether the rows that run are one after the other, as generated code takes them.
    pub is_in_place: bool,
}

pub(super) enum PlanKind {
    /// A scalar that the rows have in common and that is not assigned.
    Uniform([u8; 8]),
    /// As `Uniform`, but assigned, so that each lane starts with a copy of the value.
    Broadcast([u8; 8]),
    /// A scalar for each row.
    Column,
    /// An array that the rows have in common, with its number of elements.
    Shared(usize),
    /// An array for each row, with its number of elements, interleaved in gangs.
    Rows(usize),
    /// As `Rows`, one after the other in gangs too.
    Pieces(usize),
}

impl PlanKind {
    /// Elements of a row.
    pub(super) fn length(&self) -> usize {
        match self {
            PlanKind::Rows(length) | PlanKind::Pieces(length) => *length,
            PlanKind::Uniform(_) | PlanKind::Broadcast(_) | PlanKind::Column | PlanKind::Shared(_) => 1,
        }
    }
}

/// Where gangs with all lanes have the arguments that rows do not have in common.
pub(super) struct Columns {
    pub in_place: Vec<InPlace>,
    /// The numbers of the others, which are brought to buffers and back, gang by gang.
    pub buffered: Vec<usize>,
}

impl Columns {
    /// For arguments with these plans, of which some are in place.
    pub(super) fn new(plans: &[Plan<'_>], in_place: Vec<InPlace>) -> Columns {
        let is_buffered =
            |index: &usize| !plans[*index].is_common() && in_place.iter().all(|column| column.slot != *index);
        let buffered = (0..plans.len()).filter(is_buffered).collect();
        Columns { in_place, buffered }
    }

    /// Gangs of that many lanes that are entered at once: as many as are copied into the nearest cache, one where
    /// something is buffered.
    pub(super) fn batch(&self, gang: usize) -> usize {
        if !self.buffered.is_empty() {
            return 1;
        }
        let is_written = |column: &&InPlace| !matches!(column.start, Start::Unchanged);
        let bytes: usize = self.in_place.iter().filter(is_written).map(|column| column.row_bytes).sum();
        ((BATCH_BYTES / bytes.max(1)).min(BATCH_ROWS) / gang).max(1)
    }
}

/// A column that gangs with all lanes access where the caller, or a stretch, has it: from gang to gang the slot moves
/// on. What a gang with fewer lanes accesses is as large as for all, so it is in a buffer.
pub(super) struct InPlace {
    pub slot: usize,
    /// The first row's element.
    pub base: *mut u8,
    /// Bytes of a row.
    pub row_bytes: usize,
    pub start: Start,
}

/// What the elements of a column in place are when a gang starts.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// What is there. It is the caller's, so that it is never written through, or each element is assigned.
    Unchanged,
    Zero,
    /// Each is a scalar of that value.
    Value([u8; 8]),
    /// Copies of those of this column.
    CopyOf(*const u8),
}

impl InPlace {
    /// The first element of a row.
    ///
    /// # Safety
    /// The column has that row, or ends before it.
    pub(super) unsafe fn at(&self, row: usize) -> *mut u8 {
        // SAFETY: as this function's own contract says.
        unsafe { self.base.add(row * self.row_bytes) }
    }

    /// Makes rows ready.
    ///
    /// # Safety
    /// The column has these rows.
    pub(super) unsafe fn start(&self, rows: Range<usize>) {
        let bytes = rows.len() * self.row_bytes;
        // SAFETY: the column has the rows, and so has the copy's source; the binding borrows what is assigned for
        // itself, so they do not overlap. A scalar has `row_bytes`, at most 8.
        unsafe {
            let base = self.at(rows.start);
            match self.start {
                Start::Unchanged => {}
                Start::Zero => ptr::write_bytes(base, 0, bytes),
                Start::CopyOf(input) => {
                    ptr::copy_nonoverlapping(input.add(rows.start * self.row_bytes), base, bytes);
                }
                Start::Value(value) => fill(base, value, rows.len(), self.row_bytes),
            }
        }
    }
}

/// Writes `count` scalars of `size` bytes, at most 8.
///
/// # Safety
/// There is room for them.
unsafe fn fill(base: *mut u8, value: [u8; 8], count: usize, size: usize) {
    for index in 0..count {
        // SAFETY: as this function's own contract says.
        unsafe { ptr::copy_nonoverlapping(value.as_ptr(), base.add(index * size), size) };
    }
}

impl Plan<'_> {
    /// The plan of the argument with that slot, if it is in place where a gang of `gang` lanes has all lanes.
    pub(super) fn in_place(&self, slot: usize, gang: usize) -> Option<InPlace> {
        let row_bytes = match self.kind {
            PlanKind::Column | PlanKind::Broadcast(_) => self.size,
            PlanKind::Pieces(length) => length * self.size,
            // Of one lane there is nothing to interleave.
            PlanKind::Rows(length) if gang == 1 => length * self.size,
            PlanKind::Rows(_) | PlanKind::Uniform(_) | PlanKind::Shared(_) => return None,
        };
        // What is elsewhere in the caller's memory, or in another form, is not in place.
        let input = self.input.as_ref().map(|side| side.is_in_place.then(|| side.column.base()));
        let output = self.output.as_ref().map(|side| side.is_in_place.then(|| side.column.base()));
        let (base, start) = match (&self.kind, input, output) {
            (_, Some(input), _) if !self.assigned => (input?.cast_mut(), Start::Unchanged),
            (_, _, Some(_)) if !self.assigned => return None,
            (_, _, Some(output)) if !self.has_start => (output?, Start::Unchanged),
            (PlanKind::Broadcast(value), _, Some(output)) => (output?, Start::Value(*value)),
            (_, None, Some(output)) => (output?, Start::Zero),
            (_, Some(input), Some(output)) => (output?, Start::CopyOf(input?)),
            (_, _, None) => return None,
        };
        Some(InPlace { slot, base, row_bytes, start })
    }

    /// Whether it is the same for all gangs.
    pub(super) fn is_common(&self) -> bool {
        matches!(self.kind, PlanKind::Uniform(_) | PlanKind::Shared(_))
    }

    /// The slot, and the buffer for what a gang accesses of it.
    ///
    /// # Errors
    /// [`JitError::OutOfMemory`].
    pub(super) fn slot(&self, gang: usize) -> Result<(ArgumentSlot, Block), JitError> {
        let (elements, length) = match self.kind {
            PlanKind::Rows(length) | PlanKind::Pieces(length) => (length.saturating_mul(gang), length),
            PlanKind::Column | PlanKind::Broadcast(_) => (gang, 1),
            PlanKind::Uniform(_) => (1, 1),
            PlanKind::Shared(length) => (0, length),
        };
        let buffer = block(elements.saturating_mul(self.size))?;
        let mut slot = ArgumentSlot { base: buffer.base(), length: length as i64, stride: 0, step: 0 };
        match (&self.kind, &self.input) {
            // SAFETY: the buffer has one element.
            (PlanKind::Uniform(value), _) => unsafe { fill(buffer.base(), *value, 1, self.size) },
            // Never written through: the kernel does not assign it.
            (PlanKind::Shared(_), Some(input)) => slot.base = input.column.base().cast_mut(),
            (PlanKind::Pieces(length), _) => slot.stride = (length * self.size) as i64,
            _ => {}
        }
        Ok((slot, buffer))
    }

    /// Brings the rows of the lanes to a buffer, which has room for those of a gang.
    pub(super) fn bring_in(&self, rows: &mut GangRows<'_>, base: *mut u8, gang: usize) {
        let length = match self.kind {
            PlanKind::Uniform(_) | PlanKind::Shared(_) => return,
            _ if !self.has_start => return,
            // SAFETY: the buffer holds a gang of elements, at least `lanes`.
            PlanKind::Broadcast(value) => return unsafe { fill(base, value, rows.count(), self.size) },
            PlanKind::Column | PlanKind::Pieces(_) | PlanKind::Rows(_) => self.kind.length(),
        };
        match &self.input {
            Some(Side { column, places, .. }) => {
                let lanes = rows.count();
                let copy = self.copy(places, rows.offsets(places), lanes, gang);
                // SAFETY: the input has the elements of each row (`Checker`), these rows exist (`RowSet::holds`), and
                // the buffer, a block of elements of that size, has an array for each lane of a gang.
                unsafe {
                    match copy.are_pieces(self.size) {
                        true => copy.bring_in_pieces(column.base(), base),
                        false => copy.bring_in(column.base(), base, self.size),
                    }
                }
            }
            // SAFETY: the buffer holds an array for each lane of a gang.
            None if self.assigned => unsafe { ptr::write_bytes(base, 0, length * gang * self.size) },
            // The buffer started as zeros and nothing writes it.
            None => {}
        }
    }

    /// Brings these rows to a column that has as many, if nothing is to be found in the caller's memory for them, or
    /// scalars that lie one after the other there; returns whether that is so.
    pub(super) fn bring_in_at_once(&self, set: &RowSet<'_>, rows: LaneRows<'_>, to: *mut u8) -> bool {
        if self.input.is_none() || !self.has_start || matches!(self.kind, PlanKind::Broadcast(_)) {
            self.bring_in(&mut GangRows::new(set, rows), to, rows.count());
            return true;
        }
        let (PlanKind::Column, Some(Side { column, is_in_place: true, .. })) = (&self.kind, &self.input) else {
            return false;
        };
        let LaneRows::Listed(first, order) = rows else { return false };
        // SAFETY: the input has an aligned element for each row, the rows exist, and the column has room for them.
        unsafe {
            match self.size {
                4 => gather(column.base().cast::<u32>().add(first), order, to.cast()),
                8 => gather(column.base().cast::<u64>().add(first), order, to.cast()),
                _ => return false,
            }
        }
        true
    }

    /// The same of results, from a column with room for all these rows, of which it has the first `count`, to the
    /// caller's memory.
    pub(super) fn bring_out_at_once(&self, order: RowsInOrder<'_>, count: usize, from: *mut u8) -> bool {
        if self.output.is_none() || !self.assigned {
            return true;
        }
        let (PlanKind::Column, Some(Side { column, is_in_place: true, .. })) = (&self.kind, &self.output) else {
            return false;
        };
        // SAFETY: as above.
        unsafe {
            match self.size {
                4 => scatter(from.cast::<u32>(), count, order, column.base().cast::<u32>().add(order.first)),
                8 => scatter(from.cast::<u64>(), count, order, column.base().cast::<u64>().add(order.first)),
                _ => return false,
            }
        }
        true
    }

    /// Copies the results of the rows of the lanes from the buffer to the output.
    pub(super) fn bring_out(&self, rows: &mut GangRows<'_>, base: *const u8, gang: usize) {
        let Some(Side { column, places, .. }) = self.output.as_ref().filter(|_| self.assigned) else { return };
        if self.is_common() {
            return;
        }
        let lanes = rows.count();
        let copy = self.copy(places, rows.offsets(places), lanes, gang);
        // SAFETY: as in `bring_in`, the other way.
        unsafe {
            match copy.are_pieces(self.size) {
                true => copy.bring_out_pieces(base, column.base()),
                false => copy.bring_out(base, column.base(), self.size),
            }
        }
    }

    fn copy<'p>(&self, places: &'p Places<'p>, rows: &'p LaneOffsets, lanes: usize, gang: usize) -> Copy<'p> {
        let length = self.kind.length();
        let (element_step, lane_step) = match self.kind {
            PlanKind::Pieces(_) => (1, length),
            _ => (gang, 1),
        };
        Copy { places, rows, length, lanes, element_step, lane_step }
    }

    /// Sets the scalars that a row assigned to 0.
    pub(super) fn clear(&self, set: &RowSet<'_>, row: LaneRows<'_>) {
        let Some(Side { column, places, .. }) = self.output.as_ref().filter(|_| self.assigned) else { return };
        if let PlanKind::Column | PlanKind::Broadcast(_) = self.kind {
            let offset = GangRows::new(set, row).offsets(places)[0];
            // SAFETY: an output column has an element for each row.
            unsafe { ptr::write_bytes(column.base().offset(offset), 0, places.width) };
        }
    }
}

/// A block of `bytes` bytes, all zero.
pub(super) fn block(bytes: usize) -> Result<Block, JitError> {
    Block::zeroed(bytes, OF_VECTORS).ok_or(JitError::OutOfMemory { bytes })
}
