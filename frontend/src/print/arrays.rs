//! ALLOCATABLE, ALLOCATE, DEALLOCATE, WHERE and FORALL as text.

use super::expression::put_expr;
use super::layout::Text;
use super::parts::{put_bare_type, put_construct, put_dimensions, put_indices, put_with_name};
use super::statement::put_statement;
use crate::tree::*;

/// Adds a statement about arrays; false for any other statement.
pub(super) fn put_array_statement(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Allocatable(arrays) => text.put("allocatable ").list(arrays, |text, array| {
            text.put(&array.name.text);
            if !array.dimensions.is_empty() {
                put_dimensions(text, &array.dimensions);
            }
        }),
        StatementKind::Allocate { ty, objects, options } => {
            text.put("allocate (");
            if let Some(ty) = ty {
                put_bare_type(text, ty);
                text.put(" :: ");
            }
            put_allocation(text, objects, options);
        }
        StatementKind::Deallocate { objects, options } => {
            put_allocation(text.put("deallocate ("), objects, options);
        }
        StatementKind::Where { mask, action } => {
            put_mask(text.put("where "), mask);
            put_statement(text.put(" ").can_break(), &action.kind);
        }
        StatementKind::WhereConstruct { name, mask } => {
            put_construct(text, name);
            put_mask(text.put("where "), mask);
        }
        StatementKind::Elsewhere { mask, name } => {
            text.put("elsewhere");
            if let Some(mask) = mask {
                put_mask(text.put(" "), mask);
            }
            put_with_name(text, "", name);
        }
        StatementKind::EndWhere(name) => put_with_name(text, "end where", name),
        StatementKind::Forall { header, action } => {
            put_header(text, header);
            put_statement(text.put(" ").can_break(), &action.kind);
        }
        StatementKind::ForallConstruct { name, header } => {
            put_construct(text, name);
            put_header(text, header);
        }
        StatementKind::EndForall(name) => put_with_name(text, "end forall", name),
        _ => return false,
    }
    true
}

fn put_mask(text: &mut Text, mask: &Expr) {
    put_expr(text.put("("), mask);
    text.put(")");
}

fn put_allocation(text: &mut Text, objects: &[Expr], options: &[(Name, Expr)]) {
    text.list(objects, put_expr);
    for (keyword, value) in options {
        put_expr(text.put(", ").can_break().put(&keyword.text).put(" = "), value);
    }
    text.put(")");
}

fn put_header(text: &mut Text, header: &ForallHeader) {
    put_indices(text.put("forall ("), &header.indices, header.mask.as_ref());
    text.put(")");
}
