//! Objects whose type is known only when they are there: the targets of what is CLASS with POINTER or ALLOCATABLE.
//!
//! ```text
//! class(shape), pointer :: s           s%.target, s%.at, s%.type
//!
//! call s%draw()                        if (s%.type == 2) then
//!                                        call draw_circle(store(…))
//!                                      else if (s%.type == 3) then
//!                                        call draw_square(store(…))
//!                                      …
//! ```
//!
//! Modules number the types of the compilation, which are all known before a procedure is rewritten. What depends on
//! the type is written for each type that an object can be of; in such an arm the object is of a known type, and all is
//! as in [`classes`](super::classes).

use super::Modules;
use super::allocation::Model;
use super::boxes::add_guarded;
use super::components::{Component, Initial};
use super::declarations::leaf_name;
use super::names::{Names, Placed, Shaped, Ty, Variable};
use super::owned_texts::{deferred, length_of};
use super::paths::{Record, RecordKind, Value};
use super::pointer_allocation::PointerObject;
use super::pointers::{operation, pointer_type};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::scan::add_renamed;
use super::statements::unsupported;
use super::stores::StoreType;
use super::terms::{declaration, integer, name_expr};
use super::types::{DerivedType, Later, Pointee, PointeeType, UNIVERSAL};
use super::typing::derived_name;
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use indexmap::IndexSet;
use std::cell::RefCell;
use std::rc::Rc;

impl Modules {
    /// Numbers the types that are new among these.
    pub(super) fn add_types(&mut self, names: &Names) {
        for ty in names.types.values() {
            if !self.types.iter().any(|known| Rc::ptr_eq(known, ty)) {
                self.types.push(Rc::clone(ty));
            }
        }
    }

    /// The types that an object of CLASS can be of, with their numbers.
    pub(super) fn types_of_objects(&self, ty: &Rc<DerivedType>) -> Vec<(i64, Rc<DerivedType>)> {
        if ty.is_universal() {
            return self.types_of_anything().map(|(number, one)| (number, Rc::clone(one))).collect();
        }
        let all = self.numbered_types().filter(|(_, one)| one.extends(ty));
        all.map(|(number, one)| (number, Rc::clone(one))).collect()
    }

    /// Those that an object of CLASS(*) can be of.
    fn types_of_anything(&self) -> impl Iterator<Item = (i64, &Rc<DerivedType>)> {
        self.numbered_types().filter(|(_, one)| one.line().any(|one| self.guarded.contains(&one.name)))
    }

    fn numbered_types(&self) -> impl Iterator<Item = (i64, &Rc<DerivedType>)> {
        (1..).zip(&self.types).filter(|(_, one)| !one.is_abstract)
    }
}

/// What all types extend. Objects have a component, as those of other types do.
pub(super) fn universal() -> Rc<DerivedType> {
    let component = Component::scalar(Initial::None);
    let components = [("_".into(), component)].into_iter().collect();
    Rc::new(DerivedType { name: UNIVERSAL.into(), is_abstract: true, components, ..DerivedType::default() })
}

/// The types that guards of SELECT TYPE name.
pub(super) fn guarded_types(files: &[File]) -> IndexSet<Word> {
    fn add(unit: &Unit, found: &mut IndexSet<Word>) {
        for statement in &unit.statements {
            match &statement.kind {
                StatementKind::TypeGuard { guard: TypeGuard::Type(spec), .. } => match derived_name(spec) {
                    Some(name) => drop(found.insert(name.text.clone())),
                    None => add_guarded(spec, found),
                },
                StatementKind::TypeGuard { guard: TypeGuard::Class(name), .. } => {
                    found.insert(name.text.clone());
                }
                _ => {}
            }
        }
        unit.contains.iter().flat_map(|contains| &contains.units).for_each(|inner| add(inner, found));
    }
    let mut found = IndexSet::new();
    files.iter().flat_map(|file| &file.units).for_each(|unit| add(unit, &mut found));
    add_renamed(files, &mut found);
    found
}

/// `tag == number` for one of these numbers.
pub(super) fn is_one_of(tag: &Expr, numbers: impl Iterator<Item = i64>) -> Option<Expr> {
    let each = numbers.map(|number| operation(BinaryOp::Equal, tag.clone(), integer(number, tag.span)));
    each.reduce(|one, other| operation(BinaryOp::Or, one, other))
}

