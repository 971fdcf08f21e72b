//! The front end against gfortran `-fsyntax-only` over generated library code: `cargo bench -p forlane-frontend`.
//!
//! Printed are, for each size, the time for parsing and resolving one file on one thread, that of gfortran in the same
//! run where it is installed, their ratio, and the most memory that the process took, for each line. Every measurement
//! is a process of its own. `cargo bench -p forlane-frontend -- LINES …` measures other sizes; `--write FILE LINES`
//! writes the generated file.

#[path = "check/library.rs"]
mod library;

use forlane_frontend::compile::compile_each;
use forlane_frontend::diagnostics::Severity;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Lines of the generated files.
const SIZES: [usize; 3] = [100_000, 300_000, 1_000_000];
/// Runs that the medians are taken of.
const RUNS: usize = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--measure", path] => measure(path),
        ["--write", path, lines] => {
            let lines = lines.parse().expect("a number of lines");
            std::fs::write(path, library::library(lines)).expect("the file can be written");
        }
        [] => compare(&SIZES),
        ref sizes => compare(&sizes.iter().map(|size| size.parse().expect("a number of lines")).collect::<Vec<_>>()),
    }
}

/// Compiles a file and prints seconds of parsing and resolving, and peak memory in KiB.
fn measure(path: &str) {
    let mut sources = SourceMap::default();
    let started = Instant::now();
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let file = sources.add(path, text);
    let mut units = 0;
    let diagnostics = compile_each(&sources, &[(file, SourceForm::Fixed)], &mut |_, _| units += 1);
    let seconds = started.elapsed().as_secs_f64();
    if let Some(diagnostic) = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
        let (line, column) = sources.line_column(diagnostic.span);
        panic!("{path}:{line}:{column}: {} {}", diagnostic.code, diagnostic.message);
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    let peak = peak.trim().trim_end_matches(" kB");
    println!("{seconds} {peak} {units} {}", diagnostics.len());
}

fn compare(sizes: &[usize]) {
    println!(
        "{:>9} {:>9} {:>11} {:>12} {:>6} {:>12} {:>9}",
        "lines", "units", "forlane s", "gfortran s", "ratio", "bytes/line", "warnings"
    );
    let folder = std::env::temp_dir().join(format!("forlane-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is a folder for temporary files");
    for size in sizes {
        let path = folder.join("library.f");
        let text = library::library(*size);
        let lines = text.lines().count();
        std::fs::write(&path, text).expect("the file can be written");
        let mut runs: Vec<Vec<f64>> = (0..RUNS).map(|_| run_forlane(&path)).collect();
        runs.sort_by(|left, right| left[0].total_cmp(&right[0]));
        let [seconds, peak, units, warnings] = runs[RUNS / 2][..] else { panic!("four numbers") };
        let (gfortran, ratio) = match run_gfortran(&path) {
            Some(time) => (format!("{time:.2}"), format!("{:.1}", time / seconds)),
            None => (String::new(), String::new()),
        };
        let memory = peak * 1024.0 / lines as f64;
        println!("{lines:>9} {units:>9} {seconds:>11.3} {gfortran:>12} {ratio:>6} {memory:>12.0} {warnings:>9}");
    }
    // The system clears it in the end if this fails.
    let _ = std::fs::remove_dir_all(&folder);
}

fn run_forlane(path: &Path) -> Vec<f64> {
    let program = std::env::current_exe().expect("this program has a path");
    let output = Command::new(program).arg("--measure").arg(path).output().expect("this program can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

/// The seconds that gfortran takes; none if it is not there.
fn run_gfortran(path: &Path) -> Option<f64> {
    let mut command = Command::new("gfortran");
    command.args(["-fsyntax-only", "-std=legacy", "-w"]).arg(path);
    let started = Instant::now();
    let output = command.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(started.elapsed().as_secs_f64())
}
