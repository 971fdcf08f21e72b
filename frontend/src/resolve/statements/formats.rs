//! The formats that are known here: FORMAT statements and constants.

use super::blocks::Body;
use super::format_place::place_in_format;
use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Outcome;
use crate::resolved::Label;
use crate::source::{SourceMap, Span};
use crate::tree;
use forlane_semantics::bytes;
use forlane_semantics::io::Format;
use indexmap::IndexMap;

/// A FORMAT statement.
pub(crate) struct FormatStatement {
    /// The format, with its parentheses.
    text: Vec<u8>,
    span: Span,
    /// A transfer refers to it, which has reported what is wrong with it.
    is_checked: bool,
}

/// The FORMAT statements of a unit, by label.
pub(super) fn formats_of(statements: &[tree::Statement]) -> IndexMap<Label, FormatStatement> {
    let formats = statements.iter().filter_map(|statement| match (&statement.kind, statement.label) {
        (tree::StatementKind::Format(text), Some(label)) => {
            let text = bytes::encode(&format!("({text})"));
            Some((label.value, FormatStatement { text, span: statement.span, is_checked: false }))
        }
        _ => None,
    });
    formats.collect()
}

impl Body<'_, '_> {
    /// The format of a label.
    pub(super) fn labelled_format(&mut self, label: tree::Label) -> Outcome<Vec<u8>> {
        let Some(format) = self.formats.get_mut(&label.value) else {
            let message = format!("label {} does not mark a FORMAT", label.value);
            return Err(self.scope.error("E0261", label.span, message));
        };
        let (text, span) = (format.text.clone(), format.span);
        let is_first = !std::mem::replace(&mut format.is_checked, true);
        // What is not supported fails in each transfer that refers to it.
        if is_first || is_unsupported(&text) {
            self.check_format(&text, span)?;
        }
        Ok(text)
    }

    /// All labelled formats, of which a variable holds a label.
    pub(super) fn assignable_formats(&mut self) -> Outcome<Vec<(Label, Vec<u8>)>> {
        let labels: Vec<(Label, Span)> = self.formats.iter().map(|(label, format)| (*label, format.span)).collect();
        let formats: Vec<_> = labels
            .into_iter()
            .map(|(value, span)| Ok((value, self.labelled_format(tree::Label { value, span })?)))
            .collect();
        formats.into_iter().collect()
    }

    /// Reports what is wrong with a format that is spelled within the span, or is the value of what is there.
    pub(super) fn check_format(&mut self, text: &[u8], span: Span) -> Outcome<()> {
        match mistake(text, span, self.sources) {
            Some((place, message)) if Format::parse(text).is_err_and(|problem| problem.is_of_run_time()) => {
                let warning = Diagnostic::warning("W0273", place, message);
                self.scope.warn(warning.with_label("what uses this format fails"));
                Ok(())
            }
            Some((place, message)) => {
                let code = if is_unsupported(text) { "E0943" } else { "E0273" };
                Err(self.scope.error(code, place, message))
            }
            None => Ok(()),
        }
    }

    /// Warns of wrong FORMAT statements to which no transfer refers.
    pub(super) fn warn_of_unused_formats(&mut self) {
        for format in self.formats.values().filter(|format| !format.is_checked) {
            if let Some((place, message)) = mistake(&format.text, format.span, self.sources) {
                let warning = Diagnostic::warning("W0273", place, message);
                self.scope.warn(warning.with_label("in a FORMAT to which no statement refers"));
            }
        }
    }
}

fn is_unsupported(text: &[u8]) -> bool {
    Format::parse(text).is_err_and(|problem| problem.is_unsupported())
}

/// What is wrong with a format, and where.
fn mistake(text: &[u8], span: Span, sources: &SourceMap) -> Option<(Span, String)> {
    let problem = Format::parse(text).err()?;
    if let Some(place) = place_in_format(text, problem.at, span, sources) {
        return Some((place, problem.message));
    }
    let rest = String::from_utf8_lossy(text.get(problem.at..).unwrap_or_default());
    let rest: String = rest.chars().take(10).collect();
    let place = if rest.is_empty() { "at the end".to_owned() } else { format!("at `{rest}`") };
    Some((span, format!("{}, {place}", problem.message)))
}
