//! What is known of each cell at one point of a unit, while a walk passes its events.
//!
//! What takes away the values of many cells of a piece is noted once for the piece, with the time: an assignment of
//! `a[v1]` spares `a[v1 + 1]`, and an assignment of `a[3]` the other cells at constant places.

use crate::memory::cells::{CellId, CoreId, PieceId};
use crate::memory::events::{EventKind, Events, LoadId};
use forlane_cfg::{ArrayLength, BlockId, Storage, Unit};

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

/// The cells of a piece that an assignment does not change: none, or those with that core, or without one.
pub(super) type Spared = Option<Option<CoreId>>;

/// When values of a piece were taken away last.
#[derive(Clone, Copy, Debug)]
struct Loss {
    spared: Spared,
    at: u32,
    /// The last loss that did not spare the same.
    other: u32,
}

/// The cells at a point.
pub(super) struct State<'e> {
    events: &'e Events<'e>,
    overlaps: Vec<Vec<CellId>>,
    /// By cell, with the time when it was noted.
    current: Vec<(Option<Source>, u32)>,
    losses: Vec<Loss>,
    clock: u32,
    undo: Vec<Undo>,
}

enum Undo {
    Current(CellId, (Option<Source>, u32)),
    Loss(PieceId, Loss),
}

/// What an event takes away.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lost {
    /// The value of a cell.
    Cell(CellId),
    /// Those of a piece.
    Piece(PieceId, Spared),
}

impl<'e> State<'e> {
    /// At START: local arrays are zero, of other memory nothing is known.
    pub fn new(unit: &Unit, events: &'e Events<'e>) -> State<'e> {
        let cells = &events.cells;
        let at_start = |cell: CellId| {
            let (what, var) = cells.get(cell);
            let var = &unit.vars[var];
            let is_zero = var.storage == Storage::Local && matches!(var.array, Some(ArrayLength::Constant(_)));
            ((is_zero && what.core.is_none()).then_some(Source::Zero(cell)), 1)
        };
        State {
            events,
            overlaps: cells.overlaps(),
            current: (0..cells.len()).map(at_start).collect(),
            losses: vec![Loss { spared: None, at: 0, other: 0 }; cells.piece_count()],
            clock: 1,
            undo: Vec::new(),
        }
    }

    /// The time now.
    pub fn now(&self) -> u32 {
        self.clock
    }

    /// What a cell holds, if that is known, and since when.
    pub fn value(&self, cell: CellId) -> (Option<Source>, u32) {
        let what = self.events.cells.get(cell).0;
        let loss = &self.losses[what.piece];
        let lost = if loss.spared == Some(what.core) { loss.other } else { loss.at };
        let (source, noted) = self.current[cell];
        if noted >= lost { (source, noted) } else { (None, lost) }
    }

    /// Notes what a cell holds.
    pub fn set(&mut self, cell: CellId, source: Option<Source>) {
        self.clock += 1;
        self.undo.push(Undo::Current(cell, self.current[cell]));
        self.current[cell] = (source, self.clock);
    }

    /// What an event takes away; of a store, beside what the cell held itself.
    pub fn lost_by(&self, event: EventKind) -> Vec<Lost> {
        match event {
            EventKind::Load(_) | EventKind::ReadCell(_) | EventKind::Read(_) => Vec::new(),
            EventKind::MayAssignAny(piece) => vec![Lost::Piece(piece, None)],
            EventKind::Store(cell) | EventKind::MayAssign(cell) => {
                let what = self.events.cells.get(cell).0;
                let own = matches!(event, EventKind::MayAssign(_)).then_some(Lost::Cell(cell));
                let others = self.overlaps[cell].iter().map(|other| Lost::Cell(*other));
                own.into_iter().chain(others).chain([Lost::Piece(what.piece, Some(what.core))]).collect()
            }
        }
    }

    /// Notes that values are not known any more.
    pub fn lose(&mut self, lost: Lost) {
        match lost {
            Lost::Cell(cell) => self.set(cell, None),
            Lost::Piece(piece, spared) => {
                self.clock += 1;
                let before = self.losses[piece];
                self.undo.push(Undo::Loss(piece, before));
                let other = if before.spared == spared { before.other } else { before.at };
                self.losses[piece] = Loss { spared, at: self.clock, other };
            }
        }
    }

    /// The point to which [`State::restore`] can come back.
    pub fn mark(&self) -> usize {
        self.undo.len()
    }

    /// Forgets what was noted since a mark.
    pub fn restore(&mut self, mark: usize) {
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Current(cell, before)) => self.current[cell] = before,
                Some(Undo::Loss(piece, before)) => self.losses[piece] = before,
                None => {}
            }
        }
    }
}
