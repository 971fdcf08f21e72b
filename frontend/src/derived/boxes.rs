//! Values of intrinsic types as targets of CLASS(*): objects of a type that has one component of that type.
//!
//! ```text
//! CLASS(*), ALLOCATABLE :: X
//! ALLOCATE (X, SOURCE=5)       x%.type = the number of `%integer4`, x%_ = 5
//! TYPE IS (INTEGER)            ASSOCIATE (X => X%_)
//! ```
//!
//! A number in the stores takes one place, and so does such an object: what a pointer of a known type points to is a
//! target of CLASS(*) as it is. A text has any length; so the object of that type owns one of deferred length.

use super::allocation::{Model, length_of};
use super::components::{Component, ComponentType, Initial};
use super::names::{Shaped, Ty};
use super::owned_texts::text_owner;
use super::paths::{Level, Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::stores::StoreType;
use super::terms::{integer, intrinsic};
use super::types::DerivedType;
use super::typing::type_of_spec;
use crate::source::Span;
use crate::tree::{Expr, ExprKind, StatementKind, TypeName, TypeSpec, Word};
use indexmap::IndexSet;
use std::rc::Rc;

/// The component's name.
pub(super) const VALUE: &str = "_";

/// The types that may be in boxes: all numbers and LOGICALs, and texts.
fn boxed_types() -> impl Iterator<Item = Ty> {
    let integers = [1, 2, 4, 8].into_iter().map(Ty::Integer);
    let logicals = [1, 2, 4, 8].into_iter().map(Ty::Logical);
    let reals = [4, 8].into_iter().flat_map(|kind| [Ty::Real(kind), Ty::Complex(kind)]);
    integers.chain(logicals).chain(reals).chain([Ty::Character])
}

/// The name of the box of a type, which no source can contain.
fn box_name(ty: &Ty) -> Word {
    match StoreType::of_numbers(ty) {
        Some(store) => format!("%{}", store.word()).into(),
        None => "%character".into(),
    }
}

/// The types of boxes.
pub(super) fn boxes() -> impl Iterator<Item = Rc<DerivedType>> {
    boxed_types().map(|ty| {
        let store = StoreType::of_numbers(&ty);
        let of = match &store {
            Some(store) => ComponentType::Intrinsic(store.spec(Span::default())),
            None => ComponentType::Derived(text_owner()),
        };
        let shape = Shaped::new(Some(ty.clone()), 0);
        let component = Component { ty: of, shape, store, ..Component::scalar(Initial::None) };
        let components = [(VALUE.into(), component)].into_iter().collect();
        Rc::new(DerivedType { name: box_name(&ty), components, boxed: Some(ty), ..DerivedType::default() })
    })
}

/// Adds the boxes that a guard of SELECT TYPE for an intrinsic type may be for: what its kind is is not known yet.
pub(super) fn add_guarded(spec: &TypeSpec, found: &mut IndexSet<Word>) {
    let may_be = |ty: &Ty| match spec.name {
        TypeName::Integer => matches!(ty, Ty::Integer(_)),
        TypeName::Real | TypeName::DoublePrecision => matches!(ty, Ty::Real(_)),
        TypeName::Complex | TypeName::DoubleComplex => matches!(ty, Ty::Complex(_)),
        TypeName::Logical => matches!(ty, Ty::Logical(_)),
        TypeName::Character => matches!(ty, Ty::Character),
        TypeName::Derived => false,
    };
    let is_usual = |ty: &Ty| spec.kind.is_some() || !matches!(ty, Ty::Integer(1 | 2 | 8) | Ty::Logical(1 | 2 | 8));
    found.extend(boxed_types().filter(|ty| may_be(ty) && is_usual(ty)).map(|ty| box_name(&ty)));
}

/// The component of a box: a number, or what owns a text.
fn content(path: &Path, ty: &DerivedType) -> Value {
    let component = &ty.components[VALUE];
    let path = path.clone().component(ty, VALUE, component, Level::whole(0), path.span);
    match &component.ty {
        ComponentType::Derived(owner) => Value::Record(Record::object(Rc::clone(owner), path)),
        ComponentType::Intrinsic(_) => Value::Stored(path, component.shape.clone()),
    }
}

impl Rewriter<'_> {
    /// The box that something in the stores is. A text of a fixed length is none: it has no length of its own.
    pub fn box_in_place(&self, ty: &Ty, span: Span) -> Outcome<Rc<DerivedType>> {
        match ty {
            Ty::Character => Err(Problem::Refused("CHARACTER of a declared length as a target of CLASS(*)", span)),
            ty => self.box_of(ty, span),
        }
    }

    /// The box of an intrinsic type.
    pub fn box_of(&self, ty: &Ty, span: Span) -> Outcome<Rc<DerivedType>> {
        let found = self.modules.types.iter().find(|one| one.boxed.as_ref().is_some_and(|boxed| boxed.is(ty)));
        found.cloned().ok_or(Problem::Refused("something of this type as a target of CLASS(*)", span))
    }

    /// The box that ALLOCATE with an intrinsic type makes, and blanks of the length of a text.
    pub fn boxed_spec(&mut self, spec: &mut TypeSpec, span: Span) -> Outcome<(Rc<DerivedType>, Option<Model>)> {
        let what = "ALLOCATE of CLASS(*) with this type";
        let ty = type_of_spec(&self.names, spec, None).ok_or(Problem::Refused(what, span))?;
        let blanks = matches!(ty, Ty::Character).then(|| {
            let length = length_of(spec).map_or(integer(1, span), |length| length.clone());
            let blank = Expr { kind: ExprKind::Text(" ".into(), None), span };
            let length = intrinsic("max", vec![integer(0, span), length], span);
            let blanks = intrinsic("repeat", vec![blank, length], span);
            Model::source_of(Value::Plain(blanks, Shaped::new(Some(Ty::Character), 0)), None, span)
        });
        Ok((self.box_of(&ty, span)?, blanks))
    }

    /// What is in a box; any other object as it is.
    pub fn unboxed(&mut self, object: Record) -> Outcome<Value> {
        match &object.kind {
            RecordKind::Object(path) if object.ty.boxed.is_some() => self.target_of(content(path, &object.ty)),
            _ => Ok(Value::Record(object)),
        }
    }

    /// Puts a value into a new box, or values into an array of them.
    pub fn fill_box(&mut self, object: Record, value: Value, span: Span) -> Outcome<Vec<StatementKind>> {
        let RecordKind::Object(path) = &object.kind else { return Err(self.not_a_pointer(span)) };
        match content(path, &object.ty) {
            Value::Record(_) if object.rank > 0 => Err(Problem::Refused("an array of texts as CLASS(*)", span)),
            Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) => {
                self.assign_text(path, &ty, value, span)
            }
            target => self.store(target, value, span),
        }
    }
}
