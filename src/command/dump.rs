//! `forlane dump`: the stages of the compilation.

use super::{DumpArguments, DumpFormat, Failure, StageArgument, drawing, loops, report, sources};
use crate::compile::SourceKind;
use crate::kernel_source::ArgumentShapes;
use crate::program::Program;
use forlane_cfg::analysis::Effects;
use forlane_cfg::analysis::sections::{SECTIONS, Section, print_section};
use forlane_cfg::{Program as Units, Shape, Stage, text};
use forlane_frontend::tree::Unit;
use forlane_inspect::loop_report::{UnitLoops, print_loops, summarize_loops};
use forlane_jit::call_order::calls;
use forlane_jit::{CompileOptions, Parameter};
use forlane_rewrites::passes::{INLINE_CALLS, Inputs, PassOptions, PassReport};
use forlane_semantics::bytes;
use forlane_semantics::similar::similar;
use std::time::Instant;

pub(super) fn dump(arguments: &DumpArguments) -> Result<(), Failure> {
    if !arguments.with.is_empty()
        && !matches!(arguments.stage, StageArgument::Cfg | StageArgument::Split | StageArgument::Ssa)
    {
        return Err(Failure::Usage("--with is for the stages cfg, split and ssa".to_owned()));
    }
    let output = match arguments.stage {
        StageArgument::Source => {
            super::print(dump_source(arguments)?)?;
            return Ok(());
        }
        StageArgument::Cfg => dump_units(arguments, Stage::Cfg)?,
        StageArgument::Split => dump_units(arguments, Stage::Split)?,
        StageArgument::Loops => dump_loops(arguments)?,
        StageArgument::Ssa => dump_units(arguments, Stage::Ssa)?,
        StageArgument::Structured => dump_units(arguments, Stage::Structured)?,
        StageArgument::Masked => dump_units(arguments, Stage::Masked)?,
        StageArgument::Gang | StageArgument::Clif | StageArgument::Asm => dump_code(arguments)?,
    };
    super::print(output)?;
    Ok(())
}

fn only_text(arguments: &DumpArguments) -> Result<(), Failure> {
    match arguments.format {
        DumpFormat::Text => Ok(()),
        DumpFormat::Dot | DumpFormat::Svg => Err(only_graphs_and_trees()),
        DumpFormat::Full | DumpFormat::Json => Err(only_loops()),
    }
}

fn only_graphs_and_trees() -> Failure {
    Failure::Usage("--format=dot and svg are for the stages cfg to masked".to_owned())
}

fn only_loops() -> Failure {
    Failure::Usage("--format=full and json are for the stage loops".to_owned())
}

fn unknown_unit<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let hint =
        similar(name, known.iter().copied()).map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    Failure::Usage(format!("program unit `{name}` is not defined; there are `{}`{hint}", known.join("`, `")))
}

/// The parse trees as Fortran. Diagnostics are shown, but what could be parsed is printed all the same.
fn dump_source(arguments: &DumpArguments) -> Result<Vec<u8>, Failure> {
    only_text(arguments)?;
    let sources = sources::read(&arguments.sources)?;
    let mut output = String::new();
    let mut failed = false;
    for (id, kind) in &sources.kinds {
        let SourceKind::Fortran(form) = kind else {
            let name = &sources.map.file(*id).name;
            return Err(report::failure(format!("{name}: a .flir file contains no Fortran to show")));
        };
        let (mut file, diagnostics) = forlane_frontend::parse::parse(&sources.map, *id, *form);
        failed |= !sources::show(&arguments.sources, diagnostics, &sources.map)?;
        if let Some(name) = &arguments.unit {
            let name = name.to_ascii_lowercase();
            let name_of = |unit: &Unit| unit.header.as_ref().map_or("main", |header| &header.name.text).to_owned();
            let known: Vec<String> = file.units.iter().map(name_of).collect();
            file.units = units_of(std::mem::take(&mut file.units)).filter(|unit| name_of(unit) == name).collect();
            if file.units.is_empty() {
                return Err(unknown_unit(&name, known.iter().map(String::as_str)));
            }
        }
        output.push_str(&file.to_string());
    }
    match failed {
        true => Err(Failure::Shown),
        false => Ok(bytes::encode(&output)),
    }
}

