//! Interface bodies against the procedures that they describe, where both are in the compilation.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::resolve::scope::interface::Allocatable;
use crate::resolve::scope::interface::{Interface, Interfaces};
use crate::resolve::scope::interfaces::interfaces_of;
use crate::resolved::UnitKind;
use std::rc::Rc;

impl Scope<'_> {
    /// Warns of interface bodies that differ from the definition of the procedure. What may be allocated and freed must
    /// be the same.
    pub fn check_interface_bodies(&mut self) {
        let interfaces = Rc::clone(&self.interfaces);
        let (mut errors, mut warnings) = (Vec::new(), Vec::new());
        for (name, facts) in &self.names {
            let Some(body) = facts.explicit.as_ref().filter(|_| facts.dummy.is_none() && facts.origin.is_none()) else {
                continue;
            };
            let Some(defined) = interfaces.get(name) else { continue };
            let message = |differs: String| format!("the interface of `{}` {differs}", name.to_uppercase());
            let located = |diagnostic: Diagnostic| diagnostic.with_related(defined.span, "it is defined here");
            if let Some(differs) = allocatable_difference(body, defined) {
                errors.push(located(Diagnostic::error("E0288", body.span, message(differs))));
            } else if let Some(differs) = difference(body, defined) {
                warnings.push(located(Diagnostic::warning("W0247", body.span, message(differs))));
            }
        }
        for error in errors {
            self.report(error);
        }
        for warning in warnings {
            self.warn(warning);
        }
    }

    /// Reports the interface of a separate procedure that differs from the definition.
    pub fn check_separate_interface(&mut self, interfaces: &Interfaces) {
        let Some(defined) = interfaces.get(&self.unit).filter(|defined| defined.span != self.name_span) else { return };
        for (_, body) in interfaces_of(self).into_iter().take(1) {
            let differs = allocatable_difference(&body, defined).or_else(|| difference(&body, defined));
            let differs = differs.or_else(|| attribute_difference(&body, defined));
            if let Some(differs) = differs {
                let message = format!("the interface of `{}` {differs}", self.name.to_uppercase());
                let error = Diagnostic::error("E0302", body.span, message).with_help("repeat what the interface says");
                self.report(error.with_related(defined.span, "it is defined here"));
            }
        }
    }
}

/// In which ALLOCATABLE argument or result an interface body differs from the definition, in words.
fn allocatable_difference(body: &Interface, defined: &Interface) -> Option<String> {
    let dummies = body.dummies.iter().zip(&defined.dummies);
    let dummies = dummies.map(|(here, there)| (format!("`{}`", here.shown()), here.allocatable, there.allocatable));
    let result = ("its result".to_owned(), body.allocatable_result, defined.allocatable_result);
    let differs = |(what, here, there): (String, Option<Allocatable>, Option<Allocatable>)| {
        let fits = match (here, there) {
            (Some(here), Some(there)) => here.fits(there),
            (None, None) => true,
            _ => false,
        };
        let shown = |one: Option<Allocatable>| one.map_or("not ALLOCATABLE".to_owned(), |one| one.to_string());
        (!fits).then(|| format!("says that {what} is {}, but it is {}", shown(here), shown(there)))
    };
    dummies.chain([result]).find_map(differs)
}

/// In what else a definition must say what its interface says, in words.
fn attribute_difference(body: &Interface, defined: &Interface) -> Option<String> {
    body.dummies.iter().zip(&defined.dummies).find_map(|(here, there)| {
        let (shown, other) = (here.shown(), there.shown());
        if shown != other {
            return Some(format!("names an argument `{shown}`, which is `{other}`"));
        }
        let what = match () {
            () if here.is_optional != there.is_optional => "OPTIONAL",
            () if here.intent != there.intent => "INTENT",
            () if here.is_value != there.is_value => "VALUE",
            () => return None,
        };
        Some(format!("differs from it in {what} of `{shown}`"))
    })
}

/// In what an interface body differs from the definition, in words.
fn difference(body: &Interface, defined: &Interface) -> Option<String> {
    let kind = |kind| if kind == UnitKind::Function { "function" } else { "subroutine" };
    if body.kind != defined.kind {
        return Some(format!("is that of a {}, but it is a {}", kind(body.kind), kind(defined.kind)));
    }
    if (body.dummies.len(), body.alternates) != (defined.dummies.len(), defined.alternates) {
        let (here, there) = (body.dummies.len() + body.alternates, defined.dummies.len() + defined.alternates);
        return Some(format!("has {here} arguments, but it has {there}"));
    }
    if let (Some(here), Some(there)) = (body.result, defined.result)
        && here != there
    {
        return Some(format!("returns {}, but it returns {}", here.name(), there.name()));
    }
    body.dummies.iter().zip(&defined.dummies).find_map(|(here, there)| {
        let shown = here.shown();
        let what = |is_procedure, is_array| match (is_procedure, is_array) {
            (true, _) => "a procedure",
            (_, true) => "an array",
            _ => "a scalar",
        };
        let (one, other) = (what(here.is_procedure, here.is_array), what(there.is_procedure, there.is_array));
        if one != other {
            return Some(format!("says that `{shown}` is {one}, but it is {other}"));
        }
        if here.is_assumed != there.is_assumed {
            return Some(format!("differs from it in the assumed shape of `{shown}`"));
        }
        match (here.ty, there.ty) {
            (Some(one), Some(other)) if one != other && !here.is_procedure => {
                Some(format!("says that `{shown}` is {}, but it is {}", one.name(), other.name()))
            }
            _ => None,
        }
    })
}
