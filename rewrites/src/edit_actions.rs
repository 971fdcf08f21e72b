//! Edits the actions of a graph at stage `cfg`: each stays, is replaced, or fails.
//!
//! Actions are visited in the order of control flow, so that what is decided for one may depend on those before it on
//! every path. Where one fails, the block leaves the active scopes and stops.

use forlane_cfg::analysis::ReversePostorder;
use forlane_cfg::{Action, ActionKind, Block, Graph, ScopeId, SourceLine, StopCode, Terminator};

/// What becomes of an action.
pub(crate) enum Fate {
    Stays,
    /// These are in its place.
    Becomes(Vec<ActionKind>),
    /// It fails there.
    Fails(String),
}

/// Decides on an action, given those after it in its block and what is known from those before.
type Decide<'d, K> = dyn FnMut(&Action, &[Action], &mut K) -> Fate + 'd;

/// Does what is decided for each action of a graph that START reaches. Paths that meet know the same.
pub(crate) fn edit_actions<K: Clone + Default>(graph: &mut Graph, decide: &mut Decide<'_, K>) {
    let mut heads: Vec<Option<(Vec<ScopeId>, K)>> = vec![None; graph.blocks.len()];
    heads[graph.start.index()] = Some((Vec::new(), K::default()));
    for block in ReversePostorder::compute(graph).blocks {
        let Some((mut scopes, mut known)) = heads[block.index()].take() else { continue };
        edit_block(&mut graph.blocks[block], &mut scopes, &mut known, decide);
        for next in graph.blocks[block].terminator.successors() {
            heads[next.index()] = Some((scopes.clone(), known.clone()));
        }
    }
    empty_unreached(graph);
}

fn edit_block<K>(block: &mut Block, scopes: &mut Vec<ScopeId>, known: &mut K, decide: &mut Decide<'_, K>) {
    let mut kept = Vec::with_capacity(block.actions.len());
    let mut rest = std::mem::take(&mut block.actions).into_iter();
    while let Some(action) = rest.next() {
        match &action.kind {
            ActionKind::ScopeEntry(scope) => scopes.push(*scope),
            ActionKind::ScopeExit(_) => drop(scopes.pop()),
            _ => {}
        }
        match decide(&action, rest.as_slice(), known) {
            Fate::Stays => kept.push(action),
            Fate::Becomes(kinds) => kept.extend(kinds.into_iter().map(|kind| Action { kind, at: action.at })),
            Fate::Fails(reason) => {
                let exits = scopes.iter().rev().map(|scope| ActionKind::ScopeExit(*scope));
                kept.extend(exits.map(|kind| Action { kind, at: action.at }));
                (block.terminator, block.at) = (Terminator::Stop(StopCode::Unsupported(reason)), action.at);
                break;
            }
        }
    }
    block.actions = kept;
}

/// Leaves nothing in the blocks that START does not reach: their transfers may have lost their beginning.
fn empty_unreached(graph: &mut Graph) {
    let mut reached = vec![false; graph.blocks.len()];
    ReversePostorder::compute(graph).blocks.iter().for_each(|block| reached[block.index()] = true);
    for (_, block) in graph.blocks.iter_mut().filter(|(id, _)| !reached[id.index()]) {
        block.actions.clear();
        (block.terminator, block.at) = (Terminator::Stop(StopCode::None), SourceLine::default());
    }
}
