//! CHARACTER expressions, designators and assignments.

use super::declare::{TEXT, constant_length};
use crate::Builder;
use crate::entities::Text;
use crate::entities::{Array, LoweredSymbol};
use crate::operands::has_call;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place, Relation};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::{ArrayLength, VarId};
use forlane_cfg::{CharacterExpr, CharacterFunction, CharacterPart};
use forlane_frontend::resolved::{self, BinaryOp, Designator, ExprKind, SubstringRange, SymbolId};
use forlane_frontend::source::Span;
use forlane_semantics::types::{Constant, IntegerKind};

/// Bytes of an array.
#[derive(Clone)]
pub struct Bytes {
    /// The array.
    pub array: VarId,
    /// Zero-based first byte.
    pub offset: IntegerExpr,
    /// How many.
    pub length: IntegerExpr,
}

impl Bytes {
    /// The bytes as a value.
    pub fn value(&self) -> CharacterExpr {
        CharacterExpr { parts: vec![self.part()] }
    }

    /// The bytes as a part of a value.
    pub fn part(&self) -> CharacterPart {
        let start = Place::Element(self.array, Box::new(self.offset.clone()));
        CharacterPart::Range { start, length: self.length.clone() }
    }

    /// The part of a value, if it is bytes.
    pub fn of(value: &CharacterExpr) -> Option<Bytes> {
        match &value.parts[..] {
            [CharacterPart::Range { start: Place::Element(array, offset), length }] => {
                Some(Bytes { array: *array, offset: (**offset).clone(), length: length.clone() })
            }
            _ => None,
        }
    }
}

