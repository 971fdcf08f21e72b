//! What COMMON, EQUIVALENCE, NAMELIST and SAVE say.

use super::{ArrayDeclarator, Expr, Name};
use crate::source::Span;

/// `/block/ objects` in COMMON.
#[derive(Clone, Debug, PartialEq)]
pub struct CommonPart {
    /// The block's name; none for blank COMMON.
    pub block: Option<Name>,
    /// What lies in it, in order; without dimensions where they are declared elsewhere.
    pub objects: Vec<ArrayDeclarator>,
    /// Where the part is.
    pub span: Span,
}

/// `(objects)` in EQUIVALENCE.
#[derive(Clone, Debug, PartialEq)]
pub struct EquivalenceSet {
    /// Two or more names or references that begin at one place.
    pub objects: Vec<Expr>,
    /// Where the set is.
    pub span: Span,
}

/// `/group/ objects` in NAMELIST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamelistGroup {
    /// The group's name.
    pub name: Name,
    /// Its variables, in order.
    pub objects: Vec<GroupMember>,
}

/// A variable in NAMELIST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupMember {
    /// Its name; of a component of an object `x%inner%a`.
    pub name: Name,
    /// The ranks of `x`, `inner` and so on, if some of them are arrays: the last dimensions are those of `x`.
    pub ranks: Vec<usize>,
}

/// What SAVE names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SavedName {
    /// A variable.
    Variable(Name),
    /// `/block/`
    Common(Name),
}

/// The name of a BLOCK DATA that has none; no name of Fortran begins so.
pub const UNNAMED_BLOCK_DATA: &str = "_block_data";
