//! Pointers without a target, what is not allocated, and what is absent itself, as arguments for OPTIONAL dummy
//! arguments that are neither pointers nor ALLOCATABLE: these are absent then.

use super::calls::{Actual, Passing};
use super::names::{DummyArgument, Placed, Procedure, Shaped};
use super::owned_texts::text_of;
use super::paths::{Record, RecordKind, Value};
use super::rewriter::{Outcome, Rewriter};
use super::terms::{declaration, intrinsic, name_expr, reference, within};
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

    /// An OPTIONAL dummy argument that the caller has in the stores, for one that is not: a copy, which is not
    /// allocated, and so absent, where there is none.
    pub fn pass_if_present(&mut self, name: &Word, value: Value, passing: Passing) -> Outcome<Expr> {
        let span = value.span();
        let (copy, assigned) = match &value {
            Value::Text(path) => (self.text_variable("passed", span), text_of(path)),
            Value::Stored(path, _) => {
                let Some(store) = path.place.as_ref().and_then(|place| place.store.clone()) else {
                    return Ok(path.expr());
                };
                let open = DimensionSpec { lower: None, upper: None, is_open: true, span };
                let (text, dimensions) = (self.new_name("passed"), vec![open; path.rank()]);
                let attributes = vec![Attribute::Allocatable];
                self.temporaries.push(declaration(store.spec(span), attributes, text.clone(), dimensions, None, span));
                (name_expr(&Name { text, span }), path.expr())
            }
            other => return Err(super::constructors::no_derived_value(other.span())),
        };
        let condition = intrinsic("allocated", vec![copy.clone()], span);
        let freed = StatementKind::Deallocate { objects: vec![copy.clone()], options: Vec::new() };
        for kind in within(condition, vec![freed]) {
            self.before(kind, span)?;
        }
        let entry = vec![StatementKind::Assign { target: copy.clone(), value: assigned }];
        for kind in self.if_present(name, entry, span) {
            self.before(kind, span)?;
        }
        if passing.intent != Some(Intent::In) && passing.is_statement {
            let back = match value {
                Value::Text(path) => self.assign_characters(&path, copy.clone(), span),
                Value::Stored(path, _) => vec![StatementKind::Assign { target: path.expr(), value: copy.clone() }],
                _ => Vec::new(),
            };
            let back = self.if_present(name, back, span);
            self.after.extend(back.into_iter().map(|kind| Statement { label: None, kind, span }));
        }
        Ok(copy)
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
