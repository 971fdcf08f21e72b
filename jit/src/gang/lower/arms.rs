//! The arms of `if` and `switch`: branches where all lanes agree, otherwise one after the other under masks.

use super::state::{Edge, Guard, State};
use super::{Lowering, Task};
use crate::error::JitError;
use crate::gang::builder::Mark;
use crate::gang::ir::{BinaryOp, Element, GangType, Target, Terminator, UnaryOp, ValueId};
use forlane_cfg::{self as cfg, Case, Control, IntegerExpr, LogicalExpr, RegionEnd, RegionId, Relation};

/// An `if` or `switch` whose arms are run under masks.
pub(super) struct MaskArms {
    /// What is left to run, the next one last: for each arm, which lanes its blends select, and its region.
    arms: Vec<(ValueId, RegionId)>,
    /// The blend mask of the arm that runs.
    pub(super) predicate: ValueId,
    /// The mask it entered with.
    pub(super) entered: ValueId,
    pub(super) guard: Option<Guard>,
    outputs: Vec<cfg::ValueId>,
    types: Vec<GangType>,
    /// The outputs of the arms that were run. They start as what most arms yield and was there before: no arm selects
    /// the lanes of another, so that those which yield it need no blend.
    pub(super) gathered: Vec<Option<ValueId>>,
    /// What they started as.
    pub(super) common: Vec<Option<ValueId>>,
    /// The lanes active before.
    before: ValueId,
    nonempty: bool,
    leaves: bool,
    /// The failures there were before.
    failures: usize,
    /// The lanes that fell through the arms so far, one mask for each arm.
    fallen: Vec<ValueId>,
    /// The lanes that entered arms and did not fall through.
    lost: Vec<ValueId>,
    /// What [`Lowering::arm_start`] was around the arm that runs.
    outer_start: usize,
}

/// An `if` or `switch` with real branches.
pub(super) struct BranchArms {
    /// What is left to lower, the next one last: the block that starts the arm, and its region.
    arms: Vec<(Target, RegionId)>,
    before: State,
    outputs: Vec<cfg::ValueId>,
    types: Vec<GangType>,
    edges: Vec<Edge>,
    /// Where the arm began.
    mark: Mark,
}

