//! What the definition of a derived type says of the procedures that are bound to it.

use super::{Access, Name};

/// A statement from CONTAINS on in the definition of a derived type.
#[derive(Clone, Debug, PartialEq)]
pub enum BoundStatement {
    /// CONTAINS.
    Contains,
    /// `PROCEDURE(interface), attributes :: name => procedure, …`
    Procedures {
        /// The interface, of what is DEFERRED.
        interface: Option<Name>,
        /// The attributes, in order.
        attributes: Vec<BindingAttribute>,
        /// The names by which the procedures are called.
        bindings: Vec<Binding>,
    },
    /// `GENERIC, access :: name => bindings`
    Generic {
        /// PUBLIC or PRIVATE.
        access: Option<Access>,
        /// The generic name: that of a procedure, `operator(+)` or `assignment(=)`.
        name: Name,
        /// The names of bindings of the type.
        bindings: Vec<Name>,
    },
    /// `FINAL :: names`: what is called before an object goes.
    Final(Vec<Name>),
}

/// `name => procedure`, or a name alone, which is both.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The name by which objects of the type have the procedure.
    pub name: Name,
    /// The procedure, if it has another name.
    pub procedure: Option<Name>,
}

impl Binding {
    /// The procedure's name.
    pub fn procedure(&self) -> &Name {
        self.procedure.as_ref().unwrap_or(&self.name)
    }
}

/// An attribute of bindings.
#[derive(Clone, Debug, PartialEq)]
pub enum BindingAttribute {
    /// PUBLIC or PRIVATE.
    Access(Access),
    /// PASS: the object is the dummy argument of that name, or the first one.
    Pass(Option<Name>),
    /// NOPASS: the object is no argument.
    NoPass,
    /// NON_OVERRIDABLE.
    NonOverridable,
    /// DEFERRED: only extensions of the type have a procedure.
    Deferred,
}
