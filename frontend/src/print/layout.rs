//! Statements laid out in lines of a source form.

use crate::form::SourceForm;
use crate::tree::Label;
use forlane_semantics::bytes::width;

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

    /// Parts of the text, each at most as many bytes long as its line has columns: a character takes a column for each.
    fn parts(&self, first: usize, others: usize) -> Vec<&str> {
        let mut parts = Vec::new();
        let mut start = 0;
        let mut columns = first;
        loop {
            let rest = &self.text[start..];
            let mut left = columns;
            let is_behind = |(_, character): &(usize, char)| match left.checked_sub(width(*character)) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            };
            let Some((limit, _)) = rest.char_indices().find(is_behind) else {
                parts.push(rest);
                return parts;
            };
            let before = self.breaks.partition_point(|at| *at <= start + limit);
            let end = self.breaks[..before].last().copied().filter(|at| *at > start).unwrap_or(start + limit);
            parts.push(&self.text[start..end]);
            start = end;
            columns = others;
        }
    }
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
    pub fn comment_behind(&mut self, text: &str) {
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
        let parts = text.parts(FIXED_COLUMNS - indent, FIXED_COLUMNS);
        for (index, part) in parts.iter().enumerate() {
            let line = if index == 0 { format!("{label:>5} {:indent$}{part}", "") } else { format!("     &{part}") };
            self.out.push_str(&line);
            self.out.push('\n');
        }
    }

    fn free(&mut self, label: &str, indent: usize, text: &Text) {
        let margin = indent.max(label.len() + usize::from(!label.is_empty()));
        let parts = text.parts(FREE_COLUMNS - margin, FREE_COLUMNS - indent - 3);
        let last = parts.len() - 1;
        for (index, part) in parts.iter().enumerate() {
            let front = if index == 0 { format!("{label:margin$}") } else { format!("{:indent$}  &", "") };
            let back = if index < last { "&" } else { "" };
            self.out.push_str(&format!("{front}{part}{back}\n"));
        }
    }
}
