//! Expressions of integers and logical values.

use super::Lowering;
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, Op, UnaryOp, ValueId};
use crate::powers::{is_product, product};
use crate::runtime::{RuntimeFunction, SiteReason};
use crate::texts::TextCode;
use forlane_cfg::{
    Expr, IntegerBinary, IntegerExpr, IntegerKind, LogicalBinary, LogicalExpr, Place, Relation, Rounding,
};

impl Lowering<'_> {
    /// Any expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Result<ValueId, JitError> {
        match expr {
            Expr::Integer(expr) => self.integer(expr),
            Expr::Real(expr) => self.real(expr),
            Expr::Logical(expr) => self.logical(expr),
            Expr::Character(_) => Err(self.malformed("a CHARACTER value is used where a number is needed")),
        }
    }

    /// Reads a place.
    pub(super) fn place(&mut self, place: &Place) -> Result<ValueId, JitError> {
        match place {
            Place::Value(value) => self.value(*value),
            Place::Variable(var) => self.load_scalar(*var),
            Place::Element(array, offset) => self.load_element(*array, offset),
            Place::Section(_) => Err(self.malformed("an array assignment is not lowered")),
        }
    }

    /// An INTEGER expression. Chains of operations nest to the left and may be long.
    pub(super) fn integer(&mut self, expr: &IntegerExpr) -> Result<ValueId, JitError> {
        let (mut first, mut chain) = (expr, Vec::new());
        while let IntegerExpr::Binary(operation, left, right) = first {
            chain.push((*operation, right));
            first = left;
        }
        let mut value = self.integer_operand(first)?;
        for (operation, right) in chain.into_iter().rev() {
            let right = self.integer(right)?;
            value = self.integer_binary(operation, value, right);
        }
        Ok(value)
    }

    fn integer_operand(&mut self, expr: &IntegerExpr) -> Result<ValueId, JitError> {
        match expr {
            IntegerExpr::Constant(kind, value) => {
                let ty = GangType::uniform(integer_element(*kind));
                Ok(self.builder.constant(ty, *value as u64))
            }
            IntegerExpr::Read(_, place) => self.place(place),
            IntegerExpr::Unary(operation, operand) => {
                let operand = self.integer(operand)?;
                Ok(self.integer_unary(*operation, operand))
            }
            IntegerExpr::Binary(..) => self.integer(expr),
            IntegerExpr::Character(function, texts) => self.of_texts(*function, texts),
            IntegerExpr::FromInteger(kind, operand) => {
                let operand = self.integer(operand)?;
                let value = self.builder.convert(operand, integer_element(*kind));
                Ok(self.narrowed(value, *kind))
            }
            IntegerExpr::FromReal(kind, rounding, operand) => {
                let operand = self.real(operand)?;
                if (*rounding, *kind) == (Rounding::Nearest, IntegerKind::I4) {
                    return Ok(self.nearest_integer4(operand));
                }
                let operand = match rounding {
                    Rounding::Truncate => operand,
                    Rounding::Nearest => self.away_from_zero(operand),
                    Rounding::Floor => self.whole(operand, Relation::Greater, -1.0),
                    Rounding::Ceiling => self.whole(operand, Relation::Less, 1.0),
                };
                let converted = self.builder.convert(operand, integer_element(*kind));
                Ok(self.fitted(converted, *kind))
            }
        }
    }

    /// A value as one of that kind: of a narrow one, which has a wider element, with the sign extended.
    fn narrowed(&mut self, value: ValueId, kind: IntegerKind) -> ValueId {
        if !kind.is_narrow() {
            return value;
        }
        let beyond = (integer_element(kind).size() as usize - kind.size()) as u8 * 8;
        let raised = self.builder.unary(UnaryOp::ShiftLeft(beyond), value);
        self.builder.unary(UnaryOp::ShiftRight(beyond), raised)
    }

    fn integer_binary(&mut self, operation: IntegerBinary, left: ValueId, right: ValueId) -> ValueId {
        let simple = match operation {
            IntegerBinary::Add => BinaryOp::Add,
            IntegerBinary::Subtract => BinaryOp::Subtract,
            IntegerBinary::Multiply => BinaryOp::Multiply,
            IntegerBinary::Min => BinaryOp::Min,
            IntegerBinary::Max => BinaryOp::Max,
            IntegerBinary::Divide => return self.divide(BinaryOp::Divide, left, right, SiteReason::DivideByZero),
            IntegerBinary::Steps => return self.divide(BinaryOp::Divide, left, right, SiteReason::ZeroStep),
            IntegerBinary::Mod => return self.divide(BinaryOp::Remainder, left, right, SiteReason::DivideByZero),
            IntegerBinary::And => BinaryOp::And,
            IntegerBinary::Or => BinaryOp::Or,
            IntegerBinary::Xor => BinaryOp::Xor,
            IntegerBinary::Shift | IntegerBinary::ShiftArithmetic => return self.shift(operation, left, right),
            IntegerBinary::Modulo => return self.modulo(left, right),
            IntegerBinary::Power => return self.integer_power(left, right),
            IntegerBinary::Sign => {
                let negated = self.builder.unary(UnaryOp::Negate, left);
                let signs = self.builder.binary(BinaryOp::Xor, left, right);
                let zero = self.zero_like(signs);
                let differ = self.builder.compare(Relation::Less, signs, zero);
                return self.builder.blend(differ, negated, left);
            }
            IntegerBinary::Dim => {
                let difference = self.builder.binary(BinaryOp::Subtract, left, right);
                let zero = self.zero_like(difference);
                return self.builder.binary(BinaryOp::Max, difference, zero);
            }
        };
        self.builder.binary(simple, left, right)
    }

    /// A uniform zero of the element.
    pub(super) fn zero_like(&mut self, value: ValueId) -> ValueId {
        let element = self.builder.code.ty(value).element;
        self.builder.constant(GangType::uniform(element), 0)
    }

    fn integer_power(&mut self, base: ValueId, exponent: ValueId) -> ValueId {
        if let Some(known) = self.builder.code.constant(exponent)
            && known as i64 >= 0
            && is_product(known as i64)
        {
            return self.small_power(base, known);
        }
        let (zero, none) = (self.zero_like(exponent), self.zero_like(base));
        let negative = self.builder.compare(Relation::Less, exponent, zero);
        let of_zero = self.builder.compare(Relation::Equal, base, none);
        let bad = self.and_conditions(negative, of_zero);
        self.fail_where(bad, SiteReason::DivideByZero);
        let kind = match self.builder.code.ty(base).element {
            Element::I64 => IntegerKind::I8,
            _ => IntegerKind::I4,
        };
        self.runtime(RuntimeFunction::IntegerPower(kind), vec![base, exponent])
    }

    /// Wrapping multiplication has the same result in any order.
    fn small_power(&mut self, base: ValueId, exponent: u64) -> ValueId {
        let one = GangType::uniform(self.builder.code.ty(base).element);
        let multiply = |left, right| self.builder.binary(BinaryOp::Multiply, left, right);
        product(base, exponent, multiply).unwrap_or_else(|| self.builder.constant(one, 1))
    }

    /// A function of the run-time support; an operand that is uniform while another varies is splat.
    pub(super) fn runtime(&mut self, function: RuntimeFunction, mut operands: Vec<ValueId>) -> ValueId {
        let is_varying = operands.iter().any(|operand| self.builder.code.ty(*operand).is_varying());
        let mut mask = None;
        if is_varying {
            operands = operands.into_iter().map(|operand| self.builder.splat(operand)).collect();
            mask = Some(self.active_mask());
        }
        let ty = self.builder.code.ty(operands[0]);
        self.builder.push(ty, Op::Runtime { function, operands, mask })
    }

    /// A LOGICAL expression: a mask of any width, or a condition.
    pub(super) fn logical(&mut self, expr: &LogicalExpr) -> Result<ValueId, JitError> {
        let (mut first, mut chain) = (expr, Vec::new());
        while let LogicalExpr::Binary(operation, left, right) = first {
            chain.push((*operation, right));
            first = left;
        }
        let mut value = self.logical_operand(first)?;
        for (operation, right) in chain.into_iter().rev() {
            let right = self.logical(right)?;
            value = self.logical_binary(operation, value, right);
        }
        Ok(value)
    }

    fn logical_operand(&mut self, expr: &LogicalExpr) -> Result<ValueId, JitError> {
        match expr {
            LogicalExpr::Constant(value) => Ok(self.builder.truth(Self::BOOL, *value)),
            LogicalExpr::Read(place) => self.place(place),
            LogicalExpr::Not(operand) => {
                let operand = self.logical(operand)?;
                Ok(self.builder.unary(UnaryOp::Not, operand))
            }
            LogicalExpr::Binary(..) => self.logical(expr),
            LogicalExpr::CompareInteger(relation, left, right) => {
                let left = self.integer(left)?;
                let right = self.integer(right)?;
                Ok(self.builder.compare(*relation, left, right))
            }
            LogicalExpr::CompareReal(relation, left, right) => {
                let left = self.real(left)?;
                let right = self.real(right)?;
                Ok(self.builder.compare(*relation, left, right))
            }
        }
    }

    fn logical_binary(&mut self, operation: LogicalBinary, left: ValueId, right: ValueId) -> ValueId {
        match operation {
            LogicalBinary::And => self.and_conditions(left, right),
            LogicalBinary::Or => self.builder.binary(BinaryOp::Or, left, right),
            LogicalBinary::NotEquivalent => self.builder.binary(BinaryOp::Xor, left, right),
            LogicalBinary::Equivalent => {
                let differ = self.builder.binary(BinaryOp::Xor, left, right);
                self.builder.unary(UnaryOp::Not, differ)
            }
        }
    }

    fn and_conditions(&mut self, left: ValueId, right: ValueId) -> ValueId {
        self.builder.binary(BinaryOp::And, left, right)
    }
}

/// The element of a kind of INTEGER.
pub(super) fn integer_element(kind: IntegerKind) -> Element {
    match kind {
        IntegerKind::I1 | IntegerKind::I2 | IntegerKind::I4 => Element::I32,
        IntegerKind::I8 => Element::I64,
    }
}
