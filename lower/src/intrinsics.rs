//! Intrinsic functions that are more than one operation on arguments of the result's type.

use crate::Builder;
use crate::complex::Parts;
use forlane_cfg::expr::{
    Expr, IntegerBinary, IntegerExpr, IntegerUnary, LogicalExpr, Place, RealBinary, RealExpr, RealUnary, Relation,
    Rounding,
};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, ExprKind, Intrinsic};
use forlane_frontend::source::Span;
use forlane_semantics::numeric::{integer4, integer8};
use forlane_semantics::types::{IntegerKind, RealKind, Type};

impl Builder<'_> {
    /// An INTEGER intrinsic of one argument, or of several arguments of which some are needed twice.
    pub fn other_integer_intrinsic(
        &mut self,
        kind: IntegerKind,
        intrinsic: Intrinsic,
        arguments: &[resolved::Expr],
        span: Span,
    ) -> Option<IntegerExpr> {
        let rounding = match intrinsic {
            Intrinsic::Nint => Some(Rounding::Nearest),
            Intrinsic::Floor => Some(Rounding::Floor),
            Intrinsic::Ceiling => Some(Rounding::Ceiling),
            _ => None,
        };
        let operation = match intrinsic {
            Intrinsic::Abs => Some(IntegerUnary::Abs),
            Intrinsic::BitNot => Some(IntegerUnary::Not),
            Intrinsic::PopulationCount => Some(IntegerUnary::PopulationCount),
            Intrinsic::LeadingZeros => Some(IntegerUnary::LeadingZeros),
            Intrinsic::TrailingZeros => Some(IntegerUnary::TrailingZeros),
            _ => None,
        };
        match (arguments, rounding, operation) {
            ([argument], Some(rounding), _) => {
                let operand = Box::new(self.real(argument));
                Some(IntegerExpr::FromReal(kind, rounding, operand))
            }
            ([argument], _, Some(operation)) => {
                let operand = self.integer(argument);
                Some(unary(operation, argument.ty, operand))
            }
            ([argument], ..) if intrinsic == Intrinsic::Exponent => {
                let exponent = RealExpr::Unary(RealUnary::Exponent, Box::new(self.real(argument)));
                Some(IntegerExpr::FromReal(kind, Rounding::Truncate, Box::new(exponent)))
            }
            _ if intrinsic == Intrinsic::Merge => match self.merge(arguments, span).pop() {
                Some(Expr::Integer(value)) => Some(value),
                _ => None,
            },
            _ => self.bits(intrinsic, arguments),
        }
    }

    /// A REAL intrinsic that is not an operation on one or two arguments of its type; none if it is one.
    pub fn other_real_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        arguments: &[resolved::Expr],
        span: Span,
    ) -> Option<RealExpr> {
        match (intrinsic, arguments) {
            (Intrinsic::Scale | Intrinsic::SetExponent, [significand, exponent]) => {
                let left = self.real(significand);
                let right = self.integer(exponent);
                let right = fold::integer_to_real(left.kind(), right);
                let operation = if intrinsic == Intrinsic::Scale { RealBinary::Scale } else { RealBinary::SetExponent };
                Some(RealExpr::Binary(operation, Box::new(left), Box::new(right)))
            }
            (Intrinsic::BesselJ | Intrinsic::BesselY, [order, argument]) => {
                let order = self.integer(order);
                let argument = self.real(argument);
                let order = fold::integer_to_real(argument.kind(), order);
                let operation = if intrinsic == Intrinsic::BesselJ { RealBinary::BesselJ } else { RealBinary::BesselY };
                Some(RealExpr::Binary(operation, Box::new(order), Box::new(argument)))
            }
            (Intrinsic::Cotangent, [argument]) => {
                // As gfortran computes it, with a right angle of the kind.
                let operand = self.real(argument);
                let quarter = match operand.kind() {
                    RealKind::R4 => f64::from(std::f32::consts::FRAC_PI_2),
                    RealKind::R8 => std::f64::consts::FRAC_PI_2,
                };
                let quarter = RealExpr::Constant(operand.kind(), quarter);
                let turned = RealExpr::Binary(RealBinary::Add, Box::new(operand), Box::new(quarter));
                let tangent = RealExpr::Unary(RealUnary::Tan, Box::new(turned));
                Some(RealExpr::Unary(RealUnary::Negate, Box::new(tangent)))
            }
            (Intrinsic::Merge, _) => match self.merge(arguments, span).pop() {
                Some(Expr::Real(value)) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// A LOGICAL intrinsic.
    pub fn logical_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        arguments: &[resolved::Expr],
        span: Span,
    ) -> Option<LogicalExpr> {
        match (intrinsic, arguments) {
            (Intrinsic::IsNan, [argument]) => {
                let operand = self.real(argument);
                let operand = self.keep_once("value", operand);
                let other = Box::new(operand.clone());
                Some(LogicalExpr::CompareReal(Relation::NotEqual, Box::new(operand), other))
            }
            (Intrinsic::BitTest, [operand, place]) => {
                let operand = self.integer(operand);
                let operand = self.integer_before(operand, &[place]);
                let place = self.integer(place);
                let kind = operand.kind();
                let bit = binary(IntegerBinary::And, operand, shift(IntegerExpr::Constant(kind, 1), place));
                let zero = Box::new(IntegerExpr::Constant(kind, 0));
                Some(LogicalExpr::CompareInteger(Relation::NotEqual, Box::new(bit), zero))
            }
            (Intrinsic::Merge, _) => match self.merge(arguments, span).pop() {
                Some(Expr::Logical(value)) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Functions of bits that are made of shifts and operations on each bit.
    fn bits(&mut self, intrinsic: Intrinsic, arguments: &[resolved::Expr]) -> Option<IntegerExpr> {
        let operands: Vec<IntegerExpr> = arguments.iter().map(|argument| self.integer(argument)).collect();
        let kind = operands.first().map(IntegerExpr::kind)?;
        let bits = arguments.first()?.ty.size() as i64 * 8;
        let constant = |value| IntegerExpr::Constant(kind, value);
        let mut operands = operands.into_iter();
        let first = operands.next()?;
        let rest: Vec<IntegerExpr> = operands.collect();
        match (intrinsic, &rest[..]) {
            (Intrinsic::BitSet, [place]) => Some(binary(IntegerBinary::Or, first, shift(constant(1), place.clone()))),
            (Intrinsic::BitClear, [place]) => {
                let bit = shift(constant(1), place.clone());
                Some(binary(IntegerBinary::And, first, complement(bit)))
            }
            (Intrinsic::Bits, [place, length]) => {
                // The sign comes in, as with gfortran, where more bits are requested than there are.
                let moved = binary(IntegerBinary::ShiftArithmetic, first, place.clone());
                Some(binary(IntegerBinary::And, moved, low_bits(length.clone())))
            }
            (Intrinsic::MergeBits, [other, mask]) => {
                let mask = self.keep_integer("mask", mask.clone());
                let kept = binary(IntegerBinary::And, first, mask.clone());
                Some(binary(IntegerBinary::Or, kept, binary(IntegerBinary::And, other.clone(), complement(mask))))
            }
            (Intrinsic::MoveBits, [from_place, length, to, to_place]) => {
                // That many ones from the right, up to all bits.
                let ones = constant(if bits == kind.size() as i64 * 8 { -1 } else { (1 << bits) - 1 });
                let unmoved = binary(IntegerBinary::Subtract, length.clone(), constant(bits));
                let mask = self.keep_integer("mask", shift(ones, unmoved));
                let to_place = self.keep_integer("place", to_place.clone());
                let moved = shift(first, fold::negate(from_place.clone()));
                let moved = shift(binary(IntegerBinary::And, moved, mask.clone()), to_place.clone());
                let kept = binary(IntegerBinary::And, to.clone(), complement(shift(mask, to_place)));
                Some(binary(IntegerBinary::Or, kept, moved))
            }
            (Intrinsic::ShiftCircular, [count]) => Some(self.shift_circular(first, count.clone(), constant(bits))),
            (Intrinsic::ShiftCircular, [count, size]) => Some(self.shift_circular(first, count.clone(), size.clone())),
            _ => None,
        }
    }

    /// ISHFTC: what leaves the lowest `size` bits on one side comes in on the other.
    fn shift_circular(&mut self, operand: IntegerExpr, count: IntegerExpr, size: IntegerExpr) -> IntegerExpr {
        let kind = operand.kind();
        let bits = kind.size() as i64 * 8;
        let operand = self.keep_integer("value", operand);
        let count = self.keep_integer("count", count);
        let size = self.keep_integer("size", size);
        // A negative count is the size less.
        let sign = match fold::constant(&count) {
            Some(count) => IntegerExpr::Constant(kind, if count < 0 { -1 } else { 0 }),
            None => {
                let most = Box::new(IntegerExpr::Constant(kind, bits - 1));
                IntegerExpr::Binary(IntegerBinary::ShiftArithmetic, Box::new(count.clone()), most)
            }
        };
        let correction = match fold::constant(&sign) {
            Some(0) => IntegerExpr::Constant(kind, 0),
            Some(_) => size.clone(),
            None => binary(IntegerBinary::And, sign, size.clone()),
        };
        let count = fold::binary(IntegerBinary::Add, count, correction);
        let count = self.keep_integer("count", count);
        let back = fold::binary(IntegerBinary::Subtract, count.clone(), size.clone());
        if fold::constant(&size) == Some(bits) {
            return binary(IntegerBinary::Or, shift(operand.clone(), count), shift(operand, back));
        }
        let unused = fold::binary(IntegerBinary::Subtract, size, IntegerExpr::Constant(kind, bits));
        let mask = self.keep_integer("mask", shift(IntegerExpr::Constant(kind, -1), unused));
        let low = binary(IntegerBinary::And, operand.clone(), mask.clone());
        let low = self.save_integer("low", low);
        let round = binary(IntegerBinary::Or, shift(low.clone(), count), shift(low, back));
        let round = binary(IntegerBinary::And, round, mask.clone());
        let kept = binary(IntegerBinary::And, operand, complement(mask));
        binary(IntegerBinary::Or, kept, round)
    }

    /// MERGE: the values of the first argument or of the second, in variables; a COMPLEX one has two parts.
    pub fn merge(&mut self, arguments: &[resolved::Expr], span: Span) -> Vec<Expr> {
        let [first, second, mask] = arguments else {
            self.error(span, "MERGE has three arguments");
            return Vec::new();
        };
        if let ExprKind::IsPresent(_) = mask.kind {
            // What is absent is not evaluated.
            let condition = self.logical(mask);
            return self.chosen_value(condition, |builder| builder.parts(first), |builder| builder.parts(second));
        }
        let first = self.parts(first);
        let first: Vec<Expr> = first.into_iter().map(|part| self.save_value("true", part)).collect();
        let second = self.parts(second);
        let merged: Vec<VarId> = second.into_iter().map(|part| self.save("merge", part)).collect();
        let condition = self.logical(mask);
        let join = self.open_if(condition);
        for (value, target) in first.into_iter().zip(&merged) {
            self.action(ActionKind::Assign { target: *target, value });
        }
        self.fall_into(join);
        merged.into_iter().filter_map(|var| Expr::read(self.vars[var].ty, Place::Variable(var))).collect()
    }

    /// The value of an expression, or the two parts of a COMPLEX one.
    fn parts(&mut self, expr: &resolved::Expr) -> Vec<Expr> {
        if let Type::Complex(_) = expr.ty {
            let Parts { re, im } = self.complex(expr);
            return vec![Expr::Real(re), Expr::Real(im)];
        }
        vec![self.expr(expr)]
    }

    /// Assigns the value to a new variable `stem.N`, unless it is a constant or a scalar variable.
    pub fn keep_once(&mut self, stem: &str, expr: RealExpr) -> RealExpr {
        match expr {
            RealExpr::Constant(..) | RealExpr::Read(_, Place::Variable(_)) => expr,
            expr => self.save_real(stem, expr),
        }
    }
}

fn binary(operation: IntegerBinary, left: IntegerExpr, right: IntegerExpr) -> IntegerExpr {
    IntegerExpr::Binary(operation, Box::new(left), Box::new(right))
}

/// A unary operation on an INTEGER of a type, which may be computed in more bits than it has.
fn unary(operation: IntegerUnary, ty: Type, operand: IntegerExpr) -> IntegerExpr {
    let apply = |operand| IntegerExpr::Unary(operation, Box::new(operand));
    let (own, kind) = (ty.size() as i64 * 8, operand.kind());
    let bits = kind.size() as i64 * 8;
    match operation {
        _ if own == bits => apply(operand),
        IntegerUnary::PopulationCount => apply(without_sign(ty, operand)),
        IntegerUnary::LeadingZeros => {
            let above = IntegerExpr::Constant(kind, bits - own);
            fold::binary(IntegerBinary::Subtract, apply(without_sign(ty, operand)), above)
        }
        IntegerUnary::TrailingZeros => {
            let end = IntegerExpr::Constant(kind, 1 << own);
            apply(binary(IntegerBinary::Or, operand, end))
        }
        _ => apply(operand),
    }
}

/// The bits of an INTEGER of a type as a number without sign, if it is computed in more bits than it has.
pub fn without_sign(ty: Type, operand: IntegerExpr) -> IntegerExpr {
    let (own, kind) = (ty.size() as i64 * 8, operand.kind());
    if own >= kind.size() as i64 * 8 {
        return operand;
    }
    let ones = (1 << own) - 1;
    match operand {
        IntegerExpr::Constant(_, value) => IntegerExpr::Constant(kind, value & ones),
        other => binary(IntegerBinary::And, other, IntegerExpr::Constant(kind, ones)),
    }
}

fn complement(operand: IntegerExpr) -> IntegerExpr {
    match operand {
        IntegerExpr::Constant(kind, value) => IntegerExpr::Constant(kind, !value),
        other => IntegerExpr::Unary(IntegerUnary::Not, Box::new(other)),
    }
}

/// ISHFT.
fn shift(operand: IntegerExpr, count: IntegerExpr) -> IntegerExpr {
    if let (Some(value), Some(by)) = (fold::constant(&operand), fold::constant(&count)) {
        let kind = operand.kind();
        let shifted = match kind {
            IntegerKind::I8 => integer8::shift(value, by),
            _ => i64::from(integer4::shift(value as i32, by as i32)),
        };
        return IntegerExpr::Constant(kind, shifted);
    }
    binary(IntegerBinary::Shift, operand, count)
}

/// That number of ones from the right. A number of ones that is known only at run time counts modulo the number of
/// bits, as the shift instruction does that gfortran uses: all bits of a number are none.
fn low_bits(length: IntegerExpr) -> IntegerExpr {
    let kind = length.kind();
    let bits = kind.size() as i64 * 8;
    let ones = IntegerExpr::Constant(kind, -1);
    match fold::constant(&length) {
        Some(0) => IntegerExpr::Constant(kind, 0),
        Some(length) if length == bits => ones,
        Some(length) if (1..bits).contains(&length) => IntegerExpr::Constant(kind, (1 << length) - 1),
        _ => {
            let length = binary(IntegerBinary::And, length, IntegerExpr::Constant(kind, bits - 1));
            complement(shift(ones, length))
        }
    }
}
