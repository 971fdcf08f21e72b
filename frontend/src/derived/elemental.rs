//! References with arrays to elemental procedures of objects that have arrays, or are in the stores: loops of
//! references with elements. An object with an array is no scalar once it is its variables, and what is in a store
//! moves where the procedure makes room for more.
//!
//! ```text
//!                          associate (array%1 => r)
//!                            allocate (area%2(size(array%1, 1)))
//!                            do element%3 = 1, size(array%1, 1)
//!                              area%2(element%3) = area(p(element%3), array%1(element%3))
//!                            end do
//!                          end associate
//! print *, area(p, r)      print *, area%2
//! ```

use super::calls::Actual;
use super::constructors::no_derived_value;
use super::names::{Procedure, Shaped, Ty};
use super::owned_arrays::{Dimension, dimensions, element};
use super::paths::{Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::stores::StoreType;
use super::terms::{declaration, difference, integer, intrinsic, name_expr, reference, sum, within};
use super::types::DerivedType;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// What an argument is in all references of a loop.
enum Each {
    Scalar(Value),
    Objects(Path, Rc<DerivedType>, Vec<Dimension>),
    /// A name of ASSOCIATE.
    Array(Name, Shaped),
}

/// The loop over the elements of arguments.
struct Elements {
    associations: Vec<Association>,
    extents: Vec<Expr>,
    /// The element's number in each dimension.
    numbers: Vec<Name>,
    actuals: Vec<Actual>,
}

impl Elements {
    /// The loop: something before it, and what it does.
    fn statements(self, before: Vec<StatementKind>, inner: Vec<StatementKind>, span: Span) -> Vec<StatementKind> {
        let opens = self.numbers.into_iter().zip(self.extents).rev().map(|(variable, last)| {
            let count = DoCount { variable, first: integer(1, span), last, step: None };
            StatementKind::Do { name: None, label: None, control: DoControl::Counted(count.into()) }
        });
        let opens: Vec<StatementKind> = opens.collect();
        let ends = vec![StatementKind::EndDo(None); opens.len()];
        let all = before.into_iter().chain(opens).chain(inner).chain(ends);
        if self.associations.is_empty() {
            return all.collect();
        }
        let associate = StatementKind::Associate { name: None, associations: self.associations };
        [associate].into_iter().chain(all).chain([StatementKind::EndAssociate(None)]).collect()
    }
}

impl Rewriter<'_> {
    /// Whether a reference is to be a loop, and may be one.
    pub(super) fn is_by_elements(&self, procedure: &Procedure, actuals: &[Actual], is_statement: bool) -> bool {
        let is_stored = |value: &Value| match value {
            Value::Stored(..) => true,
            Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => {
                path.place.is_some() || ty.pointee.is_some()
            }
            _ => false,
        };
        if !procedure.is_elemental {
            return false;
        }
        let mut arrays = actuals.iter().filter(|actual| is_array(actual)).peekable();
        let rank = actuals.iter().filter_map(|actual| actual.value.shape().rank).max().unwrap_or(0);
        // The shape of its value is that of no variable.
        let makes_objects = procedure.result.as_ref().is_some_and(|result| result.object().is_some());
        let is_shapeless = !is_statement && makes_objects && self.model(actuals, rank).is_none();
        arrays.peek().is_some()
            && (is_shapeless
                || procedure.is_elemental_with_arrays()
                || is_statement && arrays.any(|actual| is_stored(&actual.value)))
            && self.stays_inside.is_none()
            && self.masks + self.foralls == 0
    }

    /// CALL.
    pub(super) fn call_by_elements(
        &mut self,
        name: Name,
        procedure: Rc<Procedure>,
        actuals: Vec<Actual>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let mut elements = self.elements(actuals, span)?;
        let actuals = std::mem::take(&mut elements.actuals);
        let inner = self.inside(|rewriter| rewriter.call_of(name, actuals, Some(procedure), span))?;
        Ok(elements.statements(Vec::new(), inner, span))
    }

    /// A function's value, in an array.
    pub(super) fn value_by_elements(
        &mut self,
        name: Word,
        procedure: &Rc<Procedure>,
        actuals: Vec<Actual>,
        span: Span,
    ) -> Outcome<Value> {
        let Some(result) = procedure.result.clone() else { return Ok(Value::Null(span)) };
        let mut elements = self.elements(actuals, span)?;
        let (actuals, rank) = (std::mem::take(&mut elements.actuals), elements.numbers.len());
        let array = match (result.object(), &result.shape.ty) {
            (Some(ty), _) => {
                let path = self.temporary(ty, rank, &procedure.name, span);
                Some(Value::Record(Record::object(Rc::clone(ty), path)))
            }
            (None, Some(ty)) => self.new_array(ty, rank, &procedure.name, span),
            (None, None) => None,
        };
        let Some(array) = array else {
            let what = "a reference with arrays to an elemental function of objects that have arrays whose value is \
                        CHARACTER";
            return Err(Problem::Refused(what, span));
        };
        let before = self.allocate_array(&array, &elements.extents, span)?;
        let target = element_of(&array, elements.numbers.iter().map(name_expr).collect(), span);
        let inner = self.inside(|rewriter| {
            let value = rewriter.invoke_as(procedure, name, actuals, span)?;
            rewriter.assign_value(target, value, span)
        })?;
        let statements = elements.statements(before, inner, span).into_iter();
        self.prelude.extend(statements.map(|kind| Statement { label: None, kind, span }));
        Ok(array)
    }

    /// A new array for values of an intrinsic type that is no CHARACTER.
    pub(super) fn new_array(&mut self, ty: &Ty, rank: usize, hint: &str, span: Span) -> Option<Value> {
        let store = StoreType::of_numbers(ty).filter(|_| !matches!(ty, Ty::Procedure(_)))?;
        let name = self.new_name(hint);
        let open = DimensionSpec { lower: None, upper: None, is_open: true, span };
        let attributes = vec![Attribute::Allocatable];
        self.temporaries.push(declaration(store.spec(span), attributes, name.clone(), vec![open; rank], None, span));
        Some(Value::Plain(Expr { kind: ExprKind::Name(name), span }, Shaped::new(Some(ty.clone()), rank)))
    }

    /// Allocates such an array, or a temporary one of objects, which may have been used before.
    pub(super) fn allocate_array(
        &mut self,
        array: &Value,
        extents: &[Expr],
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let is_there = |of: &Expr| intrinsic("allocated", vec![of.clone()], span);
        match array {
            Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => {
                let mut statements = Vec::new();
                if let (true, [first, ..]) = (ty.owns(), &path.leaves(ty)[..]) {
                    statements.extend(within(is_there(first), self.release_all(path, ty, span)?));
                }
                statements.extend(self.new_owners(path, extents, ty, span)?);
                Ok(statements)
            }
            Value::Plain(array @ Expr { kind: ExprKind::Name(name), .. }, _) => {
                let free = StatementKind::Deallocate { objects: vec![array.clone()], options: Vec::new() };
                let objects = vec![reference(name, extents.to_vec(), span)];
                let allocate = StatementKind::Allocate { ty: None, objects, options: Vec::new() };
                Ok(within(is_there(array), vec![free]).into_iter().chain([allocate]).collect())
            }
            _ => Err(no_derived_value(span)),
        }
    }

    /// The loop over the elements of these arguments; what is no element is evaluated before it.
    fn elements(&mut self, actuals: Vec<Actual>, span: Span) -> Outcome<Elements> {
        let (mut associations, mut each, mut extents) = (Vec::new(), Vec::new(), Vec::new());
        for Actual { keyword, value } in actuals {
            let value = self.target_of(value)?;
            let one = match self.finish(value)? {
                Value::Record(record) if record.rank > 0 => {
                    let (ty, mut path) = (Rc::clone(&record.ty), self.object(record)?);
                    self.fix_subscripts(&mut path)?;
                    self.name_indices(&mut path)?;
                    let dimensions = dimensions(&path, &ty, span)?;
                    if extents.is_empty() {
                        extents = dimensions.iter().map(|one| one.extent.clone()).collect();
                    }
                    Each::Objects(path, ty, dimensions)
                }
                Value::Plain(selector, shape)
                    if shape.rank.is_some_and(|rank| rank > 0) || self.has_calls([&selector]) =>
                {
                    let name = Name { text: self.new_name("array"), span: selector.span };
                    let rank = shape.rank.unwrap_or(0);
                    if extents.is_empty() {
                        let extent = |at| intrinsic("size", vec![name_expr(&name), integer(at as i64, span)], span);
                        extents = (1..=rank).map(extent).collect();
                    }
                    associations.push(Association { name: name.clone(), selector });
                    Each::Array(name, shape)
                }
                value => Each::Scalar(value),
            };
            each.push((keyword, one));
        }
        let numbers: Vec<Name> = extents.iter().map(|_| self.integer("element", span)).collect();
        let value = |one| match one {
            Each::Scalar(value) => value,
            Each::Objects(path, ty, dimensions) => {
                Value::Record(Record::object(ty, element(&path, &dimensions, &numbers, span)))
            }
            Each::Array(name, shape) if shape.rank == Some(0) => Value::Plain(name_expr(&name), shape),
            Each::Array(name, shape) => {
                let index = |(at, number): (usize, &Name)| {
                    let lower = intrinsic("lbound", vec![name_expr(&name), integer(at as i64 + 1, span)], span);
                    sum(lower, difference(name_expr(number), integer(1, span)))
                };
                let indices = numbers.iter().enumerate().map(index).collect();
                Value::Plain(reference(&name.text, indices, span), Shaped { rank: Some(0), ..shape })
            }
        };
        let actuals = each.into_iter().map(|(keyword, one)| Actual { keyword, value: value(one) }).collect();
        Ok(Elements { associations, extents, numbers, actuals })
    }
}

