//! Units of thousands of blocks, nested as deep as that, at every stage: verified, dumped and read back, on a small
//! stack. What took time or stack that grows with the square of the size, or with its depth, shows here.

#[path = "../benches/scale/shapes.rs"]
#[allow(dead_code, reason = "the bench alone goes through all shapes")]
mod shapes;

use crate::common::{advance, build_text, parse};
use forlane_cfg::text::print_program;
use forlane_cfg::{Body, Program, Stage};
use forlane_inspect::dot::draw;
use forlane_interpreter::{Input, Interpreter, LaneStatus, Options, Scalar};
use forlane_rewrites::passes::Inputs;
use shapes::Shape;

/// The stack of a test: much less than a recursion over a unit's depth would take.
const STACK: usize = 1 << 20;

fn blocks(program: &Program) -> usize {
    match &program.units[0].body {
        Body::Graph(graph) => graph.blocks.len(),
        Body::Tree(_) => 0,
    }
}

/// How a lane of each kind ends, with little fuel: in trees, the masks of all constructs around are checked at each
/// step.
fn run(program: &Program) -> Vec<LaneStatus> {
    let x = Input::Varying([0.0, 7.5, 1e9].map(Scalar::Real8).to_vec());
    let options = Options { fuel: 10_000, gang: 3, trace: false };
    match Interpreter::new(program, options).run("f", &[x], 3) {
        Ok(outcome) => outcome.lanes.into_iter().map(|lane| lane.status).collect(),
        Err(error) => panic!("{error}"),
    }
}

/// A unit of a shape at stage `cfg`.
fn build(shape: Shape, size: usize) -> Program {
    let text = shape.text(size);
    let program = if shape.is_fortran() { build_text("large.f", &text) } else { parse(&text) };
    assert!(blocks(&program) * 2 > size, "only {} blocks", blocks(&program));
    program
}

const STAGES: [Stage; 4] = [Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked];

/// Dumps, reads back, draws and runs the unit at each stage.
fn check_texts(shape: Shape, size: usize) {
    let mut program = build(shape, size);
    let expected = run(&program);
    for stage in STAGES {
        advance(&mut program, stage, &Inputs::varying(), true);
        let text = print_program(&program);
        assert!(print_program(&parse(&text)) == text, "{shape:?} does not read back at {stage:?}");
        assert!(!draw(&program.units[0], &|_| None).is_empty());
        for (found, expected) in run(&program).iter().zip(&expected) {
            let is_cut = [found, expected].contains(&&LaneStatus::OutOfFuel);
            assert!(is_cut || found == expected, "{shape:?} at {stage:?}: {found:?} instead of {expected:?}");
        }
    }
}

/// Takes the unit through all stages, verified after each pass; texts take most of the time, so that those of smaller
/// units have to do.
fn check(shape: Shape, size: usize) {
    let mut program = build(shape, size);
    for stage in STAGES {
        advance(&mut program, stage, &Inputs::varying(), true);
        assert_eq!(program.units[0].stage, stage);
    }
    drop(program);
    check_texts(shape, size / 5);
}

/// Checks a shape on a thread with a small stack.
fn on_small_stack(shape: Shape, size: usize) -> std::io::Result<()> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || check(shape, size))?;
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    Ok(())
}

/// A test for each shape.
macro_rules! shapes {
    ($($name:ident: $shape:ident $size:literal,)*) => {
        $(#[test]
        fn $name() -> std::io::Result<()> {
            on_small_stack(Shape::$shape, $size)
        })*
    };
}

shapes! {
    do_loops: DoLoops 5_000,
    nested_loops: NestedLoops 5_000,
    wide_switch: WideSwitch 5_000,
    machine: Machine 5_000,
    ladder: Ladder 5_000,
    common_end: CommonEnd 5_000,
    diamonds: Diamonds 5_000,
    nested_ifs: NestedIfs 5_000,
    tangle: Tangle 5_000,
    grid: Grid 5_000,
    strip: Strip 5_000,
    many_exits: ManyExits 5_000,
    nested_jumps: NestedJumps 5_000,
    nested_scopes: NestedScopes 5_000,
}
