//! The arguments of a kernel: columns of the table, `--set`, `--array`.

use super::super::{Failure, RunArguments, report};
use crate::convert::{arrow_type, type_name};
use crate::data::{ColumnTypes, Input, Output, read_npy};
use crate::number::{parse_integer, parse_logical, parse_real4, parse_real8};
use crate::program::ArgumentShapes;
use crate::table::{SharedArray, Source, describe};
use forlane_cfg::{IntegerKind, RealKind, Type};
use forlane_jit::{Parameter, Scalar};
use std::collections::BTreeMap;
use std::path::Path;

/// Where the arguments come from.
pub(super) struct Bound {
    /// One for each parameter.
    pub sources: Vec<Source>,
    /// How the kernel takes them.
    pub shapes: ArgumentShapes,
    /// The table; none if all arguments are given.
    pub input: Option<Input>,
    /// The table's name.
    pub path: String,
}

/// The sizes that a gang can have.
const GANGS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// Refuses options that can't work, before anything is compiled.
pub(super) fn check(arguments: &RunArguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.out {
        Output::check_path(path)?;
    }
    if let Some(gang) = arguments.gang.filter(|gang| !GANGS.contains(gang)) {
        let gangs = GANGS.map(|gang| gang.to_string()).join(", ");
        return Err(Failure::Usage(format!("--gang: a gang can't have {gang} lanes, only {gangs}")));
    }
    match arguments.threads {
        Some(0) => Err(Failure::Usage("--threads: at least one thread is needed".to_owned())),
        Some(threads) if threads > 1024 => Err(Failure::Usage(format!("--threads: {threads} is too many"))),
        _ => Ok(()),
    }
}

/// Finds each parameter's source.
pub(super) fn bind(parameters: &[Parameter], kernel: &str, arguments: &RunArguments) -> Result<Bound, Failure> {
    let mut given = given_values(parameters, arguments)?;
    let columns = match &arguments.input {
        Some(path) => Input::column_names(path)?,
        None => Vec::new(),
    };
    let mut types =
        ColumnTypes { infer_others: arguments.out.as_deref().is_some_and(Output::is_typed), ..ColumnTypes::default() };
    let mut sources = Vec::new();
    let mut shapes = ArgumentShapes::default();
    let mut missing = Vec::new();
    for parameter in parameters {
        let column = columns.iter().position(|column| column.eq_ignore_ascii_case(&parameter.name));
        let is_wanted = (parameter.is_read || parameter.is_array) && !parameter.is_result;
        let is_taken = is_wanted || parameter.may_keep;
        let source = match (given.remove(&parameter.name), column) {
            (Some(source), column) => {
                if let Some(column) = column {
                    let option = if parameter.is_array { "--array" } else { "--set" };
                    eprintln!(
                        "warning: `{}` is taken from {option}, not from the column of the table",
                        columns[column]
                    );
                }
                source
            }
            (None, _) if !is_taken => Source::Nowhere,
            (None, None) if !is_wanted => Source::Nowhere,
            (None, Some(column)) => {
                let same = columns.iter().filter(|name| name.eq_ignore_ascii_case(&parameter.name));
                if same.count() > 1 {
                    let path = arguments.input.as_deref().unwrap_or(Path::new("")).display();
                    return Err(report::failure(format!("{path}: column `{}` is given twice", columns[column])));
                }
                if !parameter.is_array {
                    types.wanted.insert(parameter.name.clone(), arrow_type(parameter.ty));
                }
                Source::Column(column)
            }
            (None, None) => {
                missing.push(describe(parameter));
                Source::Nowhere
            }
        };
        shapes = match source {
            Source::Value(_) => shapes.uniform(&parameter.name),
            Source::Shared(_) => shapes.shared(&parameter.name),
            Source::Column(_) | Source::Nowhere => shapes,
        };
        sources.push(source);
    }
    if !missing.is_empty() {
        return Err(report::failure(missing_columns(kernel, &missing, &columns, arguments.input.as_deref())));
    }
    let input = arguments.input.as_deref().map(|path| Input::open(path, &types)).transpose()?;
    if input.as_ref().is_some_and(|input| !input.schema.fields().iter().map(|field| field.name()).eq(&columns)) {
        let path = arguments.input.as_deref().unwrap_or(Path::new("")).display();
        return Err(report::failure(format!("{path}: changed while it was read")));
    }
    let path = arguments.input.as_ref().map_or_else(String::new, |path| path.display().to_string());
    Ok(Bound { sources, shapes, input, path })
}

