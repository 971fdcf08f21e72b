//! Walks over all uses and definitions of values in a graph.

use crate::expr::Place;
use crate::graph::{Block, Terminator};
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
        action.kind.for_each_place_mut(&mut in_place);
    }
    match &mut block.terminator {
        Terminator::Goto(_) | Terminator::Stop(_) => {}
        Terminator::Branch { condition, .. } => condition.for_each_place_mut(&mut in_place),
        Terminator::Switch { selector, .. } => selector.for_each_place_mut(&mut in_place),
        Terminator::Return(values) => values.iter_mut().for_each(|(_, value)| change(value)),
    }
}

/// Calls `change` for each definition of a value in the block: merges, definition points, results of calls.
pub fn for_each_definition_mut(block: &mut Block, change: &mut dyn FnMut(&mut ValueId)) {
    block.merges.iter_mut().for_each(|merge| change(&mut merge.value));
    block.actions.iter_mut().for_each(|action| action.kind.for_each_definition_mut(change));
}
