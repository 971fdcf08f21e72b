//! From source text to the parse tree.
//!
//! Logical lines come from the source form; each is classified, and parsed by the nom parser of its statement. An error
//! costs one statement: parsing continues after it.

mod arrays;
mod bound;
mod character;
mod classify;
mod coarrays;
mod construct;
mod constructor;
mod data;
mod depth;
mod divide;
mod executable;
mod expression;
mod include;
mod input;
mod keywords;
mod lexical;
mod operator;
mod refused_names;
mod scoping;
mod specification;
mod statement;
mod storage;
mod transfer;
mod unit;
mod unsupported;

use crate::diagnostics::{Diagnostic, has_errors};
use crate::form::SourceForm;
use crate::source::{FileId, SourceMap, Span};
use crate::tree::File;

pub use include::included_names;
pub(crate) use include::{MAX_DEPTH as MAX_INCLUDE_DEPTH, MAX_FILES, not_included};

/// The code of the error for a file without statements.
pub(crate) const EMPTY: &str = "E0101";

/// Parses a file, and in their places those that it includes. The diagnostics are sorted by place; the tree holds all
/// that could be parsed.
pub fn parse(sources: &SourceMap, file: FileId, form: SourceForm) -> (File, Vec<Diagnostic>) {
    let divider = divide::Divider::new();
    let (open, problems) = (Vec::new(), Vec::new());
    let mut reader = include::Reader { sources, form, divider, open, problems, is_empty: true, count: 0 };
    let comments = reader.read(file, None);
    let include::Reader { divider, problems, is_empty, .. } = reader;
    let is_empty = is_empty && !has_errors(&problems);
    let (units, comments, mut diagnostics) = divider.finish(comments);
    diagnostics.extend(problems);
    if is_empty {
        let name = &sources.file(file).name;
        let span = Span { file, start: 0, end: 0 };
        let error = Diagnostic::error(EMPTY, span, format!("`{name}` contains no program unit"));
        diagnostics.push(error.with_label("the file contains no statements"));
    }
    (File { form, units, comments }, diagnostics.into_sorted())
}
