//! Runs a program in every way there is and compares.

use super::program::Source;
use super::storage::{Kind, Storage};
use forlane::{ArgumentShapes, Program};
use forlane_cfg::{Shape, Stage};
use forlane_interpreter::{
    ArgumentValue, Failure, Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar as Element,
};
use forlane_jit::{Binding, CompileOptions, Scalar, Values, ValuesMut};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};

const FILE: &str = "bounds.f90";
const STAGES: [Stage; 5] = [Stage::Cfg, Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked];

/// The index of a row, at which the array or what is passed of it is accessed.
const INDICES: [i32; 8] = [1, 0, 2, -1, 4, 3, i32::MIN, i32::MAX];
/// The index that all rows have in common, of each run.
const COMMON: [i32; 3] = [1, 0, 4];

/// What became of each row: the bits of what it assigned, NaNs being equal, or why it failed and where.
pub type Outcome = Vec<Result<Vec<u64>, String>>;

/// The columns of a table.
struct Table {
    c: Vec<i32>,
    i: Vec<i32>,
    j: Vec<i32>,
    x: Vec<f64>,
}

impl Table {
    /// Rows of all branches with pairs of indices. Neighbours do unlike things, and some nothing.
    fn new(branches: usize) -> Table {
        let mut table = Table { c: Vec::new(), i: Vec::new(), j: Vec::new(), x: Vec::new() };
        for (number, index) in INDICES.into_iter().enumerate() {
            for (i, j) in [(index, 1), (1, index), (index, INDICES[(number * 3 + 1) % INDICES.len()])] {
                for branch in 0..=branches {
                    table.c.push(branch as i32);
                    table.i.push(i);
                    table.j.push(j);
                    table.x.push(table.x.len() as f64);
                }
            }
        }
        table
    }

    fn rows(&self) -> usize {
        self.c.len()
    }
}

/// Runs the program in every way and compares; the outcome that all share. The number chooses among ways.
///
/// # Errors
/// What differs, in which way.
pub fn check(source: &Source, number: usize) -> Result<Outcome, String> {
    let program = forlane::compile(FILE, &source.text).map_err(|error| error.to_string())?;
    let table = Table::new(source.branches);
    let mut shared = Vec::new();
    for common in COMMON {
        let expected = interpret(source, &program, &table, common, (Stage::Cfg, true))?;
        shared.push((common, expected));
    }
    for inline_calls in [true, false] {
        for stage in STAGES.into_iter().filter(|stage| inline_calls || *stage > Stage::Split) {
            let (common, expected) = &shared[(number + stage as usize) % shared.len()];
            let found = interpret(source, &program, &table, *common, (stage, inline_calls))?;
            compare(expected, &found, &format!("interpreter at {stage:?}, inlining: {inline_calls}, u = {common}"))?;
        }
        for gang in gangs(number, inline_calls) {
            let kernel = Compiled::new(source, &program, gang, inline_calls)?;
            for (common, expected) in &shared {
                let found = kernel.run(source, &table, *common)?;
                compare(expected, &found, &format!("gang {gang}, inlining: {inline_calls}, u = {common}"))?;
            }
        }
    }
    Ok(shared.into_iter().flat_map(|(_, rows)| rows).collect())
}

/// The gang sizes: scalar code always, and by turns the others, of which the largest takes longest to compile.
fn gangs(number: usize, inline_calls: bool) -> Vec<usize> {
    match (number + usize::from(inline_calls)) % 8 {
        0 => vec![1, 64],
        1..=4 => vec![1, 2, 8],
        _ => vec![1, 8],
    }
}

fn compare(expected: &Outcome, found: &Outcome, way: &str) -> Result<(), String> {
    match expected.iter().zip(found).position(|(expected, found)| expected != found) {
        None => Ok(()),
        Some(row) => Err(format!("{way}: row {row} is {:x?}, expected {:x?}", found[row], expected[row])),
    }
}

/// The elements of the array in all rows, if it is an argument.
fn elements(source: &Source) -> Vec<i64> {
    (1..=source.setting.length as i64).collect()
}

