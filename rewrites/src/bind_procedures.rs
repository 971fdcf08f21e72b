//! Binds dummy procedures by copying: each unit that takes procedures gets a copy for each tuple of actual procedures
//! that it is called with, in which a call of a dummy procedure is a call of that unit.
//!
//! So no addresses of code exist, lanes never call different units at one call, and small procedures can be spliced.
//! The units without dummy procedures are the beginning; from them on, each call that passes procedures is followed to
//! a copy, whose calls are followed in turn. The tuples are made of units of the source, so there are finitely many;
//! more than [`MOST_COPIES`] are refused. The units that take procedures stay as they are beside their copies. Where
//! these would be large, units get the numbers of procedures instead (`by_number`), as procedure pointers do.
//!
//! An internal procedure takes variables of its host after its own arguments. The caller passes these on with it
//! ([`Callee::Internal`]); the copy has dummy arguments for them, and passes them to each call of the procedure.
//!
//! Requires: stage `cfg`. Ensures: in units without dummy procedures, and in copies, no call of a dummy procedure and
//! no procedure as an argument, but where the callee is not part of the program. Keeps: results, source lines, the
//! numbers of variables; static variables stay those of the source's unit ([`Unit::origin`]). Invalidates: all
//! analyses. Cost: O(size of the copies).
//!
//! ```text
//! (main)                                      (main)
//!     x = call root(procedure cubic, &t)          x = call "root(f=cubic)"(&t)
//! (root)                              becomes (root, as it was)
//! dummies f, t                                ("root(f=cubic)" of root)
//!     y = call *f(&t)                         dummies t
//!                                                 y = call cubic(&t)
//! ```

mod by_number;
mod copy;
mod pointers;

use crate::alias_arguments::alias_arguments;
use crate::fail_misfits::{VARIABLE, fail_misfits};
use crate::share_scalars::share_scalars;
use by_number::ByNumber;
use copy::{bound_copy, decided_presence};
use forlane_cfg::{Action, ActionKind, Argument, Body, Callee, Program, SourceLine, Stage, Storage, Unit, VarId};
use indexmap::IndexMap;
use pointers::{Numbers, pointer_of};
pub(crate) use pointers::{has_procedure_pointers, passed_procedures};
use std::collections::{BTreeMap, HashMap};

/// The most copies in a program.
pub const MOST_COPIES: usize = 1000;

/// Why dummy procedures could not be bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BindError {
    /// A call passes other things than the callee takes.
    #[error("{file}:{line}: the call of `{callee}` does not fit it: {problem}")]
    Mismatch {
        /// The caller's file.
        file: String,
        /// The line of the call.
        line: u32,
        /// What is called.
        callee: String,
        /// What does not fit.
        problem: String,
    },
    /// There are too many combinations.
    #[error("{file}:{line}: this call of `{callee}` needs more than {MOST_COPIES} copies for procedures as arguments")]
    TooMany {
        /// The caller's file.
        file: String,
        /// The line of the call.
        line: u32,
        /// What is called.
        callee: String,
    },
    /// The unit to which procedures are bound has no such dummy procedure.
    #[error("`{unit}` has no dummy procedure `{name}`")]
    NoSuchDummy {
        /// The unit.
        unit: String,
        /// The name.
        name: String,
    },
    /// A dummy procedure of the unit is bound to nothing.
    #[error("the dummy procedure `{name}` of `{unit}` is not bound; say which subprogram it is: --bind {name}=NAME")]
    NotBound {
        /// The unit.
        unit: String,
        /// The dummy procedure.
        name: String,
    },
    /// What is bound is not there.
    #[error("program unit `{name}`, which is to be bound, is not defined")]
    NoSuchUnit {
        /// The name.
        name: String,
    },
}

/// A procedure that a dummy procedure is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Bound {
    unit: String,
    /// The arguments of the call that hold variables of its host, if it is an internal one.
    with: Vec<usize>,
}

/// A unit, and for each of its dummy arguments the procedure it is bound to: nothing for what is not a procedure, and
/// for one that the caller does not pass, which an entry may leave out.
type Tuple = (String, Vec<Option<Bound>>);

/// Binds the dummy procedures of all units that are called, directly or not, from units without any. Calls that do not
/// fit fail then ([`fail_misfits`]), and those that pass what the callee has another name for go to copies, too
/// ([`share_scalars`], [`alias_arguments`]).
///
/// # Errors
/// Too many copies.
pub fn bind_procedures(program: &mut Program) -> Result<(), BindError> {
    bind_pointed_procedures(program, &[])
}

/// The same, where procedure pointers may point to these procedures from the beginning.
pub(crate) fn bind_pointed_procedures(program: &mut Program, pointed: &[String]) -> Result<(), BindError> {
    let has_pointers = program.units.iter().any(has_procedure_pointers);
    if has_pointers || program.units.iter().any(|unit| unit.dummy_procedures().next().is_some()) {
        bind_all(program, pointed)?;
    }
    fail_misfits(program);
    share_scalars(program);
    alias_arguments(program, MOST_COPIES);
    Ok(())
}

