//! Runs a program in every way and compares.

use forlane::{ArgumentShapes, Program};
use forlane_cfg::{Stage, StopCode, UnitKind};
use forlane_interpreter::{ArgumentValue, Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_jit::{CompileOptions, ExitStatus};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};

const STAGES: [Stage; 5] = [Stage::Cfg, Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked];

/// What a kernel is given.
const GIVEN: [i32; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// Lanes of the gangs in which kernels are compiled.
const GANGS: [usize; 4] = [1, 2, 8, 64];

/// A way to run a program.
#[derive(Clone, Copy)]
enum Way {
    Interpreted(Stage),
    Compiled(usize),
}

/// What a row assigned and printed, or why it failed and where.
pub type Row = Result<String, String>;

/// Runs the main program, or the kernel of that name, in every way; the outcome of each row, which all share but for
/// the name of an array in a failure, which may be that of a dummy argument or of the argument. The outcomes of a
/// program that `is_aliased` may depend on whether scalars are passed by reference, as they are up to [`Stage::Split`],
/// and on what is inlined.
///
/// # Errors
/// What differs, in which way.
pub fn check(name: &str, text: &str, kernel: Option<&str>, is_aliased: bool) -> Result<Vec<Row>, String> {
    let program = forlane::compile(name, text).map_err(|error| error.to_string())?;
    let (mut first, mut expected): (Option<Vec<Row>>, Vec<Row>) = (None, Vec::new());
    for inline_calls in [true, false] {
        let options = PassOptions { verify: true, ..PassOptions::inlining(inline_calls) };
        let gangs = if kernel.is_some() { &GANGS[..] } else { &[1] };
        let ways = STAGES.into_iter().map(Way::Interpreted).chain(gangs.iter().copied().map(Way::Compiled));
        for way in ways {
            let (found, name) = match way {
                Way::Interpreted(stage) => {
                    (interpreted(&program, kernel, stage, &options), format!("interpreter at {stage:?}"))
                }
                Way::Compiled(gang) => (compiled(&program, kernel, gang, &options), format!("gang {gang}")),
            };
            let name = format!("{name}, inlining {inline_calls}");
            let found = found.map_err(|error| format!("{name}: {error}"))?;
            let is_other_way = is_aliased && matches!(way, Way::Interpreted(Stage::Cfg | Stage::Ssa));
            let nameless: Vec<Row> = found.iter().cloned().map(|row| row.map_err(|text| nameless(&text))).collect();
            if first.is_some() && !is_other_way && nameless != expected {
                return Err(format!("{name}: {nameless:?}, expected {expected:?}"));
            }
            first = first.or(Some(found));
            expected = nameless;
        }
    }
    first.ok_or_else(|| "nothing was run".to_owned())
}

/// A failure without the name of the array.
fn nameless(failure: &str) -> String {
    let mut words: Vec<&str> = failure.split(' ').collect();
    if let Some(of) = words.iter().rposition(|word| *word == "of").filter(|of| of + 1 < words.len()) {
        words.remove(of + 1);
    }
    words.join(" ")
}

fn interpreted(
    program: &Program,
    kernel: Option<&str>,
    stage: Stage,
    options: &PassOptions,
) -> Result<Vec<Row>, String> {
    let units = program.at_stage(stage, &Inputs::varying(), options, &mut PassReport::default());
    let mut units = units.map_err(|error| error.to_string())?;
    forlane_rewrites::bind_procedures::bind_procedures(&mut units).map_err(|error| error.to_string())?;
    let main = units.units.iter().find(|unit| unit.kind == UnitKind::Program).map(|unit| unit.name.as_str());
    let (name, arguments, rows) = match kernel {
        Some(kernel) => {
            let given = GIVEN.into_iter().map(Scalar::Integer4).collect();
            let assigned = vec![Scalar::Integer4(0); GIVEN.len()];
            (kernel, vec![Input::Varying(given), Input::Varying(assigned)], GIVEN.len())
        }
        None => (main.ok_or("the program has no main program")?, Vec::new(), 1),
    };
    let interpreter = Interpreter::new(&units, Options { fuel: 1_000_000, ..Options::default() });
    let outcome = interpreter.run(name, &arguments, rows).map_err(|error| error.to_string())?;
    Ok(outcome.lanes.iter().map(row).collect())
}

fn row(lane: &LaneOutcome) -> Row {
    match &lane.status {
        LaneStatus::Returned => Ok(match lane.arguments.get(1) {
            Some(ArgumentValue::Scalar(Scalar::Integer4(value))) => value.to_string(),
            _ => lane.printed.iter().map(|record| format!("{record}\n")).collect(),
        }),
        LaneStatus::Failed { reason, file, line, .. } => Err(format!("{reason} at {file}:{line}")),
        LaneStatus::Stopped(StopCode::None) if lane.arguments.is_empty() => {
            Ok(lane.printed.iter().map(|record| format!("{record}\n")).collect())
        }
        LaneStatus::Stopped(code) => Err(format!("{code:?}")),
        LaneStatus::OutOfFuel => Err("out of fuel".to_owned()),
    }
}

fn compiled(program: &Program, kernel: Option<&str>, gang: usize, passes: &PassOptions) -> Result<Vec<Row>, String> {
    let code = CompileOptions { gang: Some(gang), verify: true, ..CompileOptions::default() };
    let Some(kernel) = kernel else {
        let main = program.main_program(passes, &code, &mut PassReport::default());
        let main = main.map_err(|error| error.to_string())?;
        let mut printed = Vec::new();
        let status = main.run(&mut std::io::empty(), &mut printed).map_err(|error| error.to_string())?;
        return Ok(vec![match status {
            ExitStatus::Returned | ExitStatus::Stopped(StopCode::None) => {
                Ok(String::from_utf8_lossy(&printed).into_owned())
            }
            ExitStatus::Failed(site) => Err(place(&site.to_string())),
            ExitStatus::InputOutput(site, why) => {
                Err(format!("Fortran runtime error: {why} at {}:{}", site.file, site.line))
            }
            other => Err(format!("{other:?}")),
        }]);
    };
    let source =
        program.kernel_source(kernel, passes, &mut PassReport::default()).map_err(|error| error.to_string())?;
    let kernel = source.compile(ArgumentShapes::default(), &code).map_err(|error| error.to_string())?;
    let names: Vec<String> = kernel.parameters().iter().map(|parameter| parameter.name.clone()).collect();
    let [given, assigned] = &names[..] else { return Err("the kernel has other arguments".to_owned()) };
    let (zeros, mut values) = ([0; GIVEN.len()], [0; GIVEN.len()]);
    let call = kernel.call().input(given, &GIVEN).input(assigned, &zeros).output(assigned, &mut values);
    let outcome = call.run().map_err(|error| error.to_string())?;
    let mut rows: Vec<Row> = values.iter().map(|value| Ok(value.to_string())).collect();
    for (row, failure) in outcome.failures {
        rows[row] = Err(place(&failure));
    }
    Ok(rows)
}

/// A failure without its unit, which inlining changes.
fn place(failure: &str) -> String {
    failure.rsplit_once(" in ").map_or(failure, |(before, _)| before).to_owned()
}
