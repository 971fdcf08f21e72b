//! Where the work and the time of a kernel are, line by line, and what its idle lanes wait for.
//!
//! ```
//! use forlane::{ArgumentShapes, CompileOptions, PassOptions, PassReport, profile::Profile};
//!
//! let text = "integer function steps(n)\n integer n, m\n m = n\n steps = 0\n do while (m > 1)\n\
//!     if (mod(m, 2) == 0) then\n m = m/2\n else\n m = 3*m + 1\n end if\n steps = steps + 1\n end do\nend\n";
//! let program = forlane::compile("steps.f90", text)?;
//! let source = program.kernel_source("steps", &PassOptions::default(), &mut PassReport::default())?;
//! let counting = CompileOptions { count_lanes: true, gang: Some(8), ..CompileOptions::default() };
//! let kernel = source.compile(ArgumentShapes::default(), &counting)?;
//! let mut steps = [0; 8];
//! let outcome = kernel.call().input("n", &[1, 2, 3, 4, 5, 6, 7, 27]).output("steps", &mut steps).run()?;
//! let profile = Profile::new(kernel.compiled(), &outcome.report.counts);
//! // Seven of eight rows wait most of the time for the last one.
//! assert!(profile.occupancy < 0.3);
//! assert_eq!(profile.waits[0].place.line, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod times;

pub use times::{LineTime, TimeProfile, Times};

use forlane_cfg::analysis::components;
use forlane_jit::{Counter, Kernel, LaneCount, Place, Waiting};
use std::collections::{BTreeMap, BTreeSet};
use std::iter::once;

/// The profile of some rows.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Lanes of a gang.
    pub lanes: usize,
    /// The share of active lanes, by work; 1 where nothing was executed.
    pub occupancy: f64,
    /// What samples say of the time, if there are any ([`Profile::with_times`]).
    pub time: Option<TimeProfile>,
    /// The lines that were executed, those with most work first; with times, those that took most time.
    pub lines: Vec<LineProfile>,
    /// What idle lanes waited for, the greatest share first.
    pub waits: Vec<WaitProfile>,
}

/// What was executed of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineProfile {
    /// The line.
    pub place: Place,
    /// Its time, if there are samples.
    pub time: Option<LineTime>,
    /// Its share of all work, which is estimated from the operations of a gang.
    pub share: f64,
    /// How often gangs executed it.
    pub executions: u64,
    /// How many lanes were active then, in the mean.
    pub active: f64,
}

/// What idle lanes waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitProfile {
    /// Why they were idle: none if they did not enter the subprogram of the place.
    pub reason: Option<Waiting>,
    /// The place of the loop, branch or construct; of a subprogram that was not entered, its first line that was
    /// executed.
    pub place: Place,
    /// The share of all lanes, by work, that waited so.
    pub share: f64,
}

/// Sums of one line.
#[derive(Clone, Copy, Default)]
struct Sums {
    work: f64,
    active: f64,
    /// Executions in the specialisations that are over, and the most of a counter in the present one.
    executions: u64,
    most: u64,
}

impl Profile {
    /// Of a kernel compiled with [`CompileOptions::count_lanes`](crate::CompileOptions::count_lanes), and what its
    /// counters have counted ([`RunReport::counts`](crate::RunReport::counts), summed over runs by [`LaneCount::add`]).
    pub fn new(kernel: &Kernel, counts: &[LaneCount]) -> Profile {
        Profile::of(kernel.counters(), counts, kernel.gang())
    }

