//! The loop of a kernel at which lanes that are done can take other rows while the rest goes on.

use super::weight::{Checked, Weight, Weights, node_alone};
use crate::region::{LabelId, NodeKind, RegionTree};

/// The loop that costs most of those that no other loop or graph is around, where lanes leave it one by one.
#[derive(Clone, Copy, Debug)]
pub struct RefillLoop {
    /// Its label.
    pub label: LabelId,
    /// Operations of its body.
    pub cost: u32,
    /// What is outside of it.
    pub outside: Weight,
}

impl RefillLoop {
    /// Finds it in a masked tree.
    pub fn find(tree: &RegionTree) -> Option<RefillLoop> {
        let weights = Weights::compute(tree, Checked::Everything);
        let (mut found, mut outside): (Option<(u32, LabelId, bool)>, _) = (None, Weight::default());
        let mut regions = vec![tree.root];
        while let Some(region) = regions.pop() {
            for node in &tree.regions[region].nodes {
                match &node.kind {
                    NodeKind::Loop { label, body, control, .. } => {
                        outside.heavy |= found.is_some();
                        let cost = weights.of_region(*body).cost;
                        if found.is_none_or(|(most, ..)| cost > most) {
                            found = Some((cost, *label, control.is_varying()));
                        }
                    }
                    NodeKind::Graph { .. } => outside.heavy = true,
                    kind => {
                        outside.add(node_alone(kind, Checked::Everything));
                        regions.extend(kind.regions());
                    }
                }
            }
        }
        let (cost, label, is_varying) = found?;
        is_varying.then_some(RefillLoop { label, cost, outside })
    }

    /// Whether lanes may gain by taking other rows: what is outside is executed again whenever some do, for these
    /// alone.
    pub fn is_promising(&self) -> bool {
        !self.outside.heavy && self.outside.cost <= self.cost
    }
}
