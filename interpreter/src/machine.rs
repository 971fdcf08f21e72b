//! The state of a run: the lanes, their memory, and the executions of units that each is in.

use super::areas::allocate_areas;
use super::evaluate::Evaluator;
use super::frame::{Frame, Trouble};
use super::lane_files::{LaneFiles, Running};
use super::mask::Mask;
use super::memory::{Height, Memory, Object, Reference};
use super::outcome::{Event, InterpreterError, LaneStatus};
use super::scalar::Scalar;
use super::{Interpreter, Options};
use forlane_cfg::analysis::Recursion;
use forlane_cfg::graph::BlockId;
use forlane_cfg::unit::{ArrayLength, Body, Program, SourceLine, Stage, Storage, Unit, ValueId, Var, VarId};
use indexmap::{IndexMap, IndexSet};
use std::cell::Cell;
use std::rc::Rc;

/// How deep calls may nest: each level takes a piece of the host's stack. The lanes that call deeper fail, as do those
/// that are in [`Recursion::most_calls`] calls of recursive units.
pub(super) const CALL_DEPTH: usize = 5000;

/// A lane.
#[derive(Debug, Default)]
pub(super) struct Lane {
    /// How it ended, once it has.
    pub status: Option<LaneStatus>,
    pub memory: Memory,
    /// The units in execution, the innermost last.
    pub frames: Vec<Frame>,
    /// The static variables of all units, which lie at the bottom of the memory.
    pub statics: IndexMap<(usize, VarId), Reference>,
    /// Steps that it may still take.
    pub fuel: Cell<u64>,
    pub actions: u64,
    pub blocks: u64,
    pub trace: Vec<Event>,
    pub files: LaneFiles,
    /// The transfers that have begun, the innermost last.
    pub transfers: Vec<Running>,
    /// The blocks of graphs that it has entered, if they are noted.
    pub visited: Option<IndexSet<(usize, BlockId)>>,
}

/// A run.
pub(super) struct Machine<'p> {
    pub program: &'p Program,
    /// The units by name.
    pub units: &'p IndexMap<&'p str, usize>,
    pub options: Options,
    pub lanes: Vec<Lane>,
    /// The units in execution, by index.
    pub calls: Vec<usize>,
    /// Which of the units are recursive.
    pub recursion: &'p Recursion,
    /// How many calls of recursive units are in execution.
    pub recursive_calls: u32,
    /// As [`Outcome::schedule`](super::Outcome).
    pub schedule: Vec<SourceLine>,
}

impl<'p> Machine<'p> {
    /// A run of `lanes` lanes that have done nothing yet.
    pub fn new(interpreter: &'p Interpreter<'p>, lanes: usize) -> Self {
        let Interpreter { program, units, options, recursion, .. } = interpreter;
        let (mut memory, mut statics) = (Memory::default(), IndexMap::new());
        // Copies of a unit share their static variables.
        let mut kept: IndexMap<(&str, VarId), Reference> = IndexMap::new();
        for (index, unit) in program.units.iter().enumerate() {
            for (id, variable) in unit.vars.iter() {
                let key = (unit.source_name(), id);
                if let (Storage::Static, Some(place)) = (variable.storage, kept.get(&key)) {
                    statics.insert((index, id), *place);
                    continue;
                }
                let object = match variable.storage {
                    Storage::Static => Object::Private(initial_elements(variable)),
                    Storage::Constant => Object::Shared(Rc::from(initial_elements(variable))),
                    Storage::Local | Storage::Area | Storage::Dummy | Storage::Result | Storage::Procedure => continue,
                };
                let is_dynamic = variable.array == Some(ArrayLength::Dynamic);
                let place = Reference { is_dynamic, ..memory.allocate(object) };
                kept.insert(key, place);
                statics.insert((index, id), place);
            }
        }
        statics.extend(allocate_areas(program, &mut memory));
        let lane = |_| {
            let (memory, statics) = (memory.clone(), statics.clone());
            Lane { memory, statics, fuel: Cell::new(options.fuel), ..Lane::default() }
        };
        Machine {
            program,
            units,
            options: *options,
            lanes: (0..lanes).map(lane).collect(),
            calls: Vec::new(),
            recursion,
            recursive_calls: 0,
            schedule: Vec::new(),
        }
    }

