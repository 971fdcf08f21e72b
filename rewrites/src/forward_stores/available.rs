//! Which value each load finds: the available values of cells, in one walk over the dominator tree.
//!
//! A cell is treated as SSA form treats a variable. A store and a load give it a value, what may assign it otherwise
//! takes the value away; where several of these meet and a load below needs the cell, there is a merge. A merge has a
//! value if each of its operands has one, which is assumed of all merges until an operand without one is found, so
//! that loops keep what they do not assign.

use super::state::{Lost, Spared, State};
use crate::memory::cells::CellId;
use crate::memory::events::{Event, EventKind, Events, Load, LoadForm, LoadId};
use forlane_cfg::analysis::{Dominators, MergePoints, Predecessors, ReversePostorder};
use forlane_cfg::{BlockId, Graph, Unit, ValueId};
use std::collections::HashMap;

/// Where a value of a cell comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Source {
    /// The cell of a local array at START, which is zero.
    Zero(CellId),
    /// A load that keeps its place.
    Load(LoadId),
    /// The store to a cell by the action of that number in a block.
    Store { block: BlockId, at: usize, cell: CellId },
    /// The merge of that number.
    Merge(usize),
}

/// A merge that may be needed.
#[derive(Clone, Debug)]
pub(super) struct CellMerge {
    pub block: BlockId,
    pub cell: CellId,
    /// What comes from each predecessor.
    pub operands: Vec<(BlockId, Option<Source>)>,
    /// Whether all operands have values.
    pub is_available: bool,
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
        let merges = touched.merges(graph, events, &predecessors, &dominators);
        let mut merged = vec![Vec::new(); graph.blocks.len()];
        merges.iter().enumerate().for_each(|(number, merge)| merged[merge.block.index()].push(number));
        let incoming = vec![None; events.loads.len()];
        let mut walk = Walk { state, events, merged, found: Available { incoming, merges } };
        walk.over(graph, &dominators);
        walk.found.settle();
        walk.found
    }

    /// Finds the merges of which an operand has no value, and drops what is known by them.
    fn settle(&mut self) {
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.merges.len()];
        let mut work = Vec::new();
        for (number, merge) in self.merges.iter().enumerate() {
            for (_, operand) in &merge.operands {
                match operand {
                    Some(Source::Merge(other)) => users[*other].push(number),
                    Some(_) => {}
                    None => work.push(number),
                }
            }
        }
        while let Some(number) = work.pop() {
            if std::mem::replace(&mut self.merges[number].is_available, false) {
                work.extend(&users[number]);
            }
        }
        let merges = &self.merges;
        let is_known = |source: &Source| !matches!(source, Source::Merge(number) if !merges[*number].is_available);
        self.incoming.iter_mut().for_each(|incoming| *incoming = incoming.filter(is_known));
    }
}

/// The blocks that load cells before anything else happens to them, and those that change what is known of them.
struct Touched {
    /// By cell.
    exposed: Vec<Vec<BlockId>>,
    changed: Vec<Vec<BlockId>>,
    /// By piece, with what is spared.
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
            for cell in &born[block.index()] {
                touched.changed[*cell].push(*block);
                state.lose(Lost::Cell(*cell));
            }
            for event in &events.of_block[block.index()] {
                if let EventKind::Load(load) = event.kind {
                    let cell = events.loads[load].cell;
                    if state.value(cell).1 <= since {
                        touched.exposed[cell].push(*block);
                    }
                }
                for lost in state.lost_by(event.kind) {
                    touched.lose(*block, lost);
                    state.lose(lost);
                }
                if let Some((cell, source)) = event.given(*block, events) {
                    touched.change(*block, cell);
                    state.set(cell, Some(source));
                }
            }
            state.restore(mark);
        }
        touched
    }

    fn change(&mut self, block: BlockId, cell: CellId) {
        if self.changed[cell].last() != Some(&block) {
            self.changed[cell].push(block);
        }
    }

    fn lose(&mut self, block: BlockId, lost: Lost) {
        match lost {
            Lost::Cell(cell) => self.change(block, cell),
            Lost::Piece(piece, spared) => {
                if self.lost[piece].last() != Some(&(block, spared)) {
                    self.lost[piece].push((block, spared));
                }
            }
        }
    }

    /// The merges that loads may need.
    fn merges(
        self,
        graph: &Graph,
        events: &Events<'_>,
        predecessors: &Predecessors,
        dominators: &Dominators,
    ) -> Vec<CellMerge> {
        let mut points = MergePoints::new(graph, dominators);
        let mut live = vec![usize::MAX; graph.blocks.len()];
        let mut changes = vec![usize::MAX; graph.blocks.len()];
        let mut merges = Vec::new();
        for (cell, exposed) in self.exposed.iter().enumerate().filter(|(_, exposed)| !exposed.is_empty()) {
            let what = events.cells.get(cell).0;
            let lost = self.lost[what.piece].iter().filter(|(_, spared)| *spared != Some(what.core));
            let mut definitions: Vec<BlockId> =
                lost.map(|(block, _)| *block).chain(self.changed[cell].clone()).collect();
            definitions.sort_unstable();
            definitions.dedup();
            definitions.iter().for_each(|block| changes[block.index()] = cell);
            let mut work = exposed.clone();
            while let Some(block) = work.pop() {
                if std::mem::replace(&mut live[block.index()], cell) != cell {
                    let origins = predecessors.of(block).iter();
                    work.extend(origins.filter(|origin| changes[origin.index()] != cell));
                }
            }
            for block in points.find(&definitions, |block| live[block.index()] == cell) {
                merges.push(CellMerge { block, cell, operands: Vec::new(), is_available: true });
            }
        }
        merges
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

/// The walk over the dominator tree.
struct Walk<'e> {
    state: State<'e>,
    events: &'e Events<'e>,
    /// The merges of each block.
    merged: Vec<Vec<usize>>,
    found: Available,
}

impl Walk<'_> {
    fn over(&mut self, graph: &Graph, dominators: &Dominators) {
        let mut path = vec![(graph.start, 0, self.state.mark())];
        self.block(graph, graph.start);
        while let Some((block, next, mark)) = path.last_mut() {
            match dominators.children(*block).get(*next).copied() {
                Some(child) => {
                    *next += 1;
                    path.push((child, 0, self.state.mark()));
                    self.block(graph, child);
                }
                None => {
                    self.state.restore(*mark);
                    path.pop();
                }
            }
        }
    }

    fn block(&mut self, graph: &Graph, block: BlockId) {
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
                merge.operands.push((block, self.state.value(merge.cell).0));
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
