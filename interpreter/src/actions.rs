//! Performs the actions that do not change control flow, for each lane of a mask.

use super::evaluate::access_trouble;
use super::frame::Trouble;
use super::machine::{Machine, set_value};
use super::mask::Mask;
use super::outcome::{Event, InterpreterError};
use super::scalar::Scalar;
use forlane_cfg::graph::{Action, ActionKind};
use forlane_cfg::unit::{ScopeId, Shape, SourceLine, Stage, Unit, ValueId, VarId};

impl<'p> Machine<'p> {
    /// Performs an action for some lanes; returns those that continue after it.
    pub fn perform(&mut self, unit: &'p Unit, action: &'p Action, lanes: Mask) -> Result<Mask, InterpreterError> {
        let lanes = self.burn(lanes);
        if self.options.trace && !lanes.is_empty() {
            self.schedule.push(action.at);
        }
        for lane in lanes.lanes() {
            self.lanes[lane].actions += 1;
        }
        if let ActionKind::Call { callee, arguments, result, result_value } = &action.kind {
            let after = (*result, *result_value);
            let going = self.call(unit, action.at, callee, arguments, after, lanes)?;
            if let Some(value) = result_value {
                self.check_uniform(unit, action.at, &[*value], going)?;
            }
            return Ok(going);
        }
        let mut going = Mask::EMPTY;
        for lane in lanes.lanes() {
            match self.perform_alone(unit, &action.kind, lane) {
                Ok(()) => going = going.or(Mask::lane(lane)),
                Err(trouble) => self.settle(unit, action.at, lane, trouble)?,
            }
        }
        match &action.kind {
            ActionKind::Define { value, .. } => self.check_uniform(unit, action.at, &[*value], going)?,
            ActionKind::Io(_) => self.check_uniform(unit, action.at, &action.kind.definitions(), going)?,
            _ => {}
        }
        Ok(going)
    }

    fn perform_alone(&mut self, unit: &Unit, action: &ActionKind, lane: usize) -> Result<(), Trouble> {
        match action {
            ActionKind::ScopeEntry(scope) => self.enter_scope(*scope, lane),
            ActionKind::ScopeExit(scope) => self.exit_scope(*scope, lane),
            ActionKind::Assign { target, value } => {
                let value = self.evaluate(unit, lane, |evaluator| evaluator.expr(value))?;
                self.assign(unit, *target, 0, value, lane)?;
                self.record(lane, || Event::Assign { variable: name(unit, *target), value });
                Ok(())
            }
            ActionKind::Define { value, expr } => {
                let is = self.evaluate(unit, lane, |evaluator| evaluator.expr(expr))?;
                self.define(*value, is, lane)?;
                self.record(lane, || Event::Define { value: value.index(), is });
                Ok(())
            }
            ActionKind::Store { array, offset, value } => {
                let (offset, value) = self.evaluate(unit, lane, |evaluator| {
                    let value = evaluator.expr(value)?;
                    Ok((evaluator.index(offset)?, value))
                })?;
                self.assign(unit, *array, offset, value, lane)?;
                self.record(lane, || Event::Store { array: name(unit, *array), offset, value });
                Ok(())
            }
            ActionKind::StoreText { array, offset, length, value } => {
                self.store_text(unit, *array, (offset, length), value, lane)
            }
            ActionKind::Array(assignment) => self.assign_elements(unit, assignment, lane),
            ActionKind::Allocate { array, length } => self.allocate(unit, *array, Some(length), lane),
            ActionKind::Deallocate { array } => self.allocate(unit, *array, None, lane),
            ActionKind::Io(io) => self.io(unit, io, lane),
            ActionKind::Call { .. } => Err(Trouble::broken("a call is not an action of one lane")),
        }
    }

    pub(super) fn record(&mut self, lane: usize, event: impl FnOnce() -> Event) {
        if self.options.trace {
            self.lanes[lane].trace.push(event());
        }
    }

    /// Notes that a lane calls a unit.
    pub fn record_call(&mut self, lane: usize, callee: &str) {
        self.record(lane, || Event::Call { callee: callee.to_owned() });
    }

    fn enter_scope(&mut self, scope: ScopeId, lane: usize) -> Result<(), Trouble> {
        let Some(frame) = self.lanes[lane].frames.last_mut() else { return Ok(()) };
        if frame.scopes.contains(&scope) {
            return Err(Trouble::Broken(format!("s{} is entered while it is active", scope.index())));
        }
        frame.scopes.push(scope);
        Ok(())
    }

    fn exit_scope(&mut self, scope: ScopeId, lane: usize) -> Result<(), Trouble> {
        let Some(frame) = self.lanes[lane].frames.last_mut() else { return Ok(()) };
        if frame.scopes.pop() != Some(scope) {
            return Err(Trouble::Broken(format!("s{} is exited but not the innermost active scope", scope.index())));
        }
        Ok(())
    }

    /// Assigns an element of a variable, of which a scalar has one.
    pub fn assign(
        &mut self,
        unit: &Unit,
        variable: VarId,
        offset: i64,
        value: Scalar,
        lane: usize,
    ) -> Result<(), Trouble> {
        if unit.vars.get(variable).is_some_and(|variable| variable.ty != value.ty()) {
            return Err(Trouble::Broken(format!("a variable is assigned a value of type {:?}", value.ty())));
        }
        let lane = &mut self.lanes[lane];
        let Some(frame) = lane.frames.last() else { return Ok(()) };
        let run = frame.place(unit, variable)?;
        lane.memory.write(run, offset, value).map_err(|error| access_trouble(error, unit, variable))
    }

    /// Defines a value.
    pub fn define(&mut self, value: ValueId, is: Scalar, lane: usize) -> Result<(), Trouble> {
        let frame = self.lanes[lane].frames.last_mut();
        set_value(frame.ok_or_else(|| Trouble::broken("a lane is in no unit"))?, value, is)
    }

    /// Checks that what a masked unit declares uniform is the same in all lanes that have just defined it.
    pub fn check_uniform(
        &self,
        unit: &Unit,
        line: SourceLine,
        values: &[ValueId],
        lanes: Mask,
    ) -> Result<(), InterpreterError> {
        if unit.stage != Stage::Masked {
            return Ok(());
        }
        for &value in values {
            if unit.values.get(value).and_then(|value| value.shape) != Some(Shape::Uniform) {
                continue;
            }
            let mut held = lanes.lanes().map(|lane| {
                let frame = self.lanes[lane].frames.last();
                frame.and_then(|frame| frame.values.get(value.index()).copied().flatten())
            });
            let first = held.next();
            if first.is_some_and(|first| held.any(|other| other != first)) {
                let rule = format!("v{} is uniform, but differs between active lanes", value.index());
                return Err(InterpreterError::Broken { unit: unit.name.clone(), place: unit.place_at(line), rule });
            }
        }
        Ok(())
    }
}

/// A variable's name, for what is told of a run.
fn name(unit: &Unit, variable: VarId) -> String {
    unit.vars.get(variable).map(|variable| variable.name.clone()).unwrap_or_default()
}
