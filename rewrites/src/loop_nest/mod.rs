//! The nest of loops of any graph, reducible or not: strongly connected components, and within each the components
//! that remain when the arcs into its entries are taken away (Steensgaard's form; see G. Ramalingam, "Identifying Loops
//! in Almost Linear Time", 1999).
//!
//! In a loop with one entry these are the loops that `find_loops` of cfg finds, by one search for the whole nest. Only
//! an irreducible loop is searched anew without its entries. So that this stays near n log n, at most
//! [`MOST_IRREDUCIBLE`] irreducible loops nest in each other: the innermost takes the entries of those that would be
//! inside for its own, which leaves reducible loops inside.
//!
//! Nodes are plain indices, so that the same code serves graphs under rewriting. Without recursion.

mod part;

use forlane_cfg::Graph;
use forlane_cfg::analysis::Ancestors;
use part::{Nest, Part};

pub use part::{Loop, MOST_IRREDUCIBLE};

/// The loops of a graph.
#[derive(Clone, Debug)]
pub struct LoopNest {
    /// All loops, outer ones before those inside.
    pub loops: Vec<Loop>,
    /// The innermost loop of each node.
    pub innermost: Vec<Option<usize>>,
    /// The loops around each loop.
    around: Ancestors,
    /// The nodes of all loops, those of each loop next to each other.
    members: Vec<usize>,
    /// The place of each node there.
    places: Vec<usize>,
}

impl LoopNest {
    /// Finds the loops among the nodes that are reachable from `start`.
    pub fn compute(successors: &[Vec<usize>], start: usize) -> LoopNest {
        let count = successors.len();
        let mut found = Nest { loops: Vec::new(), innermost: vec![None; count] };
        let reachable = reachable_from(successors, start);
        let mut graph = part::Graph::new(successors, predecessors(successors, &reachable), start);
        let mut pending =
            vec![Part { nodes: (0..count).filter(|node| reachable[*node]).collect(), around: None, depth: 0 }];
        while let Some(part) = pending.pop() {
            pending.extend(part.add_loops(&mut graph, &mut found));
        }
        let Nest { loops, innermost } = found;
        let parents: Vec<Option<usize>> = loops.iter().map(|one| one.parent).collect();
        let around = Ancestors::compute(&parents, 0..parents.len());
        let mut nest = LoopNest { loops, innermost, around, members: Vec::new(), places: vec![0; count] };
        nest.list_members();
        nest
    }

    /// The nodes of a loop, those of the loops inside included.
    pub fn nodes(&self, index: usize) -> &[usize] {
        &self.members[self.loops[index].range.clone()]
    }

    /// The nodes of a loop but for those of one directly inside of it.
    pub fn nodes_without(&self, outer: usize, inner: usize) -> impl Iterator<Item = usize> {
        let (outer, inner) = (&self.loops[outer].range, &self.loops[inner].range);
        self.members[outer.start..inner.start].iter().chain(&self.members[inner.end..outer.end]).copied()
    }

    /// Whether a node belongs to a loop.
    pub fn contains(&self, index: usize, node: usize) -> bool {
        self.innermost[node].is_some() && self.loops[index].range.contains(&self.places[node])
    }

    /// The outermost loop around a node of those that `holds` picks, which has to pick all loops inside of one that it
    /// picks.
    pub fn outermost(&self, node: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
        self.around.topmost(self.innermost[node]?, holds)
    }

    /// How many loops are around a loop.
    pub fn depth(&self, index: usize) -> usize {
        self.around.depth(index)
    }

    /// The innermost loop that holds two nodes.
    pub fn common(&self, one: usize, other: usize) -> Option<usize> {
        self.around.common(self.innermost[one]?, self.innermost[other]?)
    }

