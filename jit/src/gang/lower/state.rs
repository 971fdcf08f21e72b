//! What lanes do at a point of the lowering, and the joins of ways on which they do unlike things.

use super::{Lowering, OpenLabel};
use crate::gang::builder::{Builder, Mark};
use crate::gang::ir::{BlockId, GangType, Target, Terminator, ValueId};

/// Where lowering is and what is known of the lanes there.
#[derive(Clone, Debug)]
pub struct State {
    /// The block to which operations are appended.
    pub block: BlockId,
    /// The lanes that run the code.
    pub active: ValueId,
    /// Whether there certainly is such a lane.
    pub nonempty: bool,
    /// Whether there can be such a lane.
    pub live: bool,
    /// For each open label, outermost first, the lanes that wait for its end (scope) or next pass (loop).
    pub pending: Vec<Pending>,
}

/// Lanes that wait.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    /// Which; none at all if there is no mask.
    pub mask: Option<ValueId>,
    /// What they have given as its outputs or next inputs.
    pub values: Vec<Option<ValueId>>,
}

/// A way into a join.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The state at its origin.
    pub state: State,
    /// Which of the targets of the origin's terminator it is; none if the origin is not ended yet.
    pub arm: Option<usize>,
    /// The values that it passes; none for one that no lane will read.
    pub values: Vec<Option<ValueId>>,
}

/// The way around code that is skipped if no lane would run it.
#[derive(Debug)]
pub struct Guard {
    skip: State,
    mark: Mark,
    facts: usize,
}

impl Lowering<'_> {
    /// The way out of the present state, if there is one.
    pub fn edge(&mut self, values: Vec<Option<ValueId>>) -> Option<Edge> {
        let block = self.builder.block;
        let state = self.state.take()?;
        Some(Edge { state: State { block, ..state }, arm: None, values })
    }

    /// Goes on in that state.
    pub fn resume(&mut self, state: State) {
        self.builder.block = state.block;
        self.state = Some(state);
    }

    /// Joins ways; afterwards the state is the common one. Gives their values, of those types.
    pub fn join(&mut self, mut edges: Vec<Edge>, types: &[GangType]) -> Vec<Option<ValueId>> {
        let Some(first) = edges.first() else {
            self.state = None;
            return vec![None; types.len()];
        };
        if edges.len() == 1 && first.arm.is_none() {
            let edge = edges.remove(0);
            self.resume(edge.state);
            return edge.values;
        }
        let block = self.builder.new_block();
        let mut state = State {
            block,
            active: first.state.active,
            nonempty: edges.iter().all(|edge| edge.state.nonempty),
            live: edges.iter().any(|edge| edge.state.live),
            pending: first.state.pending.clone(),
        };
        let mut joiner =
            Joiner { builder: &mut self.builder, edges: &edges, block, arguments: vec![vec![]; edges.len()] };
        let active = joiner.join(self.mask, |edge| Some(edge.state.active));
        state.active = active.unwrap_or(state.active);
        for (depth, open) in self.open.iter().enumerate() {
            joiner.join_pending(depth, open, self.mask, &mut state.pending[depth]);
        }
        let values = types
            .iter()
            .enumerate()
            .map(|(index, ty)| joiner.join(*ty, |edge| edge.values.get(index).copied().flatten()))
            .collect();
        let arguments = joiner.arguments;
        for (edge, arguments) in edges.iter().zip(arguments) {
            self.connect(edge, Target { block, arguments });
        }
        self.resume(state);
        values
    }

    /// Leads an edge to a target.
    pub fn connect(&mut self, edge: &Edge, target: Target) {
        let terminator = &mut self.builder.code.blocks[edge.state.block].terminator;
        match edge.arm {
            None => *terminator = Terminator::Jump(target),
            Some(arm) => {
                if let Some(slot) = terminator.targets_mut().into_iter().nth(arm) {
                    *slot = target;
                }
            }
        }
    }

    /// Starts code that is skipped if no lane of the mask is set.
    pub fn guard(&mut self, mask: ValueId) -> Option<Guard> {
        let condition = self.builder.any(mask);
        if self.builder.code.constant(condition).is_some_and(|bits| bits != 0) {
            return None;
        }
        let mut state = self.state.clone()?;
        let skip = State { block: self.builder.block, ..state.clone() };
        state.block = self.builder.new_block();
        state.nonempty = true;
        let target = |block| Target { block, arguments: Vec::new() };
        // The second target is set when the skipped code ends.
        let terminator = Terminator::Branch { condition, then: target(state.block), otherwise: target(skip.block) };
        self.builder.terminate(terminator);
        self.resume(state);
        Some(Guard { skip, mark: self.builder.mark(), facts: self.facts.len() })
    }

    /// Ends skipped code, at which `values` are given; `skipped` are given on the way around it, on which those lanes
    /// are active.
    pub fn end_guard(
        &mut self,
        guard: Guard,
        active: ValueId,
        values: Vec<Option<ValueId>>,
        skipped: Vec<Option<ValueId>>,
        types: &[GangType],
    ) -> Vec<Option<ValueId>> {
        self.builder.forget(guard.mark);
        self.facts.truncate(guard.facts);
        let edge = self.edge(values);
        let skip = State { active, nonempty: false, ..guard.skip };
        let around = Edge { state: skip, arm: Some(1), values: skipped };
        self.join(edge.into_iter().chain([around]).collect(), types)
    }
}

struct Joiner<'a> {
    builder: &'a mut Builder,
    edges: &'a [Edge],
    block: BlockId,
    arguments: Vec<Vec<ValueId>>,
}

impl Joiner<'_> {
    fn join_pending(&mut self, depth: usize, open: &OpenLabel, mask: GangType, pending: &mut Pending) {
        pending.mask = self.join(mask, |edge| edge.state.pending.get(depth)?.mask);
        for (index, ty) in open.outputs.iter().enumerate() {
            pending.values[index] = self.join(*ty, |edge| *edge.state.pending.get(depth)?.values.get(index)?);
        }
    }

    /// One value of all edges: the common one or a parameter.
    fn join(&mut self, ty: GangType, value: impl Fn(&Edge) -> Option<ValueId>) -> Option<ValueId> {
        let values: Vec<Option<ValueId>> = self.edges.iter().map(&value).collect();
        let first = values[0];
        if values.iter().all(|value| *value == first) {
            return first;
        }
        let mut constants = values.iter().flatten().map(|value| self.builder.code.constant(*value));
        if let Some(Some(bits)) = constants.next()
            && constants.all(|other| other == Some(bits))
            && (bits == 0 || ty.element.is_real() || !values.contains(&None))
        {
            let block = self.block;
            return Some(self.builder.aside(block, |builder| builder.constant(ty, bits)));
        }
        for (edge, (value, arguments)) in self.edges.iter().zip(values.iter().zip(&mut self.arguments)) {
            let value = value.unwrap_or_else(|| self.builder.aside(edge.state.block, |builder| builder.unread(ty)));
            arguments.push(value);
        }
        Some(self.builder.parameter(self.block, ty))
    }
}
