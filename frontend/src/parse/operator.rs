//! Operators and how strongly they bind.

use super::input::{Expected, Input, Parsed, SyntaxError};
use crate::print::sign_of;
use crate::resolved::BinaryOp;
use crate::tree::UnaryOp;

/// How strongly an operator binds, the weakest first (Fortran 2018, table 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    /// A defined operator between two operands.
    Defined,
    Equivalence,
    Or,
    And,
    Not,
    Relation,
    /// `//`
    Concatenation,
    /// `+` and `-`, signs too.
    Sum,
    Product,
    /// A sign after `*`, `/` or `**`.
    FactorSign,
    Power,
    /// A defined operator before its only operand.
    DefinedPrefix,
}

/// What an operator does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operation<'a, Op> {
    Intrinsic(Op),
    /// What an interface block says: the text from the operator on, and its length.
    Defined(Input<'a>, usize),
}

/// A binary operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binary<'a> {
    pub op: Operation<'a, BinaryOp>,
    pub precedence: Precedence,
}

/// A prefix operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix<'a> {
    pub op: Operation<'a, UnaryOp>,
    pub precedence: Precedence,
}

/// The binary operators; one that begins another comes after it.
const BINARY: [(&str, BinaryOp, Precedence); 23] = [
    ("**", BinaryOp::Power, Precedence::Power),
    ("*", BinaryOp::Multiply, Precedence::Product),
    ("/=", BinaryOp::NotEqual, Precedence::Relation),
    ("//", BinaryOp::Concatenate, Precedence::Concatenation),
    ("/", BinaryOp::Divide, Precedence::Product),
    ("+", BinaryOp::Add, Precedence::Sum),
    ("-", BinaryOp::Subtract, Precedence::Sum),
    ("==", BinaryOp::Equal, Precedence::Relation),
    ("<=", BinaryOp::LessEqual, Precedence::Relation),
    ("<", BinaryOp::Less, Precedence::Relation),
    (">=", BinaryOp::GreaterEqual, Precedence::Relation),
    (">", BinaryOp::Greater, Precedence::Relation),
    (".lt.", BinaryOp::Less, Precedence::Relation),
    (".le.", BinaryOp::LessEqual, Precedence::Relation),
    (".eq.", BinaryOp::Equal, Precedence::Relation),
    (".ne.", BinaryOp::NotEqual, Precedence::Relation),
    (".gt.", BinaryOp::Greater, Precedence::Relation),
    (".ge.", BinaryOp::GreaterEqual, Precedence::Relation),
    (".and.", BinaryOp::And, Precedence::And),
    (".or.", BinaryOp::Or, Precedence::Or),
    (".eqv.", BinaryOp::Equivalent, Precedence::Equivalence),
    (".neqv.", BinaryOp::NotEquivalent, Precedence::Equivalence),
    (".xor.", BinaryOp::NotEquivalent, Precedence::Equivalence),
];

/// The binary operator that comes next, and the rest after it.
pub(super) fn binary_operator(input: Input) -> Option<(Input, Binary)> {
    let start = input.trimmed();
    let text = start.text();
    // The end of an array constructor.
    if text.starts_with("/)") {
        return None;
    }
    let Some(b'*' | b'/' | b'+' | b'-' | b'=' | b'<' | b'>' | b'.') = text.bytes().next() else { return None };
    for (sign, op, precedence) in &BINARY {
        if text.as_bytes().starts_with(sign.as_bytes()) {
            let (op, precedence) = (*op, *precedence);
            return Some((start.skip(sign.len()), Binary { op: Operation::Intrinsic(op), precedence }));
        }
    }
    let length = defined(start)?;
    let op = Operation::Defined(start, length);
    Some((start.skip(length), Binary { op, precedence: Precedence::Defined }))
}

/// The prefix operator that comes next, if one may follow an operator of the precedence `before`.
pub(super) fn prefix_operator(input: Input, before: Option<Precedence>) -> Option<(Input, Prefix)> {
    let text = input.text();
    if text.starts_with(".not.") {
        let allowed = before.is_none_or(|before| before <= Precedence::Not);
        return allowed
            .then(|| (input.skip(5), Prefix { op: Operation::Intrinsic(UnaryOp::Not), precedence: Precedence::Not }));
    }
    if let Some(length) = defined(input) {
        let op = Operation::Defined(input, length);
        return Some((input.skip(length), Prefix { op, precedence: Precedence::DefinedPrefix }));
    }
    let op = match text.chars().next()? {
        '+' => UnaryOp::Plus,
        '-' => UnaryOp::Negate,
        _ => return None,
    };
    let after_factor = before.is_some_and(|before| before > Precedence::Sum);
    let precedence = if after_factor { Precedence::FactorSign } else { Precedence::Sum };
    Some((input.skip(1), Prefix { op: Operation::Intrinsic(op), precedence }))
}

/// The name of an operator in the parentheses after OPERATOR: the sign that it has in print, or its letters.
pub(super) fn operator_name<'a>(input: Input<'a>) -> Parsed<'a, &'a str> {
    let start = input.trimmed();
    let known = BINARY.iter().find(|(sign, ..)| start.text().starts_with(sign));
    if let Some((sign, op, _)) = known {
        return Ok((start.skip(sign.len()), sign_of(*op)));
    }
    if start.text().starts_with(".not.") {
        return Ok((start.skip(5), ".not."));
    }
    match defined(start) {
        Some(length) => Ok((start.skip(length), &start.text()[..length])),
        None => Err(SyntaxError::expected(start, Expected::Thing("an operator"))),
    }
}

/// The length of an operator that a program defines, such as `.CROSS.`, if one is here.
fn defined(start: Input) -> Option<usize> {
    let letters = start.text().strip_prefix('.')?;
    let end = letters.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(letters.len());
    let is_operator =
        end > 0 && letters[end..].starts_with('.') && !matches!(&letters[..end], "true" | "false" | "not");
    is_operator.then_some(end + 2)
}
