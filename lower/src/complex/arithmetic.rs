//! Arithmetic of COMPLEX as Fortran's rules of gfortran have it: products by the plain formula, quotients by Smith's
//! method (Algorithm 116, CACM 5, 1962).

use super::Parts;
use crate::Builder;
use forlane_cfg::expr::{Expr, LogicalExpr, Place, RealBinary, RealExpr, RealUnary, Relation};
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::BinaryOp;
use forlane_semantics::types::RealKind;

impl Builder<'_> {
    /// A binary operation on two numbers of one kind.
    pub(super) fn complex_binary(&mut self, op: BinaryOp, left: Parts, right: Parts) -> Parts {
        match op {
            BinaryOp::Add => Parts { re: add(left.re, right.re), im: add(left.im, right.im) },
            BinaryOp::Subtract => Parts { re: subtract(left.re, right.re), im: subtract(left.im, right.im) },
            BinaryOp::Multiply => self.complex_product(left, right),
            BinaryOp::Divide => self.complex_quotient(left, right),
            _ => self.complex_power(left, right),
        }
    }

    /// `(a + b i)(c + d i) = (a c - b d) + (a d + b c) i`
    pub fn complex_product(&mut self, left: Parts, right: Parts) -> Parts {
        let left = self.keep_parts("factor", left);
        let right = self.keep_parts("factor", right);
        let re = subtract(multiply(&left.re, &right.re), multiply(&left.im, &right.im));
        let im = add(multiply(&left.re, &right.im), multiply(&left.im, &right.re));
        Parts { re, im }
    }

    /// Smith's method: the lesser part of the divisor by the greater one first. A divisor of one leaves the dividend.
    pub(super) fn complex_quotient(&mut self, left: Parts, right: Parts) -> Parts {
        if is_constant(&right.re, 1.0) && is_constant(&right.im, 0.0) {
            return left;
        }
        let kind = left.kind();
        let left = self.keep_parts("dividend", left);
        let right = self.keep_parts("divisor", right);
        let (re, im) = self.two_variables("quotient", kind);
        let magnitude = |part: &RealExpr| Box::new(RealExpr::Unary(RealUnary::Abs, Box::new(part.clone())));
        let condition = LogicalExpr::CompareReal(Relation::Less, magnitude(&right.re), magnitude(&right.im));
        let flat = self.open_if(condition);
        let ratio = self.save_real("ratio", divide(right.re.clone(), right.im.clone()));
        let divisor = self.save_real("divisor", add(multiply(&right.re, &ratio), right.im.clone()));
        let up = add(multiply(&left.re, &ratio), left.im.clone());
        let across = subtract(multiply(&left.im, &ratio), left.re.clone());
        self.assign_parts(re, im, divide(up, divisor.clone()), divide(across, divisor));
        let join = self.open_else(flat);
        let ratio = self.save_real("ratio", divide(right.im.clone(), right.re.clone()));
        let divisor = self.save_real("divisor", add(multiply(&right.im, &ratio), right.re.clone()));
        let up = add(multiply(&left.im, &ratio), left.re.clone());
        let across = subtract(left.im.clone(), multiply(&left.re, &ratio));
        self.assign_parts(re, im, divide(up, divisor.clone()), divide(across, divisor));
        self.fall_into(join);
        Parts { re: read(kind, re), im: read(kind, im) }
    }

    /// Assigns two variables that the values do not read.
    pub(super) fn assign_parts(&mut self, re: VarId, im: VarId, real: RealExpr, imaginary: RealExpr) {
        self.action(ActionKind::Assign { target: re, value: Expr::Real(real) });
        self.action(ActionKind::Assign { target: im, value: Expr::Real(imaginary) });
    }
}

/// Reads a scalar variable.
pub(super) fn read(kind: RealKind, var: VarId) -> RealExpr {
    RealExpr::Read(kind, Place::Variable(var))
}

fn is_constant(expr: &RealExpr, value: f64) -> bool {
    matches!(expr, RealExpr::Constant(_, constant) if *constant == value)
}

fn add(left: RealExpr, right: RealExpr) -> RealExpr {
    RealExpr::Binary(RealBinary::Add, Box::new(left), Box::new(right))
}

fn subtract(left: RealExpr, right: RealExpr) -> RealExpr {
    RealExpr::Binary(RealBinary::Subtract, Box::new(left), Box::new(right))
}

fn multiply(left: &RealExpr, right: &RealExpr) -> RealExpr {
    RealExpr::Binary(RealBinary::Multiply, Box::new(left.clone()), Box::new(right.clone()))
}

fn divide(left: RealExpr, right: RealExpr) -> RealExpr {
    RealExpr::Binary(RealBinary::Divide, Box::new(left), Box::new(right))
}