/// An array that all rows share counts as varying: it is not the only one of its name.
fn inputs() -> Inputs {
    let named = ["u", "m"].map(|name| (name.to_owned(), Shape::Uniform)).to_vec();
    Inputs { scalars: Shape::Varying, arrays: Shape::Varying, named }
}

fn interpret(
    source: &Source,
    program: &Program,
    table: &Table,
    common: i32,
    (stage, inline_calls): (Stage, bool),
) -> Result<Outcome, String> {
    let way = |problem: String| format!("interpreter at {stage:?}, inlining: {inline_calls}: {problem}");
    let options = PassOptions { verify: true, ..PassOptions::inlining(inline_calls) };
    let units = program
        .at_stage(stage, &inputs(), &options, &mut PassReport::default())
        .map_err(|error| way(error.to_string()))?;
    let integers = |values: &[i32]| Input::Varying(values.iter().copied().map(Element::Integer4).collect());
    let uniform = |value: i32| Input::Uniform(Element::Integer4(value));
    let mut arguments = vec![integers(&table.c), integers(&table.i), integers(&table.j), uniform(common)];
    arguments.push(uniform(source.setting.length as i32));
    arguments.push(Input::Varying(table.x.iter().copied().map(Element::Real8).collect()));
    arguments.push(Input::Varying(vec![Element::Real8(0.0); table.rows()]));
    let array: Vec<Element> = elements(source).into_iter().map(|value| element(source.setting.kind, value)).collect();
    match source.setting.storage {
        Storage::Shared => arguments.push(Input::SharedArray(array)),
        Storage::Rows => arguments.push(Input::LaneArrays(vec![array; table.rows()])),
        _ => {}
    }
    let options = Options { gang: 8, fuel: 100_000, ..Options::default() };
    let outcome =
        Interpreter::new(&units, options).run("k", &arguments, table.rows()).map_err(|error| way(error.to_string()))?;
    Ok(outcome.lanes.iter().map(row).collect())
}

fn element(kind: Kind, value: i64) -> Element {
    match kind {
        Kind::I4 => Element::Integer4(value as i32),
        Kind::I8 => Element::Integer8(value),
        Kind::R4 => Element::Real4(value as f32),
        Kind::R8 => Element::Real8(value as f64),
    }
}

/// What became of a lane: `x`, `y`, and the elements of an array of its own.
fn row(lane: &LaneOutcome) -> Result<Vec<u64>, String> {
    match &lane.status {
        LaneStatus::Returned => Ok((lane.arguments.iter().skip(5))
            .flat_map(|argument| match argument {
                ArgumentValue::Scalar(value) => vec![*value],
                ArgumentValue::Array(values) => values.clone(),
                ArgumentValue::Shared => Vec::new(),
            })
            .map(bits)
            .collect()),
        LaneStatus::Failed { reason: Failure::OutOfBounds { array }, unit, file, line } => {
            Err(format!("index out of bounds of {array} at {file}:{line} in {unit}"))
        }
        other => Err(format!("{other:?}")),
    }
}

/// The bits of a value; all NaNs are one, since no promise is made about their sign and payload.
fn bits(value: Element) -> u64 {
    match value {
        Element::Integer4(value) => i64::from(value) as u64,
        Element::Integer8(value) => value as u64,
        Element::Real4(value) if value.is_nan() => f64::NAN.to_bits(),
        Element::Real4(value) => f64::from(value).to_bits(),
        Element::Real8(value) if value.is_nan() => f64::NAN.to_bits(),
        Element::Real8(value) => value.to_bits(),
        other => panic!("{other:?} is of no type that the programs have"),
    }
}

/// Elements of arrays of rows.
enum Array {
    I4(Vec<i32>),
    I8(Vec<i64>),
    R4(Vec<f32>),
    R8(Vec<f64>),
}

impl Array {
    /// The elements again and again.
    fn new(kind: Kind, elements: &[i64], rows: usize) -> Array {
        let values = elements.repeat(rows).into_iter();
        match kind {
            Kind::I4 => Array::I4(values.map(|value| value as i32).collect()),
            Kind::I8 => Array::I8(values.collect()),
            Kind::R4 => Array::R4(values.map(|value| value as f32).collect()),
            Kind::R8 => Array::R8(values.map(|value| value as f64).collect()),
        }
    }

