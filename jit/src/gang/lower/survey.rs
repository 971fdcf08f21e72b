//! Survey of a region tree before it is lowered: what each region costs and where lanes may leave it.

use super::weigh::{self, Weight};
use forlane_cfg::{Control, LabelId, NodeKind, RegionEnd, RegionId, RegionTree};

/// What is known of a region, the regions inside included.
#[derive(Clone, Copy, Debug)]
pub struct RegionFacts {
    /// What its actions cost and whether lanes may fail in it.
    pub weight: Weight,
    /// The least depth of a scope or loop that it leaves to; a return leaves to depth 0.
    pub outermost: usize,
}

/// What is known of the body of a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopFacts {
    /// The labels outside of the loop to which some of the lanes may go from inside, others staying.
    pub left_to: Vec<LabelId>,
    /// Whether some of the lanes may return, others staying.
    pub returns: bool,
    /// Whether lanes may fail.
    pub fails: bool,
}

impl LoopFacts {
    /// Whether the set of active lanes may become less while the loop goes round.
    pub fn loses_lanes(&self) -> bool {
        self.returns || self.fails || !self.left_to.is_empty()
    }
}

/// The facts of all regions and loops.
#[derive(Debug)]
pub struct Survey {
    regions: Vec<RegionFacts>,
    loops: Vec<LoopFacts>,
}

/// An open label and what is around it.
struct Link {
    label: LabelId,
    is_loop: bool,
    depth: usize,
    outer: Option<usize>,
}

/// Where a region stands.
#[derive(Clone, Copy)]
struct Position {
    region: RegionId,
    link: Option<usize>,
    is_varying: bool,
}

impl Survey {
    /// Surveys a tree. Depths count the open labels; the unit itself is depth 0. Without `checks` no access fails.
    pub fn compute(tree: &RegionTree, checks: bool) -> Survey {
        let nothing = RegionFacts { weight: Weight::default(), outermost: usize::MAX };
        let mut survey =
            Survey { regions: vec![nothing; tree.regions.len()], loops: vec![LoopFacts::default(); tree.labels.len()] };
        let mut links = Vec::new();
        let mut order = Vec::new();
        let mut stack = vec![Position { region: tree.root, link: None, is_varying: false }];
        while let Some(position) = stack.pop() {
            survey.enter(tree, position, checks, &mut links, &mut stack);
            order.push(position.region);
        }
        // Regions stand before those inside of them.
        for region in order.into_iter().rev() {
            survey.add_up(tree, region);
        }
        survey
    }

    /// The facts of a region.
    pub fn region(&self, region: RegionId) -> &RegionFacts {
        &self.regions[region.index()]
    }

    /// The facts of a loop.
    pub fn of_loop(&self, label: LabelId) -> &LoopFacts {
        &self.loops[label.index()]
    }

    fn enter(
        &mut self,
        tree: &RegionTree,
        position: Position,
        checks: bool,
        links: &mut Vec<Link>,
        stack: &mut Vec<Position>,
    ) {
        let region = &tree.regions[position.region];
        let mut weight = Weight::default();
        for node in &region.nodes {
            weight.add(weigh::node(&node.kind, checks));
            for (inner, label, varying) in children(&node.kind) {
                let link = label.map(|(label, is_loop)| {
                    let depth = position.link.map_or(0, |outer| links[outer].depth) + 1;
                    links.push(Link { label, is_loop, depth, outer: position.link });
                    links.len() - 1
                });
                stack.push(Position {
                    region: inner,
                    link: link.or(position.link),
                    is_varying: position.is_varying || varying,
                });
            }
        }
        weight.fails |= matches!(region.end, RegionEnd::Stop(_));
        self.regions[position.region.index()] =
            RegionFacts { weight, outermost: self.leave(&region.end, position, links) };
    }

    /// Notes where a region's end leads to; gives its depth.
    fn leave(&mut self, end: &RegionEnd, position: Position, links: &[Link]) -> usize {
        let (target, some) = match end {
            RegionEnd::Exit { label, control, .. } | RegionEnd::Again { label, control, .. } => {
                (Some(*label), *control != Control::Uniform)
            }
            RegionEnd::Return(_) => (None, position.is_varying),
            RegionEnd::FallThrough(_) | RegionEnd::Stop(_) | RegionEnd::Unreachable => return usize::MAX,
        };
        let mut link = position.link;
        while let Some(index) = link {
            if Some(links[index].label) == target {
                return links[index].depth;
            }
            if links[index].is_loop && some {
                let facts = &mut self.loops[links[index].label.index()];
                match target {
                    Some(label) if !facts.left_to.contains(&label) => facts.left_to.push(label),
                    Some(_) => {}
                    None => facts.returns = true,
                }
            }
            link = links[index].outer;
        }
        0
    }

    fn add_up(&mut self, tree: &RegionTree, region: RegionId) {
        let mut facts = self.regions[region.index()];
        for node in &tree.regions[region].nodes {
            for (inner, ..) in children(&node.kind) {
                let inside = self.regions[inner.index()];
                facts.weight.add(inside.weight);
                facts.outermost = facts.outermost.min(inside.outermost);
            }
            if let NodeKind::Loop { label, body, .. } = &node.kind {
                self.loops[label.index()].fails = self.regions[body.index()].weight.fails;
                facts.weight.heavy = true;
            }
        }
        self.regions[region.index()] = facts;
    }
}

/// A region inside of a node, the label that is open in it and whether it is that of a loop, and whether lanes take the
/// node under masks.
type Child = (RegionId, Option<(LabelId, bool)>, bool);

/// The regions of a node, the label that is open in each, and whether lanes take it under masks.
fn children(node: &NodeKind) -> Vec<Child> {
    match node {
        NodeKind::Action(_) => Vec::new(),
        NodeKind::If { then, otherwise, control, .. } => {
            let varying = *control != Control::Uniform;
            vec![(*then, None, varying), (*otherwise, None, varying)]
        }
        NodeKind::Switch { cases, default, control, .. } => {
            let varying = *control != Control::Uniform;
            cases.iter().map(|case| case.target).chain([*default]).map(|region| (region, None, varying)).collect()
        }
        NodeKind::Scope { label, body, control, .. } => {
            vec![(*body, Some((*label, false)), *control != Control::Uniform)]
        }
        NodeKind::Loop { label, body, control, .. } => {
            vec![(*body, Some((*label, true)), *control != Control::Uniform)]
        }
    }
}
