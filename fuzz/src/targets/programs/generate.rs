//! Makes the lines of a random program, and the program of any lines.
//!
//! ```text
//! C decisions    what the whole program and its runs are like
//! U decisions    begins a unit; the first is the kernel
//! S decisions    a statement; one that is a block is open until the next E
//! O decisions    ELSE or CASE of the innermost block
//! E              ends the innermost block
//! R decisions    a row
//! ```
//!
//! Where lines are missing, or do not fit, the program has less; so every sequence of bytes is a program.

use super::choices::Choices;
use super::tree::{Action, Expr, Head, Kind, Program, Row, Stmt, Unit};
use crate::random::Random;

/// Blocks in blocks.
const DEPTH: usize = 3;

/// Operations in operations.
const EXPRESSION_DEPTH: u8 = 4;

/// The lines of a random program.
pub fn lines(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    line(random, b'C', 60, &mut bytes);
    for number in 0..1 + random.below(4) {
        line(random, b'U', 8, &mut bytes);
        let count = if number == 0 { 2 + random.below(12) } else { 1 + random.below(7) };
        (0..count).for_each(|_| statement(random, 0, &mut bytes));
    }
    (0..1 + random.below(24)).for_each(|_| line(random, b'R', 60, &mut bytes));
    bytes
}

fn line(random: &mut Random, tag: u8, length: usize, bytes: &mut Vec<u8>) {
    bytes.push(tag);
    bytes.extend((0..length).map(|_| match random.below(256) as u8 {
        b'\n' => b'\n' + 1,
        byte => byte,
    }));
    bytes.push(b'\n');
}

/// A statement with all that is in it.
fn statement(random: &mut Random, depth: usize, bytes: &mut Vec<u8>) {
    let start = bytes.len();
    let length = 4 + random.below(36);
    line(random, b'S', length, bytes);
    let Sort::Block(parts) = Sort::of(bytes[start + 1]) else { return };
    for part in 0..1 + random.below(parts) {
        if part > 0 {
            line(random, b'O', 8, bytes);
        }
        if depth < DEPTH {
            (0..random.below(5)).for_each(|_| statement(random, depth + 1, bytes));
        }
    }
    bytes.extend(b"E\n");
}

/// What a statement's first decision says of it.
enum Sort {
    Simple,
    /// It has statements in it, in at most this number of parts.
    Block(usize),
}

/// Of the values of a first decision, which [`Sort::of`] reads.
const WEIGHTS: [u32; 11] = [40, 16, 20, 3, 6, 9, 4, 6, 6, 3, 2];

impl Sort {
    fn of(first: u8) -> Sort {
        match Choices::new(&[first]).weighted(&WEIGHTS) {
            0..=4 => Sort::Simple,
            5 => Sort::Block(2),
            6 => Sort::Block(4),
            _ => Sort::Block(1),
        }
    }
}

/// The program of these lines.
pub fn program(bytes: &[u8]) -> Program {
    let mut reader = Reader { lines: bytes.split(|byte| *byte == b'\n').peekable(), rows: Vec::new() };
    let header = reader.lines.next_if(|line| line.first() == Some(&b'C')).map_or(&[][..], |line| &line[1..]);
    let mut units = Vec::new();
    while reader.lines.peek().is_some() {
        let head = reader.lines.next_if(|line| line.first() == Some(&b'U')).map_or(&[][..], |line| &line[1..]);
        units.push(unit(&mut Choices::new(head), reader.body(0)));
    }
    let choices = &mut Choices::new(header);
    let is_compared = choices.happens(30);
    if is_compared {
        units.iter_mut().for_each(|unit| (unit.is_function, unit.is_saved) = (false, false));
    }
    units.resize_with(units.len().clamp(1, 4), Unit::default);
    units[0].is_function = false;
    let mut rows = reader.rows;
    rows.resize(rows.len().max(1), Row::default());
    Program {
        units,
        is_compared,
        is_wild: choices.happens(50) && !is_compared,
        budget: 8 + choices.byte() % 80,
        gangs: [(); 2].map(|()| choices.pick(&[8, 4, 16, 2, 32, 64])),
        ways: choices.bytes(),
        disabled: Some(choices.byte()).filter(|byte| byte % 4 != 3),
        rows,
        u: integer4(choices),
        t: [(); 8].map(|()| real(choices)),
        it: [(); 6].map(|()| i32::from(choices.byte() % 12) - 3),
    }
}