fn missing_columns(kernel: &str, missing: &[String], columns: &[String], path: Option<&Path>) -> String {
    let wanted = missing.join(", ");
    match path {
        Some(path) if columns.is_empty() => {
            format!("{}: kernel `{kernel}` needs {wanted}; there are no columns", path.display())
        }
        Some(path) => {
            let there: Vec<String> = columns.iter().map(|column| format!("`{column}`")).collect();
            let plural = if missing.len() == 1 { "column" } else { "columns" };
            format!("{}: kernel `{kernel}` needs the {plural} {wanted}; there are {}", path.display(), there.join(", "))
        }
        None => format!(
            "kernel `{kernel}` needs {wanted}; give a table with --in, or --set NAME=VALUE (an array for all rows: --array NAME=FILE.npy)"
        ),
    }
}

/// The values of `--set` and the arrays of `--array`, by lower-case name.
fn given_values(parameters: &[Parameter], arguments: &RunArguments) -> Result<BTreeMap<String, Source>, Failure> {
    let mut given = BTreeMap::new();
    for text in &arguments.set {
        let (parameter, value) = named(parameters, "--set", text)?;
        if parameter.is_array {
            return Err(Failure::Usage(format!("--set {text}: `{}` is an array; use --array", parameter.name)));
        }
        let value = parse_scalar(value, parameter.ty)
            .map_err(|message| Failure::Usage(format!("--set {text}: {message} ({})", type_name(parameter.ty))))?;
        add(&mut given, parameter, Source::Value(value), "--set", text)?;
    }
    for text in &arguments.array {
        let (parameter, file) = named(parameters, "--array", text)?;
        if !parameter.is_array {
            return Err(Failure::Usage(format!("--array {text}: `{}` is a scalar; use --set", parameter.name)));
        }
        let array = read_npy(Path::new(file))?;
        let shared = SharedArray::new(&array.elements, parameter)
            .map_err(|message| report::failure(format!("{file}: {message}")))?;
        add(&mut given, parameter, Source::Shared(shared), "--array", text)?;
    }
    Ok(given)
}

fn add(
    given: &mut BTreeMap<String, Source>,
    parameter: &Parameter,
    source: Source,
    option: &str,
    text: &str,
) -> Result<(), Failure> {
    match given.insert(parameter.name.clone(), source) {
        None => Ok(()),
        Some(_) => Err(Failure::Usage(format!("{option} {text}: `{}` is given twice", parameter.name))),
    }
}

/// Splits `NAME=VALUE` and finds the parameter.
fn named<'a, 'b>(
    parameters: &'a [Parameter],
    option: &str,
    text: &'b str,
) -> Result<(&'a Parameter, &'b str), Failure> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(Failure::Usage(format!("{option} {text}: NAME=… is wanted")));
    };
    let name = name.trim();
    let dummies = parameters.iter().filter(|parameter| !parameter.is_result);
    match dummies.clone().find(|parameter| parameter.name.eq_ignore_ascii_case(name)) {
        Some(parameter) => Ok((parameter, value)),
        None => {
            let there: Vec<String> = dummies.map(|parameter| format!("`{}`", parameter.name)).collect();
            Err(report::failure(format!(
                "{option} {text}: `{name}` is not a dummy argument; there are {}",
                there.join(", ")
            )))
        }
    }
}

fn parse_scalar(text: &str, ty: Type) -> Result<Scalar, String> {
    match ty {
        Type::Integer(IntegerKind::I8) => parse_integer(text).map(Scalar::I64),
        Type::Integer(IntegerKind::I4) => {
            let value = parse_integer(text)?;
            i32::try_from(value).map(Scalar::I32).map_err(|_| format!("{value} does not fit INTEGER"))
        }
        Type::Real(RealKind::R4) => parse_real4(text).map(Scalar::F32),
        Type::Real(RealKind::R8) => parse_real8(text).map(Scalar::F64),
        Type::Logical => parse_logical(text).map(|value| Scalar::I32(value.into())),
        Type::Integer(IntegerKind::I1 | IntegerKind::I2) | Type::Complex(_) => Err(format!("{ty} can't be given")),
        Type::Character => Err("text can't be given".to_owned()),
    }
}
