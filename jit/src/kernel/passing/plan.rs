//! How the argument of one parameter gets into gangs and back.

use crate::block::{Block, OF_VECTORS};
use crate::error::JitError;
use crate::kernel::column::{InputColumn, OutputColumn};
use crate::runtime::ArgumentSlot;
use std::ops::Range;
use std::ptr;

/// How one parameter gets to the generated code. All lengths and types have been checked.
pub(super) struct Plan {
    pub kind: PlanKind,
    /// Size of an element in bytes.
    pub size: usize,
    pub assigned: bool,
    pub input: Option<InputColumn>,
    pub output: Option<OutputColumn>,
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

/// A column that gangs with all lanes access where the caller has it: from gang to gang the slot moves on. What a gang
/// with fewer lanes accesses is as large as for all, so it is in a buffer.
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
    /// What the caller put there. They are never written through: the kernel does not assign them.
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

impl Plan {
    /// The plan of the argument with that slot, if it is in place where a gang of `gang` lanes has all lanes.
    pub(super) fn in_place(&self, slot: usize, gang: usize) -> Option<InPlace> {
        let row_bytes = match self.kind {
            PlanKind::Column | PlanKind::Broadcast(_) => self.size,
            PlanKind::Pieces(length) => length * self.size,
            // Of one lane there is nothing to interleave.
            PlanKind::Rows(length) if gang == 1 => length * self.size,
            PlanKind::Rows(_) | PlanKind::Uniform(_) | PlanKind::Shared(_) => return None,
        };
        let (base, start) = match (&self.kind, &self.input, &self.output) {
            (_, Some(input), _) if !self.assigned => (input.base().cast_mut(), Start::Unchanged),
            (_, _, Some(_)) if !self.assigned => return None,
            (PlanKind::Broadcast(value), _, Some(output)) => (output.base(), Start::Value(*value)),
            (_, None, Some(output)) => (output.base(), Start::Zero),
            (_, Some(input), Some(output)) => (output.base(), Start::CopyOf(input.base())),
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
            (PlanKind::Shared(_), Some(input)) => slot.base = input.base().cast_mut(),
            (PlanKind::Pieces(length), _) => slot.stride = (length * self.size) as i64,
            _ => {}
        }
        Ok((slot, buffer))
    }

    /// Brings the rows `row..row + lanes` to the buffer.
    pub(super) fn bring_in(&self, buffer: &Block, row: usize, lanes: usize, gang: usize) {
        match self.kind {
            PlanKind::Uniform(_) | PlanKind::Shared(_) => {}
            // SAFETY: the buffer holds a gang of elements, at least `lanes`.
            PlanKind::Broadcast(value) => unsafe { fill(buffer.base(), value, lanes, self.size) },
            PlanKind::Column => self.bring_in_pieces(buffer, row, lanes, 1),
            PlanKind::Pieces(length) => self.bring_in_pieces(buffer, row, lanes, length),
            PlanKind::Rows(length) => self.interleave(buffer, row, Interleaving { length, lanes, gang }),
        }
    }

    /// Copies the arrays of rows into the buffer as they are; a scalar is one of one element.
    fn bring_in_pieces(&self, buffer: &Block, row: usize, lanes: usize, length: usize) {
        let (begin, bytes) = (row * length * self.size, lanes * length * self.size);
        match &self.input {
            // SAFETY: the input has an array for each row (`Checker::plan`), the rows `row..row + lanes` exist
            // (`ArgumentPassing::run`), and the buffer has one for each lane of a gang.
            Some(input) => unsafe { ptr::copy_nonoverlapping(input.base().add(begin), buffer.base(), bytes) },
            // SAFETY: as above.
            None => unsafe { ptr::write_bytes(buffer.base(), 0, bytes) },
        }
    }

