//! Rules of the blocks of graphs in trees, and which block dominates which.

use super::Checker;
use super::walk::Step;
use crate::analysis::dominators::Dominators;
use crate::expr::IntegerExpr;
use crate::graph::{Block, BlockId, Case, Graph, Terminator};
use crate::region::{LabelId, NodeKind, RegionEnd, RegionId, RegionTree};
use crate::text::UnitPart;
use crate::unit::{SourceLine, StopCode, ValueId};
use forlane_semantics::types::IntegerKind;
use id_arena::Arena;
use std::collections::{HashMap, HashSet};

/// A region that is open in the walk.
struct OpenRegion {
    /// The graph in whose block the region is, by its number; the innermost one.
    graph: Option<usize>,
    /// Whether the block ends where the region ends.
    is_tail: bool,
}

impl Checker<'_> {
    /// Rules `goto-target` and `graph-block`, and `output-values` for what is given to blocks.
    pub(super) fn graph_blocks(&mut self, tree: &RegionTree, steps: &[Step]) {
        let mut graphs = 0;
        let mut inputs: HashMap<LabelId, (usize, &[ValueId])> = HashMap::new();
        // Of the open nodes: of a graph its number, otherwise whether it ends the block around.
        let mut nodes: Vec<(Option<usize>, bool)> = Vec::new();
        let mut regions: Vec<OpenRegion> = Vec::new();
        let mut reached: HashSet<LabelId> = HashSet::new();
        for &step in steps {
            match step {
                Step::Node(region, index) => {
                    let all = &tree.regions[region].nodes;
                    let is_last = index + 1 == all.len() && regions.last().is_some_and(|region| region.is_tail);
                    match &all[index].kind {
                        NodeKind::Graph { initial, blocks, .. } => {
                            let entity = UnitPart::Node(region, index);
                            inputs.extend(blocks.iter().map(|block| (block.label, (graphs, block.inputs.as_slice()))));
                            match blocks.first() {
                                Some(first) => {
                                    self.same_types(entity, initial, &first.inputs);
                                    reached.insert(first.label);
                                }
                                None => self.error("graph-block", entity, "the graph has no block"),
                            }
                            nodes.push((Some(graphs), true));
                            graphs += 1;
                        }
                        NodeKind::If { .. } | NodeKind::Switch { .. } => nodes.push((None, is_last)),
                        _ => nodes.push((None, false)),
                    }
                }
                Step::Block(region, index, number) => {
                    if let NodeKind::Graph { blocks, .. } = &tree.regions[region].nodes[index].kind
                        && !reached.contains(&blocks[number].label)
                    {
                        let message =
                            format!("no earlier block of the graph goes to L{}", blocks[number].label.index());
                        self.error("graph-block", UnitPart::Region(blocks[number].body), message);
                    }
                }
                Step::Enter(_) => {
                    let around = regions.last().and_then(|region| region.graph);
                    let open = match nodes.last() {
                        Some((Some(graph), _)) => OpenRegion { graph: Some(*graph), is_tail: true },
                        Some((None, is_tail)) => OpenRegion { graph: around, is_tail: *is_tail },
                        None => OpenRegion { graph: None, is_tail: false },
                    };
                    regions.push(open);
                }
                Step::End(region) => {
                    let RegionEnd::Goto { label, values, .. } = &tree.regions[region].end else { continue };
                    let entity = UnitPart::End(region);
                    let open = regions.last();
                    match inputs.get(label) {
                        Some((graph, wanted)) if open.is_some_and(|open| open.graph == Some(*graph)) => {
                            self.same_types(entity, values, wanted);
                            reached.insert(*label);
                        }
                        _ => {
                            let message = format!("L{} is not a block of the graph around this", label.index());
                            self.error("goto-target", entity, message);
                        }
                    }
                    if !open.is_some_and(|open| open.is_tail) {
                        self.error("goto-target", entity, "the block continues after the construct that contains this");
                    }
                }
                Step::Leave(_) => drop(regions.pop()),
                Step::AfterGuards(..) => drop(nodes.pop()),
            }
        }
    }
}

/// The blocks of all graphs of a tree, and the dominators among those of each.
pub(super) struct GraphBlocks {
    /// By body: the number of the graph, and the block in the skeleton.
    places: HashMap<RegionId, (usize, BlockId)>,
    dominators: Dominators,
}

impl GraphBlocks {
    /// Finds them. In the skeleton each block is one without actions, and START leads to the first one of each graph.
    pub(super) fn compute(tree: &RegionTree, steps: &[Step]) -> GraphBlocks {
        let mut blocks = Arena::new();
        let start: BlockId = blocks.alloc(skeleton_block());
        let mut arcs: Vec<Vec<BlockId>> = vec![Vec::new()];
        let mut places = HashMap::new();
        let mut labels: HashMap<LabelId, BlockId> = HashMap::new();
        let mut graphs = 0;
        for &step in steps {
            if let Step::Node(region, index) = step
                && let NodeKind::Graph { blocks: own, .. } = &tree.regions[region].nodes[index].kind
            {
                for (number, block) in own.iter().enumerate() {
                    let id = blocks.alloc(skeleton_block());
                    arcs.push(Vec::new());
                    places.insert(block.body, (graphs, id));
                    labels.insert(block.label, id);
                    if number == 0 {
                        arcs[start.index()].push(id);
                    }
                }
                graphs += 1;
            }
        }
        let mut around: Vec<Option<BlockId>> = Vec::new();
        for &step in steps {
            match step {
                Step::Enter(region) => {
                    let own = places.get(&region).map(|(_, block)| *block);
                    around.push(own.or(around.last().copied().flatten()));
                }
                Step::Leave(_) => drop(around.pop()),
                Step::End(region) => {
                    if let RegionEnd::Goto { label, .. } = &tree.regions[region].end
                        && let (Some(from), Some(to)) = (around.last().copied().flatten(), labels.get(label))
                    {
                        arcs[from.index()].push(*to);
                    }
                }
                Step::Node(..) | Step::Block(..) | Step::AfterGuards(..) => {}
            }
        }
        for ((_, block), mut targets) in blocks.iter_mut().zip(arcs) {
            let Some(default) = targets.pop() else { continue };
            let cases = targets.into_iter().map(|target| Case { values: Vec::new(), target }).collect();
            let selector = IntegerExpr::Constant(IntegerKind::I4, 0);
            block.terminator = Terminator::Switch { selector, cases, default };
        }
        let dominators = Dominators::compute(&Graph { blocks, start });
        GraphBlocks { places, dominators }
    }

    /// The number of the graph and the block whose body a region is.
    pub(super) fn place(&self, body: RegionId) -> Option<(usize, BlockId)> {
        self.places.get(&body).copied()
    }

    /// Whether each way to `below` passes through `above`.
    pub(super) fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.dominators.dominates(above, below)
    }
}

fn skeleton_block() -> Block {
    let terminator = Terminator::Stop(StopCode::None);
    Block { merges: Vec::new(), actions: Vec::new(), terminator, at: SourceLine::default() }
}
