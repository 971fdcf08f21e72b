//! Counters in instrumented code: one wherever control or the active lanes have changed before a node.

use super::Lowering;
use crate::counters::Waiting;
use crate::gang::ir::{BlockId, Op, StretchCounter, ValueId};
use forlane_cfg::{NodeKind, RegionId, RegionTree, SourceLine};
use std::collections::HashMap;

/// The counters of a unit, as far as it is lowered.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// Where the last counter is: its block, and the lanes that it counts.
    last: Option<(BlockId, ValueId)>,
    /// The last counter of each region, and the lanes that it counts.
    of_region: HashMap<RegionId, (u32, ValueId)>,
    /// The region that each region is in, and why lanes of that are not active in it, with the line.
    around: HashMap<RegionId, (RegionId, Waiting, SourceLine)>,
}

impl Counts {
    pub(super) fn new(tree: &RegionTree) -> Counts {
        let mut around = HashMap::new();
        let mut stack = vec![tree.root];
        while let Some(region) = stack.pop() {
            for node in &tree.regions[region].nodes {
                let (inner, waiting): (Vec<RegionId>, Waiting) = match &node.kind {
                    NodeKind::Action(_) => continue,
                    NodeKind::If { then, otherwise, .. } => (vec![*then, *otherwise], Waiting::Branch),
                    NodeKind::Switch { cases, default, .. } => {
                        (cases.iter().map(|case| case.target).chain([*default]).collect(), Waiting::Branch)
                    }
                    NodeKind::Scope { body, .. } => (vec![*body], Waiting::Left),
                    NodeKind::Loop { body, .. } => (vec![*body], Waiting::Loop),
                    NodeKind::Graph { blocks, .. } => {
                        (blocks.iter().map(|block| block.body).collect(), Waiting::Branch)
                    }
                };
                for inner in inner {
                    around.insert(inner, (region, waiting, node.at));
                    stack.push(inner);
                }
            }
        }
        Counts { around, ..Counts::default() }
    }
}

impl Lowering<'_> {
    /// Forgets what was counted when the region was lowered before.
    pub(super) fn begin_counting(&mut self, region: RegionId) {
        self.counts.of_region.remove(&region);
    }

    /// Counts the lanes that come to a node of a region; `earlier` is the line of the node before.
    pub(super) fn count_lanes(&mut self, region: RegionId, earlier: SourceLine) {
        let Some((block, active)) = self.state.as_ref().map(|state| (self.builder.block, state.active)) else { return };
        if !self.around.options.count_lanes {
            return;
        }
        let before = match (self.counts.of_region.get(&region), self.counts.around.get(&region)) {
            (Some(before), _) => Some((*before, Waiting::Left, earlier)),
            (None, Some((outer, waiting, at))) => {
                self.counts.of_region.get(outer).map(|before| (*before, *waiting, *at))
            }
            (None, None) => None,
        };
        let counters = &mut self.builder.code.counters;
        let counter = match self.counts.last {
            Some(last) if last == (block, active) => counters.len() as u32 - 1,
            _ => {
                let origin = match before {
                    // The same lanes have come here as there.
                    Some(((before, lanes), ..)) if lanes == active => counters[before as usize].origin,
                    Some(((before, _), waiting, at)) => Some((before, waiting, at)),
                    None => None,
                };
                counters.push(StretchCounter { origin });
                let counter = counters.len() as u32 - 1;
                self.builder.effect(Op::Count { mask: active, counter });
                self.counts.last = Some((block, active));
                counter
            }
        };
        self.counts.of_region.insert(region, (counter, active));
    }
}