    fn of(counters: &[Counter], counts: &[LaneCount], lanes: usize) -> Profile {
        let mut lines: BTreeMap<&Place, Sums> = BTreeMap::new();
        let mut idle = Idle::new(counters, counts);
        let (mut all, mut active, mut function) = (0.0, 0.0, "");
        for (number, (counter, count)) in counters.iter().zip(counts).enumerate() {
            if counter.function != function {
                function = &counter.function;
                lines.values_mut().for_each(Sums::end_function);
            }
            let mean = idle.mean(number);
            let mut work = 0.0;
            for (place, cost) in &counter.work {
                let own = count.executions as f64 * f64::from(*cost);
                let sums = lines.entry(place).or_default();
                sums.work += own;
                sums.active += own * mean;
                sums.most = sums.most.max(count.executions);
                work += own;
            }
            all += work;
            active += work * mean;
            idle.add(number, work);
        }
        let waits = idle.into_waits(lanes as f64);
        let of_work = |part: f64| if all > 0.0 { part / all } else { 0.0 };
        let mut lines: Vec<LineProfile> = (lines.into_iter())
            .filter(|(_, sums)| sums.work > 0.0)
            .map(|(place, sums)| LineProfile {
                place: place.clone(),
                time: None,
                share: of_work(sums.work),
                executions: sums.executions + sums.most,
                active: sums.active / sums.work,
            })
            .collect();
        lines.sort_by(|one, other| other.share.total_cmp(&one.share));
        let mut waits: Vec<WaitProfile> = (waits.into_iter())
            .map(|((reason, place), idle)| WaitProfile {
                reason,
                place: place.clone(),
                share: of_work(idle) / lanes as f64,
            })
            .filter(|wait| wait.share > 0.0)
            .collect();
        waits.sort_by(|one, other| other.share.total_cmp(&one.share));
        let occupancy = if all > 0.0 { active / all / lanes as f64 } else { 1.0 };
        Profile { lanes, occupancy, time: None, lines, waits }
    }
}

/// The work of stretches, shared out to the reasons for which lanes are idle in them.
struct Idle<'c> {
    counters: &'c [Counter],
    counts: &'c [LaneCount],
    /// By reason, the idle lanes times the work.
    waits: BTreeMap<(Option<Waiting>, &'c Place), f64>,
    /// By function, the work that has come out to its first stretch.
    entered: BTreeMap<&'c str, (usize, f64)>,
}

impl<'c> Idle<'c> {
    fn new(counters: &'c [Counter], counts: &'c [LaneCount]) -> Self {
        Idle { counters, counts, waits: BTreeMap::new(), entered: BTreeMap::new() }
    }

    fn count(&self, counter: usize) -> LaneCount {
        self.counts.get(counter).copied().unwrap_or_default()
    }

    /// The lanes that are active there, in the mean.
    fn mean(&self, counter: usize) -> f64 {
        let count = self.count(counter);
        count.active as f64 / count.executions.max(1) as f64
    }

    /// Shares out work of a stretch: on the way out of its function, each one says where those lanes are that the one
    /// around it has more.
    fn add(&mut self, mut counter: usize, work: f64) {
        let counters = self.counters;
        while let Some((outer, waiting, place)) = &counters[counter].origin {
            *self.waits.entry((Some(*waiting), place)).or_default() += work * (self.mean(*outer) - self.mean(counter));
            counter = *outer;
        }
        self.entered.entry(&counters[counter].function).or_insert((counter, 0.0)).1 += work;
    }

