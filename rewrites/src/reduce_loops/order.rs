//! The order of a loop's parts, by which arcs to its entries lead forward or back.

use crate::loop_nest::LoopNest;
use std::collections::{BTreeSet, HashMap};

/// An order of the parts of a loop, which are blocks and the loops inside, without the arcs to its entries.
pub(super) struct LoopOrder {
    index: usize,
    position: HashMap<Part, usize>,
}

/// A block, or a loop inside by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Part {
    Block(usize),
    Loop(usize),
}

impl LoopOrder {
    /// Parts that wait for no other come first, entries last among them.
    pub(super) fn compute(nest: &LoopNest, index: usize, successors: &[Vec<usize>]) -> LoopOrder {
        let one = &nest.loops[index];
        let mut order = LoopOrder { index, position: HashMap::new() };
        let mut arcs: HashMap<Part, Vec<Part>> = HashMap::new();
        let mut waits_for: HashMap<Part, usize> = HashMap::new();
        for node in nest.nodes(index) {
            let from = order.part_of(nest, *node);
            let inside = successors[*node].iter().filter(|target| nest.contains(index, **target));
            for target in inside.filter(|target| one.entries.binary_search(target).is_err()) {
                let to = order.part_of(nest, *target);
                if from != to {
                    arcs.entry(from).or_default().push(to);
                    *waits_for.entry(to).or_default() += 1;
                }
            }
        }
        let mut entries = one.entries.iter().map(|entry| Part::Block(*entry));
        // Only entries wait for nothing at first: any other part is reached from one.
        let mut ready: BTreeSet<Part> = BTreeSet::new();
        while let Some(part) = ready.pop_first().or_else(|| entries.next()) {
            order.position.insert(part, order.position.len());
            for to in arcs.remove(&part).unwrap_or_default() {
                let waits = waits_for.entry(to).or_default();
                *waits -= 1;
                if *waits == 0 {
                    ready.insert(to);
                }
            }
        }
        order
    }

    fn part_of(&self, nest: &LoopNest, block: usize) -> Part {
        let inside = nest.outermost(block, |other| nest.depth(other) > nest.depth(self.index));
        inside.map_or(Part::Block(block), Part::Loop)
    }

    pub(super) fn leads_forward(&self, nest: &LoopNest, from: usize, to: usize) -> bool {
        self.position.get(&self.part_of(nest, from)) < self.position.get(&self.part_of(nest, to))
    }
}
