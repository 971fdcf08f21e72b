//! `forlane run`: a main program, or a kernel over a table.

mod arguments;
mod outputs;
mod printed;
mod progress;
mod sample;
mod setup;
mod shapes;
mod sink;
mod tables;
mod texts;
mod watch;

pub(super) use setup::SetupOption;
pub(super) use tables::TableArguments;

use super::{Failure, RunArguments, explain, profile, report, sources};
use crate::Mathematics;
use crate::data::{DataError, Input, Place, batch_rows, interrupt_at_signal, remove_at_signals};
use crate::kernel::Kernel;
use crate::program::Program;
use crate::table::{FIRST_FAILURES, Source, TableError, TableOptions, TableRun};
use arguments::Bound;
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};
use forlane_cfg::analysis::Recursion;
use forlane_cfg::{StopCode, UnitKind};
use forlane_jit::{Checks, CompileOptions, ExitStatus, RowKey};
use forlane_rewrites::passes::{PassOptions, PassReport};
use progress::{Unit, Work};
use sample::{Sample, Sampled};
use sink::Sink;
use std::io::{BufReader, Write};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use watch::Watch;

/// Stack for the recursion of a main program; what is not used of it takes no memory.
const RUN_STACK: usize = 256 << 20;

pub(super) fn run(arguments: &RunArguments, unchecked: Checks) -> Result<(), Failure> {
    let start = Instant::now();
    if arguments.tables.out.is_some() {
        remove_at_signals();
    }
    let mut report = PassReport::default();
    let program = sources::timed_program(&arguments.sources, &mut report)?;
    let options = CompileOptions {
        gang: arguments.gang,
        refill: arguments.refill.into(),
        isa: arguments.code.isa.into(),
        math: arguments.code.math.into(),
        checks: if arguments.unchecked { unchecked } else { Checks::ON },
        verify: arguments.passes.verify || cfg!(debug_assertions),
        interruptible: arguments.timeout.is_some(),
        max_depth: arguments.max_depth.unwrap_or(Recursion::MOST_CALLS),
        memory_limit: arguments.memory_limit,
        allow_files: arguments.allow_files,
        keep_output: arguments.print,
        ..CompileOptions::default()
    };
    match &arguments.kernel {
        None => run_main(&program, &options, arguments, start, report),
        Some(name) => run_kernel(&program, name, &options, arguments, start, report),
    }
}

fn run_main(
    program: &Program,
    options: &CompileOptions,
    arguments: &RunArguments,
    start: Instant,
    mut report: PassReport,
) -> Result<(), Failure> {
    let units = || program.units().units.iter();
    if !units().any(|unit| unit.kind == UnitKind::Program) {
        let names: Vec<String> = units().map(|unit| format!("`{}`", unit.name)).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let there = listed(&names).map_or_else(String::new, |names| format!("; there {verb} {names}"));
        let message = "there is no main program; --kernel NAME runs a subprogram over the rows of a table";
        return Err(report::failure(format!("{message}{there}")));
    }
    let main = program.main_program(&sources::pass_options(&arguments.passes)?, options, &mut report)?;
    sources::show_report(&arguments.passes, &report, start.elapsed());
    let name = arguments.sources.files.first().map(|file| file.with_extension("").into_os_string());
    let command = name.into_iter().chain(arguments.arguments.iter().cloned());
    let main = main.with_arguments(command.map(std::ffi::OsString::into_encoded_bytes).collect());
    match main.run_with_stack(&mut BufReader::new(std::io::stdin()), &mut std::io::stdout(), RUN_STACK)? {
        ExitStatus::Returned | ExitStatus::Stopped(StopCode::None) | ExitStatus::StoppedWith(0) => Ok(()),
        ExitStatus::StoppedWith(status) => Err(Failure::Stopped(status as u8)),
        ExitStatus::Stopped(StopCode::Number(number)) => {
            to_stderr!("STOP {number}");
            // The system keeps the low eight bits of an exit status.
            Err(Failure::Stopped(number as u8))
        }
        ExitStatus::Stopped(StopCode::Error(text, status)) => {
            to_stderr!("{}", format!("ERROR STOP {text}").trim_end());
            Err(Failure::Stopped(status as u8))
        }
        ExitStatus::Stopped(StopCode::Text(text) | StopCode::Failure(text) | StopCode::Unsupported(text)) => {
            to_stderr!("STOP {text}");
            Ok(())
        }
        ExitStatus::Failed(site) => Err(report::failure(site)),
        ExitStatus::InputOutput(site, message) => {
            to_stderr!("At line {} of file {}\nFortran runtime error: {message}", site.line, site.file);
            Err(Failure::Stopped(2))
        }
    }
}

