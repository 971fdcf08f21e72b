//! Which value each load finds: the available values of cells, in one walk over the dominator tree.
//!
//! A cell is treated as SSA form treats a variable. A store and a load give it a value, what may assign it otherwise
//! takes the value away; where several of these meet and a load below needs the cell, there is a merge. A cell has a
//! value at the head of a block if it has one on all arcs to it, which is assumed of all blocks until an arc without
//! one is found, so that loops keep what they do not assign.

use super::state::{Lost, Source, Spared, State};
use crate::memory::cells::CellId;
use crate::memory::cells::PieceId;
use crate::memory::events::{Event, EventKind, Events, Load, LoadForm};
use forlane_cfg::analysis::{Dominators, MergePoints, Predecessors, ReversePostorder};
use forlane_cfg::{BlockId, Graph, Unit, ValueId};
use std::collections::HashMap;

/// A merge that may be needed.
#[derive(Clone, Debug)]
pub(super) struct CellMerge {
    pub block: BlockId,
    pub cell: CellId,
    /// What comes from each predecessor.
    pub operands: Vec<(BlockId, Source)>,
}

/// What loads find.
pub(super) struct Available {
    /// By load: what the cell holds there, if that is known.
    pub incoming: Vec<Option<Source>>,
    pub merges: Vec<CellMerge>,
}

impl Available {
    /// Finds it.
    pub fn compute(unit: &Unit, graph: &Graph, events: &Events<'_>) -> Available {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        let dominators = Dominators::compute_in(graph, &order, &predecessors);
        let mut state = State::new(unit, events);
        let touched = Touched::find(&mut state, graph, events, &order, &dominators);
        let (merges, unknown) = touched.merges(graph, events, &state, &predecessors, &dominators);
        let mut merged = vec![Vec::new(); graph.blocks.len()];
        merges.iter().enumerate().for_each(|(number, merge)| merged[merge.block.index()].push(number));
        let incoming = vec![None; events.loads.len()];
        let mut visitor =
            DominatorTreeVisitor { state, events, merged, unknown, found: Available { incoming, merges } };
        visitor.visit(graph, &dominators);
        visitor.found
    }
}

/// What the blocks do to cells, each by itself.
struct Touched {
    /// By cell: the blocks that load it before anything else happens to it.
    exposed: Vec<Vec<BlockId>>,
    /// By cell: the blocks in which something happens to it, and whether it has a value at their ends.
    changed: Vec<Vec<(BlockId, bool)>>,
    /// By piece: the blocks that take values away, and what they spare.
    lost: Vec<Vec<(BlockId, Spared)>>,
}

impl Touched {
    fn find(
        state: &mut State<'_>,
        graph: &Graph,
        events: &Events<'_>,
        order: &ReversePostorder,
        dominators: &Dominators,
    ) -> Touched {
        let cells = events.cells.len();
        let mut touched = Touched {
            exposed: vec![Vec::new(); cells],
            changed: vec![Vec::new(); cells],
            lost: vec![Vec::new(); events.cells.piece_count()],
        };
        let born = born_cells(graph, events, dominators);
        for block in &order.blocks {
            let (mark, since) = (state.mark(), state.now());
            let mut changed: Vec<CellId> = born[block.index()].clone();
            changed.iter().for_each(|cell| state.lose(Lost::Cell(*cell)));
            for event in &events.of_block[block.index()] {
                if let EventKind::Load(load) = event.kind {
                    let cell = events.loads[load].cell;
                    if state.value(cell).1 <= since && touched.exposed[cell].last() != Some(block) {
                        touched.exposed[cell].push(*block);
                    }
                }
                for lost in state.lost_by(event.kind) {
                    match lost {
                        Lost::Cell(cell) => changed.push(cell),
                        Lost::Piece(piece, spared) => touched.lose(*block, piece, spared),
                    }
                    state.lose(lost);
                }
                if let Some((cell, source)) = event.given(*block, events) {
                    changed.push(cell);
                    state.set(cell, Some(source));
                }
            }
            for cell in changed {
                if touched.changed[cell].last().is_none_or(|(last, _)| last != block) {
                    touched.changed[cell].push((*block, state.value(cell).0.is_some()));
                }
            }
            state.restore(mark);
        }
        touched
    }

