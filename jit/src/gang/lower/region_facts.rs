//! Facts of a region tree before it is lowered: where lanes may leave regions and loops, and where tests pay.

use forlane_cfg::analysis::{AnyActiveTests, Checked, Completions, Weight, Weights};
use forlane_cfg::{Control, LabelId, NodeKind, RegionEnd, RegionId, RegionTree};

/// What is known of the body of a loop, or of the blocks of a graph.
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
    /// Whether the set of active lanes may become less while the loop repeats.
    pub fn loses_lanes(&self) -> bool {
        self.returns || self.fails || !self.left_to.is_empty()
    }
}

/// The facts of all regions and loops.
#[derive(Debug)]
pub struct RegionFacts {
    weights: Weights,
    completions: Completions,
    /// Where it is tested whether any lane is active.
    pub tests: AnyActiveTests,
    /// By label, of a graph that of its first block.
    loops: Vec<LoopFacts>,
    /// By label, for the blocks of graphs, the label of the first block.
    first_block: Vec<Option<LabelId>>,
}

/// An open label and what is around it.
struct Link {
    label: LabelId,
    is_loop: bool,
    outer: Option<usize>,
}

/// Where a region is.
#[derive(Clone, Copy)]
struct Position {
    region: RegionId,
    link: Option<usize>,
    is_varying: bool,
}

impl RegionFacts {
    /// Finds the facts of a tree. Of the accesses to elements, those that are checked may fail.
    pub fn compute(tree: &RegionTree, checks: Checked<'_>) -> RegionFacts {
        let (weights, completions) = (Weights::compute(tree, checks), Completions::compute(tree));
        let tests = AnyActiveTests::compute(tree, &weights, &completions, checks);
        let loops = vec![LoopFacts::default(); tree.labels.len()];
        let first_block = vec![None; tree.labels.len()];
        let mut region_facts = RegionFacts { weights, completions, tests, loops, first_block };
        let mut links = Vec::new();
        let mut stack = vec![Position { region: tree.root, link: None, is_varying: false }];
        while let Some(position) = stack.pop() {
            region_facts.enter(tree, position, &mut links, &mut stack);
        }
        region_facts
    }

    /// What a region costs, and whether lanes may fail in it.
    pub fn weight(&self, region: RegionId) -> Weight {
        self.weights.of_region(region)
    }

    /// Whether lanes may leave a region for a label around which fewer than `depth` labels are open, the unit included.
    pub fn leaves(&self, region: RegionId, depth: usize) -> bool {
        self.completions.leaves_for(region) < depth
    }

    /// The facts of a loop; of a graph, by the label of its first block.
    pub fn of_loop(&self, label: LabelId) -> &LoopFacts {
        &self.loops[label.index()]
    }

    fn enter(&mut self, tree: &RegionTree, position: Position, links: &mut Vec<Link>, stack: &mut Vec<Position>) {
        let region = &tree.regions[position.region];
        for node in &region.nodes {
            match &node.kind {
                NodeKind::Loop { label, body, .. } => self.loops[label.index()].fails = self.weight(*body).fails,
                NodeKind::Graph { blocks, .. } => {
                    for block in blocks {
                        self.first_block[block.label.index()] = Some(blocks[0].label);
                        self.loops[blocks[0].label.index()].fails |= self.weight(block.body).fails;
                    }
                }
                _ => {}
            }
            for (inner, label, varying) in children(&node.kind) {
                let link = label.map(|(label, is_loop)| {
                    links.push(Link { label, is_loop, outer: position.link });
                    links.len() - 1
                });
                stack.push(Position {
                    region: inner,
                    link: link.or(position.link),
                    is_varying: position.is_varying || varying,
                });
            }
        }
        self.leave(&region.end, position, links);
    }

    /// Notes where a region's end leads to.
    fn leave(&mut self, end: &RegionEnd, position: Position, links: &[Link]) {
        let (target, some) = match end {
            RegionEnd::Exit { label, control, .. } | RegionEnd::Again { label, control, .. } => {
                (Some(*label), *control != Control::Uniform)
            }
            RegionEnd::Goto { label, .. } => (self.first_block[label.index()], false),
            RegionEnd::Return(_) => (None, position.is_varying),
            RegionEnd::FallThrough(_) | RegionEnd::Stop(_) | RegionEnd::Unreachable => return,
        };
        let mut link = position.link;
        while let Some(index) = link {
            if Some(links[index].label) == target {
                return;
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
            let varying = control.is_varying();
            vec![(*then, None, varying), (*otherwise, None, varying)]
        }
        NodeKind::Switch { cases, default, control, .. } => {
            let varying = control.is_varying();
            cases.iter().map(|case| case.target).chain([*default]).map(|region| (region, None, varying)).collect()
        }
        NodeKind::Scope { label, body, control, .. } => {
            vec![(*body, Some((*label, false)), control.is_varying())]
        }
        NodeKind::Loop { label, body, control, .. } => {
            vec![(*body, Some((*label, true)), control.is_varying())]
        }
        NodeKind::Graph { blocks, control, .. } => {
            let label = blocks.first().map(|block| (block.label, true));
            blocks.iter().map(|block| (block.body, label, control.is_varying())).collect()
        }
    }
}
