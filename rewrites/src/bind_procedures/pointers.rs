//! Procedure pointers: variables with the numbers of procedures.
//!
//! The number of a procedure is made of its name, so that it is the same in all programs of a compilation: pointers may
//! have been set by another one, before a kernel's rows. What a pointer is called for, or passed as a procedure, has an
//! arm for each procedure that has a number and that the call fits; what no arm is for fails. As an arm may be a call
//! that goes to a copy, in which other procedures get numbers, arms are added until there are no more.
//!
//! ```text
//!     p = call "procedure%%number"(procedure f)      p = 17
//!     y = call *p(&x)                        becomes switch p
//!                                                        case 17: y = call f(&x)
//!                                                        default: stop unsupported "…"
//! ```

use super::by_number::ByNumber;
use crate::edit_actions::{Fate, edit_actions};
use forlane_cfg::analysis::Recursion;
use forlane_cfg::{
    Action, ActionKind, Argument, Block, BlockId, Body, Callee, Case, Expr, Graph, IntegerExpr, IntegerKind, Place,
    Program, Stage, Storage, Terminator, Unit, VarId,
};
use forlane_semantics::PROCEDURE_NUMBER;
use indexmap::{IndexMap, IndexSet};
use std::collections::HashMap;
use std::ops::Range;

/// A procedure that has a number.
#[derive(PartialEq, Eq, Hash)]
struct Target {
    unit: String,
    /// The unit whose variables it takes, if it is an internal procedure that does.
    host: Option<usize>,
}

/// What is known of a procedure that has a number.
struct Numbered {
    number: i64,
    /// The arguments that are variables of its host.
    taken: Vec<Argument>,
}

/// The procedures that have numbers.
#[derive(Default)]
pub(super) struct Numbers {
    targets: IndexMap<Target, Numbered>,
    /// How many of them have an arm, at each block with a call that is for the others.
    done: HashMap<(usize, BlockId), usize>,
    /// The arms for procedures that take variables of the unit, by its number.
    own: Vec<(usize, BlockId)>,
}

/// Whether a unit has pointers to procedures.
pub(crate) fn has_procedure_pointers(unit: &Unit) -> bool {
    unit.actions().any(|action| numbered(action).is_some() || pointer_of(unit, action).is_some())
}

/// The arguments of the operation that is the number of a procedure, the first one.
fn numbered(action: &Action) -> Option<&[Argument]> {
    match &action.kind {
        ActionKind::Call { callee: Callee::Unit(name), arguments, .. } if name == PROCEDURE_NUMBER => Some(arguments),
        _ => None,
    }
}

/// The pointer that is called, or else the first one that is passed as a procedure.
pub(super) fn pointer_of(unit: &Unit, action: &Action) -> Option<VarId> {
    let ActionKind::Call { callee, arguments, .. } = &action.kind else { return None };
    let passed = arguments.iter().filter_map(|argument| match argument {
        Argument::Procedure(callee) => Some(callee),
        _ => None,
    });
    std::iter::once(callee).chain(passed).find_map(|callee| match callee {
        Callee::Dummy(var) if unit.vars[*var].storage != Storage::Procedure => Some(*var),
        _ => None,
    })
}

/// A positive number that is the same for a name whatever else there is (FNV-1a).
fn number_of_name(name: &str) -> i64 {
    let hash = name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    i64::from(hash >> 2) + 1
}

/// The procedures of a program that are passed anywhere, or get a number, and use no variables of a host.
pub(crate) fn passed_procedures(program: &Program) -> Vec<String> {
    let mut found = IndexSet::new();
    for action in program.units.iter().flat_map(Unit::actions) {
        let ActionKind::Call { arguments, .. } = &action.kind else { continue };
        found.extend(arguments.iter().filter_map(|argument| match argument {
            Argument::Procedure(Callee::Unit(name)) => Some(name.clone()),
            _ => None,
        }));
    }
    found.into_iter().collect()
}

impl Numbers {
    /// The numbers of these procedures.
    pub fn of(procedures: &[String]) -> Numbers {
        let mut numbers = Numbers::default();
        for unit in procedures {
            numbers.number_of(&[Argument::Procedure(Callee::Unit(unit.clone()))], (0, ""));
        }
        numbers
    }

    /// The number of a procedure that uses no variables of a host, or what a pointer has as its own.
    pub fn number_of_procedure(&mut self, procedure: &Argument) -> IntegerExpr {
        self.number_of(std::slice::from_ref(procedure), (0, ""))
    }

