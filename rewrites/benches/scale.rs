//! Generated units of a thousand to a hundred thousand blocks: `cargo bench -p forlane-rewrites`.
//!
//! Printed are, for each shape and size, the seconds of processor time to build the graph from source, to bring it to each stage, to
//! verify it there, and to print and read its text, and the most memory that the process took. Every measurement is a
//! process of its own. `cargo bench -p forlane-rewrites -- SHAPE BLOCKS …` measures one shape in other sizes; `--write
//! SHAPE BLOCKS` writes the generated text.

#[path = "scale/shapes.rs"]
mod shapes;

use forlane_cfg::build::build_program;
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::verify_unit;
use forlane_cfg::{Body, Program, Stage};
use forlane_frontend::compile::compile;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
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
        ["--write", shape, blocks] => print!("{}", named(shape).text(number(blocks))),
        [] => Shape::ALL.iter().for_each(|(name, _)| compare(name, &SIZES)),
        [shape] => compare(shape, &SIZES),
        [shape, sizes @ ..] => compare(shape, &sizes.iter().map(number).collect::<Vec<_>>()),
    }
}

fn named(name: &str) -> Shape {
    let shape = Shape::ALL.iter().find(|(other, _)| *other == name);
    shape.expect("the name of a shape").1
}

fn compare(name: &str, sizes: &[usize]) {
    println!(
        "\n{name}\n{:>9} {:>8} {:>8} seconds to build, to bring to each stage (to verify, to print and read)",
        "blocks", "lines", "MiB"
    );
    for size in sizes {
        let this = std::env::current_exe().expect("the bench has a file");
        let output = Command::new(this).args(["--measure", name, &size.to_string()]).output().expect("the bench runs");
        print!("{}", String::from_utf8_lossy(&output.stdout));
        if !output.status.success() {
            println!("{:>9} {}: {}", size, output.status, String::from_utf8_lossy(&output.stderr).trim());
        }
    }
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
    build_program(&program, &sources).expect("the graph is built")
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

/// Measures one unit in this process and prints a line.
fn measure(shape: Shape, blocks: usize) {
    let text = shape.text(blocks);
    let (mut program, seconds) = timed(|| build(shape, &text));
    let count = match &program.units[0].body {
        Body::Graph(graph) => graph.blocks.len(),
        Body::Tree(tree) => tree.regions.len(),
    };
    let mut line = format!("cfg {seconds:.2}");
    let options = PassOptions { verify: false, ..PassOptions::default() };
    for stage in STAGES {
        let run = || run_to(&mut program, None, stage, &Inputs::default(), &options, &mut PassReport::default());
        let (result, seconds) = timed(run);
        if let Err(error) = result {
            panic!("{error}");
        }
        let (valid, verifying) = timed(|| verify_unit(&program.units[0]).is_ok());
        assert!(valid, "the verifier refuses it at {stage:?}");
        let (same, reading) = timed(|| {
            let text = print_program(&program);
            parse_program(&text).map(|again| print_program(&again)) == Ok(text)
        });
        assert!(same, "it does not read back at {stage:?}");
        line += &format!(", {stage:?} {seconds:.2} ({verifying:.2}, {reading:.2})");
        eprintln!("{line}");
    }
    println!("{count:>9} {:>8} {:>8} {line}", text.lines().count(), peak_memory() / 1024);
}

/// The most memory that this process took, in KiB.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    peak.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}
