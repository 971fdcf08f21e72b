//! Which quotients and square roots are computed by the divider, and which by reciprocals.
//!
//! The divider does one register at a time, while the units that multiply and add do other work. Where all would wait
//! for it, some of the quotients are made of products and sums: as many as it takes until both have about as much to
//! do. This is counted for each innermost loop, and outside of loops for each block. Square roots are computed by the
//! divider, or by reciprocals, as well.

use super::Selector;
use super::quotients::is_usual;
use crate::gang::ir::{BinaryOp, BlockId, Element, GangCode, GangType, Op, UnaryOp, ValueId};
use crate::gang::optimize::dominators::Dominators;
use crate::gang::optimize::loops::loops;
use crate::gang::wide::isa::WideSet;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// For each division and square root the groups of lanes, as bits, that are computed by reciprocals.
pub(super) type ByReciprocals = HashMap<ValueId, u64>;

/// From this number of groups of lanes on the reciprocal of a divisor that all lanes have in common is worth computing.
const LEAST_GROUPS: usize = 2;
/// The quotients of a block whose divisors all lanes have in common are computed by reciprocals unless there are more
/// operations than this for each division.
const MOST_OPERATIONS: usize = 48;
/// The same for registers with half as many lanes, which are divided in half the time, while more operations are done
/// at once.
const MOST_OPERATIONS_OF_HALF: usize = 12;
/// Code of more operations than this, those of all groups of lanes counted, comes from the second-level cache each
/// time that it is executed, but for its loops, and should not become longer.
const LARGE: usize = 2500;

// Time is in quarters of a cycle of a processor that does two operations on registers in a cycle.

/// What the divider takes for a register of quotients, and of square roots.
const QUOTIENT: u32 = 64;
const ROOT: u32 = 76;
/// What one of them takes of the other units.
const OF_DIVIDER: u32 = 3;
/// What a register of quotients takes of them by a reciprocal that is the same for all lanes.
const BY_COMMON: u32 = 16;
/// What it takes by those of each lane's divisors, and what computing these takes.
const BY_OWN: u32 = 14;
const RECIPROCAL: u32 = 22;
/// What a register of square roots takes by reciprocals.
const ROOT_BY_OWN: u32 = 32;

/// Chooses for a number of groups of lanes. `others` are done in another way without the divider.
pub(super) fn share(code: &GangCode, set: WideSet, groups: usize, others: &HashSet<ValueId>) -> ByReciprocals {
    let order = code.reverse_postorder();
    let mut found = ByReciprocals::new();
    for block in &order {
        share_common(code, *block, (set, groups), others, &mut found);
    }
    if set.has_slow_divider() {
        share_own(code, &order, groups, others, &mut found);
    }
    found
}

/// Chooses those of a block whose divisors all lanes have in common.
fn share_common(
    code: &GangCode,
    block: BlockId,
    (set, groups): (WideSet, usize),
    others: &HashSet<ValueId>,
    found: &mut ByReciprocals,
) {
    let most = if set.has_mask_registers() { MOST_OPERATIONS } else { MOST_OPERATIONS_OF_HALF };
    let ops = &code.blocks[block].ops;
    let operations = ops.iter().filter(|value| code.ty(**value).is_varying()).count();
    let divisions = ops.iter().filter(|value| is_slow(code, **value) && !others.contains(*value)).count();
    if operations > most * divisions {
        return;
    }
    for value in ops {
        let Op::Binary(BinaryOp::Divide, _, divisor) = code.values[*value].op else { continue };
        let is_common = match (code.constant(divisor), &code.values[divisor].op) {
            (Some(bits), _) => is_usual(bits),
            (None, Op::Splat(_)) => groups >= LEAST_GROUPS,
            (None, _) => false,
        };
        if is_common && code.ty(*value) == GangType::varying(Element::F64) && !others.contains(value) {
            found.insert(*value, u64::MAX >> (64 - groups));
        }
    }
}

/// Whether an operation keeps the divider busy.
fn is_slow(code: &GangCode, value: ValueId) -> bool {
    let is_divider = matches!(code.values[value].op, Op::Binary(BinaryOp::Divide, ..) | Op::Unary(UnaryOp::Sqrt, _));
    is_divider && code.ty(value).is_varying() && code.ty(value).element.is_real()
}

