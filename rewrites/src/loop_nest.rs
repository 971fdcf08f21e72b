//! The nest of loops of any graph, reducible or not: strongly connected components, and within each the components
//! that remain when the arcs into its entries are taken away (Havlak, "Nesting of Reducible and Irreducible Loops",
//! 1997, in Steensgaard's form).
//!
//! Nodes are plain indices, so that the same code serves graphs under rewriting. Without recursion, O(arcs × depth).

use std::ops::Range;

/// The loops of a graph.
#[derive(Clone, Debug)]
pub struct LoopNest {
    /// All loops, outer ones before those inside.
    pub loops: Vec<Loop>,
    /// The innermost loop of each node.
    pub innermost: Vec<Option<usize>>,
    /// The nodes of all loops, those of each loop next to each other.
    members: Vec<usize>,
    /// The place of each node there.
    places: Vec<usize>,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The nodes at which it is entered from outside, in ascending order; one if the loop is reducible.
    pub entries: Vec<usize>,
    /// The loop around it.
    pub parent: Option<usize>,
    /// Where its nodes stand in the nest's list, those of the loops inside included.
    range: Range<usize>,
}

impl LoopNest {
    /// Finds the loops among the nodes that are reachable from `start`.
    pub fn compute(successors: &[Vec<usize>], start: usize) -> LoopNest {
        let count = successors.len();
        let mut nest =
            LoopNest { loops: Vec::new(), innermost: vec![None; count], members: Vec::new(), places: vec![0; count] };
        let reachable = reachable_from(successors, start);
        let predecessors = predecessors(successors, &reachable);
        // The nodes of one pending search bear its number; others are not part of it.
        let mut search = vec![usize::MAX; count];
        let mut searches = 0;
        let mut tarjan = Tarjan::new(count);
        let mut pending = vec![((0..count).filter(|node| reachable[*node]).collect::<Vec<_>>(), None)];
        while let Some((nodes, parent)) = pending.pop() {
            for node in &nodes {
                search[*node] = searches;
            }
            let mut inner = Vec::new();
            for mut component in tarjan.components(successors, &nodes, &search, searches) {
                if component.len() == 1 && !successors[component[0]].contains(&component[0]) {
                    continue;
                }
                component.sort_unstable();
                let entries = entries(&component, &predecessors, start);
                let index = nest.loops.len();
                for node in &component {
                    nest.innermost[*node] = Some(index);
                }
                let rest: Vec<usize> =
                    component.iter().copied().filter(|node| entries.binary_search(node).is_err()).collect();
                inner.push((rest, Some(index)));
                nest.loops.push(Loop { entries, parent, range: 0..0 });
            }
            searches += 1;
            pending.extend(inner);
        }
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

    /// Lists the nodes of all loops, so that those of each stand together, its own first.
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

/// The entries of a component; it is reachable, so there is one at least.
fn entries(component: &[usize], predecessors: &[Vec<usize>], start: usize) -> Vec<usize> {
    let outside = |node: &usize| component.binary_search(node).is_err();
    component.iter().copied().filter(|node| *node == start || predecessors[*node].iter().any(outside)).collect()
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

/// Tarjan's search for strongly connected components, with an explicit stack.
struct Tarjan {
    order: Vec<usize>,
    low: Vec<usize>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    next: usize,
}

impl Tarjan {
    fn new(count: usize) -> Tarjan {
        Tarjan {
            order: vec![usize::MAX; count],
            low: vec![0; count],
            is_open: vec![false; count],
            open: Vec::new(),
            next: 0,
        }
    }

    /// The components of the nodes, which are those that bear `number` in `search`, in topological order.
    fn components(
        &mut self,
        successors: &[Vec<usize>],
        nodes: &[usize],
        search: &[usize],
        number: usize,
    ) -> Vec<Vec<usize>> {
        for node in nodes {
            self.order[*node] = usize::MAX;
        }
        let mut found = Vec::new();
        for root in nodes {
            if self.order[*root] != usize::MAX {
                continue;
            }
            let mut path = vec![(*root, 0)];
            self.enter(*root);
            while let Some((node, arc)) = path.last_mut() {
                let node = *node;
                if let Some(target) = successors[node].get(*arc).copied() {
                    *arc += 1;
                    if search[target] != number {
                        continue;
                    }
                    if self.order[target] == usize::MAX {
                        self.enter(target);
                        path.push((target, 0));
                    } else if self.is_open[target] {
                        self.low[node] = self.low[node].min(self.order[target]);
                    }
                    continue;
                }
                path.pop();
                if let Some((parent, _)) = path.last() {
                    self.low[*parent] = self.low[*parent].min(self.low[node]);
                }
                if self.low[node] == self.order[node] {
                    found.push(self.close(node));
                }
            }
        }
        found.reverse();
        found
    }

    fn enter(&mut self, node: usize) {
        self.order[node] = self.next;
        self.low[node] = self.next;
        self.next += 1;
        self.open.push(node);
        self.is_open[node] = true;
    }

    fn close(&mut self, node: usize) -> Vec<usize> {
        let from = self.open.iter().rposition(|other| *other == node).unwrap_or(0);
        let component = self.open.split_off(from);
        component.iter().for_each(|member| self.is_open[*member] = false);
        component
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_loops_stand_behind_the_outer_one() {
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

    #[test]
    fn an_irreducible_pair_has_two_entries() {
        let nest = LoopNest::compute(&[vec![1, 2], vec![2], vec![1, 3], vec![]], 0);
        assert_eq!(nest.loops.len(), 1);
        assert_eq!(nest.loops[0].entries, [1, 2]);
    }
}