fn unit(choices: &mut Choices<'_>, body: Vec<Stmt>) -> Unit {
    Unit {
        is_function: choices.happens(30),
        is_saved: choices.happens(20),
        is_recursive: choices.happens(30),
        has_alternates: choices.happens(50),
        body,
    }
}

/// ELSE or CASE of a block.
struct Part<'a> {
    decisions: &'a [u8],
    body: Vec<Stmt>,
}

/// Reads lines into statements.
struct Reader<'a, L: Iterator<Item = &'a [u8]>> {
    lines: std::iter::Peekable<L>,
    /// Those found so far.
    rows: Vec<Row>,
}

impl<'a, L: Iterator<Item = &'a [u8]>> Reader<'a, L> {
    /// The statements up to the end of a block or of a part of it, or to the next unit.
    fn body(&mut self, depth: usize) -> Vec<Stmt> {
        let mut body = Vec::new();
        while let Some(line) = self.lines.next_if(|line| {
            let tag = line.first();
            tag != Some(&b'U') && (depth == 0 || !matches!(tag, Some(b'E' | b'O')))
        }) {
            match line {
                [] | [b'E' | b'O', ..] => {}
                [b'R', rest @ ..] => self.rows.push(row(&mut Choices::new(rest))),
                [_, rest @ ..] => body.push(self.stmt(&mut Choices::new(rest), depth)),
            }
        }
        body
    }

    /// A block's statements, and its further parts.
    fn parts(&mut self, depth: usize) -> (Vec<Stmt>, Vec<Part<'a>>) {
        // What is nested deeper than any program that is made is not read as blocks in blocks.
        if depth > 2 * DEPTH {
            return (Vec::new(), Vec::new());
        }
        let first = self.body(depth + 1);
        let mut others = Vec::new();
        while let Some(line) = self.lines.next_if(|line| line.first() == Some(&b'O')) {
            others.push(Part { decisions: &line[1..], body: self.body(depth + 1) });
        }
        self.lines.next_if(|line| line.first() == Some(&b'E'));
        (first, others)
    }

    fn stmt(&mut self, choices: &mut Choices<'_>, depth: usize) -> Stmt {
        match choices.weighted(&WEIGHTS) {
            0 => Stmt::Action(action(choices)),
            1 => Stmt::Label,
            2 => Stmt::LogicalIf(expr(choices), guarded(choices)),
            3 => Stmt::AssignedGoTo(expr(choices), choices.bytes(), choices.happens(50)),
            4 => Stmt::Entry,
            5 => {
                let condition = expr(choices);
                let (then, others) = self.parts(depth);
                let Some(Part { decisions, body: other }) = others.into_iter().next() else {
                    return Stmt::BlockIf(condition, then, None, Vec::new());
                };
                let choices = &mut Choices::new(decisions);
                let second = choices.happens(30).then(|| expr(choices));
                Stmt::BlockIf(condition, then, second, other)
            }
            6 => {
                let selector = expr(choices);
                let (first, others) = self.parts(depth);
                let others = others.into_iter().map(|part| part.body);
                Stmt::Select(selector, std::iter::once(first).chain(others).collect())
            }
            7 => Stmt::Do(head(choices), self.parts(depth).0),
            8 => {
                let heads = (0..1 + choices.below(2)).map(|_| head(choices)).collect();
                let terminal = action(choices);
                Stmt::LabelledDo(heads, self.parts(depth).0, terminal)
            }
            9 => Stmt::While(expr(choices), self.parts(depth).0),
            _ => Stmt::Forever(self.parts(depth).0),
        }
    }
}

fn kind(choices: &mut Choices<'_>) -> Kind {
    [Kind::I4, Kind::R8, Kind::R4, Kind::I8, Kind::L][choices.weighted(&[4, 4, 2, 1, 1])]
}

fn expr(choices: &mut Choices<'_>) -> Expr {
    expr_of(choices, EXPRESSION_DEPTH)
}

fn boxed(choices: &mut Choices<'_>, depth: u8) -> Box<Expr> {
    Box::new(expr_of(choices, depth - 1))
}