fn run_kernel(
    program: &Program,
    name: &str,
    options: &CompileOptions,
    arguments: &RunArguments,
    start: Instant,
    mut report: PassReport,
) -> Result<(), Failure> {
    let front_end_time = start.elapsed();
    let explain = arguments.explain.is_some();
    let passes = PassOptions {
        explain,
        max_steps: arguments.max_steps,
        allow_files: arguments.allow_files,
        keep_output: arguments.print,
        ..sources::pass_options(&arguments.passes)?
    };
    arguments::check(arguments)?;
    let output = arguments.tables.output()?;
    let compiling = Instant::now();
    let setup = setup::of(arguments)?;
    let set_up = setup::set_up(program, &setup, arguments)?;
    let program = set_up.as_ref().unwrap_or(program);
    let source = program.kernel_source(name, &passes, &mut report).map_err(Failure::of_kernel)?;
    if source.prints() {
        let what = if arguments.print { "a unit other than 6 and 0" } else { "a unit (PRINT or WRITE)" };
        to_stderr!("warning: kernel `{name}` writes to {what}; that is lost when it runs over rows");
    }
    if arguments.allow_files {
        to_stderr!("note: rows may use files (--allow-files), so they run one after the other, on one thread");
    }
    if let Some(unset) = listed(source.unset()) {
        to_stderr!("warning: kernel `{name}` reads variables that nothing sets, so that they are zero: {unset}");
    }
    let mut compile_time = front_end_time + compiling.elapsed();
    let bound = arguments::bind(&source.parameters, (name, program), arguments, &setup, output.as_ref())?;
    let compiling = Instant::now();
    let kernel = source.compile(bound.shapes.clone(), options)?;
    compile_time += compiling.elapsed();
    report.append(kernel.passes().clone());
    sources::show_report(&arguments.passes, &report, compile_time);
    if let Some(format) = arguments.explain {
        to_stderr!("{}", explain::shown(kernel.remarks(), format).trim_end());
    }
    let sampled = (arguments.stats || arguments.profile.is_some())
        .then(|| Sampled::compile(&source, &bound.shapes, options, arguments.profile.is_some()))
        .transpose()?;
    let run =
        Run { kernel: &kernel, sampled: sampled.as_ref(), arguments, output: output.as_ref(), start, compile_time };
    run.over_table(bound)
}

/// A number of seconds of the command line.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map(Duration::try_from_secs_f64);
    seconds.ok().and_then(Result::ok).ok_or_else(|| "this is not a number of seconds".to_owned())
}

/// A number of bytes of the command line.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let units = [("K", 1_u64 << 10), ("M", 1 << 20), ("G", 1 << 30)];
    let given = units.iter().find_map(|(name, bytes)| Some((text.strip_suffix(name)?, *bytes)));
    let (number, unit) = given.unwrap_or((text, 1));
    let number: u64 = number.parse().map_err(|_| format!("`{text}` is not a number of bytes"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text} is too much"))
}

/// Names in one line, of very many the first; none if there are none.
fn listed(names: &[String]) -> Option<String> {
    const MOST: usize = 12;
    let shown = names[..names.len().min(MOST)].join(", ");
    match names.len() {
        0 => None,
        count if count > MOST => Some(format!("{shown} and {} more", count - MOST)),
        _ => Some(shown),
    }
}

/// A compiled kernel about to run.
struct Run<'a> {
    kernel: &'a Kernel,
    /// What its first rows are run again in.
    sampled: Option<&'a Sampled>,
    arguments: &'a RunArguments,
    output: Option<&'a Place>,
    start: Instant,
    compile_time: Duration,
}

impl Run<'_> {
    fn over_table(&self, bound: Bound) -> Result<(), Failure> {
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
            serde_json::json!({
                "gang": size.form.gang,
                "refill": size.form.refills,
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
