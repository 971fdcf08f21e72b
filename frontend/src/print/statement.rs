//! Statements as text, without label and layout.

use super::arrays::put_array_statement;
use super::expression::{put_arguments, put_expr, put_items};
use super::layout::Text;
use super::scoping::{access_word, put_concurrent, put_new_construct, put_scoping};
use super::storage::{put_common, put_equivalence, put_save};
use crate::tree::*;

/// Adds a statement.
pub(super) fn put_statement(text: &mut Text, kind: &StatementKind) {
    match kind {
        StatementKind::LogicalIf { condition, action } => {
            text.put("if (");
            put_expr(text, condition);
            text.put(") ").can_break();
            // The action is not a logical IF itself.
            put_simple(text, &action.kind);
        }
        kind => put_simple(text, kind),
    }
}

/// A new statement does not compile until it is said here which function prints it.
fn put_simple(text: &mut Text, kind: &StatementKind) {
    use StatementKind::*;
    let is_printed = match kind {
        TypeDeclaration { .. }
        | Dimension(_)
        | Parameter(_)
        | ImplicitNone { .. }
        | Implicit(_)
        | Data(_)
        | External(_)
        | Intrinsic(_)
        | Save(_)
        | Common(_)
        | Equivalence(_)
        | Format(_) => put_specification(text, kind),
        Goto(_)
        | AssignLabel { .. }
        | AssignedGoto { .. }
        | ComputedGoto { .. }
        | ArithmeticIf { .. }
        | IfThen { .. }
        | ElseIf { .. }
        | Else(_)
        | EndIf(_)
        | Do { .. }
        | EndDo(_)
        | Exit(_)
        | Cycle(_) => put_jump(text, kind),
        Use(_) | Import(_) | Access(..) | Attribute(..) | Interface(_) => put_scoping(text, kind),
        SelectCase { .. }
        | Case { .. }
        | EndSelect(_)
        | Block(_)
        | EndBlock(_)
        | Associate { .. }
        | EndAssociate(_) => put_new_construct(text, kind),
        Allocatable(_)
        | Allocate { .. }
        | Deallocate { .. }
        | Where { .. }
        | WhereConstruct { .. }
        | Elsewhere { .. }
        | EndWhere(_)
        | Forall { .. }
        | ForallConstruct { .. }
        | EndForall(_) => put_array_statement(text, kind),
        Assign { .. }
        | Continue
        | Call { .. }
        | Return(_)
        | Entry(_)
        | Stop { .. }
        | Pause(_)
        | Transfer(_)
        | Unsupported(_) => put_other(text, kind),
        // Nothing is known of the one, and the other is printed with its action.
        Invalid | LogicalIf { .. } => true,
    };
    debug_assert!(is_printed, "{kind:?} is printed by another function");
}

/// Adds a specification statement or FORMAT; false if it is none.
fn put_specification(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::TypeDeclaration { ty, attributes, entities } => {
            put_declaration(text, ty, attributes, entities);
        }
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
        StatementKind::Equivalence(sets) => put_equivalence(text, sets),
        StatementKind::Format(format) => {
            text.put("format(").put(format).put(")");
        }
        _ => return false,
    }
    true
}

/// Adds a statement that changes the flow of control; false if it is none.
fn put_jump(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Goto(label) => {
            text.put("go to ").put(&label.value.to_string());
        }
        StatementKind::AssignLabel { label, variable } => {
            text.put("assign ").put(&label.value.to_string()).put(" to ").put(&variable.text);
        }
        StatementKind::AssignedGoto { variable, labels } => {
            text.put("go to ").put(&variable.text);
            if !labels.is_empty() {
                text.put(", (").list(labels, put_label);
                text.put(")");
            }
        }
        StatementKind::ComputedGoto { labels, selector } => {
            text.put("go to (").list(labels, put_label);
            put_expr(text.put("), ").can_break(), selector);
        }
        StatementKind::ArithmeticIf { value, negative, zero, positive } => {
            put_expr(text.put("if ("), value);
            text.put(") ").list(&[*negative, *zero, *positive], put_label);
        }
        StatementKind::IfThen { name, condition } => {
            put_construct(text, name);
            put_expr(text.put("if ("), condition);
            text.put(") then");
        }
        StatementKind::ElseIf { condition, name } => {
            put_expr(text.put("else if ("), condition);
            put_with_name(text, ") then", name);
        }
        StatementKind::Else(name) => put_with_name(text, "else", name),
        StatementKind::EndIf(name) => put_with_name(text, "end if", name),
        StatementKind::Do { name, label, control } => {
            put_construct(text, name);
            text.put("do");
            if let Some(label) = label {
                text.put(" ").put(&label.value.to_string());
            }
            put_control(text, control);
        }
        StatementKind::EndDo(name) => put_with_name(text, "end do", name),
        StatementKind::Exit(name) => put_with_name(text, "exit", name),
        StatementKind::Cycle(name) => put_with_name(text, "cycle", name),
        _ => return false,
    }
    true
}

