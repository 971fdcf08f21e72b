//! Parsers of type declarations, of other specification statements, and of FORMAT.

use super::character::{character_selector, star_length};
use super::coarrays::{after_image, codimension};
use super::data::data_values;
use super::expression::expression;
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{after_keyword, cut, digits, end_of_statement, keyword, name, symbol};
use super::scoping::{access_word, implicit_none_spec};
use super::unit::binding;
use super::unsupported::{STATEMENTS, TYPE_PARAMETERS, refuse};
use crate::diagnostics::Diagnostic;
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut as commit, map, opt, peek, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded, terminated};

/// type-spec: `BYTE` | type-name [ `*` digits | `(` [ `KIND` `=` ] expression `)` ] | `CHARACTER` [ selector ] |
/// `TYPE` `(` ( name | type-spec | `*` ) `)` | `CLASS` `(` ( name | `*` ) `)`
pub(super) fn type_spec(input: Input) -> Parsed<TypeSpec> {
    let start = input.trimmed();
    if let Some(rest) = after_keyword("byte", start) {
        let span = start.span_to(rest);
        let one = Expr { kind: ExprKind::Integer("1".into(), None), span };
        return Ok((rest, TypeSpec { name: TypeName::Integer, kind: Some(KindSelector::Length(one)), span }));
    }
    if let Some(rest) = after_keyword("type", start) {
        return derived_type_spec(start, rest);
    }
    if let Some(rest) = after_keyword("class", start) {
        let (rest, _) = symbol("(")(rest)?;
        let (rest, name) = terminated(alt((any_type, name)), symbol(")")).parse(rest).map_err(cut)?;
        let (span, kind) = (start.span_to(rest), Some(KindSelector::Class(name)));
        return Ok((rest, TypeSpec { name: TypeName::Derived, kind, span }));
    }
    let (rest, name) = type_name(start)?;
    let length = map(preceded(symbol("*"), commit(integer)), KindSelector::Length);
    let kind = preceded(opt((keyword("kind"), symbol("="))), expression);
    let kind = map(delimited(symbol("("), commit(kind), commit(symbol(")"))), KindSelector::Kind);
    let (rest, kind) = match name {
        TypeName::DoublePrecision | TypeName::DoubleComplex => (rest, None),
        TypeName::Character => opt(character_selector).parse(rest)?,
        _ => opt(alt((length, kind))).parse(rest)?,
    };
    Ok((rest, TypeSpec { name, kind, span: start.span_to(rest) }))
}

/// The `*` of CLASS(*).
fn any_type(input: Input) -> Parsed<Name> {
    let input = input.trimmed();
    map(symbol("*"), |_| Name { text: "*".into(), span: input.span_to(input.skip(1)) }).parse(input)
}

/// What follows TYPE. An intrinsic type may be in the parentheses too. Dummy arguments of TYPE(*) take what those of
/// CLASS(*) do, and are these.
fn derived_type_spec<'a>(start: Input<'a>, rest: Input<'a>) -> Parsed<'a, TypeSpec> {
    let (rest, _) = symbol("(")(rest)?;
    let (rest, ty) = match terminated(type_spec, symbol(")")).parse(rest) {
        Ok(intrinsic) => intrinsic,
        Err(_) => {
            if let Ok((rest, name)) = terminated(any_type, symbol(")")).parse(rest) {
                let (span, kind) = (start.span_to(rest), Some(KindSelector::Class(name)));
                return Ok((rest, TypeSpec { name: TypeName::Derived, kind, span }));
            }
            let (rest, name) = name(rest).map_err(cut)?;
            no_parameters(rest)?;
            let (rest, _) = symbol(")")(rest).map_err(cut)?;
            let (span, kind) = (start.span_to(rest), Some(KindSelector::Derived(name)));
            (rest, TypeSpec { name: TypeName::Derived, kind, span })
        }
    };
    Ok((rest, ty))
}

/// derived-type-statement: `TYPE` [ { `,` type-attribute } `::` ] name
/// type-attribute: access | binding | `EXTENDS` `(` name `)` | `ABSTRACT`
pub(super) fn derived_type(input: Input) -> Parsed<StatementKind> {
    let (mut access, mut extends, mut is_abstract) = (None, None, false);
    let (mut rest, _) = keyword("type")(input)?;
    while let Ok((after, _)) = symbol(",")(rest) {
        rest = if let Ok((rest, word)) = access_word(after) {
            access = Some(word);
            rest
        } else if let Ok((rest, parent)) = preceded(keyword("extends"), parenthesized_name).parse(after) {
            extends = Some(parent);
            rest
        } else if let Ok((rest, _)) = keyword("abstract")(after) {
            is_abstract = true;
            rest
        } else {
            binding(after)?.0
        };
    }
    let (rest, (_, name)) = (opt(symbol("::")), name).parse(rest)?;
    no_parameters(rest)?;
    Ok((rest, StatementKind::DerivedType { access, extends, is_abstract, name }))
}

