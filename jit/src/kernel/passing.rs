//! Brings rows into gangs and their results back.

use super::column::{InputColumn, OutputColumn};
use super::{ArgumentShape, Kernel, RunReport};
use crate::binding::Binding;
use crate::block::{Block, OF_VECTORS};
use crate::error::JitError;
use crate::parameters::Parameter;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory, Output, take_panic};
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
    /// An array that the rows have in common, with its number of elements.
    Shared(usize),
    /// An array for each row, with its number of elements, interleaved in gangs.
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
        // SAFETY: the storage has the layout's bytes for each lane; `Layout::compute` counts those of the image among
        // them.
        unsafe { ptr::copy_nonoverlapping(image.as_ptr(), context.storage, image.len()) };
        // SAFETY: the block has a status for each lane.
        unsafe { ptr::write_bytes(context.status, 0, gang) };
        let active = u64::MAX >> (64 - lanes);
        // SAFETY: `KernelBuilder` generated the code from units that it had verified, for these parameters in these
        // shapes and with these tables: storage, constants and statuses are as large as they say for its lanes. Each
        // parameter has a slot; `Checker::plan` has compared the type of what is bound with the parameter's and its
        // length with the rows, so that the slot's memory holds an element for each lane, or arrays of the slot's
        // length. What is only read is memory of the caller that no unit assigns (`Parameter::is_assigned`). The stack
        // has room for the code (`with_stack` in `Kernel::run_until`).
        let returned = unsafe { (self.kernel.code.entry())(context, self.slots.as_ptr(), active) };
        for (lane, status) in statuses.iter_mut().enumerate() {
            // SAFETY: there are at most as many rows as lanes, each of which has a status.
            *status = unsafe { *context.status.add(lane) };
            debug_assert_eq!(*status == 0, returned >> lane & 1 == 1, "lane {lane} of {}", self.kernel.name);
        }
        for (plan, slot) in self.plans.iter_mut().zip(&self.slots) {
            plan.bring_out(slot, row, statuses, gang);
        }
    }
}

/// A block of `bytes` bytes, all zero.
fn block(bytes: usize) -> Result<Block, JitError> {
    Block::zeroed(bytes, OF_VECTORS).ok_or(JitError::OutOfMemory { bytes })
}

