//! CHARACTER arguments: texts of a column, of `--set`, or blanks that the kernel assigns.

use super::super::{Failure, report};
use super::shapes::DeclaredShapes;
use crate::table::{SharedArray, Source};
use forlane_cfg::Companion;
use forlane_jit::{DeclaredLength, Parameter, Role, Scalar};

/// The length that a CHARACTER has in all rows: the declared one, or that of `--set NAME.len`; none of CHARACTER(*) without
/// one, which has that of its text.
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
    match (known.or_else(|| declared.value(&format!("{name}.len"))), parameter.text_length()) {
        (Some(length), _) => Ok(Some(usize::try_from(length).unwrap_or(0))),
        (None, None | Some(DeclaredLength::Constant(_) | DeclaredLength::Assumed)) => Ok(None),
        (None, Some(length)) => {
            Err(format!("`{name}` is {length}: its length must be known before the rows run (--set {name}.len=N)"))
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

/// The text of `--set`, as each row has it. It may be in quotes, with its blanks.
pub(super) fn of_option(parameter: &Parameter, text: &str, declared: &DeclaredShapes<'_>) -> Result<Source, String> {
    let unquoted = crate::setup::quoted_text(text);
    let length = length_in_all_rows(parameter, declared)?;
    Ok(declared.for_all_rows(parameter, SharedArray::text(unquoted.as_deref().unwrap_or(text), length)?))
}

/// Blanks that the kernel assigns.
pub(super) fn blanks(parameter: &Parameter, declared: &DeclaredShapes<'_>) -> Result<Source, Failure> {
    let name = &parameter.name;
    let length = length_in_all_rows(parameter, declared).map_err(report::failure)?;
    length.map(Source::Blanks).ok_or_else(|| {
        let given = format!("a column, --set {name}=TEXT or --set {name}.len=N");
        report::failure(format!("`{name}` is CHARACTER(*), which has the length that is given: {given} is needed"))
    })
}

/// The lengths of the texts of a source, for the dummy argument that has them.
pub(super) fn lengths(of: &Source) -> Source {
    let value = |length: usize| Source::Value(Scalar::I32(i32::try_from(length).unwrap_or(i32::MAX)));
    match of {
        Source::Shared(array) | Source::Repeated(array, _) => value(array.length()),
        Source::Blanks(length) | Source::Texts(_, Some(length)) => value(*length),
        Source::Texts(column, None) => Source::Lengths(*column),
        Source::Column(_) | Source::Value(_) | Source::Zeros(_) => value(0),
        Source::Lengths(_) | Source::Absent | Source::Nowhere => value(0),
    }
}
