//! Parsers of the statements about storage: COMMON, EQUIVALENCE, SAVE; and of NAMELIST.

use super::expression::designator;
use super::input::{Input, Parsed, SyntaxError};
use super::lexical::{end_of_statement, keyword, name, symbol};
use super::specification::dimensions;
use crate::diagnostics::Diagnostic;
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut as commit, map, opt};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded};

/// common-statement: `COMMON` [ block ] objects { [ `,` ] block objects }
pub(super) fn common(input: Input) -> Parsed<StatementKind> {
    let (mut rest, _) = keyword("common")(input)?;
    let mut parts = Vec::new();
    loop {
        let start = rest.trimmed();
        let (after, block) = if parts.is_empty() { opt(block).parse(start)? } else { map(block, Some).parse(start)? };
        let (after, objects) = separated_list1(symbol(","), common_object).parse(after)?;
        let span = start.span_to(after);
        parts.push(CommonPart { block: block.flatten(), objects, span });
        if end_of_statement(after).is_ok() {
            return Ok((after, StatementKind::Common(parts)));
        }
        rest = opt(symbol(",")).parse(after)?.0;
    }
}

/// namelist-statement: `NAMELIST` group { [ `,` ] group }
pub(super) fn namelist(input: Input) -> Parsed<StatementKind> {
    let groups = separated_list1(opt(symbol(",")), namelist_group);
    map(preceded(keyword("namelist"), groups), StatementKind::Namelist).parse(input)
}

/// group: `/` name `/` name { `,` name }
fn namelist_group(input: Input) -> Parsed<NamelistGroup> {
    let (rest, group) = delimited(symbol("/"), name, symbol("/")).parse(input)?;
    let object = map(name, |name| GroupMember { name, ranks: Vec::new() });
    let (rest, objects) = separated_list1(symbol(","), object).parse(rest)?;
    Ok((rest, NamelistGroup { name: group, objects }))
}

/// block: `//` | `/` [ name ] `/`
fn block(input: Input) -> Parsed<Option<Name>> {
    alt((map(symbol("//"), |_| None), delimited(symbol("/"), opt(name), symbol("/")))).parse(input)
}

/// common-object: name [ dimensions ]
fn common_object(input: Input) -> Parsed<ArrayDeclarator> {
    let (rest, name) = name(input)?;
    let (rest, dimensions) = opt(dimensions).parse(rest)?;
    Ok((rest, ArrayDeclarator { name, dimensions: dimensions.unwrap_or_default() }))
}

/// equivalence-statement: `EQUIVALENCE` set { `,` set }
pub(super) fn equivalence(input: Input) -> Parsed<StatementKind> {
    let sets = separated_list1(symbol(","), equivalence_set);
    map(preceded(keyword("equivalence"), sets), StatementKind::Equivalence).parse(input)
}

/// set: `(` designator `,` designator { `,` designator } `)`
fn equivalence_set(input: Input) -> Parsed<EquivalenceSet> {
    let start = input.trimmed();
    let objects = separated_list1(symbol(","), designator);
    let (rest, objects) = delimited(symbol("("), commit(objects), commit(symbol(")"))).parse(start)?;
    let span = start.span_to(rest);
    if objects.len() < 2 {
        let error = Diagnostic::error("E0128", span, "EQUIVALENCE joins two or more variables");
        return Err(SyntaxError::problem(start, error));
    }
    Ok((rest, EquivalenceSet { objects, span }))
}

/// save-statement: `SAVE` [ [ `::` ] saved { `,` saved } ]
pub(super) fn save(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("save")(input)?;
    if end_of_statement(rest).is_ok() {
        return Ok((rest, StatementKind::Save(Vec::new())));
    }
    let saved = separated_list1(symbol(","), saved);
    map(preceded(opt(symbol("::")), saved), StatementKind::Save).parse(rest)
}

/// saved: name | `/` name `/`
fn saved(input: Input) -> Parsed<SavedName> {
    let block = delimited(symbol("/"), name, symbol("/"));
    alt((map(block, SavedName::Common), map(name, SavedName::Variable))).parse(input)
}
