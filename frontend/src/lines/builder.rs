//! Puts the characters of a source file together to logical lines.

use super::logical_line::LogicalLine;
use crate::diagnostics::Diagnostic;
use crate::form::SourceForm;
use crate::preprocess::{Place, Places, is_directive};
use crate::source::{FileId, Span};
use crate::tree::{Comment, CommentPlace, Label};
use forlane_semantics::bytes::width;

/// Columns of a line in fixed form before its statement.
pub(super) const LABEL_COLUMNS: usize = 6;

/// Greatest statement label.
const MAX_LABEL: u32 = 99999;

/// Each line of a text with its byte offset, without line ends, a byte order mark, or a final Ctrl-Z.
pub(crate) fn physical_lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut at = (text.len() - body.len()) as u32;
    body.trim_end_matches('\u{1a}').split('\n').map(move |line| {
        let start = at;
        at += line.len() as u32 + 1;
        (start, line.strip_suffix('\r').unwrap_or(line))
    })
}

/// What the next character of a statement belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// Anything but these.
    Code,
    /// A text constant with this quote.
    Text(char),
    /// A Hollerith constant of which this number of bytes is to come.
    Hollerith(usize),
}

impl Within {
    /// What the next character belongs to after this one, before which the statement has the text `front`.
    pub(super) fn after(self, character: char, front: &str) -> Within {
        match (self, character) {
            (Within::Code, '\'' | '"') => Within::Text(character),
            (Within::Code, 'h' | 'H') => hollerith_length(front).map_or(Within::Code, Within::Hollerith),
            (Within::Text(quote), _) if character == quote => Within::Code,
            (Within::Hollerith(left), _) => match left.saturating_sub(width(character)) {
                0 => Within::Code,
                left => Within::Hollerith(left),
            },
            (within, _) => within,
        }
    }
}

/// Puts logical lines together, character by character.
pub(super) struct Builder<'t> {
    /// The file of the text, and where in files the text is from if it is not the file's own.
    file: FileId,
    places: &'t Places,
    pub(super) form: SourceForm,
    pub(super) take: &'t mut dyn FnMut(&mut LogicalLine),
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The statement so far, if `is_open`.
    pub(super) line: LogicalLine,
    pub(super) is_open: bool,
    /// Comment lines that belong to the next statement, unless the present one continues after them.
    pub(super) comments: Vec<Comment>,
    pub(super) within: Within,
    /// A preprocessor directive has been refused.
    pub(super) has_directives: bool,
}

impl<'t> Builder<'t> {
    /// True for a line of the C preprocessor. A marker of lines is a comment; the first of the others is refused for
    /// all.
    pub(super) fn passes_over_directive(&mut self, line: &str, start: u32) -> bool {
        let Some(directive) = line.strip_prefix('#') else { return false };
        if !is_directive(line) {
            self.comment(directive, start + 1, false);
        } else if !std::mem::replace(&mut self.has_directives, true) {
            let span = self.span(start, start + line.trim_end().len() as u32);
            let message = "directives of the preprocessor in a file that INCLUDE reads are not supported";
            self.diagnostics.push(Diagnostic::error("E0965", span, message));
        }
        true
    }

    pub(super) fn new(
        (file, places): (FileId, &'t Places),
        form: SourceForm,
        take: &'t mut dyn FnMut(&mut LogicalLine),
    ) -> Builder<'t> {
        let line = LogicalLine::new(file, form);
        let (diagnostics, comments) = (Vec::new(), Vec::new());
        let (is_open, within, has_directives) = (false, Within::Code, false);
        Builder { file, places, form, take, diagnostics, line, is_open, comments, within, has_directives }
    }

    /// Begins a statement, which ends the one before.
    pub(super) fn begin(&mut self, label: Option<Label>) {
        self.finish();
        self.is_open = true;
        self.line.label = label;
        self.line.text.clear();
        self.line.offsets.clear();
        self.line.constants.clear();
        self.line.replaced.clear();
        std::mem::swap(&mut self.line.comments, &mut self.comments);
    }

    /// Ends the current statement, if there is one. There is no statement between two semicolons with nothing between
    /// them.
    pub(super) fn finish(&mut self) {
        self.within = Within::Code;
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        let line = &mut self.line;
        line.text.truncate(line.text.trim_end_matches([' ', '\t']).len());
        line.offsets.truncate(line.text.len());
        if !line.text.is_empty() {
            (self.take)(line);
            line.comments.clear();
            return;
        }
        // What follows no statement in its line comes before the next one.
        line.comments.iter_mut().for_each(|comment| comment.is_trailing = false);
        line.comments.append(&mut self.comments);
        std::mem::swap(&mut line.comments, &mut self.comments);
        if let Some(label) = line.label {
            let message = format!("label {} is not followed by a statement", label.value);
            let error = Diagnostic::error("E0105", label.span, message);
            self.diagnostics.push(error.with_help("put the label on a CONTINUE statement"));
        }
    }

    /// Adds a comment whose text is at a place of the file.
    pub(super) fn comment(&mut self, text: &str, at: u32, is_trailing: bool) {
        let text = text.trim_end();
        let span = self.span(at, at + text.len() as u32);
        let comment = Comment { place: CommentPlace::End, is_trailing, text: text.into(), span };
        if is_trailing { &mut self.line.comments } else { &mut self.comments }.push(comment);
    }