    /// Puts the numbers of procedures in a unit, which has no dummy procedures.
    pub fn assign(&mut self, program: &mut Program, index: usize) {
        if !program.units[index].actions().any(|action| numbered(action).is_some()) {
            return;
        }
        let name = program.units[index].name.clone();
        let Body::Graph(graph) = &mut program.units[index].body else { return };
        for action in graph.blocks.iter_mut().flat_map(|(_, block)| &mut block.actions) {
            let Some(number) = numbered(action).map(|arguments| self.number_of(arguments, (index, &name))) else {
                continue;
            };
            if let ActionKind::Call { result: Some(target), .. } = action.kind {
                action.kind = ActionKind::Assign { target, value: Expr::Integer(number) };
            }
        }
    }

    fn number_of(&mut self, arguments: &[Argument], (host, of): (usize, &str)) -> IntegerExpr {
        let constant = |number: i64| IntegerExpr::Constant(IntegerKind::I4, number);
        let (target, taken) = match arguments.first() {
            Some(Argument::Procedure(Callee::Internal(name, with))) => {
                let taken = with.iter().filter_map(|at| arguments.get(*at).cloned()).collect();
                (Target { unit: name.clone(), host: Some(host) }, taken)
            }
            Some(Argument::Procedure(Callee::Unit(name))) => (Target { unit: name.clone(), host: None }, Vec::new()),
            // What a pointer points to.
            Some(Argument::Procedure(Callee::Dummy(var))) => {
                return IntegerExpr::Read(IntegerKind::I4, Place::Variable(*var));
            }
            // An OPTIONAL dummy procedure that is absent.
            _ => return constant(0),
        };
        if let Some(known) = self.targets.get(&target) {
            return constant(known.number);
        }
        let name = target.host.map_or_else(|| target.unit.clone(), |_| format!("{} of {of}", target.unit));
        let mut number = number_of_name(&name);
        while self.targets.values().any(|other| other.number == number) {
            number += 1;
        }
        self.targets.insert(target, Numbered { number, taken });
        constant(number)
    }

    /// Adds the arms that the calls for pointers in a unit do not have yet; says whether there were any.
    pub fn add_arms(&mut self, program: &mut Program, index: usize, by_number: &ByNumber) -> bool {
        let unit = &program.units[index];
        let Body::Graph(graph) = &unit.body else { return false };
        let mut sites: Vec<(BlockId, usize, VarId)> = Vec::new();
        for (id, block) in graph.blocks.iter() {
            let is_done = self.done.get(&(index, id)) == Some(&self.targets.len());
            let places = block.actions.iter().enumerate().filter(|_| !is_done);
            sites.extend(places.filter_map(|(at, action)| Some((id, at, pointer_of(unit, action)?))));
        }
        if sites.is_empty() {
            return false;
        }
        let mut edited = graph.clone();
        let mut has_grown = false;
        for (block, at, pointer) in sites.into_iter().rev() {
            let first = self.done.get(&(index, block)).copied().unwrap_or(0);
            let call = &graph.blocks[block].actions[at];
            let known = self.targets.len();
            let arms = self.arms(program, index, call, (pointer, first..known), by_number);
            has_grown |= !arms.is_empty();
            let is_alone = graph.blocks[block].actions.len() == 1;
            if arms.is_empty() && is_alone {
                self.done.insert((index, block), known);
                continue;
            }
            let (rest, arms) = divide(&mut edited, (block, at), pointer, arms);
            self.done.insert((index, rest), known);
            let is_own =
                |number: &i64| self.targets.iter().any(|(target, of)| of.number == *number && target.host.is_some());
            self.own.extend(arms.iter().filter(|(number, _)| is_own(number)).map(|(_, block)| (index, *block)));
        }
        program.units[index].body = Body::Graph(edited);
        has_grown
    }

    /// What a call for a pointer is for each of these procedures that it fits, with their numbers. A call may give
    /// other procedures numbers.
    fn arms(
        &mut self,
        program: &Program,
        index: usize,
        call: &Action,
        (pointer, targets): (VarId, Range<usize>),
        by_number: &ByNumber,
    ) -> Vec<(i64, Action)> {
        let unit = &program.units[index];
        let mut arms = Vec::new();
        for at in targets {
            let Some((target, Numbered { number, taken })) = self.targets.get_index(at) else { continue };
            if target.host.is_some_and(|host| host != index) {
                continue;
            }
            let (mut arm, number) = (call.clone(), *number);
            put_in(&mut arm, pointer, &target.unit, taken);
            by_number.pass_numbers(self, &mut arm);
            let ActionKind::Call { callee: Callee::Unit(name), arguments, result, .. } = &arm.kind else {
                arms.push((number, arm));
                continue;
            };
            let result = result.map(|result| unit.vars[result].ty);
            if program.unit(name).is_some_and(|callee| callee.misfit(unit, arguments, result).is_none()) {
                arms.push((number, arm));
            }
        }
        arms
    }
}

