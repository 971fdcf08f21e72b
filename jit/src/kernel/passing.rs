//! Brings rows into gangs and their results back.

mod check;

use super::column::{InputColumn, OutputColumn};
use super::{Kernel, RunReport};
use crate::binding::Binding;
use crate::block::{Block, OF_VECTORS};
use crate::error::JitError;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory, Output, take_panic};
use check::Checker;
use std::io;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// How one parameter gets to the generated code. All lengths and types have been checked.
struct Plan {
    kind: PlanKind,
    /// Size of an element in bytes.
    size: usize,
    assigned: bool,
    input: Option<InputColumn>,
    output: Option<OutputColumn>,
    /// Room for one gang: scalars, or interleaved arrays, or a uniform scalar.
    buffer: Block,
}

enum PlanKind {
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

/// One run of a kernel.
pub(super) struct ArgumentPassing<'a> {
    kernel: &'a Kernel,
    plans: Vec<Plan>,
    slots: Vec<ArgumentSlot>,
    storage: Block,
    /// A status of 4 bytes for each lane.
    lane_status: Block,
    /// Of what the plans point to.
    bindings: PhantomData<&'a mut [u8]>,
}

impl<'a> ArgumentPassing<'a> {
    /// Checks the bindings, which it borrows.
    pub(super) fn new(
        kernel: &'a Kernel,
        bindings: &'a mut [Binding<'_>],
        rows: usize,
    ) -> Result<ArgumentPassing<'a>, JitError> {
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
            plans.push(Checker { kernel, parameter, rows, is_one_piece }.plan(kernel.shapes[index], binding)?);
        }
        let slots = vec![ArgumentSlot { base: ptr::null_mut(), length: 1, stride: 0 }; plans.len()];
        Ok(ArgumentPassing {
            kernel,
            plans,
            slots,
            storage: block(kernel.tables.layout.bytes().saturating_mul(kernel.gang))?,
            lane_status: block(kernel.gang * size_of::<u32>())?,
            bindings: PhantomData,
        })
    }

    /// Runs gang after gang, until all rows are done or the run is interrupted. `floor` is the lowest address of this
    /// stack, of which [`Kernel::stack_bytes`] are free.
    ///
    /// # Errors
    /// [`JitError::RunTimeSupport`].
    pub(super) fn run(
        &mut self,
        floor: usize,
        statuses: &mut [u32],
        interrupt: &AtomicU32,
    ) -> Result<RunReport, JitError> {
        let stack_limits = self.kernel.code.stack_limits(floor);
        let begin = Instant::now();
        let mut memory = DynamicMemory::new();
        let transferring = if self.kernel.has_transfers { self.kernel.gang } else { 0 };
        let (mut inputs, mut sinks) = (vec![io::empty(); transferring], vec![io::sink(); transferring]);
        let lanes = inputs.iter_mut().zip(&mut sinks);
        let mut outputs: Vec<Output<'_>> = lanes.map(|(input, sink)| Output::of_lane(input, sink)).collect();
        let mut context = Context {
            status: self.lane_status.base().cast(),
            storage: self.storage.base(),
            constants: self.kernel.constants.base(),
            active_steps: 0,
            gang_steps: 0,
            interrupt: interrupt.as_ptr(),
            output: ptr::null_mut(),
            memory: &mut memory,
            stack_limits: stack_limits.as_ptr(),
        };
        let rows = statuses.len();
        let mut row = 0;
        while row < rows && interrupt.load(Ordering::Relaxed) == 0 {
            let lanes = self.kernel.gang.min(rows - row);
            context.output = if outputs.is_empty() { ptr::null_mut() } else { outputs.as_mut_ptr().cast() };
            self.run_gang(&mut context, row, &mut statuses[row..row + lanes]);
            // A lane that failed in the middle of a statement has left its transfer open.
            outputs.iter_mut().for_each(Output::forget_transfers);
            // SAFETY: no code of the gang runs any more.
            unsafe { (*context.memory).clear() };
            row += lanes;
        }
        if let Some(message) = take_panic() {
            return Err(JitError::RunTimeSupport { unit: self.kernel.name.clone(), message });
        }
        Ok(RunReport {
            rows: row,
            kernel_seconds: begin.elapsed().as_secs_f64(),
            active_steps: context.active_steps,
            gang_steps: context.gang_steps,
        })
    }

    fn run_gang(&mut self, context: &mut Context, row: usize, statuses: &mut [u32]) {
        let (gang, lanes) = (self.kernel.gang, statuses.len());
        for (plan, slot) in self.plans.iter_mut().zip(&mut self.slots) {
            plan.bring_in(slot, row, lanes, gang);
        }
        let image = &self.kernel.static_image;
        // SAFETY: the storage has the layout's bytes for each lane; `Layout::compute` counts those of the image among them.
        unsafe { ptr::copy_nonoverlapping(image.as_ptr(), context.storage, image.len()) };
        let active = u64::MAX >> (64 - lanes);
        // SAFETY: `KernelBuilder` generated the code from units that it had verified, for these parameters in these
        // shapes and with these tables: storage, constants and statuses are as large as they say for its lanes. Each
        // parameter has a slot; `Checker::plan` has compared the type of what is bound with the parameter's and its length
        // with the rows, so that the slot's memory holds an element for each lane, or arrays of the slot's length. What
        // is only read is memory of the caller that no unit assigns (`Parameter::is_assigned`). The stack has room
        // for the code (`with_stack` in `Kernel::run_until`).
        let returned = unsafe { (self.kernel.code.entry())(context, self.slots.as_ptr(), active) };
        let all_returned = returned & active == active;
        statuses.fill(0);
        if !all_returned {
            for (lane, status) in statuses.iter_mut().enumerate().filter(|(lane, _)| returned >> lane & 1 == 0) {
                // SAFETY: there are at most as many rows as lanes, each of which has a status.
                *status = unsafe { *context.status.add(lane) };
                debug_assert_ne!(*status, 0, "lane {lane} of {}", self.kernel.name);
            }
            // The next gang starts without failures, as the first one did. SAFETY: the block has a status for each lane.
            unsafe { ptr::write_bytes(context.status, 0, gang) };
        }
        for (plan, slot) in self.plans.iter_mut().zip(&self.slots) {
            plan.bring_out(slot, row, lanes, gang);
            if !all_returned {
                plan.clear_failed(row, statuses);
            }
        }
    }
}

