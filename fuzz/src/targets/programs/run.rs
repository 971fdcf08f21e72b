//! Runs a random program in every way there is and compares.

use super::print::{Printed, print};
use super::tree::{Kind, Program, Row};
use forlane::{ArgumentShapes, CompileOptions, InstructionSet, Program as Compiled, Refill};
use forlane_cfg::{Shape, Stage, StopCode};
use forlane_interpreter::{ArgumentValue, Failure, Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, optional_passes};

/// The name of the source, whose ending says that it is of fixed form.
pub const FILE: &str = "random.f";
const OUT_OF_FUEL: &str = "out of fuel";

/// What became of each row: the bits of what it assigned, NaNs being equal, or why it failed and where.
pub type Rows = Vec<Result<Vec<u64>, String>>;

/// Why a program has no outcome.
pub enum Problem {
    /// It breaks a rule of Fortran that a random program can't help to break.
    Refused,
    /// Something is wrong with the compiler.
    Wrong(String),
}

/// How a dummy argument is given and in what it comes back.
enum Column {
    Shared(Vec<i32>),
    SharedReal(Vec<f64>),
    Uniform(i32),
    I4(Vec<i32>),
    I8(Vec<i64>),
    R4(Vec<f32>),
    R8(Vec<f64>),
}

/// The values of a dummy argument over all rows.
fn column(case: &Program, name: &str, kind: Kind) -> Column {
    let second = usize::from(name.ends_with('2'));
    let is_input = name.ends_with('1') || name.ends_with('2');
    fn gather<T: Default>(case: &Program, is_input: bool, value: impl Fn(&Row) -> T) -> Vec<T> {
        case.rows.iter().map(|row| if is_input { value(row) } else { T::default() }).collect()
    }
    match (name, kind) {
        ("U", _) => Column::Uniform(case.u),
        ("IT", _) => Column::Shared(case.it.to_vec()),
        ("T", _) => Column::SharedReal(case.t.to_vec()),
        (_, Kind::I4) => Column::I4(gather(case, is_input, |row| row.i[second])),
        (_, Kind::I8) => Column::I8(gather(case, is_input, |row| row.j[second])),
        (_, Kind::R4) => Column::R4(gather(case, is_input, |row| row.r[second])),
        (_, Kind::R8) => Column::R8(gather(case, is_input, |row| row.d[second])),
        (_, Kind::L) => Column::I4(gather(case, is_input, |row| row.l[second].into())),
    }
}

/// Runs the program in every way and compares; the outcome that all share.
///
/// # Errors
/// What differs, in which way; that constants divide by zero, for which there is no program.
pub fn check(case: &Program) -> Result<Rows, Problem> {
    let printed = print(case);
    let compiled = compile(&printed.text)?;
    compare_all(case, &printed, &compiled).map_err(Problem::Wrong)
}

/// Compiles a program that is printed.
///
/// # Errors
/// The diagnostics.
pub fn compile(text: &str) -> Result<Compiled, Problem> {
    forlane::compile(FILE, text).map_err(|error| {
        let message = error.to_string();
        // Warnings are among the errors.
        let fair = [
            "in a constant expression",
            "the value does not fit",
            "a jump into a block from outside",
            "nothing leaves this loop",
        ];
        let is_fair = message.lines().all(|line| fair.iter().any(|text| line.contains(text)));
        if is_fair { Problem::Refused } else { Problem::Wrong(message) }
    })
}

/// How a program is run.
#[derive(Clone, Copy, Debug)]
enum Runner {
    Interpreter(Stage),
    /// Compiled, with that number of lanes.
    Gang(usize, InstructionSet),
}

/// One of the ways to run a program, and whether optional passes are left out.
type Way = (Runner, bool);

/// Beside the interpreter over the graph as it was built, with which all is compared: two stages and two ways to
/// compile, which the case chooses. All that there are take three times as long, and find less than as many other
/// programs.
fn ways(case: &Program) -> Vec<Way> {
    use Runner::{Gang, Interpreter};
    let [first, second] = case.gangs;
    let base = InstructionSet::Base;
    let wide: Vec<_> = InstructionSet::WIDE.into_iter().filter(|isa| isa.is_available()).collect();
    let widest = |size: usize| match wide.get(usize::from(case.ways[2]) % wide.len().max(1)) {
        Some(isa) => Gang(size.max(8), *isa),
        None => Gang(size, base),
    };
    let stages = [(Stage::Split, false), (Stage::Ssa, false), (Stage::Structured, false), (Stage::Masked, false)];
    let stages = stages.into_iter().chain([(Stage::Ssa, true), (Stage::Structured, true), (Stage::Masked, true)]);
    let stages: Vec<Way> = stages.map(|(stage, has_less)| (Interpreter(stage), has_less)).collect();
    let gangs = [(Gang(1, base), false), (Gang(first, base), false), (widest(second), false)];
    let less = [(Gang(1, base), true), (Gang(second, base), true), (widest(first), true)];
    let [stage, other_stage, gang, other_gang] = case.ways.map(usize::from);
    [two_of(&stages, stage, other_stage), two_of(&[gangs, less].concat(), gang, other_gang)].concat()
}

