//! Generated units of a thousand to a hundred thousand blocks: `cargo bench -p forlane-rewrites`.
//!
//! A table shows for each shape and size the seconds of processor time to build the graph from source and to bring it
//! to each stage, their sum to the last stage, and the exponent with which that sum grew from the size before; then the
//! seconds to verify the unit at all stages and to print and read all its texts, and the most memory that the process
//! took by the last stage, and with verifying and reading. Every measurement is a process of its own.
//!
//! `cargo bench -p forlane-rewrites -- SHAPE BLOCKS …` measures one shape in other sizes; `--passes SHAPE BLOCKS` shows
//! the time of each pass, `--write SHAPE BLOCKS` the generated text.

#[path = "scale/shapes.rs"]
mod shapes;

use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::verify_unit;
use forlane_cfg::{Body, Program, Stage};
use forlane_frontend::compile::compile;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_lower::lower_program;
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};
use shapes::Shape;
use std::process::Command;
use std::time::Instant;

/// Blocks of the generated units.
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const STAGES: [Stage; 4] = [Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &&str| text.parse().expect("a number of blocks");
    match &arguments[..] {
        ["--measure", shape, blocks] => measure(named(shape), number(blocks)),
        ["--passes", shape, blocks] => show_passes(named(shape), number(blocks)),
        ["--write", shape, blocks] => print!("{}", named(shape).text(number(blocks))),
        [] => compare(Shape::ALL.map(|(name, _)| name).as_slice(), &SIZES),
        [shape] => compare(&[shape], &SIZES),
        [shape, sizes @ ..] => compare(&[shape], &sizes.iter().map(number).collect::<Vec<_>>()),
    }
}

fn named(name: &str) -> Shape {
    let shape = Shape::ALL.iter().find(|(other, _)| *other == name);
    shape.expect("the name of a shape").1
}

/// Prints a table; the seconds are in it as the measuring process printed them.
fn compare(names: &[&str], sizes: &[usize]) {
    println!("{:14} {:>7} {:>7} {:>7}{}", "shape", "lines", "blocks", "cfg", STAGES.map(title).concat());
    for name in names {
        let mut before: Option<(f64, f64)> = None;
        for size in sizes {
            let this = std::env::current_exe().expect("the bench has a file");
            let output = Command::new(this).args(["--measure", name, &size.to_string()]).output();
            let output = output.expect("the bench runs");
            let text = String::from_utf8_lossy(&output.stdout);
            let fields: Vec<&str> = text.split_whitespace().collect();
            let ([blocks, seconds, line @ ..], true) = (&fields[..], output.status.success()) else {
                println!("{name:14} {size:>7} {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
                continue;
            };
            let now = (blocks.parse().unwrap_or(f64::NAN), seconds.parse().unwrap_or(f64::NAN));
            let growth = before.replace(now).map_or(String::new(), |before| {
                format!("n^{:.2}", f64::ln(now.1 / before.1) / f64::ln(now.0 / before.0))
            });
            let (times, rest) = line.split_at(STAGES.len() + 3);
            let cells = |cells: &[&str]| cells.iter().map(|cell| format!(" {cell:>7}")).collect::<String>();
            println!("{name:14}{} {growth:>7}{}", cells(times), cells(rest));
        }
    }
}

/// The head of a stage's column; after the last one those of the sum and what follows.
fn title(stage: Stage) -> String {
    let name = match stage {
        Stage::Structured => "struct.".to_string(),
        stage => format!("{stage:?}").to_lowercase(),
    };
    let after = format!(" {:>7} {:>7} {:>7} {:>7} {:>7}", "growth", "verify", "text", "MiB", "MiB all");
    format!(" {name:>7}{}", if stage == STAGES[STAGES.len() - 1] { after } else { String::new() })
}

/// The unit of a shape.
fn build(shape: Shape, text: &str) -> Program {
    if !shape.is_fortran() {
        return parse_program(text).expect("the text is right");
    }
    let mut sources = SourceMap::default();
    let file = sources.add("scale.f", text);
    let (program, diagnostics) = compile(&sources, &[(file, SourceForm::Fixed)]);
    let message = diagnostics.first().map(|first| first.message.clone());
    assert!(diagnostics.is_empty(), "{message:?}");
    lower_program(&program, &sources).expect("the graph is built")
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (started, before) = (Instant::now(), processor_seconds());
    let result = work();
    let seconds = processor_seconds().zip(before).map(|(after, before)| after - before);
    (result, seconds.unwrap_or(started.elapsed().as_secs_f64()))
}

/// The processor time that this thread took so far; none where the system does not tell.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 * 1e-9)
}

/// Measures one unit in this process and prints the number of blocks, the seconds of all stages, and the cells of a
/// line.
fn measure(shape: Shape, size: usize) {
    let text = shape.text(size);
    let (mut program, building) = timed(|| build(shape, &text));
    let blocks = match &program.units[0].body {
        Body::Graph(graph) => graph.blocks.len(),
        Body::Tree(tree) => tree.regions.len(),
    };
    let (mut cells, mut sum) = (format!("{} {blocks} {building:.2}", text.lines().count()), building);
    for stage in STAGES {
        let (_, seconds) = timed(|| advance(&mut program, stage));
        sum += seconds;
        cells += &format!(" {seconds:.2}");
    }
    let memory = peak_memory();
    drop(program);
    // Once more, so that what verifying and reading keep does not count as memory of the stages.
    let mut program = build(shape, &text);
    let (mut verifying, mut reading) = (0.0, 0.0);
    for stage in [Stage::Cfg].into_iter().chain(STAGES) {
        advance(&mut program, stage);
        let (valid, seconds) = timed(|| verify_unit(&program.units[0]).is_ok());
        assert!(valid, "the verifier refuses it at {stage:?}");
        verifying += seconds;
        let (same, seconds) = timed(|| {
            let text = print_program(&program);
            parse_program(&text).map(|again| print_program(&again)) == Ok(text)
        });
        assert!(same, "it does not read back at {stage:?}");
        reading += seconds;
    }
    println!("{blocks} {sum} {cells} {verifying:.2} {reading:.2} {} {}", memory / 1024, peak_memory() / 1024);
}

/// Brings a unit to a stage; what each pass took.
fn advance(program: &mut Program, stage: Stage) -> PassReport {
    let options = PassOptions { verify: false, ..PassOptions::default() };
    let mut report = PassReport::default();
    if let Err(error) = run_to(program, None, stage, &Inputs::default(), &options, &mut report) {
        panic!("{error}");
    }
    report
}

/// Prints what each pass takes.
fn show_passes(shape: Shape, size: usize) {
    let mut program = build(shape, &shape.text(size));
    for (pass, time) in advance(&mut program, Stage::Masked).totals() {
        println!("{pass:16} {:.3}", time.as_secs_f64());
    }
}

/// The most memory that this process took, in KiB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    peak.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}
