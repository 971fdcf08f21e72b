//! What the actions of a unit do to its cells, in their order.

use super::cells::{CellId, Cells, PieceId};
use super::footprints::{Footprints, Kept};
use forlane_cfg::analysis::Effects;
use forlane_cfg::analysis::failure::{element_may_fail, expr_may_fail};
use forlane_cfg::{
    ActionKind, Argument, Block, BlockId, Callee, Expr, Graph, IntegerExpr, IoAction, Place, Program, Storage,
    Terminator, Unit, ValueId, Var, VarId, handed_along,
};
use id_arena::Arena;
use std::collections::{BTreeSet, HashMap};

/// Something that happens to memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EventKind {
    /// A cell is read; the number of the load.
    Load(LoadId),
    /// A cell may be read.
    ReadCell(CellId),
    /// Anything in a piece may be read.
    Read(PieceId),
    /// A cell is assigned by an action of its own.
    Store(CellId),
    /// A cell may be assigned.
    MayAssign(CellId),
    /// Anything in a piece may be assigned.
    MayAssignAny(PieceId),
}

/// An event, and the number of its action in the block; that of the end of the block is the number of actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Event {
    pub at: usize,
    pub kind: EventKind,
}

/// The number of a load.
pub(crate) type LoadId = usize;

/// A place that reads a cell, or an argument that passes one to be read.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    pub cell: CellId,
    pub form: LoadForm,
    /// The lane may fail there.
    pub may_fail: bool,
}

/// How a load is part of its action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadForm {
    /// It is all of the definition of that value.
    Definition(ValueId),
    /// It can become a definition before the action, if the loads before it in the action that may fail do so, too.
    Movable,
    /// It has to stay where it is.
    Fixed,
}

/// The events of a unit.
pub(crate) struct Events<'u> {
    pub cells: Cells<'u>,
    /// By block.
    pub of_block: Vec<Vec<Event>>,
    pub loads: Vec<Load>,
    /// For each site, block by block in the order of the arena, the load that it is, if it is one. Sites are the places
    /// of variables that [`ActionKind::for_each_place`] shows, then the arguments of a call.
    pub sites: Vec<Option<LoadId>>,
}

/// What is known of the program around a unit.
#[derive(Clone, Copy)]
pub(crate) struct Around<'p> {
    pub program: &'p Program,
    pub effects: &'p Effects,
    pub footprints: &'p Footprints,
}

impl Around<'_> {
    /// Whether a callee is known to take an argument as a scalar of its type.
    fn takes_scalar(&self, unit: &Unit, callee: &Callee, at: usize, argument: &Argument) -> bool {
        let Callee::Unit(name) = callee else { return false };
        let Some(callee) = self.program.unit(name) else { return false };
        let dummy = callee.dummies.get(at).map(|dummy| &callee.vars[*dummy]);
        dummy.is_some_and(|dummy| {
            dummy.array.is_none()
                && dummy.storage == Storage::Dummy
                && argument.ty(unit) == Some(dummy.ty)
                // The call holds the array.
                && argument.lent_array(unit, dummy).is_none()
        })
    }
}

impl<'u> Events<'u> {
    /// Those of all blocks.
    pub fn find(unit: &'u Unit, graph: &Graph, around: Around<'_>) -> Events<'u> {
        let cells = Cells::new(unit, graph);
        let is_lent = |var: VarId| !matches!(unit.vars[var].storage, Storage::Local | Storage::Constant);
        let lent = cells.variables().filter(|(var, _)| is_lent(*var)).map(|(_, piece)| piece).collect();
        let mut kept: HashMap<String, Vec<(PieceId, Kept)>> = HashMap::new();
        for (var, piece) in cells.variables() {
            if let Some(own) = Kept::of(unit, var) {
                kept.entry(own.name().to_owned()).or_default().push((piece, own));
            }
        }
        let of_block = vec![Vec::new(); graph.blocks.len()];
        let found = Events { cells, of_block, loads: Vec::new(), sites: Vec::new() };
        let mut scan = Scan { unit, around, lent, kept, callees: HashMap::new(), found, block: graph.start, at: 0 };
        for (id, block) in graph.blocks.iter() {
            scan.block = id;
            scan.block(block);
        }
        scan.found
    }
}

