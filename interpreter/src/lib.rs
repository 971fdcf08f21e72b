//! The reference interpreter: runs a program at any stage, with fuel. It is the oracle of the tests, and does when a
//! kernel is compiled what is the same for all its rows.
//!
//! Up to [`forlane_cfg::unit::Stage::Structured`] each lane runs alone, one after the other. At
//! [`forlane_cfg::unit::Stage::Masked`] the lanes of a gang go through the tree together, under an active mask and the
//! masks of those that wait, and every rule that the stage states is checked on the way; a unit that breaks one is a
//! fault of the compiler, and ends the run. A called unit runs as its own stage says.
//!
//! Arguments are passed by reference; SSA form copies in and out, which Fortran's rules on arguments make the same. The
//! static variables of all units belong to the lane. Elements are always checked, so no run reads what it should not.
//!
//! ```
//! use forlane_interpreter::{Input, Interpreter, Options, Scalar};
//! let program = forlane_cfg::text::parse_program(
//!     r#"unit cfg function twice "twice.f" {
//!         scope s0 subprogram
//!         var x: real8 dummy varying s0
//!         var twice: real8 result varying s0
//!         dummies x
//!         result twice
//!         b0:
//!             twice = x + x
//!             return
//!     }"#,
//! )
//! .unwrap();
//! let x = Input::Varying(vec![Scalar::Real8(1.5), Scalar::Real8(4.0)]);
//! let outcome = Interpreter::new(&program, Options::default()).run("twice", &[x], 2)?;
//! assert_eq!(outcome.lanes[1].result, Some(Scalar::Real8(8.0)));
//! # Ok::<(), forlane_interpreter::InterpreterError>(())
//! ```
#![forbid(unsafe_code)]

mod actions;
mod areas;
mod arrays;
mod calls;
mod character;
mod evaluate;
mod frame;
mod graph_walk;
mod io;
mod lane_files;
mod machine;
mod mask;
mod memory;
mod outcome;
mod scalar;
mod tree_walk;
mod trial;

pub use outcome::{ArgumentValue, Event, Failure, InterpreterError, LaneOutcome, LaneStatus, Outcome};
pub use scalar::Scalar;
pub use trial::{Trial, constant_value};

use forlane_cfg::analysis::Recursion;
use forlane_cfg::unit::{ArrayLength, Program, SourceLine, Unit, Var};
use indexmap::IndexMap;
use machine::{Lane, Machine};
use mask::Mask;
use memory::{Object, Reference};
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

/// The number of elements from which an array is too large.
const LARGE: u64 = 1 << 26;

/// The number of units that can't nest their calls too deep for a thread's usual stack, as long as none is recursive.
const SHALLOW: usize = 50;

/// Stack for calls that are nested as deep as [`machine::CALL_DEPTH`]; what is not used of it takes no memory.
const DEEP_STACK: usize = 512 << 20;

/// How a program is run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many steps each lane may take: actions, and blocks or region ends.
    pub fuel: u64,
    /// How many lanes run together at the masked stage, 1 to 64.
    pub gang: usize,
    /// Whether the outcome says what each lane did.
    pub trace: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { fuel: 10_000_000, gang: 8, trace: false }
    }
}

/// What a dummy argument is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A scalar, the same for all lanes.
    Uniform(Scalar),
    /// A scalar for each lane.
    Varying(Vec<Scalar>),
    /// An array that all lanes read and none may assign.
    SharedArray(Vec<Scalar>),
    /// An array for each lane.
    LaneArrays(Vec<Vec<Scalar>>),
}

/// Runs the units of a program.
#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    program: &'p Program,
    units: IndexMap<&'p str, usize>,
    options: Options,
    recursion: Recursion,
    /// Calls may nest deeper than a thread's usual stack allows.
    is_deep: bool,
    input: VecDeque<Vec<u8>>,
}

