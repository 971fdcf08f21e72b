//! Drops stores that nothing reads, and the definitions that only they used.
//!
//! A store to a scalar or to an element at a constant offset is dropped if on every path from it the same is stored
//! again, or the unit ends, before it may be read. A local array ends with its execution of the unit; static variables
//! and areas end with the execution of the unit by which a program is entered, which is a main program or the kernel.
//! What a failing or stopping lane leaves there is not seen either. Arrays that are dummy arguments keep all stores. A
//! local array of which nothing is left keeps no elements.
//!
//! Requires: stage `ssa`. Ensures: stage `ssa`; values are numbered anew. Keeps: results, which lanes fail and where.
//! Invalidates: liveness, divergence. Cost: for each cell the sum of its live ranges.
//!
//! ```text
//! var w: real8[20] local varying s0           var w: real8[0] local varying s0
//! w[0] = v1                         becomes
//! v2:y real8 = v1 + 1d0                       v2:y real8 = v1 + 1d0
//! ```

use crate::memory::cells::{CellId, PieceId};
use crate::memory::events::{Around, EventKind, Events};
use crate::memory::footprints::Footprints;
use crate::objects::for_each_block_access;
use forlane_cfg::analysis::failure::expr_may_fail;
use forlane_cfg::analysis::{Effects, Predecessors, Recursion, ReversePostorder};
use forlane_cfg::ssa::{for_each_use_mut, renumber};
use forlane_cfg::{
    ActionKind, ArrayLength, BlockId, Body, Graph, Place, Program, Stage, Storage, Terminator, Unit, UnitKind, Value,
    Var,
};
use id_arena::Arena;
use std::collections::HashSet;

/// Drops what can be in the unit of that index; one at another stage than `ssa` is left alone. `entry` is the only unit
/// that is called from outside of the program, if that is known.
pub(crate) fn drop_stores(
    program: &mut Program,
    index: usize,
    effects: &Effects,
    footprints: &Footprints,
    entry: Option<&str>,
) {
    let unit = &program.units[index];
    let Body::Graph(graph) = &unit.body else { return };
    if unit.stage != Stage::Ssa {
        return;
    }
    let events = Events::find(unit, graph, Around { program, effects, footprints });
    // A unit that calls itself, as a kernel may, returns to itself.
    let is_called = || Recursion::compute(&program.units).contains(&unit.name);
    let ends_program = unit.kind == UnitKind::Program || entry == Some(unit.name.as_str()) && !is_called();
    let unread = Search::new(unit, &events, ends_program).unread_stores(graph);
    if unread.is_empty() {
        return;
    }
    let unit = &mut program.units[index];
    let Body::Graph(graph) = &mut unit.body else { return };
    let mut values = std::mem::take(&mut unit.values);
    remove(graph, &unread, &unit.vars, &mut values);
    drop_unused_definitions(graph, &unit.vars, values.len());
    unit.values = renumber(graph, values);
    empty_unnamed_arrays(unit, effects);
}

/// The action of that number in a block.
type StorePlace = (BlockId, usize);

/// What is known of the cells of a unit.
struct Search<'e> {
    events: &'e Events<'e>,
    overlaps: Vec<Vec<CellId>>,
    /// By cell: whether stores to it may be dropped.
    is_droppable: Vec<bool>,
    /// The cells of each piece to which stores may be dropped.
    of_piece: Vec<Vec<CellId>>,
    /// The pieces that are read after the unit.
    read_after: Vec<PieceId>,
}

/// What each block shows by itself.
struct BlockFacts {
    /// By cell: the blocks that may read it before they store it, and those that store it.
    exposed: Vec<Vec<BlockId>>,
    stored: Vec<Vec<BlockId>>,
    /// By cell: the stores that are the last things that happen to it in their blocks.
    last: Vec<Vec<StorePlace>>,
    unread: HashSet<StorePlace>,
}

