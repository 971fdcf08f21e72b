//! The parse tree as Fortran again, in the form in which it was written.

mod arrays;
mod comments;
mod expression;
mod layout;
mod parts;
mod scoping;
mod specification;
mod statement;
mod storage;

use crate::tree::*;
use comments::Comments;
use layout::{Layout, Text};
use parts::{put_dummies, put_names, put_type};
use statement::put_statement;
use std::fmt;

pub(crate) use expression::sign_of;

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut layout = Layout::new(self.form);
        for (index, unit) in self.units.iter().enumerate() {
            if index > 0 {
                layout.blank_line();
            }
            print_unit(&mut layout, unit, 0);
        }
        Comments::new(&self.comments).before(&mut layout, 0, CommentPlace::End);
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

/// Prints a unit with those in it; the parser bounds how deep they are in each other.
fn print_unit(layout: &mut Layout, unit: &Unit, depth: usize) {
    let mut comments = Comments::new(&unit.comments);
    if let Some(header) = &unit.header {
        comments.before(layout, depth, CommentPlace::Header);
        layout.statement(header.label, depth, &header_text(header));
        comments.after(layout, CommentPlace::Header);
    }
    // For each open construct, the label that ends it, if it is not an END IF or END DO.
    let mut open: Vec<Option<u32>> = Vec::new();
    for (index, statement) in unit.statements.iter().enumerate() {
        if let Part::Continues | Part::Closes = statement.kind.part() {
            open.pop();
        }
        let (depth, place) = (depth + open.len() + 1, CommentPlace::Statement(index as u32));
        comments.before(layout, depth, place);
        print_statement(layout, statement, depth);
        comments.after(layout, place);
        while statement.label.is_some() && open.last() == Some(&statement.label.map(|label| label.value)) {
            open.pop();
        }
        match (statement.kind.part(), &statement.kind) {
            (Part::Opens, StatementKind::Do { label, .. }) => open.push(label.map(|label| label.value)),
            (Part::Opens | Part::Continues, _) => open.push(None),
            (Part::Specification | Part::Either | Part::Action | Part::Closes, _) => {}
        }
    }
    if let Some(contains) = &unit.contains {
        comments.before(layout, depth + 1, CommentPlace::Contains);
        layout.statement(contains.label, depth, Text::default().put("contains"));
        comments.after(layout, CommentPlace::Contains);
        for unit in &contains.units {
            print_unit(layout, unit, depth + 1);
        }
    }
    if let Some(end) = &unit.end {
        comments.before(layout, depth + 1, CommentPlace::End);
        layout.statement(end.label, depth, &end_text(end));
        comments.after(layout, CommentPlace::End);
    }
}

fn print_statement(layout: &mut Layout, statement: &Statement, depth: usize) {
    if statement.kind == StatementKind::Invalid {
        return layout.comment(depth, "a statement that is not valid stood here");
    }
    let mut text = Text::default();
    put_statement(&mut text, &statement.kind);
    layout.statement(statement.label, depth, &text);
    if let StatementKind::Interface(block) = &statement.kind {
        if !block.procedures.is_empty() {
            let mut text = Text::default();
            put_names(text.put("procedure "), &block.procedures);
            layout.statement(None, depth + 1, &text);
        }
        for body in &block.bodies {
            print_unit(layout, body, depth + 1);
        }
        layout.statement(None, depth, Text::default().put("end interface"));
    }
}

fn header_text(header: &Header) -> Text {
    let mut text = Text::default();
    for prefix in &header.prefixes {
        text.put(prefix.word()).put(" ");
    }
    if let Some(ty) = &header.ty {
        put_type(&mut text, ty);
        text.put(" ");
    }
    text.put(header.word().word());
    if let Some(Parent { ancestor, submodule }) = header.parent.as_deref() {
        text.put(" (").put(&ancestor.text);
        if let Some(submodule) = submodule {
            text.put(":").put(&submodule.text);
        }
        text.put(")");
    }
    if header.name.text != UNNAMED_BLOCK_DATA {
        text.put(" ").put(&header.name.text);
    }
    if matches!(header.word(), UnitWord::Subroutine | UnitWord::Function) {
        put_dummies(&mut text, &header.dummies, &header.result);
    }
    text
}

fn end_text(end: &End) -> Text {
    let mut text = Text::default();
    text.put("end");
    if let Some(word) = end.word {
        text.put(" ").put(word.word());
    }
    if let Some(name) = &end.name {
        text.put(" ").put(&name.text);
    }
    text
}
