//! Programs that write and read items of each type with formats made by chance, to and from units and internal files.
//! The interpreter and compiled code must print the same.
//!
//! A case is a main program of free form. What is in lines that begin with `!< ` is its standard input.

use super::{Case, Verdict};
use crate::random::Random;
use forlane::Program;
use forlane_cfg::{Stage, StopCode};
use forlane_interpreter::{Interpreter, LaneStatus, Options};
use forlane_jit::{CompileOptions, ExitStatus};
use forlane_rewrites::passes::{Inputs, PassOptions, PassReport};
use std::fmt::Write;

/// Variables of each type, by name; the values are those that an assignment can have.
const VARIABLES: [(&str, &str, &[&str]); 11] = [
    ("integer(1)", "i1", &["0_1", "7_1", "-128_1-0_1", "127_1"]),
    ("integer(2)", "i2", &["0_2", "-5_2", "32767_2"]),
    ("integer", "i4", &["0", "42", "-1", "2147483647", "-2147483647"]),
    ("integer(8)", "i8", &["0_8", "9223372036854775807_8", "-123456789012_8"]),
    ("real", "r4", &["0.0", "-0.0", "1.5", "9.9999995", "1e-45", "-3.4e38", "0.05", "1e10/0.1e-30"]),
    ("real(8)", "r8", &["0d0", "-0d0", "0.5d0", "123456.789d0", "1d-320", "-1.7d308", "9.995d0", "1d99", "1d100"]),
    ("complex", "c4", &["(1.0,-2.5)", "(0.0,1e20)"]),
    ("complex(8)", "c8", &["(1d0,-2.5d0)", "(-1d-100,0d0)"]),
    ("logical", "l", &[".true.", ".false."]),
    ("character(5)", "t", &["'abcde'", "''", "'1.5e2'", "' 7'"]),
    ("character(1)", "u", &["'x'", "'9'"]),
];

/// What a mutation puts into a format.
const PIECES: [&str; 34] = [
    "(", ")", ",", "/", ":", "$", "*(", "0", "1", "3", "12", ".", "-", "+", "p", "x", "t", "tl", "tr", "i", "f", "e",
    "g", "a", "l", "b", "'", "''", "3h", "\"", " ", "bz", "dc", "e0",
];

/// What is in the lines of standard input.
const INPUT: [&str; 16] = [
    "1 2 3 4 5",
    "1.5e3 -2d-2 .5 1.",
    "T F .true. .fxx",
    "'a''b' \"c\" d",
    "(1,2) (3.5,-1e1)",
    "",
    "   ",
    "123456789012345678901",
    "1,,2,/",
    "3*7 2*",
    "nan inf -infinity +NaN(1)",
    "1e999 -1e999 1e-999",
    "1+5 2-3 4d+10",
    "\t9\t",
    ",,,,",
    "é\u{1}",
];

/// A few programs; most cases are made anew.
pub fn corpus() -> Vec<Case> {
    Vec::new()
}

/// Makes a program.
pub fn mutate(random: &mut Random, _: &[Case]) -> Case {
    let mut text = String::from("program p\n");
    for (ty, name, _) in VARIABLES {
        // Writing to a string can't fail.
        let _ = writeln!(text, "  {ty} :: {name}, {name}a(3)");
    }
    text.push_str("  integer :: s, n\n  character(80) :: m, w, b(4)\n  character(200) :: f\n  data b /4*' '/\n");
    for (_, name, values) in VARIABLES {
        let _ = writeln!(text, "  {name} = {}\n  {name}a = {}", random.pick(values), random.pick(values));
    }
    text.push_str("  n = 3\n");
    for label in 0..1 + random.below(6) {
        statement(random, 100 + label, &mut text);
    }
    text.push_str("end program\n");
    for _ in 0..random.below(8) {
        let _ = writeln!(text, "!< {}", random.pick(&INPUT));
    }
    Case { ending: "f90".to_owned(), bytes: text.into_bytes() }
}

