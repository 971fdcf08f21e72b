//! Main programs that use files, each in an empty folder, and what is left of them: `NAME.f90` and `NAME.out`, which
//! holds standard output, the exit status, and the bytes of each file in the folder. `BLESS=gfortran` makes it anew
//! with `gfortran -O0 -ffp-contract=off -std=legacy`. Compiled code and the interpreter, before and after SSA form, are
//! to give the same. The interpreter has a process of its own for each program, since a process has one folder.

use crate::harness::{compare, files, split, trial};
use crate::programs::compiled_by_gfortran;
use forlane::Program;
use forlane_cfg::{Shape, Stage, StopCode};
use forlane_interpreter::{Interpreter, LaneStatus, Options};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};
use libtest_mimic::Trial;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The variables of the environment that make a process of this binary the interpreter.
const SOURCE: &str = "FORLANE_TEST_SOURCE";
const STAGE: &str = "FORLANE_TEST_STAGE";

pub fn trials() -> Vec<Trial> {
    let cases = files("files", &["f", "f90"]).into_iter();
    cases.map(|path| trial("files", &split(&path).1, move || check(&path))).collect()
}

fn check(path: &Path) -> Result<(), String> {
    let expected = path.with_extension("out");
    if std::env::var_os("BLESS").is_some_and(|value| value == "gfortran") {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let program = compiled_by_gfortran(path, folder.path())?;
        let left = left_by(&mut Command::new(program))?;
        return std::fs::write(expected, left).map_err(|error| error.to_string());
    }
    let left = left_by(Command::new(env!("CARGO_BIN_EXE_forlane")).arg("run").arg(path))?;
    compare(&expected, &left)?;
    let binary = std::env::current_exe().map_err(|error| error.to_string())?;
    for stage in ["cfg", "ssa"] {
        let left = left_by(Command::new(&binary).env(SOURCE, path).env(STAGE, stage))?;
        compare(&expected, &left).map_err(|message| format!("interpreter at {stage}: {message}"))?;
    }
    Ok(())
}

/// What a command shows, returns and leaves in an empty folder.
fn left_by(command: &mut Command) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let output = command.current_dir(folder.path()).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let status = output.status.code().unwrap_or(-1);
    let mut text = format!("{}exit status {status}\n", String::from_utf8_lossy(&output.stdout));
    let entries = std::fs::read_dir(folder.path()).map_err(|error| error.to_string())?;
    let mut names: Vec<_> = entries.flatten().map(|entry| entry.file_name()).collect();
    names.sort();
    for name in names {
        let bytes = std::fs::read(folder.path().join(&name)).map_err(|error| error.to_string())?;
        let _ = writeln!(text, "file {} of {} bytes", name.to_string_lossy(), bytes.len());
        bytes.split_inclusive(|byte| *byte == b'\n').for_each(|line| {
            let _ = writeln!(text, "  {}", line.escape_ascii());
        });
    }
    Ok(text)
}

/// Runs the program that the environment names in the interpreter, if it names one.
pub fn interpreted() -> Option<ExitCode> {
    let path = std::env::var_os(SOURCE)?;
    let stage = if std::env::var_os(STAGE)? == "ssa" { Stage::Ssa } else { Stage::Cfg };
    Some(interpret(Path::new(&path), stage).unwrap_or_else(|message| {
        eprintln!("{message}");
        ExitCode::from(101)
    }))
}

fn interpret(path: &Path, stage: Stage) -> Result<ExitCode, String> {
    let program = Program::from_files(&[path.to_owned()]).map_err(|error| error.to_string())?;
    let inputs = Inputs { scalars: Shape::Uniform, arrays: Shape::Uniform, named: Default::default() };
    let options = PassOptions { verify: true, ..PassOptions::default() };
    let units =
        program.at_stage(stage, &inputs, &options, &mut PassReport::default()).map_err(|error| error.to_string())?;
    let main = units.units.iter().find(|unit| unit.kind == forlane_cfg::UnitKind::Program).ok_or("no main program")?;
    let outcome =
        Interpreter::new(&units, Options::default()).run(&main.name, &[], 1).map_err(|error| error.to_string())?;
    let lane = outcome.lanes.first().ok_or("no lane")?;
    lane.printed.iter().for_each(|line| println!("{line}"));
    Ok(match &lane.status {
        LaneStatus::Returned | LaneStatus::Stopped(StopCode::None) => ExitCode::SUCCESS,
        LaneStatus::Stopped(StopCode::Number(number)) => ExitCode::from(*number as u8),
        LaneStatus::Failed { .. } => ExitCode::from(2),
        LaneStatus::Stopped(_) | LaneStatus::OutOfFuel => return Err("the program ended early".to_owned()),
    })
}
