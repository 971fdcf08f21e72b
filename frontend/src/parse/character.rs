//! The lengths of CHARACTER.
//!
//! ```text
//! selector: `*` star-length | `(` part [ `,` part ] `)`
//! star-length: digits | `(` length `)`
//! part:     [ `LEN` `=` ] length | [ `KIND` `=` ] expression
//! length:   `*` | `:` | expression
//! ```
//! Of two parts without a keyword the first is the length, the second the kind.

use super::expression::expression;
use super::input::{Input, Parsed};
use super::lexical::{digits, keyword, symbol};
use crate::tree::{Expr, ExprKind, KindSelector, LengthSpec};
use nom::Parser;
use nom::combinator::{cut as commit, map, opt};
use nom::sequence::{delimited, preceded};

/// What follows CHARACTER.
pub(super) fn character_selector(input: Input) -> Parsed<KindSelector> {
    if let Ok((rest, length)) = preceded(symbol("*"), commit(star_length)).parse(input) {
        return Ok((rest, KindSelector::Character { length: Some(length), kind: None }));
    }
    let (rest, _) = symbol("(")(input)?;
    let (rest, parts) = commit(parts).parse(rest)?;
    let (rest, _) = commit(symbol(")")).parse(rest)?;
    Ok((rest, parts))
}

/// The length after `*`.
pub(super) fn star_length(input: Input) -> Parsed<LengthSpec> {
    if symbol("(")(input).is_ok() {
        return delimited(symbol("("), length, symbol(")")).parse(input);
    }
    let number =
        map(digits, |number| Expr { kind: ExprKind::Integer(number.text().into(), None), span: number.span() });
    map(number, LengthSpec::Value).parse(input)
}

fn length(input: Input) -> Parsed<LengthSpec> {
    let start = input.trimmed();
    if let Ok((rest, star)) = symbol("*")(start) {
        return Ok((rest, LengthSpec::Assumed(star.span())));
    }
    if let Ok((rest, _)) = symbol(":")(start) {
        return Ok((rest, LengthSpec::Deferred(start.span_to(rest))));
    }
    map(expression, LengthSpec::Value).parse(start)
}

fn parts(input: Input) -> Parsed<KindSelector> {
    let (mut rest, mut selected) = (input, (None, None));
    for position in 0..2 {
        if let Ok((after, _)) = (keyword("kind"), symbol("=")).parse(rest) {
            let (after, kind) = expression(after)?;
            (rest, selected.1) = (after, Some(kind));
        } else {
            let (after, named) = opt((keyword("len"), symbol("="))).parse(rest)?;
            if named.is_none() && position == 1 {
                let (after, kind) = expression(after)?;
                (rest, selected.1) = (after, Some(kind));
            } else {
                let (after, length) = length(after)?;
                (rest, selected.0) = (after, Some(length));
            }
        }
        match symbol(",")(rest) {
            Ok((after, _)) if position == 0 => rest = after,
            _ => break,
        }
    }
    let (length, kind) = selected;
    Ok((rest, KindSelector::Character { length, kind }))
}
