//! Tests against tables that gfortran 12 made. A line of a table is a case, its parts parted by tabs: the format, or
//! `*`; for output the items and the records, for input the record, the types and the values. `\n` ends a record, `!`
//! and a number at the end are the IOSTAT.

mod input;
mod output;

use super::{Files, OutputFile, System};
use std::collections::VecDeque;

/// Files in memory.
#[derive(Default)]
struct Memory {
    input: VecDeque<Vec<u8>>,
    output: Vec<u8>,
    system: System,
}

impl Files for Memory {
    fn read_line(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        Ok(self.input.pop_front())
    }

    fn write(&mut self, _: OutputFile, characters: &[u8]) -> std::io::Result<()> {
        self.output.extend_from_slice(characters);
        Ok(())
    }

    fn system(&mut self) -> &mut System {
        &mut self.system
    }

    fn flush(&mut self) {}
}

/// Checks each case of a table; shows the first ones that differ.
fn check_table(name: &str, table: &str, mut check: impl FnMut(&[&str]) -> Option<(String, String)>) {
    let mut wrong = Vec::new();
    let mut cases = 0;
    for line in table.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        cases += 1;
        if let Some((expected, actual)) = check(&parts) {
            wrong.push(format!(
                "{}\n  gfortran: {expected:?}\n  this:     {actual:?}",
                parts[..parts.len() - 1].join("  ")
            ));
        }
    }
    assert!(cases > 0, "{name} has no cases");
    let shown = wrong.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {cases} cases of {name} differ:\n{shown}", wrong.len());
}

/// A table that is beside the tests, or the one that a variable of the environment names.
fn table_of(variable: &str, text: &str) -> String {
    match std::env::var_os(variable) {
        Some(path) => std::fs::read_to_string(path).unwrap_or_default(),
        None => text.to_owned(),
    }
}

fn unescaped(text: &str) -> Vec<u8> {
    text.replace("\\n", "\n").into_bytes()
}
