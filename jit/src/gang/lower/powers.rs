//! Powers of reals with integer exponents, in the order of products that [`forlane_semantics::numeric`] states.

use super::Lowering;
use crate::gang::ir::{BinaryOp, BlockId, Element, Target, Terminator, UnaryOp, ValueId};
use crate::powers::{is_product, product};
use crate::runtime::RuntimeFunction;
use forlane_cfg::{IntegerKind, Relation};

impl Lowering<'_> {
    /// A real to an integer power.
    pub(super) fn power_integer(&mut self, base: ValueId, exponent: ValueId) -> ValueId {
        let kind = self.kind_of(base);
        let exponent_kind = match self.builder.code.ty(exponent).element {
            Element::I64 => IntegerKind::I8,
            _ => IntegerKind::I4,
        };
        match self.builder.code.constant(exponent).map(|bits| bits as i64) {
            Some(known) if is_product(known) => self.known_power(base, known, exponent_kind),
            None if !self.builder.code.ty(exponent).is_varying() => self.common_power(base, exponent, exponent_kind),
            _ => self.runtime(RuntimeFunction::PowerInteger(kind, exponent_kind), vec![base, exponent]),
        }
    }

    fn known_power(&mut self, base: ValueId, exponent: i64, exponent_kind: IntegerKind) -> ValueId {
        let reciprocal_first = exponent < 0 && exponent_kind == IntegerKind::I8;
        let base = if reciprocal_first { self.reciprocal(base) } else { base };
        let multiply = |left, right| self.builder.binary(BinaryOp::Multiply, left, right);
        let product = product(base, exponent.unsigned_abs(), multiply);
        let product = product.unwrap_or_else(|| self.one_like(base));
        if exponent < 0 && !reciprocal_first { self.reciprocal(product) } else { product }
    }

    /// A power with an exponent that all lanes have in common, as counters of loops are:
    ///
    /// ```text
    /// rest = |exponent|; square = base; product = 1, or base where rest is odd
    /// while rest / 2 is not 0: rest = rest / 2; square = square * square
    ///       where rest is odd: product = product * square
    /// ```
    ///
    /// Where the exponent is negative, the reciprocal is that of the base or of the product.
    fn common_power(&mut self, base: ValueId, exponent: ValueId, exponent_kind: IntegerKind) -> ValueId {
        let zero = self.zero_like(exponent);
        let negative = self.builder.compare(Relation::Less, exponent, zero);
        let reciprocal_first = exponent_kind == IntegerKind::I8;
        let base = if reciprocal_first { self.reciprocal_where(negative, base) } else { base };
        let product = self.multiply_out(base, exponent);
        if reciprocal_first { product } else { self.reciprocal_where(negative, product) }
    }

    /// The power with the magnitude of the exponent.
    fn multiply_out(&mut self, base: ValueId, exponent: ValueId) -> ValueId {
        let (real, integer) = (self.builder.code.ty(base), self.builder.code.ty(exponent));
        let [head, body, multiplied, behind] = [(); 4].map(|()| self.builder.new_block());
        self.builder.code.blocks[head].is_loop_head = true;
        // The least integer is its own negative, and its magnitude if it is read without sign.
        let magnitude = self.builder.unary(UnaryOp::Abs, exponent);
        let one = self.one_like(base);
        let one = if real.is_varying() { self.builder.splat(one) } else { one };
        let mark = self.builder.mark();
        self.branch_where_odd(magnitude, (head, vec![magnitude, base, base]), (head, vec![magnitude, base, one]));

        self.builder.block = head;
        let rest = self.builder.parameter(head, integer);
        let (square, product) = (self.builder.parameter(head, real), self.builder.parameter(head, real));
        let rest = self.builder.unary(UnaryOp::ShiftRightUnsigned(1), rest);
        let zero = self.zero_like(exponent);
        let condition = self.builder.compare(Relation::NotEqual, rest, zero);
        let then = Target { block: body, arguments: Vec::new() };
        let otherwise = Target { block: behind, arguments: vec![product] };
        self.builder.terminate(Terminator::Branch { condition, then, otherwise });

        self.builder.block = body;
        let square = self.builder.binary(BinaryOp::Multiply, square, square);
        self.branch_where_odd(rest, (multiplied, Vec::new()), (head, vec![rest, square, product]));

        self.builder.block = multiplied;
        let product = self.builder.binary(BinaryOp::Multiply, product, square);
        self.builder.jump(head, vec![rest, square, product]);

        self.builder.forget(mark);
        self.builder.block = behind;
        self.builder.parameter(behind, real)
    }

    fn branch_where_odd(
        &mut self,
        value: ValueId,
        (odd, of_odd): (BlockId, Vec<ValueId>),
        (even, of_even): (BlockId, Vec<ValueId>),
    ) {
        let ty = self.builder.code.ty(value);
        let (one, zero) = (self.builder.constant(ty, 1), self.builder.constant(ty, 0));
        let low = self.builder.binary(BinaryOp::And, value, one);
        let condition = self.builder.compare(Relation::NotEqual, low, zero);
        let then = Target { block: odd, arguments: of_odd };
        let otherwise = Target { block: even, arguments: of_even };
        self.builder.terminate(Terminator::Branch { condition, then, otherwise });
    }

    /// The value, or its reciprocal where a condition holds for all lanes.
    fn reciprocal_where(&mut self, condition: ValueId, value: ValueId) -> ValueId {
        let ty = self.builder.code.ty(value);
        let [divided, behind] = [(); 2].map(|()| self.builder.new_block());
        let then = Target { block: divided, arguments: Vec::new() };
        let otherwise = Target { block: behind, arguments: vec![value] };
        self.builder.terminate(Terminator::Branch { condition, then, otherwise });
        let mark = self.builder.mark();
        self.builder.block = divided;
        let reciprocal = self.reciprocal(value);
        self.builder.jump(behind, vec![reciprocal]);
        self.builder.forget(mark);
        self.builder.block = behind;
        self.builder.parameter(behind, ty)
    }

    fn reciprocal(&mut self, value: ValueId) -> ValueId {
        let one = self.one_like(value);
        self.builder.binary(BinaryOp::Divide, one, value)
    }

    fn one_like(&mut self, value: ValueId) -> ValueId {
        let kind = self.kind_of(value);
        self.real_constant(kind, 1.0)
    }
}