/// A transfer, and what shows its result.
fn statement(random: &mut Random, label: usize, text: &mut String) {
    let format = format(random);
    let quoted = format!("'{}'", format.replace('\'', "''"));
    let control = match random.below(8) {
        0 => {
            let _ = writeln!(text, "{label} format {format}");
            label.to_string()
        }
        1 => "*".to_owned(),
        2..7 => {
            let _ = writeln!(text, "  f = {quoted}");
            "f".to_owned()
        }
        _ => quoted,
    };
    let unit = *random.pick(&["*", "*", "*", "b", "b(2)", "w", "w(3:20)"]);
    let reads = random.one_in(3);
    let items: Vec<String> = (0..random.below(6)).map(|_| item(random, reads)).collect();
    let (verb, items) = (if reads { "read" } else { "write" }, items.join(", "));
    let _ = writeln!(text, "  s = 0\n  m = ' '\n  {verb} ({unit}, {control}, iostat=s, iomsg=m) {items}");
    let _ = writeln!(text, "  print *, s, m");
    match (reads, unit) {
        (true, _) if !items.is_empty() && !items.contains('(') => {
            let _ = writeln!(text, "  print *, {items}");
        }
        (true, _) => text.push_str("  print *, i1a, i2a, i4a, i8a, r4a, r8a, c4a, c8a, la, ta, ua\n"),
        (false, "*") => {}
        (false, _) => text.push_str("  print '(a)', b, w\n"),
    }
}

fn item(random: &mut Random, reads: bool) -> String {
    let (_, name, values) = *random.pick(&VARIABLES);
    match random.below(10) {
        0 | 1 => format!("{name}a"),
        2 => format!("{name}a(2)"),
        3 => format!("({name}a(n), n = 1, 3)"),
        4 if name == "t" => "t(2:3)".to_owned(),
        5 if !reads => format!("({})", random.pick(values)),
        _ => name.to_owned(),
    }
}

/// A format, spoilt now and then.
fn format(random: &mut Random) -> String {
    let mut text = group(random, 0);
    if random.one_in(3) {
        for _ in 0..1 + random.below(3) {
            let (from, to) = (random.below(text.len() + 1), random.below(3));
            let to = text.len().min(from + to);
            if text.is_char_boundary(from) && text.is_char_boundary(to) {
                text.replace_range(from..to, random.pick::<&str>(&PIECES));
            }
        }
        if !text.starts_with('(') {
            text.insert(0, '(');
        }
    }
    without_long_repeats(&text)
}

fn group(random: &mut Random, depth: usize) -> String {
    let mut text = String::from("(");
    for index in 0..1 + random.below(5) {
        if index > 0 && !random.one_in(8) {
            text.push(',');
        }
        match random.below(14) {
            0 if depth < 3 => {
                let repeat = *random.pick(&["", "2", "3", "10", "*"]);
                text.push_str(repeat);
                text.push_str(&group(random, depth + 1));
            }
            1..=4 => control(random, &mut text),
            _ => edit(random, &mut text),
        }
    }
    text.push(')');
    text
}

/// A width or a number of digits; few are large.
fn width(random: &mut Random) -> usize {
    match random.below(40) {
        0 => 99_999,
        1 => 1000,
        2 => *random.pick(&[usize::MAX, 1 << 31, (1 << 31) - 1]),
        3..10 => 0,
        _ => 1 + random.below(30),
    }
}

fn edit(random: &mut Random, text: &mut String) {
    if random.one_in(4) {
        let _ = write!(text, "{}", 1 + random.below(5));
    }
    let letters = random.pick(&["i", "b", "o", "z", "f", "e", "d", "g", "en", "es", "l", "a"]);
    text.push_str(letters);
    if random.one_in(12) {
        return;
    }
    let _ = write!(text, "{}", width(random));
    if !matches!(*letters, "l" | "a") && !random.one_in(6) {
        let _ = write!(text, ".{}", width(random).min(200));
        if matches!(*letters, "e" | "g" | "en" | "es") && random.one_in(4) {
            let _ = write!(text, "e{}", random.below(6));
        }
    }
}

