//! Statements that are refused, and the parts of a file that are passed over for that.

use super::{Divider, OpenUnit, Passing};
use crate::lines::LogicalLine;
use crate::parse::classify::{Class, classify};
use crate::parse::input::Input;
use crate::parse::lexical::after_keyword;
use crate::parse::refused_names::{is_function, procedure_in};
use crate::parse::unsupported::Unsupported;
use crate::tree::StatementKind;

impl Divider {
    /// Begins a unit whose first statement was refused.
    pub(super) fn begin_refused(&mut self, line: &LogicalLine) {
        while self.is_inside() {
            self.missing_end(Some(line.whole()));
        }
        self.note_procedure(line);
        self.open_unit(None, line.whole());
        self.statement(line, StatementKind::Invalid);
    }

    /// Reports to the unit around it a procedure of which nothing but the name is known.
    fn note_procedure(&mut self, line: &LogicalLine) {
        let host = self.open.iter_mut().rev().find_map(|open| match open {
            OpenUnit::Unit(unit) => Some(unit),
            OpenUnit::Interface { .. } => None,
        });
        if let (Some(host), Some(names)) = (host, procedure_in(line)) {
            host.refused_names.extend(names);
        }
    }

    pub(super) fn refuse(&mut self, line: &LogicalLine, unsupported: Unsupported) {
        let known = unsupported.follows && self.refused.contains(&unsupported.name);
        if !known {
            self.diagnostics.push(unsupported.diagnostic(Input::new(line)));
        }
        self.refused.push(unsupported.name);
        self.passing = unsupported.region.map(|end| Passing { end, depth: 1 });
        if is_function(Input::new(line)) {
            self.begin_refused(line);
        } else {
            self.statement(line, StatementKind::Invalid);
        }
    }

    /// Takes a statement of a part that is skipped; false if it is not in one.
    pub(super) fn pass_over(&mut self, line: &LogicalLine) -> bool {
        let Some(passing) = &mut self.passing else { return false };
        let input = Input::new(line);
        if after_keyword(passing.end, input).is_some() {
            passing.depth -= 1;
            if passing.depth == 0 {
                self.passing = None;
            }
        } else if passing.end == "end interface" {
            // The interface bodies may hold interface blocks.
            passing.depth += usize::from(classify(input, true).0 == Class::Interface);
            self.note_procedure(line);
        }
        true
    }
}
