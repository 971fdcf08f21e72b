//! Continuation intention possibilities (CIP): whether what is in a region continues after it, breaks out of it, or
//! does either.
//!
//! They join over sequences (what follows something that only breaks does not count), branches (any arm), scopes
//! (an exit to the scope itself continues after it) and loops and graphs (they only break: nothing after a loop is
//! reached but through an exit). STOP breaks: the lanes that reach it have ended.

use crate::region::{LabelId, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::unit::SourceLine;

/// How a region or node completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Completion {
    /// Control continues after it.
    ContinueOnly,
    /// Control leaves for somewhere else, or never ends.
    BreakOnly,
    /// Either.
    ContinueOrBreak,
}

impl Completion {
    fn of(continues: bool, breaks: bool) -> Completion {
        match (continues, breaks) {
            (true, false) => Completion::ContinueOnly,
            (true, true) => Completion::ContinueOrBreak,
            (false, _) => Completion::BreakOnly,
        }
    }

    /// Whether control may continue after it.
    pub fn continues(self) -> bool {
        self != Completion::BreakOnly
    }
}

/// Where lanes go that do not continue after something: the least depth of a label that they leave for. The unit
/// itself, to whose end a return leads, has depth 0, a label one more than what is around it.
pub type Depth = usize;

/// Greater than all depths: all that come to the end continue after it.
const NOWHERE: Depth = usize::MAX;
/// The depth of the unit.
const OUTSIDE: Depth = 0;

/// How each region completes.
#[derive(Clone, Debug)]
pub struct Completions {
    /// By region.
    continues: Vec<bool>,
    /// By region.
    leaves_for: Vec<Depth>,
    /// By region, whether lanes may end there by STOP, which leaves for nowhere and yet breaks.
    stops: Vec<bool>,
    /// Whether something that is reached exits to each label.
    is_exited: Vec<bool>,
    /// By label.
    depth: Vec<Depth>,
}

impl Completions {
    /// Joins from the inner regions outward.
    pub fn compute(tree: &RegionTree) -> Completions {
        let order = tree.outer_first();
        let mut found = Completions {
            continues: vec![false; tree.regions.len()],
            leaves_for: vec![NOWHERE; tree.regions.len()],
            stops: vec![false; tree.regions.len()],
            is_exited: vec![false; tree.labels.len()],
            depth: label_depths(tree, &order),
        };
        for region in order.into_iter().rev() {
            found.visit(tree, region);
        }
        found
    }

    fn visit(&mut self, tree: &RegionTree, region: RegionId) {
        let this = &tree.regions[region];
        let mut leaves_for = NOWHERE;
        let (mut continues, mut stops) = (true, false);
        for node in &this.nodes {
            leaves_for = leaves_for.min(self.node_leaves_for(&node.kind));
            stops |= self.node_stops(&node.kind);
            continues = self.node_continues(&node.kind);
            if !continues {
                break;
            }
        }
        if continues {
            let target = match &this.end {
                RegionEnd::FallThrough(_) | RegionEnd::Stop(_) | RegionEnd::Unreachable => None,
                RegionEnd::Exit { label, .. } => {
                    self.is_exited[label.index()] = true;
                    Some(self.depth[label.index()])
                }
                RegionEnd::Again { label, .. } | RegionEnd::Goto { label, .. } => Some(self.depth[label.index()]),
                RegionEnd::Return(_) => Some(OUTSIDE),
            };
            leaves_for = leaves_for.min(target.unwrap_or(NOWHERE));
            stops |= matches!(this.end, RegionEnd::Stop(_));
            continues = matches!(this.end, RegionEnd::FallThrough(_));
        }
        self.stops[region.index()] = stops;
        self.continues[region.index()] = continues;
        self.leaves_for[region.index()] = leaves_for;
    }

    /// How a region completes.
    pub fn of_region(&self, region: RegionId) -> Completion {
        let leaves = self.leaves_for[region.index()] != NOWHERE;
        Completion::of(self.continues[region.index()], leaves || self.stops[region.index()])
    }

    /// The least depth of a label that lanes leave a region for, or more than any.
    pub fn leaves_for(&self, region: RegionId) -> Depth {
        self.leaves_for[region.index()]
    }

    /// How a node completes.
    pub fn of_node(&self, kind: &NodeKind) -> Completion {
        Completion::of(self.node_continues(kind), self.is_left(kind) || self.node_stops(kind))
    }

    /// Whether lanes leave a node for elsewhere than after it; those that stop are no longer among the lanes.
    pub fn is_left(&self, kind: &NodeKind) -> bool {
        self.node_leaves_for(kind) != NOWHERE
    }

    /// The loops of the tree that nothing leaves, and their lines.
    pub fn endless_loops(&self, tree: &RegionTree) -> Vec<(LabelId, SourceLine)> {
        let nodes = tree.regions.iter().flat_map(|(_, region)| &region.nodes);
        let endless = nodes.filter_map(|node| match &node.kind {
            kind @ (NodeKind::Loop { .. } | NodeKind::Graph { .. })
                if !self.is_left(kind) && !self.node_stops(kind) =>
            {
                kind.labels().0.first().map(|(label, _)| (*label, node.at))
            }
            _ => None,
        });
        endless.collect()
    }

    fn node_stops(&self, kind: &NodeKind) -> bool {
        kind.regions().iter().any(|region| self.stops[region.index()])
    }

    fn node_continues(&self, kind: &NodeKind) -> bool {
        let any_region = || kind.regions().iter().any(|region| self.continues[region.index()]);
        match kind {
            NodeKind::Action(_) => true,
            NodeKind::If { .. } | NodeKind::Switch { .. } => any_region(),
            NodeKind::Scope { label, .. } => any_region() || self.is_exited[label.index()],
            NodeKind::Loop { .. } | NodeKind::Graph { .. } => false,
        }
    }

    fn node_leaves_for(&self, kind: &NodeKind) -> Depth {
        let inside = kind.regions().iter().map(|region| self.leaves_for[region.index()]).min().unwrap_or(NOWHERE);
        match kind.labels().0.first() {
            Some((label, _)) if inside >= self.depth[label.index()] => NOWHERE,
            _ => inside,
        }
    }
}

/// For each label the number of constructs with labels around it, its own included.
fn label_depths(tree: &RegionTree, order: &[RegionId]) -> Vec<Depth> {
    let mut depth = vec![OUTSIDE; tree.labels.len()];
    let mut around = vec![OUTSIDE; tree.regions.len()];
    for region in order {
        for node in &tree.regions[*region].nodes {
            let mut inside = around[region.index()];
            let labels = node.kind.labels().0;
            inside += usize::from(!labels.is_empty());
            // The blocks of a graph are at one depth: control goes from one to another, but not inside of it.
            labels.into_iter().for_each(|(label, _)| depth[label.index()] = inside);
            node.kind.regions().into_iter().for_each(|inner| around[inner.index()] = inside);
        }
    }
    depth
}
