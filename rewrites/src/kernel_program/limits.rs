//! What can't be done in a kernel, in the graph of one unit: it fails, or is left out.

use forlane_cfg::analysis::ReversePostorder;
use forlane_cfg::{
    Action, ActionKind, Argument, Block, Body, Expr, Graph, IntegerExpr, IntegerKind, IoAction, IoKind, ScopeId,
    SourceLine, StopCode, Terminator, Type, Unit, Var,
};
use forlane_semantics::io::{ERROR_UNIT, OUTPUT_UNIT, Service};
use forlane_semantics::operations::RealUnary;
use forlane_semantics::similar::similar;
use id_arena::Arena;
use indexmap::IndexSet;

/// Why rows do not use files.
const NEEDS_FILES: &str = "is not done in the rows of a kernel, but in --init, or with --allow-files";

/// What is known of the program around a unit.
pub(super) struct Limits<'a> {
    /// The names of the units that the kernel reaches.
    known: &'a IndexSet<String>,
    /// The names of all units, one of which may be meant by another name.
    all: &'a [&'a str],
    allowed: Allowed,
}

/// What rows may do beside computing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowed {
    /// Use files.
    pub files: bool,
    /// Write to the units of standard output and standard error.
    pub output: bool,
}

impl Allowed {
    /// Whether what rows write to that unit is left out. One whose number is not known yet is not.
    fn leaves_out(self, begin: &IoAction) -> bool {
        let unit = match begin.operands.first() {
            Some(Expr::Integer(IntegerExpr::Constant(_, unit))) => Some(*unit),
            _ => None,
        };
        !self.output || unit.is_some_and(|unit| ![OUTPUT_UNIT, ERROR_UNIT].contains(&unit))
    }
}

/// What holds at the head of a block.
#[derive(Clone, Default)]
struct Around {
    /// The active scopes, the innermost last.
    scopes: Vec<ScopeId>,
    /// Of each transfer that is open, the innermost last, whether it is left out.
    transfers: Vec<bool>,
}

/// What becomes of an action.
enum Fate {
    Stays,
    /// These are in its place.
    Becomes(Vec<ActionKind>),
    /// The row fails there.
    Fails(String),
}

