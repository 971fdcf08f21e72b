//! The units of all tests, at every stage, print as text that reads back to the same units, and main programs that are
//! read back print what their sources print. What the kernels compute from text is in the suite `kernels`.

use crate::harness::{files, trial};
use crate::programs::default_kinds;
use forlane::{Program, SourceOptions};
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::verify_program;
use forlane_cfg::{Program as Units, Stage, StopCode};
use forlane_jit::{CompileOptions, ExitStatus};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};

const STAGES: [Stage; 5] = [Stage::Cfg, Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked];

/// Stack for recursion.
const STACK: usize = 64 << 20;

pub fn trials() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let examples = ["zeroin.f", "kepler.f", "mandelbrot.f", "opcodes.f"].map(|name| root.join("examples").join(name));
    let of_folder = |folder: &str| files(folder, &["f", "f90"]).into_iter();
    let read_only = of_folder("dumps").chain(of_folder("kernels")).chain(examples).map(|path| (path, false));
    let cases = of_folder("programs").map(|path| (path, true)).chain(read_only);
    let trial_of = |(path, runs): (PathBuf, bool)| {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        trial("text_form", &name, move || check(&path, runs))
    };
    cases.map(trial_of).collect()
}

fn check(path: &Path, runs: bool) -> Result<(), String> {
    let options = SourceOptions { default_kinds: default_kinds(path), ..SourceOptions::default() };
    let mut program = Program::from_files_as(&[path.to_owned()], &options).map_err(|error| error.to_string())?;
    let expected = path.with_extension("out");
    for stage in STAGES {
        let (read, units) = read_back(&program, stage).map_err(|error| format!("{stage:?}: {error}"))?;
        if runs {
            let output = run(read, &path.with_extension("in"))?;
            let kept = std::fs::read_to_string(&expected).map_err(|error| error.to_string())?;
            if output != kept {
                return Err(format!("run from the text of {stage:?} it prints\n{output}"));
            }
        }
        // The next stage is made from this one.
        program = Program::from_units(units).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The program at a stage, through its text and as it was.
fn read_back(program: &Program, stage: Stage) -> Result<(Units, Units), String> {
    let options = PassOptions { verify: true, ..PassOptions::default() };
    let units = program.at_stage(stage, &Inputs::default(), &options, &mut PassReport::default());
    let units = units.map_err(|error| error.to_string())?;
    let text = print_program(&units);
    let read = parse_program(&text).map_err(|errors| format!("{}\n{text}", errors[0]))?;
    verify_program(&read).map_err(|errors| errors[0].to_string())?;
    match print_program(&read) == text {
        true => Ok((read, units)),
        false => Err(format!("printed again, it differs:\n{text}")),
    }
}

/// What the main program prints, and its exit status, as the suite `programs` keeps them.
fn run(units: Units, input: &Path) -> Result<String, String> {
    let options = CompileOptions { verify: true, ..CompileOptions::default() };
    let program = Program::from_units(units).map_err(|error| error.to_string())?;
    let main = program.main_program(&PassOptions::default(), &options, &mut PassReport::default());
    let main = main.map_err(|error| error.to_string())?.with_arguments(vec![b"program".to_vec()]);
    let input = std::fs::read(input).unwrap_or_default();
    let mut output = Vec::new();
    let status = main.run_with_stack(&mut &input[..], &mut output, STACK);
    let status = match status.map_err(|error| error.to_string())? {
        ExitStatus::Returned
        | ExitStatus::Stopped(StopCode::None | StopCode::Text(_) | StopCode::Failure(_) | StopCode::Unsupported(_)) => {
            0
        }
        // The system keeps the low eight bits.
        ExitStatus::Stopped(StopCode::Number(number) | StopCode::Error(_, number)) => number & 255,
        ExitStatus::StoppedWith(status) => i32::from(status as u8),
        ExitStatus::Failed(_) => 1,
        ExitStatus::InputOutput(..) => 2,
    };
    Ok(format!("{}exit status {status}\n", String::from_utf8_lossy(&output)))
}
