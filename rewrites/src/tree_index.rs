//! Positions in a region tree: preorder, the node around each region, nesting, where each value is defined.

use forlane_cfg::{GraphBlock, NodeKind, RegionId, RegionTree, ValueId};

/// An index of a region tree at one moment.
pub(crate) struct TreeIndex {
    /// All regions of the tree, outer ones first, in the order of the text.
    pub preorder: Vec<RegionId>,
    /// For each region the region and node it belongs to; none for the root.
    pub owner: Vec<Option<(RegionId, usize)>>,
    /// For each label the body of its scope, loop or block.
    pub body: Vec<Option<RegionId>>,
    /// For each value the region that defines it, at a node or as a loop's input.
    pub definer: Vec<Option<RegionId>>,
    first: Vec<usize>,
    last: Vec<usize>,
}

impl TreeIndex {
    /// Walks the tree; `values` is the number of values, or zero if it does not matter where they are defined.
    pub fn compute(tree: &RegionTree, values: usize) -> TreeIndex {
        let count = tree.regions.len();
        let mut index = TreeIndex {
            preorder: Vec::with_capacity(count),
            owner: vec![None; count],
            body: vec![None; tree.labels.len()],
            definer: vec![None; values],
            first: vec![0; count],
            last: vec![0; count],
        };
        let mut pending = vec![tree.root];
        while let Some(region) = pending.pop() {
            index.first[region.index()] = index.preorder.len();
            index.preorder.push(region);
            let from = pending.len();
            for (position, node) in tree.regions[region].nodes.iter().enumerate() {
                index.enter_node(region, &node.kind);
                for child in node.kind.regions() {
                    index.owner[child.index()] = Some((region, position));
                    pending.push(child);
                }
            }
            pending[from..].reverse();
        }
        for region in index.preorder.iter().rev() {
            let own = index.first[region.index()];
            let last = index.last[region.index()].max(own);
            index.last[region.index()] = last;
            if let Some((parent, _)) = index.owner[region.index()] {
                index.last[parent.index()] = index.last[parent.index()].max(last);
            }
        }
        index
    }

    fn enter_node(&mut self, region: RegionId, kind: &NodeKind) {
        let mut define = |value: ValueId, place: RegionId| {
            if let Some(definer) = self.definer.get_mut(value.index()) {
                *definer = Some(place);
            }
        };
        match kind {
            NodeKind::Action(action) => action.kind.definitions().into_iter().for_each(|value| define(value, region)),
            NodeKind::If { outputs, .. } | NodeKind::Switch { outputs, .. } => {
                outputs.iter().for_each(|value| define(*value, region));
            }
            NodeKind::Scope { label, body, outputs, .. } => {
                outputs.iter().for_each(|value| define(*value, region));
                self.body[label.index()] = Some(*body);
            }
            NodeKind::Loop { label, inputs, body, .. } => {
                inputs.iter().for_each(|input| define(input.value, *body));
                self.body[label.index()] = Some(*body);
            }
            NodeKind::Graph { blocks, .. } => {
                for block in blocks {
                    block.inputs.iter().for_each(|input| define(*input, block.body));
                    self.body[block.label.index()] = Some(block.body);
                }
            }
        }
    }

    /// Whether `inner` is `outer` or is inside it.
    pub fn is_inside(&self, inner: RegionId, outer: RegionId) -> bool {
        let at = self.first[inner.index()];
        (self.first[outer.index()]..=self.last[outer.index()]).contains(&at)
    }

    /// The place of a region in preorder.
    pub fn place(&self, region: RegionId) -> usize {
        self.first[region.index()]
    }

    /// The places of a region and of the last one inside of it.
    pub fn range(&self, region: RegionId) -> (usize, usize) {
        (self.first[region.index()], self.last[region.index()])
    }

    /// The block of a graph whose body a region is or is inside of.
    pub fn block_around<'b>(&self, inner: RegionId, blocks: &'b [GraphBlock]) -> Option<&'b GraphBlock> {
        let at = self.first[inner.index()];
        let after = blocks.partition_point(|block| self.first[block.body.index()] <= at);
        blocks.get(after.checked_sub(1)?).filter(|block| self.is_inside(inner, block.body))
    }
}
