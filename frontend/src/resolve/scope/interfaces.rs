//! What the program units of a compilation show each other: kinds, dummy arguments, results.

use crate::diagnostics::Diagnostic;
use crate::resolve::scope::Scope;
use crate::resolve::scope::interface::Interface;
use crate::resolve::scope::interface::Interfaces;
use crate::resolve::scope::interface::{DummyArgument, DummyArray};
use crate::resolve::scope::interface::{ResultLength, ResultShape};
use crate::resolved::{
    ArrayForm, CharacterLength, Expr, Part, Role, Symbol, SymbolClass, SymbolId, UnitKind, for_each_inside,
};
use crate::source::Span;
use crate::tree;
use indexmap::IndexMap;
use std::rc::Rc;

impl Interfaces {
    /// Gathers the interfaces; a name that two units have, and a second main program, are reported in the later one's
    /// scope.
    pub fn gather(scopes: &mut [Scope<'_>]) -> Interfaces {
        let mut by_name: IndexMap<String, Rc<Interface>> = IndexMap::new();
        let mut main_program: Option<Span> = None;
        let is_unknown: Vec<bool> = scopes.iter().map(has_invalid_header).collect();
        let is_known = |scope: &&mut Scope<'_>| {
            !has_invalid_header(scope) && !scope.links.host.is_some_and(|host| is_unknown[host])
        };
        // What a definition says counts more than its interface.
        let (interfaces, definitions): (Vec<_>, Vec<_>) =
            scopes.iter_mut().filter(is_known).partition(|scope| scope.is_interface());
        for scope in definitions {
            if scope.kind == UnitKind::Program {
                if let Some(before) = main_program {
                    let error = Diagnostic::error("E0204", scope.name_span, "there are two main programs");
                    scope.report(error.with_related(before, "the other one"));
                    continue;
                }
                main_program = Some(scope.name_span);
            }
            for (name, interface) in interfaces_of(scope) {
                match by_name.get(&name) {
                    Some(before) => {
                        let message = match &*name {
                            tree::UNNAMED_BLOCK_DATA => "there are two unnamed BLOCK DATA units".to_owned(),
                            name => format!("there are two program units named `{}`", name.to_uppercase()),
                        };
                        let error = Diagnostic::error("E0204", interface.span, message);
                        scope.report(error.with_related(before.span, "the other one"));
                    }
                    None => {
                        by_name.insert(name, Rc::new(interface));
                    }
                }
            }
        }
        for (name, interface) in interfaces.into_iter().flat_map(|scope| interfaces_of(scope)) {
            by_name.entry(name).or_insert_with(|| Rc::new(interface));
        }
        Interfaces { by_name }
    }

