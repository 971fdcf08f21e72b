//! Rows that return without assigning an argument that is not bound: there it has no value.
//!
//! Such an argument starts with one value in a first run. The rows that end with that value run once more with another
//! one: the kernel never looks at it, so a row that ends with that other value has not assigned it, and all other rows
//! have computed what they have.

use super::bound::{Bound, Start};
use super::{TableError, TableRun};
use crate::gather::gather_rows;
use arrow_array::RecordBatch;
use forlane_cfg::Type;
use forlane_jit::OwnedValues;
use std::sync::atomic::AtomicU32;

impl TableRun<'_> {
    /// For each parameter the rows, in ascending order, that left it without a value.
    pub(super) fn rows_without_value(
        &mut self,
        batch: &RecordBatch,
        bound: &[Bound],
        results: &[Option<OwnedValues>],
        statuses: &[u32],
    ) -> Result<Vec<Vec<usize>>, TableError> {
        let types: Vec<Type> = self.kernel.parameters().iter().map(|parameter| parameter.ty).collect();
        // Of the parameter with that number, the rows that end with what they started with.
        let left = |start: Start, results: &[Option<OwnedValues>], at: usize| match (&bound[at], &results[at]) {
            (Bound::Start(_), Some(results)) => start.rows_left(results, types[at]),
            _ => Vec::new(),
        };
        let mut first: Vec<Vec<usize>> = (0..bound.len()).map(|at| left(Start::First, results, at)).collect();
        first.iter_mut().for_each(|rows| rows.retain(|row| statuses[*row] == 0));
        let mut open = first.concat();
        if open.is_empty() {
            return Ok(first);
        }
        open.sort_unstable();
        open.dedup();
        let again = self.run_rows(&gather_rows(batch, &open)?, Start::Second, &AtomicU32::new(0))?;
        let kept = |at: usize| {
            let again = left(Start::Second, &again.results, at).into_iter().map(|index| open[index]);
            again.filter(|row| first[at].binary_search(row).is_ok()).collect()
        };
        Ok((0..bound.len()).map(kept).collect())
    }
}
