//! Where a masked region tree is worth a test whether any lane is active.
//!
//! - at an arm of a branch under masks that is worth it ([`Weight::is_worth_a_test`]): without lanes, the arm is jumped
//!   over;
//! - after a construct from which lanes may have left, if what is left of the region is worth it: without lanes,
//!   control goes to the region's end. That is the end of the innermost scope, loop or arm, where other lanes wait; a
//!   loop whose lanes have all said `exit` stops at once, and need not test at its end what was tested here;
//! - at the end of a loop under masks, and at the jumps of a graph that lanes leave under masks.

use crate::analysis::{Checked, Completions, Weight, Weights};
use crate::region::{Node, NodeKind, RegionEnd, RegionId, RegionTree};
use std::collections::BTreeSet;

/// The places of the tests.
#[derive(Clone, Debug)]
pub struct AnyActiveTests {
    arms: BTreeSet<usize>,
    /// Region, and the node before which the test is.
    inside: BTreeSet<(usize, usize)>,
    loops: usize,
}

impl AnyActiveTests {
    /// Decides on the places.
    pub fn compute(
        tree: &RegionTree,
        weights: &Weights,
        completions: &Completions,
        checks: Checked<'_>,
    ) -> AnyActiveTests {
        let mut tests = AnyActiveTests { arms: BTreeSet::new(), inside: BTreeSet::new(), loops: 0 };
        // For each region whether lanes may part in it.
        let mut parts = vec![false; tree.regions.len()];
        for region in tree.outer_first().into_iter().rev() {
            // Where all lanes leave together, out of a construct in which others wait, none is left for what follows.
            let end = &tree.regions[region].end;
            parts[region.index()] = matches!(end, RegionEnd::Exit { control, .. } if control.is_varying());
            // What is after each node, from the last one on.
            let mut after = Weight::default();
            for (index, node) in tree.regions[region].nodes.iter().enumerate().rev() {
                let inner = node.kind.regions();
                let node_parts = node.kind.control().is_varying() || inner.iter().any(|inner| parts[inner.index()]);
                parts[region.index()] |= node_parts;
                tests.add_node(node, weights);
                let continues = completions.of_node(&node.kind).continues();
                if node_parts && continues && completions.is_left(&node.kind) && after.is_worth_a_test() {
                    tests.inside.insert((region.index(), index + 1));
                }
                after.add(weights.of_node(node, checks));
            }
        }
        tests
    }

    fn add_node(&mut self, node: &Node, weights: &Weights) {
        match &node.kind {
            kind @ (NodeKind::If { control, .. } | NodeKind::Switch { control, .. }) if control.is_varying() => {
                let worth = kind.regions().into_iter().filter(|arm| weights.of_region(*arm).is_worth_a_test());
                self.arms.extend(worth.map(|arm| arm.index()));
            }
            NodeKind::Loop { control, .. } | NodeKind::Graph { control, .. } => {
                self.loops += usize::from(control.is_varying());
            }
            _ => {}
        }
    }

    /// Whether an arm is jumped over if no lane takes it.
    pub fn at_arm(&self, arm: RegionId) -> bool {
        self.arms.contains(&arm.index())
    }

    /// Whether what is left of a region from that node on is jumped over if no lane is left.
    pub fn before(&self, region: RegionId, node: usize) -> bool {
        self.inside.contains(&(region.index(), node))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.arms.len() + self.inside.len() + self.loops
    }
}
