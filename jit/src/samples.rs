//! Samples of where runs spend their time: at regular intervals, the place of what the thread executes.
//!
//! ```text
//! a sample in generated code          counts for the line of the instruction
//!           in a function             counts for the line whose code called that: the first word on the stack, from
//!                                     its top on, that is an address which a call of generated code returns to
//!           elsewhere                 entry of the code, bringing rows into gangs, and code that is of no line
//! ```
//!
//! Functions of the C library and of Rust keep no frame pointers, so that frames can't be followed. A word of a frame
//! that nothing has been written to since another call may be taken for a return address; that is rare.

// On other systems nothing counts.
#![cfg_attr(not(all(target_os = "linux", target_arch = "x86_64", not(miri))), allow(dead_code))]

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(miri)))]
mod timer;

use crate::counters::Place;
use crate::error::JitError;
use crate::module::LocatedCode;
use forlane_cfg::SourceLine;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many samples were taken where, in runs of a kernel that was compiled with
/// [`CompileOptions::take_samples`](crate::CompileOptions::take_samples). One is taken in each half of a millisecond.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// For each of [`Kernel::sampled_places`](crate::Kernel::sampled_places) those in its code, and those in functions
    /// that its code called: mathematics and run-time support.
    pub places: Vec<(u64, u64)>,
    /// All others: code that is of no line, and what brings rows into gangs and back.
    pub elsewhere: u64,
}

impl Samples {
    /// Adds those of other runs of the same kernel.
    pub fn add(&mut self, more: &Samples) {
        self.places.resize(self.places.len().max(more.places.len()), (0, 0));
        for ((own, called), more) in self.places.iter_mut().zip(&more.places) {
            *own += more.0;
            *called += more.1;
        }
        self.elsewhere += more.elsewhere;
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.elsewhere + self.places.iter().map(|(own, called)| own + called).sum::<u64>()
    }
}

/// Whether samples can be taken here.
///
/// # Errors
/// [`JitError::Samples`] says why not.
pub fn can_take_samples() -> Result<(), JitError> {
    Sampler::start(&SampledCode::default(), 0).map(drop)
}

/// The code of a kernel by places.
#[derive(Debug, Default)]
pub(crate) struct SampledCode {
    /// From which address on code is of which of the places, in order; of none from the first on and after the last.
    starts: Vec<(usize, Option<usize>)>,
    /// Where calls in it return to, in order.
    returns: Vec<usize>,
    pub(crate) places: Vec<Place>,
}

impl SampledCode {
    /// Of functions, by the places of their units' lines.
    pub fn new(functions: &[LocatedCode], place: impl Fn(&str, SourceLine) -> Option<Place>) -> SampledCode {
        let mut code = SampledCode::default();
        let mut numbers: BTreeMap<Place, usize> = BTreeMap::new();
        for function in functions {
            code.starts.push((function.start, None));
            for (offset, line) in &function.lines.starts {
                let place = line.and_then(|line| place(&function.unit, line));
                let number = place.map(|place| {
                    let next = numbers.len();
                    *numbers.entry(place).or_insert(next)
                });
                code.starts.push((function.start + offset, number));
            }
            code.starts.push((function.start + function.bytes, None));
            code.returns.extend(function.lines.returns.iter().map(|offset| function.start + offset));
        }
        // Of those at one address the last one holds.
        code.starts.sort_by_key(|(start, _)| *start);
        code.returns.sort_unstable();
        let mut places: Vec<(Place, usize)> = numbers.into_iter().collect();
        places.sort_unstable_by_key(|(_, number)| *number);
        code.places = places.into_iter().map(|(place, _)| place).collect();
        code
    }

    /// Whether generated code is at an address, and of which of the places it is.
    fn place(&self, address: usize) -> (bool, Option<usize>) {
        let bounds = (self.starts.first(), self.starts.last());
        let is_inside = matches!(bounds, (Some((first, _)), Some((last, _))) if (*first..*last).contains(&address));
        let at = self.starts.partition_point(|(start, _)| *start <= address);
        (is_inside, at.checked_sub(1).and_then(|at| self.starts.get(at)?.1))
    }
}

