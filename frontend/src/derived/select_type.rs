//! SELECT TYPE: the type of the selector is known, so that one block is left, or none.

use super::rewriter::Problem;
use super::statements::Body;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use std::collections::VecDeque;

/// A block with what it is for.
struct GuardedBlock {
    guard: TypeGuard,
    statements: Vec<Statement>,
}

impl Body<'_, '_> {
    /// Puts the statements of the block that is executed in front of those that follow the construct.
    pub(super) fn select_type(
        &mut self,
        (name, association, selector): (Option<Name>, Option<Name>, Expr),
        (label, span): (Option<Label>, Span),
        rest: &mut VecDeque<Statement>,
    ) {
        let (blocks, end) = self.blocks(span, rest);
        let guards: Vec<&TypeGuard> = blocks.iter().map(|block| &block.guard).collect();
        let chosen = self.rewriter.chosen_block(&selector, &guards);
        // The selector itself is rewritten where it is used.
        self.rewriter.prelude.clear();
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(problem) => {
                return self.failed(problem, true, Statement { label, kind: StatementKind::Invalid, span });
            }
        };
        let plain = |kind| Statement { label: None, kind, span };
        let (open, close) = match (association, name) {
            (Some(association), name) => {
                let associations = vec![Association { name: association, selector }];
                let open = StatementKind::Associate { name: name.clone(), associations };
                (Some(open), Some(StatementKind::EndAssociate(name)))
            }
            (None, Some(name)) => {
                (Some(StatementKind::Block(Some(name.clone()))), Some(StatementKind::EndBlock(Some(name))))
            }
            (None, None) => (None, None),
        };
        let labelled = |label: Option<Label>| {
            label.map(|label| Statement { label: Some(label), kind: StatementKind::Continue, span: label.span })
        };
        let chosen = chosen.and_then(|at| blocks.into_iter().nth(at)).map(|block| block.statements);
        let all = labelled(label)
            .into_iter()
            .chain(open.map(plain))
            .chain(chosen.into_iter().flatten())
            .chain(labelled(end))
            .chain(close.map(plain));
        let all: Vec<Statement> = all.collect();
        all.into_iter().rev().for_each(|statement| rest.push_front(statement));
    }

    /// Takes the blocks of a construct up to its END SELECT, whose label is the second result.
    fn blocks(&mut self, span: Span, rest: &mut VecDeque<Statement>) -> (Vec<GuardedBlock>, Option<Label>) {
        let (mut blocks, mut depth): (Vec<GuardedBlock>, usize) = (Vec::new(), 0);
        let mut is_stray = false;
        while let Some(statement) = rest.pop_front() {
            match statement.kind {
                StatementKind::EndSelect(_) if depth == 0 => return (blocks, statement.label),
                StatementKind::TypeGuard { guard, .. } if depth == 0 => {
                    blocks.push(GuardedBlock { guard, statements: Vec::new() });
                    continue;
                }
                StatementKind::EndSelect(_) => depth -= 1,
                StatementKind::SelectCase { .. } | StatementKind::SelectType { .. } => depth += 1,
                _ => {}
            }
            match blocks.last_mut() {
                Some(block) => block.statements.push(statement),
                // Only the first one is reported.
                None if !matches!(statement.kind, StatementKind::Invalid)
                    && !std::mem::replace(&mut is_stray, true) =>
                {
                    let message = "this statement is not in a block of SELECT TYPE";
                    self.rewriter.problems.push(Diagnostic::error("E0265", statement.span, message));
                }
                None => is_stray = true,
            }
        }
        let error = Diagnostic::error("E0264", span, "this SELECT TYPE is not closed by END SELECT");
        self.rewriter.problems.push(error.with_help("write its END SELECT"));
        (blocks, None)
    }

    /// A guard that is in no SELECT TYPE.
    pub(super) fn stray_guard(span: Span) -> Problem {
        Problem::error("E0265", span, "this is not in a SELECT TYPE")
    }
}