/// Binds all, by numbers where copies would be too large.
fn bind_all(program: &mut Program, pointed: &[String]) -> Result<(), BindError> {
    let original = program.clone();
    let mut by_number = ByNumber::new(program);
    loop {
        by_number.declare(program);
        let mut binder = Binder::new(program, &by_number);
        let bound = binder.bind(program, Numbers::of(pointed));
        let copies = binder.copies;
        match bound {
            Ok(true) => return Ok(()),
            Ok(false) => {
                program.clone_from(&original);
                by_number.add(&copies, program);
            }
            // Pointers may be passed in more combinations than procedures are.
            Err(BindError::TooMany { .. }) if by_number.clear() => program.clone_from(&original),
            Err(error) => return Err(error),
        }
    }
}

/// Binds the dummy procedures of one unit, by name, to subprograms; returns the name of the copy, or of the unit itself
/// if it has none.
///
/// # Errors
/// Names that are not there, dummy procedures that stay unbound, procedures that fit no call.
pub fn bind_root(program: &mut Program, name: &str, bindings: &[(String, String)]) -> Result<String, BindError> {
    let Some(unit) = program.unit(name) else { return Ok(name.to_owned()) };
    let procedures: Vec<(VarId, &str)> =
        unit.dummy_procedures().map(|dummy| (dummy, unit.vars[dummy].name.as_str())).collect();
    for (dummy, bound) in bindings {
        if !procedures.iter().any(|(_, name)| name == dummy) {
            return Err(BindError::NoSuchDummy { unit: name.to_owned(), name: dummy.clone() });
        }
        if program.unit(bound).is_none() {
            return Err(BindError::NoSuchUnit { name: bound.clone() });
        }
    }
    if procedures.is_empty() {
        return Ok(name.to_owned());
    }
    let mut bound = Vec::with_capacity(unit.dummies.len());
    for dummy in &unit.dummies {
        let Some((_, dummy)) = procedures.iter().find(|(procedure, _)| procedure == dummy) else {
            bound.push(None);
            continue;
        };
        match bindings.iter().find(|(name, _)| name == dummy) {
            Some((_, unit)) => bound.push(Some(Bound { unit: unit.clone(), with: Vec::new() })),
            None => return Err(BindError::NotBound { unit: name.to_owned(), name: (*dummy).to_owned() }),
        }
    }
    let copy = bound_copy(unit, &bound, &[]);
    bound.iter().flatten().try_for_each(|bound| check_bound(program, &copy, &bound.unit))?;
    let name = copy.name.clone();
    program.units.push(copy);
    Ok(name)
}

/// Refuses a procedure that fits none of the calls of it in a unit, as the user has bound it.
fn check_bound(program: &Program, unit: &Unit, name: &str) -> Result<(), BindError> {
    let Some(callee) = program.unit(name) else { return Ok(()) };
    let mut first = Ok(());
    for action in unit.actions() {
        let ActionKind::Call { callee: Callee::Unit(called), arguments, result, .. } = &action.kind else { continue };
        if called != name {
            continue;
        }
        match callee.misfit(unit, arguments, result.map(|result| unit.vars[result].ty)) {
            None => return Ok(()),
            Some(misfit) => {
                first = first.and_then(|()| Err(mismatch(&CallPlace::of(unit, action.at), callee, &misfit.problem)));
            }
        }
    }
    first
}

struct Binder<'n> {
    /// The units that take procedures, by name.
    takers: HashMap<String, usize>,
    copies: IndexMap<Tuple, String>,
    /// The actions in all copies.
    size: usize,
    by_number: &'n ByNumber,
}

