//! A kernel run over the rows of a table, batch by batch, on several threads.
//!
//! ```
//! use arrow_schema::DataType;
//! use forlane::data::{ColumnTypes, Input, Output};
//! use forlane::table::{Source, TableRun};
//!
//! let program = forlane::compile("half.f90", "real(8) function half(x)\n real(8) x\n half = x/2\nend\n")?;
//! let kernel = program.kernel("half")?;
//! let folder = tempfile::tempdir()?;
//! let (table, result) = (folder.path().join("t.csv"), folder.path().join("r.csv"));
//! std::fs::write(&table, "x\n1\n3\n")?;
//! let types = ColumnTypes { wanted: [("x".to_owned(), DataType::Float64)].into(), ..ColumnTypes::default() };
//! let input = Input::open(&table, &types)?;
//! let (sources, schema) = (vec![Source::Column(0), Source::Nowhere], input.schema.clone());
//! let mut run = TableRun::new(kernel.compiled(), sources, schema, "t.csv".to_owned(), false, 1)?;
//! let mut output = Output::create(&result, run.schema(None)?)?;
//! for batch in input {
//!     output.write(&run.run(&batch?)?)?;
//! }
//! output.finish()?;
//! assert_eq!(std::fs::read_to_string(&result)?, "x,half\n1.0,0.5\n3.0,1.5\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod kept_rows;

use crate::convert::{BadValue, Column, Results, arrow_type, column_of, rows_field, rows_of, type_name};
use crate::data::DataError;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, StringArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use forlane_jit::{Binding, JitError, Kernel, Parameter, RunReport, Scalar};
use forlane_semantics::io::thread_time;
use rayon::prelude::*;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bound::{Bound, Start};

/// Where the values of a parameter come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// The input column of that number.
    Column(usize),
    /// One value for all rows.
    Value(Scalar),
    /// One array for all rows.
    Shared(SharedArray),
    /// Nowhere: the kernel only assigns it, on some paths or on all. A row that does not assign it has no value.
    Nowhere,
}

/// An array that all rows share.
#[derive(Clone, Debug)]
pub struct SharedArray(Column);

impl SharedArray {
    /// The elements of an Arrow array, as the parameter's type.
    ///
    /// # Errors
    /// The first element that does not fit, by its zero-based number.
    pub fn new(elements: &ArrayRef, parameter: &Parameter) -> Result<SharedArray, String> {
        column_of(elements, parameter.ty)
            .map(SharedArray)
            .map_err(|bad| format!("element {}: {}", bad.row + 1, bad.message))
    }
}

/// An error of running over a table.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// Of the data.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Of the call.
    #[error(transparent)]
    Call(#[from] JitError),
    /// Threads can't be started.
    #[error("{0} threads can't be started: {1}")]
    Threads(usize, rayon::ThreadPoolBuildError),
    /// The resulting table can't be assembled.
    #[error("the table of results: {0}")]
    Table(#[from] arrow_schema::ArrowError),
}

/// Stack of a thread beside what the kernel needs.
const POOL_STACK: usize = 2 << 20;

/// Counts and times of the rows that have run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Rows run.
    pub rows: u64,
    /// Rows whose lane failed or stopped.
    pub failed: u64,
    /// The message of the first of these, with its row counted from 1.
    pub first_failure: Option<(u64, String)>,
    /// Time inside generated code and its run-time support, from the start of a batch to its last thread's end.
    pub kernel_time: Duration,
    /// Processor time of the threads that ran rows, in that time.
    pub processor_time: Duration,
    /// As [`RunReport::active_steps`].
    pub active_steps: u64,
    /// As [`RunReport::gang_steps`].
    pub gang_steps: u64,
}

/// A kernel, bound to the columns of a table.
pub struct TableRun<'a> {
    kernel: &'a Kernel,
    sources: Vec<Source>,
    input: SchemaRef,
    outputs: Vec<OutputColumn>,
    has_status: bool,
    pool: rayon::ThreadPool,
    path: String,
    /// For each parameter that has an array for each row, the number of its elements, once a batch has been run.
    widths: Vec<Option<usize>>,
    /// What has been run.
    pub totals: Totals,
}

/// An output column: the parameter and its name in the table.
struct OutputColumn {
    parameter: usize,
    name: String,
}

