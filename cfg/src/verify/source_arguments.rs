//! Rule `source-argument`: what the source declares agrees with the dummy arguments that stand for it.

use super::Checker;
use crate::interface::{Carrier, Companion, SourceArgument};
use crate::text::UnitPart;
use crate::unit::{Storage, Var, VarId};
use forlane_semantics::types::{IntegerKind, Type};
use std::collections::HashSet;

impl Checker<'_> {
    /// The rule of this file; the dummy arguments are variables of the unit.
    pub(super) fn source_arguments(&mut self) {
        let unit = self.unit;
        let mut left: HashSet<VarId> = unit.dummies.iter().copied().collect();
        for argument in &unit.arguments {
            let own = std::iter::once(argument.var());
            let all = own.chain(argument.companions().into_iter().map(|(_, companion)| companion));
            for var in all {
                if !left.remove(&var) {
                    let name = unit.vars.get(var).map_or("?", |var| &var.name);
                    let message = format!("{name} is not a dummy argument, or stands for another argument too");
                    self.error("source-argument", UnitPart::Argument(argument.var()), message);
                }
            }
        }
        for dummy in unit.dummies.iter().filter(|dummy| left.contains(dummy)) {
            self.error("source-argument", UnitPart::Var(*dummy), "no argument of the source is recorded for it");
        }
        if self.errors.is_empty() {
            unit.arguments.iter().for_each(|argument| self.source_argument(argument));
        }
    }

    fn source_argument(&mut self, argument: &SourceArgument) {
        let unit = self.unit;
        let entity = UnitPart::Argument(argument.var());
        let var = &unit.vars[argument.var()];
        if let Some(message) = misfit(argument, var) {
            self.error("source-argument", entity, message);
        }
        if argument.length.is_some() != (argument.ty == Type::Character) {
            self.error("source-argument", entity, "CHARACTER, and nothing else, has a length");
        }
        for (companion, id) in argument.companions() {
            let companion_var = &unit.vars[id];
            if companion_var.array.is_some() || !has_type_of(companion, companion_var.ty, var.ty) {
                let message = format!("{} is not of the type of what belongs to it", companion_var.name);
                self.error("source-argument", entity, message);
            }
        }
        for bound in argument.bounds() {
            let is_scalar =
                |var: &&Var| matches!((var.storage, var.ty, var.array), (Storage::Dummy, Type::Integer(_), None));
            if unit.vars.get(bound).filter(is_scalar).is_none() {
                self.error("source-argument", entity, "a bound is not an INTEGER argument");
            }
        }
    }
}

/// Why a variable can't stand for the argument.
fn misfit(argument: &SourceArgument, var: &Var) -> Option<&'static str> {
    let is_array = !argument.dimensions.is_empty();
    let (ty, is_in_memory) = match (argument.ty, &argument.carrier) {
        (Type::Complex(kind), Carrier::Parts { .. }) => (Type::Real(kind), false),
        (_, Carrier::Parts { .. }) => return Some("only COMPLEX has two parts"),
        (Type::Complex(kind), Carrier::Variable(_)) => (Type::Real(kind), true),
        (Type::Character, _) => (Type::Integer(IntegerKind::I1), true),
        (ty, _) => (ty, is_array),
    };
    match () {
        () if var.ty != ty => Some("its variable is of another type"),
        () if is_array && matches!(argument.carrier, Carrier::Parts { .. }) => Some("an array has no two parts"),
        () if var.array.is_some() != is_in_memory => Some("it is an array and its variable is not, or the other way"),
        () => None,
    }
}

fn has_type_of(companion: Companion, ty: Type, of_value: Type) -> bool {
    match companion {
        Companion::ImaginaryPart => ty == of_value,
        Companion::Length | Companion::LowerBound(_) | Companion::Extent(_) => ty == Type::Integer(IntegerKind::I4),
        Companion::Allocated | Companion::Present => ty == Type::Logical,
    }
}
