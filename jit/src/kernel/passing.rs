//! Brings rows into gangs and their results back.

mod checker;
mod plan;

use super::{Kernel, RunReport};
use crate::binding::Binding;
use crate::block::{Block, OF_VECTORS};
use crate::error::JitError;
use crate::runtime::{ArgumentSlot, Context, DynamicMemory, Output, take_panic};
use checker::Checker;
use plan::Plan;
use std::io;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

/// A column that generated code accesses where the caller has it, if a whole gang runs.
struct InPlace {
    /// The number of the parameter.
    parameter: usize,
    /// The element of the first row.
    first: *mut u8,
    size: usize,
}

/// One run of a kernel.
pub(super) struct ArgumentPassing<'a> {
    kernel: &'a Kernel,
    plans: Vec<Plan>,
    slots: Vec<ArgumentSlot>,
    in_place: Vec<InPlace>,
    /// The parameters of which something is brought in or out for each gang.
    others: Vec<usize>,
    storage: Block,
    /// A status of 4 bytes for each lane; all are 0 before a gang runs.
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
        let mut in_place = Vec::new();
        let mut others = Vec::new();
        for (parameter, plan) in plans.iter().enumerate() {
            match plan.in_place() {
                Some(first) => in_place.push(InPlace { parameter, first, size: plan.size }),
                None if plan.is_fixed() => {}
                None => others.push(parameter),
            }
        }
        Ok(ArgumentPassing {
            kernel,
            slots: plans.iter().map(Plan::slot).collect(),
            plans,
            in_place,
            others,
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
            if !self.run_gang(&mut context, row, &mut statuses[row..row + lanes]) {
                // A lane that failed in the middle of a statement has left its transfer open.
                outputs.iter_mut().for_each(Output::forget_transfers);
            }
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

    /// Runs a gang; says whether all of its lanes returned.
    fn run_gang(&mut self, context: &mut Context, row: usize, statuses: &mut [u32]) -> bool {
        let lanes = statuses.len();
        self.bring_in(row, lanes);
        let image = &self.kernel.static_image;
        if !image.is_empty() {
            // SAFETY: the storage has the layout's bytes for each lane; `Layout::compute` counts those of the image among
            // them.
            unsafe { ptr::copy_nonoverlapping(image.as_ptr(), context.storage, image.len()) };
        }
        let active = u64::MAX >> (64 - lanes);
        // SAFETY: `KernelBuilder` generated the code from units that it had verified, for these parameters in these
        // shapes and with these tables: storage, constants and statuses are as large as they say for its lanes. Each
        // parameter has a slot; `Checker::plan` has compared the type of what is bound with the parameter's and its length
        // with the rows, so that the slot's memory holds an element for each lane, or arrays of the slot's length. What
        // is only read is memory of the caller that no unit assigns (`Parameter::is_assigned`). The stack has room
        // for the code (`with_stack` in `Kernel::run_until`).
        let returned = unsafe { (self.kernel.code.entry())(context, self.slots.as_ptr(), active) };
        for lane in 0..lanes {
            // SAFETY: there are at most as many rows as lanes, each of which has a status.
            let returns = unsafe { *context.status.add(lane) } == 0;
            debug_assert_eq!(returns, returned >> lane & 1 == 1, "lane {lane} of {}", self.kernel.name);
        }
        let all_returned = returned == active;
        self.take_statuses(statuses, all_returned);
        self.bring_out(row, statuses, all_returned);
        all_returned
    }

    /// Makes the slots ready for the rows `row..row + lanes`.
    fn bring_in(&mut self, row: usize, lanes: usize) {
        let gang = self.kernel.gang;
        if lanes < gang {
            for (plan, slot) in self.plans.iter_mut().zip(&mut self.slots) {
                plan.bring_in(slot, row, lanes, gang);
            }
            return;
        }
        for InPlace { parameter, first, size } in &self.in_place {
            // SAFETY: a column has as many elements as there are rows (`Checker::plan`), and `row` is one of them.
            self.slots[*parameter].base = unsafe { first.add(row * size) };
        }
        for parameter in &self.others {
            self.plans[*parameter].bring_in(&mut self.slots[*parameter], row, lanes, gang);
        }
    }

    /// Brings out what the rows from `row` on have assigned.
    fn bring_out(&mut self, row: usize, statuses: &[u32], all_returned: bool) {
        let gang = self.kernel.gang;
        if statuses.len() < gang {
            for (plan, slot) in self.plans.iter_mut().zip(&self.slots) {
                plan.bring_out(slot, row, statuses, gang);
            }
        } else {
            for parameter in &self.others {
                self.plans[*parameter].bring_out(&self.slots[*parameter], row, statuses, gang);
            }
        }
        if !all_returned {
            self.plans.iter_mut().for_each(|plan| plan.clear_failed(row, statuses));
        }
    }

    /// Brings out the statuses of the lanes, which are then 0 again.
    fn take_statuses(&mut self, statuses: &mut [u32], all_returned: bool) {
        if all_returned {
            statuses.fill(0);
        } else {
            let lane_status = self.lane_status.base().cast::<u32>();
            // SAFETY: there are at most as many rows as lanes, each of which has a status; the block is for this run alone.
            unsafe {
                ptr::copy_nonoverlapping(lane_status, statuses.as_mut_ptr(), statuses.len());
                ptr::write_bytes(lane_status, 0, statuses.len());
            }
        }
    }
}

/// Memory of that many bytes, all zero.
fn block(bytes: usize) -> Result<Block, JitError> {
    Block::zeroed(bytes, OF_VECTORS).ok_or(JitError::OutOfMemory { bytes })
}

#[cfg(test)]
mod tests;
