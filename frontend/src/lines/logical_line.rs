//! One statement as text.

use crate::form::SourceForm;
use crate::source::{FileId, Span};
use crate::tree::{Comment, Label};
use std::ops::Range;

/// One statement.
#[derive(Clone, Debug)]
pub(crate) struct LogicalLine {
    /// The file.
    pub file: FileId,
    /// The form it was written in.
    pub form: SourceForm,
    /// The statement label.
    pub label: Option<Label>,
    /// The statement without its label.
    pub text: String,
    /// Byte offset in the file of each byte of `text`.
    pub(super) offsets: Vec<u32>,
    /// The parts of `text` that are text or Hollerith constants.
    pub(super) constants: Vec<Range<usize>>,
    /// The comments that belong to it; their place is not known yet.
    pub comments: Vec<Comment>,
}

impl LogicalLine {
    /// The text and Hollerith constants that end after the byte `at` of the text, in order.
    pub fn constants(&self, at: usize) -> impl Iterator<Item = &Range<usize>> {
        let first = self.constants.partition_point(|range| range.end <= at);
        self.constants[first..].iter()
    }

    /// The place in the file of a range of bytes of the text.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let first = match self.offsets.get(start) {
            Some(offset) => *offset,
            None => self.offsets.last().map_or(0, |offset| offset + 1),
        };
        let last = if end > start { self.offsets.get(end - 1).map_or(first, |offset| offset + 1) } else { first };
        Span { file: self.file, start: first, end: last }
    }

    /// The place of the whole statement.
    pub fn whole(&self) -> Span {
        self.span(0, self.text.len())
    }

    /// True if the file has something between the byte before `at` and that at `at`: a blank, squeezed out or not.
    pub fn separated(&self, at: usize) -> bool {
        at > 0 && at < self.offsets.len() && self.offsets[at] != self.offsets[at - 1] + 1
    }

    pub(super) fn close_constant(&mut self) {
        if let Some(range) = self.constants.last_mut() {
            range.end = self.text.len();
        }
    }

    #[inline]
    pub(super) fn push_byte(&mut self, character: u8, at: u32) {
        self.text.push(char::from(character));
        self.offsets.push(at);
    }

    pub(super) fn push(&mut self, character: char, at: u32) {
        self.text.push(character);
        self.offsets.extend((0..character.len_utf8() as u32).map(|byte| at + byte));
    }
}
