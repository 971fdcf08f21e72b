//! The arguments of a kernel: columns of the table, `--set`, `--array`.

use super::super::words::check_gang;
use super::super::{ArrayOrderArgument, Failure, RunArguments, report};
use super::outputs::OutputArrays;
use super::setup::literals_of;
use super::shapes::{DeclaredShapes, Origin};
use super::tables::{TableArguments, column_of, may_miss};
use super::texts;
use crate::convert::{argument_type, arrow_type, type_name};
use crate::data::{ArrayOrder, Input, Place, parse_texts, read_npy, shape_of, shortened};
use crate::kernel_source::ArgumentShapes;
use crate::number::{parse_integer, parse_logical, parse_real4, parse_real8};
use crate::program::Program;
use crate::setup::Setup;
use crate::table::{SharedArray, Source, describe};
use arrow_schema::DataType;
use forlane_cfg::{Companion, IntegerKind, RealKind, Type, Unit};
use forlane_jit::{Parameter, Role, Scalar};
use forlane_semantics::similar::similar;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;

/// Where the arguments come from.
pub(super) struct Bound {
    /// One for each parameter.
    pub sources: Vec<Source>,
    /// How the kernel takes them.
    pub shapes: ArgumentShapes,
    /// The table; none if all arguments are given.
    pub input: Option<Input>,
    /// The column that says which rows run.
    pub chosen: Option<usize>,
    /// Whether rows may have no value for an argument.
    pub may_miss: bool,
    /// For each parameter the fewest elements that an array of a row may have.
    pub least_elements: Vec<u64>,
}

/// Refuses options that can't work, before anything is compiled.
pub(super) fn check(arguments: &RunArguments) -> Result<(), Failure> {
    check_gang(arguments.gang)?;
    match arguments.threads {
        Some(0) => Err(Failure::Usage("--threads: at least one thread is needed".to_owned())),
        Some(threads) if threads > 1024 => Err(Failure::Usage(format!("--threads: {threads} is too many"))),
        _ => Ok(()),
    }
}

