//! Where the scope of a caller is active. What a call is replaced by has variables of that scope.

use forlane_cfg::{Action, ActionKind, BlockId, Graph, ScopeId};
use std::collections::HashSet;

/// The blocks that begin before the scope is entered, or after it is left.
pub(super) fn blocks_outside(graph: &Graph, scope: ScopeId) -> HashSet<BlockId> {
    let mut seen = HashSet::new();
    let mut pending = vec![(graph.start, false)];
    while let Some((block, is_active)) = pending.pop() {
        if seen.insert((block, is_active)) {
            let found = &graph.blocks[block];
            let is_active = is_active_after(&found.actions, is_active, scope);
            pending.extend(found.terminator.successors().into_iter().map(|next| (next, is_active)));
        }
    }
    seen.into_iter().filter(|(_, is_active)| !is_active).map(|(block, _)| block).collect()
}

/// Whether the scope is active after actions, given whether it is before them.
pub(super) fn is_active_after(actions: &[Action], before: bool, scope: ScopeId) -> bool {
    actions.iter().fold(before, |is_active, action| match action.kind {
        ActionKind::ScopeEntry(entered) if entered == scope => true,
        ActionKind::ScopeExit(left) if left == scope => false,
        _ => is_active,
    })
}
