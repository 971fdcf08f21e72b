//! Running a kernel over rows.

use super::passing::ArgumentPassing;
use super::{Kernel, RunReport};
use crate::binding::Binding;
use crate::error::JitError;
use crate::rows::RowSet;
use crate::stack::with_stack;
use std::sync::atomic::AtomicU32;

impl Kernel {
    /// Runs the kernel over rows, as many as there are statuses, with one binding for each of
    /// [`Kernel::parameters`]. The status of a row that did not return has a [`Kernel::site`], and the scalars that the
    /// row assigns are 0; that of a row that returned stays as it is, so all are to be 0 before.
    ///
    /// # Errors
    /// Bindings whose shape, type or length do not fit, [`JitError::Stack`]; nothing has been run then.
    /// [`JitError::RunTimeSupport`].
    pub fn run(&self, bindings: &mut [Binding<'_>], statuses: &mut [u32]) -> Result<RunReport, JitError> {
        self.run_until(bindings, statuses, &AtomicU32::new(0))
    }

    /// As [`Kernel::run`], but ends soon after `interrupt` is set to a value other than 0; the rows that were not
    /// done have the status [`crate::SiteReason::Interrupted`], or that from before.
    ///
    /// # Errors
    /// As [`Kernel::run`].
    pub fn run_until(
        &self,
        bindings: &mut [Binding<'_>],
        statuses: &mut [u32],
        interrupt: &AtomicU32,
    ) -> Result<RunReport, JitError> {
        self.run_rows(&RowSet::from_first(&[statuses.len()], 0), bindings, statuses, interrupt)
    }

    /// As [`Kernel::run_until`], over these rows of those that are bound. There is a status for each row of the set, in
    /// its order.
    ///
    /// # Errors
    /// As [`Kernel::run`], and [`JitError::Rows`] for rows that are not in the grid.
    pub fn run_rows(
        &self,
        rows: &RowSet<'_>,
        bindings: &mut [Binding<'_>],
        statuses: &mut [u32],
        interrupt: &AtomicU32,
    ) -> Result<RunReport, JitError> {
        let bytes = self.stack_bytes();
        let run = |_| ArgumentPassing::new(self, bindings, rows, statuses.len())?.run(statuses, interrupt);
        with_stack(bytes, run).map_err(|error| JitError::Stack { unit: self.name.clone(), bytes, error })?
    }
}
