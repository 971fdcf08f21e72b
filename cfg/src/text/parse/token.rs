//! The smallest parts: words, names, ids, numbers, texts. Each skips the blanks before it.

use crate::text::words::{self, Table, is_name_char, member_of};
use crate::unit::SourceLine;
use forlane_semantics::bytes::encode;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::{cut, opt, recognize};
use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

/// What was expected, and where. Of alternatives the one that came furthest is kept.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Expected<'a> {
    /// The text at which nothing fitted.
    pub(super) at: &'a str,
    /// What would have.
    pub(super) what: String,
}

impl<'a> ParseError<&'a str> for Expected<'a> {
    fn from_error_kind(input: &'a str, _: ErrorKind) -> Self {
        Expected { at: input.trim_start(), what: String::new() }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(self, other: Self) -> Self {
        if other.at.len() < self.at.len() || self.what.is_empty() { other } else { self }
    }
}

/// The result of a parser of this module's language.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Expected<'a>>;

/// An error that says what was expected.
pub(super) fn fail<'a, T>(at: &'a str, what: impl Into<String>) -> Parsed<'a, T> {
    Err(nom::Err::Error(Expected { at: at.trim_start(), what: what.into() }))
}

/// An id as it is in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbered<'a> {
    /// The number.
    pub(super) index: usize,
    /// The whole text, for messages and their places.
    pub(super) text: &'a str,
}

/// The text without leading blanks.
pub(super) fn skip(input: &str) -> &str {
    input.trim_start_matches([' ', '\t'])
}

/// A keyword: that word, and no letter or digit after it.
pub(super) fn word<'a>(expected: &'static str) -> impl Fn(&'a str) -> Parsed<'a, &'a str> {
    move |input| match skip(input).strip_prefix(expected) {
        Some(rest) if !rest.starts_with(is_name_char) => Ok((rest, expected)),
        _ => fail(input, format!("`{expected}`")),
    }
}

/// A sign such as `=>`.
pub(super) fn sign<'a>(expected: &'static str) -> impl Fn(&'a str) -> Parsed<'a, &'a str> {
    move |input| match skip(input).strip_prefix(expected) {
        Some(rest) => Ok((rest, expected)),
        None => fail(input, format!("`{expected}`")),
    }
}

/// name = ( letter | "_" ) { letter | digit | "_" | "." }
pub(super) fn name(input: &str) -> Parsed<'_, &str> {
    let start = skip(input);
    if !start.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        return fail(input, "a name");
    }
    take_while1(is_name_char)(start)
}

/// A word of a table.
pub(super) fn member<'a, T: Copy>(table: &'static Table<T>, what: &'static str) -> impl Fn(&'a str) -> Parsed<'a, T> {
    move |input| {
        let Ok((rest, found)) = name(input) else { return fail(input, what) };
        match member_of(table, found) {
            Some(member) => Ok((rest, member)),
            None => {
                let words: Vec<&str> = table.iter().map(|(_, word)| *word).collect();
                fail(input, format!("{what}: one of {}", words.join(", ")))
            }
        }
    }
}

/// number = digit { digit }
pub(super) fn number(input: &str) -> Parsed<'_, u64> {
    let start = skip(input);
    let (rest, digits) = match take_while1::<_, _, Expected<'_>>(|c: char| c.is_ascii_digit())(start) {
        Ok(found) => found,
        Err(_) => return fail(input, "a number"),
    };
    match digits.parse() {
        Ok(number) => Ok((rest, number)),
        Err(_) => fail(input, "a number below 2**64"),
    }
}

/// signed = [ "-" ] number
pub(super) fn signed(input: &str) -> Parsed<'_, i64> {
    let start = skip(input);
    let (rest, text) = recognize((opt(tag("-")), number)).parse(start)?;
    match text.parse() {
        Ok(number) => Ok((rest, number)),
        Err(_) => fail(input, "a number between -2**63 and 2**63 - 1"),
    }
}

/// An id: a letter and a number, for `b3`, `s0`, `r2`, `L1`.
pub(super) fn id<'a>(prefix: char, what: &'static str) -> impl Fn(&'a str) -> Parsed<'a, Numbered<'a>> {
    move |input| {
        let start = skip(input);
        let Some(digits) = start.strip_prefix(prefix) else { return fail(input, what) };
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = digits.split_at(length);
        match number.parse() {
            Ok(index) if !rest.starts_with(is_name_char) => Ok((rest, Numbered { index, text: &start[..length + 1] })),
            _ => fail(input, what),
        }
    }
}

/// block-id = "b" number
pub(super) fn block_id(input: &str) -> Parsed<'_, Numbered<'_>> {
    id('b', "a block such as `b3`")(input)
}

/// scope-id = "s" number
pub(super) fn scope_id(input: &str) -> Parsed<'_, Numbered<'_>> {
    id('s', "a scope such as `s0`")(input)
}

/// region-id = "r" number
pub(super) fn region_id(input: &str) -> Parsed<'_, Numbered<'_>> {
    id('r', "a region such as `r2`")(input)
}

/// label-id = "L" number
pub(super) fn label_id(input: &str) -> Parsed<'_, Numbered<'_>> {
    id('L', "a label such as `L1`")(input)
}

