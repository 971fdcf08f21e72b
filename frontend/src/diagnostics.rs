//! Diagnostics: errors and warnings about a source text, with their places.
//!
//! Codes are stable: `E01xx` source form and syntax, `E02xx` names, types and labels, `E09xx` what is recognised but
//! not supported yet, `W….` warnings. `docs/diagnostics.md` lists all of them.

mod fixes;
mod report;
mod warnings;

use crate::source::{SourceMap, Span};

pub use fixes::FIXES;
pub use report::Report;
pub use warnings::{WARNINGS, Warning, WarningSwitches, warning_name};

/// The longest message, in bytes.
const LONGEST_MESSAGE: usize = 1000;

/// The codes of what is refused, but not for itself alone: more than a statement or a unit is lost with it, or the
/// source is wrong and not ahead of the compiler.
const BREAK_THE_REST: [&str; 6] = ["E0915", "E0922", "E0924", "E0965", "E0974", "E0999"];

/// How refusals begin of what is done with pointers, not of their declarations.
const ECHOES: [&str; 2] = ["a pointer assignment", "NULLIFY"];

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing is compiled.
    Error,
    /// Compilation continues.
    Warning,
}

/// An error or warning about a place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable code, such as `E0101`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line that says what is wrong, without a full stop.
    pub message: String,
    /// The place.
    pub span: Span,
    /// The words under the caret; may be empty.
    pub label: String,
    /// Further places that explain it, with the words under each.
    pub related: Vec<(Span, String)>,
    /// What to do about it: at first what [`FIXES`] says.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let message = shortened(message.into());
        let (label, related, help) = (String::new(), Vec::new(), fixes::fix(code).map(str::to_owned));
        Diagnostic { code, severity: Severity::Error, message, span, label, related, help }
    }

    /// A warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Sets the words under the caret.
    pub fn with_label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// Sets the hint, in place of the usual one of its code.
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds a further place.
    pub fn with_related(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.related.push((span, label.into()));
        self
    }

    /// Whether it is an error about something that is recognised and not supported: the rest of the program is sound.
    pub fn is_unsupported(&self) -> bool {
        self.severity == Severity::Error && self.code.starts_with("E09") && !BREAK_THE_REST.contains(&self.code)
    }

    /// The message as the reason why something fails at run time.
    pub fn in_words(&self) -> String {
        self.message.replace(" not supported yet", " not supported")
    }

    /// This diagnostic with the text of its file, for miette to show.
    pub fn report(&self, sources: &SourceMap) -> Report {
        Report::new(self.clone(), sources.shared(self.span.file))
    }
}

/// A message may quote a word of the source, which may be megabytes long.
fn shortened(mut message: String) -> String {
    if message.len() > LONGEST_MESSAGE {
        message.truncate(message.floor_char_boundary(LONGEST_MESSAGE));
        message.push('…');
    }
    message
}

/// Collects diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// True if one of them is an error.
    pub fn has_errors(&self) -> bool {
        has_errors(&self.list)
    }

    /// All of them, in the order in which they came.
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Removes refusals that follow from others: of the components and pointers of a file whose derived types or
    /// pointers were refused where they are declared, or are not there.
    pub(crate) fn drop_echoes(&mut self) {
        let uses_pointers =
            |one: &Diagnostic| one.code == "E0952" && ECHOES.iter().any(|what| one.message.starts_with(what));
        let has_types = self.list.iter().any(|one| matches!(one.code, "E0294" | "E0303" | "E0947" | "E0948"));
        let has_pointers = self.list.iter().any(|one| one.code == "E0952" && !uses_pointers(one));
        self.list.retain(|one| match one.code {
            "E0934" => !(has_types || has_pointers),
            "E0952" => !(uses_pointers(one) && (has_types || has_pointers)),
            _ => true,
        });
    }

    /// Keeps those alone for which this is true.
    pub(crate) fn retain(&mut self, is_kept: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(is_kept);
    }

    /// All of them, sorted by place; those of one place stay in the order in which they came. What is found for each
    /// variable of an object is there once.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start, diagnostic.span.end));
        self.list.dedup();
        self.list
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.list.extend(diagnostics);
    }
}

/// True if one of the diagnostics is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

/// True if one of the diagnostics is an error that leaves no program: not of those that [`Diagnostic::is_unsupported`].
pub fn has_fatal_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error && !diagnostic.is_unsupported())
}

/// `1 argument`, `2 arguments`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
