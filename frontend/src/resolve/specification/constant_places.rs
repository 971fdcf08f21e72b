//! Elements and substrings with constant subscripts, as DATA and EQUIVALENCE name them.

use super::settle::constant_extent;
use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{CharacterLength, SymbolId};
use crate::source::Span;
use crate::tree::{self, ExprKind};

impl Scope<'_> {
    /// The zero-based element that constant subscripts select.
    pub(super) fn element_index(
        &mut self,
        symbol: SymbolId,
        subscripts: &[tree::Argument],
        span: Span,
    ) -> Outcome<u64> {
        match self.constant_element(symbol, subscripts, span)? {
            (element, None) => Ok(element.unsigned_abs()),
            (_, Some(outside)) => Err(self.error_with_help(
                "E0209",
                outside,
                "the subscript is outside the array's bounds",
                "stay inside the bounds",
            )),
        }
    }

    /// The zero-based element that constant subscripts select, and the first of them that is outside of its bounds.
    pub fn constant_element(
        &mut self,
        symbol: SymbolId,
        subscripts: &[tree::Argument],
        span: Span,
    ) -> Outcome<(i64, Option<Span>)> {
        let shape = self.variable(symbol).and_then(|variable| variable.shape.as_ref());
        let shape: Option<Vec<_>> = shape.map(|shape| shape.iter().filter_map(constant_extent).collect());
        let Some(shape) = shape else {
            return Err(self.error_with_help("E0203", span, "this is not an array", "declare its dimensions"));
        };
        self.check_rank(symbol, subscripts.len(), span)?;
        let (mut element, mut stride, mut outside) = (0_i64, 1_i64, None);
        for ((lower, extent), subscript) in shape.into_iter().zip(subscripts) {
            let offset = self.constant_integer(&subscript.value)?.saturating_sub(lower);
            if !(0..extent).contains(&offset) {
                outside = outside.or(Some(subscript.value.span));
            }
            element = element.saturating_add(offset.saturating_mul(stride));
            stride = stride.saturating_mul(extent);
        }
        Ok((element, outside))
    }

    /// A substring with constant bounds: the variable, the zero-based first character in it, and their number.
    pub fn constant_substring(&mut self, expr: &tree::Expr) -> Outcome<(SymbolId, u64, u64)> {
        let (name, subscripts, range) = match &expr.kind {
            ExprKind::Substring(element, range) => match &element.kind {
                ExprKind::Reference(name, subscripts) => (name, Some(subscripts), &**range),
                _ => return Err(self.error("E0209", expr.span, "a substring can't be taken of this")),
            },
            ExprKind::Reference(name, arguments) => match only_range(arguments) {
                Some(range) => (name, None, range),
                None => return Err(self.error("E0209", expr.span, "this is not a substring")),
            },
            _ => return Err(self.error("E0209", expr.span, "this is not a substring")),
        };
        let symbol = self.initialized_variable(&name.text, name.span)?;
        let element = subscripts.map_or(Ok(0), |subscripts| self.element_index(symbol, subscripts, expr.span))?;
        let is_whole_array = subscripts.is_none() && self.is_array(&name.text);
        let length = match &self.symbols[symbol].length {
            Some(CharacterLength::Constant(length)) if !is_whole_array => *length,
            _ => {
                let message = format!("the place of this substring of `{}` is not constant", name.text.to_uppercase());
                return Err(self.error_with_help(
                    "E0209",
                    expr.span,
                    message,
                    "name a scalar or an element of constant length",
                ));
            }
        };
        let first = range.lower.as_ref().map_or(Ok(1), |bound| self.constant_integer(bound))?;
        let last = range.upper.as_ref().map_or(Ok(length as i64), |bound| self.constant_integer(bound))?;
        if last >= first && !(first >= 1 && last <= length as i64) {
            return Err(self.error_with_help(
                "E0209",
                expr.span,
                "the substring is outside of the text",
                "stay inside the text",
            ));
        }
        let count = u64::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0);
        Ok((symbol, element * length + first.saturating_sub(1).max(0) as u64, count))
    }
}
