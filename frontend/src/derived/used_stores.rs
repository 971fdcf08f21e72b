//! What a unit uses of the module that has the stores.

use super::rewriter::{Need, Rewriter};
use super::stores::source_name;
use crate::tree::visit::{Visit, walk_expr, walk_statement};
use crate::tree::*;
use indexmap::IndexSet;

/// The names of stores, and of what is done to them.
#[derive(Default)]
struct StoreNames(IndexSet<Word>);

impl<'a> Visit<'a> for StoreNames {
    fn expr(&mut self, expr: &'a Expr) {
        if let ExprKind::Reference(name, _) = &expr.kind {
            self.0.extend(source_name(&name.text).map(Word::new));
        }
        walk_expr(self, expr);
    }

    fn statement(&mut self, statement: &'a Statement) {
        if let StatementKind::Call { procedure, .. } = &statement.kind {
            self.0.extend(source_name(&procedure.text).map(Word::new));
        }
        walk_statement(self, statement);
    }
}

impl Rewriter<'_> {
    /// Makes accessible what the unit uses of the stores.
    pub(super) fn need_stores(&mut self, statements: &mut [Statement], contains: &mut Option<Contains>) {
        let mut names = StoreNames::default();
        statements.iter().for_each(|statement| names.statement(statement));
        // The procedure that makes a module's targets has been rewritten.
        let makers = contains.iter().flat_map(|contains| &contains.units).filter(|unit| super::targets::is_maker(unit));
        makers.flat_map(|unit| &unit.statements).for_each(|statement| names.statement(statement));
        let mut stores = self.modules.stores.borrow_mut();
        for source in names.0 {
            self.modules.uses_stores.set(true);
            if source.ends_with(|last: char| last.is_ascii_digit()) {
                stores.insert(source.clone());
            }
            let (module, local) = (super::stores::MODULE.into(), super::stores::local_name(&source));
            self.needs.insert(Need { module, local, source });
        }
    }
}