    /// Takes what has come to the starts of functions to where they are called, as often as each call was executed.
    /// Functions that call each other are entered where others call one of them.
    fn into_waits(mut self, lanes: f64) -> BTreeMap<(Option<Waiting>, &'c Place), f64> {
        let counters = self.counters;
        let names: BTreeSet<&str> = (counters.iter())
            .flat_map(|counter| once(&counter.function).chain(&counter.calls))
            .map(String::as_str)
            .collect();
        let functions: Vec<&str> = names.into_iter().collect();
        let number = |function: &str| functions.binary_search(&function).expect("all are there");
        let mut callees = vec![Vec::new(); functions.len()];
        let mut callers = callees.clone();
        for (counter, call) in counters.iter().enumerate().filter(|(counter, _)| self.count(*counter).executions > 0) {
            for callee in call.calls.iter().map(|callee| number(callee)) {
                callees[number(&call.function)].push(callee);
                callers[callee].push(counter);
            }
        }
        // Each function once, after those that it calls: the numbers of ways to one may grow exponentially.
        for group in components(&callees).into_iter().rev() {
            let group: BTreeSet<usize> = group.into_iter().collect();
            let calls = group.iter().flat_map(|function| &callers[*function]).copied();
            let calls: Vec<_> = calls.filter(|call| !group.contains(&number(&counters[*call].function))).collect();
            let executions: u64 = calls.iter().map(|call| self.count(*call).executions).sum();
            let shares: Vec<_> =
                calls.iter().map(|call| (*call, self.count(*call).executions as f64 / executions as f64)).collect();
            let there = match calls.is_empty() {
                true => lanes,
                false => shares.iter().map(|(call, share)| share * self.mean(*call)).sum(),
            };
            for function in group {
                let Some((start, work)) = self.entered.remove(functions[function]) else { continue };
                shares.iter().for_each(|(call, share)| self.add(*call, work * share));
                if let Some((place, _)) = counters[start].work.first() {
                    *self.waits.entry((None, place)).or_default() += work * (there - self.mean(start));
                }
            }
        }
        self.waits
    }
}

