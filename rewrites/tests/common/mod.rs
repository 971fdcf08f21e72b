//! What several tests of the rewrites need.

use forlane_cfg::text::parse_program;
use forlane_cfg::{Program, Shape, Stage};
use forlane_frontend::compile::compile;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_interpreter::{Input, Interpreter, LaneStatus, Options, Scalar};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};

/// The program of a fixed-form source text.
pub fn build_text(name: &str, text: &str) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let (program, diagnostics) = compile(&sources, &[(file, SourceForm::Fixed)]);
    assert!(diagnostics.is_empty(), "{name}: {diagnostics:?}");
    match forlane_lower::lower_program(&program, &sources) {
        Ok(program) => program,
        Err(errors) => panic!("{name}: {errors:?}"),
    }
}

/// The program of a text of units.
pub fn parse(text: &str) -> Program {
    match parse_program(text) {
        Ok(program) => program,
        Err(errors) => panic!("{}\nin\n{text}", errors.iter().map(|error| format!("{error}\n")).collect::<String>()),
    }
}

/// The dummy argument U is the same for all lanes; other scalars and the array of notes are each lane's own.
pub fn inputs() -> Inputs {
    let named = vec![("u".to_string(), Shape::Uniform), ("trace".to_string(), Shape::Varying)];
    Inputs { named, ..Inputs::default() }
}

/// All units at a stage, verified after each pass.
pub fn advance(program: &mut Program, stage: Stage, inputs: &Inputs, inline_calls: bool) -> PassReport {
    advance_with(program, stage, inputs, &PassOptions::inlining(inline_calls))
}

/// The same with options.
pub fn advance_with(program: &mut Program, stage: Stage, inputs: &Inputs, options: &PassOptions) -> PassReport {
    let mut report = PassReport::default();
    let options = PassOptions { verify: true, ..options.clone() };
    if let Err(error) = run_to(program, None, stage, inputs, &options, &mut report) {
        panic!("{error}");
    }
    report
}

/// What the function F returns for some values of its one argument, by the reference interpreter.
pub fn run(program: &Program) -> Vec<(LaneStatus, Option<Scalar>)> {
    let rows: Vec<Scalar> = [-1.5, 0.0, 0.25, 1.0, 2.5, 7.0].map(Scalar::Real8).into();
    let count = rows.len();
    match Interpreter::new(program, Options::default()).run("f", &[Input::Varying(rows)], count) {
        Ok(outcome) => outcome.lanes.into_iter().map(|lane| (lane.status, lane.result)).collect(),
        Err(error) => panic!("{error}"),
    }
}
