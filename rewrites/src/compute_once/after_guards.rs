//! Which actions a row does only after one of some guards: a forward analysis over all paths, through calls.

use crate::inline_calls::callees_first;
use crate::objects::{Access, for_each_access, for_each_branch_access, reached_blocks};
use forlane_cfg::analysis::{Effects, Recursion};
use forlane_cfg::{Action, ActionKind, BlockId, Body, Graph, Program, Terminator, Unit, VarId};
use std::collections::HashMap;

/// For each block that a row may come to, whether a guard has been executed when it begins.
pub(super) struct AfterGuards<'p> {
    guards: &'p [(usize, BlockId)],
    units: HashMap<&'p str, usize>,
    /// Whether a unit that returns has executed a guard, or something that it called has.
    ensures: Vec<bool>,
    /// By unit and block; none where no row comes to.
    heads: Vec<Vec<Option<bool>>>,
}

impl<'p> AfterGuards<'p> {
    /// Computes it for a program in which a row starts with the unit `root`. Of recursive units nothing is taken for
    /// granted.
    pub fn compute(program: &'p Program, root: &str, guards: &'p [(usize, BlockId)]) -> AfterGuards<'p> {
        let units = program.units.iter().enumerate().map(|(index, unit)| (unit.name.as_str(), index)).collect();
        let (ensures, heads) = (vec![false; program.units.len()], vec![Vec::new(); program.units.len()]);
        let mut after = AfterGuards { guards, units, ensures, heads };
        let reached = reached_blocks(program);
        let order = callees_first(program);
        for unit in order.iter().copied() {
            let Body::Graph(graph) = &program.units[unit].body else { continue };
            let heads = after.flow(unit, graph, &reached[unit], false);
            let returns = |block: &&BlockId| matches!(graph.blocks[**block].terminator, Terminator::Return(_));
            let mut returning = reached[unit].iter().filter(returns);
            after.ensures[unit] =
                returning.all(|block| heads[block.index()].is_none_or(|head| after.end_of(unit, graph, *block, head)));
        }
        let recursion = Recursion::compute(&program.units);
        let is_recursive = |unit: &Unit| recursion.contains(&unit.name);
        // Callers come first, but where units call each other in circles.
        let mut starts: Vec<_> = program.units.iter().map(|unit| is_recursive(unit).then_some(false)).collect();
        after.units.get(root).iter().for_each(|root| starts[**root] = Some(false));
        for unit in order.into_iter().rev() {
            let (Some(start), Body::Graph(graph)) = (starts[unit], &program.units[unit].body) else { continue };
            let heads = after.flow(unit, graph, &reached[unit], start);
            for block in &reached[unit] {
                let Some(head) = heads[block.index()] else { continue };
                after.for_each_action(graph, *block, head, &mut |action, is_after| {
                    if let Some(callee) = after.callee(action) {
                        starts[callee] = Some(is_after && starts[callee].unwrap_or(true));
                    }
                });
            }
            after.heads[unit] = heads;
        }
        after
    }

    /// Whether all accesses to variables that a row may do before a guard are allowed.
    pub fn all_before(
        &self,
        program: &Program,
        effects: &Effects,
        is_allowed: &dyn Fn(usize, VarId, Access) -> bool,
    ) -> bool {
        let mut are_allowed = true;
        for (unit, heads) in self.heads.iter().enumerate() {
            let Body::Graph(graph) = &program.units[unit].body else { continue };
            for (block, _) in graph.blocks.iter() {
                let Some(head) = heads.get(block.index()).copied().flatten() else { continue };
                let mut see = |var, access| are_allowed &= is_allowed(unit, var, access);
                let end = self.for_each_action(graph, block, head, &mut |action, is_after| {
                    if !is_after {
                        for_each_access(&action.kind, effects, &mut see);
                    }
                });
                if !end {
                    for_each_branch_access(&graph.blocks[block].terminator, &mut see);
                }
            }
        }
        are_allowed
    }

    fn callee(&self, action: &Action) -> Option<usize> {
        let ActionKind::Call { callee, .. } = &action.kind else { return None };
        self.units.get(callee.unit()?).copied()
    }

    /// Calls `see` for each action of a block, with what holds before it; what holds before the block's end.
    fn for_each_action(&self, graph: &Graph, block: BlockId, head: bool, see: &mut dyn FnMut(&Action, bool)) -> bool {
        let mut is_after = head;
        for action in &graph.blocks[block].actions {
            see(action, is_after);
            is_after |= self.callee(action).is_some_and(|callee| self.ensures[callee]);
        }
        is_after
    }

    /// What holds when a block has been executed.
    fn end_of(&self, unit: usize, graph: &Graph, block: BlockId, head: bool) -> bool {
        self.for_each_action(graph, block, head, &mut |_, _| {}) || self.guards.contains(&(unit, block))
    }

    /// What holds at the heads of a unit's blocks, if that holds at its start.
    fn flow(&self, unit: usize, graph: &Graph, order: &[BlockId], start: bool) -> Vec<Option<bool>> {
        let mut heads = vec![None; graph.blocks.len()];
        heads[graph.start.index()] = Some(start);
        let mut changed = true;
        while changed {
            changed = false;
            for block in order {
                let Some(head) = heads[block.index()] else { continue };
                let end = self.end_of(unit, graph, *block, head);
                for next in graph.blocks[*block].terminator.successors() {
                    let met = Some(end && heads[next.index()].unwrap_or(true));
                    changed |= heads[next.index()] != met;
                    heads[next.index()] = met;
                }
            }
        }
        heads
    }
}
