//! Structure constructors `t(1, b = 2.0)`.

use super::components::{Component, ComponentType, Initial};
use super::names::Ty;
use super::paths::{Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic};
use super::types::{DerivedType, Leaf, repeated};
use super::typing::constant_type;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// The default values of a component's variables.
pub(super) fn default_leaves(component: &Component) -> Option<Vec<Expr>> {
    match (&component.initial, &component.ty) {
        (Initial::Value(value), _) => Some(vec![value.clone()]),
        (Initial::Leaves(values), _) => Some(values.clone()),
        (Initial::None, ComponentType::Derived(inner)) => {
            let value = |leaf: Leaf| match (leaf.initial.clone()?, leaf.own_extents().zip(component.extents.clone())) {
                (value, Some((own, outer))) if leaf.rank() > 0 && !outer.is_empty() => {
                    Some(repeated(value, own.into_iter().chain(outer)))
                }
                (value, _) => Some(value),
            };
            inner.leaves().into_iter().map(value).collect()
        }
        (Initial::None, ComponentType::Intrinsic(_)) => None,
    }
}

/// The arguments of a constructor by the order of the components; none for those that are not given. `known` is the
/// number of the first components, whose values are known.
pub(super) fn by_component(
    ty: &DerivedType,
    arguments: Vec<Argument>,
    known: usize,
    span: Span,
) -> Outcome<Vec<Option<Expr>>> {
    let mut values: Vec<Option<Expr>> = vec![None; ty.components.len()];
    // A type without components has one that has no name in the source.
    let named = ty.components.keys().enumerate().skip(known).filter(|(_, name)| *name != "_").map(|(at, _)| at);
    let named: Vec<usize> = named.collect();
    for (position, argument) in arguments.into_iter().enumerate() {
        let at = match &argument.keyword {
            Some(keyword) => ty.components.get_index_of(&keyword.text),
            None => named.get(position).copied(),
        };
        let span = argument.keyword.as_ref().map_or(argument.value.span, |keyword| keyword.span);
        let Some(at) = at else {
            let message = format!("the derived type `{}` has no such component", ty.name.to_uppercase());
            return Err(Problem::error("E0295", span, message));
        };
        if at < known || values[at].replace(argument.value).is_some() {
            let (name, _) = ty.components.get_index(at).map_or(("", ()), |(name, _)| (name.as_str(), ()));
            return Err(Problem::error(
                "E0295",
                span,
                format!("the component `{}` has two values", name.to_uppercase()),
            ));
        }
    }
    let missing = values.iter().zip(&ty.components).skip(known).find(|(value, (_, component))| {
        value.is_none() && !component.is_allocatable && default_leaves(component).is_none()
    });
    match missing {
        Some((_, (name, _))) => {
            let message = format!("the component `{}` has no value here and no default value", name.to_uppercase());
            Err(Problem::error("E0295", span, message))
        }
        None => Ok(values),
    }
}

