//! STOP, ERROR STOP and PAUSE.

use crate::resolve::constants::as_constant;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{ComputedStop, Expr, StatementKind, StopCode};
use crate::source::Span;
use crate::tree;
use forlane_semantics::types::{Constant, Type};

impl Scope<'_> {
    /// Resolves STOP or ERROR STOP.
    pub fn resolve_stop(
        &mut self,
        is_error: bool,
        code: Option<&tree::Expr>,
        quiet: Option<&tree::Expr>,
        span: Span,
    ) -> Outcome<StatementKind> {
        if !is_error {
            self.refuse_in_pure("STOP", span)?;
        }
        let code = code.map(|code| self.stop_code(code));
        let quiet = quiet.map(|quiet| self.quiet(quiet));
        let (code, quiet) = (code.transpose()?, quiet.transpose()?);
        let constant = match (&code, &quiet) {
            (_, Some(_)) => None,
            (None, None) => Some(is_error.then(|| StopCode::Error(String::new(), 1))),
            (Some(code), None) => constant_code(is_error, code).map(Some),
        };
        Ok(match constant {
            Some(constant) => StatementKind::Stop(constant),
            None => StatementKind::StopWith(Box::new(ComputedStop { is_error, code, quiet })),
        })
    }

    fn stop_code(&mut self, code: &tree::Expr) -> Outcome<Expr> {
        let code = self.resolve_expression(code)?;
        match code.ty {
            Type::Integer(_) | Type::Character => Ok(code),
            _ => Err(self.error("E0227", code.span, "STOP takes an INTEGER or a text")),
        }
    }

    fn quiet(&mut self, quiet: &tree::Expr) -> Outcome<Expr> {
        let quiet = self.resolve_expression(quiet)?;
        match quiet.ty {
            Type::Logical => Ok(quiet),
            ty => Err(self.error("E0223", quiet.span, format!("QUIET= takes a LOGICAL, not {}", ty.name()))),
        }
    }

    /// Resolves PAUSE, which shows a number or a text.
    pub fn resolve_pause(&mut self, code: Option<&tree::Expr>, span: Span) -> Outcome<StatementKind> {
        self.refuse_in_pure("PAUSE", span)?;
        let Some(code) = code else { return Ok(StatementKind::Pause(Vec::new())) };
        let resolved = self.resolve_expression(code)?;
        match as_constant(&resolved) {
            Some(Constant::Integer(_, number)) => Ok(StatementKind::Pause(number.to_string().into_bytes())),
            Some(Constant::Character(text)) => Ok(StatementKind::Pause(text.clone())),
            _ => Err(self.error("E0227", code.span, "PAUSE takes a number or a text in quotes")),
        }
    }
}

/// What is known of a code at once.
fn constant_code(is_error: bool, code: &Expr) -> Option<StopCode> {
    Some(match as_constant(code)? {
        Constant::Integer(_, number) => {
            let number = i32::try_from(*number).ok()?;
            if is_error { StopCode::Error(number.to_string(), number) } else { StopCode::Number(number) }
        }
        // Bytes that are not UTF-8 are shown one by one, as in a computed code.
        Constant::Character(text) => {
            let text = String::from_utf8(text.clone()).ok()?;
            if is_error { StopCode::Error(text, 1) } else { StopCode::Text(text) }
        }
        _ => return None,
    })
}
