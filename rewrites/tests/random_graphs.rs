//! Random graphs, half of them irreducible, whose lanes take different ways: structurized and masked they must do what
//! each lane does alone, in the same order. Each block notes its number in an array, so that results hold the trace.

mod common;

use common::{advance, parse};
use forlane_cfg::interpreter::{Input, Interpreter, LaneOutcome, LaneStatus, Options, Scalar};
use forlane_cfg::text::print_program;
use forlane_cfg::{Program, Shape, Stage};
use forlane_rewrites::passes::Inputs;
use std::fmt::Write;

/// Lanes of a gang.
const LANES: usize = 8;
/// How many blocks a lane may note before it fails.
const TRACE: usize = 48;

/// A small generator of random numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        ((self.next() >> 11) % bound as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// The text of a unit at stage `cfg` with a random graph: `f(seed, u, trace)`, where `u` is uniform.
fn random_unit(random: &mut Random) -> String {
    let blocks = 3 + random.below(22);
    let back = [5, 15, 30, 50][random.below(4)];
    let mut text = String::from("unit cfg function f \"random.f\" {\n    scope s0 subprogram\n");
    for name in ["seed", "u"] {
        let _ = writeln!(text, "    var {name}: integer4 dummy varying s0");
    }
    text.push_str("    var trace: integer4[*] dummy varying s0\n    var f: integer4 result varying s0\n");
    for name in ["n", "h", "x0", "x1", "x2"] {
        let _ = writeln!(text, "    var {name}: integer4 local varying s0");
    }
    text.push_str("    dummies seed, u, trace\n    result f\n\n    b0:\n        enter s0\n        h = seed\n");
    text.push_str("        goto b1\n");
    for block in 1..=blocks {
        let _ = writeln!(text, "    b{block}:");
        let _ = writeln!(text, "        trace[n] = {block} @{block}\n        n = n + 1 @{block}");
        let _ = writeln!(text, "        h = (h * 1103515245) + {} @{block}", 12345 + block);
        for _ in 0..random.below(3) {
            let (to, from) = (random.below(3), random.below(3));
            let other = ["h", "n", "x0", "x1", "x2", "u"][random.below(6)];
            let _ = writeln!(text, "        x{to} = x{from} + {other} @{block}");
        }
        let mut target = || match random.chance(back) {
            true => 1 + random.below(blocks),
            false => (block + 1 + random.below(4)).min(blocks),
        };
        let targets = [target(), target(), target()];
        let noise = match random.below(5) {
            0 => "u / 4".to_string(),
            1 => "n / 2".to_string(),
            _ => "h / 65536".to_string(),
        };
        let at = format!("@{block}");
        let _ = match random.below(6) {
            _ if block == blocks => {
                writeln!(text, "        f = (h + x0) + (x1 * x2)\n        leave s0 {at}\n        return {at}")
            }
            0 => writeln!(text, "        goto b{} {at}", targets[0]),
            1 => writeln!(
                text,
                "        switch mod({noise}, 4) [1 => b{}, 2 | -2 => b{}, default => b{}] {at}",
                targets[0], targets[1], targets[2]
            ),
            _ => writeln!(
                text,
                "        if mod({noise}, {}) < 1 goto b{} else b{} {at}",
                2 + random.below(3),
                targets[0],
                targets[1]
            ),
        };
    }
    text.push_str("}\n");
    text
}

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
fn check(text: &str, uniform: i32, reads_back: bool) -> usize {
    let mut program = parse(text);
    let named = vec![("u".to_string(), Shape::Uniform), ("trace".to_string(), Shape::Varying)];
    let inputs = Inputs { named, ..Inputs::default() };
    let expected = run(&program, uniform, text);
    for stage in [Stage::Split, Stage::Ssa, Stage::Structured, Stage::Masked] {
        advance(&mut program, stage, &inputs, true);
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

#[test]
fn lanes_under_masks_do_what_each_does_alone() {
    let graphs = std::env::var("FORLANE_GRAPHS").ok().and_then(|count| count.parse().ok()).unwrap_or(1000);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut returned = 0;
    for graph in 0..graphs {
        returned += check(&random_unit(&mut random), 3 + 37 * (graph % 2) as i32, graph % 16 == 0);
    }
    assert!(returned > graphs * LANES / 2, "too few lanes return: {returned}");
}