/// Chooses quotients whose divisors each lane has its own of, and roots, but for blocks that are rarely reached.
fn share_own(code: &GangCode, order: &[BlockId], groups: usize, others: &HashSet<ValueId>, found: &mut ByReciprocals) {
    let loops = loops(code, order, &Dominators::compute(code, order));
    // Inner loops come after those that they are in.
    let heads: HashMap<BlockId, BlockId> =
        loops.iter().flat_map(|inner| inner.body.iter().map(|block| (*block, inner.head()))).collect();
    let operations: usize = order.iter().map(|block| code.blocks[*block].ops.len()).sum();
    let is_large = operations * groups > LARGE;
    let mut parts: IndexMap<BlockId, Part> = IndexMap::new();
    for block in order.iter().filter(|block| !code.blocks[**block].is_cold) {
        let head = heads.get(block);
        let part = parts.entry(*head.unwrap_or(block)).or_default();
        let mut by_divisor: IndexMap<ValueId, Vec<ValueId>> = IndexMap::new();
        let mut slow = Vec::new();
        for value in &code.blocks[*block].ops {
            match code.values[*value].op {
                _ if others.contains(value) || found.contains_key(value) => part.others += BY_COMMON,
                Op::Binary(BinaryOp::Divide, _, divisor)
                    if code.ty(*value) == GangType::varying(Element::F64) && is_own(code, divisor) =>
                {
                    by_divisor.entry(divisor).or_default().push(*value);
                }
                Op::Unary(UnaryOp::Sqrt, _) if code.ty(*value) == GangType::varying(Element::F64) => {
                    slow.push(Slow { values: vec![*value], divider: ROOT, others: ROOT_BY_OWN });
                }
                _ => part.others += time(code, *value),
            }
        }
        if head.is_some() || !is_large {
            part.slow.extend(slow);
            part.slow.extend(by_divisor.into_values().map(Slow::quotients));
        }
    }
    for part in parts.into_values() {
        part.balance(groups, found);
    }
}

/// Whether each lane has its own divisor.
fn is_own(code: &GangCode, divisor: ValueId) -> bool {
    !matches!(code.values[divisor].op, Op::Constant(_) | Op::Splat(_))
}

/// What an operation on a group of lanes takes of the units that the divider is not one of. Calls are not counted:
/// what is before and after them is not done beside them.
fn time(code: &GangCode, value: ValueId) -> u32 {
    let data = &code.values[value];
    match &data.op {
        _ if !data.ty.is_varying() => 0,
        Op::Parameter | Op::Constant(_) | Op::Splat(_) | Op::Load { .. } | Op::LoadEach { .. } | Op::Runtime { .. } => {
            0
        }
        Op::Compare(..) | Op::Outside(..) => 2,
        _ if data.ty.element.is_mask() => 1,
        Op::Gather { .. } | Op::Lookup { .. } => 8,
        _ => 2,
    }
}

/// Divisions of a block by one divisor, or a square root.
struct Slow {
    values: Vec<ValueId>,
    /// What the divider takes for a group of lanes.
    divider: u32,
    /// What the other units take instead.
    others: u32,
}

impl Slow {
    fn quotients(values: Vec<ValueId>) -> Slow {
        let count = values.len() as u32;
        Slow { values, divider: QUOTIENT * count, others: RECIPROCAL + BY_OWN * count }
    }

    /// What the other units take for the divider.
    fn of_divider(&self) -> u32 {
        OF_DIVIDER * self.values.len() as u32
    }
}

/// What is counted together.
#[derive(Default)]
struct Part {
    slow: Vec<Slow>,
    /// What the other units have to do besides, for a group of lanes.
    others: u32,
}

impl Part {
    /// Moves as much from the divider to the other units as makes the longer one of their times shorter.
    fn balance(mut self, groups: usize, found: &mut ByReciprocals) {
        let mut divider = self.slow.iter().map(|slow| slow.divider).sum::<u32>() * groups as u32;
        let of_divider: u32 = self.slow.iter().map(Slow::of_divider).sum();
        let mut others = (self.others + of_divider) * groups as u32;
        // What relieves the divider most for what it takes comes first.
        let cost = |slow: &Slow| (100 * (slow.others - slow.of_divider()) / slow.divider, slow.divider);
        self.slow.sort_by_key(cost);
        for alike in self.slow.chunk_by(|one, other| cost(one) == cost(other)) {
            let (less, more) = (alike[0].divider, alike[0].others - alike[0].of_divider());
            let steps = alike.len() * groups;
            let mut moved = 0;
            // The last one has to gain half of its time.
            while moved < steps && divider.max(others) >= (divider - less).max(others + more) + less / 2 {
                (divider, others, moved) = (divider - less, others + more, moved + 1);
            }
            // They are dealt out evenly.
            let is_moved = |step: usize| step * moved / steps != (step + 1) * moved / steps;
            for (number, slow) in alike.iter().enumerate() {
                let bits = (0..groups).filter(|group| is_moved(number * groups + group)).map(|group| 1 << group).sum();
                found.extend(slow.values.iter().map(|value| (*value, bits)));
            }
        }
    }
}

impl Selector<'_> {
    /// Whether a group of the quotients of a division, or of square roots, is computed by reciprocals.
    pub(super) fn is_by_reciprocals(&self, value: ValueId, group: usize) -> bool {
        self.by_reciprocals.get(&value).is_some_and(|groups| groups >> group & 1 == 1)
    }
}
