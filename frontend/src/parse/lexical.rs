//! The words of Fortran: keywords, names, labels, constants.

use super::input::{Expected, Input, Parsed, SyntaxError};
use crate::diagnostics::Diagnostic;
use crate::form::SourceForm;
use crate::tree::{Expr, ExprKind, Label, Name, Word};
use forlane_semantics::bytes::width;
use nom::Err;

/// The longest name that Fortran allows (2003, 3.2.1); older standards allow less.
const MAX_NAME: usize = 63;

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$')
}

/// The number of bytes of the name characters at the start of a text.
#[inline]
fn name_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| is_name_character(char::from(**byte))).count()
}

/// A sign such as `(` or `::`, with blanks before it.
#[inline]
pub(super) fn symbol<'a>(symbol: &'static str) -> impl Fn(Input<'a>) -> Parsed<'a, Input<'a>> {
    move |input| {
        let start = input.trimmed();
        if start.bytes().starts_with(symbol.as_bytes()) {
            return Ok((start.skip(symbol.len()), nom::Input::take(&start, symbol.len())));
        }
        Err(SyntaxError::expected(input, Expected::Token(symbol)))
    }
}

/// A keyword in lower case. Where it has a blank, free form may have any number of them, none included. In free form no
/// name continues after it.
pub(super) fn keyword<'a>(keyword: &'static str) -> impl Fn(Input<'a>) -> Parsed<'a, Input<'a>> {
    move |input| match after_keyword(keyword, input) {
        Some(rest) => {
            let start = input.trimmed();
            Ok((rest, nom::Input::take(&start, rest.at() - start.at())))
        }
        None => Err(SyntaxError::expected(input, Expected::Token(keyword))),
    }
}

/// The rest after a keyword, if it comes next.
#[inline]
pub(super) fn after_keyword<'a>(keyword: &'static str, input: Input<'a>) -> Option<Input<'a>> {
    if input.first_byte() != keyword.bytes().next() {
        return None;
    }
    let text = input.bytes();
    let mut at = 0;
    let mut is_word_start = true;
    for letter in keyword.bytes() {
        if letter == b' ' {
            is_word_start = true;
            continue;
        }
        while is_word_start && text.get(at) == Some(&b' ') {
            at += 1;
        }
        is_word_start = false;
        if text.get(at) != Some(&letter) {
            return None;
        }
        at += 1;
    }
    let goes_on = input.is_free() && name_length(&text[at..]) > 0;
    (!goes_on).then(|| input.skip(at))
}

/// The end of the statement.
pub(super) fn end_of_statement(input: Input) -> Parsed<()> {
    let rest = input.trimmed();
    if rest.bytes().is_empty() {
        return Ok((rest, ()));
    }
    Err(SyntaxError::expected(input, Expected::Thing("the end of the statement")))
}

/// name: letter { letter | digit | `_` }
pub(super) fn name(input: Input) -> Parsed<Name> {
    let start = input.trimmed();
    if !start.bytes().first().is_some_and(u8::is_ascii_alphabetic) {
        return Err(SyntaxError::expected(input, Expected::Thing("a name")));
    }
    let end = name_length(start.bytes());
    let rest = start.skip(end);
    let span = start.span_to(rest);
    if end > MAX_NAME {
        let message = format!("a name cannot be longer than {MAX_NAME} characters");
        let help = "blanks do not separate words in fixed form; is the file in free form?";
        let error = Diagnostic::error("E0112", span, message);
        return Err(SyntaxError::problem(start, if input.is_free() { error } else { error.with_help(help) }));
    }
    Ok((rest, Name { text: start.text()[..end].into(), span }))
}

/// The rest after a name, if one comes next that is not too long.
#[inline]
pub(super) fn after_name(input: Input) -> Option<Input> {
    let start = input.trimmed();
    let length = name_length(start.bytes());
    let is_name = length <= MAX_NAME && start.bytes().first().is_some_and(u8::is_ascii_alphabetic);
    is_name.then(|| start.skip(length))
}

/// Digits, with their place; at least one.
pub(super) fn digits(input: Input) -> Parsed<Input> {
    let start = input.trimmed();
    let end = count_digits(start.text());
    if end == 0 {
        return Err(SyntaxError::expected(input, Expected::Thing("a number")));
    }
    Ok((start.skip(end), nom::Input::take(&start, end)))
}

