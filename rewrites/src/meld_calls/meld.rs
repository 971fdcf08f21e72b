//! Makes one call of the sites of a group.

use super::Known;
use super::arguments::is_same;
use super::sites::Site;
use forlane_cfg::{
    Action, ActionKind, Argument, Block, BlockId, Callee, Case, Expr, Graph, GraphBuilder, IntegerExpr, IntegerKind,
    LogicalExpr, Place, Terminator, Type, Unit, VarId, names,
};
use std::cmp::Reverse;

/// The most sites that are told apart by a logical value for each but the first, which under masks is a mask; with more
/// it is a number.
const MOST_MASKS: usize = 4;

/// Melds the sites of each group.
pub(super) fn meld(unit: &mut Unit, groups: &[Vec<usize>], known: &Known) {
    GraphBuilder::edit(unit, |builder| {
        let called = groups.iter().filter_map(|group| Some((group, known.callee(group[0])?)));
        let calls: Vec<Call> = called.map(|(group, callee)| Call::new(builder, callee, group, known)).collect();
        let mut rests: Vec<Vec<BlockId>> = calls.iter().map(|call| vec![call.block; call.sites.len()]).collect();
        let mut pending: Vec<(&Site, usize, usize)> = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            pending.extend(group.iter().enumerate().map(|(number, site)| (&known.sites[*site], index, number)));
        }
        // Those at the end of a block first: what is before them stays where it is.
        pending.sort_by_key(|(site, ..)| Reverse((site.block, site.position)));
        for (site, index, number) in pending {
            rests[index][number] = calls[index].split(&mut builder.graph, site, number);
        }
        for (call, rests) in calls.iter().zip(&rests) {
            call.branch(&mut builder.graph, rests);
        }
    });
}

/// The call of a group.
struct Call {
    /// The call block.
    block: BlockId,
    sites: Vec<Around>,
    /// What tells the sites apart.
    selectors: Vec<VarId>,
}

/// What a site does before the call, and what follows it after.
#[derive(Clone, Default)]
struct Around {
    before: Vec<ActionKind>,
    after: Vec<ActionKind>,
}

impl Call {
    /// Makes the call block, without its end.
    fn new(builder: &mut GraphBuilder, callee: &Unit, group: &[usize], known: &Known) -> Call {
        let at = known.sites[group[0]].at;
        let block = builder.new_block();
        builder.graph.blocks[block].at = at;
        let mut call = Call { block, sites: vec![Around::default(); group.len()], selectors: Vec::new() };
        call.keep_entry_values(builder, group, known);
        let arguments = (0..callee.dummies.len()).map(|at| call.argument(builder, callee, at, group, known)).collect();
        let result = call.result(builder, callee, group, known);
        let callee = Callee::Unit(callee.name.clone());
        let kind = ActionKind::Call { callee, arguments, result, result_value: None };
        builder.graph.blocks[block].actions.push(Action { kind, at });
        call.add_selectors(builder);
        call
    }

    /// Keeps what arguments of the unit are at entry from getting to where they are not: there they are what they were
    /// before the call ([`super::entry_values`]).
    fn keep_entry_values(&mut self, builder: &mut GraphBuilder, group: &[usize], known: &Known) {
        for value in known.entry {
            let is_left = |site: &usize| value.may_be[*site];
            let is_lost = |site: &usize| !value.is[*site];
            let is_set = is_assigned_alike(known, group, value.var);
            if is_set || !group.iter().any(is_left) || !group.iter().any(is_lost) {
                continue;
            }
            let var = &builder.vars[value.var];
            let (ty, name) = (var.ty, var.name.clone());
            let Some(zero) = Expr::zero(ty) else { continue };
            let kept = builder.temporary(&name, ty);
            for (around, site) in self.sites.iter_mut().zip(group) {
                if is_lost(site) {
                    around.before.extend(copy(builder, kept, value.var));
                    around.after.extend(copy(builder, value.var, kept));
                } else {
                    around.before.push(ActionKind::Assign { target: kept, value: zero.clone() });
                }
            }
        }
    }

    /// An argument of the call: that of all sites, or a variable that stands for those of each.
    fn argument(
        &mut self,
        builder: &mut GraphBuilder,
        callee: &Unit,
        at: usize,
        group: &[usize],
        known: &Known,
    ) -> Argument {
        let first = &known.arguments(group[0])[at];
        if group.iter().all(|site| is_same(&builder.vars, first, &known.arguments(*site)[at])) {
            return first.clone();
        }
        let dummy = &callee.vars[callee.dummies[at]];
        let target = builder.temporary(&names::inside(callee.source_name(), &dummy.name), dummy.ty);
        for (around, site) in self.sites.iter_mut().zip(group) {
            match &known.arguments(*site)[at] {
                Argument::Variable(var) => {
                    around.before.extend(copy(builder, target, *var));
                    if known.effects.unit_may_assign(&callee.name, at) {
                        around.after.extend(copy(builder, *var, target));
                    }
                }
                Argument::Value(value) => around.before.push(ActionKind::Assign { target, value: value.clone() }),
                // Those are the same at all sites.
                _ => {}
            }
        }
        Argument::Variable(target)
    }

