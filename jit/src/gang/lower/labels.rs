//! Scopes, and the ends of regions that lead to scopes and loops.

use super::state::Pending;
use super::{Lowering, OpenLabel, Task};
use crate::error::JitError;
use crate::gang::ir::{GangType, Op, ValueId};
use crate::runtime::SiteReason;
use forlane_cfg::{self as cfg, Control, LabelId, RegionEnd, RegionId, StopCode};

/// A scope whose body is being lowered.
pub(super) struct ScopeTask {
    outputs: Vec<cfg::ValueId>,
    control: Control,
    /// The lanes active before.
    before: ValueId,
    nonempty: bool,
    /// The failures there were before.
    failures: usize,
    leaves: bool,
}

impl Lowering<'_> {
    /// Starts a scope.
    pub(super) fn start_scope(
        &mut self,
        label: LabelId,
        body: RegionId,
        outputs: &[cfg::ValueId],
        control: Control,
    ) -> Result<(), JitError> {
        let types: Vec<GangType> = outputs.iter().map(|value| self.value_type(*value)).collect();
        let depth = self.open.len();
        let leaves = control != Control::Restored && self.region_facts.leaves(body, depth);
        let failures = self.failures;
        let Some(state) = self.state.as_mut() else { return Ok(()) };
        state.pending.push(Pending { mask: None, values: vec![None; types.len()] });
        self.varying_depth += usize::from(control.is_varying());
        let task = ScopeTask {
            outputs: outputs.to_vec(),
            control,
            before: state.active,
            nonempty: state.nonempty,
            failures,
            leaves,
        };
        self.open.push(OpenLabel { label: Some(label), outputs: types, ..OpenLabel::default() });
        self.tasks.push(Task::Scope(task));
        self.push_region(body);
        Ok(())
    }

    /// After the body of a scope: all ways to its end meet.
    pub(super) fn scope_done(&mut self, task: ScopeTask) -> Result<(), JitError> {
        self.varying_depth -= usize::from(task.control.is_varying());
        let types = self.open.last().map(|open| open.outputs.clone()).unwrap_or_default();
        let (values, pending) = self.close(&types)?;
        let Some(state) = self.state.as_ref() else { return Ok(()) };
        let live = state.live || pending.mask.is_some();
        let (active, was_live) = (state.active, state.live);
        let (merged, values) = if task.control == Control::Restored && was_live && pending.mask.is_some() {
            // The others follow from those that are active, so a mask of those that wait need not be kept.
            (task.before, self.blend_all(active, active, &values, &pending.values))
        } else {
            self.merge_pending(active, was_live, pending, values, &types)
        };
        let fails = self.failures != task.failures;
        let loses_lanes = task.leaves || fails;
        let merged = if task.leaves || !live {
            merged
        } else if fails {
            self.without_failed(task.before)
        } else {
            task.before
        };
        if let Some(state) = self.state.as_mut() {
            state.active = merged;
            state.nonempty = live && task.nonempty && !loses_lanes;
            state.live = live;
        }
        self.define(&task.outputs, &values);
        Ok(())
    }

    /// Closes the innermost label: joins the ways to it with the one on which lowering is, and returns the values
    /// they pass and the lanes that wait for it.
    pub(super) fn close(&mut self, types: &[GangType]) -> Result<(Vec<Option<ValueId>>, Pending), JitError> {
        // What is built for this way alone is not there on the others.
        let mark = self.builder.mark();
        let values = match self.yields.take() {
            Some(yields) => self.passed(&yields, types)?,
            None => vec![None; types.len()],
        };
        self.drop_inactive();
        self.builder.forget(mark);
        let here = self.edge(values);
        let edges = match self.open.last_mut() {
            Some(open) => std::mem::take(&mut open.edges),
            None => Vec::new(),
        };
        let depth = self.open.len();
        let edges = edges.into_iter().chain(here).map(|mut edge| {
            // What waited for labels inside is over.
            edge.state.pending.truncate(depth);
            edge
        });
        let values = self.join(edges.collect(), types);
        self.open.pop();
        let pending = self.state.as_mut().and_then(|state| state.pending.pop()).unwrap_or_default();
        Ok((values, pending))
    }

    /// The lanes that are active or wait, and the values of each.
    pub(super) fn merge_pending(
        &mut self,
        active: ValueId,
        live: bool,
        pending: Pending,
        values: Vec<Option<ValueId>>,
        types: &[GangType],
    ) -> (ValueId, Vec<Option<ValueId>>) {
        debug_assert_eq!(values.len(), types.len());
        match pending.mask {
            None => (active, values),
            Some(mask) if !live => (mask, pending.values),
            Some(mask) => {
                let values = self.blend_all(mask, mask, &pending.values, &values);
                (self.or(Some(mask), active), values)
            }
        }
    }

    /// The end of a region.
    pub(super) fn region_end(&mut self, end: &RegionEnd) -> Result<(), JitError> {
        self.yields = None;
        match end {
            RegionEnd::FallThrough(values) => self.yields = Some(values.clone()),
            RegionEnd::Exit { label, values, control } | RegionEnd::Again { label, values, control } => {
                let Some(depth) = self.open.iter().rposition(|open| open.label == Some(*label)) else {
                    return Err(self.malformed("an exit names no scope or loop around it"));
                };
                self.leave_to(depth, values, *control == Control::Uniform)?;
            }
            RegionEnd::Goto { label, values, .. } => self.goto(*label, values)?,
            RegionEnd::Return(values) => {
                let values: Vec<cfg::ValueId> = values.iter().map(|(_, value)| *value).collect();
                self.leave_to(0, &values, self.varying_depth == 0)?;
            }
            RegionEnd::Stop(code) => self.stop(code),
            RegionEnd::Unreachable => self.nobody_here(),
        }
        Ok(())
    }

    pub(super) fn nobody_here(&mut self) {
        self.state.iter_mut().for_each(|state| state.live = false);
    }

    fn stop(&mut self, code: &StopCode) {
        let site = self.site(SiteReason::from(code));
        let mask = self.active_mask();
        self.builder.effect(Op::Fail { mask, site });
        Self::note_failed(&mut self.builder, self.failed_slot, mask);
        self.failures += 1;
        self.nobody_here();
    }

    /// All active lanes go to the end (or next pass) of an open label: by a jump, or to its pending mask.
    fn leave_to(&mut self, depth: usize, values: &[cfg::ValueId], uniform: bool) -> Result<(), JitError> {
        let types = self.open[depth].outputs.clone();
        let values = self.passed(values, &types)?;
        if uniform {
            if let Some(mut edge) = self.edge(values) {
                edge.state.pending.truncate(depth + 1);
                self.open[depth].edges.push(edge);
            }
            return Ok(());
        }
        let active = self.active_mask();
        let Some(state) = self.state.as_mut() else { return Ok(()) };
        state.live = false;
        let earlier = std::mem::take(&mut state.pending[depth]);
        let pending = match earlier.mask {
            None => Pending { mask: Some(active), values },
            Some(mask) => Pending {
                mask: Some(self.or(Some(mask), active)),
                values: self.blend_all(active, active, &values, &earlier.values),
            },
        };
        self.state.iter_mut().for_each(|state| state.pending[depth] = pending.clone());
        Ok(())
    }
}
