//! Guards uses of dummy arguments that an entry point does not have.
//!
//! For each block it is known at which entry points an execution that comes there can have begun. Where all of them
//! have the argument, nothing is added; where none has it, the use becomes a failure; elsewhere the number of the entry
//! point decides. Passing such an argument on does not use it.

use forlane_cfg::analysis::ReversePostorder;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::expr::Place;
use forlane_cfg::graph::{Action, ActionKind, Argument, Block, BlockId, Callee, Case, Graph, Terminator};
use forlane_cfg::names;
use forlane_cfg::unit::{ScopeId, SourceLine, StopCode, Var, VarId};
use forlane_semantics::pointer_of;
use forlane_semantics::types::IntegerKind;
use id_arena::Arena;

/// What is known of the entry points.
pub struct Guard<'a> {
    /// The variable that says at which entry point execution began.
    pub number: VarId,
    /// Where execution begins for each of them.
    pub begins: &'a [BlockId],
    /// The dummy arguments that each of them lacks.
    pub absent: &'a [Vec<VarId>],
}

impl Guard<'_> {
    /// Guards all uses.
    pub fn guard_uses(&self, graph: &mut Graph, vars: &Arena<Var>) {
        if self.absent.iter().all(Vec::is_empty) {
            return;
        }
        let reached: Vec<Vec<bool>> = self.begins.iter().map(|begin| reached_from(graph, *begin)).collect();
        let blocks: Vec<BlockId> = graph.blocks.iter().map(|(id, _)| id).collect();
        let scopes = scopes_at_heads(graph);
        for block in blocks.into_iter().filter(|block| !self.begins.contains(block)) {
            let points: Vec<usize> = (0..self.begins.len()).filter(|point| reached[*point][block.index()]).collect();
            if points.iter().any(|point| !self.absent[*point].is_empty()) {
                self.guard_block(graph, vars, block, points, scopes[block.index()].clone());
            }
        }
    }

    /// Guards the uses in a block, which begins at one of these entry points, with these scopes active at its head.
    fn guard_block(
        &self,
        graph: &mut Graph,
        vars: &Arena<Var>,
        mut block: BlockId,
        mut points: Vec<usize>,
        mut scopes: Vec<ScopeId>,
    ) {
        let mut at = 0;
        loop {
            let actions = &graph.blocks[block].actions;
            let (used, line) = match actions.get(at) {
                Some(action) => (uses_of(&action.kind), action.at),
                None if at == actions.len() => {
                    (uses_of_terminator(&graph.blocks[block].terminator), graph.blocks[block].at)
                }
                None => return,
            };
            let lacking = |var: &VarId| points.iter().any(|point| self.absent[*point].contains(var));
            let Some(var) = used.into_iter().find(lacking) else {
                graph.blocks[block].actions.get(at).into_iter().for_each(|action| pass_scope(action, &mut scopes));
                at += 1;
                continue;
            };
            let (lacking, having): (Vec<usize>, Vec<usize>) =
                points.iter().partition(|point| self.absent[**point].contains(&var));
            // Its length or extents may stand for it.
            let name = names::owner(&vars[var].name).unwrap_or(&vars[var].name);
            let name = pointer_of(name).unwrap_or(name);
            let message = format!("`{name}` is not an argument of the entry that was called");
            let failure = failure(graph, message, &scopes, line);
            let rest = split_block(graph, block, at);
            let values = lacking.iter().map(|point| *point as i64).collect();
            let selector = IntegerExpr::Read(IntegerKind::I4, Place::Variable(self.number));
            graph.blocks[block].terminator = match having.is_empty() {
                true => Terminator::Goto(failure),
                false => Terminator::Switch { selector, cases: vec![Case { values, target: failure }], default: rest },
            };
            graph.blocks[block].at = line;
            if having.is_empty() {
                return;
            }
            (block, at, points) = (rest, 0, having);
        }
    }
}

/// A block that fails with this message, where these scopes are active.
pub(super) fn failure(graph: &mut Graph, message: String, scopes: &[ScopeId], at: SourceLine) -> BlockId {
    let exits = scopes.iter().rev().map(|scope| Action { kind: ActionKind::ScopeExit(*scope), at });
    let actions = exits.collect();
    let terminator = Terminator::Stop(StopCode::Failure(message));
    graph.blocks.alloc(Block { actions, ..Block::new(terminator, at) })
}

/// The scopes that are active at the head of each block, the innermost last.
pub(super) fn scopes_at_heads(graph: &Graph) -> Vec<Vec<ScopeId>> {
    let mut heads = vec![Vec::new(); graph.blocks.len()];
    for block in ReversePostorder::compute(graph).blocks {
        let mut scopes = heads[block.index()].clone();
        graph.blocks[block].actions.iter().for_each(|action| pass_scope(action, &mut scopes));
        for next in graph.blocks[block].terminator.successors() {
            heads[next.index()].clone_from(&scopes);
        }
    }
    heads
}

/// The scopes that are active after an action.
pub(super) fn pass_scope(action: &Action, scopes: &mut Vec<ScopeId>) {
    match &action.kind {
        ActionKind::ScopeEntry(scope) => scopes.push(*scope),
        ActionKind::ScopeExit(_) => {
            scopes.pop();
        }
        _ => {}
    }
}

/// Moves what is from an action on to a block of its own.
pub(super) fn split_block(graph: &mut Graph, block: BlockId, at: usize) -> BlockId {
    let whole = &mut graph.blocks[block];
    let actions = whole.actions.split_off(at);
    let terminator = std::mem::replace(&mut whole.terminator, Terminator::Stop(StopCode::None));
    let line = whole.at;
    graph.blocks.alloc(Block { actions, ..Block::new(terminator, line) })
}

fn reached_from(graph: &Graph, begin: BlockId) -> Vec<bool> {
    let mut reached = vec![false; graph.blocks.len()];
    reached[begin.index()] = true;
    let mut pending = vec![begin];
    while let Some(block) = pending.pop() {
        for next in graph.blocks[block].terminator.successors() {
            if !std::mem::replace(&mut reached[next.index()], true) {
                pending.push(next);
            }
        }
    }
    reached
}

/// The variables whose values an action reads or assigns, and the dummy procedure that it calls.
pub(super) fn uses_of(action: &ActionKind) -> Vec<VarId> {
    let mut used = Vec::new();
    action.for_each_place(&mut |place| used.extend(place.var()));
    match action {
        ActionKind::Assign { target: var, .. }
        | ActionKind::Store { array: var, .. }
        | ActionKind::StoreText { array: var, .. }
        | ActionKind::Allocate { array: var, .. }
        | ActionKind::Call { callee: Callee::Dummy(var), .. } => used.push(*var),
        ActionKind::Array(assignment) => used.extend(assignment.named_vars()),
        ActionKind::Io(io) => used.extend(io.objects.iter().filter_map(Argument::referenced)),
        ActionKind::Call { callee: Callee::Unit(_) | Callee::Internal(..), .. } => {}
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) | ActionKind::Define { .. } => {}
        ActionKind::Deallocate { .. } => {}
    }
    used
}

pub(super) fn uses_of_terminator(terminator: &Terminator) -> Vec<VarId> {
    let mut used = Vec::new();
    match terminator {
        Terminator::Branch { condition, .. } => condition.for_each_place(&mut |place| used.extend(place.var())),
        Terminator::Switch { selector, .. } => selector.for_each_place(&mut |place| used.extend(place.var())),
        Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
    }
    used
}