impl Plan {
    /// Makes the slot ready for the rows `row..row + lanes`.
    fn bring_in(&mut self, slot: &mut ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        slot.base = self.buffer.base();
        match self.kind {
            PlanKind::Uniform => {}
            PlanKind::Broadcast(value) => self.broadcast(value, lanes),
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

    fn broadcast(&mut self, value: [u8; 8], lanes: usize) {
        let base = self.buffer.base();
        for lane in 0..lanes {
            // SAFETY: the buffer holds a gang of elements, at least `lanes`, and an element has at most 8 bytes.
            unsafe { ptr::copy_nonoverlapping(value.as_ptr(), base.add(lane * self.size), self.size) };
        }
    }

    fn bring_in_column(&mut self, slot: &mut ArgumentSlot, row: usize, lanes: usize, gang: usize) {
        let bytes = lanes * self.size;
        match &self.input {
            Some(input) => {
                // SAFETY: a column has as many elements as there are rows (`Checker::plan`), and `row` is one of them.
                let begin = unsafe { input.base().add(row * self.size) };
                if lanes == gang && !self.assigned {
                    // Never written through: the kernel does not assign it.
                    slot.base = begin.cast_mut();
                } else {
                    // SAFETY: the rows `row..row + lanes` exist (`ArgumentPassing::run`), and the buffer holds a gang
                    // of elements.
                    unsafe { ptr::copy_nonoverlapping(begin, self.buffer.base(), bytes) };
                }
            }
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
                // SAFETY: the input has an array for each row (`Checker::plan`), the buffer one for each lane of a
                // gang; both are aligned for elements of that size, the one as a slice, the other as a block of them.
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

    /// Copies results to the output; the scalars of lanes that did not return become 0.
    fn bring_out(&mut self, slot: &ArgumentSlot, row: usize, statuses: &[u32], gang: usize) {
        let Some(output) = self.output.as_ref().filter(|_| self.assigned) else { return };
        let size = self.size;
        match self.kind {
            PlanKind::Column | PlanKind::Broadcast(_) => {
                // SAFETY: an output column has as many elements as there are rows, the buffer a gang of them.
                unsafe { ptr::copy_nonoverlapping(slot.base, output.base().add(row * size), statuses.len() * size) };
                for (lane, _) in statuses.iter().enumerate().filter(|(_, status)| **status != 0) {
                    // SAFETY: as above.
                    unsafe { ptr::write_bytes(output.base().add((row + lane) * size), 0, size) };
                }
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
            PlanKind::Rows(_) | PlanKind::Uniform | PlanKind::Shared(_) => {}
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

/// Checks one binding.
struct Checker<'a> {
    kernel: &'a Kernel,
    parameter: &'a Parameter,
    rows: usize,
    is_one_piece: bool,
}

impl Checker<'_> {
    fn plan(&self, shape: ArgumentShape, binding: &mut Binding<'_>) -> Result<Plan, JitError> {
        let (kernel, assigned) = (self.kernel, self.parameter.is_assigned);
        let size = self.parameter.ty.size();
        let value = match binding {
            Binding::Uniform { value, .. } => Some(value.bytes()),
            _ => None,
        };
        let (kind, input, output) = match (shape, &mut *binding) {
            (ArgumentShape::Column, Binding::Column { input, output }) => (PlanKind::Column, *input, output.as_mut()),
            (ArgumentShape::Uniform, Binding::Uniform { value, output }) => {
                self.check_type(value.fits(self.parameter.ty), value.type_name())?;
                let value = value.bytes();
                (if assigned { PlanKind::Broadcast(value) } else { PlanKind::Uniform }, None, output.as_mut())
            }
            (ArgumentShape::SharedArray, Binding::Shared(values)) => {
                (PlanKind::Shared(values.raw().length), Some(*values), None)
            }
            (ArgumentShape::RowArray, Binding::Rows { length, input, output }) => {
                let kind = if self.is_one_piece { PlanKind::Pieces(*length) } else { PlanKind::Rows(*length) };
                (kind, *input, output.as_mut())
            }
            _ => return Err(self.problem("it is not bound in the shape that the kernel was compiled for")),
        };
        let wanted = match kind {
            PlanKind::Rows(length) | PlanKind::Pieces(length) => {
                self.rows.checked_mul(length).ok_or_else(|| self.problem("its arrays are too large"))?
            }
            _ => self.rows,
        };
        let input = match input {
            Some(values) => {
                self.check_type(values.fits(self.parameter.ty), values.type_name())?;
                let raw = values.raw();
                if !matches!(kind, PlanKind::Shared(_)) {
                    self.check_length(wanted, raw.length)?;
                }
                // SAFETY: the elements have the parameter's type, and `ArgumentPassing` borrows the bindings.
                Some(unsafe { InputColumn::new(raw, size) }?)
            }
            None => None,
        };
        let output = match output {
            Some(values) => {
                self.check_type(values.fits(self.parameter.ty), values.type_name())?;
                let raw = values.raw();
                self.check_length(wanted, raw.length)?;
                // SAFETY: as above; the binding has the slice for itself.
                Some(unsafe { OutputColumn::new(raw, size) }?)
            }
            None => None,
        };
        let elements = match kind {
            PlanKind::Rows(length) | PlanKind::Pieces(length) => length.saturating_mul(kernel.gang),
            PlanKind::Column | PlanKind::Broadcast(_) => kernel.gang,
            PlanKind::Uniform => 1,
            PlanKind::Shared(_) => 0,
        };
        let buffer = block(elements.saturating_mul(size))?;
        if let (PlanKind::Uniform, Some(value)) = (&kind, value) {
            // SAFETY: the buffer has one element, and an element at most 8 bytes.
            unsafe { ptr::copy_nonoverlapping(value.as_ptr(), buffer.base(), size) };
        }
        Ok(Plan { kind, size, assigned, input, output, buffer })
    }

    fn problem(&self, problem: &str) -> JitError {
        JitError::ArgumentShape {
            unit: self.kernel.name.clone(),
            name: self.parameter.name.clone(),
            problem: problem.to_string(),
        }
    }

    fn check_type(&self, fits: bool, found: &'static str) -> Result<(), JitError> {
        if fits {
            return Ok(());
        }
        Err(JitError::ArgumentType {
            unit: self.kernel.name.clone(),
            name: self.parameter.name.clone(),
            wanted: self.parameter.ty,
            found,
        })
    }

    fn check_length(&self, wanted: usize, found: usize) -> Result<(), JitError> {
        if wanted == found {
            return Ok(());
        }
        Err(JitError::ArgumentLength {
            unit: self.kernel.name.clone(),
            name: self.parameter.name.clone(),
            wanted,
            found,
        })
    }
}

#[cfg(test)]
mod tests;
