//! Parsers of ALLOCATABLE, ALLOCATE, DEALLOCATE, WHERE and FORALL.

use super::constructor::stated_type;
use super::expression::{designator, expression, parenthesized};
use super::input::{Input, Parsed};
use super::lexical::{cut, keyword, name, symbol};
use super::specification::dimensions;
use crate::tree::*;
use nom::Parser;
use nom::combinator::{map, opt};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

/// allocatable-statement: `ALLOCATABLE` [ `::` ] name [ dimensions ] { `,` name [ dimensions ] }
pub(super) fn allocatable(input: Input) -> Parsed<StatementKind> {
    let array = map((name, opt(dimensions)), |(name, dimensions)| {
        let dimensions = dimensions.unwrap_or_default();
        ArrayDeclarator { name, dimensions }
    });
    let arrays = separated_list1(symbol(","), array);
    map(preceded((keyword("allocatable"), opt(symbol("::"))), arrays), StatementKind::Allocatable).parse(input)
}

/// allocate-statement: `ALLOCATE` `(` [ type-spec `::` ] designator { `,` designator } { `,` name `=` expression } `)`
pub(super) fn allocate(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = (keyword("allocate"), symbol("(")).parse(input)?;
    let (rest, ty) = stated_type(rest)?;
    map(allocation, move |(objects, options)| StatementKind::Allocate { ty: ty.clone(), objects, options }).parse(rest)
}

/// deallocate-statement: `DEALLOCATE` `(` designator { `,` designator } { `,` name `=` expression } `)`
pub(super) fn deallocate(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = (keyword("deallocate"), symbol("(")).parse(input)?;
    map(allocation, |(objects, options)| StatementKind::Deallocate { objects, options }).parse(rest)
}

/// The objects, and the options such as `STAT = name`.
type Allocation = (Vec<Expr>, Vec<(Name, Expr)>);

fn allocation(input: Input) -> Parsed<Allocation> {
    let mut rest = input;
    let (mut objects, mut options) = (Vec::new(), Vec::new());
    loop {
        match option(rest) {
            // At least one object comes first.
            Ok((after, option)) if !objects.is_empty() => {
                options.push(option);
                rest = after;
            }
            Err(error @ nom::Err::Failure(_)) => return Err(error),
            Err(error) if !options.is_empty() => return Err(error),
            _ => {
                let (after, object) = designator(rest)?;
                objects.push(object);
                rest = after;
            }
        }
        match symbol(",")(rest) {
            Ok((after, _)) => rest = after,
            Err(_) => break,
        }
    }
    let (rest, _) = symbol(")")(rest)?;
    Ok((rest, (objects, options)))
}

/// option: name `=` expression
fn option(input: Input) -> Parsed<(Name, Expr)> {
    let (rest, keyword) = terminated(name, symbol("=")).parse(input)?;
    let (rest, value) = expression(rest).map_err(cut)?;
    Ok((rest, (keyword, value)))
}

/// where: `WHERE` `(` expression `)` [ assignment ]
pub(super) fn where_statement(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let (rest, mask) = preceded(keyword("where"), parenthesized).parse(input)?;
    let action = rest.trimmed();
    if action.text().is_empty() {
        return Ok((action, StatementKind::WhereConstruct { name: construct, mask }));
    }
    super::executable::no_construct(&construct, input)?;
    let (rest, action) = self::action(action)?;
    Ok((rest, StatementKind::Where { mask, action }))
}

/// elsewhere-statement: `ELSEWHERE` [ `(` expression `)` ] [ name ]
pub(super) fn elsewhere(input: Input) -> Parsed<StatementKind> {
    let parser = preceded(keyword("else where"), (opt(parenthesized), opt(name)));
    map(parser, |(mask, name)| StatementKind::Elsewhere { mask, name }).parse(input)
}

/// end-where-statement: `END WHERE` [ name ]
pub(super) fn end_where(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end where"), opt(name)), StatementKind::EndWhere).parse(input)
}

/// forall: `FORALL` header [ assignment ]
pub(super) fn forall(input: Input, construct: Option<Name>) -> Parsed<StatementKind> {
    let (rest, header) = preceded(keyword("forall"), forall_header).parse(input)?;
    let action = rest.trimmed();
    if action.text().is_empty() {
        return Ok((action, StatementKind::ForallConstruct { name: construct, header }));
    }
    super::executable::no_construct(&construct, input)?;
    let (rest, action) = self::action(action)?;
    Ok((rest, StatementKind::Forall { header, action }))
}

/// end-forall-statement: `END FORALL` [ name ]
pub(super) fn end_forall(input: Input) -> Parsed<StatementKind> {
    map(preceded(keyword("end forall"), opt(name)), StatementKind::EndForall).parse(input)
}

/// header: `(` index { `,` index } [ `,` expression ] `)`
fn forall_header(input: Input) -> Parsed<ForallHeader> {
    let (mut rest, _) = symbol("(")(input)?;
    let mut header = ForallHeader { indices: Vec::new(), mask: None };
    loop {
        if !header.indices.is_empty() && !is_index(rest) {
            let (after, mask) = expression(rest)?;
            header.mask = Some(mask);
            rest = after;
            break;
        }
        let (after, index) = forall_index(rest)?;
        header.indices.push(index);
        rest = after;
        match symbol(",")(rest) {
            Ok((after, _)) => rest = after,
            Err(_) => break,
        }
    }
    let (rest, _) = symbol(")")(rest)?;
    Ok((rest, header))
}

/// index: name `=` expression `:` expression [ `:` expression ]
fn forall_index(input: Input) -> Parsed<ConcurrentIndex> {
    let bound = |input| expression(input).map_err(cut);
    let (rest, variable) = terminated(name, symbol("=")).parse(input)?;
    let (rest, (first, _, last)) = (bound, symbol(":"), bound).parse(rest)?;
    let (rest, step) = opt(preceded(symbol(":"), bound)).parse(rest)?;
    Ok((rest, ConcurrentIndex { variable, first, last, step }))
}

fn is_index(input: Input) -> bool {
    let Ok((rest, _)) = terminated(name, symbol("=")).parse(input) else { return false };
    !rest.text().starts_with('=')
}

/// The assignment of a WHERE or FORALL statement.
fn action(input: Input) -> Parsed<Box<Statement>> {
    let (rest, kind) = super::executable::assignment(input)?;
    Ok((rest, Box::new(Statement { label: None, kind, span: input.span_to(rest) })))
}
