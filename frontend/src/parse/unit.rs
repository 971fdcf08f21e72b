//! The first and last statements of program units.

use super::expression::expression;
use super::input::{Input, Parsed};
use super::lexical::{after_keyword, keyword, name, symbol};
use super::specification::type_spec;
use crate::resolved::UnitKind;
use crate::tree::*;
use nom::Parser;
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

/// submodule-statement: `SUBMODULE` `(` name [ `:` name ] `)` name
pub(super) fn submodule(input: Input) -> Parsed<Header> {
    let (rest, _) = keyword("submodule")(input)?;
    let parent = (name, opt(preceded(symbol(":"), name)));
    let (rest, (ancestor, submodule)) = commit(delimited(symbol("("), parent, symbol(")"))).parse(rest)?;
    let (rest, name) = commit(name).parse(rest)?;
    let header = header(input, rest, UnitKind::Module, name, Vec::new());
    Ok((rest, Header { parent: Some(Box::new(Parent { ancestor, submodule })), ..header }))
}

/// module-procedure-statement: `MODULE PROCEDURE` name
pub(super) fn module_procedure(input: Input) -> Parsed<Header> {
    let (rest, name) = preceded(keyword("module procedure"), name).parse(input)?;
    let header = header(input, rest, UnitKind::Subroutine, name, Vec::new());
    Ok((rest, Header { prefixes: vec![Prefix::Module], separate: Some(Separate::Bare), ..header }))
}

/// subroutine-statement: { prefix } `SUBROUTINE` name [ dummies ] [ binding ]
pub(super) fn subroutine(input: Input) -> Parsed<Header> {
    let (rest, prefixes) = prefixes(input);
    let (rest, name) = preceded(keyword("subroutine"), name).parse(rest)?;
    let (rest, dummies) = opt(dummies).parse(rest)?;
    let (rest, _) = opt(binding).parse(rest)?;
    let header = header(input, rest, UnitKind::Subroutine, name, dummies.unwrap_or_default());
    Ok((rest, Header { prefixes, ..header }))
}

/// function-statement: { prefix } [ type-spec { prefix } ] `FUNCTION` name dummies [ binding ] [ result ]
/// [ binding ]
pub(super) fn function(input: Input) -> Parsed<Header> {
    let (rest, mut before) = prefixes(input);
    let (rest, ty) = if keyword("function")(rest).is_ok() { (rest, None) } else { map(type_spec, Some).parse(rest)? };
    let (rest, after) = prefixes(rest);
    before.extend(after);
    let (rest, name) = preceded(keyword("function"), name).parse(rest)?;
    let (rest, dummies) = dummies(rest)?;
    let (rest, _) = opt(binding).parse(rest)?;
    let (rest, result) = opt(result).parse(rest)?;
    let (rest, _) = opt(binding).parse(rest)?;
    let header = header(input, rest, UnitKind::Function, name, dummies);
    Ok((rest, Header { prefixes: before, ty, result, ..header }))
}

/// entry-statement: `ENTRY` name [ dummies ] [ binding ] [ result ] [ binding ]
pub(super) fn entry(input: Input) -> Parsed<StatementKind> {
    let (rest, name) = preceded(keyword("entry"), name).parse(input)?;
    let (rest, dummies) = opt(dummies).parse(rest)?;
    let (rest, _) = opt(binding).parse(rest)?;
    let (rest, result) = opt(result).parse(rest)?;
    let (rest, _) = opt(binding).parse(rest)?;
    Ok((rest, StatementKind::Entry(Entry { name, dummies: dummies.unwrap_or_default(), result })))
}

/// result: `RESULT` `(` name `)`
fn result(input: Input) -> Parsed<Name> {
    preceded(keyword("result"), commit(delimited(symbol("("), name, symbol(")")))).parse(input)
}

/// prefix: `RECURSIVE` | `PURE` | `ELEMENTAL` | `IMPURE` | `MODULE`
pub(super) fn prefixes(input: Input) -> (Input, Vec<Prefix>) {
    let mut found = Vec::new();
    let mut rest = input;
    while let Some((after, prefix)) =
        Prefix::ALL.iter().find_map(|prefix| Some((after_keyword(prefix.word(), rest)?, *prefix)))
    {
        found.push(prefix);
        rest = after;
    }
    (rest, found)
}

/// block-data-statement: `BLOCK DATA` [ name ]
pub(super) fn block_data(input: Input) -> Parsed<Header> {
    let (rest, _) = keyword("block data")(input)?;
    let unnamed = || Name { text: UNNAMED_BLOCK_DATA.into(), span: input.trimmed().span_to(rest) };
    let (rest, name) = opt(name).parse(rest)?;
    Ok((rest, header(input, rest, UnitKind::BlockData, name.unwrap_or_else(unnamed), Vec::new())))
}

fn header(input: Input, rest: Input, kind: UnitKind, name: Name, dummies: Vec<Dummy>) -> Header {
    let label = input.line().label;
    let prefixes = Vec::new();
    let span = input.trimmed().span_to(rest);
    Header { label, kind, prefixes, ty: None, name, dummies, result: None, parent: None, separate: None, span }
}

/// dummies: `(` [ dummy { `,` dummy } ] `)`
/// dummy: name | `*`
fn dummies(input: Input) -> Parsed<Vec<Dummy>> {
    delimited(symbol("("), separated_list0(symbol(","), dummy), symbol(")")).parse(input)
}

fn dummy(input: Input) -> Parsed<Dummy> {
    match symbol("*")(input) {
        Ok((rest, _)) => Ok((rest, Dummy::Alternate(input.trimmed().span_to(rest)))),
        Err(_) => map(name, Dummy::Name).parse(input),
    }
}

/// binding: `BIND` `(` `C` [ `,` `NAME` `=` expression ] `)`
///
/// It says nothing of what a program does here: all procedures of a program are Fortran.
pub(super) fn binding(input: Input) -> Parsed<()> {
    let name = (symbol(","), keyword("name"), symbol("="), expression);
    let (rest, _) = (keyword("bind"), symbol("(")).parse(input)?;
    value((), commit((keyword("c"), opt(name), symbol(")")))).parse(rest)
}

/// A procedure with a prefix such as RECURSIVE.
pub(super) fn prefixed_procedure(input: Input) -> Parsed<Header> {
    let (rest, _) = prefixes(input);
    if keyword("subroutine")(rest).is_ok() { subroutine(input) } else { function(input) }
}

/// end-statement: `END` [ word [ name ] ]
/// word: `PROGRAM` | `MODULE` | `SUBMODULE` | `SUBROUTINE` | `FUNCTION` | `PROCEDURE` | `BLOCK DATA`
pub(super) fn end_unit(input: Input) -> Parsed<End> {
    let (rest, _) = keyword_end(input)?;
    let word = UnitWord::ALL.into_iter().find_map(|word| Some((after_keyword(word.word(), rest)?, word)));
    let (rest, word, name) = match word {
        Some((rest, word)) => {
            let (rest, name) = opt(name).parse(rest)?;
            (rest, Some(word), name)
        }
        None => (rest, None, None),
    };
    Ok((rest, End { label: input.line().label, word, name, span: input.trimmed().span_to(rest) }))
}

/// `END`, on which in free form too another word may follow at once.
fn keyword_end(input: Input) -> Parsed<()> {
    map(symbol("end"), |_| ()).parse(input)
}
