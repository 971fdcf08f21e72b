//! Text of units with random changes: reading always ends with errors or with units that print and read back; what the
//! verifier takes, the interpreter runs, the rewrites rewrite and the code generators compile, without a panic.

use super::{Case, Verdict, files, root};
use crate::random::Random;
use forlane::Program;
use forlane::kernel_source::ArgumentShapes;
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::verify_program;
use forlane_cfg::{Program as Units, Stage, Storage, UnitKind, Var};
use forlane_inspect::dot;
use forlane_interpreter::{Input, Interpreter, Options, Scalar};
use forlane_jit::CompileOptions;
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};

/// What a word may become.
const WORDS: [&str; 40] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "99999999999",
    "9223372036854775807",
    "1_8",
    "1_1",
    "1.5d0",
    "1e0",
    ".true.",
    "\"text\"",
    "uniform",
    "varying",
    "integer4",
    "integer8",
    "integer1",
    "real8",
    "real4",
    "logical",
    "b0",
    "b1",
    "b2",
    "L0",
    "L1",
    "r1",
    "s0",
    "s1",
    "v0:",
    "v1:",
    "v2:",
    "+",
    "/",
    "**",
    "<",
    "==",
    "mod(1, 0)",
    "@0",
    "default",
];

/// Elements of all arrays together that the interpreter is given to hold.
const MOST_ELEMENTS: u64 = 100_000;

/// The dumps of the suite `dumps`, the examples of the document, and the cases of the verifier.
pub fn corpus() -> Vec<Case> {
    let paths = ["tests/dumps", "cfg/tests/verify"].iter().flat_map(|folder| files(folder, &["txt", "flir"]));
    let kept = paths.filter_map(|path| std::fs::read_to_string(path).ok());
    let document = std::fs::read_to_string(root().join("docs/ir.md")).unwrap_or_default();
    let examples = document.split("```flir\n").skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned);
    let texts = kept.chain(examples).filter(|text| parse_program(text).is_ok());
    texts.map(|text| Case { ending: "flir".to_owned(), bytes: text.into_bytes() }).collect()
}

/// Spoils a text in some places.
pub fn mutate(random: &mut Random, corpus: &[Case]) -> Case {
    let text = String::from_utf8_lossy(&random.pick(corpus).bytes);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + random.below(3) {
        spoil(random, &mut lines);
    }
    Case { ending: "flir".to_owned(), bytes: lines.join("\n").into_bytes() }
}

/// Spoils a text in one place: a line moves, goes, comes twice, or a word of it becomes another.
fn spoil(random: &mut Random, lines: &mut Vec<String>) {
    if lines.is_empty() {
        return;
    }
    let (first, second) = (random.below(lines.len()), random.below(lines.len()));
    match random.below(10) {
        0 => drop(lines.remove(first)),
        1 => lines.swap(first, second),
        2 => lines.insert(first, lines[second].clone()),
        kind => {
            let own = words(&lines[first]);
            if own.is_empty() {
                return;
            }
            let at = own[random.below(own.len())].clone();
            // A word of the same sort more often gives a text that can be read.
            let sort = |text: &str| text.chars().next().map(|c| (c.is_ascii_digit(), c.is_ascii_alphabetic()));
            let is_like =
                |other: &std::ops::Range<usize>| sort(&lines[second][other.clone()]) == sort(&lines[first][at.clone()]);
            let like: Vec<_> = words(&lines[second]).into_iter().filter(is_like).collect();
            let piece = match kind {
                3..=8 if like.is_empty() => return,
                3..=8 => lines[second][like[random.below(like.len())].clone()].to_owned(),
                _ => WORDS[random.below(WORDS.len())].to_owned(),
            };
            lines[first].replace_range(at, &piece);
        }
    }
}

/// Where the words of a line are: names, numbers, and runs of signs.
fn words(line: &str) -> Vec<std::ops::Range<usize>> {
    let class = |c: char| match c {
        ' ' => 0,
        c if c.is_ascii_alphanumeric() || "_.:".contains(c) => 1,
        '(' | ')' | '[' | ']' | ',' => 3 + c as u32,
        _ => 2,
    };
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut before = 0;
    for (at, c) in line.char_indices() {
        let own = class(c);
        match found.last_mut() {
            Some(last) if own == before && own != 0 => last.end = at + c.len_utf8(),
            _ if own != 0 => found.push(at..at + c.len_utf8()),
            _ => {}
        }
        before = own;
    }
    found
}

/// Takes a text as far as it goes; it is accepted if the verifier takes it.
pub fn run(case: &Case) -> Result<Verdict, String> {
    let text = String::from_utf8_lossy(&case.bytes);
    let Ok(units) = parse_program(&text) else { return Ok(Verdict::Refused) };
    let printed = print_program(&units);
    let again = parse_program(&printed).map_err(|errors| format!("printed, it does not read: {}", errors[0]))?;
    if print_program(&again) != printed {
        return Err("printed and read, it prints otherwise".to_owned());
    }
    if verify_program(&units).is_err() {
        return Ok(Verdict::Refused);
    }
    for unit in &units.units {
        dot::draw(unit, &|_| None);
    }
    interpret(&units);
    compile(units);
    Ok(Verdict::Accepted)
}

fn interpret(units: &Units) {
    let elements =
        |var: &Var| var.element_count().unwrap_or(0).saturating_add(var.area.as_ref().map_or(0, |at| at.offset));
    let all = units.units.iter().flat_map(|unit| unit.vars.iter()).map(|(_, var)| elements(var));
    if all.fold(0, u64::saturating_add) > MOST_ELEMENTS {
        return;
    }
    for unit in units.units.iter().filter(|unit| unit.kind != UnitKind::BlockData) {
        let inputs: Vec<Input> = unit.dummies.iter().map(|dummy| input(&unit.vars[*dummy])).collect();
        let interpreter =
            Interpreter::new(units, Options { fuel: 300, gang: 2, trace: false }).with_input(b"1 2\n3.5\nT\n");
        // An error is as good as a result.
        let _ = interpreter.run(&unit.name, &inputs, 3);
    }
}

fn input(var: &Var) -> Input {
    let zero = Scalar::zero(var.ty).unwrap_or(Scalar::Integer4(0));
    match var.array {
        Some(_) => Input::LaneArrays(vec![vec![zero; 4]; 3]),
        None => Input::Varying(vec![zero; 3]),
    }
}

fn compile(units: Units) {
    let passes = PassOptions { verify: true, explain: true, ..PassOptions::default() };
    let program = Program::from_units(units).unwrap_or_else(|error| panic!("verified again, it is refused: {error}"));
    let report = &mut PassReport::default();
    let sound = |result: Result<Units, forlane_rewrites::passes::PassError>| {
        if let Err(error @ forlane_rewrites::passes::PassError::Invalid { .. }) = &result {
            panic!("{error}");
        }
    };
    sound(program.at_stage(Stage::Masked, &Inputs::default(), &passes, report));
    let options = CompileOptions { gang: Some(2), verify: true, ..CompileOptions::default() };
    for unit in &program.units().units {
        let has_procedure = unit.vars.iter().any(|(_, var)| var.storage == Storage::Procedure);
        match unit.kind {
            UnitKind::Program => drop(program.main_program(&passes, &options, report)),
            UnitKind::Subroutine | UnitKind::Function if !has_procedure => {
                if let Ok(source) = program.kernel_source(&unit.name, &passes, report) {
                    drop(source.compile(ArgumentShapes::default(), &options));
                }
            }
            _ => {}
        }
    }
}