/// label: digit [ digit [ digit [ digit [ digit ] ] ] ]
pub(super) fn label(input: Input) -> Parsed<Label> {
    let Ok((rest, number)) = digits(input) else {
        return Err(SyntaxError::expected(input, Expected::Thing("a statement label")));
    };
    let span = number.span();
    match number.text().parse() {
        Ok(value) if (1..=99999).contains(&value) => Ok((rest, Label { value, span })),
        _ => {
            let message = format!("`{}` is not a statement label", number.text());
            let error = Diagnostic::error("E0103", span, message);
            Err(SyntaxError::problem(number, error.with_help("a statement label is a number from 1 to 99999")))
        }
    }
}

/// constant: integer | real | logical | text | Hollerith | radix text | text radix. The error of what is none is
/// recoverable.
pub(super) fn constant(input: Input) -> Parsed<Expr> {
    let start = input.trimmed();
    let mut characters = start.text().chars();
    if let Some(length) = text_kind(start.bytes()) {
        let kind = Name { text: start.text()[..length].into(), span: start.span_to(start.skip(length)) };
        let quoted = start.skip(length + 1);
        let (rest, value) = text(quoted, quoted.text().chars().next().unwrap_or('\''))?;
        let kind = match value.kind {
            ExprKind::Text(value, _) => ExprKind::Text(value, Some(Box::new(kind))),
            other => other,
        };
        return Ok((rest, Expr { kind, span: start.line().span(start.at(), rest.at()) }));
    }
    match (characters.next(), characters.next()) {
        (Some('0'..='9'), _) => number(start),
        (Some('.'), Some('0'..='9')) => number(start),
        (Some('.'), _) => logical(start),
        (Some(quote @ ('\'' | '"')), _) => {
            let (rest, value) = text(start, quote)?;
            let letter = rest.first_byte().filter(|letter| matches!(letter, b'b' | b'o' | b'z' | b'x'));
            match letter.filter(|_| name_length(rest.bytes()) == 1) {
                Some(_) => bits(start, rest.skip(1), letter, value),
                None => Ok((rest, value)),
            }
        }
        (Some('b' | 'o' | 'z' | 'x'), Some('\'' | '"')) => {
            let digits = start.skip(1);
            let (rest, digits) = text(digits, digits.text().chars().next().unwrap_or('\''))?;
            bits(start, rest, start.first_byte(), digits)
        }
        _ => Err(SyntaxError::expected(input, Expected::Thing("a constant"))),
    }
}

/// The length of the kind before a text: digits or a name, then `_` and a quote.
fn text_kind(text: &[u8]) -> Option<usize> {
    let length = name_length(text).checked_sub(1)?;
    let is_kind = text[0].is_ascii_alphabetic() || text[..length].iter().all(u8::is_ascii_digit);
    let is_before_text = text[length] == b'_' && matches!(text.get(length + 1), Some(b'\'' | b'"'));
    (is_kind && is_before_text && (1..=MAX_NAME).contains(&length)).then_some(length)
}

/// number: digits [ `.` [ digits ] ] [ exponent ] [ `_` kind ] | `.` digits [ exponent ] [ `_` kind ] | digits `H` text
fn number(start: Input) -> Parsed<Expr> {
    let text = start.text();
    let whole = count_digits(text);
    if text[whole..].starts_with('h') && whole > 0 {
        return hollerith(start, whole);
    }
    let mut end = whole;
    let has_point = text[whole..].starts_with('.') && !is_operator(&text[whole + 1..]);
    if has_point {
        end += 1 + count_digits(&text[whole + 1..]);
    }
    let exponent = exponent_length(&text[end..]);
    end += exponent;
    let number = Word::new(&text[..end]);
    let (rest, kind) = kind_suffix(start.skip(end))?;
    let is_real = has_point || exponent > 0;
    let kind = if is_real { ExprKind::Real(number, kind) } else { ExprKind::Integer(number, kind) };
    Ok((rest, Expr { kind, span: start.span_to(rest) }))
}

fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// True if after a point comes the rest of an operator: in `1.EQ.2` the point is not the number's.
fn is_operator(text: &str) -> bool {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    letters > 0 && text[letters..].starts_with('.')
}

/// exponent: ( `E` | `D` | `Q` ) [ sign ] digits
fn exponent_length(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'd', 'q']) else { return 0 };
    let unsigned = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    match count_digits(unsigned) {
        0 => 0,
        digits => text.len() - unsigned.len() + digits,
    }
}

/// The kind after `_`: digits or a name.
fn kind_suffix(input: Input) -> Parsed<Option<Box<Name>>> {
    let text = input.text();
    let Some(after) = text.strip_prefix('_') else { return Ok((input, None)) };
    let start = input.skip(1);
    let length = name_length(after.as_bytes());
    if length == 0 {
        return Err(cut(SyntaxError::expected(start, Expected::Thing("a kind"))));
    }
    let rest = start.skip(length);
    Ok((rest, Some(Box::new(Name { text: after[..length].into(), span: start.span_to(rest) }))))
}

