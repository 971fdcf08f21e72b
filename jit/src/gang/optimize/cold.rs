//! Marks the blocks that are rarely reached: in which lanes fail, data is transferred, or a unit is called that only handles
//! errors ([`Handlers`]); and those that are reached only through such, or lead only to such.
//!
//! Requires: valid gang code. Keeps: all but the marks. Cost: linear in the blocks, for each round in which one was found.

use super::dominators::Dominators;
use crate::gang::ir::{Block, GangCode, Op};
use crate::handlers::Handlers;
use crate::runtime::RuntimeFunction;

/// Marks cold blocks.
pub fn mark_cold(code: &mut GangCode, handlers: &Handlers) {
    let order = code.reverse_postorder();
    let rest = order.get(1..).unwrap_or_default();
    for block in rest {
        code.blocks[*block].is_cold |= is_rare(code, &code.blocks[*block], handlers);
    }
    if rest.iter().all(|block| !code.blocks[*block].is_cold) {
        return;
    }
    let dominators = Dominators::compute(code, &order);
    let mut found = true;
    while found {
        found = false;
        for block in rest.iter().rev() {
            let targets = code.blocks[*block].terminator.targets();
            let leads = !targets.is_empty() && targets.iter().all(|target| code.blocks[target.block].is_cold);
            let follows = dominators.immediate(*block).is_some_and(|above| code.blocks[above].is_cold);
            if (leads || follows) && !code.blocks[*block].is_cold {
                code.blocks[*block].is_cold = true;
                found = true;
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