/// Memory of that many bytes, all zero.
fn block(bytes: usize) -> Result<Block, JitError> {
    Block::zeroed(bytes, OF_VECTORS).ok_or(JitError::OutOfMemory { bytes })
}

impl Plan {
    /// Makes the slot ready for the rows `row..row + lanes`.
    fn bring_in(&mut self, slot: &mut ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        slot.base = self.buffer.base();
        match self.kind {
            PlanKind::Uniform => {}
            PlanKind::Broadcast(value) => self.broadcast(slot, value, row, lanes, gang),
            PlanKind::Column => self.bring_in_column(slot, row, lanes, gang),
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

    /// Where a gang assigns a scalar: in the output, if there is one and it has an element for each lane.
    fn assigned_scalars(&self, row: usize, lanes: usize, gang: usize) -> *mut u8 {
        match &self.output {
            // SAFETY: an output column has as many elements as there are rows, and `row` is one of them.
            Some(output) if lanes == gang => unsafe { output.base().add(row * self.size) },
            _ => self.buffer.base(),
        }
    }

    fn broadcast(&mut self, slot: &mut ArgumentSlot, value: [u8; 8], row: usize, lanes: usize, gang: usize) {
        slot.base = self.assigned_scalars(row, lanes, gang);
        for lane in 0..lanes {
            // SAFETY: the output has elements from `row` on, the buffer those of a gang: both at least `lanes`. An element
            // has at most 8 bytes.
            unsafe { ptr::copy_nonoverlapping(value.as_ptr(), slot.base.add(lane * self.size), self.size) };
        }
    }

    fn bring_in_column(&mut self, slot: &mut ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        let bytes = lanes * self.size;
        // SAFETY: a column has as many elements as there are rows (`Checker::plan`), and `row` is one of them.
        let input = self.input.as_ref().map(|input| unsafe { input.base().add(row * self.size) });
        slot.base = match input {
            // Never written through: the kernel does not assign it.
            Some(input) if lanes == gang && !self.assigned => return slot.base = input.cast_mut(),
            _ if self.assigned => self.assigned_scalars(row, lanes, gang),
            _ => self.buffer.base(),
        };
        match input {
            // SAFETY: the rows `row..row + lanes` exist (`ArgumentPassing::run`). The buffer holds a gang of elements;
            // the output has one for each row, and the binding borrows it for itself, so it does not overlap the input.
            Some(input) => unsafe { ptr::copy_nonoverlapping(input, slot.base, bytes) },
            // SAFETY: as above.
            None => unsafe { ptr::write_bytes(slot.base, 0, bytes) },
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
    fn bring_out(&mut self, slot: &ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        let Some(output) = self.output.as_ref().filter(|_| self.assigned) else { return };
        let size = self.size;
        match self.kind {
            PlanKind::Column | PlanKind::Broadcast(_) => {
                // SAFETY: an output column has as many elements as there are rows, and `row` is one of them.
                let to = unsafe { output.base().add(row * size) };
                if slot.base != to {
                    // SAFETY: the buffer holds a gang of elements, the output one for each of these rows.
                    unsafe { ptr::copy_nonoverlapping(slot.base, to, lanes * size) };
                }
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
    fn clear_failed(&mut self, row: usize, statuses: &[u32]) {
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

#[cfg(test)]
mod tests;
