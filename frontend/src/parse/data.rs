//! Parsers of DATA, and of values between slashes in type declarations.

use super::executable::do_count;
use super::expression::{designator, operand};
use super::input::{Input, Parsed, SyntaxError};
use super::lexical::{constant, cut, end_of_statement, keyword, name, symbol};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, peek};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, terminated};

/// data-statement: `DATA` set { [ `,` ] set }
pub(super) fn data(input: Input) -> Parsed<StatementKind> {
    let (mut rest, _) = keyword("data")(input)?;
    let mut sets = Vec::new();
    loop {
        let (after, set) = data_set(rest)?;
        sets.push(set);
        if end_of_statement(after).is_ok() {
            return Ok((after, StatementKind::Data(sets)));
        }
        rest = opt(symbol(",")).parse(after)?.0;
    }
}

/// set: object { `,` object } `/` data-value { `,` data-value } `/`
fn data_set(input: Input) -> Parsed<DataSet> {
    let (rest, objects) = data_objects(input)?;
    let (rest, values) = delimited(symbol("/"), data_values, symbol("/")).parse(rest)?;
    Ok((rest, DataSet { objects, values }))
}

/// An implied DO of which the objects are being read.
struct OpenImpliedDo<'a> {
    start: Input<'a>,
    outer: Vec<DataObject>,
}

/// The greatest depth of implied DOs in DATA: an array has no more dimensions.
const MAX_IMPLIED_DO: usize = 15;

/// object: designator | `(` object { `,` object } `,` count `)`
///
/// The objects up to `/`, over an explicit stack of implied DOs.
fn data_objects(input: Input) -> Parsed<Vec<DataObject>> {
    let mut open: Vec<OpenImpliedDo> = Vec::new();
    let mut objects = Vec::new();
    let mut rest = input;
    loop {
        let start = rest.trimmed();
        if let Ok((after, _)) = symbol("(")(start) {
            if open.len() >= MAX_IMPLIED_DO {
                let message = format!("implied DOs are nested more than {MAX_IMPLIED_DO} deep");
                return Err(SyntaxError::problem(start, Diagnostic::error("E0115", start.span_to(after), message)));
            }
            open.push(OpenImpliedDo { start, outer: std::mem::take(&mut objects) });
            rest = after;
            continue;
        }
        let (after, object) = designator(start)?;
        objects.push(DataObject::Variable(object));
        rest = after;
        // After an object is a comma with the next one, or one with the count that closes the implied DO.
        while let (Some(implied), Ok((after, count))) = (open.last(), preceded(symbol(","), do_count).parse(rest)) {
            let (after, _) = symbol(")")(after)?;
            let span = implied.start.span_to(after);
            let Some(implied) = open.pop() else { break };
            let inner = std::mem::replace(&mut objects, implied.outer);
            objects.push(DataObject::ImpliedDo(Box::new(ImpliedDo { objects: inner, count, span })));
            rest = after;
        }
        match symbol(",")(rest) {
            Ok((after, _)) => rest = after,
            Err(_) if open.is_empty() => return Ok((rest, objects)),
            Err(error) => return Err(error),
        }
    }
}

pub(super) fn data_values(input: Input) -> Parsed<Vec<DataValue>> {
    separated_list1(symbol(","), data_value).parse(input)
}

/// data-value: [ ( digits | name ) `*` ] data-constant
fn data_value(input: Input) -> Parsed<DataValue> {
    let repeat = terminated(alt((constant, operand_name)), symbol("*"));
    let (rest, repeat) = opt(repeat).parse(input)?;
    let (rest, value) = data_constant(rest)?;
    Ok((rest, DataValue { repeat, value }))
}

/// data-constant: [ sign ] constant | name | `(` constant `,` constant `)`
fn data_constant(input: Input) -> Parsed<Expr> {
    let start = input.trimmed();
    let op = match start.text().chars().next() {
        Some('+') => UnaryOp::Plus,
        Some('-') => UnaryOp::Negate,
        Some('(') => return operand(start),
        _ => return alt((constant, operand_name)).parse(start),
    };
    let (rest, value) = alt((constant, operand_name)).parse(start.skip(1)).map_err(cut)?;
    let span: Span = start.span_to(rest);
    Ok((rest, Expr { kind: ExprKind::Unary(op, Box::new(value)), span }))
}

/// The name of a constant.
fn operand_name(input: Input) -> Parsed<Expr> {
    peek(name).parse(input)?;
    operand(input)
}