/// Refuses parameters of a derived type.
fn no_parameters(input: Input) -> Result<(), nom::Err<SyntaxError>> {
    match symbol("(")(input) {
        Ok((rest, _)) => Err(refuse(input, rest, "a derived type with parameters", "E0947")),
        Err(_) => Ok(()),
    }
}

/// `(` name `)`
fn parenthesized_name(input: Input) -> Parsed<Name> {
    delimited(symbol("("), name, symbol(")")).parse(input)
}

/// end-type-statement: `END TYPE` [ name ]
pub(super) fn end_derived_type(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end type"), opt(name)), StatementKind::EndDerivedType).parse(input)
}

/// type-name: `INTEGER` | `REAL` | `DOUBLE PRECISION` | `COMPLEX` | `DOUBLE COMPLEX` | `LOGICAL`
fn type_name(input: Input) -> Parsed<TypeName> {
    // The sign after the name separates it as a blank does.
    let word = |word: &'static str, name| value(name, keyword(word));
    alt((
        word("integer", TypeName::Integer),
        word("real", TypeName::Real),
        word("double precision", TypeName::DoublePrecision),
        word("complex", TypeName::Complex),
        word("double complex", TypeName::DoubleComplex),
        word("logical", TypeName::Logical),
        word("character", TypeName::Character),
    ))
    .parse(input)
}

/// An integer constant without kind.
fn integer(input: Input) -> Parsed<Expr> {
    map(digits, |number| Expr { kind: ExprKind::Integer(number.text().into(), None), span: number.span() }).parse(input)
}

/// type-declaration: type-spec { `,` attribute } [ `::` ] entity { `,` entity }
pub(super) fn type_declaration(input: Input) -> Parsed<StatementKind> {
    let (rest, ty) = type_spec(input)?;
    // CHARACTER*8, A: the comma means nothing.
    let has_comma = ty.name == TypeName::Character && !rest.text().contains("::");
    let rest = if has_comma { opt(symbol(",")).parse(rest)?.0 } else { rest };
    // BIND has no effect, and there is one image.
    let bound = map(alt((map(binding, |_| ()), codimension)), |()| None);
    let (rest, attributes) = many0(preceded(symbol(","), alt((bound, map(attribute, Some))))).parse(rest)?;
    let attributes: Vec<Attribute> = attributes.into_iter().flatten().collect();
    let (rest, colons) = opt(symbol("::")).parse(rest)?;
    if colons.is_none() && !attributes.is_empty() {
        return Err(SyntaxError::expected(rest, Expected::Token("::")));
    }
    let (rest, entities) = separated_list1(symbol(","), entity).parse(rest)?;
    Ok((rest, StatementKind::TypeDeclaration { ty: Box::new(ty), attributes, entities }))
}

/// direction: `(` ( `IN` | `OUT` | `IN OUT` ) `)`
pub(super) fn intent_direction(input: Input) -> Parsed<Intent> {
    let direction = alt((
        value(Intent::InOut, keyword("in out")),
        value(Intent::In, keyword("in")),
        value(Intent::Out, keyword("out")),
    ));
    delimited(symbol("("), direction, symbol(")")).parse(input)
}