impl Lowering<'_> {
    /// Starts an `if`; the arms are then and otherwise.
    pub(super) fn start_if(
        &mut self,
        condition: &LogicalExpr,
        arms: [RegionId; 2],
        outputs: &[cfg::ValueId],
        control: Control,
    ) -> Result<(), JitError> {
        let condition = self.logical(condition)?;
        self.start_if_value(condition, arms, outputs, control)
    }

    /// Starts an `if` whose condition is known as a gang value.
    pub(super) fn start_if_value(
        &mut self,
        condition: ValueId,
        arms: [RegionId; 2],
        outputs: &[cfg::ValueId],
        control: Control,
    ) -> Result<(), JitError> {
        if !self.builder.code.ty(condition).is_varying() {
            let condition = Condition::Branch(condition);
            return self.start_branches(condition, &arms, outputs);
        }
        if control == Control::Uniform {
            return Err(self.malformed("the condition of a uniform if varies"));
        }
        let not = self.builder.unary(UnaryOp::Not, condition);
        self.start_masked(vec![(condition, arms[0]), (not, arms[1])], outputs)
    }

    /// Starts a `switch`.
    pub(super) fn start_switch(
        &mut self,
        selector: &IntegerExpr,
        cases: &[Case<RegionId>],
        default: RegionId,
        outputs: &[cfg::ValueId],
        control: Control,
    ) -> Result<(), JitError> {
        let selector = self.integer(selector)?;
        let is_forced = self.around.options.guarded_chains && control.is_varying();
        if !is_forced && !self.builder.code.ty(selector).is_varying() {
            let arms: Vec<RegionId> = cases.iter().map(|case| case.target).chain([default]).collect();
            let values = cases.iter().map(|case| case.values.clone()).collect();
            return self.start_branches(Condition::Switch(selector, values), &arms, outputs);
        }
        if control == Control::Uniform {
            return Err(self.malformed("the selector of a uniform switch varies"));
        }
        let mut arms = Vec::new();
        let mut any = None;
        for case in cases {
            let mut predicate = None;
            for value in &case.values {
                let ty = GangType::uniform(self.builder.code.ty(selector).element);
                let value = self.builder.constant(ty, *value as u64);
                let equal = self.builder.compare(Relation::Equal, selector, value);
                predicate = Some(self.or(predicate, equal));
            }
            let Some(predicate) = predicate else { continue };
            let predicate = self.coerce(predicate, self.mask)?;
            any = Some(self.or(any, predicate));
            arms.push((predicate, case.target));
        }
        let rest = match any {
            Some(any) => self.builder.unary(UnaryOp::Not, any),
            None => self.builder.truth(self.mask, true),
        };
        arms.push((rest, default));
        self.start_masked(arms, outputs)
    }

    /// The mask, and the lanes of another one if there is one.
    pub(super) fn or(&mut self, mask: Option<ValueId>, more: ValueId) -> ValueId {
        match mask {
            None => more,
            Some(mask) => self.builder.binary(BinaryOp::Or, mask, more),
        }
    }

    fn start_masked(&mut self, mut arms: Vec<(ValueId, RegionId)>, outputs: &[cfg::ValueId]) -> Result<(), JitError> {
        let Some(state) = self.state.as_ref() else { return Ok(()) };
        let (before, nonempty) = (state.active, state.nonempty);
        let depth = self.open.len();
        let leaves = arms.iter().any(|(_, region)| self.region_facts.leaves(*region, depth));
        // Empty arms first: what they yield is known, and need not be passed around the others. The lanes of the arms
        // are disjoint, so that their order does not matter. The next arm is last.
        arms.sort_by_key(|(_, region)| !self.is_empty(*region));
        arms.reverse();
        let types: Vec<GangType> = outputs.iter().map(|value| self.value_type(*value)).collect();
        let gathered = self.common_yields(&arms, &types)?;
        self.varying_depth += 1;
        let task = MaskArms {
            arms,
            predicate: before,
            entered: before,
            guard: None,
            outputs: outputs.to_vec(),
            types,
            common: gathered.clone(),
            gathered,
            before,
            nonempty,
            leaves,
            failures: self.failures,
            fallen: Vec::new(),
            lost: Vec::new(),
            outer_start: self.arm_start,
        };
        self.next_masked_arm(Box::new(task))
    }

    fn is_empty(&self, region: RegionId) -> bool {
        let region = &self.tree.regions[region];
        region.nodes.is_empty() && matches!(region.end, RegionEnd::FallThrough(_))
    }

    /// For each output what most arms yield, of what is there already.
    fn common_yields(
        &mut self,
        arms: &[(ValueId, RegionId)],
        types: &[GangType],
    ) -> Result<Vec<Option<ValueId>>, JitError> {
        let mut common = Vec::with_capacity(types.len());
        for (index, ty) in types.iter().enumerate() {
            let mut counts: Vec<(cfg::ValueId, (usize, bool))> = Vec::new();
            for (_, region) in arms {
                let RegionEnd::FallThrough(yields) = &self.tree.regions[*region].end else { continue };
                let Some(value) = yields.get(index).filter(|value| self.values[value.index()].is_some()) else {
                    continue;
                };
                let by_empty_arm = self.is_empty(*region);
                match counts.iter_mut().find(|(other, _)| other == value) {
                    Some((_, (count, empty))) => (*count, *empty) = (*count + 1, *empty || by_empty_arm),
                    None => counts.push((*value, (1, by_empty_arm))),
                }
            }
            // The first of the most frequent ones, one of an empty arm before others.
            let best = counts.iter().rev().max_by_key(|(_, count)| *count).map(|(value, _)| *value);
            common.push(match best {
                Some(value) => {
                    let value = self.value(value)?;
                    Some(self.coerce(value, *ty)?)
                }
                None => None,
            });
        }
        Ok(common)
    }

    fn next_masked_arm(&mut self, mut task: Box<MaskArms>) -> Result<(), JitError> {
        let Some((predicate, region)) = task.arms.pop() else { return self.end_masked(*task) };
        task.predicate = predicate;
        task.entered = self.builder.binary(BinaryOp::And, task.before, predicate);
        task.guard = if self.region_facts.tests.at_arm(region) { self.guard(task.entered) } else { None };
        let (entered, guarded) = (task.entered, task.guard.is_some());
        if let Some(state) = self.state.as_mut() {
            state.active = entered;
            state.nonempty = guarded;
            state.live = true;
        }
        self.arm_start = self.builder.code.values.len();
        self.tasks.push(Task::MaskArm(task));
        self.push_region(region);
        Ok(())
    }

    /// After an arm: takes its outputs and continues with the next one.
    pub(super) fn mask_arm_done(&mut self, mut task: Box<MaskArms>) -> Result<(), JitError> {
        let yields = self.yields.take();
        if self.state.is_some() && yields.is_none() {
            let none = self.builder.truth(self.mask, false);
            self.state.iter_mut().for_each(|state| state.active = none);
        }
        let falls = yields.is_some();
        let earlier = task.gathered.clone();
        let arm_start = std::mem::replace(&mut self.arm_start, task.outer_start);
        if let Some(yields) = yields {
            let values = self.passed(&yields, &task.types)?;
            self.gather(&mut task, &values, arm_start);
        }
        if let Some(guard) = task.guard.take() {
            let inner = std::mem::take(&mut task.gathered);
            task.gathered = self.end_guard(guard, task.entered, inner.clone(), earlier.clone(), &task.types);
            self.join_bases(&inner, &earlier, &task.gathered);
        }
        if self.state.is_none() {
            // The lanes of this arm repeat for ever; nothing after it is reached.
            self.varying_depth -= 1;
            self.yields = None;
            return Ok(());
        }
        let active = self.active_mask();
        if falls {
            task.fallen.push(active);
        }
        if !falls || active != task.entered {
            task.lost.push(self.builder.binary(BinaryOp::AndNot, task.entered, active));
        }
        self.next_masked_arm(task)
    }

    fn end_masked(&mut self, task: MaskArms) -> Result<(), JitError> {
        self.varying_depth -= 1;
        let loses_lanes = task.leaves || self.failures != task.failures;
        let live = !task.fallen.is_empty();
        let active = if !live {
            self.builder.truth(self.mask, false)
        } else if !loses_lanes {
            task.before
        } else if task.lost.len() < task.fallen.len() {
            task.lost.iter().fold(task.before, |active, lost| self.builder.binary(BinaryOp::AndNot, active, *lost))
        } else {
            let fallen = task.fallen.iter().copied().reduce(|all, more| self.builder.binary(BinaryOp::Or, all, more));
            fallen.unwrap_or(task.before)
        };
        if let Some(state) = self.state.as_mut() {
            state.active = active;
            state.live = live;
            state.nonempty = live && task.nonempty && !loses_lanes;
        }
        self.define(&task.outputs, &task.gathered);
        Ok(())
    }

    /// For each output the first value in the lanes of the mask, else the second. `lanes` are those of the mask that
    /// are active: by them a uniform output is chosen, which all lanes that give it agree on.
    pub(super) fn blend_all(
        &mut self,
        mask: ValueId,
        lanes: ValueId,
        yes: &[Option<ValueId>],
        no: &[Option<ValueId>],
    ) -> Vec<Option<ValueId>> {
        let mut blended = Vec::with_capacity(yes.len());
        for (yes, no) in yes.iter().zip(no) {
            blended.push(match (*yes, *no) {
                (Some(yes), Some(no)) if yes != no => {
                    let mask = if self.builder.code.ty(yes).is_varying() { mask } else { self.builder.any(lanes) };
                    Some(self.builder.blend(mask, yes, no))
                }
                (yes, no) => yes.or(no),
            });
        }
        blended
    }
}

