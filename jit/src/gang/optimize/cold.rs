//! Marks the blocks that are rarely reached: in which lanes fail, data is transferred, or a unit is called that only
//! handles errors ([`Handlers`]); and those that are reached only through such, or lead only to such.
//!
//! Requires: valid gang code. Keeps: all but the marks. Cost: linear in the blocks and arcs.

use super::dominators::Dominators;
use crate::gang::ir::{Block, BlockId, GangCode, Op};
use crate::handlers::Handlers;
use crate::runtime::RuntimeFunction;

/// Marks cold blocks.
pub fn mark_cold(code: &mut GangCode, handlers: &Handlers) {
    let order = code.reverse_postorder();
    let rest = order.get(1..).unwrap_or_default();
    let is_cold = |block: &&BlockId| code.blocks[**block].is_cold || is_rare(code, &code.blocks[**block], handlers);
    let mut found: Vec<BlockId> = rest.iter().filter(is_cold).copied().collect();
    if found.is_empty() {
        return;
    }
    let dominators = Dominators::compute(code, &order);
    // Of each block: those that it dominates immediately, those that lead to it, and how many of its targets are not
    // cold.
    let mut below = vec![Vec::new(); code.blocks.len()];
    let (mut before, mut ways) = (below.clone(), vec![0; code.blocks.len()]);
    for block in rest {
        if let Some(above) = dominators.immediate(*block) {
            below[above.index()].push(*block);
        }
        for target in code.blocks[*block].terminator.targets() {
            before[target.block.index()].push(*block);
            ways[block.index()] += 1;
        }
    }
    found.iter().for_each(|block| code.blocks[*block].is_cold = true);
    while let Some(block) = found.pop() {
        let leading = before[block.index()].iter().filter(|origin| {
            ways[origin.index()] -= 1;
            ways[origin.index()] == 0
        });
        for next in leading.chain(&below[block.index()]) {
            if !std::mem::replace(&mut code.blocks[*next].is_cold, true) {
                found.push(*next);
            }
        }
    }
}

fn is_rare(code: &GangCode, block: &Block, handlers: &Handlers) -> bool {
    block.ops.iter().any(|value| match &code.values[*value].op {
        Op::Fail { .. } => true,
        Op::Call { callee, .. } => handlers.contains(&code.callees[*callee as usize].unit),
        Op::Runtime { function, .. } => matches!(
            function,
            RuntimeFunction::IoBeginUnit | RuntimeFunction::IoBeginInternal | RuntimeFunction::IoBeginRequest
        ),
        _ => false,
    })
}
