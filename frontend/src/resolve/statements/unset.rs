//! Variables that are read before anything can have given them a value.
//!
//! Two cases are certain: a variable that the unit only reads, and one that is read before all other uses where no loop
//! or label is before, so that nothing after it can have been executed.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::resolve::scope::facts::Facts;
use crate::resolve::scope::facts::Reads;
use crate::resolved::{Storage, UnitKind};
use crate::source::Span;
use crate::tree::MADE_FILLER;
use forlane_semantics::similar::similar;

impl Scope<'_> {
    /// Notes that an expression takes a scalar variable's value, after the note that it is used.
    pub fn note_read(&mut self, name: &str, span: Span) {
        let is_straight = self.is_straight;
        let Some(Facts { reads, .. }) = self.names.get_mut(name) else { return };
        reads.reads += 1;
        reads.first.get_or_insert(span);
        if is_straight && reads.reads == reads.uses {
            reads.early.get_or_insert(span);
        }
    }

    /// Warns of variables that are read before they have a value.
    pub fn warn_of_unset_variables(&mut self) {
        let is_lacking = self.tree.statements.iter().any(|statement| statement.kind.is_opaque());
        // Contained procedures may set the variables of their host.
        if is_lacking || self.tree.contains.is_some() || self.kind == UnitKind::Module {
            return;
        }
        let mut warnings = Vec::new();
        for (name, facts) in self.names.iter().filter(|(_, facts)| !facts.reported && facts.origin.is_none()) {
            let Some(variable) = self.variable(facts.symbol) else { continue };
            let is_own = matches!(variable.storage, Storage::Local | Storage::Static) && variable.shape.is_none();
            // A variable that no source names has a value where it is needed.
            let is_numbered = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
            let is_made = |part: &str| part.starts_with('.') || part.starts_with(MADE_FILLER) || is_numbered(part);
            let is_hidden = name.split('%').skip(1).any(is_made);
            if !is_own || is_hidden || !variable.initial.is_empty() {
                continue;
            }
            let Reads { uses, reads, first, early } = facts.reads;
            let (span, what) = match (early, first) {
                (_, Some(first)) if uses == reads => (first, "never given a value"),
                (Some(early), _) if variable.storage == Storage::Local => (early, "only given a value after that"),
                _ => continue,
            };
            let message = format!("`{}` is read here, but {what}", name.to_uppercase());
            let warning = Diagnostic::warning("W0214", span, message);
            let others = self.names.iter().filter(|(_, facts)| facts.reads.uses > facts.reads.reads);
            warnings.push(match similar(name, others.map(|(other, _)| other.as_str())) {
                Some(meant) => warning.with_help(format!("did you mean `{}`?", meant.to_uppercase())),
                None => warning,
            });
        }
        self.diagnostics.extend(warnings);
    }
}
