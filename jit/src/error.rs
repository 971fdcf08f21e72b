//! Why a kernel could not be compiled or called.

use crate::stack::FRAME_LIMIT;
use forlane_cfg::{Stage, Type};
use forlane_semantics::similar::similar;
use thiserror::Error;

/// An error of compiling or calling.
#[derive(Debug, Error)]
pub enum JitError {
    /// The program has no unit of that name.
    #[error("subprogram `{name}` is not defined; there {}{}", list_units(.known), did_you_mean(.name, .known))]
    UnknownUnit {
        /// The unknown name.
        name: String,
        /// The names of its units.
        known: Vec<String>,
    },
    /// The program has no main program.
    #[error("there is no main program")]
    NoMainProgram,
    /// A main program can't be called with arguments.
    #[error("`{name}` is a main program, not a subprogram to run over rows")]
    IsMainProgram {
        /// The unit.
        name: String,
    },
    /// A unit has not reached the stage that code generation starts from.
    #[error("`{unit}` is at stage {found:?}; code generation takes stage {wanted:?}")]
    WrongStage {
        /// The unit.
        unit: String,
        /// Where it is.
        found: Stage,
        /// Where it should be.
        wanted: Stage,
    },
    /// A call of a unit that is not in the program.
    #[error("{file}:{line}: `{caller}` calls `{callee}`, but no given file defines it")]
    MissingCallee {
        /// The name called.
        callee: String,
        /// The unit that calls it.
        caller: String,
        /// The caller's file.
        file: String,
        /// Line of the call.
        line: u32,
    },
    /// A dummy procedure that is not bound to a subprogram.
    #[error("the dummy procedure `{name}` of `{unit}` is not bound to a subprogram")]
    UnboundProcedure {
        /// The dummy procedure.
        name: String,
        /// The unit.
        unit: String,
    },
    /// A call whose arguments do not fit the callee's dummy arguments.
    #[error("{file}:{line}: the call of `{callee}` in `{caller}` does not fit it: {problem}")]
    CallMismatch {
        /// The name called.
        callee: String,
        /// The unit that calls it.
        caller: String,
        /// The caller's file.
        file: String,
        /// Line of the call.
        line: u32,
        /// What does not fit.
        problem: String,
    },
    /// The options require that lanes which are done take other rows.
    #[error("lanes of `{unit}` that are done can't take other rows: {reason}")]
    NotRefilled {
        /// The kernel.
        unit: String,
        /// Why not, as a clause.
        reason: String,
    },
    /// The options require a gang size that is not supported.
    #[error("a gang can't have {size} lanes, only 1, 2, 4, 8, 16, 32 or 64")]
    GangSize {
        /// The size.
        size: usize,
    },
    /// The options require an instruction set that the machine does not have.
    #[error("this machine does not have the instruction set {name}: {needs}")]
    InstructionSet {
        /// Its name.
        name: &'static str,
        /// What it takes.
        needs: &'static str,
    },
    /// No samples can be taken of where the time goes.
    #[error("{0}")]
    Samples(String),
    /// The options require the system's vector library, which is not there.
    #[error("--math=fast takes the functions of the system's vector library, which can't be loaded: {0}")]
    VectorLibrary(String),
    /// A kernel, of the text of units, that reads from a unit.
    #[error("{file}:{line}: `{unit}` reads from a unit, which no row of a kernel can do")]
    KernelTransfer {
        /// The unit.
        unit: String,
        /// Its file.
        file: String,
        /// The line.
        line: u32,
    },
    /// A kernel with a request to the system that has no meaning for a lane.
    #[error("{file}:{line}: `{unit}` calls {service}, which has no meaning for each lane of a kernel")]
    KernelRequest {
        /// The unit.
        unit: String,
        /// The request, by the name of an intrinsic procedure.
        service: String,
        /// Its file.
        file: String,
        /// The line.
        line: u32,
    },
    /// The number of arguments given differs from that of the dummy arguments (with the function's result at a call).
    #[error("`{unit}` takes {wanted} arguments, {found} were given")]
    ArgumentCount {
        /// The unit.
        unit: String,
        /// How many it takes.
        wanted: usize,
        /// How many were given.
        found: usize,
    },
    /// An argument with a binding that it can not take.
    #[error("argument `{name}` of `{unit}`: {problem}")]
    ArgumentShape {
        /// The unit.
        unit: String,
        /// The dummy argument.
        name: String,
        /// What is wrong.
        problem: String,
    },
    /// An argument bound to data of another type.
    #[error("argument `{name}` of `{unit}` is {wanted}, but bound to {found}")]
    ArgumentType {
        /// The unit.
        unit: String,
        /// The dummy argument.
        name: String,
        /// Its type.
        wanted: Type,
        /// Name of the type it is bound to.
        found: &'static str,
    },
    /// Rows that those bound do not have.
    #[error("`{unit}` is to run over {count} rows that are not all among the {grid} that are bound")]
    Rows {
        /// The unit.
        unit: String,
        /// How many are to run.
        count: usize,
        /// How many are bound.
        grid: usize,
    },
    /// An argument bound to a slice of the wrong length.
    #[error("argument `{name}` of `{unit}` needs {wanted} elements, the slice has {found}")]
    ArgumentLength {
        /// The unit.
        unit: String,
        /// The dummy argument.
        name: String,
        /// How many are needed.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// The storage of the variables of all units is too large.
    #[error(
        "the variables of `{unit}` and what it calls need {bytes} bytes for each lane; all lanes of a gang together can have 2 GiB: try a smaller gang"
    )]
    StorageSize {
        /// The unit.
        unit: String,
        /// How many bytes.
        bytes: u64,
    },
    /// A unit whose variables and values need too much of the stack.
    #[error("{file}:{line}: `{unit}` needs {bytes} bytes of stack for each call, more than {FRAME_LIMIT}")]
    FrameSize {
        /// The unit.
        unit: String,
        /// Its file.
        file: String,
        /// Its first line that does something.
        line: u32,
        /// How many bytes.
        bytes: u64,
    },
    /// The calling thread has too little stack for the unit, and one that has enough can't be started.
    #[error("`{unit}` needs a thread with {bytes} bytes of stack, which can't be started: {error}")]
    Stack {
        /// The unit.
        unit: String,
        /// How many bytes.
        bytes: usize,
        /// Why.
        error: std::io::Error,
    },
    /// There is not enough memory for a run.
    #[error("there is not enough memory: {bytes} bytes are needed")]
    OutOfMemory {
        /// How many bytes.
        bytes: usize,
    },
    /// A unit that breaks a rule of the intermediate representation.
    #[error("`{unit}` is malformed: {problem}")]
    Malformed {
        /// The unit.
        unit: String,
        /// What is wrong.
        problem: String,
    },
    /// This machine is not one that code can be generated for.
    #[error("no code can be generated for this machine: {0}")]
    Machine(String),
    /// The process has no memory for the code, or the code is larger than 2 GiB.
    #[error("no memory for the generated code: {0}")]
    CodeMemory(String),
    /// Cranelift refused what was generated: a bug of this crate.
    #[error("internal error in the code generated for `{unit}`: {message}")]
    Codegen {
        /// The unit.
        unit: String,
        /// What Cranelift says.
        message: String,
    },
    /// The run-time support panicked: a bug of this crate. The results of the run are unspecified.
    #[error("internal error in the run-time support of `{unit}`: {message}")]
    RunTimeSupport {
        /// The kernel or main program.
        unit: String,
        /// What the panic said.
        message: String,
    },
    /// Standard output could not be written.
    #[error("writing the output: {0}")]
    Output(#[from] std::io::Error),
}

/// A question that helps among several names only.
fn did_you_mean(name: &str, known: &[String]) -> String {
    let meant = similar(name, known.iter().map(String::as_str)).filter(|_| known.len() > 1);
    meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"))
}

fn list_units(known: &[String]) -> String {
    match known {
        [] => "are none".to_string(),
        [one] => format!("is `{one}`"),
        _ => format!("are `{}`", known.join("`, `")),
    }
}
