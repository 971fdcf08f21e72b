//! Interface bodies against the procedures that they describe, where both are in the compilation.

use super::interfaces::Interface;
use super::scope::Scope;
use crate::diagnostics::Diagnostic;
use crate::resolved::UnitKind;
use std::rc::Rc;

impl Scope<'_> {
    /// Warns of interface bodies that differ from the definition of the procedure.
    pub fn check_interface_bodies(&mut self) {
        let interfaces = Rc::clone(&self.interfaces);
        let differences: Vec<Diagnostic> = (self.explicit.iter())
            .filter_map(|(name, body)| {
                let is_dummy = self.names.get(name).is_some_and(|facts| facts.dummy.is_some());
                let defined = interfaces.get(name).filter(|_| !is_dummy)?;
                let message = format!("the interface of `{}` {}", name.to_uppercase(), difference(body, defined)?);
                let warning = Diagnostic::warning("W0247", body.span, message);
                Some(warning.with_related(defined.span, "it is defined here"))
            })
            .collect();
        for warning in differences {
            self.warn(warning);
        }
    }
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
        return Some(format!("gives {}, but it gives {}", here.name(), there.name()));
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
