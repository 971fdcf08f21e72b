//! Array constructors.
//!
//! ```text
//! constructor: ( `(/` | `[` ) [ ( type-spec | name ) `::` ] [ item { `,` item } ] ( `/)` | `]` )
//! item:        expression | `(` item { `,` item } `,` count `)`
//! ```

use super::depth::Depth;
use super::executable::do_count;
use super::expression::measured_expression;
use super::input::{Input, Parsed, SyntaxError};
use super::lexical::{cut, name, symbol};
use super::specification::type_spec;
use crate::diagnostics::Diagnostic;
use crate::tree::{ConstructorItem, Expr, ExprKind, KindSelector, TypeName, TypeSpec};
use nom::Parser;
use nom::branch::alt;
use nom::sequence::terminated;

/// The greatest depth of constructors and their implied DOs in one another.
const MAX_NESTING: usize = 50;

/// True where an array constructor begins.
pub(super) fn starts_constructor(input: Input) -> bool {
    let text = input.text();
    text.starts_with('[') || text.starts_with("(/") && !text.starts_with("(/=")
}

/// An array constructor and how deep its tree is.
pub(super) fn constructor(input: Input) -> Parsed<(Expr, Depth)> {
    check_nesting(input)?;
    let start = input.trimmed();
    let is_bracket = start.text().starts_with('[');
    let (opening, closing) = if is_bracket { ("[", "]") } else { ("(/", "/)") };
    let (rest, _) = symbol(opening)(start)?;
    let (rest, ty) = stated_type(rest)?;
    let mut depth = Depth::LEAF;
    let (mut rest, mut items) = (rest, Vec::new());
    if symbol(closing)(rest).is_err() {
        (rest, items) = item_list(rest, &mut depth).map_err(cut)?;
    }
    let (rest, _) = symbol(closing)(rest).map_err(cut)?;
    let expr = Expr { kind: ExprKind::Constructor(ty.map(Box::new), items), span: start.span_to(rest) };
    Ok((rest, (expr, depth.around())))
}

/// [ ( type-spec | name ) `::` ]
pub(super) fn stated_type(input: Input) -> Parsed<Option<TypeSpec>> {
    // `real(n, wp)` may be the first value.
    let is_type = terminated(alt((type_spec, derived)), symbol("::")).parse(input);
    Ok(is_type.map_or((input, None), |(rest, ty)| (rest, Some(ty))))
}

/// The name of a derived type alone.
fn derived(input: Input) -> Parsed<TypeSpec> {
    let (rest, name) = name(input)?;
    let (span, kind) = (name.span, Some(KindSelector::Derived(name)));
    Ok((rest, TypeSpec { name: TypeName::Derived, kind, span }))
}

/// items: item { `,` item }
pub(super) fn item_list<'a>(input: Input<'a>, depth: &mut Depth) -> Parsed<'a, Vec<ConstructorItem>> {
    let mut items = Vec::new();
    let mut rest = input;
    loop {
        let (after, one) = item(rest, depth)?;
        items.push(one);
        match symbol(",")(after) {
            // The count of an implied DO ends its items.
            Ok((next, _)) if !is_count(next) => rest = next,
            _ => return Ok((after, items)),
        }
    }
}

fn item<'a>(input: Input<'a>, depth: &mut Depth) -> Parsed<'a, ConstructorItem> {
    let start = input.trimmed();
    if !is_implied_do(start.text()) {
        let (rest, (value, deep)) = measured_expression(start)?;
        *depth = depth.max(deep);
        return Ok((rest, ConstructorItem::Value(value)));
    }
    check_nesting(start)?;
    let (rest, _) = symbol("(")(start)?;
    let (rest, items) = item_list(rest, depth)?;
    let (rest, _) = symbol(",")(rest).map_err(cut)?;
    let (rest, count) = do_count(rest).map_err(cut)?;
    let (rest, _) = symbol(")")(rest).map_err(cut)?;
    *depth = depth.around();
    Ok((rest, ConstructorItem::ImpliedDo(items, Box::new(count))))
}

/// True for `name =`, but not for `name ==`.
fn is_count(input: Input) -> bool {
    let Ok((rest, _)) = terminated(name, symbol("=")).parse(input) else { return false };
    !rest.text().starts_with('=')
}

/// True for a parenthesis that holds, outside of other parentheses, a comma and later a single `=`.
fn is_implied_do(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('(') else { return false };
    let (mut open, mut comma, mut quote, mut before) = (0usize, false, None, ' ');
    let mut characters = inside.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (Some(mark), _) => quote = Some(mark).filter(|mark| *mark != character),
            (None, '\'' | '"') => quote = Some(character),
            (None, '(' | '[') => open += 1,
            (None, ')' | ']') if open == 0 => return false,
            (None, ')' | ']') => open -= 1,
            (None, ',') if open == 0 => comma = true,
            (None, '=') if open == 0 => {
                let is_sign = matches!(before, '=' | '/' | '<' | '>') || characters.peek() == Some(&'=');
                if comma && !is_sign {
                    return true;
                }
            }
            _ => {}
        }
        before = character;
    }
    false
}

/// Constructors recurse, so what is open before this one in the statement is counted.
fn check_nesting(input: Input) -> Result<(), nom::Err<SyntaxError>> {
    let before = &input.line().text[..input.at()];
    let count = |sign: &str| before.matches(sign).count();
    let open = (count("[") + count("(")).saturating_sub(count("]") + count(")"));
    if open < MAX_NESTING {
        return Ok(());
    }
    let message = format!("array constructors are nested more than {MAX_NESTING} deep");
    Err(SyntaxError::problem(input, Diagnostic::error("E0115", input.span(), message)))
}
