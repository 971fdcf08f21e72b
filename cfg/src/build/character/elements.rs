//! Elements of arrays of CHARACTER in array statements.

use super::Bytes;
use super::declare::BYTE;
use crate::build::arrays::Extents;
use crate::build::variables::Array;
use crate::build::{Builder, fold};
use crate::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use crate::graph::ActionKind;
use crate::unit::VarId;
use forlane_frontend::types::Type;

impl Builder<'_> {
    /// Reads an element of an array, of whatever type but COMPLEX.
    pub fn read_element(&self, ty: Type, array: VarId, element: IntegerExpr) -> Option<Expr> {
        match ty {
            Type::Character => self.element_bytes(array, element).map(|bytes| Expr::Character(bytes.value())),
            _ => Expr::read(ty, Place::Element(array, Box::new(element))),
        }
    }

    /// Assigns an element of an array.
    pub fn store_element(&mut self, array: VarId, element: IntegerExpr, value: Expr) {
        let kind = match value {
            Expr::Character(value) => match self.element_bytes(array, element) {
                Some(Bytes { array, offset, length }) => ActionKind::StoreText { array, offset, length, value },
                None => return,
            },
            value => ActionKind::Store { array, offset: element, value },
        };
        self.action(kind);
    }

    /// Where an element of an array of CHARACTER lies; none of another array.
    pub fn element_bytes(&self, array: VarId, element: IntegerExpr) -> Option<Bytes> {
        let length = self.text_lengths.get(&array)?.clone();
        let offset = fold::binary(IntegerBinary::Multiply, fold::to_integer(element.kind(), length.clone()), element);
        Some(Bytes { array, offset, length })
    }

    /// A new array of CHARACTER with elements as long as those of another.
    pub fn temporary_texts(&mut self, like: VarId, extents: Extents) -> Option<Array> {
        let length = self.text_lengths.get(&like)?.clone();
        Some(self.texts_of_length(length, extents))
    }

    /// A new array of CHARACTER with elements of that length.
    pub fn texts_of_length(&mut self, length: IntegerExpr, extents: Extents) -> Array {
        let mut bytes = extents.clone();
        bytes.push(length.clone());
        let array = self.temporary_array("copy", BYTE, bytes);
        self.text_lengths.insert(array.var, length);
        Array::of_extents(array.var, extents, None)
    }

    /// A value that stays what it is, in memory of its own.
    pub fn kept_text(&mut self, value: Expr) -> Expr {
        match value {
            Expr::Character(text) => Expr::Character(self.copied_text(text).value()),
            value => value,
        }
    }
}
