//! Final procedures: what is called before an object goes.
//!
//! ```text
//! type base                            subroutine work
//! contains                               type(base) :: b
//!   final :: done                        …
//! end type                               call done(b)
//!                                      end subroutine
//! ```
//!
//! An object goes where it is deallocated, where the procedure is left whose local variable it is, with the object
//! whose ALLOCATABLE component it is, where it is TO of MOVE_ALLOC, and at the entry of a procedure that has it as a
//! dummy argument with INTENT(OUT). As with gfortran, what an assignment overwrites and values of functions are not
//! finalized. Its own procedure comes first, then those of its components, then that of its parent.

use super::calls::Actual;
use super::components::ComponentType;
use super::copiers::Work;
use super::names::Procedure;
use super::paths::{Level, Path, Record, RecordKind, Value};
use super::pointers::operation;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{integer, intrinsic, within};
use super::types::DerivedType;
use crate::resolved::BinaryOp;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// How deep objects with final procedures own each other.
const MAX_DEPTH: usize = 6;

/// A local variable that is finalized where its unit is left.
pub(super) struct Finalized {
    name: Word,
    ty: Rc<DerivedType>,
    rank: usize,
    /// It has to be allocated.
    is_allocatable: bool,
}

/// Whether a unit, or one in it, defines a type with a final procedure.
pub(super) fn has_finals(unit: &Unit) -> bool {
    let is_final = |statement: &Statement| matches!(statement.kind, StatementKind::Bound(BoundStatement::Final(_)));
    let inner = unit.contains.iter().flat_map(|contains| &contains.units);
    unit.statements.iter().any(is_final) || inner.into_iter().any(has_finals)
}

