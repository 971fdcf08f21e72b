//! Types and kinds of constant expressions and of what intrinsic functions give, as far as they decide which specific
//! procedure is meant. What is not known here stays open; it is an error only where the choice depends on it.

use super::names::{Meaning, Names, Shaped, Ty, Variable};
use crate::tree::{DimensionSpec, Expr, ExprKind, KindSelector, LengthSpec, Name, TypeName, TypeSpec, UnaryOp, Word};

/// The type that a type-spec stands for.
pub(super) fn type_of_spec(names: &Names, spec: &TypeSpec, length: Option<&LengthSpec>) -> Option<Ty> {
    let size = match (length, &spec.kind) {
        (Some(LengthSpec::Value(length)), _) => Some(integer_value(names, length)?),
        (_, Some(KindSelector::Length(size) | KindSelector::Kind(size))) => Some(integer_value(names, size)?),
        _ => None,
    };
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
            Some(KindSelector::Derived(name)) => Ty::Derived(names.find_type(&name.text)?.clone()),
            _ => return None,
        },
    })
}

/// The derived type that a type-spec names.
pub(super) fn derived_name(spec: &TypeSpec) -> Option<&Name> {
    match &spec.kind {
        Some(KindSelector::Derived(name)) => Some(name),
        _ => None,
    }
}

/// The type that the first letter of an undeclared name says.
pub(super) fn implied_type(names: &Names, name: &str) -> Option<Ty> {
    let is_integer = name.starts_with(|first: char| ('i'..='n').contains(&first));
    names.has_usual_types.then_some(if is_integer { Ty::Integer(4) } else { Ty::Real(4) })
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
                _ => None,
            }
        }
        ExprKind::Reference(name, arguments) => {
            let first = arguments.first().map(|argument| &argument.value)?;
            match name.text.as_str() {
                "kind" => match constant_type(names, first)? {
                    Ty::Integer(kind) | Ty::Real(kind) | Ty::Complex(kind) | Ty::Logical(kind) => Some(kind),
                    Ty::Character => Some(1),
                    Ty::Derived(_) => None,
                },
                "selected_real_kind" => Some(if integer_value(names, first)? <= 6 { 4 } else { 8 }),
                "selected_int_kind" => Some(match integer_value(names, first)? {
                    ..=2 => 1,
                    3..=4 => 2,
                    5..=9 => 4,
                    _ => 8,
                }),
                _ => None,
            }
        }
        _ => None,
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
        ExprKind::Text(_) => Some(Ty::Character),
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

