//! The order in which the operations of a run are emitted: list scheduling, a few lanes at a time.
//!
//! A step does one operation for one group of lanes. The first group goes ahead, along its critical path; where it
//! would wait for a result, the next group fills in, so that the processor, of which only some hundred instructions can
//! wait at a time, finds independent work. Once the results that are still needed fill the registers, steps that free
//! some go first. Steps that touch memory keep their order within a group; lanes of unlike groups share none.
//!
//! Cost: O(n·r) for n steps, of which r are ready at a time; runs are cut at [`MOST_OPERATIONS`].

use crate::gang::ir::{BinaryOp, GangCode, Op, UnaryOp, ValueId};
use std::cmp::Reverse;

/// Longer runs are scheduled in parts.
pub(super) const MOST_OPERATIONS: usize = 400;
/// How many registers results may take before steps that free some go first; the others are for constants and for what
/// lives longer than the run.
const REGISTERS: i32 = 14;
/// By how many half cycles a group of lanes should be ahead of the next one.
const LEAD: i64 = 40;

/// An operation of a run.
#[derive(Debug, Default)]
struct Node {
    /// Operations of the run that it waits for, each once.
    operands: Vec<usize>,
    /// Those that wait for it.
    users: Vec<usize>,
    /// Until its result is there, in half cycles.
    latency: u32,
    /// How long it takes to issue, in half cycles.
    issue: u32,
    /// The longest way from its start to the end of the run.
    height: u32,
    /// Registers of its result for a group of lanes.
    registers: i32,
    /// Whether its result is used after the run.
    stays: bool,
}

/// A step that could be done next.
#[derive(Clone, Copy, Debug)]
struct Ready {
    node: usize,
    group: usize,
    /// When its operands are there.
    at: u32,
}

/// The steps of a run for a number of groups of lanes, in order: operation and group. `uses` says how often each
/// value is used in the code.
pub(super) fn schedule(
    code: &GangCode,
    uses: &[u32],
    run: &[ValueId],
    lanes: u32,
    groups: usize,
) -> Vec<(ValueId, usize)> {
    let nodes = nodes(code, uses, run, lanes);
    let mut waiting: Vec<Vec<usize>> = vec![nodes.iter().map(|node| node.operands.len()).collect(); groups];
    let mut start = vec![vec![0; nodes.len()]; groups];
    let mut unused: Vec<Vec<usize>> = vec![nodes.iter().map(|node| node.users.len()).collect(); groups];
    let mut ready: Vec<Ready> = Vec::new();
    for group in 0..groups {
        let first = nodes.iter().enumerate().filter(|(_, node)| node.operands.is_empty());
        ready.extend(first.map(|(node, _)| Ready { node, group, at: 0 }));
    }
    let (mut time, mut pressure) = (0u32, 0i32);
    let mut steps = Vec::with_capacity(run.len() * groups);
    while let Some(index) = best(&nodes, &ready, &unused, time, pressure) {
        let Ready { node, group, at } = ready.swap_remove(index);
        steps.push((run[node], group));
        pressure += growth(&nodes, &unused[group], node);
        time = time.max(at) + nodes[node].issue;
        for operand in &nodes[node].operands {
            unused[group][*operand] -= 1;
        }
        for user in &nodes[node].users {
            start[group][*user] = start[group][*user].max(time + nodes[node].latency);
            waiting[group][*user] -= 1;
            if waiting[group][*user] == 0 {
                ready.push(Ready { node: *user, group, at: start[group][*user] });
            }
        }
    }
    steps
}

/// The next step: one for which there are registers, that can start first, on the longest way to the end (the next
/// group is after), the first in order.
fn best(nodes: &[Node], ready: &[Ready], unused: &[Vec<usize>], time: u32, pressure: i32) -> Option<usize> {
    let rank = |(_, step): &(usize, &Ready)| {
        let more = growth(nodes, &unused[step.group], step.node);
        let is_crowded = more > 0 && pressure + more > REGISTERS;
        let height = i64::from(nodes[step.node].height) - step.group as i64 * LEAD;
        (is_crowded, step.at.max(time), Reverse(height), step.node)
    };
    ready.iter().enumerate().min_by_key(rank).map(|(index, _)| index)
}

