//! A diagnostic together with its source text, for miette to show.

use super::{Diagnostic, Severity};
use crate::source::{SourceFile, Span};
use forlane_semantics::bytes;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// A diagnostic together with its source text.
#[derive(Debug)]
pub struct Report {
    diagnostic: Diagnostic,
    source: Source,
}

impl Report {
    pub(super) fn new(diagnostic: Diagnostic, file: Arc<SourceFile>) -> Report {
        let shown = |text: &str| bytes::shown(text).into_owned();
        let shown_file = match bytes::shown(&file.text) {
            Cow::Owned(text) => Arc::new(SourceFile::new(file.name.clone(), text)),
            Cow::Borrowed(_) => Arc::clone(&file),
        };
        let place = |at: u32| {
            let before = file.text.get(..at as usize).filter(|_| !Arc::ptr_eq(&file, &shown_file));
            before.map_or(at, |before| bytes::shown(before).len() as u32)
        };
        let placed = |span: Span| match span.file == diagnostic.span.file {
            true => Span { start: place(span.start), end: place(span.end), ..span },
            false => span,
        };
        let related = diagnostic.related.iter().map(|(span, label)| (placed(*span), shown(label))).collect();
        let span = placed(diagnostic.span);
        let (message, label) = (shown(&diagnostic.message), shown(&diagnostic.label));
        let help = diagnostic.help.as_deref().map(shown);
        let diagnostic = Diagnostic { message, label, span, related, help, ..diagnostic };
        Report { diagnostic, source: Source(shown_file) }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.diagnostic.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.diagnostic.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = miette::LabeledSpan> + '_>> {
        let range = |span: Span| span.start as usize..span.end as usize;
        let words = Some(self.diagnostic.label.clone()).filter(|label| !label.is_empty());
        let primary = miette::LabeledSpan::new_primary_with_span(words, range(self.diagnostic.span));
        let file = self.diagnostic.span.file;
        let here = self.diagnostic.related.iter().filter(move |(span, _)| span.file == file);
        let related = here.map(move |(span, label)| miette::LabeledSpan::at(range(*span), label.clone()));
        Some(Box::new(std::iter::once(primary).chain(related)))
    }
}

/// Places are shown in one piece if no more lines than these lie between them.
const GAP: usize = 40;

/// A file that finds its lines without being read from its beginning, and counts columns in characters.
#[derive(Debug)]
struct Source(Arc<SourceFile>);

impl miette::SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &miette::SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn miette::SpanContents<'a> + 'a>, miette::MietteError> {
        let file = &self.0;
        let (start, end) = (span.offset(), span.offset() + span.len());
        if file.text.get(start..end).is_none() {
            return Err(miette::MietteError::OutOfBounds);
        }
        let (line, column) = file.line_column(start as u32);
        let line = line as usize - 1;
        let (from, first, column) = match before {
            0 => (start, line, column as usize - 1),
            _ => (file.line(line.saturating_sub(before)).start, line.saturating_sub(before), 0),
        };
        let last = file.line_of(end.saturating_sub(1).max(start) as u32) as usize - 1;
        let to = if after == 0 { end } else { file.line((last + after).min(file.lines() - 1)).end };
        let data = &file.text.as_bytes()[from..to.max(end)];
        let place = miette::SourceSpan::from(from..from + data.len());
        // By this count miette decides what it shows in one piece.
        let count = (last + after + 1).min(last + after - first + GAP);
        let contents = miette::MietteSpanContents::new_named(file.name.clone(), data, place, first, column, count);
        Ok(Box::new(contents.with_language("Fortran")))
    }
}
