//! Array assignments of random subscripts: the loops that they become must do what the interpreter does with the
//! assignment itself, which evaluates all values before it stores one.

use crate::common::{advance, parse};
use forlane_cfg::text::print_program;
use forlane_cfg::{Program, Stage};
use forlane_interpreter::{ArgumentValue, Input, Interpreter, LaneStatus, Options, Scalar};
use forlane_rewrites::passes::Inputs;
use std::collections::BTreeMap;

/// The extent of each dimension of the array; subscripts keep off its border, so that they may be moved by one.
const EXTENT: i64 = 11;

/// A small generator of random numbers (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    /// A number below the bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}

/// A range of an index: its name, first value, increment and number of values.
struct Range {
    name: &'static str,
    first: i64,
    step: i64,
    count: i64,
}

/// A subscript: an index times a factor, if there is an index, and an offset.
#[derive(Clone)]
struct Subscript {
    index: Option<(&'static str, i64)>,
    offset: i64,
    /// Whether it is the subscript of a vector of subscripts.
    is_indirect: bool,
}

impl Range {
    fn random(random: &mut Random, name: &'static str) -> Range {
        let (first, step) = ([-1, 0, 1][random.below(3)], [1, 1, 2, -1][random.below(4)]);
        Range { name, first, step, count: random.below(5) as i64 }
    }

    fn text(&self, is_known: bool) -> String {
        let count = if is_known { self.count.to_string() } else { format!("n{}", self.name) };
        format!("{} = {} for {count} by {}", self.name, self.first, self.step)
    }

    /// A subscript off the border that changes with the index.
    fn subscript(&self, random: &mut Random) -> Subscript {
        let factor = [1, 1, 1, -1, 2][random.below(5)];
        let ends = [self.first, self.first + self.step * (self.count - 1).max(0)].map(|index| index * factor);
        let (least, greatest) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let room = EXTENT - 2 - (greatest - least);
        if room <= 0 {
            return self.subscript(random);
        }
        let offset = 1 + random.below(room as usize) as i64 - least;
        Subscript { index: Some((self.name, factor)), offset, is_indirect: false }
    }
}

impl Subscript {
    fn random(random: &mut Random, ranges: &[Range; 2]) -> Subscript {
        match random.below(6) {
            0 => Subscript { index: None, offset: random.below(EXTENT as usize) as i64, is_indirect: false },
            1 => Subscript { is_indirect: true, ..ranges[0].subscript(random) },
            choice => ranges[choice % 2].subscript(random),
        }
    }

    fn moved(&self, random: &mut Random) -> Subscript {
        Subscript { offset: self.offset + random.below(3) as i64 - 1, ..self.clone() }
    }

    fn text(&self) -> String {
        let direct = match self.index {
            None => self.offset.to_string(),
            Some((name, factor)) => format!("({name} * {factor}) + {}", self.offset),
        };
        if self.is_indirect { format!("vector[{direct}]") } else { direct }
    }
}

fn element(subscripts: &[Subscript; 2]) -> String {
    format!("a[{} of {EXTENT}, {}]", subscripts[0].text(), subscripts[1].text())
}

/// A unit of one array assignment, and its counts.
fn random_unit(random: &mut Random) -> (String, [i32; 2]) {
    let ranges = [Range::random(random, "i"), Range::random(random, "j")];
    let mut own = [ranges[0].subscript(random), ranges[1].subscript(random)];
    if random.below(2) == 0 {
        own.reverse();
    }
    // Reads at a constant distance are what the dependence test is about.
    let read = |random: &mut Random| match random.below(3) {
        0 => element(&[Subscript::random(random, &ranges), Subscript::random(random, &ranges)]),
        _ => element(&own.clone().map(|subscript| subscript.moved(random))),
    };
    let mut value = read(random);
    if random.below(3) == 0 {
        value = format!("{value} + ({} * 3)", read(random));
    }
    let mask = if random.below(3) == 0 { format!(" where mod({}, 3) /= 0", read(random)) } else { String::new() };
    let is_known = random.below(2) == 0;
    let text = format!(
        "unit cfg subroutine f \"f.f\" {{
    scope s0 subprogram
    var a: integer4[*] dummy varying s0
    var vector: integer4[*] dummy varying s0
    var ni: integer4 dummy varying s0
    var nj: integer4 dummy varying s0
    var i: integer4 local varying s0
    var j: integer4 local varying s0
    dummies a, vector, ni, nj
    b0:
        enter s0
        each {}, {}{mask}: {} = {value}
        leave s0
        return
}}
",
        ranges[0].text(is_known),
        ranges[1].text(is_known),
        element(&own)
    );
    (text, [ranges[0].count as i32, ranges[1].count as i32])
}

/// The array after a run.
fn run(program: &Program, counts: [i32; 2], text: &str) -> ArgumentValue {
    let elements = (0..(EXTENT * EXTENT) as i32).map(|number| Scalar::Integer4(number * 7 % 101));
    let vector = [3, 1, 4, 0, 10, 5, 2, 7, 6, 9, 8].map(Scalar::Integer4);
    let [ni, nj] = counts.map(|count| Input::Varying(vec![Scalar::Integer4(count)]));
    let arguments = [Input::LaneArrays(vec![elements.collect()]), Input::LaneArrays(vec![vector.to_vec()]), ni, nj];
    match Interpreter::new(program, Options::default()).run("f", &arguments, 1) {
        Ok(mut outcome) => {
            let lane = outcome.lanes.remove(0);
            assert_eq!(lane.status, LaneStatus::Returned, "{text}");
            lane.arguments[0].clone()
        }
        Err(error) => panic!("{error}\n{text}"),
    }
}

#[test]
fn loops_do_what_array_assignments_do() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut verdicts: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..1500 {
        let (text, counts) = random_unit(&mut random);
        let mut program = parse(&text);
        let printed = print_program(&program);
        assert_eq!(print_program(&parse(&printed)), printed, "it does not read back");
        let verdict = printed.lines().find_map(|line| line.trim_start().strip_prefix("each ")?.split_once("; "));
        *verdicts.entry(verdict.map_or("none", |(_, verdict)| verdict).to_owned()).or_insert(0) += 1;
        let expected = run(&program, counts, &printed);
        advance(&mut program, Stage::Split, &Inputs::varying(), true);
        let lowered = print_program(&program);
        assert_eq!(run(&program, counts, &lowered), expected, "{printed}\n{lowered}");
    }
    // Each way of lowering was put to the test, often.
    let often = verdicts.values().filter(|count| **count >= 5).count();
    assert!(often >= 6, "{verdicts:?}");
}
