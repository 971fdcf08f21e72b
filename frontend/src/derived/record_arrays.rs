//! Array constructors, of objects too: each of the variables that objects become is a constructor of its own.

use super::constructors::no_derived_value;
use super::implied_do::IN_AN_IMPLIED_DO;
use super::names::{Shaped, Ty};
use super::paths::{Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, quotient, sum};
use super::types::{DerivedType, Leaf, repeated};
use super::typing::type_of_spec;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// An item of an array constructor.
#[derive(Clone)]
enum Item {
    Plain(Expr, Option<Ty>),
    Record(Record),
    Do(Vec<Item>, DoCount),
}

impl Item {
    /// Shows the records in it; whether there is anything else.
    fn records<'i>(&'i self, see: &mut dyn FnMut(&'i Record)) -> bool {
        match self {
            Item::Plain(..) => true,
            Item::Record(record) => {
                see(record);
                false
            }
            Item::Do(items, _) => items.iter().fold(false, |is_mixed, item| item.records(see) | is_mixed),
        }
    }

    /// The type of what is no object, if it is known.
    fn ty(&self) -> Option<Ty> {
        match self {
            Item::Plain(_, ty) => ty.clone(),
            Item::Record(_) => None,
            Item::Do(items, _) => items.iter().find_map(Item::ty),
        }
    }

    /// A constructor's item with a one for each object; none if some are arrays.
    fn ones(&self) -> Option<ConstructorItem> {
        match self {
            Item::Record(record) if record.rank == 0 => Some(ConstructorItem::Value(integer(1, record.span))),
            Item::Plain(..) | Item::Record(_) => None,
            Item::Do(items, count) => {
                let items = items.iter().map(Item::ones).collect::<Option<Vec<ConstructorItem>>>()?;
                Some(ConstructorItem::ImpliedDo(items, Box::new(count.clone())))
            }
        }
    }

    /// The item, which has no objects in it.
    fn plain(self) -> Outcome<ConstructorItem> {
        Ok(match self {
            Item::Plain(value, _) => ConstructorItem::Value(value),
            Item::Record(record) => return Err(no_derived_value(record.span)),
            Item::Do(items, count) => {
                let items = items.into_iter().map(Item::plain).collect::<Outcome<_>>()?;
                ConstructorItem::ImpliedDo(items, Box::new(count))
            }
        })
    }
}

