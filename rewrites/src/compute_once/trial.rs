//! Tries a guard: executes its body as the first row that comes there would.

use super::guards::{Facts, Guard, find_guard};
use crate::find_constants::runs_of;
use crate::objects::{
    Access, Member, ObjectId, Runs, for_each_access, for_each_block_access, for_each_branch_access, is_dynamic,
    reached_blocks,
};
use forlane_cfg::analysis::{Effects, InitialValues};
use forlane_cfg::{
    Action, ActionKind, ArrayLength, Block, BlockId, Body, Constant, Graph, Program, ScopeId, SourceLine, StopCode,
    Storage, Terminator, Type, Unit, UnitKind, VarId,
};
use forlane_interpreter::{Interpreter, LaneStatus, Options, Scalar};
use std::collections::HashSet;

/// The most steps of one run.
const MOST_STEPS: u64 = 1_000_000;

/// What a run of a guard's body did.
pub(super) struct Trial {
    /// What it may have read, the flag included.
    pub reads: HashSet<ObjectId>,
    /// What it may have assigned.
    pub writes: HashSet<ObjectId>,
    /// What is left in the variables that it may have assigned.
    pub after: Vec<(Member, Runs)>,
    /// The blocks of the guard's unit that it executed.
    executed: HashSet<BlockId>,
    /// The local variables of the guard's unit that these name.
    locals: HashSet<VarId>,
}

/// Why a guard stays, as a clause.
pub(super) type Obstacle = &'static str;

/// That a body is not computed within the bounds.
pub(super) const TOO_LONG: Obstacle = "it takes too long to be done when the kernel is compiled";

/// Tries the guard that ends a block; none if there is none (any more).
pub(super) fn try_guard(
    program: &mut Program,
    facts: &Facts,
    (unit, block): (usize, BlockId),
    fuel: &mut u64,
) -> Option<(Guard, Result<Trial, Obstacle>)> {
    if !facts.reached[unit].contains(&block) {
        return None;
    }
    let guard = find_guard(program, &facts.objects, unit, block)?;
    let trial = match facts.recursion.contains(&program.units[unit].name) {
        true => Err("its subprogram calls itself, and so may come to it again"),
        false => run_body(program, &guard, facts, fuel),
    };
    Some((guard, trial))
}

/// Executes the body of a guard. It is an obstacle if conditions 1 and 2 do not hold as far as this shows here.
fn run_body(program: &mut Program, guard: &Guard, facts: &Facts, fuel: &mut u64) -> Result<Trial, Obstacle> {
    let unit = guard.unit;
    let mut trial = Trial {
        reads: facts.objects.of(unit, guard.flag).into_iter().collect(),
        writes: HashSet::new(),
        after: Vec::new(),
        executed: HashSet::new(),
        locals: HashSet::new(),
    };
    // Most guards are not an initialisation, and no run is needed to show that.
    for block in executed_first(&program.units[unit], guard) {
        trial.note_block(program, guard, (unit, block), facts)?;
    }
    if may_allocate(program, &facts.effects, unit) {
        return Err("its subprogram, or one that it calls, allocates arrays");
    }
    *fuel = fuel.saturating_sub(facts.setting_up);
    if *fuel == 0 {
        return Err(TOO_LONG);
    }
    let alone = body_alone(&program.units[unit], guard).ok_or("its subprogram is a region tree")?;
    let name = alone.name.clone();
    let whole = std::mem::replace(&mut program.units[unit], alone);
    let options = Options { fuel: MOST_STEPS.min(*fuel), ..Options::default() };
    let run = Interpreter::new(program, options).trial(&name);
    program.units[unit] = whole;
    *fuel -= options.fuel - run.as_ref().map_or(0, |run| run.fuel);
    let run = run.map_err(|_| "the interpreter does not run it")?;
    match run.status {
        LaneStatus::Returned => {}
        LaneStatus::OutOfFuel => return Err(TOO_LONG),
        LaneStatus::Stopped(_) | LaneStatus::Failed { .. } => return Err("it stops or fails"),
    }
    for (at, block) in &run.visited {
        trial.note_block(program, guard, (*at, *block), facts)?;
    }
    let objects = &facts.objects;
    for object in trial.reads.union(&trial.writes) {
        if is_dynamic(program, objects.get(*object)) || is_mixed(program, &objects.get(*object).members) {
            return Err("it uses an array of dynamic length, or memory that LOGICAL and another type share");
        }
    }
    for member in trial.writes.iter().flat_map(|object| &objects.get(*object).members) {
        let elements = run.kept.get(member).map(|elements| elements.iter().map(|element| constant(*element)));
        let runs = elements.and_then(runs_of).ok_or("a result is not a number")?;
        trial.after.push((*member, runs));
    }
    trial.after.sort_by_key(|(member, _)| *member);
    Ok(trial)
}

