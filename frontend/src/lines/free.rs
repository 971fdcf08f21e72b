//! Free source form: `!` comments, `&` continuation, `;` between statements.

use super::builder::{Builder, Within, physical_lines};
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Gives the builder the statements of a text.
pub(super) fn scan(builder: &mut Builder<'_>, text: &str) {
    // The place of the `&` that the next line continues.
    let mut continued: Option<Span> = None;
    for (start, line) in physical_lines(text) {
        if builder.passes_over_directive(line, start) {
            continue;
        }
        let body = line.trim_start_matches([' ', '\t']);
        let blank = body.trim_end().is_empty();
        let mut at = line.len() - body.len();
        if blank || body.starts_with('!') && (continued.is_some() || builder.within == Within::Code) {
            if !blank {
                builder.comment(&body[1..], start + at as u32 + 1, false);
            }
            continue;
        }
        if continued.is_some() {
            builder.go_on();
            at = join(builder, line, at, start);
        } else {
            at = begin(builder, line, at, start);
        }
        continued = push_line(builder, line, at, start);
        if continued.is_none() {
            builder.finish();
        }
    }
    if let Some(span) = continued {
        let error = Diagnostic::error("E0102", span, "the file ends in the middle of a statement");
        builder.diagnostics.push(error.with_label("no continuation line follows"));
        builder.is_open = false;
    }
}

/// Begins the statement at byte `at` of a line; the result is where it follows its label.
fn begin(builder: &mut Builder<'_>, line: &str, at: usize, start: u32) -> usize {
    let rest = &line[at..];
    let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    if digits.is_empty() || !(after.is_empty() || after.starts_with([' ', '\t', ';'])) {
        builder.begin(None);
        return at;
    }
    let from = start + at as u32;
    let label = builder.label(digits, builder.span(from, from + end as u32));
    builder.begin(label);
    at + end
}

/// The byte from which a continuation line continues: after its `&`; if there is none, at its first character, and a
/// word ends between the lines. Like gfortran, a text continues across lines that meet in the same quote.
fn join(builder: &mut Builder<'_>, line: &str, at: usize, start: u32) -> usize {
    if line[at..].starts_with('&') {
        return at + 1;
    }
    let quote = line[at..].chars().next().filter(|character| matches!(character, '\'' | '"'));
    let meets_in_quotes = quote.is_some_and(|quote| builder.line.text.ends_with(quote));
    if builder.within == Within::Code && !meets_in_quotes {
        builder.push(' ', start - 1);
    }
    at
}

/// Adds a line from byte `from`; the result is the place of the `&` that continues it.
fn push_line(builder: &mut Builder<'_>, line: &str, from: usize, start: u32) -> Option<Span> {
    let mut at = from;
    while let Some(character) = line[at..].chars().next() {
        let place = start + at as u32;
        let plain = builder.push_plain(&line[at..], place);
        if plain > 0 {
            at += plain;
            continue;
        }
        let after = &line[at + character.len_utf8()..];
        let code = builder.within == Within::Code;
        match character {
            '!' if code => {
                builder.comment(after, place + 1, true);
                break;
            }
            ';' if code => {
                builder.finish();
                at += 1;
                at += after.len() - after.trim_start_matches([' ', '\t']).len();
                at = begin(builder, line, at, start);
                continue;
            }
            '&' if after.trim().is_empty() || code && after.trim_start().starts_with('!') => {
                if let Some(text) = after.trim_start().strip_prefix('!') {
                    builder.comment(text, start + (line.len() - text.len()) as u32, true);
                }
                return Some(builder.span(place, place + 1));
            }
            _ => builder.push(character, place),
        }
        at += character.len_utf8();
    }
    None
}