/// Finds each parameter's source.
pub(super) fn bind(
    parameters: &[Parameter],
    kernel: (&str, &Program),
    arguments: &RunArguments,
    setup: &Setup,
    output: Option<&Place>,
) -> Result<Bound, Failure> {
    let (kernel, program) = kernel;
    let unit = program.units().unit(&program.full_name(kernel)?);
    let (mut given, declared) = given_values(parameters, unit, arguments, setup)?;
    let zeros = &arguments.tables.in_zero;
    for name in zeros {
        let parameter = parameter_named(parameters, "--in-zero", name, name)?;
        if !parameter.is_array {
            return Err(Failure::Usage(format!("--in-zero {name}: `{name}` is a scalar; use --set {name}=0")));
        }
    }
    let outputs = OutputArrays::new(program.units(), unit, &declared, zeros);
    let arrays = arguments.array.iter().filter_map(|text| text.split_once('=')).map(|(_, file)| file);
    let arrays = arrays.chain(setup.files()).map(Path::new);
    let sources = arguments.sources.files.iter().map(|file| file.as_path());
    let mut input = arguments.tables.open(output, &arrays.chain(sources).collect::<Vec<&Path>>())?;
    let mut bound = Bound {
        sources: Vec::new(),
        shapes: ArgumentShapes::default(),
        input: None,
        chosen: choosing_column(input.as_mut(), arguments.tables.chosen.as_deref())?,
        may_miss: false,
        least_elements: parameters.iter().map(|parameter| declared.elements(&parameter.name)).collect(),
    };
    let mut missing = Vec::new();
    let absent = absent_arguments(parameters, &given, input.as_ref(), &arguments.tables)?;
    for (at, parameter) in parameters.iter().enumerate() {
        let column = input.as_ref().map_or(Ok(None), |input| column_of(input, &parameter.name))?;
        if let Role::Companion { what: Companion::Present, of } = &parameter.role {
            let is_present = i32::from(!absent.contains(of.as_str()));
            bound.shapes = bound.shapes.uniform(&parameter.name);
            bound.sources.push(Source::Value(Scalar::I32(is_present)));
            continue;
        }
        if let Role::Companion { what: Companion::Length, of } = &parameter.role {
            let text = parameters.iter().position(|one| one.name == *of && one.text_length().is_some());
            let lengths = texts::lengths(text.and_then(|at| Some((at, bound.sources.get(at)?))));
            if matches!(lengths, Source::Value(_)) {
                bound.shapes = bound.shapes.uniform(&parameter.name);
            }
            bound.sources.push(lengths);
            continue;
        }
        if absent.contains(argument_of(parameter)) {
            if !parameter.is_array {
                bound.shapes = bound.shapes.uniform(&parameter.name);
            }
            bound.sources.push(Source::Absent);
            continue;
        }
        let is_wanted = (parameter.is_read || parameter.is_array) && parameter.is_dummy();
        let is_taken = is_wanted || parameter.may_keep;
        let is_spread = column.is_none() && parameter.is_text_array() && parameter.is_read;
        let elements = match input.as_mut().filter(|_| is_spread && !given.contains_key(&parameter.name)) {
            Some(input) => texts::elements(input, parameter, &declared)?,
            None => None,
        };
        let source = match (given.remove(&parameter.name), column) {
            (Some(source), column) => {
                if column.is_some() {
                    let name = &parameter.name;
                    to_stderr!("warning: `{name}` is taken from the command line, not from the table's column");
                }
                source
            }
            (None, Some(column)) if is_taken => {
                let input = input.as_mut().expect("a column is one of the table's");
                bound.may_miss |= may_miss(input, column, parameter);
                if let Some(shape) =
                    shape_of(input.schema.field(column)).filter(|_| !declared.is_complex(&parameter.name))
                {
                    let path = input.path().display();
                    let refused = |message| report::failure(format!("{path}: column `{}`: {message}", parameter.name));
                    declared.check(&parameter.name, &shape, Origin::Row).map_err(refused)?;
                }
                let of_batches = input.argument(column, &argument_type(parameter));
                match parameter.text_length() {
                    None => Source::Column(of_batches),
                    Some(_) => {
                        let length = texts::length_in_all_rows(parameter, &declared).map_err(report::failure)?;
                        Source::Texts(of_batches, length)
                    }
                }
            }
            (None, None) if let Some((source, elements_may_miss)) = elements => {
                bound.may_miss |= elements_may_miss;
                source
            }
            (None, None) if let Some(extent) = declared.extent(parameters, at, &bound.sources) => extent,
            (None, None) if outputs.is_text(parameter) => texts::blanks(parameter, &declared)?,
            (None, None) if is_wanted => match outputs.shape(parameter)? {
                Some(shape) => Source::Zeros(shape),
                // As such an array, it starts as zero if the kernel may read it first.
                None if !parameter.is_array && outputs.is_output(parameter) => Source::Value(zero(parameter.ty)),
                None => {
                    missing.push(parameter);
                    Source::Nowhere
                }
            },
            (None, _) => Source::Nowhere,
        };
        bound.shapes = match source {
            Source::Value(_) | Source::Extent(_) => bound.shapes.uniform(&parameter.name),
            Source::Shared(_) => bound.shapes.shared(&parameter.name),
            _ => bound.shapes,
        };
        bound.sources.push(source);
    }
    if !missing.is_empty() {
        return Err(report::failure(missing_columns(kernel, &missing, input.as_ref())));
    }
    Ok(Bound { input, ..bound })
}

/// The argument of the source to which a parameter belongs.
fn argument_of(parameter: &Parameter) -> &str {
    match &parameter.role {
        Role::Argument | Role::Text { .. } => &parameter.name,
        Role::RealPart { of } | Role::Companion { of, .. } => of,
    }
}

/// The OPTIONAL arguments that are absent: nothing gives them, and no result of theirs is requested.
fn absent_arguments<'p>(
    parameters: &'p [Parameter],
    given: &BTreeMap<String, Source>,
    input: Option<&Input>,
    tables: &TableArguments,
) -> Result<HashSet<&'p str>, Failure> {
    let mut absent = HashSet::new();
    for parameter in parameters {
        if let Role::Companion { what: Companion::Present, of } = &parameter.role {
            absent.insert(of.as_str());
        }
    }
    let names = |list: &[String], name: &str| list.iter().any(|one| one.eq_ignore_ascii_case(name));
    for parameter in parameters {
        let is_given = match input {
            _ if given.contains_key(&parameter.name) || names(&tables.in_zero, &parameter.name) => true,
            Some(input) if column_of(input, &parameter.name)?.is_some() => true,
            Some(input) if texts::has_elements(input, parameter) => true,
            _ => !parameter.is_read && names(&tables.columns, &parameter.name),
        };
        if is_given && !matches!(&parameter.role, Role::Companion { what: Companion::Present, .. }) {
            absent.remove(argument_of(parameter));
        }
    }
    Ok(absent)
}

