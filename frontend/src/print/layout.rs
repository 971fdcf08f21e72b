//! Statements laid out in lines of a source form.

use crate::form::SourceForm;
use crate::lines::constants;
use crate::tree::Label;
use forlane_semantics::bytes::width;
use std::ops::Range;

/// Number of columns of a statement in a line of fixed form.
const FIXED_COLUMNS: usize = 66;
/// Number of columns of a line of free form, without the `&` at its end.
const FREE_COLUMNS: usize = 100;
/// Deeper constructs are indented no further.
const MAX_INDENT: usize = 12;

/// The text of a statement, with the places at which a line can end.
#[derive(Default)]
pub(super) struct Text {
    text: String,
    breaks: Vec<usize>,
}

impl Text {
    /// Adds text.
    pub fn put(&mut self, text: &str) -> &mut Text {
        self.text.push_str(text);
        self
    }

    /// Notes that a line can end here.
    pub fn can_break(&mut self) -> &mut Text {
        self.breaks.push(self.text.len());
        self
    }

    /// Adds items with commas between them.
    pub fn list<T>(&mut self, items: &[T], mut put: impl FnMut(&mut Text, &T)) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.put(", ").can_break();
            }
            put(self, item);
        }
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Parts of the text, each at most as many bytes long as its line has columns, with the number of blanks that come
    /// before it.
    ///
    /// In a form in which columns that a line leaves unused within a constant are blanks of the constant, these are the
    /// constants: where a character takes more columns than are left, the constant gets a line of its own, after a
    /// number of blanks with which it fills its lines.
    fn parts(&self, first: usize, others: usize, constants: &[Range<usize>]) -> Vec<(usize, &str)> {
        let around = |at: usize| constants.iter().find(|range| range.contains(&at));
        let mut parts = Vec::new();
        let (mut start, mut columns) = (0, first);
        loop {
            let constant = around(start).filter(|constant| constant.start == start && start > 0);
            let fills =
                |blanks: &usize| constant.is_some_and(|it| self.fills_lines(start..it.end, others - blanks, others));
            let blanks = (0..others).find(fills).unwrap_or(0);
            let Some(fitting) = self.fitting(start, columns - blanks) else {
                parts.push((blanks, &self.text[start..]));
                return parts;
            };
            let before = self.breaks.partition_point(|at| *at <= fitting.end);
            let last_break = self.breaks[..before].last().copied().filter(|at| *at > start);
            let end = last_break.unwrap_or_else(|| {
                let constant = around(fitting.end).filter(|constant| constant.start > start);
                let split = constant.filter(|it| !self.fills_lines(start..it.end, columns, others));
                split.map_or(fitting.end, |constant| constant.start)
            });
            parts.push((blanks, &self.text[start..end]));
            (start, columns) = (end, others);
        }
    }

    /// True if no line but the last has an unused column where a part of the text is split at nothing but the ends of
    /// lines.
    fn fills_lines(&self, part: Range<usize>, first: usize, others: usize) -> bool {
        let (mut start, mut columns) = (part.start, first);
        while let Some(fitting) = self.fitting(start, columns).filter(|fitting| fitting.end < part.end) {
            if fitting.unused > 0 || fitting.end == start {
                return false;
            }
            (start, columns) = (fitting.end, others);
        }
        true
    }

    /// Which part of the text from `start` on fits in a line, unless all of it does.
    fn fitting(&self, start: usize, columns: usize) -> Option<Fitting> {
        let mut unused = columns;
        for (at, character) in self.text[start..].char_indices() {
            match unused.checked_sub(width(character)) {
                Some(left) => unused = left,
                None => return Some(Fitting { end: start + at, unused }),
            }
        }
        None
    }
}

/// What fits in a line.
struct Fitting {
    /// Where it ends.
    end: usize,
    /// How many columns it leaves, fewer than the next character takes.
    unused: usize,
}

/// Collects the lines of a file.
pub(super) struct Layout {
    form: SourceForm,
    out: String,
}

impl Layout {
    pub fn new(form: SourceForm) -> Layout {
        Layout { form, out: String::new() }
    }

    pub fn finish(self) -> String {
        self.out
    }

    pub fn blank_line(&mut self) {
        self.out.push('\n');
    }

    /// Adds a comment line.
    pub fn comment(&mut self, depth: usize, text: &str) {
        let margin = if self.form == SourceForm::Fixed { 6 } else { 0 };
        let indent = margin + 2 * depth.min(MAX_INDENT);
        // In fixed form column 6 would make it a continuation, but the margin is wider than that.
        self.out.push_str(&format!("{:indent$}! {text}\n", ""));
    }

    /// Adds a comment of the source in a line of its own.
    pub fn comment_line(&mut self, depth: usize, text: &str) {
        let indent = if self.form == SourceForm::Fixed { 0 } else { 2 * depth.min(MAX_INDENT) };
        self.out.push_str(&format!("{:indent$}!{text}\n", ""));
    }

    /// Adds a comment of the source after the last line.
    pub fn comment_after(&mut self, text: &str) {
        self.out.pop();
        let line = self.out.rfind('\n').map_or(0, |end| end + 1);
        // In fixed form nothing counts after column 72, a comment's mark neither.
        let is_full = self.form == SourceForm::Fixed
            && self.out[line..].chars().map(width).sum::<usize>() + 3 > FIXED_COLUMNS + 6;
        self.out.push_str(if is_full { "\n     &  !" } else { "  !" });
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Adds a statement.
    pub fn statement(&mut self, label: Option<Label>, depth: usize, text: &Text) {
        let label = label.map_or(String::new(), |label| label.value.to_string());
        let indent = 2 * depth.min(MAX_INDENT);
        match self.form {
            SourceForm::Fixed => self.fixed(&label, indent, text),
            SourceForm::Free => self.free(&label, indent, text),
        }
    }

    fn fixed(&mut self, label: &str, indent: usize, text: &Text) {
        let constants = if text.text.is_ascii() { Vec::new() } else { constants(&text.text) };
        let parts = text.parts(FIXED_COLUMNS - indent, FIXED_COLUMNS, &constants);
        for (index, (blanks, part)) in parts.iter().enumerate() {
            let (front, margin) =
                if index == 0 { (format!("{label:>5} "), indent) } else { ("     &".to_owned(), *blanks) };
            self.out.push_str(&format!("{front}{:margin$}{part}\n", ""));
        }
    }

    fn free(&mut self, label: &str, indent: usize, text: &Text) {
        let margin = indent.max(label.len() + usize::from(!label.is_empty()));
        let parts = text.parts(FREE_COLUMNS - margin, FREE_COLUMNS - indent - 3, &[]);
        let last = parts.len() - 1;
        for (index, (_, part)) in parts.iter().enumerate() {
            let front = if index == 0 { format!("{label:margin$}") } else { format!("{:indent$}  &", "") };
            let back = if index < last { "&" } else { "" };
            self.out.push_str(&format!("{front}{part}{back}\n"));
        }
    }
}
