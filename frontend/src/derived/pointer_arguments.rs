//! Pointers and what is in the stores as actual arguments.
//!
//! An element of a store that is passed would hold the store: a callee that makes a target could not make room for it.
//! So scalars are copied before a call and back after it; arrays are sections, which are copied anyway.

use super::calls::{Actual, Passing};
use super::implied_do::IN_AN_IMPLIED_DO;
use super::names::{DummyArgument, Meaning, Placed, Procedure, Ty, Variable};
use super::owned_texts::{deferred, text_of};
use super::paths::{Path, Record, RecordKind, Value};
use super::places::Place;
use super::pointer_allocation::PointerObject;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{declaration, integer, intrinsic, name_expr};
use super::types::{DerivedType, Leaf};
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// The arguments for a dummy argument that is a pointer, or a TARGET that the caller has in the stores.
    pub fn pass_pointer(
        &mut self,
        dummy: &DummyArgument,
        ty: &Rc<DerivedType>,
        value: Value,
        is_statement: bool,
    ) -> Outcome<Vec<Expr>> {
        let span = value.span();
        let passing = Passing { intent: dummy.intent, is_statement };
        if let (None, Value::Record(Record { ty: own, kind: RecordKind::Object(path), .. })) = (dummy.placed, &value)
            && let (Some(actual), Some(wanted)) = (&own.pointee, &ty.pointee)
            && actual.is_owned == wanted.is_owned
        {
            let is_same = super::types::is_same_type(own, ty);
            if !is_same && (dummy.intent != Some(Intent::In) || actual.is_owned) {
                return Err(Problem::error("E0296", span, "pointer and dummy argument differ in type or rank"));
            }
            let own = Rc::clone(own);
            if is_same {
                // What an owner has is freed by a callee that only assigns it.
                let intent = passing.intent.filter(|intent| !wanted.is_owned || *intent != Intent::Out);
                return self.pass_leaves(path.clone(), &own, Passing { intent, ..passing });
            }
        } else if ty.owns() {
            if ty.pointee.as_ref().is_some_and(|pointee| pointee.is_class) {
                let message = "an ALLOCATABLE dummy argument of CLASS takes an ALLOCATABLE argument of CLASS";
                return Err(Problem::error("E0296", span, message));
            }
            return self.lend_to_owner(value, ty, passing);
        }
        if dummy.placed == Some(Placed::Given) {
            return self.pass_target(dummy, ty, value, passing);
        }
        Ok(self.parts(value, ty)?.into_iter().map(in_parentheses).collect())
    }

    /// A copy in the stores of what is not there, as long as the call lasts. Of what is absent there is none, and what
    /// a copy has is ALLOCATABLE, so that it is absent, too.
    pub(super) fn pass_copy(
        &mut self,
        dummy: &DummyArgument,
        value: Value,
        ty: &Rc<DerivedType>,
        passing: Passing,
    ) -> Outcome<Vec<Expr>> {
        let span = value.span();
        let mut value = value;
        if !passing.is_statement {
            let what = "an argument without TARGET for a dummy argument with TARGET here";
            // An item of an implied DO can be computed before.
            return Err(Problem::Refused(
                self.stays_inside.filter(|one| *one == IN_AN_IMPLIED_DO).unwrap_or(what),
                span,
            ));
        }
        let (model, is_variable) = match &value {
            Value::Plain(value, shape) => {
                let is_range = |one: &&Argument| matches!(one.value.kind, ExprKind::Range(_));
                let is_variable = match &value.kind {
                    ExprKind::Name(_) | ExprKind::Substring(..) => true,
                    // What a vector subscript chooses is not assigned.
                    ExprKind::Reference(_, all) if shape.rank > Some(all.iter().filter(is_range).count()) => false,
                    ExprKind::Reference(name, _) => name.text.contains('%') || self.find(&name.text).is_some(),
                    _ => false,
                };
                (Some(value.clone()), is_variable)
            }
            Value::Record(record) => {
                let scalar = record.ty.leaves().iter().position(|leaf| leaf.rank() == 0);
                let is_variable = matches!(record.kind, RecordKind::Object(_));
                (scalar.and_then(|at| record.leaves().into_iter().nth(at)), is_variable)
            }
            Value::Stored(path, _) | Value::Text(path) => (Some(path.expr()), false),
            Value::Null(_) => (None, false),
        };
        let Some(rank) = ty.pointee.as_ref().map(|pointee| pointee.rank) else { return Err(self.not_a_pointer(span)) };
        if let Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) = &value
            && matches!(self.find(name), Some(Meaning::Variable(variable)) if variable.has_assumed_size())
        {
            let what = "an array of assumed size without TARGET for a dummy argument with TARGET";
            return Err(Problem::Refused(what, span));
        }
        let is_back = is_variable && passing.intent != Some(Intent::In) && !self.is_read_only(&value);
        if is_back {
            self.keep_subscripts(&mut value)?;
        }
        let mut bounds = Vec::new();
        for at in 1..=rank {
            let Some(model) = model.clone() else {
                return Err(Problem::Refused("this argument without TARGET for a dummy argument with TARGET", span));
            };
            let value = intrinsic("size", vec![model, integer(at as i64, span)], span);
            bounds.push(Argument { keyword: None, value });
        }
        if ty.owns_text() {
            let model = model.unwrap_or(Expr { kind: ExprKind::Text("".into(), None), span });
            bounds.push(Argument { keyword: None, value: intrinsic("len", vec![model], span) });
        }
        let optional = self.optional_actual(dummy, &value);
        let is_kept = self.keeps_copies && !is_variable && optional.is_none() && !self.is_pure;
        let path = match is_kept {
            true => self.kept_pointer(ty, span),
            false => self.allocatable_temporary(ty, 0, optional.is_some(), "copy", span),
        };
        let object = PointerObject { path: path.clone(), ty: Rc::clone(ty), bounds: Some(bounds), of: None, span };
        let copy = self.target_of(Value::Record(Record::object(Rc::clone(ty), path.clone())))?;
        let mut entry = self.inside(|rewriter| rewriter.allocate_pointer(object, None, &[]))?;
        entry.extend(self.assign_value(copy.clone(), value.clone(), span)?);
        let mut exit = if is_back { self.assign_value(value, copy, span)? } else { Vec::new() };
        let parts = path.leaves(ty);
        let freed = self.free(parts[0].clone(), span);
        match is_kept {
            true => entry.insert(0, freed),
            false => exit.push(freed),
        }
        self.around_call(entry, exit, optional.as_ref(), span)?;
        Ok(if optional.is_some() { parts } else { parts.into_iter().map(in_parentheses).collect() })
    }

    /// Whether an actual argument is a dummy argument with INTENT(IN) itself, or a part of one: no callee changes it.
    fn is_read_only(&self, value: &Value) -> bool {
        let name = match value {
            Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) => name,
            Value::Plain(Expr { kind: ExprKind::Reference(name, _), .. }, _) => &name.text,
            Value::Record(Record { kind: RecordKind::Object(path), .. }) => &path.name,
            _ => return false,
        };
        name.split('%').next().is_some_and(|name| self.names.intent_of(name) == Some(Intent::In))
    }

    /// A pointer to a copy that is there until the next one is made at the same place, or the row ends: the value of a
    /// function may point to it.
    fn kept_pointer(&mut self, ty: &Rc<DerivedType>, span: Span) -> Path {
        let name = self.new_name("kept");
        for leaf in ty.leaves() {
            let (part, value) = (format!("{name}{}", leaf.path).into(), leaf.initial.map(Initializer::Value));
            self.temporaries.push(declaration(leaf.ty, vec![Attribute::Save], part, Vec::new(), value, span));
        }
        Path::new(name, 0, span)
    }

    /// A variable for the value of a function that is called before the present statement, because an argument is
    /// copied to the stores, or from there and back; none if none is, or if the call has to stay where it is.
    pub fn result_beside_copies(
        &mut self,
        procedure: &Procedure,
        result: &Variable,
        rank: usize,
        actuals: &[Actual],
        span: Span,
    ) -> Option<Expr> {
        let is_copied = actuals.iter().enumerate().any(|(position, actual)| {
            procedure.dummy_of(position, actual).is_some_and(|dummy| match &actual.value {
                value if dummy.placed == Some(Placed::Given) && self.needs_copy(dummy, value) => true,
                _ if dummy.intent == Some(Intent::In) => false,
                Value::Stored(path, _) => path.rank() == 0,
                Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => {
                    path.place.is_some() || ty.pointee.is_some() && dummy.pointer.is_none()
                }
                _ => false,
            })
        });
        if !is_copied || self.stays_inside.is_some() || procedure.is_elemental {
            return None;
        }
        let ty = result.shape.ty.as_ref()?;
        let is_text = matches!(ty, Ty::Character);
        let spec = match is_text {
            true => deferred(span),
            false => super::stores::StoreType::of_numbers(ty)?.spec(span),
        };
        let name = Name { text: self.new_name("result"), span };
        let attributes = if rank > 0 || is_text { vec![Attribute::Allocatable] } else { Vec::new() };
        let open = DimensionSpec { lower: None, upper: None, is_open: true, span };
        self.temporaries.push(declaration(spec, attributes, name.text.clone(), vec![open; rank], None, span));
        Some(name_expr(&name))
    }

    pub(super) fn assign_value(&mut self, target: Value, value: Value, span: Span) -> Outcome<Vec<StatementKind>> {
        if let Value::Text(path) = target {
            return match self.finish(value)? {
                Value::Plain(value, _) => Ok(self.assign_characters(&path, value, span)),
                other => Err(super::constructors::no_derived_value(other.span())),
            };
        }
        match (self.finish(target)?, self.finish(value)?) {
            (Value::Plain(target, _), Value::Plain(value, _)) => Ok(vec![StatementKind::Assign { target, value }]),
            (Value::Record(target), Value::Record(value)) => self.assign_record(target, value, span),
            (_, value) => {
                Err(Problem::error("E0296", value.span(), "the argument and the dummy argument differ in type"))
            }
        }
    }

    /// The variables of an object in the stores.
    pub fn pass_leaves(&mut self, mut path: Path, ty: &DerivedType, passing: Passing) -> Outcome<Vec<Expr>> {
        self.evaluate_once(&mut path)?;
        if path.place.is_none() {
            return Ok(path.leaves(ty));
        }
        let path = self.bound(path, passing)?;
        let mut arguments = Vec::new();
        for leaf in ty.leaves() {
            let is_scalar = path.rank() == 0 && leaf.rank() == 0;
            arguments.push(self.pass_element(path.leaf(&leaf), is_scalar, &leaf.ty, passing)?);
        }
        Ok(arguments)
    }

    /// What is of intrinsic type in the stores. `is_known` says that the dummy argument is known.
    pub fn pass_stored(&mut self, path: Path, is_scalar_dummy: bool, passing: Passing) -> Outcome<Expr> {
        let store = path.place.as_ref().and_then(|place| place.store.clone());
        let Some(store) = store.filter(|_| path.rank() == 0 && is_scalar_dummy) else { return Ok(path.expr()) };
        let (span, path) = (path.span, self.bound(path, passing)?);
        self.pass_element(path.expr(), true, &store.spec(span), passing)
    }

    /// A text in the stores: its value, or a variable that is copied back.
    pub fn pass_text(&mut self, path: Path, passing: Passing) -> Outcome<Expr> {
        if passing.intent == Some(Intent::In) || !passing.is_statement {
            return Ok(text_of(&path));
        }
        let span = path.span;
        let copy = self.text_variable("passed", span);
        self.before(StatementKind::Assign { target: copy.clone(), value: text_of(&path) }, span)?;
        let back = self.assign_characters(&path, copy.clone(), span);
        self.after.extend(back.into_iter().map(|kind| Statement { label: None, kind, span }));
        Ok(copy)
    }

    /// The same place, if a statement comes after the call, in variables that the callee does not know.
    fn bound(&mut self, path: Path, passing: Passing) -> Outcome<Path> {
        let Passing { intent, is_statement } = passing;
        if intent == Some(Intent::In) || !is_statement || path.rank() > 0 {
            return Ok(path);
        }
        let span = path.span;
        let store = path.place.as_ref().and_then(|place| place.store.clone());
        let Some((target, at, _)) = path.described(span) else { return Ok(path) };
        let mut parts = Vec::with_capacity(2);
        for value in [target, at] {
            if super::terms::literal(&value).is_some() {
                parts.push(value);
                continue;
            }
            let name = name_expr(&self.integer("place", span));
            self.before(StatementKind::Assign { target: name.clone(), value }, span)?;
            parts.push(name);
        }
        let (Some(at), Some(target)) = (parts.pop(), parts.pop()) else { return Ok(path) };
        let mut bound = Path::new(path.name, 0, span);
        bound.place = Some(Box::new(Place { target, at, store }));
        Ok(bound)
    }

    fn pass_element(&mut self, value: Expr, is_scalar: bool, ty: &TypeSpec, passing: Passing) -> Outcome<Expr> {
        let span = value.span;
        match passing {
            _ if !is_scalar => Ok(value),
            Passing { intent: Some(Intent::In), .. } => Ok(in_parentheses(value)),
            Passing { is_statement: false, .. } => Ok(value),
            Passing { intent, .. } => {
                let name = Name { text: self.new_name("passed"), span };
                self.temporaries.push(declaration(ty.clone(), Vec::new(), name.text.clone(), Vec::new(), None, span));
                let copy = name_expr(&name);
                if intent != Some(Intent::Out) {
                    self.before(StatementKind::Assign { target: copy.clone(), value: value.clone() }, span)?;
                }
                let kind = StatementKind::Assign { target: value, value: copy.clone() };
                self.after.push(Statement { label: None, kind, span });
                Ok(copy)
            }
        }
    }
}

/// Whether an actual argument is in the stores.
pub(super) fn is_target(value: &Value) -> bool {
    match value {
        Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => {
            ty.pointee.is_some() || path.place.is_some()
        }
        Value::Stored(..) | Value::Text(_) | Value::Null(_) => true,
        _ => false,
    }
}

pub(super) fn in_parentheses(value: Expr) -> Expr {
    let span = value.span;
    Expr { kind: ExprKind::Paren(Box::new(value)), span }
}

/// The variables of an object as arguments, with the keywords of its dummy argument.
pub(super) fn leaf_arguments(keyword: &Option<Box<Name>>, ty: &DerivedType, values: Vec<Expr>) -> Vec<Argument> {
    let of_leaf = |leaf: &Leaf| {
        let keyword = keyword.as_ref()?;
        Some(Box::new(Name { text: format!("{}{}", keyword.text, leaf.path).into(), span: keyword.span }))
    };
    let each = ty.leaves().into_iter().zip(values);
    each.map(|(leaf, value)| Argument { keyword: of_leaf(&leaf), value }).collect()
}