    /// Lists the nodes of all loops, so that those of each are together, its own first.
    fn list_members(&mut self) {
        let mut own = vec![Vec::new(); self.loops.len()];
        for (node, index) in self.innermost.iter().enumerate() {
            index.iter().for_each(|index| own[*index].push(node));
        }
        let mut inside = vec![Vec::new(); self.loops.len()];
        for (index, one) in self.loops.iter().enumerate() {
            one.parent.iter().for_each(|parent| inside[*parent].push(index));
        }
        let outermost = (0..self.loops.len()).filter(|index| self.loops[*index].parent.is_none());
        for root in outermost.collect::<Vec<_>>() {
            let mut open = vec![(root, 0)];
            while let Some((index, next)) = open.last_mut() {
                let index = *index;
                if *next == 0 {
                    self.loops[index].range.start = self.members.len();
                    for node in &own[index] {
                        self.places[*node] = self.members.len();
                        self.members.push(*node);
                    }
                }
                let inner = inside[index].get(*next).copied();
                *next += 1;
                match inner {
                    Some(inner) => open.push((inner, 0)),
                    None => {
                        self.loops[index].range.end = self.members.len();
                        open.pop();
                    }
                }
            }
        }
    }
}

/// The blocks that arcs lead to from each block, by index.
pub(crate) fn successors(graph: &Graph) -> Vec<Vec<usize>> {
    let targets = graph.blocks.iter().map(|(_, block)| block.terminator.successors());
    targets.map(|targets| targets.iter().map(|target| target.index()).collect()).collect()
}

/// Which nodes can be reached.
pub(crate) fn reachable_from(successors: &[Vec<usize>], start: usize) -> Vec<bool> {
    let mut reached = vec![false; successors.len()];
    reached[start] = true;
    let mut pending = vec![start];
    while let Some(node) = pending.pop() {
        for successor in &successors[node] {
            if !reached[*successor] {
                reached[*successor] = true;
                pending.push(*successor);
            }
        }
    }
    reached
}

/// The reachable predecessors of each node, one for each arc.
pub(crate) fn predecessors(successors: &[Vec<usize>], reachable: &[bool]) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new(); successors.len()];
    for (node, targets) in successors.iter().enumerate().filter(|(node, _)| reachable[*node]) {
        for target in targets {
            found[*target].push(node);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_loops_stand_after_the_outer_one() {
        // 0 → 1 → 2 → 3 → 2, 3 → 1, 1 → 4
        let nest = LoopNest::compute(&[vec![1], vec![2, 4], vec![3], vec![2, 1], vec![]], 0);
        assert_eq!(nest.loops.len(), 2);
        assert_eq!((nest.loops[0].entries.as_slice(), nest.loops[1].entries.as_slice()), (&[1][..], &[2][..]));
        assert_eq!(nest.loops[1].parent, Some(0));
        let members = |index: usize| (0..5).filter(|node| nest.contains(index, *node)).collect::<Vec<_>>();
        assert_eq!((members(0), members(1)), (vec![1, 2, 3], vec![2, 3]));
        assert_eq!(nest.nodes_without(0, 1).collect::<Vec<_>>(), [1]);
        assert_eq!(nest.innermost, [None, Some(0), Some(1), Some(1), None]);
    }

    /// Two ladders whose rungs all go both ways: without its two entries each loop is one of the same form.
    #[test]
    fn irreducible_loops_nest_no_deeper_than_they_may() {
        let length: usize = 50;
        let mut successors = vec![vec![1, 2]];
        for node in 1..=2 * length {
            let (other, above, below) =
                (if node % 2 == 1 { node + 1 } else { node - 1 }, node.saturating_sub(2), node + 2);
            let near = [other, above, below].into_iter().filter(|to| (1..=2 * length).contains(to));
            successors.push(near.collect());
        }
        let nest = LoopNest::compute(&successors, 0);
        assert_eq!(nest.loops.len(), MOST_IRREDUCIBLE);
        for (index, one) in nest.loops.iter().enumerate() {
            assert_eq!(one.parent, index.checked_sub(1));
            assert_eq!(one.entries[..2], [2 * index + 1, 2 * index + 2]);
            assert_eq!(one.entries.len() > 2, index + 1 == MOST_IRREDUCIBLE);
        }
        assert!(
            (1..=2 * length).all(|node| nest.contains(MOST_IRREDUCIBLE - 1, node) == (node > 2 * MOST_IRREDUCIBLE - 2))
        );
    }

    #[test]
    fn an_irreducible_pair_has_two_entries() {
        let nest = LoopNest::compute(&[vec![1, 2], vec![2], vec![1, 3], vec![]], 0);
        assert_eq!(nest.loops.len(), 1);
        assert_eq!(nest.loops[0].entries, [1, 2]);
    }
}