/// The units of a file, and after each, on their own, the procedures in it.
fn units_of(units: Vec<Unit>) -> impl Iterator<Item = Unit> {
    let mut all = Vec::new();
    let mut pending: Vec<Unit> = units.into_iter().rev().collect();
    while let Some(unit) = pending.pop() {
        pending.extend(unit.contains.iter().flat_map(|contains| &contains.units).rev().cloned());
        all.push(unit);
    }
    all.into_iter()
}

/// Which dummy arguments the lanes share in a dump: arrays, and the scalars named.
fn inputs(arguments: &DumpArguments) -> Inputs {
    let named = arguments.uniform.iter().map(|name| (name.to_ascii_lowercase(), Shape::Uniform)).collect();
    Inputs { scalars: Shape::Varying, arrays: Shape::Uniform, named }
}

fn dump_units(arguments: &DumpArguments, stage: Stage) -> Result<String, Failure> {
    let wanted = sections(arguments)?;
    let (mut units, chosen) = units_at(arguments, stage, sources::pass_options(&arguments.passes)?)?;
    let effects = if wanted.is_empty() { Effects::default() } else { Effects::compute(&units) };
    choose(chosen, stage, &mut units)?;
    match arguments.format {
        DumpFormat::Text => {}
        DumpFormat::Dot => return Ok(drawing::dot(&units, &sources::read(&arguments.sources)?)),
        DumpFormat::Svg => return drawing::svg(&units, &sources::read(&arguments.sources)?),
        DumpFormat::Full | DumpFormat::Json => return Err(only_loops()),
    }
    let mut texts = Vec::new();
    for mut unit in units.units {
        let mut text = text::print_unit(&unit);
        inputs(arguments).apply(&mut unit);
        for section in &wanted {
            text.push_str(&print_section(&unit, &effects, *section)?);
        }
        texts.push(text);
    }
    Ok(texts.join("\n"))
}

/// The requested analyses.
fn sections(arguments: &DumpArguments) -> Result<Vec<Section>, Failure> {
    if arguments.format != DumpFormat::Text && !arguments.with.is_empty() {
        return Err(Failure::Usage("--with is for --format=text".to_owned()));
    }
    let section = |name: &String| {
        let found = SECTIONS.iter().find(|(_, known)| known == name);
        found.map(|(section, _)| *section).ok_or_else(|| {
            let known: Vec<&str> = SECTIONS.iter().map(|(_, known)| *known).collect();
            Failure::Usage(format!("unknown analysis `{name}`; there are {}", known.join(", ")))
        })
    };
    arguments.with.iter().map(section).collect()
}

/// The loop report, over the source's own loops: nothing is spliced in.
fn dump_loops(arguments: &DumpArguments) -> Result<String, Failure> {
    let mut options = sources::pass_options(&arguments.passes)?;
    options.disabled.push(INLINE_CALLS);
    let (mut units, chosen) = units_at(arguments, Stage::Split, options)?;
    let effects = Effects::compute(&units);
    choose(chosen, Stage::Split, &mut units)?;
    let reports: Vec<UnitLoops> = units.units.iter().filter_map(|unit| UnitLoops::compute(unit, &effects)).collect();
    match arguments.format {
        DumpFormat::Text => {
            let sources = sources::read(&arguments.sources)?;
            let text_of = |name: &str| drawing::text_of(&sources, name);
            let texts: Vec<String> = reports.iter().map(|report| summarize_loops(report, &text_of)).collect();
            Ok(texts.join("\n"))
        }
        DumpFormat::Full => Ok(reports.iter().map(print_loops).collect::<Vec<_>>().join("\n")),
        DumpFormat::Json => Ok(loops::to_json(&reports)),
        DumpFormat::Dot | DumpFormat::Svg => Err(only_graphs_and_trees()),
    }
}

