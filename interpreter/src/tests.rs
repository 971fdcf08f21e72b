//! Tests of the interpreter: every stage has the same results, and violations of a stage's rules are found.

mod calls;
mod character;
mod faults;
mod stages;

use super::*;
use forlane_cfg::text::parse_program;

/// The program of a text.
fn parse(text: &str) -> Program {
    match parse_program(text) {
        Ok(program) => program,
        Err(errors) => panic!("{}\nin\n{text}", errors.iter().map(|error| format!("{error}\n")).collect::<String>()),
    }
}

/// Runs a unit of a text.
fn run(text: &str, kernel: &str, arguments: &[Input], lanes: usize) -> Result<Outcome, InterpreterError> {
    run_with(text, kernel, arguments, lanes, Options::default())
}

fn run_with(
    text: &str,
    kernel: &str,
    arguments: &[Input],
    lanes: usize,
    options: Options,
) -> Result<Outcome, InterpreterError> {
    Interpreter::new(&parse(text), options).run(kernel, arguments, lanes)
}

/// The outcomes of all lanes of a run that does not fail as a whole.
fn lanes_of(outcome: Result<Outcome, InterpreterError>) -> Vec<LaneOutcome> {
    match outcome {
        Ok(outcome) => outcome.lanes,
        Err(error) => panic!("{error}"),
    }
}

/// The integers that the lanes return.
fn results(lanes: &[LaneOutcome]) -> Vec<Option<i64>> {
    lanes.iter().map(|lane| lane.result.and_then(Scalar::as_integer)).collect()
}

fn integers(values: &[i32]) -> Input {
    Input::Varying(values.iter().copied().map(Scalar::Integer4).collect())
}

/// A masked unit as it was before it was decided how lanes take its constructs.
fn structured(masked: &str) -> String {
    let (head, tree) = masked.split_once("tree r0").unwrap_or((masked, ""));
    let tree = tree.replace(" varying", "").replace(" uniform", "");
    format!("{}tree r0{tree}", head.replace("unit masked", "unit structured"))
}
