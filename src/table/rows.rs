//! Rows that run: what the parameters are bound to, in chunks for the threads.

use super::bound::{Bound, Start, integer, zero};
use super::{RowExtent, Source, TableError, TableRun, name_of};
use crate::convert::{BadValue, Column, column_of, first_rounded, longest_texts, texts_of, texts_of_columns};
use crate::data::shape_of;
use crate::texts::Texts;
use arrow_array::{ArrayRef, RecordBatch};
use forlane_jit::{Binding, JitError, LaneCount, OwnedValues, Parameter, Printed, RunReport, SiteReason};
use forlane_semantics::io::thread_time;
use rayon::prelude::*;
use std::sync::atomic::AtomicU32;
use std::time::{Duration, Instant};

/// Rows that have run.
pub(super) struct Rows {
    pub(super) bound: Vec<Bound>,
    /// Of each parameter that is assigned.
    pub(super) results: Vec<Option<OwnedValues>>,
    pub(super) statuses: Vec<u32>,
    /// Whether one of them is not 0.
    pub(super) has_failed: bool,
    /// The first rows, as many as are done.
    pub(super) done: usize,
    /// What rows printed, counted from 0.
    pub(super) printed: Vec<Printed>,
}

impl Rows {
    /// The rows that are done.
    pub(super) fn without_rest(mut self) -> Rows {
        self.statuses.truncate(self.done);
        self.printed.retain(|printed| printed.row < self.done);
        for (results, bound) in self.results.iter_mut().zip(&self.bound) {
            let elements = self.done * bound.width().unwrap_or(1);
            results.iter_mut().for_each(|results| results.truncate(elements));
        }
        self
    }
}

