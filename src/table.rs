//! A kernel run over the rows of a table, batch by batch, on several threads.
//!
//! ```
//! use arrow_schema::DataType;
//! use forlane::data::{Input, InputOptions, Output, Place};
//! use forlane::table::{Source, TableOptions, TableRun};
//!
//! let program = forlane::compile("half.f90", "real(8) function half(x)\n real(8) x\n half = x/2\nend\n")?;
//! let kernel = program.kernel("half")?;
//! let folder = tempfile::tempdir()?;
//! let place = |name: &str| Place::new(&folder.path().join(name), None);
//! let (table, result) = (place("t.csv")?, place("r.csv")?);
//! std::fs::write(table.path(), "x\n1\n3\n")?;
//! let mut input = Input::open(&[table], &InputOptions::default())?;
//! let x = input.argument(0, &DataType::Float64);
//! let (sources, schema) = (vec![Source::Column(x), Source::Nowhere], input.schema.clone());
//! let mut run = TableRun::new(kernel.compiled(), sources, schema, "t.csv".to_owned(), TableOptions::default())?;
//! let mut output = Output::create(&result, run.schema(None)?)?;
//! for batch in input {
//!     output.write(&run.run(&batch?)?)?;
//! }
//! output.finish()?;
//! assert_eq!(std::fs::read_to_string(result.path())?, "x,half\n1,0.5\n3,1.5\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bound;
mod chosen;
mod kept_rows;
mod names;
mod results;
mod rows;
mod source;

use crate::convert::{BadValue, Column, rows_of};
use crate::data::DataError;
use crate::profile::Profile;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;
use forlane_jit::{JitError, Kernel, LaneCount, Parameter, Printed, RowKey, Samples};
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use bound::Start;
use chosen::Chosen;
use names::{OutputColumn, output_columns};
use rows::Rows;
pub use source::{RowExtent, RowShape, SharedArray, Source, describe};

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

/// Texts of more bytes, filled up with blanks, are not brought into gangs at once.
const TEXT_BYTES: usize = 256 << 20;

/// Counts and times of the rows that have run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Rows run.
    pub rows: u64,
    /// Rows whose lane failed or stopped.
    pub failed: u64,
    /// The first [`FIRST_FAILURES`] of these, their rows counted from 1, and what happened to them.
    pub first_failures: Vec<(u64, String)>,
    /// Time inside generated code and its run-time support, from the start of a batch to its last thread's end.
    pub kernel_time: Duration,
    /// Processor time of the threads that ran rows, in that time.
    pub processor_time: Duration,
    /// As [`forlane_jit::RunReport::counts`].
    pub counts: Vec<LaneCount>,
    /// As [`forlane_jit::RunReport::samples`].
    pub samples: Samples,
}

/// The number of failures that are kept in [`Totals`].
pub const FIRST_FAILURES: usize = 3;

/// How a kernel runs over a table.
#[derive(Clone, Debug)]
pub struct TableOptions {
    /// Whether the result has a column that says what happened to each row.
    pub has_status: bool,
    /// The number of threads.
    pub threads: usize,
    /// Whether a missing value, or one that is rounded to be a REAL, ends the run with an error; else a missing value
    /// fails its row.
    pub strict: bool,
    /// The column of the batches, of type Boolean, that says which rows run. Others keep their columns and have no
    /// results.
    pub chosen: Option<usize>,
    /// For each parameter the fewest elements that an array of a row may have; rows have as many as they have where the
    /// list ends before.
    pub least_elements: Vec<u64>,
    /// What follows the name of a result where a column has that name already, or the argument is read too.
    pub suffix: String,
    /// Where this is not zero, a batch ends with the rows that are done: what [`TableRun::run`] returns has fewer rows.
    pub interrupt: Arc<AtomicU32>,
}

impl Default for TableOptions {
    fn default() -> TableOptions {
        TableOptions {
            has_status: false,
            threads: 1,
            strict: false,
            chosen: None,
            least_elements: Vec::new(),
            suffix: "_out".to_owned(),
            interrupt: Arc::default(),
        }
    }
}

/// A kernel, bound to the columns of a table.
pub struct TableRun<'a> {
    kernel: &'a Kernel,
    sources: Vec<Source>,
    input: SchemaRef,
    outputs: Vec<OutputColumn>,
    options: TableOptions,
    pool: Arc<rayon::ThreadPool>,
    /// The file of the present batch, and the rows before it.
    file: (String, u64),
    /// For each parameter that has an array for each row, the number of its elements, once a batch has been run.
    widths: Vec<Option<usize>>,
    /// For each parameter the first row, counted from 1, whose number was rounded to be a REAL, and that number.
    pub rounded: Vec<Option<(u64, f64)>>,
    /// What has been run.
    pub totals: Totals,
    /// What rows, counted from 1, have printed since it was taken from here, in their order, if the kernel keeps it.
    pub printed: Vec<Printed>,
}

