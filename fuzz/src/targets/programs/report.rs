//! A random program as the two files of a case of `tests/kernels`.

use super::print::{COLUMNS, print};
use super::tree::Program;
use std::fmt::Write;

/// Source and table. The scalar that all rows share is a column like the others there.
pub fn describe(program: &Program) -> String {
    let printed = print(program);
    let has = |name: &str| printed.dummies.iter().any(|(dummy, _)| dummy == name);
    let mut text = String::from("---- NAME.f\n! test: kernel kernel\n");
    if has("T") {
        let _ = writeln!(text, "! test: array t = {}", join(program.t.iter().map(|value| format!("{value:?}")), " "));
    }
    if has("IT") {
        let _ = writeln!(text, "! test: array it = {}", join(program.it.iter().map(i32::to_string), " "));
    }
    text.push_str(&printed.text);
    text.push_str("---- NAME.csv\n");
    let names = std::iter::once("U").chain(COLUMNS.iter().map(|(name, _)| *name)).filter(|name| has(name));
    let _ = writeln!(text, "{}", join(names.map(str::to_lowercase), ","));
    for row in &program.rows {
        let cells = [
            program.u.to_string(),
            row.i[0].to_string(),
            row.i[1].to_string(),
            row.j[0].to_string(),
            row.j[1].to_string(),
            format!("{:?}", row.r[0]),
            format!("{:?}", row.r[1]),
            format!("{:?}", row.d[0]),
            format!("{:?}", row.d[1]),
            row.l[0].to_string(),
            row.l[1].to_string(),
        ];
        let names = std::iter::once("U").chain(COLUMNS.iter().map(|(name, _)| *name));
        let cells = names.zip(cells).filter(|(name, _)| has(name)).map(|(_, cell)| cell);
        let _ = writeln!(text, "{}", join(cells, ","));
    }
    text
}

fn join(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<String>>().join(between)
}
