//! How the argument of one parameter gets into gangs and back.

use crate::block::{Block, OF_VECTORS};
use crate::error::JitError;
use crate::kernel::column::{InputColumn, OutputColumn};
use crate::runtime::ArgumentSlot;
use std::ptr;

/// How one parameter gets to the generated code. All lengths and types have been checked.
pub(super) struct Plan {
    pub kind: PlanKind,
    /// Size of an element in bytes.
    pub size: usize,
    pub assigned: bool,
    pub input: Option<InputColumn>,
    pub output: Option<OutputColumn>,
    /// Room for one gang: scalars, or interleaved arrays, or a uniform scalar.
    pub buffer: Block,
}

pub(super) enum PlanKind {
    /// A scalar that the rows have in common and that is not assigned; it is in the buffer.
    Uniform,
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
/// with fewer lanes accesses is as large as for all, so it is in the plan's buffer.
pub(super) struct InPlace {
    pub slot: usize,
    /// The first row's element.
    pub base: *mut u8,
    pub start: Start,
}

/// What the elements of a column in place are when a gang starts.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// What the caller put there. They are never written through: the kernel does not assign them.
    Unchanged,
    Zero,
    /// Copies of those of this column.
    CopyOf(*const u8),
}

impl Plan {
    /// The plan of the argument with that slot, if it is in place where a gang has all lanes.
    pub(super) fn in_place(&self, slot: usize) -> Option<InPlace> {
        let (base, start) = match (&self.kind, &self.input, &self.output) {
            (PlanKind::Column, Some(input), _) if !self.assigned => (input.base().cast_mut(), Start::Unchanged),
            (PlanKind::Column, None, Some(output)) if self.assigned => (output.base(), Start::Zero),
            (PlanKind::Column, Some(input), Some(output)) => (output.base(), Start::CopyOf(input.base())),
            _ => return None,
        };
        Some(InPlace { slot, base, start })
    }

    /// Makes the slot ready for the rows `row..row + lanes`.
    pub(super) fn bring_in(&mut self, slot: &mut ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        slot.base = self.buffer.base();
        match self.kind {
            PlanKind::Uniform => {}
            PlanKind::Broadcast(value) => self.broadcast(value, lanes),
            PlanKind::Column => self.bring_in_column(row, lanes),
            PlanKind::Shared(length) => {
                if let Some(input) = &self.input {
                    // Never written through: the kernel does not assign it.
                    slot.base = input.base().cast_mut();
                    slot.length = length as i64;
                }
            }
            PlanKind::Pieces(length) => {
                (slot.length, slot.stride) = (length as i64, (length * self.size) as i64);
                self.bring_in_arrays(row, lanes, length);
            }
            PlanKind::Rows(length) => {
                slot.length = length as i64;
                if gang == 1 {
                    self.bring_in_array(slot, row, length);
                } else {
                    self.interleave(row, length, lanes, gang);
                }
            }
        }
    }

    fn broadcast(&mut self, value: [u8; 8], lanes: usize) {
        let base = self.buffer.base();
        for lane in 0..lanes {
            // SAFETY: the buffer holds a gang of elements, at least `lanes`, and an element has at most 8 bytes.
            unsafe { ptr::copy_nonoverlapping(value.as_ptr(), base.add(lane * self.size), self.size) };
        }
    }

    /// Copies the elements of rows into the buffer.
    fn bring_in_column(&mut self, row: usize, lanes: usize) {
        let bytes = lanes * self.size;
        match &self.input {
            // SAFETY: a column has as many elements as there are rows (`Checker::plan`), the rows `row..row + lanes` exist
            // (`ArgumentPassing::run`), and the buffer holds a gang of elements.
            Some(input) => unsafe {
                ptr::copy_nonoverlapping(input.base().add(row * self.size), self.buffer.base(), bytes)
            },
            // SAFETY: the buffer holds a gang of elements.
            None => unsafe { ptr::write_bytes(self.buffer.base(), 0, bytes) },
        }
    }

