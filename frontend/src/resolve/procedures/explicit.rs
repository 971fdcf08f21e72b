//! Interface blocks: what they say of external procedures, for the calls in their scope.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::declared::{declared_names, mentioned_names};
use crate::resolve::scope::facts::VisibleName;
use crate::resolve::scope::interfaces::interfaces_of;
use crate::resolve::scope::visible::{Links, View};
use crate::resolve::scope::{Outcome, Scope};
use crate::resolved::{SymbolClass, UnitKind};
use crate::tree::{self, Name, StatementKind};
use std::rc::Rc;

impl<'a> Scope<'a> {
    /// Declares the procedures of an interface block.
    pub fn declare_interfaces(&mut self, block: &'a tree::InterfaceBlock) -> Outcome<()> {
        for body in &block.bodies {
            // Each error has been reported; the other bodies still count.
            let _ = self.declare_interface(body);
        }
        Ok(())
    }

    /// Declares the procedures that procedure pointers point to, as if they were dummy arguments with the interface of
    /// another procedure. Those of other PROCEDURE declarations have become interface blocks.
    pub fn declare_called(&mut self, interface: &tree::ProcedureInterface, names: &[Name]) -> Outcome<()> {
        let (mut ty, mut explicit, mut like) = (None, None, None);
        match interface {
            tree::ProcedureInterface::Like(model) => {
                let facts = self.facts(&model.text, model.span);
                (ty, explicit, like) = (facts.ty, facts.explicit.clone(), Some(facts.symbol));
            }
            tree::ProcedureInterface::Type(spec) => ty = Some((self.type_of_spec(spec)?, spec.span)),
            tree::ProcedureInterface::Unknown => {}
        }
        for name in names {
            let facts = self.facts(&name.text, name.span);
            facts.explicit = explicit.clone();
            (facts.ty, facts.dummy, facts.external) = (ty, Some(name.span), Some(name.span));
            let symbol = facts.symbol;
            let result = ty.map(|(ty, _)| ty);
            self.symbols[symbol].class = SymbolClass::External { result };
            self.symbols[symbol].length = like.and_then(|like| self.symbols[like].length.clone());
        }
        Ok(())
    }

    fn declare_interface(&mut self, body: &'a tree::Unit) -> Outcome<()> {
        let Some(header) = &body.header else { return Ok(()) };
        self.report_executable(body);
        let mut inner = Scope::new(body);
        inner.links = Links { modules: Rc::clone(&self.links.modules), ..Links::default() };
        inner.links.outer = self.imported_view(body);
        inner.links.declared = declared_names(body);
        inner.links.mentioned = mentioned_names(body, &inner.links.declared);
        inner.link_modules();
        inner.forget_refused_names();
        let mentioned: Vec<(&str, crate::source::Span)> =
            inner.links.mentioned.iter().map(|(name, (span, _))| (*name, *span)).collect();
        for (name, span) in mentioned {
            if !inner.names.contains_key(name) {
                inner.import_name(name, span);
            }
        }
        inner.gather_specifications();
        inner.settle_specifications();
        let Some((_, interface)) = interfaces_of(&inner).into_iter().next() else { return Ok(()) };
        self.diagnostics.append(&mut inner.diagnostics);
        let name: &Name = &header.name;
        let (result, length) = (interface.result, interface.length.clone());
        if self.names.get(&name.text).is_some_and(|facts| facts.explicit.is_some()) {
            let message = format!("`{}` has an interface already", name.text.to_uppercase());
            return Err(self.error("E0202", name.span, message));
        }
        self.facts(&name.text, name.span).explicit = Some(Rc::new(interface));
        self.declare_external(name)?;
        if let Some(result) = result.filter(|_| header.kind == UnitKind::Function) {
            let facts = self.facts(&name.text, name.span);
            facts.ty.get_or_insert((result, name.span));
            let symbol = facts.symbol;
            self.symbols[symbol].class = SymbolClass::External { result: Some(result) };
            self.symbols[symbol].length = length;
        }
        Ok(())
    }

    /// What IMPORT lets an interface body see of this scope.
    fn imported_view(&self, body: &tree::Unit) -> Option<Rc<View<'a>>> {
        let imports: Vec<&Vec<Name>> = (body.statements.iter())
            .filter_map(|statement| match &statement.kind {
                StatementKind::Import(names) => Some(names),
                _ => None,
            })
            .collect();
        if imports.is_empty() {
            return None;
        }
        let is_all = imports.iter().any(|names| names.is_empty());
        let is_listed = |name: &str| is_all || imports.iter().any(|names| names.iter().any(|one| one.text == name));
        let owner: Rc<str> = self.unit.as_str().into();
        let constants = self.names.iter().filter(|(name, facts)| {
            let is_scalar = matches!(self.symbols[facts.symbol].class, SymbolClass::NamedConstant(_));
            let is_constant = is_scalar || facts.constant.is_some();
            is_constant && is_listed(name)
        });
        let names = constants.map(|(name, facts)| {
            let symbol = self.symbols[facts.symbol].clone();
            (name.clone(), Rc::new(VisibleName { facts: facts.clone(), symbol, owner: Rc::clone(&owner) }))
        });
        let outer = self.links.outer.clone().filter(|_| is_all || !imports.is_empty());
        Some(Rc::new(View { names: names.collect(), uses: self.links.uses.clone(), outer }))
    }

    fn report_executable(&mut self, body: &tree::Unit) {
        let executable = body.statements.iter().find(|statement| statement.kind.is_executable());
        if let Some(statement) = executable {
            let error = Diagnostic::error("E0122", statement.span, "an interface body can contain only declarations");
            self.report(error.with_related(body.span, "the interface body"));
        }
    }
}
