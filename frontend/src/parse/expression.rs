//! Expressions, by operator precedence, over an explicit stack: neither long nor deep ones recurse.
//!
//! ```text
//! expression: [ prefix ] operand { operator [ prefix ] operand }
//! operand:    constant | name | name arguments [ substring ] | `(` expression [ `,` expression ] `)` | constructor
//! arguments:  `(` [ argument { `,` argument } ] `)`
//! argument:   [ name `=` ] ( expression | range ) | `*` label | `&` label
//! range:      [ expression ] `:` [ expression ] [ `:` expression ]
//! substring:  `(` range `)`
//! ```
//! Operators bind as in Fortran 2018, 10.1.2. Beyond it, like other compilers, a sign may follow an operator: after
//! `+` and `-` it takes a whole term (`A + -B*C`), after `*`, `/` and `**` a factor (`A*-B**2`).

use super::constructor::{constructor, starts_constructor};
use super::depth::Depth;
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{behind_name, constant, cut, label, name, symbol};
use super::operator::{Binary, Precedence, Prefix, binary_operator, prefix_operator};
use super::unsupported::refuse;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::{Argument, Expr, ExprKind, Name, Range, Word};
use nom::Parser;
use nom::combinator::peek;

/// The greatest depth of parentheses.
const MAX_NESTING: usize = 500;
/// What can follow an operand in parentheses.
const CLOSING: &str = "an operator or `)`";

/// An expression.
pub(super) fn expression(input: Input) -> Parsed<Expr> {
    measured_expression(input).map(|(rest, (expr, _))| (rest, expr))
}

/// An expression and how deep its tree is.
pub(super) fn measured_expression(input: Input) -> Parsed<(Expr, Depth)> {
    ExpressionParser::new(input, true).parse()
}

/// An operand alone: what follows it, even an operator, is left.
pub(super) fn operand(input: Input) -> Parsed<Expr> {
    ExpressionParser::new(input, false).parse().map(|(rest, (expr, _))| (rest, expr))
}

/// designator: name [ `(` arguments `)` ]
pub(super) fn designator(input: Input) -> Parsed<Expr> {
    peek(name).parse(input)?;
    operand(input)
}

/// An expression in parentheses, without them.
pub(super) fn parenthesized(input: Input) -> Parsed<Expr> {
    let (input, _) = symbol("(")(input)?;
    let (input, value) = expression(input).map_err(cut)?;
    let Ok((input, _)) = symbol(")")(input) else {
        return Err(cut(SyntaxError::expected(input, Expected::Thing(CLOSING))));
    };
    Ok((input, value))
}

/// arguments: `(` [ argument { `,` argument } ] `)`
pub(super) fn arguments(input: Input) -> Parsed<Vec<Argument>> {
    let opened = input.trimmed();
    let name = Name { text: Word::default(), span: opened.span() };
    let mut parser = ExpressionParser::new(opened, false);
    let (opened, _) = symbol("(")(opened)?;
    parser.rest = opened;
    parser.open_arguments(name, input.trimmed())?;
    let (rest, (reference, _)) = parser.parse()?;
    match reference.kind {
        ExprKind::Reference(_, arguments) => Ok((rest, arguments)),
        _ => Err(SyntaxError::expected(input, Expected::Thing("arguments"))),
    }
}

/// An expression and the depth of its tree.
struct Operand {
    expr: Expr,
    depth: Depth,
}

/// An operator that waits for its right operand.
enum Operator {
    Prefix(Prefix, Span),
    Binary(Binary),
}

impl Operator {
    fn precedence(&self) -> Precedence {
        match self {
            Operator::Prefix(prefix, _) => prefix.precedence,
            Operator::Binary(binary) => binary.precedence,
        }
    }

    /// True if this operator, on the stack, takes its right operand before `next` after that operand does.
    fn binds_before(&self, next: &Binary) -> bool {
        let (here, there) = (self.precedence(), next.precedence);
        // Two `**` group from the right; relations do not group at all.
        here > there || here == there && !matches!(there, Precedence::Power | Precedence::Relation)
    }
}

