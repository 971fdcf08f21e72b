//! Objects of CLASS: a procedure that has them as dummy arguments is compiled for each of the types that it is called
//! with.
//!
//! ```text
//! subroutine show(s)                   subroutine show%circle(s)
//!   class(shape), intent(in) :: s        type(circle), intent(in) :: s
//!   select type (s)                      print *, s%radius
//!   type is (circle)                     call draw_circle(s)
//!     print *, s%radius                end subroutine
//!   end select
//!   call s%draw()                      call show%circle(x)
//! end subroutine
//!
//! call show(x)                         with x of the type circle
//! ```
//!
//! Nothing but dummy arguments is of CLASS, so the type of each object is known in such an instance of the procedure:
//! SELECT TYPE has one block, and a name of an object stands for one procedure. Of an extension the components of the
//! parent come first, so that an object is one of the parent's type, too.

use super::calls::Actual;
use super::expressions::no_object;
use super::instances::Given;
use super::names::{DummyArgument, Procedure, Ty};
use super::paths::{Record, RecordKind, Value};
use super::pointers::operation;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic};
use super::types::{DerivedType, is_same_type};
use super::typing::type_of_spec;
use crate::diagnostics::Diagnostic;
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Procedure {
    /// Whether it takes objects of extensions of the types of its dummy arguments, or arrays of any rank.
    pub fn has_instances(&self) -> bool {
        self.dummies.iter().any(|dummy| dummy.is_class || dummy.assumes_rank)
    }

    /// Whether it can't be called as it is: there can be no object of the type of a dummy argument that has to be
    /// there, but of extensions of it, or the number of its dimensions is not known.
    pub fn is_abstract(&self) -> bool {
        let is_abstract = |dummy: &DummyArgument| dummy.shape.derived().is_some_and(|ty| ty.is_abstract);
        let has_none = |dummy: &DummyArgument| dummy.is_class && !dummy.is_optional && is_abstract(dummy);
        self.dummies.iter().any(|dummy| dummy.assumes_rank || has_none(dummy))
    }
}

impl Record {
    /// An object as one of a type that its own extends.
    pub fn into_parent(self, ty: &Rc<DerivedType>) -> Record {
        if !self.ty.extends(ty) {
            return self;
        }
        let kind = match self.kind {
            RecordKind::Leaves(mut values) => {
                values.truncate(ty.leaf_count());
                RecordKind::Leaves(values)
            }
            object => object,
        };
        Record { ty: Rc::clone(ty), kind, tag: None, ..self }
    }
}

/// The error for what is CLASS and can't be.
pub(super) fn no_class(span: Span) -> Diagnostic {
    Diagnostic::error("E0304", span, "only a dummy argument, a POINTER or what is ALLOCATABLE can be CLASS")
}

