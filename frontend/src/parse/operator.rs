//! Operators and how strongly they bind.

use super::input::{Expected, Input, Parsed, SyntaxError};
use super::unsupported::refuse;
use crate::print::sign_of;
use crate::resolved::BinaryOp;
use crate::tree::UnaryOp;

/// How strongly an operator binds, the weakest first (Fortran 2018, table 10.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
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
}

/// A binary operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binary {
    pub op: BinaryOp,
    pub precedence: Precedence,
}

/// A prefix operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix {
    pub op: UnaryOp,
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

/// The binary operator that comes next, and the rest after it; an error for one that is not supported.
pub(super) fn binary_operator(input: Input) -> Result<Option<(Input, Binary)>, nom::Err<SyntaxError>> {
    let start = input.trimmed();
    let text = start.text();
    // The end of an array constructor.
    if text.starts_with("/)") {
        return Ok(None);
    }
    let Some(b'*' | b'/' | b'+' | b'-' | b'=' | b'<' | b'>' | b'.') = text.bytes().next() else { return Ok(None) };
    for (sign, op, precedence) in &BINARY {
        if text.as_bytes().starts_with(sign.as_bytes()) {
            let (op, precedence) = (*op, *precedence);
            return Ok(Some((start.skip(sign.len()), Binary { op, precedence })));
        }
    }
    refuse_defined(start)?;
    Ok(None)
}

/// The prefix operator that comes next, if one may follow an operator of the precedence `before`.
pub(super) fn prefix_operator(input: Input, before: Option<Precedence>) -> Option<(Input, Prefix)> {
    let text = input.text();
    if text.starts_with(".not.") {
        let allowed = before.is_none_or(|before| before <= Precedence::Not);
        return allowed.then(|| (input.skip(5), Prefix { op: UnaryOp::Not, precedence: Precedence::Not }));
    }
    let op = match text.chars().next()? {
        '+' => UnaryOp::Plus,
        '-' => UnaryOp::Negate,
        _ => return None,
    };
    let after_factor = before.is_some_and(|before| before > Precedence::Sum);
    let precedence = if after_factor { Precedence::FactorSign } else { Precedence::Sum };
    Some((input.skip(1), Prefix { op, precedence }))
}

/// The name of an operator in the parentheses after OPERATOR: the sign that it has in print, or its letters.
pub(super) fn operator_name<'a>(input: Input<'a>) -> Parsed<'a, &'a str> {
    let start = input.trimmed();
    let known = BINARY.iter().find(|(sign, ..)| start.text().starts_with(sign));
    if let Some((sign, op, _)) = known {
        return Ok((start.skip(sign.len()), sign_of(*op)));
    }
    let Some(letters) = start.text().strip_prefix('.') else {
        return Err(SyntaxError::expected(start, Expected::Thing("an operator")));
    };
    let end = letters.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(letters.len());
    if end == 0 || !letters[end..].starts_with('.') {
        return Err(SyntaxError::expected(start, Expected::Thing("an operator")));
    }
    Ok((start.skip(end + 2), &start.text()[..end + 2]))
}

/// Refuses an operator that a program defines, such as `.CROSS.`.
fn refuse_defined(start: Input) -> Result<(), nom::Err<SyntaxError>> {
    let Some(letters) = start.text().strip_prefix('.') else { return Ok(()) };
    let end = letters.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(letters.len());
    if end > 0 && letters[end..].starts_with('.') && !matches!(&letters[..end], "true" | "false" | "not") {
        return Err(refuse(start, start.skip(end + 2), "a defined operator", "E0936"));
    }
    Ok(())
}
