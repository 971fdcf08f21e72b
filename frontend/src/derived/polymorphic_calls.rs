//! Calls in which an object of CLASS decides, when it is there, what is called (see
//! [`polymorphic`](super::polymorphic)).

use super::calls::Actual;
use super::names::Procedure;
use super::paths::{Path, Record, Value};
use super::polymorphic::no_object;
use super::rewriter::{Outcome, Rewriter};
use super::terms::integer;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// Whether an argument is of an ABSTRACT type and no extension. Where such a call is, a dummy argument is absent.
    fn has_no_object(&self, procedure: &Procedure, actuals: &[Actual]) -> bool {
        actuals.iter().enumerate().any(|(position, actual)| {
            let dummy = procedure.dummy_of(position, actual);
            let is_needed = dummy.is_some_and(|dummy| dummy.is_class && !dummy.is_optional);
            is_needed && matches!(&actual.value, Value::Record(Record { ty, tag: None, .. }) if ty.is_abstract)
        })
    }

    /// A call in which an object decides what is called; none if all are of known types.
    pub fn polymorphic_call(
        &mut self,
        name: &Name,
        procedure: &Rc<Procedure>,
        actuals: &[Actual],
        span: Span,
    ) -> Outcome<Option<Vec<StatementKind>>> {
        if self.has_no_object(procedure, actuals) {
            return Ok(Some(no_object()));
        }
        let Some((at, object)) = self.polymorphic_actual(procedure, actuals)? else { return Ok(None) };
        let call = self.by_type(&object, span, |rewriter, object| {
            let mut actuals = actuals.to_vec();
            actuals[at].value = rewriter.unboxed(object)?;
            rewriter.call_of(name.clone(), actuals, Some(Rc::clone(procedure)), span)
        });
        call.map(Some)
    }

    /// The value of a function where an object decides which one is called; none if all are of known types.
    pub fn polymorphic_value(
        &mut self,
        name: &Word,
        procedure: &Rc<Procedure>,
        actuals: &[Actual],
        span: Span,
    ) -> Outcome<Option<Value>> {
        if let Some(result) = procedure.result.as_ref().filter(|_| self.has_no_object(procedure, actuals)) {
            let value = match result.object() {
                Some(ty) => {
                    let rank = if result.pointer.is_some() { 0 } else { result.shape.rank.unwrap_or(0) };
                    Value::Record(Record::object(Rc::clone(ty), Path::new(name.clone(), rank, span)))
                }
                None => Value::Plain(integer(0, span), result.shape.clone()),
            };
            return self.variable_like(&value).map(Some);
        }
        let Some((at, object)) = self.polymorphic_actual(procedure, actuals)? else { return Ok(None) };
        let value = self.value_by_type(&object, span, |rewriter, object| {
            let mut actuals = actuals.to_vec();
            actuals[at].value = rewriter.unboxed(object)?;
            rewriter.invoke_as(procedure, name.clone(), actuals, span)
        });
        value.map(Some)
    }

    /// The first argument for a dummy argument of CLASS whose type is known only when it is there.
    fn polymorphic_actual(&mut self, procedure: &Procedure, actuals: &[Actual]) -> Outcome<Option<(usize, Record)>> {
        for (position, actual) in actuals.iter().enumerate() {
            let is_class = procedure.dummy_of(position, actual).is_some_and(|dummy| dummy.is_class);
            let Value::Record(record) = &actual.value else { continue };
            let may_vary = record.tag.is_some() || record.ty.pointee.as_ref().is_some_and(|pointee| pointee.is_class);
            if is_class
                && may_vary
                && let Value::Record(record) = self.target_of(actual.value.clone())?
                && record.tag.is_some()
            {
                return Ok(Some((position, record)));
            }
        }
        Ok(None)
    }

    /// The first of these whose type is known only when it is there, and to whose type an operation or the assignment
    /// is bound: extensions may override it.
    pub fn polymorphic_operand(&mut self, operation: &str, values: &[&Value]) -> Outcome<Option<(usize, Record)>> {
        for (position, value) in values.iter().enumerate() {
            if let Value::Record(record) = self.target_of((*value).clone())?
                && record.tag.is_some()
                && record.ty.is_bound_to(operation)
            {
                return Ok(Some((position, record)));
            }
        }
        Ok(None)
    }
}