impl Rewriter<'_> {
    /// The procedure that a call is of, and its name here: an instance if arguments are of extensions of the types of
    /// dummy arguments of CLASS. Those of TYPE get the parts that are of their type.
    pub fn instance(
        &mut self,
        procedure: &Rc<Procedure>,
        name: Word,
        actuals: &mut [Actual],
        span: Span,
    ) -> Outcome<(Rc<Procedure>, Word)> {
        let mut given: Vec<Given> = Vec::new();
        for (position, actual) in actuals.iter_mut().enumerate() {
            let Some(dummy) = procedure.dummy_of(position, actual) else { continue };
            let at = procedure.dummies.iter().position(|one| one.name == dummy.name).unwrap_or(position);
            let shape = actual.value.shape();
            if dummy.assumes_rank {
                let what = "an argument of assumed rank whose rank is not known here";
                let rank = match (shape.rank, &actual.value) {
                    (None, Value::Null(_)) => 0,
                    (rank, value) => rank.ok_or(Problem::Refused(what, value.span()))?,
                };
                given.push(Given { at, ty: None, rank: Some(rank) });
            }
            let mut note = |ty: Ty| match given.last_mut().filter(|last| last.at == at) {
                Some(last) => last.ty = Some(ty),
                None => given.push(Given { at, ty: Some(ty), rank: None }),
            };
            let Some(wanted) = dummy.shape.derived() else { continue };
            if dummy.is_class && wanted.is_universal() && shape.derived().is_none() {
                let what = "an argument of CLASS(*) whose type is not known here";
                note(shape.ty.ok_or(Problem::Refused(what, actual.value.span()))?);
                continue;
            }
            let Some(found) = shape.derived() else { continue };
            // A function whose name is that of its result is called by another name in itself.
            let is_own = dummy.is_class && self.own_result.as_ref() == Some(&procedure.name);
            if is_same_type(wanted, found) && !is_own || !found.extends(wanted) {
                continue;
            }
            if dummy.is_class {
                note(Ty::Derived(Rc::clone(found)));
            } else if dummy.pointer.is_none() || dummy.placed.is_some() {
                let value = self.target_of(actual.value.clone())?;
                actual.value = match value {
                    Value::Record(record) => Value::Record(record.into_parent(wanted)),
                    other => other,
                };
            }
        }
        for (at, _) in procedure.dummies.iter().enumerate().filter(|(_, dummy)| dummy.assumes_rank) {
            if !given.iter().any(|one| one.at == at) {
                // It is absent.
                given.push(Given { at, ty: None, rank: Some(0) });
            }
        }
        if given.is_empty() {
            return Ok((Rc::clone(procedure), name));
        }
        if procedure.is_body {
            let what = "an argument of CLASS(*) or of assumed rank of a procedure of which only the interface is known";
            return Err(Problem::Refused(what, span));
        }
        given.sort_by_key(|one| one.at);
        let instance = self.modules.instance_of(procedure, given);
        let name = self.accessible(&instance);
        Ok((instance, name))
    }

    /// The selector of SELECT TYPE.
    pub fn selector(&mut self, selector: &Expr) -> Outcome<Value> {
        match self.owner(selector.clone())? {
            value if value.shape().ty.is_some() => Ok(value),
            _ => {
                let message = "the selector of SELECT TYPE is not of a derived type that is known";
                let problem = Problem::error("E0934", selector.span, message);
                Err(problem.with_help("declare it as a dummy argument of CLASS"))
            }
        }
    }

    /// The block that is for an object of a type.
    pub fn block_for(&self, ty: &Ty, guards: &[&TypeGuard]) -> Outcome<Option<usize>> {
        let named = |name: &Name| match self.names.find_type(&name.text) {
            Some(ty) => Ok(Some(Rc::clone(ty))),
            None if self.modules.refused_types.contains(&name.text) => Ok(None),
            None => Err(Problem::Error(Box::new(super::types::unknown_type(&name.text, name.span)))),
        };
        let ty = ty.unboxed();
        let (mut class, mut default) = (None, None);
        for (at, guard) in guards.iter().enumerate() {
            match guard {
                TypeGuard::Type(spec) => {
                    let guard = match super::typing::derived_name(spec) {
                        Some(name) => named(name)?.map(Ty::Derived),
                        None => type_of_spec(&self.names, spec, None),
                    };
                    if guard.is_some_and(|guard| guard.is(ty)) {
                        return Ok(Some(at));
                    }
                }
                TypeGuard::Class(name) => {
                    let Ty::Derived(ty) = ty else { continue };
                    let distance = named(name)?.and_then(|guard| ty.line().position(|one| is_same_type(&one, &guard)));
                    class = [class, distance.map(|distance| (distance, at))].into_iter().flatten().min();
                }
                TypeGuard::Default => default = Some(at),
                TypeGuard::Rank(_) => {}
            }
        }
        Ok(class.map(|(_, at)| at).or(default))
    }

    /// SAME_TYPE_AS and EXTENDS_TYPE_OF.
    pub fn compared_types(&mut self, name: &Name, arguments: &[Argument]) -> Outcome<Option<Expr>> {
        let [first, second] = arguments else { return Ok(None) };
        let [first, second] = [first, second].map(|one| self.compared(one.value.clone()));
        let is_same = name.text == "same_type_as";
        let (first, second) = match (first?, second?) {
            (Value::Record(first), Value::Record(second)) => (first, second),
            // What a dummy argument of CLASS(*) is in an instance for an intrinsic type.
            (first, second) => {
                let is_known = |value: &Value, of: &Expr| match value {
                    Value::Record(Record { ty, .. }) => !ty.is_universal(),
                    Value::Plain(..) | Value::Stored(..) | Value::Text(_) => matches!(of.kind, ExprKind::Name(_)),
                    Value::Null(_) => false,
                };
                for (value, argument) in [&first, &second].into_iter().zip(arguments) {
                    if !is_known(value, &argument.value) {
                        return Err(no_object(argument.value.span));
                    }
                }
                let types = first.shape().ty.zip(second.shape().ty);
                let is_true = is_same && types.is_some_and(|(first, second)| first.is(&second));
                return Ok(Some(Expr { kind: ExprKind::Logical(is_true, None), span: name.span }));
            }
        };
        let is_true = match (&first.tag, &second.tag) {
            (None, None) if is_same => is_same_type(&first.ty, &second.ty),
            (None, None) => first.ty.extends(&second.ty),
            _ => return self.compared_tags(&first, &second, is_same, name.span).map(Some),
        };
        Ok(Some(Expr { kind: ExprKind::Logical(is_true, None), span: name.span }))
    }

    /// An object whose type is compared. What is CLASS and has no object is of its declared type.
    fn compared(&mut self, of: Expr) -> Outcome<Value> {
        let of = self.raw(of)?;
        let holder = match &of {
            Value::Record(Record { ty, kind: RecordKind::Object(path), span, .. }) if ty.pointee.is_some() => {
                Some((self.number(path, ty), *span))
            }
            _ => None,
        };
        let mut value = self.target_of(of)?;
        if let (Some((number, span)), Value::Record(record)) = (holder, &mut value)
            && let Some(tag) = record.tag.take()
        {
            let declared = if record.ty.is_universal() { integer(0, span) } else { self.number_of(&record.ty, span)? };
            let is_there = operation(BinaryOp::NotEqual, number, integer(0, span));
            record.tag = Some(Box::new(intrinsic("merge", vec![*tag, declared, is_there], span)));
        }
        Ok(value)
    }
}