    /// Copies the arrays of rows into the buffer, element i of lane l at i * gang + l.
    fn interleave(&self, buffer: &Block, row: usize, shape: Interleaving) {
        let buffer = buffer.base();
        match &self.input {
            Some(input) => {
                // SAFETY: the input has an array for each row (`Checker::plan`), the buffer one for each lane of a
                // gang; both are aligned for elements of that size, the one as a slice, the other as a block of them.
                unsafe {
                    let from = input.base().add(row * shape.length * self.size);
                    match self.size {
                        4 => shape.interleave(from.cast::<u32>(), buffer.cast::<u32>()),
                        _ => shape.interleave(from.cast::<u64>(), buffer.cast::<u64>()),
                    }
                }
            }
            // SAFETY: the buffer holds an array for each lane of a gang.
            None if self.assigned => unsafe { ptr::write_bytes(buffer, 0, shape.length * shape.gang * self.size) },
            // The buffer started as zeros and nothing writes it.
            None => {}
        }
    }

    /// Copies the results of the rows `row..row + lanes` from the buffer to the output.
    pub(super) fn bring_out(&self, buffer: &Block, row: usize, lanes: usize, gang: usize) {
        let Some(output) = self.output.as_ref().filter(|_| self.assigned) else { return };
        let length = match self.kind {
            PlanKind::Column | PlanKind::Broadcast(_) => 1,
            PlanKind::Pieces(length) | PlanKind::Rows(length) => length,
            PlanKind::Uniform(_) | PlanKind::Shared(_) => return,
        };
        let (from, bytes) = (buffer.base(), lanes * length * self.size);
        // SAFETY: the output has an array for each row, the buffer one for each lane of a gang; both are aligned for
        // elements of that size.
        unsafe {
            let to = output.base().add(row * length * self.size);
            let shape = Interleaving { length, lanes, gang };
            match (&self.kind, self.size) {
                (PlanKind::Rows(_), 4) => shape.separate(from.cast::<u32>(), to.cast::<u32>()),
                (PlanKind::Rows(_), _) => shape.separate(from.cast::<u64>(), to.cast::<u64>()),
                _ => ptr::copy_nonoverlapping(from, to, bytes),
            }
        }
    }

    /// Sets the scalars that rows from `row` on assigned to 0, where they have a status.
    pub(super) fn clear_failed(&self, row: usize, statuses: &[u32]) {
        let Some(output) = self.output.as_ref().filter(|_| self.assigned) else { return };
        if let PlanKind::Column | PlanKind::Broadcast(_) = self.kind {
            for (lane, _) in statuses.iter().enumerate().filter(|(_, status)| **status != 0) {
                // SAFETY: an output column has as many elements as there are rows.
                unsafe { ptr::write_bytes(output.base().add((row + lane) * self.size), 0, self.size) };
            }
        }
    }
}

/// Arrays of `length` elements of the first `lanes` lanes of a gang: one after the other, or interleaved.
struct Interleaving {
    length: usize,
    lanes: usize,
    gang: usize,
}

impl Interleaving {
    /// # Safety
    /// `rows` has `lanes` arrays, `interleaved` has room for `gang`; they do not overlap and are aligned.
    unsafe fn interleave<T: Copy>(&self, rows: *const T, interleaved: *mut T) {
        for index in 0..self.length {
            for lane in 0..self.lanes {
                // SAFETY: `index` is below the length and `lane` below the lanes.
                unsafe { *interleaved.add(index * self.gang + lane) = *rows.add(lane * self.length + index) };
            }
        }
    }

    /// # Safety
    /// As [`Interleaving::interleave`], the other way.
    unsafe fn separate<T: Copy>(&self, interleaved: *const T, rows: *mut T) {
        for index in 0..self.length {
            for lane in 0..self.lanes {
                // SAFETY: `index` is below the length and `lane` below the lanes.
                unsafe { *rows.add(lane * self.length + index) = *interleaved.add(index * self.gang + lane) };
            }
        }
    }
}

/// A block of `bytes` bytes, all zero.
pub(super) fn block(bytes: usize) -> Result<Block, JitError> {
    Block::zeroed(bytes, OF_VECTORS).ok_or(JitError::OutOfMemory { bytes })
}
