//! Copies the body of a short loop as often as it runs, where that is known: loops over the terms of a series or the
//! elements of a small array.
//!
//! What depends on the number of the turn becomes constant, so offsets of elements need no check and elements of
//! constant tables are constants; lanes do not meet at the loop's head, and elements of local arrays can be forwarded.
//!
//! Such a loop is two blocks: a head that branches on what is constant in each turn, and a body of assignments alone.
//! Loops around it follow, if they are of that kind then.
//!
//! Requires: stage `ssa`. Ensures: stage `ssa`; values are numbered anew, no block is unreachable. Keeps: results, the
//! order of what may fail. Invalidates: all analyses. Cost: linear in the size of the unit and of what is copied, of
//! which there is no more than [`MOST_IN_UNIT`] operations.
//!
//! ```text
//! b1: ; from b0 b2                                    b1: ; from b0
//!     merge v2:k = b0 v0:k, b2 v5:k                       v2 = v1:s * x + 3d0
//!     merge v3:s = b0 v1:s, b2 v4:s                       v3 = v2 * x + 2d0
//!     if v2:k > 0 goto b2 else b3           becomes       goto b2
//! b2: ; from b1
//!     v4:s = v3:s * x + table[v2:k - 1]
//!     v5:k = v2:k - 1
//!     goto b1
//! ```

use crate::fold_constants::{Folder, literal};
use crate::values::constants;
use forlane_cfg::analysis::{Checked, Predecessors, weight};
use forlane_cfg::compact::compact_graph;
use forlane_cfg::ssa::renumber;
use forlane_cfg::{
    Action, ActionKind, Block, BlockId, Body, Constant, Decision, Expr, Graph, LogicalExpr, Place, Remark, Remarks,
    Stage, Subject, Terminator, Unit, Value, ValueId,
};
use id_arena::Arena;
use std::collections::HashMap;

/// The most turns of a loop.
const MOST_TURNS: u32 = 32;
/// The most operations that a loop becomes.
const MOST_COST: u32 = 800;
/// The most operations that a unit has then.
const MOST_IN_UNIT: u32 = 3000;

/// Unrolls loops of a unit; one at another stage than `ssa` is left alone.
pub(crate) fn unroll_loops(unit: &mut Unit, remarks: &mut Remarks) {
    if unit.stage != Stage::Ssa {
        return;
    }
    let Body::Graph(graph) = &unit.body else { return };
    let mut graph = graph.clone();
    let values = unit.values.clone();
    let cost = graph.blocks.iter().map(|(_, block)| weight::actions(&block.actions, Checked::Everything).cost).sum();
    let mut work = Work { unit, values, constants: HashMap::new(), renamed: HashMap::new(), cost };
    let mut is_changed = false;
    while work.round(&mut graph, remarks) {
        is_changed = true;
    }
    let values = work.values;
    if is_changed {
        compact_graph(&mut graph);
        unit.values = renumber(&mut graph, values);
        unit.body = Body::Graph(graph);
    }
}

struct Work<'u> {
    unit: &'u Unit,
    values: Arena<Value>,
    /// What is constant, in a loop that is being unrolled in this turn.
    constants: HashMap<ValueId, Constant>,
    /// What values of such a loop are in this turn.
    renamed: HashMap<ValueId, ValueId>,
    /// Operations of the unit so far.
    cost: u32,
}

