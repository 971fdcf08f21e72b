//! The C preprocessor, as gfortran has it for files whose names end in capitals (`-cpp`): in its traditional mode,
//! which knows neither `#` nor `##`, replaces arguments of macros in texts, and removes `/* */` but not `//`. A
//! backslash at the end joins lines, comments of Fortran as well.
//!
//! The result is a text without directives, from which each character leads back to the file it is from.

mod condition;
mod directives;
mod letters;
mod macros;
mod places;

use crate::diagnostics::Diagnostic;
use crate::form::SourceForm;
use crate::lines::physical_lines;
use crate::source::{FileId, SourceMap, Span};
use directives::Conditional;
use letters::Letter;
use macros::Macros;
pub(crate) use places::{Place, Places};
use std::path::Path;

/// The most bytes that a file may have when all has been replaced.
const LONGEST_TEXT: usize = 256 << 20;

/// What is said of `/*` without `*/`.
const ENDLESS_COMMENT: &str = "a comment that begins with `/*` does not end";

/// A file after preprocessing.
pub(crate) struct Preprocessed {
    /// The text that is left.
    pub text: String,
    /// Where it comes from.
    pub places: Places,
    /// What is wrong with directives and macros.
    pub problems: Vec<Diagnostic>,
}

/// Whether a file goes through the preprocessor: the ending of its name is in capitals, or is `.fpp`, or it has a
/// directive.
pub(crate) fn is_preprocessed(sources: &SourceMap, file: FileId) -> bool {
    let source = sources.file(file);
    let ending = Path::new(&source.name).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_for_it = ending.starts_with('F') || ending.eq_ignore_ascii_case("fpp");
    file != FileId::MODULES && (is_for_it || has_directives(&source.text))
}

/// Whether a line begins with `#` and the name of a directive; a number after it marks where a line came from.
fn has_directives(text: &str) -> bool {
    physical_lines(text).any(|(_, line)| is_directive(line))
}

/// Whether a line is a directive.
pub(crate) fn is_directive(line: &str) -> bool {
    let after = line.strip_prefix('#').map(|rest| rest.trim_start().as_bytes());
    after.is_some_and(|rest| rest.first().is_none_or(|first| !first.is_ascii_digit()))
}

/// The names of the files that a file takes in by `#include`, whether or not conditions let it.
pub(crate) fn included_names(text: &str) -> impl Iterator<Item = &str> {
    physical_lines(text).filter_map(|(_, line)| directives::included_name(directives::words(line)?))
}

/// Says what is wrong with a definition, given as what follows `#define`.
pub(crate) fn check_definition(text: &str) -> Result<(), String> {
    Macros::with(&[]).define(text)
}

/// Executes the directives of a file, and replaces macros in the rest of it.
pub(crate) fn preprocess(sources: &SourceMap, file: FileId, form: SourceForm) -> Preprocessed {
    let (text, places, problems) = (String::new(), Places::default(), Vec::new());
    let conditionals = Vec::new();
    let macros = Macros::with(sources.definitions());
    let mut state = Preprocessor { sources, form, macros, text, places, problems, conditionals, depth: 0, count: 0 };
    state.file(file);
    Preprocessed { text: state.text, places: state.places, problems: state.problems }
}

/// What is known at a line.
struct Preprocessor<'s> {
    sources: &'s SourceMap,
    form: SourceForm,
    macros: Macros,
    text: String,
    places: Places,
    problems: Vec<Diagnostic>,
    /// The `#if` that are open, in this file.
    conditionals: Vec<Conditional>,
    /// The number of files that are being read.
    depth: usize,
    /// The number of files read so far.
    count: usize,
}

/// The lines of a file that are still to come.
struct Input<'t> {
    file: FileId,
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (u32, &'t str)> + 't>>,
}

impl<'t> Input<'t> {
    fn of(file: FileId, text: &'t str) -> Input<'t> {
        let lines: Box<dyn Iterator<Item = (u32, &'t str)>> = Box::new(physical_lines(text));
        Input { file, lines: lines.peekable() }
    }

    /// The place of what is from one character to another.
    fn span_of(&self, first: Letter, last: Option<Letter>) -> Span {
        Span { file: self.file, start: first.at, end: last.unwrap_or(first).after() }
    }

    /// The place of a line, or of the part of it that is not blank.
    fn span(&self, (start, line): (u32, &str)) -> Span {
        Span { file: self.file, start, end: start + line.trim_end().len() as u32 }
    }
}

impl Preprocessor<'_> {
    fn file(&mut self, file: FileId) {
        self.depth += 1;
        self.count += 1;
        let outer = std::mem::take(&mut self.conditionals);
        let sources = self.sources;
        let mut input = Input::of(file, &sources.file(file).text);
        while let Some((start, line)) = input.lines.next() {
            if self.text.len() > LONGEST_TEXT {
                self.problem(input.span((start, line)), "the file has more than 256 MiB when macros are replaced");
                break;
            }
            if is_directive(line) {
                self.directive(&mut input, (start, line));
            } else if self.conditionals.last().is_none_or(|conditional| conditional.is_active) {
                self.line(&mut input, (start, line));
            } else if line.contains("/*") || letters::goes_on(line) {
                // What is in a comment, or in the middle of a line, is no directive.
                self.without_comments(&mut input, (start, line));
            }
        }
        let inner = std::mem::replace(&mut self.conditionals, outer);
        for conditional in inner {
            self.problem(conditional.span, "this condition has no `#endif`");
        }
        self.depth -= 1;
    }

    /// Adds a line of Fortran, with macros replaced.
    fn line(&mut self, input: &mut Input<'_>, (start, line): (u32, &str)) {
        if !self.macros.may_change(line) && !letters::goes_on(line) {
            self.places.add_copied(self.text.len() as u32, input.file, start);
            self.text.push_str(line);
        } else {
            let letters = letters::of_line(line, start);
            let replaced = self.replaced(input, letters, Some(self.form));
            self.add(input.file, &replaced);
        }
        self.places.add_copied(self.text.len() as u32, input.file, start + line.len() as u32);
        self.text.push('\n');
    }

    fn add(&mut self, file: FileId, letters: &[Letter]) {
        for letter in letters {
            let at = self.text.len() as u32;
            match letter.end {
                None => self.places.add_copied(at, file, letter.at),
                Some(end) => self.places.add_replaced(at, file, (letter.at, end)),
            }
            self.text.push(letter.character);
        }
    }

    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Diagnostic::error("E0124", span, message));
    }
}
