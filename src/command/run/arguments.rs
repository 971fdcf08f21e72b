//! Where the arguments of a kernel come from: columns of the table, or the command line.

use super::super::words::check_gang;
use super::super::{Failure, RunArguments, report};
use super::given::{given_values, parameter_named};
use super::missing_columns::{did_you_mean, missing_columns, there_are};
use super::outputs::OutputArrays;
use super::shapes::Origin;
use super::tables::{TableArguments, column_of, may_miss};
use super::texts;
use crate::convert::argument_type;
use crate::data::{Input, Place, shape_of};
use crate::kernel_source::ArgumentShapes;
use crate::program::Program;
use crate::setup::Setup;
use crate::table::Source;
use arrow_schema::DataType;
use forlane_cfg::{Companion, IntegerKind, RealKind, Type};
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

fn zero(ty: Type) -> Scalar {
    match ty {
        Type::Integer(IntegerKind::I8) => Scalar::I64(0),
        Type::Real(RealKind::R4) => Scalar::F32(0.0),
        Type::Real(RealKind::R8) => Scalar::F64(0.0),
        _ => Scalar::I32(0),
    }
}
