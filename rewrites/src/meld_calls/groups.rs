//! Which calls become one: sites that exclude each other.
//!
//! Reachability is looked for in the graph with the groups so far melded: an arc leads from each site of a group to its
//! call block, and from there on to what follows each. There are paths then that no row takes; that they make no cycle
//! is what keeps a further group from being a loop.

use super::Known;
use super::arguments::fit;
use super::sites::Site;
use super::worth::Worth;
use crate::loop_nest::{LoopNest, successors};
use forlane_cfg::Graph;

/// The groups of two sites or more, by the sites' indices.
pub(super) fn find_groups(known: &Known) -> Vec<Vec<usize>> {
    let mut melded = Melded::new(known.graph, known.sites);
    let worth = Worth::new(known);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for site in 0..known.sites.len() {
        let Some(around) = melded.loop_of(site) else { continue };
        let is_alike = |group: &&mut Vec<usize>| melded.loop_of(group[0]) == Some(around) && fit(known, group[0], site);
        let alike: Vec<&mut Vec<usize>> = groups.iter_mut().filter(is_alike).collect();
        let reached = if alike.is_empty() { Vec::new() } else { melded.around(site, around) };
        let is_fit = |group: &&mut Vec<usize>| {
            let sites: Vec<usize> = group.iter().copied().chain([site]).collect();
            !reached[melded.nodes[group[0]]] && worth.is_worth(&sites)
        };
        match alike.into_iter().find(is_fit) {
            Some(group) => {
                melded.join(group[0], site);
                group.push(site);
            }
            None => groups.push(vec![site]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// The graph, with a node for each block and each site, and later for each call block.
struct Melded {
    nest: LoopNest,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    /// The node of each site, or of the call block of its group.
    nodes: Vec<usize>,
    /// The node of the original graph in whose loops each node is.
    places: Vec<usize>,
}

impl Melded {
    fn new(graph: &Graph, sites: &[Site]) -> Melded {
        let mut successors = successors(graph);
        let blocks = successors.len();
        let mut nodes = vec![0; sites.len()];
        let mut in_order: Vec<usize> = (0..sites.len()).collect();
        in_order.sort_by_key(|site| (sites[*site].block, sites[*site].position));
        // Each is put between the last node of its block and what follows the block.
        let mut last: Vec<usize> = (0..blocks).collect();
        for site in in_order {
            let block = sites[site].block.index();
            let node = successors.len();
            let following = std::mem::replace(&mut successors[last[block]], vec![node]);
            successors.push(following);
            (last[block], nodes[site]) = (node, node);
        }
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (node, targets) in successors.iter().enumerate() {
            targets.iter().for_each(|target| predecessors[*target].push(node));
        }
        let nest = LoopNest::compute(&successors, graph.start.index());
        let places = (0..successors.len()).collect();
        Melded { nest, successors, predecessors, nodes, places }
    }

    /// The innermost loop around a site, which may be none; nothing where that has several entries.
    fn loop_of(&self, site: usize) -> Option<Option<usize>> {
        let innermost = self.nest.innermost[self.places[self.nodes[site]]];
        match innermost {
            Some(index) if self.nest.loops[index].entries.len() != 1 => None,
            innermost => Some(innermost),
        }
    }

    /// The nodes that a site reaches or that reach it, in its loop and not through the loop's head.
    fn around(&self, site: usize, innermost: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.successors.len()];
        for arcs in [&self.successors, &self.predecessors] {
            // A path backward ends at the head, a path forward before it.
            let is_forward = std::ptr::eq(arcs, &self.successors);
            let mut pending = vec![self.nodes[site]];
            let mut seen = vec![false; self.successors.len()];
            while let Some(node) = pending.pop() {
                let head = innermost.map(|index| self.nest.loops[index].entries[0]);
                if !is_forward && Some(node) == head {
                    continue;
                }
                for next in arcs[node].iter().copied() {
                    let is_inside = innermost.is_none_or(|index| self.nest.contains(index, self.places[next]));
                    let is_left = is_forward && Some(next) == head;
                    if is_inside && !is_left && !std::mem::replace(&mut seen[next], true) {
                        reached[next] = true;
                        pending.push(next);
                    }
                }
            }
        }
        reached
    }

    /// Puts a site into the group of another.
    fn join(&mut self, first: usize, site: usize) {
        let (one, other) = (self.nodes[first], self.nodes[site]);
        let call = if self.places[one] == one {
            let call = self.add_call(one);
            self.go_through(one, call);
            call
        } else {
            one
        };
        self.go_through(other, call);
        (self.nodes[first], self.nodes[site]) = (call, call);
    }

    /// A call block that nothing leads to yet, in the loops that a site's node is in.
    fn add_call(&mut self, site: usize) -> usize {
        self.successors.push(Vec::new());
        self.predecessors.push(Vec::new());
        self.places.push(site);
        self.places.len() - 1
    }

    /// Puts a call block between a site's node and what follows it.
    fn go_through(&mut self, site: usize, call: usize) {
        let following = std::mem::replace(&mut self.successors[site], vec![call]);
        for next in &following {
            for origin in self.predecessors[*next].iter_mut().filter(|origin| **origin == site) {
                *origin = call;
            }
        }
        self.successors[call].extend(following);
        self.predecessors[call].push(site);
    }
}
