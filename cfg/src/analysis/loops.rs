//! The loop forest of any graph, reducible or not.
//!
//! A loop is a strongly connected component; the loops inside are those of the component without its head (B.
//! Steensgaard, "Sequentializing Program Dependence Graphs for Irreducible Programs", 1993, with one head a loop). The
//! entries are the blocks to which arcs lead from outside; a loop with more than one is irreducible, and its head is
//! the first of them in reverse postorder.

use crate::analysis::order::ReversePostorder;
use crate::analysis::predecessors::Predecessors;
use crate::graph::{BlockId, Graph};
use id_arena::{Arena, Id};

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
    /// All blocks, those of the loops inside included, in reverse postorder.
    pub blocks: Vec<BlockId>,
    /// 1 for an outermost loop.
    pub depth: u32,
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
    /// The loops; each stands before the loops inside it.
    pub loops: Arena<Loop>,
    innermost: Vec<Option<LoopId>>,
}

impl LoopForest {
    /// Computes them with an explicit worklist; the cost is the number of arcs times the depth of the nest.
    pub fn compute(graph: &Graph) -> LoopForest {
        let order = ReversePostorder::compute(graph);
        let mut forest = LoopForest { loops: Arena::new(), innermost: vec![None; graph.blocks.len()] };
        let predecessors = Predecessors::compute_in(graph, &order);
        let mut search = Search::new(graph, &order, &predecessors);
        let mut work = vec![(None, order.blocks.clone())];
        while let Some((parent, blocks)) = work.pop() {
            let mut inner = Vec::new();
            for component in search.components(&blocks) {
                let id = forest.add(&search, parent, component);
                let found = &forest.loops[id];
                let rest = found.blocks.iter().copied().filter(|block| *block != found.head).collect();
                inner.push((Some(id), rest));
            }
            work.extend(inner.into_iter().rev());
        }
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

    /// Whether the loop, or one inside it, holds the block.
    pub fn contains(&self, outer: LoopId, block: BlockId) -> bool {
        let mut at = self.innermost(block);
        while let Some(id) = at {
            if id == outer {
                return true;
            }
            at = self.loops[id].parent;
        }
        false
    }

    /// The loop whose head is this block.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|id| self.loops[*id].head == block)
    }

    /// Adds the loop of a component. Only blocks of the component have it as their innermost loop at this time.
    fn add(&mut self, search: &Search, parent: Option<LoopId>, mut blocks: Vec<BlockId>) -> LoopId {
        blocks.sort_by_key(|block| search.order.position(*block));
        let depth = parent.map_or(1, |id| self.loops[id].depth + 1);
        let head = blocks[0];
        let id = self.loops.alloc(Loop { parent, head, entries: Vec::new(), blocks, depth });
        for block in &self.loops[id].blocks {
            self.innermost[block.index()] = Some(id);
        }
        let outside = |block: &BlockId| self.innermost[block.index()] != Some(id);
        let is_entry = |block: &BlockId| *block == search.start || search.predecessors.of(*block).iter().any(outside);
        let entries: Vec<BlockId> = self.loops[id].blocks.iter().copied().filter(is_entry).collect();
        self.loops[id].head = entries.first().copied().unwrap_or(head);
        self.loops[id].entries = entries;
        id
    }
}

/// Finds strongly connected components within subsets of the blocks.
struct Search<'a> {
    order: &'a ReversePostorder,
    predecessors: &'a Predecessors,
    start: BlockId,
    successors: Vec<Vec<BlockId>>,
    /// The subset that is searched, as a number; blocks of other subsets hold other numbers.
    subset: Vec<u32>,
    next_subset: u32,
    /// Tarjan's index and low link; an index of 0 says not visited.
    index: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(graph: &Graph, order: &'a ReversePostorder, predecessors: &'a Predecessors) -> Search<'a> {
        let len = graph.blocks.len();
        let mut successors = vec![Vec::new(); len];
        for block in &order.blocks {
            successors[block.index()] = graph.blocks[*block].terminator.successors();
        }
        Search {
            order,
            predecessors,
            start: graph.start,
            successors,
            subset: vec![0; len],
            next_subset: 0,
            index: vec![0; len],
            low: vec![0; len],
            on_stack: vec![false; len],
        }
    }

    /// The components of the graph on these blocks that hold a cycle, in reverse postorder of their first blocks
    /// (R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972).
    fn components(&mut self, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
        self.next_subset += 1;
        for block in blocks {
            self.subset[block.index()] = self.next_subset;
            self.index[block.index()] = 0;
        }
        let mut found = Vec::new();
        let mut clock = 0;
        for block in blocks {
            if self.index[block.index()] == 0 {
                self.walk(*block, &mut clock, &mut found);
            }
        }
        let first = |component: &Vec<BlockId>| component.iter().filter_map(|block| self.order.position(*block)).min();
        found.sort_by_key(first);
        found
    }

    fn walk(&mut self, root: BlockId, clock: &mut u32, found: &mut Vec<Vec<BlockId>>) {
        let mut path = vec![(root, 0)];
        let mut open = Vec::new();
        self.visit(root, clock, &mut open);
        while let Some((block, next)) = path.last_mut() {
            let at = *block;
            if let Some(target) = self.successors[at.index()].get(*next).copied() {
                *next += 1;
                if self.subset[target.index()] != self.next_subset {
                    continue;
                }
                if self.index[target.index()] == 0 {
                    self.visit(target, clock, &mut open);
                    path.push((target, 0));
                } else if self.on_stack[target.index()] {
                    self.low[at.index()] = self.low[at.index()].min(self.index[target.index()]);
                }
                continue;
            }
            path.pop();
            if let Some((above, _)) = path.last() {
                self.low[above.index()] = self.low[above.index()].min(self.low[at.index()]);
            }
            if self.low[at.index()] == self.index[at.index()] {
                let first = open.iter().rposition(|block| *block == at).unwrap_or(0);
                let component = open.split_off(first);
                for block in &component {
                    self.on_stack[block.index()] = false;
                }
                if component.len() > 1 || self.successors[at.index()].contains(&at) {
                    found.push(component);
                }
            }
        }
    }

    fn visit(&mut self, block: BlockId, clock: &mut u32, open: &mut Vec<BlockId>) {
        *clock += 1;
        self.index[block.index()] = *clock;
        self.low[block.index()] = *clock;
        self.on_stack[block.index()] = true;
        open.push(block);
    }
}