    fn lose(&mut self, block: BlockId, piece: PieceId, spared: Spared) {
        if self.lost[piece].last() != Some(&(block, spared)) {
            self.lost[piece].push((block, spared));
        }
    }

    /// The merges that loads need, and for each block the cells that it loads first and that have no value at its head.
    fn merges(
        self,
        graph: &Graph,
        events: &Events<'_>,
        state: &State<'_>,
        predecessors: &Predecessors,
        dominators: &Dominators,
    ) -> (Vec<CellMerge>, Vec<Vec<CellId>>) {
        let mut points = MergePoints::new(graph, dominators);
        let mut reach = Reach::new(graph, predecessors);
        let mut merges = Vec::new();
        let mut unknown = vec![Vec::new(); graph.blocks.len()];
        for (cell, exposed) in self.exposed.iter().enumerate().filter(|(_, exposed)| !exposed.is_empty()) {
            let what = events.cells.get(cell).0;
            let lost = self.lost[what.piece].iter().filter(|(_, spared)| *spared != Some(what.core));
            let lost = lost.map(|(block, _)| (*block, false));
            reach.find(lost.chain(self.changed[cell].iter().copied()), exposed, state.value(cell).0.is_some());
            let (known, others): (Vec<BlockId>, Vec<BlockId>) =
                exposed.iter().partition(|block| reach.is_known_at(**block));
            others.into_iter().for_each(|block| unknown[block.index()].push(cell));
            if !known.is_empty() {
                for block in points.find(&reach.definitions(), |block| reach.is_known_at(block)) {
                    merges.push(CellMerge { block, cell, operands: Vec::new() });
                }
            }
        }
        (merges, unknown)
    }
}

/// Finds where one cell after another is needed and has a value.
struct Reach<'g> {
    graph: &'g Graph,
    predecessors: &'g Predecessors,
    /// By block, with the number of the search: whether it gives the cell a value or takes it away.
    ends: Vec<(usize, bool)>,
    /// The last search that found the cell to be needed at the head of a block, and without a value there.
    needed: Vec<usize>,
    unknown: Vec<usize>,
    search: usize,
    found: Vec<BlockId>,
}

impl<'g> Reach<'g> {
    fn new(graph: &'g Graph, predecessors: &'g Predecessors) -> Reach<'g> {
        let blocks = graph.blocks.len();
        let (ends, needed, unknown) = (vec![(0, false); blocks], vec![0; blocks], vec![0; blocks]);
        Reach { graph, predecessors, ends, needed, unknown, search: 0, found: Vec::new() }
    }

    /// Searches for a cell that those blocks change, the last word on a block being the one that counts.
    fn find(&mut self, changed: impl Iterator<Item = (BlockId, bool)>, exposed: &[BlockId], is_known_at_start: bool) {
        self.search += 1;
        self.found.clear();
        changed.for_each(|(block, has_value)| self.ends[block.index()] = (self.search, has_value));
        let mut work = exposed.to_vec();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut self.needed[block.index()], self.search) != self.search {
                self.found.push(block);
                let origins = self.predecessors.of(block).iter();
                work.extend(origins.filter(|origin| self.end(**origin).is_none()));
            }
        }
        let is_unknown = |block: &&BlockId| match self.predecessors.of(**block) {
            [] => !is_known_at_start,
            origins => origins.iter().any(|origin| self.end(*origin) == Some(false)),
        };
        work.extend(self.found.iter().filter(is_unknown));
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut self.unknown[block.index()], self.search) != self.search
                && self.end(block).is_none()
            {
                let targets = self.graph.blocks[block].terminator.successors();
                work.extend(targets.into_iter().filter(|target| self.needed[target.index()] == self.search));
            }
        }
    }

    /// Whether a block leaves the cell with a value; none if it leaves it as it is.
    fn end(&self, block: BlockId) -> Option<bool> {
        let (search, has_value) = self.ends[block.index()];
        (search == self.search).then_some(has_value)
    }

    /// Whether the cell is needed at the head of a block and has a value there.
    fn is_known_at(&self, block: BlockId) -> bool {
        self.needed[block.index()] == self.search && self.unknown[block.index()] != self.search
    }

    /// The blocks from which values come to where the cell has one.
    fn definitions(&self) -> Vec<BlockId> {
        let known = self.found.iter().filter(|block| self.is_known_at(**block));
        let origins = known.flat_map(|block| self.predecessors.of(*block));
        let mut definitions: Vec<BlockId> = origins.copied().filter(|origin| self.end(*origin).is_some()).collect();
        definitions.sort_unstable();
        definitions.dedup();
        definitions
    }
}

