//! Text of units that chance has spoilt: whatever it says, reading ends with errors or with units that print and read back;
//! what the verifier takes, the interpreter runs, the rewrites rewrite and the code generators compile, without a panic.
//! `harness/chance.rs` says how long.

use crate::harness::chance::{Failed, Random, message, spoil};
use forlane::Program;
use forlane::program::ArgumentShapes;
use forlane_cfg::interpreter::{Input, Interpreter, Options, Scalar};
use forlane_cfg::text::{parse_program, print_program};
use forlane_cfg::verify::verify_program;
use forlane_cfg::{Program as Units, Stage, Storage, UnitKind, Var, dot};
use forlane_jit::CompileOptions;
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

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
fn texts() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = ["tests/dumps", "cfg/tests/verify"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(root.join(folder)).expect("a folder"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt" || ending == "flir"))
        .collect();
    paths.sort();
    let kept = paths.iter().map(|path| std::fs::read_to_string(path).expect("a text"));
    let document = std::fs::read_to_string(root.join("docs/ir.md")).expect("the document");
    let examples = document.split("```flir\n").skip(1).filter_map(|rest| rest.split("```").next()).map(str::to_owned);
    kept.chain(examples).filter(|text| parse_program(text).is_ok()).collect()
}

/// Spoils a text in one place: a line moves, goes, comes twice, or a word of it becomes another.
fn mutate(random: &mut Random, lines: &mut Vec<String>) {
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

/// Where the words of a line stand: names, numbers, and runs of signs.
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

/// Takes a text as far as it goes; whether the verifier took it.
fn take(text: &str) -> bool {
    let Ok(units) = parse_program(text) else { return false };
    let printed = print_program(&units);
    let again = parse_program(&printed).unwrap_or_else(|errors| panic!("printed, it does not read: {}", errors[0]));
    assert!(print_program(&again) == printed, "printed and read, it prints otherwise");
    if verify_program(&units).is_err() {
        return false;
    }
    for unit in &units.units {
        dot::draw(unit, &|_| None);
    }
    interpret(&units);
    compile(units);
    true
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
    let passes = PassOptions { verify: true, ..PassOptions::default() };
    let program = Program::from_units(units);
    let report = &mut PassReport::default();
    let sound = |result: Result<Units, forlane_rewrites::passes::PassError>| {
        if let Err(error @ forlane_rewrites::passes::PassError::Invalid { .. }) = &result {
            panic!("{error}");
        }
    };
    sound(program.at_stage(Stage::Masked, &Inputs::default(), &passes, report));
    let options = CompileOptions { gang: Some(2), verify: true, passes: passes.clone(), ..CompileOptions::default() };
    for unit in &program.units().units {
        let has_procedure = unit.vars.iter().any(|(_, var)| var.storage == Storage::Procedure);
        match unit.kind {
            UnitKind::Program => drop(program.main_program(&options, report)),
            UnitKind::Subroutine | UnitKind::Function if !has_procedure => {
                if let Ok(source) = program.kernel_source(&unit.name, &passes, report) {
                    drop(source.compile(ArgumentShapes::default(), &options));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn spoilt_texts_are_taken_or_refused() {
    let texts = texts();
    assert!(texts.len() > 50);
    let mut taken = 0;
    spoil(|random| {
        let mut lines: Vec<String> = texts[random.below(texts.len())].lines().map(str::to_owned).collect();
        for _ in 0..1 + random.below(3) {
            mutate(random, &mut lines);
        }
        let text = lines.join("\n");
        match catch_unwind(AssertUnwindSafe(|| take(&text))) {
            Ok(is_taken) => taken += usize::from(is_taken),
            Err(panic) => return Err(Failed { text, ending: "flir", problem: message(panic) }),
        }
        Ok(())
    });
    println!("the verifier took {taken}");
    assert!(taken > 0, "no text was taken");
}
