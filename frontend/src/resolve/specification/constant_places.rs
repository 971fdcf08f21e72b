//! Elements and substrings with constant subscripts, as DATA and EQUIVALENCE name them.

use super::settle::constant_extent;
use crate::resolve::expressions::character::only_range;
use crate::resolve::scope::{Outcome, Reported, Scope};
use crate::resolved::{CharacterLength, SymbolId};
use crate::source::Span;
use crate::tree::{self, ExprKind};

/// The places that a subscript of a section selects, counted in elements of the whole array.
pub(super) struct Places {
    pub first: i64,
    pub step: i64,
    pub count: u64,
}

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
            (_, Some(outside)) => Err(self.report_outside(outside)),
        }
    }

    fn report_outside(&mut self, span: Span) -> Reported {
        let message = "the subscript is outside the array's bounds";
        self.error_with_help("E0209", span, message, "stay inside the bounds")
    }

    /// The lower bounds and extents of an array that has as many dimensions as there are subscripts.
    fn constant_bounds(
        &mut self,
        symbol: SymbolId,
        subscripts: &[tree::Argument],
        span: Span,
    ) -> Outcome<Vec<(i64, i64)>> {
        let shape = self.variable(symbol).and_then(|variable| variable.shape.as_ref());
        let shape: Option<Vec<_>> = shape.map(|shape| shape.iter().filter_map(constant_extent).collect());
        let Some(shape) = shape else {
            return Err(self.error_with_help("E0203", span, "this is not an array", "declare its dimensions"));
        };
        self.check_rank(symbol, subscripts.len(), span)?;
        Ok(shape)
    }

    /// The elements that constant subscripts select, some of them ranges.
    pub(super) fn section_places(
        &mut self,
        symbol: SymbolId,
        subscripts: &[tree::Argument],
        span: Span,
    ) -> Outcome<Vec<Places>> {
        let bounds = self.constant_bounds(symbol, subscripts, span)?;
        let (mut places, mut stride) = (Vec::with_capacity(subscripts.len()), 1_i64);
        for ((lower, extent), subscript) in bounds.into_iter().zip(subscripts) {
            let (first, last, step) = match &subscript.value.kind {
                ExprKind::Range(range) => {
                    let mut value = |bound: &Option<tree::Expr>, default: i64| {
                        bound.as_ref().map_or(Ok(default), |bound| self.constant_integer(bound))
                    };
                    let upper = lower.saturating_add(extent).saturating_sub(1);
                    (value(&range.lower, lower)?, value(&range.upper, upper)?, value(&range.stride, 1)?)
                }
                _ => {
                    let at = self.constant_integer(&subscript.value)?;
                    (at, at, 1)
                }
            };
            if step == 0 {
                let message = "the stride of a section is zero";
                return Err(self.error_with_help("E0209", subscript.value.span, message, "use another stride"));
            }
            let (first, last) = (first.saturating_sub(lower), last.saturating_sub(lower));
            let distance = (i128::from(last) - i128::from(first)) * i128::from(step.signum());
            let steps = distance.div_euclid(i128::from(step).abs());
            let end = i128::from(first) + steps * i128::from(step);
            if steps >= 0 && !((0..extent).contains(&first) && (0..i128::from(extent)).contains(&end)) {
                return Err(self.report_outside(subscript.value.span));
            }
            let count = u64::try_from(steps + 1).unwrap_or(0);
            places.push(Places { first: first.saturating_mul(stride), step: step.saturating_mul(stride), count });
            stride = stride.saturating_mul(extent);
        }
        Ok(places)
    }

    /// The zero-based element that constant subscripts select, and the first of them that is outside of its bounds.
    pub fn constant_element(
        &mut self,
        symbol: SymbolId,
        subscripts: &[tree::Argument],
        span: Span,
    ) -> Outcome<(i64, Option<Span>)> {
        let shape = self.constant_bounds(symbol, subscripts, span)?;
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