impl<'p> Interpreter<'p> {
    /// An interpreter of a program.
    pub fn new(program: &'p Program, options: Options) -> Interpreter<'p> {
        let units = program.units.iter().enumerate().map(|(index, unit)| (unit.name.as_str(), index)).collect();
        let recursion = Recursion::compute(&program.units);
        let is_deep = !recursion.is_empty() || program.units.len() > SHALLOW;
        Interpreter { program, units, options, recursion, is_deep, input: VecDeque::new() }
    }

    /// The same interpreter, with a standard input, which each lane reads from its begin.
    pub fn with_input(mut self, input: &[u8]) -> Interpreter<'p> {
        let mut lines: VecDeque<Vec<u8>> = input.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
        // After the last line end there is no line.
        lines.pop_back_if(|line| line.is_empty());
        self.input = lines;
        self
    }

    /// Runs a unit over `lanes` lanes, each of which is a program of its own. A main program has no arguments.
    ///
    /// # Errors
    /// The unit or one that it calls does not exist, an argument does not fit, or the program breaks a rule of its
    /// stage. A lane that fails is not an error.
    pub fn run(&self, kernel: &str, arguments: &[Input], lanes: usize) -> Result<Outcome, InterpreterError> {
        if !self.is_deep {
            return self.run_here(kernel, arguments, lanes);
        }
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(DEEP_STACK);
            match builder.spawn_scoped(scope, || self.run_here(kernel, arguments, lanes)) {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(_) => Err(InterpreterError::NoStack),
            }
        })
    }

    fn run_here(&self, kernel: &str, arguments: &[Input], lanes: usize) -> Result<Outcome, InterpreterError> {
        let Some(&index) = self.units.get(kernel) else {
            return Err(InterpreterError::UnknownUnit { name: kernel.to_owned() });
        };
        let unit = &self.program.units[index];
        if arguments.len() != unit.dummies.len() {
            let (unit, expected) = (unit.name.clone(), unit.dummies.len());
            return Err(InterpreterError::ArgumentCount { unit, expected, given: arguments.len() });
        }
        for (argument, &dummy) in arguments.iter().zip(&unit.dummies) {
            argument.check(unit, &unit.vars[dummy], lanes)?;
        }
        self.check_sizes()?;
        let shared: Vec<Option<Rc<[Scalar]>>> = arguments.iter().map(Input::shared).collect();
        let (mut outcomes, mut schedule) = (Vec::new(), Vec::new());
        let gang = self.options.gang.clamp(1, Mask::MAX_LANES);
        for first in (0..lanes).step_by(gang) {
            let range = first..lanes.min(first + gang);
            outcomes.extend(self.run_gang(index, arguments, &shared, range, &mut schedule)?);
        }
        Ok(Outcome { lanes: outcomes, schedule })
    }

    /// Refuses arrays whose elements would take most of a machine's memory.
    fn check_sizes(&self) -> Result<(), InterpreterError> {
        for unit in &self.program.units {
            for (_, variable) in unit.vars.iter() {
                let is_far = variable.area.as_ref().is_some_and(|place| place.offset >= LARGE);
                if is_far || matches!(variable.array, Some(ArrayLength::Constant(LARGE..))) {
                    let (unit, array) = (unit.name.clone(), variable.name.clone());
                    return Err(InterpreterError::ArrayTooLarge { unit, array });
                }
            }
        }
        Ok(())
    }

    fn run_gang(
        &self,
        index: usize,
        arguments: &[Input],
        shared: &[Option<Rc<[Scalar]>>],
        range: Range<usize>,
        schedule: &mut Vec<SourceLine>,
    ) -> Result<Vec<LaneOutcome>, InterpreterError> {
        let unit = &self.program.units[index];
        let mut machine = Machine::new(self, range.len());
        let mut bound = Vec::new();
        for (lane, number) in range.clone().enumerate() {
            machine.lanes[lane].files.input = self.input.clone();
            let memory = &mut machine.lanes[lane].memory;
            let base = memory.height();
            let objects = arguments.iter().zip(shared).map(|(argument, shared)| match shared {
                Some(shared) => Object::Shared(Rc::clone(shared)),
                None => Object::Private(argument.of_lane(number)),
            });
            let places: Vec<Reference> = objects.map(|object| memory.allocate(object)).collect();
            machine.enter(lane, index, &places, base);
            bound.push(places);
        }
        let returned = machine.execute(index, Mask::first(range.len()))?;
        schedule.append(&mut machine.schedule);
        let outcomes = machine.lanes.iter_mut().zip(bound).enumerate().map(|(number, (lane, places))| {
            let has_returned = !returned.and(Mask::lane(number)).is_empty();
            lane_outcome(lane, unit, &places, has_returned)
        });
        Ok(outcomes.collect())
    }
}

