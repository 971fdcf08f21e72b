//! Which bytes of static variables and areas the units of a kernel may assign. Each gang starts with the initial values
//! of these; the rest stays as it is. A table of coefficients of which one element is a mark that rows set is not
//! copied for that.

use forlane_cfg::call::Argument;
use forlane_cfg::{Action, ActionKind, Callee, IntegerExpr, Unit, VarId};
use indexmap::IndexMap;
use std::ops::Range;

/// The most pieces of a variable that are told apart.
const MOST_PIECES: usize = 16;

/// What of a variable is assigned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// These bytes from its begin, apart from each other.
    Pieces(Vec<Range<u64>>),
    /// Any of them.
    All,
}

impl Written {
    /// `bytes` bytes from `start` on.
    fn piece(start: u64, bytes: u64) -> Written {
        Written::Pieces(std::iter::once(start..start + bytes).collect())
    }

    /// Adds what else is assigned; whether that is more than before.
    fn add(&mut self, other: Written) -> bool {
        let before = self.clone();
        *self = match (std::mem::replace(self, Written::All), other) {
            (Written::Pieces(mut pieces), Written::Pieces(more)) => {
                pieces.extend(more);
                let pieces = joined(pieces, 0);
                if pieces.len() > MOST_PIECES { Written::All } else { Written::Pieces(pieces) }
            }
            _ => Written::All,
        };
        *self != before
    }

    /// As much further on in memory.
    fn shifted(&self, bytes: u64) -> Written {
        match self {
            Written::Pieces(pieces) => {
                Written::Pieces(pieces.iter().map(|piece| piece.start + bytes..piece.end + bytes).collect())
            }
            Written::All => Written::All,
        }
    }
}

/// Pieces in order, of which those are one that have at most `gap` between them.
pub fn joined(mut pieces: Vec<Range<u64>>, gap: u64) -> Vec<Range<u64>> {
    pieces.sort_by_key(|piece| piece.start);
    let mut joined: Vec<Range<u64>> = Vec::new();
    for piece in pieces {
        match joined.last_mut() {
            Some(last) if piece.start <= last.end.saturating_add(gap) => last.end = last.end.max(piece.end),
            _ => joined.push(piece),
        }
    }
    joined
}

/// What each unit assigns, itself or by what it calls, of the variables that it names.
pub type WrittenVariables<'u> = IndexMap<&'u str, IndexMap<VarId, Written>>;

/// Of these units, which may call each other.
pub fn written_variables<'u>(units: &[&'u Unit]) -> WrittenVariables<'u> {
    let mut written: WrittenVariables<'u> = units.iter().map(|unit| (unit.name.as_str(), IndexMap::new())).collect();
    // What is added is more each time. After a round for each unit only units that call themselves add something: with
    // an array passed from another element on in each call that would go on for ever.
    for round in 0.. {
        let mut is_changed = false;
        for unit in units {
            let mut own = written[unit.name.as_str()].clone();
            let scan = Scan { unit, units, written: &written };
            unit.actions().for_each(|action| {
                scan.action(action, &mut |var, more| {
                    let of_var = own.entry(var).or_insert_with(|| Written::Pieces(Vec::new()));
                    if of_var.add(more) {
                        is_changed = true;
                        if round > units.len() {
                            *of_var = Written::All;
                        }
                    }
                })
            });
            written.insert(&unit.name, own);
        }
        if !is_changed {
            break;
        }
    }
    written
}

struct Scan<'s, 'u> {
    unit: &'u Unit,
    units: &'s [&'u Unit],
    written: &'s WrittenVariables<'u>,
}

impl Scan<'_, '_> {
    /// Calls `add` for each variable that the action may assign.
    fn action(&self, action: &Action, add: &mut dyn FnMut(VarId, Written)) {
        match &action.kind {
            ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) | ActionKind::Define { .. } => {}
            ActionKind::Assign { target, .. } => add(*target, self.scalar(*target)),
            ActionKind::Store { array, offset, .. } => {
                let size = self.size(*array);
                add(*array, element(offset, size).map_or(Written::All, |at| Written::piece(at, size)));
            }
            ActionKind::StoreText { array, .. }
            | ActionKind::Allocate { array, .. }
            | ActionKind::Deallocate { array } => add(*array, Written::All),
            ActionKind::Array(assignment) => assignment.named_vars().for_each(|var| add(var, Written::All)),
            ActionKind::Io(io) => {
                let objects = io.objects.iter().filter_map(Argument::referenced);
                objects.chain(io.assigned_variables()).for_each(|var| add(var, Written::All));
            }
            ActionKind::Call { callee, arguments, result, .. } => {
                result.iter().for_each(|result| add(*result, self.scalar(*result)));
                self.call(callee, arguments, add);
            }
        }
    }

    fn call(&self, callee: &Callee, arguments: &[Argument], add: &mut dyn FnMut(VarId, Written)) {
        let callee = match callee {
            Callee::Unit(name) => self.units.iter().find(|unit| unit.name == *name),
            Callee::Dummy(_) | Callee::Internal(..) => None,
        };
        // Procedures that are passed may assign what is handed along with them.
        let passes_procedures = arguments.iter().any(|argument| matches!(argument, Argument::Procedure(_)));
        for (at, argument) in arguments.iter().enumerate() {
            let Some(var) = argument.referenced() else { continue };
            let dummy = callee.filter(|_| !passes_procedures).and_then(|unit| Some((*unit, *unit.dummies.get(at)?)));
            // Being passed is noted in the descriptor of an array of dynamic length.
            let Some((callee, dummy)) = dummy.filter(|_| !self.unit.vars[var].is_dynamic()) else {
                add(var, Written::All);
                continue;
            };
            let of_dummy = match callee.vars[dummy].array {
                None => Some(Written::piece(0, callee.vars[dummy].ty.size() as u64)),
                Some(_) => self.written[callee.name.as_str()].get(&dummy).cloned(),
            };
            let Some(of_dummy) = of_dummy else { continue };
            add(
                var,
                match argument {
                    Argument::Element(_, offset) => {
                        element(offset, self.size(var)).map_or(Written::All, |start| of_dummy.shifted(start))
                    }
                    _ => of_dummy,
                },
            );
        }
    }

    /// A scalar as a whole.
    fn scalar(&self, var: VarId) -> Written {
        match self.unit.vars[var].array {
            None => Written::piece(0, self.size(var)),
            Some(_) => Written::All,
        }
    }

    fn size(&self, var: VarId) -> u64 {
        self.unit.vars[var].ty.size() as u64
    }
}

/// Where the element at a constant offset begins.
fn element(offset: &IntegerExpr, size: u64) -> Option<u64> {
    match offset {
        IntegerExpr::Constant(_, offset) => u64::try_from(*offset).ok()?.checked_mul(size),
        _ => None,
    }
}
