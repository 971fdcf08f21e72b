//! READ, WRITE, PRINT; ACCEPT and TYPE, which old compilers have for READ and PRINT with a format alone; OPEN and the
//! other statements about units.
//!
//! ```text
//! write:   `WRITE` `(` control { `,` control } `)` [ [ `,` ] items ]
//! read:    `READ` ( `(` control { `,` control } `)` [ [ `,` ] items ] | format [ `,` items ] )
//!          | `ACCEPT` format [ `,` items ]
//! print:   ( `PRINT` | `TYPE` ) format [ `,` items ]
//! unit:    word ( `(` control { `,` control } `)` [ items ] | expression )
//! word:    `OPEN` | `CLOSE` | `INQUIRE` | `REWIND` | `BACKSPACE` | `END FILE` | `FLUSH` | `WAIT`
//! control: [ name `=` ] ( `*` | expression )
//! format:  `*` | expression
//! ```

use super::constructor::item_list;
use super::depth::Depth;
use super::expression::expression;
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{cut, end_of_statement, keyword, name, symbol};
use crate::tree::{ConstructorItem, ControlValue, DataTransfer, StatementKind, TransferControl, TransferKind};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::opt;
use nom::multi::separated_list1;
use nom::sequence::{delimited, terminated};

/// print-statement
pub(super) fn print(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = alt((keyword("print"), keyword("type"))).parse(input)?;
    with_format(TransferKind::Print, rest)
}

/// write-statement
pub(super) fn write(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("write")(input)?;
    if !rest.trimmed().text().starts_with('(') {
        return Err(SyntaxError::expected(rest, Expected::Token("(")));
    }
    with_controls(TransferKind::Write, rest)
}

/// read-statement
pub(super) fn read(input: Input) -> Parsed<StatementKind> {
    if let Ok((rest, _)) = keyword("accept")(input) {
        return with_format(TransferKind::Read, rest);
    }
    let (rest, _) = keyword("read")(input)?;
    match rest.trimmed().text().starts_with('(') {
        true => with_controls(TransferKind::Read, rest),
        false => with_format(TransferKind::Read, rest),
    }
}

/// A statement about a unit.
pub(super) fn unit_statement(kind: TransferKind, input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword(kind.keyword())(input)?;
    if rest.trimmed().text().starts_with('(') {
        return with_controls(kind, rest);
    }
    let (rest, value) = control_value(rest)?;
    let controls = vec![TransferControl { keyword: None, value }];
    Ok((rest, statement(DataTransfer { kind, controls, in_parentheses: false, items: Vec::new() })))
}

fn with_controls(kind: TransferKind, input: Input) -> Parsed<StatementKind> {
    let controls = separated_list1(symbol(","), control);
    let (rest, controls) = delimited(symbol("("), controls, symbol(")")).parse(input).map_err(cut)?;
    let (rest, _) = opt(symbol(",")).parse(rest)?;
    let (rest, items) = items(rest)?;
    Ok((rest, statement(DataTransfer { kind, controls, in_parentheses: true, items })))
}

fn with_format(kind: TransferKind, input: Input) -> Parsed<StatementKind> {
    let (rest, value) = control_value(input)?;
    let controls = vec![TransferControl { keyword: None, value }];
    let (rest, items) = match symbol(",")(rest) {
        Ok((rest, _)) => some_items(rest)?,
        Err(_) => (rest, Vec::new()),
    };
    Ok((rest, statement(DataTransfer { kind, controls, in_parentheses: false, items })))
}

fn statement(transfer: DataTransfer) -> StatementKind {
    StatementKind::Transfer(Box::new(transfer))
}

fn items(input: Input) -> Parsed<Vec<ConstructorItem>> {
    if end_of_statement(input).is_ok() { Ok((input, Vec::new())) } else { some_items(input) }
}

fn some_items(input: Input) -> Parsed<Vec<ConstructorItem>> {
    let mut depth = Depth::LEAF;
    item_list(input, &mut depth)
}

fn control(input: Input) -> Parsed<TransferControl> {
    let (rest, keyword) = match terminated(name, symbol("=")).parse(input) {
        Ok((rest, name)) if !rest.text().starts_with('=') => (rest, Some(name)),
        _ => (input, None),
    };
    let (rest, value) = control_value(rest)?;
    Ok((rest, TransferControl { keyword, value }))
}

fn control_value(input: Input) -> Parsed<ControlValue> {
    let start = input.trimmed();
    match symbol("*")(start) {
        Ok((rest, _)) => Ok((rest, ControlValue::Star(start.span_to(rest)))),
        Err(_) => expression(start).map(|(rest, value)| (rest, ControlValue::Expr(value))),
    }
}