/// The program at a stage, and the name of the requested unit, which binding may change. What the rewrites reported has
/// been shown.
fn units_at(arguments: &DumpArguments, stage: Stage, options: PassOptions) -> Result<(Units, Option<String>), Failure> {
    let (begin, mut passes) = (Instant::now(), PassReport::default());
    let mut program = sources::timed_program(&arguments.sources, &mut passes)?;
    let mut chosen = arguments.unit.as_ref().map(|name| name.to_ascii_lowercase());
    if let (Some(name), false) = (&chosen, options.bindings.is_empty()) {
        let (bound, name) = program.bind(name, &options.bindings)?;
        (program, chosen) = (bound, Some(name));
    }
    let units = program.at_stage(stage, &inputs(arguments), &options, &mut passes)?;
    sources::show_report(&arguments.passes, &passes, begin.elapsed());
    Ok((units, chosen))
}

/// Keeps the requested units; none may be further than the stage.
fn choose(name: Option<String>, stage: Stage, units: &mut Units) -> Result<(), Failure> {
    if let Some(name) = name {
        let meant: Vec<String> = units.units_meant(&name).iter().map(|unit| unit.name.clone()).collect();
        if meant.is_empty() {
            return Err(unknown_unit(&name, units.units.iter().map(|unit| unit.name.as_str())));
        }
        units.units.retain(|unit| meant.contains(&unit.name));
    }
    if let Some(unit) = units.units.iter().find(|unit| unit.stage > stage) {
        let message = format!("unit `{}` comes from a file at a later stage than the requested one", unit.name);
        return Err(report::failure(message));
    }
    Ok(())
}

/// The stages after the masks. They are of a kernel and of what it calls: that of `--unit`, or each subprogram of the
/// sources that nothing else calls.
fn dump_code(arguments: &DumpArguments) -> Result<String, Failure> {
    only_text(arguments)?;
    let (begin, mut report) = (Instant::now(), PassReport::default());
    let program = sources::timed_program(&arguments.sources, &mut report)?;
    let passes = sources::pass_options(&arguments.passes)?;
    let options = CompileOptions {
        gang: arguments.gang,
        refill: arguments.refill.into(),
        isa: arguments.code.isa.into(),
        math: arguments.code.math.into(),
        keep_text: true,
        ..CompileOptions::default()
    };
    let mut output = String::new();
    for name in kernels(arguments, &program)? {
        let source = program.kernel_source(&name, &passes, &mut report).map_err(Failure::of_kernel)?;
        let kernel = source.compile(shapes(&source.parameters, &arguments.uniform), &options)?;
        report.append(kernel.passes().clone());
        for function in kernel.compiled().texts() {
            output.push_str(match arguments.stage {
                StageArgument::Gang => &function.gang,
                StageArgument::Asm => &function.assembly,
                _ => &function.clif,
            });
            output.push('\n');
        }
    }
    sources::show_report(&arguments.passes, &report, begin.elapsed());
    Ok(output)
}

/// The shapes of arguments without data: one array for all rows where the kernel does not assign it, one value for all
/// for the scalars named.
pub(super) fn shapes(parameters: &[Parameter], uniform: &[String]) -> ArgumentShapes {
    let mut shapes = ArgumentShapes::default();
    for parameter in parameters {
        let is_uniform = uniform.iter().any(|name| name.eq_ignore_ascii_case(&parameter.name));
        if parameter.is_array && !parameter.is_assigned {
            shapes = shapes.shared(&parameter.name);
        } else if is_uniform && !parameter.is_array {
            shapes = shapes.uniform(&parameter.name);
        }
    }
    shapes
}

fn kernels(arguments: &DumpArguments, program: &Program) -> Result<Vec<String>, Failure> {
    let units = &program.units().units;
    if let Some(name) = &arguments.unit {
        return Ok(vec![program.full_name(name)?]);
    }
    let called: Vec<&str> = units.iter().flat_map(calls).filter_map(|call| call.callee.unit()).collect();
    let is_free =
        |unit: &&forlane_cfg::Unit| !called.contains(&unit.name.as_str()) && unit.dummy_procedures().next().is_none();
    Ok(units.iter().filter(is_free).map(|unit| unit.name.clone()).collect())
}
