//! Elements of arrays of CHARACTER in array statements.

use super::Bytes;
use super::declare::{BYTE, LENGTH};
use crate::Builder;
use crate::arrays::Extents;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::{ArrayLength, VarId};
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// Reads an element of an array of any type but COMPLEX.
    pub fn read_element(&self, ty: Type, array: &Array, element: IntegerExpr) -> Option<Expr> {
        match ty {
            Type::Character => self.element_bytes(array, element).map(|bytes| Expr::Character(bytes.value())),
            _ => Expr::read(ty, Place::Element(array.var, Box::new(element))),
        }
    }

    /// Assigns an element of an array.
    pub fn store_element(&mut self, array: &Array, element: IntegerExpr, value: Expr) {
        let kind = match value {
            Expr::Character(value) => match self.element_bytes(array, element) {
                Some(Bytes { array, offset, length }) => ActionKind::StoreText { array, offset, length, value },
                None => return,
            },
            value => ActionKind::Store { array: array.var, offset: element, value },
        };
        self.action(kind);
    }

    /// Where an element of an array of CHARACTER lies; none of another array.
    pub fn element_bytes(&self, array: &Array, element: IntegerExpr) -> Option<Bytes> {
        let length = self.text_lengths.get(&array.var)?.clone();
        let kind = element.kind();
        let offset = fold::binary(IntegerBinary::Multiply, fold::to_integer(kind, length.clone()), element);
        Some(match &array.part {
            Some((first, length)) => {
                let offset = fold::binary(IntegerBinary::Add, offset, fold::to_integer(kind, first.clone()));
                Bytes { array: array.var, offset, length: length.clone() }
            }
            None => Bytes { array: array.var, offset, length },
        })
    }

    /// The length of the elements of an array of CHARACTER; none of another array.
    pub fn element_length(&self, array: &Array) -> Option<IntegerExpr> {
        match &array.part {
            Some((_, length)) => Some(length.clone()),
            None => self.text_lengths.get(&array.var).cloned(),
        }
    }

    /// A new array of CHARACTER with elements as long as those of another.
    pub fn temporary_texts(&mut self, like: &Array, extents: Extents) -> Option<Array> {
        let length = self.element_length(like)?;
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

    /// The bytes of an array as elements of CHARACTER of that length.
    pub fn texts_in(&mut self, bytes: VarId, length: IntegerExpr, extents: Extents) -> Array {
        self.text_lengths.insert(bytes, length);
        Array::of_extents(bytes, extents, None)
    }

    /// A new array of elements of type CHARACTER, which is not allocated yet, and the variable for their length.
    pub fn texts_without_length(&mut self, count: IntegerExpr) -> (Array, VarId) {
        let var = self.byte_array("items", ArrayLength::Dynamic);
        let length = self.temporary("length", Type::Integer(LENGTH));
        let zero = Expr::Integer(IntegerExpr::Constant(LENGTH, 0));
        self.action(ActionKind::Assign { target: length, value: zero });
        self.text_lengths.insert(var, IntegerExpr::Read(LENGTH, Place::Variable(length)));
        (Array::of_extents(var, vec![count], None), length)
    }

    /// A value that stays what it is, in memory of its own.
    pub fn kept_text(&mut self, value: Expr) -> Expr {
        match value {
            Expr::Character(text) => Expr::Character(self.copied_text(text).value()),
            value => value,
        }
    }
}
