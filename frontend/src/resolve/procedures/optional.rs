//! Actual arguments in the order of the dummy arguments, by keywords and with OPTIONAL ones left out; PRESENT.

use super::matched_arguments::{Mismatch, match_arguments};
use crate::diagnostics::Diagnostic;
use crate::resolve::intrinsics::matcher::Reference;
use crate::resolve::scope::interface::{DummyArgument, Interface};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Argument, ArrayForm, Expr, ExprKind, Omitted};
use crate::tree::{self, Name};
use forlane_semantics::types::Type;

/// What a call passes to a dummy argument.
#[derive(Clone, Copy)]
pub(crate) enum ArrangedArgument<'t> {
    Actual(&'t tree::Expr),
    /// Nothing, for an OPTIONAL one.
    Omitted(Omitted),
}

impl Scope<'_> {
    /// The actual arguments of a call in the order of the dummy arguments.
    pub fn arrange_arguments<'t>(
        &mut self,
        name: &Name,
        arguments: &[&'t tree::Argument],
    ) -> Outcome<Vec<ArrangedArgument<'t>>> {
        match self.known_interface(&name.text) {
            Some(interface) if self.needs_order(&interface, arguments) => self.order_by(name, &interface, arguments),
            _ => {
                let each = arguments.iter().map(|argument| {
                    self.refuse_keyword(argument)?;
                    Ok(ArrangedArgument::Actual(&argument.value))
                });
                // All of them, so that each error is reported.
                each.collect::<Vec<Outcome<_>>>().into_iter().collect()
            }
        }
    }

    /// Whether arguments have keywords, or some are left out that are OPTIONAL.
    fn needs_order(&self, interface: &Interface, arguments: &[&tree::Argument]) -> bool {
        let left_out = interface.dummies.get(arguments.len()..).unwrap_or_default();
        left_out.iter().any(|dummy| dummy.is_optional)
            || arguments.iter().any(|argument| argument.keyword.is_some() || self.is_null(&argument.value))
    }

    /// NULL(), which is nothing where no pointer is expected.
    fn is_null(&self, actual: &tree::Expr) -> bool {
        matches!(&actual.kind, tree::ExprKind::Reference(name, _) if name.text == "null")
            && self.intrinsic_name("null") == "null"
            && !self.is_redefined("null")
    }

    fn order_by<'t>(
        &mut self,
        name: &Name,
        interface: &Interface,
        arguments: &[&'t tree::Argument],
    ) -> Outcome<Vec<ArrangedArgument<'t>>> {
        let shown = name.text.to_uppercase();
        let dummies = &interface.dummies;
        let place_of = |keyword: &str| dummies.iter().position(|dummy| dummy.name == keyword);
        let ordered = match match_arguments(arguments, dummies.len(), place_of) {
            Ok(ordered) => ordered,
            Err(Mismatch::NoKeyword(span)) => return Err(self.report_no_keyword(&format!("`{shown}`"), span)),
            Err(Mismatch::Excess(_)) => {
                return Err(self.report_number(&shown, interface, arguments.len(), name.span));
            }
            Err(Mismatch::UnknownKeyword(keyword)) => {
                let message = format!("`{shown}` has no argument `{}`", keyword.text.to_uppercase());
                let error = Diagnostic::error("E0234", keyword.span, message);
                return Err(self.report(error.with_related(interface.span, "it is defined here")));
            }
            Err(Mismatch::Twice(at, argument)) => {
                let message = format!("the argument `{}` of `{shown}` is given twice", dummies[at].shown());
                return Err(self.error("E0233", argument.value.span, message));
            }
        };
        let with_dummies = ordered.into_iter().zip(dummies);
        let arranged = with_dummies.map(|(actual, dummy)| match actual {
            Some(actual) if dummy.is_optional && self.is_null(actual) => Ok(ArrangedArgument::Omitted(omitted(dummy))),
            Some(actual) => Ok(ArrangedArgument::Actual(actual)),
            None if dummy.is_optional => Ok(ArrangedArgument::Omitted(omitted(dummy))),
            None => {
                let message = format!("`{shown}` requires the argument `{}`", dummy.shown());
                let error = Diagnostic::error("E0241", name.span, message);
                Err(self.report(error.with_related(interface.span, "it is defined here")))
            }
        });
        arranged.collect()
    }

    /// The arguments with those for OPTIONAL dummy arguments marked as such.
    pub fn mark_optional(&self, name: &Name, arguments: Vec<Argument>) -> Vec<Argument> {
        let Some(interface) = self.known_interface(&name.text) else { return arguments };
        let mut dummies = interface.dummies.iter();
        let marked = arguments.into_iter().map(|argument| {
            let is_optional = dummies.next().is_some_and(|dummy| dummy.is_optional);
            match argument {
                Argument::Omitted(_) => argument,
                _ if is_optional => Argument::Optional(Box::new(argument)),
                _ => argument,
            }
        });
        marked.collect()
    }

    /// PRESENT.
    pub fn resolve_present(&mut self, reference: Reference<'_>, argument: &tree::Expr) -> Outcome<Expr> {
        if let tree::ExprKind::Name(name) = &argument.kind
            && let Some(facts) = self.names.get(name)
        {
            if facts.reported {
                return Err(self.reported_before());
            }
            if self.optional.contains(&facts.symbol) {
                return Ok(Expr::new(ExprKind::IsPresent(facts.symbol), Type::Logical, reference.span));
            }
        }
        let message = format!("{} expects an OPTIONAL dummy argument", reference.shown());
        Err(self.error("E0226", argument.span, message))
    }
}

fn omitted(dummy: &DummyArgument) -> Omitted {
    let form = match (dummy.is_assumed, dummy.allocatable) {
        (true, _) => ArrayForm::Assumed,
        (_, Some(_)) => ArrayForm::Allocatable,
        _ => ArrayForm::Explicit,
    };
    Omitted { ty: dummy.ty.filter(|_| !dummy.is_procedure), rank: dummy.rank, form }
}
