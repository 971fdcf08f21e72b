//! Rules of expressions: kinds, places, constants.

use super::Checker;
use crate::character::{CharacterExpr, CharacterPart};
use crate::expr::{Expr, IntegerExpr, LogicalExpr, Place, RealExpr};
use crate::text::UnitPart;
use crate::unit::VarId;
use forlane_semantics::types::{IntegerKind, RealKind, Type};

impl Checker<'_> {
    /// All rules of this file; the depth of expressions is bounded where they are made.
    pub(super) fn expr(&mut self, entity: UnitPart, expr: &Expr) {
        match expr {
            Expr::Integer(expr) => self.integer(entity, expr),
            Expr::Real(expr) => self.real(entity, expr),
            Expr::Logical(expr) => self.logical(entity, expr),
            Expr::Character(expr) => self.text(entity, expr),
        }
    }

    /// An INTEGER expression. Chains of operations nest to the left and may be long.
    pub(super) fn integer(&mut self, entity: UnitPart, expr: &IntegerExpr) {
        let mut first = expr;
        while let IntegerExpr::Binary(_, left, right) = first {
            self.one_kind(entity, Type::Integer(left.kind()), Type::Integer(right.kind()));
            self.wide(entity, left.kind());
            self.integer(entity, right);
            first = left;
        }
        match first {
            IntegerExpr::Constant(kind, value) if !kind.holds(*value) => {
                let bytes = kind.size();
                self.error("constant-range", entity, format!("{value} is not an INTEGER of {bytes} bytes"));
            }
            IntegerExpr::Constant(..) => {}
            IntegerExpr::Read(kind, place) => self.place(entity, Type::Integer(*kind), place),
            IntegerExpr::Unary(_, operand) => {
                self.wide(entity, operand.kind());
                self.integer(entity, operand);
            }
            IntegerExpr::Binary(..) => {}
            IntegerExpr::FromInteger(kind, operand) => {
                self.other_kind(entity, Type::Integer(*kind), Type::Integer(operand.kind()));
                self.integer(entity, operand);
            }
            IntegerExpr::Character(function, texts) => {
                if texts.len() != function.operands() {
                    self.error(
                        "text-operands",
                        entity,
                        format!("{} takes {}, not {}", function.word(), function.operands(), texts.len()),
                    );
                }
                texts.iter().for_each(|text| self.text(entity, text));
            }
            IntegerExpr::FromReal(kind, _, operand) => {
                self.wide(entity, *kind);
                self.real(entity, operand);
            }
        }
    }

    /// A CHARACTER expression.
    pub(super) fn text(&mut self, entity: UnitPart, text: &CharacterExpr) {
        for part in &text.parts {
            match part {
                CharacterPart::Text(_) => {}
                CharacterPart::Range { start, length } => {
                    // In an array assignment, too, a range begins at a character, whose number elements may say.
                    match start {
                        Place::Element(array, offset) => {
                            self.array(entity, *array);
                            self.integer(entity, offset);
                            if self.unit.vars[*array].ty != Type::Integer(IntegerKind::I1) {
                                self.error("read-type", entity, "a range of what is no text");
                            }
                        }
                        _ => self.error("text-range", entity, "a range does not begin at an element"),
                    }
                    self.integer(entity, length);
                }
                CharacterPart::Char(code) => self.integer(entity, code),
                CharacterPart::Repeat(text, count) => {
                    self.text(entity, text);
                    self.integer(entity, count);
                }
            }
        }
    }

    fn real(&mut self, entity: UnitPart, expr: &RealExpr) {
        let mut first = expr;
        while let RealExpr::Binary(_, left, right) = first {
            self.one_kind(entity, Type::Real(left.kind()), Type::Real(right.kind()));
            self.real(entity, right);
            first = left;
        }
        match first {
            RealExpr::Constant(RealKind::R4, value) if !value.is_nan() && f64::from(*value as f32) != *value => {
                self.error("constant-range", entity, format!("{value:e} is not a REAL of 4 bytes"));
            }
            RealExpr::Constant(..) => {}
            RealExpr::Read(kind, place) => self.place(entity, Type::Real(*kind), place),
            RealExpr::Unary(_, operand) => self.real(entity, operand),
            RealExpr::Binary(..) => {}
            RealExpr::PowerInteger(base, exponent) => {
                self.wide(entity, exponent.kind());
                self.real(entity, base);
                self.integer(entity, exponent);
            }
            RealExpr::FromInteger(_, operand) => {
                self.wide(entity, operand.kind());
                self.integer(entity, operand);
            }
            RealExpr::FromReal(kind, operand) => {
                self.other_kind(entity, Type::Real(*kind), Type::Real(operand.kind()));
                self.real(entity, operand);
            }
        }
    }

    /// A LOGICAL expression.
    pub(super) fn logical(&mut self, entity: UnitPart, expr: &LogicalExpr) {
        match expr {
            LogicalExpr::Constant(_) => {}
            LogicalExpr::Read(place) => self.place(entity, Type::Logical, place),
            LogicalExpr::Not(operand) => self.logical(entity, operand),
            LogicalExpr::Binary(_, left, right) => {
                self.logical(entity, left);
                self.logical(entity, right);
            }
            LogicalExpr::CompareInteger(_, left, right) => {
                self.one_kind(entity, Type::Integer(left.kind()), Type::Integer(right.kind()));
                self.wide(entity, left.kind());
                self.integer(entity, left);
                self.integer(entity, right);
            }
            LogicalExpr::CompareReal(_, left, right) => {
                self.one_kind(entity, Type::Real(left.kind()), Type::Real(right.kind()));
                self.real(entity, left);
                self.real(entity, right);
            }
        }
    }

    /// Rule `kind-mixed`.
    fn one_kind(&mut self, entity: UnitPart, left: Type, right: Type) {
        if left != right {
            self.error("kind-mixed", entity, format!("operands are of types {left} and {right}"));
        }
    }

    /// Rule `kind-narrow`.
    fn wide(&mut self, entity: UnitPart, kind: IntegerKind) {
        if kind.is_narrow() {
            self.error("kind-narrow", entity, format!("an operation on INTEGER of {} bytes", kind.size()));
        }
    }

    /// Rule `conversion-kind`.
    fn other_kind(&mut self, entity: UnitPart, to: Type, from: Type) {
        if to == from {
            self.error("conversion-kind", entity, format!("a conversion from {from} to itself"));
        }
    }

    /// Rules `read-type` and `place-array`.
    fn place(&mut self, entity: UnitPart, ty: Type, place: &Place) {
        let own = match place {
            Place::Variable(var) => {
                self.scalar(entity, *var);
                self.unit.vars[*var].ty
            }
            Place::Value(value) => self.unit.values[*value].ty,
            Place::Element(array, offset) => {
                self.array(entity, *array);
                if self.in_elements {
                    self.error("place-section", entity, "an element of an array assignment has no subscripts");
                }
                self.integer(entity, offset);
                self.unit.vars[*array].ty
            }
            Place::Section(section) => {
                self.section(entity, section);
                self.unit.vars[section.array].ty
            }
        };
        if own != ty {
            self.error("read-type", entity, format!("a place of type {own} is read as {ty}"));
        }
    }

    /// Rules `place-array` and `dummy-procedure` for a scalar.
    pub(super) fn scalar(&mut self, entity: UnitPart, var: VarId) {
        self.no_procedure(entity, var);
        let var = &self.unit.vars[var];
        if var.array.is_some() {
            self.error("place-array", entity, format!("{} is an array", var.name));
        }
    }

    /// Rule `place-array` for an array.
    pub(super) fn array(&mut self, entity: UnitPart, var: VarId) {
        let var = &self.unit.vars[var];
        if var.array.is_none() {
            self.error("place-array", entity, format!("{} is not an array", var.name));
        }
    }
}
