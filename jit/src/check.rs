//! Checks of the units that code is generated from, which come from outside of this crate.
//!
//! Generated code trusts what is found out about a program's units at stage `ssa`: where variables live, which
//! arguments are assigned, what is called with what, whether there are transfers. That holds for a unit that was masked
//! for some shapes of its arguments if it does nothing else to memory than the unit that it was made of.

use crate::error::JitError;
use forlane_cfg::verify::{VerifyError, verify_program, verify_unit};
use forlane_cfg::{ActionKind, Argument, Callee, IoKind, Program, Shape, Type, Unit, Var, VarId};
use std::collections::HashSet;

/// Verifies the units of a program. That no address leaves its variable rests on the verifier's rules.
///
/// # Errors
/// [`JitError::Malformed`]: the first rule that is broken.
pub fn check_units(program: &Program) -> Result<(), JitError> {
    verify_program(program).map_err(first_broken)
}

/// Verifies a unit that was masked for those shapes of its dummy arguments, and compares what it does to memory with
/// what `origin` does, the unit of a verified program that it was made of.
///
/// # Errors
/// [`JitError::Malformed`]: the first rule that is broken, or what it does that `origin` does not.
pub fn check_masked(unit: &Unit, origin: &Unit, shapes: &[Shape]) -> Result<(), JitError> {
    verify_unit(unit).map_err(first_broken)?;
    let problem = if !has_same_variables(unit, origin) {
        "its variables are not those of the unit that it was made of"
    } else if !unit.dummies.iter().map(|dummy| unit.vars[*dummy].shape).eq(shapes.iter().copied()) {
        "it was masked for other shapes of its arguments"
    } else if !accesses(unit).is_subset(&accesses(origin)) {
        "it assigns, calls or transfers what the unit that it was made of does not"
    } else {
        return Ok(());
    };
    Err(JitError::Malformed { unit: unit.name.clone(), problem: problem.to_string() })
}

fn first_broken(errors: Vec<VerifyError>) -> JitError {
    match errors.into_iter().next() {
        Some(VerifyError { rule, unit, place, message, .. }) => {
            JitError::Malformed { unit, problem: format!("verify[{rule}]: {place}: {message}") }
        }
        None => JitError::Malformed { unit: String::new(), problem: "a rule of the verifier is broken".to_string() },
    }
}

/// Whether the variables of two units lie at the same places of memory. Their initial values are taken of `origin`
/// alone.
fn has_same_variables(unit: &Unit, origin: &Unit) -> bool {
    let is_same = |(one, other): ((VarId, &Var), (VarId, &Var))| {
        let ((id, var), (other_id, other)) = (one, other);
        id == other_id
            && (var.ty, var.array, var.storage, &var.area) == (other.ty, other.array, other.storage, &other.area)
    };
    (&unit.name, unit.kind, &unit.dummies, unit.result) == (&origin.name, origin.kind, &origin.dummies, origin.result)
        && unit.vars.len() == origin.vars.len()
        && unit.vars.iter().zip(origin.vars.iter()).all(is_same)
}

/// Something that a unit does to memory, or has done.
#[derive(PartialEq, Eq, Hash)]
enum Access<'u> {
    Assigns(VarId),
    Frees(VarId),
    Calls(&'u Callee, Vec<Passed<'u>>, Option<Type>),
    Transfers(IoKind, Vec<Passed<'u>>),
}

/// An actual argument, or an object of a transfer, without the values in it.
#[derive(PartialEq, Eq, Hash)]
enum Passed<'u> {
    Value(Type),
    InOut(Type),
    Variable(VarId),
    Element(VarId),
    Array(VarId),
    Procedure(&'u Callee),
    Absent,
}

fn passed<'u>(arguments: &'u [Argument]) -> Vec<Passed<'u>> {
    let passed = arguments.iter().map(|argument| match argument {
        Argument::Value(expr) => Passed::Value(expr.ty()),
        Argument::InOut { before, .. } => Passed::InOut(before.ty()),
        Argument::Variable(var) => Passed::Variable(*var),
        Argument::Element(array, _) => Passed::Element(*array),
        Argument::Array(array) => Passed::Array(*array),
        Argument::Procedure(callee) => Passed::Procedure(callee),
        Argument::Absent => Passed::Absent,
    });
    passed.collect()
}

/// What a unit does to memory.
fn accesses(unit: &Unit) -> HashSet<Access<'_>> {
    let returned = unit.returns().flatten().map(|(var, _)| Access::Assigns(*var));
    let mut found: HashSet<Access<'_>> = returned.collect();
    for action in unit.actions() {
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) | ActionKind::Define { .. } => {}
            ActionKind::Assign { target: var, .. }
            | ActionKind::Store { array: var, .. }
            | ActionKind::StoreText { array: var, .. } => drop(found.insert(Access::Assigns(*var))),
            ActionKind::Array(assignment) => found.extend(assignment.named_vars().map(Access::Assigns)),
            ActionKind::Allocate { array, .. } | ActionKind::Deallocate { array } => {
                found.insert(Access::Frees(*array));
            }
            ActionKind::Call { callee, arguments, result, result_value } => {
                found.extend(result.map(Access::Assigns));
                let ty = result_value.map(|value| unit.values[value].ty).or(result.map(|var| unit.vars[var].ty));
                found.insert(Access::Calls(callee, passed(arguments), ty));
            }
            ActionKind::Io(io) => drop(found.insert(Access::Transfers(io.kind, passed(&io.objects)))),
        }
    }
    found
}
