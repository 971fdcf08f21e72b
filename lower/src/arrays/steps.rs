//! What the reductions do with one element that is more than adding or comparing: NORM2, and those of bits.

use super::accumulators::State;
use crate::Builder;
use forlane_cfg::expr::{
    Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Place, RealBinary, RealExpr, RealUnary, Relation,
};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::ArrayFunction;
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// IALL, IANY, IPARITY and PARITY.
    pub(super) fn bits_step(&mut self, function: ArrayFunction, element: Vec<Expr>, state: &State) {
        let combined = self.accumulated(&state.value).into_iter().zip(element).filter_map(|pair| match pair {
            (Expr::Integer(before), Expr::Integer(element)) => {
                let operation = match function {
                    ArrayFunction::AllBits => IntegerBinary::And,
                    ArrayFunction::AnyBits => IntegerBinary::Or,
                    _ => IntegerBinary::Xor,
                };
                let [before, element] = [before, element].map(|operand| Box::new(fold::widen(operand)));
                Some(Expr::Integer(IntegerExpr::Binary(operation, before, element)))
            }
            (Expr::Logical(before), Expr::Logical(element)) => {
                let (before, element) = (Box::new(before), Box::new(element));
                Some(Expr::Logical(LogicalExpr::Binary(LogicalBinary::NotEquivalent, before, element)))
            }
            _ => None,
        });
        let combined = combined.collect();
        self.accumulate(&state.value, combined);
    }

    /// The variable for the scale of NORM2.
    pub(super) fn start_scale(&mut self, ty: Type) -> Option<VarId> {
        let Type::Real(kind) = ty else { return None };
        let scale = self.temporary("scale", ty);
        let one = Expr::Real(RealExpr::Constant(kind, 1.0));
        self.action(ActionKind::Assign { target: scale, value: one });
        Some(scale)
    }

    /// NORM2: adds the square of the element divided by the greatest magnitude so far, as gfortran does.
    pub(super) fn norm_step(&mut self, element: Vec<Expr>, state: &State) {
        let (sum, element) = (self.accumulated(&state.value).pop(), element.into_iter().next());
        let (Some(Expr::Real(sum)), Some(Expr::Real(element)), Some(scale)) = (sum, element, state.scale) else {
            return;
        };
        let kind = element.kind();
        let magnitude = self.save_real("magnitude", RealExpr::Unary(RealUnary::Abs, Box::new(element)));
        let read = |var| RealExpr::Read(kind, Place::Variable(var));
        let is_some = LogicalExpr::CompareReal(
            Relation::NotEqual,
            Box::new(magnitude.clone()),
            Box::new(RealExpr::Constant(kind, 0.0)),
        );
        let nonzero = self.open_if(is_some);
        let is_greater =
            LogicalExpr::CompareReal(Relation::Greater, Box::new(magnitude.clone()), Box::new(read(scale)));
        let other = self.open_if(is_greater);
        let ratio = self.save_real("ratio", binary(RealBinary::Divide, read(scale), magnitude.clone()));
        let square = self.save_real("ratio", binary(RealBinary::Multiply, ratio.clone(), ratio));
        let scaled = binary(RealBinary::Multiply, sum.clone(), square);
        let next = binary(RealBinary::Add, scaled, RealExpr::Constant(kind, 1.0));
        self.accumulate(&state.value, vec![Expr::Real(next)]);
        self.action(ActionKind::Assign { target: scale, value: Expr::Real(magnitude.clone()) });
        let join = self.open_else(other);
        let ratio = self.save_real("ratio", binary(RealBinary::Divide, magnitude, read(scale)));
        let square = binary(RealBinary::Multiply, ratio.clone(), ratio);
        let next = binary(RealBinary::Add, sum, square);
        self.accumulate(&state.value, vec![Expr::Real(next)]);
        self.fall_into(join);
        self.fall_into(nonzero);
    }

    /// The value of NORM2.
    pub(super) fn norm(&mut self, sum: Vec<Expr>, scale: VarId) -> Vec<Expr> {
        let root = |sum| match sum {
            Expr::Real(sum) => {
                let scale = RealExpr::Read(sum.kind(), Place::Variable(scale));
                Expr::Real(binary(RealBinary::Multiply, scale, RealExpr::Unary(RealUnary::Sqrt, Box::new(sum))))
            }
            other => other,
        };
        sum.into_iter().map(root).collect()
    }
}

fn binary(operation: RealBinary, left: RealExpr, right: RealExpr) -> RealExpr {
    RealExpr::Binary(operation, Box::new(left), Box::new(right))
}