impl<'e> Search<'e> {
    fn new(unit: &Unit, events: &'e Events<'e>, ends_program: bool) -> Search<'e> {
        let cells = &events.cells;
        let mut is_own = vec![true; cells.piece_count()];
        let mut read_after = Vec::new();
        for (var, piece) in cells.variables() {
            match unit.vars[var].storage {
                Storage::Local => {}
                Storage::Static | Storage::Area if ends_program => {}
                Storage::Static | Storage::Area => read_after.push(piece),
                Storage::Dummy | Storage::Result | Storage::Constant | Storage::Procedure => is_own[piece] = false,
            }
        }
        let is_droppable: Vec<bool> = (0..cells.len())
            .map(|cell| {
                let (what, var) = cells.get(cell);
                what.core.is_none() && is_own[what.piece] && unit.vars[var].element_count().is_some()
            })
            .collect();
        let mut of_piece = vec![Vec::new(); cells.piece_count()];
        for cell in (0..cells.len()).filter(|cell| is_droppable[*cell]) {
            of_piece[cells.get(cell).0.piece].push(cell);
        }
        read_after.dedup();
        Search { events, overlaps: cells.overlaps(), is_droppable, of_piece, read_after }
    }

    /// The stores that nothing reads.
    fn unread_stores(&self, graph: &Graph) -> HashSet<StorePlace> {
        let order = ReversePostorder::compute(graph);
        let predecessors = Predecessors::compute_in(graph, &order);
        let cells = self.events.cells.len();
        let lists = || vec![Vec::new(); cells];
        let mut facts =
            BlockFacts { exposed: lists(), stored: lists(), last: vec![Vec::new(); cells], unread: HashSet::new() };
        let mut seen = Seen::new(cells, self.events.cells.piece_count());
        for block in &order.blocks {
            self.backward(graph, *block, &mut seen, &mut facts);
        }
        let mut live = vec![usize::MAX; graph.blocks.len()];
        let mut stored = vec![usize::MAX; graph.blocks.len()];
        for cell in (0..cells).filter(|cell| !facts.last[*cell].is_empty()) {
            facts.stored[cell].iter().for_each(|block| stored[block.index()] = cell);
            let mut work = facts.exposed[cell].clone();
            while let Some(block) = work.pop() {
                if std::mem::replace(&mut live[block.index()], cell) != cell {
                    let origins = predecessors.of(block).iter();
                    work.extend(origins.filter(|origin| stored[origin.index()] != cell));
                }
            }
            for place in &facts.last[cell] {
                let successors = graph.blocks[place.0].terminator.successors();
                if !successors.iter().any(|successor| live[successor.index()] == cell) {
                    facts.unread.insert(*place);
                }
            }
        }
        facts.unread
    }

    /// Looks at a block from its end to its beginning.
    fn backward(&self, graph: &Graph, block: BlockId, seen: &mut Seen, facts: &mut BlockFacts) {
        seen.begin_block();
        if matches!(graph.blocks[block].terminator, Terminator::Return(_)) {
            self.read_after.iter().for_each(|piece| seen.read_piece(*piece));
        }
        for event in self.events.of_block[block.index()].iter().rev() {
            match event.kind {
                EventKind::Load(load) => self.read(self.events.loads[load].cell, seen),
                EventKind::ReadCell(cell) => self.read(cell, seen),
                EventKind::Read(piece) => seen.read_piece(piece),
                EventKind::Store(cell) if self.is_droppable[cell] => {
                    match seen.next(cell, self.events.cells.get(cell).0.piece) {
                        Next::Store => drop(facts.unread.insert((block, event.at))),
                        Next::Read => {}
                        Next::Nothing => facts.last[cell].push((block, event.at)),
                    }
                    seen.store(cell);
                    facts.stored[cell].push(block);
                }
                EventKind::Store(_) | EventKind::MayAssign(_) | EventKind::MayAssignAny(_) => {}
            }
        }
        for piece in seen.pieces.drain(..) {
            for cell in &self.of_piece[piece] {
                if seen.read_pieces[piece] > seen.stores[*cell] {
                    facts.exposed[*cell].push(block);
                }
            }
        }
        for cell in seen.cells.drain(..) {
            if seen.reads[cell] > seen.stores[cell] {
                facts.exposed[cell].push(block);
            }
        }
    }

    /// A cell is read, and with it what overlaps it.
    fn read(&self, cell: CellId, seen: &mut Seen) {
        let what = self.events.cells.get(cell).0;
        match what.core {
            Some(_) => seen.read_piece(what.piece),
            None => self.overlaps[cell].iter().chain([&cell]).for_each(|cell| seen.read(*cell)),
        }
    }
}

/// What happens to a cell next.
enum Next {
    Store,
    Read,
    /// Nothing up to the end of the block.
    Nothing,
}

