//! INTEGER and REAL expressions.
//!
//! Left operands are followed in a loop, because `a + b + c + …` may have hundreds of terms; where such a chain gets
//! deep, its value so far goes to a variable, which keeps every tree shallow for the later stages.

use crate::Builder;
use crate::intrinsics::without_sign;
use crate::operands::{LeftOperand, Step, left_spine};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, RealBinary, RealExpr, RealUnary, Rounding};
use forlane_cfg::fold;
use forlane_frontend::resolved::{self, BinaryOp, ExprKind, Intrinsic};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, RealKind, Type};

impl Builder<'_> {
    /// An expression of any type.
    pub fn expr(&mut self, expr: &resolved::Expr) -> Expr {
        match expr.ty {
            Type::Integer(kind) => Expr::Integer(fold::to_integer(kind, self.integer(expr))),
            Type::Real(_) => Expr::Real(self.real(expr)),
            Type::Complex(_) => {
                self.error(expr.span, "a COMPLEX value is not supported here yet");
                Expr::Real(RealExpr::Constant(RealKind::R4, 0.0))
            }
            Type::Character => Expr::Character(self.text(expr)),
            Type::Logical => Expr::Logical(self.logical(expr)),
        }
    }

    /// How long a chain of operations may get before its value goes to a variable.
    pub fn chain_limit(&self) -> usize {
        400 / (self.level + 1) + 2
    }

    /// An INTEGER expression; one of a narrow kind is given in 32 bits, in the range of its kind.
    pub fn integer(&mut self, expr: &resolved::Expr) -> IntegerExpr {
        self.level += 1;
        let (leaf, steps) = left_spine(expr);
        let own = if let Type::Integer(kind) = expr.ty { kind } else { IntegerKind::I4 };
        let mut value = self.integer_leaf(leaf);
        let mut place = Some(0);
        for (done, step) in steps.into_iter().rev().enumerate() {
            value = match step {
                Step::Negate => {
                    place = place.map(|negations| negations + 1);
                    fold::wrap(own, fold::negate(value))
                }
                Step::Binary(op, right) => {
                    let how = place.take().map_or(LeftOperand::First, |negations| LeftOperand::of(op, negations));
                    if self.comes_first(leaf, how, right) {
                        value = self.integer_before(value, &[right]);
                    }
                    let right = self.integer(right);
                    let right = fold::to_integer(value.kind(), right);
                    match integer_operation(op) {
                        Some(operation) => fold::wrap(own, fold::binary(operation, value, right)),
                        None => value,
                    }
                }
            };
            if (done + 1) % self.chain_limit() == 0 {
                value = self.save_integer("part", value);
            }
        }
        self.level -= 1;
        value
    }

    fn integer_leaf(&mut self, expr: &resolved::Expr) -> IntegerExpr {
        let kind = match expr.ty {
            Type::Integer(kind) => kind,
            _ => return self.not_integer(expr.span),
        };
        let lowered = match &expr.kind {
            ExprKind::Convert(inner) => match inner.ty {
                Type::Integer(_) => {
                    let inner = self.integer(inner);
                    Expr::Integer(fold::wrap(kind, fold::to_integer(fold::computed(kind), inner)))
                }
                Type::Complex(_) => {
                    let operand = Box::new(self.complex(inner).re);
                    let whole = IntegerExpr::FromReal(fold::computed(kind), Rounding::Truncate, operand);
                    Expr::Integer(fold::wrap(kind, whole))
                }
                _ => {
                    let operand = Box::new(self.real(inner));
                    let value = IntegerExpr::FromReal(fold::computed(kind), Rounding::Truncate, operand);
                    Expr::Integer(fold::wrap(kind, value))
                }
            },
            ExprKind::Intrinsic(intrinsic, arguments) => {
                let value = self.integer_intrinsic(fold::computed(kind), *intrinsic, arguments, expr.span);
                return fold::wrap(kind, value);
            }
            _ => self.leaf(expr),
        };
        match lowered {
            Expr::Integer(value) => fold::widen(value),
            _ => self.not_integer(expr.span),
        }
    }

    fn not_integer(&mut self, span: Span) -> IntegerExpr {
        self.error(span, "an INTEGER expression was expected here");
        IntegerExpr::Constant(IntegerKind::I4, 0)
    }

    /// A REAL expression.
    pub fn real(&mut self, expr: &resolved::Expr) -> RealExpr {
        self.level += 1;
        let (leaf, steps) = left_spine(expr);
        let mut value = self.real_leaf(leaf);
        let mut place = Some(0);
        for (done, step) in steps.into_iter().rev().enumerate() {
            if let Step::Binary(op, right) = &step {
                let how = place.take().map_or(LeftOperand::First, |negations| LeftOperand::of(*op, negations));
                if self.comes_first(leaf, how, right) {
                    value = self.real_before(value, &[right]);
                }
            } else {
                place = place.map(|negations| negations + 1);
            }
            value = match step {
                Step::Negate => fold::negate_real(value),
                Step::Binary(BinaryOp::Power, right) if matches!(right.ty, Type::Integer(_)) => {
                    let exponent = self.integer(right);
                    fold::power_integer(value, exponent)
                }
                Step::Binary(op, right) => {
                    let right = self.real(right);
                    match real_operation(op) {
                        Some(operation) => fold::real_binary(operation, value, right),
                        None => value,
                    }
                }
            };
            if (done + 1) % self.chain_limit() == 0 {
                value = self.save_real("part", value);
            }
        }
        self.level -= 1;
        value
    }

    fn real_leaf(&mut self, expr: &resolved::Expr) -> RealExpr {
        let kind = match expr.ty {
            Type::Real(kind) => kind,
            _ => return self.not_real(expr.span),
        };
        let lowered = match &expr.kind {
            ExprKind::Convert(inner) => match inner.ty {
                Type::Integer(_) => Expr::Real(fold::integer_to_real(kind, self.integer(inner))),
                Type::Complex(_) => Expr::Real(fold::to_real(kind, self.complex(inner).re)),
                _ => Expr::Real(fold::to_real(kind, self.real(inner))),
            },
            ExprKind::Intrinsic(intrinsic, arguments) => {
                return self.real_intrinsic(*intrinsic, arguments, expr.span);
            }
            _ => self.leaf(expr),
        };
        match lowered {
            Expr::Real(value) => value,
            _ => self.not_real(expr.span),
        }
    }

    fn not_real(&mut self, span: Span) -> RealExpr {
        self.error(span, "a REAL expression was expected here");
        RealExpr::Constant(RealKind::R4, 0.0)
    }

    /// Constants, designators and function references.
    pub fn leaf(&mut self, expr: &resolved::Expr) -> Expr {
        if let Some(element) = self.prepared(expr) {
            return element;
        }
        let found = match &expr.kind {
            ExprKind::Constant(value) => Expr::constant(value),
            ExprKind::Read(designator) => match self.place(designator, expr.span) {
                Ok(place) => Expr::read(expr.ty, place),
                Err(value) => Expr::constant(&value),
            },
            ExprKind::IsAllocated(symbol) => Some(Expr::Logical(self.is_allocated(*symbol))),
            ExprKind::IsPresent(symbol) => Some(Expr::Logical(self.is_present(*symbol))),
            ExprKind::LengthOf(symbol) => self.text_of(*symbol, expr.span).map(|text| Expr::Integer(text.length)),
            ExprKind::Let(bindings, value) => Some(self.bind(bindings, value)),
            ExprKind::Call { procedure, arguments, .. } => self.function(*procedure, arguments, expr.ty),
            ExprKind::ArrayFunction(call) => self.scalar_function(call, expr.ty).pop(),
            ExprKind::Array(_) => {
                self.error(expr.span, "an array is not allowed here");
                return Expr::Logical(LogicalExpr::Constant(false));
            }
            _ => None,
        };
        if found.is_none() {
            self.error(expr.span, "this expression is not supported yet");
        }
        found.unwrap_or(Expr::Logical(LogicalExpr::Constant(false)))
    }

    fn integer_intrinsic(
        &mut self,
        kind: IntegerKind,
        intrinsic: Intrinsic,
        arguments: &[resolved::Expr],
        span: Span,
    ) -> IntegerExpr {
        if let Some(value) = self.integer_of_text(intrinsic, arguments) {
            return fold::to_integer(kind, value);
        }
        let operation = match intrinsic {
            Intrinsic::Max => IntegerBinary::Max,
            Intrinsic::Min => IntegerBinary::Min,
            Intrinsic::Mod => IntegerBinary::Mod,
            Intrinsic::Sign => IntegerBinary::Sign,
            Intrinsic::Dim => IntegerBinary::Dim,
            Intrinsic::Modulo => IntegerBinary::Modulo,
            Intrinsic::BitAnd => IntegerBinary::And,
            Intrinsic::BitOr => IntegerBinary::Or,
            Intrinsic::BitXor => IntegerBinary::Xor,
            Intrinsic::Shift => IntegerBinary::Shift,
            Intrinsic::ShiftArithmetic => IntegerBinary::ShiftArithmetic,
            _ => {
                let value = self.other_integer_intrinsic(kind, intrinsic, arguments, span);
                return value.unwrap_or_else(|| self.not_integer(span));
            }
        };
        let Some((first, rest)) = arguments.split_first() else { return self.not_integer(span) };
        let exchanges = matches!(operation, IntegerBinary::And | IntegerBinary::Or | IntegerBinary::Xor);
        let mut how = if exchanges { LeftOperand::Exchanged } else { LeftOperand::First };
        let mut value = self.integer(first);
        if operation == IntegerBinary::Shift {
            value = without_sign(first.ty, value);
        }
        for (done, argument) in rest.iter().enumerate() {
            if self.comes_first(first, how, argument) {
                value = self.integer_before(value, &[argument]);
            }
            how = LeftOperand::First;
            let right = self.integer(argument);
            value = IntegerExpr::Binary(operation, Box::new(value), Box::new(right));
            if (done + 1) % self.chain_limit() == 0 {
                value = self.save_integer("part", value);
            }
        }
        value
    }

    fn real_intrinsic(&mut self, intrinsic: Intrinsic, arguments: &[resolved::Expr], span: Span) -> RealExpr {
        use Intrinsic::*;
        if let Some(value) = self.real_of_complex(intrinsic, arguments) {
            return value;
        }
        let unary = match intrinsic {
            Intrinsic::Elementary(operation) => Some(operation),
            Intrinsic::Abs => Some(RealUnary::Abs),
            _ => None,
        };
        if let (Some(operation), [argument]) = (unary, arguments) {
            let operand = self.real(argument);
            return RealExpr::Unary(operation, Box::new(operand));
        }
        if let Some(value) = self.other_real_intrinsic(intrinsic, arguments, span) {
            return value;
        }
        let Some((first, rest)) = arguments.split_first() else { return self.not_real(span) };
        let operation = match intrinsic {
            Intrinsic::Max => return self.min_max(RealBinary::Max, first, rest),
            Intrinsic::Min => return self.min_max(RealBinary::Min, first, rest),
            Intrinsic::Mod => RealBinary::Mod,
            Intrinsic::Sign => RealBinary::Sign,
            Intrinsic::Dim => RealBinary::Dim,
            Intrinsic::Atan2 => RealBinary::Atan2,
            Intrinsic::Modulo => RealBinary::Modulo,
            Intrinsic::Hypot => RealBinary::Hypot,
            Intrinsic::Nearest => RealBinary::Nearest,
            // Those above, with other arguments than they take.
            Elementary(_) | Abs | Scale | SetExponent | BesselJ | BesselY | Cotangent | Merge | Imaginary => {
                return self.not_real(span);
            }
            // Those whose results are not REAL.
            Nint | Floor | Ceiling | Exponent | IsNan | Conjugate | Complex | Len | LenTrim | Index | Scan | Verify
            | Ichar | Char | Trim | AdjustLeft | AdjustRight | Repeat | BitAnd | BitOr | BitXor | BitNot | Shift
            | ShiftArithmetic | ShiftCircular | Bits | MoveBits | MergeBits | BitTest | BitSet | BitClear
            | PopulationCount | LeadingZeros | TrailingZeros => return self.not_real(span),
        };
        let [second] = rest else { return self.not_real(span) };
        let (left, right) = match operation {
            RealBinary::Dim | RealBinary::Modulo => {
                let left = self.real(first);
                (self.real_before(left, &[second]), self.real(second))
            }
            _ => self.reversed_operands(first, second),
        };
        RealExpr::Binary(operation, Box::new(left), Box::new(right))
    }
}

fn integer_operation(op: BinaryOp) -> Option<IntegerBinary> {
    Some(match op {
        BinaryOp::Add => IntegerBinary::Add,
        BinaryOp::Subtract => IntegerBinary::Subtract,
        BinaryOp::Multiply => IntegerBinary::Multiply,
        BinaryOp::Divide => IntegerBinary::Divide,
        BinaryOp::Power => IntegerBinary::Power,
        _ => return None,
    })
}

fn real_operation(op: BinaryOp) -> Option<RealBinary> {
    Some(match op {
        BinaryOp::Add => RealBinary::Add,
        BinaryOp::Subtract => RealBinary::Subtract,
        BinaryOp::Multiply => RealBinary::Multiply,
        BinaryOp::Divide => RealBinary::Divide,
        BinaryOp::Power => RealBinary::Power,
        _ => return None,
    })
}
