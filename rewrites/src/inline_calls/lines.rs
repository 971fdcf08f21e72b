//! Which source lines come from which subprogram once calls are spliced: a failure is told with the subprogram whose
//! statement it is, and its file.

use forlane_cfg::{Body, Graph, Inlined, SourceLine, Unit};
use std::collections::BTreeSet;

/// The lines of all actions and blocks.
pub(super) fn lines(graph: &Graph) -> impl Iterator<Item = SourceLine> {
    let blocks = graph.blocks.iter().map(|(_, block)| block);
    blocks.flat_map(|block| block.actions.iter().map(|action| action.at).chain([block.at]))
}

/// The lines of a unit that were not spliced into it, in each file that has some.
pub(super) fn own_lines(unit: &Unit, graph: &Graph) -> Vec<Inlined> {
    let mut found: Vec<Inlined> = Vec::new();
    let is_own = |line: &SourceLine| line.number > 0 && unit.subprogram_at(*line) == unit.source_name();
    for line in lines(graph).filter(is_own) {
        match found.iter_mut().find(|inlined| inlined.first.file == line.file) {
            Some(inlined) => (inlined.first, inlined.last) = (inlined.first.min(line), inlined.last.max(line)),
            None => found.push(Inlined { unit: unit.source_name().to_string(), first: line, last: line }),
        }
    }
    found
}

/// Whether a line of the caller, which has these, would be taken for one of the callee: both include the same
/// statements.
pub(super) fn shares_lines(caller: &Unit, lines: &BTreeSet<SourceLine>, callee: &Unit) -> bool {
    let Body::Graph(spliced) = &callee.body else { return false };
    if callee.files.is_empty() && (caller.file == callee.file || !caller.files.contains(&callee.file)) {
        return false;
    }
    let is_other = |line: &SourceLine| caller.subprogram_at(*line) != callee.source_name();
    own_lines(callee, spliced).iter().any(|range| {
        let name = callee.file_at(range.first);
        let numbers = 0..=caller.files.len() as u32;
        let mut files = numbers.filter(|file| caller.file_at(SourceLine { file: *file, number: 0 }) == name);
        files.any(|file| {
            let [first, last] = [range.first, range.last].map(|line| SourceLine { file, ..line });
            lines.range(first..=last).any(is_other)
        })
    })
}

/// A callee's line as one of the caller's, which has the callee's files by these numbers.
pub(super) fn map_line(line: &mut SourceLine, files: &[u32]) {
    if line.number > 0 {
        line.file = files.get(line.file as usize).copied().unwrap_or(line.file);
    }
}