    /// The unit of an index that [`Machine::units`] returned.
    pub fn unit(&self, index: usize) -> &'p Unit {
        &self.program.units[index]
    }

    /// Starts the execution of a unit by a lane, with what its dummy arguments denote.
    pub fn enter(&mut self, lane: usize, index: usize, arguments: &[Reference], base: Height) {
        let unit = self.unit(index);
        let lane = &mut self.lanes[lane];
        let mut places = vec![None; unit.vars.len()];
        for (&dummy, &argument) in unit.dummies.iter().zip(arguments) {
            places[dummy.index()] = Some(argument);
        }
        for (id, variable) in unit.vars.iter() {
            places[id.index()] = match variable.storage {
                Storage::Dummy => places[id.index()],
                Storage::Procedure => None,
                Storage::Static | Storage::Area | Storage::Constant => lane.statics.get(&(index, id)).copied(),
                Storage::Local if unit.stage >= Stage::Ssa && variable.is_promotable() => None,
                Storage::Local | Storage::Result => {
                    let place = lane.memory.allocate(Object::Private(initial_elements(variable)));
                    Some(Reference { is_dynamic: variable.array == Some(ArrayLength::Dynamic), ..place })
                }
            };
        }
        lane.frames.push(Frame { places, values: vec![None; unit.values.len()], scopes: Vec::new(), base });
    }

    /// Executes a unit that the lanes have entered; returns those that returned.
    pub fn execute(&mut self, index: usize, lanes: Mask) -> Result<Mask, InterpreterError> {
        let unit = self.unit(index);
        self.calls.push(index);
        let mut returned = Mask::EMPTY;
        match &unit.body {
            Body::Graph(graph) => {
                for lane in lanes.lanes() {
                    if self.walk_graph(unit, graph, lane)? {
                        returned = returned.or(Mask::lane(lane));
                    }
                }
            }
            Body::Tree(tree) if unit.stage == Stage::Masked => {
                self.check_dummies(unit, lanes)?;
                returned = self.walk_tree(unit, tree, lanes)?;
            }
            Body::Tree(tree) => {
                for lane in lanes.lanes() {
                    returned = returned.or(self.walk_tree(unit, tree, Mask::lane(lane))?);
                }
            }
        }
        self.calls.pop();
        Ok(returned)
    }

    /// Evaluates in the unit that a lane executes; without a frame, which no caller lets happen, in an empty one.
    pub fn evaluate<T>(
        &self,
        unit: &Unit,
        lane: usize,
        evaluation: impl FnOnce(Evaluator<'_>) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let lane = &self.lanes[lane];
        let frame = lane.frames.last().ok_or_else(|| Trouble::broken("a lane evaluates in no unit"))?;
        evaluation(Evaluator { unit, frame, memory: &lane.memory, fuel: &lane.fuel })
    }

    /// Evaluates something for each lane; those that fail get their status, the others their results.
    pub fn evaluate_all<T>(
        &mut self,
        unit: &Unit,
        at: SourceLine,
        lanes: Mask,
        evaluation: impl Fn(Evaluator<'_>) -> Result<T, Trouble>,
    ) -> Result<Vec<(usize, T)>, InterpreterError> {
        let mut results = Vec::new();
        for lane in lanes.lanes() {
            match self.evaluate(unit, lane, &evaluation) {
                Ok(result) => results.push((lane, result)),
                Err(trouble) => self.settle(unit, at, lane, trouble)?,
            }
        }
        Ok(results)
    }

    /// Ends the lane, or the run, that is in trouble.
    pub fn settle(
        &mut self,
        unit: &Unit,
        line: SourceLine,
        lane: usize,
        trouble: Trouble,
    ) -> Result<(), InterpreterError> {
        let (name, place) = (unit.name.clone(), unit.place_at(line));
        match trouble {
            Trouble::Fails(reason) => {
                self.lanes[lane].status = Some(LaneStatus::of_failure(reason, unit, line));
                Ok(())
            }
            Trouble::OutOfFuel => {
                self.lanes[lane].status = Some(LaneStatus::OutOfFuel);
                Ok(())
            }
            Trouble::Broken(rule) => Err(InterpreterError::Broken { unit: name, place, rule }),
            Trouble::SharedArrayAssigned { array } => {
                Err(InterpreterError::SharedArrayAssigned { unit: name, array, place })
            }
        }
    }

    /// Burns a unit of fuel of each lane; returns those that had one.
    pub fn burn(&mut self, lanes: Mask) -> Mask {
        let mut going = Mask::EMPTY;
        for number in lanes.lanes() {
            let lane = &mut self.lanes[number];
            match burn(&lane.fuel, 1) {
                Ok(()) => going = going.or(Mask::lane(number)),
                Err(_) => lane.status = Some(LaneStatus::OutOfFuel),
            }
        }
        going
    }

    /// Sets values of a lane, all at once, to those that others have.
    pub fn copy_values(
        &mut self,
        lane: usize,
        copies: impl Iterator<Item = (ValueId, ValueId)> + Clone,
    ) -> Result<(), Trouble> {
        let frame = self.lanes[lane].frames.last_mut().ok_or_else(|| Trouble::broken("a lane is in no unit"))?;
        let mut sources = Vec::new();
        for (_, source) in copies.clone() {
            let value = frame.values.get(source.index()).copied().flatten();
            let rule = || Trouble::Broken(format!("v{} is read where the lane has not defined it", source.index()));
            sources.push(value.ok_or_else(rule)?);
        }
        for ((target, _), value) in copies.zip(sources) {
            set_value(frame, target, value)?;
        }
        Ok(())
    }
}

/// Burns units of fuel.
pub(super) fn burn(fuel: &Cell<u64>, units: u64) -> Result<(), Trouble> {
    let left = fuel.get().checked_sub(units);
    fuel.set(left.unwrap_or(0));
    left.map(|_| ()).ok_or(Trouble::OutOfFuel)
}

/// Sets a value of a frame.
pub(super) fn set_value(frame: &mut Frame, target: ValueId, value: Scalar) -> Result<(), Trouble> {
    match frame.values.get_mut(target.index()) {
        Some(slot) => *slot = Some(value),
        None => return Err(Trouble::Broken(format!("v{} does not exist", target.index()))),
    }
    Ok(())
}

/// The elements of a variable before anything is assigned; for a dummy array's unknown length none.
fn initial_elements(variable: &Var) -> Vec<Scalar> {
    let length = match variable.array {
        None => 1,
        Some(ArrayLength::Constant(length)) => length as usize,
        Some(ArrayLength::Actual | ArrayLength::Dynamic) => 0,
    };
    let Some(zero) = Scalar::zero(variable.ty) else { return Vec::new() };
    let mut elements = vec![zero; length];
    for (first, number, constant) in &variable.initial {
        let Some(value) = Scalar::from_constant(constant) else { continue };
        for element in elements.iter_mut().skip(*first as usize).take(*number as usize) {
            *element = value;
        }
    }
    elements
}