/// Counts of samples, which a handler of signals adds to.
struct Counts<'c> {
    code: &'c SampledCode,
    /// Two for each place, in its code and in what that called; then the others.
    counts: Vec<AtomicU64>,
}

impl<'c> Counts<'c> {
    fn new(code: &'c SampledCode) -> Counts<'c> {
        Counts { code, counts: (0..=2 * code.places.len()).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Counts a sample at an address, with these words on the stack. It neither allocates nor waits nor panics.
    fn count(&self, address: usize, stack: impl Iterator<Item = usize>) {
        let slot = match self.code.place(address) {
            (true, place) => place.map(|place| 2 * place),
            (false, _) => {
                let (returns, mut stack) = (&self.code.returns, stack);
                let called = stack.find(|word| returns.binary_search(word).is_ok());
                called.and_then(|back| Some(2 * self.code.place(back.wrapping_sub(1)).1? + 1))
            }
        };
        if let Some(count) = self.counts.get(slot.unwrap_or(2 * self.code.places.len())) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn samples(&self) -> Samples {
        let count = |slot: usize| self.counts.get(slot).map_or(0, |count| count.load(Ordering::Relaxed));
        let places = self.code.places.len();
        Samples {
            places: (0..places).map(|at| (count(2 * at), count(2 * at + 1))).collect(),
            elsewhere: count(2 * places),
        }
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64", not(miri)))]
pub(crate) use timer::Sampler;

/// No samples are taken on this system.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(miri))))]
pub(crate) struct Sampler(std::convert::Infallible);

#[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(miri))))]
impl Sampler {
    pub fn start(_: &SampledCode, _: usize) -> Result<Sampler, JitError> {
        Err(JitError::Samples("samples of time are taken on Linux on x86-64 only".to_owned()))
    }

    pub fn finish(self) -> Samples {
        match self.0 {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::LineTable;

    fn function(unit: &str, start: usize, lines: &[(usize, u32)], returns: &[usize]) -> LocatedCode {
        let starts =
            lines.iter().map(|(offset, line)| (*offset, (*line > 0).then(|| SourceLine::own(*line)))).collect();
        let lines = LineTable { starts, returns: returns.to_vec() };
        LocatedCode { unit: unit.to_owned(), start, bytes: 100, lines }
    }

    /// Two functions with a gap between them, the second one of lines of a unit that is spliced in.
    #[test]
    fn samples_count_for_the_lines_of_the_code() {
        let functions = [
            function("g", 2000, &[(0, 7), (50, 8), (60, 0)], &[55]),
            function("f", 1000, &[(10, 3), (20, 7)], &[15, 40]),
        ];
        let place =
            |_: &str, at: SourceLine| Some(Place { file: "f.f90".to_owned(), line: at.number, unit: "f".to_owned() });
        let code = SampledCode::new(&functions, place);
        let counts = Counts::new(&code);
        let none = || std::iter::empty();
        for address in [999, 1000, 1009, 1100, 1500, 1999, 2060, 2099, 2100] {
            counts.count(address, none());
        }
        [1010, 1019, 1020, 1099, 2000, 2050, 2059].into_iter().for_each(|address| counts.count(address, none()));
        // In functions that lines 3, 7 and 8 call; the words before are no addresses that calls return to.
        counts.count(0x7000, [5, 1016, 1015, 1040].into_iter());
        counts.count(500, [1040].into_iter());
        counts.count(3000, [1099, 2055].into_iter());
        counts.count(3000, [2054].into_iter());
        let samples = counts.samples();
        let lines: Vec<_> = code.places.iter().map(|place| place.line).zip(samples.places.clone()).collect();
        assert_eq!(lines, [(7, (3, 1)), (8, (2, 1)), (3, (2, 1))]);
        assert_eq!(samples.elsewhere, 10);
        assert_eq!(samples.count(), 20);
        let mut sum = Samples::default();
        sum.add(&samples);
        sum.add(&samples);
        assert_eq!((sum.count(), sum.places[0]), (40, (6, 2)));
    }
}
