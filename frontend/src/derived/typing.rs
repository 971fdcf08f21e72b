//! Types and kinds of constant expressions, as far as they decide which specific procedure is meant. What is not known
//! here stays open; it is an error only where the choice depends on it.

use super::intrinsic_results::inquired_kind;
use super::names::{Meaning, Names, Shaped, Ty, Variable};
use crate::resolved::BinaryOp;
use crate::tree::{DimensionSpec, Expr, ExprKind, KindSelector, LengthSpec, Name, TypeName, TypeSpec, UnaryOp};
use std::rc::Rc;

/// The type that a type-spec stands for.
pub(super) fn type_of_spec(names: &Names, spec: &TypeSpec, length: Option<&LengthSpec>) -> Option<Ty> {
    let size = match (length, &spec.kind) {
        (Some(LengthSpec::Value(length)), _) => Some(integer_value(names, length)?),
        (_, Some(KindSelector::Length(size) | KindSelector::Kind(size))) => Some(integer_value(names, size)?),
        _ => None,
    };
    if let Some(KindSelector::Procedure(pointer)) = &spec.kind {
        return Some(Ty::Procedure(Rc::new((**pointer).clone())));
    }
    let is_length = length.is_some() || matches!(spec.kind, Some(KindSelector::Length(_)));
    Some(match spec.name {
        TypeName::Integer => Ty::Integer(size.unwrap_or(4)),
        TypeName::Real => Ty::Real(size.unwrap_or(4)),
        TypeName::DoublePrecision => Ty::Real(8),
        TypeName::Complex if is_length => Ty::Complex(size.unwrap_or(8) / 2),
        TypeName::Complex => Ty::Complex(size.unwrap_or(4)),
        TypeName::DoubleComplex => Ty::Complex(8),
        TypeName::Logical => Ty::Logical(size.unwrap_or(4)),
        TypeName::Character => Ty::Character,
        TypeName::Derived => match &spec.kind {
            Some(KindSelector::Derived(name) | KindSelector::Class(name)) => {
                Ty::Derived(names.find_type(&name.text)?.clone())
            }
            _ => return None,
        },
    })
}

/// The derived type that a type-spec names.
pub(super) fn derived_name(spec: &TypeSpec) -> Option<&Name> {
    match &spec.kind {
        Some(KindSelector::Derived(name) | KindSelector::Class(name)) => Some(name),
        _ => None,
    }
}

/// The type that the first letter of an undeclared name says.
pub(super) fn implied_type(names: &Names, name: &str) -> Option<Ty> {
    names.implied.of(name)
}

/// The value of an INTEGER constant expression, of those with which kinds and extents are written.
pub(super) fn integer_value(names: &Names, expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Integer(digits, _) => digits.parse().ok(),
        ExprKind::Paren(inner) | ExprKind::Unary(UnaryOp::Plus, inner) => integer_value(names, inner),
        ExprKind::Unary(UnaryOp::Negate, inner) => integer_value(names, inner)?.checked_neg(),
        ExprKind::Name(name) => match names.find(name)? {
            Meaning::Variable(Variable { value, .. }) => *value,
            Meaning::Procedure(_) => None,
        },
        ExprKind::Binary(op, left, right) => {
            use crate::resolved::BinaryOp::*;
            let (left, right) = (integer_value(names, left)?, integer_value(names, right)?);
            match op {
                Add => left.checked_add(right),
                Subtract => left.checked_sub(right),
                Multiply => left.checked_mul(right),
                Divide => left.checked_div(right),
                Power => left.checked_pow(u32::try_from(right).ok()?),
                _ => None,
            }
        }
        ExprKind::Reference(name, arguments) if names.find(&name.text).is_none() => {
            let values = || arguments.iter().map(|argument| integer_value(names, &argument.value));
            let known = || values().collect::<Option<Vec<i64>>>();
            match (name.text.as_str(), arguments.len()) {
                ("max", 2..) => return known()?.into_iter().max(),
                ("min", 2..) => return known()?.into_iter().min(),
                ("mod", 2) => return known().and_then(|both| both[0].checked_rem(both[1])),
                ("abs", 1) => return known()?[0].checked_abs(),
                _ => {}
            }
            inquired_kind(names, &name.text, arguments, |argument| match inquired_type(names, &argument.value)? {
                Ty::Integer(kind) | Ty::Real(kind) | Ty::Complex(kind) | Ty::Logical(kind) => Some(kind),
                Ty::Character => Some(1),
                Ty::Derived(_) | Ty::Procedure(_) => None,
            })
        }
        _ => None,
    }
}

/// The type of a constant, or of a variable that is declared before.
fn inquired_type(names: &Names, expr: &Expr) -> Option<Ty> {
    match &expr.kind {
        ExprKind::Name(name) => match names.find(name)? {
            Meaning::Variable(variable) => variable.shape.ty.clone(),
            Meaning::Procedure(_) => None,
        },
        _ => constant_type(names, expr),
    }
}