/// value = "v" number ":" [ name ] ; the name is a hint for the reader
pub(super) fn value(input: &str) -> Parsed<'_, (Numbered<'_>, &str)> {
    let what = "a value such as `v12:x`";
    let (rest, mut id) = id('v', what)(input)?;
    let Some(rest) = rest.strip_prefix(':') else { return fail(input, what) };
    let (rest, hint) = take_while(is_name_char)(rest)?;
    id.text = &skip(input)[..id.text.len() + 1 + hint.len()];
    Ok((rest, (id, hint)))
}

/// file-id = "f" number ; from 1
pub(super) fn file_id(input: &str) -> Parsed<'_, Numbered<'_>> {
    id('f', "a file such as `f1`")(input)
}

/// The number of a file.
pub(super) fn file_number(input: &str) -> Parsed<'_, u32> {
    let (rest, id) = file_id(input)?;
    match u32::try_from(id.index) {
        Ok(number @ 1..) => Ok((rest, number)),
        _ => fail(input, "a file from `f1` on"),
    }
}

/// at = [ "@" [ file-id ":" ] number ]
pub(super) fn at(input: &str) -> Parsed<'_, SourceLine> {
    let Ok((rest, _)) = sign("@")(input) else { return Ok((input, SourceLine::default())) };
    let (rest, file) = match file_number(rest) {
        Ok((at_line, file)) => sign(":")(at_line).map(|(rest, _)| (rest, file))?,
        Err(_) if !skip(rest).starts_with('f') => (rest, 0),
        Err(error) => return Err(error),
    };
    let (after, line) = number(rest)?;
    match u32::try_from(line) {
        Ok(number) => Ok((after, SourceLine { file, number })),
        Err(_) => fail(rest, "a line number below 2**32"),
    }
}

/// A text that is UTF-8, as names are.
pub(super) fn text(input: &str) -> Parsed<'_, String> {
    let (rest, text) = bytes(input)?;
    match String::from_utf8(text) {
        Ok(text) => Ok((rest, text)),
        Err(_) => fail(input, "a text without single bytes of characters"),
    }
}

/// text = '"' { character | '\"' | '\\' | "\u{" hex "}" | "\x{" hex "}" } '"'
pub(super) fn bytes(input: &str) -> Parsed<'_, Vec<u8>> {
    let (mut rest, _) = match sign("\"")(input) {
        Ok(found) => found,
        Err(_) => return fail(input, "a text in quotes"),
    };
    let mut out = Vec::new();
    loop {
        let Some(next) = rest.chars().next() else {
            return cut(|at| fail(at, "`\"` at the end of the text")).parse(rest);
        };
        let after = &rest[next.len_utf8()..];
        match next {
            '"' => return Ok((after, out)),
            '\\' => {
                let (after, escaped) = cut(escape).parse(after)?;
                out.extend(escaped);
                rest = after;
            }
            other => {
                out.extend(encode(other.encode_utf8(&mut [0; 4])));
                rest = after;
            }
        }
    }
}

/// What follows a backslash.
fn escape(input: &str) -> Parsed<'_, Vec<u8>> {
    let what = "`\"`, `\\`, `u{…}` or `x{…}` after a backslash";
    if let Some(rest) = input.strip_prefix(['"', '\\']) {
        return Ok((rest, input.as_bytes()[..1].to_vec()));
    }
    let Some((digits, rest)) = input.get(1..).and_then(|rest| rest.strip_prefix('{')?.split_once('}')) else {
        return fail(input, what);
    };
    let number = u32::from_str_radix(digits, 16).ok();
    let bytes = match input.as_bytes()[0] {
        b'u' => number.and_then(char::from_u32).map(|character| character.to_string().into_bytes()),
        b'x' => number.and_then(|number| u8::try_from(number).ok()).map(|byte| vec![byte]),
        _ => None,
    };
    match bytes {
        Some(bytes) => Ok((rest, bytes)),
        None => fail(input, what),
    }
}

/// type = "integer1" | "integer2" | "integer4" | "integer8" | "real4" | "real8" | "logical"
///      | "complex4" | "complex8" | "character"
pub(super) fn type_word(input: &str) -> Parsed<'_, forlane_semantics::types::Type> {
    member(words::TYPES, "a type")(input)
}

/// Items with commas between; at least one.
pub(super) fn list<'a, T>(item: impl Fn(&'a str) -> Parsed<'a, T>) -> impl Fn(&'a str) -> Parsed<'a, Vec<T>> {
    move |input| {
        let mut items = Vec::new();
        let (mut rest, first) = item(input)?;
        items.push(first);
        while let Ok((after, _)) = sign(",")(rest) {
            let (after, next) = item(after)?;
            items.push(next);
            rest = after;
        }
        Ok((rest, items))
    }
}

/// Items in parentheses, or nothing.
pub(super) fn group<'a, T>(item: impl Fn(&'a str) -> Parsed<'a, T>) -> impl Fn(&'a str) -> Parsed<'a, Vec<T>> {
    move |input| {
        let Ok((rest, _)) = sign("(")(input) else { return Ok((input, Vec::new())) };
        let (rest, items) = list(&item)(rest)?;
        let (rest, _) = sign(")")(rest)?;
        Ok((rest, items))
    }
}