    /// Where the result of the call goes: to the variable of all sites, or to one from which each takes it.
    fn result(&mut self, builder: &mut GraphBuilder, callee: &Unit, group: &[usize], known: &Known) -> Option<VarId> {
        let first = known.result(group[0])?;
        if group.iter().all(|site| known.result(*site) == Some(first)) {
            return Some(first);
        }
        let target = builder.temporary(callee.source_name(), builder.vars[first].ty);
        for (around, site) in self.sites.iter_mut().zip(group) {
            around.after.extend(known.result(*site).and_then(|own| copy(builder, own, target)));
        }
        Some(target)
    }

    /// Adds the variables that tell the sites apart.
    fn add_selectors(&mut self, builder: &mut GraphBuilder) {
        let is_number = self.sites.len() > MOST_MASKS;
        let ty = if is_number { Type::Integer(IntegerKind::I4) } else { Type::Logical };
        let count = if is_number { 1 } else { self.sites.len() - 1 };
        self.selectors = (0..count).map(|_| builder.temporary("meld", ty)).collect();
        for (number, site) in self.sites.iter_mut().enumerate() {
            for (at, selector) in self.selectors.iter().enumerate() {
                let value = if is_number {
                    Expr::Integer(IntegerExpr::Constant(IntegerKind::I4, number as i64))
                } else {
                    Expr::Logical(LogicalExpr::Constant(number == at + 1))
                };
                site.before.push(ActionKind::Assign { target: *selector, value });
            }
        }
    }

    /// Has the block of a site go to the call block; the block of what follows the site.
    fn split(&self, graph: &mut Graph, site: &Site, number: usize) -> BlockId {
        let place = |kinds: &[ActionKind]| -> Vec<Action> {
            kinds.iter().map(|kind| Action { kind: kind.clone(), at: site.at }).collect()
        };
        let around = &self.sites[number];
        let calling = &mut graph.blocks[site.block];
        let mut actions = place(&around.after);
        actions.extend(calling.actions.drain(site.position..).skip(1));
        calling.actions.extend(place(&around.before));
        let terminator = std::mem::replace(&mut calling.terminator, Terminator::Goto(self.block));
        let at = std::mem::replace(&mut calling.at, site.at);
        graph.blocks.alloc(Block { actions, ..Block::new(terminator, at) })
    }

    /// Ends the call block: each lane continues after its own site.
    fn branch(&self, graph: &mut Graph, rests: &[BlockId]) {
        let at = graph.blocks[self.block].at;
        if let [selector] = self.selectors[..]
            && rests.len() > MOST_MASKS
        {
            let selector = IntegerExpr::Read(IntegerKind::I4, Place::Variable(selector));
            let numbered = rests.iter().zip(0..).skip(1);
            let cases = numbered.map(|(rest, number)| Case { values: vec![number], target: *rest }).collect();
            graph.blocks[self.block].terminator = Terminator::Switch { selector, cases, default: rests[0] };
            return;
        }
        let mut otherwise = rests[0];
        for (index, (selector, rest)) in self.selectors.iter().zip(&rests[1..]).enumerate() {
            let condition = LogicalExpr::Read(Place::Variable(*selector));
            let branch = Terminator::Branch { condition, then: *rest, otherwise };
            if index + 1 == self.selectors.len() {
                graph.blocks[self.block].terminator = branch;
            } else {
                otherwise = graph.blocks.alloc(Block::new(branch, at));
            }
        }
    }
}

/// Whether the call of a group assigns a variable itself, for all sites.
fn is_assigned_alike(known: &Known, group: &[usize], var: VarId) -> bool {
    let is_result = group.iter().all(|site| known.result(*site) == Some(var));
    let is_passed = |at: usize| {
        let is_var = |site: &usize| matches!(&known.arguments(*site)[at], Argument::Variable(given) if *given == var);
        known.effects.unit_may_assign(&known.sites[group[0]].callee, at) && group.iter().all(is_var)
    };
    is_result || (0..known.arguments(group[0]).len()).any(is_passed)
}

/// Assigns one variable to another of its type.
fn copy(builder: &GraphBuilder, target: VarId, source: VarId) -> Option<ActionKind> {
    let value = Expr::read(builder.vars[target].ty, Place::Variable(source))?;
    Some(ActionKind::Assign { target, value })
}