/// Adds an action that is not a jump; false if it is none.
fn put_other(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Assign { target, value } => {
            put_expr(text, target);
            put_expr(text.put(" = "), value);
        }
        StatementKind::Continue => {
            text.put("continue");
        }
        StatementKind::Call { procedure, arguments } => {
            text.put("call ").put(&procedure.text);
            put_arguments(text, arguments);
        }
        StatementKind::Return(number) => {
            text.put("return");
            if let Some(number) = number {
                put_expr(text.put(" "), number);
            }
        }
        StatementKind::Entry(entry) => {
            text.put("entry ").put(&entry.name.text);
            put_dummies(text, &entry.dummies, &entry.result);
        }
        StatementKind::Stop { is_error, code, quiet } => {
            text.put(if *is_error { "error stop" } else { "stop" });
            if let Some(code) = code {
                put_expr(text.put(" "), code);
            }
            if let Some(quiet) = quiet {
                put_expr(text.put(", quiet="), quiet);
            }
        }
        StatementKind::Pause(code) => {
            text.put("pause");
            if let Some(code) = code {
                put_expr(text.put(" "), code);
            }
        }
        StatementKind::Transfer(transfer) => put_transfer(text, transfer),
        StatementKind::Unsupported(statement) => drop(text.put(&statement.text)),
        _ => return false,
    }
    true
}

/// READ, WRITE or PRINT.
fn put_transfer(text: &mut Text, transfer: &DataTransfer) {
    text.put(match transfer.kind {
        TransferKind::Read => "read",
        TransferKind::Write => "write",
        TransferKind::Print => "print",
        TransferKind::Flush => "flush",
    });
    text.put(if transfer.in_parentheses { " (" } else { " " });
    text.list(&transfer.controls, |text, control| {
        if let Some(keyword) = &control.keyword {
            text.put(&keyword.text).put("=");
        }
        match &control.value {
            ControlValue::Star(_) => {
                text.put("*");
            }
            ControlValue::Expr(value) => put_expr(text, value),
        }
    });
    if transfer.in_parentheses {
        text.put(")");
    }
    if !transfer.items.is_empty() {
        text.put(if transfer.in_parentheses { " " } else { ", " });
        put_items(text.can_break(), &transfer.items);
    }
}

/// Adds dummy arguments in parentheses, and RESULT.
pub(super) fn put_dummies(text: &mut Text, dummies: &[Dummy], result: &Option<Name>) {
    text.put("(").list(dummies, |text, dummy| {
        text.put(dummy.name().map_or("*", |name| &name.text));
    });
    text.put(")");
    if let Some(result) = result {
        text.put(" result(").put(&result.text).put(")");
    }
}

/// Adds the name of a construct before its first statement.
pub(super) fn put_construct(text: &mut Text, name: &Option<Name>) {
    if let Some(name) = name {
        text.put(&name.text).put(": ");
    }
}

/// Adds words and the name of a construct.
pub(super) fn put_with_name(text: &mut Text, words: &str, name: &Option<Name>) {
    text.put(words);
    if let Some(name) = name {
        text.put(" ").put(&name.text);
    }
}

fn put_label(text: &mut Text, label: &Label) {
    text.put(&label.value.to_string());
}

/// Adds names with commas between them.
pub(super) fn put_names(text: &mut Text, names: &[Name]) {
    text.list(names, |text, name| {
        text.put(&name.text);
    });
}

