//! What a call names: what it calls, and its actual arguments.

use crate::declarations::{Storage, ValueId, Var, VarId};
use crate::expr::{Expr, IntegerExpr};

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// The unit of that lower-case name, which may be elsewhere.
    Unit(String),
    /// What a dummy procedure stands for: a variable of [`Storage::Procedure`]. Or that whose number a scalar
    /// INTEGER(4) variable has, a procedure pointer; at stage `cfg` only, until procedures are bound.
    Dummy(VarId),
    /// As an actual argument only: the unit of an internal procedure, and which arguments of the same call, counted
    /// from 0, are the variables of its host. They follow its own dummy arguments whenever it is called.
    Internal(String, Vec<usize>),
}

impl Callee {
    /// The unit's name; none for a dummy procedure.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Callee::Unit(name) | Callee::Internal(name, _) => Some(name),
            Callee::Dummy(_) => None,
        }
    }
}

/// An actual argument.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A value; what the callee assigns is lost.
    Value(Expr),
    /// A scalar by reference. In SSA form only those that live in memory.
    Variable(VarId),
    /// A scalar by reference in SSA form: its value before the call, and the value after.
    InOut {
        /// Before the call.
        before: Expr,
        /// Defined by the call.
        after: ValueId,
    },
    /// An array element by reference: to a scalar dummy argument that element, to a dummy array the rest of the array
    /// from there on (sequence association), which is empty if there is no such element.
    Element(VarId, IntegerExpr),
    /// A whole array.
    Array(VarId),
    /// A procedure.
    Procedure(Callee),
    /// Nothing: a dummy argument of another entry of the callee. A scalar is zero, an array has no elements.
    Absent,
}

impl Argument {
    /// All of a variable, or a dummy procedure, passed as what it is.
    pub fn of_variable(id: VarId, var: &Var) -> Argument {
        match (var.storage, var.array) {
            (Storage::Procedure, _) => Argument::Procedure(Callee::Dummy(id)),
            (_, Some(_)) => Argument::Array(id),
            (_, None) => Argument::Variable(id),
        }
    }

    /// The variable that it is a reference to, as a whole or to an element.
    pub fn referenced(&self) -> Option<VarId> {
        match self {
            Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => Some(*var),
            Argument::Value(_) | Argument::InOut { .. } | Argument::Procedure(_) | Argument::Absent => None,
        }
    }
}

/// Which of a call's arguments go to internal procedures that are passed, too: these may assign them.
pub fn handed_along(arguments: &[Argument]) -> impl Iterator<Item = usize> {
    arguments
        .iter()
        .flat_map(|argument| match argument {
            Argument::Procedure(Callee::Internal(_, with)) => with.as_slice(),
            _ => &[],
        })
        .copied()
}

/// Where a variable is among the arguments of a call; it is added if it is not one of them. One variable is one
/// argument, or else what is assigned to it by one name could not be seen by another. Arrays are looked for from
/// `first` on.
pub fn place_among(arguments: &mut Vec<Argument>, first: usize, wanted: Argument) -> usize {
    let known = arguments.iter().enumerate().position(|(at, argument)| match (argument, &wanted) {
        (Argument::Variable(one), Argument::Variable(other)) => one == other,
        (Argument::Array(one), Argument::Array(other)) => one == other && at >= first,
        _ => false,
    });
    known.unwrap_or_else(|| {
        arguments.push(wanted);
        arguments.len() - 1
    })
}

/// Arguments with others before them. What internal procedures among them take is counted from the first one on.
pub fn with_first(first: Vec<Argument>, mut arguments: Vec<Argument>) -> Vec<Argument> {
    for argument in &mut arguments {
        if let Argument::Procedure(Callee::Internal(_, with)) = argument {
            with.iter_mut().for_each(|place| *place += first.len());
        }
    }
    first.into_iter().chain(arguments).collect()
}
