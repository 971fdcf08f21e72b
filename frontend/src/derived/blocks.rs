//! BLOCK: its names, and the final procedures of its objects.

use super::gather::gather_block;
use super::gathered::Gathered;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::statements::Body;
use crate::source::Span;
use crate::tree::visit::{Visit, walk_statement};
use crate::tree::*;
use std::collections::VecDeque;
use std::rc::Rc;

impl Body<'_, '_> {
    /// The specification part of a BLOCK.
    pub(super) fn block(&mut self, declarations: Vec<Statement>, rest: &VecDeque<Statement>, span: Span) {
        let outer = Rc::clone(&self.rewriter.names);
        let found = gather_block(&declarations, outer, self.rewriter.modules);
        let Gathered { names, problems, own_pointers, constants, .. } = found;
        let outer_pointers = std::mem::replace(&mut self.rewriter.own_pointers, own_pointers);
        let outer_constants = std::mem::replace(&mut self.rewriter.constants, constants);
        self.rewriter.problems.extend(problems);
        self.rewriter.names = Rc::new(names);
        let outer_finals = std::mem::take(&mut self.rewriter.finalized);
        let (declared, initial) = self.rewriter.declarations(declarations, false);
        let finals = self.rewriter.finalize_block(rest, span);
        let targets = self.rewriter.targets_of_block(rest, span);
        self.rewriter.finalized = outer_finals;
        self.rewriter.constants = outer_constants;
        self.rewriter.own_pointers = outer_pointers;
        self.done.extend(declared);
        self.done.extend(initial);
        let pointing = self.rewriter.point_initially(span);
        self.done.extend(std::mem::take(&mut self.rewriter.prelude));
        self.done.extend(pointing.into_iter().map(|kind| Statement { label: None, kind, span }));
        let finals = finals.and_then(|finals| {
            let (entered, left) = targets?;
            self.done.extend(entered);
            Ok(finals.into_iter().chain(left).collect())
        });
        let finals = finals.unwrap_or_else(|problem| {
            self.failed(problem, true, Statement { label: None, kind: StatementKind::Invalid, span });
            Vec::new()
        });
        self.finals.push(finals);
    }
}

impl Rewriter<'_> {
    /// What is done before the objects of a BLOCK go, which these statements follow. It must end at its END.
    fn finalize_block(&mut self, rest: &VecDeque<Statement>, span: Span) -> Outcome<Vec<StatementKind>> {
        if self.finalized.is_empty() {
            return Ok(Vec::new());
        }
        if may_leave(rest) {
            let what = "EXIT, CYCLE, RETURN or a label in a BLOCK that has objects with final procedures";
            return Err(Problem::Refused(what, span));
        }
        self.finalize_locals(span)
    }

    /// What makes the variables of a BLOCK that pointers may point to, and what frees them.
    fn targets_of_block(
        &mut self,
        rest: &VecDeque<Statement>,
        span: Span,
    ) -> Outcome<(Vec<Statement>, Vec<StatementKind>)> {
        if self.placed_variables().is_empty() {
            return Ok(Default::default());
        }
        if may_leave(rest) {
            let what = "EXIT, CYCLE, RETURN or a label in a BLOCK that has variables with TARGET";
            return Err(Problem::Refused(what, span));
        }
        Ok((self.enter_targets(span)?, self.leave_targets(span)?))
    }
}

/// Whether input and output goes on at a label where it ends or fails.
fn says_label(control: &TransferControl) -> bool {
    control.keyword.as_ref().is_some_and(|keyword| matches!(keyword.text.as_str(), "end" | "eor" | "err"))
}

/// Whether statements up to the END of a BLOCK may leave it in another way. In a DO construct in it EXIT and CYCLE
/// without a name do not.
fn may_leave(rest: &VecDeque<Statement>) -> bool {
    struct Jumps {
        loops: usize,
        is_found: bool,
    }
    impl<'a> Visit<'a> for Jumps {
        fn statement(&mut self, statement: &'a Statement) {
            match &statement.kind {
                StatementKind::Do { .. } => self.loops += 1,
                StatementKind::EndDo(_) => self.loops = self.loops.saturating_sub(1),
                StatementKind::Exit(None) | StatementKind::Cycle(None) => self.is_found |= self.loops == 0,
                StatementKind::Exit(_) | StatementKind::Cycle(_) | StatementKind::Return(_) => self.is_found = true,
                StatementKind::Transfer(transfer) => self.is_found |= transfer.controls.iter().any(says_label),
                _ => {}
            }
            walk_statement(self, statement);
        }
        fn label(&mut self, _: &'a Label) {
            self.is_found = true;
        }
    }
    let (mut jumps, mut depth) = (Jumps { loops: 0, is_found: false }, 0);
    for statement in rest {
        match statement.kind {
            StatementKind::Block(_) => depth += 1,
            StatementKind::EndBlock(_) if depth == 0 => break,
            StatementKind::EndBlock(_) => depth -= 1,
            _ => {}
        }
        jumps.statement(statement);
    }
    jumps.is_found
}
