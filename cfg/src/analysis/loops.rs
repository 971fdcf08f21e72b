//! The loop forest of any graph, reducible or not.
//!
//! A loop is a strongly connected component; the loops inside are those of the component without its head (B.
//! Steensgaard, "Sequentializing Program Dependence Graphs for Irreducible Programs", 1993, with one head a loop). The
//! entries are the blocks to which arcs lead from outside; a loop with more than one is irreducible, and its head is
//! the first of them in reverse postorder.
//!
//! So the loop with head h holds what reaches h without passing a block that stands before h in reverse postorder, and
//! the loops are found from the last head to the first, each walking backward over the loops inside as over single
//! blocks (as P. Havlak, "Nesting of Reducible and Irreducible Loops", 1997).

use crate::analysis::order::ReversePostorder;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{BlockId, Graph};
use id_arena::{Arena, Id};
use std::collections::BinaryHeap;
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
    /// All entries, in reverse postorder; the head is the first.
    pub entries: Vec<BlockId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// Where its blocks stand in the forest's list.
    range: Range<usize>,
}

impl Loop {
    /// Whether it has one entry only.
    pub fn is_reducible(&self) -> bool {
        self.entries.len() == 1
    }
}

/// All loops of the blocks that START reaches.
#[derive(Clone, Debug)]
pub struct LoopForest {
    /// The loops, in reverse postorder of their heads; each stands before the loops inside it.
    pub loops: Arena<Loop>,
    innermost: Vec<Option<LoopId>>,
    /// The blocks of all loops, those of each loop next to each other.
    members: Vec<BlockId>,
    /// The place of each block in `members`.
    places: Vec<usize>,
}

impl LoopForest {
    /// Computes them; the cost is about that of sorting the arcs.
    pub fn compute(graph: &Graph) -> LoopForest {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        let mut search = Search::new(&order, &predecessors);
        for head in (0..order.blocks.len()).rev() {
            search.find_loop(head);
        }
        let len = graph.blocks.len();
        let mut forest =
            LoopForest { loops: Arena::new(), innermost: vec![None; len], members: Vec::new(), places: vec![0; len] };
        let mut ids: Vec<Option<LoopId>> = vec![None; order.blocks.len()];
        let mut items: Vec<Vec<Item>> = Vec::new();
        let mut outermost = Vec::new();
        for (position, block) in order.blocks.iter().enumerate() {
            let around = search.around[position].and_then(|head| ids[head]);
            let mut own = around;
            if let Some(entries) = search.entries[position].take() {
                let entries = entries.into_iter().map(|entry| order.blocks[entry]).collect();
                let depth = around.map_or(1, |id| forest.loops[id].depth + 1);
                let id = forest.loops.alloc(Loop { parent: around, head: *block, entries, depth, range: 0..0 });
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
    /// blocks of each loop inside stand together.
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

/// What stands directly in a loop.
enum Item {
    Block(BlockId),
    Loop(LoopId),
}

/// The search for loops. Blocks are named by their positions in reverse postorder, a loop that was found by its head.
struct Search {
    /// The way to the head of the outermost loop found so far around each block.
    up: Vec<usize>,
    /// For each such head, and each block outside of all, the arcs from blocks that the search has not come to, as
    /// (origin, target).
    arcs_from_before: Vec<BinaryHeap<(usize, usize)>>,
    /// The head of the innermost loop around each block; of a head, that of the loop around its own.
    around: Vec<Option<usize>>,
    /// The entries of the loop that each head has.
    entries: Vec<Option<Vec<usize>>>,
    /// The head whose search saw this block or loop last.
    seen_by: Vec<usize>,
}

impl Search {
    fn new(order: &ReversePostorder, predecessors: &Predecessors) -> Search {
        let len = order.blocks.len();
        let arcs_into = |(target, block): (usize, &BlockId)| {
            let origins = predecessors.of(*block).iter().filter_map(|origin| order.position(*origin));
            origins.map(|origin| (origin, target)).collect()
        };
        Search {
            up: (0..len).collect(),
            arcs_from_before: order.blocks.iter().enumerate().map(arcs_into).collect(),
            around: vec![None; len],
            entries: vec![None; len],
            seen_by: vec![usize::MAX; len],
        }
    }

    /// Finds the loop of which this block is the head, if there is one; those of later blocks are known.
    fn find_loop(&mut self, head: usize) {
        let mut found = Vec::new();
        self.seen_by[head] = head;
        let mut is_loop = false;
        let mut work = vec![head];
        while let Some(at) = work.pop() {
            while let Some((origin, _)) = self.arcs_from_before[at].peek().copied().filter(|arc| arc.0 >= head) {
                self.arcs_from_before[at].pop();
                is_loop = true;
                let origin = self.outermost(origin);
                if self.seen_by[origin] != head {
                    self.seen_by[origin] = head;
                    found.push(origin);
                    work.push(origin);
                }
            }
        }
        if !is_loop {
            return;
        }
        let mut arcs = std::mem::take(&mut self.arcs_from_before[head]);
        for inner in found {
            self.up[inner] = head;
            self.around[inner] = Some(head);
            let mut other = std::mem::take(&mut self.arcs_from_before[inner]);
            if other.len() > arcs.len() {
                std::mem::swap(&mut arcs, &mut other);
            }
            arcs.extend(other);
        }
        let mut entries: Vec<usize> = arcs.iter().map(|(_, target)| *target).chain([head]).collect();
        entries.sort_unstable();
        entries.dedup();
        self.entries[head] = Some(entries);
        self.arcs_from_before[head] = arcs;
    }

    /// The head of the outermost loop found so far around a block, or the block; shortens the way to it.
    fn outermost(&mut self, block: usize) -> usize {
        let mut root = block;
        while self.up[root] != root {
            root = self.up[root];
        }
        let mut at = block;
        while self.up[at] != root {
            at = std::mem::replace(&mut self.up[at], root);
        }
        root
    }
}
