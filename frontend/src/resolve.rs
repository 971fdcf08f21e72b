//! Resolution: the parse tree becomes resolved program units.
//!
//! All specification parts come first, so that every unit knows the others' dummy arguments and results when its
//! executable part is resolved; the units of a compilation may be in any order.
//!
//! | module | what it resolves |
//! |---|---|
//! | `scope` | names: what each scope declares, sees of others and shows them |
//! | `specification` | declarations: types, shapes, storage, initial values |
//! | `procedures` | calls and definitions of procedures, and whether they agree |
//! | `expressions` | types, conversions, arrays, texts |
//! | `constants` | values of constant expressions |
//! | `intrinsics` | intrinsic functions and subroutines |
//! | `statements` | executable statements, constructs, labels |

mod constants;
mod expressions;
pub(crate) mod intrinsics;
mod procedures;
mod scope;
mod specification;
mod statements;

use crate::diagnostics::{Diagnostic, Diagnostics, has_errors, has_fatal_errors};
use crate::resolved::{Entry, Program, ProgramUnit, Statement, StatementKind, Symbol, SymbolClass, SymbolId, UnitKind};
use crate::source::{SourceMap, Span};
use crate::tree;
use indexmap::IndexMap;
use intrinsics::system_functions;
use procedures::{external_calls, passed_on, recursion};
use scope::interface::Interfaces;
use scope::{Scope, families, imports};
use specification::{attributes, images};
use statements::blocks;
use std::rc::Rc;

pub use procedures::intrinsic_unit_name;
pub(crate) use procedures::is_passable_intrinsic;
pub(crate) use procedures::pure::pure_dummy;
pub(crate) use scope::declared::declared_names;
pub(crate) use scope::families::hidden_name;
pub(crate) use scope::intrinsic_modules::integer_constants;

/// Resolves the units of all files of a compilation. `parsed` is what parsing them has reported.
///
/// The program is fit for use only if there are no fatal errors ([`has_fatal_errors`]). What is not supported fails in
/// it when it is reached: a statement, or, where more depends on it, the whole unit. The diagnostics are sorted by
/// place.
pub fn resolve(sources: &SourceMap, files: &[tree::File], parsed: &[Diagnostic]) -> (Program, Vec<Diagnostic>) {
    let mut program = Program::default();
    let diagnostics = resolve_each(sources, files, parsed, &mut |unit, _| program.units.push(unit));
    (program, diagnostics)
}

/// Resolves the units of all files of a compilation, and calls `take` with each as soon as it is complete, and with
/// whether it is fit for use: there has been no fatal error so far, neither here nor in `parsed`.
///
/// The diagnostics are sorted by place.
pub fn resolve_each(
    sources: &SourceMap,
    files: &[tree::File],
    parsed: &[Diagnostic],
    take: &mut dyn FnMut(ProgramUnit, bool),
) -> Vec<Diagnostic> {
    let take = &mut |unit: ProgramUnit, is_sound| {
        unit.number_expressions();
        take(unit, is_sound);
    };
    let mut scopes = families::scopes_of(files);
    for index in families::specification_order(&mut scopes) {
        imports::associate(&mut scopes, index);
        scopes[index].gather_specifications();
        scopes[index].find_called_names();
        scopes[index].settle_specifications();
        // All scopes wait for the last one's settling.
        scopes[index].names.shrink_to_fit();
        families::publish(&mut scopes, index);
    }
    passed_on::find_passed_procedures(&mut scopes);
    attributes::check_internal_names(&mut scopes);
    images::check_areas(&mut scopes);
    let interfaces = with_late_lengths(&mut scopes);
    let mut diagnostics = Diagnostics::default();
    let mut recursion = recursion::CallGraph::default();
    let mut external_calls = external_calls::ExternalCalls::default();
    let mut passed: IndexMap<String, Span> = IndexMap::new();
    let mut is_sound = !has_fatal_errors(parsed) && !scopes.iter().any(|scope| has_fatal_errors(&scope.diagnostics));
    let mut given_up = None;
    for mut scope in scopes {
        if scope.is_interface() {
            scope.check_separate_interface(&interfaces);
            is_sound &= !has_fatal_errors(&scope.diagnostics);
            diagnostics.extend(std::mem::take(&mut scope.diagnostics));
            continue;
        }
        scope.interfaces = Rc::clone(&interfaces);
        scope.check_statement_functions();
        scope.check_prefixes();
        scope.check_attributes();
        scope.check_interface_bodies();
        let body = blocks::resolve_body(&mut scope, sources);
        // What is wrong may have been the statement that assigns.
        if !has_fatal_errors(&scope.diagnostics) {
            scope.warn_of_missing_result();
        }
        scope.warn_of_unset_variables();
        given_up = given_up.or(scope.given_up());
        is_sound &= !has_fatal_errors(&scope.diagnostics);
        let body = match scope.refusal(parsed) {
            Some((words, span)) => vec![failing(words, span)],
            None => body,
        };
        diagnostics.extend(std::mem::take(&mut scope.diagnostics));
        recursion.add(&scope);
        diagnostics.extend(external_calls.add(std::mem::take(&mut scope.external_calls)));
        passed.extend(std::mem::take(&mut scope.passed_intrinsics));
        if let Some(unit) = scope.into_unit(body) {
            take(unit, is_sound);
        }
    }
    diagnostics.extend(recursion.warnings());
    let units = passed.iter().filter_map(|(name, span)| {
        procedures::intrinsic_unit(name, sources.default_kinds(), *span)
            .or_else(|| system_functions::request_unit(name, *span))
    });
    units.for_each(|unit| take(unit, is_sound));
    if let Some(span) = given_up.filter(|_| !has_errors(parsed) && !diagnostics.has_errors()) {
        diagnostics.push(given_up_silently(span));
    }
    diagnostics.into_sorted()
}