/// attribute: `PARAMETER` | `DIMENSION` dimensions | `SAVE` | `EXTERNAL` | `INTRINSIC` | `INTENT` direction |
/// `PUBLIC` | `PRIVATE` | `PROTECTED` | `POINTER` | `TARGET` | `VALUE` | `VOLATILE` | `ASYNCHRONOUS` | `CONTIGUOUS` |
/// `ALLOCATABLE` | `OPTIONAL`
pub(super) fn attribute(input: Input) -> Parsed<Attribute> {
    let intent = preceded(keyword("intent"), commit(intent_direction));
    let known = alt((
        value(Attribute::Parameter, keyword("parameter")),
        map(preceded(keyword("dimension"), commit(dimensions)), Attribute::Dimension),
        value(Attribute::Save, keyword("save")),
        value(Attribute::External, keyword("external")),
        value(Attribute::Intrinsic, keyword("intrinsic")),
        map(intent, Attribute::Intent),
        map(access_word, Attribute::Access),
        value(Attribute::Protected, keyword("protected")),
        value(Attribute::Pointer, keyword("pointer")),
        value(Attribute::Target, keyword("target")),
        value(Attribute::Value, keyword("value")),
        value(Attribute::Volatile, keyword("volatile")),
        value(Attribute::Asynchronous, keyword("asynchronous")),
        value(Attribute::Contiguous, keyword("contiguous")),
        value(Attribute::Allocatable, keyword("allocatable")),
        value(Attribute::Optional, keyword("optional")),
    ))
    .parse(input);
    match known {
        Err(nom::Err::Error(error)) => {
            // KIND with a number is a mistake of another kind.
            let is_parameter = |rest| symbol("::")(rest).is_ok();
            let refused = STATEMENTS.iter().find(|(word, _)| after_keyword(word, input).is_some()).or_else(|| {
                TYPE_PARAMETERS.iter().find(|(word, _)| after_keyword(word, input).is_some_and(is_parameter))
            });
            let refused = refused.zip(name(input).ok());
            Err(refused.map_or(nom::Err::Failure(error), |((_, unsupported), (rest, _))| {
                refuse(input, rest, unsupported.name, unsupported.code)
            }))
        }
        other => other,
    }
}

/// entity: name [ dimensions ] [ `*` length ] [ dimensions ]
///     [ `=` expression | `=>` expression | `/` data-value { `,` data-value } `/` ]
fn entity(input: Input) -> Parsed<EntityDeclaration> {
    let (rest, name) = name(input)?;
    let (rest, mut before) = opt(dimensions).parse(rest)?;
    let rest = after_image(rest);
    let (rest, length) = opt(preceded(symbol("*"), commit(star_length))).parse(rest)?;
    if before.is_none() {
        before = opt(dimensions).parse(rest)?.1;
    }
    let (rest, _) = if before.is_some() && length.is_some() { opt(dimensions).parse(rest)? } else { (rest, None) };
    let target = map(preceded(symbol("=>"), commit(expression)), Initializer::Target);
    let assigned = map(preceded(symbol("="), commit(expression)), Initializer::Value);
    let values = map(delimited(symbol("/"), commit(data_values), commit(symbol("/"))), Initializer::Data);
    let (rest, initial) = opt(alt((target, assigned, values))).parse(rest)?;
    Ok((rest, EntityDeclaration { name, dimensions: before.unwrap_or_default(), length, initial }))
}

/// dimensions: `(` dimension { `,` dimension } `)`
pub(super) fn dimensions(input: Input) -> Parsed<Vec<DimensionSpec>> {
    let list = separated_list1(symbol(","), dimension);
    delimited(symbol("("), commit(list), commit(symbol(")"))).parse(input)
}

/// dimension: `*` | expression [ `:` [ `*` | expression ] ] | `:` | `..`
fn dimension(input: Input) -> Parsed<DimensionSpec> {
    let start = input.trimmed();
    let spec = |rest, lower, upper, is_open| (rest, DimensionSpec { lower, upper, is_open, span: start.span_to(rest) });
    if let Ok((rest, _)) = symbol(":")(start) {
        return Ok(spec(rest, None, None, true));
    }
    if let Ok((rest, _)) = symbol("*")(start) {
        return Ok(spec(rest, None, None, false));
    }
    if let Ok((rest, _)) = symbol("..")(start) {
        let rank = Expr { kind: ExprKind::Name(DimensionSpec::ASSUMED_RANK.into()), span: start.span_to(rest) };
        return Ok(spec(rest, None, Some(rank), false));
    }
    let (rest, bound) = expression(start)?;
    let Ok((after, _)) = symbol(":")(rest) else {
        return Ok(spec(rest, None, Some(bound), false));
    };
    if symbol(",")(after).is_ok() || symbol(")")(after).is_ok() {
        return Ok(spec(after, Some(bound), None, true));
    }
    let (rest, upper) = alt((value(None, symbol("*")), map(expression, Some))).parse(after)?;
    Ok(spec(rest, Some(bound), upper, false))
}

/// dimension-statement: `DIMENSION` [ `::` ] name dimensions { `,` name dimensions }
pub(super) fn dimension_statement(input: Input) -> Parsed<StatementKind> {
    let array = map((name, dimensions), |(name, dimensions)| ArrayDeclarator { name, dimensions });
    let arrays = separated_list1(symbol(","), array);
    map(preceded((keyword("dimension"), opt(symbol("::"))), arrays), StatementKind::Dimension).parse(input)
}

