//! What is known of a unit's scalars at the head of each block: the constants that the actions on all ways to it leave
//! in them. A branch whose condition is known leads one way alone, so that what the other way assigns does not count.
//!
//! It begins with the start of the unit and follows what is taken so far; where ways meet, only what is the same on all
//! of them stays known, and what depends on it is looked at again. What is left at the end is sound.
//!
//! Cost: O(size of the unit) for each time that something at the head of a block ceases to be known; a unit in which
//! that may be more than [`MOST_KNOWN`] is left alone.

use super::calls::Calls;
use super::folder::{Folder, Known};
use super::{fold_terminator, literal};
use crate::objects::{Access, for_each_access};
use forlane_cfg::analysis::{Effects, ReversePostorder};
use forlane_cfg::{Action, ActionKind, BlockId, Constant, Expr, Graph, Place, Program, Terminator, Unit};
use std::collections::BTreeSet;

/// The most blocks, times actions that may make a scalar known, of a unit that is looked at.
const MOST_KNOWN: usize = 1 << 18;

/// What is known at the heads of blocks; nothing of a block that is not reached.
pub(super) struct KnownScalars {
    heads: Vec<Option<Known>>,
}

impl KnownScalars {
    /// In a unit, in which some variables are known wherever they are read.
    pub fn compute(
        program: &Program,
        (unit, graph): (&Unit, &Graph),
        everywhere: &Known,
        effects: &Effects,
        calls: &mut Calls,
    ) -> KnownScalars {
        let mut heads = vec![None; graph.blocks.len()];
        let order = ReversePostorder::compute(graph).blocks;
        let makes_known = |action: &&Action| matches!(action.kind, ActionKind::Assign { .. } | ActionKind::Call { .. });
        let makers = graph.blocks.iter().flat_map(|(_, block)| &block.actions).filter(makes_known).count();
        if makers.saturating_mul(order.len()) > MOST_KNOWN {
            order.iter().for_each(|block| heads[block.index()] = Some(everywhere.clone()));
            return KnownScalars { heads };
        }
        let mut place = vec![0; graph.blocks.len()];
        order.iter().enumerate().for_each(|(at, block)| place[block.index()] = at);
        heads[graph.start.index()] = Some(everywhere.clone());
        // The first block in order comes first, so that ways that meet are known before what follows.
        let mut pending = BTreeSet::from([0]);
        while let Some(at) = pending.pop_first() {
            let block = order[at];
            let mut folder = Folder::new(unit, heads[block.index()].clone().unwrap_or_default());
            for action in &graph.blocks[block].actions {
                pass_action(program, &mut folder, &action.kind, effects, calls);
            }
            for next in ways(&graph.blocks[block].terminator, &folder) {
                let head = &mut heads[next.index()];
                let is_changed = match head {
                    None => {
                        *head = Some(folder.known().clone());
                        true
                    }
                    Some(head) => {
                        let before = head.len();
                        head.retain(|var, value| folder.known().get(var).is_some_and(|other| is_same(value, other)));
                        head.len() < before
                    }
                };
                if is_changed {
                    pending.insert(place[next.index()]);
                }
            }
        }
        KnownScalars { heads }
    }

    /// At the head of a block.
    pub fn at(&self, block: BlockId) -> Option<&Known> {
        self.heads[block.index()].as_ref()
    }
}

/// Notes what an action does to what is known.
pub(super) fn pass_action(
    program: &Program,
    folder: &mut Folder<'_>,
    action: &ActionKind,
    effects: &Effects,
    calls: &mut Calls,
) {
    let assigned = match action {
        ActionKind::Assign { target, value } => Some((*target, value_of(folder, value))),
        ActionKind::Call { result: Some(target), .. } => Some((*target, calls.value(program, folder, action, effects))),
        _ => None,
    };
    for_each_access(action, effects, &mut |var, access| {
        if access == Access::Write {
            folder.forget(var);
        }
    });
    if let Some((target, Some(value))) = assigned {
        folder.learn(target, value);
    }
}

/// The value of an expression, if it is known. What reads something else is not copied to find out.
fn value_of(folder: &Folder<'_>, expr: &Expr) -> Option<Constant> {
    let mut is_known = true;
    expr.for_each_place(&mut |place| is_known &= folder.may_know(place));
    if !is_known {
        return None;
    }
    let mut value = expr.clone();
    folder.expr(&mut value);
    literal(&value)
}

/// Where a terminator may lead.
fn ways(terminator: &Terminator, folder: &Folder<'_>) -> Vec<BlockId> {
    let mut is_known = true;
    let mut see = |place: &Place| is_known &= folder.may_know(place);
    match terminator {
        Terminator::Branch { condition, .. } => condition.for_each_place(&mut see),
        Terminator::Switch { selector, .. } => selector.for_each_place(&mut see),
        Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => is_known = false,
    }
    if !is_known {
        return terminator.successors();
    }
    let mut folded = terminator.clone();
    fold_terminator(&mut folded, folder);
    folded.successors()
}

fn is_same(one: &Constant, other: &Constant) -> bool {
    one.ty() == other.ty() && one.to_bytes() == other.to_bytes()
}
