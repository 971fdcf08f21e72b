//! Units that get the numbers of procedures in place of copies: those of which copies would be a large program.
//!
//! ```text
//! ("root" of dummies f, t)                        ("root" of dummies f, t)
//!     y = call *f(&t)                becomes          switch f … y = call cubic(&t) …
//! (main)                                          (main)
//!     x = call root(procedure cubic, &t)              x = call root(17, &t)
//! ```
//!
//! There the dummy procedure is an `integer4` scalar, a procedure pointer. An internal procedure that takes variables
//! of its host is no number; so a unit to which one may come is copied whatever the size, and so is what exchanges
//! dummy procedures with such a unit.

use super::Tuple;
use super::pointers::Numbers;
use forlane_cfg::{Action, ActionKind, Argument, Callee, Expr, IntegerExpr, IntegerKind, Program, Storage, Type, Unit};
use forlane_semantics::PROCEDURE_NUMBER;
use indexmap::{IndexMap, IndexSet};

/// Copies of a program with so many actions in all, and with [`MOST_GROWTH`] times those of the program, are too large.
const LARGE: usize = 20_000;

/// See [`LARGE`].
const MOST_GROWTH: usize = 2;

/// A unit of which there are no more copies than this stays one that is copied.
const FEW_COPIES: usize = 4;

/// The units that get numbers, with the places of their dummy procedures.
pub(super) struct ByNumber {
    units: IndexMap<String, Vec<usize>>,
    passed: Passed,
    /// The most actions in copies.
    pub most: usize,
}

impl ByNumber {
    pub fn new(program: &Program) -> ByNumber {
        let actions: usize = program.units.iter().map(|unit| unit.actions().count()).sum();
        let passed = Passed::of(program);
        let most = if passed.is_internal_anywhere { usize::MAX } else { LARGE.max(MOST_GROWTH * actions) };
        ByNumber { units: IndexMap::new(), passed, most }
    }

    /// Adds the units of which there are many of these copies. Where there are none, copies may be of any size.
    pub fn add(&mut self, copies: &IndexMap<Tuple, String>, program: &Program) {
        let mut counts: IndexMap<&str, usize> = IndexMap::new();
        copies.keys().for_each(|(unit, _)| *counts.entry(unit).or_default() += 1);
        let many = counts.into_iter().filter(|(_, count)| *count > FEW_COPIES);
        // A unit that is copied can't pass its dummy procedures as numbers, and copies for the procedures of several
        // pointers would be for all combinations.
        let all = many.map(|(name, _)| self.passed.connected([name.to_owned()].into_iter().collect()));
        let free = all.filter(|all| all.is_disjoint(&self.passed.internal));
        let names: IndexSet<String> = free.flatten().collect();
        let places = |name: String| Some((procedure_places(program.unit(&name)?), name));
        let found: Vec<(String, Vec<usize>)> =
            names.into_iter().filter_map(places).map(|(places, name)| (name, places)).collect();
        if found.is_empty() {
            self.most = usize::MAX;
        }
        self.units.extend(found);
    }

    /// Gives up: all units are copied. Says whether there were any that were not.
    pub fn clear(&mut self) -> bool {
        self.most = usize::MAX;
        !std::mem::take(&mut self.units).is_empty()
    }

    /// Makes INTEGER scalars of the dummy procedures of these units.
    pub fn declare(&self, program: &mut Program) {
        for unit in program.units.iter_mut().filter(|unit| self.units.contains_key(&unit.name)) {
            let procedures: Vec<_> = unit.dummy_procedures().collect();
            for procedure in procedures {
                let var = &mut unit.vars[procedure];
                (var.storage, var.ty) = (Storage::Dummy, Type::Integer(IntegerKind::I4));
                for argument in unit.arguments.iter_mut().filter(|argument| argument.var() == procedure) {
                    argument.ty = Type::Integer(IntegerKind::I4);
                }
            }
        }
    }

    /// Passes numbers in a call of such a unit; says whether it does.
    pub fn pass_numbers(&self, numbers: &mut Numbers, action: &mut Action) -> bool {
        let ActionKind::Call { callee: Callee::Unit(name), arguments, .. } = &mut action.kind else { return false };
        let Some(places) = self.units.get(name) else { return false };
        let mut is_changed = false;
        for place in places {
            let Some(argument) = arguments.get_mut(*place) else { continue };
            let number = match argument {
                Argument::Procedure(Callee::Unit(_) | Callee::Dummy(_)) => numbers.number_of_procedure(argument),
                Argument::Absent => IntegerExpr::Constant(IntegerKind::I4, 0),
                _ => continue,
            };
            *argument = Argument::Value(Expr::Integer(number));
            is_changed = true;
        }
        is_changed
    }
}

/// The places of the dummy procedures of a unit among its dummy arguments.
fn procedure_places(unit: &Unit) -> Vec<usize> {
    let dummies = unit.dummies.iter().enumerate();
    dummies.filter(|(_, dummy)| unit.vars[**dummy].storage == Storage::Procedure).map(|(place, _)| place).collect()
}

/// How procedures go from unit to unit.
#[derive(Default)]
struct Passed {
    /// By unit: those to which it passes a dummy procedure on, and those that pass one to it.
    beside: IndexMap<String, IndexSet<String>>,
    /// The units to which a call passes an internal procedure that takes variables of its host.
    internal: IndexSet<String>,
    /// Whether such a procedure is passed to a dummy procedure, or a pointer points to it.
    is_internal_anywhere: bool,
}

impl Passed {
    fn of(program: &Program) -> Passed {
        let mut passed = Passed::default();
        for unit in &program.units {
            for action in unit.actions() {
                let ActionKind::Call { callee, arguments, .. } = &action.kind else { continue };
                for argument in arguments {
                    match (argument, callee) {
                        (Argument::Procedure(Callee::Internal(..)), Callee::Unit(callee))
                            if callee != PROCEDURE_NUMBER =>
                        {
                            passed.internal.insert(callee.clone());
                        }
                        (Argument::Procedure(Callee::Internal(..)), _) => passed.is_internal_anywhere = true,
                        (Argument::Procedure(Callee::Dummy(_)), Callee::Unit(callee)) => {
                            passed.beside.entry(unit.name.clone()).or_default().insert(callee.clone());
                            passed.beside.entry(callee.clone()).or_default().insert(unit.name.clone());
                        }
                        _ => {}
                    }
                }
            }
        }
        passed
    }

    /// These units, and all with which they exchange dummy procedures.
    fn connected(&self, units: IndexSet<String>) -> IndexSet<String> {
        let mut all = units;
        let mut next = 0;
        while let Some(unit) = all.get_index(next) {
            next += 1;
            let beside = self.beside.get(unit).cloned();
            all.extend(beside.into_iter().flatten());
        }
        all
    }
}
