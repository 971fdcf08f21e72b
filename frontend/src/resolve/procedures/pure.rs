//! What PURE and ELEMENTAL procedures may not do (ISO/IEC 1539-1:2018, 15.7 and 15.8).

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::facts::Facts;
use crate::resolve::scope::interface::Interface;
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{Storage, SymbolClass, SymbolId, UnitKind, Variable};
use crate::source::Span;
use crate::tree::{self, Name, Prefix};
use forlane_semantics::{PROCEDURE_NUMBER, STORE};

/// The error for a dummy argument of a PURE procedure without the INTENT that it needs.
pub(crate) fn pure_dummy(name: &str, is_function: bool, span: Span) -> Diagnostic {
    let wanted = match is_function {
        true => "INTENT(IN) or VALUE in a PURE function",
        false => "an INTENT or VALUE in a PURE subroutine",
    };
    let message = format!("the dummy argument `{}` must have {wanted}", name.to_uppercase());
    Diagnostic::error("E0292", span, message).with_help("declare its INTENT")
}

impl Scope<'_> {
    fn has_prefix(&self, prefix: Prefix) -> bool {
        self.tree.header.as_ref().is_some_and(|header| header.prefixes.contains(&prefix))
    }

    fn is_pure(&self) -> bool {
        self.tree.header.as_ref().is_some_and(tree::Header::is_pure)
    }

    /// Checks what the specification part of a PURE or ELEMENTAL procedure says.
    pub fn check_prefixes(&mut self) {
        if self.has_prefix(Prefix::Elemental) {
            self.check_elemental();
        }
        if !self.is_pure() {
            return;
        }
        for dummy in self.dummies.clone() {
            self.check_pure_dummy(dummy);
        }
        let is_kept = |variable: &Variable| variable.storage == Storage::Static || !variable.initial.is_empty();
        let kept: Vec<(String, Span)> = (self.symbols.iter())
            .filter(|(_, symbol)| matches!(&symbol.class, SymbolClass::Variable(variable) if is_kept(variable)))
            .map(|(_, symbol)| (symbol.name.clone(), symbol.span))
            .collect();
        for (name, span) in kept {
            // Named constants that are arrays are variables with initial values.
            let is_own = |facts: &Facts| facts.origin.is_none() && facts.parameter.is_none();
            if self.names.get(name.as_str()).is_some_and(is_own) {
                let message = format!("`{}` is saved, which a PURE procedure does not allow", name.to_uppercase());
                self.error("E0292", span, message);
            }
        }
    }

    fn check_pure_dummy(&mut self, dummy: SymbolId) {
        let symbol = &self.symbols[dummy];
        let (name, span) = (symbol.name.clone(), symbol.span);
        let Some(facts) = self.names.get(name.as_str()) else { return };
        let is_variable = matches!(symbol.class, SymbolClass::Variable(_));
        let (intent, is_value) = (facts.intent, facts.is_value);
        let is_function = self.kind == UnitKind::Function;
        // Pointers need no INTENT. That of targets has been looked at.
        if name.contains("%.") || !is_variable || is_value || facts.reported {
            return;
        }
        if !matches!((is_function, intent), (true, Some(tree::Intent::In)) | (false, Some(_))) {
            // A component stands for its object.
            let object = name.split('%').next().unwrap_or(&name);
            self.report(pure_dummy(object, is_function, span));
        }
    }

    /// Dummy arguments and results of ELEMENTAL procedures are scalar variables.
    fn check_elemental(&mut self) {
        if self.alternates > 0 {
            self.error("E0293", self.name_span, "an ELEMENTAL procedure can't have alternate returns");
        }
        for symbol in self.dummies.clone().into_iter().chain(self.result) {
            let about = &self.symbols[symbol];
            let problem = match &about.class {
                SymbolClass::Variable(variable) if variable.shape.is_some() => "an array",
                SymbolClass::External { .. } => "a procedure",
                _ => continue,
            };
            let message = format!(
                "`{}` is {problem}, but dummy arguments and results of an ELEMENTAL procedure must be scalar",
                about.name.to_uppercase()
            );
            self.error("E0293", about.span, message);
        }
    }

    /// Reports a statement that a PURE procedure can't have.
    pub fn refuse_in_pure(&mut self, what: &str, span: Span) -> Outcome<()> {
        if !self.is_pure() {
            return Ok(());
        }
        Err(self.error("E0292", span, format!("{what} in a PURE procedure")))
    }

    /// Reports the call of a procedure that is not PURE by one that is.
    pub fn check_pure_call(&mut self, name: &Name, interface: Option<&Interface>) -> Outcome<()> {
        let is_fine = interface.is_some_and(|interface| interface.is_pure);
        if is_fine || !self.is_pure() || name.text.starts_with(STORE) || name.text == PROCEDURE_NUMBER {
            return Ok(());
        }
        let message = format!("a PURE procedure calls `{}`, which is not PURE", name.text.to_uppercase());
        let error = Diagnostic::error("E0292", name.span, message);
        Err(self.report(match interface {
            Some(interface) => error.with_related(interface.span, "it is defined here"),
            None => error.with_help("an interface block can say that it is"),
        }))
    }

    /// Reports an assignment by a PURE procedure to a variable of its host, of a module or in COMMON.
    pub fn check_pure_target(&mut self, name: &str, span: Span) -> Outcome<()> {
        let Some(facts) = self.names.get(name).filter(|_| self.is_pure()) else { return Ok(()) };
        // A name of ASSOCIATE may be another one for it.
        let own = &self.symbols[facts.symbol].name;
        // What is in the stores is the procedure's own as far as its components are.
        if facts.origin.is_none() && facts.common.is_none() || own.starts_with(STORE) {
            return Ok(());
        }
        let message = format!("a PURE procedure can't assign `{}`, which is not local to it", own.to_uppercase());
        Err(self.error("E0292", span, message))
    }
}
