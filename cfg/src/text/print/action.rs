//! Actions, and the ends that graphs and region trees have in common.

use super::{at, constant, expr, unit};
use crate::array::{ArrayAssignment, ElementStore, IndexRange};
use crate::expr::Expr;
use crate::graph::{Action, ActionKind, Argument, Callee};
use crate::text::words::{self, word_of};
use crate::unit::{StopCode, Unit, ValueId, VarId};

/// An action with its source line.
pub(super) fn action(unit: &Unit, action: &Action) -> String {
    let name = |var: &VarId| expr::var_name(unit, *var);
    let text = match &action.kind {
        ActionKind::ScopeEntry(scope) => format!("enter s{}", scope.index()),
        ActionKind::ScopeExit(scope) => format!("leave s{}", scope.index()),
        ActionKind::Assign { target, value } => format!("{} = {}", name(target), super::print_expr(unit, value)),
        ActionKind::Define { value, expr } => {
            format!("{} = {}", definition(unit, *value), super::print_expr(unit, expr))
        }
        ActionKind::Store { array, offset, value } => {
            let offset = expr::integer(unit, offset);
            format!("{}[{offset}] = {}", name(array), super::print_expr(unit, value))
        }
        ActionKind::StoreText { array, offset, length, value } => {
            let (offset, length) = (expr::integer(unit, offset), expr::integer(unit, length));
            format!("{}[{offset} for {length}] = {}", name(array), expr::text(unit, value))
        }
        ActionKind::Array(assignment) => array_assignment(unit, assignment),
        ActionKind::Allocate { array, length } => {
            format!("allocate {}[{}]", name(array), expr::integer(unit, length))
        }
        ActionKind::Deallocate { array } => format!("free {}", name(array)),
        ActionKind::Call { callee, arguments, result, result_value } => {
            let target = match (result_value, result) {
                (Some(value), _) => format!("{} = ", definition(unit, *value)),
                (None, Some(var)) => format!("{} = ", name(var)),
                (None, None) => String::new(),
            };
            format!("{target}call {}({})", callee_text(unit, callee), list(arguments, |item| argument(unit, item)))
        }
        ActionKind::Io(io) => {
            let operands = io.operands.iter().map(|operand| super::print_expr(unit, operand));
            let items: Vec<String> = operands.chain(io.objects.iter().map(|object| argument(unit, object))).collect();
            format!("io {}({})", word_of(words::IO_KINDS, io.kind), items.join(", "))
        }
    };
    format!("{text}{}", at(action.at))
}

/// `each index.1 = 0 for n, j = 5 for m by -2 where c: part.1 = x, a[index.1 of n, j] = b[j]`
fn array_assignment(unit: &Unit, assignment: &ArrayAssignment) -> String {
    let range = |range: &IndexRange| {
        let [first, count, step] = [&range.first, &range.count, &range.step].map(|bound| expr::integer(unit, bound));
        let by = if range.has_unit_step() { String::new() } else { format!(" by {step}") };
        format!("{} = {first} for {count}{by}", expr::var_name(unit, range.index))
    };
    let mask = assignment.mask.as_ref().map(|mask| format!(" where {}", expr::logical(unit, mask)));
    let part = |(part, value): &(VarId, Expr)| {
        format!("{} = {}, ", expr::var_name(unit, *part), super::print_expr(unit, value))
    };
    let store = |store: &ElementStore| {
        format!("{} = {}", expr::section(unit, &store.target), super::print_expr(unit, &store.value))
    };
    let parts: String = assignment.parts.iter().map(part).collect();
    let (ranges, stores) = (list(&assignment.ranges, range), list(&assignment.stores, store));
    format!("each {ranges}{}: {parts}{stores}", mask.unwrap_or_default())
}

/// `v12:x real8`, with the shape where it is known.
pub(super) fn definition(unit: &Unit, value: ValueId) -> String {
    let mut text = expr::value_name(unit, value);
    if let Some(value) = unit.values.get(value) {
        text.push(' ');
        text.push_str(word_of(words::TYPES, value.ty));
        if let Some(shape) = value.shape {
            text.push(' ');
            text.push_str(unit::shape_word(shape));
        }
    }
    text
}

/// `&x`, `&a[i]`, `&a[]`, `&(v3:x => v4:x real8)`, `procedure f`, `absent`, or a value.
fn argument(unit: &Unit, argument: &Argument) -> String {
    match argument {
        Argument::Value(value) => super::print_expr(unit, value),
        Argument::Variable(var) => format!("&{}", expr::var_name(unit, *var)),
        Argument::InOut { before, after } => {
            format!("&({} => {})", super::print_expr(unit, before), definition(unit, *after))
        }
        Argument::Element(array, offset) => {
            format!("&{}[{}]", expr::var_name(unit, *array), expr::integer(unit, offset))
        }
        Argument::Array(array) => format!("&{}[]", expr::var_name(unit, *array)),
        Argument::Procedure(callee) => format!("procedure {}", callee_text(unit, callee)),
        Argument::Absent => "absent".to_string(),
    }
}

/// `f`, `"zeroin(f=cubic)"`, `*f` for a dummy procedure, `"main.f" with 2 3` for an internal procedure
fn callee_text(unit: &Unit, callee: &Callee) -> String {
    match callee {
        Callee::Unit(name) => unit::unit_name(name),
        Callee::Dummy(var) => format!("*{}", expr::var_name(unit, *var)),
        Callee::Internal(name, with) => {
            let with: Vec<String> = with.iter().map(usize::to_string).collect();
            format!("{} with {}", unit::unit_name(name), with.join(" "))
        }
    }
}

/// `return x = v5:x, f = v9:f`
pub(super) fn return_text(unit: &Unit, results: &[(VarId, ValueId)]) -> String {
    if results.is_empty() {
        return "return".to_string();
    }
    let pair = |(var, value): &(VarId, ValueId)| {
        format!("{} = {}", expr::var_name(unit, *var), expr::value_name(unit, *value))
    };
    format!("return {}", list(results, pair))
}

/// `stop`, `stop 3`, `stop "text"`, `fail "message"`, `fail unsupported "reason"`
pub(super) fn stop_text(code: &StopCode) -> String {
    match code {
        StopCode::None => "stop".to_string(),
        StopCode::Number(number) => format!("stop {number}"),
        StopCode::Text(text) => format!("stop {}", constant::string(text)),
        StopCode::Error(text, status) => format!("stop error {} {status}", constant::string(text)),
        StopCode::Failure(message) => format!("fail {}", constant::string(message)),
        StopCode::Unsupported(reason) => format!("fail unsupported {}", constant::string(reason)),
    }
}

/// `1 | 2 | 3`, or `none`.
pub(super) fn case_values(values: &[i64]) -> String {
    if values.is_empty() {
        return "none".to_string();
    }
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    texts.join(" | ")
}

/// The items, with commas between.
pub(super) fn list<T>(items: &[T], text: impl FnMut(&T) -> String) -> String {
    let texts: Vec<String> = items.iter().map(text).collect();
    texts.join(", ")
}
