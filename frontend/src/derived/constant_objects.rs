//! Constants of derived type that are default values of components: the values of their variables, all of them of the
//! scope's names.

use super::components::ComponentType;
use super::constructors::{by_component, default_leaves};
use super::names::{Meaning, Names, Ty};
use super::paths::Path;
use super::procedure_pointers::is_null;
use super::terms::{integer, intrinsic};
use super::types::{DerivedType, repeated};
use super::typing::{extents, is_literal};
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// The value of one of the variables.
pub(super) struct Constant {
    pub value: Expr,
    /// The type and dimensions of a named constant that it needs; none for a literal.
    pub declared: Option<(TypeSpec, Vec<DimensionSpec>)>,
}

/// The values of a constant of the type, or of an array with these dimensions or a scalar for all of its elements.
pub(super) fn constant_leaves(
    names: &Names,
    ty: &Rc<DerivedType>,
    value: &Expr,
    dimensions: &[DimensionSpec],
) -> Option<Vec<Constant>> {
    let rank = dimensions.len();
    let array = if rank > 0 { array_leaves(names, ty, value, rank) } else { None };
    let is_array = array.is_some();
    let values = array.or_else(|| object_leaves(names, ty, value))?;
    let outer = extents(names, dimensions).filter(|_| rank > 0);
    let each = values.into_iter().zip(ty.leaves()).map(|(value, leaf)| {
        if !is_array && is_literal(names, &value) {
            return Constant { value, declared: None };
        }
        let own = leaf.dimensions().cloned();
        let (value, all) = match leaf.own_extents().zip(outer.clone()) {
            _ if is_array => (value, own.chain(dimensions.iter().cloned()).collect()),
            // Each of the objects has all of it.
            Some((inner, outer)) if leaf.rank() > 0 => {
                let filled = repeated(value, inner.into_iter().chain(outer));
                (filled, own.chain(dimensions.iter().cloned()).collect())
            }
            _ => (value, own.collect()),
        };
        Constant { value, declared: Some((leaf.ty.clone(), all)) }
    });
    Some(each.collect())
}

/// The named constant of that type and rank.
fn named_constant(names: &Names, ty: &Rc<DerivedType>, name: &Word, rank: usize, span: Span) -> Option<Path> {
    let is_one = matches!(names.find(name), Some(Meaning::Variable(variable))
        if variable.shape.rank == Some(rank) && variable.shape.derived().is_some_and(|own| Rc::ptr_eq(own, ty)));
    is_one.then(|| Path::new(name.clone(), rank, span))
}

fn array_leaves(names: &Names, ty: &Rc<DerivedType>, value: &Expr, rank: usize) -> Option<Vec<Expr>> {
    let span = value.span;
    match &value.kind {
        ExprKind::Name(name) => named_constant(names, ty, name, rank, span).map(|path| path.leaves(ty)),
        ExprKind::Paren(inner) => array_leaves(names, ty, inner, rank),
        ExprKind::Constructor(_, items) if rank == 1 => {
            // The elements of a variable that is an array itself have no order of their own here.
            let leaves = ty.leaves();
            let values = (0..leaves.len()).map(|at| {
                let items = items.iter().map(|item| item_leaf(names, ty, item, at)).collect::<Option<Vec<_>>>()?;
                let count = integer(items.len() as i64, span);
                let is_open = items.iter().any(|item| matches!(item, ConstructorItem::ImpliedDo(..)));
                let array = Expr { kind: ExprKind::Constructor(Some(Box::new(leaves[at].ty.clone())), items), span };
                if leaves[at].rank() == 0 {
                    return Some(array);
                }
                let own = leaves[at].own_extents().filter(|_| !is_open)?.into_iter();
                let shape =
                    own.map(|extent| integer(extent, span)).chain([count]).map(ConstructorItem::Value).collect();
                let shape = Expr { kind: ExprKind::Constructor(None, shape), span };
                Some(intrinsic("reshape", vec![array, shape], span))
            });
            values.collect()
        }
        ExprKind::Reference(name, arguments)
            if name.text == "reshape" && ty.leaves().iter().all(|leaf| leaf.rank() == 0) =>
        {
            let [source, shape] = &arguments[..] else { return None };
            let sources = array_leaves(names, ty, &source.value, 1)?.into_iter();
            Some(sources.map(|source| intrinsic("reshape", vec![source, shape.value.clone()], span)).collect())
        }
        _ => None,
    }
}

/// An item of an array constructor for one of the variables.
fn item_leaf(names: &Names, ty: &Rc<DerivedType>, item: &ConstructorItem, at: usize) -> Option<ConstructorItem> {
    match item {
        ConstructorItem::Value(value) => {
            let leaves = array_leaves(names, ty, value, 1).or_else(|| object_leaves(names, ty, value));
            leaves?.into_iter().nth(at).map(ConstructorItem::Value)
        }
        ConstructorItem::ImpliedDo(items, count) => {
            let items = items.iter().map(|item| item_leaf(names, ty, item, at)).collect::<Option<Vec<_>>>()?;
            Some(ConstructorItem::ImpliedDo(items, count.clone()))
        }
    }
}

fn object_leaves(names: &Names, ty: &Rc<DerivedType>, value: &Expr) -> Option<Vec<Expr>> {
    let span = value.span;
    let (name, arguments) = match &value.kind {
        ExprKind::Name(name) => return named_constant(names, ty, name, 0, span).map(|path| path.leaves(ty)),
        ExprKind::Paren(inner) => return object_leaves(names, ty, inner),
        ExprKind::Reference(name, arguments) => (name, arguments),
        _ => return None,
    };
    if ty.pointee.is_some() && name.text == "null" {
        return ty.leaves().into_iter().map(|leaf| leaf.initial).collect();
    }
    if let Some(mut path) = named_constant(names, ty, &name.text, arguments.len(), span) {
        let is_range = |argument: &Argument| matches!(argument.value.kind, ExprKind::Range(_));
        (path.levels[0].subscripts, path.levels[0].left) = (Some(arguments.clone()), 0);
        return (!arguments.iter().any(is_range)).then(|| path.leaves(ty));
    }
    let named = names.find_type(&name.text).filter(|named| Rc::ptr_eq(named, ty))?;
    let mut arguments = arguments.clone();
    let parent = arguments.iter().enumerate().find_map(|(at, argument)| {
        let parent = ty.ancestor(&argument.keyword.as_ref()?.text)?;
        Some((at, parent))
    });
    let (known, mut leaves) = match parent {
        Some((at, parent)) => (parent.components.len(), object_leaves(names, &parent, &arguments.remove(at).value)?),
        None => (0, Vec::new()),
    };
    let values = by_component(named, arguments, known, span).ok()?;
    for (value, component) in values.into_iter().zip(named.components.values()).skip(known) {
        match (value, &component.ty) {
            (Some(value), ComponentType::Intrinsic(_)) if matches!(component.shape.ty, Some(Ty::Procedure(_))) => {
                leaves.push(Some(integer(0, value.span)).filter(|_| is_null(&value))?);
            }
            (Some(value), ComponentType::Intrinsic(_)) => leaves.push(value),
            (Some(value), ComponentType::Derived(inner)) => match component.dimensions.len() {
                0 => leaves.extend(object_leaves(names, inner, &value)?),
                rank => leaves.extend(array_leaves(names, inner, &value, rank)?),
            },
            (None, _) => leaves.extend(default_leaves(component)?),
        }
    }
    Some(leaves)
}
