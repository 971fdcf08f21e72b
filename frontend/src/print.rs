//! The parse tree as Fortran again, in the form in which it was written.

mod expression;
mod layout;
mod statement;

use crate::resolved::UnitKind;
use crate::tree::*;
use layout::{Layout, Text};
use statement::{put_statement, put_type};
use std::fmt;

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut layout = Layout::new(self.form);
        for (index, unit) in self.units.iter().enumerate() {
            if index > 0 {
                layout.blank_line();
            }
            print_unit(&mut layout, unit);
        }
        f.write_str(&layout.finish())
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::default();
        expression::put_expr(&mut text, self);
        f.write_str(text.as_str())
    }
}

fn print_unit(layout: &mut Layout, unit: &Unit) {
    if let Some(header) = &unit.header {
        layout.statement(header.label, 0, &header_text(header));
    }
    // For each open construct, the label that ends it, if it is no END IF or END DO.
    let mut open: Vec<Option<u32>> = Vec::new();
    for statement in &unit.statements {
        let closes = matches!(
            statement.kind,
            StatementKind::EndIf(_) | StatementKind::EndDo(_) | StatementKind::Else(_) | StatementKind::ElseIf { .. }
        );
        if closes {
            open.pop();
        }
        if statement.kind == StatementKind::Invalid {
            layout.comment(open.len() + 1, "a statement that is not valid stood here");
        } else {
            let mut text = Text::default();
            put_statement(&mut text, &statement.kind);
            layout.statement(statement.label, open.len() + 1, &text);
        }
        while statement.label.is_some() && open.last() == Some(&statement.label.map(|label| label.value)) {
            open.pop();
        }
        match &statement.kind {
            StatementKind::Do { label, .. } => open.push(label.map(|label| label.value)),
            StatementKind::IfThen { .. } | StatementKind::Else(_) | StatementKind::ElseIf { .. } => open.push(None),
            _ => {}
        }
    }
    if let Some(end) = &unit.end {
        layout.statement(end.label, 0, &end_text(end));
    }
}

fn unit_word(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Program => "program",
        UnitKind::Subroutine => "subroutine",
        UnitKind::Function => "function",
        UnitKind::BlockData => "block data",
    }
}

fn header_text(header: &Header) -> Text {
    let mut text = Text::default();
    if let Some(ty) = &header.ty {
        put_type(&mut text, ty);
        text.put(" ");
    }
    text.put(unit_word(header.kind)).put(" ").put(&header.name.text);
    if header.kind != UnitKind::Program {
        text.put("(");
        text.list(&header.dummies, |text, dummy| {
            text.put(&dummy.text);
        });
        text.put(")");
    }
    if let Some(result) = &header.result {
        text.put(" result(").put(&result.text).put(")");
    }
    text
}

fn end_text(end: &End) -> Text {
    let mut text = Text::default();
    text.put("end");
    if let Some(kind) = end.kind {
        text.put(" ").put(unit_word(kind));
    }
    if let Some(name) = &end.name {
        text.put(" ").put(&name.text);
    }
    text
}
