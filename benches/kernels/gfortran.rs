//! The same work by gfortran: a main program that reads the rows, calls the kernel for each, and prints the seconds.

use crate::inputs::{Benchmark, Column};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The compiled program and its rows.
pub struct Program {
    folder: tempfile::TempDir,
}

impl Program {
    /// Compiles with `gfortran -O3 -march=native`; none where there is no gfortran.
    pub fn compile(kernel: &Path, benchmark: &Benchmark) -> Option<Program> {
        let folder = tempfile::tempdir().ok()?;
        std::fs::write(folder.path().join("driver.f90"), driver(benchmark)).ok()?;
        let mut bytes = Vec::new();
        for column in &benchmark.inputs {
            match column {
                Column::I32(values) => values.iter().for_each(|value| bytes.extend(value.to_ne_bytes())),
                Column::F64(values) => values.iter().for_each(|value| bytes.extend(value.to_ne_bytes())),
            }
        }
        std::fs::write(folder.path().join("rows"), bytes).ok()?;
        let compiled = Command::new("gfortran")
            .current_dir(folder.path())
            .args(["-O3", "-march=native", "-std=legacy", "-w", "-o", "program", "driver.f90"])
            .arg(kernel)
            .status()
            .ok()?;
        compiled.success().then_some(Program { folder })
    }

    /// Seconds that the loop over the rows takes.
    pub fn run(&self) -> f64 {
        let output = Command::new(self.folder.path().join("program"))
            .current_dir(self.folder.path())
            .output()
            .expect("the program that gfortran made runs");
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("it prints seconds")
    }
}

fn driver(benchmark: &Benchmark) -> String {
    let rows = benchmark.rows;
    let mut text = String::from("program driver\n implicit none\n integer :: i\n integer(8) :: start, finish, rate\n");
    for (index, column) in benchmark.inputs.iter().enumerate() {
        let ty = if matches!(column, Column::I32(_)) { "integer" } else { "real(8)" };
        let _ = writeln!(text, " {ty}, allocatable :: in{}(:)", index + 1);
    }
    for (index, is_integer) in benchmark.output_is_integer.iter().enumerate() {
        let ty = if *is_integer { "integer" } else { "real(8)" };
        let _ = writeln!(text, " {ty}, allocatable :: out{}(:)", index + 1);
    }
    let result = if benchmark.output_is_integer.last() == Some(&true) { "integer" } else { "real(8)" };
    if !benchmark.call.starts_with("call") {
        let _ = writeln!(text, " {result}, external :: {}", benchmark.kernel);
    }
    text.push_str(" open(10, file='rows', access='stream', form='unformatted', status='old')\n");
    for index in 1..=benchmark.inputs.len() {
        let _ = writeln!(text, " allocate(in{index}({rows}))\n read(10) in{index}");
    }
    for index in 1..=benchmark.output_is_integer.len() {
        let _ = writeln!(text, " allocate(out{index}({rows}))\n out{index} = 0");
    }
    let _ = writeln!(text, " call system_clock(start, rate)\n do i = 1, {rows}\n  {}\n end do", benchmark.call);
    text.push_str(" call system_clock(finish)\n print *, real(finish - start, 8)/real(rate, 8)\n");
    text.push_str(" open(11, file='results', access='stream', form='unformatted', status='replace')\n");
    for index in 1..=benchmark.output_is_integer.len() {
        let _ = writeln!(text, " write(11) out{index}");
    }
    text.push_str("end program\n");
    text
}
