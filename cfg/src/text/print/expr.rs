//! Expressions: infix, with parentheses around every operation that is inside of another.

use super::constant;
use crate::array::{Section, Subscript};
use crate::character::{CharacterExpr, CharacterPart};
use crate::expr::{Expr, IntegerExpr, LogicalExpr, Place, RealExpr, Rounding};
use crate::text::words::{self, Table, is_infix, word_of};
use crate::unit::{Unit, ValueId, VarId};
use forlane_semantics::types::Type;

/// Appends the text of an expression.
pub(super) fn write_expr(unit: &Unit, expr: &Expr, out: &mut String) {
    let mut writer = Writer { unit, out };
    match expr {
        Expr::Integer(expr) => writer.integer(expr, false),
        Expr::Real(expr) => writer.real(expr, false),
        Expr::Logical(expr) => writer.logical(expr, false),
        Expr::Character(expr) => writer.text(expr),
    }
}

/// The text of an INTEGER expression.
pub(super) fn integer(unit: &Unit, expr: &IntegerExpr) -> String {
    let mut text = String::new();
    Writer { unit, out: &mut text }.integer(expr, false);
    text
}

/// The text of a CHARACTER expression.
pub(super) fn text(unit: &Unit, expr: &CharacterExpr) -> String {
    let mut text = String::new();
    Writer { unit, out: &mut text }.text(expr);
    text
}

/// The text of a LOGICAL expression.
pub(super) fn logical(unit: &Unit, expr: &LogicalExpr) -> String {
    let mut text = String::new();
    Writer { unit, out: &mut text }.logical(expr, false);
    text
}

/// The text of an element by its subscripts.
pub(super) fn section(unit: &Unit, section: &Section) -> String {
    let mut text = String::new();
    Writer { unit, out: &mut text }.section(section);
    text
}

/// The name of a variable.
pub(super) fn var_name(unit: &Unit, var: VarId) -> &str {
    unit.vars.get(var).map_or("?", |var| &var.name)
}

/// `v12:x`
pub(super) fn value_name(unit: &Unit, value: ValueId) -> String {
    let hint = unit.values.get(value).map_or("?", |value| &value.hint);
    format!("v{}:{hint}", value.index())
}

/// Writes the expressions of one unit. An expression inside of another is `nested`.
struct Writer<'a> {
    unit: &'a Unit,
    out: &'a mut String,
}