/// The column of the batches that says which rows run.
fn choosing_column(input: Option<&mut Input>, name: Option<&str>) -> Result<Option<usize>, Failure> {
    let (Some(input), Some(name)) = (input, name) else { return Ok(None) };
    match input.schema.fields().iter().position(|field| field.name().eq_ignore_ascii_case(name)) {
        Some(column) => Ok(Some(input.argument(column, &DataType::Boolean))),
        None => {
            let names = input.schema.fields().iter().map(|field| field.name().as_str());
            let hint = did_you_mean(similar(name, names).as_slice());
            Err(Failure::Usage(format!("--where {name}: {}{hint}", there_are(input))))
        }
    }
}

/// The question after names that may have been meant.
fn did_you_mean(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", shortened(name))).collect();
    if quoted.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(", ")) }
}

/// The columns of the table, of very many the first.
fn there_are(input: &Input) -> String {
    const MOST: usize = 20;
    let names: Vec<String> =
        input.schema.fields().iter().map(|field| format!("`{}`", shortened(field.name()))).collect();
    match names.len() {
        0 => "there are no columns".to_owned(),
        1 => format!("there is {}", names[0]),
        count if count > MOST => format!("there are {} and {} more", names[..MOST].join(", "), count - MOST),
        _ => format!("there are {}", names.join(", ")),
    }
}

fn missing_columns(kernel: &str, missing: &[&Parameter], input: Option<&Input>) -> String {
    let wanted = missing.iter().map(|parameter| describe(parameter)).collect::<Vec<_>>().join(", ");
    let names = || input.into_iter().flat_map(|input| input.schema.fields()).map(|field| field.name().as_str());
    let first_word = |name: &str| name.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_lowercase);
    let meant = |parameter: &&Parameter| {
        // With its unit, `x [m]`.
        let with_more = names().find(|name| first_word(name).as_ref() == Some(&parameter.name.to_lowercase()));
        with_more.or_else(|| similar(&parameter.name, names()))
    };
    let meant: Vec<&str> = missing.iter().filter_map(meant).collect();
    let hint = match mistaken_header(names()) {
        Some(mistake) => format!("; {mistake}"),
        None => did_you_mean(&meant),
    };
    match input {
        Some(input) => {
            let plural = if missing.len() == 1 { "column" } else { "columns" };
            let path = input.path().display();
            format!("{path}: kernel `{kernel}` needs the {plural} {wanted}; {}{hint}", there_are(input))
        }
        None => format!(
            "kernel `{kernel}` needs {wanted}; give a table with --in, or --set NAME=VALUE (an array for all rows: --array NAME=FILE.npy)"
        ),
    }
}

/// What is wrong with the names of columns that are none.
fn mistaken_header<'n>(mut names: impl Iterator<Item = &'n str> + Clone) -> Option<&'static str> {
    let has_no_name = names.clone().all(|name| name.is_empty() || parse_real8(name).is_ok());
    let first = names.next()?;
    if first.starts_with(['#', '!', '%']) {
        return Some("the first line must name the columns; it looks like a comment");
    }
    let has_one = names.next().is_none();
    if has_one && first.contains([';', '\t', '|'])
        || has_one && first.trim().contains(' ') && !first.contains(['(', '['])
    {
        return Some("the columns of a CSV file have commas between them");
    }
    has_no_name.then_some("the first line must name the columns")
}