/// What opened a level of the stack.
enum Opening<'a> {
    /// Nothing: the expression itself, or an operand that stands for it.
    Start { operators: bool },
    /// A parenthesis.
    Paren(Input<'a>),
    /// The parenthesis of a complex constant whose real part has been read.
    Complex { start: Input<'a>, real: Operand },
    /// The parenthesis after a name, the arguments so far, and what there is of the next.
    Arguments { start: Input<'a>, name: Name, done: Vec<Argument>, depth: Depth, next: NextArgument },
    /// The parenthesis after an array element of which a substring is taken.
    Substring { start: Input<'a>, element: Expr, depth: Depth, next: NextArgument },
}

/// What has been read of an argument before its last expression.
#[derive(Default)]
struct NextArgument {
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

/// What is between two parentheses.
struct Level<'a> {
    opening: Opening<'a>,
    /// Where its operators begin in the stack of all.
    operators_from: usize,
}

struct ExpressionParser<'a> {
    rest: Input<'a>,
    /// The levels around the innermost.
    outer: Vec<Level<'a>>,
    /// The innermost.
    level: Level<'a>,
    /// The operands of all levels, the innermost last.
    operands: Vec<Operand>,
    /// The operators of all levels, the innermost last.
    operators: Vec<Operator>,
    /// The innermost level has an operand to which an operator can be added.
    has_operand: bool,
}

impl<'a> ExpressionParser<'a> {
    fn new(rest: Input<'a>, operators: bool) -> ExpressionParser<'a> {
        let level = Level { opening: Opening::Start { operators }, operators_from: 0 };
        let (outer, operands, operators) = (Vec::new(), Vec::new(), Vec::new());
        ExpressionParser { rest, outer, level, operands, operators, has_operand: false }
    }

    /// The operator before the present operand, in the innermost level.
    fn last_operator(&self) -> Option<&Operator> {
        self.operators[self.level.operators_from..].last()
    }

    fn parse(mut self) -> Parsed<'a, (Expr, Depth)> {
        loop {
            if !self.has_operand {
                self.read_operand()?;
                continue;
            }
            if !matches!(self.level.opening, Opening::Start { operators: false })
                && let Some((rest, binary)) = binary_operator(self.rest)?
            {
                self.reduce(|waiting| waiting.binds_before(&binary))?;
                self.check_relation(&binary)?;
                self.rest = rest;
                self.operators.push(Operator::Binary(binary));
                self.has_operand = false;
                continue;
            }
            self.reduce(|_| true)?;
            let Some(operand) = self.operands.pop() else {
                return Err(SyntaxError::expected(self.rest, Expected::Thing("an expression")));
            };
            if matches!(self.level.opening, Opening::Start { .. }) {
                return Ok((self.rest, (operand.expr, operand.depth)));
            }
            self.close(operand)?;
        }
    }

    /// Reads a prefix operator, an operand, or an opening parenthesis.
    fn read_operand(&mut self) -> Result<(), nom::Err<SyntaxError>> {
        let start = self.rest.trimmed();
        let operators = !matches!(self.level.opening, Opening::Start { operators: false });
        let before = self.last_operator().map(Operator::precedence);
        if let Some((rest, prefix)) = prefix_operator(start, before).filter(|_| operators) {
            self.operators.push(Operator::Prefix(prefix, start.span_to(rest)));
            self.rest = rest;
            return Ok(());
        }
        if self.read_range(start)? {
            return Ok(());
        }
        if starts_constructor(start) {
            let (rest, (expr, depth)) = constructor(start)?;
            self.rest = rest;
            self.push(expr, depth);
            return Ok(());
        }
        if self.is_first_of_argument()
            && start.text().starts_with(['*', '&'])
            && let Ok((rest, label)) = label(start.skip(1))
        {
            self.rest = rest;
            self.push(Expr { kind: ExprKind::Label(label), span: start.span_to(rest) }, Depth::LEAF);
            return Ok(());
        }
        if let Ok((rest, _)) = symbol("(")(start) {
            self.rest = rest;
            return self.open(Opening::Paren(start), start);
        }
        match constant(start) {
            Ok((rest, constant)) => {
                self.rest = rest;
                if matches!(constant.kind, ExprKind::Text(_)) && starts_range(rest.trimmed().text()) {
                    self.rest = rest.trimmed().skip(1);
                    let (depth, next) = (Depth::LEAF, NextArgument::default());
                    return self.open(Opening::Substring { start, element: constant, depth, next }, start);
                }
                self.push(constant, Depth::LEAF);
                return Ok(());
            }
            Err(nom::Err::Error(_)) => {}
            Err(failure) => return Err(failure),
        }
        let (rest, name) = name(start).map_err(|error| self.no_operand(error))?;
        self.rest = rest;
        let Ok((behind, _)) = symbol("(")(rest) else {
            self.refuse_component(start)?;
            self.push(Expr { kind: ExprKind::Name(name.text), span: name.span }, Depth::LEAF);
            return Ok(());
        };
        self.rest = behind;
        self.open_arguments(name, start)
    }

    /// Opens the argument list after a name that is at `start`; an empty one is closed at once.
    fn open_arguments(&mut self, name: Name, start: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        if let Ok((rest, _)) = symbol(")")(self.rest) {
            self.rest = rest;
            let span = start.span_to(rest);
            self.push(Expr { kind: ExprKind::Reference(Box::new(name), Vec::new()), span }, Depth::LEAF);
            return Ok(());
        }
        let (depth, next) = (Depth::default(), NextArgument::default());
        self.open(Opening::Arguments { start, name, done: Vec::new(), depth, next }, start)?;
        self.read_keyword();
        Ok(())
    }

    /// The error where an operand was expected; nothing else can follow an operator or parenthesis.
    fn no_operand(&self, error: nom::Err<SyntaxError>) -> nom::Err<SyntaxError> {
        if matches!(error, nom::Err::Failure(_)) {
            return error;
        }
        let error = SyntaxError::expected(self.rest, Expected::Thing("an operand"));
        let first = self.outer.is_empty() && self.operators.is_empty() && self.operands.is_empty();
        if first { error } else { cut(error) }
    }

    /// True where an argument begins.
    fn is_first_of_argument(&self) -> bool {
        self.last_operator().is_none() && matches!(self.level.opening, Opening::Arguments { .. })
    }

    /// Refuses `name%component`, and a text constant with a kind in front.
    fn refuse_component(&self, start: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        let rest = self.rest.trimmed();
        if rest.text().starts_with('%') {
            return Err(refuse(start, rest.skip(1), "a derived type's component", "E0934"));
        }
        Ok(())
    }

    fn open(&mut self, opening: Opening<'a>, at: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        if self.outer.len() >= MAX_NESTING {
            let message = format!("parentheses are nested more than {MAX_NESTING} deep");
            let span = at.line().span(at.at(), self.rest.at());
            let error = Diagnostic::error("E0115", span, message);
            return Err(SyntaxError::problem(
                at,
                error.with_help("compute a part of the expression in a statement before"),
            ));
        }
        let level = Level { opening, operators_from: self.operators.len() };
        self.outer.push(std::mem::replace(&mut self.level, level));
        self.has_operand = false;
        Ok(())
    }

    /// Reads the keyword of an argument, if it has one.
    fn read_keyword(&mut self) {
        let Opening::Arguments { next: NextArgument { keyword, .. }, .. } = &mut self.level.opening else { return };
        if behind_name(self.rest).is_none_or(|rest| rest.first_byte() != Some(b'=')) {
            return;
        }
        let Ok((rest, word)) = name(self.rest) else { return };
        let Ok((rest, _)) = symbol("=")(rest) else { return };
        if !rest.text().starts_with('=') {
            *keyword = Some(word);
            self.rest = rest;
        }
    }

    fn push(&mut self, expr: Expr, depth: Depth) {
        self.operands.push(Operand { expr, depth });
        self.has_operand = true;
    }

    /// Ends the innermost level, or one argument of it, with its value.
    fn close(&mut self, operand: Operand) -> Result<(), nom::Err<SyntaxError>> {
        if matches!(self.level.opening, Opening::Paren(_) | Opening::Complex { .. }) {
            return self.close_paren(operand);
        }
        self.read_colon(Some(operand))
    }

    fn close_paren(&mut self, operand: Operand) -> Result<(), nom::Err<SyntaxError>> {
        if let (Opening::Paren(start), Ok((rest, _))) = (&self.level.opening, symbol(",")(self.rest)) {
            self.level.opening = Opening::Complex { start: *start, real: operand };
            self.rest = rest;
            self.has_operand = false;
            return Ok(());
        }
        let Ok((rest, _)) = symbol(")")(self.rest) else {
            return Err(cut(SyntaxError::expected(self.rest, Expected::Thing(CLOSING))));
        };
        self.rest = rest;
        let Some(outer) = self.outer.pop() else { return Ok(()) };
        match std::mem::replace(&mut self.level, outer).opening {
            Opening::Paren(start) => {
                let kind = ExprKind::Paren(Box::new(operand.expr));
                self.push(Expr { kind, span: start.span_to(rest) }, operand.depth.around());
            }
            Opening::Complex { start, real } => {
                let depth = real.depth.max(operand.depth).around();
                let kind = ExprKind::Complex(Box::new(real.expr), Box::new(operand.expr));
                self.push(Expr { kind, span: start.span_to(rest) }, depth);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads `:` before which no expression is, and the end of a range after whose last `:` none is. False
    /// if an expression comes next.
    fn read_range(&mut self, start: Input<'a>) -> Result<bool, nom::Err<SyntaxError>> {
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
    fn read_colon(&mut self, operand: Option<Operand>) -> Result<(), nom::Err<SyntaxError>> {
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
        let behind_comma = match &self.level.opening {
            Opening::Arguments { .. } => symbol(",")(start).ok(),
            _ => None,
        };
        let behind = match (behind_comma, symbol(")")(start)) {
            (Some((rest, _)), _) | (None, Ok((rest, _))) => rest,
            (None, Err(_)) => {
                return Err(cut(SyntaxError::expected(self.rest, Expected::Thing("an operator, `,` or `)`"))));
            }
        };
        let place = start.line().span(start.at(), start.at());
        self.rest = behind;
        if let Opening::Arguments { done, depth, next, .. } = &mut self.level.opening {
            *depth = last.iter().fold(depth.max(next.depth), |depth, last| depth.max(last.depth));
            let mut next = std::mem::take(next);
            let keyword = next.keyword.take();
            done.extend(next.value(last, place).map(|value| Argument { keyword: keyword.map(Box::new), value }));
            if behind_comma.is_some() {
                self.has_operand = false;
                self.read_keyword();
                return Ok(());
            }
            return self.close_list(behind);
        }
        self.close_substring(last, place, behind)
    }

    fn close_list(&mut self, rest: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        let Some(outer) = self.outer.pop() else { return Ok(()) };
        let closed = std::mem::replace(&mut self.level, outer);
        let Opening::Arguments { start, name, mut done, depth, .. } = closed.opening else { return Ok(()) };
        done.shrink_to_fit();
        let (span, depth) = (start.span_to(rest), depth.around());
        let reference = Expr { kind: ExprKind::Reference(Box::new(name), done), span };
        let behind = rest.trimmed();
        if starts_range(behind.text()) {
            self.rest = behind.skip(1);
            let next = NextArgument::default();
            return self.open(Opening::Substring { start, element: reference, depth, next }, start);
        }
        self.push(reference, depth);
        self.refuse_component(start)
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

    /// Applies the operators at the top of the stack, as long as they meet the condition.
    fn reduce(&mut self, condition: impl Fn(&Operator) -> bool) -> Result<(), nom::Err<SyntaxError>> {
        while self.last_operator().is_some_and(&condition) {
            let Some(operator) = self.operators.pop() else { break };
            let Some(right) = self.operands.pop() else { break };
            let (expr, depth) = match operator {
                Operator::Prefix(prefix, span) => {
                    let span = Span { end: right.expr.span.end, ..span };
                    let kind = ExprKind::Unary(prefix.op, Box::new(right.expr));
                    (Expr { kind, span }, right.depth.around())
                }
                Operator::Binary(binary) => {
                    let Some(left) = self.operands.pop() else { break };
                    let is_chain = matches!(left.expr.kind, ExprKind::Binary(..));
                    let depth = left.depth.of_operation(is_chain, right.depth);
                    let span = Span { end: right.expr.span.end, ..left.expr.span };
                    let kind = ExprKind::Binary(binary.op, Box::new(left.expr), Box::new(right.expr));
                    (Expr { kind, span }, depth)
                }
            };
            if let Some(message) = depth.problem() {
                let error = Diagnostic::error("E0116", expr.span, message);
                let error = error.with_help("compute a part of the expression in a statement before");
                return Err(SyntaxError::problem(self.rest, error));
            }
            self.operands.push(Operand { expr, depth });
        }
        Ok(())
    }

    /// `A < B < C` has no meaning in Fortran.
    fn check_relation(&self, binary: &Binary) -> Result<(), nom::Err<SyntaxError>> {
        let before = self.last_operator().map(Operator::precedence);
        if binary.precedence == Precedence::Relation && before == Some(Precedence::Relation) {
            let start = self.rest.trimmed();
            let span = start.line().span(start.at(), start.at() + 1);
            let error = Diagnostic::error("E0117", span, "a relation cannot be an operand of a relation");
            return Err(SyntaxError::problem(start, error.with_help("join two relations by `.AND.`")));
        }
        Ok(())
    }
}

/// True for `(` with a `:` inside that is in no parentheses of its own.
fn starts_range(text: &str) -> bool {
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
