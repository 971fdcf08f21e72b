//! The remark that says which statements make a kernel slower in lanes than it could be.

use super::{on_kernel, row_of};
use forlane_cfg::{Decision, Remark, Unit};

/// The most lines that it lists of a sort.
const MOST_LISTED: usize = 8;

/// That remark, if there is any such statement among those on which there are remarks.
pub fn slower(root: &Unit, remarks: &[Remark]) -> Option<Remark> {
    let lines = |is_of: fn(Decision) -> bool| {
        let mut lines: Vec<(&str, u32)> = Vec::new();
        for remark in remarks.iter().filter(|remark| remark.is_slow && is_of(remark.decision)) {
            if !lines.contains(&(&remark.file, remark.line)) {
                lines.push((&remark.file, remark.line));
            }
        }
        lines.sort_unstable_by_key(|(file, line)| (*file != root.file, *file, *line));
        lines
    };
    let sorts = [
        (lines(|decision| decision == Decision::LaneByLane), "works lane by lane", "work lane by lane"),
        (
            lines(|decision| matches!(decision, Decision::Gather | Decision::Scatter)),
            "reads or writes an element of each lane's own",
            "read or write an element of each lane's own",
        ),
        (
            lines(|decision| decision == Decision::Varying),
            "has a loop whose iteration count differs",
            "have loops whose iteration counts differ",
        ),
    ];
    let clauses: Vec<String> = sorts.iter().filter_map(|(lines, one, many)| clause(root, lines, one, many)).collect();
    Some(on_kernel(root, Decision::Slower, &row_of(&clauses)?))
}

/// What lines do; none without lines.
fn clause(root: &Unit, lines: &[(&str, u32)], one: &str, many: &str) -> Option<String> {
    let in_words = |(file, line): &(&str, u32)| match *file == root.file {
        true => line.to_string(),
        false => format!("{line} of {file}"),
    };
    let mut listed: Vec<String> = lines.iter().take(MOST_LISTED).map(in_words).collect();
    if lines.len() > MOST_LISTED {
        listed.push(format!("{} more", lines.len() - MOST_LISTED));
    }
    match lines.len() {
        0 => None,
        1 => Some(format!("line {} {one}", listed[0])),
        _ => Some(format!("lines {} {many}", row_of(&listed)?)),
    }
}
