//! The units that a kernel consists of: what it calls, directly or not, callees before callers.

use crate::error::JitError;
use forlane_cfg::{Action, ActionKind, Argument, Body, Callee, NodeKind, Program, SourceLine, Type, Unit, VarId};
use indexmap::IndexMap;

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

/// All units that `root` needs, each behind its callees, `root` last. Every call among them fits its callee.
///
/// # Errors
/// [`JitError::UnknownUnit`], [`JitError::MissingCallee`], [`JitError::Recursion`] and [`JitError::CallMismatch`].
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
    let mut state: IndexMap<&str, bool> = IndexMap::from([(root.name.as_str(), false)]);
    let mut order = Vec::new();
    while let Some((caller, rest)) = path.last_mut() {
        let caller = *caller;
        let Some(call) = rest.next() else {
            state.insert(caller.name.as_str(), true);
            order.push(caller);
            path.pop();
            continue;
        };
        let callee = match call.callee {
            Callee::Unit(name) => name,
            Callee::Dummy(var) => return Err(unbound(caller, *var)),
        };
        let callee = *by_name.get(callee.as_str()).ok_or_else(|| JitError::MissingCallee {
            callee: callee.clone(),
            caller: caller.name.clone(),
            file: caller.file.clone(),
            line: call.at,
        })?;
        check_call(caller, &call, callee)?;
        match state.get(callee.name.as_str()) {
            Some(true) => {}
            Some(false) => {
                let names = path.iter().map(|(unit, _)| unit.name.clone());
                let mut cycle: Vec<String> = names.skip_while(|name| *name != callee.name).collect();
                cycle.push(callee.name.clone());
                return Err(JitError::Recursion { cycle });
            }
            None => {
                state.insert(callee.name.as_str(), false);
                path.push((callee, calls(callee).into_iter()));
            }
        }
    }
    Ok(order)
}

fn unbound(unit: &Unit, dummy: VarId) -> JitError {
    JitError::UnboundProcedure { name: unit.vars[dummy].name.clone(), unit: unit.name.clone() }
}

/// The actions of a unit, in the order of its arenas.
pub fn actions(unit: &Unit) -> Vec<&Action> {
    match &unit.body {
        Body::Graph(graph) => graph.blocks.iter().flat_map(|(_, block)| &block.actions).collect(),
        Body::Tree(tree) => (tree.regions.iter().flat_map(|(_, region)| &region.nodes))
            .filter_map(|node| match &node.kind {
                NodeKind::Action(action) => Some(action),
                _ => None,
            })
            .collect(),
    }
}

/// The calls of a unit.
pub fn calls(unit: &Unit) -> Vec<Call<'_>> {
    actions(unit)
        .into_iter()
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

/// The type of an actual argument's elements; none for one that has none.
pub fn argument_type(caller: &Unit, argument: &Argument) -> Option<Type> {
    Some(match argument {
        Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.ty(),
        Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => caller.vars[*var].ty,
        Argument::Procedure(_) | Argument::Absent => return None,
    })
}

fn check_call(caller: &Unit, call: &Call<'_>, callee: &Unit) -> Result<(), JitError> {
    let mismatch = |problem: String| JitError::CallMismatch {
        callee: callee.name.clone(),
        caller: caller.name.clone(),
        file: caller.file.clone(),
        line: call.at,
        problem,
    };
    let (wanted, found) = (callee.dummies.len(), call.arguments.len());
    if wanted != found {
        return Err(mismatch(format!("it takes {wanted} arguments, {found} are given")));
    }
    for (number, (argument, dummy)) in call.arguments.iter().zip(&callee.dummies).enumerate() {
        let dummy = &callee.vars[*dummy];
        if let Argument::Procedure(_) = argument {
            return Err(mismatch(format!("argument {} is a procedure, which it does not take", number + 1)));
        }
        if let Some(ty) = argument_type(caller, argument)
            && ty != dummy.ty
        {
            let number = number + 1;
            return Err(mismatch(format!("argument {number}, `{}`, is {}, not {ty}", dummy.name, dummy.ty)));
        }
    }
    let given = callee.result.map(|result| callee.vars[result].ty);
    match (call.result, given) {
        (Some(_), None) => Err(mismatch("it is no function".to_string())),
        (Some(wanted), Some(given)) if wanted != given => {
            Err(mismatch(format!("its value is {given}, but {wanted} is expected")))
        }
        _ => Ok(()),
    }
}
