//! Diagnostics shown on the terminal.

use super::Failure;
use super::terminal::{error_columns, visible};
use forlane_frontend::diagnostics::{Diagnostic, Severity};
use forlane_frontend::source::SourceMap;
use forlane_semantics::bytes;
use std::io::Write;

/// The number of diagnostics shown at most.
const MOST_SHOWN: usize = 100;

/// Columns of what is not a terminal.
const USUAL_WIDTH: usize = 120;

/// Source of a longer line, in bytes, is not shown, because no terminal holds it.
const LONGEST_LINE: usize = 2000;

/// Source of more lines is not shown.
const MOST_LINES: usize = 50;

/// Shows diagnostics on standard error, with the source under them, and a count of the errors.
pub(super) fn show(diagnostics: &[Diagnostic], sources: &SourceMap) {
    let theme = miette::GraphicalTheme::unicode_nocolor();
    let width = error_columns().map_or(USUAL_WIDTH, |width| width.max(40));
    let handler = miette::GraphicalReportHandler::new_themed(theme).with_width(width).without_syntax_highlighting();
    let mut text = String::new();
    for diagnostic in most_important(diagnostics) {
        if !is_showable(diagnostic, sources) || handler.render_report(&mut text, &diagnostic.report(sources)).is_err() {
            text.push_str(&without_source(diagnostic, sources));
        }
        text.push('\n');
    }
    if diagnostics.len() > MOST_SHOWN {
        text.push_str(&format!("{} more diagnostics are not shown\n", diagnostics.len() - MOST_SHOWN));
    }
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    match errors {
        0 => {}
        1 => text.push_str("error: 1 error\n"),
        errors => text.push_str(&format!("error: {errors} errors\n")),
    }
    // There is nowhere to report that standard error is closed.
    let _ = std::io::stderr().write_all(visible(&text).as_bytes());
}

/// The diagnostics to show: all in their order, or, if they are too many, errors before warnings, so that no error is
/// cut off while a warning is shown.
fn most_important(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().collect();
    if shown.len() > MOST_SHOWN {
        shown.sort_by_key(|diagnostic| diagnostic.severity != Severity::Error);
        shown.truncate(MOST_SHOWN);
    }
    shown
}

/// Whether the source under all places of the diagnostic has a size that can be shown.
fn is_showable(diagnostic: &Diagnostic, sources: &SourceMap) -> bool {
    let spans = std::iter::once(diagnostic.span).chain(diagnostic.related.iter().map(|(span, _)| *span));
    spans.into_iter().all(|span| {
        let shown = sources.lines_around(span).take(MOST_LINES + 1);
        shown.enumerate().all(|(at, line)| at < MOST_LINES && line.len() <= LONGEST_LINE)
    })
}

fn without_source(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let (line, column) = sources.line_column(diagnostic.span);
    let file = &sources.file(diagnostic.span.file).name;
    let Diagnostic { code, message, .. } = diagnostic;
    let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!("  help: {help}\n"));
    let message = bytes::shown(message);
    format!("{code}\n\n  {message}\n  at {file}:{line}:{column}\n{}", bytes::shown(&help))
}

/// A message on its own.
pub(super) fn failure(message: impl std::fmt::Display) -> Failure {
    Failure::Input(miette::Report::msg(message.to_string()))
}