impl TableRun<'_> {
    /// Runs the kernel over rows; arguments that come from nowhere start with that value.
    pub(super) fn run_rows(
        &mut self,
        batch: &RecordBatch,
        start: Start,
        interrupt: &AtomicU32,
    ) -> Result<Rows, TableError> {
        let rows = batch.num_rows();
        let bound = self.bind(batch, start)?;
        self.check_widths(&bound)?;
        self.note_rounding(batch)?;
        let mut results: Vec<Option<OwnedValues>> = self.rooms(&bound, rows);
        let mut statuses = vec![0_u32; rows];
        let chunk = self.chunk_rows(rows);
        let begin = Instant::now();
        let reports = self.run_chunks(&bound, &mut results, &mut statuses, (chunk, interrupt))?;
        self.totals.kernel_time += begin.elapsed();
        let done = self.rows_done(&reports, &statuses, chunk);
        let has_failed = reports.iter().any(|(report, _)| report.has_failed);
        let mut printed = Vec::new();
        for (index, (report, processor_time)) in reports.into_iter().enumerate() {
            let of_part = |printed: Printed| Printed { row: index * chunk + printed.row, ..printed };
            printed.extend(report.printed.into_iter().map(of_part));
            self.totals.processor_time += processor_time;
            LaneCount::add(&mut self.totals.counts, &report.counts);
            self.totals.samples.add(&report.samples);
        }
        Ok(Rows { bound, results, statuses, has_failed, done, printed })
    }

    /// The rows before the first one that has not been done.
    fn rows_done(&self, reports: &[(RunReport, Duration)], statuses: &[u32], chunk: usize) -> usize {
        let is_interrupted = |status: &u32| {
            let site = || self.kernel.site(*status);
            *status != 0 && site().is_some_and(|site| site.reason == SiteReason::Interrupted)
        };
        let mut done = 0;
        for ((report, _), statuses) in reports.iter().zip(statuses.chunks(chunk)) {
            let of_chunk = &statuses[..report.rows.min(statuses.len())];
            let rows = match report.has_failed {
                true => of_chunk.iter().position(is_interrupted).unwrap_or(of_chunk.len()),
                false => of_chunk.len(),
            };
            done += rows;
            if rows < statuses.len() {
                break;
            }
        }
        done
    }

    /// Refuses rows of another length than those of the batches before, as they all go into one table, rows that are
    /// too short, and more texts than are declared.
    fn check_widths(&mut self, bound: &[Bound]) -> Result<(), TableError> {
        for (parameter, bound) in bound.iter().enumerate() {
            let Some(width) = bound.elements() else { continue };
            let first = *self.widths[parameter].get_or_insert(width);
            if first != width {
                let message = format!("{width} elements, but the first row has {first}");
                let name = self.kernel.parameters()[parameter].name.clone();
                return Err(self.bad_value(name, BadValue { row: 0, message }).into());
            }
            let least = self.options.least_elements.get(parameter).copied().unwrap_or(0);
            let parameter = &self.kernel.parameters()[parameter];
            let is_too_long = parameter.is_text_array() && least > 0 && width as u64 > least;
            if ((width as u64) < least || is_too_long) && bound.has_rows() {
                let message = format!("{width} elements, but `{}` is declared with {least}", parameter.name);
                return Err(self.bad_value(parameter.name.clone(), BadValue { row: 0, message }).into());
            }
        }
        Ok(())
    }

    fn bind(&self, batch: &RecordBatch, start: Start) -> Result<Vec<Bound>, TableError> {
        let rows = batch.num_rows();
        let mut all: Vec<Bound> = Vec::with_capacity(self.sources.len());
        for (source, parameter) in self.sources.iter().zip(self.kernel.parameters()) {
            let bound = match source {
                Source::Nowhere if parameter.may_keep => Bound::Start(start.column(parameter.ty, rows)),
                Source::Nowhere => Bound::Nothing,
                Source::Absent if parameter.is_array => Bound::Zeros(0),
                Source::Absent => Bound::Value(zero(parameter.ty)),
                Source::Zeros(shape) => Bound::Zeros(shape.count()),
                Source::Value(value) => Bound::Value(*value),
                Source::Shared(array) => Bound::Shared(array.elements.clone()),
                Source::Repeated(array, shape) => match &array.elements {
                    Column::U8(bytes) => Bound::Texts(Texts::repeated(bytes, (rows, shape.count()))),
                    elements => Bound::Rows(array.length(), elements.repeated(rows)),
                },
                Source::Blanks(shape) => {
                    let blanks = vec![b' '; shape.count() * shape.text_length()];
                    Bound::Texts(Texts::repeated(&blanks, (rows, shape.count())))
                }
                Source::Lengths(text) => match all.get(*text) {
                    Some(Bound::Texts(texts)) => Bound::Column(Column::I32(texts.lengths.clone().into())),
                    _ => Bound::Value(zero(parameter.ty)),
                },
                Source::Extent(extent) => Bound::Value(integer(parameter.ty, self.extent(extent, &all, batch)?)),
                Source::Texts(index, length) => {
                    let texts = texts_of(batch.column(*index), parameter.is_text_array(), *length);
                    Bound::Texts(texts.map_err(|bad| self.bad_value(name_of(batch, *index), bad))?)
                }
                Source::Elements(columns, _, length) => {
                    let arrays: Vec<ArrayRef> = columns.iter().map(|column| batch.column(*column).clone()).collect();
                    let texts = texts_of_columns(&arrays, *length);
                    Bound::Texts(texts.map_err(|(at, bad)| self.bad_value(name_of(batch, columns[at]), bad))?)
                }
                Source::Column(index) if parameter.is_array => {
                    let (width, column) = self.rows(batch, *index, parameter)?;
                    Bound::Rows(width, column)
                }
                Source::Column(index) => {
                    let column = column_of(batch.column(*index), parameter.ty);
                    Bound::Column(column.map_err(|bad| self.bad_value(name_of(batch, *index), bad))?)
                }
            };
            all.push(bound);
        }
        Ok(all)
    }

    /// The extent of an array that has been bound, in the rows of the batch.
    fn extent(&self, extent: &RowExtent, bound: &[Bound], batch: &RecordBatch) -> Result<u64, TableError> {
        let RowExtent { array, dimension, rank, parts } = *extent;
        let shape = match &self.sources[array] {
            Source::Elements(_, shape, _) => Some(shape.extents().to_vec()),
            Source::Column(index) | Source::Texts(index, _) => shape_of(batch.schema().field(*index)),
            _ => None,
        };
        if let Some(shape) = shape.filter(|shape| shape.len() == rank) {
            return Ok(shape[dimension]);
        }
        match bound[array].elements() {
            Some(elements) if rank == 1 => Ok((elements / parts) as u64),
            _ => {
                let name = &self.kernel.parameters()[array].name;
                let message = format!(
                    "an array of {rank} dimensions is required, as `{name}` takes its shape; or --set \
                     {name}.extent.1=N and so on"
                );
                Err(self.bad_value(name.clone(), BadValue { row: 0, message }).into())
            }
        }
    }

    /// Notes the first number of each column that is rounded to be a REAL.
    ///
    /// # Errors
    /// If that ends the run, that number.
    fn note_rounding(&mut self, batch: &RecordBatch) -> Result<(), TableError> {
        for (at, (source, parameter)) in self.sources.iter().zip(self.kernel.parameters()).enumerate() {
            let (Source::Column(index), None) = (source, self.rounded[at]) else { continue };
            let Some((row, value)) = first_rounded(batch.column(*index), parameter) else { continue };
            if self.options.strict {
                let message = format!("{value:?} is not a REAL to the last digit");
                return Err(self.bad_value(name_of(batch, *index), BadValue { row, message }).into());
            }
            self.rounded[at] = Some((self.totals.rows + row as u64 + 1, value));
        }
        Ok(())
    }

    /// The most bytes that the texts of an argument have in a row of the batch.
    pub(super) fn text_width(&self, batch: &RecordBatch) -> usize {
        let width = |(source, parameter): (&Source, &Parameter)| match source {
            Source::Texts(_, Some(width)) if !parameter.is_text_array() => *width,
            Source::Blanks(shape) => shape.count() * shape.text_length(),
            Source::Texts(index, _) => longest_texts(batch.column(*index), parameter.is_text_array()),
            Source::Elements(columns, ..) => {
                let longest = columns.iter().map(|column| longest_texts(batch.column(*column), false)).max();
                longest.unwrap_or(0).saturating_mul(columns.len())
            }
            _ => 0,
        };
        self.sources.iter().zip(self.kernel.parameters()).map(width).max().unwrap_or(0)
    }

    fn rooms(&self, bound: &[Bound], rows: usize) -> Vec<Option<OwnedValues>> {
        let parameters = self.kernel.parameters().iter();
        parameters
            .zip(bound)
            .map(|(parameter, bound)| {
                let width = bound.width().unwrap_or(1);
                parameter.is_assigned.then(|| OwnedValues::zeros(parameter.ty, rows * width))
            })
            .collect()
    }

    /// Rows of a thread's share: whole gangs, several shares a thread, as rows may differ in cost.
    fn chunk_rows(&self, rows: usize) -> usize {
        let gang = self.kernel.gang();
        let shares = match self.pool.current_num_threads() {
            1 => 1,
            threads => threads * 8,
        };
        rows.div_ceil(shares).next_multiple_of(gang).max(gang)
    }

    fn run_chunks(
        &self,
        bound: &[Bound],
        results: &mut [Option<OwnedValues>],
        statuses: &mut [u32],
        (chunk, interrupt): (usize, &AtomicU32),
    ) -> Result<Vec<(RunReport, Duration)>, JitError> {
        let rows = statuses.len();
        if rows == 0 {
            return Ok(Vec::new());
        }
        let chunks = rows.div_ceil(chunk);
        let mut calls: Vec<Vec<Binding<'_>>> = (0..chunks).map(|_| Vec::with_capacity(bound.len())).collect();
        for (bound, results) in bound.iter().zip(results) {
            let width = bound.width().unwrap_or(1);
            let mut parts = results.as_mut().map(|results| results.parts((chunk * width).max(1)).into_iter());
            for (index, call) in calls.iter_mut().enumerate() {
                let start = index * chunk;
                let count = chunk.min(rows - start);
                let output = parts.as_mut().and_then(Iterator::next);
                call.push(bound.binding(start, count, output));
            }
        }
        // The threads of the pool have the stack that a run needs, so it does not start another thread.
        let one = |(mut bindings, statuses): (Vec<Binding<'_>>, &mut [u32])| {
            let begin = thread_time();
            let report = self.kernel.run_until(&mut bindings, statuses, interrupt)?;
            Ok((report, thread_time().saturating_sub(begin)))
        };
        let work: Vec<(Vec<Binding<'_>>, &mut [u32])> = calls.into_iter().zip(statuses.chunks_mut(chunk)).collect();
        if self.pool.current_num_threads() == 1 {
            return work.into_iter().map(one).collect();
        }
        self.pool.install(|| work.into_par_iter().map(one).collect())
    }
}
