//! Fixed source form: label in columns 1–5, continuation mark in 6, statement in 7–72.

use super::builder::{Builder, LABEL_COLUMNS, Within, physical_lines};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use forlane_semantics::bytes::width;
use std::borrow::Cow;

/// The limit of a line that ends where its text does.
const NO_LIMIT: usize = 1 << 20;

/// A line's three fields.
struct Card<'a> {
    /// Columns 1–5, which begin the line.
    label: &'a str,
    /// Column 6 marks a continuation.
    continuation: bool,
    /// Columns 7–72.
    statement: &'a str,
    /// Byte offset of the statement in the line.
    statement_at: usize,
}

impl Card<'_> {
    /// The number of columns after the statement.
    fn unused_columns(&self, columns: usize) -> usize {
        match columns {
            NO_LIMIT.. => 0,
            _ => columns - self.statement.chars().map(width).sum::<usize>(),
        }
    }
}

/// Adds the statements of a text to the builder; each line has `columns` columns for them.
pub(super) fn scan(builder: &mut Builder<'_>, text: &str, columns: usize) {
    // Columns that the line before left unused: within a constant they are blanks.
    let mut unused = 0;
    for (start, line) in physical_lines(text) {
        if builder.passes_over_directive(line, start) {
            continue;
        }
        if is_comment(line) {
            if let Some(mark) = line.find(|character: char| !character.is_whitespace()) {
                let at = mark + line[mark..].chars().next().map_or(0, char::len_utf8);
                builder.comment(&line[at..], start + at as u32, false);
            }
            continue;
        }
        let card = included(line, columns).unwrap_or_else(|| split(line, columns));
        let label = label_field(builder, &card, start);
        if card.continuation {
            continue_statement(builder, &card, start, unused, label.map(|(_, span)| span));
        } else {
            let label = label.and_then(|(digits, span)| builder.label(&digits, span));
            builder.begin(label);
        }
        let is_comment_open = push_statement(builder, &card, line, start);
        if !is_comment_open {
            warn_of_cut_line(builder, &card, line, start);
        }
        unused = if builder.within == Within::Code { 0 } else { card.unused_columns(columns) };
    }
}

/// Comments have a mark in column 1, or begin with `!` elsewhere than in column 6; blank lines are comments.
fn is_comment(line: &str) -> bool {
    match line.as_bytes().first() {
        None | Some(b'c' | b'C' | b'*' | b'!' | b'd' | b'D') => return true,
        Some(b' ' | b'\t'..=b'\r' | 0x80..) => {}
        Some(_) => return false,
    }
    match line.find(|character: char| !character.is_whitespace()) {
        None => true,
        Some(at) => line.as_bytes()[at] == b'!' && (at != 5 || line[..at].contains('\t')),
    }
}

/// An INCLUDE line that begins in the first six columns, where gfortran takes it too.
fn included(line: &str, columns: usize) -> Option<Card<'_>> {
    let statement = line.trim_start_matches([' ', '\t']);
    let statement_at = line.len() - statement.len();
    let (word, rest) = statement.split_at_checked(7).filter(|_| statement_at < 6)?;
    let is_included = word.eq_ignore_ascii_case("include") && rest.trim_start().starts_with(['\'', '"']);
    let statement = within(statement, columns);
    is_included.then_some(Card { label: "", continuation: false, statement, statement_at })
}

/// Splits a line into its fields. A tab among the first six columns leads to column 7, or, before a digit other than 0,
/// to a continuation.
fn split(line: &str, columns: usize) -> Card<'_> {
    let mut label = line;
    let mut continuation = false;
    let mut statement_at = line.len();
    let mut characters = line.char_indices().enumerate();
    while let Some((column, (at, character))) = characters.next() {
        if character == '\t' {
            label = &line[..at];
            continuation = characters.next().is_some_and(|(_, (_, next))| ('1'..='9').contains(&next));
            statement_at = at + 1 + usize::from(continuation);
            break;
        }
        if column == 5 {
            label = &line[..at];
            continuation = !matches!(character, ' ' | '0');
            statement_at = at + character.len_utf8();
            break;
        }
    }
    Card { label, continuation, statement: within(&line[statement_at..], columns), statement_at }
}

