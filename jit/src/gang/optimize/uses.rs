//! Where the values of gang code are used.

use crate::gang::ir::{BlockId, GangCode, ValueId};

/// For each value its uses in blocks that can be reached.
pub struct Uses {
    /// The operations that it is an operand of, once for each operand.
    pub users: Vec<Vec<ValueId>>,
    /// How often the ends of blocks name it.
    pub passed: Vec<usize>,
}

impl Uses {
    /// Of the blocks in this order.
    pub fn compute(code: &GangCode, order: &[BlockId]) -> Uses {
        let mut uses = Uses { users: vec![Vec::new(); code.values.len()], passed: vec![0; code.values.len()] };
        for block in order {
            let data = &code.blocks[*block];
            for value in &data.ops {
                code.values[*value].op.for_each_operand(&mut |operand| uses.users[operand.index()].push(*value));
            }
            data.terminator.clone().for_each_use_mut(&mut |value| uses.passed[value.index()] += 1);
        }
        uses
    }
}
