//! One search for loops: in the whole graph, or in an irreducible loop without its entries.

use forlane_cfg::analysis::{Ancestors, FoundLoops, find_loops};
use indexmap::IndexMap;
use std::ops::Range;

/// The most irreducible loops that nest in each other.
pub const MOST_IRREDUCIBLE: usize = 8;

/// A loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The nodes at which it is entered from outside, in ascending order; one if the loop is reducible. In an
    /// irreducible loop that is nested as deep as irreducible loops may, also nodes that take part in irreducible loops
    /// inside.
    pub entries: Vec<usize>,
    /// The loop around it.
    pub parent: Option<usize>,
    /// Where its nodes are in the nest's list, those of the loops inside included.
    pub(super) range: Range<usize>,
}

/// The loops that were found so far.
pub(super) struct Nest {
    /// All loops, outer ones before those inside.
    pub loops: Vec<Loop>,
    /// The innermost loop of each node.
    pub innermost: Vec<Option<usize>>,
}

impl Nest {
    /// Adds a loop, still without its nodes.
    fn add(&mut self, entries: Vec<usize>, parent: Option<usize>) -> usize {
        self.loops.push(Loop { entries, parent, range: 0..0 });
        self.loops.len() - 1
    }
}

/// The graph, and what the searches share.
pub(super) struct Graph<'a> {
    successors: &'a [Vec<usize>],
    predecessors: Vec<Vec<usize>>,
    start: usize,
    /// The last search that each node was part of, the last whose walk came to it, and its position then.
    search: Vec<usize>,
    seen_in: Vec<usize>,
    position: Vec<usize>,
    searches: usize,
}

impl<'a> Graph<'a> {
    pub fn new(successors: &'a [Vec<usize>], predecessors: Vec<Vec<usize>>, start: usize) -> Graph<'a> {
        let count = successors.len();
        let zeros = vec![0; count];
        let (search, seen_in, position) = (zeros.clone(), zeros.clone(), zeros);
        Graph { successors, predecessors, start, search, seen_in, position, searches: 0 }
    }

    fn begin_search(&mut self, nodes: &[usize]) {
        self.searches += 1;
        nodes.iter().for_each(|node| self.search[*node] = self.searches);
    }

    fn is_in_search(&self, node: usize) -> bool {
        self.search[node] == self.searches
    }

    /// Marks a node as seen in this search; says whether it was not.
    fn see(&mut self, node: usize) -> bool {
        std::mem::replace(&mut self.seen_in[node], self.searches) != self.searches
    }

    /// Whether control comes to a node from outside of the nodes that are searched.
    fn is_entered(&self, node: usize) -> bool {
        node == self.start || self.predecessors[node].iter().any(|origin| !self.is_in_search(*origin))
    }
}

/// Nodes to be searched: all, or those of an irreducible loop, in ascending order.
pub(super) struct Part {
    pub nodes: Vec<usize>,
    /// The irreducible loop.
    pub around: Option<usize>,
    /// How many irreducible loops are around.
    pub depth: usize,
}

/// What was found in a part. Position 0 stands for what is outside.
struct Found {
    /// The nodes in reverse postorder; that of position 1 is first.
    order: Vec<usize>,
    /// For each position those that arcs come from.
    origins: Vec<Vec<usize>>,
    loops: FoundLoops,
}

impl Part {
    /// Adds the loops of the part to the nest; returns the parts that are still to be searched.
    pub fn add_loops(mut self, graph: &mut Graph, nest: &mut Nest) -> Vec<Part> {
        graph.begin_search(&self.nodes);
        if let Some(outer) = self.around {
            let (entries, rest) = self.nodes.into_iter().partition(|node| graph.is_entered(*node));
            (nest.loops[outer].entries, self.nodes) = (entries, rest);
            graph.begin_search(&self.nodes);
        }
        let found = self.search(graph);
        match self.around {
            Some(outer) if self.depth == MOST_IRREDUCIBLE => {
                add_reducible(&found, outer, nest);
                Vec::new()
            }
            _ => self.add_outer(&found, nest),
        }
    }

