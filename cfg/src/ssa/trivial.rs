//! Removes merges whose operands are all one value or the merge itself.

use super::uses::for_each_use_mut;
use crate::graph::{BlockId, Graph};
use crate::unit::ValueId;

/// A merge's place: block and number.
type At = (BlockId, usize);

/// Removes trivial merges, with a worklist, because removing one can make others trivial.
pub fn remove_trivial_merges(graph: &mut Graph, values: usize) {
    let mut replaced: Vec<Option<ValueId>> = vec![None; values];
    let mut users: Vec<Vec<At>> = vec![Vec::new(); values];
    let mut work: Vec<At> = Vec::new();
    for (id, block) in graph.blocks.iter() {
        for (number, merge) in block.merges.iter().enumerate() {
            work.push((id, number));
            merge.operands.iter().for_each(|(_, operand)| users[operand.index()].push((id, number)));
        }
    }
    work.reverse();
    while let Some((block, number)) = work.pop() {
        let merge = &graph.blocks[block].merges[number];
        if replaced[merge.value.index()].is_some() {
            continue;
        }
        let mut only = None;
        let mut operands = merge.operands.iter().map(|(_, operand)| resolve(&mut replaced, *operand));
        let is_trivial = operands.all(|operand| operand == merge.value || *only.get_or_insert(operand) == operand);
        if let Some(only) = only.filter(|_| is_trivial) {
            replaced[merge.value.index()] = Some(only);
            let moved = std::mem::take(&mut users[merge.value.index()]);
            work.extend(&moved);
            users[only.index()].extend(moved);
        }
    }
    for (_, block) in graph.blocks.iter_mut() {
        block.merges.retain(|merge| replaced[merge.value.index()].is_none());
        for_each_use_mut(block, &mut |value| *value = resolve(&mut replaced, *value));
    }
}

/// What a value was replaced by in the end; shortens the chain on the way.
fn resolve(replaced: &mut [Option<ValueId>], value: ValueId) -> ValueId {
    let mut end = value;
    while let Some(next) = replaced[end.index()] {
        end = next;
    }
    let mut at = value;
    while let Some(next) = replaced[at.index()] {
        replaced[at.index()] = Some(end);
        at = next;
    }
    end
}
