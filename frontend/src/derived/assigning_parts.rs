//! Assignments of objects with components whose types have an assignment bound to them: that is called for these, and
//! what is around them is copied.

use super::assign::base;
use super::calls::Actual;
use super::components::{Component, ComponentType};
use super::paths::{Level, Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::types::DerivedType;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// A component with an assignment of its own, or with parts that have one.
type Part<'t> = (&'t Word, &'t Component, &'t Rc<DerivedType>);

impl DerivedType {
    /// The components that are not just copied where an object of the type is assigned.
    pub(super) fn assigning_parts(&self) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        for (name, component) in &self.components {
            if let ComponentType::Derived(inner) = &component.ty
                && inner.pointee.is_none()
                && (inner.has_own_assignment() || !inner.assigning_parts().is_empty())
            {
                parts.push((name, component, inner));
            }
        }
        parts
    }
}

impl Rewriter<'_> {
    /// `target = value` of a type with such components.
    pub fn assign_with_parts(&mut self, target: Record, value: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        let ty = Rc::clone(&target.ty);
        let value = value.into_parent(&ty);
        self.check_type(&ty, &value)?;
        let RecordKind::Object(mut path) = target.kind else { return self.assign_record(target, value, span) };
        if value.rank > 0 && value.rank != target.rank {
            return Err(Problem::error("E0297", span, "the ranks of an assignment's sides differ"));
        }
        if self.masks > 0 || self.stays_inside.is_some() {
            let what = "an assignment in WHERE or FORALL of objects whose components have an assignment of their own";
            return Err(Problem::Refused(what, span));
        }
        let from = self.object(value)?;
        self.fix_subscripts(&mut path)?;
        if target.rank == 0 {
            return self.assign_parts(&path, &from, &ty, span);
        }
        let may_overlap = match (&path.place, &from.place) {
            (None, None) => base(&path.name) == base(&from.name),
            (place, other) => place.is_some() && other.is_some(),
        };
        if may_overlap && from.rank() > 0 {
            let what =
                "an assignment of an array to itself whose objects have components with an assignment of their own";
            return Err(Problem::Refused(what, span));
        }
        let mut statements = Vec::new();
        if from.rank() > 0 && self.is_allocatable_array(&path) {
            let bounds = self.bounds_of(&from, &ty, span)?;
            statements.extend(self.allocate_as(&path, bounds, &ty, span)?);
        }
        statements.extend(self.for_each_element([&path, &from], &ty, span, |rewriter, [to, from]| {
            rewriter.assign_parts(&to, &from, &ty, span)
        })?);
        Ok(statements)
    }

    /// Assigns a scalar object.
    fn assign_parts(
        &mut self,
        to: &Path,
        from: &Path,
        ty: &Rc<DerivedType>,
        span: Span,
    ) -> Outcome<Vec<StatementKind>> {
        let parts = ty.assigning_parts();
        let is_assigning = |path: &str| {
            let first = path.split('%').find(|name| !name.is_empty());
            parts.iter().any(|(name, ..)| first == Some(name.as_str()))
        };
        let mut statements = self.assign_owner(to, from, ty, &is_assigning, span)?;
        for (name, component, inner) in parts {
            let part = |object: &Path| {
                let level = Level::whole(component.dimensions.len());
                Record::object(Rc::clone(inner), object.clone().component(ty, name, component, level, span))
            };
            statements.extend(self.assign_part(part(to), part(from), span)?);
        }
        Ok(statements)
    }

    fn assign_part(&mut self, target: Record, value: Record, span: Span) -> Outcome<Vec<StatementKind>> {
        let actual = |record: &Record| Actual { keyword: None, value: Value::Record(record.clone()) };
        let actuals = [actual(&target), actual(&value)];
        let specifics = if target.ty.has_own_assignment() { target.ty.bound_to("assignment(=)") } else { Vec::new() };
        match self.choose(&specifics, &actuals, span)? {
            Some(procedure) => {
                let name = Name { text: self.accessible(&procedure), span };
                self.call_of(name, Vec::from(actuals), Some(procedure), span)
            }
            None if target.ty.assigning_parts().is_empty() => self.assign_record(target, value, span),
            None => self.assign_with_parts(target, value, span),
        }
    }
}