impl<'a> TableRun<'a> {
    /// Binds a kernel. `sources` has one for each parameter, in order, and one for the value of a function; `path`
    /// names the table in messages.
    ///
    /// # Errors
    /// [`TableError::Threads`].
    pub fn new(
        kernel: &'a Kernel,
        sources: Vec<Source>,
        input: SchemaRef,
        path: String,
        options: TableOptions,
    ) -> Result<TableRun<'a>, TableError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .stack_size(kernel.stack_bytes().saturating_add(POOL_STACK))
            .build()
            .map_err(|error| TableError::Threads(options.threads, error))?;
        let outputs = output_columns(kernel.parameters(), &sources, &input, &options.suffix);
        let (widths, rounded) = (vec![None; sources.len()], vec![None; sources.len()]);
        let (file, totals) = ((path, 0), Totals::default());
        Ok(TableRun {
            kernel,
            sources,
            input,
            outputs,
            options,
            pool: Arc::new(pool),
            file,
            widths,
            rounded,
            totals,
            printed: Vec::new(),
        })
    }

    /// The threads that run rows. What runs many batches does so on one of them, with `install`: a thread that sleeps
    /// while the others run a batch costs more than a short batch, as the system may wake both on its processor.
    pub fn pool(&self) -> Arc<rayon::ThreadPool> {
        Arc::clone(&self.pool)
    }

    /// Says that the batches that follow come from that file.
    pub fn begin_file(&mut self, path: &str) {
        if self.file.0 != path {
            self.file = (path.to_owned(), self.totals.rows);
        }
    }

    /// The results whose names are not those that a reader expects, because columns have these: the parameter and its
    /// column.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let outputs = self.outputs.iter().filter(|output| output.is_renamed);
        outputs.map(|output| (self.kernel.parameters()[output.parameter].name.as_str(), output.name.as_str()))
    }

    /// Says how many rows there will be, if that is known, so that it is known what trying gang sizes pays for.
    pub fn expect_rows(&self, rows: u64) {
        self.kernel.expect_rows(rows);
    }

    /// Orders rows as another kernel of the same subprogram has chosen, where there is nothing to try.
    pub fn order_by(&self, keys: &[RowKey]) {
        self.kernel.order_by(keys);
    }

    /// The profile of the rows so far, if the kernel counts what its lanes do.
    pub fn profile(&self) -> Profile {
        Profile::new(self.kernel, &self.totals.counts)
    }

    /// Runs the kernel over a batch of rows.
    pub fn run(&mut self, batch: &RecordBatch) -> Result<RecordBatch, TableError> {
        let rows = batch.num_rows();
        if rows > 1 && self.text_width(batch).saturating_mul(rows) > TEXT_BYTES {
            // One long text makes all of its batch long.
            let first = self.run(&batch.slice(0, rows / 2))?;
            if first.num_rows() < rows / 2 {
                return Ok(first);
            }
            let second = self.run(&batch.slice(rows / 2, rows - rows / 2))?;
            return Ok(concat_batches(&first.schema(), [&first, &second])?);
        }
        let chosen = self.choose(batch)?;
        let part = match &chosen {
            Some(chosen) => &chosen.of(batch)?,
            None => batch,
        };
        let interrupt = Arc::clone(&self.options.interrupt);
        let run = self.run_rows(part, Start::First, &interrupt)?;
        if run.done == part.num_rows() {
            return self.complete(batch, part, run, chosen.as_ref());
        }
        let done = chosen.as_ref().map_or(run.done, |chosen| chosen.row(run.done));
        let batch = &batch.slice(0, done);
        let part = &part.slice(0, run.done);
        let chosen = self.choose(batch)?;
        self.complete(batch, part, run.without_rest(), chosen.as_ref())
    }

    /// The result of a batch of which this part has run.
    fn complete(
        &mut self,
        batch: &RecordBatch,
        part: &RecordBatch,
        mut run: Rows,
        chosen: Option<&Chosen>,
    ) -> Result<RecordBatch, TableError> {
        let first = self.totals.rows as usize + 1;
        let row = |of_part: usize| first + chosen.map_or(of_part, |chosen| chosen.row(of_part));
        let printed = std::mem::take(&mut run.printed).into_iter();
        self.printed.extend(printed.map(|printed| Printed { row: row(printed.row), ..printed }));
        let missing = self.rows_without_value(part, &run.bound, &run.results, &run.statuses)?;
        self.count(&run, chosen, batch.num_rows());
        self.assemble(batch, part, run, &missing, chosen)
    }

    fn rows(&self, batch: &RecordBatch, index: usize, parameter: &Parameter) -> Result<(usize, Column), TableError> {
        rows_of(batch.column(index), parameter.ty).map_err(|bad| self.bad_value(name_of(batch, index), bad).into())
    }

    fn bad_value(&self, column: String, bad: BadValue) -> DataError {
        let (path, before) = self.file.clone();
        DataError::Row { path, row: self.totals.rows - before + bad.row as u64 + 1, column, message: bad.message }
    }

    fn describe_status(&self, status: u32) -> String {
        self.kernel.site(status).map_or_else(|| "failed".to_owned(), ToString::to_string)
    }

    fn describe_missing(&self, parameter: usize) -> String {
        format!("the value of `{}` is missing", self.kernel.parameters()[parameter].name)
    }

    /// Counts the rows of a batch by the statuses of those that ran.
    fn count(&mut self, run: &Rows, chosen: Option<&Chosen>, rows: usize) {
        let first = self.totals.rows + 1;
        self.totals.rows += rows as u64;
        if chosen.is_none() && !run.has_failed {
            return;
        }
        let failed = run.statuses.iter().enumerate().filter(|(_, status)| **status != 0);
        let of_run = failed.map(|(index, status)| (chosen.map_or(index, |chosen| chosen.row(index)), Err(*status)));
        let before = chosen.into_iter().flat_map(|chosen| chosen.failed().map(|(row, parameter)| (row, Ok(parameter))));
        let mut failures: Vec<(usize, Result<usize, u32>)> = of_run.chain(before).collect();
        failures.sort_unstable_by_key(|(row, _)| *row);
        self.totals.failed += failures.len() as u64;
        for (row, why) in failures.into_iter().take(FIRST_FAILURES - self.totals.first_failures.len()) {
            let message = match why {
                Ok(parameter) => self.describe_missing(parameter),
                Err(status) => self.describe_status(status),
            };
            self.totals.first_failures.push((first + row as u64, message));
        }
    }
}

fn name_of(batch: &RecordBatch, column: usize) -> String {
    batch.schema_ref().field(column).name().clone()
}
