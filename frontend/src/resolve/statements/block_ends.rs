//! Where blocks end, and what is still open at END.

use super::blocks::{Body, label_value};
use super::labels::Target;
use super::open_blocks::{OpenKind, opener_words};
use crate::diagnostics::Diagnostic;
use crate::resolved::{Expr, Statement, StatementKind};
use crate::source::Span;
use crate::tree::{self, Name};

impl<'a> Body<'_, 'a> {
    /// Makes the innermost block that `is_wanted` likes the innermost of all. The blocks open inside it are reported
    /// and closed. False, and a report, if there is none.
    pub(in crate::resolve) fn unwind_to(&mut self, is_wanted: fn(&OpenKind) -> bool, words: &str, span: Span) -> bool {
        let Some(wanted) = self.open.iter().rposition(|open| is_wanted(&open.kind)) else {
            if !self.has_invalid && !self.settle_pending_end(words) {
                self.scope.error("E0265", span, format!("{words} without the block that it belongs to"));
            }
            return false;
        };
        if wanted + 1 < self.open.len() {
            let inner = &self.open[wanted + 1];
            let is_news = !self.has_invalid && !inner.reported;
            let error = Diagnostic::error("E0264", span, format!("{words} inside a block that is still open"));
            let error = error.with_related(inner.span, format!("this {} is not closed", opener_words(&inner.kind)));
            if is_news {
                self.scope.report(error);
            }
            self.abandon_to(wanted);
        }
        true
    }

    /// Closes all blocks inside the given one, which have not ended yet.
    pub(in crate::resolve) fn abandon_to(&mut self, outer: usize) {
        while self.open.len() > outer + 1 {
            match self.open[self.open.len() - 1].kind {
                OpenKind::Unit => return,
                OpenKind::Do { .. } => self.pending_ends.loops += 1,
                OpenKind::If { .. } => self.pending_ends.ifs += 1,
                _ => self.pending_ends.others += 1,
            }
            self.close_innermost(None);
        }
    }

    /// True if the statement belongs to a block that was closed too early, which has been reported.
    pub(in crate::resolve) fn settle_pending_end(&mut self, words: &str) -> bool {
        match words {
            "END IF" if self.pending_ends.ifs > 0 => self.pending_ends.ifs -= 1,
            "END DO" if self.pending_ends.loops > 0 => self.pending_ends.loops -= 1,
            "END IF" | "END DO" => return false,
            words if words.starts_with("END ") && self.pending_ends.others > 0 => self.pending_ends.others -= 1,
            _ => {
                return words.starts_with("ELSE") && self.pending_ends.ifs > 0
                    || words == "CASE" && self.pending_ends.others > 0;
            }
        }
        true
    }

    /// ELSE IF and ELSE.
    pub(in crate::resolve) fn next_arm(
        &mut self,
        statement: &tree::Statement,
        next: Option<Expr>,
        name: Option<&Name>,
    ) {
        let words = if next.is_some() { "ELSE IF" } else { "ELSE" };
        self.define(statement.label, Target::NotExecutable);
        if !self.unwind_to(|kind| matches!(kind, OpenKind::If { .. }), words, statement.span) {
            return;
        }
        let last = self.open.len() - 1;
        if name.is_some() {
            self.check_name(name, words, statement.span);
        }
        let outer = self.open[last - 1].block;
        let open = &mut self.open[last];
        let OpenKind::If { arms, condition } = &mut open.kind else { return };
        match std::mem::replace(condition, next) {
            Some(condition) => arms.push((condition, std::mem::take(&mut open.body))),
            None => {
                *condition = None;
                let error =
                    Diagnostic::error("E0265", statement.span, format!("{words} after the ELSE of the same IF"))
                        .with_help("remove it");
                self.scope.report(error.with_related(open.span, "the IF"));
                return;
            }
        }
        let opener = open.span;
        open.block = self.labels.add_block(outer, opener);
    }

    /// The end of a construct other than DO.
    pub(in crate::resolve) fn end_construct(
        &mut self,
        statement: &tree::Statement,
        name: Option<&Name>,
        is_it: fn(&OpenKind) -> bool,
        words: &str,
    ) {
        if self.unwind_to(is_it, words, statement.span) {
            self.check_name(name, words, statement.span);
            self.close_innermost(None);
        }
        self.define(statement.label, Target::Executable);
        let label = label_value(statement.label);
        self.refuse_as_terminal(statement);
        if label.is_some() {
            self.statements().push(Statement { label, kind: StatementKind::Continue, span: statement.span });
        }
    }

    pub(in crate::resolve) fn end_do(&mut self, statement: &tree::Statement, name: Option<&Name>) {
        if !self.unwind_to(|kind| matches!(kind, OpenKind::Do { .. }), "END DO", statement.span) {
            self.define(statement.label, Target::Executable);
            return;
        }
        self.define(statement.label, Target::Executable);
        self.check_name(name, "END DO", statement.span);
        let label = label_value(statement.label);
        let open = &self.open[self.open.len() - 1];
        let OpenKind::Do { terminal, .. } = &open.kind else { return };
        let end = Statement { label, kind: StatementKind::Continue, span: statement.span };
        match terminal {
            Some(terminal) if Some(terminal.value) == label => return self.add_labelled(end),
            Some(terminal) if !self.has_invalid => {
                let message = format!("END DO, but the innermost loop ends at the label {}", terminal.value);
                let error = Diagnostic::error("E0264", statement.span, message);
                self.scope.report(error.with_related(open.span, "the loop"));
            }
            _ => {}
        }
        if label.is_some() {
            self.statements().push(end);
        }
        self.close_innermost(None);
    }

    /// Checks the construct's name at the end of the innermost block.
    pub(in crate::resolve) fn check_name(&mut self, name: Option<&Name>, words: &str, span: Span) {
        let open = &self.open[self.open.len() - 1];
        let error = match (open.name, name) {
            (Some(opened), Some(name)) if opened.text == name.text => return,
            (None, None) => return,
            (Some(opened), _) => {
                let message = format!("{words} must name the construct `{}`", opened.text.to_uppercase());
                Diagnostic::error("E0268", name.map_or(span, |name| name.span), message)
            }
            (None, Some(name)) => {
                let message = format!("{words} names `{}`, but the block has no name", name.text.to_uppercase());
                Diagnostic::error("E0268", name.span, message)
            }
        };
        let error = error.with_related(open.span, "the block begins here");
        self.scope.report(error);
    }

    /// Closes what is open at END, checks the labels, and returns the unit's statements.
    pub(in crate::resolve) fn finish(mut self) -> Vec<Statement> {
        while self.open.len() > 1 {
            self.report_unclosed();
            self.close_innermost(None);
        }
        if let Some(end) = &self.scope.tree.end
            && let Some(label) = end.label
        {
            self.define(Some(label), Target::Executable);
            let statement = Statement { label: Some(label.value), kind: StatementKind::Continue, span: end.span };
            self.statements().push(statement);
        }
        if !self.has_invalid {
            self.warn_of_unused_formats();
        }
        let Body { scope, labels, mut open, .. } = self;
        labels.check(scope);
        open.pop().map(|unit| unit.body).unwrap_or_default()
    }

    pub(in crate::resolve) fn report_unclosed(&mut self) {
        let open = &self.open[self.open.len() - 1];
        let terminal = match &open.kind {
            OpenKind::Do { terminal, .. } => *terminal,
            _ => None,
        };
        let place = terminal.and_then(|terminal| self.labels.place(terminal.value));
        let error = match (terminal, place) {
            (Some(terminal), Some(place)) => {
                let message = format!("the label {} does not end this loop", terminal.value);
                Diagnostic::error("E0266", terminal.span, message)
                    .with_related(place, "it must label an executable statement after the DO")
            }
            (Some(terminal), None) => {
                Diagnostic::error("E0261", terminal.span, format!("label {} is not defined", terminal.value))
                    .with_label("the loop ends there")
            }
            (None, _) => {
                let words = opener_words(&open.kind);
                let end = format!("END {words}");
                Diagnostic::error("E0264", open.span, format!("missing {end} for this {words}"))
            }
        };
        // A missing label is news even where statements are lacking.
        if !open.reported && (!self.has_invalid || (terminal.is_some() && place.is_none())) {
            self.scope.report(error);
        }
    }
}