    fn values(&self) -> Values<'_> {
        match self {
            Array::I4(values) => Values::I32(values),
            Array::I8(values) => Values::I64(values),
            Array::R4(values) => Values::F32(values),
            Array::R8(values) => Values::F64(values),
        }
    }

    fn values_mut(&mut self) -> ValuesMut<'_> {
        match self {
            Array::I4(values) => ValuesMut::I32(values),
            Array::I8(values) => ValuesMut::I64(values),
            Array::R4(values) => ValuesMut::F32(values),
            Array::R8(values) => ValuesMut::F64(values),
        }
    }

    fn bits(&self, at: usize) -> u64 {
        bits(match self {
            Array::I4(values) => Element::Integer4(values[at]),
            Array::I8(values) => Element::Integer8(values[at]),
            Array::R4(values) => Element::Real4(values[at]),
            Array::R8(values) => Element::Real8(values[at]),
        })
    }
}

/// The kernel compiled for a gang size.
struct Compiled {
    kernel: forlane::Kernel,
    way: String,
}

impl Compiled {
    fn new(source: &Source, program: &Program, gang: usize, inline_calls: bool) -> Result<Compiled, String> {
        let way = format!("gang {gang}, inlining: {inline_calls}");
        let options = PassOptions::inlining(inline_calls);
        let found = program.kernel_source("k", &options, &mut PassReport::default());
        let found = found.map_err(|error| format!("{way}: {error}"))?;
        let mut shapes = ArgumentShapes::default().uniform("u").uniform("m");
        if source.setting.storage == Storage::Shared {
            shapes = shapes.shared("a");
        }
        let code = CompileOptions { gang: Some(gang), verify: true, ..CompileOptions::default() };
        let kernel = found.compile(shapes, &code).map_err(|error| format!("{way}: {error}"))?;
        Ok(Compiled { kernel, way })
    }

    fn run(&self, source: &Source, table: &Table, common: i32) -> Result<Outcome, String> {
        let (rows, length) = (table.rows(), source.setting.length);
        let (mut x, mut y) = (table.x.clone(), vec![0.0; rows]);
        let elements = elements(source);
        let count = if source.setting.storage == Storage::Rows { rows } else { 1 };
        let array = Array::new(source.setting.kind, &elements, count);
        let mut array_after = Array::new(source.setting.kind, &elements, count);
        let column = |values| Binding::Column { input: Some(values), output: None };
        let uniform = |value| Binding::Uniform { value: Scalar::I32(value), output: None };
        let mut bindings = vec![
            column(Values::I32(&table.c)),
            column(Values::I32(&table.i)),
            column(Values::I32(&table.j)),
            uniform(common),
            uniform(length as i32),
            Binding::Column { input: Some(Values::F64(&table.x)), output: Some(ValuesMut::F64(&mut x)) },
            Binding::Column { input: None, output: Some(ValuesMut::F64(&mut y)) },
        ];
        match source.setting.storage {
            Storage::Shared => bindings.push(Binding::Shared(array.values())),
            Storage::Rows => {
                let output = Some(array_after.values_mut());
                bindings.push(Binding::Rows { length, input: Some(array.values()), output });
            }
            _ => {}
        }
        let mut statuses = vec![0; rows];
        let kernel = self.kernel.compiled();
        kernel.run(&mut bindings, &mut statuses).map_err(|error| format!("{}: {error}", self.way))?;
        drop(bindings);
        let own = if source.setting.storage == Storage::Rows { length } else { 0 };
        let row = |(row, status): (usize, &u32)| match kernel.site(*status) {
            Some(site) => Err(site.to_string()),
            None => {
                let scalars = [x[row], y[row]].map(|value| bits(Element::Real8(value)));
                Ok(scalars.into_iter().chain((0..own).map(|at| array_after.bits(row * own + at))).collect())
            }
        };
        Ok(statuses.iter().enumerate().map(row).collect())
    }
}
