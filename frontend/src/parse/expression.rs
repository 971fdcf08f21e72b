//! Expressions, by operator precedence, over an explicit stack: neither long nor deep ones recurse.
//!
//! ```text
//! expression: [ prefix ] operand { operator [ prefix ] operand }
//! operand:    constant | name | name `(` [ argument { `,` argument } ] `)` | `(` expression `)`
//! argument:   [ name `=` ] expression
//! ```
//! Operators bind as in Fortran 2018, 10.1.2. Beyond it, like other compilers, a sign may follow an operator: behind
//! `+` and `-` it takes a whole term (`A + -B*C`), behind `*`, `/` and `**` a factor (`A*-B**2`).

use super::depth::Depth;
use super::input::{Expected, Input, Parsed, SyntaxError};
use super::lexical::{constant, cut, name, symbol};
use super::operator::{Binary, Precedence, Prefix, binary_operator, prefix_operator};
use super::unsupported::refuse;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::{Argument, Expr, ExprKind, Name};
use nom::Parser;
use nom::combinator::peek;

/// The greatest depth of parentheses.
const MAX_NESTING: usize = 500;
/// What can stand behind an operand in parentheses.
const CLOSING: &str = "an operator or `)`";

/// An expression.
pub(super) fn expression(input: Input) -> Parsed<Expr> {
    ExpressionParser::new(input, true).parse()
}

/// An operand alone: what stands behind it, even an operator, is left.
pub(super) fn operand(input: Input) -> Parsed<Expr> {
    ExpressionParser::new(input, false).parse()
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
    let name = Name { text: String::new(), span: opened.span() };
    let mut parser = ExpressionParser::new(opened, false);
    let (opened, _) = symbol("(")(opened)?;
    parser.rest = opened;
    parser.open_arguments(name, input.trimmed())?;
    let (rest, reference) = parser.parse()?;
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

    /// True if this operator, on the stack, takes its right operand before `next` behind that operand does.
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
    /// The parenthesis behind a name, the arguments so far, and the keyword of the next.
    Arguments { start: Input<'a>, name: Name, done: Vec<Argument>, depth: Depth, keyword: Option<Name> },
}

/// The operands and operators between two parentheses.
struct Level<'a> {
    opening: Opening<'a>,
    operands: Vec<Operand>,
    operators: Vec<Operator>,
}

impl<'a> Level<'a> {
    fn new(opening: Opening<'a>) -> Level<'a> {
        Level { opening, operands: Vec::new(), operators: Vec::new() }
    }
}

struct ExpressionParser<'a> {
    rest: Input<'a>,
    /// The levels around the innermost.
    outer: Vec<Level<'a>>,
    /// The innermost.
    level: Level<'a>,
    /// The innermost level has an operand to which an operator can be added.
    has_operand: bool,
}