fn put_control(text: &mut Text, control: &DoControl) {
    match control {
        DoControl::Counted(count) => put_count(text.put(" "), count),
        DoControl::While(condition) => {
            put_expr(text.put(" while ("), condition);
            text.put(")");
        }
        DoControl::Forever => {}
        DoControl::Concurrent(header) => put_concurrent(text.put(" "), header),
    }
}

pub(super) fn put_count(text: &mut Text, count: &DoCount) {
    put_expr(text.put(&count.variable.text).put(" = "), &count.first);
    put_expr(text.put(", ").can_break(), &count.last);
    if let Some(step) = &count.step {
        put_expr(text.put(", ").can_break(), step);
    }
}

/// Adds a type with its kind.
pub(super) fn put_type(text: &mut Text, ty: &TypeSpec) {
    text.put(match ty.name {
        TypeName::Integer => "integer",
        TypeName::Real => "real",
        TypeName::DoublePrecision => "double precision",
        TypeName::Complex => "complex",
        TypeName::DoubleComplex => "double complex",
        TypeName::Logical => "logical",
        TypeName::Character => "character",
    });
    match &ty.kind {
        Some(KindSelector::Length(length)) => put_expr(text.put("*"), length),
        Some(KindSelector::Kind(kind)) => {
            put_expr(text.put("(kind="), kind);
            text.put(")");
        }
        Some(KindSelector::Character { length, kind }) => {
            if let Some(length) = length {
                put_length(text.put("(len="), length);
            }
            if let Some(kind) = kind {
                put_expr(text.put(if length.is_some() { ", kind=" } else { "(kind=" }), kind);
            }
            text.put(if length.is_some() || kind.is_some() { ")" } else { "" });
        }
        None => {}
    }
}

fn put_length(text: &mut Text, length: &LengthSpec) {
    match length {
        LengthSpec::Assumed(_) => {
            text.put("*");
        }
        LengthSpec::Deferred(_) => {
            text.put(":");
        }
        LengthSpec::Value(value) => put_expr(text, value),
    }
}

fn put_declaration(text: &mut Text, ty: &TypeSpec, attributes: &[Attribute], entities: &[EntityDeclaration]) {
    put_type(text, ty);
    for attribute in attributes {
        put_attribute(text.put(", ").can_break(), attribute);
    }
    let has_value = entities.iter().any(|entity| matches!(entity.initial, Some(Initializer::Value(_))));
    // `real functiono(x)` would be the first line of a function where blanks mean nothing.
    let could_be_a_header = entities.first().is_some_and(|entity| entity.name.text.contains("function"));
    text.put(if has_value || could_be_a_header || !attributes.is_empty() { " :: " } else { " " });
    text.list(entities, put_entity);
}

/// Adds an attribute.
pub(super) fn put_attribute(text: &mut Text, attribute: &Attribute) {
    text.put(match attribute {
        Attribute::Parameter => "parameter",
        Attribute::Dimension(_) => "dimension",
        Attribute::Save => "save",
        Attribute::Allocatable => "allocatable",
        Attribute::External => "external",
        Attribute::Intrinsic => "intrinsic",
        Attribute::Intent(Intent::In) => "intent(in)",
        Attribute::Intent(Intent::Out) => "intent(out)",
        Attribute::Intent(Intent::InOut) => "intent(inout)",
        Attribute::Access(access) => access_word(*access),
        Attribute::Protected => "protected",
        Attribute::Target => "target",
        Attribute::Value => "value",
        Attribute::Volatile => "volatile",
        Attribute::Asynchronous => "asynchronous",
    });
    if let Attribute::Dimension(dimensions) = attribute {
        put_dimensions(text, dimensions);
    }
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
        Some(Initializer::Data(values)) => put_data_values(text, values),
        None => {}
    }
}

/// Adds dimensions in parentheses.
pub(super) fn put_dimensions(text: &mut Text, dimensions: &[DimensionSpec]) {
    text.put("(");
    text.list(dimensions, |text, dimension| {
        if let Some(lower) = &dimension.lower {
            put_expr(text, lower);
            text.put(":");
        }
        match &dimension.upper {
            Some(upper) => put_expr(text, upper),
            None if !dimension.is_open => {
                text.put("*");
            }
            None if dimension.lower.is_none() => {
                text.put(":");
            }
            None => {}
        }
    });
    text.put(")");
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
