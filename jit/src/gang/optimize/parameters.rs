//! Removes block parameters that always have the same value.
//!
//! Requires: valid gang code. Ensures: no parameter has, but for itself, one and the same argument on all arcs. Cost:
//! linear in the arcs' arguments, for each round in which something was found.
//!
//! ```text
//! k1(g5: f64):                       k1:
//!     branch g9, k1(g5), k2   ⟶          branch g9, k1, k2          g5 is g2 from here on
//! k0: jump k1(g2)                    k0: jump k1
//! ```

use crate::gang::ir::{BlockId, GangCode, Op, ValueId};

/// Removes redundant parameters.
pub fn remove_redundant_parameters(code: &mut GangCode) {
    let order = code.reverse_postorder();
    let mut same_as: Vec<Option<ValueId>> = vec![None; code.values.len()];
    while find_round(code, &order, &mut same_as) {}
    drop_parameters(code, &order, &same_as);
    replace_uses(code, &order, &same_as);
}

/// The value that stands for a value.
fn representative(same_as: &[Option<ValueId>], mut value: ValueId) -> ValueId {
    while let Some(other) = same_as[value.index()] {
        value = other;
    }
    value
}

/// One round over all blocks; whether a parameter was found that had not been known to be redundant.
fn find_round(code: &GangCode, order: &[BlockId], same_as: &mut [Option<ValueId>]) -> bool {
    let mut unique: Vec<Option<ValueId>> = vec![None; code.values.len()];
    let mut several = vec![false; code.values.len()];
    for block in order {
        for target in code.blocks[*block].terminator.targets() {
            for (parameter, argument) in code.blocks[target.block].parameters.iter().zip(&target.arguments) {
                let (parameter, argument) = (*parameter, representative(same_as, *argument));
                if argument == parameter {
                    continue;
                }
                match unique[parameter.index()] {
                    None => unique[parameter.index()] = Some(argument),
                    Some(other) => several[parameter.index()] |= other != argument,
                }
            }
        }
    }
    let mut found = false;
    for block in order {
        for parameter in &code.blocks[*block].parameters {
            let index = parameter.index();
            if same_as[index].is_none()
                && !several[index]
                && let Some(argument) = unique[index]
            {
                // The others of this round may have led to this argument: look again.
                let argument = representative(same_as, argument);
                if argument != *parameter {
                    same_as[index] = Some(argument);
                    found = true;
                }
            }
        }
    }
    found
}

fn drop_parameters(code: &mut GangCode, order: &[BlockId], same_as: &[Option<ValueId>]) {
    let keep: Vec<Vec<bool>> = code
        .blocks
        .iter()
        .map(|(_, block)| block.parameters.iter().map(|parameter| same_as[parameter.index()].is_none()).collect())
        .collect();
    retain_parameters(code, order, &keep);
}

/// Keeps the parameters of each block, and the arguments for them, for which `keep` says so.
pub fn retain_parameters(code: &mut GangCode, order: &[BlockId], keep: &[Vec<bool>]) {
    for block in order {
        let mut flags = keep[block.index()].iter();
        code.blocks[*block].parameters.retain(|_| flags.next().is_none_or(|keep| *keep));
        for target in code.blocks[*block].terminator.targets_mut() {
            let mut flags = keep[target.block.index()].iter();
            target.arguments.retain(|_| flags.next().is_none_or(|keep| *keep));
        }
    }
}

/// Replaces each value by the one that stands for it.
pub fn replace_uses(code: &mut GangCode, order: &[BlockId], same_as: &[Option<ValueId>]) {
    for block in order {
        for index in 0..code.blocks[*block].ops.len() {
            let value = code.blocks[*block].ops[index];
            let mut op = std::mem::replace(&mut code.values[value].op, Op::Parameter);
            op.for_each_operand_mut(&mut |operand| *operand = representative(same_as, *operand));
            code.values[value].op = op;
        }
        code.blocks[*block].terminator.for_each_use_mut(&mut |value| *value = representative(same_as, *value));
    }
}
