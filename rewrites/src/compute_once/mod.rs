//! Does initialisation that is the same for all rows of a kernel once, when the kernel is compiled, and makes its
//! results initial values.
//!
//! ```text
//! var first: logical static … = 0 for 1: .true.     var n: integer4 constant … = 0 for 1: 17
//! var n: integer4 static …
//! b0:                                               b0:
//!     if first goto b1 else b2                          goto b2
//! b1:                                   becomes     b2:
//!     n = call terms(&table[], 40)                      y = call series(x, &table[], 17)
//!     goto b2
//! b2:
//!     first = .false.
//!     y = call series(x, &table[], &n)
//! ```
//!
//! # When it is sound
//!
//! Every row is a program of its own: what is kept between executions starts anew with each. A **guard** is a branch,
//! in a unit that is not recursive, whose condition reads one scalar that is kept, the **flag**, and nothing else but
//! constants. With the flag's initial value the branch goes one way, into the **body**; the block that the other way
//! leads to is the **join**. The guard is tried: the reference interpreter executes the body from its first block, on
//! memory as it is when a row starts, until it comes to the join. What counts of the body are the blocks that this run
//! executes, those of procedures that it calls included; what else is there (an error message, a STOP) cannot be
//! reached the first time. Let *P* be the program, and *P'* the same with the guard leading to the join, so that what
//! only the body reached is gone. *P'* on memory as the run left it does for every row what *P* does on memory as it
//! was, if
//!
//! 1. the run comes to the join within bounds of steps and memory, and executes no input, output, ALLOCATE or
//!    DEALLOCATE;
//! 2. it names no dummy argument and no result of the guard's unit. A local variable of the unit that it names is named
//!    nowhere else in the unit, or is a scalar that the run assigns before it reads it, and that nothing reads after
//!    the join before it is assigned again;
//! 3. on every path of *P'* from the start of the row, through calls, the guard is executed before any action that
//!    reads or assigns what the run assigned, or that assigns what it read, the flag included;
//! 4. wherever *P'* assigns the flag, it assigns constants with which the guard goes to the join. The run leaves the
//!    flag so, too; or else every path of *P'* from the join assigns the flag before it comes back to the guard or
//!    returns.
//!
//! Up to the first execution of the guard, *P* and *P'* do the same, since by 3 they touch nothing in which their
//! memories differ, and assign nothing that the body reads. There the flag is what it was at the start, and *P*
//! executes the body as the run did, by 1 and 2; at the join the memories are equal. From then on the guard goes to the
//! join, by 4; the guard's unit is not recursive, so nothing comes back to it in between. A row that never comes to the
//! guard never sees the difference.
//!
//! Guards of one flag in several places, as procedures have that share a COMMON block, are taken away together if their
//! runs leave the same memory; then 3 requires any of them, and where 4 requires an assignment after the join, no call
//! is in between. Bodies that call procedures with guards of their own come after these.
//!
//! Options that are constant texts are decided in copies of the units that take them (`bind_texts`).
//!
//! Branches that the initial value of a flag decides for good come first (`settle_flags`): so it is where a program's
//! state was set up before.
//!
//! What nothing assigns any more becomes constant (`find_constants`), is folded into what reads it (`fold_constants`),
//! and assignments of scalars that nothing reads are dropped, such as those of the flag; so are those of scalars to
//! which nothing else is assigned than what they start with (`drop_same`).
//!
//! Requires: the program of a kernel (`kernel_program`), at stage `cfg`; one of other stages is left alone. Ensures:
//! stage `cfg`. Keeps: results, which rows fail and where. Invalidates: all analyses; units and blocks that are not
//! reached any more are gone. Cost: O(size of the program) for each guard, and at most [`FUEL`] steps of the
//! interpreter.

mod after_guards;
mod bind_texts;
mod drop_same;
mod guards;
mod settle_flags;
mod stays_set;
mod trial;

use crate::find_constants::find_constants;
use crate::fold_constants::{Calls, fold_constants};
use crate::kernel_program::reached_units;
use crate::objects::{Access, Member, Objects, for_each_block_access, is_closed};
use after_guards::AfterGuards;
use bind_texts::{Budget, bind_texts};
use drop_same::drop_same;
use forlane_cfg::analysis::Effects;
use forlane_cfg::analysis::failure::expr_may_fail;
use forlane_cfg::compact::compact_graph;
use forlane_cfg::{
    ActionKind, BlockId, Body, Decision, Program, Remark, Remarks, SourceLine, Storage, Subject, Terminator, VarId,
};
use guards::{Facts, Flag, Guard, elements, groups};
use indexmap::IndexMap;
pub(crate) use settle_flags::settle_flags;
use stays_set::stays_set;
use std::collections::HashSet;
use trial::{Obstacle, Trial, try_guard};

