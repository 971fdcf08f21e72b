//! `forlane run`: a main program, or a kernel over a table.

mod arguments;
mod given;
mod missing_columns;
mod outputs;
mod over_table;
mod printed;
mod progress;
mod sample;
mod setup;
mod shapes;
mod sink;
mod tables;
mod texts;
mod watch;

pub(super) use setup::SetupOption;
pub(super) use tables::TableArguments;

use super::{Failure, RunArguments, explain, report, sources};
use crate::data::remove_at_signals;
use crate::program::Program;
use forlane_cfg::analysis::Recursion;
use forlane_cfg::{StopCode, UnitKind};
use forlane_jit::{Checks, CompileOptions, ExitStatus};
use forlane_rewrites::passes::{PassOptions, PassReport};
use over_table::Run;
use sample::Sampled;
use std::io::BufReader;
use std::time::{Duration, Instant};

/// Stack for the recursion of a main program; what is not used of it takes no memory.
const RUN_STACK: usize = 256 << 20;

pub(super) fn run(arguments: &RunArguments, unchecked: Checks) -> Result<(), Failure> {
    let start = Instant::now();
    if arguments.tables.out.is_some() {
        remove_at_signals();
    }
    let mut report = PassReport::default();
    let program = sources::timed_program(&arguments.sources, &mut report)?;
    let options = CompileOptions {
        gang: arguments.gang,
        refill: arguments.refill.into(),
        isa: arguments.code.isa.into(),
        math: arguments.code.math.into(),
        checks: if arguments.unchecked { unchecked } else { Checks::ON },
        verify: arguments.passes.verify || cfg!(debug_assertions),
        interruptible: arguments.timeout.is_some(),
        max_depth: arguments.max_depth.unwrap_or(Recursion::MOST_CALLS),
        memory_limit: arguments.memory_limit,
        allow_files: arguments.allow_files,
        keep_output: arguments.print,
        ..CompileOptions::default()
    };
    match &arguments.kernel {
        None => run_main(&program, &options, arguments, start, report),
        Some(name) => run_kernel(&program, name, &options, arguments, start, report),
    }
}

fn run_main(
    program: &Program,
    options: &CompileOptions,
    arguments: &RunArguments,
    start: Instant,
    mut report: PassReport,
) -> Result<(), Failure> {
    let units = || program.units().units.iter();
    if !units().any(|unit| unit.kind == UnitKind::Program) {
        let names: Vec<String> = units().map(|unit| format!("`{}`", unit.name)).collect();
        let verb = if names.len() == 1 { "is" } else { "are" };
        let there = listed(&names).map_or_else(String::new, |names| format!("; there {verb} {names}"));
        let message = "there is no main program; --kernel NAME runs a subprogram over the rows of a table";
        return Err(report::failure(format!("{message}{there}")));
    }
    let main = program.main_program(&sources::pass_options(&arguments.passes)?, options, &mut report)?;
    sources::show_report(&arguments.passes, &report, start.elapsed());
    let name = arguments.sources.files.first().map(|file| file.with_extension("").into_os_string());
    let command = name.into_iter().chain(arguments.arguments.iter().cloned());
    let command = command.map(std::ffi::OsString::into_encoded_bytes).collect();
    let main = main.with_arguments(command).with_commands(arguments.allow_commands);
    match main.run_with_stack(&mut BufReader::new(std::io::stdin()), &mut std::io::stdout(), RUN_STACK)? {
        ExitStatus::Returned | ExitStatus::Stopped(StopCode::None) | ExitStatus::StoppedWith(0) => Ok(()),
        ExitStatus::StoppedWith(status) => Err(Failure::Stopped(status as u8)),
        ExitStatus::Stopped(StopCode::Number(number)) => {
            to_stderr!("STOP {number}");
            // The system keeps the low eight bits of an exit status.
            Err(Failure::Stopped(number as u8))
        }
        ExitStatus::Stopped(StopCode::Error(text, status)) => {
            to_stderr!("{}", format!("ERROR STOP {text}").trim_end());
            Err(Failure::Stopped(status as u8))
        }
        ExitStatus::Stopped(StopCode::Text(text) | StopCode::Failure(text) | StopCode::Unsupported(text)) => {
            to_stderr!("STOP {text}");
            Ok(())
        }
        ExitStatus::Failed(site) => Err(report::failure(site)),
        ExitStatus::InputOutput(site, message) => {
            to_stderr!("At line {} of file {}\nFortran runtime error: {message}", site.line, site.file);
            Err(Failure::Stopped(2))
        }
    }
}