impl Binder<'_> {
    fn new<'n>(program: &Program, by_number: &'n ByNumber) -> Binder<'n> {
        let takers = program.units.iter().enumerate().filter(|(_, unit)| unit.dummy_procedures().next().is_some());
        let takers = takers.map(|(index, unit)| (unit.name.clone(), index)).collect();
        Binder { takers, copies: IndexMap::new(), size: 0, by_number }
    }

    /// Binds the dummy procedures of all units; says whether that was done without too large copies.
    fn bind(&mut self, program: &mut Program, mut numbers: Numbers) -> Result<bool, BindError> {
        let is_whole = |unit: &Unit| unit.stage == Stage::Cfg && unit.dummy_procedures().next().is_none();
        let mut next = 0;
        loop {
            while next < program.units.len() {
                if is_whole(&program.units[next]) {
                    numbers.assign(program, next);
                    self.bind_calls(program, next, &mut numbers)?;
                }
                if self.size > self.by_number.most {
                    return Ok(false);
                }
                next += 1;
            }
            let mut has_grown = false;
            for index in 0..next {
                if is_whole(&program.units[index]) && numbers.add_arms(program, index, self.by_number) {
                    self.bind_calls(program, index, &mut numbers)?;
                    has_grown = true;
                }
            }
            if !has_grown {
                numbers.fail_calls(program);
                return Ok(true);
            }
        }
    }

    /// Lets the calls of a unit go to copies, which are added to the program.
    fn bind_calls(&mut self, program: &mut Program, index: usize, numbers: &mut Numbers) -> Result<(), BindError> {
        let Body::Graph(mut graph) = program.units[index].body.clone() else { return Ok(()) };
        let mut changed = false;
        for (_, block) in graph.blocks.iter_mut() {
            for action in &mut block.actions {
                changed |= self.by_number.pass_numbers(numbers, action);
                changed |= self.bind_call(program, index, action)?;
            }
        }
        if changed {
            program.units[index].body = Body::Graph(graph);
        }
        Ok(())
    }

    /// Lets one call of the unit of that index go to a copy; says whether it does.
    fn bind_call(&mut self, program: &mut Program, caller: usize, action: &mut Action) -> Result<bool, BindError> {
        if pointer_of(&program.units[caller], action).is_some() {
            return Ok(false);
        }
        let ActionKind::Call { callee: Callee::Unit(name), arguments, result, .. } = &mut action.kind else {
            return Ok(false);
        };
        let (place, caller) = (CallPlace::of(&program.units[caller], action.at), &program.units[caller]);
        let Some(taker) = self.takers.get(name).copied() else { return Ok(false) };
        let callee = &program.units[taker];
        if callee.misfit(caller, arguments, result.map(|result| caller.vars[result].ty)).is_some() {
            return Ok(false);
        }
        let with_dummies = arguments.iter().zip(&callee.dummies);
        let bound = with_dummies.map(|(argument, dummy)| {
            bound_argument(argument).filter(|_| callee.vars[*dummy].storage == Storage::Procedure)
        });
        let tuple = (name.clone(), bound.collect());
        let copy = match self.copies.get(&tuple) {
            Some(copy) => copy.clone(),
            None => {
                if self.copies.len() >= MOST_COPIES {
                    let CallPlace { file, line } = place;
                    return Err(BindError::TooMany { file, line, callee: name.clone() });
                }
                let more = handed_variables(program, &place, callee, &tuple.1, arguments.len())?;
                let copy = bound_copy(callee, &tuple.1, &more);
                self.size += copy.actions().count();
                let name = copy.name.clone();
                if program.unit(&name).is_none() {
                    program.units.push(copy);
                }
                self.copies.insert(tuple, name.clone());
                name
            }
        };
        let decided = decided_presence(&program.units[taker]);
        let callee = &program.units[taker];
        let is_bound = |dummy: &VarId| {
            callee.vars[*dummy].storage == Storage::Procedure || decided.iter().any(|(_, present)| present == dummy)
        };
        let mut dummies = callee.dummies.iter();
        arguments.retain(|_| dummies.next().is_none_or(|dummy| !is_bound(dummy)));
        *name = copy;
        Ok(true)
    }
}

/// Where a call is, for messages.
struct CallPlace {
    file: String,
    line: u32,
}

impl CallPlace {
    fn of(caller: &Unit, at: SourceLine) -> CallPlace {
        CallPlace { file: caller.file_at(at).to_owned(), line: at.number }
    }
}

fn mismatch(place: &CallPlace, callee: &Unit, problem: &str) -> BindError {
    let callee = callee.name.clone();
    BindError::Mismatch { file: place.file.clone(), line: place.line, callee, problem: problem.to_owned() }
}

/// What a call passes for a dummy argument, if that is a procedure; none if it passes nothing.
fn bound_argument(argument: &Argument) -> Option<Bound> {
    let bound = |name: &str, with: &[usize]| Some(Bound { unit: name.to_owned(), with: with.to_vec() });
    match argument {
        Argument::Procedure(Callee::Unit(name)) => bound(name, &[]),
        Argument::Procedure(Callee::Internal(name, with)) => bound(name, with),
        Argument::Procedure(Callee::Dummy(_)) | Argument::Absent => None,
        _ => bound(VARIABLE, &[]),
    }
}

/// A variable of a host that a call passes on: as that dummy argument of an internal procedure takes it.
struct HandedVariable<'p> {
    procedure: &'p Unit,
    dummy: VarId,
}

/// The variables of hosts that a call passes on after the arguments of the callee, for internal procedures that it
/// passes: as the first of these takes them.
fn handed_variables<'p>(
    program: &'p Program,
    place: &CallPlace,
    callee: &Unit,
    bound: &[Option<Bound>],
    given: usize,
) -> Result<Vec<HandedVariable<'p>>, BindError> {
    let mut variables: BTreeMap<usize, HandedVariable<'p>> = BTreeMap::new();
    for bound in bound.iter().flatten().filter(|bound| !bound.with.is_empty()) {
        let unit = program.unit(&bound.unit).ok_or_else(|| BindError::NoSuchUnit { name: bound.unit.clone() })?;
        let first = unit.dummies.len().checked_sub(bound.with.len());
        let Some(taken) = first.and_then(|first| unit.dummies.get(first..)) else {
            return Err(mismatch(place, unit, "it takes less than its host passes"));
        };
        for (at, dummy) in bound.with.iter().zip(taken) {
            variables.entry(*at).or_insert(HandedVariable { procedure: unit, dummy: *dummy });
        }
    }
    let mut more = variables.split_off(&callee.dummies.len());
    more.retain(|at, _| *at < given);
    Ok(more.into_values().collect())
}
