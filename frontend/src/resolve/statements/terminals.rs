//! Terminal statements of labelled DO loops: which may end a loop, and the copies of a shared one.

use super::blocks::{Body, label_value};
use super::open_blocks::{OpenKind, opener_words};
use crate::diagnostics::Diagnostic;
use crate::resolved::{Statement, Terminal};
use crate::tree;

impl Body<'_, '_> {
    /// Adds a statement, which ends the loops whose terminal statement it is.
    pub(in crate::resolve) fn add_labelled(&mut self, statement: Statement) {
        let innermost = statement.label.and_then(|label| {
            let label = Some(label);
            self.open.iter().rposition(|open| terminal_of(&open.kind) == label)
        });
        let Some(innermost) = innermost else {
            self.statements().push(statement);
            return;
        };
        if innermost + 1 < self.open.len() {
            self.report_crossed(innermost, &statement);
        }
        let mut shared = false;
        while terminal_of(&self.open[self.open.len() - 1].kind) == statement.label {
            let block = self.block();
            if let Some(label) = statement.label {
                self.labels.move_to(label, block);
            }
            self.close_innermost(Some(Box::new(Terminal { statement: statement.clone(), shared })));
            shared = true;
        }
    }

    /// Reports the block that is still open at a loop's terminal statement, and closes all of them.
    fn report_crossed(&mut self, innermost: usize, terminal: &Statement) {
        let (owner, inner) = (&self.open[innermost], &self.open[innermost + 1]);
        let message = format!("the loop ends inside a block, at the label {}", terminal.label.unwrap_or_default());
        let error = Diagnostic::error("E0266", terminal.span, message)
            .with_related(owner.span, "the loop")
            .with_related(inner.span, format!("this {} is not closed", opener_words(&inner.kind)));
        if !self.has_invalid && !inner.reported {
            self.scope.report(error);
        }
        self.abandon_to(innermost);
    }

    /// Reports a statement that can't end a loop because it opens or closes a block.
    pub(in crate::resolve) fn refuse_as_terminal(&mut self, statement: &tree::Statement) {
        let Some(label) = statement.label else { return };
        for open in &mut self.open {
            if terminal_of(&open.kind) == Some(label.value) {
                open.reported = true;
                let error = Diagnostic::error("E0266", statement.span, "this statement can't end a loop");
                self.scope.report(error.with_related(open.span, "the loop"));
                return;
            }
        }
    }

    /// Reports an action that can't end a loop, because what follows it would never be reached.
    pub(in crate::resolve) fn check_terminal_action(&mut self, statement: &tree::Statement) {
        use tree::StatementKind::{ArithmeticIf, AssignedGoto, Cycle, Exit, Goto, Return, Stop};
        let is_jump = matches!(statement.kind, Goto(_) | AssignedGoto { .. } | ArithmeticIf { .. });
        if is_jump || matches!(statement.kind, Return(_) | Stop { .. } | Exit(_) | Cycle(_)) {
            let before = self.open.iter().map(|open| open.reported).collect::<Vec<bool>>();
            self.refuse_as_terminal(statement);
            // The loop does end here all the same.
            self.open.iter_mut().zip(before).for_each(|(open, reported)| open.reported = reported);
        }
    }
}

/// The label of the terminal statement of an open loop.
fn terminal_of(kind: &OpenKind) -> Option<u32> {
    match kind {
        OpenKind::Do { terminal, .. } => label_value(*terminal),
        _ => None,
    }
}