    /// Says that the present statement continues in another line: the comments so far are inside of it.
    pub(super) fn go_on(&mut self) {
        // Those of the lines before have been told already.
        let trailing = self.line.comments.iter_mut().rev().take_while(|comment| comment.is_trailing);
        trailing.for_each(|comment| comment.is_trailing = false);
        self.line.comments.append(&mut self.comments);
    }

    /// Adds those characters at the start of `text` that are code, begin no constant and are neither blank nor
    /// anything that has a meaning in a source form; the result is their number.
    pub(super) fn push_plain(&mut self, text: &str, at: u32) -> usize {
        if self.within != Within::Code || !self.is_open {
            return 0;
        }
        let length = text.bytes().take_while(|byte| PLAIN[usize::from(*byte)]).count();
        let line = &mut self.line;
        line.text.push_str(&text[..length]);
        let start = line.text.len() - length;
        line.text[start..].make_ascii_lowercase();
        match self.places.are_own() {
            true => line.offsets.extend(at..at + length as u32),
            false => (at..at + length as u32).for_each(|at| self.add_offset(at)),
        }
        length
    }

    /// Adds a character to the current statement.
    pub(super) fn push(&mut self, character: char, at: u32) {
        let form = self.form;
        if !self.is_open {
            return;
        }
        let line = &mut self.line;
        match self.within {
            Within::Code if matches!(character, ' ' | '\t') => {
                if form == SourceForm::Free && !line.text.is_empty() {
                    self.add(' ', at);
                }
            }
            Within::Code => {
                self.within = self.within.after(character, &line.text);
                if self.within != Within::Code {
                    let start = line.text.len();
                    line.constants.push(start..usize::MAX);
                }
                self.add(character.to_ascii_lowercase(), at);
            }
            Within::Text(_) | Within::Hollerith(_) => {
                self.within = self.within.after(character, &line.text);
                self.add(character, at);
                if self.within == Within::Code {
                    self.line.close_constant();
                }
            }
        }
    }

    fn add(&mut self, character: char, at: u32) {
        self.line.text.push(character);
        (0..character.len_utf8() as u32).for_each(|byte| self.add_offset(at + byte));
    }

    /// Notes where a byte of the statement is from. What another file has of it is where the rest is that was before.
    fn add_offset(&mut self, at: u32) {
        let Place { file, at, end } = self.place(at);
        let line = &mut self.line;
        if line.offsets.is_empty() {
            line.file = file;
        }
        let is_here = line.file == file;
        line.offsets.push(if is_here { at } else { line.offsets.last().map_or(0, |last| *last) });
        if let Some(end) = end.filter(|_| is_here && line.replaced.last().is_none_or(|(last, _)| *last < at)) {
            line.replaced.push((at, end));
        }
    }

    /// Where a byte of the text comes from.
    fn place(&self, at: u32) -> Place {
        self.places.of(at).unwrap_or(Place { file: self.file, at, end: None })
    }

    /// The place of some bytes of the text.
    pub(super) fn span(&self, start: u32, end: u32) -> Span {
        let first = self.place(start);
        let last = if end > start { self.place(end - 1) } else { first };
        let after = if end > start { last.end.unwrap_or(last.at + 1) } else { first.at };
        Span {
            file: first.file,
            start: first.at,
            end: if last.file == first.file { after.max(first.at) } else { first.at + 1 },
        }
    }

    /// Reads the digits of a label; `span` is their place.
    pub(super) fn label(&mut self, digits: &str, span: Span) -> Option<Label> {
        let value = digits.parse().ok().filter(|value| (1..=MAX_LABEL).contains(value));
        match value {
            Some(value) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(Label { value, span }),
            _ => {
                let message = format!("`{}` is not a statement label", digits.escape_debug());
                let error = Diagnostic::error("E0103", span, message);
                self.diagnostics.push(error.with_help("a statement label is a number from 1 to 99999"));
                None
            }
        }
    }
}

/// The characters that mean the same in both source forms and begin no constant: all of Fortran's but blank, quotes,
/// `!`, `&`, `;`, and the `H` of Hollerith constants.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 33;
    while byte < 127 {
        plain[byte] = !matches!(byte as u8, b'\'' | b'"' | b'!' | b'&' | b';' | b'h' | b'H');
        byte += 1;
    }
    plain
};

/// The length of the Hollerith constant of which an `h` after `text` would be the mark. Digits after a name are part of
/// it, and `REAL*8 H` declares a variable.
fn hollerith_length(text: &str) -> Option<usize> {
    if !text.ends_with(|character: char| character.is_ascii_digit()) {
        return None;
    }
    let front = text.trim_end_matches(|character: char| character.is_ascii_digit());
    let length = text[front.len()..].parse().ok().filter(|length| *length > 0)?;
    if text.strip_prefix("format").is_some_and(|rest| rest.trim_start().starts_with('(')) {
        return Some(length);
    }
    const TYPES: [&str; 6] = ["integer", "real", "logical", "complex", "character", "double precision"];
    let last = front.chars().next_back()?;
    let sized = front.strip_suffix('*').is_some_and(|name| TYPES.contains(&name.trim_end()));
    let apart = !(last.is_alphanumeric() || matches!(last, '_' | '$' | '.'));
    (apart && !sized).then_some(length)
}
