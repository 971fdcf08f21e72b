//! Coarrays in one image, which each program is: a coarray is a variable, whatever image is selected, and images have
//! nobody to wait for.
//!
//! ```text
//! image:       `[` … `]`                         after a part of a designator, or of a declaration
//! sync:        `SYNC` ( `ALL` | `MEMORY` | `IMAGES` `(` … `)` ) [ `(` … `)` ]
//! critical:    `CRITICAL` [ `(` … `)` ]
//! end-critical: `END CRITICAL` [ name ]
//! ```
//! What is in brackets is passed over. STAT= gets 0.

use super::classify::after_pair;
use super::expression::{arguments, expression};
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{after_keyword, keyword, name, symbol};
use crate::tree::*;
use nom::Parser;
use nom::combinator::opt;

/// What follows the brackets that select an image, if there are any; the same without them.
pub(super) fn after_image(input: Input) -> Input {
    let start = input.trimmed();
    let rest = start.text().starts_with('[').then(|| after_pair(start, ['[', ']'])).flatten();
    rest.unwrap_or(input)
}

/// `CODIMENSION` and brackets, as an attribute.
pub(super) fn codimension(input: Input) -> Parsed<()> {
    let (rest, _) = keyword("codimension")(input)?;
    let after = after_image(rest);
    match after.at() == rest.at() {
        true => Err(SyntaxError::expected(rest, Expected::Thing("`[`"))),
        false => Ok((after, ())),
    }
}

/// SYNC ALL and the like, and the statements around what one image does at a time.
pub(super) fn image_statement(input: Input) -> Parsed<StatementKind> {
    if let Some(rest) = after_keyword("end critical", input) {
        let (rest, _) = opt(name).parse(rest)?;
        return Ok((rest, StatementKind::Continue));
    }
    let words = ["sync all", "sync memory", "critical"];
    let rest = match words.into_iter().find_map(|word| after_keyword(word, input)) {
        Some(rest) => rest,
        None => return sync_images(input),
    };
    match symbol("(")(rest) {
        Ok(_) => {
            let (after, options) = arguments(rest)?;
            Ok((after, with_status(rest, options)?))
        }
        Err(_) => Ok((rest, StatementKind::Continue)),
    }
}

/// `SYNC IMAGES` `(` ( `*` | expression ) { `,` name `=` expression } `)`
fn sync_images(input: Input) -> Parsed<StatementKind> {
    let (rest, _) = keyword("sync images")(input)?;
    let (rest, _) = symbol("(")(rest)?;
    let mut rest = match symbol("*")(rest) {
        Ok((rest, _)) => rest,
        Err(_) => expression(rest)?.0,
    };
    let mut options = Vec::new();
    while let Ok((after, _)) = symbol(",")(rest) {
        let (after, (keyword, _, value)) = (name, symbol("="), expression).parse(after)?;
        options.push(Argument { keyword: Some(Box::new(keyword)), value });
        rest = after;
    }
    let (after, _) = symbol(")")(rest)?;
    Ok((after, with_status(rest, options)?))
}

/// What a statement with these options does.
fn with_status(at: Input, options: Vec<Argument>) -> Result<StatementKind, nom::Err<SyntaxError>> {
    let is_known = |one: &Argument| {
        one.keyword.as_ref().is_some_and(|keyword| ["stat", "errmsg"].contains(&keyword.text.as_str()))
    };
    if !options.iter().all(is_known) {
        return Err(SyntaxError::expected(at, Expected::Thing("`STAT=` or `ERRMSG=`")));
    }
    let is_status = |one: &Argument| one.keyword.as_ref().is_some_and(|keyword| keyword.text == "stat");
    Ok(match options.into_iter().find(is_status).map(|status| status.value) {
        Some(target) => {
            let value = Expr { kind: ExprKind::Integer("0".into(), None), span: target.span };
            StatementKind::Assign { target, value }
        }
        None => StatementKind::Continue,
    })
}