/// parameter-statement: `PARAMETER` ( `(` constants `)` | constants )
pub(super) fn parameter(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("parameter")(input)?;
    // Old compilers wanted no parentheses.
    let (rest, constants) = match symbol("(")(rest) {
        Ok((rest, _)) => terminated(named_constants, symbol(")")).parse(rest)?,
        Err(_) => named_constants(rest)?,
    };
    Ok((rest, StatementKind::Parameter(constants)))
}

/// constants: name `=` expression { `,` name `=` expression }
fn named_constants(input: Input) -> Parsed<Vec<(Name, Expr)>> {
    separated_list1(symbol(","), (terminated(name, symbol("=")), expression)).parse(input)
}

/// implicit-statement: `IMPLICIT` ( `NONE` [ `(` words `)` ] | rule { `,` rule } )
pub(super) fn implicit(input: Input) -> Parsed<StatementKind> {
    let none = (keyword("none"), opt(implicit_none_spec), peek(end_of_statement));
    let none = map(none, |(_, words, _)| {
        let (types, external) = words.unwrap_or((true, false));
        StatementKind::ImplicitNone { types, external }
    });
    let rules = map(separated_list1(symbol(","), implicit_rule), StatementKind::Implicit);
    preceded(keyword("implicit"), alt((none, rules))).parse(input)
}

/// rule: type-spec letters
///
/// What is alone in parentheses after the type's name are letters, not a kind.
fn implicit_rule(input: Input) -> Parsed<ImplicitRule> {
    let start = input.trimmed();
    let last = peek(alt((value((), symbol(",")), end_of_statement)));
    match (type_name, letters, last).parse(start) {
        Ok((rest, (name, letters, ()))) => {
            let (after, _) = type_name(start)?;
            let ty = TypeSpec { name, kind: None, span: start.span_to(after) };
            return Ok((rest, ImplicitRule { ty, letters }));
        }
        Err(nom::Err::Error(_)) => {}
        Err(failure) => return Err(failure),
    }
    map((type_spec, letters), |(ty, letters)| ImplicitRule { ty, letters }).parse(start)
}

/// letters: `(` letter [ `-` letter ] { `,` letter [ `-` letter ] } `)`
fn letters(input: Input) -> Parsed<Vec<LetterRange>> {
    delimited(symbol("("), separated_list1(symbol(","), letter_range), symbol(")")).parse(input)
}

fn letter_range(input: Input) -> Parsed<LetterRange> {
    let start = input.trimmed();
    let (rest, first) = letter(start)?;
    let (rest, last) = opt(preceded(symbol("-"), letter)).parse(rest)?;
    let last = last.unwrap_or(first);
    let span = start.span_to(rest);
    if last < first {
        let error = Diagnostic::error("E0118", span, format!("`{last}` comes before `{first}` in the alphabet"));
        return Err(SyntaxError::problem(start, error));
    }
    Ok((rest, LetterRange { first, last, span }))
}

fn letter(input: Input) -> Parsed<char> {
    let start = input.trimmed();
    match start.text().chars().next().filter(char::is_ascii_lowercase) {
        Some(letter) => Ok((start.skip(1), letter)),
        None => Err(SyntaxError::expected(input, Expected::Thing("a letter"))),
    }
}

/// external-statement: `EXTERNAL` [ `::` ] name { `,` name }
pub(super) fn external(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("external"), names), StatementKind::External).parse(input)
}

/// intrinsic-statement: `INTRINSIC` [ `::` ] name { `,` name }
pub(super) fn intrinsic(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("intrinsic"), names), StatementKind::Intrinsic).parse(input)
}

fn names(input: Input) -> Parsed<Vec<Name>> {
    preceded(opt(symbol("::")), separated_list1(symbol(","), name)).parse(input)
}

/// format-statement: `FORMAT` `(` any text `)`
pub(super) fn format(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("format")(input)?;
    let (rest, _) = symbol("(")(rest)?;
    let body = rest.text().trim_end();
    let Some(text) = body.strip_suffix(')') else {
        return Err(SyntaxError::expected(rest.skip(body.len()), Expected::Token(")")));
    };
    if input.line().label.is_none() {
        let error = Diagnostic::error("E0119", input.line().whole(), "FORMAT requires a label");
        return Err(SyntaxError::problem(input, error.with_help("a FORMAT without a label can't be referred to")));
    }
    Ok((rest.skip(body.len()), StatementKind::Format(text.to_owned())))
}