impl<'a> ExpressionParser<'a> {
    fn new(rest: Input<'a>, operators: bool) -> ExpressionParser<'a> {
        let level = Level::new(Opening::Start { operators });
        ExpressionParser { rest, outer: Vec::new(), level, has_operand: false }
    }

    fn parse(mut self) -> Parsed<'a, Expr> {
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
                self.level.operators.push(Operator::Binary(binary));
                self.has_operand = false;
                continue;
            }
            self.reduce(|_| true)?;
            let Some(operand) = self.level.operands.pop() else {
                return Err(SyntaxError::expected(self.rest, Expected::Thing("an expression")));
            };
            if matches!(self.level.opening, Opening::Start { .. }) {
                return Ok((self.rest, operand.expr));
            }
            self.close(operand)?;
        }
    }

    /// Reads a prefix operator, an operand, or an opening parenthesis.
    fn read_operand(&mut self) -> Result<(), nom::Err<SyntaxError>> {
        let start = self.rest.trimmed();
        let operators = !matches!(self.level.opening, Opening::Start { operators: false });
        let before = self.level.operators.last().map(Operator::precedence);
        if let Some((rest, prefix)) = prefix_operator(start, before).filter(|_| operators) {
            self.level.operators.push(Operator::Prefix(prefix, start.span_to(rest)));
            self.rest = rest;
            return Ok(());
        }
        self.refuse_operand(start)?;
        if let Ok((rest, _)) = symbol("(")(start) {
            self.rest = rest;
            return self.open(Opening::Paren(start), start);
        }
        match constant(start) {
            Ok((rest, constant)) => {
                self.rest = rest;
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

    /// Opens the argument list behind a name that stands at `start`; an empty one is closed at once.
    fn open_arguments(&mut self, name: Name, start: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        if let Ok((rest, _)) = symbol(")")(self.rest) {
            self.rest = rest;
            let span = start.span_to(rest);
            self.push(Expr { kind: ExprKind::Reference(name, Vec::new()), span }, Depth::LEAF);
            return Ok(());
        }
        self.open(Opening::Arguments { start, name, done: Vec::new(), depth: Depth::default(), keyword: None }, start)?;
        self.read_keyword();
        Ok(())
    }

    /// The error where an operand was expected; nothing else can stand behind an operator or parenthesis.
    fn no_operand(&self, error: nom::Err<SyntaxError>) -> nom::Err<SyntaxError> {
        if matches!(error, nom::Err::Failure(_)) {
            return error;
        }
        let error = SyntaxError::expected(self.rest, Expected::Thing("an operand"));
        let first = self.outer.is_empty() && self.level.operators.is_empty() && self.level.operands.is_empty();
        if first { error } else { cut(error) }
    }

    /// Refuses by name what can stand for an operand but is not supported.
    fn refuse_operand(&self, start: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        let text = start.text();
        if text.starts_with("(/") && !text.starts_with("(/=") || text.starts_with('[') {
            return Err(refuse(start, start.skip(1), "an array constructor", "E0930"));
        }
        if matches!(self.level.opening, Opening::Arguments { .. }) && self.level.operators.is_empty() {
            if text.starts_with(':') {
                return Err(refuse(start, start.skip(1), "an array section or substring", "E0931"));
            }
            if text.starts_with(['*', '&']) && text[1..].starts_with(|c: char| c.is_ascii_digit()) {
                return Err(refuse(start, start.skip(1), "an alternate return", "E0921"));
            }
        }
        Ok(())
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
        self.outer.push(std::mem::replace(&mut self.level, Level::new(opening)));
        self.has_operand = false;
        Ok(())
    }

    /// Reads the keyword of an argument, if it has one.
    fn read_keyword(&mut self) {
        let Opening::Arguments { keyword, .. } = &mut self.level.opening else { return };
        let Ok((rest, word)) = name(self.rest) else { return };
        let Ok((rest, _)) = symbol("=")(rest) else { return };
        if !rest.text().starts_with('=') {
            *keyword = Some(word);
            self.rest = rest;
        }
    }

    fn push(&mut self, expr: Expr, depth: Depth) {
        self.level.operands.push(Operand { expr, depth });
        self.has_operand = true;
    }

    /// Ends the innermost level, or one argument of it, with its value.
    fn close(&mut self, operand: Operand) -> Result<(), nom::Err<SyntaxError>> {
        let is_paren = matches!(self.level.opening, Opening::Paren(_));
        if let Ok((rest, _)) = symbol(",")(self.rest) {
            return self.next_argument(operand, rest);
        }
        if symbol(":")(self.rest).is_ok() && !is_paren {
            let start = self.rest.trimmed();
            return Err(refuse(start, start.skip(1), "an array section or substring", "E0931"));
        }
        let Ok((rest, _)) = symbol(")")(self.rest) else {
            let wanted = if is_paren { CLOSING } else { "an operator, `,` or `)`" };
            return Err(cut(SyntaxError::expected(self.rest, Expected::Thing(wanted))));
        };
        self.rest = rest;
        let Some(outer) = self.outer.pop() else { return Ok(()) };
        let closed = std::mem::replace(&mut self.level, outer);
        match closed.opening {
            Opening::Start { .. } => {}
            Opening::Paren(start) => {
                let span = start.span_to(rest);
                self.push(Expr { kind: ExprKind::Paren(Box::new(operand.expr)), span }, operand.depth.around());
            }
            Opening::Arguments { start, name, mut done, depth, keyword } => {
                let depth = depth.max(operand.depth).around();
                done.push(Argument { keyword, value: operand.expr });
                self.push(Expr { kind: ExprKind::Reference(name, done), span: start.span_to(rest) }, depth);
                self.refuse_substring(start)?;
            }
        }
        Ok(())
    }

    /// Goes on behind the comma that follows an argument.
    fn next_argument(&mut self, operand: Operand, rest: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        match &mut self.level.opening {
            Opening::Arguments { done, depth, keyword, .. } => {
                *depth = (*depth).max(operand.depth);
                done.push(Argument { keyword: keyword.take(), value: operand.expr });
            }
            Opening::Paren(start) => return Err(refuse(*start, rest, "a complex constant", "E0933")),
            Opening::Start { .. } => {}
        }
        self.rest = rest;
        self.has_operand = false;
        self.read_keyword();
        Ok(())
    }

    /// Refuses `name(…)(…)` and `name(…)%component`.
    fn refuse_substring(&self, start: Input<'a>) -> Result<(), nom::Err<SyntaxError>> {
        let rest = self.rest.trimmed();
        let alone = self.outer.is_empty() && matches!(self.level.opening, Opening::Start { operators: false });
        if rest.text().starts_with('(') && !alone {
            return Err(refuse(start, rest.skip(1), "an array section or substring", "E0931"));
        }
        self.refuse_component(start)
    }

    /// Applies the operators at the top of the stack, as long as they meet the condition.
    fn reduce(&mut self, condition: impl Fn(&Operator) -> bool) -> Result<(), nom::Err<SyntaxError>> {
        while let Some(operator) = self.level.operators.pop_if(|operator| condition(operator)) {
            let Some(right) = self.level.operands.pop() else { break };
            let (expr, depth) = match operator {
                Operator::Prefix(prefix, span) => {
                    let span = Span { end: right.expr.span.end, ..span };
                    let kind = ExprKind::Unary(prefix.op, Box::new(right.expr));
                    (Expr { kind, span }, right.depth.around())
                }
                Operator::Binary(binary) => {
                    let Some(left) = self.level.operands.pop() else { break };
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
            self.level.operands.push(Operand { expr, depth });
        }
        Ok(())
    }

    /// `A < B < C` has no meaning in Fortran.
    fn check_relation(&self, binary: &Binary) -> Result<(), nom::Err<SyntaxError>> {
        let before = self.level.operators.last().map(Operator::precedence);
        if binary.precedence == Precedence::Relation && before == Some(Precedence::Relation) {
            let start = self.rest.trimmed();
            let span = start.line().span(start.at(), start.at() + 1);
            let error = Diagnostic::error("E0117", span, "a relation cannot be an operand of a relation");
            return Err(SyntaxError::problem(start, error.with_help("join two relations by `.AND.`")));
        }
        Ok(())
    }
}