fn control(random: &mut Random, text: &mut String) {
    let number = 1 + random.below(20);
    let _ = match random.below(12) {
        0 => write!(text, "{number}x"),
        1 => write!(text, "t{}", width(random).min(1 << 20)),
        2 => write!(text, "tl{number}"),
        3 => write!(text, "tr{number}"),
        4 => write!(text, "{}p", random.below(30) as i64 - 15),
        5 => write!(text, "'a text'"),
        6 => write!(text, "4habcd"),
        _ => write!(
            text,
            "{}",
            random.pick(&[
                "/", "2/", ":", "$", "s", "sp", "ss", "bn", "bz", "ru", "rd", "rz", "rn", "rc", "rp", "dc", "dp"
            ])
        ),
    };
}

/// Groups in groups that are repeated a million times write for hours, as they should.
fn without_long_repeats(text: &str) -> String {
    let mut product = 1_usize;
    let mut result = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            result.push_str(&rest[..length]);
            rest = &rest[length..];
            continue;
        }
        let repeat = rest[..digits].parse::<usize>().unwrap_or(usize::MAX);
        let is_repeat = rest[digits..].starts_with(['(', '/', 'x']);
        let is_long = is_repeat && product.saturating_mul(repeat) > 1000;
        if is_repeat && !is_long {
            product *= repeat.max(1);
        }
        result.push_str(if is_long { "2" } else { &rest[..digits] });
        rest = &rest[digits..];
    }
    result
}

/// Compiles the program, interprets it and runs it.
pub fn run(case: &Case) -> Result<Verdict, String> {
    let text = String::from_utf8_lossy(&case.bytes);
    let lines = text.lines().filter_map(|line| line.strip_prefix("!< "));
    let input: String = lines.flat_map(|line| [line, "\n"]).collect();
    let Ok(program) = Program::from_source("p.f90", &text) else { return Ok(Verdict::Refused) };
    let interpreted = interpret(&program, input.as_bytes())?;
    let compiled = compile(&program, input.as_bytes())?;
    match interpreted == compiled {
        true => Ok(Verdict::Accepted),
        false => Err(difference(&interpreted, &compiled)),
    }
}

fn difference(interpreted: &[String], compiled: &[String]) -> String {
    let longest = interpreted.len().max(compiled.len());
    let line = (0..longest).find(|line| interpreted.get(*line) != compiled.get(*line)).unwrap_or(0);
    format!("line {line}: interpreted {:?}, compiled {:?}", interpreted.get(line), compiled.get(line))
}

/// The records that the interpreter prints, and how the program ends.
fn interpret(program: &Program, input: &[u8]) -> Result<Vec<String>, String> {
    let units = program
        .at_stage(Stage::Cfg, &Inputs::default(), &PassOptions::default(), &mut PassReport::default())
        .map_err(|error| error.to_string())?;
    let interpreter = Interpreter::new(&units, Options::default()).with_input(input);
    let mut outcome = interpreter.run("p", &[], 1).map_err(|error| error.to_string())?;
    let lane = outcome.lanes.pop().ok_or("no lane")?;
    let mut records = lane.printed;
    records.push(match lane.status {
        LaneStatus::Returned | LaneStatus::Stopped(StopCode::None) => "returned".to_owned(),
        LaneStatus::OutOfFuel => return Err("out of fuel".to_owned()),
        status => format!("failed: {}", matches!(status, LaneStatus::Stopped(_))),
    });
    Ok(records)
}

/// The same of compiled code.
fn compile(program: &Program, input: &[u8]) -> Result<Vec<String>, String> {
    let main = program
        .main_program(&PassOptions::default(), &CompileOptions::default(), &mut PassReport::default())
        .map_err(|error| error.to_string())?;
    let mut output = Vec::new();
    let status = main.run(&mut &input[..], &mut output).map_err(|error| error.to_string())?;
    let mut records: Vec<String> =
        output.split(|byte| *byte == b'\n').map(|record| String::from_utf8_lossy(record).into_owned()).collect();
    // What is after the last line end is not a record yet.
    records.pop();
    records.push(match status {
        ExitStatus::Returned | ExitStatus::Stopped(StopCode::None) => "returned".to_owned(),
        status => format!("failed: {}", matches!(status, ExitStatus::Stopped(_) | ExitStatus::StoppedWith(_))),
    });
    Ok(records)
}