/// The blocks of a guard's body that each run executes, from the first to the first branch, unless it ends before.
fn executed_first(unit: &Unit, guard: &Guard) -> Vec<BlockId> {
    let Body::Graph(graph) = &unit.body else { return Vec::new() };
    let (mut found, mut at) = (Vec::new(), guard.body);
    while at != guard.join && !found.contains(&at) {
        found.push(at);
        let Terminator::Goto(next) = graph.blocks[at].terminator else { break };
        at = next;
    }
    found
}

/// An element that is left; none if its bits are not said.
fn constant(element: Scalar) -> Option<Constant> {
    let constant = element.to_constant();
    let is_nan = matches!(constant, Constant::Real(_, value) if value.is_nan());
    (!is_nan).then_some(constant)
}

/// Whether some bits are LOGICAL and something else, so that a value does not say them.
fn is_mixed(program: &Program, members: &[Member]) -> bool {
    let is_logical = |(unit, var): &Member| program.units[*unit].vars[*var].ty == Type::Logical;
    members.iter().any(is_logical) && !members.iter().all(is_logical)
}

/// Whether a unit or one that it calls has arrays that take memory when they are executed.
fn may_allocate(program: &Program, effects: &Effects, unit: usize) -> bool {
    let mut seen = HashSet::new();
    let mut pending = vec![program.units[unit].name.as_str()];
    while let Some(name) = pending.pop() {
        if !seen.insert(name) {
            continue;
        }
        let mut actions = program.unit(name).into_iter().flat_map(Unit::actions);
        if actions.any(|action| matches!(action.kind, ActionKind::Allocate { .. })) {
            return true;
        }
        pending.extend(effects.of(name).into_iter().flat_map(|unit| unit.callees.iter().map(String::as_str)));
    }
    false
}

/// A unit that executes the body of a guard and returns at the join. Dummy arguments are variables of it: what names
/// them is found in the blocks that the run executes.
fn body_alone(unit: &Unit, guard: &Guard) -> Option<Unit> {
    let Body::Graph(graph) = &unit.body else { return None };
    let scopes = active_scopes(graph);
    let at = SourceLine::default();
    let actions = |kinds: Vec<ActionKind>| kinds.into_iter().map(|kind| Action { kind, at }).collect();
    let at_head = |block: BlockId| scopes[block.index()].clone().unwrap_or_default();
    let (entered, left) = (at_head(guard.body), at_head(guard.join));
    let mut graph = graph.clone();
    let start = Block {
        merges: Vec::new(),
        actions: actions(entered.into_iter().map(ActionKind::ScopeEntry).collect()),
        terminator: Terminator::Goto(guard.body),
        at,
    };
    graph.start = graph.blocks.alloc(start);
    let join = &mut graph.blocks[guard.join];
    join.actions = actions(left.into_iter().rev().map(ActionKind::ScopeExit).collect());
    join.terminator = Terminator::Return(Vec::new());
    let mut alone = unit.clone();
    for (_, var) in alone.vars.iter_mut() {
        if matches!(var.storage, Storage::Dummy | Storage::Result) {
            var.storage = Storage::Local;
            var.array = var.array.map(|_| ArrayLength::Constant(0));
        }
    }
    (alone.kind, alone.dummies, alone.result) = (UnitKind::Subroutine, Vec::new(), None);
    alone.body = Body::Graph(graph);
    Some(alone)
}

/// The scopes that are active at the head of each block that is reached, the innermost last.
fn active_scopes(graph: &Graph) -> Vec<Option<Vec<ScopeId>>> {
    let mut heads: Vec<Option<Vec<ScopeId>>> = vec![None; graph.blocks.len()];
    heads[graph.start.index()] = Some(Vec::new());
    let mut pending = vec![graph.start];
    while let Some(block) = pending.pop() {
        let mut scopes = heads[block.index()].clone().unwrap_or_default();
        for action in &graph.blocks[block].actions {
            match action.kind {
                ActionKind::ScopeEntry(scope) => scopes.push(scope),
                ActionKind::ScopeExit(_) => drop(scopes.pop()),
                _ => {}
            }
        }
        for next in graph.blocks[block].terminator.successors() {
            if heads[next.index()].is_none() {
                heads[next.index()] = Some(scopes.clone());
                pending.push(next);
            }
        }
    }
    heads
}

