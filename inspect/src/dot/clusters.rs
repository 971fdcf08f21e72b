//! The clusters of a graph: loops and scopes, as far as they nest.

use forlane_cfg::analysis::loops::{LoopForest, LoopId};
use forlane_cfg::graph::{ActionKind, BlockId, Graph};
use forlane_cfg::unit::ScopeId;

/// What a cluster is.
#[derive(Clone, Debug)]
pub(super) enum ClusterKind {
    /// A loop, with its entries and its depth from 1.
    Loop { entries: Vec<BlockId>, depth: usize },
    /// A scope.
    Scope(ScopeId),
}

/// Blocks that are drawn together.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    pub(super) kind: ClusterKind,
    /// By place in the order of the drawn blocks, whether it holds the block.
    holds: Vec<bool>,
    size: usize,
    /// The cluster around it, by its number.
    pub(super) parent: Option<usize>,
}

/// The clusters of the drawn blocks, each after those around it.
pub(super) struct Clusters {
    pub(super) clusters: Vec<Cluster>,
    /// The innermost one of each block, by the block's place in the order.
    pub(super) innermost: Vec<Option<usize>>,
}

impl Clusters {
    /// Those of the blocks that are drawn, in reverse postorder, with the place of each. A scope that holds a part of a
    /// loop, and vice versa, gets no cluster.
    pub(super) fn compute(graph: &Graph, forest: &LoopForest, drawn: &[BlockId], places: &[Option<usize>]) -> Clusters {
        let loops = forest.loops.iter().map(|(id, _)| of_loop(forest, id, places, drawn.len()));
        let mut found: Vec<Cluster> = loops.chain(scopes(graph, drawn, places)).collect();
        found.retain(|cluster| cluster.size > 0);
        found.sort_by_key(|cluster| std::cmp::Reverse(cluster.size));
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut innermost: Vec<Option<usize>> = vec![None; drawn.len()];
        for mut cluster in found {
            let mut held = (0..drawn.len()).filter(|index| cluster.holds[*index]);
            let parent = held.next().and_then(|first| innermost[first]);
            if held.any(|index| innermost[index] != parent) {
                continue;
            }
            cluster.parent = parent;
            let number = clusters.len();
            for (own, holds) in innermost.iter_mut().zip(&cluster.holds) {
                if *holds {
                    *own = Some(number);
                }
            }
            clusters.push(cluster);
        }
        Clusters { clusters, innermost }
    }
}

fn of_loop(forest: &LoopForest, id: LoopId, places: &[Option<usize>], drawn: usize) -> Cluster {
    let found = &forest.loops[id];
    let kind = ClusterKind::Loop { entries: found.entries.clone(), depth: found.depth as usize };
    let mut cluster = Cluster { kind, holds: vec![false; drawn], size: 0, parent: None };
    for index in forest.blocks(id).iter().filter_map(|block| places[block.index()]) {
        cluster.add(index);
    }
    cluster
}

impl Cluster {
    fn add(&mut self, index: usize) {
        self.size += usize::from(!std::mem::replace(&mut self.holds[index], true));
    }
}

/// The scopes, but for the subprogram's, with the blocks in which they are active somewhere. What is active at the head
/// of a block is taken from the first block before it that leads there.
fn scopes(graph: &Graph, drawn: &[BlockId], places: &[Option<usize>]) -> Vec<Cluster> {
    let mut found: Vec<Cluster> = Vec::new();
    let mut at_head: Vec<Option<Vec<ScopeId>>> = vec![None; drawn.len()];
    for (index, id) in drawn.iter().enumerate() {
        let mut active = at_head[index].take().unwrap_or_default();
        let mut all = active.clone();
        for action in &graph.blocks[*id].actions {
            match action.kind {
                ActionKind::ScopeEntry(scope) => {
                    active.push(scope);
                    all.push(scope);
                }
                ActionKind::ScopeExit(scope) => active.retain(|other| *other != scope),
                _ => {}
            }
        }
        for scope in all.into_iter().filter(|scope| scope.index() > 0) {
            let is_scope = |cluster: &Cluster| matches!(cluster.kind, ClusterKind::Scope(other) if other == scope);
            let number = found.iter().position(is_scope).unwrap_or_else(|| {
                let holds = vec![false; drawn.len()];
                found.push(Cluster { kind: ClusterKind::Scope(scope), holds, size: 0, parent: None });
                found.len() - 1
            });
            found[number].add(index);
        }
        for target in graph.blocks[*id].terminator.successors() {
            if let Some(target) = places[target.index()].filter(|target| *target > index) {
                at_head[target].get_or_insert_with(|| active.clone());
            }
        }
    }
    found
}
