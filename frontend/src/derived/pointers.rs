//! Pointers: an object that has the number of a target, a place after its first one, and bounds.
//!
//! ```text
//! TYPE(NODE), POINTER :: P    p%.target, p%.at
//! REAL, POINTER :: A(:)       a%.target, a%.at, a%.lower1, a%.extent1, a%.step1
//! P => P%NEXT                 both parts are read before one is assigned
//! CLASS(SHAPE), POINTER :: S  s%.target, s%.at, s%.type
//! A(I) = P%X                  store(base(a%.target) + a%.at + (i - a%.lower1)*a%.step1) =
//!                                 store(base(p%.target) + p%.at + …)
//! ```
//!
//! So a pointer is declared, passed and kept in objects as any object of derived type is.

use super::components::{Component, Initial};
use super::names::{Shaped, Ty, Variable};
use super::owned_texts::{characters, text_of};
use super::paths::{Level, Path, Record, RecordKind, Value};
use super::places::{Bounds, Place};
use super::procedure_pointers::pointer_of;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::stores::local_name;
use super::terms::{integer, name_expr};
use super::types::{DerivedType, Pointee, PointeeType};
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// How many pointers deep a reference may be: each doubles the length of the expression that it becomes.
const MAX_CHAIN: usize = 100;

/// The type of pointers to such targets.
pub(super) fn pointer_type(pointee: Pointee) -> Rc<DerivedType> {
    let dimensions = (1..=pointee.rank).flat_map(|at| ["lower", "extent", "step"].map(|part| format!("{part}{at}")));
    let names = ["target", "at"].map(str::to_owned).into_iter().chain(dimensions);
    let is_text = matches!(pointee.ty, PointeeType::Text);
    let last = [(pointee.is_class, "type"), (is_text, "length")].into_iter().filter(|(has, _)| *has);
    let names = names.chain(last.map(|(_, part)| part.to_owned()));
    // No component of a program's types has such a name.
    let names = names.map(|name| format!(".{name}"));
    let span = Span::default();
    let component = |name: &str| Component::scalar(Initial::Value(integer(first_value(name), span)));
    Rc::new(DerivedType {
        name: "pointer".into(),
        components: names.map(|name| (Word::new(&name), component(&name))).collect(),
        pointee: Some(pointee),
        ..DerivedType::default()
    })
}

/// The value of a part of a pointer without a target. A section may be taken of it.
fn first_value(part: &str) -> i64 {
    i64::from(part.starts_with(".step"))
}

/// What a pointer is made to have: number, place, and for each dimension lower bound, extent and step.
pub(super) type Parts = Vec<Expr>;

fn parts_of(target: Expr, at: Expr, bounds: Vec<Bounds>) -> Parts {
    let bounds = bounds.into_iter().flat_map(|one| [one.lower, one.extent, one.step]);
    [target, at].into_iter().chain(bounds).collect()
}

/// `left op right`
pub(super) fn operation(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let span = left.span;
    Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span }
}

/// An object that is a pointer, and the type of pointers that it is of. `is_owned` says that it has to own its target.
pub(super) fn as_pointer(value: Value, is_owned: bool) -> Option<(Path, Rc<DerivedType>)> {
    match value {
        Value::Record(Record { ty, kind: RecordKind::Object(path), .. })
            if ty.pointee.as_ref().is_some_and(|pointee| pointee.is_owned == is_owned) =>
        {
            Some((path, ty))
        }
        _ => None,
    }
}

/// A designator without the subscripts at its end, and these.
pub(super) fn without_subscripts(expr: Expr) -> (Expr, Option<Vec<Argument>>) {
    let span = expr.span;
    match expr.kind {
        ExprKind::Reference(name, arguments) => {
            (Expr { kind: ExprKind::Name(name.text), span: name.span }, Some(arguments))
        }
        ExprKind::Component(mut component) => {
            let arguments = component.arguments.take();
            (Expr { kind: ExprKind::Component(component), span }, arguments)
        }
        kind => (Expr { kind, span }, None),
    }
}

