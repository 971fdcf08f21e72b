//! Kernels against gfortran, in one run: `cargo bench --bench kernels`.
//!
//! Each kernel runs over the same rows, by a loop of gfortran `-O3 -march=native` over its scalar code, by scalar code
//! (`--gang 1`), and in gangs with each set of instructions that the machine has, on one thread, in turn. Printed are
//! the medians of processor time for a row in nanoseconds, the ratios of gfortran's to ours, and the time that
//! compiling took. Before that, all of them must give the bits of gfortran `-O0 -ffp-contract=off`, and have run for so
//! long that the size of the gang is chosen. Without gfortran its columns stay empty, and bits are those of scalar
//! code.
//!
//! `cargo bench --bench kernels -- NAME` runs the kernels whose name contains `NAME`.

#[path = "kernels/gfortran.rs"]
mod gfortran;
#[path = "kernels/inputs.rs"]
mod inputs;
#[path = "kernels/numbers.rs"]
mod numbers;

use forlane::{ArgumentShapes, Kernel, Program};
use forlane_jit::{Binding, CompileOptions, InstructionSet};
use forlane_rewrites::passes::{PassOptions, PassReport};
use forlane_semantics::io::thread_time;
use inputs::Benchmark;
use numbers::{Input, Numbers};
use std::time::{Duration, Instant};

/// Runs that the medians are taken of.
const RUNS: usize = 9;

/// How long a kernel runs before it is measured.
const WARM: Duration = Duration::from_millis(600);

/// A way to run a kernel.
struct Way {
    title: &'static str,
    gang: Option<usize>,
    isa: InstructionSet,
}

/// Those of the machine, the one whose bits decide without gfortran first.
fn ways() -> Vec<Way> {
    let way = |title, gang, isa| Way { title, gang, isa };
    let ways = vec![
        way("gang 1", Some(1), InstructionSet::Base),
        way("base", None, InstructionSet::Base),
        way("avx2", None, InstructionSet::Avx2),
        way("avx512", None, InstructionSet::Avx512),
        way("avx512 gang 32", Some(32), InstructionSet::Avx512),
    ];
    ways.into_iter().filter(|way| way.isa.is_available()).collect()
}

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let ways = ways();
    print!("| kernel | gfortran ns |");
    ways.iter().for_each(|way| print!(" {} ns | ratio | lanes | compile ms |", way.title));
    println!("\n|---|--:|{}", "--:|--:|--:|--:|".repeat(ways.len()));
    let mut ratios = vec![Vec::new(); ways.len()];
    for benchmark in inputs::benchmarks() {
        if filter.as_ref().is_none_or(|filter| benchmark.name.contains(filter.as_str())) {
            let found = run(&benchmark, &ways);
            ratios.iter_mut().zip(found).for_each(|(ratios, ratio)| ratios.push(ratio));
        }
    }
    for (way, ratios) in ways.iter().zip(&ratios) {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("{}: geometric mean of {} ratios {mean:.2}", way.title, ratios.len());
    }
}

/// Prints a row of the table; returns the ratios.
fn run(benchmark: &Benchmark, ways: &[Way]) -> Vec<f64> {
    let kernels: Vec<(Kernel, f64)> = ways.iter().map(|way| compile(benchmark, way)).collect();
    let exact = gfortran::Program::compile(benchmark, gfortran::EXACT).map(|program| {
        program.run();
        program.results()
    });
    let fast = gfortran::Program::compile(benchmark, gfortran::FAST);
    let expected = exact.unwrap_or_else(|| results_of(&kernels[0].0, benchmark));
    for ((kernel, _), way) in kernels.iter().zip(ways) {
        let begin = Instant::now();
        while begin.elapsed() < WARM {
            assert!(results_of(kernel, benchmark) == expected, "{}, {}: other bits", benchmark.name, way.title);
        }
    }
    let (mut theirs, mut ours) = (Vec::new(), vec![Vec::new(); kernels.len()]);
    let mut results = benchmark.results();
    for _ in 0..RUNS {
        theirs.extend(fast.as_ref().map(gfortran::Program::run));
        for ((kernel, _), ours) in kernels.iter().zip(&mut ours) {
            let start = thread_time();
            call(kernel, benchmark, &mut results);
            ours.push((thread_time() - start).as_secs_f64());
        }
    }
    let nanoseconds = |times: &mut Vec<f64>| median(times) * 1e9 / benchmark.rows as f64;
    let theirs = (!theirs.is_empty()).then(|| nanoseconds(&mut theirs));
    print!("| {} | {} |", benchmark.name, theirs.map_or(String::new(), |theirs| format!("{theirs:.1}")));
    let mut ratios = Vec::new();
    for ((kernel, compile_seconds), times) in kernels.iter().zip(&mut ours) {
        let ours = nanoseconds(times);
        let ratio = theirs.map_or(f64::NAN, |theirs| theirs / ours);
        let (_, chosen) = kernel.compiled().tried();
        let chosen = format!("{}{}", chosen.gang, if chosen.refills { " refilled" } else { "" });
        print!(" {ours:.1} | {ratio:.2} | {chosen} | {:.1} |", compile_seconds * 1e3);
        ratios.push(ratio);
    }
    println!();
    ratios
}

/// Compiles, from the text to machine code; the median time of several.
fn compile(benchmark: &Benchmark, way: &Way) -> (Kernel, f64) {
    let mut shapes = ArgumentShapes::default();
    for (name, input) in &benchmark.inputs {
        shapes = match input {
            Input::Column(_) => shapes,
            Input::Uniform(_) => shapes.uniform(name),
            Input::Shared(_) => shapes.shared(name),
        };
    }
    let once = || {
        let start = Instant::now();
        let program = Program::from_source(&benchmark.file, &benchmark.text).expect("the kernels compile");
        let source = program
            .kernel_source(benchmark.kernel, &PassOptions::default(), &mut PassReport::default())
            .expect("the kernels compile");
        let options = CompileOptions { gang: way.gang, isa: way.isa, ..CompileOptions::default() };
        let kernel = source.compile(shapes.clone(), &options).expect("the kernels compile");
        (kernel, start.elapsed().as_secs_f64())
    };
    let mut times: Vec<f64> = (0..RUNS).map(|_| once().1).collect();
    (once().0, median(&mut times))
}

/// The bytes of the results.
fn results_of(kernel: &Kernel, benchmark: &Benchmark) -> Vec<u8> {
    let mut results = benchmark.results();
    call(kernel, benchmark, &mut results);
    results.iter().flat_map(Numbers::bytes).collect()
}

fn call(kernel: &Kernel, benchmark: &Benchmark, results: &mut [Numbers]) {
    let mut results = results.iter_mut();
    let mut bindings: Vec<Binding<'_>> = Vec::new();
    for parameter in kernel.parameters() {
        let input = benchmark.inputs.iter().find(|(name, _)| *name == parameter.name).map(|(_, input)| input);
        let output = parameter.is_assigned.then(|| results.next().expect("room for each argument that is assigned"));
        let output = output.map(Numbers::values_mut);
        bindings.push(match input {
            Some(Input::Uniform(value)) => Binding::Uniform { value: value.scalar(), output },
            Some(Input::Shared(values)) => Binding::Shared(values.values()),
            Some(Input::Column(values)) => Binding::Column { input: Some(values.values()), output },
            None => Binding::Column { input: None, output },
        });
    }
    let mut statuses = vec![0; benchmark.rows];
    kernel.compiled().run(&mut bindings, &mut statuses).expect("the arguments fit");
    assert!(statuses.iter().all(|status| *status == 0), "{}: a row failed", benchmark.name);
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
