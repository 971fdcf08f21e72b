//! Parsers of SELECT CASE, SELECT TYPE, BLOCK, ASSOCIATE and DO CONCURRENT.

use super::expression::{expression, parenthesized};
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{after_keyword, cut, end_of_statement, keyword, name, symbol};
use super::specification::type_spec;
use crate::tree::*;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{cut as commit, map, opt, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded, terminated};

/// select-case: `SELECT CASE` `(` expression `)`
pub(super) fn select_case(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let (rest, selector) = preceded(keyword("select case"), parenthesized).parse(input)?;
    Ok((rest, StatementKind::SelectCase { name: construct, selector }))
}

/// select-type-statement: `SELECT TYPE` `(` [ name `=>` ] expression `)`
pub(super) fn select_type(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let selector = (opt(terminated(name, symbol("=>"))), expression);
    let (rest, (association, selector)) =
        preceded(keyword("select type"), delimited(symbol("("), selector, symbol(")"))).parse(input)?;
    Ok((rest, StatementKind::SelectType { name: construct, association, selector, by_rank: false }))
}

/// select-rank-statement: `SELECT RANK` `(` [ name `=>` ] name `)`
pub(super) fn select_rank(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let selector = (opt(terminated(name, symbol("=>"))), name);
    let (rest, (association, name)) =
        preceded(keyword("select rank"), delimited(symbol("("), selector, symbol(")"))).parse(input)?;
    let selector = Expr { kind: ExprKind::Name(name.text), span: name.span };
    Ok((rest, StatementKind::SelectType { name: construct, association, selector, by_rank: true }))
}

/// rank-guard: `RANK` ( `DEFAULT` | `(` ( `*` | expression ) `)` ) [ name ]
pub(super) fn rank_guard(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("rank")(input)?;
    let (rest, guard) = match after_keyword("default", rest) {
        Some(rest) => (rest, RankGuard::Default),
        None => {
            let rank = alt((value(RankGuard::AssumedSize, symbol("*")), map(expression, RankGuard::Number)));
            delimited(symbol("("), rank, symbol(")")).parse(rest)?
        }
    };
    let guard = TypeGuard::Rank(Box::new(guard));
    map(opt(name), move |name| StatementKind::TypeGuard { guard: guard.clone(), name }).parse(rest)
}

/// type-guard: ( `TYPE IS` `(` type `)` | `CLASS IS` `(` name `)` | `CLASS DEFAULT` ) [ name ]
pub(super) fn type_guard(input: Input) -> Parsed<StatementKind> {
    let named = map(delimited(symbol("("), name, symbol(")")), |name| TypeSpec {
        span: name.span,
        name: TypeName::Derived,
        kind: Some(KindSelector::Derived(name)),
    });
    let typed = delimited(symbol("("), type_spec, symbol(")"));
    let is_type = map(preceded(keyword("type is"), alt((typed, named))), |ty| TypeGuard::Type(Box::new(ty)));
    let class = map(preceded(keyword("class is"), delimited(symbol("("), name, symbol(")"))), TypeGuard::Class);
    let default = value(TypeGuard::Default, keyword("class default"));
    let (rest, (guard, name)) = (alt((is_type, class, default)), opt(name)).parse(input)?;
    Ok((rest, StatementKind::TypeGuard { guard, name }))
}

/// case: `CASE` ( `DEFAULT` | `(` range { `,` range } `)` ) [ name ]
pub(super) fn case(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("case")(input)?;
    let (rest, ranges) = match after_keyword("default", rest) {
        Some(rest) => (rest, None),
        None => {
            let ranges = delimited(symbol("("), separated_list1(symbol(","), case_range), symbol(")"));
            map(ranges, Some).parse(rest)?
        }
    };
    map(opt(name), move |name| StatementKind::Case { ranges: ranges.clone(), name }).parse(rest)
}

/// range: expression [ `:` [ expression ] ] | `:` expression
fn case_range(input: Input) -> Parsed<CaseRange> {
    let start = input.trimmed();
    if let Ok((rest, _)) = symbol(":")(start) {
        let (rest, upper) = expression(rest)?;
        return Ok((rest, CaseRange::Range(None, Some(upper), start.span_to(rest))));
    }
    let (rest, lower) = expression(start)?;
    let Ok((rest, _)) = symbol(":")(rest) else { return Ok((rest, CaseRange::Value(lower))) };
    if symbol(",")(rest).is_ok() || symbol(")")(rest).is_ok() {
        return Ok((rest, CaseRange::Range(Some(lower), None, start.span_to(rest))));
    }
    let (rest, upper) = expression(rest)?;
    Ok((rest, CaseRange::Range(Some(lower), Some(upper), start.span_to(rest))))
}

