//! Calls: binds actual arguments to dummy arguments, and takes back what the callee assigned.
//!
//! An argument by reference denotes the caller's object. An element is the start of a run that ends with its array:
//! passed to a scalar dummy argument it must exist and is all of the run; passed to a dummy array the run may be empty,
//! as it is from an element on that does not exist.
//! The run's length counts, not the one that the dummy array is declared with.

use super::evaluate::access_trouble;
use super::frame::Trouble;
use super::machine::{CALL_DEPTH, Machine};
use super::mask::Mask;
use super::memory::{AccessError, Object, Reference};
use super::outcome::{Failure, InterpreterError};
use super::scalar::Scalar;
use forlane_cfg::analysis::Recursion;
use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::graph::{Argument, Callee};
use forlane_cfg::unit::{ArrayLength, Shape, SourceLine, Unit, ValueId, Var, VarId};

impl<'p> Machine<'p> {
    /// Calls a unit for some lanes; returns those that continue after the call. A function's value goes to the variable
    /// or the value of `after`.
    pub fn call(
        &mut self,
        unit: &'p Unit,
        line: SourceLine,
        callee: &Callee,
        arguments: &[Argument],
        after: (Option<VarId>, Option<ValueId>),
        lanes: Mask,
    ) -> Result<Mask, InterpreterError> {
        let Callee::Unit(name) = callee else { return Err(self.unbound(unit, line, callee)) };
        let index = self.callee(unit, line, name, arguments.len(), after != (None, None))?;
        let callee = self.unit(index);
        let mut entered = Mask::EMPTY;
        let is_recursive = self.recursion.contains(name);
        let is_too_deep = self.calls.len() >= CALL_DEPTH
            || is_recursive && self.recursive_calls >= self.recursion.most_calls(Recursion::MOST_CALLS);
        for lane in lanes.lanes() {
            if is_too_deep {
                self.settle(unit, line, lane, Trouble::Fails(Failure::RecursionTooDeep))?;
                continue;
            }
            self.record_call(lane, name);
            let base = self.lanes[lane].memory.height();
            match self.bind(unit, callee, arguments, lane) {
                Ok(places) => {
                    self.enter(lane, index, &places, base);
                    entered = entered.or(Mask::lane(lane));
                }
                Err(trouble) => self.settle(unit, line, lane, trouble)?,
            }
        }
        if entered.is_empty() {
            return Ok(entered);
        }
        self.recursive_calls += u32::from(is_recursive);
        let returned = self.execute(index, entered)?;
        self.recursive_calls -= u32::from(is_recursive);
        for lane in returned.lanes() {
            if let Err(trouble) = self.leave(unit, callee, arguments, after, lane) {
                self.settle(unit, line, lane, trouble)?;
            }
        }
        Ok(returned)
    }

    fn unbound(&self, unit: &Unit, line: SourceLine, callee: &Callee) -> InterpreterError {
        let procedure = match callee {
            Callee::Unit(name) | Callee::Internal(name, _) => name.clone(),
            Callee::Dummy(var) => unit.vars[*var].name.clone(),
        };
        InterpreterError::UnboundProcedure { procedure, unit: unit.name.clone(), place: unit.place_at(line) }
    }

    fn callee(
        &self,
        caller: &Unit,
        line: SourceLine,
        name: &str,
        given: usize,
        as_function: bool,
    ) -> Result<usize, InterpreterError> {
        let callee = name.to_owned();
        let place = || (caller.name.clone(), caller.place_at(line));
        let Some(&index) = self.units.get(name) else {
            let (caller, place) = place();
            return Err(InterpreterError::MissingCallee { callee, caller, place });
        };
        let unit = self.unit(index);
        if unit.dummies.len() != given {
            return Err(InterpreterError::ArgumentCount { unit: callee, expected: unit.dummies.len(), given });
        }
        if as_function && unit.result.is_none() {
            let (caller, place) = place();
            return Err(InterpreterError::NotAFunction { callee, caller, place });
        }
        Ok(index)
    }

    fn bind(
        &mut self,
        unit: &Unit,
        callee: &Unit,
        arguments: &[Argument],
        lane: usize,
    ) -> Result<Vec<Reference>, Trouble> {
        let mut places = Vec::new();
        for (argument, &dummy) in arguments.iter().zip(&callee.dummies) {
            let dummy = &callee.vars[dummy];
            if argument.is_too_short(unit, dummy) {
                return Err(Trouble::Broken(format!(
                    "`{}` of `{}` is larger than its argument",
                    dummy.name, callee.name
                )));
            }
            let mut place = match argument {
                Argument::Value(expr) | Argument::InOut { before: expr, .. } => {
                    let value = self.evaluate(unit, lane, |evaluator| evaluator.expr(expr))?;
                    self.lanes[lane].memory.allocate(Object::Private(vec![value]))
                }
                Argument::Variable(variable) | Argument::Array(variable) => {
                    self.evaluate(unit, lane, |evaluator| evaluator.frame.place(unit, *variable))?
                }
                Argument::Procedure(_) => return Err(Trouble::broken("a procedure is passed, which is not bound")),
                Argument::Absent => self.absent(dummy, lane),
                Argument::Element(array, offset) => self.element_run(unit, *array, offset, lane)?,
            };
            let given = argument.ty(unit).unwrap_or(dummy.ty);
            place = match given.size() == dummy.ty.size() {
                true => place.taken_as(dummy.ty),
                false => place.viewed_as(given, dummy.ty),
            };
            if let (None, 0, Some(array)) = (dummy.array, place.length, array_of(argument)) {
                return Err(access_trouble(AccessError::OutOfBounds, unit, array));
            }
            if dummy.array.is_none() {
                place.length = place.length.min(1);
            }
            if !argument.fits_dynamic(unit, dummy) {
                return Err(Trouble::Broken(format!("`{}` of `{}` has a dynamic length", dummy.name, callee.name)));
            }
            if let Some(array) = argument.lent_array(unit, dummy) {
                let lent = self.evaluate(unit, lane, |evaluator| evaluator.frame.place(unit, array))?;
                self.lanes[lane].memory.hold(lent);
            }
            places.push(Reference { is_dynamic: dummy.array == Some(ArrayLength::Dynamic), ..place });
        }
        Ok(places)
    }

