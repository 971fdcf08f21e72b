//! Rows that return without assigning an argument that is not bound: there it has no value.
//!
//! Such an argument starts with one value in a first run. The rows that end with that value run once more with another
//! one: the kernel never looks at it, so a row that ends with that other value has not assigned it, and all other rows
//! have computed what they have.

use super::bound::{Bound, Start};
use super::{TableError, TableRun};
use crate::gather::gather_rows;
use arrow_array::RecordBatch;
use forlane_jit::{OwnedValues, Parameter};
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
        let parameters: Vec<Parameter> = self.kernel.parameters().to_vec();
        let starts_with = |start: Start, results: &[Option<OwnedValues>], at: usize, row: usize| {
            let results = results[at].as_ref().filter(|_| matches!(bound[at], Bound::Start(_)));
            results.is_some_and(|results| start.is_left(results, parameters[at].ty, row))
        };
        let is_open = |row: &usize| {
            statuses[*row] == 0 && (0..bound.len()).any(|at| starts_with(Start::First, results, at, *row))
        };
        let open: Vec<usize> = (0..statuses.len()).filter(is_open).collect();
        if open.is_empty() {
            return Ok(vec![Vec::new(); bound.len()]);
        }
        let again = self.run_rows(&gather_rows(batch, &open)?, Start::Second, &AtomicU32::new(0))?;
        let kept = |at: usize| {
            let rows = open.iter().enumerate();
            let is_kept = |(index, row): &(usize, &usize)| {
                starts_with(Start::First, results, at, **row) && starts_with(Start::Second, &again.results, at, *index)
            };
            rows.filter(is_kept).map(|(_, row)| *row).collect()
        };
        Ok((0..bound.len()).map(kept).collect())
    }
}