impl Rewriter<'_> {
    /// Takes a parent component out of the arguments of a constructor: the number of its components, and their values.
    fn parent_values(&mut self, ty: &Rc<DerivedType>, arguments: &mut Vec<Argument>) -> Outcome<(usize, Vec<Expr>)> {
        let parent_of = |at: usize, argument: &Argument| match (&argument.keyword, &argument.value.kind) {
            (Some(keyword), _) => ty.ancestor(&keyword.text).filter(|_| !ty.components.contains_key(&keyword.text)),
            (None, _) if at > 0 => None,
            (None, ExprKind::Reference(name, _)) if self.find(&name.text).is_none() => {
                let named = self.names.find_type(&name.text)?;
                ty.line().skip(1).find(|parent| Rc::ptr_eq(parent, named))
            }
            (None, _) => {
                let found = self.declared_type(&argument.value)?;
                ty.line().skip(1).find(|parent| Rc::ptr_eq(parent, &found))
            }
        };
        let parent = arguments.iter().enumerate().find_map(|(at, argument)| Some((at, parent_of(at, argument)?)));
        let Some((at, parent)) = parent else { return Ok((0, Vec::new())) };
        let value = arguments.remove(at).value;
        let span = value.span;
        let Value::Record(record) = self.value(value)? else { return Err(wrong_type(&parent.name, span)) };
        let record = record.into_parent(&parent);
        self.check_type(&parent, &record)?;
        Ok((parent.components.len(), record.leaves()))
    }

    /// `t(arguments)`
    pub fn structure(&mut self, ty: &Rc<DerivedType>, arguments: Vec<Argument>, span: Span) -> Outcome<Record> {
        let (leaves, unallocated) = self.structure_parts(ty, arguments, span)?;
        if !unallocated.is_empty() {
            return self.partly_allocated(ty, leaves, &unallocated, span);
        }
        Ok(Record { ty: Rc::clone(ty), rank: 0, kind: RecordKind::Leaves(leaves), span, tag: None })
    }

    /// The arguments of a constructor of that type, if a value is one.
    pub fn constructor_arguments<'e>(&self, ty: &Rc<DerivedType>, value: &'e Expr) -> Option<&'e [Argument]> {
        let ExprKind::Reference(name, arguments) = &value.kind else { return None };
        let is_one = self.names.specifics(&name.text).is_empty()
            && self.names.find_type(&name.text).is_some_and(|named| Rc::ptr_eq(named, ty));
        is_one.then_some(arguments)
    }

    /// The values of the variables of `t(arguments)`, and which of these are ALLOCATABLE and not allocated.
    pub fn structure_parts(
        &mut self,
        ty: &Rc<DerivedType>,
        mut arguments: Vec<Argument>,
        span: Span,
    ) -> Outcome<(Vec<Expr>, Vec<usize>)> {
        if ty.is_abstract {
            return Err(super::bound::abstract_object(ty, span));
        }
        let (known, mut leaves) = self.parent_values(ty, &mut arguments)?;
        let values = by_component(ty, arguments, known, span)?;
        let mut unallocated = Vec::new();
        for (value, component) in values.into_iter().zip(ty.components.values()).skip(known) {
            let is_null = |value: &Expr| matches!(&value.kind, ExprKind::Reference(name, _) if name.text == "null");
            let value = value.filter(|value| !component.is_allocatable || !is_null(value));
            let Some(value) = value else {
                match default_leaves(component) {
                    Some(defaults) => leaves.extend(defaults.into_iter().map(|value| {
                        let from = constant_type(&self.names, &value);
                        converted(value, from.as_ref(), component.shape.ty.as_ref())
                    })),
                    None => {
                        unallocated.push(leaves.len());
                        leaves.push(integer(0, span));
                    }
                }
                continue;
            };
            let place = value.span;
            if let Some(Ty::Procedure(pointer)) = &component.shape.ty {
                self.check_target(pointer, &value)?;
                leaves.push(self.number_of_procedure(value)?);
                continue;
            }
            if let ComponentType::Derived(pointer) = &component.ty
                && pointer.pointee.is_some()
            {
                let is_owned = pointer.pointee.as_ref().is_some_and(|pointee| pointee.is_owned);
                leaves.extend(match is_owned && !is_null(&value) {
                    true => self.new_owner(value, pointer, place)?,
                    false => {
                        let value = self.raw(value)?;
                        self.parts(value, pointer)?
                    }
                });
                continue;
            }
            if let ComponentType::Derived(inner) = &component.ty
                && component.dimensions.is_empty()
                && let Some(arguments) = self.constructor_arguments(inner, &value)
            {
                let (values, missing) = self.structure_parts(inner, arguments.to_vec(), place)?;
                unallocated.extend(missing.into_iter().map(|at| leaves.len() + at));
                leaves.extend(values);
                continue;
            }
            match (self.value(value)?, &component.ty) {
                (Value::Plain(value, shape), ComponentType::Intrinsic(_)) => {
                    leaves.push(converted(value, shape.ty.as_ref(), component.shape.ty.as_ref()));
                }
                (Value::Record(record), ComponentType::Derived(inner)) => {
                    self.check_type(inner, &record)?;
                    match component.dimensions.len() {
                        rank if rank == record.rank => leaves.extend(record.leaves()),
                        _ => leaves.extend(self.filled(component, inner, record, place)?),
                    }
                }
                (Value::Plain(..), ComponentType::Derived(inner)) => {
                    return Err(wrong_type(&inner.name, place));
                }
                _ => return Err(no_derived_value(place)),
            }
        }
        Ok((leaves, unallocated))
    }

    /// The values of the variables of an array of objects that all are the same.
    fn filled(
        &mut self,
        component: &Component,
        ty: &Rc<DerivedType>,
        record: Record,
        span: Span,
    ) -> Outcome<Vec<Expr>> {
        let refused = || Problem::Refused("an array of derived type filled from a scalar here", span);
        let outer = component.extents.clone().filter(|_| record.rank == 0).ok_or_else(refused)?;
        let values = match self.has_calls(record.leaves().iter()) {
            true => self.object(record)?.leaves(ty),
            false => record.leaves(),
        };
        let leaves = ty.leaves().into_iter().zip(values);
        let each = leaves.map(|(leaf, value)| {
            let own = leaf.own_extents().ok_or_else(refused)?;
            Ok(repeated(value, own.into_iter().chain(outer.iter().copied())))
        });
        each.collect()
    }

    /// An object with these values, but for ALLOCATABLE components that are not allocated.
    fn partly_allocated(
        &mut self,
        ty: &Rc<DerivedType>,
        values: Vec<Expr>,
        unallocated: &[usize],
        span: Span,
    ) -> Outcome<Record> {
        let path = self.temporary(ty, 0, &ty.name.clone(), span);
        for (at, (leaf, value)) in ty.leaves().iter().zip(values).enumerate() {
            let target = path.leaf(leaf);
            if !unallocated.contains(&at) {
                let kinds = match leaf.is_allocatable && self.may_be_unallocated(&value) {
                    true => super::whole_arrays::copy_allocatable(target, value, leaf.rank(), span),
                    false => vec![StatementKind::Assign { target, value }],
                };
                for kind in kinds {
                    self.before(kind, span)?;
                }
                continue;
            }
            let condition = intrinsic("allocated", vec![target.clone()], span);
            let kind = StatementKind::Deallocate { objects: vec![target], options: Vec::new() };
            let action = Box::new(Statement { label: None, kind, span });
            self.before(StatementKind::LogicalIf { condition, action }, span)?;
        }
        Ok(Record::object(Rc::clone(ty), path))
    }

    pub fn check_type(&self, ty: &Rc<DerivedType>, record: &Record) -> Outcome<()> {
        if super::types::is_same_type(ty, &record.ty) { Ok(()) } else { Err(wrong_type(&ty.name, record.span)) }
    }
}

