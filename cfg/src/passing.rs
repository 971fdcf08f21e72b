//! What is known of an actual argument in its unit, and whether it fits a dummy argument.

use crate::call::{Argument, handed_along};
use crate::declarations::{ArrayLength, Storage, Var, VarId};
use crate::unit::{Unit, UnitKind};
use forlane_semantics::types::Type;
use std::collections::HashSet;

/// Why a call does not fit its callee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The rule of the verifier that it breaks.
    pub rule: &'static str,
    /// What does not fit, of the callee.
    pub problem: String,
}

impl Unit {
    /// Why a call of this unit with these arguments, of which a value of that type is expected, does not fit it; none
    /// if it does. What internal procedures take from their host follows the other arguments.
    pub fn misfit(&self, caller: &Unit, arguments: &[Argument], result: Option<Type>) -> Option<Misfit> {
        let signature = |problem: String| Some(Misfit { rule: "call-signature", problem });
        if !matches!(self.kind, UnitKind::Subroutine | UnitKind::Function) {
            return signature("it is neither a subroutine nor a function".to_owned());
        }
        let handed: HashSet<usize> = handed_along(arguments).collect();
        let is_handed = (self.dummies.len()..arguments.len()).all(|at| handed.contains(&at));
        let is_given = handed.iter().all(|at| *at < arguments.len());
        if arguments.len() < self.dummies.len() || !is_handed || !is_given {
            let has_companions = self.dummies.len() > self.arguments.len() && !self.arguments.is_empty();
            let which = if has_companions { ", lengths of texts and extents of arrays included" } else { "" };
            let (takes, given) = (self.dummies.len(), arguments.len());
            let (plural, verb) = (if takes == 1 { "" } else { "s" }, if given == 1 { "is" } else { "are" });
            return signature(format!("it takes {takes} argument{plural}{which}, but {given} {verb} given"));
        }
        let with_dummies = arguments.iter().zip(&self.dummies).enumerate();
        let misfit = with_dummies.filter_map(|(at, (argument, dummy))| {
            let problem = argument.misfit(caller, self.vars.get(*dummy)?)?;
            let shown = format!("argument {}, `{}`, {}", at + 1, self.vars[*dummy].name, problem.problem);
            Some(Misfit { problem: shown, ..problem })
        });
        misfit.take(1).next().or_else(|| {
            let wanted = self.result.and_then(|result| self.vars.get(result)).map(|var| var.ty);
            let is_other = result.is_some() && result != wanted || result.is_none() && self.kind == UnitKind::Function;
            let type_name = |ty: Option<Type>| ty.map_or("no value, or one of COMPLEX or CHARACTER", Type::name);
            let problem = || format!("it returns {}, but {} is expected", type_name(wanted), type_name(result));
            is_other.then(problem).and_then(signature)
        })
    }
}

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

    /// What a dummy argument is that it does not fit.
    fn misfit(&self, caller: &Unit, dummy: &Var) -> Option<Misfit> {
        let is_procedure = dummy.storage == Storage::Procedure;
        let signature = |problem: String| Some(Misfit { rule: "call-signature", problem });
        match (self, self.ty(caller)) {
            (Argument::Absent, _) if self.fits_dynamic(caller, dummy) => None,
            (Argument::Procedure(_), _) if !is_procedure => signature("is not a procedure".to_owned()),
            (Argument::Procedure(_), _) => None,
            // Calls of it fail.
            _ if is_procedure => None,
            (_, Some(ty)) if self.is_too_short(caller, dummy) => {
                signature(format!("is {}, which is longer than the {ty} given", dummy.ty))
            }
            _ if !self.fits_dynamic(caller, dummy) => {
                let problem = format!("requires an array of dynamic length of type {}", dummy.ty);
                Some(Misfit { rule: "argument-dynamic", problem })
            }
            _ => None,
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