impl Rewriter<'_> {
    /// Whether something is to be done before an object of a type goes.
    fn is_finalized(&self, ty: &Rc<DerivedType>, seen: &mut Vec<Rc<DerivedType>>) -> bool {
        if !self.modules.has_finals || seen.iter().any(|known| Rc::ptr_eq(known, ty)) {
            return false;
        }
        seen.push(Rc::clone(ty));
        if ty.line().any(|ty| ty.has_finals()) {
            return true;
        }
        let parts = ty.components.values().filter_map(|component| match &component.ty {
            ComponentType::Derived(inner) => Some(Rc::clone(inner)),
            ComponentType::Intrinsic(_) => None,
        });
        parts.collect::<Vec<_>>().iter().any(|part| match &part.pointee {
            None => self.is_finalized(part, seen),
            Some(pointee) if pointee.is_owned => pointee.derived().is_some_and(|of| match pointee.is_class {
                true => self.modules.types_of_objects(&of).iter().any(|(_, of)| self.is_finalized(of, seen)),
                false => self.is_finalized(&of, seen),
            }),
            Some(_) => false,
        })
    }

    fn may_be_finalized(&self, object: &Record) -> bool {
        match &object.tag {
            Some(_) => {
                let types = self.modules.types_of_objects(&object.ty);
                types.iter().any(|(_, ty)| self.is_finalized(ty, &mut Vec::new()))
            }
            None => self.is_finalized(&object.ty, &mut Vec::new()),
        }
    }

    /// What is done before an object goes.
    pub fn finalize(&mut self, object: &Record, span: Span) -> Outcome<Vec<StatementKind>> {
        if !self.modules.has_finals || !self.may_be_finalized(object) {
            return Ok(Vec::new());
        }
        if self.copy_depth == MAX_DEPTH {
            let what = "final procedures of objects that own objects of their own type";
            return Err(Problem::Refused(what, span));
        }
        self.copy_depth += 1;
        let done = self.by_type(object, span, |rewriter, object| match rewriter.finalizer_of(&object) {
            Some(procedure) => rewriter.call_copier(&procedure, object.clone(), object, span),
            None => rewriter.finalize_known(object, span),
        });
        self.copy_depth -= 1;
        done
    }

    /// The procedure that finalizes an object in the stores which may own others: code for all of them has no bound.
    fn finalizer_of(&self, object: &Record) -> Option<Rc<Procedure>> {
        let RecordKind::Object(path) = &object.kind else { return None };
        let is_scalar = path.place.is_some() && object.rank == 0;
        match is_scalar && object.ty.owns() && !self.is_pure {
            true => self.modules.copier_of(Work::Finalize, &object.ty, &self.names),
            false => None,
        }
    }

    /// What that procedure does for its dummy argument.
    pub(super) fn finalize_itself(&mut self, pointer: Value, span: Span) -> Outcome<Vec<StatementKind>> {
        match self.target_of(pointer)? {
            Value::Record(object) => self.finalize_known(object, span),
            _ => Ok(Vec::new()),
        }
    }

    fn finalize_known(&mut self, object: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        let ty = Rc::clone(&object.ty);
        let mut done = Vec::new();
        if let Some(procedure) = ty.final_for(object.rank) {
            let name = Name { text: self.accessible(&procedure), span };
            let actual = Actual { keyword: None, value: Value::Record(object.clone()) };
            done.extend(self.inside(|rewriter| rewriter.call_of(name, vec![actual], Some(procedure), span))?);
        }
        if let RecordKind::Object(path) = &object.kind {
            done.extend(self.finalize_parts(path, &ty, span)?);
        }
        match &ty.parent {
            Some((_, parent)) => {
                let parent = Rc::clone(parent);
                done.extend(self.finalize(&object.into_parent(&parent), span)?);
                Ok(done)
            }
            None => Ok(done),
        }
    }

    /// The same for the components that a type adds to those of its parent.
    fn finalize_parts(&mut self, path: &Path, ty: &Rc<DerivedType>, span: Span) -> Outcome<Vec<StatementKind>> {
        let inherited = ty.parent.as_ref().map_or(0, |(_, parent)| parent.components.len());
        let mut done = Vec::new();
        for (name, component) in ty.components.iter().skip(inherited) {
            let ComponentType::Derived(inner) = &component.ty else { continue };
            let level = Level::whole(component.dimensions.len());
            let part = path.clone().component(ty, name, component, level, span);
            match &inner.pointee {
                None => done.extend(self.finalize(&Record::object(Rc::clone(inner), part), span)?),
                Some(pointee) if pointee.is_owned => {
                    done.extend(self.for_each_element([&part], inner, span, |rewriter, [part]| {
                        rewriter.finalize_target(&part, inner, span)
                    })?);
                }
                Some(_) => {}
            }
        }
        Ok(done)
    }

    /// What is done before the target of a pointer goes, if there is one.
    pub fn finalize_target(&mut self, path: &Path, ty: &Rc<DerivedType>, span: Span) -> Outcome<Vec<StatementKind>> {
        let Some(number) = path.leaves(ty).into_iter().next().filter(|_| self.modules.has_finals) else {
            return Ok(Vec::new());
        };
        let target = self.target_of(Value::Record(Record::object(Rc::clone(ty), path.clone())))?;
        let Value::Record(object) = target else { return Ok(Vec::new()) };
        let done = self.inside(|rewriter| rewriter.finalize(&object, span))?;
        Ok(within(operation(BinaryOp::NotEqual, number, integer(0, span)), done))
    }

    /// What is done before ALLOCATABLE objects go, if they are allocated.
    pub fn finalize_allocated(&mut self, object: &Record, span: Span) -> Outcome<Vec<StatementKind>> {
        let Some(first) = object.leaves().into_iter().next().filter(|_| self.modules.has_finals) else {
            return Ok(Vec::new());
        };
        let done = self.inside(|rewriter| rewriter.finalize(object, span))?;
        Ok(within(intrinsic("allocated", vec![first], span), done))
    }

    /// Notes a local variable.
    pub fn note_finalized(&mut self, name: &Word, ty: &Rc<DerivedType>, rank: usize) {
        let of = ty.pointee.as_ref().and_then(|pointee| pointee.derived());
        let is_class = ty.pointee.as_ref().is_some_and(|pointee| pointee.is_class);
        let object =
            Record::object(of.unwrap_or_else(|| Rc::clone(ty)), Path::new(name.clone(), rank, Span::default()));
        let tag = is_class.then(|| Box::new(integer(0, Span::default())));
        if self.modules.has_finals && self.may_be_finalized(&Record { tag, ..object }) {
            let is_allocatable = self.is_allocatable(name);
            self.finalized.push(Finalized { name: name.clone(), ty: Rc::clone(ty), rank, is_allocatable });
        }
    }

    /// What is done before the local variables go: in the order of gfortran, the last name first.
    pub fn finalize_locals(&mut self, span: Span) -> Outcome<Vec<StatementKind>> {
        let mut locals = std::mem::take(&mut self.finalized);
        locals.sort_by(|one, other| other.name.cmp(&one.name));
        let mut done = Vec::new();
        for Finalized { name, ty, rank, is_allocatable } in &locals {
            let path = Path::new(name.clone(), *rank, span);
            let object = Record::object(Rc::clone(ty), path.clone());
            done.extend(match (&ty.pointee, is_allocatable) {
                (Some(_), _) => self.finalize_target(&path, ty, span)?,
                (None, true) => self.finalize_allocated(&object, span)?,
                (None, false) => self.inside(|rewriter| rewriter.finalize(&object, span))?,
            });
        }
        self.finalized = locals;
        Ok(done)
    }
}

impl Procedure {
    /// Whether it can be a final procedure of a type.
    pub fn finalizes(&self, ty: &Rc<DerivedType>) -> bool {
        matches!(&self.dummies[..], [dummy] if self.result.is_none()
            && !dummy.is_class && !dummy.is_optional && !dummy.is_allocatable && dummy.intent != Some(Intent::Out)
            && dummy.shape.derived().is_some_and(|own| Rc::ptr_eq(own, ty)))
    }
}
