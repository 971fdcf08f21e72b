//! A kernel that runs over the batches of a table, and what it says of that at the end.

use super::super::{Failure, RunArguments, profile};
use super::arguments::Bound;
use super::printed;
use super::progress::{self, Unit, Work};
use super::sample::{Sample, Sampled};
use super::sink::Sink;
use super::watch::Watch;
use crate::Mathematics;
use crate::data::{DataError, Input, Place, batch_rows, interrupt_at_signal};
use crate::kernel::Kernel;
use crate::table::{FIRST_FAILURES, Source, TableError, TableOptions, TableRun};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};
use forlane_jit::{Form, RowKey};
use std::io::Write;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A compiled kernel about to run.
pub(super) struct Run<'a> {
    pub kernel: &'a Kernel,
    /// What its first rows are run again in.
    pub sampled: Option<&'a Sampled>,
    pub arguments: &'a RunArguments,
    pub output: Option<&'a Place>,
    pub start: Instant,
    pub compile_time: Duration,
}

impl Run<'_> {
    /// Runs it over all rows, and shows what there is to say of them.
    pub fn over_table(&self, bound: Bound) -> Result<(), Failure> {
        let Bound { sources, mut input, chosen, may_miss, least_elements, .. } = bound;
        let schema: SchemaRef = input.as_ref().map_or(Arc::new(Schema::empty()), |input| input.schema.clone());
        let wanted = self.arguments.tables.rows.unwrap_or(1);
        let rows = input.as_ref().map_or(Some(wanted), |input| input.rows);
        let threads = match self.arguments.threads {
            Some(threads) => threads,
            None if self.arguments.allow_files => 1,
            None => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        };
        if let Some(input) = &mut input {
            input.for_threads(threads);
        }
        let tables = &self.arguments.tables;
        let may_fail = self.kernel.compiled().can_fail() || may_miss && !tables.strict;
        let has_status = may_fail && !tables.no_status;
        let (strict, suffix) = (tables.strict, tables.suffix.clone());
        let interrupt: Arc<AtomicU32> = Arc::default();
        let interrupted = Arc::clone(&interrupt);
        let options =
            TableOptions { has_status, threads, strict, chosen, least_elements, suffix, interrupt: interrupted };
        let again = |kernel| {
            let options = TableOptions { threads: 1, interrupt: Arc::default(), ..options.clone() };
            bind(kernel, sources.clone(), &schema, path_of(&input), options)
        };
        let mut sample = self.sampled.map(|sampled| Sample::new(sampled, again)).transpose()?;
        let mut run = bind(self.kernel, sources, &schema, path_of(&input), options)?;
        for (parameter, column) in run.renamed() {
            to_stderr!("note: the result of `{parameter}` is in the column `{column}` (--suffix gives another ending)");
        }
        run.expect_rows(rows.unwrap_or(0));
        let watch = Watch {
            interrupt: Arc::clone(&interrupt),
            deadline: self.arguments.timeout.map(|timeout| Instant::now() + timeout),
            sink: Mutex::new(Some(Sink::new(self.output, &tables.columns))),
            written: AtomicU64::new(0),
        };
        let schema = run.schema(None)?;
        std::thread::scope(|scope| {
            let (end, done) = channel();
            let (watch, schema) = (&watch, &schema);
            // Without the thread, signals end the process as they always do.
            let thread = std::thread::Builder::new().name("watch".to_owned());
            if thread.spawn_scoped(scope, move || watch.run(&done, schema)).is_ok() {
                interrupt_at_signal(Some(interrupt));
            }
            let pool = run.pool();
            let mut batches = || self.run_batches(&mut run, sample.as_mut(), &mut input, rows, watch);
            let result = if threads == 1 { batches() } else { pool.install(batches) };
            interrupt_at_signal(None);
            drop(end);
            result
        })?;
        if watch.is_over() {
            to_stderr!("error: {}", watch.reason());
            return Err(Failure::RowsFailed);
        }
        for (parameter, rounded) in self.kernel.parameters().iter().zip(&run.rounded) {
            if let Some((row, value)) = rounded {
                let name = &parameter.name;
                to_stderr!(
                    "note: `{name}` is REAL; its column is rounded to the nearest, first {value:?} in row {row} \
                     (--strict refuses that)"
                );
            }
        }
        self.summarize(&run, threads);
        if let Some(sample) = &sample {
            if let Some(format) = self.arguments.profile {
                let shown = profile::shown(&sample.profile(), (sample.rows(), sample.why_no_times()), format);
                to_stderr!("{}", shown.trim_end());
            }
            if self.arguments.stats {
                self.show_statistics(&run, threads, sample);
            }
        }
        if run.totals.failed > 0 && !tables.allow_failures { Err(Failure::RowsFailed) } else { Ok(()) }
    }

    /// Runs all batches, as long as the watch lets it, and completes the result.
    fn run_batches(
        &self,
        run: &mut TableRun<'_>,
        sample: Option<&mut Sample<'_>>,
        input: &mut Option<Input>,
        rows: Option<u64>,
        watch: &Watch<'_>,
    ) -> Result<(), Failure> {
        let bytes = input.as_ref().and_then(Input::bytes).filter(|_| rows.is_none());
        let running = match &bytes {
            Some((all, done)) => Work { name: "running".to_owned(), done, all: Some(*all), unit: Unit::Bytes },
            None => Work { name: "running".to_owned(), done: &watch.written, all: rows, unit: Unit::Rows },
        };
        progress::shown(running, || self.run_each_batch(run, sample, input, watch))?;
        let schema = run.schema(None)?;
        let sink = watch.sink().take();
        let name = self.output.map_or_else(String::new, |place| format!("writing {}", place.path().display()));
        let writing = Work { name, done: &watch.written, all: None, unit: Unit::Rows };
        sink.map_or(Ok(()), |sink| progress::shown(writing, || sink.finish(&schema)))
    }

    /// Runs the batches one after the other.
    fn run_each_batch(
        &self,
        run: &mut TableRun<'_>,
        mut sample: Option<&mut Sample<'_>>,
        input: &mut Option<Input>,
        watch: &Watch<'_>,
    ) -> Result<(), Failure> {
        let wanted = self.arguments.tables.rows.unwrap_or(1);
        let mut lost_unit = None;
        while let Some(batch) = next_batch(input, wanted, run) {
            let batch = batch?;
            run.begin_file(&path_of(input));
            let result = run.run(&batch)?;
            lost_unit = lost_unit.or(printed::show(std::mem::take(&mut run.printed)));
            if let Some(sample) = &mut sample {
                sample.run(&batch, &self.kernel.compiled().order(), || !watch.is_over())?;
            }
            if let Some(sink) = &mut *watch.sink() {
                sink.write(&result)?;
                watch.written.fetch_add(result.num_rows() as u64, Ordering::Relaxed);
            }
            if watch.is_over() {
                break;
            }
        }
        if let Some((row, unit)) = lost_unit {
            to_stderr!("warning: what is written to unit {unit} is lost, first in row {row}");
        }
        Ok(())
    }

    fn summarize(&self, run: &TableRun<'_>, threads: usize) {
        let totals = &run.totals;
        if totals.failed > 0 {
            let severity = if self.arguments.tables.allow_failures { "warning" } else { "error" };
            let first = if totals.failed > FIRST_FAILURES as u64 { "; the first are" } else { "" };
            to_stderr!("{severity}: {} of {} rows failed{first}", totals.failed, totals.rows);
            totals.first_failures.iter().for_each(|(row, message)| to_stderr!("  row {row}: {message}"));
        }
        let summary = format!(
            "{} {}, gang of {}, {threads} {}: compiled in {:.2} ms, ran in {:.2} ms",
            totals.rows,
            if totals.rows == 1 { "row" } else { "rows" },
            self.kernel.compiled().tried().1.gang,
            if threads == 1 { "thread" } else { "threads" },
            self.compile_time.as_secs_f64() * 1e3,
            totals.kernel_time.as_secs_f64() * 1e3,
        );
        // The result is complete even if the summary can not be written.
        let _ = match self.output.is_some_and(Place::is_standard) {
            true => writeln!(std::io::stderr(), "{summary}"),
            false => writeln!(std::io::stdout(), "{summary}"),
        };
    }

    fn show_statistics(&self, run: &TableRun<'_>, threads: usize, sample: &Sample<'_>) {
        let kernel = self.kernel.compiled();
        let (tried, chosen) = kernel.tried();
        let names = |order: &[RowKey]| order.iter().map(|key| kernel.key_name(*key)).collect::<Vec<_>>();
        let tried = tried.iter().map(|size| {
            let Form { gang, refills } = size.form;
            serde_json::json!({
                "gang": gang,
                "refill": refills,
                "order": names(&size.order),
                "rows": size.rows,
                "processor_seconds": size.time.as_secs_f64(),
                "compile_seconds": size.compile_time.as_secs_f64(),
            })
        });
        let taken = Mathematics::from(self.arguments.code.math).taken().ok().flatten();
        let statistics = serde_json::json!({
            "rows": run.totals.rows,
            "gang": chosen.gang,
            "refill": chosen.refills,
            "order": names(&kernel.order()),
            "tried": tried.collect::<Vec<_>>(),
            "threads": threads,
            "compile_seconds": self.compile_time.as_secs_f64(),
            "kernel_seconds": run.totals.kernel_time.as_secs_f64(),
            "kernel_processor_seconds": run.totals.processor_time.as_secs_f64(),
            "total_seconds": self.start.elapsed().as_secs_f64(),
            "mean_occupancy": sample.profile().occupancy,
            "math": taken.map_or("exact".to_owned(), |taken| format!("fast: {taken}")),
            "state_bytes": kernel.state_bytes(),
        });
        to_stderr!("{statistics}");
    }
}

fn bind<'k>(
    kernel: &'k Kernel,
    sources: Vec<Source>,
    schema: &SchemaRef,
    path: String,
    options: TableOptions,
) -> Result<TableRun<'k>, TableError> {
    TableRun::new(kernel.compiled(), sources, schema.clone(), path, options)
}

/// The next batch of the input; without a table as many rows without columns as are wanted.
fn next_batch(input: &mut Option<Input>, wanted: u64, run: &TableRun<'_>) -> Option<Result<RecordBatch, DataError>> {
    match input {
        Some(input) => input.next(),
        None if run.totals.rows >= wanted => None,
        None => {
            let most = batch_rows(run.pool().current_num_threads());
            let rows = (wanted - run.totals.rows).min(most as u64) as usize;
            let options = RecordBatchOptions::new().with_row_count(Some(rows));
            RecordBatch::try_new_with_options(Arc::new(Schema::empty()), Vec::new(), &options).ok().map(Ok)
        }
    }
}

/// The file that the last batch came from.
fn path_of(input: &Option<Input>) -> String {
    input.as_ref().map_or_else(String::new, |input| input.path().display().to_string())
}
