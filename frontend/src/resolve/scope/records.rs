//! What a scope holds of calls, statement functions and storage.

use crate::resolved::{AreaPlace, SymbolId};
use crate::source::Span;
use crate::tree::{self, Name, Word};
use forlane_semantics::types::{Constant, Type};
use indexmap::IndexMap;

/// What a call passes: of each argument the type, if it is a value, and the place.
#[derive(Debug)]
pub(crate) struct ExternalCall {
    pub arguments: Vec<(Option<Type>, Span)>,
    pub span: Span,
}

/// A name alone as an argument of a procedure.
#[derive(Clone, Debug)]
pub(crate) struct Passed {
    /// The name.
    pub name: Word,
    /// Its place.
    pub span: Span,
    /// The procedure's name.
    pub procedure: Word,
    /// Which argument it is, counted from 0 and without labels.
    pub position: usize,
}

/// The definition of a statement function.
#[derive(Clone, Debug)]
pub(crate) struct StatementFunction<'a> {
    /// Where its name is in the definition.
    pub span: Span,
    /// The dummy arguments with their types.
    pub dummies: Vec<(&'a str, Type)>,
    /// The type of its value.
    pub ty: Type,
    /// Its expression.
    pub value: &'a tree::Expr,
    /// Its expression is wrong, which has been reported.
    pub is_wrong: bool,
}

/// What a dummy argument's name stands for while the expression is expanded.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// A variable that was made for it.
    Variable(SymbolId, Type),
    /// A constant.
    Constant(Constant),
}

/// The state of expanding.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    /// The dummy arguments of the innermost function.
    pub bound: Vec<(String, Bound)>,
    /// Its place among the definitions; none outside of all.
    pub within: Option<usize>,
    pub depth: usize,
    pub total: usize,
}

/// A NAMELIST group.
#[derive(Clone, Debug)]
pub(crate) struct NamelistGroup<'a> {
    /// Its name where it is declared, by which it is read and written.
    pub name: &'a str,
    /// The variables, in order, and their names here.
    pub objects: Vec<(&'a tree::GroupMember, &'a Word)>,
}

impl<'a> NamelistGroup<'a> {
    /// A group whose variables have their own names.
    pub fn with_own_names(group: &'a tree::NamelistGroup) -> NamelistGroup<'a> {
        let objects = group.objects.iter().map(|object| (object, &object.name.text)).collect();
        NamelistGroup { name: &group.name.text, objects }
    }
}

/// What a unit says of shared storage.
#[derive(Debug, Default)]
pub(crate) struct StorageFacts<'a> {
    /// The COMMON blocks by the names of their areas, in order of appearance.
    pub commons: IndexMap<String, Common>,
    /// The sets of all EQUIVALENCE statements.
    pub equivalences: Vec<&'a tree::EquivalenceSet>,
    /// The NAMELIST groups by their names here.
    pub groups: IndexMap<&'a str, NamelistGroup<'a>>,
    /// The blocks that SAVE names.
    pub saved: Vec<&'a Name>,
    /// The initial values of variables in areas.
    pub images: Vec<AreaImage>,
}

/// A COMMON block as one unit declares it.
#[derive(Debug)]
pub(crate) struct Common {
    /// Where its name is first.
    pub span: Span,
    /// What lies in it, in order.
    pub members: Vec<(SymbolId, Span)>,
    /// Its size in this unit, once the places are known and nothing is wrong with them.
    pub bytes: Option<u64>,
}

/// A run of equal initial values in an area.
#[derive(Clone, Debug)]
pub(crate) struct AreaImage {
    /// Where it begins.
    pub place: AreaPlace,
    /// The number of values.
    pub count: u64,
    /// One of them as it is in memory.
    pub bytes: Vec<u8>,
    /// Where it is given.
    pub span: Span,
}

impl AreaImage {
    /// The first byte after it.
    pub fn end(&self) -> u64 {
        self.place.offset.saturating_add(self.count.saturating_mul(self.bytes.len() as u64))
    }

    /// The byte at an offset of the area that is not before the run.
    pub fn byte(&self, offset: u64) -> Option<u8> {
        let size = self.bytes.len().max(1) as u64;
        let at = offset.checked_sub(self.place.offset)? % size;
        self.bytes.get(at as usize).copied()
    }
}
