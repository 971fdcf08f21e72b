//! Remarks on a kernel: what was decided when its code was generated.
//!
//! All is read from what was made: loops from the masked units, what is done by lane and what is called from the gang
//! code as it is emitted, failures from the sites of the kernel.

mod by_lane;
mod calls;
mod loops;
mod summary;

use crate::gang::ir::{Callee, GangCode};
use crate::runtime::{SiteReason, SiteTable};
use forlane_cfg::{Decision, Program, Remark, Subject, Unit, VarId};
use indexmap::{IndexMap, IndexSet};
pub use summary::slower;

/// The remarks on a unit that was masked and lowered for one set of arguments.
pub fn on_specialisation(program: &Program, unit: &Unit, code: &GangCode) -> Vec<Remark> {
    let mut remarks = loops::on_loops(unit);
    remarks.extend(by_lane::on_statements(unit, code));
    remarks.extend(calls::on_calls(program, unit, code));
    remarks
}

/// The remarks on all specialisations. One that does not hold for all those of a subprogram says for which it does.
pub fn join_cases(program: &Program, found: Vec<(Callee, Vec<Remark>)>) -> Vec<Remark> {
    let mut of_unit: IndexMap<String, Vec<IndexSet<Remark>>> = IndexMap::new();
    for (callee, remarks) in &found {
        of_unit.entry(callee.unit.clone()).or_default().push(remarks.iter().cloned().collect());
    }
    let mut joined = IndexSet::new();
    for (callee, remarks) in found {
        let cases = &of_unit[&callee.unit];
        for remark in remarks {
            let holds_always = cases.iter().all(|case| case.contains(&remark));
            let case = if holds_always { None } else { Some(case_of(program, &callee)) };
            joined.insert(Remark { case, ..remark });
        }
    }
    joined.into_iter().collect()
}

/// For which arguments a unit is compiled.
fn case_of(program: &Program, callee: &Callee) -> String {
    match in_words(&uniform_arguments(program, callee)) {
        None => "no argument is uniform".to_owned(),
        Some((names, verb)) => format!("{names} {verb} uniform"),
    }
}

/// The names of the dummy arguments that are the same in all lanes.
fn uniform_arguments<'p>(program: &'p Program, callee: &Callee) -> Vec<&'p str> {
    let Some(unit) = program.unit(&callee.unit) else { return Vec::new() };
    let uniform = unit.dummies.iter().zip(callee.shapes()).filter(|(_, shape)| *shape == forlane_cfg::Shape::Uniform);
    uniform.map(|(dummy, _)| name_of(unit, *dummy)).collect()
}

fn name_of(unit: &Unit, var: VarId) -> &str {
    &unit.vars[var].name
}

/// Names in a row, and the verb for so many; none without names.
fn in_words(names: &[impl AsRef<str>]) -> Option<(String, &'static str)> {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    Some((row_of(&quoted)?, if quoted.len() == 1 { "is" } else { "are" }))
}

/// Parts with commas and "and" between; none without parts.
fn row_of(parts: &[String]) -> Option<String> {
    match parts {
        [] => None,
        [one] => Some(one.clone()),
        [before @ .., last] => Some(format!("{} and {last}", before.join(", "))),
    }
}

/// The remark on how many lanes the kernel has.
pub fn width(root: &Unit, lanes: usize, reason: &str) -> Remark {
    on_kernel(root, Decision::Width(lanes), reason)
}

/// A remark on the kernel as a whole.
fn on_kernel(root: &Unit, decision: Decision, reason: &str) -> Remark {
    let subject = Subject::Kernel(root.source_name().to_owned());
    Remark { unit: root.source_name().to_owned(), ..Remark::new(root, root.first_line(), subject, decision, reason) }
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
