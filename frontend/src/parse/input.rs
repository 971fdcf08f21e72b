//! What the nom parsers read, a rest of a logical line, and what they fail with.

use crate::diagnostics::Diagnostic;
use crate::form::SourceForm;
use crate::lines::LogicalLine;
use crate::source::Span;
use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Needed};
use std::str::{CharIndices, Chars};

/// How much of a word a message quotes, in bytes.
const LONGEST_WORD: usize = 64;

/// A part of a logical line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Input<'a> {
    line: &'a LogicalLine,
    start: usize,
    end: usize,
}

/// The result of a parser.
pub(super) type Parsed<'a, T> = IResult<Input<'a>, T, SyntaxError>;

impl<'a> Input<'a> {
    /// A whole line.
    pub fn new(line: &'a LogicalLine) -> Input<'a> {
        Input { line, start: 0, end: line.text.len() }
    }

    /// The text of this part.
    #[inline]
    pub fn text(&self) -> &'a str {
        &self.line.text[self.start..self.end]
    }

    /// The bytes of this part.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        &self.line.text.as_bytes()[self.start..self.end]
    }

    /// The first character that is not blank, if it is one of ASCII.
    #[inline]
    pub fn first_byte(&self) -> Option<u8> {
        self.bytes().iter().copied().find(|byte| *byte != b' ')
    }

    /// The logical line.
    pub fn line(&self) -> &'a LogicalLine {
        self.line
    }

    /// Byte offset in the line.
    pub fn at(&self) -> usize {
        self.start
    }

    /// True in free form, where blanks separate words.
    pub fn is_free(&self) -> bool {
        self.line.form == SourceForm::Free
    }

    /// The rest after `count` bytes.
    pub fn skip(&self, count: usize) -> Input<'a> {
        Input { start: self.start + count, ..*self }
    }

    /// The rest without blanks at its start.
    #[inline]
    pub fn trimmed(&self) -> Input<'a> {
        self.skip(self.bytes().iter().take_while(|byte| **byte == b' ').count())
    }

    /// The place of this part.
    pub fn span(&self) -> Span {
        self.line.span(self.start, self.end)
    }

    /// The place from here to where `rest` begins, without blanks before it.
    pub fn span_to(&self, rest: Input) -> Span {
        let text = &self.line.text.as_bytes()[self.start..rest.start.max(self.start)];
        let length = text.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
        self.line.span(self.start, self.start + length)
    }

    /// The first word or character, for messages: a name or number, cut where it gets too long, or one sign.
    pub fn first_word(&self) -> &'a str {
        let text = self.text();
        let is_word = |character: char| character.is_alphanumeric() || character == '_';
        match text.chars().next() {
            Some(first) if is_word(first) => {
                let end = text.char_indices().find(|(at, character)| *at >= LONGEST_WORD || !is_word(*character));
                &text[..end.map_or(text.len(), |(at, _)| at)]
            }
            Some(first) => &text[..first.len_utf8()],
            None => "",
        }
    }
}

impl<'a> nom::Input for Input<'a> {
    type Item = char;
    type Iter = Chars<'a>;
    type IterIndices = CharIndices<'a>;

    fn input_len(&self) -> usize {
        self.end - self.start
    }

    fn take(&self, index: usize) -> Self {
        Input { end: self.start + index, ..*self }
    }

    fn take_from(&self, index: usize) -> Self {
        self.skip(index)
    }

    fn take_split(&self, index: usize) -> (Self, Self) {
        (self.skip(index), nom::Input::take(self, index))
    }

    fn position<P: Fn(char) -> bool>(&self, predicate: P) -> Option<usize> {
        self.text().find(predicate)
    }

    fn iter_elements(&self) -> Chars<'a> {
        self.text().chars()
    }

    fn iter_indices(&self) -> CharIndices<'a> {
        self.text().char_indices()
    }

    fn slice_index(&self, count: usize) -> Result<usize, Needed> {
        nom::Input::slice_index(&self.text(), count)
    }
}

/// What could have was where a parser failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Exactly this, in any case.
    Token(&'static str),
    /// Something of this sort, with its article.
    Thing(&'static str),
}

/// Why a parser failed.
#[derive(Clone, Debug)]
pub(super) struct SyntaxError {
    at: usize,
    expected: Option<Expected>,
    /// What else would have done.
    others: Vec<Expected>,
    problem: Option<Box<Diagnostic>>,
}

impl SyntaxError {
    /// Something else was expected at the first character that is not blank.
    pub fn expected(input: Input, expected: Expected) -> Err<SyntaxError> {
        Err::Error(SyntaxError {
            at: input.trimmed().at(),
            expected: Some(expected),
            others: Vec::new(),
            problem: None,
        })
    }

    /// A diagnostic that no other way of reading the statement could avoid.
    pub fn problem(input: Input, diagnostic: Diagnostic) -> Err<SyntaxError> {
        let problem = Some(Box::new(diagnostic));
        Err::Failure(SyntaxError { at: input.at(), expected: None, others: Vec::new(), problem })
    }

    /// The diagnostic about the line in which the parser failed.
    pub fn into_diagnostic(self, line: &LogicalLine) -> Diagnostic {
        if let Some(problem) = self.problem {
            return *problem;
        }
        let rest = Input::new(line).skip(self.at.min(line.text.len()));
        let word = rest.first_word();
        let span = rest.line().span(rest.at(), rest.at() + word.len());
        let found = if word.is_empty() { "the end of the statement".to_owned() } else { format!("`{word}`") };
        let wanted = list(self.expected.iter().chain(&self.others));
        if wanted.is_empty() {
            return Diagnostic::error("E0110", span, format!("unexpected {found}"));
        }
        Diagnostic::error("E0110", span, format!("expected {wanted}, found {found}"))
            .with_label(format!("expected {wanted}"))
    }
}

/// The expectations as words: `` `(`, a name or `,` ``.
fn list<'a>(expected: impl Iterator<Item = &'a Expected>) -> String {
    let words = expected.map(|expected| match expected {
        Expected::Token(token) => format!("`{}`", token.to_uppercase()),
        Expected::Thing(thing) => (*thing).to_owned(),
    });
    let words: Vec<String> = words.collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, front)) => format!("{} or {last}", front.join(", ")),
    }
}

impl ParseError<Input<'_>> for SyntaxError {
    fn from_error_kind(input: Input, _: ErrorKind) -> Self {
        SyntaxError { at: input.trimmed().at(), expected: None, others: Vec::new(), problem: None }
    }

    fn append(_: Input, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// Of two alternatives that failed, the error of the one that came further is reported; of equal ones, both are.
    fn or(mut self, other: Self) -> Self {
        if self.at != other.at {
            return if self.at > other.at { self } else { other };
        }
        for expected in other.expected.into_iter().chain(other.others) {
            if self.expected.is_none() {
                self.expected = Some(expected);
            } else if self.expected != Some(expected) && !self.others.contains(&expected) {
                self.others.push(expected);
            }
        }
        self.problem = self.problem.or(other.problem);
        self
    }
}
