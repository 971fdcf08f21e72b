//! Graphs: each block becomes a block of gang code, whose parameters are its inputs and what else may have changed on
//! the way: the active lanes, if some may have left, and those that wait outside.
//!
//! Lanes jump together, so nothing is blended. Where some may have left, a jump is taken only if any lane is left; else
//! control goes after the graph, where no lane is active, and so on to where the others wait. A jump to a block that
//! does not follow its own may repeat, and looks whether it is interrupted.

use super::loops::Head;
use super::state::{Edge, Guard, Pending, State};
use super::{Lowering, OpenLabel, Task};
use crate::error::JitError;
use crate::gang::ir::{GangType, ValueId};
use forlane_cfg::{self as cfg, Control, GraphBlock, LabelId};
use std::collections::HashMap;

/// A graph whose blocks are being lowered.
pub(super) struct GraphTask<'a> {
    blocks: &'a [GraphBlock],
    heads: Vec<(Head, Vec<GangType>)>,
    numbers: HashMap<LabelId, usize>,
    /// The block that is lowered.
    current: usize,
    /// The state on entry.
    entered: State,
    /// Whether some of the lanes may leave while others stay.
    loses_lanes: bool,
    /// The height of the open labels, the graph's own included.
    depth: usize,
    /// The ways after the graph, on which no lane is active.
    edges: Vec<Edge>,
    guard: Option<Guard>,
    is_varying: bool,
}

impl<'a> Lowering<'a> {
    /// Starts a graph.
    pub(super) fn start_graph(
        &mut self,
        initial: &[cfg::ValueId],
        blocks: &'a [GraphBlock],
        control: Control,
    ) -> Result<(), JitError> {
        let Some(first) = blocks.first() else { return Err(self.malformed("a graph has no block")) };
        let active = self.active_mask();
        let nonempty = self.state.as_ref().is_some_and(|state| state.nonempty);
        let guard = if nonempty { None } else { self.guard(active) };
        let is_varying = control.is_varying();
        let facts = self.region_facts.of_loop(first.label).clone();
        let loses_lanes = facts.loses_lanes();
        let pending = self.left_to(&facts);
        let mut heads = Vec::with_capacity(blocks.len());
        for block in blocks {
            let types: Vec<GangType> = block.inputs.iter().map(|input| self.value_type(*input)).collect();
            let id = self.builder.new_block();
            for (input, ty) in block.inputs.iter().zip(&types) {
                self.values[input.index()] = Some(self.builder.parameter(id, *ty));
            }
            heads.push((Head { block: id, active: is_varying || loses_lanes, pending: pending.clone() }, types));
        }
        let values = self.passed(initial, &heads[0].1)?;
        let Some(entered) = self.state.take() else { return Ok(()) };
        let mut arguments = self.arguments(values, &heads[0].1);
        arguments.extend(self.head_state(&heads[0].0, &entered).into_iter().flatten());
        self.builder.jump(heads[0].0.block, arguments);
        self.varying_depth += usize::from(is_varying);
        self.open.push(OpenLabel { label: Some(first.label), outputs: Vec::new(), ..OpenLabel::default() });
        let numbers = blocks.iter().map(|block| block.label).zip(0..).collect();
        let (depth, edges, current) = (self.open.len(), Vec::new(), 0);
        self.graphs.push(GraphTask {
            blocks,
            heads,
            numbers,
            current,
            entered,
            loses_lanes,
            depth,
            edges,
            guard,
            is_varying,
        });
        self.start_block();
        Ok(())
    }

    /// Lowers the current block of the innermost graph next.
    fn start_block(&mut self) {
        let Some(graph) = self.graphs.last() else { return };
        let (head, _) = &graph.heads[graph.current];
        let body = graph.blocks[graph.current].body;
        let mut state = State { block: head.block, nonempty: true, live: true, ..graph.entered.clone() };
        if head.active {
            state.active = self.builder.parameter(head.block, self.mask);
        }
        for depth in &head.pending {
            let mask = self.builder.parameter(head.block, self.mask);
            let outputs = self.open[*depth].outputs.iter();
            let values = outputs.map(|ty| Some(self.builder.parameter(head.block, *ty))).collect();
            state.pending[*depth] = Pending { mask: Some(mask), values };
        }
        state.pending.push(Pending::default());
        self.resume(state);
        self.tasks.push(Task::GraphBlock);
        self.push_region(body);
    }

    /// What a block gets for its inputs.
    fn arguments(&mut self, values: Vec<Option<ValueId>>, types: &[GangType]) -> Vec<ValueId> {
        let values = values.into_iter().zip(types);
        values.map(|(value, ty)| value.unwrap_or_else(|| self.builder.unread(*ty))).collect()
    }

    /// All active lanes go to a block of the innermost graph.
    pub(super) fn goto(&mut self, label: LabelId, values: &[cfg::ValueId]) -> Result<(), JitError> {
        let target = self.graphs.last().and_then(|graph| {
            let number = *graph.numbers.get(&label)?;
            let (head, types) = &graph.heads[number];
            Some((head.clone(), types.clone(), number <= graph.current, graph.loses_lanes, graph.depth))
        });
        let Some((head, types, is_back, loses_lanes, depth)) = target else {
            return Err(self.malformed("a goto names no block of the graph around it"));
        };
        let values = self.passed(values, &types)?;
        let arguments = self.arguments(values, &types).into_iter().map(Some).collect();
        let Some(mut state) = self.state.take() else { return Ok(()) };
        state.pending.truncate(depth);
        self.jump_to(&head, state, arguments, (loses_lanes, None), is_back);
        self.leave_block();
        Ok(())
    }

    /// Where no lane is active in a block any more, control goes after the graph.
    fn leave_block(&mut self) {
        if self.state.is_none() {
            return;
        }
        self.nobody_here();
        self.drop_inactive_here();
        let edge = self.edge(Vec::new());
        if let Some(graph) = self.graphs.last_mut() {
            graph.edges.extend(edge.map(|mut edge| {
                edge.state.pending.truncate(graph.depth);
                edge
            }));
        }
    }

    /// After the body of a block: the next one, or what is after the graph.
    pub(super) fn block_done(&mut self) {
        self.yields = None;
        self.leave_block();
        if let Some(graph) = self.graphs.last_mut()
            && graph.current + 1 < graph.blocks.len()
        {
            graph.current += 1;
            return self.start_block();
        }
        let Some(graph) = self.graphs.pop() else { return };
        self.varying_depth -= usize::from(graph.is_varying);
        self.join(graph.edges, &[]);
        self.open.pop();
        self.state.iter_mut().for_each(|state| drop(state.pending.pop()));
        if let Some(guard) = graph.guard {
            self.drop_inactive();
            let active = graph.entered.active;
            self.end_guard(guard, active, Vec::new(), Vec::new(), &[]);
        }
        self.nobody_here();
        self.drop_inactive();
    }
}
