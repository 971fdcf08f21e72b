//! Loops: their heads, the ways that lead back there, and the ways on which all lanes have left.

use super::region_facts::LoopFacts;
use super::state::{Edge, Guard, Pending, State};
use super::{Lowering, OpenLabel, Task};
use crate::error::JitError;
use crate::gang::ir::{BlockId, Element, ExitCopy, GangType, Op, Target, Terminator, ValueId};
use crate::runtime::SiteReason;
use forlane_cfg::{self as cfg, Control, LabelId, LoopInput, RegionId};

/// A loop whose body is being lowered.
pub(super) struct LoopTask {
    label: LabelId,
    head: Head,
    guard: Option<Guard>,
    /// The lanes active before.
    before: ValueId,
    is_varying: bool,
}

/// The head of a loop or of a block of a graph.
#[derive(Clone)]
pub(super) struct Head {
    pub(super) block: BlockId,
    /// Whether the active mask is a parameter, the one after the inputs.
    pub(super) active: bool,
    /// The open labels whose pending lanes are parameters, in order.
    pub(super) pending: Vec<usize>,
}

impl Lowering<'_> {
    /// Starts a loop.
    pub(super) fn start_loop(
        &mut self,
        label: LabelId,
        inputs: &[LoopInput],
        body: RegionId,
        control: Control,
    ) -> Result<(), JitError> {
        let types: Vec<GangType> = inputs.iter().map(|input| self.value_type(input.value)).collect();
        let initial: Vec<cfg::ValueId> = inputs.iter().map(|input| input.initial).collect();
        let before = self.active_mask();
        let nonempty = self.state.as_ref().is_some_and(|state| state.nonempty);
        let guard = if nonempty { None } else { self.guard(before) };
        let mut initial = self.passed(&initial, &types)?;
        if self.is_refilled(label) {
            initial = self.take_kept(initial)?;
        }
        let is_varying = control.is_varying();
        let head = self.open_head(label, is_varying, inputs, &types, initial);
        self.varying_depth += usize::from(is_varying);
        self.open.push(OpenLabel { label: Some(label), outputs: types.clone(), ..OpenLabel::default() });
        if let Some(state) = self.state.as_mut() {
            state.pending.push(Pending { mask: None, values: vec![None; types.len()] });
        }
        self.tasks.push(Task::Loop(LoopTask { label, head, guard, before, is_varying }));
        self.push_region(body);
        Ok(())
    }

    /// Makes the head block of a loop and jumps there: its inputs, and the state that changes in the body, become
    /// parameters.
    fn open_head(
        &mut self,
        label: LabelId,
        is_varying: bool,
        inputs: &[LoopInput],
        types: &[GangType],
        mut arguments: Vec<Option<ValueId>>,
    ) -> Head {
        let facts = self.region_facts.of_loop(label).clone();
        let block = self.builder.new_block();
        self.builder.code.blocks[block].is_loop_head = true;
        for (input, ty) in inputs.iter().zip(types) {
            self.values[input.value.index()] = Some(self.builder.parameter(block, *ty));
        }
        let pending = self.left_to(&facts);
        let head = Head { block, active: is_varying || facts.loses_lanes(), pending };
        let Some(mut state) = self.state.take() else { return head };
        arguments.extend(self.head_state(&head, &state));
        if head.active {
            state.active = self.builder.parameter(block, self.mask);
        }
        for depth in &head.pending {
            let mask = self.builder.parameter(block, self.mask);
            let values: Vec<Option<ValueId>> =
                self.open[*depth].outputs.iter().map(|ty| Some(self.builder.parameter(block, *ty))).collect();
            if head.active && state.pending[*depth].mask.is_none() {
                let copies = values.iter().flatten().map(|copy| ExitCopy { copy: *copy, active: state.active });
                self.builder.code.exit_copies.extend(copies);
            }
            state.pending[*depth] = Pending { mask: Some(mask), values };
        }
        let arguments = arguments.into_iter().flatten().collect();
        self.builder.jump(block, arguments);
        state.block = block;
        state.nonempty = true;
        self.resume(state);
        head
    }

    /// The open labels to which some of the lanes may go from a loop or graph, others staying.
    pub(super) fn left_to(&self, facts: &LoopFacts) -> Vec<usize> {
        let is_left_to = |open: &OpenLabel| match open.label {
            None => facts.returns,
            Some(label) => facts.left_to.contains(&label),
        };
        (0..self.open.len()).filter(|depth| is_left_to(&self.open[*depth])).collect()
    }

    /// The parts of a state that are parameters of a head, in order.
    pub(super) fn head_state(&mut self, head: &Head, state: &State) -> Vec<Option<ValueId>> {
        let mut parts = Vec::new();
        if head.active {
            parts.push(Some(state.active));
        }
        for depth in &head.pending {
            let Pending { mask, values } = &state.pending[*depth];
            parts.push(Some(mask.unwrap_or_else(|| self.builder.truth(self.mask, false))));
            for (value, ty) in values.iter().zip(&self.open[*depth].outputs) {
                parts.push(Some(value.unwrap_or_else(|| self.builder.unread(*ty))));
            }
        }
        parts
    }

    /// After the body of a loop: the ways to its next pass meet and lead back; after it no lane is active.
    pub(super) fn loop_done(&mut self, task: LoopTask) -> Result<(), JitError> {
        self.varying_depth -= usize::from(task.is_varying);
        let types = self.open.last().map(|open| open.outputs.clone()).unwrap_or_default();
        let mut left = self.open.last_mut().map(|open| std::mem::take(&mut open.left)).unwrap_or_default();
        left.extend(self.left_by_all());
        let (values, pending) = self.close(&types)?;
        self.yields = None;
        if let Some(state) = self.state.as_ref() {
            let (active, live) = (state.active, state.live);
            let (active, values) = self.merge_pending(active, live, pending, values, &types);
            let values =
                values.iter().zip(&types).map(|(value, ty)| Some(value.unwrap_or_else(|| self.builder.unread(*ty))));
            let values = values.collect();
            self.go_back(&task, active, values);
        }
        self.join_left(left);
        if let Some(guard) = task.guard {
            self.drop_inactive();
            self.end_guard(guard, task.before, Vec::new(), Vec::new(), &[]);
        }
        self.nobody_here();
        self.drop_inactive();
        Ok(())
    }

    /// The way to the end of a loop's body on which it is known that no lane repeats any more.
    fn left_by_all(&mut self) -> Option<Edge> {
        let state = self.state.as_ref()?;
        let waits = state.pending.last().is_some_and(|pending| pending.mask.is_some());
        if state.live || waits {
            return None;
        }
        self.drop_inactive_here();
        let mut edge = self.edge(Vec::new())?;
        edge.state.pending.pop();
        Some(edge)
    }

    /// Whether a way that leaves no lane active can lead to the end of the loop around it: no lanes wait in between.
    pub(super) fn is_in_loop(&self) -> bool {
        let is_between =
            |task: &&Task| matches!(task, Task::Nodes(..) | Task::Forget(..) | Task::BranchArm(_) | Task::Rest(_));
        matches!(self.tasks.iter().rev().find(|task| !is_between(task)), Some(Task::Loop(_)))
    }

    /// Where no lane is left active on a way that all took together, it leads to the end of the loop around it, if it
    /// can, and no others wait for the next pass; returns whether it does.
    pub(super) fn leave_loop(&mut self) -> bool {
        let edge = if self.is_in_loop() { self.left_by_all() } else { None };
        let is_left = edge.is_some();
        if let Some(open) = self.open.last_mut() {
            open.left.extend(edge);
        }
        is_left
    }

    /// After a loop: joins the ways on which its lanes had all left before the end with that from the back edge.
    fn join_left(&mut self, left: Vec<Edge>) {
        if left.is_empty() {
            return;
        }
        self.drop_inactive_here();
        let tested = self.edge(Vec::new());
        self.join(tested.into_iter().chain(left).collect(), &[]);
    }

    /// The back edge: taken while any lane is active; without a test where some certainly is.
    fn go_back(&mut self, task: &LoopTask, active: ValueId, values: Vec<Option<ValueId>>) {
        let Some(mut state) = self.state.take() else { return };
        state.active = active;
        let loses_lanes = self.region_facts.of_loop(task.label).loses_lanes();
        let least = if self.is_refilled(task.label) { self.least } else { None };
        self.jump_to(&task.head, state, values, (loses_lanes, least), true);
    }

    /// The active lanes go to a head. If there may be none (`loses_lanes`), it is tested whether any is, and the way on
    /// which none is continues here; so does the one on which there are less than `least`, set aside.
    pub(super) fn jump_to(
        &mut self,
        head: &Head,
        mut state: State,
        mut values: Vec<Option<ValueId>>,
        (loses_lanes, least): (bool, Option<ValueId>),
        is_back: bool,
    ) {
        state.live = false;
        if self.builder.code.constant(state.active) == Some(0) {
            // It is unreachable.
            self.state = Some(state);
            return;
        }
        let inputs = values.clone();
        values.extend(self.head_state(head, &state));
        let target = Target { block: head.block, arguments: values.into_iter().flatten().collect() };
        let plain = |block| Target { block, arguments: Vec::new() };
        let mut exit = None;
        if least.is_some() || (loses_lanes && !state.nonempty) {
            let condition = match least {
                Some(least) => self.enough(state.active, least),
                None => self.builder.any(state.active),
            };
            let (around, out) = (self.builder.new_block(), self.builder.new_block());
            self.builder.terminate(Terminator::Branch { condition, then: plain(around), otherwise: plain(out) });
            self.builder.block = around;
            exit = Some(out);
        }
        if is_back && self.around.options.interruptible {
            let condition = self.builder.push(Self::BOOL, Op::Interrupted);
            let stop = self.builder.new_block();
            self.builder.code.blocks[stop].is_cold = true;
            self.builder.terminate(Terminator::Branch { condition, then: plain(stop), otherwise: target });
            self.interrupt(stop);
        } else {
            self.builder.terminate(Terminator::Jump(target));
        }
        if let Some(block) = exit {
            self.resume(State { block, ..state });
            if least.is_some() {
                self.set_aside(&inputs);
            }
        }
    }

    /// Ends the unit for all lanes, in a block of its own.
    fn interrupt(&mut self, block: BlockId) {
        let site = self.site(SiteReason::Interrupted);
        let mask = self.mask;
        self.builder.aside(block, |builder| {
            let bits = builder.push(GangType::uniform(Element::I64), Op::ActiveBits);
            let mask = builder.push(mask, Op::MaskFromBits(bits));
            builder.effect(Op::Fail { mask, site });
            let nobody = builder.integer(0);
            builder.terminate(Terminator::Return(nobody));
        });
    }
}
