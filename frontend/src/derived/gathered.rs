//! What a specification part says of names, as far as derived types need it.

use super::names::Names;
use super::types::Later;
use crate::diagnostics::Diagnostic;
use crate::source::Span;
use crate::tree::*;
use indexmap::{IndexMap, IndexSet};

/// What was found in a specification part.
#[derive(Default)]
pub(super) struct Gathered {
    pub names: Names,
    /// By the index of a derived type's first statement: the constants that its definition needs.
    pub constants: IndexMap<usize, Vec<Statement>>,
    pub problems: Vec<Diagnostic>,
    /// What pointers of definitions point to.
    pub pending: Vec<(Later, Name)>,
    /// The types of what is declared, with the lengths of entities, and the names with POINTER and TARGET.
    pub specs: IndexMap<Word, (TypeSpec, Option<LengthSpec>)>,
    pub pointers: IndexMap<Word, Span>,
    /// The pointers that have a target from the beginning.
    pub pointing: IndexSet<Word>,
    /// The pointers and the variables in the stores that are declared here.
    pub own_pointers: IndexMap<Word, Span>,
    pub targets: IndexSet<Word>,
    /// The names that have values as those of DATA in their declarations, and those in NAMELIST and COMMON.
    pub in_data: IndexSet<Word>,
    pub in_namelist: IndexSet<Word>,
    pub in_common: IndexSet<Word>,
}
