//! Diagnostics shown on the terminal.

use super::Failure;
use forlane_frontend::diagnostics::{Diagnostic, Severity};
use forlane_frontend::source::SourceMap;
use std::io::Write;

/// Shows diagnostics on standard error, with the source under them, and a count of the errors.
pub(super) fn show(diagnostics: &[Diagnostic], sources: &SourceMap) {
    let theme = miette::GraphicalTheme::unicode_nocolor();
    let handler = miette::GraphicalReportHandler::new_themed(theme).with_width(120).without_syntax_highlighting();
    let mut text = String::new();
    for diagnostic in diagnostics {
        let report = diagnostic.report(sources);
        if handler.render_report(&mut text, &report).is_err() {
            text.push_str(&diagnostic.message);
        }
        text.push('\n');
    }
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    match errors {
        0 => {}
        1 => text.push_str("error: 1 error\n"),
        errors => text.push_str(&format!("error: {errors} errors\n")),
    }
    // There is nowhere to report that standard error is closed.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// A message on its own.
pub(super) fn failure(message: impl std::fmt::Display) -> Failure {
    Failure::Input(miette::Report::msg(message.to_string()))
}
