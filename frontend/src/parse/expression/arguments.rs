//! What is between the parentheses after a name or a text: arguments, or the range of a substring.
//!
//! ```text
//! arguments:  `(` [ argument { `,` argument } ] `)`
//! argument:   [ name `=` ] ( expression | range ) | `*` label | `&` label
//! range:      [ expression ] `:` [ expression ] [ `:` expression ]
//! substring:  `(` range `)`
//! ```

use super::{ExpressionParser, Opening, Operand};
use crate::parse::depth::Depth;
use crate::parse::input::{Expected, Input, Parsed, SyntaxError};
use crate::parse::lexical::{after_name, cut, name, symbol};
use crate::source::Span;
use crate::tree::{Argument, ComponentReference, Expr, ExprKind, Name, Range, Word};

/// arguments: `(` [ argument { `,` argument } ] `)`
pub(in crate::parse) fn arguments(input: Input) -> Parsed<Vec<Argument>> {
    let opened = input.trimmed();
    let name = Name { text: Word::default(), span: opened.span() };
    let mut parser = ExpressionParser::new(opened, false);
    let (opened, _) = symbol("(")(opened)?;
    parser.rest = opened;
    parser.open_arguments(None, name, input.trimmed())?;
    let (rest, (reference, _)) = parser.parse()?;
    match reference.kind {
        ExprKind::Reference(_, arguments) => Ok((rest, arguments)),
        _ => Err(SyntaxError::expected(input, Expected::Thing("arguments"))),
    }
}

/// What has been read of an argument before its last expression.
#[derive(Default)]
pub(super) struct NextArgument {
    keyword: Option<Name>,
    /// What is before each `:` of a range.
    bounds: Vec<Option<Expr>>,
    depth: Depth,
}

impl NextArgument {
    /// The argument's value, with the last expression of a range or the only one.
    fn value(self, last: Option<Operand>, start: Span) -> Option<Expr> {
        let end = last.as_ref().map_or(start.end, |last| last.expr.span.end);
        let last = last.map(|last| last.expr);
        if self.bounds.is_empty() {
            return last;
        }
        let first = self.bounds.iter().flatten().next().map_or(start.start, |bound| bound.span.start);
        let mut parts = self.bounds.into_iter().chain([last]);
        let [lower, upper, stride] = [(); 3].map(|()| parts.next().flatten());
        let span = Span { start: first.min(start.start), end, ..start };
        Some(Expr { kind: ExprKind::Range(Box::new(Range { lower, upper, stride })), span })
    }
}

impl<'a> ExpressionParser<'a> {
    /// Opens the argument list after a name that is at `start`; an empty one is closed at once.
    pub(super) fn open_arguments(
        &mut self,
        of: Option<Operand>,
        name: Name,
        start: Input<'a>,
    ) -> Result<(), nom::Err<SyntaxError>> {
        if let Ok((rest, _)) = symbol(")")(self.rest) {
            self.rest = rest;
            let reference = referred(of, name, Some(Vec::new()), start.span_to(rest), Depth::default());
            self.push_reference(reference)?;
            return self.read_component(start);
        }
        let (depth, next) = (Depth::default(), NextArgument::default());
        self.open(Opening::Arguments { start, of, name, done: Vec::new(), depth, next }, start)?;
        self.read_keyword();
        Ok(())
    }

    /// True where an argument begins.
    pub(super) fn is_first_of_argument(&self) -> bool {
        self.last_operator().is_none() && matches!(self.level.opening, Opening::Arguments { .. })
    }

    /// Reads the keyword of an argument, if it has one.
    fn read_keyword(&mut self) {
        let Opening::Arguments { next: NextArgument { keyword, .. }, .. } = &mut self.level.opening else { return };
        if after_name(self.rest).is_none_or(|rest| rest.first_byte() != Some(b'=')) {
            return;
        }
        let Ok((rest, word)) = name(self.rest) else { return };
        let Ok((rest, _)) = symbol("=")(rest) else { return };
        if !rest.text().starts_with('=') {
            *keyword = Some(word);
            self.rest = rest;
        }
    }

    /// Reads `:` before which no expression is, and the end of a range after whose last `:` none is. False
    /// if an expression comes next.
    pub(super) fn read_range(&mut self, start: Input<'a>) -> Result<bool, nom::Err<SyntaxError>> {
        let (Opening::Arguments { next, .. } | Opening::Substring { next, .. }) = &self.level.opening else {
            return Ok(false);
        };
        let is_first = self.last_operator().is_none();
        let (text, is_range) = (start.text(), !next.bounds.is_empty());
        if !is_first || !(text.starts_with(':') || is_range && text.starts_with([',', ')'])) {
            return Ok(false);
        }
        self.read_colon(None)?;
        Ok(true)
    }

