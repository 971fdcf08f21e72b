//! Statements as text, without label and layout.

use super::arrays::put_array_statement;
use super::expression::{put_arguments, put_expr, put_items};
use super::layout::Text;
use super::parts::{put_construct, put_count, put_dummies, put_with_name};
use super::scoping::{put_concurrent, put_new_construct, put_scoping};
use super::specification::put_specification;
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
        | DerivedType { .. }
        | Sequence
        | EndDerivedType(_)
        | Dimension(_)
        | Parameter(_)
        | ImplicitNone { .. }
        | Implicit(_)
        | Data(_)
        | External(_)
        | Intrinsic(_)
        | Save(_)
        | Common(_)
        | Namelist(_)
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
        Use(_) | Import(_) | Access(..) | Bound(_) | Attribute(..) | Interface(_) | Procedure { .. } => {
            put_scoping(text, kind)
        }
        SelectCase { .. }
        | Case { .. }
        | SelectType { .. }
        | TypeGuard { .. }
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
        | PointerAssign { .. }
        | Nullify(_)
        | Continue
        | Call { .. }
        | CallBound(_)
        | Return(_)
        | Entry(_)
        | Stop { .. }
        | Fail(_)
        | Pause(_)
        | Transfer(_)
        | Unsupported(_) => put_other(text, kind),
        // Nothing is known of the one, and the other is printed with its action.
        Invalid | LogicalIf { .. } => true,
    };
    debug_assert!(is_printed, "{kind:?} is printed by another function");
}

/// Adds a statement that changes the flow of control; false for any other statement.
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

/// Adds an action that is not a jump; false for any other statement.
fn put_other(text: &mut Text, kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Assign { target, value } => {
            put_expr(text, target);
            put_expr(text.put(" = "), value);
        }
        StatementKind::PointerAssign { target, value } => {
            put_expr(text, target);
            put_expr(text.put(" => "), value);
        }
        StatementKind::Nullify(pointers) => {
            text.put("nullify (").list(pointers, put_expr);
            text.put(")");
        }
        StatementKind::Continue => {
            text.put("continue");
        }
        StatementKind::Call { procedure, arguments } => {
            text.put("call ").put(&procedure.text);
            put_arguments(text, arguments);
        }
        StatementKind::CallBound(called) => put_expr(text.put("call "), called),
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
        StatementKind::Fail(reason) => drop(text.put("! fails: ").put(reason)),
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

/// An input or output statement.
fn put_transfer(text: &mut Text, transfer: &DataTransfer) {
    text.put(transfer.kind.keyword());
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

fn put_label(text: &mut Text, label: &Label) {
    text.put(&label.value.to_string());
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
