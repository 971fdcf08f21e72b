//! Expressions, by operator precedence, over an explicit stack: neither long nor deep ones recurse.
//!
//! ```text
//! expression: [ prefix ] operand { operator [ prefix ] operand }
//! operand:    constant | object [ substring ] | `(` expression [ `,` expression ] `)` | constructor
//! object:     name [ arguments ] { `%` name [ arguments ] }
//! ```
//! Operators bind as in Fortran 2018, 10.1.2. Beyond it, like other compilers, a sign may follow an operator: after
//! `+` and `-` it takes a whole term (`A + -B*C`), after `*`, `/` and `**` a factor (`A*-B**2`).

mod arguments;

use super::coarrays::after_image;
use super::constructor::{constructor, starts_constructor};
use super::depth::Depth;
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{constant, cut, label, name, symbol};
use super::operator::{Binary, Operation, Precedence, Prefix, binary_operator, prefix_operator};
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::{Argument, Expr, ExprKind, Name};
use arguments::{NextArgument, referred, starts_range};
use nom::Parser;
use nom::combinator::peek;

pub(super) use arguments::arguments;

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

/// An expression and the depth of its tree.
struct Operand {
    expr: Expr,
    depth: Depth,
}

/// An operator that waits for its right operand.
enum Operator<'a> {
    Prefix(Prefix<'a>, Span),
    Binary(Binary<'a>),
}

impl Operator<'_> {
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
    Arguments {
        start: Input<'a>,
        /// The object, if the name is that of a component.
        of: Option<Operand>,
        name: Name,
        done: Vec<Argument>,
        depth: Depth,
        next: NextArgument,
    },
    /// The parenthesis after an array element of which a substring is taken.
    Substring { start: Input<'a>, element: Expr, depth: Depth, next: NextArgument },
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
    operators: Vec<Operator<'a>>,
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
    fn last_operator(&self) -> Option<&Operator<'a>> {
        self.operators[self.level.operators_from..].last()
    }

    fn parse(mut self) -> Parsed<'a, (Expr, Depth)> {
        loop {
            if !self.has_operand {
                self.read_operand()?;
                continue;
            }
            if !matches!(self.level.opening, Opening::Start { operators: false })
                && let Some((rest, binary)) = binary_operator(self.rest)
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
                if matches!(constant.kind, ExprKind::Text(..)) && starts_range(rest.trimmed().text()) {
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
        let Ok((after, _)) = symbol("(")(rest) else {
            self.push(Expr { kind: ExprKind::Name(name.text), span: name.span }, Depth::LEAF);
            return self.read_component(start);
        };
        self.rest = after;
        self.open_arguments(None, name, start)
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

    /// Reads the components after a name or a reference that begins at `start`, up to the parenthesis after one.
    fn read_component(&mut self, start: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        loop {
            self.rest = after_image(self.rest);
            let Ok((rest, _)) = symbol("%")(self.rest) else { return Ok(()) };
            let (rest, component) = name(rest).map_err(cut)?;
            let of = self.operands.pop();
            self.rest = rest;
            if let Ok((after, _)) = symbol("(")(rest) {
                self.rest = after;
                self.has_operand = false;
                return self.open_arguments(of, component, start);
            }
            let object = referred(of, component, None, start.span_to(rest), Depth::default());
            self.push_reference(object)?;
        }
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

    fn push(&mut self, expr: Expr, depth: Depth) {
        self.operands.push(Operand { expr, depth });
        self.has_operand = true;
    }

    /// Adds a name with what follows it, whose components may nest deeply.
    fn push_reference(&mut self, reference: Operand) -> Result<(), nom::Err<SyntaxError>> {
        if let Some(message) = reference.depth.problem() {
            let error = Diagnostic::error("E0116", reference.expr.span, message);
            return Err(SyntaxError::problem(self.rest, error));
        }
        self.push(reference.expr, reference.depth);
        Ok(())
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

    /// Applies the operators at the top of the stack, as long as they meet the condition.
    fn reduce(&mut self, condition: impl Fn(&Operator<'a>) -> bool) -> Result<(), nom::Err<SyntaxError>> {
        while self.last_operator().is_some_and(&condition) {
            let Some(operator) = self.operators.pop() else { break };
            let Some(right) = self.operands.pop() else { break };
            let (expr, depth) = match operator {
                Operator::Prefix(prefix, span) => {
                    let span = Span { end: right.expr.span.end, ..span };
                    let kind = match prefix.op {
                        Operation::Intrinsic(op) => ExprKind::Unary(op, Box::new(right.expr)),
                        Operation::Defined(start, length) => defined(start, length, vec![right.expr]),
                    };
                    (Expr { kind, span }, right.depth.around())
                }
                Operator::Binary(binary) => {
                    let Some(left) = self.operands.pop() else { break };
                    let is_chain = matches!(left.expr.kind, ExprKind::Binary(..));
                    let depth = left.depth.of_operation(is_chain, right.depth);
                    let span = Span { end: right.expr.span.end, ..left.expr.span };
                    let kind = match binary.op {
                        Operation::Intrinsic(op) => ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr)),
                        Operation::Defined(start, length) => defined(start, length, vec![left.expr, right.expr]),
                    };
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
    fn check_relation(&self, binary: &Binary<'a>) -> Result<(), nom::Err<SyntaxError>> {
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

/// An operation whose operator is a name between points.
fn defined(start: Input, length: usize, operands: Vec<Expr>) -> ExprKind {
    let name = Name { text: start.text()[..length].into(), span: start.span_to(start.skip(length)) };
    ExprKind::Defined(Box::new(name), operands)
}
