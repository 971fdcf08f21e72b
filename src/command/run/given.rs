//! The values that the command line gives to arguments: `--set`, `--array`.

use super::super::{ArrayOrderArgument, Failure, RunArguments, report};
use super::missing_columns::did_you_mean;
use super::setup::literals_of;
use super::shapes::{DeclaredShapes, Origin};
use super::texts;
use crate::convert::{arrow_type, type_name};
use crate::data::{ArrayOrder, parse_texts, read_npy};
use crate::number::{parse_integer, parse_logical, parse_real4, parse_real8};
use crate::setup::Setup;
use crate::table::{SharedArray, Source};
use forlane_cfg::{IntegerKind, RealKind, Type, Unit};
use forlane_jit::{Parameter, Scalar};
use forlane_semantics::similar::similar;
use std::collections::BTreeMap;
use std::path::Path;

/// The values of `--set` and the arrays of `--array`, by lower-case name, and the shapes that follow from them.
pub(super) fn given_values<'u>(
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
pub(super) fn parameter_named<'a>(
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
