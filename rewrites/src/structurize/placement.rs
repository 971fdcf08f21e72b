//! Where each block of a reducible graph is in the region tree.
//!
//! The blocks are ordered topologically over forward arcs, each loop contiguous and its head first, and dominators are
//! taken over forward arcs. For a block y whose immediate dominator is x: if a loop contains x and not y, y is
//! *after* the outermost such loop; otherwise, if several forward arcs lead to y, y ends a scope placed at x;
//! otherwise y is inlined at its one arc. So each block is emitted once, and is inside a loop exactly if it belongs
//! to that loop. A part that stays a graph is placed as a loop is. Compare Ramsey, "Beyond Relooper" (2022), which
//! leaves code after a loop inside it.

use super::StructurizeError;
use super::cut::Cut;
use crate::loop_nest::{LoopNest, predecessors, reachable_from};
use forlane_cfg::analysis::immediate_dominators;
use forlane_cfg::{BlockId, Graph};

/// The place of each block; indexed by [`BlockId::index`].
pub(super) struct Placement {
    /// All blocks by index, also unreachable ones.
    pub ids: Vec<BlockId>,
    /// Reachable blocks, topologically by forward arcs, loops contiguous.
    pub order: Vec<usize>,
    /// Position of each block in the order; `usize::MAX` for unreachable ones.
    pub position: Vec<usize>,
    /// The origins of the forward arcs that lead to each block.
    pub forward_predecessors: Vec<Vec<usize>>,
    /// The origins of the back arcs that lead to each block.
    pub back_predecessors: Vec<Vec<usize>>,
    /// The immediate dominator of each reachable block; the start is its own.
    pub dominator: Vec<usize>,
    /// The loops.
    pub nest: LoopNest,
    /// Half-open range of positions of each loop.
    pub ranges: Vec<(usize, usize)>,
    /// The loop of which the block is the head.
    pub head_of: Vec<Option<usize>>,
    /// The outermost loop after which the block is, if it does not belong to it and its dominator does.
    pub after: Vec<Option<usize>>,
    /// Blocks that end a scope placed at this one, the innermost scope first.
    pub inside: Vec<Vec<usize>>,
    /// Blocks that end a scope around the loop of which this one is the head, the innermost scope first.
    pub outside: Vec<Vec<usize>>,
    /// Whether a scope is before the block.
    pub is_labelled: Vec<bool>,
    /// Where to look for the values of a block that are not its own: its immediate dominator in the graph itself.
    pub above: Vec<usize>,
}

impl Placement {
    /// Decides on the places. Fails if a loop has several entries, unless its part stays a graph.
    pub fn compute(graph: &Graph, cut: &Cut) -> Result<Placement, StructurizeError> {
        let ids: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
        let successors = successors(graph, cut);
        let start = graph.start.index();
        let nest = LoopNest::compute(&successors, start);
        if let Some(irreducible) = nest.loops.iter().find(|l| l.entries.len() > 1) {
            return Err(StructurizeError::Irreducible {
                entries: irreducible.entries.iter().map(|entry| ids[*entry]).collect(),
            });
        }
        if nest.innermost[start].is_some() {
            return Err(StructurizeError::StartInLoop);
        }
        let count = ids.len();
        let mut placement = Placement {
            ids,
            order: Vec::new(),
            position: vec![usize::MAX; count],
            forward_predecessors: vec![Vec::new(); count],
            back_predecessors: vec![Vec::new(); count],
            dominator: vec![start; count],
            nest,
            ranges: Vec::new(),
            head_of: vec![None; count],
            after: vec![None; count],
            inside: vec![Vec::new(); count],
            outside: vec![Vec::new(); count],
            is_labelled: vec![false; count],
            above: Vec::new(),
        };
        placement.order_blocks(&successors, start);
        placement.sort_arcs(&successors, start);
        placement.find_dominators();
        placement.place(cut);
        placement.above = placement.dominator.clone();
        for head in cut.heads.iter().flatten().copied() {
            let immediate = cut.dominators.as_ref().and_then(|dominators| dominators.immediate(placement.ids[head]));
            if let Some(immediate) = immediate {
                placement.above[head] = immediate.index();
            }
        }
        Ok(placement)
    }

    /// Whether the block belongs to the loop.
    pub fn contains(&self, index: usize, block: usize) -> bool {
        let (from, to) = self.ranges[index];
        (from..to).contains(&self.position[block])
    }

    /// Whether an arc goes back to the head of a loop that its origin belongs to.
    pub fn is_back_arc(&self, from: usize, to: usize) -> bool {
        self.head_of[to].is_some_and(|index| self.contains(index, from))
    }

