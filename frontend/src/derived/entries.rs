//! Procedures with ENTRY: default values are given at each entry.

use crate::tree::*;

/// The ENTRY statements among these.
pub(super) fn entries_of(statements: &[Statement]) -> Vec<Entry> {
    let entry = |statement: &Statement| match &statement.kind {
        StatementKind::Entry(entry) => Some(entry.clone()),
        _ => None,
    };
    statements.iter().filter_map(entry).collect()
}

/// A statement, and after an ENTRY what is done at the entry.
pub(super) fn with_defaults(statement: Statement, initial: &[Statement]) -> Vec<Statement> {
    let is_entry = matches!(statement.kind, StatementKind::Entry(_));
    let after = initial.iter().filter(|_| is_entry).cloned();
    [statement].into_iter().chain(after).collect()
}