/// How many registers more are taken after a step.
fn growth(nodes: &[Node], unused: &[usize], node: usize) -> i32 {
    let freed = |operand: &&usize| unused[**operand] == 1 && !nodes[**operand].stays;
    let freed: i32 = nodes[node].operands.iter().filter(freed).map(|operand| nodes[*operand].registers).sum();
    nodes[node].registers - freed
}

fn nodes(code: &GangCode, uses: &[u32], run: &[ValueId], lanes: u32) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::with_capacity(run.len());
    // Places in the run by value, sorted, and the last step that touched memory.
    let mut places: Vec<(usize, usize)> = run.iter().enumerate().map(|(place, value)| (value.index(), place)).collect();
    places.sort_unstable();
    let mut last_access = None;
    for (place, value) in run.iter().enumerate() {
        let data = &code.values[*value];
        let mut operands = Vec::new();
        data.op.for_each_operand(&mut |operand| {
            if let Ok(found) = places.binary_search_by_key(&operand.index(), |(value, _)| *value) {
                operands.push(places[found].1);
            }
        });
        if !data.op.is_pure() {
            operands.extend(last_access.replace(place));
        }
        operands.sort_unstable();
        operands.dedup();
        for operand in &operands {
            nodes[*operand].users.push(place);
        }
        let (latency, cycles) = cost(&data.op);
        let registers = (lanes * data.ty.element.size()).div_ceil(16);
        let issue = cycles * registers.max(1);
        let node = Node { operands, latency, issue, registers: registers as i32, ..Node::default() };
        nodes.push(node);
    }
    for place in (0..nodes.len()).rev() {
        let below = nodes[place].users.iter().map(|user| nodes[*user].height).max().unwrap_or(0);
        nodes[place].height = below + nodes[place].latency;
        nodes[place].stays = uses[run[place].index()] > nodes[place].users.len() as u32;
    }
    nodes
}

/// Latency in half cycles, and how many of two units' half cycles a register takes.
pub(in crate::gang) fn cost(op: &Op) -> (u32, u32) {
    match op {
        Op::Binary(BinaryOp::Divide | BinaryOp::Remainder, ..) => (28, 8),
        Op::Unary(UnaryOp::Sqrt, _) => (36, 8),
        Op::Unary(UnaryOp::Truncate, _) => (16, 2),
        Op::Unary(..) | Op::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::AndNot, ..) => (2, 1),
        Op::Blend(..) => (6, 2),
        Op::Convert(_) | Op::Lookup { .. } | Op::MaskFromBits(_) => (8, 2),
        Op::Load { .. } => (12, 1),
        Op::Gather { .. } => (24, 6),
        Op::Store { .. } | Op::Scatter { .. } => (2, 2),
        _ => (8, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gang::builder::Builder;
    use crate::gang::ir::{Element, GangType};

    /// Two long chains: every step is done once, after its operands, and the lanes that are after begin before those
    /// ahead have come to their end.
    #[test]
    fn groups_overlap_and_keep_the_order_of_operands() {
        let mut builder = Builder::new("chains", 8);
        let block = builder.block;
        let x = builder.parameter(block, GangType::varying(Element::F64));
        let (mut a, mut b) = (x, x);
        for _ in 0..20 {
            a = builder.binary(BinaryOp::Multiply, a, x);
            b = builder.binary(BinaryOp::Add, b, a);
        }
        let code = builder.code;
        let run = code.blocks[block].ops.clone();
        let uses = vec![1; code.values.len()];
        let steps = schedule(&code, &uses, &run, 4, 2);
        assert_eq!(steps.len(), run.len() * 2);
        let place = |value: ValueId, group| steps.iter().position(|step| *step == (value, group));
        for value in &run {
            for group in 0..2 {
                let own = place(*value, group);
                assert!(own.is_some());
                code.values[*value].op.for_each_operand(&mut |operand| assert!(place(operand, group) < own));
            }
        }
        assert!(place(run[0], 1) < place(run[run.len() - 1], 0));
    }
}