/// The last times at which things were seen to happen, on the way backward.
struct Seen {
    clock: usize,
    begun: usize,
    stores: Vec<usize>,
    reads: Vec<usize>,
    read_pieces: Vec<usize>,
    /// What was read in this block.
    cells: Vec<CellId>,
    pieces: Vec<PieceId>,
}

impl Seen {
    fn new(cells: usize, pieces: usize) -> Seen {
        Seen {
            clock: 0,
            begun: 0,
            stores: vec![0; cells],
            reads: vec![0; cells],
            read_pieces: vec![0; pieces],
            cells: Vec::new(),
            pieces: Vec::new(),
        }
    }

    fn begin_block(&mut self) {
        self.begun = self.clock;
    }

    fn tick(&mut self) -> usize {
        self.clock += 1;
        self.clock
    }

    fn store(&mut self, cell: CellId) {
        self.stores[cell] = self.tick();
    }

    fn read(&mut self, cell: CellId) {
        let now = self.tick();
        if std::mem::replace(&mut self.reads[cell], now) <= self.begun {
            self.cells.push(cell);
        }
    }

    fn read_piece(&mut self, piece: PieceId) {
        let now = self.tick();
        if std::mem::replace(&mut self.read_pieces[piece], now) <= self.begun {
            self.pieces.push(piece);
        }
    }

    fn next(&self, cell: CellId, piece: PieceId) -> Next {
        let (stored, read) = (self.stores[cell], self.reads[cell].max(self.read_pieces[piece]));
        match () {
            () if stored.max(read) <= self.begun => Next::Nothing,
            () if stored > read => Next::Store,
            () => Next::Read,
        }
    }
}

/// Removes stores; what may fail when it is computed is still computed.
fn remove(graph: &mut Graph, unread: &HashSet<StorePlace>, vars: &Arena<Var>, values: &mut Arena<Value>) {
    for (id, block) in graph.blocks.iter_mut() {
        let mut at = 0;
        block.actions.retain_mut(|action| {
            let is_unread = unread.contains(&(id, at));
            at += 1;
            let (ActionKind::Assign { value, .. } | ActionKind::Store { value, .. }) = &action.kind else {
                return true;
            };
            if !is_unread {
                return true;
            }
            let may_fail = expr_may_fail(value, vars);
            if may_fail {
                let expr = value.clone();
                let value = values.alloc(Value { ty: expr.ty(), hint: "unread".to_owned(), shape: None });
                action.kind = ActionKind::Define { value, expr };
            }
            may_fail
        });
    }
}

/// Drops definitions that nothing uses and that do not fail, and what only they used.
fn drop_unused_definitions(graph: &mut Graph, vars: &Arena<Var>, values: usize) {
    let mut uses = vec![0usize; values];
    for (_, block) in graph.blocks.iter_mut() {
        for_each_use_mut(block, &mut |value| uses[value.index()] += 1);
    }
    // Uses are after their definitions, but for those by merges of loops.
    for block in ReversePostorder::compute(graph).blocks.into_iter().rev() {
        let mut kept = Vec::new();
        for action in std::mem::take(&mut graph.blocks[block].actions).into_iter().rev() {
            match &action.kind {
                ActionKind::Define { value, expr } if uses[value.index()] == 0 && !expr_may_fail(expr, vars) => {
                    expr.for_each_place(&mut |place| {
                        if let Place::Value(used) = place {
                            uses[used.index()] -= 1;
                        }
                    });
                }
                _ => kept.push(action),
            }
        }
        kept.reverse();
        graph.blocks[block].actions = kept;
    }
}

/// Local arrays that nothing names keep no elements.
pub(crate) fn empty_unnamed_arrays(unit: &mut Unit, effects: &Effects) {
    let Body::Graph(graph) = &unit.body else { return };
    let mut is_named = vec![false; unit.vars.len()];
    for (block, _) in graph.blocks.iter() {
        for_each_block_access(graph, block, effects, &mut |var, _| is_named[var.index()] = true);
    }
    for (_, var) in unit.vars.iter_mut().filter(|(id, _)| !is_named[id.index()]) {
        if var.storage == Storage::Local && matches!(var.array, Some(ArrayLength::Constant(_))) {
            var.array = Some(ArrayLength::Constant(0));
        }
    }
}
