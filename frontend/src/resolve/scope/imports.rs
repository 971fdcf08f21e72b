//! What a scope takes from outside before its own specification part: names of modules and of its host, the variables
//! that hidden arguments carry, the procedures in it.

use super::declared::entries_of;
use super::families::use_of;
use super::inner_scopes::Frame;
use super::interfaces::has_invalid_header;
use super::intrinsic_modules;
use crate::diagnostics::Diagnostic;
use crate::resolve::expressions::one;
use crate::resolve::procedures::linked_calls::has_hidden_bounds;
use crate::resolve::scope::Scope;
use crate::resolve::scope::facts::Facts;
use crate::resolve::scope::facts::VisibleName;
use crate::resolve::scope::visible::{Exports, UseLink};
use crate::resolve::specification::outside_blocks;
use crate::resolved::{
    ArrayForm, CharacterLength, Designator, Dimension, Expr, ExprKind, Storage, Symbol, SymbolClass, SymbolId, Variable,
};
use crate::source::Span;
use crate::tree::{self, Word};
use std::rc::Rc;

/// Gives a scope what it has from outside.
pub(crate) fn associate(scopes: &mut [Scope<'_>], index: usize) {
    if let Some(host) = scopes[index].links.host {
        let (view, implicit) = (scopes[host].links.view.clone(), scopes[host].implicit.clone());
        let scope = &mut scopes[index];
        scope.links.outer = view;
        // A submodule is a program unit, and an interface is one of itself.
        if !scope.has_own_implicit_types() {
            scope.implicit = implicit;
            scope.implicit.places = [None; 26];
        }
    }
    let children: Vec<(Word, Span, String)> = (scopes[index].links.children.iter())
        .map(|child| &scopes[*child])
        .filter(|child| !has_invalid_header(child))
        .flat_map(|child| {
            let own = (Word::new(&child.name), child.name_span, child.unit.clone());
            let entries = entries_of(child.tree);
            let entries = entries.map(|one| (one.name.text.clone(), one.name.span, child.beside(&one.name.text)));
            std::iter::once(own).chain(entries)
        })
        .collect();
    let scope = &mut scopes[index];
    scope.link_modules();
    scope.forget_refused_names();
    scope.gather_access();
    scope.carry_captured();
    let mentioned: Vec<(&str, Span)> = scope.links.mentioned.iter().map(|(name, (span, _))| (*name, *span)).collect();
    for (name, span) in mentioned {
        if !scope.names.contains_key(name) {
            scope.import_name(name, span);
        }
    }
    for (name, span, unit) in children {
        let facts = scope.facts(&name, span);
        facts.external = Some(span);
        facts.settled = true;
        let symbol = facts.symbol;
        scope.symbols[symbol].class = SymbolClass::External { result: None };
        scope.symbols[symbol].unit = Some(unit);
    }
}

impl<'a> Scope<'a> {
    /// Finds the modules of the USE statements.
    pub fn link_modules(&mut self) {
        let tree: &'a tree::Unit = self.tree;
        for used in outside_blocks(&tree.statements).filter_map(use_of) {
            let link = self.link_module(used);
            self.links.uses.extend(link);
        }
        self.report_redeclared();
    }

    /// Finds the module of a USE statement; none if what is wrong has been reported.
    fn link_module(&mut self, used: &'a tree::Use) -> Option<UseLink<'a>> {
        let (name, span) = (used.module.text.as_str(), used.module.span);
        let own = self.links.modules.borrow().get(name).cloned();
        let own = own.filter(|_| used.intrinsic != Some(true));
        let exports = match (own, used.intrinsic) {
            (Some(own), _) => own,
            (None, Some(false)) => self.report_missing_module(used),
            (None, _) => intrinsic_modules::exports(name, span).or_else(|| self.report_missing_module(used)),
        };
        let Some(exports) = exports else {
            self.forget_names_of(used);
            return None;
        };
        for item in &used.items {
            let source = item.source.as_ref().unwrap_or(&item.local);
            let is_group = self.storage.groups.contains_key(&*item.local.text);
            if !exports.contains_key(&source.text) && !is_group {
                let (module, shown) = (name.to_uppercase(), source.text.to_uppercase());
                let message = format!("the module `{module}` has no public name `{shown}`");
                self.error("E0217", source.span, message);
                let facts = self.facts(&item.local.text, item.local.span);
                (facts.reported, facts.settled) = (true, true);
            }
        }
        Some(UseLink { used, exports })
    }

    /// Gives the names of a USE statement in a BLOCK their meaning until the BLOCK ends.
    pub fn use_in_block(&mut self, used: &'a tree::Use, frame: &mut Frame<'a>) {
        let Some(link) = self.link_module(used) else { return };
        let names: Vec<String> = link.names().map(str::to_owned).collect();
        for name in &names {
            if let Some(entity) = link.find(name).map(Rc::clone) {
                self.hide(name, frame);
                self.add_entity(name, &entity, class_outside(&entity));
            }
        }
    }

    fn report_missing_module(&mut self, used: &'a tree::Use) -> Option<Rc<Exports<'a>>> {
        let shown = used.module.text.to_uppercase();
        let error = Diagnostic::error("E0216", used.module.span, format!("module `{shown}` is not defined"));
        self.report(error.with_help("also give the file that defines it, in any order"));
        None
    }

    /// What the module would define is unknown, so names without a meaning are not reported.
    fn forget_names_of(&mut self, used: &'a tree::Use) {
        for item in &used.items {
            self.facts(&item.local.text, item.local.span).reported = true;
        }
        if !used.only {
            let names: Vec<(&str, Span)> = self.links.mentioned.iter().map(|(name, one)| (*name, one.0)).collect();
            for (name, span) in names {
                self.facts(name, span).reported = true;
            }
        }
    }

    /// What the names would be that refused statements declare is unknown.
    pub fn forget_refused_names(&mut self) {
        let tree: &'a tree::Unit = self.tree;
        for name in &tree.refused_names {
            let facts = self.facts(name, self.name_span);
            (facts.reported, facts.settled) = (true, true);
        }
    }

    /// Whether statements were refused that could give operators or assignments a meaning.
    pub fn has_refused(&self, what: &str) -> bool {
        let own = self.names.get(what).is_some_and(|facts| facts.reported);
        own || self.find_outside(what).is_some_and(|(entity, _)| entity.facts.reported)
    }

    /// Reports declarations of names that USE gives a meaning.
    fn report_redeclared(&mut self) {
        let declared: Vec<(&str, Span)> = self.links.declared.iter().map(|(name, span)| (*name, *span)).collect();
        for (name, span) in declared {
            let used = self.links.uses.iter().find(|link| link.find(name).is_some()).map(|link| link.used);
            if let Some(used) = used {
                let message =
                    format!("`{}` comes from the module `{}`", name.to_uppercase(), used.module.text.to_uppercase());
                let error = Diagnostic::error("E0202", span, message);
                self.report(error.with_related(used.module.span, "the module is used here"));
            }
        }
    }

    /// Reads PUBLIC and PRIVATE.
    fn gather_access(&mut self) {
        let tree: &'a tree::Unit = self.tree;
        for statement in &tree.statements {
            let Some((access, names)) = statement.kind.listed_access() else { continue };
            if names.is_empty() {
                self.links.default_access = Some((access, statement.span));
            }
            self.listed_access.extend(names.iter().map(|name| (name.text.as_str(), access)));
        }
    }

    /// Gives a name that is mentioned its meaning from outside, if it has one.
    pub fn import_name(&mut self, name: &str, span: Span) {
        let Some((entity, other)) = self.find_outside(name) else { return };
        if let Some(other) = other {
            let (first, second) = (entity.owner.to_uppercase(), other.owner.to_uppercase());
            let message =
                format!("`{}` is ambiguous: modules `{first}` and `{second}` both export it", name.to_uppercase());
            self.error("E0218", span, message);
            self.facts(name, span).reported = true;
            return;
        }
        self.add_entity(name, &entity, class_outside(&entity));
    }

    /// Adds a symbol for what another scope declares.
    fn add_entity(&mut self, name: &str, entity: &Rc<VisibleName<'a>>, class: SymbolClass) -> SymbolId {
        let VisibleName { facts, symbol: there, .. } = &**entity;
        let (unit, length) = (there.unit.clone(), carried_length(there));
        // An external procedure is called by the name that it has everywhere.
        let is_external = unit.is_none() && matches!(class, SymbolClass::External { .. });
        let own_name = if is_external { there.name.clone() } else { name.to_owned() };
        let symbol = self.symbols.alloc(Symbol { name: own_name, span: there.span, class, unit, length });
        if let Some(array) = &facts.constant {
            self.constant_arrays.insert(symbol, Rc::clone(array));
        }
        let origin = Some(Rc::clone(entity));
        let facts = Facts { symbol, origin, used: None, result: false, settled: true, ..facts.clone() };
        self.names.insert(Word::new(name), facts);
        symbol
    }

    /// Adds the hidden arguments for the host's variables.
    fn carry_captured(&mut self) {
        let captured: Vec<Word> = self.links.captured.iter().cloned().collect();
        let Some(view) = self.links.outer.clone() else { return };
        for name in &captured {
            let Some(entity) = view.names.get(name) else { continue };
            let is_hidden = self.links.declared.contains_key(name.as_str());
            let class = match &entity.symbol.class {
                SymbolClass::Variable(variable) => {
                    let (storage, shape, initial) = (Storage::Dummy, None, Vec::new());
                    SymbolClass::Variable(Variable { storage, shape, initial, ..variable.clone() })
                }
                procedure => procedure.clone(),
            };
            let symbol = if is_hidden {
                let (name, length) = (name.to_string(), carried_length(&entity.symbol));
                self.symbols.alloc(Symbol { name, span: entity.symbol.span, class, unit: None, length })
            } else {
                self.add_entity(name, entity, class)
            };
            self.links.carried.insert(name.clone(), symbol);
            if entity.facts.is_optional {
                self.optional.insert(symbol);
            }
        }
        // The bounds of arrays are expressions of variables, all of which are carried too.
        for name in &captured {
            let Some(entity) = view.names.get(name) else { continue };
            let SymbolClass::Variable(Variable { shape: Some(shape), form, .. }) = &entity.symbol.class else {
                continue;
            };
            let hidden = has_hidden_bounds(*form, shape).then_some(ArrayForm::Host);
            let hidden = hidden.or(Some(*form).filter(|form| *form == ArrayForm::Allocatable));
            let (form, shape): (ArrayForm, Option<Vec<Dimension>>) = match hidden {
                Some(form) => (form, Some(shape.iter().map(open_dimension).collect())),
                None => (*form, shape.iter().map(|one| self.carried_dimension(one, &view)).collect()),
            };
            let Some(symbol) = self.links.carried.get(name).copied() else { continue };
            match (shape, &mut self.symbols[symbol].class) {
                (Some(shape), SymbolClass::Variable(variable)) => {
                    (variable.shape, variable.form) = (Some(shape), form);
                }
                _ => {
                    let span = self.links.mentioned.get(name.as_str()).map_or(self.name_span, |(span, _)| *span);
                    let message = format!(
                        "the host's array `{}` has bounds that are not supported here yet",
                        name.to_uppercase()
                    );
                    self.error("E0986", span, message);
                }
            }
        }
    }

    fn carried_dimension(&self, dimension: &Dimension, view: &super::visible::View<'a>) -> Option<Dimension> {
        let lower = self.carried_bound(&dimension.lower, view)?;
        let upper = match &dimension.upper {
            Some(upper) => Some(self.carried_bound(upper, view)?),
            None => None,
        };
        Some(Dimension { lower, upper })
    }

    /// A bound with this scope's symbols in place of the host's. Bounds are short; a deep one is not supported.
    fn carried_bound(&self, bound: &Expr, view: &super::visible::View<'a>) -> Option<Expr> {
        let inner = |expr: &Expr| self.carried_bound(expr, view).map(Box::new);
        let kind = match &bound.kind {
            ExprKind::Constant(constant) => ExprKind::Constant(constant.clone()),
            ExprKind::Read(Designator::Variable(there)) => {
                let found = view.names.iter().find(|(_, entity)| entity.facts.symbol == *there);
                let (name, _) = found.filter(|(_, entity)| entity.facts.origin.is_none())?;
                ExprKind::Read(Designator::Variable(*self.links.carried.get(name)?))
            }
            ExprKind::Paren(expr) => ExprKind::Paren(inner(expr)?),
            ExprKind::Unary(op, expr) => ExprKind::Unary(*op, inner(expr)?),
            ExprKind::Convert(expr) => ExprKind::Convert(inner(expr)?),
            ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, inner(left)?, inner(right)?),
            ExprKind::Intrinsic(function, arguments) => {
                let arguments = arguments.iter().map(|one| self.carried_bound(one, view));
                ExprKind::Intrinsic(*function, arguments.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        Some(Expr::new(kind, bound.ty, bound.span))
    }
}

/// What an entity is in a scope that takes it from outside, where a variable has its initial value already.
fn class_outside(entity: &VisibleName<'_>) -> SymbolClass {
    match &entity.symbol.class {
        SymbolClass::Variable(variable) if entity.facts.constant.is_none() => {
            SymbolClass::Variable(Variable { initial: Vec::new(), ..variable.clone() })
        }
        class => class.clone(),
    }
}

/// A dimension of which hidden arguments bring the bounds.
fn open_dimension(dimension: &Dimension) -> Dimension {
    Dimension { lower: one(dimension.lower.span), upper: None }
}

/// The length of what another scope declares: where it is an expression of that scope's, the one that comes along.
fn carried_length(symbol: &Symbol) -> Option<CharacterLength> {
    match &symbol.length {
        Some(CharacterLength::Expression(_)) => Some(CharacterLength::Assumed),
        length => length.clone(),
    }
}