fn expr_of(choices: &mut Choices<'_>, depth: u8) -> Expr {
    if depth == 0 {
        return Expr::Leaf(choices.byte());
    }
    match choices.weighted(&[9, 4, 2, 2, 2, 1]) {
        0 => Expr::Leaf(choices.byte()),
        1 => Expr::Binary(choices.byte(), boxed(choices, depth), boxed(choices, depth)),
        2 => Expr::Unary(choices.byte(), boxed(choices, depth)),
        3 => Expr::Element(!choices.happens(5), choices.byte(), boxed(choices, depth)),
        4 => Expr::Converted(kind(choices), boxed(choices, depth)),
        _ => Expr::Function(choices.byte(), boxed(choices, depth), boxed(choices, depth)),
    }
}

fn action(choices: &mut Choices<'_>) -> Action {
    match choices.weighted(&[1, 11, 4, 4, 2, 2, 1, 1, 7, 20]) {
        0 => Action::Continue,
        1 => Action::Assign(kind(choices), choices.byte(), expr(choices)),
        2 => Action::Store(kind(choices), !choices.happens(5), expr(choices), expr(choices)),
        3 => Action::GoTo(choices.byte()),
        4 => Action::ComputedGoTo((0..1 + choices.below(4)).map(|_| choices.byte()).collect(), expr(choices)),
        5 => Action::ArithmeticIf(kind(choices), expr(choices), choices.bytes()),
        6 => Action::Exit(choices.byte()),
        7 => Action::Cycle(choices.byte()),
        8 => Action::Call(choices.byte(), choices.bytes(), choices.bytes()),
        _ => Action::Pattern(choices.byte(), expr(choices), expr(choices)),
    }
}

/// What is in a logical IF: mostly a jump.
fn guarded(choices: &mut Choices<'_>) -> Action {
    match choices.weighted(&[8, 6, 3, 3, 6, 1]) {
        0 => Action::GoTo(choices.byte()),
        1 => action(choices),
        2 => Action::Exit(choices.byte()),
        3 => Action::Cycle(choices.byte()),
        4 => Action::Return(choices.happens(60).then(|| expr(choices))),
        _ => Action::Stop(choices.byte()),
    }
}

fn head(choices: &mut Choices<'_>) -> Head {
    Head { step: choices.byte(), wide: choices.happens(20), from: expr(choices), to: expr(choices) }
}

fn row(choices: &mut Choices<'_>) -> Row {
    Row {
        i: [(); 2].map(|()| integer4(choices)),
        j: [(); 2].map(|()| integer8(choices)),
        r: [(); 2].map(|()| real(choices) as f32),
        d: [(); 2].map(|()| real(choices)),
        l: [(); 2].map(|()| choices.happens(50)),
    }
}

fn integer4(choices: &mut Choices<'_>) -> i32 {
    match choices.weighted(&[10, 2, 1]) {
        0 => i32::from(choices.byte() % 16) - if choices.happens(30) { 4 } else { 0 },
        1 => choices.pick(&[0, 1, -1, i32::MAX, i32::MIN, i32::MAX - 1, 65536, -65537]),
        _ => i32::from_le_bytes(choices.bytes()),
    }
}

fn integer8(choices: &mut Choices<'_>) -> i64 {
    match choices.weighted(&[10, 2, 1]) {
        0 => i64::from(choices.byte() % 16) - if choices.happens(30) { 4 } else { 0 },
        1 => choices.pick(&[0, 1, -1, i64::MAX, i64::MIN, 1 << 32, (1 << 53) + 1, -(1 << 31) - 1]),
        _ => i64::from_le_bytes(choices.bytes()),
    }
}

const EXTREME: [f64; 15] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e-310,
    1e300,
    -2147483648.0,
    2147483647.5,
    1e19,
    16777217.0,
];

fn real(choices: &mut Choices<'_>) -> f64 {
    match choices.weighted(&[3, 6, 3, 1]) {
        0 => f64::from(choices.byte() % 32) / 4.0 - if choices.happens(40) { 2.0 } else { 0.0 },
        1 => f64::from(u32::from_le_bytes(choices.bytes())) / f64::from(u32::MAX) * 16.0 - 4.0,
        2 => choices.pick(&EXTREME),
        _ => f64::from(i32::from_le_bytes(choices.bytes())) / 2147.0,
    }
}