/// What a callee reads and may assign of a unit's memory, beside its arguments.
type Reached = (BTreeSet<PieceId>, BTreeSet<PieceId>);

struct Scan<'u, 'p> {
    unit: &'u Unit,
    around: Around<'p>,
    /// The pieces that others than the unit may name.
    lent: BTreeSet<PieceId>,
    /// What variables are to other units, by name.
    kept: HashMap<String, Vec<(PieceId, Kept)>>,
    /// By name of the callee.
    callees: HashMap<String, Reached>,
    found: Events<'u>,
    block: BlockId,
    at: usize,
}

impl Scan<'_, '_> {
    fn block(&mut self, block: &Block) {
        for (at, action) in block.actions.iter().enumerate() {
            self.at = at;
            self.action(&action.kind);
        }
        self.at = block.actions.len();
        match &block.terminator {
            Terminator::Branch { condition, .. } => self.computed(&Expr::Logical(condition.clone()), true),
            Terminator::Switch { selector, .. } => self.computed(&Expr::Integer(selector.clone()), true),
            Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
        }
    }

    fn add(&mut self, kind: EventKind) {
        self.found.of_block[self.block.index()].push(Event { at: self.at, kind });
    }

    fn action(&mut self, action: &ActionKind) {
        match action {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => {}
            ActionKind::Define { expr, value } => {
                let is_load = |place: &&Place| self.found.cells.of_place(place).is_some();
                match expr.read_place().filter(is_load) {
                    Some(place) => self.place(place, |_| LoadForm::Definition(*value)),
                    None => self.computed(expr, true),
                }
            }
            ActionKind::Assign { target, value } => {
                self.computed(value, true);
                let cell = self.found.cells.of_scalar(*target);
                self.assigned(*target, cell.map(EventKind::Store));
            }
            ActionKind::Store { array, offset, value } => {
                // The value is computed first, but the places of the offset are shown first.
                let is_plain = !names_memory(offset);
                offset.for_each_place(&mut |place| self.place(place, |_| LoadForm::Fixed));
                self.computed(value, is_plain);
                let cell = self.found.cells.of_element(*array, offset);
                self.assigned(*array, cell.map(EventKind::Store));
            }
            ActionKind::Call { callee, arguments, result, .. } => {
                self.infallible(action);
                self.call(callee, arguments);
                if let Some(result) = result {
                    let cell = self.found.cells.of_scalar(*result);
                    self.assigned(*result, cell.map(EventKind::MayAssign));
                }
            }
            ActionKind::Io(io) => {
                self.infallible(action);
                self.transfer(io);
            }
            ActionKind::StoreText { .. }
            | ActionKind::Array(_)
            | ActionKind::Allocate { .. }
            | ActionKind::Deallocate { .. } => {
                self.infallible(action);
                action.assigned_array().into_iter().for_each(|array| self.assigned(array, None));
            }
        }
    }

    /// The places of an action of which only those that cannot fail may be moved.
    fn infallible(&mut self, action: &ActionKind) {
        action.for_each_place(&mut |place| {
            self.place(place, |may_fail| if may_fail { LoadForm::Fixed } else { LoadForm::Movable });
        });
    }

    /// The places of an expression, of which those that may fail can be moved if `may_move` and nothing else fails.
    fn computed(&mut self, expr: &Expr, may_move: bool) {
        let mut may_move = may_move && !fails_apart_from_loads(expr, &self.unit.vars);
        expr.for_each_place(&mut |place| {
            let is_cell = self.found.cells.of_place(place).is_some();
            may_move &= is_cell || !place_may_fail(place, &self.unit.vars);
            self.place(place, |may_fail| if may_fail && !may_move { LoadForm::Fixed } else { LoadForm::Movable });
        });
    }

    /// A place that is read.
    fn place(&mut self, place: &Place, form: impl Fn(bool) -> LoadForm) {
        let Some(var) = place.var() else { return };
        let load = self.found.cells.of_place(place).map(|cell| {
            let may_fail = place_may_fail(place, &self.unit.vars);
            self.load(Load { cell, form: form(may_fail), may_fail })
        });
        self.found.sites.push(load);
        if load.is_none() {
            self.read_any(var);
        }
    }

    fn load(&mut self, load: Load) -> LoadId {
        let number = self.found.loads.len();
        self.found.loads.push(load);
        self.add(EventKind::Load(number));
        number
    }