/// end-select: `END SELECT` [ name ]
pub(super) fn end_select(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end select"), opt(name)), StatementKind::EndSelect).parse(input)
}

/// block: `BLOCK`
pub(super) fn block(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let (rest, _) = keyword("block")(input)?;
    Ok((rest, StatementKind::Block(construct)))
}

/// end-block: `END BLOCK` [ name ]
pub(super) fn end_block(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end block"), opt(name)), StatementKind::EndBlock).parse(input)
}

/// associate: `ASSOCIATE` `(` name `=>` expression { `,` name `=>` expression } `)`
pub(super) fn associate(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let (rest, _) = keyword("associate")(input)?;
    let association = |input| {
        let (rest, name) = terminated(name, symbol("=>")).parse(input)?;
        let (rest, selector) = expression(rest)?;
        Ok((rest, Association { name, selector }))
    };
    let list = separated_list1(symbol(","), association);
    let (rest, associations) = delimited(symbol("("), list, symbol(")")).parse(rest)?;
    Ok((rest, StatementKind::Associate { name: construct, associations }))
}

/// end-associate: `END ASSOCIATE` [ name ]
pub(super) fn end_associate(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end associate"), opt(name)), StatementKind::EndAssociate).parse(input)
}

/// True if a DO continues with CONCURRENT: `DO CONCURRENT (I = 1:N)`, but not `DO CONCURRENT = 1, 10`.
pub(super) fn is_concurrent(input: Input) -> bool {
    after_keyword("concurrent", input).is_some_and(|rest| rest.trimmed().text().starts_with('('))
}

/// concurrent: `CONCURRENT` `(` [ type-spec `::` ] index { `,` index } [ `,` expression ] `)` { locality }
///
/// index: name `=` expression `:` expression [ `:` expression ]
pub(super) fn concurrent(input: Input) -> Parsed<DoControl> {
    let (rest, _) = (keyword("concurrent"), symbol("(")).parse(input)?;
    let (mut rest, ty) = opt(terminated(type_spec, symbol("::"))).parse(rest)?;
    let (mut indices, mut mask) = (Vec::new(), None);
    loop {
        match index(rest) {
            Ok((after, index)) => {
                indices.push(index);
                rest = after;
            }
            Err(nom::Err::Error(_)) if !indices.is_empty() => {
                let (after, condition) = expression(rest)?;
                mask = Some(condition);
                rest = after;
            }
            Err(error) => return Err(cut(error)),
        }
        match symbol(",")(rest) {
            Ok((after, _)) if mask.is_none() => rest = after,
            _ => break,
        }
    }
    let (rest, _) = symbol(")")(rest)?;
    let (rest, localities) = many0(locality).parse(rest)?;
    if end_of_statement(rest).is_err() {
        return Err(SyntaxError::expected(rest, Expected::Thing("LOCAL, LOCAL_INIT, SHARED or DEFAULT(NONE)")));
    }
    Ok((rest, DoControl::Concurrent(Box::new(Concurrent { ty, indices, mask, localities }))))
}

fn index(input: Input) -> Parsed<ConcurrentIndex> {
    let (rest, variable) = terminated(name, symbol("=")).parse(input)?;
    if rest.text().starts_with('=') {
        return Err(SyntaxError::expected(input, Expected::Thing("an index")));
    }
    let (rest, first) = commit(terminated(expression, symbol(":"))).parse(rest)?;
    let (rest, last) = commit(expression).parse(rest)?;
    let (rest, step) = opt(preceded(symbol(":"), commit(expression))).parse(rest)?;
    Ok((rest, ConcurrentIndex { variable, first, last, step }))
}

/// locality: ( `LOCAL` | `LOCAL_INIT` | `SHARED` ) `(` name { `,` name } `)` | `DEFAULT` `(` `NONE` `)`
fn locality(input: Input) -> Parsed<Locality> {
    let start = input.trimmed();
    let none = value((), (symbol("("), keyword("none"), symbol(")")));
    if let Ok((rest, ())) = preceded(keyword("default"), none).parse(start) {
        return Ok((rest, Locality::DefaultNone(start.span_to(rest))));
    }
    let make: fn(Vec<Name>) -> Locality;
    let rest = if let Some(rest) = after_keyword("local_init", start) {
        make = Locality::LocalInit;
        rest
    } else if let Some(rest) = after_keyword("local", start) {
        make = Locality::Local;
        rest
    } else if let Some(rest) = after_keyword("shared", start) {
        make = Locality::Shared;
        rest
    } else {
        return Err(SyntaxError::expected(input, Expected::Thing("a locality")));
    };
    map(delimited(symbol("("), separated_list1(symbol(","), name), symbol(")")), make).parse(rest)
}
