//! Cuts the parts that stay graphs out of the graph of a unit: which of their blocks jumps lead to, and where the
//! pieces in which lanes part begin and end.
//!
//! Notation: a *head* is a block that becomes a block of the graph in the tree; each other block of a part is in the
//! body of the head that dominates it.
//!
//! 1. The entry's branch becomes a block of its own, the first head.
//! 2. A piece gets an empty block before its end, to which its ways lead, and if it begins with a loop one before its
//!    start: these are in the body itself, so that no jump crosses anything that lanes take each their own way.
//! 3. The blocks outside of pieces are heads, but for those that are in the body after the only block that leads there,
//!    as this has no other arc in the part; and for empty ones that split an arc.
//!
//! Requires: stage `ssa`. Ensures: stage `ssa`. Keeps: the order of actions on each path. Cost: linear.

use crate::uniform_parts::{Piece, UniformPart};
use forlane_cfg::analysis::{Dominators, Predecessors, ReversePostorder};
use forlane_cfg::{Block, BlockId, Graph, Merge, Terminator, Value, ValueId};
use id_arena::Arena;
use std::collections::{HashMap, HashSet};

/// What of a graph stays one; by [`BlockId::index`].
pub(super) struct Cut {
    /// The part that a block belongs to.
    pub part_of: Vec<Option<usize>>,
    /// Whether it is a head.
    pub is_head: Vec<bool>,
    /// Whether it follows a scope around the branch above: where the lanes of a piece come together, or all go that
    /// do not leave the part.
    pub is_landing: Vec<bool>,
    /// The heads of each part, its entry first, each other one after one that leads there.
    pub heads: Vec<Vec<usize>>,
    /// The immediate dominators of the heads.
    pub dominators: Option<Dominators>,
}

impl Cut {
    /// Nothing stays a graph.
    pub fn none(graph: &Graph) -> Cut {
        let count = graph.blocks.len();
        Cut {
            part_of: vec![None; count],
            is_head: vec![false; count],
            is_landing: vec![false; count],
            heads: Vec::new(),
            dominators: None,
        }
    }

    /// Whether an arc is a jump from one block of a part to another.
    pub fn is_jump(&self, from: usize, to: usize) -> bool {
        self.is_head[to] && self.part_of[from] == self.part_of[to]
    }
}

/// Prepares the graph and decides on the heads.
pub(super) fn cut_parts(graph: &mut Graph, values: &mut Arena<Value>, parts: &[UniformPart]) -> Cut {
    if parts.is_empty() {
        return Cut::none(graph);
    }
    let order = ReversePostorder::compute(graph);
    let predecessors = Predecessors::compute_in(graph, &order);
    let origins = graph.blocks.iter().map(|(id, _)| predecessors.of(id).to_vec()).collect();
    let mut cutter = Cutter { graph, values, origins };
    let mut entries = Vec::with_capacity(parts.len());
    // By part: its blocks, those inside of pieces, and the landings.
    let mut found: Vec<(Vec<BlockId>, HashSet<BlockId>, Vec<BlockId>)> = Vec::with_capacity(parts.len());
    for part in parts {
        let entry = cutter.split_entry(part.entry);
        let mut members = part.members.clone();
        let (mut inside, mut landings) = (HashSet::new(), Vec::new());
        let renamed = |block: &BlockId| if *block == part.entry { entry } else { *block };
        let pieces: Vec<(&Piece, HashSet<BlockId>)> =
            part.pieces.iter().map(|piece| (piece, piece.blocks.iter().map(renamed).collect())).collect();
        for (piece, blocks) in &pieces {
            let landing = cutter.land_after(piece, blocks);
            members.push(landing);
            landings.push(landing);
            inside.insert(landing);
        }
        // After all pieces, as one may lead to the loop with which another begins.
        for (piece, blocks) in pieces {
            if piece.is_loop {
                members.push(cutter.land_before(piece, &blocks));
            }
            // The start itself is in the body: only a loop's head must not be jumped to.
            inside.extend(blocks.into_iter().filter(|block| piece.is_loop || *block != renamed(&piece.start)));
        }
        entries.push(entry);
        members.push(entry);
        found.push((members, inside, landings));
    }
    let order = ReversePostorder::compute(graph);
    let predecessors = Predecessors::compute_in(graph, &order);
    let mut cut = Cut::none(graph);
    for (number, (members, inside, landings)) in found.into_iter().enumerate() {
        members.iter().for_each(|block| cut.part_of[block.index()] = Some(number));
        landings.iter().for_each(|block| cut.is_landing[block.index()] = true);
        let belongs = |block: &BlockId| cut.part_of[block.index()] == Some(number);
        let arcs_inside = |block: &BlockId| {
            let targets = graph.blocks[*block].terminator.successors();
            (*block, targets.iter().filter(|target| belongs(target)).count())
        };
        let arcs_inside = members.iter().map(arcs_inside).collect();
        let choice = Choice { graph, predecessors: &predecessors, arcs_inside, inside, entry: entries[number] };
        members.iter().for_each(|block| cut.is_landing[block.index()] |= choice.stays(*block));
        let mut heads: Vec<BlockId> = members.into_iter().filter(|block| choice.is_head(*block)).collect();
        heads.sort_unstable_by_key(|block| order.position(*block));
        heads.iter().for_each(|block| cut.is_head[block.index()] = true);
        cut.heads.push(heads.into_iter().map(|block| block.index()).collect());
    }
    cut.dominators = Some(Dominators::compute_in(graph, &order, &predecessors));
    cut
}

/// What distinguishes the heads of a part.
struct Choice<'a> {
    graph: &'a Graph,
    predecessors: &'a Predecessors,
    /// How many arcs lead from each block of the part to others of it.
    arcs_inside: HashMap<BlockId, usize>,
    /// Blocks of pieces, and their landings.
    inside: HashSet<BlockId>,
    entry: BlockId,
}