/// The most steps of the interpreter over all guards of a kernel. Each run is charged for looking at the program and
/// setting up its memory, too.
pub const FUEL: u64 = 4_000_000;
/// The most elements of all variables together in a program whose guards are tried.
pub const MOST_ELEMENTS: u64 = 1 << 20;
/// The most rounds, over all guards and of folding: what depends on others is found in the next one.
const MOST_ROUNDS: usize = 4;

/// What became of each guard, by its unit, line and flag: nothing if it is taken away, or why it stays.
type Verdicts = IndexMap<(String, SourceLine, String), Option<Obstacle>>;

/// Computes once what the kernel `root` initialises, and folds constants.
pub fn compute_once(program: &mut Program, root: &str, remarks: &mut Remarks) {
    if !is_closed(program) || program.unit(root).is_none() {
        return;
    }
    let (mut calls, mut budget) = (Calls::default(), Budget::default());
    let mut settle = |program: &mut Program, remarks: &mut Remarks| {
        for round in 1..=MOST_ROUNDS {
            // What the bodies assigned that are gone does not count.
            for unit in &mut program.units {
                if let Body::Graph(graph) = &mut unit.body {
                    compact_graph(graph);
                }
            }
            *program = reached_units(program, root);
            find_constants(program);
            fold_constants(program, root, &mut calls);
            let is_bound = round < MOST_ROUNDS && bind_texts(program, root, &mut budget, remarks);
            *program = reached_units(program, root);
            drop_unread(program);
            if !drop_same(program) && !is_bound {
                break;
            }
        }
    };
    settle(program, remarks);
    if settle_flags(program, root) {
        settle(program, remarks);
    }
    let mut verdicts = Verdicts::new();
    if elements(program) <= MOST_ELEMENTS {
        let mut fuel = FUEL;
        for _ in 0..MOST_ROUNDS {
            if !take_guards_away(program, root, &mut fuel, &mut verdicts) {
                break;
            }
            settle(program, remarks);
        }
    }
    explain(program, verdicts, remarks);
    // What nothing assigns any more takes no memory of a lane.
    find_constants(program);
}

/// The remarks on guards whose units are left.
fn explain(program: &Program, verdicts: Verdicts, remarks: &mut Remarks) {
    for ((unit, at, flag), obstacle) in verdicts {
        let Some(unit) = program.unit(&unit) else { continue };
        remarks.add(|| {
            let decision = if obstacle.is_none() { Decision::ComputedOnce } else { Decision::ComputedByRow };
            let reason = obstacle.unwrap_or("all rows do the same there before they look at an argument");
            Remark::new(unit, at, Subject::Initialisation(flag), decision, reason)
        });
    }
}

/// Tries the guards of each flag, and takes away those that can be; says whether there were any.
fn take_guards_away(program: &mut Program, root: &str, fuel: &mut u64, verdicts: &mut Verdicts) -> bool {
    let mut facts = Facts::compute(program);
    let mut changed = false;
    for (flag, places) in groups(program, &facts) {
        let mut attempt = |program: &mut Program, facts: &Facts, place, verdicts: &mut Verdicts| {
            let (guard, trial) = try_guard(program, facts, place, fuel)?;
            let note = |obstacle| note(program, place, (guard.unit, guard.flag), Some(obstacle), verdicts);
            Some((guard, trial.map_err(note).ok()?))
        };
        let mut tried: Vec<(Guard, Trial)> =
            places.iter().filter_map(|place| attempt(program, &facts, *place, verdicts)).collect();
        if tried.iter().all(|(_, trial)| trial.has_same_results(&tried[0].1))
            && take_away(program, root, &flag, &tried, verdicts)
        {
            (facts, changed) = (Facts::compute(program), true);
            continue;
        }
        // Each by itself: taking one away may change what the run of the next one does.
        let alone = if places.len() > 1 { &places[..] } else { &[] };
        let mut is_as_tried = true;
        for place in alone {
            let known = tried.iter().position(|(guard, _)| (guard.unit, guard.block) == *place);
            let one = match is_as_tried {
                true => known.map(|at| tried.swap_remove(at)),
                false => attempt(program, &facts, *place, verdicts),
            };
            if take_away(program, root, &flag, one.as_slice(), verdicts) {
                (facts, changed, is_as_tried) = (Facts::compute(program), true, false);
            }
        }
    }
    changed
}

