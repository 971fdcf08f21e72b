//! Calls of the intrinsic subroutines that ask the system something: the time, the command line, random numbers.

use super::matcher::{Matched, Reference};
use super::system_functions::implied_unit;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolve::statements::targets::Target;
use crate::resolved::{Request, Service, StatementKind, TransferItem};
use crate::source::Span;
use crate::tree;
use forlane_semantics::types::{Constant, IntegerKind, Type};

/// An argument that is resolved: a value, or where an answer goes.
pub(super) struct Resolved {
    pub item: TransferItem,
    ty: Type,
}

impl Scope<'_> {
    /// Resolves the call of such a subroutine.
    pub(super) fn resolve_system_call(
        &mut self,
        service: Service,
        reference: Reference<'_>,
        matched: &Matched<'_>,
    ) -> Outcome<StatementKind> {
        let span = reference.span;
        let mut arguments = Vec::with_capacity(matched.len());
        for (at, argument) in matched.iter().enumerate() {
            arguments.push(argument.map(|argument| self.request_argument(reference, at, argument)).transpose()?);
        }
        let mut request = Request { service, given: Vec::new(), answers: Vec::new() };
        match service {
            Service::SystemClock => {
                let kinds = arguments.iter().flatten().map(|argument| argument.ty.size() as i64);
                request.given.push(number(kinds.min().unwrap_or(4), span));
            }
            Service::RandomInit => return self.resolve_seed(reference, arguments),
            Service::ReadByte | Service::WriteByte => {
                request.given.extend(implied_unit(reference.row.name).map(|unit| number(unit, span)));
            }
            _ => {}
        }
        for (dummy, argument) in reference.row.dummies.iter().zip(arguments) {
            match (argument, dummy.form.answer) {
                (Some(argument), Some(answer)) => request.answers.push((answer, argument.item)),
                (Some(argument), None) if service != Service::Flush => request.given.push(argument.item),
                _ => {}
            }
        }
        // TRIM_NAME and WAIT are true if nothing else is said.
        let has_flag = matches!(service, Service::EnvironmentVariable | Service::CommandLine);
        if has_flag && request.given.len() == 1 {
            request.given.push(truth(span));
        }
        Ok(StatementKind::Request(Box::new(request)))
    }

    fn request_argument(&mut self, reference: Reference<'_>, at: usize, argument: &tree::Expr) -> Outcome<Resolved> {
        let is_answer = reference.row.dummies[at].form.answer.is_some();
        let (resolved, rank) = if is_answer { self.answered(argument)? } else { self.given_to_system(argument)? };
        self.check_form(reference, at, (resolved.ty, rank, argument.span), resolved.ty)?;
        Ok(resolved)
    }

    /// A value that the system gets, and its rank.
    fn given_to_system(&mut self, argument: &tree::Expr) -> Outcome<(Resolved, usize)> {
        let item = self.written_item(argument)?;
        let (ty, rank) = match &item {
            TransferItem::Value(value) => (value.ty, value.rank()),
            TransferItem::Array(symbol, _) => (self.variable(*symbol).map_or(Type::Character, |one| one.ty), 1),
            _ => return Err(self.reported_before()),
        };
        Ok((Resolved { item, ty }, rank))
    }

    /// A variable that gets an answer, and whether it is an array.
    fn answered(&mut self, argument: &tree::Expr) -> Outcome<(Resolved, usize)> {
        if let Some(item) = self.whole_array_item(argument)? {
            self.check_assignable(argument)?;
            let TransferItem::Array(symbol, _) = &item else { return Err(self.reported_before()) };
            let ty = self.variable(*symbol).ok_or_else(|| self.reported_before())?.ty;
            return Ok((Resolved { item, ty }, 1));
        }
        Ok(match self.resolve_target(argument)? {
            (Target::Array(section, rank), ty) => (Resolved { item: TransferItem::Section(section, ty), ty }, rank),
            (Target::Scalar(designator), ty) => {
                (Resolved { item: TransferItem::Place(designator, ty, argument.span), ty }, 0)
            }
        })
    }
}

fn number(value: i64, span: Span) -> TransferItem {
    TransferItem::Value(constant_expr(Constant::Integer(IntegerKind::I4, value), span))
}

fn truth(span: Span) -> TransferItem {
    TransferItem::Value(constant_expr(Constant::Logical(true), span))
}
