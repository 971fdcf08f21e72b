//! Queries about an expression: its operands, whether it calls, whether it is constant.

use forlane_frontend::resolved::{ArrayKind, BinaryOp, Designator, Expr, ExprKind, Intrinsic, SymbolId, UnaryOp};
use forlane_semantics::types::{Constant, Type};

/// How an operation treats its left operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOperand {
    /// It goes after the right one if it is a variable alone.
    Exchanged,
    /// It comes first.
    First,
}

impl LeftOperand {
    /// That of an arithmetic operation, after a number of negations.
    pub fn of(op: BinaryOp, negations: usize) -> LeftOperand {
        match (op, negations) {
            (BinaryOp::Add, 0 | 1) | (BinaryOp::Multiply, 0) => LeftOperand::Exchanged,
            _ => LeftOperand::First,
        }
    }
}

/// A step back up the left side of an expression.
pub enum Step<'e> {
    /// Negation.
    Negate,
    /// An operation whose left operand is what is below, with its right one.
    Binary(BinaryOp, &'e Expr),
}

/// The expression at the left end, and the operations above it, the last one first.
pub fn left_spine(expr: &Expr) -> (&Expr, Vec<Step<'_>>) {
    let mut steps = Vec::new();
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Paren(inner) => at = inner,
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                steps.push(Step::Negate);
                at = operand;
            }
            ExprKind::Binary(op, left, right) => {
                steps.push(Step::Binary(*op, right));
                at = left;
            }
            _ => return (at, steps),
        }
    }
}

/// Adds the operands that are evaluated with the expression, but for the arguments of functions.
fn push_operands<'a>(expr: &'a Expr, stack: &mut Vec<&'a Expr>) {
    expr.for_each_part(&mut |part| stack.extend(part.as_expr()));
}

/// Whether evaluating the expression can neither fail nor call: it may then be evaluated although its value is not
/// needed. `is_there` says whether a variable or an element of an array is there for certain.
pub fn is_harmless(expr: &Expr, is_there: &dyn Fn(SymbolId, &[Expr]) -> bool) -> bool {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        let is_integer = matches!(expr.ty, Type::Integer(_));
        let harmless = match &expr.kind {
            ExprKind::Call { .. } | ExprKind::Array(_) | ExprKind::ArrayFunction(_) => false,
            ExprKind::Substring(..) | ExprKind::Read(Designator::Substring(..)) => false,
            ExprKind::Read(Designator::Variable(symbol)) => is_there(*symbol, &[]),
            ExprKind::Read(Designator::Element(symbol, subscripts)) => is_there(*symbol, subscripts),
            ExprKind::Binary(BinaryOp::Divide | BinaryOp::Power, _, right) if is_integer => is_positive(right),
            ExprKind::Intrinsic(Intrinsic::Mod | Intrinsic::Modulo, arguments) if is_integer => {
                arguments.get(1).is_some_and(is_positive)
            }
            _ => true,
        };
        if !harmless {
            return false;
        }
        push_operands(expr, &mut stack);
    }
    true
}

/// Whether evaluating the expression calls a function.
pub fn has_call(expr: &Expr) -> bool {
    any(expr, |expr| match &expr.kind {
        ExprKind::Call { .. } => true,
        ExprKind::Array(operand) => matches!(operand.kind, ArrayKind::Call { .. }),
        _ => false,
    })
}

/// Whether the expression is made of constants alone.
pub fn is_constant(expr: &Expr) -> bool {
    !any(expr, |expr| matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Read(_)))
}

fn any(expr: &Expr, holds: impl Fn(&Expr) -> bool) -> bool {
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        if holds(expr) {
            return true;
        }
        push_operands(expr, &mut stack);
    }
    false
}

/// The value of a constant, through parentheses and conversions between kinds.
pub fn constant(expr: &Expr) -> Option<i64> {
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Paren(inner) | ExprKind::Convert(inner) => at = inner,
            ExprKind::Constant(Constant::Integer(_, value)) => return Some(*value),
            _ => return None,
        }
    }
}

fn is_positive(expr: &Expr) -> bool {
    constant(expr).is_some_and(|value| value > 0)
}
