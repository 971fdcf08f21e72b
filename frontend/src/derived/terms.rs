//! Expressions and declarations that are made; what is computed with literals is one.

use crate::resolved::{BinaryOp, UnitKind};
use crate::source::{DefaultKinds, Span};
use crate::tree::*;

/// A name alone as an expression.
pub(super) fn name_expr(name: &Name) -> Expr {
    Expr { kind: ExprKind::Name(name.text.clone()), span: name.span }
}

/// `name(arguments)`
pub(super) fn reference(name: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    let arguments = arguments.into_iter().map(|value| Argument { keyword: None, value }).collect();
    Expr { kind: ExprKind::Reference(Box::new(Name { text: name.into(), span }), arguments), span }
}

/// A reference to an intrinsic function, whatever its name means in the source.
pub(super) fn intrinsic(name: &str, arguments: Vec<Expr>, span: Span) -> Expr {
    reference(&intrinsic_name(name), arguments, span)
}

/// The name of an intrinsic procedure that no source can make something else of.
pub(super) fn intrinsic_name(name: &str) -> Word {
    format!("%{name}").into()
}

/// A declaration of one variable.
pub(super) fn declaration(
    ty: TypeSpec,
    attributes: Vec<Attribute>,
    name: Word,
    dimensions: Vec<DimensionSpec>,
    initial: Option<Initializer>,
    span: Span,
) -> Statement {
    let entity = EntityDeclaration { name: Name { text: name, span }, dimensions, length: None, initial };
    let kind = StatementKind::TypeDeclaration { ty: Box::new(ty), attributes, entities: vec![entity] };
    Statement { label: None, kind, span }
}

/// A subroutine with these dummy arguments that are no alternate returns.
pub(super) fn subroutine(
    name: &str,
    prefixes: Vec<Prefix>,
    dummies: &[&str],
    statements: Vec<Statement>,
    span: Span,
) -> Unit {
    let named = |text: &str| Name { text: text.into(), span };
    let header = Header {
        label: None,
        kind: UnitKind::Subroutine,
        prefixes,
        ty: None,
        name: named(name),
        dummies: dummies.iter().map(|text| Dummy::Name(named(text))).collect(),
        result: None,
        parent: None,
        separate: None,
        span,
    };
    Unit {
        header: Some(header),
        statements,
        contains: None,
        end: Some(End { label: None, word: Some(UnitWord::Subroutine), name: None, span }),
        comments: Vec::new(),
        default_kinds: DefaultKinds::default(),
        refused_words: Default::default(),
        refused_names: Default::default(),
        span,
    }
}

/// Statements, if there are any, in an IF construct.
pub(super) fn within(condition: Expr, statements: Vec<StatementKind>) -> Vec<StatementKind> {
    if statements.is_empty() {
        return statements;
    }
    let open = StatementKind::IfThen { name: None, condition };
    [open].into_iter().chain(statements).chain([StatementKind::EndIf(None)]).collect()
}

/// An integer, of either sign.
pub(super) fn integer(value: i64, span: Span) -> Expr {
    let digits = Expr { kind: ExprKind::Integer(value.unsigned_abs().to_string().into(), None), span };
    if value < 0 { Expr { kind: ExprKind::Unary(UnaryOp::Negate, Box::new(digits)), span } } else { digits }
}

/// The value of a literal.
pub(super) fn literal(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Integer(digits, None) => digits.parse().ok(),
        ExprKind::Unary(UnaryOp::Negate, inner) => literal(inner)?.checked_neg(),
        ExprKind::Paren(inner) => literal(inner),
        _ => None,
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr, known: impl Fn(i64, i64) -> Option<i64>) -> Expr {
    let span = left.span;
    let value = literal(&left).zip(literal(&right)).and_then(|(left, right)| known(left, right));
    match value.filter(|value| i32::try_from(*value).is_ok()) {
        Some(value) => integer(value, span),
        None => Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span },
    }
}

/// `left + right`
pub(super) fn sum(left: Expr, right: Expr) -> Expr {
    match (literal(&left), literal(&right)) {
        (Some(0), _) => right,
        (_, Some(0)) => left,
        _ => binary(BinaryOp::Add, left, right, i64::checked_add),
    }
}

/// `left - right`
pub(super) fn difference(left: Expr, right: Expr) -> Expr {
    match literal(&right) {
        Some(0) => left,
        _ if left.kind == right.kind && matches!(left.kind, ExprKind::Name(_)) => integer(0, left.span),
        _ => binary(BinaryOp::Subtract, left, right, i64::checked_sub),
    }
}

/// `left * right`
pub(super) fn product(left: Expr, right: Expr) -> Expr {
    match (literal(&left), literal(&right)) {
        (Some(1), _) | (_, Some(0)) => right,
        (_, Some(1)) | (Some(0), _) => left,
        _ => binary(BinaryOp::Multiply, left, right, i64::checked_mul),
    }
}

/// `left / right`
pub(super) fn quotient(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Divide, left, right, i64::checked_div)
}
