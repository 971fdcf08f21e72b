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

/// All units that `root` needs, each after its callees, `root` last. Every call among them fits its callee.
///
/// # Errors
/// [`JitError::UnknownUnit`], [`JitError::MissingCallee`], [`JitError::Recursion`] and [`JitError::CallMismatch`].
pub fn call_order<'a>(program: &'a Program, root: &str) -> Result<Vec<&'a Unit>, JitError> {
    let (order, cycles) = call_order_with_cycles(program, root)?;
    match cycles.into_iter().next() {
        Some(cycle) => Err(cycle),
        None => Ok(order),
    }
}

/// As [`call_order`], but units may call each other in circles, in which some then are before their callees. For each
/// call that closes a circle there is the [`JitError::Recursion`] that it would be.
///
/// # Errors
/// The others of [`call_order`].
pub fn call_order_with_cycles<'a>(
    program: &'a Program,
    root: &str,
) -> Result<(Vec<&'a Unit>, Vec<JitError>), JitError> {
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
    let (mut order, mut cycles) = (Vec::new(), Vec::new());
    while let Some((caller, rest)) = path.last_mut() {
        let caller = *caller;
        let Some(call) = rest.next() else {
            state.insert(caller.name.as_str(), true);
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
        match state.get(callee.name.as_str()) {
            Some(true) => {}
            Some(false) => {
                let names = path.iter().map(|(unit, _)| unit.name.clone());
                let mut cycle: Vec<String> = names.skip_while(|name| *name != callee.name).collect();
                cycle.push(callee.name.clone());
                cycles.push(JitError::Recursion {
                    cycle,
                    file: caller.file_at(call.at).to_string(),
                    line: call.at.number,
                });
            }
            None => {
                state.insert(callee.name.as_str(), false);
                path.push((callee, calls(callee).into_iter()));
            }
        }
    }
    Ok((order, cycles))
}

/// The names of those of the units, in the order of [`call_order_with_cycles`], that are in a circle.
pub fn recursive_units(order: &[&Unit]) -> IndexSet<String> {
    let number: IndexMap<&str, usize> =
        order.iter().enumerate().map(|(index, unit)| (unit.name.as_str(), index)).collect();
    let callees = |unit: &Unit| -> Vec<usize> {
        calls(unit).into_iter().filter_map(|call| number.get(call.callee.unit()?).copied()).collect()
    };
    let callees: Vec<Vec<usize>> = order.iter().map(|unit| callees(unit)).collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (caller, callees) in callees.iter().enumerate() {
        callees.iter().for_each(|callee| callers[*callee].push(caller));
    }
    // The order is that in which a walk from the root leaves the units, so a walk against the calls from the last one
    // on finds the circles one by one.
    let mut seen = vec![false; order.len()];
    let mut recursive = IndexSet::new();
    for root in (0..order.len()).rev() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let (mut found, mut pending) = (vec![root], vec![root]);
        while let Some(unit) = pending.pop() {
            for caller in callers[unit].iter().copied() {
                if !std::mem::replace(&mut seen[caller], true) {
                    found.push(caller);
                    pending.push(caller);
                }
            }
        }
        if found.len() > 1 || callees[root].contains(&root) {
            recursive.extend(found.into_iter().map(|unit| order[unit].name.clone()));
        }
    }
    recursive
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
    let mismatch = |problem: String| JitError::CallMismatch {
        callee: callee.name.clone(),
        caller: caller.name.clone(),
        file: caller.file_at(call.at).to_string(),
        line: call.at.number,
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
        if let (true, Some(ty)) = (argument.is_too_short(caller, dummy), argument.ty(caller)) {
            let (number, name) = (number + 1, &dummy.name);
            let problem = format!("argument {number}, `{name}`, is {}, which is longer than the {ty} given", dummy.ty);
            return Err(mismatch(problem));
        }
        if !argument.fits_dynamic(caller, dummy) {
            let (number, name) = (number + 1, &dummy.name);
            let problem = format!("argument {number}, `{name}`, is ALLOCATABLE and {}, which this is not", dummy.ty);
            return Err(mismatch(problem));
        }
    }
    let given = callee.result.map(|result| callee.vars[result].ty);
    match (call.result, given) {
        (Some(_), None) => Err(mismatch("it is not a function".to_string())),
        (Some(wanted), Some(given)) if wanted != given => {
            Err(mismatch(format!("its value is {given}, but {wanted} is expected")))
        }
        _ => Ok(()),
    }
}
