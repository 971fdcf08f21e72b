//! Calls of intrinsic subroutines: MVBITS is an assignment, MOVE_ALLOC a statement of its own, EXIT and ABORT end the
//! program.

use super::intrinsic_subroutine;
use super::matcher::{Matched, Reference};
use super::row::Meaning;
use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolve::statements::targets::Target;
use crate::resolved::{ComputedStop, Expr, ExprKind, Intrinsic, StatementKind};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::types::{Constant, IntegerKind};

/// The exit status of ABORT, which ends other programs by a signal: the number that a shell shows then.
const ABORTED: i64 = 134;

impl Scope<'_> {
    /// True if CALL of the name means an intrinsic subroutine: nothing else of the program has the name.
    pub fn is_intrinsic_subroutine(&self, name: &str) -> bool {
        let is_intrinsic = intrinsic_subroutine(self.intrinsic_name(name)).is_some();
        let is_other = self.names.get(name).is_some_and(|facts| facts.external.is_some() || facts.dummy.is_some());
        is_intrinsic && !is_other && self.interfaces.get(name).is_none()
    }

    /// Resolves the call of an intrinsic subroutine.
    pub fn resolve_intrinsic_call(
        &mut self,
        name: &Name,
        arguments: &[&tree::Argument],
        span: Span,
    ) -> Outcome<StatementKind> {
        let Some(row) = intrinsic_subroutine(self.intrinsic_name(&name.text)) else {
            return Err(self.reported_before());
        };
        if row.meaning == Meaning::Unsupported {
            let shown = name.text.to_uppercase();
            let message = format!("the intrinsic subroutine {shown} is not supported yet");
            let error = Diagnostic::error("E0975", name.span, message);
            let help = format!("if a subroutine of yours has this name, declare it: EXTERNAL {shown}");
            return Err(self.report(error.with_help(help)));
        }
        if !matches!(row.meaning, Meaning::MoveBits | Meaning::MoveAllocation) {
            self.refuse_in_pure("a call of this intrinsic subroutine", span)?;
        }
        let reference = Reference { row, name, span };
        let matched = self.match_arguments(reference, arguments)?;
        match row.meaning {
            Meaning::MoveBits => self.resolve_move_bits(reference, &matched),
            Meaning::MoveAllocation => self.resolve_move_allocation(reference, &matched),
            Meaning::Exit => self.resolve_exit(reference, &matched),
            Meaning::Abort => Ok(ended(Some(constant_expr(Constant::Integer(IntegerKind::I4, ABORTED), span)), span)),
            Meaning::Collective => self.resolve_collective(reference, &matched),
            Meaning::System(service) => self.resolve_system_call(service, reference, &matched),
            _ => Err(self.reported_before()),
        }
    }

    /// CALL MVBITS(FROM, FROMPOS, LEN, TO, TOPOS), which assigns TO.
    fn resolve_move_bits(&mut self, reference: Reference<'_>, matched: &Matched<'_>) -> Outcome<StatementKind> {
        let (row, span) = (reference.row, reference.span);
        let Some(to) = row.place_of("to").and_then(|at| matched[at]) else { return Err(self.reported_before()) };
        let (target, ty) = self.resolve_target(to)?;
        let mut values = Vec::with_capacity(matched.len());
        for (at, argument) in matched.iter().enumerate() {
            let Some(argument) = argument else { return Err(self.reported_before()) };
            let value = self.resolve_any(argument)?;
            self.check_form(reference, at, (value.ty, value.rank(), value.span), value.ty)?;
            values.push(value);
        }
        let values: Vec<Outcome<Expr>> = values.into_iter().map(|value| self.convert(value, ty)).collect();
        let kind = ExprKind::Intrinsic(Intrinsic::MoveBits, values.into_iter().collect::<Outcome<_>>()?);
        let value = Expr::new(kind, ty, span);
        match target {
            Target::Array(section, rank) => self.array_assignment(section, rank, ty, value),
            Target::Scalar(_) if value.rank() > 0 => {
                let message = format!("{} expects an array for TO, as other arguments are arrays", reference.shown());
                Err(self.error("E0280", to.span, message))
            }
            Target::Scalar(target) => Ok(StatementKind::Assign { target, value }),
        }
    }

    /// CALL CO_SUM(A, STAT=S) and the like, in one image.
    fn resolve_collective(&mut self, reference: Reference<'_>, matched: &Matched<'_>) -> Outcome<StatementKind> {
        for (at, argument) in matched.iter().enumerate() {
            let Some(argument) = argument else { continue };
            let value = self.resolve_any(argument)?;
            self.check_form(reference, at, (value.ty, value.rank(), value.span), value.ty)?;
        }
        let Some(status) = reference.row.place_of("stat").and_then(|at| matched[at]) else {
            return Ok(StatementKind::Continue);
        };
        let (target, ty) = self.resolve_target(status)?;
        let Target::Scalar(target) = target else { return Err(self.reported_before()) };
        let zero = constant_expr(Constant::Integer(IntegerKind::I4, 0), reference.span);
        Ok(StatementKind::Assign { target, value: self.convert(zero, ty)? })
    }

    /// CALL EXIT(STATUS): the program ends, and shows nothing.
    fn resolve_exit(&mut self, reference: Reference<'_>, matched: &Matched<'_>) -> Outcome<StatementKind> {
        let mut code = None;
        if let Some(status) = matched.first().copied().flatten() {
            let value = self.resolve_any(status)?;
            self.check_form(reference, 0, (value.ty, value.rank(), value.span), value.ty)?;
            code = Some(value);
        }
        Ok(ended(code, reference.span))
    }
}

/// The end of the program with that exit status, of which nothing is shown.
fn ended(code: Option<Expr>, span: Span) -> StatementKind {
    let quiet = Some(constant_expr(Constant::Logical(true), span));
    StatementKind::StopWith(Box::new(ComputedStop { is_error: false, code, quiet }))
}
