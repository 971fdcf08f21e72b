//! Intrinsic functions that other operations make up.

use super::row::{Composed, R8};
use crate::resolve::constants::as_constant;
use crate::resolve::constants::fold::fold_texts;
use crate::resolve::constants::fold::{self, FoldError};
use crate::resolve::constants::precise;
use crate::resolve::expressions::constant_expr;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{BinaryOp, Expr, ExprKind, Intrinsic, UnaryOp};
use crate::source::Span;
use forlane_semantics::operations::RealUnary;
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

impl Scope<'_> {
    /// The value of such a function, of type `result`.
    pub fn composed_value(
        &mut self,
        composed: Composed,
        arguments: Vec<Expr>,
        result: Type,
        span: Span,
    ) -> Outcome<Expr> {
        let mut arguments = arguments.into_iter();
        let Some(first) = arguments.next() else { return Err(self.reported_before()) };
        let (second, third) = (arguments.next(), arguments.next());
        match (composed, second, third) {
            (Composed::Complex, second, _) => self.complex_of_parts(first, second, result, span),
            (Composed::Parity, _, _) => {
                let ty = first.ty;
                let bits = self.operation(Intrinsic::PopulationCount, vec![first], ty, span)?;
                let one = integer_of(ty, 1, span);
                let odd = self.operation(Intrinsic::BitAnd, vec![bits, one], ty, span)?;
                self.convert(odd, result)
            }
            (Composed::MaskLeft | Composed::MaskRight, _, _) => self.mask(composed, first, result, span),
            (Composed::Status(status), _, _) => {
                let status = integer_of(first.ty, status, span);
                self.binary(BinaryOp::Equal, first, status, span)
            }
            (Composed::CotangentOfDegrees, _, _) => self.cotangent_of_degrees(first, span),
            (Composed::InDegrees(function), second, _) => {
                let ty = first.ty;
                let arguments = std::iter::once(first).chain(second).collect();
                self.angle_in_degrees(function, arguments, ty, span)
            }
            (Composed::DoubleProduct, Some(second), _) => {
                let (left, right) = (self.convert(first, R8)?, self.convert(second, R8)?);
                self.binary(BinaryOp::Multiply, left, right, span)
            }
            (Composed::ShiftRight, Some(count), _) => {
                let (ty, count) = (first.ty, self.negative(count, span)?);
                let count = self.convert(count, ty)?;
                self.operation(Intrinsic::Shift, vec![first, count], ty, span)
            }
            (Composed::Bitwise(function), Some(second), _) => self.bitwise(function, first, second, span),
            (Composed::Unsigned(relation), Some(second), _) => {
                // With the sign turned, the order of numbers with sign is that of those without.
                let ty = if first.ty.size() < second.ty.size() { second.ty } else { first.ty };
                let least = integer_of(ty, i64::MIN, span);
                let mut turned = |number: Expr| {
                    let number = self.extended_with_zeros(number, ty)?;
                    self.operation(Intrinsic::BitXor, vec![number, least.clone()], ty, span)
                };
                let (left, right) = (turned(first)?, turned(second)?);
                self.binary(relation, left, right, span)
            }
            (Composed::Relation(relation), Some(second), _) => self.relation_of_texts(relation, first, second, span),
            (Composed::DoubleShiftLeft | Composed::DoubleShiftRight, Some(second), Some(count)) => {
                let is_left = composed == Composed::DoubleShiftLeft;
                self.double_shift(is_left, first, second, count, span)
            }
            // Arguments that are missing.
            (Composed::DoubleProduct | Composed::ShiftRight | Composed::Bitwise(_), ..) => Err(self.reported_before()),
            (Composed::Unsigned(_) | Composed::Relation(_), ..) => Err(self.reported_before()),
            (Composed::DoubleShiftLeft | Composed::DoubleShiftRight, ..) => Err(self.reported_before()),
        }
    }

    /// The bits of an integer in one that may have more.
    fn extended_with_zeros(&mut self, number: Expr, ty: Type) -> Outcome<Expr> {
        let (span, bits) = (number.span, number.ty.size() * 8);
        if number.ty == ty {
            return Ok(number);
        }
        let number = self.convert(number, ty)?;
        let ones = integer_of(ty, (1 << bits) - 1, span);
        self.operation(Intrinsic::BitAnd, vec![number, ones], ty, span)
    }

    fn relation_of_texts(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Outcome<Expr> {
        let folded = match (as_constant(&left), as_constant(&right)) {
            (Some(Constant::Character(left)), Some(Constant::Character(right))) => Some(fold_texts(op, left, right)),
            _ => None,
        };
        self.folded_or(folded, ExprKind::Binary(op, Box::new(left), Box::new(right)), Type::Logical, span)
    }

    /// COTAND: the negative tangent of what is 90 degrees more, as gfortran computes it.
    fn cotangent_of_degrees(&mut self, degrees: Expr, span: Span) -> Outcome<Expr> {
        let ty = degrees.ty;
        if let ExprKind::Constant(Constant::Real(kind, value)) = degrees.kind {
            let folded = precise::cotangent_of_degrees(kind, value);
            let folded = folded.ok_or(FoldError::Domain("COTAND")).and_then(|value| fold::real(kind, value));
            return self.folded_or(Some(folded), ExprKind::Intrinsic(Intrinsic::Cotangent, vec![degrees]), ty, span);
        }
        let quarter = constant_expr(Constant::Real(real_kind(ty), 90.0), span);
        let turned = self.binary(BinaryOp::Add, degrees, quarter, span)?;
        let tangent = self.operation(Intrinsic::Elementary(RealUnary::TanDegrees), vec![turned], ty, span)?;
        Ok(Expr::new(ExprKind::Unary(UnaryOp::Negate, Box::new(tangent)), ty, span))
    }

    /// ASIND and the like: the angle times a factor, or, of constants, times 180 and divided by pi.
    fn angle_in_degrees(&mut self, function: Intrinsic, arguments: Vec<Expr>, ty: Type, span: Span) -> Outcome<Expr> {
        let angle = self.operation(function, arguments, ty, span)?;
        if let ExprKind::Constant(Constant::Real(kind, angle)) = angle.kind {
            return Ok(constant_expr(Constant::Real(kind, precise::in_degrees(kind, angle)), span));
        }
        // The factor as gfortran has it in each kind.
        let degrees = match ty {
            Type::Real(RealKind::R4) => 57.295_776_367_187_5,
            _ => 57.295_779_513_082_32,
        };
        let degrees = constant_expr(Constant::Real(real_kind(ty), degrees), span);
        self.binary(BinaryOp::Multiply, angle, degrees, span)
    }

    /// CMPLX: of a complex number, or of one or two parts.
    fn complex_of_parts(&mut self, first: Expr, second: Option<Expr>, result: Type, span: Span) -> Outcome<Expr> {
        let kind = real_kind(result);
        match (first.ty, &second) {
            (Type::Complex(_), None) => {
                let value = self.convert(first, Type::Complex(kind))?;
                return Ok(Expr { span, ..value });
            }
            (Type::Complex(_), Some(second)) | (_, Some(second @ Expr { ty: Type::Complex(_), .. })) => {
                let place = second.span;
                return Err(self.error("E0226", place, "a part of a complex number can't be COMPLEX"));
            }
            _ => {}
        }
        let real = self.convert(first, Type::Real(kind))?;
        let imaginary = match second {
            Some(second) => self.convert(second, Type::Real(kind))?,
            None => constant_expr(Constant::Real(kind, 0.0), span),
        };
        self.operation(Intrinsic::Complex, vec![real, imaginary], Type::Complex(kind), span)
    }

    fn negative(&mut self, operand: Expr, span: Span) -> Outcome<Expr> {
        let ty = operand.ty;
        if let ExprKind::Constant(Constant::Integer(kind, value)) = operand.kind {
            return Ok(constant_expr(Constant::Integer(kind, value.wrapping_neg()), span));
        }
        Ok(Expr::new(ExprKind::Unary(UnaryOp::Negate, Box::new(operand)), ty, span))
    }

    /// MASKL(n): all ones moved to the left by what n lacks to the number of bits; MASKR(n): moved to the right.
    fn mask(&mut self, composed: Composed, count: Expr, result: Type, span: Span) -> Outcome<Expr> {
        let count = self.convert(count, result)?;
        let bits = integer_of(result, result.size() as i64 * 8, span);
        let by = match composed {
            Composed::MaskLeft => self.binary(BinaryOp::Subtract, bits, count, span)?,
            _ => self.binary(BinaryOp::Subtract, count, bits, span)?,
        };
        self.operation(Intrinsic::Shift, vec![integer_of(result, -1, span), by], result, span)
    }

    /// AND, OR and XOR, which take operands of both sorts.
    fn bitwise(&mut self, function: Intrinsic, left: Expr, right: Expr, span: Span) -> Outcome<Expr> {
        match (left.ty, right.ty) {
            (Type::Logical, Type::Logical) => {
                let op = match function {
                    Intrinsic::BitAnd => BinaryOp::And,
                    Intrinsic::BitOr => BinaryOp::Or,
                    _ => BinaryOp::NotEquivalent,
                };
                self.binary(op, left, right, span)
            }
            (Type::Integer(one), Type::Integer(other)) => {
                let ty = Type::Integer(one.max(other));
                let arguments = vec![self.convert(left, ty)?, self.convert(right, ty)?];
                self.operation(function, arguments, ty, span)
            }
            _ => Err(self.error("E0226", span, "both arguments must be INTEGER, or both LOGICAL")),
        }
    }

    /// DSHIFTL takes the upper bits of both numbers side by side after a shift to the left, DSHIFTR the lower ones
    /// after one to the right.
    fn double_shift(&mut self, is_left: bool, high: Expr, low: Expr, count: Expr, span: Span) -> Outcome<Expr> {
        let ty = match (high.ty, low.ty) {
            (Type::Integer(one), Type::Integer(other)) => Type::Integer(one.max(other)),
            _ => return Err(self.reported_before()),
        };
        let (high, low, count) = (self.convert(high, ty)?, self.convert(low, ty)?, self.convert(count, ty)?);
        let bits = integer_of(ty, ty.size() as i64 * 8, span);
        let (high_by, low_by) = if is_left {
            let low_by = self.binary(BinaryOp::Subtract, count.clone(), bits, span)?;
            (count, low_by)
        } else {
            let high_by = self.binary(BinaryOp::Subtract, bits, count.clone(), span)?;
            (high_by, self.negative(count, span)?)
        };
        let high = self.operation(Intrinsic::Shift, vec![high, high_by], ty, span)?;
        let low = self.operation(Intrinsic::Shift, vec![low, low_by], ty, span)?;
        self.operation(Intrinsic::BitOr, vec![high, low], ty, span)
    }
}

/// The kind of the REAL that a number is, or becomes as a part of a complex one.
pub(super) fn real_kind(ty: Type) -> RealKind {
    match ty {
        Type::Real(kind) | Type::Complex(kind) => kind,
        _ => RealKind::R4,
    }
}

/// An INTEGER constant of a type; the least one where the value is less than that.
fn integer_of(ty: Type, value: i64, span: Span) -> Expr {
    let kind = match ty {
        Type::Integer(kind) => kind,
        _ => IntegerKind::I4,
    };
    constant_expr(Constant::Integer(kind, value.max(kind.least())), span)
}
