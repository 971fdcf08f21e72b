//! Diagnostics for tools: one JSON object a line on standard error, with the fields that `docs/diagnostics.md` lists.

use forlane_frontend::diagnostics::{Diagnostic, Severity, warning_name};
use forlane_frontend::source::{SourceMap, Span};
use serde_json::{Map, Value, json};
use std::io::Write;

/// Shows diagnostics.
pub(super) fn show(diagnostics: &[Diagnostic], sources: &SourceMap) {
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&Value::Object(object(diagnostic, sources)).to_string());
        text.push('\n');
    }
    // There is nowhere to report that standard error is closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn object(diagnostic: &Diagnostic, sources: &SourceMap) -> Map<String, Value> {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut object = place(diagnostic.span, sources);
    object.insert("code".to_owned(), json!(diagnostic.code));
    object.insert("severity".to_owned(), json!(severity));
    object.insert("warning".to_owned(), json!(warning_name(diagnostic.code)));
    object.insert("message".to_owned(), json!(diagnostic.message));
    object.insert("label".to_owned(), json!(diagnostic.label));
    object.insert("help".to_owned(), json!(diagnostic.help));
    let related = diagnostic.related.iter().map(|(span, label)| {
        let mut object = place(*span, sources);
        object.insert("label".to_owned(), json!(label));
        Value::Object(object)
    });
    object.insert("related".to_owned(), related.collect());
    object
}

/// Where a span begins and ends: in lines and columns, counted from 1, and in bytes, counted from 0.
fn place(span: Span, sources: &SourceMap) -> Map<String, Value> {
    let file = sources.file(span.file);
    let ((line, column), (end_line, end_column)) = (file.line_column(span.start), file.line_column(span.end));
    let numbers = [
        ("line", line),
        ("column", column),
        ("end_line", end_line),
        ("end_column", end_column),
        ("start", span.start),
        ("end", span.end),
    ];
    let numbers = numbers.into_iter().map(|(name, number)| (name.to_owned(), json!(number)));
    std::iter::once(("file".to_owned(), json!(file.name))).chain(numbers).collect()
}