/// Lets a call be of a procedure, or pass it, where it has a pointer.
fn put_in(call: &mut Action, pointer: VarId, unit: &str, taken: &[Argument]) {
    let ActionKind::Call { callee, arguments, .. } = &mut call.kind else { return };
    for at in 0..arguments.len() {
        if matches!(&arguments[at], Argument::Procedure(Callee::Dummy(var)) if *var == pointer) {
            let places = taken.iter().map(|argument| forlane_cfg::place_among(arguments, 0, argument.clone()));
            let places: Vec<usize> = places.collect();
            arguments[at] = Argument::Procedure(match places.is_empty() {
                true => Callee::Unit(unit.to_owned()),
                false => Callee::Internal(unit.to_owned(), places),
            });
        }
    }
    if *callee == Callee::Dummy(pointer) {
        *callee = Callee::Unit(unit.to_owned());
        arguments.extend(taken.iter().cloned());
    }
}

/// Puts arms before a call, by the value of a pointer. Returns the block with the call for other values, and those of
/// the arms.
fn divide(
    graph: &mut Graph,
    (block, at): (BlockId, usize),
    pointer: VarId,
    arms: Vec<(i64, Action)>,
) -> (BlockId, Vec<(i64, BlockId)>) {
    let head = &mut graph.blocks[block];
    let after = head.actions.split_off(at + 1);
    let call = head.actions.split_off(at);
    let (line, end) = (call.first().map_or(head.at, |call| call.at), head.at);
    let terminator = std::mem::replace(&mut head.terminator, Terminator::Goto(block));
    let mut alloc = |actions, terminator, line| graph.blocks.alloc(Block { actions, ..Block::new(terminator, line) });
    let next = alloc(after, terminator, end);
    let default = alloc(call, Terminator::Goto(next), line);
    let arms: Vec<(i64, BlockId)> =
        arms.into_iter().map(|(number, arm)| (number, alloc(vec![arm], Terminator::Goto(next), line))).collect();
    let cases: Vec<Case<BlockId>> =
        arms.iter().map(|(number, target)| Case { values: vec![*number], target: *target }).collect();
    let selector = IntegerExpr::Read(IntegerKind::I4, Place::Variable(pointer));
    let terminator = match cases.is_empty() {
        true => Terminator::Goto(default),
        false => Terminator::Switch { selector, cases, default },
    };
    (graph.blocks[block].terminator, graph.blocks[block].at) = (terminator, line);
    (default, arms)
}

impl Numbers {
    /// Lets what is left of calls for pointers fail: no procedure that has a number fits them. Nor can an internal
    /// procedure of a unit that calls itself be called: it may be that of another call, whose variables are others.
    pub fn fail_calls(self, program: &mut Program) {
        let recursion = Recursion::compute(&program.units);
        for (index, block) in self.own {
            let unit = &mut program.units[index];
            if let (true, Body::Graph(graph)) = (recursion.contains(&unit.name), &mut unit.body) {
                for action in &mut graph.blocks[block].actions {
                    if let ActionKind::Call { callee, .. } = &mut action.kind {
                        *callee = Callee::Unit(OTHER_CALL.to_owned());
                    }
                }
            }
        }
        for unit in &mut program.units {
            let reason = |unit: &Unit, action: &Action| match &action.kind {
                ActionKind::Call { callee: Callee::Unit(name), .. } if name == OTHER_CALL => Some(OTHER_VARIABLES),
                _ => pointer_of(unit, action).map(|_| NO_PROCEDURE),
            };
            if unit.stage != Stage::Cfg || !unit.actions().any(|action| reason(unit, action).is_some()) {
                continue;
            }
            let Body::Graph(mut graph) = unit.body.clone() else { continue };
            edit_actions(&mut graph, &mut |action, _, _: &mut ()| {
                reason(unit, action).map_or(Fate::Stays, |reason| Fate::Fails(reason.to_owned()))
            });
            unit.body = Body::Graph(graph);
        }
    }
}

/// What is called for an internal procedure of a unit that calls itself: no name in a source.
const OTHER_CALL: &str = "_other_call";

const OTHER_VARIABLES: &str = "a procedure pointer points to an internal procedure that uses variables of its host, which \
                               calls itself";

/// Why a call for a pointer fails. What can't be called is a procedure with other arguments, or an internal one that
/// uses variables of its host, which is another unit.
const NO_PROCEDURE: &str = "a procedure pointer points to nothing, or to a procedure that can't be called here";
