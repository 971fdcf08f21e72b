//! Parsers of what follows CONTAINS in the definition of a derived type.

use super::input::{Input, Parsed};
use super::lexical::{keyword, name, symbol};
use super::scoping::{access_word, generic};
use super::statement::Piece;
use super::unsupported::{TRANSFER_PROCEDURE, Unsupported};
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut as commit, map, opt, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded};

/// bound-statement: procedures | generic | `FINAL` [ `::` ] name { `,` name }; an error if it begins with none of these
/// words.
pub(super) fn bound(input: Input) -> Parsed<Piece> {
    if let Ok((rest, _)) = keyword("final")(input) {
        let list = preceded(opt(symbol("::")), separated_list1(symbol(","), name));
        return map(commit(list), |names| piece(BoundStatement::Final(names))).parse(rest);
    }
    if let Ok((rest, _)) = keyword("generic")(input) {
        let transfer = alt((keyword("read"), keyword("write")));
        let (after, access) = binding_access(rest)?;
        if (symbol("::"), transfer, symbol("(")).parse(after).is_ok() {
            return refused(input, TRANSFER_PROCEDURE);
        }
        let list = preceded(symbol("=>"), separated_list1(symbol(","), name));
        let (rest, (_, name, bindings)) = commit((symbol("::"), generic, list)).parse(after)?;
        return Ok((rest, piece(BoundStatement::Generic { access, name, bindings })));
    }
    let (rest, _) = keyword("procedure")(input)?;
    let (rest, interface) = opt(delimited(symbol("("), name, symbol(")"))).parse(rest)?;
    let binding = map((name, opt(preceded(symbol("=>"), name))), |(name, procedure)| Binding { name, procedure });
    let (rest, (attributes, _, bindings)) =
        commit((many0(preceded(symbol(","), attribute)), opt(symbol("::")), separated_list1(symbol(","), binding)))
            .parse(rest)?;
    Ok((rest, piece(BoundStatement::Procedures { interface, attributes, bindings })))
}

/// All of a statement that is not supported.
fn refused(input: Input, what: Unsupported) -> Parsed<Piece> {
    Ok((input.skip(input.text().len()), Piece::Refused(what)))
}

fn piece(bound: BoundStatement) -> Piece {
    Piece::Statement(StatementKind::Bound(bound))
}

/// [ `,` access ]
fn binding_access(input: Input) -> Parsed<Option<Access>> {
    opt(preceded(symbol(","), access_word)).parse(input)
}

/// passing: `PASS` [ `(` name `)` ] | `NOPASS`
pub(super) fn passed(input: Input) -> Parsed<BindingAttribute> {
    let named = opt(delimited(symbol("("), name, symbol(")")));
    let none = value(BindingAttribute::NoPass, keyword("nopass"));
    alt((none, map(preceded(keyword("pass"), named), BindingAttribute::Pass))).parse(input)
}

/// binding-attribute: access | passing | `NON_OVERRIDABLE` | `DEFERRED`
fn attribute(input: Input) -> Parsed<BindingAttribute> {
    alt((
        map(access_word, BindingAttribute::Access),
        passed,
        value(BindingAttribute::NonOverridable, keyword("non_overridable")),
        value(BindingAttribute::Deferred, keyword("deferred")),
    ))
    .parse(input)
}