/// The body of a unit that can't be compiled.
fn failing(words: String, span: Span) -> Statement {
    Statement { label: None, kind: StatementKind::Unsupported(words), span }
}

/// The error for a statement that was given up because of errors that were not reported: a mistake of the compiler,
/// which must not make the statement vanish.
fn given_up_silently(span: Span) -> Diagnostic {
    let message = "this statement, or something it declares, can't be resolved";
    let error = Diagnostic::error("E0999", span, message);
    error.with_help("this is a mistake in forlane, please report it; writing the statement in another way may help")
}

/// The interfaces of all units. Lengths that call functions can be settled only when those are known.
fn with_late_lengths(scopes: &mut [Scope<'_>]) -> Rc<Interfaces> {
    let interfaces = Rc::new(Interfaces::gather(scopes));
    for scope in scopes.iter_mut().filter(|scope| scope.has_late_lengths) {
        scope.interfaces = Rc::clone(&interfaces);
        scope.settle_late_lengths();
        scope.interfaces = Rc::default();
    }
    match Rc::try_unwrap(interfaces) {
        Ok(interfaces) => Rc::new(interfaces.with_lengths(scopes)),
        Err(shared) => shared,
    }
}

impl Scope<'_> {
    /// The resolved unit. A module is one only if its variables have initial values.
    fn into_unit(self, body: Vec<Statement>) -> Option<ProgramUnit> {
        let is_initialised = |symbol: &Symbol| match &symbol.class {
            SymbolClass::Variable(variable) => !variable.initial.is_empty(),
            _ => false,
        };
        let is_module = self.kind == UnitKind::Module;
        if is_module && !self.symbols.iter().any(|(_, symbol)| is_initialised(symbol)) {
            return None;
        }
        let taken = self.links.captured.iter().filter_map(|name| self.links.carried.get(name)).copied();
        let taken: Vec<SymbolId> = taken.collect();
        let body: Vec<Statement> = self.released_at_entry().into_iter().chain(body).collect();
        let own = |entry: Entry| Entry { name: self.beside(&entry.name), ..entry };
        let entries = self.entries.iter().cloned().map(own).collect();
        Some(ProgramUnit {
            span: self.tree.span,
            name: self.unit,
            kind: if is_module { UnitKind::BlockData } else { self.kind },
            taken: taken.len(),
            dummies: self.dummies.into_iter().chain(taken).collect(),
            alternates: self.alternates,
            symbols: self.symbols,
            result: self.result,
            entries,
            is_recursive: self.is_recursive,
            optional: self.optional,
            body,
        })
    }

    /// Warns of a function whose result is never set.
    fn warn_of_missing_result(&mut self) {
        let Some(result) = self.result else { return };
        let name = self.symbols[result].name.clone();
        let is_used = self.names.get(name.as_str()).is_none_or(|facts| facts.used.is_some() || facts.reported);
        let is_used = is_used || !self.entries.is_empty();
        let is_opaque = self.tree.statements.iter().any(|one| one.kind.is_opaque());
        if self.kind == UnitKind::Function && !is_used && !is_opaque {
            let message = format!("the result `{}` of this function is never set", name.to_uppercase());
            self.warn(Diagnostic::warning("W0210", self.name_span, message));
        }
    }
}
