//! CHARACTER arguments: texts of a column, of `--set`, or blanks that the kernel assigns.

use super::super::{Failure, report};
use super::setup::literals_of;
use super::shapes::{DeclaredShapes, Origin};
use super::tables::{column_of, may_miss};
use crate::data::{Input, element_name};
use crate::table::{RowShape, SharedArray, Source};
use arrow_array::ArrayRef;
use arrow_array::cast::AsArray;
use arrow_schema::{DataType, Field};
use forlane_cfg::{Companion, names};
use forlane_jit::{DeclaredLength, Parameter, Role, Scalar};
use std::sync::Arc;

/// The length that a CHARACTER has in all rows: the declared one, or that of `--set NAME.len`; none of CHARACTER(*)
/// without one, which has that of its text.
///
/// # Errors
/// A length that is not known.
pub(super) fn length_in_all_rows(
    parameter: &Parameter,
    declared: &DeclaredShapes<'_>,
) -> Result<Option<usize>, String> {
    let known = match parameter.text_length() {
        Some(DeclaredLength::Constant(length)) => return Ok(Some(*length)),
        Some(DeclaredLength::Argument(name)) => declared.value(name),
        _ => None,
    };
    let name = &parameter.name;
    let of_option = names::companion(name, Companion::Length);
    match (known.or_else(|| declared.value(&of_option)), parameter.text_length()) {
        (Some(length), _) => Ok(Some(usize::try_from(length).unwrap_or(0))),
        (None, None | Some(DeclaredLength::Constant(_) | DeclaredLength::Assumed)) => Ok(None),
        (None, Some(length)) => {
            Err(format!("`{name}` is {length}: its length must be known before the rows run (--set {of_option}=N)"))
        }
    }
}

/// The constant length with which the text is declared whose length the parameter is.
pub(super) fn declared_length_of(parameter: &Parameter, parameters: &[Parameter]) -> Option<usize> {
    let Role::Companion { what: Companion::Length, of } = &parameter.role else { return None };
    let text = parameters.iter().find(|one| one.name == *of)?;
    match text.text_length() {
        Some(DeclaredLength::Constant(length)) => Some(*length),
        _ => None,
    }
}

/// The text of `--set`, as each row has it, or the list of those of an array. They may be in quotes, with their blanks.
pub(super) fn of_option(parameter: &Parameter, text: &str, declared: &DeclaredShapes<'_>) -> Result<Source, String> {
    let length = length_in_all_rows(parameter, declared)?;
    if parameter.is_text_array() {
        let literals = literals_of(text, parameter, "[\"a\", \"b\", 3*\"c\"]")?;
        declared.check(&parameter.name, &[literals.len() as u64], Origin::List)?;
        let texts: Vec<&str> = literals.iter().map(String::as_str).collect();
        return Ok(declared.for_all_rows(parameter, shared(&texts, length)?));
    }
    let unquoted = crate::setup::quoted_text(text);
    let texts = SharedArray::texts(&[unquoted.as_deref().unwrap_or(text)], length).map_err(|(_, message)| message)?;
    Ok(declared.for_all_rows(parameter, texts))
}

/// The texts of a file of `--array`.
pub(super) fn of_file(
    parameter: &Parameter,
    elements: &ArrayRef,
    declared: &DeclaredShapes<'_>,
) -> Result<SharedArray, String> {
    let Some(texts) = elements.as_string_opt::<i32>() else {
        return Err(format!("`{}` is CHARACTER, the array in the file has numbers", parameter.name));
    };
    let texts: Vec<&str> = texts.iter().map(Option::unwrap_or_default).collect();
    shared(&texts, length_in_all_rows(parameter, declared)?)
}

fn shared(texts: &[&str], length: Option<usize>) -> Result<SharedArray, String> {
    SharedArray::texts(texts, length).map_err(|(at, message)| format!("element {}: {message}", at + 1))
}

/// Blanks that the kernel assigns.
pub(super) fn blanks(parameter: &Parameter, declared: &DeclaredShapes<'_>) -> Result<Source, Failure> {
    let name = &parameter.name;
    let length = length_in_all_rows(parameter, declared).map_err(report::failure)?;
    let length = length.ok_or_else(|| {
        let value = if parameter.is_text_array() { "LIST" } else { "TEXT" };
        let length = names::companion(name, Companion::Length);
        let given = format!("a column, --set {name}={value} or --set {length}=N");
        report::failure(format!("`{name}` is CHARACTER(*), which has the length that is given: {given} is needed"))
    })?;
    let extents = if parameter.is_text_array() { declared.known(name) } else { Some(Vec::new()) };
    let Some(extents) = extents else { return Err(super::outputs::unknown_extents(name)) };
    Ok(Source::Blanks(shape(parameter, &extents, length)?))
}