impl Work<'_> {
    /// Unrolls the loops of two blocks; says whether there were any.
    fn round(&mut self, graph: &mut Graph, remarks: &mut Remarks) -> bool {
        let predecessors = Predecessors::compute(graph);
        let bodies: Vec<(BlockId, BlockId)> = (graph.blocks.iter())
            .filter_map(|(body, block)| match block.terminator {
                Terminator::Goto(head) if predecessors.of(body) == [head] && head != body => Some((head, body)),
                _ => None,
            })
            .collect();
        let known = constants(self.unit, graph);
        let mut heads = Vec::new();
        for (head, body) in bodies.into_iter().filter(|(head, _)| predecessors.of(*head).len() == 2) {
            self.constants.clone_from(&known);
            self.renamed.clear();
            if let Some((block, turns)) = self.unrolled(graph, head, body) {
                let reason = format!("it iterates {turns} times");
                remarks.add(|| Remark::new(self.unit, block.at, Subject::Loop, Decision::Unrolled, reason));
                graph.blocks[head] = block;
                heads.push(head);
            }
        }
        heads.iter().for_each(|head| join(graph, *head));
        !heads.is_empty()
    }

    /// The block that a loop becomes, and how often it iterates; none if it stays.
    fn unrolled(&mut self, graph: &Graph, head: BlockId, body: BlockId) -> Option<(Block, u32)> {
        let Block { merges, actions, terminator, at } = &graph.blocks[head];
        let Terminator::Branch { condition, then, otherwise } = terminator else { return None };
        let (exit, stays) = if *then == body { (*otherwise, true) } else { (*then, false) };
        let repeated = &graph.blocks[body];
        if !actions.is_empty() || exit == body || exit == head || !repeated.merges.is_empty() {
            return None;
        }
        // The operands of each merge: before the first turn, and after another one.
        let mut operands = Vec::with_capacity(merges.len());
        for merge in merges {
            let of = |is_body: bool| merge.operands.iter().find(|(from, _)| (*from == body) == is_body);
            operands.push((merge.value, of(false)?.1, of(true)?.1));
        }
        let first: Vec<_> = operands.iter().map(|(merge, before, _)| (*merge, self.now(*before))).collect();
        self.begin_turn(first);
        let (mut copies, mut turns, mut cost) = (Vec::new(), 0, 0);
        while self.is_true(condition)? == stays {
            turns += 1;
            for action in &repeated.actions {
                let copy = self.copied(action)?;
                cost += weight::actions(copy.as_slice(), Checked::Everything).cost;
                copies.extend(copy);
            }
            if turns > MOST_TURNS || cost > MOST_COST || self.cost + cost > MOST_IN_UNIT {
                return None;
            }
            let next: Vec<_> = operands.iter().map(|(merge, _, after)| (*merge, self.now(*after))).collect();
            self.begin_turn(next);
        }
        self.cost += cost;
        for (merge, ..) in operands {
            let (value, constant) = self.now(merge);
            let expr = match constant {
                Some(constant) => Expr::constant(&constant)?,
                None => Expr::read(self.values[merge].ty, Place::Value(value))?,
            };
            copies.push(Action { kind: ActionKind::Define { value: merge, expr }, at: *at });
        }
        Some((Block { merges: Vec::new(), actions: copies, terminator: Terminator::Goto(exit), at: *at }, turns))
    }

    /// What a value is in this turn.
    fn now(&self, value: ValueId) -> (ValueId, Option<Constant>) {
        (self.renamed.get(&value).copied().unwrap_or(value), self.constants.get(&value).cloned())
    }

    /// Sets what values are from now on.
    fn begin_turn(&mut self, merges: Vec<(ValueId, (ValueId, Option<Constant>))>) {
        for (merge, (value, constant)) in merges {
            self.set(merge, value, constant);
        }
    }

    fn set(&mut self, value: ValueId, now: ValueId, constant: Option<Constant>) {
        self.renamed.insert(value, now);
        match constant {
            Some(constant) => self.constants.insert(value, constant),
            None => self.constants.remove(&value),
        };
    }

    fn folder(&self) -> Folder<'_> {
        Folder::of_values(self.unit, &self.constants)
    }

    /// Whether a condition is true, if that is known.
    fn is_true(&self, condition: &LogicalExpr) -> Option<bool> {
        let mut condition = condition.clone();
        self.folder().logical(&mut condition);
        match condition {
            LogicalExpr::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// What an action becomes in this turn, nothing if it defines a constant; none if it is of another kind.
    fn copied(&mut self, action: &Action) -> Option<Option<Action>> {
        let mut kind = action.kind.clone();
        let folder = self.folder();
        match &mut kind {
            ActionKind::Define { expr, .. } => folder.expr(expr),
            ActionKind::Assign { value, .. } => folder.expr(value),
            ActionKind::Store { offset, value, .. } => {
                folder.integer(offset);
                folder.expr(value);
            }
            _ => return None,
        }
        kind.for_each_place_mut(&mut |place| {
            if let Place::Value(value) = place {
                *value = self.now(*value).0;
            }
        });
        if let ActionKind::Define { value, expr } = &mut kind {
            let constant = literal(expr);
            if constant.is_some() {
                self.set(*value, *value, constant);
                return Some(None);
            }
            let new = self.values.alloc(self.values[*value].clone());
            self.set(*value, new, None);
            *value = new;
        }
        Some(Some(Action { kind, at: action.at }))
    }
}

/// Makes one block of this one, the one before and the one after it, where control goes straight.
fn join(graph: &mut Graph, block: BlockId) {
    let predecessors = Predecessors::compute(graph);
    let mut first = block;
    if let [before] = predecessors.of(block)
        && matches!(graph.blocks[*before].terminator, Terminator::Goto(_))
    {
        append(graph, *before, block);
        first = *before;
    }
    if let Terminator::Goto(after) = graph.blocks[first].terminator
        && predecessors.of(after).len() == 1
        && after != graph.start
        && graph.blocks[after].merges.is_empty()
    {
        append(graph, first, after);
    }
}

/// Puts a block, which only this one leads to and which has no merges, at its end.
fn append(graph: &mut Graph, block: BlockId, after: BlockId) {
    let open = Block::new(Terminator::Goto(after), graph.blocks[after].at);
    let moved = std::mem::replace(&mut graph.blocks[after], open);
    for successor in moved.terminator.successors() {
        for merge in &mut graph.blocks[successor].merges {
            for (from, _) in &mut merge.operands {
                if *from == after {
                    *from = block;
                }
            }
        }
    }
    let this = &mut graph.blocks[block];
    this.actions.extend(moved.actions);
    this.terminator = moved.terminator;
    this.at = moved.at;
}
