//! COMPLEX: each value becomes a pair of REAL expressions, each variable two REAL variables or an array of both parts.
//!
//! A scalar that is never passed by reference and lies in no shared memory is two variables, `z.re` and `z.im`; any
//! other is an array of two elements, and an array of n numbers is one of 2n. A function of type COMPLEX is a
//! subroutine whose first argument is the result. Trees share nothing, so what is needed twice goes to variables first.

mod arithmetic;
mod functions;
mod places;
mod power;
mod procedures;

use crate::Builder;
use crate::operands::{LeftOperand, Step, left_spine};
use forlane_cfg::expr::{Expr, LogicalBinary, LogicalExpr, Place, RealExpr, Relation};
use forlane_cfg::fold;
use forlane_frontend::resolved::{self, BinaryOp, ExprKind};
use forlane_frontend::source::Span;
use forlane_semantics::types::{Constant, RealKind, Type};

pub use places::parts_of_runs;

/// The two parts of a complex number.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The real part.
    pub re: RealExpr,
    /// The imaginary part.
    pub im: RealExpr,
}

impl Parts {
    /// A constant.
    fn constant(kind: RealKind, re: f64, im: f64) -> Parts {
        Parts { re: RealExpr::Constant(kind, re), im: RealExpr::Constant(kind, im) }
    }

    /// A real number.
    fn of_real(re: RealExpr) -> Parts {
        let im = RealExpr::Constant(re.kind(), 0.0);
        Parts { re, im }
    }

    fn kind(&self) -> RealKind {
        self.re.kind()
    }

    fn of_kind(self, kind: RealKind) -> Parts {
        Parts { re: fold::to_real(kind, self.re), im: fold::to_real(kind, self.im) }
    }

    fn negated(self) -> Parts {
        Parts { re: fold::negate_real(self.re), im: fold::negate_real(self.im) }
    }
}

impl Builder<'_> {
    /// A COMPLEX expression.
    pub fn complex(&mut self, expr: &resolved::Expr) -> Parts {
        self.level += 1;
        let (leaf, steps) = left_spine(expr);
        let mut value = self.complex_leaf(leaf);
        let mut place = Some(0);
        for (done, step) in steps.into_iter().rev().enumerate() {
            if let Step::Binary(op, right) = &step {
                let how = place.take().map_or(LeftOperand::First, |negations| LeftOperand::of(*op, negations));
                if self.comes_first(leaf, how, right) {
                    value = self.complex_before(value, &[right]);
                }
            } else {
                place = place.map(|negations| negations + 1);
            }
            value = match step {
                Step::Negate => value.negated(),
                Step::Binary(BinaryOp::Power, right) if matches!(right.ty, Type::Integer(_)) => {
                    self.complex_integer_power(value, right)
                }
                Step::Binary(op, right) => {
                    let right = self.complex(right);
                    self.complex_binary(op, value, right)
                }
            };
            if (done + 1) % self.chain_limit() == 0 {
                value = self.keep_parts("part", value);
            }
        }
        self.level -= 1;
        value
    }

    fn complex_leaf(&mut self, expr: &resolved::Expr) -> Parts {
        let Type::Complex(kind) = expr.ty else { return self.not_complex(expr.span) };
        if let Some(parts) = self.prepared_parts(kind, expr) {
            return parts;
        }
        match &expr.kind {
            ExprKind::Constant(Constant::Complex(kind, re, im)) => Parts::constant(*kind, *re, *im),
            ExprKind::Read(designator) => self.read_complex(designator, kind, expr.span),
            ExprKind::Convert(inner) => match inner.ty {
                Type::Complex(_) => self.complex(inner).of_kind(kind),
                Type::Integer(_) => Parts::of_real(fold::integer_to_real(kind, self.integer(inner))),
                _ => Parts::of_real(fold::to_real(kind, self.real(inner))),
            },
            ExprKind::Intrinsic(intrinsic, arguments) => {
                let value = self.complex_intrinsic(*intrinsic, arguments, expr.span);
                value.unwrap_or_else(|| self.not_complex(expr.span))
            }
            ExprKind::Let(bindings, value) => {
                self.bind_arguments(bindings);
                self.complex(value)
            }
            ExprKind::Call { procedure, arguments, .. } => self.complex_function(*procedure, arguments, kind),
            ExprKind::ArrayFunction(call) => match &self.scalar_function(call, expr.ty)[..] {
                [Expr::Real(re), Expr::Real(im)] => Parts { re: re.clone(), im: im.clone() },
                _ => self.not_complex(expr.span),
            },
            ExprKind::Array(_) => {
                self.error(expr.span, "COMPLEX arrays in expressions are not supported yet");
                Parts::constant(kind, 0.0, 0.0)
            }
            _ => self.not_complex(expr.span),
        }
    }

    fn not_complex(&mut self, span: Span) -> Parts {
        self.error(span, "a COMPLEX expression was expected here");
        Parts::constant(RealKind::R4, 0.0, 0.0)
    }

    /// `.EQ.` or `.NE.`
    pub fn compare_complex(
        &mut self,
        relation: Relation,
        left: &resolved::Expr,
        right: &resolved::Expr,
    ) -> LogicalExpr {
        let is_first = self.comes_first(left, LeftOperand::Exchanged, right);
        let mut first = self.complex(left);
        if is_first {
            first = self.complex_before(first, &[right]);
        }
        let (left, right) = (first, self.complex(right));
        let operation = if relation == Relation::Equal { LogicalBinary::And } else { LogicalBinary::Or };
        let compare = |left, right| Box::new(LogicalExpr::CompareReal(relation, Box::new(left), Box::new(right)));
        LogicalExpr::Binary(operation, compare(left.re, right.re), compare(left.im, right.im))
    }

    /// Assigns each part to a new variable, unless it is a constant.
    pub fn saved_parts(&mut self, parts: Parts) -> Parts {
        let mut save = |part| match part {
            RealExpr::Constant(..) => part,
            part => self.save_real("scalar", part),
        };
        let re = save(parts.re);
        let im = save(parts.im);
        Parts { re, im }
    }

    /// Assigns each part to a new variable, unless it is a constant or a scalar variable.
    fn keep_parts(&mut self, stem: &str, parts: Parts) -> Parts {
        let re = self.keep_part(stem, parts.re);
        let im = self.keep_part(stem, parts.im);
        Parts { re, im }
    }

    fn keep_part(&mut self, stem: &str, part: RealExpr) -> RealExpr {
        match part {
            RealExpr::Constant(..) | RealExpr::Read(_, Place::Variable(_)) => part,
            part => self.save_real(stem, part),
        }
    }
}
