//! The types that the first letters of undeclared names imply, as far as replacing derived types needs them.

use super::names::Ty;
use crate::tree::LetterRange;
use std::rc::Rc;

const LETTERS: usize = 26;

/// For `a` to `z`; none after IMPLICIT NONE, and where the type is not known here.
#[derive(Clone, Debug)]
pub(super) struct ImpliedTypes(Rc<[Option<Ty>; LETTERS]>);

impl Default for ImpliedTypes {
    fn default() -> ImpliedTypes {
        let ty = |letter: u8| if (b'i'..=b'n').contains(&letter) { Ty::Integer(4) } else { Ty::Real(4) };
        ImpliedTypes(Rc::new(std::array::from_fn(|index| Some(ty(b'a' + index as u8)))))
    }
}

impl ImpliedTypes {
    /// Those after IMPLICIT NONE.
    pub fn none() -> ImpliedTypes {
        ImpliedTypes(Rc::new([const { None }; LETTERS]))
    }

    /// The type of a name.
    pub fn of(&self, name: &str) -> Option<Ty> {
        let first = name.bytes().next()?.checked_sub(b'a')?;
        self.0.get(usize::from(first))?.clone()
    }

    /// Sets the type of letters.
    pub fn set(&mut self, letters: &[LetterRange], ty: Option<Ty>) {
        let types = Rc::make_mut(&mut self.0);
        for (letter, implied) in ('a'..='z').zip(types) {
            if letters.iter().any(|range| (range.first..=range.last).contains(&letter)) {
                implied.clone_from(&ty);
            }
        }
    }
}