/// The type of a constant.
pub(super) fn constant_type(names: &Names, expr: &Expr) -> Option<Ty> {
    let kind_of = |kind: &Option<Box<crate::tree::Name>>| match kind {
        None => Some(4),
        Some(kind) if kind.text.starts_with(|first: char| first.is_ascii_digit()) => kind.text.parse().ok(),
        Some(kind) => match names.find(&kind.text)? {
            Meaning::Variable(Variable { value, .. }) => *value,
            Meaning::Procedure(_) => None,
        },
    };
    match &expr.kind {
        ExprKind::Integer(_, kind) => kind_of(kind).map(Ty::Integer),
        ExprKind::Real(text, None) if text.contains('d') => Some(Ty::Real(8)),
        ExprKind::Real(_, kind) => kind_of(kind).map(Ty::Real),
        ExprKind::Logical(_, kind) => kind_of(kind).map(Ty::Logical),
        ExprKind::Text(..) => Some(Ty::Character),
        ExprKind::Unary(UnaryOp::Plus | UnaryOp::Negate, inner) => constant_type(names, inner),
        ExprKind::Complex(real, imaginary) => match (constant_type(names, real)?, constant_type(names, imaginary)?) {
            (Ty::Real(a), Ty::Real(b)) => Some(Ty::Complex(a.max(b))),
            (Ty::Real(a), _) | (_, Ty::Real(a)) => Some(Ty::Complex(a)),
            _ => Some(Ty::Complex(4)),
        },
        _ => None,
    }
}

/// The type of an operation on two numbers.
pub(super) fn numeric_type(left: &Ty, right: &Ty) -> Option<Ty> {
    match (left, right) {
        (Ty::Integer(a), Ty::Integer(b)) => Some(Ty::Integer(*a.max(b))),
        (Ty::Real(a), Ty::Integer(_)) | (Ty::Integer(_), Ty::Real(a)) => Some(Ty::Real(*a)),
        (Ty::Real(a), Ty::Real(b)) => Some(Ty::Real(*a.max(b))),
        (Ty::Complex(a), Ty::Integer(_)) | (Ty::Integer(_), Ty::Complex(a)) => Some(Ty::Complex(*a)),
        (Ty::Complex(a), Ty::Complex(b) | Ty::Real(b)) | (Ty::Real(a), Ty::Complex(b)) => Some(Ty::Complex(*a.max(b))),
        _ => None,
    }
}

/// The extents of dimensions whose bounds are known here.
pub(super) fn extents(names: &Names, dimensions: &[DimensionSpec]) -> Option<Vec<i64>> {
    dimensions
        .iter()
        .map(|dimension| {
            let upper = integer_value(names, dimension.upper.as_ref()?)?;
            let lower = dimension.lower.as_ref().map_or(Some(1), |lower| integer_value(names, lower))?;
            upper.checked_sub(lower)?.checked_add(1)
        })
        .collect()
}

/// Whether an expression is a literal, which means the same in all scopes.
pub(super) fn is_literal(names: &Names, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(_, inner) => is_literal(names, inner),
        ExprKind::Integer(_, None) | ExprKind::Real(_, None) | ExprKind::Logical(_, None) => true,
        ExprKind::Text(_, None) => true,
        ExprKind::Complex(..) => constant_type(names, expr).is_some(),
        _ => false,
    }
}

/// Type and rank of an intrinsic operation, where that is the kind of default LOGICAL.
pub(super) fn operation_shape(op: BinaryOp, left: &Shaped, right: &Shaped, logical: i64) -> Shaped {
    use BinaryOp::*;
    let rank = match (left.rank, right.rank) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (Some(a), None) | (None, Some(a)) if a > 0 => Some(a),
        _ => None,
    };
    let ty = match op {
        Concatenate => Some(Ty::Character),
        Add | Subtract | Multiply | Divide => match (&left.ty, &right.ty) {
            (Some(left), Some(right)) => numeric_type(left, right),
            _ => None,
        },
        Power => match (&left.ty, &right.ty) {
            (Some(base @ (Ty::Real(_) | Ty::Complex(_))), Some(Ty::Integer(_))) => Some(base.clone()),
            (Some(left), Some(right)) => numeric_type(left, right),
            _ => None,
        },
        And | Or | Equivalent | NotEquivalent => match (&left.ty, &right.ty) {
            (Some(Ty::Logical(left)), Some(Ty::Logical(right))) => Some(Ty::Logical(*left.max(right))),
            _ => Some(Ty::Logical(logical)),
        },
        _ => Some(Ty::Logical(logical)),
    };
    Shaped { ty, rank }
}
