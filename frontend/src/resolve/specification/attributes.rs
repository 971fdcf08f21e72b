//! Attributes that contradict each other or what is declared beside them.

use super::settle::constant_extent;
use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::resolve::scope::facts::Facts;
use crate::resolved::{ArrayForm, CharacterLength, Storage, SymbolClass, SymbolId, Variable};
use crate::source::Span;
use crate::tree::Intent;

impl Scope<'_> {
    /// Checks the attributes of all names that the unit declares.
    pub fn check_attributes(&mut self) {
        let wrong: Vec<Diagnostic> = self
            .names
            .iter()
            .filter(|(_, facts)| facts.origin.is_none() && !facts.reported)
            .filter_map(|(name, facts)| self.contradiction(name, facts))
            .collect();
        for error in wrong {
            self.report(error);
        }
        if self.save_all.is_some() {
            self.leave_out_automatic();
        }
    }

    /// SAVE without names says nothing of what each call makes anew.
    fn leave_out_automatic(&mut self) {
        let named = self.names.values().filter(|facts| facts.save.is_none() && self.is_automatic(facts));
        for symbol in named.map(|facts| facts.symbol).collect::<Vec<SymbolId>>() {
            if let SymbolClass::Variable(Variable { storage: storage @ Storage::Static, .. }) =
                &mut self.symbols[symbol].class
            {
                *storage = Storage::Local;
            }
        }
    }

    fn contradiction(&self, name: &str, facts: &Facts<'_>) -> Option<Diagnostic> {
        let error = |span: Span, what: &str| {
            Some(Diagnostic::error("E0202", span, format!("`{}` {what}", name.to_uppercase())))
        };
        let place = self.symbols[facts.symbol].span;
        if facts.is_value && matches!(facts.intent, Some(Intent::Out | Intent::InOut)) {
            return error(place, "has VALUE, so the procedure can't return a value in it");
        }
        if let Some(save) = facts.save {
            if facts.result {
                return error(save, "is the function's result and can't be saved");
            }
            if self.is_automatic(facts) {
                return error(save, "has a size that each call computes and can't be saved");
            }
        }
        None
    }

    /// True for a local array or text whose size depends on variables.
    fn is_automatic(&self, facts: &Facts<'_>) -> bool {
        let symbol = &self.symbols[facts.symbol];
        let SymbolClass::Variable(Variable { shape, form: ArrayForm::Explicit, .. }) = &symbol.class else {
            return false;
        };
        let has_late_bounds = shape.iter().flatten().any(|dimension| constant_extent(dimension).is_none());
        has_late_bounds || matches!(symbol.length, Some(CharacterLength::Expression(_)))
    }
}

/// Reports procedures that have the name of a dummy argument of their host.
pub(crate) fn check_internal_names(scopes: &mut [Scope<'_>]) {
    for index in 0..scopes.len() {
        let Some(host) = scopes[index].links.host else { continue };
        let name = scopes[index].name.clone();
        let dummy = scopes[host].names.get(name.as_str()).and_then(|facts| facts.dummy);
        if let Some(dummy) = dummy {
            let message = format!("`{}` is also a dummy argument of the host", name.to_uppercase());
            let span = scopes[index].name_span;
            scopes[index].report(Diagnostic::error("E0202", span, message).with_related(dummy, "here"));
        }
    }
}