/// The columns of a card.
const CARD: usize = 72;

/// A Hollerith constant whose length has `digits` digits.
fn hollerith(start: Input, digits: usize) -> Parsed<Expr> {
    let body = start.skip(digits + 1);
    let length = start.text()[..digits].parse().unwrap_or(usize::MAX);
    let found = source_length(body.text(), length).map(|end| (end, 0));
    let of_card = || {
        let end = body.text().len();
        let missing = length.checked_sub(body.text().chars().map(width).sum())?;
        (start.line().form == SourceForm::Fixed && missing < CARD).then_some((end, missing))
    };
    let (end, missing) = match found.or_else(of_card) {
        Some(found) if length > 0 => found,
        _ => {
            let message = format!("the statement ends before the Hollerith constant's {length} characters");
            return Err(SyntaxError::problem(start, Diagnostic::error("E0114", start.span(), message)));
        }
    };
    let rest = body.skip(end);
    // Blanks at the end of a card are left out of the file.
    let kind = ExprKind::Hollerith(format!("{}{}", &body.text()[..end], " ".repeat(missing)));
    Ok((rest, Expr { kind, span: start.line().span(start.at(), rest.at()) }))
}

/// The length of the beginning of a text that has a number of bytes in the source; none if that would split a
/// character.
fn source_length(text: &str, bytes: usize) -> Option<usize> {
    let mut seen = 0;
    let end = text.char_indices().find(|(_, character)| {
        let is_end = seen >= bytes;
        seen += width(*character);
        is_end
    });
    let end = end.map_or(text.len(), |(at, _)| at);
    (text[..end].chars().map(width).sum::<usize>() == bytes).then_some(end)
}

/// The constant of digits with a letter before or after them; radix: `B` | `O` | `Z` | `X`
fn bits<'a>(start: Input<'a>, rest: Input<'a>, letter: Option<u8>, digits: Expr) -> Parsed<'a, Expr> {
    let (letter, radix) = match letter {
        Some(b'b') => ('b', 2),
        Some(b'o') => ('o', 8),
        _ => ('z', 16),
    };
    let span = start.line().span(start.at(), rest.at());
    let is_digit = |digit: char| digit.is_digit(radix) || digit == ' ';
    match digits.kind {
        ExprKind::Text(text, _) if text.contains(|digit| digit != ' ') && text.chars().all(is_digit) => {
            let digits: String = text.to_lowercase().split(' ').collect();
            Ok((rest, Expr { kind: ExprKind::Bits(letter, digits.as_str().into()), span }))
        }
        _ => {
            let message = format!("these are not digits of base {radix}");
            Err(SyntaxError::problem(start, Diagnostic::error("E0114", span, message)))
        }
    }
}

/// logical: ( `.TRUE.` | `.FALSE.` ) [ `_` kind ]
fn logical(start: Input) -> Parsed<Expr> {
    for (word, value) in [(".true.", true), (".false.", false)] {
        if start.text().starts_with(word) {
            let (rest, kind) = kind_suffix(start.skip(word.len()))?;
            return Ok((rest, Expr { kind: ExprKind::Logical(value, kind), span: start.span_to(rest) }));
        }
    }
    Err(SyntaxError::expected(start, Expected::Thing("a constant")))
}

/// text: [ kind `_` ] quote { character | quote quote } quote
fn text(start: Input, quote: char) -> Parsed<Expr> {
    let text = start.text();
    let mut value = String::new();
    let mut at = 1;
    loop {
        let Some(end) = text[at..].find(quote) else {
            let error = Diagnostic::error("E0113", start.span(), "this text constant is not closed");
            let label = format!("the closing `{quote}` is missing");
            return Err(SyntaxError::problem(start, error.with_label(label)));
        };
        value.push_str(&text[at..at + end]);
        at += end + 1;
        if !text[at..].starts_with(quote) {
            break;
        }
        value.push(quote);
        at += 1;
    }
    let rest = start.skip(at);
    Ok((rest, Expr { kind: ExprKind::Text(value, None), span: start.line().span(start.at(), rest.at()) }))
}

/// Makes an error final: no other way of reading the statement is tried.
pub(super) fn cut(error: Err<SyntaxError>) -> Err<SyntaxError> {
    match error {
        Err::Error(error) => Err::Failure(error),
        other => other,
    }
}
