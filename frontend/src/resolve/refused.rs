//! What is parsed and not resolved yet: refused by name.

use crate::diagnostics::Diagnostic;
use crate::resolved::UnitKind;
use crate::tree::{StatementKind, Unit};

/// The errors for what a unit has that is not supported.
pub(crate) fn find_refused(unit: &Unit) -> Vec<Diagnostic> {
    let refuse = |code, span, name: &str| Diagnostic::error(code, span, format!("{name} is not supported yet"));
    let mut found = Vec::new();
    if let Some(header) = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module) {
        found.push(refuse("E0919", header.span, "MODULE"));
        return found;
    }
    for statement in &unit.statements {
        let (code, name) = match &statement.kind {
            StatementKind::Use(_) => ("E0923", "USE"),
            StatementKind::Import(_) => ("E0924", "IMPORT"),
            StatementKind::Interface(_) => ("E0924", "INTERFACE"),
            StatementKind::Access(..) => ("E0958", "PUBLIC or PRIVATE"),
            StatementKind::Attribute(..) => ("E0955", "an attribute statement"),
            StatementKind::SelectCase { .. } => ("E0925", "SELECT CASE"),
            StatementKind::Block(_) => ("E0928", "BLOCK"),
            StatementKind::Associate { .. } => ("E0929", "ASSOCIATE"),
            _ => continue,
        };
        found.push(refuse(code, statement.span, name));
    }
    if let Some(contains) = &unit.contains {
        found.push(refuse("E0922", contains.span, "CONTAINS"));
    }
    found
}