    /// The same with the bounds and lengths that call functions of other units, which have been settled since.
    pub fn with_lengths(mut self, scopes: &[Scope<'_>]) -> Interfaces {
        for scope in scopes.iter().filter(|scope| scope.has_late_lengths) {
            for (name, interface) in interfaces_of(scope) {
                if let Some(known) = self.by_name.get_mut(&name) {
                    *known = Rc::new(interface);
                }
            }
        }
        self
    }

    /// The interface of a unit.
    pub fn get(&self, name: &str) -> Option<&Rc<Interface>> {
        self.by_name.get(name)
    }
}

/// Whether the unit's first statement could not be understood, so that the unit's name and kind are not known.
pub(crate) fn has_invalid_header(scope: &Scope<'_>) -> bool {
    let first = scope.tree.statements.first();
    scope.tree.header.is_none() && first.is_some_and(|first| matches!(first.kind, tree::StatementKind::Invalid))
}

/// The interfaces of a unit and of its entries, by name.
pub(crate) fn interfaces_of(scope: &Scope<'_>) -> Vec<(String, Interface)> {
    let own = interface_of(scope, scope.name_span, &scope.dummies, scope.alternates, scope.result);
    let entries = scope.entries.iter().map(|entry| {
        let interface = interface_of(scope, entry.span, &entry.dummies, entry.alternates, entry.result);
        (scope.beside(&entry.name), interface)
    });
    std::iter::once((scope.unit.clone(), own)).chain(entries).collect()
}

fn interface_of(
    scope: &Scope<'_>,
    span: Span,
    dummies: &[SymbolId],
    alternates: usize,
    result: Option<SymbolId>,
) -> Interface {
    let is_sound =
        |symbol: &SymbolId| scope.names.get(scope.symbols[*symbol].name.as_str()).is_some_and(|facts| !facts.reported);
    let dummy = |symbol: &SymbolId| {
        let name = scope.symbols[*symbol].name.clone();
        let variable = scope.variable(*symbol).filter(|_| is_sound(symbol));
        let shape = variable.and_then(|variable| variable.shape.as_ref());
        let (is_array, rank) = (shape.is_some(), shape.map_or(0, Vec::len));
        let is_procedure = matches!(scope.symbols[*symbol].class, SymbolClass::External { .. });
        let is_assumed = variable.is_some_and(|variable| variable.form == ArrayForm::Assumed);
        let allocatable = scope.allocatable_of(*symbol).filter(|_| is_sound(symbol));
        let ty = variable.map(|variable| variable.ty);
        let facts = scope.names.get(name.as_str());
        let (intent, is_value) = (facts.and_then(|facts| facts.intent), facts.is_some_and(|facts| facts.is_value));
        let is_optional = scope.optional.contains(symbol);
        DummyArgument { name, ty, is_array, rank, is_assumed, allocatable, intent, is_value, is_procedure, is_optional }
    };
    Interface {
        kind: scope.kind,
        span,
        is_pure: scope.tree.header.as_ref().is_some_and(tree::Header::is_pure),
        dummies: dummies.iter().map(dummy).collect(),
        is_sound: dummies.iter().all(is_sound),
        alternates,
        result: result.and_then(|result| scope.variable(result)).map(|variable| variable.ty),
        logical_bytes: result.map_or(0, |result| scope.declared_logical_kind(&scope.symbols[result].name)),
        length: result.and_then(|result| scope.symbols[result].length.clone()).filter(|length| {
            // An expression is one of the unit's own symbols.
            !matches!(length, CharacterLength::Expression(_))
        }),
        result_length: result_length(scope, dummies, result),
        result_shape: result.and_then(|result| scope.variable(result)).and_then(|variable| {
            let dimensions = variable.shape.clone()?;
            let is_allocatable = variable.form == ArrayForm::Allocatable;
            let bounds =
                dimensions.iter().flat_map(|dimension| std::iter::once(&dimension.lower).chain(&dimension.upper));
            let lengths = dummy_lengths(scope, dummies);
            let others = others_in(scope, dummies, bounds.chain(lengths.iter().map(|(_, length)| length)).collect());
            let (dummies, arrays) = (with_taken(scope, dummies), dummy_arrays(scope, dummies));
            Some(ResultShape { dummies, dimensions, is_allocatable, others, arrays, lengths })
        }),
        allocatable_result: result.and_then(|result| scope.allocatable_of(result)),
        is_elemental: scope
            .tree
            .header
            .as_ref()
            .is_some_and(|header| header.prefixes.contains(&tree::Prefix::Elemental)),
        captured: scope.links.captured.iter().cloned().collect(),
    }
}

/// The length of a result that is an expression.
fn result_length(scope: &Scope<'_>, dummies: &[SymbolId], result: Option<SymbolId>) -> Option<ResultLength> {
    let Some(CharacterLength::Expression(length)) = &scope.symbols[result?].length else { return None };
    let lengths = dummy_lengths(scope, dummies);
    let others = others_in(scope, dummies, [length].into_iter().chain(lengths.iter().map(|(_, each)| each)).collect());
    let (dummies, arrays) = (with_taken(scope, dummies), dummy_arrays(scope, dummies));
    Some(ResultLength { dummies, length: length.clone(), others, arrays, lengths })
}

fn dummy_lengths(scope: &Scope<'_>, dummies: &[SymbolId]) -> Vec<(SymbolId, Expr)> {
    let lengths = dummies.iter().filter_map(|symbol| match &scope.symbols[*symbol].length {
        Some(CharacterLength::Expression(length)) => Some((*symbol, length.clone())),
        _ => None,
    });
    lengths.collect()
}

/// The dummy arguments, and after them the variables of its host that an internal procedure takes.
fn with_taken(scope: &Scope<'_>, dummies: &[SymbolId]) -> Vec<SymbolId> {
    let taken = scope.links.captured.iter().filter_map(|name| scope.links.carried.get(name).copied());
    dummies.iter().copied().chain(taken).collect()
}

fn dummy_arrays(scope: &Scope<'_>, dummies: &[SymbolId]) -> Vec<DummyArray> {
    let arrays = dummies.iter().filter_map(|symbol| {
        let variable = scope.variable(*symbol)?;
        let is_declared = matches!(variable.form, ArrayForm::Explicit | ArrayForm::Assumed);
        let dimensions = variable.shape.clone().filter(|_| is_declared)?;
        Some(DummyArray { symbol: *symbol, dimensions })
    });
    arrays.collect()
}

/// The procedures that expressions of a unit call or pass, and the variables of areas and constants that they name.
fn others_in(scope: &Scope<'_>, dummies: &[SymbolId], exprs: Vec<&Expr>) -> Vec<(SymbolId, Symbol)> {
    let mut others: Vec<(SymbolId, Symbol)> = Vec::new();
    for_each_inside(exprs.into_iter().map(Part::Expr), &mut |part| {
        match part {
            Part::Symbol(procedure, Role::Called | Role::PassedProcedure) => {
                others.push((procedure, scope.symbols[procedure].clone()));
            }
            Part::Symbol(symbol, _) => others.extend(known_anywhere(scope, dummies, symbol)),
            Part::Expr(_) | Part::Argument(_) | Part::Statements(_) | Part::Terminal(_) | Part::Label(_) => {}
        }
        true
    });
    others
}

/// A variable of an area, or an array that is a constant.
fn known_anywhere(scope: &Scope<'_>, dummies: &[SymbolId], symbol: SymbolId) -> Option<(SymbolId, Symbol)> {
    let is_shared = scope.variable(symbol)?.area.is_some() || scope.constant_arrays.contains_key(&symbol);
    let is_elsewhere = is_shared && !dummies.contains(&symbol);
    is_elsewhere.then(|| (symbol, scope.symbols[symbol].clone()))
}
