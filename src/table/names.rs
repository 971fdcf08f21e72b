//! The names of the columns of results.

use super::Source;
use arrow_schema::{Field, Schema};
use forlane_jit::Parameter;
use std::sync::Arc;

/// An output column: the parameter and its name in the table.
pub(super) struct OutputColumn {
    pub parameter: usize,
    pub name: String,
    /// Whether the table has a column of the name that it had else.
    pub is_renamed: bool,
    /// The extents of an array whose elements have cells of their own in text; else none.
    extents: Vec<u64>,
}

/// The columns that a kernel's results make: with the suffix where the input has a column of that name already, or the
/// argument is read too. No two columns have one name, nor has a column the name of an array's element: where one is
/// taken, a number follows.
pub(super) fn output_columns(
    parameters: &[Parameter],
    sources: &[Source],
    input: &Schema,
    suffix: &str,
) -> Vec<OutputColumn> {
    let mut columns: Vec<OutputColumn> = Vec::new();
    let is_output =
        |(index, parameter): &(usize, &Parameter)| parameter.is_assigned && !matches!(sources[*index], Source::Absent);
    for (index, parameter) in parameters.iter().enumerate().filter(is_output) {
        let same = input.fields().iter().find(|field| field.name().eq_ignore_ascii_case(&parameter.name));
        let base = same.map_or(&parameter.name, |field| field.name());
        let is_bound = !matches!(sources[index], Source::Nowhere | Source::Zeros(_) | Source::Blanks(_));
        let usual = if same.is_some() || is_bound { format!("{base}{suffix}") } else { base.clone() };
        let extents = match &sources[index] {
            Source::Zeros(shape) | Source::Repeated(_, shape) => shape.extents().to_vec(),
            Source::Blanks(shape) | Source::Elements(_, shape, _) => shape.extents().to_vec(),
            _ => Vec::new(),
        };
        let is_taken = |name: &str| {
            let of_input = input.fields().iter().map(|field| (field.name().as_str(), [].as_slice()));
            let of_results = columns.iter().map(|column| (column.name.as_str(), column.extents.as_slice()));
            of_input.chain(of_results).any(|other| have_a_common_name((name, &extents), other))
        };
        let numbered = (2_u32..).map(|number| format!("{usual}{number}"));
        let name = std::iter::once(usual.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default();
        let is_renamed = name != usual;
        columns.push(OutputColumn { parameter: index, name, is_renamed, extents });
    }
    columns
}

/// A name and the extents of its elements, of a scalar none.
type Named<'a> = (&'a str, &'a [u64]);

/// Whether two columns, or elements of arrays, which are columns of text, have one name.
fn have_a_common_name(one: Named<'_>, other: Named<'_>) -> bool {
    one.0.eq_ignore_ascii_case(other.0) || has_element_of(one, other) || has_element_of(other, one)
}

/// Whether the name is that of an array's element, as `y_2_1`, or begins one, as the array `y_2` does.
fn has_element_of((name, own): Named<'_>, (array, extents): Named<'_>) -> bool {
    let Some(subscripts) = after(name, array).map(|rest| rest.split('_').collect::<Vec<&str>>()) else { return false };
    let is_inside =
        |(text, extent): (&&str, &u64)| text.parse().is_ok_and(|subscript| (1..=*extent).contains(&subscript));
    subscripts.len() + own.len() == extents.len() && subscripts.iter().zip(extents).all(is_inside)
}

/// What follows a name and `_`.
fn after<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let (start, rest) = text.split_at_checked(name.len())?;
    start.eq_ignore_ascii_case(name).then_some(rest)?.strip_prefix('_')
}

/// `status`, or another name if that one is taken.
pub(super) fn status_name(fields: &[Arc<Field>]) -> String {
    let mut name = "status".to_owned();
    while fields.iter().any(|field| field.name().eq_ignore_ascii_case(&name)) {
        name.insert_str(0, "lane_");
    }
    name
}