/// Two different ones.
fn two_of(ways: &[Way], first: usize, second: usize) -> [Way; 2] {
    let count = ways.len();
    [ways[first % count], ways[(first + 1 + second % (count - 1)) % count]]
}

fn compare_all(case: &Program, printed: &Printed, compiled: &Compiled) -> Result<Rows, String> {
    let optional = optional_passes();
    let disabled = match case.disabled {
        Some(number) => vec![optional[usize::from(number) % optional.len()]],
        None => optional,
    };
    let without = |disabled: Vec<&'static str>| PassOptions { verify: true, disabled, ..PassOptions::default() };
    let (name_of_less, all, less) = (disabled.join(", "), without(Vec::new()), without(disabled));
    let interpreted = |stage: Stage, options: &PassOptions| {
        let units = compiled.at_stage(stage, &inputs(), options, &mut PassReport::default());
        interpret(case, printed, &units.map_err(|error| error.to_string())?)
    };
    let expected = interpreted(Stage::Cfg, &all).map_err(|error| format!("interpreter at Cfg: {error}"))?;
    for (runner, has_less) in ways(case) {
        let (options, without) = match has_less {
            true => (&less, format!(" without {name_of_less}")),
            false => (&all, String::new()),
        };
        let (name, found) = match runner {
            Runner::Interpreter(stage) => (format!("interpreter at {stage:?}"), interpreted(stage, options)),
            Runner::Gang(size, isa) => {
                let refill = if case.ways[0].is_multiple_of(2) { Refill::Always } else { Refill::Never };
                let code = CompileOptions { gang: Some(size), isa, refill, verify: true, ..CompileOptions::default() };
                (
                    format!("gang of {size}, {isa:?}, refill {refill:?}"),
                    run_code(case, printed, compiled, &code, options),
                )
            }
        };
        let problem = found.map_or_else(Some, |found| differences(printed, &expected, &found));
        if let Some(problem) = problem {
            return Err(format!("{name}{without}: {problem}"));
        }
    }
    Ok(expected)
}

fn inputs() -> Inputs {
    let named = ["u", "t", "it"].map(|name| (name.to_owned(), Shape::Uniform)).to_vec();
    Inputs { scalars: Shape::Varying, arrays: Shape::Varying, named }
}

/// The first row that differs.
fn differences(printed: &Printed, expected: &Rows, found: &Rows) -> Option<String> {
    let row = expected.iter().zip(found).position(|(expected, found)| expected != found)?;
    let names: Vec<&str> =
        printed.dummies.iter().map(|(name, _)| name.as_str()).filter(|name| !is_shared(name)).collect();
    Some(format!("row {row}: ({}) is {:x?}, expected {:x?}", names.join(", "), found[row], expected[row]))
}

fn is_shared(name: &str) -> bool {
    matches!(name, "U" | "T" | "IT")
}

fn run_code(
    case: &Program,
    printed: &Printed,
    compiled: &Compiled,
    code: &CompileOptions,
    options: &PassOptions,
) -> Result<Rows, String> {
    let source =
        compiled.kernel_source("kernel", options, &mut PassReport::default()).map_err(|error| error.to_string())?;
    let mut shapes = ArgumentShapes::default();
    for (name, _) in &printed.dummies {
        shapes = match name.as_str() {
            "U" => shapes.uniform(name),
            "T" | "IT" => shapes.shared(name),
            _ => shapes,
        };
    }
    let kernel = source.compile(shapes, code).map_err(|error| error.to_string())?;
    let columns: Vec<Column> = printed.dummies.iter().map(|(name, kind)| column(case, name, *kind)).collect();
    let mut outputs: Vec<Column> = printed.dummies.iter().map(|(name, kind)| column(case, name, *kind)).collect();
    let mut call = kernel.call();
    for (((name, _), input), output) in printed.dummies.iter().zip(&columns).zip(&mut outputs) {
        call = match (input, output) {
            (Column::Shared(values), _) => call.shared(name, values),
            (Column::SharedReal(values), _) => call.shared(name, values),
            (Column::Uniform(value), _) => call.value(name, *value),
            (Column::I4(values), Column::I4(room)) => call.input(name, values).output(name, room),
            (Column::I8(values), Column::I8(room)) => call.input(name, values).output(name, room),
            (Column::R4(values), Column::R4(room)) => call.input(name, values).output(name, room),
            (Column::R8(values), Column::R8(room)) => call.input(name, values).output(name, room),
            _ => call,
        };
    }
    let outcome = call.run().map_err(|error| error.to_string())?;
    let mut rows: Rows =
        (0..case.rows.len()).map(|row| Ok(outputs.iter().filter_map(|output| output.bits(row)).collect())).collect();
    for (row, failure) in outcome.failures {
        // The interpreter does not say where a lane stopped, and inlining makes it another unit that failed.
        let end = if failure.starts_with("STOP") { " at " } else { " in " };
        let failure = failure.rsplit_once(end).map_or(failure.as_str(), |(before, _)| before);
        rows[row] = Err(match failure.rsplit_once(" at ") {
            Some((reason, place)) => format!("{} at {place}", without_array(reason)),
            None => failure.to_owned(),
        });
    }
    Ok(rows)
}

