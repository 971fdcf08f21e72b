//! Lets arguments be other names of what their callee accesses otherwise, too, as in memory: of another argument, or of
//! a variable of a COMMON block or module.
//!
//! By the rules of Fortran no such thing may be assigned, so elsewhere a scalar dummy argument is a value, and what is
//! stored under one name is not looked for under another. Programs break this rule, and the results of gfortran are
//! those of memory. A unit gets a copy for each set of its dummy arguments that have other names where one of them is
//! assigned: in it, scalars among these are in memory, as arrays of one element, and they and the variables of areas
//! that they may be have TARGET.
//!
//! Two parts of an array whose offsets differ by more than a small constant are taken to be apart: so work arrays are
//! passed, and to look for what their parts have in common would be dear. An element may be any other one, and is in
//! the whole array.
//!
//! Requires: stage `cfg`; calls that fit their callees. Ensures: stage `cfg`. Keeps: results of calls that follow the
//! rules; static variables stay those of the source's unit ([`Unit::origin`]). Invalidates: all analyses. Cost: O(size
//! of the copies) + O(units × variables of areas that they access, callees included).
//!
//! ```text
//!     call s(&x)                    call "s(y='/c/+0..8')"(&x)
//! (s)                               ("s(y='/c/+0..8')" of s)
//! var y: real8 dummy       becomes  var y: real8[1] dummy target
//! var x: real8 area "/c/" + 0       var x: real8 area "/c/" + 0 target
//!     x = 2d0                           x = 2d0
//!     y = y + 1d0                       y[0] = y[0] + 1d0
//! ```

mod copy;
mod locations;
mod touched;

use copy::{Copy, aliasing_copy, has_memory_form};
use forlane_cfg::analysis::Effects;
use forlane_cfg::{ActionKind, Argument, Body, Callee, Program, Stage, Storage, Unit, Var, VarId};
use locations::{Aliases, Location};
use std::collections::{BTreeSet, HashMap};
use touched::Touched;

/// What the dummy arguments of a copy may be, by their place among the arguments; none for what has one name.
type Known = Vec<Option<Aliases>>;

/// Lets calls that pass what the callee has another name for go to copies: for what their arguments may be as long as
/// there are fewer than `most` copies, then for all that the arguments of any call may be.
pub fn alias_arguments(program: &mut Program, most: usize) {
    let passed = passed_areas(program);
    let mut effects = Effects::compute(program);
    let mut touched = Touched::compute(program, &effects, &passed);
    let source_units = program.units.len();
    let mut known: HashMap<String, Known> = HashMap::new();
    let mut next = 0;
    while next < program.units.len() {
        let caller = &program.units[next];
        next += 1;
        let (Body::Graph(graph), Stage::Cfg) = (&caller.body, caller.stage) else { continue };
        let mut changes = Vec::new();
        for (block, data) in graph.blocks.iter() {
            for (at, action) in data.actions.iter().enumerate() {
                let ActionKind::Call { callee: Callee::Unit(name), arguments, .. } = &action.kind else { continue };
                let Some(callee) = program.unit(name).filter(|callee| callee.stage == Stage::Cfg) else { continue };
                let aliases = aliases(&effects, &touched, (caller, known.get(&caller.name)), callee, arguments);
                if aliases.iter().any(Option::is_some) {
                    changes.push((block, at, name.clone(), aliases));
                }
            }
        }
        for (block, at, callee, aliases) in changes {
            let Some(callee) = program.unit(&callee) else { continue };
            let of_callee = known.get(&callee.name);
            let is_there = |copy: &Copy| program.unit(&copy.unit.name).is_some();
            let mut copy = aliasing_copy(callee, of_callee, &aliases);
            if copy.as_ref().is_some_and(|copy| !is_there(copy)) && program.units.len() >= source_units + most {
                copy = aliasing_copy(callee, of_callee, &all_aliases(&touched, callee));
            }
            let Some(mut copy) = copy else { continue };
            let name = copy.unit.name.clone();
            if program.unit(&name).is_none() {
                copy.unit.origin = Some(callee.source_name().to_owned());
                effects.add_copy(&name, &callee.name);
                touched.add_copy(&name, &callee.name);
                program.units.push(copy.unit);
                known.insert(name.clone(), copy.known);
            }
            if let Body::Graph(graph) = &mut program.units[next - 1].body
                && let ActionKind::Call { callee, .. } = &mut graph.blocks[block].actions[at].kind
            {
                *callee = Callee::Unit(name);
            }
        }
    }
}

/// The areas of which variables are passed by reference.
fn passed_areas(program: &Program) -> Vec<String> {
    let mut areas = Vec::new();
    for unit in &program.units {
        for action in unit.actions() {
            let ActionKind::Call { arguments, .. } = &action.kind else { continue };
            for var in arguments.iter().filter_map(Argument::referenced) {
                if let Some(place) = &unit.vars[var].area
                    && !areas.contains(&place.area)
                {
                    areas.push(place.area.clone());
                }
            }
        }
    }
    areas
}

/// All that dummy arguments of a unit may be: each other, and what the unit accesses. One copy for all calls, where
/// there are many others already.
fn all_aliases(touched: &Touched, callee: &Unit) -> Known {
    let areas: BTreeSet<(String, u64, u64)> = touched.all(&callee.name).collect();
    let may_be = |dummy: &Var| dummy.storage == Storage::Dummy && !dummy.is_dynamic() && has_memory_form(dummy);
    let first = callee.dummies.iter().position(|dummy| may_be(&callee.vars[*dummy]));
    let aliases = |dummy: &VarId| may_be(&callee.vars[*dummy]).then(|| Aliases { first, areas: areas.clone() });
    callee.dummies.iter().map(aliases).collect()
}

/// Notes that of two dummy arguments, and of those which each of them may be, each may be each other.
fn join(found: &mut Known, one: usize, other: usize) {
    let groups = [one, other].map(|at| *found[at].get_or_insert_default().first.get_or_insert(at));
    let least = groups[0].min(groups[1]);
    for aliases in
        found.iter_mut().flatten().filter(|aliases| aliases.first.is_some_and(|first| groups.contains(&first)))
    {
        aliases.first = Some(least);
    }
}

/// For each argument of a call, what else in the callee it may be, if one of the two may be assigned there.
fn aliases(
    effects: &Effects,
    touched: &Touched,
    (caller, known): (&Unit, Option<&Known>),
    callee: &Unit,
    arguments: &[Argument],
) -> Known {
    let mut found: Known = vec![None; callee.dummies.len()];
    let mut places = Vec::new();
    for (at, (argument, dummy)) in arguments.iter().zip(&callee.dummies).enumerate() {
        let dummy = &callee.vars[*dummy];
        if dummy.storage != Storage::Dummy || dummy.is_dynamic() {
            continue;
        }
        if let Some(location) = Location::of(caller, known, argument, dummy) {
            places.push((at, location, effects.unit_may_assign(&callee.name, at)));
        }
    }
    for (index, (at, location, is_assigned)) in places.iter().enumerate() {
        for area in touched.overlapping(&callee.name, &location.areas, *is_assigned) {
            found[*at].get_or_insert_default().areas.insert(area);
        }
        for (other, second, is_other_assigned) in &places[index + 1..] {
            if (*is_assigned || *is_other_assigned) && location.may_be(second) {
                join(&mut found, *at, *other);
            }
        }
    }
    found
}
