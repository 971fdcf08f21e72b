//! The units that a kernel consists of: what it calls, directly or not, callees before callers.

use crate::error::JitError;
use forlane_cfg::{ActionKind, Argument, Callee, Program, SourceLine, Type, Unit, VarId};
use indexmap::{IndexMap, IndexSet};

/// A call of one unit by another.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// What is called.
    pub callee: &'a Callee,
    /// The actual arguments.
    pub arguments: &'a [Argument],
    /// The type expected of a function's value.
    pub result: Option<Type>,
    /// Line of the call.
    pub at: SourceLine,
}

/// All units that `root` needs, each after its callees, `root` last; of units that call each other in circles, some are
/// before their callees. Every call among them fits its callee.
///
/// # Errors
/// [`JitError::UnknownUnit`], [`JitError::MissingCallee`] and [`JitError::CallMismatch`].
pub fn call_order<'a>(program: &'a Program, root: &str) -> Result<Vec<&'a Unit>, JitError> {
    let by_name: IndexMap<&str, &Unit> = program.units.iter().map(|unit| (unit.name.as_str(), unit)).collect();
    let root = *by_name.get(root).ok_or_else(|| JitError::UnknownUnit {
        name: root.to_string(),
        known: program.units.iter().map(|unit| unit.name.clone()).collect(),
    })?;
    if let Some(dummy) = root.dummy_procedures().next() {
        return Err(unbound(root, dummy));
    }
    // The path from the root: each unit with its calls that are still to be followed.
    let mut path = vec![(root, calls(root).into_iter())];
    let mut seen = IndexSet::from([root.name.as_str()]);
    let mut order = Vec::new();
    while let Some((caller, rest)) = path.last_mut() {
        let caller = *caller;
        let Some(call) = rest.next() else {
            order.push(caller);
            path.pop();
            continue;
        };
        let callee = match call.callee {
            Callee::Unit(name) | Callee::Internal(name, _) => name,
            Callee::Dummy(var) => return Err(unbound(caller, *var)),
        };
        let callee = *by_name.get(callee.as_str()).ok_or_else(|| JitError::MissingCallee {
            callee: callee.clone(),
            caller: caller.name.clone(),
            file: caller.file_at(call.at).to_string(),
            line: call.at.number,
        })?;
        check_call(caller, &call, callee)?;
        if seen.insert(callee.name.as_str()) {
            path.push((callee, calls(callee).into_iter()));
        }
    }
    Ok(order)
}

fn unbound(unit: &Unit, dummy: VarId) -> JitError {
    JitError::UnboundProcedure { name: unit.vars[dummy].name.clone(), unit: unit.name.clone() }
}

/// The calls of a unit.
pub fn calls(unit: &Unit) -> Vec<Call<'_>> {
    unit.actions()
        .filter_map(|action| match &action.kind {
            ActionKind::Call { callee, arguments, result, result_value } => {
                let result = result_value
                    .map(|value| unit.values[value].ty)
                    .or_else(|| result.map(|variable| unit.vars[variable].ty));
                Some(Call { callee, arguments, result, at: action.at })
            }
            _ => None,
        })
        .collect()
}

fn check_call(caller: &Unit, call: &Call<'_>, callee: &Unit) -> Result<(), JitError> {
    match callee.misfit(caller, call.arguments, call.result) {
        None => Ok(()),
        Some(misfit) => Err(JitError::CallMismatch {
            callee: callee.name.clone(),
            caller: caller.name.clone(),
            file: caller.file_at(call.at).to_string(),
            line: call.at.number,
            problem: misfit.problem,
        }),
    }
}
