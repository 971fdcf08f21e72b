//! Expressions as text.

use super::layout::Text;
use crate::resolved::BinaryOp;
use crate::tree::*;
use forlane_semantics::bytes::width;

/// Adds an expression. Its recursion is bounded by [`MAX_EXPRESSION_DEPTH`].
pub(super) fn put_expr(text: &mut Text, expr: &Expr) {
    match &expr.kind {
        ExprKind::Integer(number, kind) | ExprKind::Real(number, kind) => {
            text.put(number);
            put_kind(text, kind);
        }
        ExprKind::Complex(real, imaginary) => {
            put_expr(text.put("("), real);
            put_expr(text.put(", "), imaginary);
            text.put(")");
        }
        ExprKind::Logical(value, kind) => {
            text.put(if *value { ".true." } else { ".false." });
            put_kind(text, kind);
        }
        ExprKind::Text(value, kind) => {
            if let Some(kind) = kind {
                text.put(&kind.text).put("_");
            }
            text.put("'").put(&value.replace('\'', "''")).put("'");
        }
        ExprKind::Hollerith(value) => {
            text.put(&value.chars().map(width).sum::<usize>().to_string()).put("h").put(value);
        }
        ExprKind::Bits(letter, digits) => {
            text.put(letter.encode_utf8(&mut [0; 4])).put("'").put(digits).put("'");
        }
        ExprKind::Name(name) => {
            text.put(name);
        }
        ExprKind::Label(label) => {
            text.put("*").put(&label.value.to_string());
        }
        ExprKind::Reference(name, arguments) => {
            text.put(&name.text);
            put_arguments(text, arguments);
        }
        ExprKind::Component(component) => {
            put_expr(text, &component.of);
            text.put("%").put(&component.name.text);
            if let Some(arguments) = &component.arguments {
                put_arguments(text, arguments);
            }
        }
        ExprKind::Range(range) => put_range(text, range),
        ExprKind::Substring(element, range) => {
            put_expr(text, element);
            text.put("(");
            put_range(text, range);
            text.put(")");
        }
        ExprKind::Constructor(ty, items) => {
            text.put("(/ ");
            if let Some(ty) = ty {
                super::parts::put_bare_type(text, ty);
                text.put(" :: ");
            }
            put_items(text, items);
            text.put(" /)");
        }
        ExprKind::Paren(inner) => {
            text.put("(");
            put_expr(text, inner);
            text.put(")");
        }
        ExprKind::Unary(op, operand) => {
            text.put(match op {
                UnaryOp::Plus => "+",
                UnaryOp::Negate => "-",
                UnaryOp::Not => ".not. ",
            });
            put_expr(text, operand);
        }
        ExprKind::Defined(operator, operands) => {
            if let [left, _] = operands.as_slice() {
                put_expr(text, left);
                text.put(" ").can_break();
            }
            text.put(&operator.text).put(" ");
            operands.last().into_iter().for_each(|operand| put_expr(text, operand));
        }
        ExprKind::Binary(op, left, right) => {
            put_expr(text, left);
            if *op == BinaryOp::Power {
                text.put("**");
            } else {
                text.put(" ").can_break().put(sign_of(*op)).put(" ");
            }
            put_expr(text, right);
        }
    }
}

/// Adds arguments in parentheses.
pub(super) fn put_arguments(text: &mut Text, arguments: &[Argument]) {
    text.put("(");
    text.list(arguments, |text, argument| {
        if let Some(keyword) = &argument.keyword {
            text.put(&keyword.text).put(" = ");
        }
        put_expr(text, &argument.value);
    });
    text.put(")");
}

fn put_range(text: &mut Text, range: &Range) {
    let put = |text: &mut Text, bound: &Option<Expr>| {
        if let Some(bound) = bound {
            put_expr(text, bound);
        }
    };
    put(text, &range.lower);
    text.put(":");
    put(text, &range.upper);
    if range.stride.is_some() {
        text.put(":");
        put(text, &range.stride);
    }
}

/// Adds the items of an array constructor; the parser bounds how deep they nest.
pub(super) fn put_items(text: &mut Text, items: &[ConstructorItem]) {
    text.list(items, |text, item| match item {
        ConstructorItem::Value(value) => put_expr(text, value),
        ConstructorItem::ImpliedDo(items, count) => {
            text.put("(");
            put_items(text, items);
            text.put(", ");
            super::parts::put_count(text, count);
            text.put(")");
        }
    });
}

fn put_kind(text: &mut Text, kind: &Option<Box<Name>>) {
    if let Some(kind) = kind {
        text.put("_").put(&kind.text);
    }
}

/// The operator in the spelling that both source forms have had from the beginning.
pub(crate) fn sign_of(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Concatenate => "//",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Power => "**",
        BinaryOp::Less => ".lt.",
        BinaryOp::LessEqual => ".le.",
        BinaryOp::Equal => ".eq.",
        BinaryOp::NotEqual => ".ne.",
        BinaryOp::Greater => ".gt.",
        BinaryOp::GreaterEqual => ".ge.",
        BinaryOp::And => ".and.",
        BinaryOp::Or => ".or.",
        BinaryOp::Equivalent => ".eqv.",
        BinaryOp::NotEquivalent => ".neqv.",
    }
}
