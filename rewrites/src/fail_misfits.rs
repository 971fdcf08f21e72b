//! Replaces calls that do not fit their callees by failures, so that only what reaches them fails.
//!
//! The front end reports calls that it can compare with a definition. What a dummy procedure is called with in one arm
//! may not fit the procedure that it stands for in another one, and sources of several files may lie about procedures
//! of each other. Variables are passed for procedures that are not called (LAPACK's `SELECT`), so the call fails of
//! what is none.
//!
//! Requires: stage `cfg`, procedures bound; units at other stages are left alone, and those with dummy procedures,
//! which are not called. Ensures: stage `cfg`; each call of a unit of the program fits it. Keeps: all results that do
//! not depend on such calls. Invalidates: all analyses. Cost: O(size of the program).
//!
//! ```text
//! (f2 takes two arguments)
//!     r = call f2(&x)             becomes     leave s0
//!     …                                       stop unsupported "the call of `f2` does not fit it: …"
//! ```

use crate::edit_actions::{Fate, edit_actions};
use forlane_cfg::{Action, ActionKind, Body, Program, Stage, Unit};

/// Replaces the calls that do not fit.
pub fn fail_misfits(program: &mut Program) {
    for index in 0..program.units.len() {
        let unit = &program.units[index];
        let is_called = unit.stage == Stage::Cfg && unit.dummy_procedures().next().is_none();
        let problem = |action: &Action| problem(program, unit, action);
        if !is_called || !unit.actions().any(|action| problem(action).is_some()) {
            continue;
        }
        let Body::Graph(mut graph) = unit.body.clone() else { continue };
        edit_actions(&mut graph, &mut |action, _, _: &mut ()| problem(action).map_or(Fate::Stays, Fate::Fails));
        program.units[index].body = Body::Graph(graph);
    }
}

/// What a dummy procedure stands for if a call passes something else: no name in a source.
pub(crate) const VARIABLE: &str = "_variable";

/// Why a call of the unit fails.
fn problem(program: &Program, caller: &Unit, action: &Action) -> Option<String> {
    let ActionKind::Call { callee, arguments, result, .. } = &action.kind else { return None };
    if callee.unit() == Some(VARIABLE) {
        return Some("a dummy procedure is called for which a variable is passed".to_owned());
    }
    let callee = program.unit(callee.unit()?)?;
    let misfit = callee.misfit(caller, arguments, result.map(|result| caller.vars[result].ty))?;
    Some(format!("the call of `{}` does not fit it: {}", callee.source_name(), misfit.problem))
}
