//! Lines of region trees.

use super::action::definition;
use super::expr::{expression, expression_after};
use super::graph::case_values;
use super::syntax::{ConstructText, Definition, EndText, Line};
use super::token::{Numbered, Parsed, at, group, label_id, member, region_id, sign, value, word};
use crate::region::Control;
use crate::text::words;
use crate::unit::SourceLine;

/// tree-head = "tree" region-id "{"
pub(super) fn tree(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, root) = opened(word("tree")(input)?.0)?;
    Ok((rest, Line::Tree(root)))
}

/// if-head = "if" expression tail region-id "{"
pub(super) fn if_line(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, condition) = expression_after("if")(input)?;
    let (rest, (outputs, control, at)) = tail(rest)?;
    let (rest, then) = opened(rest)?;
    Ok((rest, Line::Construct(ConstructText::If { condition, outputs, control, then }, at)))
}

/// switch-head = "switch" expression tail "{"
pub(super) fn switch(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, selector) = expression(word("switch")(input)?.0)?;
    let (rest, (outputs, control, at)) = tail(rest)?;
    let (rest, _) = sign("{")(rest)?;
    Ok((rest, Line::Construct(ConstructText::Switch { selector, outputs, control }, at)))
}

/// case-head = "case" case-values region-id "{"
pub(super) fn case(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, values) = case_values(word("case")(input)?.0)?;
    let (rest, region) = opened(rest)?;
    Ok((rest, Line::Case(values, region)))
}

/// default-head = "default" region-id "{"
pub(super) fn default(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, region) = opened(word("default")(input)?.0)?;
    Ok((rest, Line::Default(region)))
}

/// scope-head = "scope" label-id tail region-id "{"
pub(super) fn scope(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, label) = label_id(word("scope")(input)?.0)?;
    let (rest, (outputs, control, at)) = tail(rest)?;
    let (rest, body) = opened(rest)?;
    Ok((rest, Line::Construct(ConstructText::Scope { label, outputs, control, body }, at)))
}

/// loop-head = "loop" label-id [ "(" carried { "," carried } ")" ] [ control ] at region-id "{"
/// carried = definition "=" value
pub(super) fn loop_line(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, label) = label_id(word("loop")(input)?.0)?;
    let input = |input| {
        let (rest, target) = definition(input)?;
        let (rest, (initial, _)) = value(sign("=")(rest)?.0)?;
        Ok((rest, (target, initial)))
    };
    let (rest, inputs) = group(input)(rest)?;
    let (rest, control) = control(rest)?;
    let (rest, at) = at(rest)?;
    let (rest, body) = opened(rest)?;
    Ok((rest, Line::Construct(ConstructText::Loop { label, inputs, control, body }, at)))
}

/// graph-head = "graph" values [ control ] at "{"
pub(super) fn graph(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, initial) = values(word("graph")(input)?.0)?;
    let (rest, control) = control(rest)?;
    let (rest, at) = at(rest)?;
    let (rest, _) = sign("{")(rest)?;
    Ok((rest, Line::Construct(ConstructText::Graph { initial, control }, at)))
}

/// graph-block = "block" label-id [ "(" definition { "," definition } ")" ] region-id "{"
pub(super) fn block(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, label) = label_id(word("block")(input)?.0)?;
    let (rest, inputs) = group(definition)(rest)?;
    let (rest, region) = opened(rest)?;
    Ok((rest, Line::GraphBlock(label, inputs, region)))
}

/// tail = [ "->" "(" definition { "," definition } ")" ] [ control ] at
fn tail(input: &str) -> Parsed<'_, (Vec<Definition<'_>>, Control, SourceLine)> {
    let (rest, outputs) = match sign("->")(input) {
        Ok((rest, _)) => group(definition)(rest)?,
        Err(_) => (input, Vec::new()),
    };
    let (rest, control) = control(rest)?;
    let (rest, at) = at(rest)?;
    Ok((rest, (outputs, control, at)))
}

/// control = "uniform" | "varying" | "restored"
fn control(input: &str) -> Parsed<'_, Control> {
    member(words::CONTROLS, "how lanes take it")(input).or(Ok((input, Control::Undecided)))
}

fn opened(input: &str) -> Parsed<'_, Numbered<'_>> {
    let (rest, region) = region_id(input)?;
    let (rest, _) = sign("{")(rest)?;
    Ok((rest, region))
}

/// else-head = "}" "else" region-id "{"
pub(super) fn close(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, _) = sign("}")(input)?;
    if rest.trim().is_empty() {
        return Ok(("", Line::Close));
    }
    let (rest, region) = opened(word("else")(rest)?.0)?;
    Ok((rest, Line::Else(region)))
}

/// yield = "yield" values at
pub(super) fn yield_line(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, values) = values(word("yield")(input)?.0)?;
    let (rest, at) = at(rest)?;
    Ok((rest, Line::End(EndText::Yield(values), at)))
}

/// exit = "exit" label-id values [ control ] at
pub(super) fn exit(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, label) = label_id(word("exit")(input)?.0)?;
    let (rest, values) = values(rest)?;
    let (rest, control) = control(rest)?;
    let (rest, at) = at(rest)?;
    Ok((rest, Line::End(EndText::Exit(label, values, control), at)))
}

/// again = "again" label-id values [ control ] at
pub(super) fn again(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, label) = label_id(word("again")(input)?.0)?;
    let (rest, values) = values(rest)?;
    let (rest, control) = control(rest)?;
    let (rest, at) = at(rest)?;
    Ok((rest, Line::End(EndText::Again(label, values, control), at)))
}

/// jump = "goto" label-id values [ control ] at
pub(super) fn jump(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, label) = label_id(word("goto")(input)?.0)?;
    let (rest, values) = values(rest)?;
    let (rest, control) = control(rest)?;
    let (rest, at) = at(rest)?;
    Ok((rest, Line::End(EndText::Goto(label, values, control), at)))
}

/// unreachable = "unreachable" at
pub(super) fn unreachable(input: &str) -> Parsed<'_, Line<'_>> {
    let (rest, at) = at(word("unreachable")(input)?.0)?;
    Ok((rest, Line::End(EndText::Unreachable, at)))
}

/// values = [ "(" value { "," value } ")" ]
fn values(input: &str) -> Parsed<'_, Vec<Numbered<'_>>> {
    group(|input| value(input).map(|(rest, (id, _))| (rest, id)))(input)
}
