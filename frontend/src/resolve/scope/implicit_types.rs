//! Implicit typing: the type that the first letter of a name implies.

use crate::source::Span;
use forlane_semantics::types::{IntegerKind, RealKind, Type};

/// The type that each letter implies.
#[derive(Clone, Debug)]
pub(crate) struct ImplicitTypes {
    /// For `a` to `z`; none after IMPLICIT NONE.
    pub types: [Option<Type>; 26],
    /// For CHARACTER the lengths, for LOGICAL the sizes in bytes.
    pub lengths: [u64; 26],
    /// Where IMPLICIT set a letter.
    pub places: [Option<Span>; 26],
    /// Where IMPLICIT NONE is.
    pub none: Option<Span>,
    /// Where IMPLICIT NONE (EXTERNAL) is.
    pub no_external: Option<Span>,
}

impl Default for ImplicitTypes {
    fn default() -> ImplicitTypes {
        let ty = |letter: u8| match letter {
            b'i'..=b'n' => Type::Integer(IntegerKind::I4),
            _ => Type::Real(RealKind::R4),
        };
        let types = std::array::from_fn(|index| Some(ty(b'a' + index as u8)));
        ImplicitTypes { types, lengths: [1; 26], places: [None; 26], none: None, no_external: None }
    }
}

impl ImplicitTypes {
    /// The index of a name's first letter.
    pub fn index(name: &str) -> Option<usize> {
        name.bytes().next().filter(u8::is_ascii_lowercase).map(|letter| usize::from(letter - b'a'))
    }

    /// The type that a name's first letter implies.
    pub fn of(&self, name: &str) -> Option<Type> {
        self.types[ImplicitTypes::index(name)?]
    }
}
