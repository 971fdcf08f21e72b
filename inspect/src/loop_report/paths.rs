//! Paths through a graph that pass no block twice, limited in number and length to what a person can read.

use forlane_cfg::analysis::{LoopForest, Predecessors, ReversePostorder};
use forlane_cfg::graph::{BlockId, Graph};

/// More paths than this from one place to another are not listed.
pub const MOST_PATHS: usize = 8;
/// Of a longer path only the last blocks are listed.
pub const LONGEST_PATH: usize = 64;
/// The search gives up after this number of steps, which it needs only between the entries of irreducible loops.
const MOST_STEPS: usize = 10_000;

/// A path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The blocks.
    pub blocks: Vec<BlockId>,
    /// Whether blocks before these are left out.
    pub is_cut: bool,
}

/// The paths from one place to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paths {
    /// The paths listed, in reverse postorder of the first blocks in which they differ.
    pub paths: Vec<Path>,
    /// Whether there are more, or may be.
    pub has_more: bool,
}

/// Searches paths in one graph.
pub(super) struct PathSearch<'a> {
    order: &'a ReversePostorder,
    predecessors: &'a Predecessors,
    forest: &'a LoopForest,
    graph: &'a Graph,
}

impl<'a> PathSearch<'a> {
    pub fn new(
        graph: &'a Graph,
        order: &'a ReversePostorder,
        predecessors: &'a Predecessors,
        forest: &'a LoopForest,
    ) -> PathSearch<'a> {
        PathSearch { order, predecessors, forest, graph }
    }

    /// The paths through blocks for which `is_within` holds, from one for which `is_begin` holds to one of `ends`. No
    /// path goes back to the head of a loop with one entry: each path to the end of such an arc passed it before.
    ///
    /// Where nothing but those arcs leads back, each step backward is a step towards the beginning, and nothing is
    /// searched in vain.
    pub fn paths(
        &self,
        ends: &[BlockId],
        is_within: &dyn Fn(BlockId) -> bool,
        is_begin: &dyn Fn(BlockId) -> bool,
    ) -> Paths {
        let mut found = Paths::default();
        let mut steps = 0;
        for end in ends {
            let mut path = vec![(*end, 0)];
            while let Some((block, next)) = path.last_mut() {
                let (block, at) = (*block, *next);
                *next += 1;
                steps += 1;
                let is_cut = path.len() == LONGEST_PATH && !is_begin(block);
                if at == 0 && (is_cut || is_begin(block)) {
                    let blocks = path.iter().rev().map(|(block, _)| *block).collect();
                    found.paths.push(Path { blocks, is_cut });
                }
                if found.paths.len() > MOST_PATHS || steps > MOST_STEPS {
                    return self.bounded(found, *end);
                }
                let origin = self.predecessors.of(block).get(at).copied().filter(|_| path.len() < LONGEST_PATH);
                match origin {
                    None => drop(path.pop()),
                    Some(origin) => {
                        let is_first = self.predecessors.of(block)[..at].iter().all(|other| *other != origin);
                        let is_new = || path.iter().all(|(other, _)| *other != origin);
                        if is_first && is_within(origin) && !self.goes_back(origin, block) && is_new() {
                            path.push((origin, 0));
                        }
                    }
                }
            }
        }
        self.sorted(found)
    }

    /// Whether the arc goes back to the head of a loop with one entry.
    fn goes_back(&self, from: BlockId, to: BlockId) -> bool {
        let headed = self.forest.headed_by(to);
        headed.is_some_and(|id| self.forest.loops[id].is_reducible() && self.forest.contains(id, from))
    }

    /// What was found when the search ended early.
    fn bounded(&self, mut found: Paths, end: BlockId) -> Paths {
        found.paths.truncate(MOST_PATHS);
        found.has_more = true;
        if found.paths.is_empty() {
            found.paths.push(Path { blocks: vec![end], is_cut: end != self.graph.start });
        }
        self.sorted(found)
    }

    fn sorted(&self, mut found: Paths) -> Paths {
        found.paths.sort_by_cached_key(|path| -> Vec<Option<usize>> {
            path.blocks.iter().map(|block| self.order.position(*block)).collect()
        });
        found
    }
}
