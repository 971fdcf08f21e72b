//! Rules of values in trees: defined once, and visible where they are read.

use super::Checker;
use super::graph_blocks::GraphBlocks;
use super::uses::{SiteKind, sites_of_step};
use super::walk::Step;
use crate::graph::BlockId;
use crate::region::{RegionId, RegionTree};
use crate::unit::ValueId;
use std::collections::HashMap;

/// Where values are visible, while the walk continues.
struct Visibility {
    is_visible: Vec<bool>,
    /// What becomes invisible with the end of each open region.
    regions: Vec<(RegionId, Vec<ValueId>)>,
    /// What a loop or a block of a graph takes in, which is its body's.
    inputs: Vec<ValueId>,
    blocks: GraphBlocks,
    /// For each open graph the block that the walk is in.
    open_blocks: HashMap<usize, BlockId>,
    /// The graph and block that defines a value in its body's own region, once that is over.
    defining_block: Vec<Option<(usize, BlockId)>>,
}

impl Checker<'_> {
    /// Rules `value-twice` and `value-undefined`: a value is visible after its definition in its own region and in
    /// the regions inside of that; one of the body of a graph's block, in the blocks that this one dominates, too.
    pub(super) fn visibility(&mut self, tree: &RegionTree, steps: &[Step]) {
        let count = self.unit.values.len();
        let mut is_defined = vec![false; count];
        let mut visibility = Visibility {
            is_visible: vec![false; count],
            regions: Vec::new(),
            inputs: Vec::new(),
            blocks: GraphBlocks::compute(tree, steps),
            open_blocks: HashMap::new(),
            defining_block: vec![None; count],
        };
        for &step in steps {
            match step {
                Step::Enter(region) => visibility.enter(region),
                Step::Leave(_) => visibility.leave(),
                Step::Node(..) | Step::Block(..) | Step::AfterGuards(..) | Step::End(_) => {}
            }
            for site in sites_of_step(tree, step) {
                for value in site.read_values() {
                    if !visibility.sees(value) {
                        let message = format!("v{} is not visible here", value.index());
                        self.error("value-undefined", site.entity, message);
                    }
                }
                for value in site.defined_values() {
                    if std::mem::replace(&mut is_defined[value.index()], true) {
                        let message = format!("v{} is defined before", value.index());
                        self.error("value-twice", site.entity, message);
                    }
                    visibility.is_visible[value.index()] = true;
                    match (&site.kind, visibility.regions.last_mut()) {
                        (SiteKind::Inputs(_) | SiteKind::Heads(_), _) => visibility.inputs.push(value),
                        (_, Some((_, region))) => region.push(value),
                        (_, None) => {}
                    }
                }
            }
        }
    }
}

impl Visibility {
    fn enter(&mut self, region: RegionId) {
        self.regions.push((region, std::mem::take(&mut self.inputs)));
        if let Some((graph, block)) = self.blocks.place(region) {
            self.open_blocks.insert(graph, block);
        }
    }

    fn leave(&mut self) {
        let Some((region, values)) = self.regions.pop() else { return };
        let place = self.blocks.place(region);
        for value in values {
            self.is_visible[value.index()] = false;
            self.defining_block[value.index()] = place;
        }
        if let Some((graph, _)) = place {
            self.open_blocks.remove(&graph);
        }
    }

    fn sees(&self, value: ValueId) -> bool {
        self.is_visible[value.index()]
            || self.defining_block[value.index()].is_some_and(|(graph, above)| {
                self.open_blocks.get(&graph).is_some_and(|below| self.blocks.dominates(above, *below))
            })
    }
}
