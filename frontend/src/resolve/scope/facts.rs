//! What is known of a name.

use crate::resolve::scope::interface::Interface;
use crate::resolved::{Symbol, SymbolId};
use crate::source::Span;
use crate::tree;
use forlane_semantics::types::{Constant, Type};
use std::rc::Rc;

/// What the specification part, and later the uses, say of a name.
#[derive(Clone, Debug)]
pub(crate) struct Facts<'a> {
    /// The name's symbol, whose class is provisional until the specification part is settled.
    pub symbol: SymbolId,
    /// The declared type and where it is declared.
    pub ty: Option<(Type, Span)>,
    /// The declared length of CHARACTER.
    pub length: Option<DeclaredLength<'a>>,
    /// The declared dimensions and where they are declared.
    pub dimensions: Option<(&'a [tree::DimensionSpec], Span)>,
    /// Where it is a dummy argument.
    pub dummy: Option<Span>,
    /// The function's result variable.
    pub result: bool,
    /// Where PARAMETER names it.
    pub parameter: Option<Span>,
    /// Where it is declared EXTERNAL.
    pub external: Option<Span>,
    /// Where it is declared INTRINSIC.
    pub intrinsic: Option<Span>,
    /// Where SAVE names it.
    pub save: Option<Span>,
    /// Where it is declared ALLOCATABLE.
    pub allocatable: Option<Span>,
    /// The size of a LOGICAL in bytes, where it is declared to be another than 4.
    pub logical_bytes: Option<i64>,
    /// Where COMMON names it.
    pub common: Option<Span>,
    /// The intent of a dummy argument.
    pub intent: Option<tree::Intent>,
    /// As what it was used first, and where.
    pub used: Option<(Use, Span)>,
    /// An error about the name has been reported, further ones would be no news.
    pub reported: bool,
    /// The symbol's class is what it says.
    pub settled: bool,
    /// Its bounds are being resolved.
    pub is_settling_shape: bool,
    /// Its length is being resolved.
    pub is_settling_length: bool,
    /// What it is in the module or host from which it comes.
    pub origin: Option<Rc<VisibleName<'a>>>,
    /// What an interface block says of it, here or where it comes from.
    pub explicit: Option<Rc<Interface>>,
    /// A dummy argument with VALUE.
    pub is_value: bool,
    /// An OPTIONAL dummy argument.
    pub is_optional: bool,
    /// The attribute TARGET.
    pub is_target: bool,
    /// The ASSOCIATE that makes it stand for the value of an expression.
    pub value_of: Option<Span>,
    /// Where it is declared PROTECTED.
    pub protected: Option<Span>,
    /// The elements, if it is a named constant and an array.
    pub constant: Option<Rc<ConstantArray>>,
    /// The index of an implied DO or of FORALL.
    pub is_index: bool,
    /// How the executable part reads it.
    pub reads: Reads,
}

impl Facts<'_> {
    /// Nothing but the symbol.
    pub fn new(symbol: SymbolId) -> Self {
        Facts {
            symbol,
            ty: None,
            length: None,
            dimensions: None,
            dummy: None,
            result: false,
            parameter: None,
            external: None,
            intrinsic: None,
            save: None,
            allocatable: None,
            logical_bytes: None,
            common: None,
            intent: None,
            used: None,
            reported: false,
            settled: false,
            is_settling_shape: false,
            is_settling_length: false,
            origin: None,
            explicit: None,
            is_value: false,
            is_optional: false,
            is_target: false,
            value_of: None,
            protected: None,
            constant: None,
            is_index: false,
            reads: Reads::default(),
        }
    }
}

/// As what the executable part uses a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// A variable.
    Variable,
    /// An external function.
    Function,
    /// A subroutine.
    Subroutine,
}

impl Use {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Use::Variable => "a variable",
            Use::Function => "a function",
            Use::Subroutine => "a subroutine",
        }
    }
}

/// Which names an expression may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Constants only.
    Constant,
    /// Constants and scalar dummy arguments: the bounds of a dummy array.
    Bound,
    /// Everything.
    Executable,
}

/// The declared length of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DeclaredLength<'a> {
    /// This number of characters.
    Constant(u64),
    /// `*`, and where it is.
    Assumed(Span),
    /// `:`, and where it is.
    Deferred(Span),
    /// An expression of dummy arguments, which have not been settled yet.
    Later(&'a tree::Expr),
}

/// How the executable part uses a scalar variable.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reads {
    /// All uses.
    pub uses: u32,
    /// Those that take its value and nothing more.
    pub reads: u32,
    /// The first of them.
    pub first: Option<Span>,
    /// The first of them that no other use precedes in time.
    pub early: Option<Span>,
}

/// An array that PARAMETER names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConstantArray {
    /// The lower bound of each dimension.
    pub lower: Vec<i64>,
    /// Its elements.
    pub value: ConstantValue,
}

/// The value of a constant expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ConstantValue {
    /// The extent of each dimension; none at all for a scalar.
    pub extents: Vec<u64>,
    /// The elements in array element order; one for a scalar.
    pub elements: Vec<Constant>,
}

/// A name as another scope sees it.
#[derive(Clone, Debug)]
pub(crate) struct VisibleName<'a> {
    /// What is known of it where it is declared.
    pub facts: Facts<'a>,
    /// Its symbol there.
    pub symbol: Symbol,
    /// The module or host that declares it.
    pub owner: Rc<str>,
}

impl VisibleName<'_> {
    /// True if both are the same thing, even under different names.
    pub fn is_same(&self, other: &VisibleName<'_>) -> bool {
        self.owner == other.owner && self.symbol.name == other.symbol.name
    }
}