/// Type and rank of an intrinsic function's result.
pub(super) fn intrinsic_shape(name: &str, arguments: &[(Option<Word>, Shaped, Option<i64>)]) -> Shaped {
    let first = arguments.first().map(|(_, shape, _)| shape.clone()).unwrap_or_default();
    let kind = |position: usize| {
        let named = arguments.iter().find(|(keyword, ..)| keyword.as_deref() == Some("kind"));
        let given = named.or_else(|| arguments.get(position).filter(|(keyword, ..)| keyword.is_none()));
        match given {
            Some((_, _, value)) => *value,
            None => Some(4),
        }
    };
    let second = arguments.get(1).map(|(_, shape, _)| shape.clone()).unwrap_or_default();
    let scalar = |ty: Ty| Shaped::new(Some(ty), 0);
    match name {
        _ if OF_THE_FIRST.contains(&name) => {
            let ranks: Option<Vec<usize>> = arguments.iter().map(|(_, shape, _)| shape.rank).collect();
            Shaped { rank: ranks.and_then(|ranks| ranks.into_iter().max()), ..first }
        }
        _ if REDUCTIONS.contains(&name) => Shaped { rank: reduced_rank(&first, arguments), ..first },
        "dot_product" | "norm2" | "huge" | "tiny" | "epsilon" => Shaped { rank: Some(0), ..first },
        "matmul" => {
            let ty = first.ty.zip(second.ty).and_then(|(left, right)| numeric_type(&left, &right));
            Shaped { ty, rank: first.rank.zip(second.rank).and_then(|(left, right)| (left + right).checked_sub(2)) }
        }
        "reshape" => {
            let rank = arguments.get(1).and_then(|(_, _, length)| usize::try_from((*length)?).ok());
            Shaped { rank, ..first }
        }
        "spread" => Shaped { rank: first.rank.map(|rank| rank + 1), ..first },
        "pack" => Shaped { rank: Some(1), ..first },
        "unpack" => Shaped { rank: second.rank, ..first },
        "transfer" => Shaped { rank: if arguments.len() > 2 { Some(1) } else { second.rank }, ..second },
        "abs" | "aimag" => match first.ty {
            Some(Ty::Complex(kind)) => Shaped { ty: Some(Ty::Real(kind)), ..first },
            _ => first,
        },
        "real" => match (&first.ty, arguments.len()) {
            (Some(Ty::Complex(kind)), 1) => Shaped { ty: Some(Ty::Real(*kind)), ..first },
            _ => Shaped { ty: kind(1).map(Ty::Real), ..first },
        },
        "dble" => Shaped { ty: Some(Ty::Real(8)), ..first },
        "int" | "nint" | "floor" | "ceiling" | "ichar" | "iachar" => Shaped { ty: kind(1).map(Ty::Integer), ..first },
        "exponent" => Shaped { ty: Some(Ty::Integer(4)), ..first },
        "len" | "len_trim" | "index" | "kind" | "rank" => Shaped::new(kind(3).map(Ty::Integer), 0),
        "size" => scalar(Ty::Integer(4)),
        "shape" => Shaped::new(Some(Ty::Integer(4)), 1),
        "cmplx" => Shaped { ty: kind(2).map(Ty::Complex), ..first },
        "trim" | "adjustl" | "adjustr" | "achar" | "char" | "repeat" => Shaped { ty: Some(Ty::Character), ..first },
        "present" | "allocated" => scalar(Ty::Logical(4)),
        "any" | "all" => Shaped { ty: Some(Ty::Logical(4)), rank: reduced_rank(&first, arguments) },
        "count" => Shaped { ty: Some(Ty::Integer(4)), rank: reduced_rank(&first, arguments) },
        "btest" | "lge" | "lgt" | "lle" | "llt" | "isnan" => Shaped { ty: Some(Ty::Logical(4)), ..first },
        _ => Shaped::default(),
    }
}

/// The functions whose values have the type of the first argument, and the rank of the greatest.
const OF_THE_FIRST: &[&str] = &[
    "sqrt",
    "exp",
    "log",
    "log10",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "mod",
    "modulo",
    "sign",
    "dim",
    "max",
    "min",
    "merge",
    "aint",
    "anint",
    "conjg",
    "hypot",
    "gamma",
    "log_gamma",
    "erf",
    "erfc",
    "nearest",
    "spacing",
    "fraction",
    "scale",
    "transpose",
    "cshift",
    "eoshift",
    "iand",
    "ior",
    "ieor",
    "not",
    "ishft",
    "ishftc",
    "ibset",
    "ibclr",
    "ibits",
];

/// The functions of arrays whose values have the type of the first argument, and one dimension less with DIM.
const REDUCTIONS: &[&str] = &["sum", "product", "maxval", "minval", "iall", "iany", "iparity"];

/// The rank of a reduction: DIM is the second argument if that is INTEGER, or one with this keyword.
fn reduced_rank(first: &Shaped, arguments: &[(Option<Word>, Shaped, Option<i64>)]) -> Option<usize> {
    let is_dim = |at: usize, keyword: &Option<Word>, shape: &Shaped| match keyword {
        Some(keyword) => keyword == "dim",
        None => at == 1 && matches!(shape.ty, Some(Ty::Integer(_))),
    };
    let mut given = arguments.iter().enumerate().skip(1);
    let has_dim = given.any(|(at, (keyword, shape, _))| is_dim(at, keyword, shape));
    if has_dim { first.rank.and_then(|rank| rank.checked_sub(1)) } else { Some(0) }
}

/// The value of a named constant of an intrinsic module.
pub(super) fn intrinsic_constant(name: &str) -> Option<i64> {
    Some(match name {
        "int8" | "c_int8_t" | "c_signed_char" => 1,
        "int16" | "c_short" | "c_int16_t" => 2,
        "int32" | "real32" | "c_int" | "c_float" | "c_int32_t" => 4,
        "int64" | "real64" | "c_double" | "c_long" | "c_long_long" | "c_int64_t" => 8,
        _ => return None,
    })
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
        ExprKind::Integer(_, None) | ExprKind::Real(_, None) | ExprKind::Logical(_, None) | ExprKind::Text(_) => true,
        ExprKind::Complex(..) => constant_type(names, expr).is_some(),
        _ => false,
    }
}
