//! Which calls are of code that was compiled for uniform arguments.

use super::cases::uniform_arguments;
use super::names::in_words;
use crate::gang::ir::{GangCode, Op};
use forlane_cfg::{Decision, Program, Remark, Subject, Unit};

/// The remarks on the calls of a unit.
pub fn on_calls(program: &Program, unit: &Unit, code: &GangCode) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for block in code.reverse_postorder() {
        for value in &code.blocks[block].ops {
            let Op::Call { callee, .. } = code.values[*value].op else { continue };
            let Some(callee) = code.callees.get(callee as usize) else { continue };
            let Some((names, verb)) = in_words(&uniform_arguments(program, callee)) else { continue };
            let name = program.unit(&callee.unit).map_or(callee.unit.as_str(), Unit::source_name);
            let at = code.line(*value).unwrap_or_default();
            let reason = format!("{names} {verb} the same in all lanes");
            remarks.push(Remark::new(unit, at, Subject::Call(name.to_owned()), Decision::Specialised, reason));
        }
    }
    remarks
}
