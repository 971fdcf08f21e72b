//! Looking for something in an expression.

use super::visit::{Visit, walk_expr};
use super::*;

/// What a search does at an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It has found what it looks for.
    Found,
    /// It continues with the expressions in this one.
    Inside,
    /// It continues after it.
    Past,
}

/// Whether `look` finds something among the expressions in these, themselves included.
pub fn finds<'a>(exprs: impl IntoIterator<Item = &'a Expr>, look: &mut dyn FnMut(&'a Expr) -> Step) -> bool {
    let mut search = Search { look, is_found: false };
    exprs.into_iter().for_each(|expr| search.expr(expr));
    search.is_found
}

struct Search<'a, 's> {
    look: &'s mut dyn FnMut(&'a Expr) -> Step,
    is_found: bool,
}

impl<'a> Visit<'a> for Search<'a, '_> {
    fn expr(&mut self, expr: &'a Expr) {
        if self.is_found {
            return;
        }
        match (self.look)(expr) {
            Step::Found => self.is_found = true,
            Step::Inside => walk_expr(self, expr),
            Step::Past => {}
        }
    }
}