impl Writer<'_> {
    fn integer(&mut self, expr: &IntegerExpr, nested: bool) {
        match expr {
            IntegerExpr::Constant(kind, value) => self.out.push_str(&constant::integer(*kind, *value)),
            IntegerExpr::Read(kind, place) => self.read(Type::Integer(*kind), place),
            IntegerExpr::Unary(operation, operand) => {
                let is_constant = matches!(**operand, IntegerExpr::Constant(..));
                let word = operation.word();
                self.unary(word, nested, is_constant, |writer, inner| writer.integer(operand, inner));
            }
            IntegerExpr::Binary(operation, left, right) => self.binary(
                operation.word(),
                nested,
                |writer, inner| writer.integer(left, inner),
                |writer, inner| writer.integer(right, inner),
            ),
            IntegerExpr::FromInteger(kind, operand) => {
                let word = word_of(words::TO_INTEGER, (*kind, Rounding::Truncate));
                self.unary(word, nested, false, |writer, inner| writer.integer(operand, inner));
            }
            IntegerExpr::FromReal(kind, rounding, operand) => {
                let word = word_of(words::TO_INTEGER, (*kind, *rounding));
                self.unary(word, nested, false, |writer, inner| writer.real(operand, inner));
            }
            IntegerExpr::Character(function, texts) => {
                let word = function.word();
                self.listed(word, texts, |writer, text| writer.text(text));
            }
        }
    }

    /// `""`, one part, or `join(…)`.
    fn text(&mut self, text: &CharacterExpr) {
        match &text.parts[..] {
            [] => self.out.push_str("\"\""),
            [part] => self.part(part),
            parts => self.listed("join", parts, |writer, part| writer.part(part)),
        }
    }

    /// `"text"`, `s[i for n]`, `char(i)`, `repeat(text, n)`.
    fn part(&mut self, part: &CharacterPart) {
        match part {
            CharacterPart::Text(text) => self.out.push_str(&constant::string(text)),
            CharacterPart::Range { start, length } => {
                if let Place::Element(array, offset) = start {
                    self.out.push_str(var_name(self.unit, *array));
                    self.out.push('[');
                    self.integer(offset, false);
                }
                self.out.push_str(" for ");
                self.integer(length, false);
                self.out.push(']');
            }
            CharacterPart::Char(code) => {
                self.out.push_str("char(");
                self.integer(code, false);
                self.out.push(')');
            }
            CharacterPart::Repeat(text, count) => {
                self.out.push_str("repeat(");
                self.text(text);
                self.out.push_str(", ");
                self.integer(count, false);
                self.out.push(')');
            }
        }
    }

    /// `word(a, b, …)`.
    fn listed<T>(&mut self, word: &str, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.out.push_str(word);
        for (at, item) in items.iter().enumerate() {
            self.out.push_str(if at == 0 { "(" } else { ", " });
            write(self, item);
        }
        self.out.push(')');
    }

    fn real(&mut self, expr: &RealExpr, nested: bool) {
        match expr {
            RealExpr::Constant(kind, value) => self.out.push_str(&constant::real(*kind, *value)),
            RealExpr::Read(kind, place) => self.read(Type::Real(*kind), place),
            RealExpr::Unary(operation, operand) => {
                let is_constant = matches!(**operand, RealExpr::Constant(..));
                let word = operation.word();
                self.unary(word, nested, is_constant, |writer, inner| writer.real(operand, inner));
            }
            RealExpr::Binary(operation, left, right) => self.binary(
                operation.word(),
                nested,
                |writer, inner| writer.real(left, inner),
                |writer, inner| writer.real(right, inner),
            ),
            RealExpr::PowerInteger(base, exponent) => self.binary(
                "**",
                nested,
                |writer, inner| writer.real(base, inner),
                |writer, inner| writer.integer(exponent, inner),
            ),
            RealExpr::FromInteger(kind, operand) => {
                let word = word_of(words::TO_REAL, *kind);
                self.unary(word, nested, false, |writer, inner| writer.integer(operand, inner));
            }
            RealExpr::FromReal(kind, operand) => {
                let word = word_of(words::TO_REAL, *kind);
                self.unary(word, nested, false, |writer, inner| writer.real(operand, inner));
            }
        }
    }

    fn logical(&mut self, expr: &LogicalExpr, nested: bool) {
        match expr {
            LogicalExpr::Constant(value) => self.out.push_str(constant::logical(*value)),
            LogicalExpr::Read(place) => self.read(Type::Logical, place),
            LogicalExpr::Not(operand) => {
                self.unary(".not. ", nested, false, |writer, inner| writer.logical(operand, inner))
            }
            LogicalExpr::Binary(operation, left, right) => self.binary(
                operation.word(),
                nested,
                |writer, inner| writer.logical(left, inner),
                |writer, inner| writer.logical(right, inner),
            ),
            LogicalExpr::CompareInteger(relation, left, right) => self.binary(
                relation.word(),
                nested,
                |writer, inner| writer.integer(left, inner),
                |writer, inner| writer.integer(right, inner),
            ),
            LogicalExpr::CompareReal(relation, left, right) => self.binary(
                relation.word(),
                nested,
                |writer, inner| writer.real(left, inner),
                |writer, inner| writer.real(right, inner),
            ),
        }
    }

    /// `-x`, `-(3)` (the negated constant, where `-3` is the negative one), `sin(x)`.
    fn unary(&mut self, word: &str, nested: bool, is_constant: bool, operand: impl FnOnce(&mut Self, bool)) {
        if !is_infix(word) {
            self.out.push_str(word);
            self.out.push('(');
            operand(self, false);
            self.out.push(')');
            return;
        }
        self.parenthesized(nested, |writer| {
            writer.out.push_str(word);
            writer.parenthesized(is_constant, |writer| operand(writer, true));
        });
    }

    /// `a + b`, `mod(a, b)`.
    fn binary(
        &mut self,
        word: &str,
        nested: bool,
        left: impl FnOnce(&mut Self, bool),
        right: impl FnOnce(&mut Self, bool),
    ) {
        if !is_infix(word) {
            self.out.push_str(word);
            self.out.push('(');
            left(self, false);
            self.out.push_str(", ");
            right(self, false);
            self.out.push(')');
            return;
        }
        self.parenthesized(nested, |writer| {
            left(writer, true);
            writer.out.push(' ');
            writer.out.push_str(word);
            writer.out.push(' ');
            right(writer, true);
        });
    }

    fn parenthesized(&mut self, wanted: bool, inner: impl FnOnce(&mut Self)) {
        if wanted {
            self.out.push('(');
        }
        inner(self);
        if wanted {
            self.out.push(')');
        }
    }

    /// A place; with `as_…(…)` around it where it is not of the type it is read as.
    fn read(&mut self, ty: Type, place: &Place) {
        let own = match place {
            Place::Value(value) => self.unit.values.get(*value).map(|value| value.ty),
            _ => place.var().and_then(|var| self.unit.vars.get(var)).map(|var| var.ty),
        };
        let is_other = own.is_some_and(|own| own != ty);
        if is_other {
            self.out.push_str(word_of(words::READS_AS as &Table<Type>, ty));
        }
        self.parenthesized(is_other, |writer| writer.place(place));
    }

    fn place(&mut self, place: &Place) {
        match place {
            Place::Variable(var) => self.out.push_str(var_name(self.unit, *var)),
            Place::Value(value) => self.out.push_str(&value_name(self.unit, *value)),
            Place::Element(array, offset) => {
                self.out.push_str(var_name(self.unit, *array));
                self.out.push('[');
                self.integer(offset, false);
                self.out.push(']');
            }
            Place::Section(section) => self.section(section),
        }
    }

    /// `a[i of n, j]`
    fn section(&mut self, section: &Section) {
        self.out.push_str(var_name(self.unit, section.array));
        for (dimension, Subscript { at, extent }) in section.subscripts.iter().enumerate() {
            self.out.push_str(if dimension == 0 { "[" } else { ", " });
            self.integer(at, false);
            if let Some(extent) = extent {
                self.out.push_str(" of ");
                self.integer(extent, false);
            }
        }
        self.out.push(']');
    }
}
