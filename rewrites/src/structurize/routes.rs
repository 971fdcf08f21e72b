//! Under which name a value is known at each block of the region tree, and the values that scopes carry out of loops.
//!
//! A block sees the values of the blocks that dominate it, but for those inside a loop that it follows. The scope
//! around such a loop passes those on as outputs under new names: the loop-closed form of SSA, made on the way.

use super::placement::Placement;
use crate::values::{integer_uses, logical_uses, uses};
use forlane_cfg::analysis::Ancestors;
use forlane_cfg::{Block, Graph, Merge, Terminator, Value, ValueId};
use id_arena::Arena;
use std::collections::HashMap;

/// Names of values and outputs of scopes.
pub(super) struct Routes {
    /// For each block the values that its scope carries out of loops: the name inside, which each exit resolves at its
    /// own place, and the new name.
    pub imports: Vec<Vec<(ValueId, ValueId)>>,
    /// The names at the blocks that use a value elsewhere than in its loop.
    names: HashMap<(usize, ValueId), ValueId>,
    /// The new name after each block that imports a value.
    carried: HashMap<(usize, ValueId), ValueId>,
    dominators: Ancestors,
}

impl Routes {
    /// Finds for every use the name of the value there.
    pub fn compute(graph: &Graph, values: &mut Arena<Value>, placement: &Placement) -> Routes {
        let start = graph.start.index();
        let parents: Vec<Option<usize>> =
            placement.above.iter().enumerate().map(|(block, above)| (block != start).then_some(*above)).collect();
        let mut routes = Routes {
            imports: vec![Vec::new(); placement.ids.len()],
            names: HashMap::new(),
            carried: HashMap::new(),
            dominators: Ancestors::compute(&parents, placement.order.iter().copied()),
        };
        let definers = definers(graph, values.len(), placement);
        let users = users(graph, values.len(), placement);
        let known: Vec<ValueId> = values.iter().map(|(id, _)| id).collect();
        for value in known {
            let Some(definer) = definers[value.index()] else { continue };
            let Some(home) = placement.nest.innermost[definer] else { continue };
            let mut pending = users[value.index()].clone();
            while let Some(user) = pending.pop() {
                if !placement.contains(home, user) {
                    routes.name_at(value, definer, user, values, placement, &mut pending);
                }
            }
        }
        routes
    }

    /// The name of a value at the end of a block, and after its merges.
    pub fn at(&self, block: usize, value: ValueId) -> ValueId {
        self.names.get(&(block, value)).copied().unwrap_or(value)
    }

    /// Finds the block whose scope carries the value out: of the dominators of the user the first one outside of all
    /// loops that hold the definition but not the user. Once outside, the ways from a definition to its uses never come
    /// back into such a loop, which has one entry.
    fn name_at(
        &mut self,
        value: ValueId,
        definer: usize,
        user: usize,
        values: &mut Arena<Value>,
        placement: &Placement,
        pending: &mut Vec<usize>,
    ) {
        if self.names.contains_key(&(user, value)) {
            return;
        }
        let Some(left) = placement.nest.outermost(definer, |index| !placement.contains(index, user)) else { return };
        let head = self.dominators.depth(placement.nest.loops[left].entries[0]);
        let is_after = |block: usize| self.dominators.depth(block) > head && !placement.contains(left, block);
        let Some(block) = self.dominators.topmost(user, is_after) else { return };
        let name = *self.carried.entry((block, value)).or_insert_with(|| {
            let copy = values[value].clone();
            let name = values.alloc(copy);
            self.imports[block].push((value, name));
            pending.extend(placement.forward_predecessors[block].iter().copied());
            name
        });
        self.names.insert((user, value), name);
    }
}

/// The block that defines each value.
fn definers(graph: &Graph, count: usize, placement: &Placement) -> Vec<Option<usize>> {
    let mut found = vec![None; count];
    for block in placement.order.iter().copied() {
        let body = &graph.blocks[placement.ids[block]];
        for value in body.merges.iter().map(|merge| merge.value) {
            found[value.index()] = Some(block);
        }
        for value in body.actions.iter().flat_map(|action| action.kind.definitions()) {
            found[value.index()] = Some(block);
        }
    }
    found
}

/// The blocks that use each value; a merge uses its operands at the ends of the blocks they come from.
fn users(graph: &Graph, count: usize, placement: &Placement) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); count];
    for block in placement.order.iter().copied() {
        let body = &graph.blocks[placement.ids[block]];
        for merge in &body.merges {
            merge.operands.iter().for_each(|(origin, value)| found[value.index()].push(origin.index()));
        }
        for value in block_uses(body) {
            found[value.index()].push(block);
        }
    }
    found
}

fn block_uses(block: &Block) -> Vec<ValueId> {
    let mut found: Vec<ValueId> = block.actions.iter().flat_map(|action| uses(&action.kind)).collect();
    match &block.terminator {
        Terminator::Goto(_) | Terminator::Stop(_) => {}
        Terminator::Branch { condition, .. } => found.extend(logical_uses(condition)),
        Terminator::Switch { selector, .. } => found.extend(integer_uses(selector)),
        Terminator::Return(values) => found.extend(values.iter().map(|(_, value)| *value)),
    }
    found
}

/// The operand of a merge for the arc from a block. The operands are in order of the blocks.
pub(super) fn operand(merge: &Merge, origin: usize) -> Option<ValueId> {
    let at = merge.operands.binary_search_by_key(&origin, |(block, _)| block.index()).ok()?;
    Some(merge.operands[at].1)
}
