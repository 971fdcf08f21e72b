//! MAX and MIN of REAL arguments, with the operands in gfortran's order.
//!
//! The standard leaves open what MAX and MIN return for a NaN, and for zeros of both signs; `a > b ? a : b` is the
//! second operand. gfortran 12 without optimization computes `MAX(a, b, c)` as `max(max(a, b), c)`, and exchanges the
//! operands of a step
//! - whose right operand is a constant: `MAX(X, 0D0)` of a NaN is a NaN;
//! - whose right operand is a reference to ABS: `MAX(1D0, ABS(X))` of a NaN is 1;
//! - but not in the last step of a reference that is an argument of another MAX or MIN, and not the first one, or the
//!   first one with a constant after it: `MIN(1D0, MAX(X, -1D0))`.
//!
//! Beyond these forms its choice follows the allocation of registers, which nothing here can know.

use crate::Builder;
use crate::operands::is_constant;
use forlane_cfg::expr::{RealBinary, RealExpr};
use forlane_frontend::resolved::{Expr, ExprKind, Intrinsic};

/// What becomes of the value of a MAX or MIN.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// It is an operand of another one, and its last step keeps its order.
    Operand,
    /// Anything else.
    Other,
}

impl Builder<'_> {
    /// A reference to MAX or MIN with `first` and the arguments after it.
    pub fn min_max(&mut self, operation: RealBinary, first: &Expr, rest: &[Expr]) -> RealExpr {
        self.min_max_steps(operation, first, rest, Use::Other)
    }

    fn min_max_steps(&mut self, operation: RealBinary, first: &Expr, rest: &[Expr], used: Use) -> RealExpr {
        let before_constant = rest.first().is_some_and(is_constant);
        let mut value = self.min_max_argument(first, if before_constant { Use::Operand } else { Use::Other });
        let mut left_is_constant = is_constant(first);
        for (done, argument) in rest.iter().enumerate() {
            value = self.real_before(value, &[argument]);
            let right = self.min_max_argument(argument, Use::Operand);
            let right_is_constant = is_constant(argument);
            let stays = used == Use::Operand && done + 1 == rest.len();
            let exchanges = !stays && (right_is_constant && !left_is_constant || is_abs(argument));
            left_is_constant &= right_is_constant;
            let (left, right) = if exchanges { (right, value) } else { (value, right) };
            value = RealExpr::Binary(operation, Box::new(left), Box::new(right));
            if (done + 1) % self.chain_limit() == 0 {
                value = self.save_real("part", value);
            }
        }
        value
    }

    fn min_max_argument(&mut self, argument: &Expr, used: Use) -> RealExpr {
        if let ExprKind::Intrinsic(intrinsic @ (Intrinsic::Max | Intrinsic::Min), arguments) = &argument.kind
            && let Some((first, rest)) = arguments.split_first()
        {
            let operation = if *intrinsic == Intrinsic::Max { RealBinary::Max } else { RealBinary::Min };
            self.level += 1;
            let value = self.min_max_steps(operation, first, rest, used);
            self.level -= 1;
            return value;
        }
        self.real(argument)
    }
}

fn is_abs(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Intrinsic(Intrinsic::Abs, arguments) if !arguments.iter().all(is_constant))
}
