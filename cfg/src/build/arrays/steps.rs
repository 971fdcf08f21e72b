//! What the reductions do with one element that is more than adding or comparing: FINDLOC, NORM2, and those of bits.

use super::reductions::State;
use crate::build::Builder;
use crate::expr::{
    Expr, IntegerBinary, IntegerExpr, LogicalBinary, LogicalExpr, Place, RealBinary, RealExpr, RealUnary, Relation,
};
use crate::graph::{ActionKind, Terminator};
use crate::unit::VarId;
use forlane_frontend::resolved::{ArrayCall, ArrayFunction, ExprKind};
use forlane_frontend::types::{Constant, Type};

impl Builder<'_> {
    /// IALL, IANY, IPARITY and PARITY.
    pub(super) fn combine(&mut self, function: ArrayFunction, target: VarId, element: Expr) {
        let before = Place::Variable(target);
        let value = match element {
            Expr::Integer(element) => {
                let operation = match function {
                    ArrayFunction::AllBits => IntegerBinary::And,
                    ArrayFunction::AnyBits => IntegerBinary::Or,
                    _ => IntegerBinary::Xor,
                };
                let before = IntegerExpr::Read(element.kind(), before);
                Expr::Integer(IntegerExpr::Binary(operation, Box::new(before), Box::new(element)))
            }
            Expr::Logical(element) => {
                let before = Box::new(LogicalExpr::Read(before));
                Expr::Logical(LogicalExpr::Binary(LogicalBinary::NotEquivalent, before, Box::new(element)))
            }
            other => other,
        };
        self.action(ActionKind::Assign { target, value });
    }

    /// FINDLOC: notes the place of an element that equals the wanted one, unless one before it counts.
    pub(super) fn search_step(&mut self, call: &ArrayCall, element: Expr, state: &State) {
        let Some(wanted) = call.argument("value") else { return };
        let is_equal = match (element, self.expr(wanted)) {
            (Expr::Integer(left), Expr::Integer(right)) => {
                LogicalExpr::CompareInteger(Relation::Equal, Box::new(left), Box::new(right))
            }
            (Expr::Real(left), Expr::Real(right)) => {
                LogicalExpr::CompareReal(Relation::Equal, Box::new(left), Box::new(right))
            }
            (Expr::Logical(left), Expr::Logical(right)) => {
                LogicalExpr::Binary(LogicalBinary::Equivalent, Box::new(left), Box::new(right))
            }
            _ => return,
        };
        let counts = if is_back(call) {
            is_equal
        } else {
            let is_first = LogicalExpr::Not(Box::new(LogicalExpr::Read(Place::Variable(state.value))));
            LogicalExpr::Binary(LogicalBinary::And, Box::new(is_first), Box::new(is_equal))
        };
        let otherwise = self.guard(counts);
        let found = Expr::Logical(LogicalExpr::Constant(true));
        self.action(ActionKind::Assign { target: state.value, value: found });
        self.note_position(call, state);
        self.end_guard(otherwise);
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
    pub(super) fn norm_step(&mut self, element: Expr, state: &State) {
        let (Expr::Real(element), Some(scale)) = (element, state.scale) else { return };
        let kind = element.kind();
        let magnitude = self.save_real("magnitude", RealExpr::Unary(RealUnary::Abs, Box::new(element)));
        let read = |var| RealExpr::Read(kind, Place::Variable(var));
        let is_some = LogicalExpr::CompareReal(
            Relation::NotEqual,
            Box::new(magnitude.clone()),
            Box::new(RealExpr::Constant(kind, 0.0)),
        );
        let nonzero = self.guard(is_some);
        let is_greater =
            LogicalExpr::CompareReal(Relation::Greater, Box::new(magnitude.clone()), Box::new(read(scale)));
        let (greater, other, join) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(is_greater, greater, other);
        self.start(greater);
        let ratio = self.save_real("ratio", binary(RealBinary::Divide, read(scale), magnitude.clone()));
        let square = self.save_real("ratio", binary(RealBinary::Multiply, ratio.clone(), ratio));
        let scaled = binary(RealBinary::Multiply, read(state.value), square);
        let sum = binary(RealBinary::Add, scaled, RealExpr::Constant(kind, 1.0));
        self.action(ActionKind::Assign { target: state.value, value: Expr::Real(sum) });
        self.action(ActionKind::Assign { target: scale, value: Expr::Real(magnitude.clone()) });
        self.end(Terminator::Goto(join));
        self.start(other);
        let ratio = self.save_real("ratio", binary(RealBinary::Divide, magnitude, read(scale)));
        let square = binary(RealBinary::Multiply, ratio.clone(), ratio);
        let sum = binary(RealBinary::Add, read(state.value), square);
        self.action(ActionKind::Assign { target: state.value, value: Expr::Real(sum) });
        self.fall_into(join);
        self.end_guard(nonzero);
    }

    /// The value of NORM2.
    pub(super) fn norm(&mut self, sum: RealExpr, scale: VarId) -> Expr {
        let scale = RealExpr::Read(sum.kind(), Place::Variable(scale));
        Expr::Real(binary(RealBinary::Multiply, scale, RealExpr::Unary(RealUnary::Sqrt, Box::new(sum))))
    }
}

fn binary(operation: RealBinary, left: RealExpr, right: RealExpr) -> RealExpr {
    RealExpr::Binary(operation, Box::new(left), Box::new(right))
}

/// Whether BACK asks for the last place.
pub(super) fn is_back(call: &ArrayCall) -> bool {
    let back = call.argument("back").map(|back| &back.kind);
    matches!(back, Some(ExprKind::Constant(Constant::Logical(true))))
}
