//! Functions whose value is an array, or of a length that depends on the arguments: its shape and its length where they
//! are referenced.
//!
//! Bounds and length of the result are expressions of the dummy arguments; where the function is referenced, the actual
//! arguments stand in their place.

use super::scope::{Outcome, Scope};
use crate::resolved::{
    Argument, ArrayCall, ArrayFunction, ArrayKind, ArrayOperand, Designator, Dimension, Expr, ExprKind, Intrinsic,
    Section, Subscript, SymbolId,
};
use crate::source::Span;
use crate::types::Type;

/// The shape of a function's result.
#[derive(Clone, Debug)]
pub(crate) struct ResultShape {
    /// The dummy arguments' symbols in the function.
    pub dummies: Vec<SymbolId>,
    /// The bounds, as the function says them.
    pub dimensions: Vec<Dimension>,
    /// The function allocates the result; the bounds mean nothing.
    pub is_allocatable: bool,
}

/// The length of a function's result of type CHARACTER.
#[derive(Clone, Debug)]
pub(crate) struct ResultLength {
    /// The dummy arguments' symbols in the function.
    pub dummies: Vec<SymbolId>,
    /// The length, as the function says it.
    pub length: Expr,
}

impl Scope<'_> {
    /// The length of a value that depends on the arguments; none if it does not, or depends on more than them.
    pub fn length_of_call(&self, procedure: SymbolId, name: &str, arguments: &[Argument]) -> Option<Box<Expr>> {
        if self.symbols[procedure].length.is_some() {
            return None;
        }
        let known = self.explicit.get(name).or_else(|| self.interfaces.get(self.callee(name)));
        let ResultLength { dummies, length } = known?.result_length.as_ref()?;
        let actual = |dummy: SymbolId| {
            let place = dummies.iter().position(|other| *other == dummy)?;
            self.actual_value(arguments.get(place)?)
        };
        substitute(length, &actual).map(Box::new)
    }

    /// The reference to a function whose value is an array.
    pub fn array_call(
        &mut self,
        procedure: SymbolId,
        (arguments, length): (Vec<Argument>, Option<Box<Expr>>),
        shape: &ResultShape,
        ty: Type,
        span: Span,
    ) -> Outcome<Expr> {
        let rank = shape.dimensions.len();
        let mut bounds = Vec::with_capacity(rank);
        for dimension in shape.dimensions.iter().filter(|_| !shape.is_allocatable) {
            let actual = |dummy: SymbolId| {
                let place = shape.dummies.iter().position(|other| *other == dummy)?;
                self.actual_value(arguments.get(place)?)
            };
            let lower = substitute(&dimension.lower, &actual);
            let upper = dimension.upper.as_ref().and_then(|upper| substitute(upper, &actual));
            let Some(known) = lower.zip(upper) else {
                let message =
                    "the shape of the function's result depends on more than its arguments, which is not supported yet";
                return Err(self.error("E0977", span, message));
            };
            bounds.push(known);
        }
        let operand = ArrayOperand { rank, kind: ArrayKind::Call { procedure, arguments, bounds, length } };
        Ok(Expr { kind: ExprKind::Array(Box::new(operand)), ty, span })
    }

    /// What an argument is as an expression.
    pub fn actual_value(&self, argument: &Argument) -> Option<Expr> {
        match argument {
            Argument::Value(value) => Some(value.clone()),
            Argument::Designator(designator, span) => {
                let ty = self.variable(designator.symbol())?.ty;
                Some(Expr { kind: ExprKind::Read(designator.clone()), ty, span: *span })
            }
            Argument::Array(symbol, span) => {
                let variable = self.variable(*symbol)?;
                let section = Section::whole(*symbol, *span);
                Some(Expr::of_section(section, variable.shape.as_ref()?.len(), variable.ty))
            }
            Argument::Section(section) => {
                let is_index = |subscript: &&Subscript| matches!(subscript, Subscript::Index(_));
                let rank = section.subscripts.len() - section.subscripts.iter().filter(is_index).count();
                Some(Expr::of_section(section.clone(), rank, self.variable(section.array)?.ty))
            }
            Argument::Shaped(argument) => self.actual_value(argument),
            Argument::Elemental(value, _) => Some(value.clone()),
            _ => None,
        }
    }
}

/// The expression with the actual arguments for the dummy ones; none if it reads anything else.
fn substitute(expr: &Expr, actual: &dyn Fn(SymbolId) -> Option<Expr>) -> Option<Expr> {
    let both = |inner: &Expr| substitute(inner, actual).map(Box::new);
    let kind = match &expr.kind {
        ExprKind::Constant(_) => expr.kind.clone(),
        ExprKind::Read(Designator::Variable(symbol)) => return actual(*symbol),
        ExprKind::Paren(inner) => ExprKind::Paren(both(inner)?),
        ExprKind::Unary(op, inner) => ExprKind::Unary(*op, both(inner)?),
        ExprKind::Convert(inner) => ExprKind::Convert(both(inner)?),
        ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, both(left)?, both(right)?),
        ExprKind::Array(_) => return array_argument(expr, actual),
        // The length of each element is that of all.
        ExprKind::Intrinsic(Intrinsic::Len, arguments)
            if let [Expr { kind: ExprKind::Read(Designator::Variable(symbol)), .. }] = &arguments[..]
                && let Some(array) = actual(*symbol).filter(|actual| actual.rank() > 0) =>
        {
            return length_of(array, expr);
        }
        ExprKind::Intrinsic(function, arguments) => {
            let arguments = arguments.iter().map(|argument| substitute(argument, actual));
            ExprKind::Intrinsic(*function, arguments.collect::<Option<_>>()?)
        }
        ExprKind::LengthOf(symbol) => return length_of(actual(*symbol)?, expr),
        ExprKind::ArrayFunction(call) => {
            let substituted = |argument: &Option<Expr>| match argument {
                Some(argument) => array_argument(argument, actual).map(Some),
                None => Some(None),
            };
            let arguments = call.arguments.iter().map(substituted).collect::<Option<_>>()?;
            ExprKind::ArrayFunction(Box::new(ArrayCall { arguments, ..(**call).clone() }))
        }
        _ => return None,
    };
    Some(Expr { kind, ..expr.clone() })
}

/// LEN of what stands for a dummy array.
fn length_of(actual: Expr, expr: &Expr) -> Option<Expr> {
    let arguments = vec![Some(actual)];
    let call = ArrayCall { function: ArrayFunction::Len, arguments, dim: None };
    Some(Expr { kind: ExprKind::ArrayFunction(Box::new(call)), ..expr.clone() })
}

/// A dummy array as a whole, or a scalar.
fn array_argument(expr: &Expr, actual: &dyn Fn(SymbolId) -> Option<Expr>) -> Option<Expr> {
    match expr.as_array().map(|operand| &operand.kind) {
        Some(ArrayKind::Section(section)) if section.subscripts.is_empty() => actual(section.array),
        Some(_) => None,
        None => substitute(expr, actual),
    }
}