impl Builder<'_> {
    /// A CHARACTER expression.
    pub fn text(&mut self, expr: &resolved::Expr) -> CharacterExpr {
        self.level += 1;
        let mut value = CharacterExpr::default();
        let mut stack = vec![expr];
        while let Some(at) = stack.pop() {
            match &at.kind {
                ExprKind::Paren(inner) => stack.push(inner),
                ExprKind::Binary(BinaryOp::Concatenate, left, right) if has_call(right) => {
                    let left = self.text_ahead(left, right);
                    left.parts.into_iter().for_each(|part| append(&mut value, part));
                    stack.push(right);
                }
                ExprKind::Binary(BinaryOp::Concatenate, left, right) => stack.extend([&**right, &**left]),
                _ => self.text_operand(at).parts.into_iter().for_each(|part| append(&mut value, part)),
            }
        }
        self.level -= 1;
        value
    }

    /// The left operand of `//` whose right one calls functions. The parser bounds the depth of expressions.
    fn text_ahead(&mut self, left: &resolved::Expr, right: &resolved::Expr) -> CharacterExpr {
        let value = self.text(left);
        let is_variable = matches!(left.kind, ExprKind::Read(_));
        match Bytes::of(&value).filter(|_| is_variable) {
            Some(bytes) => self.bytes_before(bytes, &[right]).value(),
            None => self.text_before(value, &[right]),
        }
    }

    fn text_operand(&mut self, expr: &resolved::Expr) -> CharacterExpr {
        if let Some(Expr::Character(text)) = self.prepared(expr) {
            return text;
        }
        match &expr.kind {
            ExprKind::Constant(Constant::Character(text)) => CharacterExpr::text(text.as_slice()),
            ExprKind::Read(designator) => match self.bytes(designator, expr.span) {
                Some(bytes) => bytes.value(),
                None => CharacterExpr::default(),
            },
            ExprKind::Substring(of, range) => {
                let of = self.text(of);
                let of = self.in_memory(of);
                self.substring(of, range).value()
            }
            ExprKind::Intrinsic(intrinsic, arguments) => self.text_intrinsic(*intrinsic, arguments, expr.span),
            ExprKind::Let(bindings, value) => {
                self.bind_arguments(bindings);
                self.text(value)
            }
            ExprKind::ArrayFunction(call) => match self.scalar_function(call, expr.ty).pop() {
                Some(Expr::Character(text)) => text,
                _ => CharacterExpr::default(),
            },
            ExprKind::Call { procedure, arguments, length } => {
                self.text_function(*procedure, arguments, length.as_deref(), expr.span)
            }
            _ => {
                self.error(expr.span, "this CHARACTER expression is not supported yet");
                CharacterExpr::default()
            }
        }
    }

    /// The CHARACTER variable or array of a symbol.
    pub fn text_of(&mut self, symbol: SymbolId, span: Span) -> Option<Text> {
        if let LoweredSymbol::Text(text) = &self.entities[symbol.index()] {
            return Some(text.clone());
        }
        let message = format!("`{}` is used as CHARACTER, but is not", self.source.symbols[symbol].name);
        self.error(span, message);
        None
    }

    /// The bytes of a variable, element or substring.
    pub fn bytes(&mut self, designator: &Designator, span: Span) -> Option<Bytes> {
        match designator {
            Designator::Variable(symbol) => {
                let text = self.text_of(*symbol, span)?;
                Some(Bytes { array: text.var, offset: constant_length(0), length: text.length })
            }
            Designator::Element(symbol, subscripts) => {
                let text = self.text_of(*symbol, span)?;
                let Some(array) = &text.array else {
                    self.error(span, "this is not an array");
                    return None;
                };
                let element = self.offset(array, subscripts);
                let length = fold::to_integer(element.kind(), text.length.clone());
                let offset = fold::binary(IntegerBinary::Multiply, element, length);
                Some(Bytes { array: text.var, offset, length: text.length })
            }
            // The front end makes no substring of a substring.
            Designator::Substring(of, range) => {
                let of = self.bytes(of, span)?;
                Some(self.substring(of, range))
            }
        }
    }

    fn substring(&mut self, of: Bytes, range: &SubstringRange) -> Bytes {
        let first = range.first.as_ref().map(|first| self.integer(first));
        let last = range.last.as_ref().map(|last| self.integer(last));
        let Some(first) = first else {
            let length = last.unwrap_or(of.length);
            return Bytes { length: at_least_zero(length), ..of };
        };
        let is_one = last.as_ref() == Some(&first);
        // It is in the offset and in the length.
        let first = if is_one { first } else { self.keep_integer("first", first) };
        let kind = first.kind().max(of.offset.kind());
        let before = fold::binary(IntegerBinary::Subtract, fold::to_integer(kind, first.clone()), one(kind));
        let offset = match fold::constant(&of.offset) {
            Some(0) => before,
            _ => fold::binary(IntegerBinary::Add, fold::to_integer(kind, of.offset), before),
        };
        if is_one {
            return Bytes { array: of.array, offset, length: constant_length(1) };
        }
        let last = last.unwrap_or(of.length);
        let kind = first.kind().max(last.kind());
        let (first, last) = (fold::to_integer(kind, first), fold::to_integer(kind, last));
        let before = fold::binary(IntegerBinary::Subtract, first, one(kind));
        let length = at_least_zero(fold::binary(IntegerBinary::Subtract, last, before));
        Bytes { array: of.array, offset, length }
    }

    /// The zero-based first byte and the length of a substring of each element of an array, which stay while a
    /// statement is executed; none of an array of another type.
    pub fn part_of_elements(&mut self, array: &Array, range: &SubstringRange) -> Option<(IntegerExpr, IntegerExpr)> {
        let length = self.element_length(array)?;
        let of = Bytes { array: array.var, offset: constant_length(0), length };
        let part = self.substring(of, range);
        let (first, length) = (fold::to_index(part.offset), fold::to_index(part.length));
        Some((self.keep_integer("first", first), self.keep_integer("length", length)))
    }

    /// The length of a value.
    pub fn text_length(&self, value: &CharacterExpr) -> IntegerExpr {
        let mut sum = constant_length(0);
        for part in &value.parts {
            let length = match part {
                CharacterPart::Text(text) => constant_length(text.len() as u64),
                CharacterPart::Range { length, .. } => fold::to_index(length.clone()),
                CharacterPart::Char(_) => constant_length(1),
                CharacterPart::Repeat(text, count) => {
                    let count = at_least_zero(fold::to_index(count.clone()));
                    fold::binary(IntegerBinary::Multiply, count, self.text_length(text))
                }
            };
            sum = fold::binary(IntegerBinary::Add, sum, length);
        }
        sum
    }

    /// The value as bytes of an array: a new one, if it is not that already.
    pub fn in_memory(&mut self, value: CharacterExpr) -> Bytes {
        if let Some(bytes) = Bytes::of(&value) {
            return bytes;
        }
        if let Some(text) = value.as_text() {
            let array = self.constant_text(text);
            return Bytes { array, offset: constant_length(0), length: constant_length(text.len() as u64) };
        }
        self.copied_text(value)
    }

    /// The value in an array of its own, which may be assigned.
    pub fn copied_text(&mut self, value: CharacterExpr) -> Bytes {
        let length = self.text_length(&value);
        let (array, length) = self.new_text(TEXT, length);
        let (offset, bytes) = (constant_length(0), length.clone());
        self.action(ActionKind::StoreText { array, offset, length: bytes, value });
        Bytes { array, offset: constant_length(0), length }
    }

    /// A new array of `length` bytes, and that length, which stays the same from here on.
    pub fn new_text(&mut self, stem: &str, length: IntegerExpr) -> (VarId, IntegerExpr) {
        if let Some(constant) = fold::constant(&length) {
            let constant = u64::try_from(constant).unwrap_or(0);
            return (self.byte_array(stem, ArrayLength::Constant(constant)), constant_length(constant));
        }
        let length = self.save_integer("length", length);
        let array = self.byte_array(stem, ArrayLength::Dynamic);
        self.action(ActionKind::Allocate { array, length: length.clone() });
        (array, length)
    }

    /// Assignment.
    pub fn assign_text(&mut self, target: &Designator, value: &resolved::Expr, span: Span) {
        if let Designator::Variable(symbol) = target
            && self.has_deferred_length(*symbol)
        {
            return self.assign_deferred_text(*symbol, value, span);
        }
        let Some(bytes) = self.bytes(target, span) else { return };
        let Bytes { array, offset, length } = match target {
            Designator::Substring(..) => self.bytes_before(bytes, &[value]),
            Designator::Variable(_) | Designator::Element(..) => bytes,
        };
        let value = self.text(value);
        self.action(ActionKind::StoreText { array, offset, length, value });
        if let Designator::Variable(symbol) = target {
            self.note_allocated(*symbol);
        }
    }

    /// A relation of two texts; of two characters it is that of their codes.
    pub fn compare_texts(&mut self, relation: Relation, left: &resolved::Expr, right: &resolved::Expr) -> LogicalExpr {
        let left = self.text(left);
        let right = self.text(right);
        self.compare_values(relation, left, right)
    }

    /// The same of texts that are lowered.
    pub fn compare_values(&mut self, relation: Relation, left: CharacterExpr, right: CharacterExpr) -> LogicalExpr {
        let (left, right) = match (self.code(&left), self.code(&right)) {
            (Some(left), Some(right)) => (left, right),
            _ => {
                let order = IntegerExpr::Character(CharacterFunction::Compare, vec![left, right]);
                (order, IntegerExpr::Constant(IntegerKind::I4, 0))
            }
        };
        LogicalExpr::CompareInteger(relation, Box::new(left), Box::new(right))
    }

    /// The code of a text of one character, 0 to 255, without a function of the run-time support: options of libraries
    /// are such texts. None where the length is not known to be one.
    pub fn code(&self, text: &CharacterExpr) -> Option<IntegerExpr> {
        if let Some([code]) = text.as_text() {
            return Some(IntegerExpr::Constant(IntegerKind::I4, (*code).into()));
        }
        let Bytes { array, offset, length } = Bytes::of(text)?;
        if fold::constant(&length) != Some(1) {
            return None;
        }
        let byte = IntegerExpr::Read(IntegerKind::I1, self.element(array, offset));
        let byte = IntegerExpr::FromInteger(IntegerKind::I4, Box::new(byte));
        Some(fold::binary(IntegerBinary::And, byte, IntegerExpr::Constant(IntegerKind::I4, 255)))
    }
}

/// Adds a part; constants that follow each other become one.
fn append(value: &mut CharacterExpr, part: CharacterPart) {
    match (value.parts.last_mut(), part) {
        (Some(CharacterPart::Text(before)), CharacterPart::Text(text)) => before.extend(text),
        (_, part) => value.parts.push(part),
    }
}

fn one(kind: IntegerKind) -> IntegerExpr {
    IntegerExpr::Constant(kind, 1)
}

/// The value, or zero if it is negative.
pub fn at_least_zero(expr: IntegerExpr) -> IntegerExpr {
    let kind = expr.kind();
    fold::binary(IntegerBinary::Max, expr, IntegerExpr::Constant(kind, 0))
}