/// By block, the cells whose cores depend on values that are all defined where it ends, and not all before: what they
/// are in one execution of the block is not what they are in the next.
fn born_cells(graph: &Graph, events: &Events<'_>, dominators: &Dominators) -> Vec<Vec<CellId>> {
    let mut born = vec![Vec::new(); graph.blocks.len()];
    let mut defined_in: HashMap<ValueId, BlockId> = HashMap::new();
    for (id, block) in graph.blocks.iter() {
        let defined = block.actions.iter().flat_map(|action| action.kind.definitions());
        defined_in.extend(block.merges.iter().map(|merge| merge.value).chain(defined).map(|value| (value, id)));
    }
    let last = |values: &Vec<ValueId>| {
        let blocks = values.iter().filter_map(|value| defined_in.get(value).copied());
        blocks.reduce(|last, block| if dominators.dominates(last, block) { block } else { last })
    };
    let blocks: Vec<Option<BlockId>> = events.cells.core_values.iter().map(last).collect();
    for cell in 0..events.cells.len() {
        if let Some(block) = events.cells.get(cell).0.core.and_then(|core| blocks[core]) {
            born[block.index()].push(cell);
        }
    }
    born
}

/// Visits the blocks in the order of the dominator tree.
struct DominatorTreeVisitor<'e> {
    state: State<'e>,
    events: &'e Events<'e>,
    /// The merges of each block.
    merged: Vec<Vec<usize>>,
    /// By block: the cells whose values above it are not those that it finds.
    unknown: Vec<Vec<CellId>>,
    found: Available,
}

impl DominatorTreeVisitor<'_> {
    fn visit(&mut self, graph: &Graph, dominators: &Dominators) {
        let mut path = vec![(graph.start, 0, self.state.mark())];
        self.visit_block(graph, graph.start);
        while let Some((block, next, mark)) = path.last_mut() {
            match dominators.children(*block).get(*next).copied() {
                Some(child) => {
                    *next += 1;
                    path.push((child, 0, self.state.mark()));
                    self.visit_block(graph, child);
                }
                None => {
                    self.state.restore(*mark);
                    path.pop();
                }
            }
        }
    }

    fn visit_block(&mut self, graph: &Graph, block: BlockId) {
        self.unknown[block.index()].iter().for_each(|cell| self.state.lose(Lost::Cell(*cell)));
        for number in &self.merged[block.index()] {
            self.state.set(self.found.merges[*number].cell, Some(Source::Merge(*number)));
        }
        for event in &self.events.of_block[block.index()] {
            if let EventKind::Load(load) = event.kind {
                self.found.incoming[load] = self.state.value(self.events.loads[load].cell).0;
            }
            self.state.lost_by(event.kind).into_iter().for_each(|lost| self.state.lose(lost));
            if let Some((cell, source)) = event.given(block, self.events) {
                self.state.set(cell, Some(source));
            }
        }
        for target in graph.blocks[block].terminator.successors() {
            for number in &self.merged[target.index()] {
                let merge = &mut self.found.merges[*number];
                merge.operands.extend(self.state.value(merge.cell).0.map(|source| (block, source)));
            }
        }
    }
}

impl Event {
    /// The cell to which an event gives a value.
    fn given(&self, block: BlockId, events: &Events<'_>) -> Option<(CellId, Source)> {
        match self.kind {
            EventKind::Load(load) => {
                let Load { cell, form, .. } = events.loads[load];
                (form != LoadForm::Fixed).then_some((cell, Source::Load(load)))
            }
            EventKind::Store(cell) => Some((cell, Source::Store { block, at: self.at, cell })),
            _ => None,
        }
    }
}
