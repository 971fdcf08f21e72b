//! Comments of a unit, printed with the statements that they belong to.

use super::layout::Layout;
use crate::tree::{Comment, CommentPlace};

/// The comments of a unit that are still to be printed, in their order.
pub(super) struct Comments<'a> {
    rest: &'a [Comment],
}

impl<'a> Comments<'a> {
    pub fn new(comments: &'a [Comment]) -> Comments<'a> {
        Comments { rest: comments }
    }

    /// Prints the comment lines before what is at a place.
    pub fn before(&mut self, layout: &mut Layout, depth: usize, place: CommentPlace) {
        while let Some(comment) =
            self.next(|comment| comment.place < place || comment.place == place && !comment.is_trailing)
        {
            layout.comment_line(depth, &comment.text);
        }
    }

    /// Adds the comments after what is at a place, which has just been printed.
    pub fn after(&mut self, layout: &mut Layout, place: CommentPlace) {
        while let Some(comment) = self.next(|comment| comment.place == place) {
            layout.comment_after(&comment.text);
        }
    }

    fn next(&mut self, is_wanted: impl Fn(&Comment) -> bool) -> Option<&'a Comment> {
        let (first, rest) = self.rest.split_first().filter(|(first, _)| is_wanted(first))?;
        self.rest = rest;
        Some(first)
    }
}
