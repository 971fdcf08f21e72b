//! Lines of graphs.

use super::action::definition;
use super::expr::{expression, expression_after};
use super::syntax::{Line, TerminatorText};
use super::token::{Numbered, Parsed, at, block_id, list, sign, signed, value, word};

/// block-head = block-id ":"
pub(super) fn block(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, id) = block_id(input)?;
    let (rest, _) = sign(":")(rest)?;
    Ok((rest, Line::Block(id)))
}

/// merge = "merge" definition "=" [ merged { "," merged } ]
/// merged = block-id value
pub(super) fn merge(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, target) = definition(word("merge")(input)?.0)?;
    let (rest, _) = sign("=")(rest)?;
    if rest.trim().is_empty() {
        return Ok((rest.trim(), Line::Merge { target, operands: Vec::new() }));
    }
    let operand = |input| {
        let (rest, block) = block_id(input)?;
        let (rest, (value, _)) = value(rest)?;
        Ok((rest, (block, value)))
    };
    let (rest, operands) = list(operand)(rest)?;
    Ok((rest, Line::Merge { target, operands }))
}

/// goto = "goto" block-id at
pub(super) fn goto(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, target) = block_id(word("goto")(input)?.0)?;
    let (rest, at) = at(rest)?;
    Ok((rest, Line::Terminator(TerminatorText::Goto(target), at)))
}

/// branch = "if" expression "goto" block-id "else" block-id at
pub(super) fn branch(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, condition) = expression_after("if")(input)?;
    let (rest, then) = block_id(word("goto")(rest)?.0)?;
    let (rest, otherwise) = block_id(word("else")(rest)?.0)?;
    let (rest, at) = at(rest)?;
    Ok((rest, Line::Terminator(TerminatorText::Branch(condition, then, otherwise), at)))
}

/// switch = "switch" expression "[" { case-values "=>" block-id "," } "default" "=>" block-id "]" at
pub(super) fn switch(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, selector) = expression(word("switch")(input)?.0)?;
    let (mut rest, _) = sign("[")(rest)?;
    let mut cases = Vec::new();
    while word("default")(rest).is_err() {
        let (after, case) = case(rest)?;
        cases.push(case);
        rest = sign(",")(after)?.0;
    }
    let (rest, _) = sign("=>")(word("default")(rest)?.0)?;
    let (rest, default) = block_id(rest)?;
    let (rest, _) = sign("]")(rest)?;
    let (rest, at) = at(rest)?;
    Ok((rest, Line::Terminator(TerminatorText::Switch(selector, cases, default), at)))
}

fn case(input: &str) -> Parsed<'_, (Vec<i64>, Numbered<'_>)> {
    let (rest, values) = case_values(input)?;
    let (rest, target) = block_id(sign("=>")(rest)?.0)?;
    Ok((rest, (values, target)))
}

/// case-values = "none" | signed { "|" signed }
pub(super) fn case_values(input: &str) -> Parsed<'_, Vec<i64>> {
    if let Ok((rest, _)) = word("none")(input) {
        return Ok((rest, Vec::new()));
    }
    let (mut rest, first) = signed(input)?;
    let mut values = vec![first];
    while let Ok((after, _)) = sign("|")(rest) {
        let (after, next) = signed(after)?;
        values.push(next);
        rest = after;
    }
    Ok((rest, values))
}