    fn read_any(&mut self, var: VarId) {
        self.found.cells.piece(var).into_iter().for_each(|piece| self.add(EventKind::Read(piece)));
    }

    /// A variable that is assigned, as a cell or else somewhere.
    fn assigned(&mut self, var: VarId, cell: Option<EventKind>) {
        let kind = cell.or_else(|| self.found.cells.piece(var).map(EventKind::MayAssignAny));
        kind.into_iter().for_each(|kind| self.add(kind));
    }

    fn call(&mut self, callee: &Callee, arguments: &[Argument]) {
        let (reads, writes) = self.reached(callee, arguments);
        let handed: Vec<usize> = handed_along(arguments).collect();
        let mut assigned = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let is_scalar = self.around.takes_scalar(self.unit, callee, at, argument) && !handed.contains(&at);
            let cell = match argument {
                _ if !is_scalar => None,
                Argument::Variable(var) => self.found.cells.of_scalar(*var),
                Argument::Element(array, offset) => self.found.cells.of_element(*array, offset),
                _ => None,
            };
            let may_assign = self.around.effects.may_assign(callee, at) || handed.contains(&at);
            let load = match cell {
                Some(cell) if may_assign => {
                    self.add(EventKind::ReadCell(cell));
                    None
                }
                Some(cell) => Some(self.load(Load { cell, form: LoadForm::Fixed, may_fail: true })),
                None => {
                    argument.referenced().into_iter().for_each(|var| self.read_any(var));
                    None
                }
            };
            self.found.sites.push(load);
            if let (true, Some(var)) = (may_assign, argument.referenced()) {
                assigned.push((var, cell.map(EventKind::MayAssign)));
            }
        }
        reads.into_iter().for_each(|piece| self.add(EventKind::Read(piece)));
        writes.into_iter().for_each(|piece| self.add(EventKind::MayAssignAny(piece)));
        assigned.into_iter().for_each(|(var, cell)| self.assigned(var, cell));
    }

    /// What a call reads and assigns beside its arguments.
    fn reached(&mut self, callee: &Callee, arguments: &[Argument]) -> Reached {
        let name = callee.unit().filter(|_| !arguments.iter().any(|one| matches!(one, Argument::Procedure(_))));
        let Some(name) = name else { return (self.lent.clone(), self.lent.clone()) };
        if let Some(known) = self.callees.get(name) {
            return known.clone();
        }
        let Around { effects, footprints, .. } = self.around;
        let meet = |other: &Kept| -> Vec<PieceId> {
            let own = self.kept.get(other.name()).map_or(&[][..], Vec::as_slice);
            own.iter().filter(|(_, own)| own.meets(other)).map(|(piece, _)| *piece).collect()
        };
        let reached = match (footprints.reads(name, effects), footprints.writes(name, effects)) {
            (Some(reads), Some(writes)) => (reads.flat_map(meet).collect(), writes.flat_map(meet).collect()),
            _ => (self.lent.clone(), self.lent.clone()),
        };
        self.callees.insert(name.to_owned(), reached.clone());
        reached
    }

    fn transfer(&mut self, io: &IoAction) {
        for var in io.objects.iter().filter_map(Argument::referenced) {
            self.read_any(var);
            if io.kind.assigns() {
                self.assigned(var, None);
            }
        }
    }
}

fn place_may_fail(place: &Place, vars: &Arena<Var>) -> bool {
    match place {
        Place::Element(array, offset) => element_may_fail(*array, offset, vars),
        Place::Variable(_) | Place::Value(_) | Place::Section(_) => false,
    }
}

fn names_memory(offset: &IntegerExpr) -> bool {
    let mut found = false;
    offset.for_each_place(&mut |place| found |= place.var().is_some());
    found
}

/// Whether an expression may fail otherwise than by the elements that it reads.
fn fails_apart_from_loads(expr: &Expr, vars: &Arena<Var>) -> bool {
    if !expr_may_fail(expr, vars) {
        return false;
    }
    let mut apart = expr.clone();
    apart.for_each_place_mut(&mut |place| {
        if let Place::Element(array, _) = place {
            *place = Place::Variable(*array);
        }
    });
    expr_may_fail(&apart, vars)
}