fn is_array(actual: &Actual) -> bool {
    actual.value.shape().rank.is_some_and(|rank| rank > 0)
}

/// Refuses a reference that is to be a loop where there can't be one.
pub(super) fn check_elements(actuals: &[Actual], procedure: Option<&Procedure>) -> Outcome<()> {
    match actuals.iter().find(|actual| is_array(actual)) {
        Some(actual) if procedure.is_some_and(Procedure::is_elemental_with_arrays) => {
            let what = "a reference with arrays to an elemental procedure of objects that have arrays";
            Err(Problem::Refused(what, actual.value.span()))
        }
        _ => Ok(()),
    }
}

/// An element of such an array.
pub(super) fn element_of(array: &Value, indices: Vec<Expr>, span: Span) -> Value {
    match array {
        Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => {
            let mut path = path.clone();
            let subscripts = indices.into_iter().map(|value| Argument { keyword: None, value }).collect();
            (path.levels[0].subscripts, path.levels[0].left) = (Some(subscripts), 0);
            Value::Record(Record::object(Rc::clone(ty), path))
        }
        Value::Plain(Expr { kind: ExprKind::Name(name), .. }, shape) => {
            Value::Plain(reference(name, indices, span), Shaped { rank: Some(0), ..shape.clone() })
        }
        other => other.clone(),
    }
}
