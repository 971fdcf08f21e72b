//! The kernels of `examples/` against gfortran, in one run: `cargo bench --bench kernels`.
//!
//! Each kernel runs over the same rows, first by a loop of gfortran `-O3 -march=native` over its scalar code, then in
//! gangs, on one thread, in turn; printed are the medians of nanoseconds for a row, their ratio, and the time that
//! compiling took. Before that, gangs must give the bits of the scalar code. Without gfortran its columns stay empty.
//!
//! `cargo bench --bench kernels -- NAME` runs the kernels whose name contains `NAME`.

#[path = "kernels/gfortran.rs"]
mod gfortran;
#[path = "kernels/inputs.rs"]
mod inputs;

use forlane::{ArgumentShapes, Kernel, Program};
use forlane_jit::{Binding, CompileOptions, Values, ValuesMut};
use forlane_rewrites::passes::{PassOptions, PassReport};
use inputs::{Benchmark, Column};
use std::path::Path;
use std::time::Instant;

/// Runs that the medians are taken of.
const RUNS: usize = 9;

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    println!(
        "{:<12} {:>9} {:>5} {:>13} {:>13} {:>7} {:>11}",
        "kernel", "rows", "gang", "gfortran ns", "forlane ns", "ratio", "compile ms"
    );
    for benchmark in inputs::benchmarks() {
        if filter.as_ref().is_none_or(|filter| benchmark.name.contains(filter.as_str())) {
            run(&benchmark, &folder);
        }
    }
}

fn run(benchmark: &Benchmark, folder: &Path) {
    let path = folder.join(format!("{}.f", benchmark.name));
    let text = std::fs::read_to_string(&path).expect("the examples are there");
    let (kernel, compile_seconds) = compile(&text, benchmark, None);
    let (scalar, _) = compile(&text, benchmark, Some(1));
    let mut outputs = benchmark.outputs();
    let mut scalar_outputs = benchmark.outputs();
    call(&scalar, benchmark, &mut scalar_outputs);
    call(&kernel, benchmark, &mut outputs);
    assert!(outputs == scalar_outputs, "{}: gangs and scalar code differ", benchmark.name);
    let other = gfortran::Program::compile(&path, benchmark);
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..RUNS {
        if let Some(program) = &other {
            theirs.push(program.run());
        }
        let start = Instant::now();
        call(&kernel, benchmark, &mut outputs);
        ours.push(start.elapsed().as_secs_f64());
    }
    let nanoseconds = |seconds: f64| seconds * 1e9 / benchmark.rows as f64;
    let ours = nanoseconds(median(&mut ours));
    let (theirs, ratio) = match theirs.is_empty() {
        true => (String::new(), String::new()),
        false => {
            let theirs = nanoseconds(median(&mut theirs));
            (format!("{theirs:.1}"), format!("{:.2}", theirs / ours))
        }
    };
    println!(
        "{:<12} {:>9} {:>5} {theirs:>13} {ours:>13.1} {ratio:>7} {:>11.2}",
        benchmark.name,
        benchmark.rows,
        kernel.compiled().gang(),
        compile_seconds * 1e3
    );
}

/// Compiles, from the text to machine code; the median time of several.
fn compile(text: &str, benchmark: &Benchmark, gang: Option<usize>) -> (Kernel, f64) {
    let once = || {
        let start = Instant::now();
        let name = format!("{}.f", benchmark.name);
        let program = Program::from_source(&name, text).expect("the examples compile");
        let source = program
            .kernel_source(benchmark.kernel, &PassOptions::default(), &mut PassReport::default())
            .expect("the examples compile");
        let options = CompileOptions { gang, ..CompileOptions::default() };
        let kernel = source.compile(ArgumentShapes::default(), &options).expect("the examples compile");
        (kernel, start.elapsed().as_secs_f64())
    };
    let mut times: Vec<f64> = (0..RUNS).map(|_| once().1).collect();
    (once().0, median(&mut times))
}

fn call(kernel: &Kernel, benchmark: &Benchmark, outputs: &mut [Column]) {
    let mut outputs = outputs.iter_mut();
    let mut inputs = benchmark.inputs.iter();
    let mut bindings: Vec<Binding<'_>> = Vec::new();
    for parameter in kernel.parameters() {
        let input = parameter.is_read.then(|| match inputs.next().expect("an input for each argument that is read") {
            Column::I32(values) => Values::I32(values),
            Column::F64(values) => Values::F64(values),
        });
        let output = parameter.is_assigned.then(|| {
            match outputs.next().expect("an output for each argument that is assigned") {
                Column::I32(values) => ValuesMut::I32(values),
                Column::F64(values) => ValuesMut::F64(values),
            }
        });
        bindings.push(Binding::Column { input, output });
    }
    let mut statuses = vec![0; benchmark.rows];
    kernel.compiled().run(&mut bindings, &mut statuses).expect("the arguments fit");
    assert!(statuses.iter().all(|status| *status == 0), "{}: a row failed", benchmark.name);
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
