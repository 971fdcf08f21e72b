//! The calls of the run-time support in expressions, in order of evaluation, operands first. Those in offsets of
//! elements and in texts are passed over.

use forlane_cfg::{ActionKind, Argument, Expr, IntegerExpr, LogicalExpr, RealExpr, Terminator};

type See<'a> = &'a mut dyn FnMut(&mut RealExpr);

/// Those of an action.
pub(super) fn for_each_called(action: &mut ActionKind, see: See) {
    match action {
        ActionKind::Assign { value: expr, .. }
        | ActionKind::Define { expr, .. }
        | ActionKind::Store { value: expr, .. } => in_expr(expr, see),
        ActionKind::Call { arguments, .. } => {
            for argument in arguments {
                match argument {
                    Argument::Value(expr) | Argument::InOut { before: expr, .. } => in_expr(expr, see),
                    Argument::Variable(_)
                    | Argument::Element(..)
                    | Argument::Array(_)
                    | Argument::Procedure(_)
                    | Argument::Absent => {}
                }
            }
        }
        ActionKind::ScopeEntry(_)
        | ActionKind::ScopeExit(_)
        | ActionKind::StoreText { .. }
        | ActionKind::Array(_)
        | ActionKind::Allocate { .. }
        | ActionKind::Deallocate { .. }
        | ActionKind::Io(_) => {}
    }
}

/// Those of what decides where a block goes.
pub(super) fn for_each_called_in_condition(terminator: &mut Terminator, see: See) {
    match terminator {
        Terminator::Branch { condition, .. } => in_logical(condition, see),
        Terminator::Switch { selector, .. } => in_integer(selector, see),
        Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
    }
}

fn in_expr(expr: &mut Expr, see: See) {
    match expr {
        Expr::Integer(expr) => in_integer(expr, see),
        Expr::Real(expr) => in_real(expr, see),
        Expr::Logical(expr) => in_logical(expr, see),
        Expr::Character(_) => {}
    }
}

fn in_integer(expr: &mut IntegerExpr, see: See) {
    match expr {
        IntegerExpr::Constant(..) | IntegerExpr::Read(..) | IntegerExpr::Character(..) => {}
        IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => in_integer(operand, see),
        IntegerExpr::Binary(_, left, right) => {
            in_integer(left, see);
            in_integer(right, see);
        }
        IntegerExpr::FromReal(_, _, operand) => in_real(operand, see),
    }
}

fn in_logical(expr: &mut LogicalExpr, see: See) {
    match expr {
        LogicalExpr::Constant(_) | LogicalExpr::Read(_) => {}
        LogicalExpr::Not(operand) => in_logical(operand, see),
        LogicalExpr::Binary(_, left, right) => {
            in_logical(left, see);
            in_logical(right, see);
        }
        LogicalExpr::CompareInteger(_, left, right) => {
            in_integer(left, see);
            in_integer(right, see);
        }
        LogicalExpr::CompareReal(_, left, right) => {
            in_real(left, see);
            in_real(right, see);
        }
    }
}

fn in_real(expr: &mut RealExpr, see: See) {
    let is_called = match expr {
        RealExpr::Constant(..) | RealExpr::Read(..) => false,
        RealExpr::Unary(operation, operand) => {
            in_real(operand, see);
            operation.is_called()
        }
        RealExpr::Binary(operation, left, right) => {
            in_real(left, see);
            in_real(right, see);
            operation.is_called()
        }
        RealExpr::PowerInteger(base, exponent) => {
            in_real(base, see);
            in_integer(exponent, see);
            true
        }
        RealExpr::FromInteger(_, operand) => {
            in_integer(operand, see);
            false
        }
        RealExpr::FromReal(_, operand) => {
            in_real(operand, see);
            false
        }
    };
    if is_called {
        see(expr);
    }
}
