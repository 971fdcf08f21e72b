//! Expressions to CLIF: exactly the operations of [`forlane_semantics::numeric`], in the order of evaluation.
//!
//! Left operands are walked by a loop, so that long chains of operations cost no stack; the nesting to the right is
//! bounded by the front end.

use super::Emitter;
use super::divide::low_bits;
use super::known::Computed;
use crate::chains::{FusedStep, Step, steps};
use crate::conditions::{integer_condition, real_condition};
use crate::error::JitError;
use crate::powers::{is_product, product};
use crate::runtime::functions::{integer, real};
use crate::runtime::{RuntimeFunction, SiteReason};
use crate::texts::TextCode;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, I8};
use cranelift_codegen::ir::{self, InstBuilder};
use forlane_cfg::{
    Expr, IntegerBinary, IntegerExpr, IntegerKind, IntegerUnary, LogicalBinary, LogicalExpr, Place, RealBinary,
    RealExpr, RealKind, RealUnary, Rounding,
};
use std::cmp::Ordering;

impl Emitter<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<ir::Value, JitError> {
        match expr {
            Expr::Integer(expr) => self.integer(expr),
            Expr::Real(expr) => self.real(expr),
            Expr::Logical(expr) => self.logical(expr),
            Expr::Character(_) => Err(self.malformed("a CHARACTER value is used where a scalar is needed")),
        }
    }

    fn place(&mut self, place: &Place) -> Result<ir::Value, JitError> {
        match place {
            Place::Variable(variable) => self.read_variable(*variable),
            Place::Value(value) => self.value(*value),
            Place::Element(array, offset) => {
                let address = self.element(*array, offset)?;
                Ok(self.load(self.unit.vars[*array].ty, address, 0))
            }
            Place::Section(_) => Err(self.malformed("an array assignment is not lowered")),
        }
    }

    pub(super) fn integer(&mut self, expr: &IntegerExpr) -> Result<ir::Value, JitError> {
        let mut spine = Vec::new();
        let mut first = expr;
        while let IntegerExpr::Binary(operation, left, right) = first {
            spine.push((*operation, right.as_ref()));
            first = left;
        }
        let mut value = match first {
            IntegerExpr::Constant(kind, value) => self.integer_constant(*kind, *value),
            IntegerExpr::Read(_, place) => self.place(place)?,
            IntegerExpr::Unary(operation, operand) => {
                let operand = self.integer(operand)?;
                match operation {
                    IntegerUnary::Negate => self.builder.ins().ineg(operand),
                    IntegerUnary::Abs => self.builder.ins().iabs(operand),
                    IntegerUnary::Not => self.builder.ins().bnot(operand),
                    IntegerUnary::PopulationCount => self.builder.ins().popcnt(operand),
                    IntegerUnary::LeadingZeros => self.builder.ins().clz(operand),
                    IntegerUnary::TrailingZeros => self.builder.ins().ctz(operand),
                }
            }
            IntegerExpr::FromInteger(kind, operand) => {
                let from = operand.kind();
                let operand = self.integer(operand)?;
                match from.cmp(kind) {
                    Ordering::Less => self.builder.ins().sextend(integer(*kind), operand),
                    Ordering::Greater => self.builder.ins().ireduce(integer(*kind), operand),
                    Ordering::Equal => operand,
                }
            }
            IntegerExpr::FromReal(kind, rounding, operand) => {
                let from = operand.kind();
                let operand = self.real(operand)?;
                self.real_to_integer(from, *kind, *rounding, operand)
            }
            IntegerExpr::Character(function, texts) => self.of_texts(*function, texts)?,
            IntegerExpr::Binary(..) => unreachable!("the loop above took all of these"),
        };
        for (operation, right) in spine.into_iter().rev() {
            let constant = match right {
                IntegerExpr::Constant(_, constant) => Some(*constant),
                _ => None,
            };
            let right_value = self.integer(right)?;
            value = self.integer_binary(operation, right.kind(), value, right_value, constant)?;
        }
        Ok(value)
    }

    /// `constant` is the value of the right operand where it is known.
    fn integer_binary(
        &mut self,
        operation: IntegerBinary,
        kind: IntegerKind,
        left: ir::Value,
        right: ir::Value,
        constant: Option<i64>,
    ) -> Result<ir::Value, JitError> {
        Ok(match operation {
            IntegerBinary::Add | IntegerBinary::Subtract | IntegerBinary::Multiply => {
                self.once(Computed::Binary(operation, left, right), |emitter| match operation {
                    IntegerBinary::Add => emitter.builder.ins().iadd(left, right),
                    IntegerBinary::Subtract => emitter.builder.ins().isub(left, right),
                    _ => emitter.builder.ins().imul(left, right),
                })
            }
            IntegerBinary::Divide => self.quotient((left, right), constant, SiteReason::DivideByZero),
            IntegerBinary::Steps => self.quotient((left, right), constant, SiteReason::ZeroStep),
            IntegerBinary::Mod => self.remainder((left, right), constant),
            IntegerBinary::Modulo => {
                let rest = self.remainder((left, right), constant);
                let signs = self.builder.ins().bxor(rest, right);
                let differs = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0);
                let is_rest = self.builder.ins().icmp_imm_s(IntCC::NotEqual, rest, 0);
                let moves = self.builder.ins().band(differs, is_rest);
                let moved = self.builder.ins().iadd(rest, right);
                self.builder.ins().select(moves, moved, rest)
            }
            IntegerBinary::Power => {
                if constant.is_none_or(|exponent| exponent < 0) {
                    let base_good = self.builder.ins().icmp_imm_s(IntCC::NotEqual, left, 0);
                    let exponent_good = self.builder.ins().icmp_imm_s(IntCC::SignedGreaterThanOrEqual, right, 0);
                    let good = self.builder.ins().bor(base_good, exponent_good);
                    self.check(good, SiteReason::DivideByZero);
                }
                let multiply = |left, right| self.builder.ins().imul(left, right);
                match constant.filter(|exponent| *exponent > 0 && is_product(*exponent)) {
                    Some(exponent) => product(left, exponent.unsigned_abs(), multiply).unwrap_or(left),
                    None => self.compute_by_runtime(RuntimeFunction::IntegerPower(kind), &[left, right])?,
                }
            }
            IntegerBinary::Sign => {
                let difference = self.builder.ins().bxor(left, right);
                let differs = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, difference, 0);
                let negated = self.builder.ins().ineg(left);
                self.builder.ins().select(differs, negated, left)
            }
            IntegerBinary::Dim => {
                let difference = self.builder.ins().isub(left, right);
                let zero = self.builder.ins().iconst(integer(kind), 0);
                self.builder.ins().smax(difference, zero)
            }
            IntegerBinary::Min => self.builder.ins().smin(left, right),
            IntegerBinary::Max => self.builder.ins().smax(left, right),
            IntegerBinary::And => self.builder.ins().band(left, right),
            IntegerBinary::Or => self.builder.ins().bor(left, right),
            IntegerBinary::Xor => self.builder.ins().bxor(left, right),
            IntegerBinary::Shift | IntegerBinary::ShiftArithmetic => {
                self.shift(operation, kind, left, right, constant)?
            }
        })
    }

    /// A shift by a count that is less than the number of bits is one instruction.
    fn shift(
        &mut self,
        operation: IntegerBinary,
        kind: IntegerKind,
        left: ir::Value,
        right: ir::Value,
        constant: Option<i64>,
    ) -> Result<ir::Value, JitError> {
        let bits = i64::from(integer(kind).bits());
        Ok(match (operation, constant) {
            (IntegerBinary::Shift, Some(count)) if (0..bits).contains(&count) => {
                self.builder.ins().ishl_imm_u(left, count)
            }
            (IntegerBinary::Shift, Some(count)) if (-bits + 1..0).contains(&count) => {
                self.builder.ins().ushr_imm_u(left, -count)
            }
            (IntegerBinary::ShiftArithmetic, Some(count)) if (0..bits).contains(&count) => {
                self.builder.ins().sshr_imm_u(left, count)
            }
            _ => self.compute_by_runtime(RuntimeFunction::IntegerShift(kind, operation), &[left, right])?,
        })
    }

    /// A NaN, or a value that does not fit, becomes the least integer; NINT to INTEGER(4) is the low half of that to 8
    /// bytes.
    fn real_to_integer(
        &mut self,
        from: RealKind,
        kind: IntegerKind,
        rounding: Rounding,
        operand: ir::Value,
    ) -> ir::Value {
        if rounding == Rounding::Nearest && kind == IntegerKind::I4 {
            let wide = self.real_to_integer(from, IntegerKind::I8, rounding, operand);
            return self.builder.ins().ireduce(integer(kind), wide);
        }
        let whole = match rounding {
            Rounding::Truncate => self.builder.ins().trunc(operand),
            Rounding::Nearest => self.anint(from, operand),
            Rounding::Floor => self.builder.ins().floor(operand),
            Rounding::Ceiling => self.builder.ins().ceil(operand),
        };
        let least = kind.least();
        let bound = -(least as f64);
        let low = self.real_constant(from, -bound);
        let high = self.real_constant(from, bound);
        let above = self.builder.ins().fcmp(FloatCC::GreaterThanOrEqual, whole, low);
        let below = self.builder.ins().fcmp(FloatCC::LessThan, whole, high);
        let fits = self.builder.ins().band(above, below);
        let converted = self.builder.ins().fcvt_to_sint_sat(integer(kind), whole);
        let least = self.builder.ins().iconst(integer(kind), least);
        self.builder.ins().select(fits, converted, least)
    }

    fn real_constant(&mut self, kind: RealKind, value: f64) -> ir::Value {
        match kind {
            RealKind::R4 => self.builder.ins().f32const(value as f32),
            RealKind::R8 => self.builder.ins().f64const(value),
        }
    }

    /// A power with a constant exponent; the reciprocal of a negative one is taken last if it is INTEGER(4).
    fn known_power(&mut self, kind: RealKind, base: ir::Value, exponent: i64, of: IntegerKind) -> ir::Value {
        let one = self.real_constant(kind, 1.0);
        let reciprocal_first = exponent < 0 && of == IntegerKind::I8;
        let base = if reciprocal_first { self.builder.ins().fdiv(one, base) } else { base };
        let product = product(base, exponent.unsigned_abs(), |left, right| self.builder.ins().fmul(left, right));
        let product = product.unwrap_or(one);
        if exponent < 0 && !reciprocal_first { self.builder.ins().fdiv(one, product) } else { product }
    }

    /// To nearest, halves away from zero: the rest after the point is exact, so half of one can be told exactly.
    fn anint(&mut self, kind: RealKind, operand: ir::Value) -> ir::Value {
        let whole = self.builder.ins().trunc(operand);
        let rest = self.builder.ins().fsub(operand, whole);
        let rest = self.builder.ins().fabs(rest);
        let half = self.real_constant(kind, 0.5);
        let rounds_up = self.builder.ins().fcmp(FloatCC::GreaterThanOrEqual, rest, half);
        let one = self.real_constant(kind, 1.0);
        let one = self.builder.ins().fcopysign(one, operand);
        let next = self.builder.ins().fadd(whole, one);
        self.builder.ins().select(rounds_up, next, whole)
    }

    pub(super) fn real(&mut self, expr: &RealExpr) -> Result<ir::Value, JitError> {
        let (first, steps) = steps(expr, self.options.math.fuses());
        let mut value = match first {
            RealExpr::Constant(kind, value) => self.real_constant(*kind, *value),
            RealExpr::Read(_, place) => self.place(place)?,
            RealExpr::Unary(operation, operand) => {
                let kind = operand.kind();
                let operand = self.real(operand)?;
                self.real_unary(*operation, kind, operand)?
            }
            RealExpr::PowerInteger(base, exponent) => {
                let (kind, exponent_kind) = (base.kind(), exponent.kind());
                let function = RuntimeFunction::PowerInteger(kind, exponent_kind);
                let base = self.real(base)?;
                match **exponent {
                    IntegerExpr::Constant(_, known) if is_product(known) => {
                        self.known_power(kind, base, known, exponent_kind)
                    }
                    _ => {
                        let exponent = self.integer(exponent)?;
                        self.compute_by_runtime(function, &[base, exponent])?
                    }
                }
            }
            RealExpr::FromInteger(kind, operand) => {
                let operand = self.integer(operand)?;
                self.builder.ins().fcvt_from_sint(real(*kind), operand)
            }
            RealExpr::FromReal(kind, operand) => {
                let from = operand.kind();
                let operand = self.real(operand)?;
                match (from, kind) {
                    (RealKind::R4, RealKind::R8) => self.builder.ins().fpromote(real(*kind), operand),
                    (RealKind::R8, RealKind::R4) => self.builder.ins().fdemote(F32, operand),
                    _ => operand,
                }
            }
            RealExpr::Binary(..) => unreachable!("all of these are steps"),
        };
        for step in &steps {
            value = match step {
                Step::Binary(operation, right) => {
                    let kind = right.kind();
                    let right = self.real(right)?;
                    self.real_binary(*operation, kind, value, right)?
                }
                Step::Fused(step) => self.fused_step(*step, value)?,
            };
        }
        Ok(value)
    }

    /// Apart from [`Emitter::real`], whose frame is to stay small: it nests as deep as expressions do.
    fn fused_step(&mut self, step: FusedStep<'_>, value: ir::Value) -> Result<ir::Value, JitError> {
        let [first, second] = step.operands;
        let [a, b, c] = step.in_order(value, [self.real(first)?, self.real(second)?]);
        Ok(step.fused.emit(&mut self.builder, a, b, c))
    }

    fn real_unary(&mut self, operation: RealUnary, kind: RealKind, operand: ir::Value) -> Result<ir::Value, JitError> {
        Ok(match operation {
            RealUnary::Negate => self.builder.ins().fneg(operand),
            RealUnary::Abs => self.builder.ins().fabs(operand),
            RealUnary::Sqrt => self.builder.ins().sqrt(operand),
            RealUnary::Aint => self.builder.ins().trunc(operand),
            RealUnary::Anint => self.anint(kind, operand),
            _ => self.compute_by_runtime(RuntimeFunction::RealUnary(kind, operation), &[operand])?,
        })
    }

    fn real_binary(
        &mut self,
        operation: RealBinary,
        kind: RealKind,
        left: ir::Value,
        right: ir::Value,
    ) -> Result<ir::Value, JitError> {
        Ok(match operation {
            RealBinary::Add => self.builder.ins().fadd(left, right),
            RealBinary::Subtract => self.builder.ins().fsub(left, right),
            RealBinary::Multiply => self.builder.ins().fmul(left, right),
            RealBinary::Divide => self.builder.ins().fdiv(left, right),
            RealBinary::Sign => self.builder.ins().fcopysign(left, right),
            RealBinary::Dim => {
                let difference = self.builder.ins().fsub(left, right);
                let zero = self.real_constant(kind, 0.0);
                let is_zero = self.builder.ins().fcmp(FloatCC::LessThanOrEqual, difference, zero);
                self.builder.ins().select(is_zero, zero, difference)
            }
            RealBinary::Min => {
                let less = self.builder.ins().fcmp(FloatCC::LessThan, left, right);
                self.builder.ins().select(less, left, right)
            }
            RealBinary::Max => {
                // In this form it is one instruction on x86-64, as MIN is; with the operands of the comparison in their
                // order it would be a branch.
                let greater = self.builder.ins().fcmp(FloatCC::LessThan, right, left);
                self.builder.ins().select(greater, left, right)
            }
            _ => self.compute_by_runtime(RuntimeFunction::RealBinary(kind, operation), &[left, right])?,
        })
    }

    /// One byte, 0 or 1.
    pub(super) fn logical(&mut self, expr: &LogicalExpr) -> Result<ir::Value, JitError> {
        let mut spine = Vec::new();
        let mut first = expr;
        while let LogicalExpr::Binary(operation, left, right) = first {
            spine.push((*operation, right.as_ref()));
            first = left;
        }
        let mut value = match first {
            LogicalExpr::Constant(value) => self.builder.ins().iconst(I8, i64::from(*value)),
            LogicalExpr::Read(place) => self.place(place)?,
            LogicalExpr::Not(operand) => {
                let operand = self.logical(operand)?;
                self.builder.ins().bxor_imm_u(operand, 1)
            }
            LogicalExpr::CompareInteger(relation, left, right) => {
                let left = match low_bits(*relation, left, right) {
                    Some((dividend, bits)) => {
                        let dividend = self.integer(dividend)?;
                        self.builder.ins().band_imm_s(dividend, bits)
                    }
                    None => self.integer(left)?,
                };
                let right = self.integer(right)?;
                self.builder.ins().icmp(integer_condition(*relation), left, right)
            }
            LogicalExpr::CompareReal(relation, left, right) => {
                let left = self.real(left)?;
                let right = self.real(right)?;
                self.builder.ins().fcmp(real_condition(*relation), left, right)
            }
            LogicalExpr::Binary(..) => unreachable!("the loop above took all of these"),
        };
        for (operation, right) in spine.into_iter().rev() {
            let right = self.logical(right)?;
            value = match operation {
                LogicalBinary::And => self.builder.ins().band(value, right),
                LogicalBinary::Or => self.builder.ins().bor(value, right),
                LogicalBinary::Equivalent => self.builder.ins().icmp(IntCC::Equal, value, right),
                LogicalBinary::NotEquivalent => self.builder.ins().bxor(value, right),
            };
        }
        Ok(value)
    }
}
