//! Specification statements as text.

use super::expression::put_expr;
use super::layout::Text;
use super::parts::{
    access_word, put_attribute, put_count, put_dimensions, put_length, put_names, put_type, put_with_name,
};
use super::storage::{put_common, put_equivalence, put_namelist, put_save};
use crate::tree::*;

/// Adds a specification statement or FORMAT; false for any other statement.
pub(super) fn put_specification(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::TypeDeclaration { ty, attributes, entities } => {
            put_declaration(text, ty, attributes, entities);
        }
        StatementKind::DerivedType { access, extends, is_abstract, name } => {
            text.put("type");
            if *is_abstract {
                text.put(", abstract");
            }
            if let Some(parent) = extends {
                text.put(", extends(").put(&parent.text).put(")");
            }
            if let Some(access) = access {
                text.put(", ").put(access_word(*access));
            }
            text.put(" :: ").put(&name.text);
        }
        StatementKind::Sequence => {
            text.put("sequence");
        }
        StatementKind::EndDerivedType(name) => put_with_name(text, "end type", name),
        StatementKind::Dimension(arrays) => text.put("dimension ").list(arrays, |text, array| {
            text.put(&array.name.text);
            put_dimensions(text, &array.dimensions);
        }),
        StatementKind::Parameter(constants) => {
            text.put("parameter (").list(constants, |text, (name, value)| {
                text.put(&name.text).put(" = ");
                put_expr(text, value);
            });
            text.put(")");
        }
        StatementKind::ImplicitNone { types, external } => {
            text.put("implicit none");
            text.put(match (types, external) {
                (_, false) => "",
                (true, true) => " (type, external)",
                (false, true) => " (external)",
            });
        }
        StatementKind::Implicit(rules) => text.put("implicit ").list(rules, |text, rule| {
            put_type(text, &rule.ty);
            text.put(" (").list(&rule.letters, put_letters);
            text.put(")");
        }),
        StatementKind::Data(sets) => text.put("data ").list(sets, |text, set| {
            text.list(&set.objects, put_data_object);
            put_data_values(text, &set.values);
        }),
        StatementKind::External(names) => put_names(text.put("external "), names),
        StatementKind::Intrinsic(names) => put_names(text.put("intrinsic "), names),
        StatementKind::Save(saved) => put_save(text, saved),
        StatementKind::Common(parts) => put_common(text, parts),
        StatementKind::Namelist(groups) => put_namelist(text, groups),
        StatementKind::Equivalence(sets) => put_equivalence(text, sets),
        StatementKind::Format(format) => {
            text.put("format(").put(format).put(")");
        }
        _ => return false,
    }
    true
}

fn put_declaration(text: &mut Text, ty: &TypeSpec, attributes: &[Attribute], entities: &[EntityDeclaration]) {
    put_type(text, ty);
    for attribute in attributes {
        put_attribute(text.put(", ").can_break(), attribute);
    }
    let has_value =
        entities.iter().any(|entity| matches!(entity.initial, Some(Initializer::Value(_) | Initializer::Target(_))));
    // `real functiono(x)` would be the first line of a function where blanks mean nothing.
    let could_be_a_header = entities.first().is_some_and(|entity| entity.name.text.contains("function"));
    text.put(if has_value || could_be_a_header || !attributes.is_empty() { " :: " } else { " " });
    text.list(entities, put_entity);
}

fn put_entity(text: &mut Text, entity: &EntityDeclaration) {
    text.put(&entity.name.text);
    if !entity.dimensions.is_empty() {
        put_dimensions(text, &entity.dimensions);
    }
    match &entity.length {
        Some(LengthSpec::Value(value @ Expr { kind: ExprKind::Integer(..), .. })) => put_expr(text.put("*"), value),
        Some(length) => {
            put_length(text.put("*("), length);
            text.put(")");
        }
        None => {}
    }
    match &entity.initial {
        Some(Initializer::Value(value)) => put_expr(text.put(" = "), value),
        Some(Initializer::Target(value)) => put_expr(text.put(" => "), value),
        Some(Initializer::Data(values)) => put_data_values(text, values),
        None => {}
    }
}

fn put_letters(text: &mut Text, letters: &LetterRange) {
    text.put(letters.first.encode_utf8(&mut [0; 4]));
    if letters.last != letters.first {
        text.put("-").put(letters.last.encode_utf8(&mut [0; 4]));
    }
}

/// The parser bounds the depth of implied DOs.
fn put_data_object(text: &mut Text, object: &DataObject) {
    match object {
        DataObject::Variable(variable) => put_expr(text, variable),
        DataObject::ImpliedDo(implied) => {
            text.put("(").list(&implied.objects, put_data_object);
            put_count(text.put(", ").can_break(), &implied.count);
            text.put(")");
        }
    }
}

fn put_data_values(text: &mut Text, values: &[DataValue]) {
    text.put(" /").list(values, |text, value| {
        if let Some(repeat) = &value.repeat {
            put_expr(text, repeat);
            text.put("*");
        }
        put_expr(text, &value.value);
    });
    text.put("/");
}
