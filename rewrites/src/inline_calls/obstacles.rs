//! Why a call stays one.

use super::lines::shares_lines;
use forlane_cfg::analysis::Frees;
use forlane_cfg::{
    Action, ActionKind, Argument, Body, Callee, SourceLine, Stage, Storage, Terminator, Unit, UnitKind, Var, VarId,
};
use std::collections::BTreeSet;

/// The most actions of a callee.
pub const MOST_ACTIONS: usize = 40;
/// The most blocks of a callee.
pub const MOST_BLOCKS: usize = 24;

/// Why a call can't be spliced into a caller that has these lines, as a clause; none if it can.
pub(super) fn obstacle(
    (caller, lines): (&Unit, &BTreeSet<SourceLine>),
    callee: &Unit,
    (called, arguments): (&Callee, &[Argument]),
    frees: &Frees,
) -> Option<&'static str> {
    if callee.name == caller.name {
        return Some("it calls itself");
    }
    obstacle_in(callee).or_else(|| {
        let fit = arguments.len() == callee.dummies.len()
            && arguments.iter().zip(&callee.dummies).all(|(one, dummy)| fits(caller, callee, one, *dummy));
        match () {
            () if shares_lines(caller, lines, callee) => Some("both include the same statements"),
            () if !fit => Some("an argument is a part of an array, or differs from the dummy argument in type or rank"),
            () if !frees.held(caller, called, arguments).is_empty() => Some("it holds an array of dynamic length"),
            () => None,
        }
    })
}

/// Why a unit is not small and simple enough to be spliced.
fn obstacle_in(callee: &Unit) -> Option<&'static str> {
    let Body::Graph(graph) = &callee.body else { return Some("it is a region tree") };
    let actions: usize = graph.blocks.iter().map(|(_, block)| block.actions.len()).sum();
    let has = |is_such: fn(&Action) -> bool| graph.blocks.iter().any(|(_, block)| block.actions.iter().any(is_such));
    let keeps = |var: &Var| match var.storage {
        Storage::Static => true,
        Storage::Local | Storage::Result => var.array.is_some(),
        Storage::Dummy | Storage::Constant | Storage::Area | Storage::Procedure => false,
    };
    match () {
        () if callee.stage != Stage::Cfg || callee.kind == UnitKind::Program => Some("it is at a later stage"),
        () if actions > MOST_ACTIONS || graph.blocks.len() > MOST_BLOCKS => Some("it is not small"),
        () if has(|action| matches!(action.kind, ActionKind::Call { .. })) => Some("it calls others itself"),
        () if has(|action| matches!(action.kind, ActionKind::Io(_))) => Some("it has input or output"),
        () if has(|action| matches!(action.kind, ActionKind::Array(_))) => Some("it has array assignments"),
        () if graph.blocks.iter().any(|(_, block)| matches!(block.terminator, Terminator::Stop(_))) => {
            Some("it may end the row")
        }
        () if callee.vars.iter().any(|(_, var)| keeps(var)) => Some("it has kept variables or local arrays"),
        () => None,
    }
}

/// Whether an argument can stand for a dummy argument.
fn fits(caller: &Unit, callee: &Unit, argument: &Argument, dummy: VarId) -> bool {
    let dummy_var = &callee.vars[dummy];
    let is_array = dummy_var.array.is_some();
    match argument {
        Argument::Value(expr) => !is_array && expr.ty() == dummy_var.ty,
        Argument::Variable(var) => !is_array && caller.vars[*var].ty == dummy_var.ty,
        Argument::Element(array, _) => {
            !is_array && caller.vars[*array].ty == dummy_var.ty && !is_assigned(callee, dummy)
        }
        Argument::Array(array) => is_array && caller.vars[*array].ty == dummy_var.ty,
        Argument::Absent => !is_array,
        Argument::InOut { .. } | Argument::Procedure(_) => false,
    }
}

fn is_assigned(unit: &Unit, var: VarId) -> bool {
    let Body::Graph(graph) = &unit.body else { return true };
    graph.blocks.iter().flat_map(|(_, block)| &block.actions).any(|action| match &action.kind {
        ActionKind::Assign { target, .. } => *target == var,
        other => other.assigned_array() == Some(var),
    })
}
