//! Parsers of the statements about scopes and attributes: USE, IMPORT, PUBLIC and PRIVATE, INTERFACE, INTENT and the
//! like.

use super::bound::passed;
use super::expression::expression;
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{cut, end_of_statement, keyword, name, symbol};
use super::operator::operator_name;
use super::specification::{attribute, dimensions, intent_direction, type_spec};
use super::unsupported::refuse;
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, peek, value};
use nom::multi::{separated_list0, separated_list1};
use nom::sequence::{delimited, preceded, terminated};

/// use-statement: `USE` [ [ `,` ( `INTRINSIC` | `NON_INTRINSIC` ) ] `::` ] name [ `,` renames | `,` `ONLY` `:` items ]
pub(super) fn use_statement(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("use")(input)?;
    let nature = alt((value(true, keyword("intrinsic")), value(false, keyword("non_intrinsic"))));
    let (rest, intrinsic) = match preceded(symbol(","), nature).parse(rest) {
        Ok((rest, intrinsic)) => (symbol("::")(rest).map_err(cut)?.0, Some(intrinsic)),
        Err(_) => (opt(symbol("::")).parse(rest)?.0, None),
    };
    let (rest, module) = name(rest)?;
    if let Ok((rest, _)) = (symbol(","), keyword("only"), symbol(":")).parse(rest) {
        let (rest, items) = separated_list0(symbol(","), use_item).parse(rest)?;
        return Ok((rest, StatementKind::Use(Box::new(Use { intrinsic, module, only: true, items }))));
    }
    let (rest, items) = opt(preceded(symbol(","), separated_list1(symbol(","), use_item))).parse(rest)?;
    let items = items.unwrap_or_default();
    if items.iter().any(|item| item.source.is_none()) {
        return Err(cut(SyntaxError::expected(rest, Expected::Token("=>"))));
    }
    Ok((rest, StatementKind::Use(Box::new(Use { intrinsic, module, only: false, items }))))
}

/// item: generic [ `=>` generic ]
fn use_item(input: Input) -> Parsed<UseItem> {
    let (rest, local) = generic(input)?;
    let (rest, source) = opt(preceded(symbol("=>"), generic)).parse(rest)?;
    Ok((rest, UseItem { local, source }))
}

/// import-statement: `IMPORT` [ [ `::` ] name { `,` name } ]
pub(super) fn import(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("import")(input)?;
    if symbol(",")(rest).is_ok() {
        return Err(refuse(input, rest.skip(rest.text().len()), "IMPORT with NONE, ONLY or ALL", "E0924"));
    }
    map(list_or_all, StatementKind::Import).parse(rest)
}

/// access-statement: ( `PUBLIC` | `PRIVATE` ) [ [ `::` ] generic { `,` generic } ]
pub(super) fn access(input: Input) -> Parsed<StatementKind> {
    let (rest, access) = access_word(input)?;
    let (rest, names) = list_or_all(rest)?;
    Ok((rest, StatementKind::Access(access, names)))
}

/// `PUBLIC` or `PRIVATE`.
pub(super) fn access_word(input: Input) -> Parsed<Access> {
    alt((value(Access::Public, keyword("public")), value(Access::Private, keyword("private")))).parse(input)
}

fn list_or_all(input: Input) -> Parsed<Vec<Name>> {
    if end_of_statement(input).is_ok() {
        return Ok((input, Vec::new()));
    }
    preceded(opt(symbol("::")), separated_list1(symbol(","), generic)).parse(input)
}

/// attribute-statement: attribute [ `::` ] name [ dimensions ] { `,` name [ dimensions ] }
pub(super) fn attribute_statement(input: Input) -> Parsed<StatementKind> {
    let (rest, attribute) = alt((
        map(preceded(keyword("intent"), intent_direction), Attribute::Intent),
        value(Attribute::Pointer, keyword("pointer")),
        value(Attribute::Target, keyword("target")),
        value(Attribute::Value, keyword("value")),
        value(Attribute::Volatile, keyword("volatile")),
        value(Attribute::Asynchronous, keyword("asynchronous")),
        value(Attribute::Contiguous, keyword("contiguous")),
        value(Attribute::Protected, keyword("protected")),
        value(Attribute::Optional, keyword("optional")),
    ))
    .parse(input)?;
    let takes_shape = match attribute {
        Attribute::Target | Attribute::Pointer => true,
        Attribute::Intent(_) | Attribute::Value | Attribute::Volatile | Attribute::Asynchronous => false,
        Attribute::Protected | Attribute::Contiguous | Attribute::Optional => false,
        // These have statements of their own.
        Attribute::Parameter | Attribute::Dimension(_) | Attribute::Save | Attribute::External => false,
        Attribute::Intrinsic | Attribute::Access(_) | Attribute::Allocatable => false,
    };
    let declarator = |input| {
        let (rest, name) = name(input)?;
        let (rest, shape) = if takes_shape { opt(dimensions).parse(rest)? } else { (rest, None) };
        Ok((rest, ArrayDeclarator { name, dimensions: shape.unwrap_or_default() }))
    };
    let (rest, arrays) = preceded(opt(symbol("::")), separated_list1(symbol(","), declarator)).parse(rest)?;
    Ok((rest, StatementKind::Attribute(attribute, arrays)))
}

/// How an interface block begins.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub generic: Option<Name>,
    pub is_abstract: bool,
}

