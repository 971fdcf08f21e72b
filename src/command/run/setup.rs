//! What is set up once before the rows: `--init`, `--init-unit`, `--state`.

use super::super::{ArrayOrderArgument, Failure, RunArguments, report};
use crate::convert::column_of;
use crate::data::{ArrayOrder, read_npy};
use crate::program::Program;
use crate::setup::{Setup, SetupError, list_literals};
use arrow_schema::DataType;
use clap::ArgMatches;
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_jit::{Parameter, Values};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// One of the options, with its text.
#[derive(Clone, Debug)]
pub(in super::super) enum SetupOption {
    /// `--init`
    Call(String),
    /// `--init-unit`
    Unit(String),
    /// `--state`
    State(String),
}

impl SetupOption {
    /// The options of a command line in the order in which they were given.
    pub(in super::super) fn in_order(matches: &ArgMatches) -> Vec<SetupOption> {
        let of = |name: &str, option: fn(String) -> SetupOption| {
            let texts = matches.get_many::<String>(name).into_iter().flatten().cloned();
            matches.indices_of(name).into_iter().flatten().zip(texts.map(option)).collect::<Vec<_>>()
        };
        let mut all = of("init", SetupOption::Call);
        all.extend(of("init_unit", SetupOption::Unit));
        all.extend(of("state", SetupOption::State));
        all.sort_by_key(|(index, _)| *index);
        all.into_iter().map(|(_, option)| option).collect()
    }
}

/// The setup of a command line, with the values of `--set` and the arrays of files.
pub(super) fn of(arguments: &RunArguments) -> Result<Setup, Failure> {
    let mut setup = Setup::default();
    for option in &arguments.setup {
        let of = |name: &'static str| move |error: SetupError| Failure::Usage(format!("{name} {error}"));
        setup = match option {
            SetupOption::Call(text) => setup.call(text).map_err(of("--init"))?,
            SetupOption::Unit(text) => setup.call(&format!("CALL {text}")).map_err(of("--init-unit"))?,
            SetupOption::State(text) => setup.set(text).map_err(of("--state"))?,
        };
    }
    for text in &arguments.set {
        if let Some((name, value)) = text.split_once('=').filter(|(name, _)| setup.uses(name.trim())) {
            let of = |error: SetupError| Failure::Usage(format!("--set {text}: {error}"));
            setup = setup.value(name.trim(), value).map_err(of)?;
        }
    }
    let memory = arguments.array_order == ArrayOrderArgument::Memory;
    let order = if memory { ArrayOrder::Memory } else { ArrayOrder::Index };
    for file in setup.files().map(str::to_owned).collect::<Vec<String>>() {
        setup = with_array(setup, &file, order)?;
    }
    Ok(setup)
}

/// The setup with the array of a file.
fn with_array(setup: Setup, file: &str, order: ArrayOrder) -> Result<Setup, Failure> {
    let array = read_npy(Path::new(file), order)?;
    let ty = match array.elements.data_type() {
        DataType::Boolean => Type::Logical,
        ty if ty.is_integer() => Type::Integer(IntegerKind::I8),
        _ => Type::Real(RealKind::R8),
    };
    let column = column_of(&array.elements, ty)
        .map_err(|bad| report::failure(format!("{file}: element {}: {}", bad.row + 1, bad.message)))?;
    let name = format!("@{file}");
    Ok(match column.values(0, column.len()) {
        // No type that is requested here has these.
        Values::U8(_) => return Err(report::failure(format!("{file}: it has no numbers"))),
        Values::I32(values) => setup.array(&name, &array.shape, values),
        Values::I64(values) => setup.array(&name, &array.shape, values),
        Values::F32(values) => setup.array(&name, &array.shape, values),
        Values::F64(values) => setup.array(&name, &array.shape, values),
    })
}

/// The program with its state set up, if there is something to do. What the calls print goes to standard error; they
/// read standard input, unless that is the table.
pub(super) fn set_up(program: &Program, setup: &Setup, arguments: &RunArguments) -> Result<Option<Program>, Failure> {
    if setup.is_empty() {
        return Ok(None);
    }
    let mut input: Box<dyn BufRead + Send> = match arguments.tables.reads_standard_input() {
        true => Box::new(std::io::empty()),
        false => Box::new(BufReader::new(std::io::stdin())),
    };
    Ok(Some(program.set_up(setup, &mut *input, &mut std::io::stderr())?))
}

/// The literals of a list.
pub(super) fn literals_of(text: &str, parameter: &Parameter, example: &str) -> Result<Vec<String>, String> {
    let literals = list_literals(text).map_err(|error| error.to_string())?;
    literals.ok_or_else(|| format!("`{}` is an array, which takes a list, {example}, or --array", parameter.name))
}