impl Input {
    fn check(&self, unit: &Unit, dummy: &Var, lanes: usize) -> Result<(), InterpreterError> {
        let mismatch = |given: String| {
            Err(InterpreterError::ArgumentMismatch { unit: unit.name.clone(), dummy: dummy.name.clone(), given })
        };
        let (is_array, scalars, number): (bool, &[Scalar], usize) = match self {
            Input::Uniform(value) => (false, std::slice::from_ref(value), lanes),
            Input::Varying(values) => (false, values, values.len()),
            Input::SharedArray(elements) => (true, elements, lanes),
            Input::LaneArrays(arrays) => (true, &[], arrays.len()),
        };
        if is_array != dummy.array.is_some() {
            return mismatch(format!("given {}", if is_array { "an array" } else { "a scalar" }));
        }
        if number != lanes {
            return mismatch(format!("given for {number} lanes instead of {lanes}"));
        }
        let arrays: &[Vec<Scalar>] = if let Input::LaneArrays(arrays) = self { arrays } else { &[] };
        match scalars.iter().chain(arrays.iter().flatten()).find(|scalar| scalar.ty() != dummy.ty) {
            Some(other) => mismatch(format!("{:?}, but given {:?}", dummy.ty, other.ty())),
            None => Ok(()),
        }
    }

    fn shared(&self) -> Option<Rc<[Scalar]>> {
        match self {
            Input::SharedArray(elements) => Some(Rc::from(elements.as_slice())),
            Input::Uniform(_) | Input::Varying(_) | Input::LaneArrays(_) => None,
        }
    }

    /// What a lane's own object starts as; [`Input::check`] has seen that there is one for each lane.
    fn of_lane(&self, lane: usize) -> Vec<Scalar> {
        match self {
            Input::Uniform(value) => vec![*value],
            Input::Varying(values) => vec![values[lane]],
            Input::SharedArray(elements) => elements.clone(),
            Input::LaneArrays(arrays) => arrays[lane].clone(),
        }
    }
}

fn lane_outcome(lane: &mut Lane, unit: &Unit, places: &[Reference], has_returned: bool) -> LaneOutcome {
    let arguments = unit.dummies.iter().zip(places).map(|(&dummy, &place)| {
        let elements = lane.memory.elements(place);
        match (unit.vars[dummy].array, lane.memory.shared_identity(place), &elements[..]) {
            (None, _, [value, ..]) => ArgumentValue::Scalar(*value),
            (Some(_), Some(_), _) => ArgumentValue::Shared,
            _ => ArgumentValue::Array(elements),
        }
    });
    let arguments = arguments.collect();
    let result = unit.result.filter(|_| has_returned).and_then(|result| {
        let place = lane.frames.last().and_then(|frame| frame.places[result.index()]);
        lane.memory.read(place?, 0).ok()
    });
    LaneOutcome {
        status: lane.status.take().unwrap_or(LaneStatus::Returned),
        arguments,
        result,
        printed: std::mem::take(&mut lane.files.printed),
        actions: lane.actions,
        blocks: lane.blocks,
        trace: std::mem::take(&mut lane.trace),
    }
}

#[cfg(test)]
mod tests;