/// The shape of texts that each row has.
fn shape(parameter: &Parameter, extents: &[u64], length: usize) -> Result<RowShape, Failure> {
    let too_many = || report::failure(format!("`{}`: {extents:?} texts of {length} are too many", parameter.name));
    RowShape::new(extents).and_then(|shape| shape.of_texts(length)).ok_or_else(too_many)
}

/// Whether the table has columns for elements of an array of CHARACTER.
pub(super) fn has_elements(input: &Input, parameter: &Parameter) -> bool {
    let names = input.schema.fields().iter().map(|field| field.name().as_str());
    parameter.is_text_array() && names.into_iter().any(|name| subscripts(name, &parameter.name).is_some())
}

/// The texts of an array whose elements have a column each, `NAME_1`, `NAME_2`, … as in a result in text, and whether
/// one may be missing in a row; none if there are no such columns.
///
/// # Errors
/// Columns of elements that the array does not have, and elements without a column.
pub(super) fn elements(
    input: &mut Input,
    parameter: &Parameter,
    declared: &DeclaredShapes<'_>,
) -> Result<Option<(Source, bool)>, Failure> {
    let name = &parameter.name;
    let Some(extents) = declared.extents(name) else { return Ok(None) };
    let named = |field: &Arc<Field>| Some((field.name().clone(), subscripts(field.name(), name)?));
    let found = input.schema.fields().iter().filter_map(named).filter(|(_, found)| found.len() == extents.len());
    let found: Vec<(String, Vec<u64>)> = found.collect();
    if found.is_empty() {
        return Ok(None);
    }
    let refused = |column: &str, what: String| {
        let path = input.path().display();
        Err(report::failure(format!("{path}: column `{column}`: {what}")))
    };
    // Of an extent that is not known, the columns say it.
    let last = |at: usize| found.iter().map(|(_, subscripts)| subscripts[at]).max().unwrap_or(0);
    let extents: Vec<u64> = extents.iter().enumerate().map(|(at, extent)| extent.unwrap_or_else(|| last(at))).collect();
    let words: Vec<String> = extents.iter().map(u64::to_string).collect();
    let words = words.join(", ");
    if let Some((column, _)) = found.iter().find(|(_, at)| at.iter().zip(&extents).any(|(at, extent)| at > extent)) {
        return refused(column, format!("`{name}` has the shape ({words})"));
    }
    let (mut columns, mut elements_may_miss) = (Vec::new(), false);
    for element in 0..extents.iter().product::<u64>() {
        let column_name = element_name(name, &extents, element);
        match column_of(input, &column_name)? {
            Some(column) => columns.push(column),
            None => return refused(&column_name, format!("it is missing; `{name}` has the shape ({words})")),
        }
    }
    let length = length_in_all_rows(parameter, declared).map_err(report::failure)?;
    let shape = shape(parameter, &extents, length.unwrap_or(0))?;
    for column in &mut columns {
        elements_may_miss |= may_miss(input, *column, parameter);
        *column = input.argument(*column, &DataType::LargeUtf8);
    }
    Ok(Some((Source::Elements(columns, shape, length), elements_may_miss)))
}

/// The subscripts of the element of an array that a column is named for.
fn subscripts(column: &str, array: &str) -> Option<Vec<u64>> {
    let (start, rest) = column.split_at_checked(array.len())?;
    let rest = start.eq_ignore_ascii_case(array).then_some(rest)?.strip_prefix('_')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let number = |text: &str| if is_number(text) { text.parse().ok() } else { None };
    rest.split('_').map(number).collect()
}

/// The lengths of the texts of a parameter, by its number and source, for the dummy argument that has them.
pub(super) fn lengths(text: Option<(usize, &Source)>) -> Source {
    let value = |length: usize| Source::Value(Scalar::I32(i32::try_from(length).unwrap_or(i32::MAX)));
    match text {
        Some((_, Source::Shared(array) | Source::Repeated(array, _))) => value(array.text_length().unwrap_or(0)),
        Some((_, Source::Blanks(shape))) => value(shape.text_length()),
        Some((_, Source::Texts(_, Some(length)) | Source::Elements(_, _, Some(length)))) => value(*length),
        Some((at, Source::Texts(..) | Source::Elements(..))) => Source::Lengths(at),
        _ => value(0),
    }
}
