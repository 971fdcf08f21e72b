//! The result of a run of the interpreter: the outcome of each lane, or the error that ended the run.

use super::scalar::Scalar;
use forlane_cfg::unit::{SourceLine, StopCode, Unit};
use forlane_semantics::{NO_TARGET, STORE};
use std::fmt;

/// The outcomes of all lanes, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// One for each lane.
    pub lanes: Vec<LaneOutcome>,
    /// The lines of the actions in the order in which gangs executed them: at the masked stage one for all lanes that
    /// were active. Empty unless the options request a trace.
    pub schedule: Vec<SourceLine>,
}

/// The outcome of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneOutcome {
    /// How the lane ended.
    pub status: LaneStatus,
    /// The dummy arguments afterwards, in order. Those of a lane that did not return may be anything in between.
    pub arguments: Vec<ArgumentValue>,
    /// The function result of a lane that returned.
    pub result: Option<Scalar>,
    /// The records that the lane printed.
    pub printed: Vec<String>,
    /// Number of actions executed, those of called units included.
    pub actions: u64,
    /// Number of blocks (of regions, in a tree) entered, those of called units included.
    pub blocks: u64,
    /// What was done, in order, if [`super::Options::trace`] requires it.
    pub trace: Vec<Event>,
}

/// A dummy argument after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentValue {
    /// A scalar.
    Scalar(Scalar),
    /// An array.
    Array(Vec<Scalar>),
    /// An array that the lanes share: it can't have changed.
    Shared,
}

/// How a lane ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneStatus {
    /// The kernel returned.
    Returned,
    /// STOP.
    Stopped(StopCode),
    /// It did what must not be done.
    Failed {
        /// What.
        reason: Failure,
        /// In which subprogram.
        unit: String,
        /// In which file.
        file: String,
        /// At which line of it, counted from 1; 0 where there is none.
        line: u32,
    },
    /// It used up its fuel.
    OutOfFuel,
}

impl LaneStatus {
    /// What a STOP in a unit, or a failure that is in its place, ends the lane with.
    pub(super) fn of_stop(code: &StopCode, unit: &Unit, line: SourceLine) -> LaneStatus {
        match code {
            StopCode::Failure(message) | StopCode::Unsupported(message) => {
                LaneStatus::of_failure(Failure::Stated(message.clone()), unit, line)
            }
            code => LaneStatus::Stopped(code.clone()),
        }
    }

    /// A failure at a line of the unit.
    pub(super) fn of_failure(reason: Failure, unit: &Unit, line: SourceLine) -> LaneStatus {
        let (name, file) = (unit.subprogram_at(line).to_owned(), unit.file_at(line).to_owned());
        LaneStatus::Failed { reason, unit: name, file, line: line.number }
    }
}

/// Why a lane failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// An element outside of the array.
    OutOfBounds {
        /// The array.
        array: String,
    },
    /// Integer division by zero.
    DivideByZero,
    /// The step of a DO, a FORALL or a section is zero.
    ZeroStep,
    /// Calls are nested too deep.
    RecursionTooDeep,
    /// A failure that the unit states: [`StopCode::Failure`].
    Stated(String),
    /// An array or a text that there is not enough memory for.
    OutOfMemory,
    /// An array of dynamic length is freed or allocated anew while a call or a transfer holds it.
    FreedWhileHeld {
        /// The array.
        array: String,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::OutOfBounds { array } if array.starts_with(STORE) => write!(f, "{NO_TARGET}"),
            Failure::OutOfBounds { array } => write!(f, "index out of bounds of {array}"),
            Failure::DivideByZero => f.write_str("integer division by zero"),
            Failure::ZeroStep => f.write_str("step value is zero"),
            Failure::RecursionTooDeep => f.write_str("the recursion is too deep"),
            Failure::Stated(message) => f.write_str(message),
            Failure::OutOfMemory => f.write_str("out of memory"),
            Failure::FreedWhileHeld { array } => {
                write!(f, "deallocation of {array} while it is an actual argument or an internal file")
            }
        }
    }
}

/// A thing that a lane did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Assigned a scalar variable.
    Assign {
        /// The variable.
        variable: String,
        /// Its value.
        value: Scalar,
    },
    /// Defined a value of SSA form.
    Define {
        /// Its index.
        value: usize,
        /// What it is.
        is: Scalar,
    },
    /// Assigned an array element.
    Store {
        /// The array.
        array: String,
        /// The zero-based element.
        offset: i64,
        /// Its value.
        value: Scalar,
    },
    /// Assigned CHARACTER in memory.
    StoreText {
        /// The array.
        array: String,
        /// The zero-based first byte.
        offset: i64,
        /// What was assigned, as text.
        text: String,
    },
    /// Called a subprogram; what it did follows.
    Call {
        /// Which.
        callee: String,
    },
    /// Printed a record.
    Print {
        /// The record.
        record: String,
    },
}

/// Why a run has no outcome: what the caller asked for can't be run, or the program breaks a rule of its stage, which
/// is a fault of the compiler.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InterpreterError {
    /// The kernel does not exist.
    #[error("program unit `{name}` is not defined")]
    UnknownUnit {
        /// The name.
        name: String,
    },
    /// A called unit is not part of the program.
    #[error("`{caller}` calls `{callee}` at {place}, which is not part of the program")]
    MissingCallee {
        /// The unit called.
        callee: String,
        /// The unit that calls it.
        caller: String,
        /// The file and the line, `solve.f90:12`.
        place: String,
    },
    /// A dummy procedure is called that the rewrites have not bound.
    #[error("`{unit}` calls the dummy procedure `{procedure}` at {place}, which is not bound")]
    UnboundProcedure {
        /// The dummy procedure.
        procedure: String,
        /// The unit.
        unit: String,
        /// The file and the line, `solve.f90:12`.
        place: String,
    },
    /// There is no thread with the stack that recursion needs.
    #[error("no thread can be had for the interpreter")]
    NoStack,
    /// The number of arguments is not that of the dummy arguments.
    #[error("`{unit}` has {expected} dummy arguments, but is given {given}")]
    ArgumentCount {
        /// The unit.
        unit: String,
        /// Its number of dummy arguments.
        expected: usize,
        /// The number given.
        given: usize,
    },
    /// An argument does not have the type, rank or shape of the dummy argument.
    #[error("argument `{dummy}` of `{unit}` is {given}")]
    ArgumentMismatch {
        /// The unit.
        unit: String,
        /// The dummy argument.
        dummy: String,
        /// What is wrong with what was given.
        given: String,
    },
    /// A subroutine is called as a function.
    #[error("`{caller}` uses `{callee}` as a function at {place}")]
    NotAFunction {
        /// The unit called.
        callee: String,
        /// The unit that calls it.
        caller: String,
        /// The file and the line, `solve.f90:12`.
        place: String,
    },
    /// An array is too large to be interpreted.
    #[error("`{array}` of `{unit}` is too large to be interpreted")]
    ArrayTooLarge {
        /// The unit.
        unit: String,
        /// The array.
        array: String,
    },
    /// An array that all lanes share, or a constant, is assigned.
    #[error("`{unit}` assigns `{array}` at {place}, which all lanes share")]
    SharedArrayAssigned {
        /// The unit.
        unit: String,
        /// The array.
        array: String,
        /// The file and the line, `solve.f90:12`.
        place: String,
    },
    /// The unit breaks a rule of its stage.
    #[error("compiler fault: in `{unit}`, {place}: {rule}")]
    Broken {
        /// The unit.
        unit: String,
        /// The file and the line, `solve.f90:12`.
        place: String,
        /// The rule, and how it is broken.
        rule: String,
    },
}
