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
    /// The parts of the file in place of which macros put text, which is all from their first byte, in order.
    pub(super) replaced: Vec<(u32, u32)>,
    /// The parts of `text` that are text or Hollerith constants.
    pub(super) constants: Vec<Range<usize>>,
    /// The comments that belong to it; their place is not known yet.
    pub comments: Vec<Comment>,
}

impl LogicalLine {
    /// An empty statement.
    pub(super) fn new(file: FileId, form: SourceForm) -> LogicalLine {
        let (offsets, replaced, constants, comments) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        LogicalLine { file, form, label: None, text: String::new(), offsets, replaced, constants, comments }
    }

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
        let last =
            if end > start { self.offsets.get(end - 1).map_or(first, |offset| self.after(*offset)) } else { first };
        Span { file: self.file, start: first, end: last.max(first) }
    }

    /// The byte after one of the file, or after the macro's use that begins there.
    fn after(&self, offset: u32) -> u32 {
        let replaced = self.replaced.binary_search_by_key(&offset, |(at, _)| *at);
        replaced.map_or(offset + 1, |index| self.replaced[index].1)
    }

    /// The statement with other texts in place of parts, which are in order, all of each where its part begins.
    pub fn replaced(&self, parts: &[(Range<usize>, String)]) -> LogicalLine {
        let mut line = LogicalLine::new(self.file, self.form);
        (line.label, line.replaced) = (self.label, self.replaced.clone());
        let (mut from, mut constants) = (0, self.constants.iter().peekable());
        let whole = (self.text.len()..self.text.len(), String::new());
        for (part, text) in parts.iter().chain([&whole]) {
            let base = line.text.len();
            let moved = |at: usize| at - from + base;
            while let Some(constant) = constants.next_if(|constant| constant.end <= part.start) {
                if constant.start >= from {
                    line.constants.push(moved(constant.start)..moved(constant.end));
                }
            }
            line.text.push_str(&self.text[from..part.start]);
            line.offsets.extend_from_slice(self.offsets.get(from..part.start).unwrap_or_default());
            let place = self.offsets.get(part.start).or(self.offsets.last()).copied().unwrap_or(0);
            line.offsets.extend(std::iter::repeat_n(place, text.len()));
            line.text.push_str(text);
            from = part.end;
        }
        line
    }

    /// A part of the statement, after another text, without the label.
    pub fn part(&self, part: Range<usize>, before: &str) -> LogicalLine {
        let (file, form) = (self.file, self.form);
        let place = self.offsets.get(part.start).or(self.offsets.last()).copied().unwrap_or(0);
        let mut line = LogicalLine::new(file, form);
        line.text = format!("{before}{}", &self.text[part.clone()]);
        line.offsets = std::iter::repeat_n(place, before.len()).collect();
        line.offsets.extend_from_slice(self.offsets.get(part.clone()).unwrap_or_default());
        let inside = self.constants(part.start).take_while(|constant| constant.end <= part.end);
        let moved = |at: usize| at - part.start + before.len();
        line.constants = inside.map(|constant| moved(constant.start)..moved(constant.end)).collect();
        line
    }

    /// The place of the whole statement.
    pub fn whole(&self) -> Span {
        self.span(0, self.text.len())
    }

    /// True if the file has something between the byte before `at` and that at `at`: a blank, squeezed out or not.
    pub fn separated(&self, at: usize) -> bool {
        let offset = |at: usize| self.offsets.get(at).copied();
        at > 0 && offset(at).is_some_and(|here| ![Some(here), Some(here.wrapping_sub(1))].contains(&offset(at - 1)))
    }

    pub(super) fn close_constant(&mut self) {
        if let Some(range) = self.constants.last_mut() {
            range.end = self.text.len();
        }
    }
}
