//! ALLOCATE and DEALLOCATE of pointers: targets are made in the stores, and freed there.

use super::allocation::{Model, failure, option};
use super::constructors::no_derived_value;
use super::paths::{Path, Record, RecordKind, Value};
use super::places::Bounds;
use super::pointer_bounds::{extent_between, next_step};
use super::pointers::{operation, without_subscripts};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::stores::local_name;
use super::terms::{integer, intrinsic, literal, name_expr, product, reference};
use super::types::DerivedType;
use super::whole_arrays::WholeBounds;
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// A pointer in ALLOCATE or DEALLOCATE.
#[derive(Clone)]
pub(super) struct PointerObject {
    pub path: Path,
    pub ty: Rc<DerivedType>,
    /// The bounds after it.
    pub bounds: Option<Vec<Argument>>,
    /// The type that the target of one of CLASS gets, if it is given.
    pub of: Option<Rc<DerivedType>>,
    pub span: Span,
}

impl Rewriter<'_> {
    /// The pointer that an object of ALLOCATE or DEALLOCATE is; none if it is none.
    pub fn pointer_object(&mut self, object: &Expr) -> Outcome<Option<PointerObject>> {
        let span = object.span;
        let root = object.designated().and_then(|(name, _)| self.find(name));
        if !self.modules.has_pointers || root.is_none() {
            return Ok(None);
        }
        let (bare, bounds) = without_subscripts(object.clone());
        let as_element = match bounds {
            // `x(i)` may be a pointer's bounds; `x%p(i)` too.
            Some(_) => None,
            None => Some(object.clone()),
        };
        match self.raw(as_element.unwrap_or(bare))? {
            Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) if ty.pointee.is_some() => {
                Ok(Some(PointerObject { path, ty, bounds, of: None, span }))
            }
            _ => Ok(None),
        }
    }

    /// ALLOCATE of a pointer. What owns its target must not have one yet.
    pub fn allocate_pointer(
        &mut self,
        object: PointerObject,
        model: Option<&Model>,
        options: &[(Name, Expr)],
    ) -> Outcome<Vec<StatementKind>> {
        let (ty, span) = (Rc::clone(&object.ty), object.span);
        let owned = ty.pointee.as_ref().is_some_and(|pointee| pointee.is_owned);
        let number = object.path.leaves(&ty).into_iter().next().filter(|_| owned);
        let Some(number) = number else { return self.make(object, model) };
        let mut statements = self.inside(|rewriter| rewriter.make(object, model))?;
        let condition = operation(BinaryOp::NotEqual, number, integer(0, span));
        let failing = match option(options, "stat") {
            Some(_) => failure(options, 5014, "Attempt to allocate an allocated object", span),
            None => vec![StatementKind::Fail("Attempting to allocate already allocated variable".into())],
        };
        let open = [StatementKind::IfThen { name: None, condition }].into_iter().chain(failing);
        statements.splice(0..0, open.chain([StatementKind::Else(None)]));
        statements.push(StatementKind::EndIf(None));
        Ok(statements)
    }

    /// Makes a target.
    pub fn make(&mut self, object: PointerObject, model: Option<&Model>) -> Outcome<Vec<StatementKind>> {
        let is_class = object.ty.pointee.as_ref().is_some_and(|pointee| pointee.is_class);
        if let (true, None, Some(model)) = (is_class, &object.of, model) {
            // It gets the type that the other object is of then.
            let like = match self.finish(model.value.clone())? {
                Value::Record(like) => like,
                value if object.ty.is_of_anything() => {
                    let what = "ALLOCATE of CLASS(*) like a value whose type is not known here";
                    let ty = value.shape().ty.ok_or(Problem::Refused(what, object.span))?;
                    let object = PointerObject { of: Some(self.box_of(&ty, object.span)?), ..object };
                    return self.make(object, Some(model));
                }
                _ => return Err(no_derived_value(object.span)),
            };
            if like.tag.is_none() && like.ty.is_abstract {
                // A dummy argument is absent here.
                return Ok(super::polymorphic::no_object());
            }
            return self.by_type(&like, object.span, |rewriter, like| {
                let object = PointerObject { of: Some(Rc::clone(&like.ty)), ..object.clone() };
                rewriter.make(object, Some(&Model { value: Value::Record(like), ..model.clone() }))
            });
        }
        if object.ty.owns_text() {
            return self.make_text(object, model);
        }
        let PointerObject { mut path, ty, bounds, of, span } = object;
        self.fix_subscripts(&mut path)?;
        let Some(pointee) = &ty.pointee else { return Err(self.not_a_pointer(span)) };
        let of = if is_class { of.or_else(|| pointee.derived()) } else { None };
        if let Some(of) = &of {
            self.need_constants(of);
            if !pointee.takes(of) {
                return Err(Problem::error("E0296", span, "this type does not extend that of the object"));
            }
            if of.is_abstract {
                return Err(super::bound::abstract_object(of, span));
            }
        }
        let tag = of.as_ref().map(|of| self.number_for(&ty, of, span)).transpose()?;
        let mut before = Vec::new();
        let mut kept = |rewriter: &mut Self, hint: &str, value: Expr| match literal(&value) {
            Some(_) => value,
            None => {
                let name = name_expr(&rewriter.integer(hint, span));
                before.push(StatementKind::Assign { target: name.clone(), value });
                name
            }
        };
        let mut dimensions = Vec::with_capacity(pointee.rank);
        let bounds = bounds.unwrap_or_default();
        if bounds.is_empty() && pointee.rank > 0 {
            let Some(model) = model else {
                return Err(Problem::error("E0224", span, "ALLOCATE needs the array's bounds"));
            };
            for (lower, extent) in self.bounds_of_model(model, pointee.rank, span)? {
                let lower = kept(self, "lower", lower);
                dimensions.push((lower, kept(self, "extent", extent)));
            }
        } else if bounds.len() != pointee.rank {
            let message = format!("the array has rank {}, but {} bounds are given", pointee.rank, bounds.len());
            return Err(Problem::error("E0224", span, message));
        }
        for bound in bounds {
            let (lower, upper) = match bound.value.kind {
                ExprKind::Range(range) => {
                    let range = self.range(*range)?;
                    let Some(upper) = range.upper else {
                        return Err(Problem::error("E0224", span, "ALLOCATE takes `upper` or `lower:upper`"));
                    };
                    (range.lower.unwrap_or_else(|| integer(1, span)), upper)
                }
                _ => (integer(1, span), self.plain(bound.value)?),
            };
            let lower = kept(self, "lower", lower);
            let extent = kept(self, "extent", extent_between(&lower, upper));
            dimensions.push((lower, extent));
        }
        let Some(size) = of.as_ref().map_or_else(|| pointee.size(), |of| of.size()) else {
            let what = "ALLOCATE of a pointer to a derived type that has ALLOCATABLE components, or whose extents or \
                        lengths are not known here";
            return Err(Problem::Refused(what, span));
        };
        let wide = |value: &Expr| intrinsic("int", vec![value.clone(), integer(8, span)], span);
        let count =
            dimensions.iter().fold(wide(&integer(size, span)), |count, (_, extent)| product(count, wide(extent)));
        let number = name_expr(&self.integer("number", span));
        let arguments = [count, number.clone()].map(|value| Argument { keyword: None, value }).into();
        let make = Name { text: local_name("make"), span };
        let mut statements = before;
        statements.push(StatementKind::Call { procedure: make, arguments });
        let mut parts = vec![number, integer(0, span)];
        let mut step = integer(size, span);
        for (lower, extent) in dimensions {
            let lower = match (literal(&lower), literal(&extent)) {
                (Some(1), _) | (_, Some(1..)) => lower,
                // An array without elements has a lower bound of 1.
                _ => {
                    let is_empty = operation(BinaryOp::Equal, extent.clone(), integer(0, span));
                    intrinsic("merge", vec![integer(1, span), lower, is_empty], span)
                }
            };
            parts.extend([lower, extent.clone(), step.clone()]);
            step = next_step(step, extent);
        }
        parts.extend(tag);
        statements.extend(self.set_pointer(path.clone(), &ty, parts, span)?);
        let target = match (self.target_of(Value::Record(Record::object(Rc::clone(&ty), path)))?, of) {
            (Value::Record(target), Some(of)) => Value::Record(Record { ty: of, tag: None, ..target }),
            (target, _) => target,
        };
        statements.extend(self.first_values(&target, span)?);
        if let Some(source) = model.filter(|model| model.is_source()) {
            let value = self.finish(source.value.clone())?;
            statements.extend(match (target, value) {
                (Value::Record(target), value @ Value::Plain(..)) if target.ty.boxed.is_some() => {
                    self.inside(|rewriter| rewriter.fill_box(target, value, span))?
                }
                // What it needs before it reads the pointer that has just been set.
                (Value::Record(target), Value::Record(value)) => {
                    self.inside(|rewriter| rewriter.assign_record(target, value, span))?
                }
                (Value::Stored(path, _), Value::Plain(value, _)) => {
                    vec![StatementKind::Assign { target: path.expr(), value }]
                }
                _ => return Err(Problem::error("E0296", span, "pointer and SOURCE differ in type")),
            });
        }
        Ok(statements)
    }

    /// The bounds that an array gets from SOURCE or MOLD.
    fn bounds_of_model(&mut self, model: &Model, rank: usize, span: Span) -> Outcome<WholeBounds> {
        let bounds = match (&model.bounds, self.finish(model.value.clone())?) {
            (Some(bounds), _) => bounds.clone(),
            (None, Value::Record(record)) => {
                let path = self.object(record.clone())?;
                self.bounds_of(&path, &record.ty, span)?
            }
            (None, Value::Plain(value, shape)) => {
                let extent = |at| intrinsic("size", vec![value.clone(), integer(at, span)], span);
                (1..=shape.rank.unwrap_or(rank) as i64).map(|at| (integer(1, span), extent(at))).collect()
            }
            _ => return Err(self.not_a_pointer(span)),
        };
        match bounds.len() == rank {
            true => Ok(bounds),
            false => Err(Problem::error("E0224", span, "ALLOCATE needs the array's bounds")),
        }
    }

    /// Gives an object in the stores its default values.
    pub fn first_values(&mut self, target: &Value, span: Span) -> Outcome<Vec<StatementKind>> {
        let Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) = target else { return Ok(Vec::new()) };
        let mut statements = Vec::new();
        for leaf in ty.leaves() {
            let Some(value) = leaf.initial.clone() else { continue };
            if path.rank() > 0 && leaf.rank() > 0 && self.is_array(&value) {
                statements.extend(self.fill(path, &leaf, value, span)?);
            } else {
                statements.push(StatementKind::Assign { target: path.leaf(&leaf), value });
            }
        }
        Ok(statements)
    }

    /// DEALLOCATE of a pointer, which must have a target.
    pub fn deallocate_pointer(
        &mut self,
        object: PointerObject,
        options: &[(Name, Expr)],
    ) -> Outcome<Vec<StatementKind>> {
        let PointerObject { mut path, ty, span, .. } = object;
        self.fix_subscripts(&mut path)?;
        let Some(target) = path.leaves(&ty).into_iter().next() else { return Err(self.not_a_pointer(span)) };
        let base = reference(&local_name("base"), vec![target.clone()], span);
        let index = intrinsic("min", vec![base, integer(0, span)], span);
        let finalized = self.finalize_target(&path, &ty, span)?;
        let freed = match self.target_of(Value::Record(Record::object(Rc::clone(&ty), path.clone())))? {
            Value::Record(object @ Record { rank: 0, .. }) if self.may_own(&object) => {
                self.by_type(&object, span, |rewriter, Record { ty, kind, .. }| match kind {
                    RecordKind::Object(path) if ty.owns() => rewriter.release_all(&path, &ty, span),
                    _ => Ok(Vec::new()),
                })?
            }
            _ => Vec::new(),
        };
        let probe = name_expr(&self.integer("alive", span));
        let alive = reference(&local_name("alive"), vec![index], span);
        let mut statements = vec![StatementKind::Assign { target: probe, value: alive }];
        statements.extend(finalized);
        statements.extend(freed);
        statements.extend([
            self.free(target.clone(), span),
            StatementKind::Assign { target: target.clone(), value: integer(0, span) },
        ]);
        if option(options, "stat").is_some() {
            let condition = operation(BinaryOp::NotEqual, target, integer(0, span));
            statements.insert(0, StatementKind::IfThen { name: None, condition });
            statements.push(StatementKind::Else(None));
            statements.extend(failure(options, 1, "Attempt to deallocate an unallocated object", span));
            statements.push(StatementKind::EndIf(None));
        }
        Ok(statements)
    }

    /// The statement that frees the target of a number.
    pub fn free(&self, number: Expr, span: Span) -> StatementKind {
        let value = Expr { kind: ExprKind::Paren(Box::new(number)), span };
        let procedure = Name { text: local_name("free"), span };
        StatementKind::Call { procedure, arguments: vec![Argument { keyword: None, value }] }
    }
}

/// The lower and upper bound of a dimension in the stores.
pub(super) fn first_and_last(bounds: &Bounds, span: Span) -> (Expr, Expr) {
    let reached = super::terms::sum(bounds.lower.clone(), bounds.extent.clone());
    (bounds.lower.clone(), super::terms::difference(reached, integer(1, span)))
}
