//! The joins of many branches, in time that grows with the graph alone: exactly as long as that is cheap, then rather
//! more blocks than are joins.
//!
//! The joins of one branch may take a look at the whole graph: in a machine of a thousand labels that jump to each
//! other, all of it lies before the place where lanes have met again. And the dominance frontiers together may be as
//! large as the square of the graph. So the search has a budget. When that is spent, each block to which several arcs
//! lead counts as a join if the branch reaches it before its end; branches with one end share that walk. When there are
//! too many ends as well, the ends are no longer looked at, and one walk does for all branches.

use crate::analysis::joins::Joins;
use crate::analysis::post_dominators::PostDominators;
use crate::graph::{BlockId, Graph};
use std::collections::{HashMap, HashSet};

/// How many arcs are followed for each block of the graph, exactly, and then up to the ends of branches; and how
/// many blocks its dominance frontier may have on average. Graphs that are not large have more.
const MOST_ARCS: usize = 8;
const LEAST_BUDGET: usize = 50_000;

/// Finds the joins of branches, of each one once.
#[derive(Clone, Debug)]
pub struct ManyJoins {
    /// The exact search, as long as it is cheap; and how many arcs it may follow.
    exact: Option<Joins>,
    exact_arcs: usize,
    /// How many arcs may still be followed up to ends.
    arcs_to_ends: usize,
    post_dominators: PostDominators,
    /// Whether several arcs lead to each block.
    is_merging: Vec<bool>,
    /// What branches with each end reach.
    reached: HashMap<Option<BlockId>, HashSet<BlockId>>,
    /// What branches reach with any ends.
    reached_at_all: Vec<bool>,
}

impl ManyJoins {
    /// Prepares the search in a graph.
    pub fn compute(graph: &Graph) -> ManyJoins {
        let most = MOST_ARCS.saturating_mul(graph.blocks.len()).max(LEAST_BUDGET);
        ManyJoins::with_budget(graph, most, most)
    }

    /// Prepares the search in a graph, to follow `exact_arcs` arcs exactly, and then `arcs_to_ends` arcs up to the
    /// ends of branches.
    pub fn with_budget(graph: &Graph, exact_arcs: usize, arcs_to_ends: usize) -> ManyJoins {
        let post_dominators = PostDominators::compute(graph);
        let mut arcs_in = vec![0_usize; graph.blocks.len()];
        for (_, block) in graph.blocks.iter() {
            block.terminator.successors().iter().for_each(|target| arcs_in[target.index()] += 1);
        }
        ManyJoins {
            exact: Joins::compute_within(graph, &post_dominators, exact_arcs),
            exact_arcs,
            arcs_to_ends,
            post_dominators,
            is_merging: arcs_in.into_iter().map(|arcs| arcs > 1).collect(),
            reached: HashMap::new(),
            reached_at_all: vec![false; graph.blocks.len()],
        }
    }

    /// The block at which all lanes have met again that took different ways at a branch; none if some may never.
    pub fn end(&self, branch: BlockId) -> Option<BlockId> {
        self.post_dominators.immediate(branch)
    }

    /// The joins of a branch, but for some that were given for another one before.
    pub fn of(&mut self, graph: &Graph, branch: BlockId) -> Vec<BlockId> {
        match &mut self.exact {
            Some(joins) if joins.arcs() < self.exact_arcs => joins.of(graph, branch),
            _ => self.reach(graph, branch),
        }
    }

    /// The blocks with several arcs that the branch reaches before its end, and no branch with that end before.
    fn reach(&mut self, graph: &Graph, branch: BlockId) -> Vec<BlockId> {
        let end = self.end(branch);
        let with_end = self.arcs_to_ends > 0;
        let mut found = Vec::new();
        let mut pending = graph.blocks[branch].terminator.successors();
        while let Some(block) = pending.pop() {
            self.arcs_to_ends = self.arcs_to_ends.saturating_sub(1);
            let is_new = match with_end {
                true => self.reached.entry(end).or_default().insert(block),
                false => !std::mem::replace(&mut self.reached_at_all[block.index()], true),
            };
            if is_new {
                if self.is_merging[block.index()] {
                    found.push(block);
                }
                if !with_end || Some(block) != end {
                    pending.extend(graph.blocks[block].terminator.successors());
                }
            }
        }
        found
    }
}