/// What a real branch goes by.
enum Condition {
    Branch(ValueId),
    Switch(ValueId, Vec<Vec<i64>>),
}

impl Lowering<'_> {
    fn start_branches(
        &mut self,
        condition: Condition,
        regions: &[RegionId],
        outputs: &[cfg::ValueId],
    ) -> Result<(), JitError> {
        let targets: Vec<Target> =
            regions.iter().map(|_| Target { block: self.builder.new_block(), arguments: Vec::new() }).collect();
        let mut rest = targets.iter().cloned();
        let terminator = match (condition, rest.next(), rest.next_back()) {
            (Condition::Branch(condition), Some(then), Some(otherwise)) => {
                Terminator::Branch { condition, then, otherwise }
            }
            (Condition::Switch(selector, values), Some(first), Some(default)) => {
                let cases = values.into_iter().zip(std::iter::once(first).chain(rest)).collect();
                Terminator::Switch { selector, cases, default }
            }
            // A switch without cases.
            (_, Some(only), _) => Terminator::Jump(only),
            _ => return Err(self.malformed("a branch without arms")),
        };
        self.builder.terminate(terminator);
        let Some(before) = self.state.take() else { return Ok(()) };
        let types = outputs.iter().map(|value| self.value_type(*value)).collect();
        let arms = targets.into_iter().zip(regions.iter().copied()).rev().collect();
        let task =
            BranchArms { arms, before, outputs: outputs.to_vec(), types, edges: Vec::new(), mark: self.builder.mark() };
        self.next_branch(Box::new(task));
        Ok(())
    }

    fn next_branch(&mut self, mut task: Box<BranchArms>) {
        match task.arms.pop() {
            Some((target, region)) => {
                self.resume(State { block: target.block, ..task.before.clone() });
                task.mark = self.builder.mark();
                self.tasks.push(Task::BranchArm(task));
                self.push_region(region);
            }
            None => {
                let values = self.join(task.edges, &task.types);
                self.define(&task.outputs, &values);
            }
        }
    }

    /// After an arm that was branched to.
    pub(super) fn branch_arm_done(&mut self, mut task: Box<BranchArms>) -> Result<(), JitError> {
        let values = match self.yields.take() {
            Some(yields) => self.passed(&yields, &task.types)?,
            None => vec![None; task.types.len()],
        };
        self.drop_inactive();
        self.builder.forget(task.mark);
        if !self.leave_loop() {
            task.edges.extend(self.edge(values));
        }
        self.next_branch(task);
        Ok(())
    }

    /// Where no lane can be, the active mask is empty.
    pub(super) fn drop_inactive(&mut self) {
        if self.state.as_ref().is_some_and(|state| !state.live) {
            let none = self.builder.truth(self.mask, false);
            self.state.iter_mut().for_each(|state| {
                state.active = none;
                state.nonempty = false;
            });
        }
    }

    /// The same on a way that will meet others, where what is built for this way is not there.
    pub(super) fn drop_inactive_here(&mut self) {
        let mark = self.builder.mark();
        self.drop_inactive();
        self.builder.forget(mark);
    }

    /// The type of a condition for the whole gang.
    pub(super) const BOOL: GangType = GangType::uniform(Element::Bool);
}
