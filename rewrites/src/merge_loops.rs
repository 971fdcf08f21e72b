//! Makes one loop of two that share their body: an outer loop that only sets something up at its head before it enters
//! the inner one, and that the inner one repeats directly.
//!
//! Lanes wait for each other at the exits of a loop. In old code a restart is often a jump to some lines before the
//! head of the loop it leaves (`IF (…) GO TO 20 ↵ GO TO 30`, where 20 is a few lines before 30); as a loop of its own
//! it would make lanes that restart wait until no lane repeats the inner loop any more.
//!
//! Notation: h is the head of the outer loop, g that of the inner one. The *set-up* is the chain of blocks from h to g;
//! the outer loop holds nothing else but the inner one and empty blocks. The arcs back to h go to a copy of the set-up,
//! which therefore calls nothing and enters no scope.
//!
//! Requires: stage `split`; loops with one entry each. Ensures: stage `split`. Keeps: actions and their order on each
//! path. Invalidates: dominators, loops. Cost: at most [`MOST_COPIED`] actions are copied for each of at most
//! [`MOST_MERGED`] loops, and the loops are found anew each time.
//!
//! ```text
//! b1: ; from b0 b4                            b1: ; from b0
//!     e = d                                       e = d
//!     goto b2                                     goto b2
//! b2: ; from b1 b3                 becomes    b2: ; from b1 b3 b5
//!     x = f(x)                                    x = f(x)
//!     switch … b3 b4 b6                           switch … b3 b4 b6
//! b3:                                         b3:
//!     goto b2                                     goto b2
//! b4:                                         b4:
//!     goto b1                                     goto b5
//!                                             b5:
//!                                                 e = d
//!                                                 goto b2
//! ```

use crate::loop_nest::{LoopNest, predecessors, reachable_from, successors};
use forlane_cfg::{ActionKind, Block, BlockId, Body, Graph, Stage, Terminator, Unit};

/// The most actions of a set-up.
pub const MOST_COPIED: usize = 8;
/// The most loops of a unit that are merged.
pub const MOST_MERGED: usize = 32;

/// Merges loops of a unit; one at another stage than `split` is left alone.
pub fn merge_loops(unit: &mut Unit) {
    let Body::Graph(graph) = &mut unit.body else { return };
    if unit.stage != Stage::Split {
        return;
    }
    for _ in 0..MOST_MERGED {
        let Some(merge) = find_merge(graph) else { return };
        merge.apply(graph);
    }
}

/// What is to be merged.
struct Merge {
    set_up: Vec<BlockId>,
    inner_head: BlockId,
    back: Vec<BlockId>,
}

fn find_merge(graph: &Graph) -> Option<Merge> {
    let ids: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
    let successors = successors(graph);
    let start = graph.start.index();
    let nest = LoopNest::compute(&successors, start);
    let origins = predecessors(&successors, &reachable_from(&successors, start));
    // Inner loops first, so that a set-up that grew by a merge is seen as one.
    for (index, inner) in nest.loops.iter().enumerate().rev() {
        let Some(parent) = inner.parent else { continue };
        let outer = &nest.loops[parent];
        let ([head], [inner_head]) = (outer.entries.as_slice(), inner.entries.as_slice()) else { continue };
        let Some(set_up) = find_set_up(graph, &ids, &origins, *head, *inner_head) else { continue };
        let is_empty = |node: usize| {
            let block = &graph.blocks[ids[node]];
            block.actions.is_empty() && matches!(block.terminator, Terminator::Goto(_))
        };
        if nest.nodes_without(parent, index).all(|node| set_up.contains(&node) || is_empty(node)) {
            let back = origins[*head].iter().filter(|origin| nest.contains(parent, **origin));
            return Some(Merge {
                back: back.map(|origin| ids[*origin]).collect(),
                set_up: set_up.iter().map(|node| ids[*node]).collect(),
                inner_head: ids[*inner_head],
            });
        }
    }
    None
}

/// The chain of blocks from one head to the other, if it is short and nothing else leads into it.
fn find_set_up(
    graph: &Graph,
    ids: &[BlockId],
    origins: &[Vec<usize>],
    head: usize,
    inner_head: usize,
) -> Option<Vec<usize>> {
    let mut chain = Vec::new();
    let mut actions = 0;
    let mut at = head;
    while at != inner_head {
        let block = &graph.blocks[ids[at]];
        let Terminator::Goto(next) = block.terminator else { return None };
        // A scope is entered at one place only.
        let is_plain = |kind: &ActionKind| {
            !matches!(kind, ActionKind::Call { .. } | ActionKind::Io(_) | ActionKind::ScopeEntry(_))
        };
        actions += block.actions.len();
        if actions > MOST_COPIED
            || chain.len() > MOST_COPIED
            || !block.actions.iter().all(|action| is_plain(&action.kind))
            || (at != head && origins[at].len() > 1)
        {
            return None;
        }
        chain.push(at);
        at = next.index();
    }
    Some(chain)
}

impl Merge {
    fn apply(&self, graph: &mut Graph) {
        let mut target = self.inner_head;
        let actions: Vec<_> =
            self.set_up.iter().flat_map(|block| graph.blocks[*block].actions.iter().cloned()).collect();
        if !actions.is_empty() {
            let at = self.set_up.last().map(|block| graph.blocks[*block].at).unwrap_or_default();
            let terminator = Terminator::Goto(self.inner_head);
            target = graph.blocks.alloc(Block { actions, ..Block::new(terminator, at) });
        }
        for origin in &self.back {
            for arc in graph.blocks[*origin].terminator.successors_mut() {
                if Some(&*arc) == self.set_up.first() {
                    *arc = target;
                }
            }
        }
    }
}
