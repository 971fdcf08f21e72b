//! Pointers without a target, and what is not allocated, as arguments for OPTIONAL dummy arguments that are neither:
//! these are absent then.

use super::calls::Actual;
use super::names::{DummyArgument, Placed, Procedure, Shaped};
use super::paths::{Record, RecordKind, Value};
use super::rewriter::{Outcome, Rewriter};
use super::terms::reference;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

/// How many arguments of a call may be absent so: each doubles the number of calls.
const MOST: usize = 2;

impl Rewriter<'_> {
    /// The calls with and without an argument that may be absent; none if all are there.
    pub fn call_without_absent(
        &mut self,
        name: &Name,
        procedure: &Rc<Procedure>,
        actuals: &[Actual],
        span: Span,
    ) -> Outcome<Option<Vec<StatementKind>>> {
        let may_be_absent = |(position, actual): &(usize, &Actual)| {
            let takes_nothing = procedure.dummy_of(*position, actual).is_some_and(|dummy| {
                let is_pointer = dummy.pointer.is_some() && dummy.placed != Some(Placed::Given);
                dummy.is_optional && !dummy.is_allocatable && !is_pointer
            });
            takes_nothing && matches!(&actual.value, Value::Record(record) if record.ty.pointee.is_some())
        };
        let absent: Vec<(usize, &Actual)> = actuals.iter().enumerate().filter(may_be_absent).collect();
        let [(at, actual), ..] = absent[..] else { return Ok(None) };
        let Value::Record(Record { ty, kind: RecordKind::Object(path), .. }) = &actual.value else { return Ok(None) };
        if absent.len() > MOST || path.rank() > 0 {
            return Ok(None);
        }
        let condition = self.is_allocated(path, ty, span);
        let mut given = actuals.to_vec();
        given[at].value = self.target_of(actual.value.clone())?;
        let mut others = actuals.to_vec();
        others.remove(at);
        for (position, other) in others.iter_mut().enumerate().skip(at).filter(|(_, other)| other.keyword.is_none()) {
            let text = procedure.dummies.get(position + 1).map(|dummy| dummy.name.clone());
            other.keyword = text.map(|text| Box::new(Name { text, span }));
        }
        let mut calls = vec![StatementKind::IfThen { name: None, condition }];
        for (actuals, is_last) in [(given, false), (others, true)] {
            let (name, procedure) = (name.clone(), Some(Rc::clone(procedure)));
            calls.extend(self.inside(|rewriter| rewriter.call_of(name, actuals, procedure, span))?);
            calls.push(if is_last { StatementKind::EndIf(None) } else { StatementKind::Else(None) });
        }
        Ok(Some(calls))
    }
}

/// NULL() for an OPTIONAL dummy argument that is not a pointer stays as it is, and counts as absent.
pub(super) fn nothing_for_optional(actual: Actual, dummy: Option<&DummyArgument>) -> Actual {
    let takes_nothing = |dummy: &DummyArgument| {
        let is_plain = dummy.pointer.is_none() && dummy.shape.derived().is_none();
        dummy.is_optional && is_plain
    };
    match actual.value {
        Value::Null(span) if dummy.is_some_and(takes_nothing) => {
            Actual { value: Value::Plain(reference("null", Vec::new(), span), Shaped::default()), ..actual }
        }
        _ => actual,
    }
}
