//! What is known of an actual argument in its unit, and whether it fits a dummy argument.

use crate::call::Argument;
use crate::declarations::{ArrayLength, Var, VarId};
use crate::unit::Unit;
use forlane_semantics::types::Type;

impl Argument {
    /// The type of its elements, or of its value; none for what has none.
    pub fn ty(&self, caller: &Unit) -> Option<Type> {
        match self {
            Argument::Value(expr) | Argument::InOut { before: expr, .. } => Some(expr.ty()),
            Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => {
                caller.vars.get(*var).map(|var| var.ty)
            }
            Argument::Procedure(_) | Argument::Absent => None,
        }
    }

    /// Whether the callee could look after it: it is a scalar with fewer bytes than the scalar dummy argument.
    /// Otherwise arguments are taken as they are in memory, independent of their type.
    pub fn is_too_short(&self, caller: &Unit, dummy: &Var) -> bool {
        let is_scalar = matches!(self, Argument::Value(_) | Argument::InOut { .. } | Argument::Variable(_));
        let size = self.ty(caller).map_or(dummy.ty.size(), Type::size);
        is_scalar && dummy.array.is_none() && size < dummy.ty.size()
    }

    /// Whether it is what a dummy array of dynamic length requires, which the callee may allocate and free: a whole
    /// array of dynamic length with elements of the same type. Other dummy arguments require nothing.
    pub fn fits_dynamic(&self, caller: &Unit, dummy: &Var) -> bool {
        let is_like = |var: &Var| var.array == Some(ArrayLength::Dynamic) && var.ty == dummy.ty;
        dummy.array != Some(ArrayLength::Dynamic)
            || matches!(self, Argument::Array(array) if caller.vars.get(*array).is_some_and(is_like))
    }

    /// The array of dynamic length of which it passes the address, if the dummy argument is of another sort.
    pub fn lent_array(&self, caller: &Unit, dummy: &Var) -> Option<VarId> {
        let (Argument::Array(array) | Argument::Element(array, _)) = self else { return None };
        let is_dynamic = |var: &Var| var.array == Some(ArrayLength::Dynamic);
        (caller.vars.get(*array).is_some_and(is_dynamic) && !is_dynamic(dummy)).then_some(*array)
    }
}
