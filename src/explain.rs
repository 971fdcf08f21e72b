//! What was decided when a kernel was compiled: the remarks of passes and of code generation together.

use forlane_cfg::{Decision, Program, Remark, Storage, Subject, Unit, Var, names};
use forlane_rewrites::kernel_program::KernelProgram;
use std::collections::HashSet;

/// The most names that a remark lists.
const MOST_LISTED: usize = 8;

/// Remarks on the kernel as a whole, then the others in the order of the source, each once.
pub(crate) fn in_order(remarks: impl Iterator<Item = Remark>) -> Vec<Remark> {
    let mut seen = HashSet::new();
    let mut remarks: Vec<Remark> = remarks.filter(|remark| seen.insert(remark.clone())).collect();
    let is_part = |remark: &Remark| !matches!(remark.subject, Subject::Kernel(_));
    remarks.sort_by(|one, other| {
        let files = is_part(one).cmp(&is_part(other)).then_with(|| one.file.cmp(&other.file));
        files.then(one.line.cmp(&other.line))
    });
    remarks
}

/// The remarks on output that a kernel leaves out, in units that are left.
pub(crate) fn on_output(kernel: &KernelProgram) -> Vec<Remark> {
    let remark = |(unit, at): &(String, _)| {
        let reason = "what a row writes to a unit is lost";
        Some(Remark::new(kernel.program.unit(unit)?, *at, Subject::Statement, Decision::LeftOut, reason))
    };
    kernel.left_out.iter().filter_map(remark).collect()
}

/// The remarks on variables that became constants.
pub(crate) fn on_constants(program: &Program) -> Vec<Remark> {
    let remark = |unit: &Unit| {
        let is_constant = |var: &&Var| var.storage == Storage::Constant && !names::is_made(&var.name);
        let constants = unit.vars.iter().map(|(_, var)| var).filter(is_constant);
        let names: Vec<String> = constants.map(|var| format!("`{}`", var.name)).collect();
        let more = names.len().saturating_sub(MOST_LISTED);
        let listed = names[..names.len() - more].join(", ");
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let subject = Subject::Subprogram(unit.source_name().to_owned());
        let reason = format!("nothing assigns {listed}{more}");
        (!names.is_empty()).then(|| Remark::new(unit, unit.first_line(), subject, Decision::Constant, reason))
    };
    program.units.iter().filter_map(remark).collect()
}
