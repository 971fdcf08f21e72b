//! Reconvergence: lanes that meet at a block execute it together, once in each round of the innermost loop around it.
//!
//! The interpreter reports in which order a gang executed the blocks of small random graphs. The best order there is,
//! found by trying all, is the shortest one of which the way of each lane is a part. Without loops both are equal: each
//! block that some lane passes is executed once. With loops the best order would have to know which lanes come back;
//! the gang's is never shorter, and all in all it may be longer by what is stated here.

mod random;

use crate::common::{advance, parse};
use forlane_cfg::{Program, Shape, Stage};
use forlane_interpreter::{ArgumentValue, Input, Interpreter, LaneStatus, Options, Outcome, Scalar};
use forlane_rewrites::passes::Inputs;
use random::{Random, random_graph};
use std::collections::{BTreeSet, VecDeque};

/// Lanes of a gang.
const LANES: usize = 3;
/// The longest way of a lane for which all orders are tried.
const LONGEST: usize = 14;
/// How many blocks more than the best order the gang may execute in graphs with loops, in percent of all.
const ALLOWED: usize = 5;

fn run(program: &Program, seed: i32) -> Outcome {
    let seeds = (0..LANES as i32).map(|lane| Scalar::Integer4(lane * 7919 + seed)).collect();
    let arguments = [
        Input::Varying(seeds),
        Input::Uniform(Scalar::Integer4(seed)),
        Input::LaneArrays(vec![vec![Scalar::Integer4(0); LONGEST + 1]; LANES]),
    ];
    let options = Options { gang: LANES, trace: true, ..Options::default() };
    match Interpreter::new(program, options).run("f", &arguments, LANES) {
        Ok(outcome) => outcome,
        Err(error) => panic!("{error}"),
    }
}

/// The blocks that each lane passed; none if some lane passed too many.
fn ways(outcome: &Outcome) -> Option<Vec<Vec<i32>>> {
    let way = |lane: &forlane_interpreter::LaneOutcome| match &lane.arguments[2] {
        ArgumentValue::Array(blocks) if lane.status == LaneStatus::Returned => {
            let numbers = blocks.iter().map(|block| match block {
                Scalar::Integer4(number) => *number,
                _ => 0,
            });
            Some(numbers.take_while(|number| *number > 0).collect())
        }
        _ => None,
    };
    outcome.lanes.iter().map(way).collect()
}

/// The fewest executions of blocks by which all lanes go their ways.
fn best_order(ways: &[Vec<i32>]) -> usize {
    let start = vec![0; ways.len()];
    let mut seen = BTreeSet::from([start.clone()]);
    let mut pending = VecDeque::from([(start, 0)]);
    while let Some((positions, executed)) = pending.pop_front() {
        let next: BTreeSet<i32> = ways.iter().zip(&positions).filter_map(|(way, at)| way.get(*at).copied()).collect();
        if next.is_empty() {
            return executed;
        }
        // All lanes that are at the block take part: one that waits could only do the same later.
        for block in next {
            let moved = ways.iter().zip(&positions).map(|(way, at)| at + usize::from(way.get(*at) == Some(&block)));
            let moved: Vec<usize> = moved.collect();
            if seen.insert(moved.clone()) {
                pending.push_back((moved, executed + 1));
            }
        }
    }
    0
}

/// Over some graphs: blocks executed by the gang and in the best order, and how many graphs there were.
fn measure(seed: u64, graphs: usize, back: usize) -> (usize, usize, usize) {
    let mut random = Random(seed);
    let (mut executed, mut best, mut measured) = (0, 0, 0);
    for graph in 0..graphs {
        let text = random_graph(&mut random, 3 + graph % 6, back);
        let mut program = parse(&text);
        let named = vec![("u".to_string(), Shape::Uniform), ("trace".to_string(), Shape::Varying)];
        advance(&mut program, Stage::Masked, &Inputs { named, ..Inputs::default() }, true);
        let outcome = run(&program, graph as i32);
        let Some(ways) = ways(&outcome) else { continue };
        let found = outcome.schedule.iter().filter(|line| line.number > 1000).count();
        let least = best_order(&ways);
        assert!(found >= least, "{found} blocks are executed, {least} are needed\n{text}");
        if back == 0 {
            let passed: BTreeSet<i32> = ways.into_iter().flatten().collect();
            assert_eq!((found, least), (passed.len(), passed.len()), "{text}");
        }
        executed += found;
        best += least;
        measured += 1;
    }
    (executed, best, measured)
}

#[test]
fn without_loops_each_block_is_executed_once() {
    let (_, _, measured) = measure(0x2545_f491_4f6c_dd1d, 200, 0);
    assert_eq!(measured, 200);
}

#[test]
fn with_loops_the_order_is_close_to_the_best() {
    let (executed, best, measured) = measure(0x9e37_79b9_7f4a_7c15, 400, 30);
    assert!(measured > 200, "only {measured} graphs end soon enough");
    assert!(executed * 100 <= best * (100 + ALLOWED), "{executed} blocks are executed, {best} in the best order");
}
