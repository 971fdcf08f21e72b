//! SELECT RANK: a procedure with arguments of assumed rank is compiled for each rank, so that one block is left, or
//! none.

use super::implied_do::Rename;
use super::rewriter::Problem;
use super::statements::Body;
use super::typing::integer_value;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::visit::VisitMut;
use crate::tree::*;
use std::collections::VecDeque;

/// The name of the construct.
pub(super) const SELECT_RANK: &str = "SELECT RANK";

impl Body<'_, '_> {
    /// Puts the statements of the block that is executed in front of those that follow the construct.
    pub(super) fn select_rank(
        &mut self,
        (name, association, selector): (Option<Name>, Option<Name>, Expr),
        (label, span): (Option<Label>, Span),
        rest: &mut VecDeque<Statement>,
    ) {
        let (blocks, end) = self.blocks(SELECT_RANK, span, rest);
        let Some(rank) = self.rewriter.shape_of(&selector).rank else {
            let message = "the selector of SELECT RANK is no variable whose rank is known";
            let problem = Problem::error("E0265", selector.span, message);
            return self.failed(problem, true, Statement { label, kind: StatementKind::Invalid, span });
        };
        let (mut chosen, mut default) = (None, None);
        for (at, block) in blocks.iter().enumerate() {
            let TypeGuard::Rank(guard) = &block.guard else { continue };
            match &**guard {
                RankGuard::Number(number) => {
                    let Some(value) = integer_value(&self.rewriter.names, number) else {
                        let error = Diagnostic::error("E0205", number.span, "a rank is a constant that is known here");
                        self.rewriter.problems.push(error);
                        continue;
                    };
                    chosen = chosen.or((value == rank as i64).then_some(at));
                }
                // What has assumed size is no argument of assumed rank here.
                RankGuard::AssumedSize => {}
                RankGuard::Default => default = Some(at),
            }
        }
        let chosen = chosen.or(default).and_then(|at| blocks.into_iter().nth(at));
        let mut statements = chosen.map_or_else(Vec::new, |block| block.statements);
        if let (Some(association), ExprKind::Name(selector)) = (association, &selector.kind) {
            let mut rename = Rename { from: &association.text, to: selector };
            statements.iter_mut().for_each(|statement| rename.statement(statement));
        }
        let around = name.map(|name| (StatementKind::Block(Some(name.clone())), StatementKind::EndBlock(Some(name))));
        self.put_block(around.unzip(), statements, (label, end, span), rest);
    }
}
