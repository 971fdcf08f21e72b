//! Removes operations and block parameters that nothing with an effect depends on.
//!
//! Requires: valid gang code. A parameter that is used but to pass itself round a loop goes too. Cost: linear.

use super::parameters::retain_parameters;
use crate::gang::ir::{BlockId, GangCode, Terminator, ValueId};

/// Removes dead code.
pub fn remove_dead_code(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let live = live_values(code, &order);
    let keep: Vec<Vec<bool>> = code
        .blocks
        .iter()
        .map(|(_, block)| block.parameters.iter().map(|parameter| live[parameter.index()]).collect())
        .collect();
    retain_parameters(code, &order, &keep);
    for block in &order {
        code.blocks[*block].ops.retain(|value| live[value.index()]);
    }
}

fn live_values(code: &GangCode, order: &[BlockId]) -> Vec<bool> {
    // For each parameter the arguments passed for it.
    let mut passed: Vec<Vec<ValueId>> = vec![Vec::new(); code.values.len()];
    let mut stack = Vec::new();
    for block in order {
        let data = &code.blocks[*block];
        for target in data.terminator.targets() {
            for (parameter, argument) in code.blocks[target.block].parameters.iter().zip(&target.arguments) {
                passed[parameter.index()].push(*argument);
            }
        }
        match &data.terminator {
            Terminator::Branch { condition: value, .. }
            | Terminator::Switch { selector: value, .. }
            | Terminator::Return(value) => stack.push(*value),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        stack.extend(data.ops.iter().copied().filter(|value| code.values[*value].op.has_effect()));
    }
    let mut live = vec![false; code.values.len()];
    while let Some(value) = stack.pop() {
        if !std::mem::replace(&mut live[value.index()], true) {
            stack.extend(&passed[value.index()]);
            code.values[value].op.for_each_operand(&mut |operand| stack.push(operand));
        }
    }
    live
}