    /// An array of one row: in place where nothing is lost by it.
    fn bring_in_array(&mut self, slot: &mut ArgumentSlot, row: usize, length: usize) {
        // As many bytes as the rows have, where there is a slice of them.
        let begin = || row * length * self.size;
        let bytes = length * self.size;
        if self.assigned {
            if let Some(output) = &self.output {
                // SAFETY: the output has an array of that length for each row (`Checker::plan`).
                slot.base = unsafe { output.base().add(begin()) };
            }
            match &self.input {
                // SAFETY: input and output (or the buffer) have room for the row's array; the binding borrows a slice
                // that is assigned for itself, so it overlaps no other.
                Some(input) => unsafe { ptr::copy_nonoverlapping(input.base().add(begin()), slot.base, bytes) },
                // SAFETY: as above.
                None => unsafe { ptr::write_bytes(slot.base, 0, bytes) },
            }
        } else if let Some(input) = &self.input {
            // SAFETY: the input has an array for each row. It is never written through.
            slot.base = unsafe { input.base().add(begin()) }.cast_mut();
        }
    }

    /// Copies the arrays of rows into the buffer as they are.
    fn bring_in_arrays(&mut self, row: usize, lanes: usize, length: usize) {
        let (begin, bytes) = (row * length * self.size, lanes * length * self.size);
        match &self.input {
            // SAFETY: the input has an array for each row (`Checker::plan`), the buffer one for each lane of a gang.
            Some(input) => unsafe { ptr::copy_nonoverlapping(input.base().add(begin), self.buffer.base(), bytes) },
            // SAFETY: as above.
            None => unsafe { ptr::write_bytes(self.buffer.base(), 0, bytes) },
        }
    }

    /// Copies the arrays of rows into the buffer, element i of lane l at i * gang + l.
    fn interleave(&mut self, row: usize, length: usize, lanes: usize, gang: usize) {
        let buffer = self.buffer.base();
        match &self.input {
            Some(input) => {
                let shape = Interleaving { length, lanes, gang };
                // SAFETY: the input has an array for each row (`Checker::plan`), the buffer one for each lane of a gang;
                // both are aligned for elements of that size, the one as a slice, the other as a block of them.
                unsafe {
                    let from = input.base().add(row * length * self.size);
                    match self.size {
                        4 => shape.interleave(from.cast::<u32>(), buffer.cast::<u32>()),
                        _ => shape.interleave(from.cast::<u64>(), buffer.cast::<u64>()),
                    }
                }
            }
            // SAFETY: the buffer holds an array for each lane of a gang.
            None if self.assigned => unsafe { ptr::write_bytes(buffer, 0, length * gang * self.size) },
            // The buffer started as zeros and nothing writes it.
            None => {}
        }
    }

    /// Copies the results of the rows `row..row + lanes` to the output.
    pub(super) fn bring_out(&mut self, slot: &ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        let Some(output) = self.output.as_ref().filter(|_| self.assigned) else { return };
        let size = self.size;
        match self.kind {
            PlanKind::Column | PlanKind::Broadcast(_) => {
                // SAFETY: an output column has as many elements as there are rows, the buffer a gang of them.
                unsafe { ptr::copy_nonoverlapping(slot.base, output.base().add(row * size), lanes * size) };
            }
            PlanKind::Pieces(length) => {
                let (begin, bytes) = (row * length * size, lanes * length * size);
                // SAFETY: the output has an array for each row, the buffer one for each lane of a gang.
                unsafe { ptr::copy_nonoverlapping(slot.base, output.base().add(begin), bytes) };
            }
            PlanKind::Rows(length) if gang > 1 => {
                let shape = Interleaving { length, lanes, gang };
                // SAFETY: the output has an array for each row, the buffer one for each lane of a gang; both are
                // aligned for elements of that size.
                unsafe {
                    let to = output.base().add(row * length * size);
                    match size {
                        4 => shape.separate(slot.base.cast::<u32>(), to.cast::<u32>()),
                        _ => shape.separate(slot.base.cast::<u64>(), to.cast::<u64>()),
                    }
                }
            }
            PlanKind::Rows(_) | PlanKind::Uniform | PlanKind::Shared(_) => {}
        }
    }

    /// Sets the scalars that rows from `row` on assigned to 0, where they have a status.
    pub(super) fn clear_failed(&mut self, row: usize, statuses: &[u32]) {
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
