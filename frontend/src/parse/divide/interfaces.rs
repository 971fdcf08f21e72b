//! Interface blocks: where they begin and end.

use super::{Divider, OpenUnit, Passing};
use crate::diagnostics::Diagnostic;
use crate::lines::LogicalLine;
use crate::parse::scoping::Opening;
use crate::source::Span;
use crate::tree::{CommentPlace, InterfaceBlock, Statement, StatementKind};

/// How deep program units and interface blocks may be in each other; walks over them recurse.
const MAX_OPEN: usize = 12;

impl Divider {
    pub(super) fn interface(&mut self, line: &LogicalLine, opening: Opening) {
        let span = line.whole();
        if self.open.is_empty() {
            self.open_unit(None, span);
        }
        if !self.is_inside() || self.open.len() > MAX_OPEN {
            self.diagnostics.push(Diagnostic::error("E0122", span, "an INTERFACE block is not allowed here"));
            self.passing = Some(Passing { end: "end interface", depth: 1 });
            return;
        }
        // What follows INTERFACE would follow END INTERFACE in print.
        self.comments.iter_mut().for_each(|comment| comment.is_trailing = false);
        if let Some(OpenUnit::Unit(unit)) = self.open.last() {
            self.place_comments(CommentPlace::Statement(unit.statements.len() as u32));
        }
        let Opening { generic, is_abstract } = opening;
        let block = InterfaceBlock { generic, is_abstract, procedures: Vec::new(), bodies: Vec::new(), end: span };
        self.open.push(OpenUnit::Interface { label: line.label, block, span });
    }

    pub(super) fn end_interface(&mut self, line: &LogicalLine) {
        let span = line.whole();
        let Some(at) = self.open.iter().rposition(|open| matches!(open, OpenUnit::Interface { .. })) else {
            let error = Diagnostic::error("E0122", span, "END INTERFACE without INTERFACE");
            self.diagnostics.push(error);
            return;
        };
        while self.open.len() > at + 1 {
            self.missing_end(Some(span));
        }
        self.close_interface(span);
    }

    /// Closes the innermost open thing, which is an interface block.
    pub(super) fn close_interface(&mut self, end: Span) {
        let Some(OpenUnit::Interface { label, block, span }) = self.open.pop() else { return };
        if let Some(OpenUnit::Unit(unit)) = self.open.last_mut() {
            let kind = StatementKind::Interface(Box::new(InterfaceBlock { end, ..block }));
            unit.statements.push(Statement { label, kind, span });
        }
    }
}
