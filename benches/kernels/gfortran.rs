//! The same work by gfortran: a main program that reads the rows, runs the kernel for each, and prints the processor
//! time.

use crate::inputs::Benchmark;
use crate::numbers::{Input, Numbers, Type};
use std::fmt::Write;
use std::process::Command;

/// The compiled program and its rows.
pub struct Program {
    folder: tempfile::TempDir,
}

/// What the ratios are to.
pub const FAST: &[&str] = &["-O3", "-march=native"];
/// What the bits are compared with.
pub const EXACT: &[&str] = &["-O0", "-ffp-contract=off"];

impl Program {
    /// Compiles with these options; none where there is no gfortran.
    pub fn compile(benchmark: &Benchmark, options: &[&str]) -> Option<Program> {
        let folder = tempfile::tempdir().ok()?;
        std::fs::write(folder.path().join("driver.f90"), driver(benchmark)).ok()?;
        std::fs::write(folder.path().join(&benchmark.file), &benchmark.text).ok()?;
        let bytes: Vec<u8> = benchmark.inputs.iter().flat_map(|(_, input)| input.numbers().bytes()).collect();
        std::fs::write(folder.path().join("rows"), bytes).ok()?;
        let compiled = Command::new("gfortran")
            .current_dir(folder.path())
            .args(options)
            .args(["-std=legacy", "-w", "-o", "program", "driver.f90", &benchmark.file])
            .status()
            .ok()?;
        assert!(compiled.success(), "{}: gfortran takes it", benchmark.name);
        Some(Program { folder })
    }

    /// Seconds that the loop over the rows takes.
    pub fn run(&self) -> f64 {
        let output = Command::new(self.folder.path().join("program"))
            .current_dir(self.folder.path())
            .output()
            .expect("the program that gfortran made runs");
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("it prints seconds")
    }

    /// The bytes of the results of the last run.
    pub fn results(&self) -> Vec<u8> {
        std::fs::read(self.folder.path().join("results")).expect("the program writes them")
    }
}

fn driver(benchmark: &Benchmark) -> String {
    let rows = benchmark.rows;
    let mut text = String::from("program driver\n implicit none\n integer :: i\n real(8) :: start, finish\n");
    for (index, (_, input)) in benchmark.inputs.iter().enumerate() {
        let allocatable = if matches!(input, Input::Uniform(_)) { "" } else { ", allocatable" };
        let rank = if matches!(input, Input::Uniform(_)) { "" } else { "(:)" };
        let _ = writeln!(text, " {}{allocatable} :: in{}{rank}", input.numbers().ty(), index + 1);
    }
    for (index, ty) in benchmark.outputs.iter().enumerate() {
        let _ = writeln!(text, " {}, allocatable :: out{}(:)", ty.name(), index + 1);
    }
    if benchmark.statement.contains(&format!("= {}(", benchmark.kernel)) {
        let result = benchmark.outputs.last().map_or("", |ty| Type::name(*ty));
        let _ = writeln!(text, " {result}, external :: {}", benchmark.kernel);
    }
    text.push_str(" open(10, file='rows', access='stream', form='unformatted', status='old')\n");
    for (index, (_, input)) in benchmark.inputs.iter().enumerate() {
        if !matches!(input, Input::Uniform(_)) {
            let _ = writeln!(text, " allocate(in{}({}))", index + 1, Numbers::len(input.numbers()));
        }
        let _ = writeln!(text, " read(10) in{}", index + 1);
    }
    for index in 1..=benchmark.outputs.len() {
        let _ = writeln!(text, " allocate(out{index}({rows}))\n out{index} = 0");
    }
    let _ = writeln!(text, " call cpu_time(start)\n do i = 1, {rows}\n  {}\n end do", benchmark.statement);
    text.push_str(" call cpu_time(finish)\n print *, finish - start\n");
    text.push_str(" open(11, file='results', access='stream', form='unformatted', status='replace')\n");
    for index in 1..=benchmark.outputs.len() {
        let _ = writeln!(text, " write(11) out{index}");
    }
    text.push_str("end program\n");
    text
}
