//! Under which name a value is known at each block of the region tree, and the values that scopes carry out of loops.
//!
//! A block sees the values of the blocks that dominate it, but for those inside a loop that it stands behind. The scope
//! around such a loop gives those out as outputs under new names: the loop-closed form of SSA, made on the way.

use super::placement::Placement;
use crate::values::{integer_uses, logical_uses, uses};
use forlane_cfg::{Block, Graph, Merge, Terminator, Value, ValueId};
use id_arena::Arena;
use std::collections::HashMap;

/// Names of values and outputs of scopes.
pub(super) struct Routes {
    /// For each block the values that its scope carries out of loops: the name inside, which each exit resolves at its
    /// own place, and the new name.
    pub imports: Vec<Vec<(ValueId, ValueId)>>,
    names: HashMap<(usize, ValueId), ValueId>,
}

impl Routes {
    /// Finds for every use the name of the value there.
    pub fn compute(graph: &Graph, values: &mut Arena<Value>, placement: &Placement) -> Routes {
        let mut routes = Routes { imports: vec![Vec::new(); placement.ids.len()], names: HashMap::new() };
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

    /// The name of a value at the end of a block, and behind its merges.
    pub fn at(&self, block: usize, value: ValueId) -> ValueId {
        self.names.get(&(block, value)).copied().unwrap_or(value)
    }

    /// Goes up the dominator tree to the block whose scope carries the value out, or to its definition.
    fn name_at(
        &mut self,
        value: ValueId,
        definer: usize,
        user: usize,
        values: &mut Arena<Value>,
        placement: &Placement,
        pending: &mut Vec<usize>,
    ) {
        let mut passed = Vec::new();
        let mut block = user;
        let name = loop {
            if block == definer {
                break value;
            }
            if let Some(name) = self.names.get(&(block, value)) {
                break *name;
            }
            passed.push(block);
            if placement.behind[block].is_some_and(|index| placement.contains(index, definer)) {
                let copy = values[value].clone();
                let name = values.alloc(copy);
                self.imports[block].push((value, name));
                pending.extend(placement.forward_predecessors[block].iter().copied());
                break name;
            }
            block = placement.above[block];
        };
        for block in passed {
            self.names.insert((block, value), name);
        }
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

/// The operand of a merge for the arc from a block.
pub(super) fn operand(merge: &Merge, origin: usize) -> Option<ValueId> {
    merge.operands.iter().find(|(block, _)| block.index() == origin).map(|(_, value)| *value)
}
