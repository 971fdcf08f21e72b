//! What can't be done in a kernel, in the graph of one unit: it fails, or is left out.

use crate::edit_actions::{Fate, edit_actions};
use forlane_cfg::{
    Action, ActionKind, Argument, Body, Expr, IntegerExpr, IntegerKind, IoAction, IoKind, SourceLine, Type, Unit, Var,
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

/// Of each transfer that is open, the innermost last, whether it is left out.
type Transfers = Vec<bool>;

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

impl<'a> Limits<'a> {
    pub fn new(known: &'a IndexSet<String>, all: &'a [&'a str], allowed: Allowed) -> Limits<'a> {
        Limits { known, all, allowed }
    }

    /// Applies them to a unit at stage `cfg`; says where output was left out.
    pub fn apply(&self, unit: &mut Unit) -> Vec<SourceLine> {
        let Body::Graph(graph) = &mut unit.body else { return Vec::new() };
        let mut edit = Edit { vars: &unit.vars, left_out: Vec::new(), allowed: self.allowed };
        edit_actions(graph, &mut |action, rest, around| self.fate((action, rest), &mut edit, around));
        edit.left_out
    }

    /// What becomes of an action that has these after it in its block.
    fn fate(&self, (action, rest): (&Action, &[Action]), edit: &mut Edit<'_>, around: &mut Transfers) -> Fate {
        match &action.kind {
            ActionKind::Call { callee, .. } => {
                if let Some(name) = callee.unit() {
                    return self.call(name);
                }
            }
            ActionKind::Io(io) => return edit.transfer((io, rest), action.at, around),
            ActionKind::ScopeEntry(_)
            | ActionKind::ScopeExit(_)
            | ActionKind::Assign { .. }
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
    fn transfer(&mut self, (io, rest): (&IoAction, &[Action]), at: SourceLine, around: &mut Transfers) -> Fate {
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
            IoKind::End(_) => match around.pop() {
                Some(true) => return Fate::Becomes(success(io, self.vars).into_iter().collect()),
                _ => return Fate::Stays,
            },
            _ => match around.last() {
                Some(true) => return Fate::Becomes(Vec::new()),
                _ => return Fate::Stays,
            },
        };
        around.push(is_left_out);
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