    /// Goes on after an expression, or none, of an argument: with the rest of its range, or the end of the argument.
    pub(super) fn read_colon(&mut self, operand: Option<Operand>) -> Result<(), nom::Err<SyntaxError>> {
        let start = self.rest.trimmed();
        let (Opening::Arguments { next, .. } | Opening::Substring { next, .. }) = &mut self.level.opening else {
            return Ok(());
        };
        if let Ok((rest, _)) = symbol(":")(start)
            && next.bounds.len() < 2
        {
            next.depth = operand.as_ref().map_or(next.depth, |operand| next.depth.max(operand.depth));
            next.bounds.push(operand.map(|operand| operand.expr));
            self.rest = rest;
            self.has_operand = false;
            return Ok(());
        }
        self.end_argument(operand, start)
    }

    /// Ends an argument, and with the last the whole list.
    fn end_argument(&mut self, last: Option<Operand>, start: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        let after_comma = match &self.level.opening {
            Opening::Arguments { .. } => symbol(",")(start).ok(),
            _ => None,
        };
        let after = match (after_comma, symbol(")")(start)) {
            (Some((rest, _)), _) | (None, Ok((rest, _))) => rest,
            (None, Err(_)) => {
                return Err(cut(SyntaxError::expected(self.rest, Expected::Thing("an operator, `,` or `)`"))));
            }
        };
        let place = start.line().span(start.at(), start.at());
        self.rest = after;
        if let Opening::Arguments { done, depth, next, .. } = &mut self.level.opening {
            *depth = last.iter().fold(depth.max(next.depth), |depth, last| depth.max(last.depth));
            let mut next = std::mem::take(next);
            let keyword = next.keyword.take();
            done.extend(next.value(last, place).map(|value| Argument { keyword: keyword.map(Box::new), value }));
            if after_comma.is_some() {
                self.has_operand = false;
                self.read_keyword();
                return Ok(());
            }
            return self.close_list(after);
        }
        self.close_substring(last, place, after)
    }

    fn close_list(&mut self, rest: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        let Some(outer) = self.outer.pop() else { return Ok(()) };
        let closed = std::mem::replace(&mut self.level, outer);
        let Opening::Arguments { start, of, name, mut done, depth, .. } = closed.opening else { return Ok(()) };
        done.shrink_to_fit();
        let reference = referred(of, name, Some(done), start.span_to(rest), depth);
        let after = rest.trimmed();
        if starts_range(after.text()) {
            self.rest = after.skip(1);
            let next = NextArgument::default();
            let Operand { expr: element, depth } = reference;
            return self.open(Opening::Substring { start, element, depth, next }, start);
        }
        self.push_reference(reference)?;
        self.read_component(start)
    }

    fn close_substring(
        &mut self,
        last: Option<Operand>,
        place: Span,
        rest: Input<'a>,
    ) -> Result<(), nom::Err<SyntaxError>> {
        let Some(outer) = self.outer.pop() else { return Ok(()) };
        let closed = std::mem::replace(&mut self.level, outer);
        let Opening::Substring { start, element, depth, next } = closed.opening else { return Ok(()) };
        let depth = last.iter().fold(depth.max(next.depth), |depth, last| depth.max(last.depth)).around();
        let span = start.span_to(rest);
        if let Some(Expr { kind: ExprKind::Range(range), .. }) = next.value(last, place)
            && range.stride.is_none()
        {
            self.push(Expr { kind: ExprKind::Substring(Box::new(element), range), span }, depth);
            return Ok(());
        }
        Err(cut(SyntaxError::expected(rest, Expected::Thing("a substring's range"))))
    }
}

/// A name with what is in parentheses after it, alone or as a component.
pub(super) fn referred(
    of: Option<Operand>,
    name: Name,
    arguments: Option<Vec<Argument>>,
    span: Span,
    depth: Depth,
) -> Operand {
    let depth = of.as_ref().map_or(depth, |of| depth.max(of.depth)).around();
    let kind = match (of, arguments) {
        (Some(Operand { expr: of, .. }), arguments) => {
            ExprKind::Component(Box::new(ComponentReference { of, name, arguments }))
        }
        (None, Some(arguments)) => ExprKind::Reference(Box::new(name), arguments),
        (None, None) => ExprKind::Name(name.text),
    };
    Operand { expr: Expr { kind, span }, depth }
}

/// True for `(` with a `:` inside that is in no parentheses of its own.
pub(super) fn starts_range(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('(') else { return false };
    let mut open = 0usize;
    for character in inside.chars() {
        match character {
            '(' => open += 1,
            ')' if open == 0 => return false,
            ')' => open -= 1,
            ':' if open == 0 => return true,
            '\'' | '"' => return false,
            _ => {}
        }
    }
    false
}