impl Rewriter<'_> {
    /// A value as an expression is one: the target of a pointer.
    pub fn finish(&mut self, value: Value) -> Outcome<Value> {
        self.check_no_procedure(&value)?;
        match self.target_of(value)? {
            Value::Stored(path, shape) => Ok(Value::Plain(path.expr(), Shaped { rank: Some(path.rank()), ..shape })),
            Value::Text(path) => Ok(Value::Plain(text_of(&path), Shaped::new(Some(Ty::Character), 0))),
            Value::Null(span) => Err(Problem::error("E0296", span, "NULL() is not allowed here")),
            other => Ok(other),
        }
    }

    /// The target of a pointer; any other value as it is.
    pub fn target_of(&mut self, value: Value) -> Outcome<Value> {
        let Value::Record(Record { ty, kind, span, .. }) = &value else { return Ok(value) };
        let Some(pointee) = &ty.pointee else { return Ok(value) };
        let RecordKind::Object(path) = kind else {
            return Err(Problem::error("E0298", *span, "only a variable has a target here"));
        };
        if path.rank() > 0 {
            return Err(Problem::error("E0297", *span, "an array of pointers can't be referenced as a whole"));
        }
        let span = *span;
        let mut parts = path.leaves(ty);
        if let (PointeeType::Text, [_, _, _]) = (&pointee.ty, &parts[..]) {
            return Ok(characters(path.name.clone(), parts, span).map_or(value, Value::Text));
        }
        let tag = if pointee.is_class { parts.pop().map(Box::new) } else { None };
        let mut parts = parts.into_iter();
        let (Some(target), Some(at)) = (parts.next(), parts.next()) else { return Ok(value) };
        let mut bounds = Vec::with_capacity(pointee.rank);
        while let (Some(lower), Some(extent), Some(step)) = (parts.next(), parts.next(), parts.next()) {
            bounds.push(Bounds { lower, extent, step });
        }
        let mut chain = 0;
        finds([&target], &mut |expr| {
            chain += usize::from(matches!(&expr.kind, ExprKind::Reference(name, _) if name.text == local_name("base")));
            Step::Inside
        });
        if chain > MAX_CHAIN {
            return Err(Problem::Refused("a reference through this many pointers", span));
        }
        let level = Level { bounds, ..Level::whole(pointee.rank) };
        let place = |store| Some(Box::new(Place { target, at, store }));
        let path = |place| Path { name: local_name("").trim_end_matches('%').into(), levels: vec![level], span, place };
        match &pointee.ty {
            PointeeType::Intrinsic(store, ty) => {
                let shape = Shaped::new(ty.clone(), pointee.rank);
                Ok(Value::Stored(path(place(Some(store.clone()))), shape))
            }
            PointeeType::Text => Ok(value),
            PointeeType::Derived(later) => {
                let Some(ty) = later.borrow().clone() else {
                    return Err(Problem::error("E0294", span, "the derived type of this pointer is not defined"));
                };
                if ty.size().is_none() {
                    let what = "a pointer to a derived type that has ALLOCATABLE components, or whose extents or \
                                lengths are not known here";
                    return Err(Problem::Refused(what, span));
                }
                self.need_constants(&ty);
                Ok(Value::Record(Record { tag, ..Record::object(ty, path(place(None))) }))
            }
        }
    }

    /// The value of a name that is a pointer or in the stores.
    pub fn pointer_named(&mut self, name: &Word, variable: &Variable, span: Span) -> Outcome<Value> {
        let Some(ty) = variable.pointer.clone() else { return Err(self.not_a_pointer(span)) };
        self.placed_modules.extend(variable.home.clone());
        let name = variable.alias.as_ref().unwrap_or(name);
        let pointer = Value::Record(Record::object(ty, Path::new(name.clone(), 0, span)));
        if variable.placed.is_some() { self.target_of(pointer) } else { Ok(pointer) }
    }

    /// What subscripts, or the range of a substring, leave of a target.
    pub fn subscripted(&mut self, value: Value, arguments: Vec<Argument>, span: Span) -> Outcome<Value> {
        let value = self.target_of(value)?;
        let path = match &value {
            Value::Text(path)
                if !matches!(&arguments[..], [Argument { value: Expr { kind: ExprKind::Range(_), .. }, .. }]) =>
            {
                return Err(Problem::error("E0297", path.span, "a text takes the range of a substring"));
            }
            Value::Stored(path, _)
            | Value::Text(path)
            | Value::Record(Record { kind: RecordKind::Object(path), .. }) => path,
            _ => return Err(self.not_a_pointer(span)),
        };
        let Some(last) = path.levels.last().cloned() else { return Ok(value) };
        if let (0, Value::Stored(..), [Argument { value: Expr { kind: ExprKind::Range(range), .. }, .. }]) =
            (last.rank, &value, &arguments[..])
        {
            let (of, range) = (Box::new(path.expr()), Box::new(self.range((**range).clone())?));
            let shape = Shaped::new(Some(Ty::Character), 0);
            return Ok(Value::Plain(Expr { kind: ExprKind::Substring(of, range), span }, shape));
        }
        let level = Level { bounds: last.bounds, ..self.level(last.rank, arguments, span)? };
        let mut path = Path { span, ..path.clone() };
        if let Some(last) = path.levels.last_mut() {
            *last = level;
        }
        Ok(match value {
            Value::Record(Record { ty, tag, .. }) => Value::Record(Record { tag, ..Record::object(ty, path) }),
            Value::Stored(_, shape) => Value::Stored(path, shape),
            Value::Text(_) => Value::Text(path),
            other => other,
        })
    }

    pub fn not_a_pointer(&self, span: Span) -> Problem {
        Problem::error("E0300", span, "this is not a pointer")
    }

    /// What a pointer of a type has if its target is this.
    pub fn parts(&mut self, value: Value, pointer: &DerivedType) -> Outcome<Parts> {
        let span = value.span();
        let Some(pointee) = &pointer.pointee else { return Err(self.not_a_pointer(span)) };
        let mismatch = || Problem::error("E0300", span, "pointer and target differ in type or rank");
        let no_target = "this can't be a target: it is neither a variable with POINTER or TARGET nor a part of one";
        if pointer.is_of_anything() && matches!(value, Value::Plain(..) | Value::Text(_)) {
            return Err(Problem::Refused("this as a target of CLASS(*)", span));
        }
        match value {
            Value::Null(_) => Ok(pointer.components.keys().map(|part| integer(first_value(part), span)).collect()),
            Value::Record(Record { ty, rank: 0, kind, .. }) if ty.pointee.is_some() => {
                let Some(of) = &ty.pointee else { return Err(mismatch()) };
                let boxed = match &of.ty {
                    PointeeType::Intrinsic(_, Some(intrinsic)) if pointer.is_of_anything() => {
                        Some(self.box_in_place(intrinsic, span)?)
                    }
                    _ => None,
                };
                let of_type = of.derived().or(boxed);
                let is_extension = pointee.is_class && of_type.as_ref().is_some_and(|of| pointee.takes(of));
                if of.rank != pointee.rank || !is_extension && !of.ty.is(&pointee.ty) {
                    return Err(mismatch());
                }
                let mut parts = match kind {
                    RecordKind::Object(path) => path.leaves(&ty),
                    RecordKind::Leaves(values) => values,
                };
                match (of.is_class, pointee.is_class, of_type) {
                    (true, false, _) => parts.truncate(pointer.components.len()),
                    (false, true, Some(of)) => parts.push(self.number_for(pointer, &of, span)?),
                    _ => {}
                }
                Ok(parts)
            }
            Value::Record(record) if matches!(&record.kind, RecordKind::Object(path) if path.place.is_some()) => {
                let RecordKind::Object(path) = &record.kind else { return Err(mismatch()) };
                if !pointee.takes(&record.ty) || path.rank() != pointee.rank {
                    return Err(mismatch());
                }
                let mut parts = self.described(path, span)?;
                match &record.tag {
                    _ if !pointee.is_class => {}
                    Some(tag) => parts.push((**tag).clone()),
                    None => parts.push(self.number_for(pointer, &record.ty, span)?),
                }
                Ok(parts)
            }
            Value::Stored(path, Shaped { ty: Some(ty), .. }) if pointer.is_of_anything() => {
                if path.rank() != pointee.rank {
                    return Err(mismatch());
                }
                let mut parts = self.described(&path, span)?;
                parts.push(self.number_for(pointer, &self.box_in_place(&ty, span)?, span)?);
                Ok(parts)
            }
            Value::Text(path) if matches!(pointee.ty, PointeeType::Text) => {
                let mut parts = self.described(&path, span)?;
                // Number and place, and of the bounds the extent.
                parts.truncate(4);
                parts.remove(2);
                Ok(parts)
            }
            Value::Stored(path, _) if matches!(pointee.ty, PointeeType::Text) && path.rank() == 0 => Err(
                Problem::Refused("a text of declared length as the target of a pointer of deferred length", path.span),
            ),
            Value::Stored(path, _) => {
                let store = path.place.as_ref().and_then(|place| place.store.clone());
                let is_same = matches!(&pointee.ty, PointeeType::Intrinsic(of, _) if Some(of) == store.as_ref());
                if !is_same || path.rank() != pointee.rank {
                    return Err(mismatch());
                }
                self.described(&path, span)
            }
            Value::Plain(Expr { kind: ExprKind::Substring(..), .. }, _) => {
                Err(Problem::Refused("a substring as the target of a pointer", span))
            }
            Value::Plain(Expr { kind: ExprKind::Component(part), .. }, _)
                if matches!(part.name.text.as_str(), "re" | "im") =>
            {
                Err(Problem::Refused("a part of complex numbers as the target of a pointer", span))
            }
            _ => Err(Problem::error("E0300", span, no_target)),
        }
    }

    fn described(&self, path: &Path, span: Span) -> Outcome<Parts> {
        match path.described(span) {
            Some((target, at, bounds)) => Ok(parts_of(target, at, bounds)),
            None => Err(Problem::error("E0300", span, "a section with a vector subscript can't be a target")
                .with_help("copy the elements to an array first")),
        }
    }

    /// `pointer => value`, perhaps with bounds.
    pub fn point(&mut self, pointer: Expr, value: Expr, span: Span) -> Outcome<Vec<StatementKind>> {
        let place = pointer.span;
        let (bare, bounds) = without_subscripts(pointer.clone());
        let is_range = |argument: &Argument| matches!(argument.value.kind, ExprKind::Range(_));
        let bounds = bounds.filter(|bounds| !bounds.is_empty() && bounds.iter().all(is_range));
        let pointer = self.raw(if bounds.is_some() { bare } else { pointer })?;
        if pointer_of(&pointer).is_some() {
            return self.point_at_procedure(pointer, value, span);
        }
        let Some((path, ty)) = as_pointer(pointer, false) else { return Err(self.not_a_pointer(place)) };
        let value = self.raw(value)?;
        let parts = match bounds {
            Some(bounds) => self.remapped(value, &ty, bounds)?,
            None => self.parts(value, &ty)?,
        };
        self.set_pointer(path, &ty, parts, span)
    }

    /// Gives a pointer all its parts, which may be read through it.
    pub fn set_pointer(
        &mut self,
        mut path: Path,
        ty: &DerivedType,
        parts: Parts,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        self.fix_subscripts(&mut path)?;
        let own = format!("{}%", path.name);
        let is_simple = |part: &Expr| match &part.kind {
            ExprKind::Name(name) => path.place.is_some() || !name.starts_with(&own),
            _ => super::terms::literal(part).is_some(),
        };
        let (mut before, mut statements) = (Vec::new(), Vec::new());
        // In FORALL a scalar would be that of the last index.
        let all_simple = self.foralls > 0 || parts.iter().all(is_simple);
        for (at, (leaf, mut value)) in ty.leaves().iter().zip(parts).enumerate() {
            if !all_simple && !is_simple(&value) {
                let scratch = name_expr(&self.scratch(at, span));
                before.push(StatementKind::Assign { target: scratch.clone(), value });
                value = scratch;
            }
            statements.push(StatementKind::Assign { target: path.leaf(leaf), value });
        }
        before.extend(statements);
        Ok(before)
    }

    /// A variable for a part of a pointer, from one statement to the next.
    fn scratch(&mut self, at: usize, span: Span) -> Name {
        while self.scratch.len() <= at {
            let name = self.integer("part", span);
            self.scratch.push(name);
        }
        Name { span, ..self.scratch[at].clone() }
    }
}