impl Sums {
    /// The counters that follow are of another specialisation.
    fn end_function(&mut self) {
        self.executions += std::mem::take(&mut self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> Place {
        Place { file: "f.f".to_owned(), line, unit: "f".to_owned() }
    }

    fn counter(line: u32, cost: u32, origin: Option<(usize, Waiting, u32)>, function: &str) -> Counter {
        let origin = origin.map(|(outer, waiting, line)| (outer, waiting, place(line)));
        Counter { work: vec![(place(line), cost)], origin, function: function.to_owned(), calls: Vec::new() }
    }

    fn count(executions: u64, active: u64) -> LaneCount {
        LaneCount { executions, active }
    }

    /// What is idle has a reason for each lane: the shares of active lanes and of reasons come to one.
    #[test]
    fn idle_lanes_are_accounted_for() {
        let counters = [
            counter(1, 1, None, "f"),
            counter(2, 10, Some((0, Waiting::Loop, 2)), "f"),
            counter(3, 10, Some((1, Waiting::Branch, 2)), "f"),
        ];
        let profile = Profile::of(&counters, &[count(10, 70), count(100, 400), count(50, 100)], 8);
        let idle: f64 = profile.waits.iter().map(|wait| wait.share).sum();
        assert!((profile.occupancy + idle - 1.0).abs() < 1e-12, "{profile:?}");
        // 7 lanes in the mean come to the loop, 4 run it, 2 of them take the branch.
        let work = [10.0, 1000.0, 500.0];
        let all: f64 = work.iter().sum();
        let expected = (work[1] + work[2]) * 3.0 / 8.0 / all;
        assert_eq!((profile.waits[0].reason, profile.waits[0].place.line), (Some(Waiting::Loop), 2));
        assert!((profile.waits[0].share - expected).abs() < 1e-12);
        let lines: Vec<_> = profile.lines.iter().map(|line| (line.place.line, line.executions, line.active)).collect();
        assert_eq!(lines, [(2, 100, 4.0), (3, 50, 2.0), (1, 10, 7.0)]);
    }

    /// A line in two stretches of a function is executed as often as the stretch that is executed most; specialisations
    /// of the function are added.
    #[test]
    fn executions_of_a_line() {
        let counters = [counter(1, 1, None, "f.u"), counter(1, 1, None, "f.u"), counter(1, 1, None, "f.v")];
        let profile = Profile::of(&counters, &[count(5, 5), count(3, 3), count(2, 2)], 1);
        assert_eq!(profile.lines[0].executions, 7);
        assert_eq!(profile.occupancy, 1.0);
    }

    /// Lanes that are idle in a function wait for what its callers' lanes wait for, each caller by its calls; functions
    /// that call each other are entered from outside.
    #[test]
    fn lanes_are_idle_for_the_reasons_of_callers() {
        let mut counters = [
            counter(1, 1, None, "f"),
            counter(2, 1, Some((0, Waiting::Branch, 2)), "f"),
            counter(3, 1, Some((0, Waiting::Loop, 3)), "f"),
            counter(10, 100, None, "g"),
            counter(20, 100, Some((3, Waiting::Left, 20)), "g"),
        ];
        for (caller, callee) in [(1, "g"), (2, "g"), (4, "g")] {
            counters[caller].calls = vec![callee.to_owned()];
        }
        // `g` is called with 6 and with 2 lanes, and calls itself with 1.
        let counts = [count(10, 80), count(10, 60), count(10, 20), count(40, 100), count(20, 20)];
        let profile = Profile::of(&counters, &counts, 8);
        let idle: f64 = profile.waits.iter().map(|wait| wait.share).sum();
        assert!((profile.occupancy + idle - 1.0).abs() < 1e-9, "{profile:?}");
        let reasons: Vec<_> = profile.waits.iter().map(|wait| (wait.reason, wait.place.line)).collect();
        let expected = [(Some(Waiting::Loop), 3), (None, 10), (Some(Waiting::Branch), 2), (Some(Waiting::Left), 20)];
        assert_eq!(reasons, expected, "{profile:?}");
    }

    /// A deep chain of pairs that both call both of the next pair has exponentially many ways to its end. Profiles of
    /// such took hours where the names of the callers were sorted after those of the callees.
    #[test]
    fn ways_through_calls_are_not_counted_one_by_one() {
        let name = |level: usize, side: char| format!("{:02}{side}", 60 - level);
        let mut counters = vec![counter(1, 1, None, "root")];
        counters[0].calls = vec![name(0, 'a'), name(0, 'b')];
        for level in 0..60 {
            for side in ['a', 'b'] {
                let mut pair = counter(level as u32 + 2, 1, None, &name(level, side));
                pair.calls = if level < 59 { vec![name(level + 1, 'a'), name(level + 1, 'b')] } else { Vec::new() };
                counters.push(pair);
            }
        }
        // Half of the lanes are in the root, and in all that it calls.
        let profile = Profile::of(&counters, &vec![count(1, 4); counters.len()], 8);
        let waits: Vec<_> = profile.waits.iter().map(|wait| (wait.reason, wait.place.line)).collect();
        assert_eq!(waits, [(None, 1)]);
        assert!((profile.waits[0].share - 0.5).abs() < 1e-12, "{profile:?}");
    }

    /// Functions that call each other are entered together, by whoever calls one of them.
    #[test]
    fn functions_that_call_each_other_are_entered_together() {
        let mut counters = [
            counter(1, 1, None, "f"),
            counter(2, 1, Some((0, Waiting::Branch, 2)), "f"),
            counter(10, 10, None, "g"),
            counter(20, 100, None, "h"),
        ];
        for (caller, callee) in [(1, "g"), (2, "h"), (3, "g")] {
            counters[caller].calls = vec![callee.to_owned()];
        }
        let profile = Profile::of(&counters, &[count(10, 80), count(10, 40), count(20, 80), count(10, 40)], 8);
        let waits: Vec<_> = profile.waits.iter().map(|wait| (wait.reason, wait.place.line)).collect();
        assert_eq!(waits, [(Some(Waiting::Branch), 2)], "{profile:?}");
    }

    #[test]
    fn nothing_executed() {
        let profile = Profile::of(&[counter(1, 1, None, "f")], &[count(0, 0)], 8);
        assert_eq!((profile.occupancy, profile.lines.len(), profile.waits.len()), (1.0, 0, 0));
    }
}
