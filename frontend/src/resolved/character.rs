//! Lengths and parts of CHARACTER.

use super::Expr;

/// The length of a CHARACTER variable, of each element for an array, or of a function's result.
#[derive(Clone, Debug)]
pub enum CharacterLength {
    /// A constant number of characters.
    Constant(u64),
    /// `*`: the length of the actual argument; for a function's result the length in the caller.
    Assumed,
    /// `:`: that of the last allocation.
    Deferred,
    /// An INTEGER expression of dummy arguments, evaluated when the unit is entered; what is negative counts as zero.
    Expression(Expr),
}

/// The range of a substring, INTEGER bounds counted from 1. Where the last is before the first, it is empty.
#[derive(Clone, Debug)]
pub struct SubstringRange {
    /// The first character; 1 if it is not given.
    pub first: Option<Expr>,
    /// The last character; the length if it is not given.
    pub last: Option<Expr>,
}