impl Choice<'_> {
    fn is_head(&self, block: BlockId) -> bool {
        block == self.entry
            || !self.inside.contains(&block) && !self.splits_arc(block) && !self.goes_on(block) && !self.stays(block)
    }

    /// The one block outside of pieces from which an arc leads to a block outside of pieces.
    fn only_origin(&self, block: BlockId) -> Option<BlockId> {
        match self.predecessors.of(block) {
            [origin] if block != self.entry && !self.inside.contains(&block) => Some(*origin),
            _ => None,
        }
    }

    fn is_goto(&self, block: BlockId) -> bool {
        matches!(self.graph.blocks[block].terminator, Terminator::Goto(_))
    }

    /// Whether the block is where control goes that does not leave the part: it continues in the body.
    fn stays(&self, block: BlockId) -> bool {
        let is_all_there_is = |origin| !self.is_goto(origin) && self.arcs_inside.get(&origin) == Some(&1);
        self.only_origin(block).is_some_and(is_all_there_is)
    }

    /// Whether the block is an empty one that splits an arc from a branch: a jump takes its place.
    fn splits_arc(&self, block: BlockId) -> bool {
        let body = &self.graph.blocks[block];
        body.merges.is_empty()
            && body.actions.is_empty()
            && self.is_goto(block)
            && !self.stays(block)
            && self.only_origin(block).is_some_and(|origin| !self.is_goto(origin))
    }

    /// Whether the block follows another one.
    fn goes_on(&self, block: BlockId) -> bool {
        self.only_origin(block).is_some_and(|origin| self.is_goto(origin) && !self.splits_arc(origin))
    }
}

struct Cutter<'a> {
    graph: &'a mut Graph,
    values: &'a mut Arena<Value>,
    /// Where the arcs to each block come from.
    origins: Vec<Vec<BlockId>>,
}

impl Cutter<'_> {
    /// Gives the branch of a block a block of its own.
    fn split_entry(&mut self, block: BlockId) -> BlockId {
        let at = self.graph.blocks[block].at;
        let (merges, actions) = (Vec::new(), Vec::new());
        let terminator = Terminator::Goto(block);
        let entry = self.graph.blocks.alloc(Block { merges, actions, terminator, at });
        let terminator = std::mem::replace(&mut self.graph.blocks[block].terminator, Terminator::Goto(entry));
        self.origins.push(vec![block]);
        for target in terminator.successors() {
            let origins = &mut self.origins[target.index()];
            origins.iter_mut().filter(|origin| **origin == block).for_each(|origin| *origin = entry);
            for merge in &mut self.graph.blocks[target].merges {
                merge
                    .operands
                    .iter_mut()
                    .filter(|(origin, _)| *origin == block)
                    .for_each(|(origin, _)| *origin = entry);
                merge.operands.sort_by_key(|(origin, _)| *origin);
            }
        }
        self.graph.blocks[entry].terminator = terminator;
        entry
    }

    /// A block before the loop with which a piece begins.
    fn land_before(&mut self, piece: &Piece, blocks: &HashSet<BlockId>) -> BlockId {
        let outside = |origin: &&BlockId| !blocks.contains(origin);
        let origins = self.origins[piece.start.index()].iter().filter(outside).copied().collect();
        self.insert(piece.start, &origins)
    }

    /// A block after a piece.
    fn land_after(&mut self, piece: &Piece, blocks: &HashSet<BlockId>) -> BlockId {
        let inside = |origin: &&BlockId| blocks.contains(origin);
        let origins = self.origins[piece.end.index()].iter().filter(inside).copied().collect();
        self.insert(piece.end, &origins)
    }

    /// Puts a block between these origins and a target.
    fn insert(&mut self, target: BlockId, origins: &HashSet<BlockId>) -> BlockId {
        let at = self.graph.blocks[target].at;
        let (mut merges, actions) = (Vec::new(), Vec::new());
        let terminator = Terminator::Goto(target);
        let inserted = self.graph.blocks.alloc(Block { merges: Vec::new(), actions, terminator, at });
        let (moved, mut kept): (Vec<BlockId>, Vec<BlockId>) =
            std::mem::take(&mut self.origins[target.index()]).into_iter().partition(|origin| origins.contains(origin));
        kept.push(inserted);
        self.origins[target.index()] = kept;
        self.origins.push(moved);
        for origin in origins {
            let terminator = &mut self.graph.blocks[*origin].terminator;
            terminator.successors_mut().into_iter().filter(|arc| **arc == target).for_each(|arc| *arc = inserted);
        }
        for merge in &mut self.graph.blocks[target].merges {
            let taken = std::mem::take(&mut merge.operands);
            let (moved, mut kept): (Vec<_>, Vec<_>) =
                taken.into_iter().partition(|(origin, _)| origins.contains(origin));
            let value = merged(self.values, merge.value, moved, &mut merges);
            kept.extend(value.map(|value| (inserted, value)));
            kept.sort_by_key(|(origin, _)| *origin);
            merge.operands = kept;
        }
        self.graph.blocks[inserted].merges = merges;
        inserted
    }
}

/// What operands are together: the only one, or a new merge like `model`.
fn merged(
    values: &mut Arena<Value>,
    model: ValueId,
    operands: Vec<(BlockId, ValueId)>,
    merges: &mut Vec<Merge>,
) -> Option<ValueId> {
    match operands[..] {
        [] => None,
        [(_, only)] => Some(only),
        _ => {
            let copy = values[model].clone();
            let value = values.alloc(copy);
            merges.push(Merge { value, operands });
            Some(value)
        }
    }
}
