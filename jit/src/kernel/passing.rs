//! Brings rows into gangs and their results back.

mod check;
mod plan;

use super::{Kernel, RunReport};
use crate::binding::Binding;
use crate::block::Block;
use crate::error::JitError;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory, Output, take_panic};
use check::Checker;
use plan::{InPlace, Plan, Start, block};
use std::io;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// One run of a kernel.
pub(super) struct ArgumentPassing<'a> {
    kernel: &'a Kernel,
    plans: Vec<Plan>,
    slots: Vec<ArgumentSlot>,
    /// What becomes of the plans where a gang has all lanes: they are in place, or buffered, by their numbers.
    in_place: Vec<InPlace>,
    buffered: Vec<usize>,
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
        let in_place: Vec<InPlace> = (0..plans.len()).filter_map(|index| plans[index].in_place(index)).collect();
        let buffered = (0..plans.len()).filter(|index| in_place.iter().all(|column| column.slot != *index)).collect();
        Ok(ArgumentPassing {
            kernel,
            plans,
            slots,
            in_place,
            buffered,
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
        if lanes == gang {
            self.move_on(row);
        } else {
            let plans = self.plans.iter_mut().zip(&mut self.slots);
            plans.for_each(|(plan, slot)| plan.bring_in(slot, row, lanes, gang));
        }
        let image = &self.kernel.static_image;
        // SAFETY: the storage has the layout's bytes for each lane; `Layout::compute` counts those of the image among
        // them.
        unsafe { ptr::copy_nonoverlapping(image.as_ptr(), context.storage, image.len()) };
        let active = u64::MAX >> (64 - lanes);
        // SAFETY: `KernelBuilder` generated the code from units that it had verified, for these parameters in these
        // shapes and with these tables: storage, constants and statuses are as large as they say for its lanes. Each
        // parameter has a slot; `Checker::plan` has compared the type of what is bound with the parameter's and its
        // length with the rows, so that the slot's memory holds an element for each lane, or arrays of the slot's
        // length. What is only read is memory of the caller that no unit assigns (`Parameter::is_assigned`). The stack
        // has room for the code (`with_stack` in `Kernel::run_until`).
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
        if lanes == gang {
            self.buffered.iter().for_each(|index| self.plans[*index].bring_out(&self.slots[*index], row, lanes, gang));
        } else {
            let plans = self.plans.iter_mut().zip(&self.slots);
            plans.for_each(|(plan, slot)| plan.bring_out(slot, row, lanes, gang));
        }
        if !all_returned {
            self.plans.iter_mut().for_each(|plan| plan.clear_failed(row, statuses));
        }
    }

    /// Makes the slots ready for a gang with all lanes.
    fn move_on(&mut self, row: usize) {
        let gang = self.kernel.gang;
        for column in &self.in_place {
            let size = self.plans[column.slot].size;
            // SAFETY: the column has an element for each row (`Checker::plan`), and `row..row + gang` are rows. The copy's
            // source has as many; the binding borrows what is assigned for itself, so they do not overlap.
            unsafe {
                let base = column.base.add(row * size);
                match column.start {
                    Start::Unchanged => {}
                    Start::Zero => ptr::write_bytes(base, 0, gang * size),
                    Start::CopyOf(input) => ptr::copy_nonoverlapping(input.add(row * size), base, gang * size),
                }
                self.slots[column.slot].base = base;
            }
        }
        for index in &self.buffered {
            self.plans[*index].bring_in(&mut self.slots[*index], row, gang, gang);
        }
    }
}

#[cfg(test)]
mod tests;