/// The first columns of a text, or all of it.
fn within(text: &str, columns: usize) -> &str {
    // A column is a byte; in the text of the line a character has no fewer.
    if text.len() <= columns {
        return text;
    }
    let mut columns = columns;
    let is_after = |(_, character): &(usize, char)| match columns.checked_sub(width(*character)) {
        Some(left) => {
            columns = left;
            false
        }
        None => true,
    };
    let end = text.char_indices().find(is_after).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// What is not blank in the label field, and its place from the first to the last such character.
fn label_field<'a>(builder: &Builder<'_>, card: &Card<'a>, start: u32) -> Option<(Cow<'a, str>, Span)> {
    let front = card.label.trim_start_matches(' ');
    let digits = front.trim_end_matches(' ');
    if digits.is_empty() {
        return None;
    }
    let first = start + (card.label.len() - front.len()) as u32;
    let span = builder.span(first, first + digits.len() as u32);
    Some((if digits.contains(' ') { Cow::Owned(digits.replace(' ', "")) } else { Cow::Borrowed(digits) }, span))
}

/// Prepares for the statement part of a continuation line.
fn continue_statement(builder: &mut Builder<'_>, card: &Card<'_>, start: u32, unused: usize, label: Option<Span>) {
    if let Some(span) = label {
        let error = Diagnostic::error("E0103", span, "a continuation line cannot have a label");
        builder.diagnostics.push(error.with_help("columns 1 to 5 of a continuation line are blank"));
    }
    if !builder.is_open {
        let span = builder.span(start, start + card.statement_at as u32);
        let error = Diagnostic::error("E0104", span, "this line does not continue a statement");
        builder.diagnostics.push(error.with_label("column 6 marks a continuation"));
        builder.begin(None);
        return;
    }
    builder.go_on();
    for _ in 0..unused {
        if builder.within == Within::Code {
            break;
        }
        // These blanks are nowhere; the line end before is the nearest place.
        builder.push(' ', start - 1);
    }
}

/// Columns of the sequence field, after those of the statement.
const SEQUENCE_COLUMNS: usize = 8;

/// Warns of what follows the columns of the statement, if it is not a sequence field: it is not read.
fn warn_of_cut_line(builder: &mut Builder<'_>, card: &Card<'_>, line: &str, start: u32) {
    let at = card.statement_at + card.statement.len();
    let cut = line[at..].trim_end();
    let text = cut.trim_start();
    if text.is_empty() || text.starts_with('!') || is_sequence_field(card.statement, cut) {
        return;
    }
    let begin = start + (at + cut.len() - text.len()) as u32;
    let span = builder.span(begin, begin + text.len() as u32);
    let columns = card.statement.chars().map(width).sum::<usize>() + LABEL_COLUMNS;
    let warning = Diagnostic::warning("W0106", span, format!("this is after column {columns}, and not read"));
    let help = "continue the statement in the next line, or read longer lines: --line-length 132";
    builder.diagnostics.push(warning.with_label("left out").with_help(help));
}

/// Whether what follows a statement may be a sequence field: in the columns up to 80, letters and digits. A name or
/// number that runs on from the statement is one only if it fills these columns, as sequence numbers do.
fn is_sequence_field(statement: &str, cut: &str) -> bool {
    let is_number = cut.ends_with(|last: char| last.is_ascii_digit());
    let is_name = cut.trim_start().starts_with(|first: char| first.is_ascii_alphabetic());
    let is_mark = |byte: u8| is_name && is_number && matches!(byte, b'-' | b'.');
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b' ' || is_mark(byte);
    let runs_on = !statement.ends_with([' ', '\t']) && !cut.starts_with([' ', '\t']);
    let fills = cut.len() == SEQUENCE_COLUMNS && is_number;
    cut.len() <= SEQUENCE_COLUMNS && cut.bytes().all(is_word) && (!runs_on || fills)
}

/// Adds the statement part of a line; true if a comment follows it.
fn push_statement(builder: &mut Builder<'_>, card: &Card<'_>, line: &str, start: u32) -> bool {
    let mut at = 0;
    while let Some(character) = card.statement[at..].chars().next() {
        let place = start + (card.statement_at + at) as u32;
        let plain = builder.push_plain(&card.statement[at..], place);
        if plain > 0 {
            at += plain;
            continue;
        }
        match character {
            '!' if builder.within == Within::Code => {
                // Unlike statements, comments continue after column 72.
                let text = card.statement_at + at + 1;
                builder.comment(&line[text..], start + text as u32, true);
                return true;
            }
            ';' if builder.within == Within::Code => builder.begin(None),
            _ => builder.push(character, place),
        }
        at += character.len_utf8();
    }
    false
}
