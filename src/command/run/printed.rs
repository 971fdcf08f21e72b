//! `--print`: what rows have written to the console.

use super::progress;
use forlane_jit::Printed;
use std::io::Write;

/// Shows the lines of rows, counted from 1. Returns the first row that wrote to a unit whose output is lost, and the
/// unit.
pub(super) fn show(printed: Vec<Printed>) -> Option<(usize, i64)> {
    let lost = printed.iter().find_map(|printed| Some((printed.row, printed.lost_unit?)));
    let text = lines(&printed);
    if !text.is_empty() {
        // Where standard error can't be written to, the result is complete all the same.
        progress::beside(|| drop(std::io::stderr().write_all(&text)));
    }
    lost
}

/// The lines, each after its row; the last one of a row may have no end.
fn lines(printed: &[Printed]) -> Vec<u8> {
    let mut lines = Vec::new();
    for Printed { row, text, .. } in printed {
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            lines.extend_from_slice(format!("row {row}: ").as_bytes());
            lines.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
            lines.push(b'\n');
        }
    }
    lines
}
