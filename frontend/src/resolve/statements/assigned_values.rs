//! What an assignment makes of its value. Numbers become the variable's type; as gfortran has it, a LOGICAL becomes an
//! INTEGER, 1 for true and 0 for false, and an INTEGER becomes a LOGICAL, true where it is not zero.

use crate::resolve::expressions::{constant_expr, is_numeric};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{BinaryOp, Expr, Intrinsic};
use crate::source::Span;
use forlane_semantics::types::{Constant, IntegerKind, Type};

const INTEGER: Type = Type::Integer(IntegerKind::I4);

impl Scope<'_> {
    /// A value as a variable of a type takes it.
    pub fn assigned(&mut self, value: Expr, ty: Type) -> Outcome<Expr> {
        match (value.ty, ty) {
            (Type::Logical, Type::Integer(_)) => {
                let number = self.number_of(value)?;
                self.convert(number, ty)
            }
            (Type::Integer(_), Type::Logical) => {
                let span = value.span;
                self.binary(BinaryOp::NotEqual, value, number(0, span), span)
            }
            (given, ty) if given == ty || (is_numeric(given) && is_numeric(ty)) => self.convert(value, ty),
            (given, ty) => Err(self.refuse_assignment(given, ty, value.span)),
        }
    }

    /// 1 for a LOGICAL value that is true, else 0.
    pub fn number_of(&mut self, value: Expr) -> Outcome<Expr> {
        let span = value.span;
        self.operation(Intrinsic::Merge, vec![number(1, span), number(0, span), value], INTEGER, span)
    }
}

fn number(value: i64, span: Span) -> Expr {
    constant_expr(Constant::Integer(IntegerKind::I4, value), span)
}
