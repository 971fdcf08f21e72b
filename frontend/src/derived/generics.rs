//! The specific procedures that generic names, operators and assignments stand for.

use super::calls::Actual;
use super::names::{DummyArgument, Names, Procedure, Shaped, Ty};
use super::paths::Value;
use super::rewriter::{Outcome, Problem, Rewriter};
use super::types::is_same_type;
use crate::resolve::intrinsics::intrinsic_subroutine;
use crate::source::Span;
use crate::tree::*;
use std::rc::Rc;

impl Rewriter<'_> {
    /// An operation that an interface block defines; none if none does for these operands.
    pub fn defined_operation(&mut self, sign: &str, operands: Vec<Value>, span: Span) -> Outcome<Option<Value>> {
        let name = format!("operator({sign})");
        let values = operands.iter().collect::<Vec<&Value>>();
        if let Some((at, object)) = self.polymorphic_operand(&name, &values)? {
            let value = self.value_by_type(&object, span, |rewriter, object| {
                let mut operands = operands.clone();
                operands[at] = Value::Record(object);
                let value = rewriter.defined_operation(sign, operands, span)?;
                value.ok_or_else(|| super::expressions::undefined_operation(sign, span))
            });
            return value.map(Some);
        }
        let specifics = self.specifics_for(&name, &values);
        if specifics.is_empty() {
            return Ok(None);
        }
        let actuals: Vec<Actual> = operands.into_iter().map(|value| Actual { keyword: None, value }).collect();
        let has_record = actuals.iter().any(|actual| matches!(actual.value, Value::Record(_)));
        match self.choose(&specifics, &actuals, span) {
            Ok(Some(procedure)) => self.invoke(&procedure, actuals, span).map(Some),
            Ok(None) => Ok(None),
            // Of what is not of derived type it may be an intrinsic operation.
            Err(problem) => {
                if has_record {
                    Err(problem)
                } else {
                    Ok(None)
                }
            }
        }
    }

    /// The specific procedure that the arguments choose; none if no one takes them.
    pub fn choose(
        &self,
        specifics: &[Rc<Procedure>],
        actuals: &[Actual],
        span: Span,
    ) -> Outcome<Option<Rc<Procedure>>> {
        let mut open = None;
        for elemental in [false, true] {
            let mut found: Option<(usize, &Rc<Procedure>)> = None;
            for procedure in specifics.iter().filter(|one| !elemental || one.is_elemental) {
                match self.fits(procedure, actuals, elemental) {
                    Fit::Yes(distance) if found.is_none_or(|(other, _)| distance < other) => {
                        found = Some((distance, procedure));
                    }
                    Fit::Open => open = open.or(Some(procedure)),
                    Fit::Yes(_) | Fit::No => {}
                }
            }
            if let Some((_, first)) = found {
                return Ok(Some(Rc::clone(first)));
            }
            let possible = specifics.iter().filter(|one| !elemental || one.is_elemental);
            let count = possible.filter(|one| !matches!(self.fits(one, actuals, elemental), Fit::No)).count();
            match (count, open) {
                (1, Some(procedure)) => return Ok(Some(Rc::clone(procedure))),
                (2.., _) => {
                    return Err(Problem::Refused(
                        "a generic reference with arguments whose types are not known here",
                        span,
                    ));
                }
                _ => open = None,
            }
        }
        Ok(None)
    }

    /// Whether a procedure takes these arguments.
    fn fits(&self, procedure: &Procedure, actuals: &[Actual], elemental: bool) -> Fit {
        let is_given = |(position, dummy): (usize, &DummyArgument)| {
            let by_keyword =
                |actual: &Actual| actual.keyword.as_ref().is_some_and(|keyword| keyword.text == dummy.name);
            dummy.is_optional
                || actuals.get(position).is_some_and(|actual| actual.keyword.is_none())
                || actuals.iter().any(by_keyword)
        };
        if actuals.len() > procedure.dummies.len() || !procedure.dummies.iter().enumerate().all(is_given) {
            return Fit::No;
        }
        let mut fit = Fit::Yes(0);
        for (position, actual) in actuals.iter().enumerate() {
            let Some(DummyArgument { shape: dummy, is_class, is_procedure, assumes_rank, is_label, .. }) =
                procedure.dummy_of(position, actual)
            else {
                return Fit::No;
            };
            match (*is_label, is_a_label(&actual.value)) {
                (true, true) => continue,
                (false, false) => {}
                _ => return Fit::No,
            }
            let shape = actual.value.shape();
            match (*is_procedure, self.is_a_procedure(&actual.value)) {
                (true, Some(true)) => continue,
                (true, Some(false)) | (false, Some(true)) => return Fit::No,
                _ => {}
            }
            match (&dummy.ty, &shape.ty) {
                (Some(Ty::Derived(dummy)), _) if dummy.is_universal() && *is_class => {
                    if let Fit::Yes(sum) = fit {
                        fit = Fit::Yes(sum + FAR);
                    }
                }
                (Some(Ty::Derived(dummy)), Some(Ty::Derived(actual)))
                    if let Some(distance) = actual.line().position(|ty| is_same_type(&ty, dummy)) =>
                {
                    let distance = if *is_class { distance } else { distance * FAR };
                    if let Fit::Yes(sum) = fit {
                        fit = Fit::Yes(sum + distance);
                    }
                }
                (Some(dummy), Some(actual)) if !dummy.is(actual) => return Fit::No,
                // What is not an object is not of derived type, even where its type is not known.
                (Some(Ty::Derived(_)), None)
                    if matches!(actual.value, Value::Plain(..) | Value::Stored(..) | Value::Text(_)) =>
                {
                    return Fit::No;
                }
                (Some(_), Some(_)) => {}
                _ => fit = Fit::Open,
            }
            match (dummy.rank, shape.rank) {
                (Some(dummy), Some(actual)) if dummy != actual && !elemental => return Fit::No,
                (Some(_), Some(_)) => {}
                _ if elemental || *assumes_rank => {}
                _ => fit = Fit::Open,
            }
        }
        fit
    }

    /// Whether an argument is a procedure, or no procedure; none if neither is known.
    fn is_a_procedure(&self, value: &Value) -> Option<bool> {
        match value {
            Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) if self.own_result.as_ref() == Some(name) => None,
            Value::Plain(Expr { kind: ExprKind::Name(name), .. }, _) if self.is_procedure(name) => {
                // Where INTRINSIC does not say so, the name of an intrinsic function may be that of a variable.
                let gives = |names: &Names| names.gives(name, &Attribute::Intrinsic);
                let is_known = self.find(name).is_some() || self.names.is_external(name);
                (is_known || self.names.chain().any(gives)).then_some(true)
            }
            Value::Plain(_, Shaped { ty: None | Some(Ty::Procedure(_)), .. }) => None,
            _ => Some(false),
        }
    }
}

/// How far a type without CLASS is from that of an extension, which it only takes where that is one of CLASS.
const FAR: usize = 1000;

enum Fit {
    /// The number tells how many types arguments extend the type of their dummy argument by.
    Yes(usize),
    /// Nothing that is known says no.
    Open,
    No,
}

/// Whether a generic name is also that of an intrinsic subroutine, which takes what no specific procedure takes.
pub(super) fn is_intrinsic_subroutine(name: &str) -> bool {
    intrinsic_subroutine(name).is_some()
}

pub(super) fn no_specific(span: Span) -> Problem {
    Problem::error("E0299", span, "no specific procedure of this generic name takes these arguments")
}

fn is_a_label(value: &Value) -> bool {
    matches!(value, Value::Plain(Expr { kind: ExprKind::Label(_), .. }, _))
}
