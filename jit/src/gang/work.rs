//! What the stretches of instrumented code cost by line.

use super::emit::schedule::cost;
use super::ir::{BlockId, GangCode, Op, ValueId};
use crate::counters::{Counter, Place, Work};
use forlane_cfg::Unit;
use std::collections::HashMap;

/// The counters of a unit's code, which come after `first` others. Work that comes before the first counter of its
/// block belongs to the stretch from which control came there first.
pub(super) fn counters(code: &GangCode, unit: &Unit, function: &str, first: usize) -> Vec<Counter> {
    let mut work = vec![Work::default(); code.counters.len()];
    let mut calls = vec![Vec::new(); code.counters.len()];
    let mut entered: HashMap<BlockId, u32> = HashMap::new();
    for block in code.reverse_postorder() {
        let data = &code.blocks[block];
        let counter = |value: &ValueId| match code.values[*value].op {
            Op::Count { counter, .. } => Some(counter),
            _ => None,
        };
        let mut stretch = entered.get(&block).copied().or_else(|| data.ops.iter().find_map(counter));
        for value in &data.ops {
            stretch = counter(value).or(stretch);
            if let (Some(stretch), Op::Call { callee, .. }) = (stretch, &code.values[*value].op) {
                calls[stretch as usize].push(code.callees[*callee as usize].symbol());
            }
            if let (Some(stretch), Some(at), false) = (stretch, code.line(*value), data.is_cold) {
                work[stretch as usize].add(at, cycles(code, *value));
            }
        }
        if let Some(stretch) = stretch {
            data.terminator.targets().iter().for_each(|target| {
                entered.entry(target.block).or_insert(stretch);
            });
        }
    }
    let counters = code.counters.iter().zip(work).zip(calls).map(|((counter, work), calls)| Counter {
        work: work.in_places(unit),
        calls,
        origin: counter.origin.map(|(before, waiting, at)| (first + before as usize, waiting, Place::of(unit, at))),
        function: function.to_owned(),
    });
    counters.collect()
}

/// Half cycles that a unit is busy with an operation on all lanes, in registers of 512 bits at most.
fn cycles(code: &GangCode, value: ValueId) -> u32 {
    /// What a call of the run-time support costs, what a lane of one for a whole gang, and what a call of a unit.
    const FUNCTION: u32 = 40;
    const IN_GANGS: u32 = 6;
    const CALL: u32 = 20;
    let data = &code.values[value];
    match &data.op {
        Op::Runtime { function, mask: Some(_), .. } if function.for_gang().is_some() => IN_GANGS * code.lanes,
        Op::Runtime { mask: Some(_), .. } => FUNCTION * code.lanes,
        Op::Runtime { mask: None, .. } => FUNCTION,
        Op::Call { .. } => CALL,
        Op::Parameter | Op::Constant(_) | Op::Undefined | Op::Count { .. } => 0,
        op if data.ty.is_varying() => cost(op).1 * (code.lanes * data.ty.element.size()).div_ceil(64).max(1),
        op => cost(op).1,
    }
}
