//! The loop forest of any graph, reducible or not.
//!
//! A loop is a strongly connected component; the loops inside are those of the component without its head (B.
//! Steensgaard, "Sequentializing Program Dependence Graphs for Irreducible Programs", 1993, with one head a loop). The
//! entries are the blocks to which arcs lead from outside; a loop with more than one is irreducible, and its head is
//! the first of them in reverse postorder.

use crate::analysis::loop_search::find_loops;
use crate::analysis::order::ReversePostorder;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{BlockId, Graph};
use id_arena::{Arena, Id};
use std::ops::Range;

/// The id of a [`Loop`].
pub type LoopId = Id<Loop>;

/// A loop of the graph.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// The entry at which the loop is cut to find the loops inside.
    pub head: BlockId,
    /// All entries, in reverse postorder; the head is the first, and the only one that [`LoopForest::nesting`] lists.
    pub entries: Vec<BlockId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    is_reducible: bool,
    /// Where its blocks are in the forest's list.
    range: Range<usize>,
}

impl Loop {
    /// Whether it has one entry only.
    pub fn is_reducible(&self) -> bool {
        self.is_reducible
    }
}

/// All loops of the blocks that START reaches.
#[derive(Clone, Debug)]
pub struct LoopForest {
    /// The loops, in reverse postorder of their heads; each is before the loops inside it.
    pub loops: Arena<Loop>,
    innermost: Vec<Option<LoopId>>,
    /// The blocks of all loops, those of each loop next to each other.
    members: Vec<BlockId>,
    /// The place of each block in `members`.
    places: Vec<usize>,
}

impl LoopForest {
    /// Computes them; the cost is about that of sorting the arcs, and of listing the entries.
    pub fn compute(graph: &Graph) -> LoopForest {
        LoopForest::find(graph, true)
    }

    /// Computes them but for entries that are not heads, of which there may be the square of the graph.
    pub fn nesting(graph: &Graph) -> LoopForest {
        LoopForest::find(graph, false)
    }

    fn find(graph: &Graph, with_entries: bool) -> LoopForest {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        let positions = |block: &BlockId| predecessors.of(*block).iter().filter_map(|origin| order.position(*origin));
        let origins: Vec<Vec<usize>> = order.blocks.iter().map(|block| positions(block).collect()).collect();
        let mut entries: Vec<Option<Vec<usize>>> = vec![None; origins.len()];
        let found = find_loops(&origins, |head, targets| {
            let mut list: Vec<usize> = if with_entries { targets.chain([head]).collect() } else { vec![head] };
            list.sort_unstable();
            list.dedup();
            entries[head] = Some(list);
        });
        let len = graph.blocks.len();
        let mut forest =
            LoopForest { loops: Arena::new(), innermost: vec![None; len], members: Vec::new(), places: vec![0; len] };
        let mut ids: Vec<Option<LoopId>> = vec![None; order.blocks.len()];
        let mut items: Vec<Vec<Item>> = Vec::new();
        let mut outermost = Vec::new();
        for (position, block) in order.blocks.iter().enumerate() {
            let around = found.around[position].and_then(|head| ids[head]);
            let mut own = around;
            if let Some(entries) = entries[position].take() {
                let entries = entries.into_iter().map(|entry| order.blocks[entry]).collect();
                let depth = around.map_or(1, |id| forest.loops[id].depth + 1);
                let is_reducible = found.is_reducible[position] == Some(true);
                let one = Loop { parent: around, head: *block, entries, depth, is_reducible, range: 0..0 };
                let id = forest.loops.alloc(one);
                ids[position] = Some(id);
                items.push(Vec::new());
                match around {
                    Some(outer) => items[outer.index()].push(Item::Loop(id)),
                    None => outermost.push(id),
                }
                own = Some(id);
            }
            forest.innermost[block.index()] = own;
            if let Some(id) = own {
                items[id.index()].push(Item::Block(*block));
            }
        }
        forest.list_members(outermost, &items);
        forest
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The number of loops around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// All blocks of a loop, those of the loops inside included: the head first, then in reverse postorder but that the
    /// blocks of each loop inside are together.
    pub fn blocks(&self, id: LoopId) -> &[BlockId] {
        &self.members[self.loops[id].range.clone()]
    }

    /// Whether the loop, or one inside it, holds the block.
    pub fn contains(&self, outer: LoopId, block: BlockId) -> bool {
        self.innermost(block).is_some() && self.loops[outer].range.contains(&self.places[block.index()])
    }

    /// The loop whose head is this block.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|id| self.loops[*id].head == block)
    }

    /// Lists the blocks of all loops, walking down the forest.
    fn list_members(&mut self, outermost: Vec<LoopId>, items: &[Vec<Item>]) {
        for root in outermost {
            let mut open = vec![(root, 0)];
            while let Some((id, next)) = open.last_mut() {
                let id = *id;
                if *next == 0 {
                    self.loops[id].range.start = self.members.len();
                }
                let item = items[id.index()].get(*next);
                *next += 1;
                match item {
                    Some(Item::Loop(inner)) => open.push((*inner, 0)),
                    Some(Item::Block(block)) => {
                        self.places[block.index()] = self.members.len();
                        self.members.push(*block);
                    }
                    None => {
                        self.loops[id].range.end = self.members.len();
                        open.pop();
                    }
                }
            }
        }
    }
}

/// What is directly in a loop.
enum Item {
    Block(BlockId),
    Loop(LoopId),
}
