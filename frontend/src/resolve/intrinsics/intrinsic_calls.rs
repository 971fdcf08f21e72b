//! Calls of intrinsic subroutines: MVBITS is an assignment, MOVE_ALLOC a statement of its own, the others are refused by
//! name.

use super::requests::is_request;
use crate::diagnostics::Diagnostic;
use crate::resolve::intrinsics::is_unsupported_subroutine;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolve::statements::array_statements::Target;
use crate::resolved::{Expr, ExprKind, Intrinsic, StatementKind};
use crate::source::Span;
use crate::tree::{self, Name};
use forlane_semantics::types::Type;

/// True if a lower-case name is that of an intrinsic subroutine.
pub(crate) fn is_intrinsic_subroutine(name: &str) -> bool {
    matches!(name, "mvbits" | "move_alloc") || is_request(name) || is_unsupported_subroutine(name)
}

impl Scope<'_> {
    /// True if CALL of the name means an intrinsic subroutine: nothing else of the program has the name.
    pub fn is_intrinsic_subroutine(&self, name: &str) -> bool {
        let is_intrinsic = is_intrinsic_subroutine(self.intrinsic_name(name));
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
        if name.text == "mvbits" {
            return self.resolve_move_bits(arguments, span);
        }
        if name.text == "move_alloc" {
            return self.resolve_move_allocation(arguments, span);
        }
        if is_request(self.intrinsic_name(&name.text)) {
            return self.resolve_request(name, arguments, span);
        }
        let shown = name.text.to_uppercase();
        let message = format!("the intrinsic subroutine {shown} is not supported yet");
        let error = Diagnostic::error("E0975", name.span, message);
        Err(self
            .report(error.with_help(format!("if a subroutine of yours has this name, declare it: EXTERNAL {shown}"))))
    }

    /// CALL MVBITS(FROM, FROMPOS, LEN, TO, TOPOS), which assigns TO.
    fn resolve_move_bits(&mut self, arguments: &[&tree::Argument], span: Span) -> Outcome<StatementKind> {
        let [from, from_place, length, to, to_place] = arguments else {
            let message = format!("MVBITS takes 5 arguments, not {}", arguments.len());
            return Err(self.error("E0226", span, message));
        };
        let (target, ty) = self.resolve_target(&to.value)?;
        let Target::Scalar(target) = target else {
            return Err(self.error("E0226", to.value.span, "MVBITS of arrays is not supported yet"));
        };
        let mut values = Vec::with_capacity(5);
        for argument in [from, from_place, length, to, to_place] {
            self.refuse_keyword(argument)?;
            let value = self.resolve_expression(&argument.value)?;
            if !matches!((value.ty, ty), (Type::Integer(_), Type::Integer(_))) {
                let message = format!("MVBITS expects INTEGER here, not {}", value.ty.name());
                return Err(self.error("E0226", value.span, message));
            }
            values.push(self.convert(value, ty)?);
        }
        let value = Expr { kind: ExprKind::Intrinsic(Intrinsic::MoveBits, values), ty, span };
        Ok(StatementKind::Assign { target, value })
    }
}
