//! Which dummy argument each actual argument belongs to, by its place or by its keyword.

use crate::source::Span;
use crate::tree::{self, Name};

/// For each dummy argument the actual one; none for one that is left out.
pub(crate) type Matched<'t> = Vec<Option<&'t tree::Expr>>;

/// Why an actual argument belongs to no dummy argument.
pub(crate) enum Mismatch<'t> {
    /// It has no keyword, but follows one that has.
    NoKeyword(Span),
    /// There are fewer dummy arguments.
    Excess(Span),
    UnknownKeyword(&'t Name),
    /// The dummy argument with that place has one already.
    Twice(usize, &'t tree::Argument),
}

/// The actual arguments by the places of their dummy arguments, of which there are `count`; `place_of` gives that of a
/// keyword.
pub(crate) fn match_arguments<'t>(
    arguments: &[&'t tree::Argument],
    count: usize,
    place_of: impl Fn(&str) -> Option<usize>,
) -> Result<Matched<'t>, Mismatch<'t>> {
    let mut matched: Matched<'t> = vec![None; count];
    let mut is_after_keyword = false;
    for (index, argument) in arguments.iter().enumerate() {
        let at = match &argument.keyword {
            None if is_after_keyword => return Err(Mismatch::NoKeyword(argument.value.span)),
            None if index >= count => return Err(Mismatch::Excess(argument.value.span)),
            None => index,
            Some(keyword) => match place_of(&keyword.text).filter(|at| *at < count) {
                Some(at) => at,
                None => return Err(Mismatch::UnknownKeyword(keyword)),
            },
        };
        is_after_keyword |= argument.keyword.is_some();
        if matched[at].replace(&argument.value).is_some() {
            return Err(Mismatch::Twice(at, argument));
        }
    }
    Ok(matched)
}
