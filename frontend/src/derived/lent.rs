//! ALLOCATABLE components in the stores as ALLOCATABLE arguments: a variable has what such a component has as long as
//! the call lasts.

use super::calls::Passing;
use super::names::{Meaning, Names, Shaped, Ty, Variable};
use super::paths::{Path, Record, RecordKind, Value};
use super::rewriter::{Outcome, Problem, Rewriter};
use super::terms::{declaration, integer, name_expr};
use super::types::{DerivedType, Pointee, PointeeType};
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// The names of a scope and a new ALLOCATABLE object.
fn with_variable(outer: &Rc<Names>, variable: &Value) -> Names {
    let mut names = Names::within(Rc::clone(outer));
    if let Value::Record(Record { kind: RecordKind::Object(path), .. }) = variable {
        let variable = Variable { shape: variable.shape(), is_allocatable: true, ..Variable::default() };
        names.others.insert(path.name.clone(), Meaning::Variable(variable));
    }
    names
}

impl Rewriter<'_> {
    /// The variable that is passed for such a component by a call that is a statement, or for what is only read.
    ///
    /// It has a copy, which is moved back.
    pub fn lend(&mut self, component: Value, passing: Passing) -> Outcome<Value> {
        let span = component.span();
        let refused = || Problem::Refused("this ALLOCATABLE component as an ALLOCATABLE argument", span);
        let Value::Record(Record { kind: RecordKind::Object(mut path), ty, rank, .. }) = component else {
            return Err(refused());
        };
        // What is only read need not come back.
        let can_be = passing.is_statement || passing.intent == Some(Intent::In);
        let Some(pointee) = ty.pointee.as_ref().filter(|pointee| can_be && !pointee.is_class) else {
            return Err(refused());
        };
        self.fix_subscripts(&mut path)?;
        let variable = self.variable_for(pointee, span).ok_or_else(refused)?;
        let component = Value::Record(Record { kind: RecordKind::Object(path), ty, rank, span, tag: None });
        let outer = Rc::clone(&self.names);
        self.names = Rc::new(with_variable(&outer, &variable));
        // The other arguments may be of it.
        let there = match passing.intent {
            Some(Intent::Out) => Ok(None),
            _ => self.move_owned(component.clone(), variable.clone(), true, span),
        };
        let back = match passing.intent {
            Some(Intent::In) => Ok(None),
            _ => self.move_owned(variable.clone(), component, false, span),
        };
        self.names = outer;
        for kind in there?.unwrap_or_default() {
            self.before(kind, span)?;
        }
        let back = back?.unwrap_or_default().into_iter();
        self.after.extend(back.map(|kind| Statement { label: None, kind, span }));
        Ok(variable)
    }

    /// The owner in the stores that has an ALLOCATABLE variable as long as a call that is a statement lasts.
    pub fn lend_to_owner(&mut self, variable: Value, ty: &Rc<DerivedType>, passing: Passing) -> Outcome<Vec<Expr>> {
        let span = variable.span();
        if !passing.is_statement {
            let what = "an ALLOCATABLE argument for a dummy argument with TARGET, here,";
            return Err(Problem::Refused(what, span));
        }
        let owner = self.temporary(ty, 0, "owner", span);
        let [there, back] = [(); 2].map(|()| Value::Record(Record::object(Rc::clone(ty), owner.clone())));
        let parts = owner.leaves(ty);
        self.before(StatementKind::Assign { target: parts[0].clone(), value: integer(0, span) }, span)?;
        for kind in self.move_owned(variable.clone(), there, false, span)?.unwrap_or_default() {
            self.before(kind, span)?;
        }
        let back = self.move_owned(back, variable, false, span)?.unwrap_or_default().into_iter();
        self.after.extend(back.map(|kind| Statement { label: None, kind, span }));
        Ok(parts)
    }

    /// A new ALLOCATABLE variable; none if the type is not known here.
    fn variable_for(&mut self, pointee: &Pointee, span: Span) -> Option<Value> {
        let rank = pointee.rank;
        Some(match &pointee.ty {
            PointeeType::Intrinsic(store, ty) => {
                let name = Name { text: self.new_name("lent"), span };
                let dimensions = vec![DimensionSpec { lower: None, upper: None, is_open: true, span }; rank];
                let attributes = vec![Attribute::Allocatable];
                let spec = store.spec(span);
                self.temporaries.push(declaration(spec, attributes, name.text.clone(), dimensions, None, span));
                Value::Plain(name_expr(&name), Shaped::new(ty.clone(), rank))
            }
            PointeeType::Text => Value::Plain(self.text_variable("lent", span), Shaped::new(Some(Ty::Character), 0)),
            PointeeType::Derived(later) => {
                let ty = later.borrow().clone()?;
                let path: Path = self.allocatable_temporary(&ty, rank, true, "lent", span);
                Value::Record(Record::object(Rc::clone(&ty), path))
            }
        })
    }
}
