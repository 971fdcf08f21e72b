//! Comments, kept with the statements that they belong to.
//!
//! A comment line belongs to the statement after it, or, between the lines of a statement, to that; what follows a
//! statement in its last line belongs to it. In a [`super::Unit`] they are in the order in which they were written.

use crate::source::Span;

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// What it belongs to.
    pub place: CommentPlace,
    /// It is in the last line of the statement, not in lines of its own before it.
    pub is_trailing: bool,
    /// The text after the mark, without blanks at its end.
    pub text: Box<str>,
    /// Where the text is.
    pub span: Span,
}

/// What a comment belongs to in its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommentPlace {
    /// The first statement, such as SUBROUTINE.
    Header,
    /// The statement of that index.
    Statement(u32),
    /// CONTAINS.
    Contains,
    /// END; for a file, the end of it.
    End,
}