/// interface-statement: `INTERFACE` [ generic ] | `ABSTRACT INTERFACE`
pub(super) fn interface(input: Input) -> Parsed<Opening> {
    let transfer = alt((keyword("read"), keyword("write")));
    if let Ok((rest, _)) = (keyword("interface"), transfer, symbol("(")).parse(input) {
        return Err(refuse(input, rest, "INTERFACE READ or WRITE for derived types", "E0947"));
    }
    let is_abstract = value(Opening { generic: None, is_abstract: true }, keyword("abstract interface"));
    let plain = map(preceded(keyword("interface"), opt(generic)), |generic| Opening { generic, is_abstract: false });
    alt((is_abstract, plain)).parse(input)
}

/// procedure-declaration: `PROCEDURE` `(` [ name | type-spec ] `)` [ { `,` ( attribute | passing ) } `::` ]
///     name [ `=>` expression ] { `,` name [ `=>` expression ] }
pub(super) fn procedure_declaration(input: Input) -> Parsed<StatementKind> {
    let typed = terminated(map(type_spec, |ty| ProcedureInterface::Type(Box::new(ty))), peek(symbol(")")));
    let interface = opt(alt((typed, map(name, ProcedureInterface::Like))));
    let interface = map(interface, |interface| interface.unwrap_or(ProcedureInterface::Unknown));
    let interface = delimited(symbol("("), interface, symbol(")"));
    let start = input.trimmed();
    let (mut rest, (_, interface)) = (keyword("procedure"), interface).parse(start)?;
    let (mut attributes, mut passing) = (Vec::new(), Vec::new());
    while let Ok((after, _)) = symbol(",")(rest) {
        rest = match passed(after) {
            Ok((rest, word)) => {
                passing.push(word);
                rest
            }
            Err(_) => {
                let (rest, word) = attribute(after)?;
                attributes.push(word);
                rest
            }
        };
    }
    let span = start.span_to(rest);
    if !passing.is_empty() && !attributes.contains(&Attribute::Pointer) {
        return Err(cut(SyntaxError::expected(rest, Expected::Token(", POINTER"))));
    }
    let (rest, _) = opt(symbol("::")).parse(rest)?;
    if !attributes.contains(&Attribute::Pointer) {
        let (rest, names) = separated_list1(symbol(","), name).parse(rest)?;
        return Ok((rest, StatementKind::Procedure { interface, attributes, names }));
    }
    attributes.retain(|one| *one != Attribute::Pointer);
    let target = map(preceded(symbol("=>"), expression), Initializer::Target);
    let entity = map((name, opt(target)), |(name, initial)| EntityDeclaration {
        name,
        dimensions: Vec::new(),
        length: None,
        initial,
    });
    let (rest, entities) = separated_list1(symbol(","), entity).parse(rest)?;
    let pointer = ProcedurePointer { interface, attributes: passing, module: None, initial: None };
    let kind = Some(KindSelector::Procedure(Box::new(pointer)));
    let ty = Box::new(TypeSpec { name: TypeName::Integer, kind, span });
    Ok((rest, StatementKind::TypeDeclaration { ty, attributes, entities }))
}

/// enum-statement: `ENUM` `,` `BIND` `(` `C` `)`
pub(super) fn enumeration(input: Input) -> Parsed<()> {
    let bind = (symbol(","), keyword("bind"), symbol("("), keyword("c"), symbol(")"));
    value((), (keyword("enum"), opt(bind))).parse(input)
}

/// enumerator-statement: `ENUMERATOR` [ `::` ] name [ `=` expression ] { `,` name [ `=` expression ] }
pub(super) fn enumerators(input: Input) -> Parsed<Vec<(Name, Option<Expr>)>> {
    let one = (name, opt(preceded(symbol("="), expression)));
    preceded((keyword("enumerator"), opt(symbol("::"))), separated_list1(symbol(","), one)).parse(input)
}

/// generic: name | `OPERATOR` `(` operator `)` | `ASSIGNMENT` `(` `=` `)`
pub(super) fn generic(input: Input) -> Parsed<Name> {
    let start = input.trimmed();
    if let Ok((rest, _)) = (keyword("assignment"), symbol("("), symbol("="), symbol(")")).parse(start) {
        return Ok((rest, Name { text: "assignment(=)".into(), span: start.span_to(rest) }));
    }
    if let Ok((rest, _)) = (keyword("operator"), symbol("(")).parse(start) {
        let (rest, operator) = operator_name(rest)?;
        let (rest, _) = symbol(")")(rest)?;
        return Ok((rest, Name { text: format!("operator({operator})").into(), span: start.span_to(rest) }));
    }
    name(start)
}

/// procedure-statement: ( `MODULE PROCEDURE` | `PROCEDURE` ) [ `::` ] name { `,` name }
pub(super) fn procedures(input: Input) -> Parsed<Vec<Name>> {
    let words = alt((keyword("module procedure"), keyword("procedure")));
    terminated(preceded((words, opt(symbol("::"))), separated_list1(symbol(","), name)), end_of_statement).parse(input)
}

/// end-interface-statement: `END INTERFACE` [ generic ]
pub(super) fn end_interface(input: Input) -> Parsed<()> {
    value((), (keyword("end interface"), opt(generic))).parse(input)
}

/// contains-statement: `CONTAINS`
pub(super) fn contains(input: Input) -> Parsed<()> {
    value((), keyword("contains")).parse(input)
}

/// The parenthesized words of IMPLICIT NONE: whether TYPE and EXTERNAL are among them.
pub(super) fn implicit_none_spec(input: Input) -> Parsed<(bool, bool)> {
    let word = alt((value((true, false), keyword("type")), value((false, true), keyword("external"))));
    let words = delimited(symbol("("), separated_list0(symbol(","), word), symbol(")"));
    map(words, |words| {
        if words.is_empty() { (true, false) } else { words.iter().fold((false, false), |a, b| (a.0 | b.0, a.1 | b.1)) }
    })
    .parse(input)
}
