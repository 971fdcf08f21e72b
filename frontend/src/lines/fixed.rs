//! Fixed source form: label in columns 1–5, continuation mark in 6, statement in 7–72.

use super::{Builder, Within, physical_lines};
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Number of columns of a statement in one line.
const STATEMENT_COLUMNS: usize = 66;

/// A line's three fields.
struct Card<'a> {
    /// What stands in columns 1–5, with byte offsets in the line.
    label: Vec<(usize, char)>,
    /// Column 6 marks a continuation.
    continuation: bool,
    /// Columns 7–72.
    statement: &'a str,
    /// Byte offset of the statement in the line.
    statement_at: usize,
}

/// Gives the builder the statements of a text.
pub(super) fn scan(builder: &mut Builder, text: &str) {
    // Columns that the line before left unused: within a constant they are blanks.
    let mut unused = 0;
    for (start, line) in physical_lines(text) {
        if is_comment(line) {
            continue;
        }
        let card = split(line);
        let span = label_span(builder, &card, start);
        let digits: String = card.label.iter().map(|(_, character)| *character).filter(|c| *c != ' ').collect();
        if card.continuation {
            continue_statement(builder, &card, start, unused, span.filter(|_| !digits.is_empty()));
        } else {
            let label = span.filter(|_| !digits.is_empty()).and_then(|span| builder.label(&digits, span));
            builder.begin(label);
        }
        push_statement(builder, &card, start);
        unused = STATEMENT_COLUMNS - card.statement.chars().count();
    }
}

/// Comments have a mark in column 1, or begin with `!` elsewhere than in column 6; blank lines are comments.
fn is_comment(line: &str) -> bool {
    if line.starts_with(['c', 'C', '*', '!', 'd', 'D']) {
        return true;
    }
    match line.find(|character: char| !character.is_whitespace()) {
        None => true,
        Some(at) => line[at..].starts_with('!') && (at != 5 || line[..at].contains('\t')),
    }
}

/// Splits a line into its fields. A tab among the first six columns leads to column 7, or, before a digit other than 0,
/// to a continuation.
fn split(line: &str) -> Card<'_> {
    let mut label = Vec::new();
    let mut continuation = false;
    let mut statement_at = line.len();
    let mut characters = line.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if character == '\t' {
            continuation = characters.peek().is_some_and(|(_, next)| ('1'..='9').contains(next));
            statement_at = at + 1 + usize::from(continuation);
            break;
        }
        if label.len() == 5 {
            continuation = !matches!(character, ' ' | '0');
            statement_at = at + character.len_utf8();
            break;
        }
        label.push((at, character));
    }
    let rest = &line[statement_at..];
    let end = rest.char_indices().nth(STATEMENT_COLUMNS).map_or(rest.len(), |(at, _)| at);
    Card { label, continuation, statement: &rest[..end], statement_at }
}

/// The place of what is not blank in the label field.
fn label_span(builder: &Builder, card: &Card, start: u32) -> Option<Span> {
    let mut filled = card.label.iter().filter(|(_, character)| *character != ' ');
    let first = filled.next()?;
    let last = filled.next_back().unwrap_or(first);
    let end = last.0 + last.1.len_utf8();
    Some(Span { file: builder.file, start: start + first.0 as u32, end: start + end as u32 })
}

/// Prepares for the statement part of a continuation line.
fn continue_statement(builder: &mut Builder, card: &Card, start: u32, unused: usize, label: Option<Span>) {
    if let Some(span) = label {
        let error = Diagnostic::error("E0103", span, "a continuation line cannot have a label");
        builder.diagnostics.push(error.with_help("columns 1 to 5 of a continuation line are blank"));
    }
    if builder.current.is_none() {
        let span = Span { file: builder.file, start, end: start + card.statement_at as u32 };
        let error = Diagnostic::error("E0104", span, "this line continues no statement");
        builder.diagnostics.push(error.with_label("column 6 marks a continuation"));
        builder.begin(None);
        return;
    }
    for _ in 0..unused {
        if builder.within == Within::Code {
            break;
        }
        // These blanks stand nowhere; the line end before is the nearest place.
        builder.push(' ', start - 1);
    }
}

/// Adds the statement part of a line.
fn push_statement(builder: &mut Builder, card: &Card, start: u32) {
    for (at, character) in card.statement.char_indices() {
        match character {
            '!' if builder.within == Within::Code => break,
            ';' if builder.within == Within::Code => builder.begin(None),
            _ => builder.push(character, start + (card.statement_at + at) as u32),
        }
    }
}
