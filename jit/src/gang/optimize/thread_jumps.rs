//! Leads jumps to blocks that do nothing but jump on to where those lead.
//!
//! Requires: valid gang code. Ensures: no empty block, but for heads of loops, passes on only its own parameters and
//! what is known before it. Invalidates: dominators. Cost: linear in the arcs' arguments, times the length of chains.
//!
//! ```text
//! k1: branch g9, k2, k3(g5)               k1: branch g9, k2, k4(g5, g7)
//! k3(g6: f64): jump k4(g6, g7)     ⟶
//! ```

use crate::gang::ir::{BlockId, GangCode, Target, Terminator, ValueId};

/// Threads jumps.
pub fn thread_jumps(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let through = empty_blocks(code, &order);
    // Where the empty blocks lead is settled first, the last ones before those that lead there.
    for block in order.into_iter().rev() {
        let mut terminator = std::mem::replace(&mut code.blocks[block].terminator, Terminator::Unreachable);
        for target in terminator.targets_mut() {
            if through[target.block.index()] && target.block != block {
                follow(code, target);
            }
        }
        code.blocks[block].terminator = terminator;
    }
}

/// Leads a target to where the empty block that it names leads.
fn follow(code: &GangCode, target: &mut Target) {
    let Terminator::Jump(next) = &code.blocks[target.block].terminator else { return };
    let parameters = &code.blocks[target.block].parameters;
    let passed = |value: &ValueId| match parameters.iter().position(|parameter| parameter == value) {
        Some(index) => target.arguments[index],
        None => *value,
    };
    let arguments = next.arguments.iter().map(passed).collect();
    *target = Target { block: next.block, arguments };
}

/// For each block whether it is empty and nothing else uses its parameters.
fn empty_blocks(code: &GangCode, order: &[BlockId]) -> Vec<bool> {
    let mut uses = vec![0usize; code.values.len()];
    for block in order {
        let data = &code.blocks[*block];
        for value in &data.ops {
            code.values[*value].op.for_each_operand(&mut |operand| uses[operand.index()] += 1);
        }
        data.terminator.clone().for_each_use_mut(&mut |value| uses[value.index()] += 1);
    }
    let is_empty = |data: &crate::gang::ir::Block| {
        let Terminator::Jump(next) = &data.terminator else { return false };
        let own = |parameter: &ValueId| next.arguments.iter().filter(|argument| *argument == parameter).count();
        data.ops.is_empty()
            && !data.is_loop_head
            && !data.is_cold
            && data.parameters.iter().all(|parameter| uses[parameter.index()] == own(parameter))
    };
    code.blocks.iter().map(|(_, data)| is_empty(data)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{Element, GangType, Op};
    use crate::gang::verify::verify;

    /// Of a chain of two empty blocks nothing is left; their parameters pass what was passed to them.
    #[test]
    fn chains_of_empty_blocks_are_skipped() {
        let ty = GangType::uniform(Element::I64);
        let mut builder = Builder::new("chain", 8);
        let bits = builder.push(ty, Op::ActiveBits);
        let blocks = [builder.new_block(), builder.new_block(), builder.new_block()];
        let entry = builder.block;
        let parameters = blocks.map(|block| builder.parameter(block, ty));
        builder.jump(blocks[0], vec![bits]);
        for index in 0..2 {
            builder.block = blocks[index];
            builder.jump(blocks[index + 1], vec![parameters[index]]);
        }
        builder.block = blocks[2];
        builder.terminate(Terminator::Return(parameters[2]));
        let mut code = builder.code;
        thread_jumps(&mut code);
        assert_eq!(verify(&code), Ok(()));
        assert_eq!(code.reverse_postorder(), [entry, blocks[2]]);
        assert_eq!(code.blocks[entry].terminator.targets()[0].arguments, [bits]);
    }
}
