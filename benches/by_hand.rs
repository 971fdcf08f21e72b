//! Kernels as libraries have them, against the same with what should cost nothing removed by hand:
//! `cargo bench --bench by_hand`.
//!
//! It is initialisation at the first call, in the second form given by DATA; error handlers that format a text, where
//! no row has an error; options that are texts. Printed are the medians of processor time and their ratio, which is to
//! be near 1. That both forms give the same bits is checked.

#[path = "by_hand/pairs.rs"]
mod pairs;

use forlane::{Kernel, Program};
use forlane_jit::{Binding, Values, ValuesMut};
use forlane_semantics::io::processor_time;

/// Runs that the medians are taken of.
const RUNS: usize = 31;
const ROWS: usize = 40_000;

fn main() {
    println!("{:<28} {:>12} {:>12} {:>6}", "kernel", "as it is ms", "by hand ms", "ratio");
    for pair in pairs::pairs() {
        let mut text = pair.text.clone();
        for (from, to) in &pair.by_hand {
            assert!(text.contains(from), "{}: {from}", pair.name);
            text = text.replace(from, to);
        }
        let kernels = [&pair.text, &text].map(|text| compile(text));
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            first.push(time(&kernels[0]));
            second.push(time(&kernels[1]));
        }
        let [(first, one), (second, other)] = [first, second].map(median);
        assert!(one == other, "{}: the forms differ", pair.name);
        println!("{:<28} {first:>12.3} {second:>12.3} {:>6.2}", pair.name, first / second);
    }
}

fn compile(text: &str) -> Kernel {
    let program = Program::from_source("by_hand.f", text).expect("the kernel compiles");
    program.kernel("f").expect("the kernel compiles")
}

/// Milliseconds of a run over the rows, and its results.
fn time(kernel: &Kernel) -> (f64, Vec<u64>) {
    let rows: Vec<f64> = (0..ROWS).map(|row| row as f64 / ROWS as f64).collect();
    let mut results = vec![0.0; ROWS];
    let mut statuses = vec![0; ROWS];
    let mut bindings = [
        Binding::Column { input: Some(Values::F64(&rows)), output: None },
        Binding::Column { input: None, output: Some(ValuesMut::F64(&mut results)) },
    ];
    let start = processor_time();
    kernel.compiled().run(&mut bindings, &mut statuses).expect("the arguments fit");
    let milliseconds = (processor_time() - start).as_secs_f64() * 1e3;
    assert!(statuses.iter().all(|status| *status == 0), "a row failed");
    (milliseconds, results.into_iter().map(f64::to_bits).collect())
}

/// The median time, and the results of the first run, which are those of all.
fn median(mut runs: Vec<(f64, Vec<u64>)>) -> (f64, Vec<u64>) {
    let results = runs[0].1.clone();
    assert!(runs.iter().all(|(_, other)| *other == results), "runs differ");
    runs.sort_by(|one, other| one.0.total_cmp(&other.0));
    (runs[RUNS / 2].0, results)
}
