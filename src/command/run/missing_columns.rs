//! What is said of columns that a table does not have: which ones it has, and which may have been meant.

use crate::data::{Input, shortened};
use crate::number::parse_real8;
use crate::table::describe;
use forlane_jit::Parameter;
use forlane_semantics::similar::similar;

/// The question after names that may have been meant.
pub(super) fn did_you_mean(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", shortened(name))).collect();
    if quoted.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(", ")) }
}

/// The columns of the table, of very many the first.
pub(super) fn there_are(input: &Input) -> String {
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

/// The error for arguments of which a table has no column.
pub(super) fn missing_columns(kernel: &str, missing: &[&Parameter], input: Option<&Input>) -> String {
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
