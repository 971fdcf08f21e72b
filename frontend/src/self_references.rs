//! A procedure that passes itself as an argument, or has a pointer to itself, becomes RECURSIVE, as all are since
//! Fortran 2018.

use crate::resolved::UnitKind;
use crate::tree::visit::{Visit, walk_expr, walk_statement};
use crate::tree::*;

/// Marks such procedures of all files.
pub(crate) fn mark_self_references(files: &mut [File]) {
    files.iter_mut().flat_map(|file| &mut file.units).for_each(mark);
}

fn mark(unit: &mut Unit) {
    unit.contains.iter_mut().flat_map(|contains| &mut contains.units).for_each(mark);
    let Some(header) = &unit.header else { return };
    // Otherwise the name is that of the result.
    let names_itself = match header.kind {
        UnitKind::Subroutine => true,
        UnitKind::Function => header.result.as_ref().is_some_and(|result| result.text != header.name.text),
        _ => false,
    };
    if !names_itself || header.prefixes.iter().any(|one| matches!(one, Prefix::Recursive | Prefix::Elemental)) {
        return;
    }
    let mut search = Search { name: &header.name.text, is_found: false };
    unit.statements.iter().for_each(|statement| search.statement(statement));
    if search.is_found
        && let Some(header) = &mut unit.header
    {
        header.prefixes.push(Prefix::Recursive);
    }
}

struct Search<'s> {
    name: &'s Word,
    is_found: bool,
}

impl Search<'_> {
    fn look<'e>(&mut self, values: impl IntoIterator<Item = &'e Expr>) {
        let is_own = |value: &Expr| matches!(&value.kind, ExprKind::Name(name) if name == self.name);
        self.is_found |= values.into_iter().any(is_own);
    }
}

impl<'a> Visit<'a> for Search<'_> {
    fn statement(&mut self, statement: &'a Statement) {
        match &statement.kind {
            StatementKind::Call { arguments, .. } => self.look(arguments.iter().map(|one| &one.value)),
            StatementKind::PointerAssign { value, .. } => self.look([value]),
            _ => {}
        }
        walk_statement(self, statement);
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Reference(_, arguments) => self.look(arguments.iter().map(|one| &one.value)),
            ExprKind::Component(part) => self.look(part.arguments.iter().flatten().map(|one| &one.value)),
            _ => {}
        }
        walk_expr(self, expr);
    }
}
