//! Walks a gang through a region tree: one lane alone, or all together under masks.
//!
//! Notation: *active* are the lanes that do what comes next. Each other lane that has entered the unit waits in
//! exactly one place, or has left:
//! - an open `if` or `switch`: lanes waiting for their arm, and lanes that completed one;
//! - an open `scope`: its pending mask, the lanes that have exited to its end;
//! - an open `loop`: the lanes that have said `again`;
//! - an open `graph`: for each block the lanes that go there; before masks are assigned these may be several, and the
//!   first block runs first;
//! - returned; or ended by a failure, a STOP, or for lack of fuel.
//!
//! That these masks are disjoint, and together the lanes that have entered, is checked before every step. At
//! [`Stage::Masked`](forlane_cfg::Stage::Masked) so is what the tree says of its control: at a uniform construct all
//! active lanes agree, and nothing waits between a uniform `exit` or `again` and its target.

mod rules;

use super::machine::Machine;
use super::mask::Mask;
use super::outcome::{InterpreterError, LaneStatus};
use forlane_cfg::region::{Control, GraphBlock, LabelId, LoopInput, Node, NodeKind, RegionEnd, RegionId, RegionTree};
use forlane_cfg::unit::{SourceLine, Unit, ValueId};

/// A construct that the walk is in, and the lanes that wait there.
enum OpenConstruct<'p> {
    /// A region, of which the nodes before `next` are done.
    Region { region: RegionId, next: usize },
    /// An `if` or a `switch`.
    Arms { waiting: Vec<(RegionId, Mask)>, completed: Mask, outputs: &'p [ValueId], at: SourceLine },
    /// A scope.
    Scope { label: LabelId, entered: Mask, pending: Mask, outputs: &'p [ValueId], control: Control, at: SourceLine },
    /// A loop; `riding` are the lanes that took the current turn.
    Loop {
        label: LabelId,
        again: Mask,
        riding: Mask,
        inputs: &'p [LoopInput],
        body: RegionId,
        control: Control,
        at: SourceLine,
    },
    /// A graph; `riding` are the lanes that run the current block.
    Graph { waiting: Vec<Mask>, riding: Mask, blocks: &'p [GraphBlock], control: Control, at: SourceLine },
}

/// A walk of a gang through the tree of a unit.
struct TreeExecution<'m, 'p> {
    machine: &'m mut Machine<'p>,
    unit: &'p Unit,
    tree: &'p RegionTree,
    entered: Mask,
    active: Mask,
    returned: Mask,
    open: Vec<OpenConstruct<'p>>,
}

impl<'p> Machine<'p> {
    /// Walks from the root of a tree; the result is the lanes that returned.
    pub fn walk_tree(&mut self, unit: &'p Unit, tree: &'p RegionTree, lanes: Mask) -> Result<Mask, InterpreterError> {
        let returned = Mask::EMPTY;
        let mut walk =
            TreeExecution { machine: self, unit, tree, entered: lanes, active: lanes, returned, open: Vec::new() };
        walk.enter_region(tree.root);
        while walk.step()? {}
        Ok(walk.returned)
    }
}

impl<'p> TreeExecution<'_, 'p> {
    /// One step; false at the end.
    fn step(&mut self) -> Result<bool, InterpreterError> {
        self.check_partition()?;
        match self.open.pop() {
            None => return Ok(false),
            Some(OpenConstruct::Region { region, next }) => self.go_on(region, next)?,
            Some(OpenConstruct::Arms { waiting, completed, outputs, at }) => {
                self.next_arm(waiting, completed, outputs, at)?
            }
            Some(OpenConstruct::Scope { entered, pending, outputs, control, at, .. }) => {
                let is_lost = entered.without(self.ended()) != self.active.or(pending);
                if control == Control::Restored && self.is_masked() && is_lost {
                    return self.broken(at, "lanes that entered a scope that restores its mask left it elsewhere");
                }
                if control == Control::Uniform && self.is_masked() && !self.active.is_empty() && !pending.is_empty() {
                    return self.broken(at, "lanes wait at the end of a uniform scope");
                }
                self.active = self.active.or(pending);
                self.machine.check_uniform(self.unit, at, outputs, self.active)?;
            }
            Some(OpenConstruct::Loop { label, again, riding, inputs, body, control, at }) => {
                let left = riding.without(again).without(self.ended());
                if control == Control::Uniform && self.is_masked() && !again.is_empty() && !left.is_empty() {
                    return self.broken(at, "some lanes leave a uniform loop, others do not");
                }
                if !again.is_empty() {
                    let values: Vec<ValueId> = inputs.iter().map(|input| input.value).collect();
                    self.machine.check_uniform(self.unit, at, &values, again)?;
                    self.open.push(OpenConstruct::Loop {
                        label,
                        again: Mask::EMPTY,
                        riding: again,
                        inputs,
                        body,
                        control,
                        at,
                    });
                    self.active = again;
                    self.enter_region(body);
                }
            }
            Some(OpenConstruct::Graph { waiting, riding, blocks, control, at }) => {
                self.next_block(waiting, riding, blocks, control, at)?;
            }
        }
        Ok(true)
    }

    fn enter_region(&mut self, region: RegionId) {
        for lane in self.active.lanes() {
            self.machine.lanes[lane].blocks += 1;
        }
        self.open.push(OpenConstruct::Region { region, next: 0 });
    }

    /// Goes on in a region; idle lanes evaluate nothing, and without active ones the rest of the region is passed over.
    fn go_on(&mut self, id: RegionId, next: usize) -> Result<(), InterpreterError> {
        if self.active.is_empty() {
            return Ok(());
        }
        let region = &self.tree.regions[id];
        match region.nodes.get(next) {
            Some(node) => {
                self.open.push(OpenConstruct::Region { region: id, next: next + 1 });
                self.node(node)
            }
            None => self.end(&region.end, region.at),
        }
    }

    fn node(&mut self, node: &'p Node) -> Result<(), InterpreterError> {
        if let NodeKind::Action(action) = &node.kind {
            self.active = self.machine.perform(self.unit, action, self.active)?;
            return Ok(());
        }
        self.active = self.machine.burn(self.active);
        let (unit, at) = (self.unit, node.at);
        match &node.kind {
            NodeKind::If { condition, then, otherwise, outputs, control } => {
                let chosen =
                    self.machine.evaluate_all(unit, at, self.active, |evaluator| evaluator.logical(condition))?;
                let arms = [(*then, true), (*otherwise, false)];
                let arms = arms.map(|(arm, holds)| {
                    (arm, chosen.iter().filter(|(_, is)| *is == holds).map(|(lane, _)| *lane).collect::<Mask>())
                });
                self.open_arms(arms.to_vec(), outputs, *control, at)
            }
            NodeKind::Switch { selector, cases, default, outputs, control } => {
                let chosen = self.machine.evaluate_all(unit, at, self.active, |evaluator| {
                    let selector = evaluator.index(selector)?;
                    let case = cases.iter().position(|case| case.values.contains(&selector));
                    Ok(case.unwrap_or(cases.len()))
                })?;
                let targets = cases.iter().map(|case| case.target).chain([*default]).enumerate();
                let arms = targets.map(|(number, arm)| {
                    (arm, chosen.iter().filter(|(_, is)| *is == number).map(|(lane, _)| *lane).collect::<Mask>())
                });
                self.open_arms(arms.collect(), outputs, *control, at)
            }
            NodeKind::Scope { label, body, outputs, control } => {
                self.check_decided(*control, at)?;
                let (label, entered, control) = (*label, self.active, *control);
                self.open.push(OpenConstruct::Scope { label, entered, pending: Mask::EMPTY, outputs, control, at });
                self.enter_region(*body);
                Ok(())
            }
            NodeKind::Loop { label, inputs, body, control } => {
                self.check_decided(*control, at)?;
                self.enter_loop(inputs, at)?;
                let (again, riding) = (self.active, self.active);
                let (label, body, control) = (*label, *body, *control);
                self.open.push(OpenConstruct::Loop { label, again, riding, inputs, body, control, at });
                self.active = Mask::EMPTY;
                Ok(())
            }
            NodeKind::Graph { initial, blocks, control } => {
                self.check_decided(*control, at)?;
                let Some(first) = blocks.first() else { return self.broken(at, "a graph has no block") };
                self.copy(&first.inputs, initial, at)?;
                let mut waiting = vec![Mask::EMPTY; blocks.len()];
                let riding = std::mem::replace(&mut self.active, Mask::EMPTY);
                waiting[0] = riding;
                self.open.push(OpenConstruct::Graph { waiting, riding, blocks, control: *control, at });
                Ok(())
            }
            NodeKind::Action(_) => Ok(()),
        }
    }

    /// Runs the first block to which lanes go.
    fn next_block(
        &mut self,
        mut waiting: Vec<Mask>,
        riding: Mask,
        blocks: &'p [GraphBlock],
        control: Control,
        at: SourceLine,
    ) -> Result<(), InterpreterError> {
        let Some(next) = waiting.iter().position(|lanes| !lanes.is_empty()) else { return Ok(()) };
        let lanes = std::mem::replace(&mut waiting[next], Mask::EMPTY);
        if self.is_masked() {
            if waiting.iter().any(|others| !others.is_empty()) {
                return self.broken(at, "lanes of a graph jump to different blocks");
            }
            if control == Control::Uniform && !riding.without(lanes).without(self.ended()).is_empty() {
                return self.broken(at, "some lanes leave a uniform graph, others do not");
            }
        }
        self.machine.check_uniform(self.unit, at, &blocks[next].inputs, lanes)?;
        self.open.push(OpenConstruct::Graph { waiting, riding: lanes, blocks, control, at });
        self.active = lanes;
        self.enter_region(blocks[next].body);
        Ok(())
    }

    fn open_arms(
        &mut self,
        mut arms: Vec<(RegionId, Mask)>,
        outputs: &'p [ValueId],
        control: Control,
        at: SourceLine,
    ) -> Result<(), InterpreterError> {
        self.check_decided(control, at)?;
        arms.retain(|(_, lanes)| !lanes.is_empty());
        if control == Control::Uniform && self.is_masked() && arms.len() > 1 {
            return self.broken(at, "active lanes disagree at a uniform branch");
        }
        arms.reverse();
        self.active = Mask::EMPTY;
        self.open.push(OpenConstruct::Arms { waiting: arms, completed: Mask::EMPTY, outputs, at });
        Ok(())
    }

    fn next_arm(
        &mut self,
        mut waiting: Vec<(RegionId, Mask)>,
        completed: Mask,
        outputs: &'p [ValueId],
        at: SourceLine,
    ) -> Result<(), InterpreterError> {
        let completed = completed.or(self.active);
        if let Some((arm, lanes)) = waiting.pop() {
            self.open.push(OpenConstruct::Arms { waiting, completed, outputs, at });
            self.active = lanes;
            self.enter_region(arm);
            return Ok(());
        }
        self.active = completed;
        self.machine.check_uniform(self.unit, at, outputs, completed)
    }

    fn enter_loop(&mut self, inputs: &'p [LoopInput], at: SourceLine) -> Result<(), InterpreterError> {
        let (targets, sources): (Vec<_>, Vec<_>) = inputs.iter().map(|input| (input.value, input.initial)).unzip();
        self.copy(&targets, &sources, at)
    }

    /// Gives values to targets, for the active lanes.
    fn copy(&mut self, targets: &[ValueId], sources: &[ValueId], at: SourceLine) -> Result<(), InterpreterError> {
        if targets.len() != sources.len() {
            return self.broken(at, "the number of values is not that of outputs or loop inputs");
        }
        for lane in self.active.lanes() {
            let copies = targets.iter().copied().zip(sources.iter().copied());
            if let Err(trouble) = self.machine.copy_values(lane, copies) {
                self.machine.settle(self.unit, at, lane, trouble)?;
            }
        }
        Ok(())
    }

    fn end(&mut self, end: &'p RegionEnd, at: SourceLine) -> Result<(), InterpreterError> {
        self.active = self.machine.burn(self.active);
        match end {
            RegionEnd::FallThrough(values) => match self.open.last() {
                Some(OpenConstruct::Arms { outputs, .. } | OpenConstruct::Scope { outputs, .. }) => {
                    let outputs = *outputs;
                    self.copy(outputs, values, at)
                }
                _ => self.broken(at, "a loop body or the unit falls through"),
            },
            RegionEnd::Exit { label, values, control } => {
                self.jump(end, (*label, values, *control), at, "an exit names no scope around it")
            }
            RegionEnd::Again { label, values, control } => {
                self.jump(end, (*label, values, *control), at, "an again names no loop around it")
            }
            RegionEnd::Goto { label, values, control } => {
                self.jump(end, (*label, values, *control), at, "a goto names no block around it")
            }
            RegionEnd::Return(values) => {
                for lane in self.active.lanes() {
                    match self.machine.copy_out(self.unit, values, lane) {
                        Ok(()) => self.returned = self.returned.or(Mask::lane(lane)),
                        Err(trouble) => self.machine.settle(self.unit, at, lane, trouble)?,
                    }
                }
                self.active = Mask::EMPTY;
                Ok(())
            }
            RegionEnd::Stop(code) => {
                for lane in self.active.lanes() {
                    let status = LaneStatus::of_stop(code, self.unit, at);
                    self.machine.lanes[lane].status = Some(status);
                }
                self.active = Mask::EMPTY;
                Ok(())
            }
            RegionEnd::Unreachable if self.active.is_empty() => Ok(()),
            RegionEnd::Unreachable => self.broken(at, "lanes reach the unreachable end of a region"),
        }
    }

    /// Sends the active lanes with their values to the construct of a label, where they wait; `rule` is broken if
    /// that is not one of the kind that the end is for.
    fn jump(
        &mut self,
        end: &RegionEnd,
        (label, values, control): (LabelId, &[ValueId], Control),
        at: SourceLine,
        rule: &str,
    ) -> Result<(), InterpreterError> {
        let level = self.level(label);
        self.check_jump(level, control, at)?;
        let found = match (end, self.open.get_mut(level)) {
            (RegionEnd::Exit { .. }, Some(OpenConstruct::Scope { outputs, pending, .. })) => {
                Some((outputs.to_vec(), pending))
            }
            (RegionEnd::Again { .. }, Some(OpenConstruct::Loop { inputs, again, .. })) => {
                Some((inputs.iter().map(|input| input.value).collect(), again))
            }
            (RegionEnd::Goto { .. }, Some(OpenConstruct::Graph { blocks, waiting, .. })) => {
                let mut blocks = blocks.iter().zip(waiting);
                blocks.find(|(block, _)| block.label == label).map(|(block, waiting)| (block.inputs.clone(), waiting))
            }
            _ => None,
        };
        let Some((targets, waiting)) = found else { return self.broken(at, rule) };
        *waiting = waiting.or(self.active);
        self.copy(&targets, values, at)?;
        self.active = Mask::EMPTY;
        Ok(())
    }

    /// The height in the stack of the construct of a label, or that of the stack if there is none.
    fn level(&self, label: LabelId) -> usize {
        let is_it = |open: &OpenConstruct<'_>| match open {
            OpenConstruct::Scope { label: other, .. } | OpenConstruct::Loop { label: other, .. } => *other == label,
            OpenConstruct::Graph { blocks, .. } => blocks.iter().any(|block| block.label == label),
            OpenConstruct::Region { .. } | OpenConstruct::Arms { .. } => false,
        };
        self.open.iter().rposition(is_it).unwrap_or(self.open.len())
    }
}