/// What is executed where there is no object.
pub(super) fn no_object() -> Vec<StatementKind> {
    vec![StatementKind::Fail("an object of CLASS is not there, or of a type that no SELECT TYPE names".into())]
}

impl Rewriter<'_> {
    /// The number of the type of an object.
    pub fn tag_of(&self, record: &Record) -> Outcome<Expr> {
        if let Some(tag) = &record.tag {
            return Ok((**tag).clone());
        }
        self.number_of(&record.ty, record.span)
    }

    /// The number of a type.
    pub fn number_of(&self, ty: &Rc<DerivedType>, span: Span) -> Outcome<Expr> {
        match (1..).zip(&self.modules.types).find(|(_, known)| Rc::ptr_eq(known, ty)) {
            Some((number, _)) => Ok(integer(number, span)),
            None => Err(Problem::Refused("an object of CLASS of a type that a procedure defines", span)),
        }
    }

    /// The number of the type of a target. What is CLASS(*) may be of this type, too.
    pub fn number_for(&self, pointer: &DerivedType, ty: &Rc<DerivedType>, span: Span) -> Outcome<Expr> {
        if pointer.is_of_anything() && !self.modules.types_of_anything().any(|(_, known)| Rc::ptr_eq(known, ty)) {
            self.modules.unguarded.borrow_mut().insert(ty.name.clone());
        }
        self.number_of(ty, span)
    }

    /// The type of pointers to objects of a type, or of CLASS.
    pub fn view_type(&self, ty: &Rc<DerivedType>, rank: usize, is_class: bool) -> Rc<DerivedType> {
        let ty = PointeeType::Derived(self.later(ty));
        pointer_type(Pointee { ty, rank, is_owned: false, is_class })
    }

    /// A variable in the place of an object or of what is in the stores, which is found once, with the names of the
    /// parts that ASSOCIATE gives it; none if it is not there as one piece.
    pub fn in_place(&mut self, name: &Name, value: &Value) -> Outcome<Option<(Variable, Vec<Association>)>> {
        let span = value.span();
        let (path, ty, rank, is_class) = match value {
            Value::Record(Record { ty, rank, kind: RecordKind::Object(path), tag, .. }) => {
                (path, PointeeType::Derived(self.later(ty)), *rank, tag.is_some())
            }
            Value::Stored(path, shape) => {
                let store = path.place.as_ref().and_then(|place| place.store.clone());
                let Some(store) = store else { return Ok(None) };
                (path, PointeeType::Intrinsic(store, shape.ty.clone()), path.rank(), false)
            }
            Value::Text(path) => (path, PointeeType::Text, 0, false),
            _ => return Ok(None),
        };
        let whole = pointer_type(Pointee { ty, rank, is_owned: false, is_class });
        let parts = match (value, path.described(span)) {
            (_, None) => return Ok(None),
            (Value::Text(path), Some((target, at, _))) => vec![target, at, length_of(path)],
            _ => self.parts(value.clone(), &whole)?,
        };
        let alias = Name { text: self.new_name(&name.text), span: name.span };
        let associations = whole.leaves().into_iter().zip(parts).map(|(leaf, part)| {
            let selector = Expr { span: part.span, kind: ExprKind::Paren(Box::new(part)) };
            Association { name: leaf_name(&alias, &leaf), selector }
        });
        let associations = associations.collect();
        let (pointer, alias) = (Some(whole), Some(alias.text));
        let variable =
            Variable { pointer, alias, shape: value.shape(), placed: Some(Placed::Given), ..Variable::default() };
        Ok(Some((variable, associations)))
    }

    fn later(&self, ty: &Rc<DerivedType>) -> Later {
        let later = Rc::new(RefCell::new(Some(Rc::clone(ty))));
        self.modules.later.borrow_mut().push(Rc::clone(&later));
        later
    }

    /// A copy of an object: what is in parentheses, and may be assigned without a change of the object.
    pub fn polymorphic_copy(&mut self, object: Record) -> Outcome<Record> {
        let span = object.span;
        let (ty, rank) = (PointeeType::Derived(self.later(&object.ty)), object.rank);
        let ty = pointer_type(Pointee { ty, rank, is_owned: true, is_class: true });
        let path = self.temporary(&ty, 0, "copy", span);
        let pointer = PointerObject { path: path.clone(), ty: Rc::clone(&ty), bounds: None, of: None, span };
        let model = Model::source_of(Value::Record(object), None, span);
        for kind in self.inside(|rewriter| rewriter.make(pointer, Some(&model)))? {
            self.before(kind, span)?;
        }
        Ok(Record::object(ty, path))
    }

    /// What is done to an object, for each type that it can be of.
    pub fn by_type(
        &mut self,
        object: &Record,
        span: Span,
        mut work: impl FnMut(&mut Self, Record) -> Outcome<Vec<StatementKind>>,
    ) -> Outcome<Vec<StatementKind>> {
        let Some(tag) = object.tag.as_deref() else { return work(self, object.clone()) };
        let mut arms = self.views(object, span);
        if arms.len() == 1 {
            return work(self, arms.remove(0).1);
        }
        self.in_arms(tag, (arms, no_object()), work)
    }

    /// The value of a function of an object, for each type that it can be of.
    pub fn value_by_type(
        &mut self,
        object: &Record,
        span: Span,
        mut work: impl FnMut(&mut Self, Record) -> Outcome<Value>,
    ) -> Outcome<Value> {
        let Some(tag) = object.tag.as_deref() else { return work(self, object.clone()) };
        let mut arms = self.views(object, span);
        if arms.len() == 1 {
            return work(self, arms.remove(0).1);
        }
        self.value_in_arms(tag, (arms, no_object()), span, work)
    }

    /// The types that an object can be of, with their numbers. Texts are not in arrays.
    pub fn types_of(&self, object: &Record) -> Vec<(i64, Rc<DerivedType>)> {
        let mut types = self.modules.types_of_objects(&object.ty);
        types.retain(|(_, ty)| object.rank == 0 || !matches!(ty.boxed, Some(Ty::Character)));
        types
    }

    /// An object as one of each type that it can be of, with the numbers of these.
    fn views(&mut self, object: &Record, span: Span) -> Vec<(Expr, Record)> {
        self.is_polymorphic = true;
        let types = self.types_of(object);
        types.iter().for_each(|(_, ty)| self.need_constants(ty));
        let view = |ty| Record { ty, tag: None, ..object.clone() };
        types.into_iter().map(|(number, ty)| (integer(number, span), view(ty))).collect()
    }

    /// What is done for each of some values of a number, and for others.
    pub fn in_arms<T>(
        &mut self,
        number: &Expr,
        (arms, otherwise): (Vec<(Expr, T)>, Vec<StatementKind>),
        mut work: impl FnMut(&mut Self, T) -> Outcome<Vec<StatementKind>>,
    ) -> Outcome<Vec<StatementKind>> {
        self.is_polymorphic = true;
        let mut done = Vec::with_capacity(arms.len());
        for (value, of) in arms {
            let arm = match self.inside(|rewriter| work(rewriter, of)) {
                Ok(arm) => arm,
                Err(Problem::Refused(what, _)) => vec![unsupported(what)],
                Err(problem) => return Err(problem),
            };
            done.push((value, arm));
        }
        Ok(chosen_arm(number, done, otherwise))
    }

    /// The same for what has a value.
    pub fn value_in_arms<T>(
        &mut self,
        number: &Expr,
        (arms, otherwise): (Vec<(Expr, T)>, Vec<StatementKind>),
        span: Span,
        mut work: impl FnMut(&mut Self, T) -> Outcome<Value>,
    ) -> Outcome<Value> {
        self.is_polymorphic = true;
        let (mut done, mut found) = (Vec::with_capacity(arms.len()), None);
        for (value, of) in arms {
            let arm = self.inside(|rewriter| {
                let value = work(rewriter, of)?;
                let kept = match &found {
                    Some(kept) => Value::clone(kept),
                    None => found.insert(rewriter.variable_like(&value)?).clone(),
                };
                rewriter.keep_value(kept, value, span)
            });
            done.push((value, arm?));
        }
        for kind in chosen_arm(number, done, otherwise) {
            self.before(kind, span)?;
        }
        found.ok_or(Problem::Refused("a function of an object of CLASS of a type of which there are no objects", span))
    }

    /// Whether an object of the type that this one is of may own what is in the stores.
    pub fn may_own(&self, object: &Record) -> bool {
        match &object.tag {
            Some(_) => self.modules.types_of_objects(&object.ty).iter().any(|(_, ty)| ty.owns()),
            None => object.ty.owns(),
        }
    }

    /// SAME_TYPE_AS or EXTENDS_TYPE_OF of objects of which at least one is of no known type.
    pub fn compared_tags(&self, first: &Record, second: &Record, is_same: bool, span: Span) -> Outcome<Expr> {
        let (one, other) = (self.tag_of(first)?, self.tag_of(second)?);
        if is_same {
            return Ok(operation(BinaryOp::Equal, one, other));
        }
        let wanted = match &second.tag {
            Some(_) => self.modules.types_of_objects(&second.ty),
            None => vec![(0, Rc::clone(&second.ty))],
        };
        let each = wanted.into_iter().filter_map(|(number, ty)| {
            let extends = match &first.tag {
                Some(tag) => is_one_of(tag, self.modules.types_of_objects(&ty).into_iter().map(|(number, _)| number)),
                None => Some(Expr { kind: ExprKind::Logical(first.ty.extends(&ty), None), span }),
            };
            match &second.tag {
                Some(tag) => Some(operation(BinaryOp::And, is_one_of(tag, [number].into_iter())?, extends?)),
                None => extends,
            }
        });
        let any = each.reduce(|one, other| operation(BinaryOp::Or, one, other));
        let any = any.unwrap_or(Expr { kind: ExprKind::Logical(false, None), span });
        Ok(Expr { kind: ExprKind::Paren(Box::new(any)), span })
    }

    /// A new variable for values of the type and rank of this one.
    pub fn variable_like(&mut self, value: &Value) -> Outcome<Value> {
        let span = value.span();
        if let Value::Record(record) = value {
            let path = self.temporary(&record.ty, record.rank, "value", span);
            return Ok(Value::Record(Record::object(Rc::clone(&record.ty), path)));
        }
        let Shaped { ty: Some(ty), rank: Some(rank) } = value.shape() else {
            return Err(Problem::Refused("a function of an object of CLASS whose value is of no known type", span));
        };
        let spec = StoreType::of_numbers(&ty).map_or_else(|| deferred(span), |store| store.spec(span));
        let is_allocatable = rank > 0 || matches!(ty, Ty::Character);
        let attributes = if is_allocatable { vec![Attribute::Allocatable] } else { Vec::new() };
        let open = DimensionSpec { lower: None, upper: None, is_open: true, span };
        let name = Name { text: self.new_name("value"), span };
        self.temporaries.push(declaration(spec, attributes, name.text.clone(), vec![open; rank], None, span));
        Ok(Value::Plain(name_expr(&name), Shaped::new(Some(ty), rank)))
    }

    fn keep_value(&mut self, kept: Value, value: Value, span: Span) -> Outcome<Vec<StatementKind>> {
        match (&kept, &value) {
            (Value::Record(Record { ty, kind: RecordKind::Object(path), .. }), _) if ty.pointee.is_some() => {
                let parts = self.parts(value, ty)?;
                self.set_pointer(path.clone(), ty, parts, span)
            }
            _ => self.store(kept, value, span),
        }
    }
}

/// The arm of a value of a number.
fn chosen_arm(
    number: &Expr,
    arms: Vec<(Expr, Vec<StatementKind>)>,
    otherwise: Vec<StatementKind>,
) -> Vec<StatementKind> {
    let mut statements = Vec::new();
    for (value, arm) in arms {
        let condition = operation(BinaryOp::Equal, number.clone(), value);
        statements.push(match statements.is_empty() {
            true => StatementKind::IfThen { name: None, condition },
            false => StatementKind::ElseIf { condition, name: None },
        });
        statements.extend(arm);
    }
    if statements.is_empty() {
        return otherwise;
    }
    statements.push(StatementKind::Else(None));
    statements.extend(otherwise);
    statements.push(StatementKind::EndIf(None));
    statements
}
