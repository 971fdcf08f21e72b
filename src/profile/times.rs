//! Where the time of rows goes, line by line, by samples.
//!
//! ```
//! use forlane::profile::{Profile, Times};
//! use forlane::{ArgumentShapes, CompileOptions, PassOptions, PassReport, can_take_samples};
//!
//! # if can_take_samples().is_err() {
//! #     return Ok(());
//! # }
//! let text = "real(8) function sum(n)\n integer n, i\n sum = 0\n do i = 1, n\n sum = sum + 1d0/i\n end do\nend\n";
//! let program = forlane::compile("sum.f90", text)?;
//! let source = program.kernel_source("sum", &PassOptions::default(), &mut PassReport::default())?;
//! let compile = |options| source.compile(ArgumentShapes::default(), &CompileOptions { gang: Some(8), ..options });
//! let counting = compile(CompileOptions { count_lanes: true, ..Default::default() })?;
//! let sampled = compile(CompileOptions { take_samples: true, ..Default::default() })?;
//! let n = [4_000_000; 8];
//! let mut sums = [0.0; 8];
//! let counts = counting.call().input("n", &n).output("sum", &mut sums).run()?.report.counts;
//! let samples = sampled.call().input("n", &n).output("sum", &mut sums).run()?.report.samples;
//! let mut times = Times::default();
//! times.add(sampled.compiled(), &samples, 1.0);
//! let profile = Profile::new(counting.compiled(), &counts).with_times(&times);
//! let time = profile.time.expect("samples were taken");
//! let lines: f64 = profile.lines.iter().filter_map(|line| Some(line.time.as_ref()?.share)).sum();
//! assert!((lines + time.elsewhere - 1.0).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{LineProfile, Profile};
use forlane_jit::{Kernel, Place, Samples};
use std::collections::BTreeMap;

/// Samples of runs, by line.
#[derive(Clone, Debug, Default)]
pub struct Times {
    samples: u64,
    lines: BTreeMap<Place, Weights>,
    elsewhere: f64,
}

/// Of the samples of a line.
#[derive(Clone, Copy, Debug, Default)]
struct Weights {
    all: f64,
    in_functions: f64,
}

/// What samples say of a profile's time.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeProfile {
    /// How many there are.
    pub samples: u64,
    /// The share in functions that lines call: mathematics, run-time support. It is a part of the times of the lines.
    pub in_functions: f64,
    /// The share that is of no line: starting gangs, and bringing rows into gangs and back.
    pub elsewhere: f64,
}

/// What samples say of a line's time.
#[derive(Clone, Debug, PartialEq)]
pub struct LineTime {
    /// Its share of all time.
    pub share: f64,
    /// The part of it in functions that the line calls.
    pub in_functions: f64,
}

impl Times {
    /// Adds what was sampled in runs of a kernel compiled with
    /// [`CompileOptions::take_samples`](crate::CompileOptions::take_samples). A sample counts that much: rows that were
    /// run more often than others are to count less.
    pub fn add(&mut self, kernel: &Kernel, samples: &Samples, weight: f64) {
        self.samples += samples.count();
        self.elsewhere += weight * samples.elsewhere as f64;
        for (place, (own, called)) in kernel.sampled_places().iter().zip(&samples.places) {
            let line = self.lines.entry(place.clone()).or_default();
            line.all += weight * (own + called) as f64;
            line.in_functions += weight * *called as f64;
        }
    }

    fn line(&self, place: &Place, all: f64) -> LineTime {
        let weights = self.lines.get(place).copied().unwrap_or_default();
        LineTime { share: weights.all / all, in_functions: weights.in_functions / all }
    }
}

impl Profile {
    /// With the times of the same rows, if there is a sample; then the lines that took most time come first. Lines
    /// whose code does no counted work come in with their time alone.
    #[must_use]
    pub fn with_times(mut self, times: &Times) -> Profile {
        let of_lines = || times.lines.values();
        let all = times.elsewhere + of_lines().map(|line| line.all).sum::<f64>();
        if all <= 0.0 {
            return self;
        }
        let in_functions = of_lines().map(|line| line.in_functions).sum::<f64>() / all;
        let elsewhere = times.elsewhere / all;
        self.time = Some(TimeProfile { samples: times.samples, in_functions, elsewhere });
        let counted = |place: &Place| self.lines.iter().any(|line| line.place == *place);
        let others = times.lines.iter().filter(|(place, line)| line.all > 0.0 && !counted(place));
        let others = others.map(|(place, _)| LineProfile {
            place: place.clone(),
            time: None,
            share: 0.0,
            executions: 0,
            active: 0.0,
        });
        let others: Vec<LineProfile> = others.collect();
        self.lines.extend(others);
        for line in &mut self.lines {
            line.time = Some(times.line(&line.place, all));
        }
        let share = |line: &LineProfile| line.time.as_ref().map_or(0.0, |time| time.share);
        self.lines.sort_by(|one, other| share(other).total_cmp(&share(one)));
        self
    }
}
