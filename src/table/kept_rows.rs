//! Rows that return without assigning an argument that nothing gives: there it has no value.
//!
//! Such an argument starts with one value in a first run. The rows that end with that value run once more with another
//! one: the kernel never looks at it, so a row that ends with that other value has not assigned it, and all other rows
//! have computed what they have.

use super::{Bound, TableError, TableRun};
use crate::convert::{Column, Results};
use arrow_array::{RecordBatch, UInt64Array};
use arrow_select::take::take_record_batch;
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_jit::Parameter;

/// A value that arguments start with: unlikely ones, so that few rows run twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    First,
    Second,
}

impl Start {
    /// The bits of the value, for a type.
    fn bits(self, ty: Type) -> u64 {
        let tag = if self == Start::First { 0 } else { 1 };
        match ty {
            Type::Logical => tag,
            // NaNs that no operation makes.
            Type::Real(RealKind::R8) => 0x7ff9_6b65_7074_5f30 + tag,
            Type::Real(RealKind::R4) => 0x7fd6_b657 + tag,
            Type::Integer(IntegerKind::I8) => 0xa96b_6570_745f_5f30 + tag,
            _ => 0xa96b_6530 + tag,
        }
    }

    /// That value for each of so many rows.
    pub(super) fn column(self, ty: Type, rows: usize) -> Column {
        let bits = self.bits(ty);
        match ty {
            Type::Integer(IntegerKind::I8) => Column::I64(vec![bits as i64; rows].into()),
            Type::Real(RealKind::R8) => Column::F64(vec![f64::from_bits(bits); rows].into()),
            Type::Real(RealKind::R4) => Column::F32(vec![f32::from_bits(bits as u32); rows].into()),
            _ => Column::I32(vec![bits as u32 as i32; rows].into()),
        }
    }

    /// Whether a row's result is this value.
    fn is_left(self, results: &Results, ty: Type, row: usize) -> bool {
        let found = match results {
            Results::I32(values) => u64::from(values[row] as u32),
            Results::I64(values) => values[row] as u64,
            Results::F32(values) => u64::from(values[row].to_bits()),
            Results::F64(values) => values[row].to_bits(),
        };
        found == self.bits(ty)
    }
}

impl TableRun<'_> {
    /// For each parameter the rows, in ascending order, that left it without a value.
    pub(super) fn rows_without_value(
        &mut self,
        batch: &RecordBatch,
        bound: &[Bound],
        results: &[Option<Results>],
        statuses: &[u32],
    ) -> Result<Vec<Vec<usize>>, TableError> {
        let parameters: Vec<Parameter> = self.kernel.parameters().to_vec();
        let starts_with = |start: Start, results: &[Option<Results>], at: usize, row: usize| {
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
        let rows = UInt64Array::from_iter_values(open.iter().map(|row| *row as u64));
        let again = self.run_rows(&take_record_batch(batch, &rows)?, Start::Second)?;
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
