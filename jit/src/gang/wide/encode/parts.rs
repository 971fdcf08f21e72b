//! What a block is made of after allocation: its instructions, and moves between them.

use crate::gang::wide::allocate::Allocated;
use crate::gang::wide::machine::{Function, Inst};
use regalloc2::{Allocation, Block, Edit, InstOrEdit, OperandKind};
use std::collections::HashSet;

/// A part of a block.
pub(super) enum Part<'a> {
    Inst(&'a Inst, &'a [Allocation]),
    /// From one place to another.
    Move(Allocation, Allocation),
}

/// The parts of a block. What has anything in it ([`Function::undefined`]) need not be moved.
pub(super) fn parts<'a>(
    function: &'a Function,
    allocated: &'a Allocated,
    block: usize,
) -> impl Iterator<Item = Part<'a>> {
    let mut undefined: HashSet<Allocation> = HashSet::new();
    let all = allocated.output.block_insts_and_edits(&allocated.client.code, Block::new(block));
    all.filter_map(move |part| match part {
        InstOrEdit::Edit(Edit::Move { from, to }) if from == to => None,
        InstOrEdit::Edit(Edit::Move { from, to }) if undefined.contains(from) => {
            undefined.insert(*to);
            None
        }
        InstOrEdit::Edit(Edit::Move { from, to }) => {
            undefined.remove(to);
            Some(Part::Move(*from, *to))
        }
        InstOrEdit::Inst(number) => {
            let (inst, allocations) = (allocated.client.inst(number), allocated.output.inst_allocs(number));
            let operands = &function.operands[inst.operands.start as usize..inst.operands.end as usize];
            let results = operands.iter().zip(allocations).filter(|(operand, _)| operand.kind() == OperandKind::Def);
            for (operand, allocation) in results {
                match function.undefined.contains(&operand.vreg()) {
                    true => undefined.insert(*allocation),
                    false => undefined.remove(allocation),
                };
            }
            Some(Part::Inst(inst, allocations))
        }
    })
}
