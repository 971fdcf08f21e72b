//! How one parameter gets to the generated code, and back.

use crate::block::Block;
use crate::kernel::column::{InputColumn, OutputColumn};
use crate::runtime::ArgumentSlot;
use std::ptr;

/// How one parameter gets to the generated code. All lengths and types have been checked.
pub(super) struct Plan {
    pub kind: PlanKind,
    /// Size of an element in bytes.
    pub size: usize,
    pub assigned: bool,
    /// Whether the kernel may look at what it starts with, or leave it.
    pub is_kept: bool,
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
    /// An array that the rows have in common, of that many elements.
    Shared(usize),
    /// An array of that many elements for each row, interleaved in gangs.
    Rows(usize),
    /// As `Rows`, one after the other in gangs too.
    Pieces(usize),
}

impl Plan {
    /// The slot, with what is the same for all gangs.
    pub fn slot(&self) -> ArgumentSlot {
        let (base, length, stride) = match self.kind {
            PlanKind::Uniform | PlanKind::Broadcast(_) | PlanKind::Column => (self.buffer.base(), 1, 0),
            PlanKind::Shared(length) => {
                // Never written through: the kernel does not assign it.
                let base = self.input.as_ref().map_or(self.buffer.base(), |input| input.base().cast_mut());
                (base, length, 0)
            }
            PlanKind::Rows(length) => (self.buffer.base(), length, 0),
            PlanKind::Pieces(length) => (self.buffer.base(), length, length * self.size),
        };
        ArgumentSlot { base, length: length as i64, stride: stride as i64 }
    }

    /// Whether the slot stays as it is.
    pub fn is_fixed(&self) -> bool {
        matches!(self.kind, PlanKind::Uniform | PlanKind::Shared(_))
    }

    /// The first element of a column that needs nothing but to be there for a whole gang.
    pub fn in_place(&self) -> Option<*mut u8> {
        match (&self.kind, &self.input, &self.output) {
            // Never written through: the kernel does not assign it.
            (PlanKind::Column, Some(input), _) if !self.assigned => Some(input.base().cast_mut()),
            (PlanKind::Column, None, Some(output)) if self.assigned && !self.is_kept => Some(output.base()),
            _ => None,
        }
    }

    /// Makes the slot ready for the rows `row..row + lanes`.
    pub fn bring_in(&mut self, slot: &mut ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        match self.kind {
            PlanKind::Uniform | PlanKind::Shared(_) => {}
            PlanKind::Broadcast(value) => self.broadcast(value, lanes),
            PlanKind::Column => self.bring_in_column(slot, row, lanes, gang),
            PlanKind::Pieces(length) => self.bring_in_arrays(row, lanes, length),
            PlanKind::Rows(length) if gang == 1 => self.bring_in_array(slot, row, length),
            PlanKind::Rows(length) => self.interleave(row, length, lanes, gang),
        }
    }

    fn broadcast(&mut self, value: [u8; 8], lanes: usize) {
        let base = self.buffer.base();
        for lane in 0..lanes {
            // SAFETY: the buffer holds a gang of elements, at least `lanes`, and an element has at most 8 bytes.
            unsafe { ptr::copy_nonoverlapping(value.as_ptr(), base.add(lane * self.size), self.size) };
        }
    }

    /// The scalars of a whole gang that are assigned are accessed in the output, others in the buffer.
    fn bring_in_column(&mut self, slot: &mut ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        let (begin, bytes) = (row * self.size, lanes * self.size);
        slot.base = match &self.output {
            // SAFETY: a column has as many elements as there are rows (`Checker::plan`), and `row` is one of them.
            Some(output) if self.assigned && lanes == gang => unsafe { output.base().add(begin) },
            _ => self.buffer.base(),
        };
        match &self.input {
            // SAFETY: the rows `row..row + lanes` exist (`ArgumentPassing::run`); the slot has room for them in the
            // buffer, which holds a gang of elements, or in the output, which overlaps no input.
            Some(input) => unsafe { ptr::copy_nonoverlapping(input.base().add(begin), slot.base, bytes) },
            // SAFETY: the slot has room for them, as above.
            None if self.is_kept => unsafe { ptr::write_bytes(slot.base, 0, bytes) },
            None => {}
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

    /// Copies results to the output, where they are not there.
    pub fn bring_out(&mut self, slot: &ArgumentSlot, row: usize, statuses: &[u32], gang: usize) {
        let Some(output) = self.output.as_ref().filter(|_| self.assigned) else { return };
        let size = self.size;
        match self.kind {
            PlanKind::Column | PlanKind::Broadcast(_) if slot.base == self.buffer.base() => {
                // SAFETY: an output column has as many elements as there are rows, the buffer a gang of them.
                unsafe { ptr::copy_nonoverlapping(slot.base, output.base().add(row * size), statuses.len() * size) };
            }
            PlanKind::Pieces(length) => {
                let (begin, bytes) = (row * length * size, statuses.len() * length * size);
                // SAFETY: the output has an array for each row, the buffer one for each lane of a gang.
                unsafe { ptr::copy_nonoverlapping(slot.base, output.base().add(begin), bytes) };
            }
            PlanKind::Rows(length) if gang > 1 => {
                let shape = Interleaving { length, lanes: statuses.len(), gang };
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
            PlanKind::Column | PlanKind::Broadcast(_) | PlanKind::Rows(_) | PlanKind::Uniform | PlanKind::Shared(_) => {
            }
        }
    }

    /// Makes the scalars 0 of lanes that did not return.
    pub fn clear_failed(&mut self, row: usize, statuses: &[u32]) {
        let Some(output) = self.output.as_ref().filter(|_| self.assigned) else { return };
        if !matches!(self.kind, PlanKind::Column | PlanKind::Broadcast(_)) {
            return;
        }
        for (lane, _) in statuses.iter().enumerate().filter(|(_, status)| **status != 0) {
            // SAFETY: an output column has as many elements as there are rows.
            unsafe { ptr::write_bytes(output.base().add((row + lane) * self.size), 0, self.size) };
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