/// A failure without the name of the array: a dummy argument has another one where its unit is inlined.
fn without_array(reason: &str) -> &str {
    reason.split_once(" of ").map_or(reason, |(what, _)| what)
}

impl Column {
    /// The bits of a row's value; none if all rows share it.
    fn bits(&self, row: usize) -> Option<u64> {
        match self {
            Column::Shared(_) | Column::SharedReal(_) | Column::Uniform(_) => None,
            Column::I4(values) => Some(Scalar::Integer4(values[row]).wide_bits()),
            Column::I8(values) => Some(Scalar::Integer8(values[row]).wide_bits()),
            Column::R4(values) => Some(Scalar::Real4(values[row]).wide_bits()),
            Column::R8(values) => Some(Scalar::Real8(values[row]).wide_bits()),
        }
    }

    fn input(&self, kind: Kind) -> Input {
        let logical =
            |value: &i32| if kind == Kind::L { Scalar::Logical(*value != 0) } else { Scalar::Integer4(*value) };
        match self {
            Column::Shared(values) => Input::SharedArray(values.iter().copied().map(Scalar::Integer4).collect()),
            Column::SharedReal(values) => Input::SharedArray(values.iter().copied().map(Scalar::Real8).collect()),
            Column::Uniform(value) => Input::Uniform(Scalar::Integer4(*value)),
            Column::I4(values) => Input::Varying(values.iter().map(logical).collect()),
            Column::I8(values) => Input::Varying(values.iter().copied().map(Scalar::Integer8).collect()),
            Column::R4(values) => Input::Varying(values.iter().copied().map(Scalar::Real4).collect()),
            Column::R8(values) => Input::Varying(values.iter().copied().map(Scalar::Real8).collect()),
        }
    }
}

fn interpret(case: &Program, printed: &Printed, units: &forlane_cfg::Program) -> Result<Rows, String> {
    let arguments: Vec<Input> =
        printed.dummies.iter().map(|(name, kind)| column(case, name, *kind).input(*kind)).collect();
    let options = Options { gang: 8, fuel: 200_000, ..Options::default() };
    let outcome = Interpreter::new(units, options)
        .run("kernel", &arguments, case.rows.len())
        .map_err(|error| error.to_string())?;
    let rows: Rows = outcome.lanes.iter().map(|lane| row(printed, lane)).collect();
    // Compiled code would never end.
    if rows.iter().any(|row| row.as_ref().is_err_and(|failure| failure == OUT_OF_FUEL)) {
        return Err("a lane does not end".to_owned());
    }
    Ok(rows)
}

fn row(printed: &Printed, lane: &LaneOutcome) -> Result<Vec<u64>, String> {
    match &lane.status {
        LaneStatus::Returned => {
            let arguments = printed.dummies.iter().zip(&lane.arguments).filter(|((name, _), _)| !is_shared(name));
            Ok(arguments
                .map(|(_, value)| match value {
                    ArgumentValue::Scalar(value) => value.wide_bits(),
                    ArgumentValue::Array(_) | ArgumentValue::Shared => 0,
                })
                .collect())
        }
        LaneStatus::Failed { reason, file, line, .. } => {
            let reason = match reason {
                // Compiled kernels do not say why a transfer fails.
                Failure::Stated(text) if text.starts_with("Fortran runtime error: ") => {
                    "input or output failed".to_owned()
                }
                reason => without_array(&reason.to_string()).to_owned(),
            };
            Err(format!("{reason} at {file}:{line}"))
        }
        LaneStatus::Stopped(StopCode::Number(number)) => Err(format!("STOP {number}")),
        LaneStatus::Stopped(_) => Err("STOP".to_owned()),
        LaneStatus::OutOfFuel => Err(OUT_OF_FUEL.to_owned()),
    }
}
