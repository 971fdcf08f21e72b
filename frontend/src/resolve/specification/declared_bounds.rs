//! SIZE, LBOUND and UBOUND of a dummy array, by the bounds that it is declared with, which are not those of the actual
//! argument.

use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::interface::DummyArray;
use crate::resolved::{ArrayCall, ArrayFunction, BinaryOp, Dimension, Expr, ExprKind, Intrinsic};
use forlane_semantics::types::{Constant, Type};

/// What an inquiry about a dummy array is in terms of its declaration; none if that is the actual argument's.
pub(super) fn declared_inquiry(call: &ArrayCall, array: &DummyArray, expr: &Expr) -> Option<Expr> {
    let Type::Integer(_) = expr.ty else { return None };
    let inquiry = Inquiry { call, expr };
    match (call.function, call.dim) {
        (ArrayFunction::Size, None) if call.argument("dim").is_none() => {
            array.dimensions.iter().find(|dimension| dimension.upper.is_some())?;
            let extents = array.dimensions.iter().zip(1..).map(|(one, dim)| inquiry.extent(one, dim));
            extents.reduce(|left, right| inquiry.operation(BinaryOp::Multiply, left, right))
        }
        (ArrayFunction::Size, Some(dim)) => {
            let dimension = array.dimensions.get(dim.checked_sub(1)?).filter(|one| one.upper.is_some())?;
            Some(inquiry.extent(dimension, dim))
        }
        (ArrayFunction::LBound | ArrayFunction::UBound, Some(dim)) => {
            let dimension = array.dimensions.get(dim.checked_sub(1)?)?;
            let extent = inquiry.extent(dimension, dim);
            // Of a dimension without elements they are 1 and 0: (lower - 1)*min(extent, 1) + 1 or extent.
            let before = inquiry.operation(BinaryOp::Subtract, inquiry.converted(&dimension.lower), inquiry.integer(1));
            let has_elements = inquiry.intrinsic(Intrinsic::Min, extent.clone(), inquiry.integer(1));
            let first = inquiry.operation(BinaryOp::Multiply, before, has_elements);
            let last = if call.function == ArrayFunction::LBound { inquiry.integer(1) } else { extent };
            Some(inquiry.operation(BinaryOp::Add, first, last))
        }
        _ => None,
    }
}

struct Inquiry<'i> {
    call: &'i ArrayCall,
    expr: &'i Expr,
}

impl Inquiry<'_> {
    fn of(&self, kind: ExprKind) -> Expr {
        Expr { kind, ..self.expr.clone() }
    }

    fn integer(&self, value: i64) -> Expr {
        let Type::Integer(kind) = self.expr.ty else { return self.expr.clone() };
        constant_expr(Constant::Integer(kind, value), self.expr.span)
    }

    fn converted(&self, value: &Expr) -> Expr {
        match value.ty == self.expr.ty {
            true => value.clone(),
            false => self.of(ExprKind::Convert(Box::new(value.clone()))),
        }
    }

    fn operation(&self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        self.of(ExprKind::Binary(op, Box::new(left), Box::new(right)))
    }

    fn intrinsic(&self, function: Intrinsic, left: Expr, right: Expr) -> Expr {
        self.of(ExprKind::Intrinsic(function, vec![left, right]))
    }

    /// `max(upper - lower + 1, 0)`, or the size of the actual argument.
    fn extent(&self, dimension: &Dimension, dim: usize) -> Expr {
        let Some(upper) = &dimension.upper else {
            let arguments = self.call.arguments.iter().take(1).cloned().collect();
            let call = ArrayCall { function: ArrayFunction::Size, arguments, dim: Some(dim) };
            return self.of(ExprKind::ArrayFunction(Box::new(call)));
        };
        let (lower, upper) = (self.converted(&dimension.lower), self.converted(upper));
        let distance = self.operation(BinaryOp::Subtract, upper, lower);
        let extent = self.operation(BinaryOp::Add, distance, self.integer(1));
        self.intrinsic(Intrinsic::Max, extent, self.integer(0))
    }
}
