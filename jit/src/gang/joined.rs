//! Pairs of functions of the same operands, such as SIN and COS of one angle, that one call computes.
//!
//! Both are in one block and under one mask, so that the later result is there where the earlier one is made.

use super::ir::{GangCode, Op, ValueId};
use crate::runtime::{GangFunction, RuntimeFunction};
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// Which calls are joined.
#[derive(Default)]
pub struct JoinedCalls {
    /// For the earlier one of each pair the function of both, and the values of its first and second result.
    pairs: IndexMap<ValueId, (GangFunction, [ValueId; 2])>,
    /// The later ones.
    later: HashSet<ValueId>,
}

/// A function and its result.
type Call = (GangFunction, ValueId);

impl JoinedCalls {
    /// Of a unit. Cost: linear in its operations.
    pub fn compute(code: &GangCode) -> JoinedCalls {
        let mut joined = JoinedCalls::default();
        for block in code.reverse_postorder() {
            // The calls so far that have no partner yet. Only looked up, never walked.
            let mut alone: HashMap<(&[ValueId], ValueId), Vec<Call>> = HashMap::new();
            for value in &code.blocks[block].ops {
                let Op::Runtime { function, operands, mask: Some(mask) } = &code.values[*value].op else { continue };
                let Some(function) = function.for_gang() else { continue };
                let alone = alone.entry((operands, *mask)).or_default();
                let pair = |(place, (earlier, first)): (usize, &Call)| {
                    let in_order = earlier.with(function).map(|both| (place, *first, both, [*first, *value]));
                    in_order.or_else(|| function.with(*earlier).map(|both| (place, *first, both, [*value, *first])))
                };
                match alone.iter().enumerate().find_map(pair) {
                    Some((place, first, both, results)) => {
                        alone.remove(place);
                        joined.pairs.insert(first, (both, results));
                        joined.later.insert(*value);
                    }
                    None => alone.push((function, *value)),
                }
            }
        }
        joined
    }

    /// The function that is called for an operation [`Op::Runtime`]: under a mask that for the gang, if there is one.
    pub fn callee(&self, value: ValueId, function: RuntimeFunction, mask: Option<ValueId>) -> RuntimeFunction {
        match function.for_gang().filter(|_| mask.is_some()) {
            Some(alone) => RuntimeFunction::Gang(self.call(value, alone).0),
            None => function,
        }
    }

    /// What an operation calls, and the values of its results: both of a pair's at the earlier call.
    pub fn call(&self, value: ValueId, alone: GangFunction) -> (GangFunction, Vec<ValueId>) {
        match self.pairs.get(&value) {
            Some((both, results)) => (*both, results.to_vec()),
            None => (alone, vec![value]),
        }
    }

    /// Whether this is the later call of a pair, so that there is nothing to do.
    pub fn is_done(&self, value: ValueId) -> bool {
        self.later.contains(&value)
    }
}
