//! Calls of procedures that are not in the compilation: all of them should pass arguments of the same types.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::counted;
use crate::resolve::scope::Scope;
use crate::resolve::scope::records::ExternalCall;
use crate::resolved::{Argument, Designator};
use crate::source::Span;
use crate::tree::{Name, Word};
use forlane_semantics::types::Type;
use indexmap::IndexMap;

/// The first call of each procedure.
#[derive(Debug, Default)]
pub(crate) struct ExternalCalls {
    first: IndexMap<Word, ExternalCall>,
}

impl ExternalCalls {
    /// Adds a unit's calls; the result are warnings about those that differ from the first.
    pub fn add(&mut self, calls: Vec<(Word, ExternalCall)>) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        for (name, call) in calls {
            match self.first.get(&name) {
                Some(first) => warnings.extend(difference(&name, first, &call)),
                None => {
                    self.first.insert(name, call);
                }
            }
        }
        warnings
    }
}

impl Scope<'_> {
    /// Notes a call of a procedure that is not in the compilation.
    pub fn note_external_call(&mut self, name: &Name, arguments: &[Argument], span: Span) {
        let arguments = arguments.iter().map(|argument| self.type_of_argument(argument, span)).collect();
        self.external_calls.push((name.text.clone(), ExternalCall { arguments, span }));
    }

    fn type_of_argument(&self, argument: &Argument, call: Span) -> (Option<Type>, Span) {
        match argument {
            Argument::Value(value) => (Some(value.ty), value.span),
            Argument::Designator(Designator::Variable(symbol) | Designator::Element(symbol, _), span)
            | Argument::Array(symbol, span) => (self.variable(*symbol).map(|variable| variable.ty), *span),
            _ => (None, call),
        }
    }
}

/// The warning that a call passes other arguments than the first one.
fn difference(name: &str, first: &ExternalCall, call: &ExternalCall) -> Option<Diagnostic> {
    let shown = name.to_uppercase();
    let (here, there) = (call.arguments.len(), first.arguments.len());
    if here != there {
        let message = format!("`{shown}` has {} here, but {there} in another call", counted(here, "argument"));
        return Some(Diagnostic::warning("W0246", call.span, message).with_related(first.span, "the other call"));
    }
    for ((ty, span), (before, place)) in call.arguments.iter().zip(&first.arguments) {
        if let (Some(ty), Some(before)) = (ty, before)
            && ty != before
        {
            let message = format!("this argument of `{shown}` is {ty}, but {before} in another call");
            return Some(Diagnostic::warning("W0246", *span, message).with_related(*place, "the other call"));
        }
    }
    None
}
