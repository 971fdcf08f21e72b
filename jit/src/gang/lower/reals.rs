//! Expressions of reals, exact to the bit: an operation that is not one instruction is a sequence with the same result
//! as [`forlane_semantics::numeric`].

use super::Lowering;
use crate::chains::{FusedStep, Step, steps};
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, UnaryOp, ValueId};
use crate::runtime::RuntimeFunction;
use forlane_cfg::{IntegerExpr, RealBinary, RealExpr, RealKind, RealUnary, Relation};

impl Lowering<'_> {
    /// A REAL expression. Chains of operations nest to the left and may be long.
    pub(super) fn real(&mut self, expr: &RealExpr) -> Result<ValueId, JitError> {
        let (first, steps) = steps(expr, self.around.options.math.fuses());
        let mut value = self.real_operand(first)?;
        for step in &steps {
            value = match step {
                Step::Binary(operation, right) => {
                    let right = self.real(right)?;
                    self.real_binary(*operation, value, right)
                }
                Step::Fused(step) => self.fused_step(*step, value)?,
            };
        }
        Ok(value)
    }

    /// Apart from [`Lowering::real`], whose frame is to stay small: it nests as deep as expressions do.
    fn fused_step(&mut self, step: FusedStep<'_>, value: ValueId) -> Result<ValueId, JitError> {
        let [first, second] = step.operands;
        let [a, b, c] = step.in_order(value, [self.real(first)?, self.real(second)?]);
        Ok(self.builder.fused(step.fused, a, b, c))
    }

    fn real_operand(&mut self, expr: &RealExpr) -> Result<ValueId, JitError> {
        match expr {
            RealExpr::Constant(kind, value) => Ok(self.real_constant(*kind, *value)),
            RealExpr::Read(_, place) => self.place(place),
            RealExpr::Unary(operation, operand) => {
                let operand = self.real(operand)?;
                Ok(self.real_unary(*operation, operand))
            }
            RealExpr::Binary(..) => self.real(expr),
            RealExpr::PowerInteger(base, exponent) => self.power_integer_of(base, exponent),
            RealExpr::FromInteger(kind, operand) => {
                let operand = self.integer(operand)?;
                Ok(self.builder.convert(operand, real_element(*kind)))
            }
            RealExpr::FromReal(kind, operand) => {
                let operand = self.real(operand)?;
                Ok(self.builder.convert(operand, real_element(*kind)))
            }
        }
    }

    /// Apart, as [`Lowering::fused_step`].
    fn power_integer_of(&mut self, base: &RealExpr, exponent: &IntegerExpr) -> Result<ValueId, JitError> {
        let base = self.real(base)?;
        let exponent = self.integer(exponent)?;
        Ok(self.power_integer(base, exponent))
    }

    pub(super) fn real_constant(&mut self, kind: RealKind, value: f64) -> ValueId {
        let bits = match kind {
            RealKind::R8 => value.to_bits(),
            RealKind::R4 => u64::from((value as f32).to_bits()),
        };
        self.builder.constant(GangType::uniform(real_element(kind)), bits)
    }

    pub(super) fn kind_of(&self, value: ValueId) -> RealKind {
        if self.builder.code.ty(value).element == Element::F64 { RealKind::R8 } else { RealKind::R4 }
    }

    fn real_unary(&mut self, operation: RealUnary, operand: ValueId) -> ValueId {
        match operation {
            RealUnary::Negate => self.builder.unary(UnaryOp::Negate, operand),
            RealUnary::Abs => self.builder.unary(UnaryOp::Abs, operand),
            RealUnary::Sqrt => self.builder.unary(UnaryOp::Sqrt, operand),
            RealUnary::Aint => self.builder.unary(UnaryOp::Truncate, operand),
            RealUnary::Anint => self.anint(operand),
            _ => {
                let kind = self.kind_of(operand);
                self.runtime(RuntimeFunction::RealUnary(kind, operation), vec![operand])
            }
        }
    }

    /// To nearest, halves away from zero.
    pub(super) fn anint(&mut self, operand: ValueId) -> ValueId {
        let moved = self.away_from_zero(operand);
        self.builder.unary(UnaryOp::Truncate, moved)
    }

    /// A real of which the whole part is the nearest whole number, halves away from zero: moved by the greatest real
    /// below a half. With a half itself the greatest real below a half would come to one; with this the sum of two
    /// halves still rounds up to one.
    pub(super) fn away_from_zero(&mut self, operand: ValueId) -> ValueId {
        let kind = self.kind_of(operand);
        let below_half = match kind {
            RealKind::R8 => 0.5f64.next_down(),
            RealKind::R4 => f64::from(0.5f32.next_down()),
        };
        let step = self.real_constant(kind, below_half);
        let step = self.builder.binary(BinaryOp::CopySign, step, operand);
        self.builder.binary(BinaryOp::Add, operand, step)
    }

    /// The whole part, moved by `step` where it has that relation to the operand: FLOOR and CEILING.
    pub(super) fn whole(&mut self, operand: ValueId, relation: Relation, step: f64) -> ValueId {
        let kind = self.kind_of(operand);
        let whole = self.builder.unary(UnaryOp::Truncate, operand);
        let passed = self.builder.compare(relation, whole, operand);
        let step = self.real_constant(kind, step);
        let moved = self.builder.binary(BinaryOp::Add, whole, step);
        self.builder.blend(passed, moved, whole)
    }

    /// NINT to INTEGER(4): the low half of that to INTEGER(8), of which a NaN, or a value that does not fit, becomes
    /// the least. Lanes take off multiples of 2**32 first, which is exact.
    pub(super) fn nearest_integer4(&mut self, operand: ValueId) -> ValueId {
        let moved = self.away_from_zero(operand);
        if !self.builder.code.ty(operand).is_varying() {
            let wide = self.builder.convert(moved, Element::I64);
            return self.builder.convert(wide, Element::I32);
        }
        let kind = self.kind_of(operand);
        let [down, up, end] = [-32, 32, 63].map(|power| self.real_constant(kind, 2f64.powi(power)));
        let whole = self.builder.unary(UnaryOp::Truncate, moved);
        let scaled = self.builder.binary(BinaryOp::Multiply, whole, down);
        let multiple = self.anint(scaled);
        let multiple = self.builder.binary(BinaryOp::Multiply, multiple, up);
        let rest = self.builder.binary(BinaryOp::Subtract, whole, multiple);
        let magnitude = self.builder.unary(UnaryOp::Abs, whole);
        let fits = self.builder.compare(Relation::Less, magnitude, end);
        let zero = self.zero_like(rest);
        let rest = self.builder.blend(fits, rest, zero);
        self.builder.convert(rest, Element::I32)
    }

    fn real_binary(&mut self, operation: RealBinary, left: ValueId, right: ValueId) -> ValueId {
        let simple = match operation {
            RealBinary::Add => BinaryOp::Add,
            RealBinary::Subtract => BinaryOp::Subtract,
            RealBinary::Multiply => BinaryOp::Multiply,
            RealBinary::Divide => BinaryOp::Divide,
            RealBinary::Sign => BinaryOp::CopySign,
            RealBinary::Min | RealBinary::Max => {
                let relation = if operation == RealBinary::Min { Relation::Less } else { Relation::Greater };
                let first = self.builder.compare(relation, left, right);
                return self.builder.blend(first, left, right);
            }
            RealBinary::Dim => {
                let difference = self.builder.binary(BinaryOp::Subtract, left, right);
                let zero = self.zero_like(difference);
                let is_less = self.builder.compare(Relation::LessEqual, difference, zero);
                return self.builder.blend(is_less, zero, difference);
            }
            _ => {
                let kind = self.kind_of(left);
                return self.runtime(RuntimeFunction::RealBinary(kind, operation), vec![left, right]);
            }
        };
        self.builder.binary(simple, left, right)
    }
}

/// The element of a kind of REAL.
pub(super) fn real_element(kind: RealKind) -> Element {
    match kind {
        RealKind::R8 => Element::F64,
        RealKind::R4 => Element::F32,
    }
}
