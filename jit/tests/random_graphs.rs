//! Random graphs compiled for gangs give what the interpreter gives for each lane alone, bit for bit, and so does
//! scalar code. `FORLANE_CASES=N` runs N cases, `FORLANE_SEED=N` chooses others.

#[path = "../../rewrites/tests/random_graphs/generate.rs"]
mod generate;
#[path = "../../rewrites/tests/random_graphs/print.rs"]
mod print;
#[path = "../../rewrites/tests/random_graphs/tree.rs"]
#[allow(dead_code, reason = "only the interpreter sees what lanes do that never end")]
mod tree;

use crate::support::wide_sets;
use forlane::driver::compile_kernel;
use forlane_cfg::text::parse_program;
use forlane_cfg::{Program, Stage};
use forlane_interpreter::{ArgumentValue, Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_jit::{ArgumentShape, Binding, CompileOptions, InstructionSet, Kernel, Values, ValuesMut};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};
use forlane_rewrites::uniform_parts::UniformForm;
use print::{TRACE, print};
use proptest::prelude::Just;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use tree::{Case, Notes};

/// More than one gang, the last of them ragged.
const ROWS: usize = 19;

fn interpret(program: &Program, seeds: &[i32], uniform: i32) -> Result<Vec<LaneOutcome>, String> {
    let arguments = [
        Input::Varying(seeds.iter().copied().map(Scalar::Integer4).collect()),
        Input::Uniform(Scalar::Integer4(uniform)),
        Input::LaneArrays(vec![vec![Scalar::Integer4(0); TRACE]; seeds.len()]),
    ];
    let outcome = Interpreter::new(program, Options::default()).run("f", &arguments, seeds.len());
    outcome.map(|outcome| outcome.lanes).map_err(|error| error.to_string())
}

/// What compiled code returns for each row: whether it returned, its notes, and the result.
type Row = (bool, Vec<i32>, i32);

fn run_compiled(kernel: &Kernel, seeds: &[i32], uniform: i32) -> Result<Vec<Row>, String> {
    let (mut statuses, mut results) = (vec![0; ROWS], vec![0; ROWS]);
    let (zeros, mut traces) = (vec![0; ROWS * TRACE], vec![0; ROWS * TRACE]);
    let mut seeds_after = vec![0; ROWS];
    let rows =
        Binding::Rows { length: TRACE, input: Some(Values::I32(&zeros)), output: Some(ValuesMut::I32(&mut traces)) };
    let mut bindings = [
        Binding::Column { input: Some(Values::I32(seeds)), output: Some(ValuesMut::I32(&mut seeds_after)) },
        Binding::Uniform { value: forlane_jit::Scalar::I32(uniform), output: None },
        rows,
        Binding::Column { input: None, output: Some(ValuesMut::I32(&mut results)) },
    ];
    kernel.run(&mut bindings, &mut statuses).map_err(|error| error.to_string())?;
    let traces = traces.chunks(TRACE).map(<[i32]>::to_vec);
    Ok(statuses.into_iter().zip(traces).zip(results).map(|((status, trace), f)| (status == 0, trace, f)).collect())
}

/// A set of instructions, the lanes of a gang, and the form of loops that lanes take together.
type Form = (InstructionSet, usize, Option<UniformForm>);

const GRAPH: Option<UniformForm> = Some(UniformForm::Graph);
const TREE: Option<UniformForm> = Some(UniformForm::Tree);

/// Lanes that follow a case, some of which leave the last gang ragged.
fn ragged(case: &Case) -> usize {
    [2, 8, 16][case.kernel.blocks.len() % 3]
}

/// Scalar code and the gangs of the base emitter.
fn base_forms(case: &Case) -> Vec<Form> {
    let ragged = ragged(case);
    [(1, None), (4, GRAPH), (ragged, None), (ragged, GRAPH), (4, TREE)]
        .map(|(gang, form)| (InstructionSet::Base, gang, form))
        .to_vec()
}

/// Each set of the wide emitter in one of two forms, the sets in turn, since the allocator's checker takes most of the
/// time: each case is compiled in both forms, and each set takes both.
fn wide_forms(case: &Case) -> Vec<Form> {
    let choose = |(index, isa): (usize, InstructionSet)| {
        let least = if isa == InstructionSet::Avx2 { 4 } else { 8 };
        let forms = [(least, GRAPH), (4 * ragged(case), TREE)];
        let (gang, form) = forms[(case.kernel.blocks.len() + index) % 2];
        (isa, gang, form)
    };
    wide_sets().enumerate().map(choose).collect()
}

/// Runs a case in each of these forms.
fn check(case: &Case, forms: Vec<Form>) -> Result<(), String> {
    let mut program = parse_program(&print(case)).map_err(|errors| format!("{errors:?}"))?;
    let uniform = case.arguments.uniform;
    let seeds: Vec<i32> = case.arguments.seeds.iter().copied().cycle().take(ROWS).collect();
    let integer = |value: Option<Scalar>| value.and_then(Scalar::as_integer).unwrap_or(0) as i32;
    let expected: Vec<Row> = interpret(&program, &seeds, uniform)?
        .into_iter()
        .map(|lane| {
            let ArgumentValue::Array(trace) = &lane.arguments[2] else { panic!("the notes are an array") };
            let trace = trace.iter().map(|note| integer(Some(*note))).collect();
            (lane.status == LaneStatus::Returned, trace, integer(lane.result))
        })
        .collect();
    run_to(&mut program, None, Stage::Ssa, &Inputs::default(), &PassOptions::default(), &mut PassReport::default())
        .map_err(|error| error.to_string())?;
    let shapes = [ArgumentShape::Column, ArgumentShape::Uniform, ArgumentShape::RowArray];
    for (isa, gang, uniform_form) in forms {
        let passes = PassOptions { uniform: uniform_form, ..PassOptions::default() };
        let options = CompileOptions { gang: Some(gang), isa, ..CompileOptions::default() };
        let kernel = compile_kernel(&program, "f", &shapes, &passes, &options, &mut PassReport::default())
            .map_err(|error| error.to_string())?;
        let found = run_compiled(&kernel, &seeds, uniform)?;
        if let Some(row) = (0..ROWS).find(|row| found[*row] != expected[*row]) {
            let (found, expected) = (&found[row], &expected[row]);
            return Err(format!(
                "{isa:?}, gang {gang}, uniform loops as {uniform_form:?}, row {row}, seed {}: {found:?}\nnot {expected:?}",
                seeds[row]
            ));
        }
    }
    Ok(())
}

/// A number from the environment.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn lanes_do_what_each_does_alone() {
    run(base_forms);
}

#[test]
fn lanes_of_the_wide_emitter_do_what_each_does_alone() {
    run(wide_forms);
}

/// Runs the same cases for all who call it, each in these forms.
fn run(forms: fn(&Case) -> Vec<Form>) {
    let config = Config {
        cases: number("FORLANE_CASES", 30) as u32,
        failure_persistence: None,
        max_shrink_iters: number("FORLANE_SHRINK", 1000) as u32,
        ..Config::default()
    };
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number("FORLANE_SEED", 1).to_le_bytes());
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let result = runner
        .run(&generate::case(Just(Notes::Bounded)), |case| check(&case, forms(&case)).map_err(TestCaseError::fail));
    match result {
        Ok(()) => {}
        Err(TestError::Fail(reason, case)) => panic!("{reason}\nfrom\n{}", print(&case)),
        Err(error) => panic!("{error}"),
    }
}