/// A number as one of a component's type, where both are known here: functions that take objects see the values alone.
fn converted(value: Expr, from: Option<&Ty>, to: Option<&Ty>) -> Expr {
    let is_number = |ty: &Ty| matches!(ty, Ty::Integer(_) | Ty::Real(_) | Ty::Complex(_));
    let (function, kind) = match (from, to) {
        (Some(from), Some(to)) if !is_number(from) || from.is(to) => return value,
        (Some(_), Some(Ty::Integer(kind))) => ("int", *kind),
        (Some(_), Some(Ty::Real(kind))) => ("real", *kind),
        (Some(_), Some(Ty::Complex(kind))) => ("cmplx", *kind),
        _ => return value,
    };
    let span = value.span;
    let mut call = intrinsic(function, vec![value, integer(kind, span)], span);
    if let ExprKind::Reference(_, arguments) = &mut call.kind
        && let Some(last) = arguments.last_mut()
    {
        last.keyword = Some(Box::new(Name { text: "kind".into(), span }));
    }
    call
}

/// A value is not of the derived type that it has to be.
pub(super) fn wrong_type(name: &str, span: Span) -> Problem {
    Problem::error("E0296", span, format!("expected a value of the derived type `{}`", name.to_uppercase()))
}

/// A value of derived type is where none can be.
pub(super) fn no_derived_value(span: Span) -> Problem {
    Problem::error("E0296", span, "a value of derived type is not allowed here")
}
