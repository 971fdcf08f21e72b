//! Random graphs compiled for gangs give what the interpreter gives for each lane alone, bit for bit, and so does scalar
//! code.

#[path = "../../rewrites/tests/common/random.rs"]
mod random;

use forlane_cfg::interpreter::{ArgumentValue, Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_cfg::text::parse_program;
use forlane_cfg::{Program, Stage};
use forlane_jit::{ArgumentShape, Binding, CompileOptions, Kernel, Values, ValuesMut};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport, run_to};
use random::{Random, TRACE, random_unit};

/// More than one gang, the last of them ragged.
const ROWS: usize = 19;

fn interpret(program: &Program, seeds: &[i32], uniform: i32) -> Vec<LaneOutcome> {
    let arguments = [
        Input::Varying(seeds.iter().copied().map(Scalar::Integer4).collect()),
        Input::Uniform(Scalar::Integer4(uniform)),
        Input::LaneArrays(vec![vec![Scalar::Integer4(0); TRACE]; seeds.len()]),
    ];
    match Interpreter::new(program, Options::default()).run("f", &arguments, seeds.len()) {
        Ok(outcome) => outcome.lanes,
        Err(error) => panic!("{error}"),
    }
}

/// Statuses, traces and results of compiled code.
fn run_compiled(kernel: &Kernel, seeds: &[i32], uniform: i32) -> (Vec<u32>, Vec<i32>, Vec<i32>) {
    let (mut statuses, mut results) = (vec![0; ROWS], vec![0; ROWS]);
    let (zeros, mut traces) = (vec![0; ROWS * TRACE], vec![0; ROWS * TRACE]);
    let rows =
        Binding::Rows { length: TRACE, input: Some(Values::I32(&zeros)), output: Some(ValuesMut::I32(&mut traces)) };
    let mut bindings = [
        Binding::Column { input: Some(Values::I32(seeds)), output: None },
        Binding::Uniform { value: forlane_jit::Scalar::I32(uniform), output: None },
        rows,
        Binding::Column { input: None, output: Some(ValuesMut::I32(&mut results)) },
    ];
    if let Err(error) = kernel.run(&mut bindings, &mut statuses) {
        panic!("{error}");
    }
    (statuses, traces, results)
}

fn check(text: &str, uniform: i32, gangs: &[usize]) {
    let Ok(mut program) = parse_program(text) else { panic!("{text}") };
    let seeds: Vec<i32> = (0..ROWS as i32).map(|row| row * 7919 + uniform).collect();
    let expected = interpret(&program, &seeds, uniform);
    let (inputs, options) = (Inputs::default(), PassOptions::default());
    if let Err(error) = run_to(&mut program, None, Stage::Ssa, &inputs, &options, &mut PassReport::default()) {
        panic!("{error}\n{text}");
    }
    let shapes = [ArgumentShape::Column, ArgumentShape::Uniform, ArgumentShape::RowArray];
    for gang in gangs {
        let options = CompileOptions { gang: Some(*gang), ..CompileOptions::default() };
        let kernel = match Kernel::compile(&program, "f", &shapes, &options) {
            Ok(kernel) => kernel,
            Err(error) => panic!("{error}\n{text}"),
        };
        let (statuses, traces, results) = run_compiled(&kernel, &seeds, uniform);
        for (row, lane) in expected.iter().enumerate() {
            let has_returned = lane.status == LaneStatus::Returned;
            assert_eq!(statuses[row] == 0, has_returned, "gang {gang}, row {row}, uniform {uniform}\n{text}");
            let result = lane.result.and_then(Scalar::as_integer).unwrap_or(0);
            assert_eq!(i64::from(results[row]), result, "gang {gang}, row {row}, uniform {uniform}\n{text}");
            let ArgumentValue::Array(trace) = &lane.arguments[2] else { panic!("no trace") };
            let trace: Vec<i32> = trace.iter().filter_map(|one| one.as_integer()).map(|one| one as i32).collect();
            let found = &traces[row * TRACE..(row + 1) * TRACE];
            assert_eq!(found, trace, "gang {gang}, row {row}, uniform {uniform}\n{text}");
        }
    }
}

#[test]
fn random_graphs_compiled_for_gangs_do_what_each_lane_does_alone() {
    let graphs = std::env::var("FORLANE_GRAPHS").ok().and_then(|count| count.parse().ok()).unwrap_or(30);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for graph in 0..graphs {
        let gangs: &[usize] = [&[1, 4][..], &[8], &[2, 16]][graph % 3];
        check(&random_unit(&mut random), 3 + 37 * (graph % 2) as i32, gangs);
    }
}
