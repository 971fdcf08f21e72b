//! The copy of a callee's blocks in its caller.

use super::lines::map_line;
use forlane_cfg::{Action, ActionKind, BlockId, Graph, Place, Terminator, VarId};
use std::collections::HashMap;

/// What is a callee's, as it is in the caller.
pub(super) struct Renamed {
    pub vars: HashMap<VarId, VarId>,
    /// The numbers of the callee's files, its own first.
    pub files: Vec<u32>,
}

/// Copies the blocks of a callee, with the caller's variables and files; returns go to `rest`. The copy of its start.
pub(super) fn copy_blocks(
    graph: &mut Graph,
    body: &Graph,
    renamed: &Renamed,
    rest: BlockId,
    result: &Option<Action>,
) -> BlockId {
    let map = |var: VarId| renamed.vars.get(&var).copied().unwrap_or(var);
    let mut copies = HashMap::new();
    for (id, block) in body.blocks.iter() {
        let mut copy = block.clone();
        copy.actions.retain(|action| !matches!(action.kind, ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_)));
        for action in &mut copy.actions {
            map_action(&mut action.kind, &map);
            map_line(&mut action.at, &renamed.files);
        }
        map_line(&mut copy.at, &renamed.files);
        match &mut copy.terminator {
            Terminator::Return(_) => {
                copy.actions.extend(result.clone());
                copy.terminator = Terminator::Goto(rest);
            }
            Terminator::Branch { condition, .. } => condition.for_each_place_mut(&mut |place| map_place(place, &map)),
            Terminator::Switch { selector, .. } => selector.for_each_place_mut(&mut |place| map_place(place, &map)),
            Terminator::Goto(_) | Terminator::Stop(_) => {}
        }
        copies.insert(id, graph.blocks.alloc(copy));
    }
    for copy in copies.values() {
        for target in graph.blocks[*copy].terminator.successors_mut() {
            *target = copies.get(target).copied().unwrap_or(*target);
        }
    }
    copies[&body.start]
}

fn map_action(action: &mut ActionKind, map: &dyn Fn(VarId) -> VarId) {
    action.for_each_place_mut(&mut |place| map_place(place, map));
    match action {
        ActionKind::Assign { target, .. } => *target = map(*target),
        other => other.assigned_array_mut().into_iter().for_each(|array| *array = map(*array)),
    }
}

fn map_place(place: &mut Place, map: &dyn Fn(VarId) -> VarId) {
    place.var_mut().into_iter().for_each(|var| *var = map(*var));
}
