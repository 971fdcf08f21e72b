//! Expressions: first into postfix order by an explicit stack, then, with the names known, into typed trees.

use super::constant::constant;
use super::syntax::{ExprItem, ExprText};
use super::token::{Parsed, fail, name, sign, skip, value, word};
use crate::text::words::INFIX;

/// What is open around the operand that is read.
enum OpenOperator<'a> {
    /// A parenthesis.
    Parenthesis,
    /// A prefix operator.
    Prefix(&'a str),
    /// The right operand of an infix operator.
    Infix(&'a str),
    /// The operands of an operation, with the number of those before this one.
    Operation(&'a str, usize),
    /// An element's offset.
    Element(&'a str),
    /// The extent of the last subscript, with the number of subscripts.
    Extent(&'a str, usize),
    /// A subscript, with the number of those before it.
    Subscript(&'a str, usize),
    /// The length of a range; the offset was before.
    Range(&'a str),
}

/// expression = operand [ infix operand ] | ( "-" | ".not." ) operand
/// operand = constant | value | name | element | name "[" expression "for" expression "]"
///         | name "(" expression { "," expression } ")" | "(" expression ")"
/// element = name "[" { expression "of" expression "," } expression "]"
pub(super) fn expression(input: &str) -> Parsed<'_, ExprText<'_>> {
    let start = skip(input);
    let mut items = Vec::new();
    let mut open = Vec::new();
    let mut rest = start;
    loop {
        let (after, complete) = operand(rest, &mut items, &mut open)?;
        rest = after;
        if complete {
            rest = after_operand(rest, &mut items, &mut open)?.0;
            if open.is_empty() {
                let text = &start[..start.len() - rest.len()];
                return Ok((rest, ExprText { items, text }));
            }
        }
    }
}

/// Reads an operand, or opens one that holds others; says whether it is complete.
fn operand<'a>(input: &'a str, items: &mut Vec<ExprItem<'a>>, open: &mut Vec<OpenOperator<'a>>) -> Parsed<'a, bool> {
    let start = skip(input);
    if let Ok((rest, constant)) = constant(start) {
        items.push(ExprItem::Constant(constant));
        return Ok((rest, true));
    }
    if let Ok((rest, _)) = sign("(")(start) {
        open.push(OpenOperator::Parenthesis);
        return Ok((rest, false));
    }
    if let Ok((rest, _)) = sign("-")(start).or_else(|_| sign(".not.")(start)) {
        if !may_operate(open) {
            return fail(input, "an operand in parentheses");
        }
        open.push(OpenOperator::Prefix(&start[..start.len() - rest.len()]));
        return Ok((rest, false));
    }
    if let Ok((rest, (id, _))) = value(start) {
        items.push(ExprItem::Value(id));
        return Ok((rest, true));
    }
    let Ok((rest, found)) = name(start) else { return fail(input, "an expression") };
    if let Some(rest) = rest.strip_prefix('(') {
        open.push(OpenOperator::Operation(found, 0));
        return Ok((rest, false));
    }
    if let Some(rest) = rest.strip_prefix('[') {
        open.push(OpenOperator::Element(found));
        return Ok((rest, false));
    }
    items.push(ExprItem::Variable(found));
    Ok((rest, true))
}

/// Whether an operator may be here: not beside another one.
fn may_operate(open: &[OpenOperator<'_>]) -> bool {
    !matches!(open.last(), Some(OpenOperator::Prefix(_) | OpenOperator::Infix(_)))
}

/// Closes what ends after a complete operand; stops before the next operand, or with nothing open at the end.
fn after_operand<'a>(
    mut rest: &'a str,
    items: &mut Vec<ExprItem<'a>>,
    open: &mut Vec<OpenOperator<'a>>,
) -> Parsed<'a, ()> {
    let mut after_operator = false;
    loop {
        match open.pop() {
            Some(OpenOperator::Prefix(operator)) => {
                items.push(ExprItem::Operation(operator, 1));
                after_operator = true;
                continue;
            }
            Some(OpenOperator::Infix(operator)) => {
                items.push(ExprItem::Operation(operator, 2));
                after_operator = true;
                continue;
            }
            other => open.extend(other),
        }
        if !after_operator && let Some((operator, after)) = infix(rest) {
            open.push(OpenOperator::Infix(operator));
            return Ok((after, ()));
        }
        match open.pop() {
            None => return Ok((rest, ())),
            Some(OpenOperator::Operation(operation, before)) if sign(",")(rest).is_ok() => {
                open.push(OpenOperator::Operation(operation, before + 1));
                return sign(",")(rest).map(|(rest, _)| (rest, ()));
            }
            Some(OpenOperator::Operation(operation, before)) => {
                rest = sign(")")(rest)?.0;
                items.push(ExprItem::Operation(operation, before + 1));
            }
            Some(OpenOperator::Element(array)) if word("for")(rest).is_ok() => {
                open.push(OpenOperator::Range(array));
                return word("for")(rest).map(|(rest, _)| (rest, ()));
            }
            Some(OpenOperator::Element(array)) if word("of")(rest).is_ok() => {
                open.push(OpenOperator::Extent(array, 1));
                return word("of")(rest).map(|(rest, _)| (rest, ()));
            }
            Some(OpenOperator::Subscript(array, before)) if word("of")(rest).is_ok() => {
                open.push(OpenOperator::Extent(array, before + 1));
                return word("of")(rest).map(|(rest, _)| (rest, ()));
            }
            Some(OpenOperator::Extent(array, before)) => {
                open.push(OpenOperator::Subscript(array, before));
                return sign(",")(rest).map(|(rest, _)| (rest, ()));
            }
            Some(OpenOperator::Subscript(array, before)) => {
                rest = sign("]")(rest)?.0;
                items.push(ExprItem::Section(array, before + 1));
            }
            Some(OpenOperator::Range(array)) => {
                rest = sign("]")(rest)?.0;
                items.push(ExprItem::Range(array));
            }
            Some(OpenOperator::Element(array)) => {
                rest = sign("]")(rest)?.0;
                items.push(ExprItem::Element(array));
            }
            Some(_) => rest = sign(")")(rest)?.0,
        }
        after_operator = false;
    }
}

/// An infix operator; `->` and `=>` are not operators.
fn infix(input: &str) -> Option<(&str, &str)> {
    let start = skip(input);
    if start.starts_with("->") {
        return None;
    }
    let operator = INFIX.iter().find(|operator| start.starts_with(**operator))?;
    Some(start.split_at(operator.len()))
}

/// An expression with a keyword before it.
pub(super) fn expression_after<'a>(keyword: &'static str) -> impl Fn(&'a str) -> Parsed<'a, ExprText<'a>> {
    move |input| expression(word(keyword)(input)?.0)
}