impl<'a> Limits<'a> {
    pub fn new(known: &'a IndexSet<String>, all: &'a [&'a str], allowed: Allowed) -> Limits<'a> {
        Limits { known, all, allowed }
    }

    /// Applies them to a unit at stage `cfg`; says where output was left out.
    pub fn apply(&self, unit: &mut Unit) -> Vec<SourceLine> {
        let Body::Graph(graph) = &mut unit.body else { return Vec::new() };
        let mut edit = Edit { vars: &unit.vars, left_out: Vec::new(), allowed: self.allowed };
        let mut heads: Vec<Option<Around>> = vec![None; graph.blocks.len()];
        heads[graph.start.index()] = Some(Around::default());
        for block in ReversePostorder::compute(graph).blocks {
            let Some(mut around) = heads[block.index()].take() else { continue };
            self.block(&mut graph.blocks[block], &mut edit, &mut around);
            for next in graph.blocks[block].terminator.successors() {
                heads[next.index()] = Some(around.clone());
            }
        }
        let left_out = edit.left_out;
        empty_unreached(graph);
        left_out
    }

    fn block(&self, block: &mut Block, edit: &mut Edit<'_>, around: &mut Around) {
        let mut kept = Vec::with_capacity(block.actions.len());
        let mut rest = std::mem::take(&mut block.actions).into_iter();
        while let Some(action) = rest.next() {
            match self.fate((&action, rest.as_slice()), edit, around) {
                Fate::Stays => kept.push(action),
                Fate::Becomes(kinds) => kept.extend(kinds.into_iter().map(|kind| Action { kind, at: action.at })),
                Fate::Fails(reason) => {
                    let exits = around.scopes.iter().rev().map(|scope| ActionKind::ScopeExit(*scope));
                    kept.extend(exits.map(|kind| Action { kind, at: action.at }));
                    (block.terminator, block.at) = (Terminator::Stop(StopCode::Unsupported(reason)), action.at);
                    break;
                }
            }
        }
        block.actions = kept;
    }

    /// What becomes of an action that has these after it in its block.
    fn fate(&self, (action, rest): (&Action, &[Action]), edit: &mut Edit<'_>, around: &mut Around) -> Fate {
        match &action.kind {
            ActionKind::ScopeEntry(scope) => around.scopes.push(*scope),
            ActionKind::ScopeExit(_) => drop(around.scopes.pop()),
            ActionKind::Call { callee, .. } => {
                if let Some(name) = callee.unit() {
                    return self.call(name);
                }
            }
            ActionKind::Io(io) => return edit.transfer((io, rest), action.at, around),
            ActionKind::Assign { .. }
            | ActionKind::Define { .. }
            | ActionKind::Store { .. }
            | ActionKind::StoreText { .. }
            | ActionKind::Array(_)
            | ActionKind::Allocate { .. }
            | ActionKind::Deallocate { .. } => {}
        }
        Fate::Stays
    }

    fn call(&self, callee: &str) -> Fate {
        match self.known.contains(callee) {
            true => Fate::Stays,
            false => {
                let functions = RealUnary::ALL.iter().map(|function| function.word());
                let meant = similar(callee, self.all.iter().copied().chain(functions));
                let hint = meant.map_or_else(String::new, |meant| format!(" (did you mean `{meant}`?)"));
                Fate::Fails(format!("`{callee}` is called, but no given file defines it{hint}"))
            }
        }
    }
}

/// The unit whose graph is changed.
struct Edit<'a> {
    vars: &'a Arena<Var>,
    left_out: Vec<SourceLine>,
    allowed: Allowed,
}

impl Edit<'_> {
    /// A step of a transfer, and the actions after it. What is written to units is left out with all its steps: nobody
    /// needs the values of its items, so they can't fail; what they call is an action of its own.
    fn transfer(&mut self, (io, rest): (&IoAction, &[Action]), at: SourceLine, around: &mut Around) -> Fate {
        let is_left_out = match io.kind {
            kind if self.allowed.files && kind.is_of_files() => false,
            IoKind::ReadUnit => return Fate::Fails(format!("input from a unit {NEEDS_FILES}")),
            IoKind::WriteUnit => self.allowed.leaves_out(io),
            // They go with the transfer that begins after them.
            IoKind::System(Service::Controls) => next_write(rest).is_none_or(|begin| self.allowed.leaves_out(begin)),
            IoKind::System(Service::Flush | Service::FlushUnit) => true,
            IoKind::System(service) if service.is_for_each_row() => false,
            IoKind::System(service) if service.is_file_statement() => {
                let name = service.name().to_uppercase();
                return Fate::Fails(format!("{name} {NEEDS_FILES}"));
            }
            IoKind::System(service) => {
                let name = service.name().to_uppercase();
                return Fate::Fails(format!("{name} has no meaning for each row of a kernel"));
            }
            IoKind::WriteInternal | IoKind::ReadInternal => false,
            IoKind::ExitStatus => return Fate::Becomes(Vec::new()),
            IoKind::End(_) => match around.transfers.pop() {
                Some(true) => return Fate::Becomes(success(io, self.vars).into_iter().collect()),
                _ => return Fate::Stays,
            },
            _ => match around.transfers.last() {
                Some(true) => return Fate::Becomes(Vec::new()),
                _ => return Fate::Stays,
            },
        };
        around.transfers.push(is_left_out);
        if is_left_out && io.kind == IoKind::WriteUnit {
            self.left_out.push(at);
        }
        match is_left_out {
            true => Fate::Becomes(Vec::new()),
            false => Fate::Stays,
        }
    }
}

/// The first WRITE to a unit among these actions.
fn next_write(actions: &[Action]) -> Option<&IoAction> {
    actions.iter().find_map(|action| match &action.kind {
        ActionKind::Io(io) if io.kind == IoKind::WriteUnit => Some(io),
        _ => None,
    })
}

/// The status of a transfer that did nothing.
fn success(io: &IoAction, vars: &Arena<Var>) -> Option<ActionKind> {
    let zero = |kind: IntegerKind| Expr::Integer(IntegerExpr::Constant(kind, 0));
    match io.objects.first()? {
        Argument::Variable(target) => match vars[*target].ty {
            Type::Integer(kind) => Some(ActionKind::Assign { target: *target, value: zero(kind) }),
            _ => None,
        },
        Argument::Element(array, offset) => match vars[*array].ty {
            Type::Integer(kind) => Some(ActionKind::Store { array: *array, offset: offset.clone(), value: zero(kind) }),
            _ => None,
        },
        _ => None,
    }
}

/// Leaves nothing in the blocks that START does not reach: their transfers may have lost their beginning.
fn empty_unreached(graph: &mut Graph) {
    let mut reached = vec![false; graph.blocks.len()];
    ReversePostorder::compute(graph).blocks.iter().for_each(|block| reached[block.index()] = true);
    for (_, block) in graph.blocks.iter_mut().filter(|(id, _)| !reached[id.index()]) {
        block.actions.clear();
        (block.terminator, block.at) = (Terminator::Stop(StopCode::None), SourceLine::default());
    }
}
