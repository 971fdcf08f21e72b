//! The forms of a switch whose selector differs between lanes, against each other, in one run: `cargo bench --bench
//! switches`.
//!
//! A generated kernel executes a computed GO TO with many arms 200 times; each arm divides and takes a root, so it is
//! worth a test whether any lane takes it. The gangs' lanes take arms by chance (*mixed*), one of two (*two*), or all
//! the same one (*agree*). Printed are the medians for the guarded chain and for the range tree, and their ratio: above
//! 1 the tree is faster. The number of arms from which on `switch_form` makes a tree is chosen by this table.

use forlane::{ArgumentShapes, Kernel, Program};
use forlane_jit::{Binding, CompileOptions, Values, ValuesMut};
use forlane_rewrites::lower_switches::SwitchForm;
use forlane_rewrites::passes::{PassOptions, PassReport};
use std::fmt::Write;
use std::time::Instant;

/// Runs that the medians are taken of.
const RUNS: usize = 15;
const ROWS: usize = 10_000;
/// Neighbours that agree: more than any gang has.
const TOGETHER: usize = 64;

fn main() {
    println!("{:>4} {:<6} {:>10} {:>10} {:>6}", "arms", "lanes", "chain ms", "tree ms", "ratio");
    for arms in [4, 8, 12, 16, 20, 24, 32, 64] {
        let text = source(arms);
        let [chain, tree] = [SwitchForm::GuardedChain, SwitchForm::RangeTree].map(|form| compile(&text, form));
        for (lanes, seeds) in [("mixed", mixed()), ("two", two()), ("agree", agree())] {
            let (mut chains, mut trees) = (Vec::new(), Vec::new());
            for _ in 0..RUNS {
                chains.push(time(&chain, &seeds));
                trees.push(time(&tree, &seeds));
            }
            let [(chain, one), (tree, other)] = [chains, trees].map(median);
            assert!(one == other, "{arms} arms, {lanes}: the forms differ");
            println!("{arms:>4} {lanes:<6} {chain:>10.2} {tree:>10.2} {:>6.2}", chain / tree);
        }
    }
}

/// The kernel with `arms` arms.
fn source(arms: usize) -> String {
    let mut text = String::from(concat!(
        "SUBROUTINE K(S, R)\n",
        "INTEGER S, I, P\n",
        "DOUBLE PRECISION R\n",
        "P = S\n",
        "R = 1D0\n",
        "DO 900 I = 1, 200\n",
        "P = MOD(P * 37 + 11, 8192)\n",
    ));
    let labels: Vec<String> = (0..arms).map(|arm| (1000 + arm).to_string()).collect();
    writeln!(text, "GO TO ({}), MOD(P / 8, {arms}) + 1", labels.join(", &\n")).expect("a String takes all");
    text.push_str("GO TO 900\n");
    for (arm, label) in labels.iter().enumerate() {
        let operands = format!("SQRT(R * {}.5D0 + {arm}) / (R + {}.25D0)", arm + 1, arm + 2);
        writeln!(text, "{label} R = {operands}\nGO TO 900").expect("a String takes all");
    }
    text.push_str("900 CONTINUE\nEND\n");
    text
}

fn compile(text: &str, form: SwitchForm) -> Kernel {
    let program = Program::from_source("switch.f90", text).expect("the kernel compiles");
    let passes = PassOptions { switches: Some(form), ..PassOptions::default() };
    let source = program.kernel_source("k", &passes, &mut PassReport::default()).expect("the kernel compiles");
    source.compile(ArgumentShapes::default(), &CompileOptions::default()).expect("the kernel compiles")
}

/// Milliseconds of a run over the rows, and its results.
fn time(kernel: &Kernel, seeds: &[i32]) -> (f64, Vec<f64>) {
    let mut results = vec![0.0; ROWS];
    let mut statuses = vec![0; ROWS];
    let mut bindings = [
        Binding::Column { input: Some(Values::I32(seeds)), output: None },
        Binding::Column { input: None, output: Some(ValuesMut::F64(&mut results)) },
    ];
    let start = Instant::now();
    kernel.compiled().run(&mut bindings, &mut statuses).expect("the arguments fit");
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    assert!(statuses.iter().all(|status| *status == 0), "a row failed");
    (milliseconds, results)
}

fn median(mut runs: Vec<(f64, Vec<f64>)>) -> (f64, Vec<f64>) {
    runs.sort_by(|one, other| one.0.total_cmp(&other.0));
    runs.swap_remove(runs.len() / 2)
}

/// Each lane begins somewhere else.
fn mixed() -> Vec<i32> {
    let mut state: u64 = 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 51) as i32
    };
    (0..ROWS).map(|_| next()).collect()
}

/// The lanes of a gang begin at one of two places.
fn two() -> Vec<i32> {
    let place = |row: usize, step: usize| (row / TOGETHER * step + step) % 8192;
    let places = mixed().into_iter().enumerate();
    places.map(|(row, chance)| place(row, if chance % 2 == 0 { 97 } else { 193 }) as i32).collect()
}

/// All lanes of a gang begin at one place.
fn agree() -> Vec<i32> {
    (0..ROWS).map(|row| (row / TOGETHER * 97 % 8192) as i32).collect()
}
