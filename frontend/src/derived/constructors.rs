//! Structure constructors `t(1, b = 2.0)`, and array constructors.

use super::names::{Names, Shaped};
use super::paths::{Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, reference};
use super::types::{ComponentType, DerivedType, Initial, Leaf};
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// The values of a constructor that is the default value of a component, all of them of the scope's names.
pub(super) fn constant_leaves(names: &Names, ty: &Rc<DerivedType>, value: &Expr) -> Option<Vec<Expr>> {
    let ExprKind::Reference(name, arguments) = &value.kind else { return None };
    let named = names.find_type(&name.text).filter(|named| Rc::ptr_eq(named, ty))?;
    let values = by_component(named, arguments.clone(), value.span).ok()?;
    let mut leaves = Vec::new();
    for (value, component) in values.into_iter().zip(named.components.values()) {
        match (value, &component.ty) {
            (Some(value), ComponentType::Intrinsic(_)) => leaves.push(value),
            (Some(value), ComponentType::Derived(inner)) => leaves.extend(constant_leaves(names, inner, &value)?),
            (None, _) => leaves.extend(default_leaves(component)?),
        }
    }
    Some(leaves)
}

/// The default values of a component's variables.
fn default_leaves(component: &super::types::Component) -> Option<Vec<Expr>> {
    match (&component.initial, &component.ty) {
        (Initial::Value(value), _) => Some(vec![value.clone()]),
        (Initial::Leaves(values), _) => Some(values.clone()),
        (Initial::None, ComponentType::Derived(inner)) => {
            inner.leaves().into_iter().map(|leaf: Leaf| leaf.initial).collect()
        }
        (Initial::None, ComponentType::Intrinsic(_)) => None,
    }
}