    /// What an absent argument denotes: zero, or no elements.
    fn absent(&mut self, dummy: &Var, lane: usize) -> Reference {
        let zero = Scalar::zero(dummy.ty).filter(|_| dummy.array.is_none());
        self.lanes[lane].memory.allocate(Object::Private(zero.into_iter().collect()))
    }

    /// The run of elements from an element to the end of its array.
    fn element_run(&self, unit: &Unit, array: VarId, offset: &IntegerExpr, lane: usize) -> Result<Reference, Trouble> {
        self.evaluate(unit, lane, |evaluator| {
            let run = evaluator.frame.place(unit, array)?;
            let offset = usize::try_from(evaluator.index(offset)?).map_or(run.length, |offset| offset.min(run.length));
            Ok(Reference { offset: run.position(offset), length: run.length - offset, ..run })
        })
    }

    /// Ends the execution of a callee by a lane that returned from it.
    fn leave(
        &mut self,
        unit: &Unit,
        callee: &Unit,
        arguments: &[Argument],
        (variable, value): (Option<VarId>, Option<ValueId>),
        lane: usize,
    ) -> Result<(), Trouble> {
        let (mut assigned, mut result) = (Vec::new(), None);
        self.evaluate(callee, lane, |evaluator| {
            for (argument, &dummy) in arguments.iter().zip(&callee.dummies) {
                if let Argument::InOut { before, after } = argument {
                    let whole = evaluator.frame.place(callee, dummy)?.seen_whole(before.ty());
                    let value = evaluator.memory.read(whole, 0);
                    assigned.push((*after, value.map_err(|error| access_trouble(error, callee, dummy))?));
                }
            }
            result = callee.result.map(|result| evaluator.element(result, 0)).transpose()?;
            Ok(())
        })?;
        self.pop_frame(lane);
        for (after, is) in assigned {
            let is = unit.values.get(after).and_then(|value| is.reinterpret(value.ty)).unwrap_or(is);
            self.define(after, is, lane)?;
        }
        if let (Some(variable), Some(result)) = (variable, result) {
            self.assign(unit, variable, 0, result, lane)?;
        }
        if let (Some(value), Some(result)) = (value, result) {
            self.define(value, result, lane)?;
        }
        Ok(())
    }

    fn pop_frame(&mut self, lane: usize) {
        let lane = &mut self.lanes[lane];
        if let Some(frame) = lane.frames.pop() {
            lane.memory.release(frame.base);
        }
    }

    /// Returns from a unit: in SSA form the values go to the dummy arguments and the result that they belong to.
    pub fn copy_out(&mut self, unit: &Unit, values: &[(VarId, ValueId)], lane: usize) -> Result<(), Trouble> {
        for &(variable, value) in values {
            let held = self.evaluate(unit, lane, |evaluator| {
                let held = evaluator.frame.values.get(value.index()).copied().flatten();
                held.ok_or_else(|| Trouble::Broken(format!("v{} is returned but not defined", value.index())))
            })?;
            self.assign(unit, variable, 0, held, lane)?;
        }
        let open = self.lanes[lane].frames.last().is_some_and(|frame| !frame.scopes.is_empty());
        if open { Err(Trouble::broken("a scope is still active at a return")) } else { Ok(()) }
    }

    /// Checks that the lanes bind each uniform dummy argument of a masked unit to the same.
    pub fn check_dummies(&self, unit: &Unit, lanes: Mask) -> Result<(), InterpreterError> {
        for &dummy in &unit.dummies {
            let variable = &unit.vars[dummy];
            if variable.shape == Shape::Uniform && !self.agree(variable, dummy, lanes) {
                let given = "uniform, but the lanes bind it differently".to_owned();
                let (unit, dummy) = (unit.name.clone(), variable.name.clone());
                return Err(InterpreterError::ArgumentMismatch { unit, dummy, given });
            }
        }
        Ok(())
    }

    fn agree(&self, variable: &Var, dummy: VarId, lanes: Mask) -> bool {
        let mut bound = lanes.lanes().map(|lane| {
            let lane = &self.lanes[lane];
            let place = lane.frames.last().and_then(|frame| frame.places[dummy.index()]);
            place.map(|place| {
                let identity = lane.memory.shared_identity(place);
                let value = lane.memory.read(place, 0).ok();
                if variable.array.is_some() { (identity, None) } else { (None, value) }
            })
        });
        let first: Option<(_, Option<Scalar>)> = bound.next().flatten();
        let is_shared = first.is_some_and(|(identity, _)| identity.is_some());
        (variable.array.is_none() || is_shared) && bound.all(|other| other == first)
    }
}

/// The array that an argument is of.
fn array_of(argument: &Argument) -> Option<VarId> {
    match argument {
        Argument::Array(array) | Argument::Element(array, _) => Some(*array),
        _ => None,
    }
}