    fn order_blocks(&mut self, successors: &[Vec<usize>], start: usize) {
        for (index, one) in self.nest.loops.iter().enumerate() {
            self.head_of[one.entries[0]] = Some(index);
        }
        let levels = order_levels(&self.nest, successors, start, &self.head_of);
        let count = successors.len();
        let loops = self.nest.loops.len();
        self.ranges = vec![(0, 0); loops];
        // Flattens: the path of open loops, each with how far it has come; the last level is the whole graph.
        let mut path = vec![(loops, 0)];
        while let Some((level, at)) = path.last_mut() {
            let level = *level;
            match levels[level].get(*at).copied() {
                Some(element) if element < count => {
                    *at += 1;
                    self.position[element] = self.order.len();
                    self.order.push(element);
                }
                Some(element) => {
                    *at += 1;
                    self.ranges[element - count].0 = self.order.len();
                    path.push((element - count, 0));
                }
                None => {
                    path.pop();
                    if level < loops {
                        self.ranges[level].1 = self.order.len();
                    }
                }
            }
        }
    }

    fn sort_arcs(&mut self, successors: &[Vec<usize>], start: usize) {
        let reachable = reachable_from(successors, start);
        for (block, origins) in predecessors(successors, &reachable).into_iter().enumerate() {
            let (back, forward) = origins.into_iter().partition(|origin| self.is_back_arc(*origin, block));
            self.back_predecessors[block] = back;
            self.forward_predecessors[block] = forward;
        }
    }

    /// Takes dominators over forward arcs.
    fn find_dominators(&mut self) {
        let positions = |block: &usize| self.forward_predecessors[*block].iter().map(|origin| self.position[*origin]);
        let origins: Vec<Vec<usize>> = self.order.iter().map(|block| positions(block).collect()).collect();
        for (block, dominator) in self.order.iter().zip(immediate_dominators(&origins)) {
            self.dominator[*block] = self.order[dominator];
        }
    }

    fn place(&mut self, cut: &Cut) {
        for block in self.order.clone().into_iter().skip(1) {
            let dominator = self.dominator[block];
            let left = self.nest.outermost(dominator, |index| !self.contains(index, block));
            self.after[block] = left;
            if let Some(index) = left {
                let head = self.nest.loops[index].entries[0];
                self.outside[head].push(block);
                self.is_labelled[block] = true;
            } else if self.forward_predecessors[block].len() > 1 || cut.is_landing[block] {
                self.inside[dominator].push(block);
                self.is_labelled[block] = true;
            }
        }
    }
}

/// The arcs. A part that stays a graph is seen as a loop that begins at its entry and continues from there to each of
/// its heads: a jump to a head leads back to the entry.
fn successors(graph: &Graph, cut: &Cut) -> Vec<Vec<usize>> {
    let mut successors: Vec<Vec<usize>> = Vec::with_capacity(graph.blocks.len());
    for (id, block) in graph.blocks.iter() {
        let targets = block.terminator.successors().into_iter().map(|target| {
            let part = cut.part_of[id.index()].filter(|_| cut.is_jump(id.index(), target.index()));
            part.map_or(target.index(), |part| cut.heads[part][0])
        });
        successors.push(targets.collect());
    }
    for heads in &cut.heads {
        if let [entry, others @ ..] = heads.as_slice() {
            successors[*entry].extend(others);
        }
    }
    successors
}

/// The elements of each loop, and last of the whole graph, in reverse postorder over forward arcs. An element is a
/// block or, from the number of blocks on, a loop.
fn order_levels(
    nest: &LoopNest,
    successors: &[Vec<usize>],
    start: usize,
    head_of: &[Option<usize>],
) -> Vec<Vec<usize>> {
    let count = successors.len();
    let mut arcs = vec![Vec::new(); count + nest.loops.len()];
    for (block, targets) in successors.iter().enumerate() {
        for target in targets {
            // The elements of the innermost level that holds both ends.
            let level = nest.common(block, *target).map_or(0, |index| nest.depth(index) + 1);
            let element = |node: usize| {
                nest.outermost(node, |index| nest.depth(index) >= level).map_or(node, |index| count + index)
            };
            let (from, to) = (element(block), element(*target));
            // A back arc ends at a head: it is not one inside of a level, or leads to the level's own head.
            if from != to && (to >= count || head_of[to].is_none()) {
                arcs[from].push(to);
            }
        }
    }
    let heads = nest.loops.iter().map(|one| one.entries[0]);
    let outermost = nest.outermost(start, |_| true).map_or(start, |index| count + index);
    heads.chain(std::iter::once(outermost)).map(|head| reverse_postorder(&arcs, head)).collect()
}

/// Later successors are searched first, so that the code of the first one comes first.
fn reverse_postorder(arcs: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut seen = std::collections::HashSet::from([start]);
    let mut order = Vec::new();
    let mut path = vec![(start, arcs[start].len())];
    while let Some((element, left)) = path.last_mut() {
        if *left == 0 {
            order.push(*element);
            path.pop();
            continue;
        }
        *left -= 1;
        let next = arcs[*element][*left];
        if seen.insert(next) {
            path.push((next, arcs[next].len()));
        }
    }
    order.reverse();
    order
}
