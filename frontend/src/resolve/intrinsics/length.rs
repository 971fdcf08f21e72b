//! LEN: the length of a text is known without its value.

use super::matcher::{Matched, Reference};
use super::row::{I4, Inquiry, Meaning};
use crate::resolve::constants::as_constant;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::facts::{DeclaredLength, Facts, Mode};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{ArrayCall, ArrayFunction, Expr, ExprKind, Intrinsic};
use crate::source::Span;
use crate::tree::{self, ExprKind as TreeKind};
use forlane_semantics::types::{Constant, IntegerKind};

impl Scope<'_> {
    /// True if the name stands for LEN.
    pub fn is_len(&self, name: &str) -> bool {
        self.intrinsic_of(name).is_some_and(|row| row.meaning == Meaning::Inquiry(Inquiry::Length))
    }

    /// LEN(STRING, KIND).
    pub(super) fn resolve_len(&mut self, reference: Reference<'_>, matched: &Matched<'_>) -> Outcome<Expr> {
        let kind = self.type_by_kind(reference, matched)?;
        let Some(text) = matched.first().copied().flatten() else { return Err(self.reported_before()) };
        let length = self.length_of(reference, text)?;
        match kind {
            Some(ty) => self.convert(length, ty),
            None => Ok(length),
        }
    }

    /// A constant where the length is known.
    pub(super) fn length_of(&mut self, reference: Reference<'_>, argument: &tree::Expr) -> Outcome<Expr> {
        if let Some(alias) = self.alias_of(argument) {
            return self.length_of(reference, &alias);
        }
        let span = reference.span;
        let name = match &argument.kind {
            TreeKind::Name(name) => Some(&**name),
            TreeKind::Reference(name, _) if self.is_array(&name.text) => Some(&*name.text),
            _ => None,
        };
        if let Some(name) = name.filter(|name| self.bound_name(name).is_none())
            && let Some(length) = self.length_of_name(reference, name, argument.span)?
        {
            return Ok(length);
        }
        let value = self.resolve_array_or_scalar(argument)?;
        self.check_form(reference, 0, (value.ty, value.rank(), value.span), value.ty)?;
        if value.rank() > 0 {
            let call = ArrayCall { function: ArrayFunction::Len, arguments: vec![("string", value)], dim: None };
            return Ok(Expr::new(ExprKind::ArrayFunction(Box::new(call)), I4, span));
        }
        Ok(match as_constant(&value) {
            Some(Constant::Character(text)) => constant_length(text.len() as u64, span),
            _ => Expr::new(ExprKind::Intrinsic(Intrinsic::Len, vec![value]), I4, span),
        })
    }

    /// The length of a variable or constant, if its declaration specifies it.
    fn length_of_name(&mut self, reference: Reference<'_>, name: &str, place: Span) -> Outcome<Option<Expr>> {
        let ty = match self.named_constant(name) {
            Some(constant) => constant.ty(),
            None => self.type_of_name(name, place)?,
        };
        self.check_form(reference, 0, (ty, 0, place), ty)?;
        let span = reference.span;
        if let Some(length) = self.constant_length(name) {
            return Ok(Some(constant_length(length, span)));
        }
        let is_open = self.mode != Mode::Constant && self.settle_length_early(name, place)?;
        // That of a function's value is the caller's, and the value can't be read yet.
        let is_given = |facts: &Facts<'_>| {
            self.mode == Mode::Bound && facts.result && matches!(facts.length, Some(DeclaredLength::Assumed(_)))
        };
        let is_settled = |facts: &&Facts<'_>| is_open || is_given(facts) || self.is_array(name);
        let symbol = self.names.get(name).filter(is_settled).map(|facts| facts.symbol);
        Ok(symbol.map(|symbol| Expr::new(ExprKind::LengthOf(symbol), I4, span)))
    }
}

fn constant_length(length: u64, span: Span) -> Expr {
    constant_expr(Constant::Integer(IntegerKind::I4, length as i64), span)
}
