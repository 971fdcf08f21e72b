//! Powers of COMPLEX: with an INTEGER exponent by repeated squaring, otherwise by logarithm and exponential.

use super::{Parts, arithmetic::read};
use crate::Builder;
use forlane_cfg::expr::{
    ComplexFunction, Expr, IntegerBinary, IntegerExpr, IntegerUnary, LogicalExpr, Place, RealBinary, RealExpr, Relation,
};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, Terminator};
use forlane_cfg::names;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved;
use forlane_semantics::types::{IntegerKind, RealKind, Type};

/// Constant exponents up to this are multiplied out.
const INLINE_EXPONENT: u64 = 64;

impl Builder<'_> {
    /// `base ** exponent` of complex numbers, as the C library computes `cpow`.
    pub(super) fn complex_power(&mut self, base: Parts, exponent: Parts) -> Parts {
        let logarithm = self.apply(ComplexFunction::Log, base);
        let product = self.complex_product(exponent, logarithm);
        self.apply(ComplexFunction::Exp, product)
    }

    /// A function of the C library.
    pub(super) fn apply(&mut self, function: ComplexFunction, operand: Parts) -> Parts {
        let operand = self.keep_parts("operand", operand);
        let part = |operation| RealExpr::Binary(operation, Box::new(operand.re.clone()), Box::new(operand.im.clone()));
        let (re, im) = (part(RealBinary::RealPart(function)), part(RealBinary::ImaginaryPart(function)));
        Parts { re, im }
    }

    /// `base ** exponent` of an INTEGER exponent: gfortran writes the powers -1 to 2 out, others are those of its
    /// library, which multiplies from the low bit up and begins with one.
    pub(super) fn complex_integer_power(&mut self, base: Parts, exponent: &resolved::Expr) -> Parts {
        let one = Parts::constant(base.kind(), 1.0, 0.0);
        match crate::operands::constant(exponent) {
            Some(0) => one,
            Some(1) => base,
            Some(2) => {
                let base = self.keep_parts("base", base);
                self.complex_product(base.clone(), base)
            }
            Some(-1) => self.complex_quotient(one, base),
            Some(known) if known.unsigned_abs() <= INLINE_EXPONENT => {
                let base = if known < 0 { self.complex_quotient(one, base) } else { base };
                self.known_power(base, known.unsigned_abs())
            }
            _ => {
                let exponent = self.integer(exponent);
                self.power_loop(base, exponent)
            }
        }
    }

    fn known_power(&mut self, base: Parts, exponent: u64) -> Parts {
        let mut square = self.keep_parts("square", base);
        let mut power = Parts::constant(square.kind(), 1.0, 0.0);
        let mut rest = exponent;
        loop {
            if rest & 1 == 1 {
                power = self.complex_product(power, square.clone());
            }
            rest >>= 1;
            if rest == 0 {
                return power;
            }
            square = self.complex_product(square.clone(), square);
            square = self.keep_parts("square", square);
        }
    }

    /// The loop of the library.
    fn power_loop(&mut self, base: Parts, exponent: IntegerExpr) -> Parts {
        let (kind, exponent_kind) = (base.kind(), exponent.kind());
        let power = self.two_variables("power", kind);
        let square = self.two_variables("square", kind);
        let exponent = self.save_integer("exponent", exponent);
        let base = self.keep_parts("base", base);
        self.assign_parts(power.0, power.1, RealExpr::Constant(kind, 1.0), RealExpr::Constant(kind, 0.0));
        self.assign_parts(square.0, square.1, base.re.clone(), base.im.clone());
        let rest = self.temporary("rest", Type::Integer(exponent_kind));
        let magnitude = IntegerExpr::Unary(IntegerUnary::Abs, Box::new(exponent.clone()));
        self.action(ActionKind::Assign { target: rest, value: Expr::Integer(magnitude) });
        let (negative, head, end) = (self.new_block(), self.new_block(), self.new_block());
        let not_zero = self.new_block();
        self.branch(compare(Relation::Equal, exponent.clone(), 0), end, not_zero);
        self.start(not_zero);
        self.branch(compare(Relation::Less, exponent, 0), negative, head);
        self.start(negative);
        let reciprocal = self.complex_quotient(Parts::constant(kind, 1.0, 0.0), base);
        self.assign_parts(square.0, square.1, reciprocal.re, reciprocal.im);
        self.fall_into(head);
        self.power_step(kind, power, square, (rest, exponent_kind), end);
        self.end(Terminator::Goto(head));
        self.start(end);
        Parts { re: read(kind, power.0), im: read(kind, power.1) }
    }

    /// One pass: `IF (BTEST(REST, 0)) POWER = POWER * SQUARE; REST = REST / 2; IF (REST .EQ. 0) GO TO END`, and the
    /// next square.
    fn power_step(
        &mut self,
        kind: RealKind,
        power: (VarId, VarId),
        square: (VarId, VarId),
        (rest, rest_kind): (VarId, IntegerKind),
        end: forlane_cfg::graph::BlockId,
    ) {
        let factor = Parts { re: read(kind, square.0), im: read(kind, square.1) };
        let product = Parts { re: read(kind, power.0), im: read(kind, power.1) };
        let read_rest = IntegerExpr::Read(rest_kind, Place::Variable(rest));
        let bit = IntegerExpr::Binary(
            IntegerBinary::And,
            Box::new(read_rest.clone()),
            Box::new(IntegerExpr::Constant(rest_kind, 1)),
        );
        let next = self.open_if(compare(Relation::NotEqual, bit, 0));
        let product = self.complex_product(product, factor.clone());
        self.exchange(power, product);
        self.fall_into(next);
        let half = IntegerExpr::Binary(
            IntegerBinary::Shift,
            Box::new(read_rest.clone()),
            Box::new(IntegerExpr::Constant(rest_kind, -1)),
        );
        self.action(ActionKind::Assign { target: rest, value: Expr::Integer(half) });
        let go_on = self.new_block();
        self.branch(compare(Relation::Equal, read_rest, 0), end, go_on);
        self.start(go_on);
        let squared = self.complex_product(factor.clone(), factor);
        self.exchange(square, squared);
    }

    /// Assigns two variables that the values may read.
    pub(super) fn exchange(&mut self, target: (VarId, VarId), value: Parts) {
        let im = match value.im {
            RealExpr::Constant(..) => value.im,
            im => self.save_real("im", im),
        };
        self.assign_parts(target.0, target.1, value.re, im);
    }

    pub(super) fn two_variables(&mut self, stem: &str, kind: RealKind) -> (VarId, VarId) {
        names::parts(stem).map(|part| self.temporary(&part, Type::Real(kind))).into()
    }
}

fn compare(relation: Relation, left: IntegerExpr, right: i64) -> LogicalExpr {
    let right = fold::to_integer(left.kind(), IntegerExpr::Constant(left.kind(), right));
    LogicalExpr::CompareInteger(relation, Box::new(left), Box::new(right))
}
