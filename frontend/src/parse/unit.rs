//! The first and last statements of program units.

use super::input::{Input, Parsed, SyntaxError};
use super::lexical::{behind_keyword, keyword, name, symbol};
use super::specification::type_spec;
use super::unsupported::refuse;
use crate::resolved::UnitKind;
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut as commit, map, opt, value};
use nom::multi::separated_list0;
use nom::sequence::{delimited, preceded};

/// program-statement: `PROGRAM` name
pub(super) fn program(input: Input) -> Parsed<Header> {
    let (rest, name) = preceded(keyword("program"), name).parse(input)?;
    Ok((rest, header(input, rest, UnitKind::Program, name, Vec::new())))
}

/// module-statement: `MODULE` name
pub(super) fn module(input: Input) -> Parsed<Header> {
    let (rest, name) = preceded(keyword("module"), name).parse(input)?;
    Ok((rest, header(input, rest, UnitKind::Module, name, Vec::new())))
}

/// subroutine-statement: `SUBROUTINE` name [ dummies ]
pub(super) fn subroutine(input: Input) -> Parsed<Header> {
    let (rest, name) = preceded(keyword("subroutine"), name).parse(input)?;
    let (rest, dummies) = opt(dummies).parse(rest)?;
    refuse_binding(rest)?;
    Ok((rest, header(input, rest, UnitKind::Subroutine, name, dummies.unwrap_or_default())))
}

/// function-statement: [ type-spec ] `FUNCTION` name dummies [ `RESULT` `(` name `)` ]
pub(super) fn function(input: Input) -> Parsed<Header> {
    let (rest, ty) = opt(type_spec).parse(input)?;
    let (rest, name) = preceded(keyword("function"), name).parse(rest)?;
    let (rest, dummies) = dummies(rest)?;
    refuse_binding(rest)?;
    let result = preceded(keyword("result"), commit(delimited(symbol("("), super::lexical::name, symbol(")"))));
    let (rest, result) = opt(result).parse(rest)?;
    refuse_binding(rest)?;
    let header = header(input, rest, UnitKind::Function, name, dummies);
    Ok((rest, Header { ty, result, ..header }))
}

fn header(input: Input, rest: Input, kind: UnitKind, name: Name, dummies: Vec<Name>) -> Header {
    let label = input.line().label;
    Header { label, kind, ty: None, name, dummies, result: None, span: input.trimmed().span_to(rest) }
}

/// dummies: `(` [ name { `,` name } ] `)`
fn dummies(input: Input) -> Parsed<Vec<Name>> {
    let dummy = |input| match symbol("*")(input) {
        Ok((rest, _)) => Err(refuse(input, rest, "an alternate return", "E0921")),
        Err(_) => name(input),
    };
    delimited(symbol("("), separated_list0(symbol(","), dummy), symbol(")")).parse(input)
}

fn refuse_binding(input: Input) -> Result<(), nom::Err<SyntaxError>> {
    match (keyword("bind"), symbol("(")).parse(input) {
        Ok(_) => Err(refuse(input, input.skip(input.text().len()), "BIND", "E0962")),
        Err(_) => Ok(()),
    }
}

/// A procedure with a prefix such as RECURSIVE, which is refused.
pub(super) fn prefixed_procedure(input: Input) -> Parsed<Header> {
    let prefixes = ["recursive", "pure", "elemental", "impure"];
    for (prefix, what) in prefixes.into_iter().zip(["RECURSIVE", "PURE", "ELEMENTAL", "IMPURE"]) {
        if let Some(rest) = behind_keyword(prefix, input) {
            return Err(refuse(input, rest, what, "E0965"));
        }
    }
    function(input)
}

/// end-statement: `END` [ ( `PROGRAM` | `MODULE` | `SUBROUTINE` | `FUNCTION` ) [ name ] ]
pub(super) fn end_unit(input: Input) -> Parsed<End> {
    let word = |word, kind| value(kind, keyword(word));
    let kind = alt((
        word("program", UnitKind::Program),
        word("module", UnitKind::Module),
        word("subroutine", UnitKind::Subroutine),
        word("function", UnitKind::Function),
    ));
    let (rest, _) = keyword_end(input)?;
    let (rest, words) = opt((kind, opt(name))).parse(rest)?;
    let (kind, name) = words.map_or((None, None), |(kind, name)| (Some(kind), name));
    Ok((rest, End { label: input.line().label, kind, name, span: input.trimmed().span_to(rest) }))
}

/// `END`, on which in free form too another word may follow at once.
fn keyword_end(input: Input) -> Parsed<()> {
    map(symbol("end"), |_| ()).parse(input)
}
