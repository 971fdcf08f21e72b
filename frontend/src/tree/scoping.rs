//! What statements say of scopes: modules, interface blocks, who may see a name.

use super::{Label, Name, TypeSpec, Unit};
use crate::source::Span;

/// CONTAINS and what follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Contains {
    /// A label on it, which nothing can refer to.
    pub label: Option<Label>,
    /// The procedures, in source order.
    pub units: Vec<Unit>,
    /// The statement.
    pub span: Span,
}

/// `USE, INTRINSIC :: module, ONLY: items`.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    /// True for INTRINSIC, false for NON_INTRINSIC; none if neither is said.
    pub intrinsic: Option<bool>,
    /// The module.
    pub module: Name,
    /// Only the items are taken; otherwise all public names, the items under another name.
    pub only: bool,
    /// The items.
    pub items: Vec<UseItem>,
}

/// `local => source`, or a name alone.
#[derive(Clone, Debug, PartialEq)]
pub struct UseItem {
    /// The name here.
    pub local: Name,
    /// The name in the module, if it is another.
    pub source: Option<Name>,
}

impl UseItem {
    /// The name in the module.
    pub fn name_there(&self) -> &Name {
        self.source.as_ref().unwrap_or(&self.local)
    }
}

/// An interface block: of external or dummy procedures, or of a generic name.
///
/// The generic name is that of a procedure, `operator(+)` or `assignment(=)`; USE and PUBLIC list it so too.
#[derive(Clone, Debug, PartialEq)]
pub struct InterfaceBlock {
    /// The generic name; none for a block without one.
    pub generic: Option<Name>,
    /// ABSTRACT: the bodies are for PROCEDURE declarations alone.
    pub is_abstract: bool,
    /// The procedures that MODULE PROCEDURE and PROCEDURE list.
    pub procedures: Vec<Name>,
    /// The interface bodies: a header, specifications and END.
    pub bodies: Vec<Unit>,
    /// END INTERFACE.
    pub end: Span,
}

/// What a PROCEDURE declaration has in parentheses.
#[derive(Clone, Debug, PartialEq)]
pub enum ProcedureInterface {
    /// The interface is that of this procedure, or of this abstract interface.
    Like(Name),
    /// A function of this type.
    Type(Box<TypeSpec>),
    /// Nothing.
    Unknown,
}