fn run_kernel(
    program: &Program,
    name: &str,
    options: &CompileOptions,
    arguments: &RunArguments,
    start: Instant,
    mut report: PassReport,
) -> Result<(), Failure> {
    let front_end_time = start.elapsed();
    let explain = arguments.explain.is_some();
    let passes = PassOptions {
        explain,
        max_steps: arguments.max_steps,
        allow_files: arguments.allow_files,
        keep_output: arguments.print,
        ..sources::pass_options(&arguments.passes)?
    };
    arguments::check(arguments)?;
    let output = arguments.tables.output()?;
    let compiling = Instant::now();
    let setup = setup::of(arguments)?;
    let set_up = setup::set_up(program, &setup, arguments)?;
    let program = set_up.as_ref().unwrap_or(program);
    let source = program.kernel_source(name, &passes, &mut report).map_err(Failure::of_kernel)?;
    if source.prints() {
        let what = if arguments.print { "a unit other than 6 and 0" } else { "a unit (PRINT or WRITE)" };
        to_stderr!("warning: kernel `{name}` writes to {what}; that is lost when it runs over rows");
    }
    if arguments.allow_files {
        to_stderr!("note: rows may use files (--allow-files), so they run one after the other, on one thread");
    }
    if let Some(unset) = listed(source.unset()) {
        to_stderr!("warning: kernel `{name}` reads variables that nothing sets, so that they are zero: {unset}");
    }
    let mut compile_time = front_end_time + compiling.elapsed();
    let bound = arguments::bind(&source.parameters, (name, program), arguments, &setup, output.as_ref())?;
    let compiling = Instant::now();
    let kernel = source.compile(bound.shapes.clone(), options)?;
    compile_time += compiling.elapsed();
    report.append(kernel.passes().clone());
    sources::show_report(&arguments.passes, &report, compile_time);
    if let Some(format) = arguments.explain {
        to_stderr!("{}", explain::shown(kernel.remarks(), format).trim_end());
    }
    let sampled = (arguments.stats || arguments.profile.is_some())
        .then(|| Sampled::compile(&source, &bound.shapes, options, arguments.profile.is_some()))
        .transpose()?;
    let run =
        Run { kernel: &kernel, sampled: sampled.as_ref(), arguments, output: output.as_ref(), start, compile_time };
    run.over_table(bound)
}

/// A number of seconds of the command line.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map(Duration::try_from_secs_f64);
    seconds.ok().and_then(Result::ok).ok_or_else(|| "this is not a number of seconds".to_owned())
}

/// A number of bytes of the command line.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let units = [("K", 1_u64 << 10), ("M", 1 << 20), ("G", 1 << 30)];
    let given = units.iter().find_map(|(name, bytes)| Some((text.strip_suffix(name)?, *bytes)));
    let (number, unit) = given.unwrap_or((text, 1));
    let number: u64 = number.parse().map_err(|_| format!("`{text}` is not a number of bytes"))?;
    number.checked_mul(unit).ok_or_else(|| format!("{text} is too much"))
}

/// Names in one line, of very many the first; none if there are none.
fn listed(names: &[String]) -> Option<String> {
    const MOST: usize = 12;
    let shown = names[..names.len().min(MOST)].join(", ");
    match names.len() {
        0 => None,
        count if count > MOST => Some(format!("{shown} and {} more", count - MOST)),
        _ => Some(shown),
    }
}