/// The values of `--set` and the arrays of `--array`, by lower-case name, and the shapes that follow from them.
fn given_values<'u>(
    parameters: &[Parameter],
    unit: Option<&'u Unit>,
    arguments: &RunArguments,
    setup: &Setup,
) -> Result<(BTreeMap<String, Source>, DeclaredShapes<'u>), Failure> {
    let mut given = BTreeMap::new();
    let (mut lists, mut character) = (Vec::new(), Vec::new());
    for text in &arguments.set {
        let is_parameter = |name: &str| parameters.iter().any(|one| one.name.eq_ignore_ascii_case(name));
        if text.split_once('=').is_some_and(|(name, _)| !is_parameter(name.trim()) && setup.uses(name.trim())) {
            continue;
        }
        let (parameter, value) = named(parameters, "--set", text)?;
        if parameter.text_length().is_some() {
            character.push((text, parameter, value));
            continue;
        }
        if parameter.is_array {
            let list =
                list_of(value, parameter).map_err(|message| Failure::Usage(format!("--set {text}: {message}")))?;
            lists.push((text, parameter, list));
            continue;
        }
        if let Some(length) = texts::declared_length_of(parameter, parameters) {
            return Err(Failure::Usage(format!("--set {text}: it is declared with the length {length}")));
        }
        let value = parse_scalar(value, parameter.ty)
            .map_err(|message| Failure::Usage(format!("--set {text}: {message} ({})", type_name(parameter.ty))))?;
        add(&mut given, parameter, Source::Value(value), "--set", text)?;
    }
    let integer = |(name, source): (&String, &Source)| match source {
        Source::Value(Scalar::I32(value)) => Some((name.clone(), i64::from(*value))),
        Source::Value(Scalar::I64(value)) => Some((name.clone(), *value)),
        _ => None,
    };
    let mut declared = DeclaredShapes::new(unit, given.iter().filter_map(integer).collect());
    for (text, parameter, (array, length)) in lists {
        let refused = |message| Failure::Usage(format!("--set {text}: {message}"));
        declared.check(&parameter.name, &[length], Origin::List).map_err(refused)?;
        declared.take_extents(&parameter.name, &[length]);
        add(&mut given, parameter, declared.for_all_rows(parameter, array), "--set", text)?;
    }
    for (text, parameter, value) in character {
        let source = texts::of_option(parameter, value, &declared)
            .map_err(|message| Failure::Usage(format!("--set {text}: {message}")))?;
        if let Source::Shared(array) | Source::Repeated(array, _) = &source {
            declared.take_extents(&parameter.name, &[array.length() as u64]);
        }
        add(&mut given, parameter, source, "--set", text)?;
    }
    let order =
        if arguments.array_order == ArrayOrderArgument::Memory { ArrayOrder::Memory } else { ArrayOrder::Index };
    for text in &arguments.array {
        let (parameter, file) = named(parameters, "--array", text)?;
        if !parameter.is_array || parameter.text_length().is_some() && !parameter.is_text_array() {
            return Err(Failure::Usage(format!("--array {text}: `{}` is a scalar; use --set", parameter.name)));
        }
        let array = read_npy(Path::new(file), order)?;
        let refused = |message| report::failure(format!("{file}: {message}"));
        declared.check(&parameter.name, &array.shape, Origin::File(order)).map_err(refused)?;
        declared.take_extents(&parameter.name, &array.shape);
        let shared = match parameter.is_text_array() {
            false => SharedArray::new(&array.elements, parameter).map_err(refused)?,
            true => texts::of_file(parameter, &array.elements, &declared).map_err(refused)?,
        };
        add(&mut given, parameter, declared.for_all_rows(parameter, shared), "--array", text)?;
    }
    Ok((given, declared))
}

/// The array of a list of literals, and its length.
fn list_of(text: &str, parameter: &Parameter) -> Result<(SharedArray, u64), String> {
    let literals = literals_of(text, parameter, "[1, 2, 3*0]")?;
    let length = literals.len() as u64;
    let texts = literals.iter().map(Some);
    let elements = parse_texts(texts, &arrow_type(parameter.ty));
    let elements = elements.map_err(|(at, message)| format!("element {}: {message}", at + 1))?;
    Ok((SharedArray::new(&elements, parameter)?, length))
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
        return Err(Failure::Usage(format!("{option} {text}: expected NAME=…")));
    };
    Ok((parameter_named(parameters, option, text, name.trim())?, value))
}

/// The parameter of that name.
fn parameter_named<'a>(
    parameters: &'a [Parameter],
    option: &str,
    text: &str,
    name: &str,
) -> Result<&'a Parameter, Failure> {
    let dummies = parameters.iter().filter(|parameter| parameter.is_dummy());
    match dummies.clone().find(|parameter| parameter.name.eq_ignore_ascii_case(name)) {
        Some(parameter) => Ok(parameter),
        None => {
            let hint = did_you_mean(similar(name, dummies.clone().map(|parameter| &*parameter.name)).as_slice());
            let there: Vec<String> = dummies.map(|parameter| format!("`{}`", parameter.name)).collect();
            Err(Failure::Usage(format!(
                "{option} {text}: `{name}` is not a dummy argument; there are {}{hint}",
                there.join(", ")
            )))
        }
    }
}

fn zero(ty: Type) -> Scalar {
    match ty {
        Type::Integer(IntegerKind::I8) => Scalar::I64(0),
        Type::Real(RealKind::R4) => Scalar::F32(0.0),
        Type::Real(RealKind::R8) => Scalar::F64(0.0),
        _ => Scalar::I32(0),
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
