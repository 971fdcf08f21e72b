//! The order of specification statements, where it matters.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::{Outcome, Scope};
use crate::source::Span;
use crate::tree::{self, DataObject, Name, StatementKind, Word};

impl Scope<'_> {
    /// Reports IMPLICIT after what it would have to be before.
    pub(in crate::resolve) fn check_implicit_order(&mut self, statement: &tree::Statement) -> Outcome<()> {
        if !matches!(statement.kind, StatementKind::Implicit(_) | StatementKind::ImplicitNone { .. }) {
            let is_before = matches!(statement.kind, StatementKind::Parameter(_) | StatementKind::Use(_))
                || matches!(
                    statement.kind,
                    StatementKind::Import(_) | StatementKind::Format(_) | StatementKind::Invalid
                );
            if !is_before {
                self.first_declaration.get_or_insert(statement.span);
            }
            return Ok(());
        }
        // That of a host is before the unit, and may be overridden.
        let is_own = |none: &Span| none.file == self.name_span.file && none.start > self.name_span.start;
        let error = match (self.first_declaration, self.implicit.none.filter(is_own)) {
            (Some(first), _) => Diagnostic::error("E0207", statement.span, "IMPLICIT must be before declarations")
                .with_related(first, "the first of them"),
            (None, Some(none)) if !matches!(statement.kind, StatementKind::ImplicitNone { types: false, .. }) => {
                Diagnostic::error("E0202", statement.span, "IMPLICIT NONE allows no other IMPLICIT")
                    .with_related(none, "it is here")
            }
            (None, _) => return Ok(()),
        };
        Err(self.report(error))
    }

    /// Records the variables that DATA initialises.
    pub(in crate::resolve) fn note_data(&mut self, sets: &[tree::DataSet]) {
        let mut pending: Vec<&DataObject> = sets.iter().flat_map(|set| &set.objects).collect();
        while let Some(object) = pending.pop() {
            let variable = match object {
                DataObject::ImpliedDo(implied) => {
                    pending.extend(&implied.objects);
                    continue;
                }
                DataObject::Variable(variable) => variable,
            };
            let Some((name, _)) = variable.designated() else { continue };
            self.initialised.entry(Word::new(name)).or_insert(variable.span);
        }
    }

    /// Reports a declaration after the DATA that it concerns, which has taken the variable for what it was before.
    pub(in crate::resolve) fn check_before_data(&mut self, name: &Name) -> Outcome<()> {
        match self.initialised.get(&name.text).copied() {
            Some(data) => {
                self.facts(&name.text, name.span).reported = true;
                Err(self.report_conflict(name, "is declared after its DATA", data, "DATA initialises it here"))
            }
            None => Ok(()),
        }
    }
}