impl Trial {
    /// Notes what a block that was executed names; it is an obstacle if it does what the run may not do.
    fn note_block(
        &mut self,
        program: &Program,
        guard: &Guard,
        (unit, block): (usize, BlockId),
        facts: &Facts,
    ) -> Result<(), Obstacle> {
        let Body::Graph(graph) = &program.units[unit].body else { return Err("it calls a region tree") };
        let is_own = unit == guard.unit;
        // The join is not executed, nor is the start that leads to the body.
        if is_own && (block == guard.join || graph.blocks.get(block).is_none()) {
            return Ok(());
        }
        let is_computed = |action: &Action| match action.kind {
            ActionKind::Io(_) | ActionKind::Allocate { .. } | ActionKind::Deallocate { .. } => false,
            ActionKind::ScopeEntry(_)
            | ActionKind::ScopeExit(_)
            | ActionKind::Assign { .. }
            | ActionKind::Define { .. }
            | ActionKind::Store { .. }
            | ActionKind::StoreText { .. }
            | ActionKind::Array(_)
            | ActionKind::Call { .. } => true,
        };
        if !graph.blocks[block].actions.iter().all(is_computed) {
            return Err("it has input or output, or allocates arrays");
        }
        let mut is_named = true;
        for_each_block_access(graph, block, &facts.effects, &mut |var, access| {
            let storage = program.units[unit].vars[var].storage;
            match facts.objects.of(unit, var) {
                Some(object) if access == Access::Write => drop(self.writes.insert(object)),
                Some(object) => drop(self.reads.insert(object)),
                None if is_own && storage == Storage::Local => drop(self.locals.insert(var)),
                None => is_named &= !is_own || storage == Storage::Constant,
            }
        });
        if is_own {
            self.executed.insert(block);
        }
        is_named.then_some(()).ok_or("it depends on an argument, or assigns one")
    }

    /// Whether the run of another guard left the same.
    pub fn has_same_results(&self, other: &Trial) -> bool {
        let bits = |runs: &Runs| -> Vec<(u64, u64, Vec<u8>)> {
            runs.iter().map(|(first, count, value)| (*first, *count, value.to_bytes())).collect()
        };
        self.after.len() == other.after.len()
            && self
                .after
                .iter()
                .zip(&other.after)
                .all(|((one, left), (other, right))| one == other && bits(left) == bits(right))
    }

    /// The value that is left in a scalar; none if the run does not assign it.
    pub fn left_in(&self, scalar: Member) -> Option<&Constant> {
        let (_, runs) = self.after.iter().find(|(member, _)| *member == scalar)?;
        runs.first().map(|(_, _, value)| value)
    }

    /// Condition 2, for local variables, of a program `before` the guard was taken away, and `without` it.
    pub fn keeps_locals(&self, guard: &Guard, before: &Program, without: &Program, effects: &Effects) -> bool {
        let (unit, Body::Graph(rest)) = (&without.units[guard.unit], &without.units[guard.unit].body) else {
            return false;
        };
        let mut shared = HashSet::new();
        for block in &reached_blocks(without)[guard.unit] {
            let mut see = |var: VarId, _| shared.extend(self.locals.get(&var).copied());
            rest.blocks[*block].actions.iter().for_each(|action| for_each_access(&action.kind, effects, &mut see));
            for_each_branch_access(&rest.blocks[*block].terminator, &mut see);
        }
        if shared.is_empty() {
            return true;
        }
        let Body::Graph(graph) = &before.units[guard.unit].body else { return false };
        let read_in_body = InitialValues::compute(unit, &self.executed_part(graph, guard), effects);
        let read_after = InitialValues::compute(unit, &Graph { start: guard.join, ..rest.clone() }, effects);
        shared.iter().all(|var| {
            unit.vars[*var].array.is_none() && read_in_body.of(*var).is_none() && read_after.of(*var).is_none()
        })
    }

    /// The graph from the body on, of the blocks that were executed.
    fn executed_part(&self, graph: &Graph, guard: &Guard) -> Graph {
        let mut part = Graph { start: guard.body, ..graph.clone() };
        for (_, block) in part.blocks.iter_mut().filter(|(id, _)| !self.executed.contains(id)) {
            block.actions.clear();
            block.terminator = Terminator::Stop(StopCode::None);
        }
        part
    }
}
