//! INCLUDE lines: the statements of another file are in their place. `#include` is the preprocessor's.

use super::divide::Divider;
use crate::diagnostics::Diagnostic;
use crate::form::SourceForm;
use crate::lines::{self, LogicalLine};
use crate::preprocess::{self, Places, Preprocessed, is_preprocessed, preprocess};
use crate::source::{FileId, SourceMap, Span};
use crate::tree::Comment;

/// How deep files may include one another.
pub(crate) const MAX_DEPTH: usize = 40;
/// How many files may be included in all; a few files that include one another often could stand for very many.
pub(crate) const MAX_FILES: usize = 10_000;

/// include-line: `INCLUDE` text
fn included_name(line: &LogicalLine) -> Option<&str> {
    let rest = line.text.strip_prefix("include")?.trim_start();
    let quote = rest.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let name = rest.strip_prefix(quote)?.trim_end().strip_suffix(quote)?;
    (!name.contains(quote)).then_some(name)
}

/// The names of the files that a file includes, in order, by INCLUDE and by `#include`, whether or not the preprocessor
/// gets there.
pub fn included_names(sources: &SourceMap, file: FileId, form: SourceForm) -> Vec<String> {
    let text = &sources.file(file).text;
    // Most files include nothing, and are not looked at any closer.
    let is_include = |window: &[u8]| window.eq_ignore_ascii_case(b"include");
    let may_include = text.as_bytes().windows(7).any(is_include) || form == SourceForm::Fixed && has_spaced_word(text);
    let mut names: Vec<String> = preprocess::included_names(text).map(str::to_owned).collect();
    if may_include {
        lines::scan((file, &Places::default()), form, (text, sources.line_length()), &mut |line| {
            names.extend(included_name(line).map(str::to_owned));
        });
    }
    names
}

/// True if a line of fixed form may begin with INCLUDE with blanks in it.
fn has_spaced_word(text: &str) -> bool {
    text.lines().any(|line| {
        let mut letters = line.chars().filter(|character| !matches!(character, ' ' | '\t'));
        "include".chars().all(|wanted| letters.next().is_some_and(|letter| letter.eq_ignore_ascii_case(&wanted)))
    })
}

/// The error for a file that is not there, with the reason why it is not, if it was looked for.
pub(crate) fn not_included(name: &str, reason: Option<&str>, span: Span) -> Diagnostic {
    let words = reason.unwrap_or("this source is not a file");
    let error = Diagnostic::error("E0915", span, format!("the file `{name}` can't be included: {words}"));
    match reason {
        Some(_) => error.with_help("a name is relative to the folder of the file that includes it, or to one of `-I`"),
        None => error,
    }
}

/// The lines of a file on their way to the divider.
pub(super) struct Reader<'s> {
    pub sources: &'s SourceMap,
    pub form: SourceForm,
    pub divider: Divider,
    /// The files that are being read, with the INCLUDE line of each but the first.
    pub open: Vec<(FileId, Option<Span>)>,
    pub problems: Vec<Diagnostic>,
    pub is_empty: bool,
    /// The number of files read so far.
    pub count: usize,
}

impl Reader<'_> {
    /// Reads a file and those that it includes; the result are the comments after its last statement.
    pub fn read(&mut self, file: FileId, included: Option<Span>) -> Vec<Comment> {
        self.open.push((file, included));
        self.count += 1;
        let (sources, form) = (self.sources, self.form);
        let preprocessed =
            (included.is_none() && is_preprocessed(sources, file)).then(|| preprocess(sources, file, form));
        let none = Places::default();
        let (text, places) = match &preprocessed {
            Some(Preprocessed { text, places, .. }) => (text, places),
            None => (&sources.file(file).text, &none),
        };
        let text = (text.as_str(), sources.line_length());
        let (comments, problems) = lines::scan((file, places), form, text, &mut |line| self.line(line));
        self.problems.extend(problems);
        self.problems.extend(preprocessed.into_iter().flat_map(|preprocessed| preprocessed.problems));
        self.open.pop();
        comments
    }

    fn line(&mut self, line: &mut LogicalLine) {
        self.is_empty = false;
        let Some(name) = included_name(line) else { return self.divider.line(line) };
        let span = line.whole();
        match self.sources.included(line.file, name) {
            Some(Ok(included)) => match self.refusal(*included, span) {
                None => drop(self.read(*included, Some(span))),
                Some(error) => self.problems.push(error),
            },
            Some(Err(reason)) => self.problems.push(not_included(name, Some(reason), span)),
            None => self.problems.push(not_included(name, None, span)),
        }
    }

    /// The error for a file that includes itself, or for too many levels.
    fn refusal(&self, included: FileId, span: Span) -> Option<Diagnostic> {
        let name = &self.sources.file(included).name;
        let Some(first) = self.open.iter().position(|(file, _)| *file == included) else {
            let message = format!("files include one another more than {MAX_DEPTH} deep, or {MAX_FILES} times");
            let is_deep = self.open.len() > MAX_DEPTH;
            return (is_deep || self.count > MAX_FILES).then(|| Diagnostic::error("E0123", span, message));
        };
        let places = self.open.iter().skip(first + 1).filter_map(|(_, place)| *place).map(|place| {
            let line = self.sources.line_column(place).0;
            format!("{} in line {line}", self.sources.file(place.file).name)
        });
        let way: Vec<String> = places.collect();
        let mut error = Diagnostic::error("E0123", span, format!("`{name}` includes itself"));
        if !way.is_empty() {
            error = error.with_help(format!("the file with this line is included by {}", way.join(", then by ")));
        }
        Some(error)
    }
}
