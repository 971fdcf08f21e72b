//! Where the work of a kernel is, line by line, and what its idle lanes wait for.
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

use forlane_jit::{Counter, Kernel, LaneCount, Place, Waiting};
use std::collections::BTreeMap;

/// The profile of some rows.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Lanes of a gang.
    pub lanes: usize,
    /// The share of active lanes, by work; 1 where nothing was executed.
    pub occupancy: f64,
    /// The lines that were executed, those with most work first.
    pub lines: Vec<LineProfile>,
    /// What idle lanes waited for, the greatest share first.
    pub waits: Vec<WaitProfile>,
}

/// What was executed of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct LineProfile {
    /// The line.
    pub place: Place,
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
    /// The place of the loop, branch or construct; of a subprogram that was not entered, its first line that was executed.
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
    /// Of a kernel compiled with [`CompileOptions::count_lanes`](crate::CompileOptions::count_lanes), and what its counters
    /// have counted ([`RunReport::counts`](crate::RunReport::counts), summed over runs by [`LaneCount::add`]).
    pub fn new(kernel: &Kernel, counts: &[LaneCount]) -> Profile {
        Profile::of(kernel.counters(), counts, kernel.gang())
    }

    fn of(counters: &[Counter], counts: &[LaneCount], lanes: usize) -> Profile {
        let mean = |counter: usize| {
            let count = counts.get(counter).copied().unwrap_or_default();
            count.active as f64 / count.executions.max(1) as f64
        };
        let mut lines: BTreeMap<&Place, Sums> = BTreeMap::new();
        let mut waits: BTreeMap<(Option<Waiting>, &Place), f64> = BTreeMap::new();
        let (mut all, mut active, mut function) = (0.0, 0.0, "");
        for (number, (counter, count)) in counters.iter().zip(counts).enumerate() {
            if counter.function != function {
                function = &counter.function;
                lines.values_mut().for_each(Sums::end_function);
            }
            let mut work = 0.0;
            for (place, cost) in &counter.work {
                let own = count.executions as f64 * f64::from(*cost);
                let sums = lines.entry(place).or_default();
                sums.work += own;
                sums.active += own * mean(number);
                sums.most = sums.most.max(count.executions);
                work += own;
            }
            all += work;
            active += work * mean(number);
            // On the way out, each stretch says where those lanes are that the one around it has more.
            let mut inner = number;
            while let Some((outer, waiting, place)) = &counters[inner].origin {
                *waits.entry((Some(*waiting), place)).or_default() += work * (mean(*outer) - mean(inner));
                inner = *outer;
            }
            if let Some((place, _)) = counters[inner].work.first() {
                *waits.entry((None, place)).or_default() += work * (lanes as f64 - mean(inner));
            }
        }
        let of_work = |part: f64| if all > 0.0 { part / all } else { 0.0 };
        let mut lines: Vec<LineProfile> = (lines.into_iter())
            .filter(|(_, sums)| sums.work > 0.0)
            .map(|(place, sums)| LineProfile {
                place: place.clone(),
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
        Profile { lanes, occupancy, lines, waits }
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
        Counter { work: vec![(place(line), cost)], origin, function: function.to_owned() }
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

    /// A line in two stretches of a function is executed as often as the stretch that is executed most; specialisations of
    /// the function are added.
    #[test]
    fn executions_of_a_line() {
        let counters = [counter(1, 1, None, "f.u"), counter(1, 1, None, "f.u"), counter(1, 1, None, "f.v")];
        let profile = Profile::of(&counters, &[count(5, 5), count(3, 3), count(2, 2)], 1);
        assert_eq!(profile.lines[0].executions, 7);
        assert_eq!(profile.occupancy, 1.0);
    }

    #[test]
    fn nothing_executed() {
        let profile = Profile::of(&[counter(1, 1, None, "f")], &[count(0, 0)], 8);
        assert_eq!((profile.occupancy, profile.lines.len(), profile.waits.len()), (1.0, 0, 0));
    }
}
