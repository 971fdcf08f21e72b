//! The loops of gang code.

use super::arcs::{Arc, arcs_to_blocks};
use super::dominators::Dominators;
use crate::gang::ir::{BlockId, GangCode};

/// A loop.
pub struct Loop {
    /// Its blocks, in order: those between its head and the arcs that lead back to it, the head first.
    pub body: Vec<BlockId>,
    /// The arcs that enter it.
    pub entries: Vec<Arc>,
    /// The arcs that lead back to its head.
    pub backs: Vec<Arc>,
}

impl Loop {
    /// The block through which it is entered.
    pub fn head(&self) -> BlockId {
        self.body[0]
    }
}

/// All loops of blocks in this reverse postorder, outer ones before those in them.
pub fn loops(code: &GangCode, order: &[BlockId], dominators: &Dominators) -> Vec<Loop> {
    let arcs = arcs_to_blocks(code, order);
    let heads = order.iter().copied().filter(|block| code.blocks[*block].is_loop_head);
    heads
        .map(|head| {
            let (backs, entries): (Vec<Arc>, Vec<Arc>) =
                arcs[head.index()].iter().copied().partition(|(origin, _)| dominators.dominates(head, *origin));
            let body = body(code, order, &arcs, head, &backs);
            Loop { body, entries, backs }
        })
        .collect()
}

fn body(code: &GangCode, order: &[BlockId], arcs: &[Vec<Arc>], head: BlockId, backs: &[Arc]) -> Vec<BlockId> {
    let mut inside = vec![false; code.blocks.len()];
    inside[head.index()] = true;
    let mut stack: Vec<BlockId> = backs.iter().map(|(origin, _)| *origin).collect();
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut inside[block.index()], true) {
            stack.extend(arcs[block.index()].iter().map(|(origin, _)| *origin));
        }
    }
    order.iter().copied().filter(|block| inside[block.index()]).collect()
}
