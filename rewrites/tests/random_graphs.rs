//! Random graphs, half of them irreducible, whose lanes take different ways: structurized and masked they must do what
//! each lane does alone, in the same order. Each block notes its number in an array, so that results hold the trace.

mod common;

use common::random::{Random, TRACE, random_unit};
use common::{advance_with, parse};
use forlane_cfg::interpreter::{Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_cfg::text::print_program;
use forlane_cfg::{Program, Shape, Stage};
use forlane_rewrites::lower_switches::SwitchForm;
use forlane_rewrites::passes::{Inputs, PassOptions};

/// Lanes of a gang.
const LANES: usize = 8;
/// What the lanes of a gang give, without counts that differ between stages.
fn run(program: &Program, uniform: i32, text: &str) -> Vec<LaneOutcome> {
    let seeds = (0..LANES as i32).map(|lane| Scalar::Integer4(lane * 7919 + uniform)).collect();
    let arguments = [
        Input::Varying(seeds),
        Input::Uniform(Scalar::Integer4(uniform)),
        Input::LaneArrays(vec![vec![Scalar::Integer4(0); TRACE]; LANES]),
    ];
    let options = Options { gang: LANES, ..Options::default() };
    match Interpreter::new(program, options).run("f", &arguments, LANES) {
        Ok(outcome) => outcome.lanes.into_iter().map(|lane| LaneOutcome { actions: 0, blocks: 0, ..lane }).collect(),
        Err(error) => panic!("{error}\n{}\nfrom\n{text}", print_program(program)),
    }
}

/// Runs a graph at each stage; how many lanes return.
fn check(text: &str, uniform: i32, reads_back: bool, switches: Option<SwitchForm>) -> usize {
    let mut program = parse(text);
    let named = vec![("u".to_string(), Shape::Uniform), ("trace".to_string(), Shape::Varying)];
    let inputs = Inputs { named, ..Inputs::default() };
    let expected = run(&program, uniform, text);
    for stage in [Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked] {
        advance_with(&mut program, stage, &inputs, &PassOptions { switches, ..PassOptions::default() });
        if reads_back {
            let printed = print_program(&program);
            assert_eq!(print_program(&parse(&printed)), printed, "the text form does not read back");
        }
        if stage == Stage::Split {
            continue;
        }
        let found = run(&program, uniform, text);
        // Scalar arguments of a lane that failed may be anything in between, but the trace is memory of its own.
        for (lane, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let same = found.status == expected.status
                && found.result == expected.result
                && found.arguments[2] == expected.arguments[2];
            assert!(same, "lane {lane}: {found:?}\nnot\n{expected:?}\n{}\nfrom\n{text}", print_program(&program));
        }
    }
    expected.iter().filter(|lane| lane.status == LaneStatus::Returned).count()
}

/// The forms that switches take, in turn.
const FORMS: [Option<SwitchForm>; 3] = [None, Some(SwitchForm::GuardedChain), Some(SwitchForm::RangeTree)];

#[test]
fn lanes_under_masks_do_what_each_does_alone() {
    let graphs = std::env::var("FORLANE_GRAPHS").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut returned = 0;
    for graph in 0..graphs {
        let switches = FORMS[graph % FORMS.len()];
        returned += check(&random_unit(&mut random), 3 + 37 * (graph % 2) as i32, graph % 16 == 0, switches);
    }
    assert!(returned > graphs * LANES / 2, "too few lanes return: {returned}");
}
