//! CHARACTER values: texts joined of parts, and what is computed of them.
//!
//! In memory CHARACTER is an array of INTEGER(1), a byte each character: a variable of length n has n elements, an
//! array of m strings m times n.

use crate::expr::{IntegerExpr, Place};

/// A CHARACTER value: its parts, one after the other; no parts are the empty text.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct CharacterExpr {
    /// The parts.
    pub parts: Vec<CharacterPart>,
}

/// A part of a CHARACTER value.
#[derive(Clone, Debug, PartialEq)]
pub enum CharacterPart {
    /// A constant.
    Text(Vec<u8>),
    /// Bytes of an array. A lane fails if they are not all inside of it; where there are none, nothing is checked.
    Range {
        /// The first byte, always a [`Place::Element`] of an array of INTEGER(1).
        start: Place,
        /// How many; what is negative counts as zero.
        length: IntegerExpr,
    },
    /// One character by its code, of which the low byte counts.
    Char(IntegerExpr),
    /// A text repeated; a negative count is zero.
    Repeat(CharacterExpr, IntegerExpr),
}

impl CharacterExpr {
    /// A constant.
    pub fn text(text: impl Into<Vec<u8>>) -> CharacterExpr {
        CharacterExpr { parts: vec![CharacterPart::Text(text.into())] }
    }

    /// The value of a constant.
    pub fn as_text(&self) -> Option<&[u8]> {
        match &self.parts[..] {
            [] => Some(b""),
            [CharacterPart::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// As [`crate::Expr::for_each_place`]; the first byte of a range stands for the range.
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        for part in &self.parts {
            match part {
                CharacterPart::Text(_) => {}
                CharacterPart::Range { start, length } => {
                    start.for_each(see);
                    length.for_each_place(see);
                }
                CharacterPart::Char(code) => code.for_each_place(see),
                CharacterPart::Repeat(text, count) => {
                    text.for_each_place(see);
                    count.for_each_place(see);
                }
            }
        }
    }

    /// As [`crate::Expr::for_each_place_mut`].
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        for part in &mut self.parts {
            match part {
                CharacterPart::Text(_) => {}
                CharacterPart::Range { start, length } => {
                    start.for_each_mut(change);
                    length.for_each_place_mut(change);
                }
                CharacterPart::Char(code) => code.for_each_place_mut(change),
                CharacterPart::Repeat(text, count) => {
                    text.for_each_place_mut(change);
                    count.for_each_place_mut(change);
                }
            }
        }
    }
}
