//! Uses what a function of the run-time support has computed again, where it would be called with equal operands:
//! SIN, LOG, `**` and their like, which the code generators call.
//!
//! Values are numbered ([`numbers`]): those of equal number are equal to the bit. A call whose number is that of
//! another one that dominates it is replaced by that one's value, which becomes a definition of its own. Only calls
//! whose operands are values and constants are considered: none of them can fail, and memory plays no part. Operations
//! that are instructions are left to the code generators, which do the same with them.
//!
//! Requires: stage `ssa`. Ensures: stage `ssa`; values are numbered anew. Keeps: results, the order of what may fail.
//! Invalidates: liveness, divergence. Cost: linear in the operations, times the number of equal calls that do not
//! dominate each other.
//!
//! ```text
//! b1: v3 = a - b * log(v1)                    b1: v3 = log(v1)
//!     goto b2                     becomes         v4 = a - b * v3
//! b2: v4 = c - d * log(v1)                        goto b2
//!                                             b2: v5 = c - d * v3
//! ```

mod numbers;
mod visit;

use forlane_cfg::analysis::{Dominators, ReversePostorder};
use forlane_cfg::ssa::{Replacements, for_each_use_mut, renumber};
use forlane_cfg::{
    Action, ActionKind, BlockId, Body, Expr, Graph, Place, RealExpr, SourceLine, Stage, Type, Unit, Value, ValueId,
};
use id_arena::Arena;
use numbers::{Number, Numbers};
use std::collections::HashMap;
use visit::{for_each_called, for_each_called_in_condition};

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Stays,
    /// Its value is used again.
    Leads,
    /// The value of that earlier call is put in its place.
    Follows(usize),
}

/// Reuses results in a unit; one at another stage than `ssa` is left alone.
pub(crate) fn reuse_results(unit: &mut Unit) {
    let Body::Graph(graph) = &mut unit.body else { return };
    if unit.stage != Stage::Ssa {
        return;
    }
    let order = ReversePostorder::compute(graph).blocks;
    let fates = decide(graph, &order);
    if fates.iter().all(|fate| *fate == Fate::Stays) {
        return;
    }
    let values = unit.values.clone();
    let mut plan = Plan { fates, next: 0, led: HashMap::new(), replacements: Replacements::default(), values };
    for block in &order {
        plan.block(graph, *block);
    }
    let name = plan.replacements.resolved();
    for (_, block) in graph.blocks.iter_mut() {
        for_each_use_mut(block, &mut |value| *value = name(*value));
    }
    unit.values = renumber(graph, plan.values);
}

/// Decides for each call, in the order in which the blocks are walked.
fn decide(graph: &mut Graph, order: &[BlockId]) -> Vec<Fate> {
    let dominators = Dominators::compute(graph);
    let mut numbers = Numbers::default();
    let mut fates: Vec<Fate> = Vec::new();
    // Only looked up, never walked, so that its order does not matter.
    let mut known: HashMap<Number, Vec<(BlockId, usize)>> = HashMap::new();
    for block in order {
        let mut see = |call: &mut RealExpr, numbers: &mut Numbers| {
            let this = fates.len();
            fates.push(Fate::Stays);
            let Some(number) = numbers.real(call) else { return };
            let before = known.entry(number).or_default();
            match before.iter().rev().find(|(above, _)| dominators.dominates(*above, *block)) {
                Some((_, leader)) => {
                    fates[*leader] = Fate::Leads;
                    fates[this] = Fate::Follows(*leader);
                }
                None => before.push((*block, this)),
            }
        };
        let block = &mut graph.blocks[*block];
        for action in &mut block.actions {
            for_each_called(&mut action.kind, &mut |call| see(call, &mut numbers));
            if let ActionKind::Define { value, expr } = &action.kind {
                numbers.define(*value, expr);
            }
        }
        for_each_called_in_condition(&mut block.terminator, &mut |call| see(call, &mut numbers));
    }
    fates
}

/// What is done to a graph.
struct Plan {
    /// Of each call, in the order in which they were seen.
    fates: Vec<Fate>,
    /// The first call that was not seen yet.
    next: usize,
    /// The values of calls whose values are used again.
    led: HashMap<usize, ValueId>,
    /// Values that were defined as such a call, or as one that it stands for.
    replacements: Replacements,
    values: Arena<Value>,
}

impl Plan {
    fn block(&mut self, graph: &mut Graph, block: BlockId) {
        let block = &mut graph.blocks[block];
        let mut actions = Vec::with_capacity(block.actions.len());
        for mut action in std::mem::take(&mut block.actions) {
            let (at, hint) = (action.at, self.hint(&action.kind));
            for_each_called(&mut action.kind, &mut |call| self.call(call, (at, &hint), &mut actions));
            match action.kind {
                ActionKind::Define { value, expr: Expr::Real(RealExpr::Read(_, Place::Value(by))) } => {
                    self.replacements.insert(value, by);
                }
                _ => actions.push(action),
            }
        }
        let at = (block.at, "result");
        for_each_called_in_condition(&mut block.terminator, &mut |call| self.call(call, at, &mut actions));
        block.actions = actions;
    }

    /// The name of what a result is for.
    fn hint(&self, action: &ActionKind) -> String {
        match action {
            ActionKind::Define { value, .. } => self.values[*value].hint.clone(),
            _ => "result".to_owned(),
        }
    }

    /// Puts a value in the place of a call, and defines it before if it is the first one.
    fn call(&mut self, call: &mut RealExpr, (at, hint): (SourceLine, &str), before: &mut Vec<Action>) {
        let this = self.next;
        self.next += 1;
        let kind = call.kind();
        let value = match self.fates[this] {
            Fate::Stays => return,
            Fate::Follows(leader) => self.led[&leader],
            Fate::Leads => {
                let value = self.values.alloc(Value { ty: Type::Real(kind), hint: hint.to_owned(), shape: None });
                self.led.insert(this, value);
                let expr = Expr::Real(call.clone());
                before.push(Action { kind: ActionKind::Define { value, expr }, at });
                value
            }
        };
        *call = RealExpr::Read(kind, Place::Value(value));
    }
}
