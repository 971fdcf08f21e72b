//! What a unit shows its callers.

use crate::resolved::{CharacterLength, Dimension, Expr, Symbol, SymbolId, UnitKind};
use crate::source::Span;
use crate::tree;
use forlane_semantics::types::Type;
use indexmap::IndexMap;
use std::rc::Rc;

/// The units of a compilation by name.
#[derive(Debug, Default)]
pub(crate) struct Interfaces {
    pub by_name: IndexMap<String, Rc<Interface>>,
}

/// What a unit shows its callers.
#[derive(Debug)]
pub(crate) struct Interface {
    /// What sort of unit.
    pub kind: UnitKind,
    /// Where it is named.
    pub span: Span,
    /// It is PURE.
    pub is_pure: bool,
    /// The dummy arguments.
    pub dummies: Vec<DummyArgument>,
    /// The declarations of all of them were understood.
    pub is_sound: bool,
    /// How many `*` there are beside them.
    pub alternates: usize,
    /// The result type of a function.
    pub result: Option<Type>,
    /// The size in bytes of a result of type LOGICAL, as it is declared.
    pub logical_bytes: i64,
    /// The length of a result of type CHARACTER, if it is constant, or determined by the caller.
    pub length: Option<CharacterLength>,
    /// The length of a result of type CHARACTER that is an expression of the dummy arguments.
    pub result_length: Option<ResultLength>,
    /// The shape of an array that is the result.
    pub result_shape: Option<ResultShape>,
    /// What the result is, if it is ALLOCATABLE.
    pub allocatable_result: Option<Allocatable>,
    /// It is ELEMENTAL.
    pub is_elemental: bool,
    /// The host's variables that hidden arguments carry, in order.
    pub captured: Vec<tree::Word>,
}

/// A dummy argument as callers see it.
#[derive(Debug)]
pub(crate) struct DummyArgument {
    /// Its name.
    pub name: String,
    /// Its type; none if it has none because of an error.
    pub ty: Option<Type>,
    /// True for an array.
    pub is_array: bool,
    /// The number of dimensions.
    pub rank: usize,
    /// True for an array of assumed shape.
    pub is_assumed: bool,
    /// What it is, if it is ALLOCATABLE.
    pub allocatable: Option<Allocatable>,
    /// Its INTENT.
    pub intent: Option<tree::Intent>,
    /// It has VALUE: the callee gets a copy.
    pub is_value: bool,
    /// True for a dummy procedure.
    pub is_procedure: bool,
    /// It is OPTIONAL.
    pub is_optional: bool,
}

impl DummyArgument {
    /// The name as messages show it.
    pub fn shown(&self) -> String {
        self.name.to_uppercase()
    }
}

/// The type, rank and length of an ALLOCATABLE variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allocatable {
    pub ty: Type,
    /// 0 for a scalar.
    pub rank: usize,
    pub length: Length,
}

/// The length of a CHARACTER.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// The variable is of another type, or its length is computed where the procedure is entered.
    Any,
    Constant(u64),
    Deferred,
}

/// A dummy array of explicit or assumed shape.
#[derive(Clone, Debug)]
pub(crate) struct DummyArray {
    pub symbol: SymbolId,
    /// The bounds, as the procedure says them; an assumed extent has no upper one.
    pub dimensions: Vec<Dimension>,
}

/// The shape of a function's result.
#[derive(Clone, Debug)]
pub(crate) struct ResultShape {
    /// The dummy arguments' symbols in the function.
    pub dummies: Vec<SymbolId>,
    /// The bounds, as the function says them.
    pub dimensions: Vec<Dimension>,
    /// The function allocates the result; the bounds mean nothing.
    pub is_allocatable: bool,
    /// As those of a [`ResultLength`].
    pub others: Vec<(SymbolId, Symbol)>,
    pub arrays: Vec<DummyArray>,
    pub lengths: Vec<(SymbolId, Expr)>,
}

/// The length of a function's result of type CHARACTER.
#[derive(Clone, Debug)]
pub(crate) struct ResultLength {
    /// The dummy arguments' symbols in the function.
    pub dummies: Vec<SymbolId>,
    /// The length, as the function says it.
    pub length: Expr,
    /// The functions that it calls and the variables of areas that it reads, as the function's own symbols.
    pub others: Vec<(SymbolId, Symbol)>,
    /// The dummy arrays.
    pub arrays: Vec<DummyArray>,
    /// The lengths of dummy arguments that the function declares with expressions, whatever is passed.
    pub lengths: Vec<(SymbolId, Expr)>,
}
