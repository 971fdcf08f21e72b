//! What only scalar code can do so far: a kernel that needs it runs in gangs of one lane.

use crate::call_order::{Call, calls};
use forlane_cfg::{
    ActionKind, Argument, ArrayLength, Body, Expr, IntegerExpr, LogicalExpr, NodeKind, Place, RealExpr, SourceLine,
    Terminator, Type, Unit,
};

/// What of the unit, one of these, gang code has no instructions for, in words; none if there is nothing.
pub fn reason(unit: &Unit, units: &[&Unit]) -> Option<String> {
    let is_narrow = |ty: Type| matches!(ty, Type::Integer(kind) if kind.is_narrow());
    if let Some((_, var)) = unit.vars.iter().find(|(_, var)| is_narrow(var.ty)) {
        return Some(format!("`{}` has elements of {} bytes", var.name, var.ty.size()));
    }
    if let Some((_, var)) = unit.vars.iter().find(|(_, var)| var.array == Some(ArrayLength::Dynamic)) {
        return Some(format!("`{}` has a length that is known at run time only", var.name));
    }
    if let Some(line) = resized_line(unit, units) {
        return Some(format!("{} passes an argument whose elements have another size", unit.line_in_words(line)));
    }
    let in_action = unit.actions().find(|action| action_has_text(&action.kind)).map(|action| action.at);
    let line = in_action.or_else(|| control_line(unit))?;
    Some(format!("{} computes with CHARACTER", unit.line_in_words(line)))
}

/// The line of a call whose callee takes an argument as elements of another size, which in a gang do not lie side by side.
fn resized_line(unit: &Unit, units: &[&Unit]) -> Option<SourceLine> {
    let is_resized = |call: &Call<'_>| {
        let callee = units.iter().find(|callee| call.callee.unit() == Some(&callee.name));
        let dummies = callee.into_iter().flat_map(|callee| callee.dummies.iter().map(|dummy| &callee.vars[*dummy]));
        let mut pairs = call.arguments.iter().zip(dummies);
        pairs.any(|(argument, dummy)| argument.ty(unit).is_some_and(|ty| ty.size() != dummy.ty.size()))
    };
    calls(unit).into_iter().find(is_resized).map(|call| call.at)
}

fn action_has_text(action: &ActionKind) -> bool {
    match action {
        ActionKind::ScopeEntry(_) | ActionKind::ScopeExit(_) => false,
        ActionKind::Assign { value, .. } | ActionKind::Define { expr: value, .. } => expr(value),
        ActionKind::Store { offset, value, .. } => integer(offset) || expr(value),
        // Lowered before.
        ActionKind::Array(_) => false,
        ActionKind::StoreText { .. } | ActionKind::Allocate { .. } | ActionKind::Deallocate { .. } => true,
        // Constant texts are not computed with, and nothing is printed in kernels.
        ActionKind::Io(io) => io.operands.iter().any(|operand| match operand {
            Expr::Character(text) => text.as_text().is_none(),
            operand => expr(operand),
        }),
        ActionKind::Call { arguments, .. } => arguments.iter().any(|argument| match argument {
            Argument::Value(value) | Argument::InOut { before: value, .. } => expr(value),
            Argument::Element(_, offset) => integer(offset),
            Argument::Variable(_) | Argument::Array(_) | Argument::Procedure(_) | Argument::Absent => false,
        }),
    }
}

/// The line of a branch that needs scalar code.
fn control_line(unit: &Unit) -> Option<SourceLine> {
    match &unit.body {
        Body::Graph(graph) => {
            let found = graph.blocks.iter().find(|(_, block)| match &block.terminator {
                Terminator::Branch { condition, .. } => logical(condition),
                Terminator::Switch { selector, .. } => integer(selector),
                Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => false,
            });
            found.map(|(_, block)| block.at)
        }
        Body::Tree(tree) => {
            let mut nodes = tree.regions.iter().flat_map(|(_, region)| &region.nodes);
            let found = nodes.find(|node| match &node.kind {
                NodeKind::If { condition, .. } => logical(condition),
                NodeKind::Switch { selector, .. } => integer(selector),
                NodeKind::Action(_) | NodeKind::Scope { .. } | NodeKind::Loop { .. } | NodeKind::Graph { .. } => false,
            });
            found.map(|node| node.at)
        }
    }
}

fn expr(value: &Expr) -> bool {
    match value {
        Expr::Integer(value) => integer(value),
        Expr::Real(value) => real(value),
        Expr::Logical(value) => logical(value),
        Expr::Character(_) => true,
    }
}

fn place(place: &Place) -> bool {
    matches!(place, Place::Element(_, offset) if integer(offset))
}

fn integer(expr: &IntegerExpr) -> bool {
    match expr {
        IntegerExpr::Constant(..) => false,
        IntegerExpr::Read(_, read) => place(read),
        IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => integer(operand),
        IntegerExpr::Binary(_, left, right) => integer(left) || integer(right),
        IntegerExpr::FromReal(_, _, operand) => real(operand),
        IntegerExpr::Character(..) => true,
    }
}

fn real(expr: &RealExpr) -> bool {
    match expr {
        RealExpr::Constant(..) => false,
        RealExpr::Read(_, read) => place(read),
        RealExpr::Unary(_, operand) | RealExpr::FromReal(_, operand) => real(operand),
        RealExpr::Binary(_, left, right) => real(left) || real(right),
        RealExpr::PowerInteger(base, exponent) => real(base) || integer(exponent),
        RealExpr::FromInteger(_, operand) => integer(operand),
    }
}

fn logical(expr: &LogicalExpr) -> bool {
    match expr {
        LogicalExpr::Constant(_) => false,
        LogicalExpr::Read(read) => place(read),
        LogicalExpr::Not(operand) => logical(operand),
        LogicalExpr::Binary(_, left, right) => logical(left) || logical(right),
        LogicalExpr::CompareInteger(_, left, right) => integer(left) || integer(right),
        LogicalExpr::CompareReal(_, left, right) => real(left) || real(right),
    }
}