/// Notes what becomes of the guard that ends a block.
fn note(
    program: &Program,
    (unit, block): (usize, BlockId),
    flag: Member,
    obstacle: Option<Obstacle>,
    verdicts: &mut Verdicts,
) {
    let unit = &program.units[unit];
    if let Body::Graph(graph) = &unit.body {
        let flag = program.units[flag.0].vars[flag.1].name.clone();
        verdicts.insert((unit.name.clone(), graph.blocks[block].at, flag), obstacle);
    }
}

/// Takes guards away whose runs left the same memory, if that is sound; says whether it is.
fn take_away(
    program: &mut Program,
    root: &str,
    flag: &Flag,
    guards: &[(Guard, Trial)],
    verdicts: &mut Verdicts,
) -> bool {
    let Some((_, trial)) = guards.first() else { return false };
    let mut without = program.clone();
    for (guard, _) in guards {
        let Body::Graph(graph) = &mut without.units[guard.unit].body else { return false };
        graph.blocks[guard.block].terminator = Terminator::Goto(guard.join);
    }
    let objects = Objects::compute(&without);
    let effects = Effects::compute(&without);
    let keeps_locals = |(guard, trial): &(Guard, Trial)| trial.keeps_locals(guard, program, &without, &effects);
    let obstacle = match () {
        () if !guards.iter().all(keeps_locals) => Some("it assigns a local variable that is read after it"),
        () if !is_after(&without, root, guards, &objects, &effects) => {
            Some("what it assigns or reads may be used before it, or on a path without it")
        }
        () if !stays_set(program, &without, flag, guards, &objects, &effects) => {
            Some("the flag may be reset, or not be set on a path after it")
        }
        () => None,
    };
    for (guard, _) in guards {
        note(program, (guard.unit, guard.block), (guard.unit, guard.flag), obstacle, verdicts);
    }
    let is_sound = obstacle.is_none();
    if is_sound {
        for ((unit, var), runs) in &trial.after {
            without.units[*unit].vars[*var].initial.clone_from(runs);
        }
        // Other guards that were found in the same round are still where they were: no block is dropped.
        *program = without;
    }
    is_sound
}

/// Condition 3.
fn is_after(without: &Program, root: &str, guards: &[(Guard, Trial)], objects: &Objects, effects: &Effects) -> bool {
    let reads: HashSet<usize> = guards.iter().flat_map(|(_, trial)| &trial.reads).copied().collect();
    let writes: HashSet<usize> = guards.iter().flat_map(|(_, trial)| &trial.writes).copied().collect();
    let places: Vec<_> = guards.iter().map(|(guard, _)| (guard.unit, guard.block)).collect();
    let after = AfterGuards::compute(without, root, &places);
    after.all_before(without, effects, &|unit, var, access| {
        let Some(object) = objects.of(unit, var) else { return true };
        !(writes.contains(&object) || access == Access::Write && reads.contains(&object))
    })
}

/// Drops the assignments of kept and local scalars that nothing reads.
fn drop_unread(program: &mut Program) {
    let objects = Objects::compute(program);
    let effects = Effects::compute(program);
    let (mut read, mut read_locals) = (HashSet::new(), HashSet::new());
    for (index, unit) in program.units.iter().enumerate() {
        let Body::Graph(graph) = &unit.body else { continue };
        for (block, body) in graph.blocks.iter() {
            let assigned = |var| body.actions.iter().filter(|action| assigns(&action.kind, var)).count();
            let mut named = Vec::new();
            for_each_block_access(graph, block, &effects, &mut |var, _| named.push(var));
            named.sort_unstable();
            for vars in named.chunk_by(|one, other| one == other) {
                if vars.len() > assigned(vars[0]) {
                    read.extend(objects.of(index, vars[0]));
                    read_locals.insert((index, vars[0]));
                }
            }
        }
    }
    for (index, unit) in program.units.iter_mut().enumerate() {
        let Body::Graph(graph) = &mut unit.body else { continue };
        for (_, block) in graph.blocks.iter_mut() {
            block.actions.retain(|action| match &action.kind {
                ActionKind::Assign { target, value } => {
                    let is_unread = match objects.of(index, *target) {
                        Some(object) => !read.contains(&object),
                        None => {
                            let is_local = unit.vars[*target].storage == Storage::Local;
                            is_local && !read_locals.contains(&(index, *target))
                        }
                    };
                    !is_unread || expr_may_fail(value, &unit.vars)
                }
                _ => true,
            });
        }
        compact_graph(graph);
    }
}

/// Whether an action does nothing to a variable but to assign it.
fn assigns(action: &ActionKind, var: VarId) -> bool {
    matches!(action, ActionKind::Assign { target, .. } if *target == var)
}
