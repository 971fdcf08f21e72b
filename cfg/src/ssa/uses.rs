//! Walks over all uses and definitions of values in a graph.

use crate::expr::{Expr, Place};
use crate::graph::{ActionKind, Argument, Block, OutputItem, Terminator};
use crate::unit::ValueId;

/// Calls `change` for each use of a value in the block's actions and terminator, and for the operands of its merges.
pub fn for_each_use_mut(block: &mut Block, change: &mut dyn FnMut(&mut ValueId)) {
    for merge in &mut block.merges {
        merge.operands.iter_mut().for_each(|(_, value)| change(value));
    }
    let mut in_place = |place: &mut Place| {
        if let Place::Value(value) = place {
            change(value);
        }
    };
    for action in &mut block.actions {
        for_each_place_mut(&mut action.kind, &mut in_place);
    }
    match &mut block.terminator {
        Terminator::Goto(_) | Terminator::Stop(_) => {}
        Terminator::Branch { condition, .. } => condition.for_each_place_mut(&mut in_place),
        Terminator::Switch { selector, .. } => selector.for_each_place_mut(&mut in_place),
        Terminator::Return(values) => values.iter_mut().for_each(|(_, value)| change(value)),
    }
}

fn for_each_place_mut(action: &mut ActionKind, change: &mut dyn FnMut(&mut Place)) {
    let mut in_expr = |expr: &mut Expr| expr.for_each_place_mut(change);
    match action {
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
        ActionKind::Assign { value, .. } | ActionKind::Define { expr: value, .. } => in_expr(value),
        ActionKind::Store { offset, value, .. } => {
            in_expr(value);
            offset.for_each_place_mut(change);
        }
        ActionKind::Call { arguments, .. } => {
            for argument in arguments {
                match argument {
                    Argument::Value(value) | Argument::InOut { before: value, .. } => value.for_each_place_mut(change),
                    Argument::Element(_, offset) => offset.for_each_place_mut(change),
                    Argument::Variable(_) | Argument::Array(_) => {}
                }
            }
        }
        ActionKind::Print(items) => {
            for item in items {
                if let OutputItem::Value(value) = item {
                    in_expr(value);
                }
            }
        }
    }
}

/// Calls `change` for each definition of a value in the block: merges, definition points, results of calls.
pub fn for_each_definition_mut(block: &mut Block, change: &mut dyn FnMut(&mut ValueId)) {
    block.merges.iter_mut().for_each(|merge| change(&mut merge.value));
    for action in &mut block.actions {
        match &mut action.kind {
            ActionKind::Define { value, .. } => change(value),
            ActionKind::Call { arguments, result_value, .. } => {
                for argument in arguments {
                    if let Argument::InOut { after, .. } = argument {
                        change(after);
                    }
                }
                result_value.iter_mut().for_each(&mut *change);
            }
            _ => {}
        }
    }
}