impl<'a> TableRun<'a> {
    /// Binds a kernel. `sources` has one for each parameter, in order, and one for the value of a function; `path`
    /// names the table in messages; a status column is there if `has_status`.
    ///
    /// # Errors
    /// [`TableError::Threads`].
    pub fn new(
        kernel: &'a Kernel,
        sources: Vec<Source>,
        input: SchemaRef,
        path: String,
        has_status: bool,
        threads: usize,
    ) -> Result<TableRun<'a>, TableError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(kernel.stack_bytes().saturating_add(POOL_STACK))
            .build()
            .map_err(|error| TableError::Threads(threads, error))?;
        let outputs = output_columns(kernel.parameters(), &sources, &input);
        let widths = vec![None; sources.len()];
        Ok(TableRun { kernel, sources, input, outputs, has_status, pool, path, widths, totals: Totals::default() })
    }

    /// Says how many rows there will be, if that is known, so that it is known what trying gang sizes pays for.
    pub fn expect_rows(&self, rows: u64) {
        self.kernel.expect_rows(rows);
    }

    /// The columns of the result: those of the input first. The batch determines the number of elements of each row
    /// array.
    pub fn schema(&self, batch: Option<&RecordBatch>) -> Result<SchemaRef, TableError> {
        let mut fields: Vec<Arc<Field>> = self.input.fields().iter().cloned().collect();
        for output in &self.outputs {
            let parameter = &self.kernel.parameters()[output.parameter];
            let ty = if parameter.is_array {
                let width = match (&self.sources[output.parameter], batch) {
                    (Source::Column(index), Some(batch)) => self.rows(batch, *index, parameter)?.0,
                    (Source::Column(index), None) => match self.input.field(*index).data_type() {
                        DataType::FixedSizeList(_, width) => *width as usize,
                        _ => 0,
                    },
                    _ => 0,
                };
                DataType::FixedSizeList(rows_field(parameter.ty), width as i32)
            } else {
                arrow_type(parameter.ty)
            };
            fields.push(Arc::new(Field::new(&output.name, ty, true)));
        }
        if self.has_status {
            fields.push(Arc::new(Field::new(status_name(&fields), DataType::Utf8, false)));
        }
        Ok(Arc::new(Schema::new(fields)))
    }

    /// Runs the kernel over a batch of rows.
    pub fn run(&mut self, batch: &RecordBatch) -> Result<RecordBatch, TableError> {
        let run = self.run_rows(batch, Start::First)?;
        let missing = self.rows_without_value(batch, &run.bound, &run.results, &run.statuses)?;
        self.count(&run.statuses);
        self.assemble(batch, run, &missing)
    }

    /// Runs the kernel over rows; arguments that come from nowhere start with that value.
    fn run_rows(&mut self, batch: &RecordBatch, start: Start) -> Result<Rows, TableError> {
        let rows = batch.num_rows();
        let bound = self.bind(batch, start)?;
        self.check_widths(&bound)?;
        let mut results: Vec<Option<Results>> = self.rooms(&bound, rows);
        let mut statuses = vec![0_u32; rows];
        let chunk = self.chunk_rows(rows);
        let begin = Instant::now();
        let reports = self.run_chunks(&bound, &mut results, &mut statuses, chunk)?;
        self.totals.kernel_time += begin.elapsed();
        for (report, processor_time) in reports {
            self.totals.processor_time += processor_time;
            self.totals.active_steps += report.active_steps;
            self.totals.gang_steps += report.gang_steps;
        }
        Ok(Rows { bound, results, statuses })
    }

    /// Refuses rows of another length than those of the batches before: they all go into one table.
    fn check_widths(&mut self, bound: &[Bound]) -> Result<(), TableError> {
        for (parameter, bound) in bound.iter().enumerate() {
            let (Bound::Rows(width, _), Source::Column(index)) = (bound, &self.sources[parameter]) else { continue };
            let first = *self.widths[parameter].get_or_insert(*width);
            if first != *width {
                let message = format!("{width} elements, but the first row has {first}");
                return Err(self.bad_value(*index, BadValue { row: 0, message }).into());
            }
        }
        Ok(())
    }

    fn bind(&self, batch: &RecordBatch, start: Start) -> Result<Vec<Bound>, TableError> {
        self.sources
            .iter()
            .zip(self.kernel.parameters())
            .map(|(source, parameter)| match source {
                Source::Nowhere if parameter.may_keep => Ok(Bound::Start(start.column(parameter.ty, batch.num_rows()))),
                Source::Nowhere => Ok(Bound::Nothing),
                Source::Value(value) => Ok(Bound::Value(*value)),
                Source::Shared(array) => Ok(Bound::Shared(array.0.clone())),
                Source::Column(index) if parameter.is_array => {
                    self.rows(batch, *index, parameter).map(|(width, column)| Bound::Rows(width, column))
                }
                Source::Column(index) => column_of(batch.column(*index), parameter.ty)
                    .map(Bound::Column)
                    .map_err(|bad| self.bad_value(*index, bad).into()),
            })
            .collect()
    }

    fn rows(&self, batch: &RecordBatch, index: usize, parameter: &Parameter) -> Result<(usize, Column), TableError> {
        rows_of(batch.column(index), parameter.ty).map_err(|bad| self.bad_value(index, bad).into())
    }

    fn bad_value(&self, index: usize, bad: BadValue) -> DataError {
        DataError::Row {
            path: self.path.clone(),
            row: self.totals.rows + bad.row as u64 + 1,
            column: self.input.field(index).name().clone(),
            message: bad.message,
        }
    }

    fn rooms(&self, bound: &[Bound], rows: usize) -> Vec<Option<Results>> {
        let parameters = self.kernel.parameters().iter();
        parameters
            .zip(bound)
            .map(|(parameter, bound)| {
                let width = if let Bound::Rows(width, _) = bound { *width } else { 1 };
                parameter.is_assigned.then(|| Results::new(parameter.ty, rows * width))
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
        results: &mut [Option<Results>],
        statuses: &mut [u32],
        chunk: usize,
    ) -> Result<Vec<(RunReport, Duration)>, JitError> {
        let rows = statuses.len();
        if rows == 0 {
            return Ok(Vec::new());
        }
        let chunks = rows.div_ceil(chunk);
        let mut calls: Vec<Vec<Binding<'_>>> = (0..chunks).map(|_| Vec::with_capacity(bound.len())).collect();
        for (bound, results) in bound.iter().zip(results) {
            let width = if let Bound::Rows(width, _) = bound { *width } else { 1 };
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
            let report = self.kernel.run(&mut bindings, statuses)?;
            Ok((report, thread_time().saturating_sub(begin)))
        };
        let work: Vec<(Vec<Binding<'_>>, &mut [u32])> = calls.into_iter().zip(statuses.chunks_mut(chunk)).collect();
        if self.pool.current_num_threads() == 1 {
            return work.into_iter().map(one).collect();
        }
        self.pool.install(|| work.into_par_iter().map(one).collect())
    }

    fn describe_status(&self, status: u32) -> String {
        self.kernel.site(status).map_or_else(|| "failed".to_owned(), ToString::to_string)
    }

    fn count(&mut self, statuses: &[u32]) {
        for (row, status) in statuses.iter().enumerate() {
            if *status != 0 {
                self.totals.failed += 1;
                if self.totals.first_failure.is_none() {
                    let row = self.totals.rows + row as u64 + 1;
                    self.totals.first_failure = Some((row, self.describe_status(*status)));
                }
            }
        }
        self.totals.rows += statuses.len() as u64;
    }

    fn assemble(&self, batch: &RecordBatch, rows: Rows, missing: &[Vec<usize>]) -> Result<RecordBatch, TableError> {
        let Rows { bound, mut results, statuses } = rows;
        let failed = statuses.iter().any(|status| *status != 0);
        let returned = failed.then(|| NullBuffer::from_iter(statuses.iter().map(|status| *status == 0)));
        let mut columns: Vec<ArrayRef> = batch.columns().to_vec();
        for output in &self.outputs {
            let ty = self.kernel.parameters()[output.parameter].ty;
            let Some(results) = results[output.parameter].take() else { continue };
            let valid = match &missing[output.parameter][..] {
                [] => returned.clone(),
                missing => Some(NullBuffer::from_iter(
                    (statuses.iter().enumerate())
                        .map(|(row, status)| *status == 0 && missing.binary_search(&row).is_err()),
                )),
            };
            columns.push(match bound[output.parameter] {
                Bound::Rows(width, _) => results.into_rows(ty, width, statuses.len(), valid),
                _ => results.into_column(ty, valid),
            });
        }
        if self.has_status {
            let text = statuses.iter().map(|status| match status {
                0 => "ok".to_owned(),
                failed => self.describe_status(*failed),
            });
            columns.push(Arc::new(StringArray::from_iter_values(text)));
        }
        let options = RecordBatchOptions::new().with_row_count(Some(statuses.len()));
        Ok(RecordBatch::try_new_with_options(self.schema(Some(batch))?, columns, &options)?)
    }
}

/// Rows that have run.
struct Rows {
    bound: Vec<Bound>,
    /// Of each parameter that is assigned.
    results: Vec<Option<Results>>,
    statuses: Vec<u32>,
}

/// The columns that a kernel's results make: `NAME_out` where the input has a column of that name already, or the
/// argument is read too.
fn output_columns(parameters: &[Parameter], sources: &[Source], input: &Schema) -> Vec<OutputColumn> {
    let mut columns: Vec<OutputColumn> = Vec::new();
    for (index, parameter) in parameters.iter().enumerate().filter(|(_, parameter)| parameter.is_assigned) {
        let taken = input.fields().iter().find(|field| field.name().eq_ignore_ascii_case(&parameter.name));
        let base = taken.map_or(&parameter.name, |field| field.name());
        let is_bound = !matches!(sources[index], Source::Nowhere);
        let name = if taken.is_some() || is_bound { format!("{base}_out") } else { base.clone() };
        columns.push(OutputColumn { parameter: index, name });
    }
    columns
}

/// `status`, or another name if that one is taken.
fn status_name(fields: &[Arc<Field>]) -> String {
    let mut name = "status".to_owned();
    while fields.iter().any(|field| field.name().eq_ignore_ascii_case(&name)) {
        name.insert_str(0, "lane_");
    }
    name
}

/// What a table must have for a parameter, in words.
pub fn describe(parameter: &Parameter) -> String {
    let rows = if parameter.is_array { ", an array each row" } else { "" };
    format!("`{}` ({}{rows})", parameter.name, type_name(parameter.ty))
}
