//! Remarks on a kernel as a whole, and on what fails its rows.

use super::trial::Form;
use crate::code::LocatedCode;
use crate::gang::explain::names::row_of;
use crate::machine_loops;
use crate::mathematics::Mathematics;
use crate::runtime::{SiteReason, SiteTable};
use forlane_cfg::{Decision, Program, Remark, Subject, Unit};

/// The most lines of a sort that a remark lists.
const MOST_LISTED: usize = 8;

/// The remark that says which statements make the kernel slower in lanes than it could be, if there is any such among
/// those on which there are remarks.
pub fn slower(root: &Unit, remarks: &[Remark]) -> Option<Remark> {
    let lines = |is_of: fn(Decision) -> bool| {
        let slow = remarks.iter().filter(|remark| remark.is_slow && is_of(remark.decision));
        let mut lines: Vec<(&str, u32)> = slow.map(|remark| (remark.file.as_str(), remark.line)).collect();
        lines.sort_unstable_by_key(|(file, line)| (*file != root.file, *file, *line));
        lines.dedup();
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

/// The remark on how many lanes the kernel has.
pub fn width(root: &Unit, lanes: usize, reason: &str) -> Remark {
    on_kernel(root, Decision::Width(lanes), reason)
}

/// The remark on the other forms that long runs try.
pub fn tried(root: &Unit, candidates: &[Form], parting: &str) -> Remark {
    let (refilled, sizes): (Vec<Form>, Vec<Form>) = candidates.iter().partition(|Form { gang: _, refills }| *refills);
    let sizes: Vec<String> = sizes.iter().map(|form| form.gang.to_string()).collect();
    let sizes = row_of(&sizes).unwrap_or_default();
    let refilled = if refilled.is_empty() { "" } else { ", or lanes that take other rows when they are done," };
    let reason = format!("lanes part at {parting}, and gangs of {sizes}{refilled} may be faster");
    on_kernel(root, Decision::Tried, &reason)
}

/// The remark on functions and sums that are not exact, if they are not.
pub fn fast_math(root: &Unit, math: Mathematics) -> Option<Remark> {
    let taken = math.taken().ok().flatten()?;
    Some(on_kernel(root, Decision::FastMath, &format!("--math=fast takes {taken}")))
}

/// A remark on the kernel as a whole.
fn on_kernel(root: &Unit, decision: Decision, reason: &str) -> Remark {
    let subject = Subject::Kernel(root.source_name().to_owned());
    Remark { unit: root.source_name().to_owned(), ..Remark::new(root, root.first_line(), subject, decision, reason) }
}

/// The remarks on the innermost loops of the code.
pub fn on_loops(program: &Program, code: &[LocatedCode]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for function in code {
        let Some(unit) = program.unit(&function.unit) else { continue };
        for (at, held) in machine_loops::loops(function) {
            let decision = Decision::Instructions(held.instructions);
            remarks.push(Remark::new(unit, at, Subject::Loop, decision, held.in_words()));
        }
    }
    remarks
}

/// The remarks on what fails rows wherever they get there.
pub fn on_failures(sites: &SiteTable) -> Vec<Remark> {
    let unsupported = sites.iter().filter_map(|site| match &site.reason {
        SiteReason::Unsupported(reason) => Some(Remark {
            file: site.file.clone(),
            line: site.line,
            unit: site.unit.clone(),
            subject: Subject::Statement,
            decision: Decision::Fails,
            reason: reason.clone(),
            case: None,
            is_slow: false,
        }),
        _ => None,
    });
    unsupported.collect()
}
