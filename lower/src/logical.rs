//! LOGICAL expressions and conditions; short circuit where the right operand may fail.
//!
//! The standard leaves open whether an operand that does not decide is evaluated. gfortran without optimization
//! evaluates it, and a function with side effects shows that; so an operand with a function reference is evaluated here
//! too. One that may only fail is evaluated where it decides, so that `I .LE. N .AND. A(I) .GT. 0` fails no lane.

use crate::Builder;
use crate::operands::{LeftOperand, has_call, is_harmless};
use forlane_cfg::expr::{Expr, LogicalBinary, LogicalExpr, Place, Relation};
use forlane_cfg::graph::{ActionKind, BlockId, Terminator};
use forlane_frontend::resolved::{self, BinaryOp, ExprKind, SymbolId, UnaryOp};
use forlane_semantics::types::Type;

/// A step back up the left side of a LOGICAL expression.
enum Step<'e> {
    Not,
    Binary(BinaryOp, &'e resolved::Expr),
}

impl Builder<'_> {
    /// A LOGICAL expression as a value.
    pub fn logical(&mut self, expr: &resolved::Expr) -> LogicalExpr {
        self.level += 1;
        let (leaf, steps) = left_spine(expr);
        let mut value = self.logical_leaf(leaf);
        let mut how = LeftOperand::Exchanged;
        for (done, step) in steps.into_iter().rev().enumerate() {
            value = match step {
                Step::Not => not(value),
                Step::Binary(op, right) => {
                    if self.comes_first(leaf, how, right) {
                        value = self.logical_before(value, &[right]);
                    }
                    self.logical_binary(op, value, right)
                }
            };
            how = LeftOperand::First;
            if (done + 1) % self.chain_limit() == 0 {
                value = self.save_logical("part", value);
            }
        }
        self.level -= 1;
        value
    }

    fn logical_binary(&mut self, op: BinaryOp, left: LogicalExpr, right: &resolved::Expr) -> LogicalExpr {
        let operation = match op {
            BinaryOp::And => LogicalBinary::And,
            BinaryOp::Or => LogicalBinary::Or,
            BinaryOp::Equivalent => LogicalBinary::Equivalent,
            _ => LogicalBinary::NotEquivalent,
        };
        let is_short = matches!(operation, LogicalBinary::And | LogicalBinary::Or);
        if is_short && self.may_only_fail(right) {
            return self.short_circuit(operation == LogicalBinary::And, left, right);
        }
        let right = self.logical(right);
        LogicalExpr::Binary(operation, Box::new(left), Box::new(right))
    }

    /// The value goes to a variable: the left operand's, and where that does not decide, the right one's.
    fn short_circuit(&mut self, is_and: bool, left: LogicalExpr, right: &resolved::Expr) -> LogicalExpr {
        let target = self.temporary(if is_and { "and" } else { "or" }, Type::Logical);
        self.action(ActionKind::Assign { target, value: Expr::Logical(left) });
        let condition = LogicalExpr::Read(Place::Variable(target));
        let (undecided, join) = (self.new_block(), self.new_block());
        let (then, otherwise) = if is_and { (undecided, join) } else { (join, undecided) };
        self.end(Terminator::Branch { condition, then, otherwise });
        self.start(undecided);
        let value = Expr::Logical(self.logical(right));
        self.action(ActionKind::Assign { target, value });
        self.fall_into(join);
        LogicalExpr::Read(Place::Variable(target))
    }

    /// Whether evaluating the expression may fail, but calls nothing.
    pub(crate) fn may_only_fail(&self, expr: &resolved::Expr) -> bool {
        let is_there = |symbol: SymbolId, subscripts: &[resolved::Expr]| {
            let is_given = !self.present.contains_key(&symbol);
            is_given && (subscripts.is_empty() || self.is_inside(symbol, subscripts))
        };
        !is_harmless(expr, &is_there) && !has_call(expr)
    }

    fn logical_leaf(&mut self, expr: &resolved::Expr) -> LogicalExpr {
        if let ExprKind::Binary(op, left, right) = &expr.kind
            && let Some(relation) = relation(*op)
        {
            return self.comparison(relation, left, right);
        }
        if let ExprKind::Intrinsic(intrinsic, arguments) = &expr.kind
            && let Some(value) = self.logical_intrinsic(*intrinsic, arguments, expr.span)
        {
            return value;
        }
        match self.leaf(expr) {
            Expr::Logical(value) => value,
            _ => {
                self.error(expr.span, "a LOGICAL expression was expected here");
                LogicalExpr::Constant(false)
            }
        }
    }

    fn comparison(&mut self, relation: Relation, left: &resolved::Expr, right: &resolved::Expr) -> LogicalExpr {
        match left.ty {
            Type::Character => self.compare_texts(relation, left, right),
            Type::Complex(_) => self.compare_complex(relation, left, right),
            Type::Real(_) => {
                let is_first = self.comes_first(left, LeftOperand::Exchanged, right);
                let mut left = self.real(left);
                if is_first {
                    left = self.real_before(left, &[right]);
                }
                let right = self.real(right);
                LogicalExpr::CompareReal(relation, Box::new(left), Box::new(right))
            }
            _ => {
                let is_first = self.comes_first(left, LeftOperand::Exchanged, right);
                let mut left = self.integer(left);
                if is_first {
                    left = self.integer_before(left, &[right]);
                }
                let right = self.integer(right);
                LogicalExpr::CompareInteger(relation, Box::new(left), Box::new(right))
            }
        }
    }

    /// Ends the current block by branches to `then` where the condition holds and to `otherwise` where not. Operands
    /// that may fail, but do not call, are evaluated only where they decide.
    pub fn branch_on(&mut self, condition: &resolved::Expr, then: BlockId, otherwise: BlockId) {
        let mut condition = condition;
        let (mut then, mut otherwise) = (then, otherwise);
        loop {
            match &condition.kind {
                ExprKind::Paren(inner) => condition = inner,
                ExprKind::Unary(UnaryOp::Not, operand) => {
                    condition = operand;
                    std::mem::swap(&mut then, &mut otherwise);
                }
                ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                    self.level += 1;
                    let operands = operands_of(*op, left, right);
                    self.branch_on_chain(*op == BinaryOp::And, &operands, then, otherwise);
                    self.level -= 1;
                    return;
                }
                _ => break,
            }
        }
        let value = self.logical(condition);
        self.branch(value, then, otherwise);
    }

    /// Branches on `a .AND. b .AND. …` or `a .OR. b .OR. …`. Neighbours that need no branch of their own share one, and
    /// so do all operands up to the last one that calls, because it is called for any values of the others.
    fn branch_on_chain(&mut self, is_and: bool, operands: &[&resolved::Expr], then: BlockId, otherwise: BlockId) {
        let op = if is_and { BinaryOp::And } else { BinaryOp::Or };
        let strict = operands.iter().skip(1).rposition(|operand| has_call(operand)).map_or(0, |at| at + 2);
        let mut group: Option<LogicalExpr> = None;
        for (at, operand) in operands.iter().enumerate() {
            match group.take() {
                Some(left) if at < strict || !self.may_only_fail(operand) => {
                    let how = if at == 1 { LeftOperand::Exchanged } else { LeftOperand::First };
                    let is_first = self.comes_first(operands[0], how, operand);
                    let left = if is_first { self.logical_before(left, &[operand]) } else { left };
                    let both = self.logical_binary(op, left, operand);
                    let is_long = (at + 1) % self.chain_limit() == 0;
                    group = Some(if is_long { self.save_logical("part", both) } else { both });
                    continue;
                }
                Some(left) => {
                    let next = self.new_block();
                    self.branch_undecided(is_and, left, next, then, otherwise);
                }
                None => {}
            }
            let is_last = at + 1 == operands.len();
            if is_last {
                return self.branch_on(operand, then, otherwise);
            }
            if at < strict || !self.may_only_fail(operand) || !is_connective(operand) {
                group = Some(self.logical(operand));
            } else {
                let next = self.new_block();
                let (yes, no) = if is_and { (next, otherwise) } else { (then, next) };
                self.branch_on(operand, yes, no);
                self.start(next);
            }
        }
        if let Some(condition) = group {
            self.branch(condition, then, otherwise);
        }
    }

    /// Goes on in `next` where the value does not decide.
    fn branch_undecided(&mut self, is_and: bool, value: LogicalExpr, next: BlockId, then: BlockId, otherwise: BlockId) {
        let (yes, no) = if is_and { (next, otherwise) } else { (then, next) };
        self.branch(value, yes, no);
        self.start(next);
    }
}

