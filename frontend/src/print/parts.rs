//! What several statements have in common: types, dimensions, attributes, lists of names.

use super::expression::put_expr;
use super::layout::Text;
use crate::tree::*;

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

/// Adds names with commas between them.
pub(super) fn put_names(text: &mut Text, names: &[Name]) {
    text.list(names, |text, name| {
        text.put(&name.text);
    });
}

pub(super) fn put_count(text: &mut Text, count: &DoCount) {
    put_expr(text.put(&count.variable.text).put(" = "), &count.first);
    put_expr(text.put(", ").can_break(), &count.last);
    if let Some(step) = &count.step {
        put_expr(text.put(", ").can_break(), step);
    }
}

/// Adds the indices and the mask of FORALL or DO CONCURRENT.
pub(super) fn put_indices(text: &mut Text, indices: &[ConcurrentIndex], mask: Option<&Expr>) {
    text.list(indices, |text, index| {
        put_expr(text.put(&index.variable.text).put(" = "), &index.first);
        put_expr(text.put(":"), &index.last);
        if let Some(step) = &index.step {
            put_expr(text.put(":"), step);
        }
    });
    if let Some(mask) = mask {
        put_expr(text.put(", ").can_break(), mask);
    }
}

/// Adds a type where that of an object is its name alone.
pub(super) fn put_bare_type(text: &mut Text, ty: &TypeSpec) {
    match &ty.kind {
        Some(KindSelector::Derived(name)) => {
            text.put(&name.text);
        }
        _ => put_type(text, ty),
    }
}

/// Adds a type with its kind.
pub(super) fn put_type(text: &mut Text, ty: &TypeSpec) {
    if let Some(KindSelector::Procedure(pointer)) = &ty.kind {
        put_interface(text, &pointer.interface);
        text.put(", pointer");
        return pointer.attributes.iter().for_each(|attribute| put_binding(text, attribute));
    }
    text.put(match ty.name {
        TypeName::Integer => "integer",
        TypeName::Real => "real",
        TypeName::DoublePrecision => "double precision",
        TypeName::Complex => "complex",
        TypeName::DoubleComplex => "double complex",
        TypeName::Logical => "logical",
        TypeName::Character => "character",
        TypeName::Derived if matches!(ty.kind, Some(KindSelector::Class(_))) => "class",
        TypeName::Derived => "type",
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
        Some(KindSelector::Derived(name) | KindSelector::Class(name)) => {
            text.put("(").put(&name.text).put(")");
        }
        Some(KindSelector::Procedure(_)) | None => {}
    }
}

/// Adds `procedure(interface)`.
pub(super) fn put_interface(text: &mut Text, interface: &ProcedureInterface) {
    text.put("procedure(");
    match interface {
        ProcedureInterface::Like(name) => {
            text.put(&name.text);
        }
        ProcedureInterface::Type(ty) => put_type(text, ty),
        ProcedureInterface::Unknown => {}
    }
    text.put(")");
}

/// Adds an attribute of a binding.
pub(super) fn put_binding(text: &mut Text, attribute: &BindingAttribute) {
    match attribute {
        BindingAttribute::Access(access) => text.put(", ").put(access_word(*access)),
        BindingAttribute::Pass(None) => text.put(", pass"),
        BindingAttribute::Pass(Some(name)) => text.put(", pass(").put(&name.text).put(")"),
        BindingAttribute::NoPass => text.put(", nopass"),
        BindingAttribute::NonOverridable => text.put(", non_overridable"),
        BindingAttribute::Deferred => text.put(", deferred"),
    };
}

pub(super) fn put_length(text: &mut Text, length: &LengthSpec) {
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

/// Adds an attribute.
pub(super) fn put_attribute(text: &mut Text, attribute: &Attribute) {
    text.put(match attribute {
        Attribute::Parameter => "parameter",
        Attribute::Dimension(_) => "dimension",
        Attribute::Save => "save",
        Attribute::Allocatable => "allocatable",
        Attribute::Optional => "optional",
        Attribute::External => "external",
        Attribute::Intrinsic => "intrinsic",
        Attribute::Intent(Intent::In) => "intent(in)",
        Attribute::Intent(Intent::Out) => "intent(out)",
        Attribute::Intent(Intent::InOut) => "intent(inout)",
        Attribute::Access(access) => access_word(*access),
        Attribute::Protected => "protected",
        Attribute::Pointer => "pointer",
        Attribute::Target => "target",
        Attribute::Value => "value",
        Attribute::Volatile => "volatile",
        Attribute::Asynchronous => "asynchronous",
        Attribute::Contiguous => "contiguous",
    });
    if let Attribute::Dimension(dimensions) = attribute {
        put_dimensions(text, dimensions);
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

/// PUBLIC or PRIVATE.
pub(super) fn access_word(access: Access) -> &'static str {
    match access {
        Access::Public => "public",
        Access::Private => "private",
    }
}