impl Rewriter<'_> {
    /// `[items]` of any type.
    pub fn constructor(
        &mut self,
        ty: Option<Box<TypeSpec>>,
        items: Vec<ConstructorItem>,
        span: Span,
    ) -> Outcome<Value> {
        let given = ty.as_ref().and_then(|ty| super::typing::derived_name(ty)).cloned();
        let items = self.constructor_items(items, None)?;
        let mut first = None;
        let is_mixed = items.iter().fold(false, |is_mixed, item| {
            item.records(&mut |record| first = first.take().or(Some(Rc::clone(&record.ty)))) | is_mixed
        });
        let Some(first) = first else {
            let named = given.as_ref().and_then(|name| self.names.find_type(&name.text).cloned());
            if let (Some(ty), true) = (named, items.is_empty()) {
                self.need_constants(&ty);
                return self.array_of(items, ty, span).map(Value::Record);
            }
            if given.is_some() {
                return Err(Problem::Refused("this array constructor of derived type", span));
            }
            let of = match &ty {
                Some(spec) => type_of_spec(&self.names, spec, None),
                None => items.iter().find_map(Item::ty),
            };
            let items = items.into_iter().map(Item::plain).collect::<Outcome<_>>()?;
            let kind = ExprKind::Constructor(ty, items);
            return Ok(Value::Plain(Expr { kind, span }, Shaped::new(of, 1)));
        };
        if is_mixed {
            return Err(Problem::Refused("this array constructor of derived type", span));
        }
        let ty = given.and_then(|name| self.names.find_type(&name.text).cloned()).unwrap_or(first);
        self.need_constants(&ty);
        self.array_of(items, ty, span).map(Value::Record)
    }

    fn constructor_items(&mut self, items: Vec<ConstructorItem>, within: Option<&DoCount>) -> Outcome<Vec<Item>> {
        let mut done = Vec::with_capacity(items.len());
        for item in items {
            done.push(match item {
                ConstructorItem::Value(value) => match self.item(value, within).and_then(|value| self.finish(value))? {
                    Value::Plain(value, shape) => Item::Plain(value, shape.ty),
                    Value::Record(mut record) => {
                        if let RecordKind::Object(path) = &mut record.kind {
                            self.evaluate_once(path)?;
                        }
                        Item::Record(record)
                    }
                    other => return Err(no_derived_value(other.span())),
                },
                ConstructorItem::ImpliedDo(items, count) => {
                    let outer = self.stays_inside.replace(IN_AN_IMPLIED_DO);
                    let single = match &items[..] {
                        [ConstructorItem::Value(item)] if outer.is_none() => Some((item.clone(), self.prelude.len())),
                        _ => None,
                    };
                    let items = self.constructor_items(items, Some(&*count).filter(|_| outer.is_none()));
                    let of = self.count_of((*count).clone());
                    self.stays_inside = outer;
                    match (&items?[..], single) {
                        // Each owns something of its own.
                        ([Item::Record(record)], Some((item, before))) if record.rank == 0 && record.ty.owns() => {
                            self.prelude.truncate(before);
                            match self.items_before(item, &count)?.0 {
                                Value::Record(array) => Item::Record(array),
                                other => return Err(no_derived_value(other.span())),
                            }
                        }
                        (items, _) => Item::Do(items.to_vec(), of?),
                    }
                }
            });
        }
        Ok(done)
    }

    /// `[items]` of objects.
    fn array_of(&mut self, items: Vec<Item>, ty: Rc<DerivedType>, span: Span) -> Outcome<Record> {
        let mut checked = Ok(());
        for item in &items {
            item.records(&mut |record| {
                if checked.is_ok() {
                    checked = self.check_type(&ty, record);
                }
            });
        }
        checked?;
        if ty.owns() {
            let records = items.into_iter().map(|item| match item {
                Item::Record(record) => Ok(record),
                Item::Plain(..) | Item::Do(..) => {
                    Err(Problem::Refused("an implied DO of objects with ALLOCATABLE components", span))
                }
            });
            let records = records.collect::<Outcome<Vec<Record>>>()?;
            return self.array_of_owners(records, ty, span);
        }
        let mut leaves = Vec::new();
        for (index, leaf) in ty.leaves().iter().enumerate() {
            let values = self.values_of(&items, (index, leaf), span)?;
            let array = Expr { kind: ExprKind::Constructor(Some(Box::new(leaf.ty.clone())), values), span };
            leaves.push(if leaf.rank() == 0 {
                array
            } else {
                let count = self.count_of_items(&items, (index, leaf), span)?;
                let extents = leaf.own_extents().into_iter().flatten().map(|extent| integer(extent, span));
                reshaped(array, extents.chain([count]), span)
            });
        }
        Ok(Record { ty, rank: 1, kind: RecordKind::Leaves(leaves), span, tag: None })
    }

    /// The items of the constructor for one of the variables.
    fn values_of(
        &mut self,
        items: &[Item],
        (index, leaf): (usize, &Leaf),
        span: Span,
    ) -> Outcome<Vec<ConstructorItem>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(match item {
                Item::Do(items, count) => {
                    ConstructorItem::ImpliedDo(self.values_of(items, (index, leaf), span)?, Box::new(count.clone()))
                }
                Item::Record(record) => ConstructorItem::Value(self.value_of(record, (index, leaf), span)?),
                Item::Plain(value, _) => ConstructorItem::Value(value.clone()),
            });
        }
        Ok(values)
    }

    /// The value of one of the variables, in a record that has a scalar for all elements as often as there are any.
    fn value_of(&mut self, record: &Record, (index, leaf): (usize, &Leaf), span: Span) -> Outcome<Expr> {
        let Some(value) = record.leaves().get(index).cloned() else { return Err(no_derived_value(span)) };
        if leaf.rank() == 0 || self.fills(record, index) {
            return Ok(value);
        }
        match leaf.own_extents().filter(|_| record.rank == 0) {
            Some(extents) => Ok(repeated(value, extents.into_iter())),
            None => Err(Problem::Refused("this array constructor of objects with array components", span)),
        }
    }

    /// The number of objects.
    fn count_of_items(&self, items: &[Item], (index, leaf): (usize, &Leaf), span: Span) -> Outcome<Expr> {
        let refused = || Problem::Refused("this array constructor of objects with array components", span);
        let extents = leaf.own_extents().ok_or_else(refused)?;
        let mut count = integer(0, span);
        for item in items {
            let of_item = match item {
                Item::Record(record) if record.rank == 0 => integer(1, span),
                Item::Record(record) => {
                    let elements = extents.iter().copied().map(|extent| extent.max(1)).product();
                    let array = record.leaves().get(index).cloned().ok_or_else(refused)?;
                    quotient(intrinsic("size", vec![array], span), integer(elements, span))
                }
                // The bounds of inner ones may depend on the indices of outer ones.
                Item::Do(..) => {
                    let items = vec![item.ones().ok_or_else(refused)?];
                    let ones = Expr { kind: ExprKind::Constructor(None, items), span };
                    intrinsic("size", vec![ones], span)
                }
                Item::Plain(..) => return Err(refused()),
            };
            count = sum(count, of_item);
        }
        Ok(count)
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
}

/// `reshape(array, [extents])`
fn reshaped(array: Expr, extents: impl Iterator<Item = Expr>, span: Span) -> Expr {
    let shape = Expr { kind: ExprKind::Constructor(None, extents.map(ConstructorItem::Value).collect()), span };
    intrinsic("reshape", vec![array, shape], span)
}
