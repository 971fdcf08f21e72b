//! Rows that are run again, for `--stats` and `--profile`: in code that counts, and in code that samples are taken of.

use crate::error::CompileError;
use crate::kernel::Kernel;
use crate::kernel_source::{ArgumentShapes, KernelSource};
use crate::profile::{Profile, Times};
use crate::table::{TableError, TableRun};
use arrow_array::RecordBatch;
use forlane_jit::{CompileOptions, RowKey, can_take_samples};
use std::time::{Duration, Instant};

/// Rows of each batch that are run again.
const MOST_ROWS: usize = 4096;

/// The samples that are wanted of the first batch, of whose rows are run again and again for them, and the time that
/// this may take at most. Of the second half as many are wanted, of the third a third, and so on.
const WANTED_SAMPLES: u32 = 1000;
const MOST_TIME: Duration = Duration::from_secs(1);

/// The code that rows are run again in.
pub(super) struct Sampled {
    pub counting: Kernel,
    /// The code that is not changed; or why it is not run again.
    pub timed: Result<Kernel, String>,
}

impl Sampled {
    /// Of a kernel, with times if these are wanted.
    pub fn compile(
        source: &KernelSource,
        shapes: &ArgumentShapes,
        options: &CompileOptions,
        wants_times: bool,
    ) -> Result<Sampled, CompileError> {
        let compile = |options| source.compile(shapes.clone(), &options);
        let counting = compile(CompileOptions { count_lanes: true, ..options.clone() })?;
        let gang = Some(counting.compiled().gang());
        let timed = match can_take_samples() {
            _ if !wants_times => Err("not wanted".to_owned()),
            _ if options.allow_files => Err("rows may use files, so that they are not run again and again".to_owned()),
            Err(error) => Err(error.to_string()),
            Ok(()) => Ok(compile(CompileOptions { take_samples: true, gang, ..options.clone() })?),
        };
        Ok(Sampled { counting, timed })
    }
}

/// The first rows of each batch, in the code that they are run again in.
pub(super) struct Sample<'k> {
    counting: TableRun<'k>,
    timed: Result<Timed<'k>, &'k str>,
}

/// Rows of which samples are taken.
struct Timed<'k> {
    kernel: &'k Kernel,
    run: TableRun<'k>,
    times: Times,
    batches: u32,
}

impl<'k> Sample<'k> {
    /// Binds the code.
    pub fn new(
        sampled: &'k Sampled,
        bind: impl Fn(&'k Kernel) -> Result<TableRun<'k>, TableError>,
    ) -> Result<Sample<'k>, TableError> {
        let timed = match &sampled.timed {
            Ok(kernel) => Ok(Timed { kernel, run: bind(kernel)?, times: Times::default(), batches: 0 }),
            Err(reason) => Err(reason.as_str()),
        };
        Ok(Sample { counting: bind(&sampled.counting)?, timed })
    }

    /// Runs the first rows of a batch, ordered by these keys, as long as `goes_on` is true.
    pub fn run(&mut self, batch: &RecordBatch, keys: &[RowKey], goes_on: impl Fn() -> bool) -> Result<(), TableError> {
        let rows = batch.slice(0, batch.num_rows().min(MOST_ROWS));
        run_once(&mut self.counting, &rows, keys)?;
        match &mut self.timed {
            Ok(timed) if rows.num_rows() > 0 => timed.run(&rows, keys, goes_on),
            _ => Ok(()),
        }
    }

    /// How many rows there were.
    pub fn rows(&self) -> u64 {
        self.counting.totals.rows
    }

    /// What was counted and sampled so far.
    pub fn profile(&self) -> Profile {
        let profile = self.counting.profile();
        match &self.timed {
            Ok(timed) => profile.with_times(&timed.times),
            Err(_) => profile,
        }
    }

    /// Why the profile has no times, if it has none.
    pub fn why_no_times(&self) -> &str {
        self.timed.as_ref().err().unwrap_or(&"no sample was taken, as nothing was run for long enough")
    }
}

impl Timed<'_> {
    fn run(&mut self, rows: &RecordBatch, keys: &[RowKey], goes_on: impl Fn() -> bool) -> Result<(), TableError> {
        self.batches += 1;
        let (begin, mut rounds) = (Instant::now(), 0);
        let is_enough = |samples: u64| {
            samples >= u64::from(WANTED_SAMPLES / self.batches) || begin.elapsed() >= MOST_TIME / self.batches
        };
        while rounds == 0 || goes_on() && !is_enough(self.run.totals.samples.count()) {
            run_once(&mut self.run, rows, keys)?;
            rounds += 1;
        }
        let samples = std::mem::take(&mut self.run.totals.samples);
        self.times.add(self.kernel.compiled(), &samples, 1.0 / f64::from(rounds));
        Ok(())
    }
}

fn run_once(run: &mut TableRun<'_>, rows: &RecordBatch, keys: &[RowKey]) -> Result<(), TableError> {
    run.order_by(keys);
    run.run(rows)?;
    run.printed.clear();
    Ok(())
}