/// The arguments of a constructor by the order of the components; none for those that are not given.
fn by_component(ty: &DerivedType, arguments: Vec<Argument>, span: Span) -> Outcome<Vec<Option<Expr>>> {
    let mut values: Vec<Option<Expr>> = vec![None; ty.components.len()];
    for (position, argument) in arguments.into_iter().enumerate() {
        let at = match &argument.keyword {
            Some(keyword) => ty.components.get_index_of(&keyword.text),
            None => Some(position).filter(|at| *at < values.len()),
        };
        let span = argument.keyword.as_ref().map_or(argument.value.span, |keyword| keyword.span);
        let Some(at) = at else {
            let message = format!("the derived type `{}` has no such component", ty.name.to_uppercase());
            return Err(Problem::error("E0295", span, message));
        };
        if values[at].replace(argument.value).is_some() {
            let (name, _) = ty.components.get_index(at).map_or(("", ()), |(name, _)| (name.as_str(), ()));
            return Err(Problem::error(
                "E0295",
                span,
                format!("the component `{}` has two values", name.to_uppercase()),
            ));
        }
    }
    let missing = values.iter().zip(&ty.components).find(|(value, (_, component))| {
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
    /// `t(arguments)`
    pub fn structure(&mut self, ty: &Rc<DerivedType>, arguments: Vec<Argument>, span: Span) -> Outcome<Record> {
        let values = by_component(ty, arguments, span)?;
        let mut leaves = Vec::new();
        let mut unallocated = Vec::new();
        for (value, component) in values.into_iter().zip(ty.components.values()) {
            let is_null = |value: &Expr| matches!(&value.kind, ExprKind::Reference(name, _) if name.text == "null");
            let value = value.filter(|value| !component.is_allocatable || !is_null(value));
            let Some(value) = value else {
                match default_leaves(component) {
                    Some(defaults) => leaves.extend(defaults),
                    None => {
                        unallocated.push(leaves.len());
                        leaves.push(integer(0, span));
                    }
                }
                continue;
            };
            let place = value.span;
            if let ComponentType::Derived(pointer) = &component.ty
                && pointer.pointee.is_some()
            {
                let value = self.raw(value)?;
                let is_owned = pointer.pointee.as_ref().is_some_and(|pointee| pointee.is_owned);
                leaves.extend(match value {
                    value if !is_owned || matches!(value, Value::Null(_)) => self.parts(value, pointer)?,
                    value => self.new_owner(value, pointer, place)?,
                });
                continue;
            }
            match (self.value(value)?, &component.ty) {
                (Value::Plain(value, _), ComponentType::Intrinsic(_)) => leaves.push(value),
                (Value::Record(record), ComponentType::Derived(inner)) => {
                    self.check_type(inner, &record)?;
                    if record.rank != component.dimensions.len() {
                        return Err(Problem::Refused("an array of derived type filled from a scalar here", place));
                    }
                    leaves.extend(record.leaves());
                }
                (Value::Plain(..), ComponentType::Derived(inner)) => {
                    return Err(wrong_type(&inner.name, place));
                }
                _ => return Err(no_derived_value(place)),
            }
        }
        if !unallocated.is_empty() {
            return self.partly_allocated(ty, leaves, &unallocated, span);
        }
        Ok(Record { ty: Rc::clone(ty), rank: 0, kind: RecordKind::Leaves(leaves), span })
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
                let is_variable = leaf.is_allocatable && matches!(value.kind, ExprKind::Name(_));
                let kinds = match is_variable {
                    true => super::assign::copy_allocatable(target, value, span).into(),
                    false => vec![StatementKind::Assign { target, value }],
                };
                for kind in kinds {
                    self.before(kind, span)?;
                }
                continue;
            }
            let condition = reference("allocated", vec![target.clone()], span);
            let kind = StatementKind::Deallocate { objects: vec![target], options: Vec::new() };
            let action = Box::new(Statement { label: None, kind, span });
            self.before(StatementKind::LogicalIf { condition, action }, span)?;
        }
        Ok(Record::object(Rc::clone(ty), path))
    }

    /// `[items]` of any type.
    pub fn constructor(
        &mut self,
        ty: Option<Box<TypeSpec>>,
        items: Vec<ConstructorItem>,
        span: Span,
    ) -> Outcome<Value> {
        let given = ty.as_ref().and_then(|ty| super::typing::derived_name(ty)).cloned();
        let is_flat = items.iter().all(|item| matches!(item, ConstructorItem::Value(_)));
        let mut records = Vec::new();
        let mut done = Vec::with_capacity(items.len());
        let mut of = None;
        for item in items {
            match item {
                ConstructorItem::Value(value) => match self.value(value)? {
                    Value::Plain(value, shape) => {
                        of = of.or(shape.ty);
                        done.push(ConstructorItem::Value(value));
                    }
                    Value::Record(record) => records.push(record),
                    other => return Err(no_derived_value(other.span())),
                },
                ConstructorItem::ImpliedDo(items, count) => {
                    let outer = self.stays_inside.replace("a function of derived type in an implied DO");
                    let rewritten = self.implied_items(items, *count);
                    self.stays_inside = outer;
                    let (items, count) = rewritten?;
                    done.push(ConstructorItem::ImpliedDo(items, Box::new(count)));
                }
            }
        }
        let Some(first) = records.first().map(|record| Rc::clone(&record.ty)) else {
            if given.is_some() {
                return Err(Problem::Refused("this array constructor of derived type", span));
            }
            let of = match &ty {
                Some(spec) => super::typing::type_of_spec(&self.names, spec, None),
                None => of,
            };
            let kind = ExprKind::Constructor(ty, done);
            return Ok(Value::Plain(Expr { kind, span }, Shaped::new(of, 1)));
        };
        if !is_flat || !done.is_empty() {
            return Err(Problem::Refused("this array constructor of derived type", span));
        }
        let ty = given.and_then(|name| self.names.find_type(&name.text).cloned()).unwrap_or(first);
        self.need_constants(&ty);
        self.record_array(records, ty, span).map(Value::Record)
    }

    /// The items and bounds of an implied DO of a constructor, none of them of derived type.
    fn implied_items(
        &mut self,
        items: Vec<ConstructorItem>,
        count: DoCount,
    ) -> Outcome<(Vec<ConstructorItem>, DoCount)> {
        let mut done = Vec::with_capacity(items.len());
        for item in items {
            done.push(match item {
                ConstructorItem::Value(value) => {
                    let span = value.span;
                    match self.value(value)? {
                        Value::Plain(value, _) => ConstructorItem::Value(value),
                        _ => {
                            return Err(Problem::Refused("an implied DO of values of derived type", span));
                        }
                    }
                }
                ConstructorItem::ImpliedDo(items, count) => {
                    let (items, count) = self.implied_items(items, *count)?;
                    ConstructorItem::ImpliedDo(items, Box::new(count))
                }
            });
        }
        Ok((done, self.count_of(count)?))
    }

    /// `[items]` of derived type. Each of its variables is a constructor of its own.
    pub fn record_array(&mut self, items: Vec<Record>, ty: Rc<DerivedType>, span: Span) -> Outcome<Record> {
        for item in &items {
            self.check_type(&ty, item)?;
        }
        if ty.owns() {
            return self.array_of_owners(items, ty, span);
        }
        let parts: Vec<Vec<Expr>> = items.iter().map(Record::leaves).collect();
        let is_all_scalars = items.iter().all(|item| item.rank == 0);
        let mut leaves = Vec::new();
        for (index, leaf) in ty.leaves().iter().enumerate() {
            let values = parts.iter().filter_map(|part| part.get(index).cloned());
            let values = values.map(ConstructorItem::Value).collect();
            let array = Expr { kind: ExprKind::Constructor(Some(Box::new(leaf.ty.clone())), values), span };
            leaves.push(if leaf.rank() == 0 {
                array
            } else {
                let given = items.iter().all(|item| self.fills(item, index));
                let extents = leaf.own_extents().filter(|_| is_all_scalars && given);
                let Some(extents) = extents else {
                    return Err(Problem::Refused("this array constructor of objects with array components", span));
                };
                reshaped(array, extents.into_iter().chain([items.len() as i64]), span)
            });
        }
        Ok(Record { ty, rank: 1, kind: RecordKind::Leaves(leaves), span })
    }

    /// Whether a record's value of a component that is an array is an array too, and not a scalar for all elements.
    fn fills(&mut self, record: &Record, index: usize) -> bool {
        match &record.kind {
            RecordKind::Object(_) => true,
            RecordKind::Leaves(values) => values.get(index).is_some_and(|value| {
                matches!(&value.kind, ExprKind::Constructor(..))
                    || self.shape_of(value).rank.is_some_and(|rank| rank > 0)
            }),
        }
    }

    pub fn check_type(&self, ty: &Rc<DerivedType>, record: &Record) -> Outcome<()> {
        if super::types::is_same_type(ty, &record.ty) { Ok(()) } else { Err(wrong_type(&ty.name, record.span)) }
    }
}

/// `reshape(array, [extents])`
fn reshaped(array: Expr, extents: impl Iterator<Item = i64>, span: Span) -> Expr {
    let integer = |value: i64| Expr { kind: ExprKind::Integer(value.to_string().into(), None), span };
    let shape = extents.map(|extent| ConstructorItem::Value(integer(extent))).collect();
    let shape = Expr { kind: ExprKind::Constructor(None, shape), span };
    let arguments = [array, shape].map(|value| Argument { keyword: None, value });
    let name = Name { text: "reshape".into(), span };
    Expr { kind: ExprKind::Reference(Box::new(name), arguments.into()), span }
}

/// A value is not of the derived type that it has to be.
pub(super) fn wrong_type(name: &str, span: Span) -> Problem {
    Problem::error("E0296", span, format!("expected a value of the derived type `{}`", name.to_uppercase()))
}

/// A value of derived type is where none can be.
pub(super) fn no_derived_value(span: Span) -> Problem {
    Problem::error("E0296", span, "a value of derived type is not allowed here")
}