/// The operands of a chain of one connective, from left to right.
fn operands_of<'e>(op: BinaryOp, left: &'e resolved::Expr, right: &'e resolved::Expr) -> Vec<&'e resolved::Expr> {
    let mut operands = vec![right];
    let mut at = left;
    loop {
        match &at.kind {
            ExprKind::Paren(inner) => at = inner,
            ExprKind::Binary(inner, left, right) if *inner == op => {
                operands.push(right);
                at = left;
            }
            _ => break,
        }
    }
    operands.push(at);
    operands.reverse();
    operands
}

fn is_connective(expr: &resolved::Expr) -> bool {
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Paren(inner) | ExprKind::Unary(UnaryOp::Not, inner) => at = inner,
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, ..) => return true,
            _ => return false,
        }
    }
}

fn left_spine(expr: &resolved::Expr) -> (&resolved::Expr, Vec<Step<'_>>) {
    let mut steps = Vec::new();
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Paren(inner) => at = inner,
            ExprKind::Unary(UnaryOp::Not, operand) => {
                steps.push(Step::Not);
                at = operand;
            }
            ExprKind::Binary(
                op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Equivalent | BinaryOp::NotEquivalent),
                left,
                right,
            ) => {
                steps.push(Step::Binary(*op, right));
                at = left;
            }
            _ => return (at, steps),
        }
    }
}

fn not(value: LogicalExpr) -> LogicalExpr {
    match value {
        LogicalExpr::Constant(value) => LogicalExpr::Constant(!value),
        LogicalExpr::Not(inner) => *inner,
        other => LogicalExpr::Not(Box::new(other)),
    }
}

fn relation(op: BinaryOp) -> Option<Relation> {
    Some(match op {
        BinaryOp::Less => Relation::Less,
        BinaryOp::LessEqual => Relation::LessEqual,
        BinaryOp::Equal => Relation::Equal,
        BinaryOp::NotEqual => Relation::NotEqual,
        BinaryOp::Greater => Relation::Greater,
        BinaryOp::GreaterEqual => Relation::GreaterEqual,
        _ => return None,
    })
}
