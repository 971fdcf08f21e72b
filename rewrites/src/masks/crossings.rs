//! What the ends of regions cross: for a construct that turns out varying, the exits, `again`s and returns that leave
//! it; for such an end, the loops that it leaves. Each is told once, so that all together cost O(n log n).

use crate::tree_index::TreeIndex;
use forlane_cfg::{LabelId, NodeKind, RegionEnd, RegionId, RegionTree};

/// An end that is told no more, or crosses nothing.
const NEVER: usize = usize::MAX;

/// The ends and loops of a tree.
pub(super) struct Crossings {
    /// A segment tree over the places of regions in preorder: the least of the keys. The key of an end is one more than
    /// the place of the body that it goes to, or zero if it goes out of the unit; so it crosses the construct around a
    /// region if and only if it is inside and has no greater key than the region's place.
    keys: Vec<usize>,
    leaves: usize,
    /// For each region the body of the innermost loop, or block of a graph, around it, itself included.
    loop_bodies: Vec<Option<RegionId>>,
    /// For each body of a loop or block that was told, the loop around it, or one further out.
    skipped: Vec<Option<RegionId>>,
    /// For each body of a loop or block its label, until it was told.
    untold: Vec<Option<LabelId>>,
}

impl Crossings {
    pub fn compute(tree: &RegionTree, index: &TreeIndex) -> Crossings {
        let regions = tree.regions.len();
        let leaves = index.preorder.len().next_power_of_two();
        let mut crossings = Crossings {
            keys: vec![NEVER; 2 * leaves],
            leaves,
            loop_bodies: vec![None; regions],
            skipped: vec![None; regions],
            untold: vec![None; regions],
        };
        for (place, region) in index.preorder.iter().enumerate() {
            let owner = index.owner[region.index()];
            crossings.loop_bodies[region.index()] = owner.and_then(|(outer, position)| {
                let around = crossings.loop_bodies[outer.index()];
                let label = match &tree.regions[outer].nodes[position].kind {
                    NodeKind::Loop { label, .. } => Some(*label),
                    NodeKind::Graph { blocks, .. } => index.block_around(*region, blocks).map(|block| block.label),
                    _ => return around,
                };
                crossings.untold[region.index()] = label;
                crossings.skipped[region.index()] = around;
                Some(*region)
            });
            crossings.keys[leaves + place] = match &tree.regions[*region].end {
                RegionEnd::Exit { label, .. } | RegionEnd::Again { label, .. } => {
                    index.body[label.index()].map_or(0, |body| index.place(body) + 1)
                }
                RegionEnd::Goto { label, .. } => {
                    own_block(tree, index, *region, *label).map_or(0, |body| index.place(body) + 1)
                }
                RegionEnd::Return(_) | RegionEnd::Stop(_) => 0,
                RegionEnd::FallThrough(_) | RegionEnd::Unreachable => NEVER,
            };
        }
        for node in (1..leaves).rev() {
            crossings.update(node);
        }
        crossings
    }

    fn update(&mut self, node: usize) {
        self.keys[node] = self.keys[2 * node].min(self.keys[2 * node + 1]);
    }

    /// The regions whose ends cross the construct around `outer`, without those that were told before.
    pub fn take_ends(&mut self, outer: RegionId, index: &TreeIndex) -> Vec<RegionId> {
        let (from, to) = index.range(outer);
        let mut found = Vec::new();
        // The nodes of the segment tree with their places; one is left again to take up what changed below.
        let mut pending = vec![(1, 0, self.leaves, false)];
        while let Some((node, low, high, is_left)) = pending.pop() {
            if is_left {
                self.update(node);
            } else if high <= from || to < low || self.keys[node] > from {
                continue;
            } else if high - low == 1 {
                self.keys[node] = NEVER;
                found.push(index.preorder[low]);
            } else {
                let middle = (low + high) / 2;
                pending.push((node, low, high, true));
                pending.push((2 * node + 1, middle, high, false));
                pending.push((2 * node, low, middle, false));
            }
        }
        found
    }

    /// The labels of the loops that a way from `inner` up to the body `outer`, or out of the unit, leaves, without
    /// those that were told before.
    pub fn take_loops(&mut self, inner: RegionId, outer: Option<RegionId>, index: &TreeIndex) -> Vec<LabelId> {
        let mut found = Vec::new();
        let is_left = |body: &RegionId| outer.is_none_or(|outer| index.place(*body) > index.place(outer));
        let mut next = self.loop_bodies[inner.index()];
        while let Some(body) = next.and_then(|body| self.next_untold(body)).filter(is_left) {
            found.extend(self.untold[body.index()].take());
            next = Some(body);
        }
        found
    }

    /// The body of the innermost loop from this one outward that was not told yet; shortens the way to it.
    fn next_untold(&mut self, body: RegionId) -> Option<RegionId> {
        let mut end = Some(body);
        while let Some(at) = end.filter(|at| self.untold[at.index()].is_none()) {
            end = self.skipped[at.index()];
        }
        let mut at = body;
        while Some(at) != end && self.untold[at.index()].is_none() {
            match std::mem::replace(&mut self.skipped[at.index()], end) {
                Some(next) => at = next,
                None => break,
            }
        }
        end
    }

    /// Whether a loop inside of the body `outer` defines anew each time what is in a region.
    pub fn is_in_loop_inside(&self, region: RegionId, outer: RegionId, index: &TreeIndex) -> bool {
        let around = self.loop_bodies[region.index()];
        around.is_some_and(|body| body != outer && index.is_inside(body, outer))
    }
}

/// The body of the block that a `goto` in a region ends: it belongs to the same graph as the block that it goes to.
fn own_block(tree: &RegionTree, index: &TreeIndex, region: RegionId, label: LabelId) -> Option<RegionId> {
    let (outer, position) = index.owner[index.body[label.index()]?.index()]?;
    match &tree.regions[outer].nodes[position].kind {
        NodeKind::Graph { blocks, .. } => index.block_around(region, blocks).map(|block| block.body),
        _ => None,
    }
}
