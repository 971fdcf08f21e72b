//! Sources given on the command line, read and compiled.

use super::{
    ErrorFormat, Failure, FormArgument, PassArguments, SourceArguments, SwitchArgument, UniformLoopsArgument, json,
    report,
};
use crate::compile::{Sources, compile};
use crate::program::Program;
use crate::sources::SourceOptions;
use forlane_frontend::diagnostics::{Diagnostic, WARNINGS, WarningSwitches, has_errors};
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::{DefaultKinds, SourceMap};
use forlane_rewrites::lower_switches::SwitchForm;
use forlane_rewrites::passes::{INLINE_CALLS, PassOptions, PassReport, optional_passes};
use forlane_rewrites::uniform_parts::UniformForm;
use std::time::Duration;

pub(super) fn read(arguments: &SourceArguments) -> Result<Sources, Failure> {
    let form = arguments.form.map(|form| match form {
        FormArgument::Fixed => SourceForm::Fixed,
        FormArgument::Free => SourceForm::Free,
    });
    let line_length = match arguments.line_length {
        0 => u32::MAX,
        length => length,
    };
    let options = SourceOptions {
        form,
        line_length: Some(line_length),
        keeps_locals: arguments.save_locals,
        default_kinds: DefaultKinds::of_sizes(arguments.default_real, arguments.default_integer).unwrap_or_default(),
        definitions: arguments.definitions.clone(),
        folders: arguments.folders.clone(),
    };
    Ok(Sources::read(&arguments.files, &options)?)
}

/// The program of the sources; all diagnostics have been shown, but for those about what is not supported: that fails
/// if it is reached.
pub(super) fn program(arguments: &SourceArguments) -> Result<Program, Failure> {
    timed_program(arguments, &mut PassReport::default())
}

/// The same, with how long reading and compiling took.
pub(super) fn timed_program(arguments: &SourceArguments, report: &mut PassReport) -> Result<Program, Failure> {
    let sources = report.time("read", "", || read(arguments))?;
    let (program, mut diagnostics) = compile(&sources);
    report.times.extend(program.iter().flat_map(|program| program.times.iter().cloned()));
    if program.is_some() {
        diagnostics.retain(|diagnostic| !diagnostic.is_unsupported());
    }
    let is_sound = show(arguments, diagnostics, &sources.map)?;
    program.filter(|_| is_sound).map(Program::from_compiled).ok_or(Failure::Shown)
}

/// Shows diagnostics as the options say; true if none of them is an error.
pub(super) fn show(
    arguments: &SourceArguments,
    diagnostics: Vec<Diagnostic>,
    sources: &SourceMap,
) -> Result<bool, Failure> {
    let switches = WarningSwitches::from_words(arguments.warnings.iter().map(String::as_str)).map_err(|word| {
        let names: Vec<&str> = WARNINGS.iter().map(|warning| warning.name).collect();
        Failure::Usage(format!("unknown warning `{word}`; the warnings are {}, all, and error", names.join(", ")))
    })?;
    let diagnostics = switches.apply(diagnostics);
    match arguments.error_format {
        ErrorFormat::Text => report::show(&diagnostics, sources),
        ErrorFormat::Json => json::show(&diagnostics, sources),
    }
    Ok(!has_errors(&diagnostics))
}

pub(super) fn pass_options(arguments: &PassArguments) -> Result<PassOptions, Failure> {
    let names = forlane_rewrites::passes::pass_names();
    if let Some(name) = arguments.dump_after.as_deref().filter(|name| !names.contains(name)) {
        return Err(Failure::Usage(format!("unknown rewrite `{name}`; there are {}", names.join(", "))));
    }
    Ok(PassOptions {
        verify: arguments.verify || cfg!(debug_assertions),
        dump_after: arguments.dump_after.clone(),
        refills: false,
        disabled: disabled(arguments)?,
        switches: arguments.switches.map(|form| match form {
            SwitchArgument::Native => SwitchForm::Native,
            SwitchArgument::Chain => SwitchForm::GuardedChain,
            SwitchArgument::Tree => SwitchForm::RangeTree,
        }),
        uniform: match arguments.uniform_loops {
            UniformLoopsArgument::Auto => None,
            UniformLoopsArgument::Graph => Some(UniformForm::Graph),
            UniformLoopsArgument::Tree => Some(UniformForm::Tree),
        },
        entry: None,
        bindings: bindings(&arguments.bind)?,
        max_steps: None,
        allow_files: false,
        keep_output: false,
        explain: false,
    })
}

/// The optimizations that are left out.
fn disabled(arguments: &PassArguments) -> Result<Vec<&'static str>, Failure> {
    let optional = optional_passes();
    let find =
        |name: &String| {
            optional.iter().copied().find(|known| known == name).ok_or_else(|| {
                Failure::Usage(format!("--disable={name}: what can be left out is {}", optional.join(", ")))
            })
        };
    arguments.disable.iter().map(find).chain(arguments.no_inline.then_some(Ok(INLINE_CALLS))).collect()
}

/// The pairs of `--bind`.
pub(super) fn bindings(given: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let pair = |text: &String| match text.split_once('=') {
        Some((dummy, name)) if !dummy.is_empty() && !name.is_empty() => {
            Ok((dummy.to_ascii_lowercase(), name.to_ascii_lowercase()))
        }
        _ => Err(Failure::Usage(format!("--bind {text}: write NAME=SUBPROGRAM"))),
    };
    given.iter().map(pair).collect()
}

/// Shows what the rewrites reported, on standard error. The times of all phases, with what is in none of them, make up
/// `total`.
pub(super) fn show_report(arguments: &PassArguments, report: &PassReport, total: Duration) {
    for dump in &report.dumps {
        to_stderr!("{}", dump.text.trim_end());
    }
    if arguments.time_passes {
        let line = |time: Duration, what: &str| to_stderr!("{:>10.3} ms  {what}", time.as_secs_f64() * 1e3);
        let totals = report.totals();
        totals.iter().for_each(|(pass, time)| line(*time, pass));
        line(total.saturating_sub(totals.iter().map(|(_, time)| *time).sum()), "other");
        line(total, "total");
        for note in &report.notes {
            to_stderr!("note: {note}");
        }
    }
}
