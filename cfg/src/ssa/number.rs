//! Numbers values in the order of their definitions, block by block.

use super::uses::{for_each_definition_mut, for_each_use_mut};
use crate::analysis::ReversePostorder;
use crate::graph::Graph;
use crate::unit::{Value, ValueId};
use id_arena::Arena;

/// Renumbers all values of the graph by the reverse postorder of their definitions; returns the arena that holds them.
pub fn number_values(graph: &mut Graph, mut values: Arena<Value>) -> Arena<Value> {
    let mut old: Vec<Option<Value>> = std::mem::take(&mut values).into_iter().map(|(_, value)| Some(value)).collect();
    let mut names: Vec<Option<ValueId>> = vec![None; old.len()];
    for block in ReversePostorder::compute(graph).blocks {
        for_each_definition_mut(&mut graph.blocks[block], &mut |value| {
            if let Some(moved) = old[value.index()].take() {
                let name = values.alloc(moved);
                names[value.index()] = Some(name);
                *value = name;
            }
        });
    }
    for (_, block) in graph.blocks.iter_mut() {
        for_each_use_mut(block, &mut |value| *value = names[value.index()].unwrap_or(*value));
    }
    values
}