    fn search(&self, graph: &mut Graph) -> Found {
        let order = self.reverse_postorder(graph);
        for (index, node) in order.iter().enumerate() {
            graph.position[*node] = index + 1;
        }
        let position_of = |origin: &usize| if graph.is_in_search(*origin) { graph.position[*origin] } else { 0 };
        let mut origins: Vec<Vec<usize>> = vec![Vec::new()];
        for node in &order {
            let mut list: Vec<usize> = graph.predecessors[*node].iter().map(position_of).collect();
            list.extend((*node == graph.start).then_some(0));
            origins.push(list);
        }
        let loops = find_loops(&origins, |_, _| {});
        Found { order, origins, loops }
    }

    fn reverse_postorder(&self, graph: &mut Graph) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut path = Vec::new();
        for root in self.nodes.iter().copied() {
            if graph.is_entered(root) && graph.see(root) {
                path.push((root, 0));
            }
            while let Some((node, at)) = path.last_mut() {
                let Some(next) = graph.successors[*node].get(*at).copied() else {
                    order.push(*node);
                    path.pop();
                    continue;
                };
                *at += 1;
                if graph.is_in_search(next) && graph.see(next) {
                    path.push((next, 0));
                }
            }
        }
        order.reverse();
        order
    }

    /// Adds the loops that no irreducible loop of the part holds; the irreducible ones among them are parts.
    fn add_outer(&self, found: &Found, nest: &mut Nest) -> Vec<Part> {
        let mut parts: IndexMap<usize, Part> = IndexMap::new();
        // For each head its own loop, or the irreducible one around it.
        let mut known: Vec<Option<usize>> = vec![None; found.origins.len()];
        for (position, node) in (1..).zip(&found.order) {
            let mut innermost = found.loops.around[position].map_or(self.around, |head| known[head]);
            let is_in_part = innermost.is_some_and(|index| parts.contains_key(&index));
            if let (Some(is_reducible), false) = (found.loops.is_reducible[position], is_in_part) {
                let entries = if is_reducible { vec![*node] } else { Vec::new() };
                let index = nest.add(entries, innermost);
                innermost = Some(index);
                if !is_reducible {
                    parts.insert(index, Part { nodes: Vec::new(), around: innermost, depth: self.depth + 1 });
                }
            }
            known[position] = innermost;
            nest.innermost[*node] = innermost;
            if let Some(part) = innermost.and_then(|index| parts.get_mut(&index)) {
                part.nodes.push(*node);
            }
        }
        for part in parts.values_mut() {
            part.nodes.sort_unstable();
        }
        parts.into_values().collect()
    }
}

/// Adds the loops that hold no irreducible one, and takes the entries of all others for entries of the loop around,
/// which cuts every circle that is not in one of the former.
fn add_reducible(found: &Found, outer: usize, nest: &mut Nest) {
    let mut is_plain: Vec<bool> = found.loops.is_reducible.iter().map(|reducible| *reducible == Some(true)).collect();
    let is_head = |position: usize| found.loops.is_reducible[position].is_some();
    for position in (0..found.origins.len()).rev() {
        if let Some(around) = found.loops.around[position].filter(|_| is_head(position) && !is_plain[position]) {
            is_plain[around] = false;
        }
    }
    let nesting = Ancestors::compute(&found.loops.around, 0..found.origins.len());
    // What an arc enters is each loop around its target that does not hold its origin.
    let innermost = |position: usize| if is_head(position) { Some(position) } else { found.loops.around[position] };
    let enters_other = |target: usize, origin: usize| {
        let held = innermost(origin).and_then(|other| nesting.common(innermost(target)?, other));
        let depth = held.map_or(0, |held| nesting.depth(held) + 1);
        let entered = innermost(target).and_then(|own| nesting.topmost(own, |head| nesting.depth(head) >= depth));
        entered.is_some_and(|head| !is_plain[head])
    };
    let mut known: Vec<usize> = vec![outer; found.origins.len()];
    for (position, node) in (1..).zip(&found.order) {
        let mut innermost = found.loops.around[position].map_or(outer, |head| known[head]);
        let is_entry = found.origins[position].iter().any(|origin| enters_other(position, *origin));
        if is_entry {
            nest.loops[outer].entries.push(*node);
        } else if is_plain[position] {
            innermost = nest.add(vec![*node], Some(innermost));
        }
        known[position] = innermost;
        nest.innermost[*node] = Some(innermost);
    }
    nest.loops[outer].entries.sort_unstable();
}
