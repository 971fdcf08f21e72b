//! Which source lines come from which subprogram once calls are spliced: a failure is told with the subprogram whose
//! statement it is, and its file.

use forlane_cfg::{Body, Graph, Inlined, SourceLine, Unit};

fn lines(graph: &Graph) -> impl Iterator<Item = SourceLine> {
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

/// Whether a line of the caller would be taken for one of the callee: both include the same statements.
pub(super) fn shares_lines(caller: &Unit, callee: &Unit) -> bool {
    let (Body::Graph(own), Body::Graph(spliced)) = (&caller.body, &callee.body) else { return false };
    if callee.files.is_empty() && (caller.file == callee.file || !caller.files.contains(&callee.file)) {
        return false;
    }
    let ranges = own_lines(callee, spliced);
    let is_shared = |line: SourceLine, range: &Inlined| {
        // Numbers first: callers with many calls have many lines.
        (range.first.number..=range.last.number).contains(&line.number)
            && callee.file_at(range.first) == caller.file_at(line)
            && caller.subprogram_at(line) != callee.source_name()
    };
    lines(own).any(|line| ranges.iter().any(|range| is_shared(line, range)))
}

/// A callee's line as one of the caller's, which has the callee's files by these numbers.
pub(super) fn map_line(line: &mut SourceLine, files: &[u32]) {
    if line.number > 0 {
        line.file = files.get(line.file as usize).copied().unwrap_or(line.file);
    }
}
