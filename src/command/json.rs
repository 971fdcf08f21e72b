//! Diagnostics for tools: one JSON object a line on standard error, with the fields that `docs/diagnostics.md` lists.

use forlane_frontend::diagnostics::{Diagnostic, Severity, warning_name};
use forlane_frontend::source::{FileId, SourceMap, Span};
use forlane_semantics::bytes;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Shows diagnostics.
pub(super) fn show(diagnostics: &[Diagnostic], sources: &SourceMap) {
    let mut text = String::new();
    let mut places = Places { sources, last: (FileId::default(), 0, 1, 1), odd: (FileId::default(), 0, 0) };
    for diagnostic in diagnostics {
        text.push_str(&Value::Object(object(diagnostic, &mut places)).to_string());
        text.push('\n');
    }
    // There is nowhere to report that standard error is closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn object(diagnostic: &Diagnostic, places: &mut Places<'_>) -> Map<String, Value> {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut object = places.place(diagnostic.span);
    object.insert("code".to_owned(), json!(diagnostic.code));
    object.insert("severity".to_owned(), json!(severity));
    object.insert("warning".to_owned(), json!(warning_name(diagnostic.code)));
    object.insert("message".to_owned(), json!(bytes::shown(&diagnostic.message)));
    object.insert("label".to_owned(), json!(bytes::shown(&diagnostic.label)));
    object.insert("help".to_owned(), json!(diagnostic.help.as_deref().map(bytes::shown)));
    let related = diagnostic.related.iter().map(|(span, label)| {
        let mut object = places.place(*span);
        object.insert("label".to_owned(), json!(bytes::shown(label)));
        Value::Object(object)
    });
    object.insert("related".to_owned(), related.collect());
    object
}

/// Finds places in the order of a file, so that a long line is read once and not for each of them.
struct Places<'a> {
    sources: &'a SourceMap,
    /// The place before: file, byte, line, column.
    last: (FileId, u32, u32, u32),
    /// A place: file, byte, and bytes of the text before it that the file does not have.
    odd: (FileId, u32, u32),
}

impl Places<'_> {
    /// Where a span begins and ends: in lines and columns, counted from 1, and in bytes, counted from 0.
    fn place(&mut self, span: Span) -> Map<String, Value> {
        let (line, column) = self.line_column(span.file, span.start);
        let (end_line, end_column) = self.line_column(span.file, span.end);
        let numbers = [
            ("line", line),
            ("column", column),
            ("end_line", end_line),
            ("end_column", end_column),
            ("start", self.in_file(span.file, span.start)),
            ("end", self.in_file(span.file, span.end)),
        ];
        let numbers = numbers.into_iter().map(|(name, number)| (name.to_owned(), json!(number)));
        let name = &self.sources.file(span.file).name;
        std::iter::once(("file".to_owned(), json!(name))).chain(numbers).collect()
    }

    /// The byte of the file that a byte of its text is: the text has more where the file is not UTF-8.
    fn in_file(&mut self, id: FileId, at: u32) -> u32 {
        let (before, from, more) = self.odd;
        let text = &self.sources.file(id).text;
        let (from, more) = if before == id && from <= at { (from, more) } else { (0, 0) };
        let between = text.get(from as usize..at as usize).unwrap_or_default();
        let more = more
            + between.chars().map(|character| (character.len_utf8() - bytes::width(character)) as u32).sum::<u32>();
        self.odd = (id, at, more);
        at - more
    }

    fn line_column(&mut self, id: FileId, at: u32) -> (u32, u32) {
        let file = self.sources.file(id);
        let (before, from, line, column) = self.last;
        let between = file.text.get(from as usize..at as usize);
        let (line, column) = match between.filter(|_| before == id && line == file.line_of(at)) {
            Some(between) => (line, column + between.chars().count() as u32),
            None => file.line_column(at),
        };
        self.last = (id, at, line, column);
        (line, column)
    }
}
