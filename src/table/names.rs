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
}

/// The columns that a kernel's results make: with the suffix where the input has a column of that name already, or the
/// argument is read too. No two columns have one name: where one is taken, a number follows.
pub(super) fn output_columns(
    parameters: &[Parameter],
    sources: &[Source],
    input: &Schema,
    suffix: &str,
) -> Vec<OutputColumn> {
    let mut columns: Vec<OutputColumn> = Vec::new();
    for (index, parameter) in parameters.iter().enumerate().filter(|(_, parameter)| parameter.is_assigned) {
        let same = input.fields().iter().find(|field| field.name().eq_ignore_ascii_case(&parameter.name));
        let base = same.map_or(&parameter.name, |field| field.name());
        let is_bound = !matches!(sources[index], Source::Nowhere | Source::Zeros(_));
        let usual = if same.is_some() || is_bound { format!("{base}{suffix}") } else { base.clone() };
        let is_taken = |name: &str| {
            let names =
                input.fields().iter().map(|field| field.name()).chain(columns.iter().map(|column| &column.name));
            names.into_iter().any(|taken| taken.eq_ignore_ascii_case(name))
        };
        let numbered = (2_u32..).map(|number| format!("{usual}{number}"));
        let name = std::iter::once(usual.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default();
        let is_renamed = name != usual;
        columns.push(OutputColumn { parameter: index, name, is_renamed });
    }
    columns
}

/// `status`, or another name if that one is taken.
pub(super) fn status_name(fields: &[Arc<Field>]) -> String {
    let mut name = "status".to_owned();
    while fields.iter().any(|field| field.name().eq_ignore_ascii_case(&name)) {
        name.insert_str(0, "lane_");
    }
    name
}
