//! Resolution: the parse tree becomes resolved program units.
//!
//! All specification parts come first, so that every unit knows the others' dummy arguments and results when its
//! executable part is resolved; the units of a compilation may stand in any order.

mod array_functions;
mod array_statements;
mod arrays;
mod association;
mod blocks;
mod calls;
mod composed;
mod constants;
mod data;
mod expressions;
mod fold;
mod images;
mod inquiries;
mod interfaces;
mod intrinsic_calls;
mod intrinsic_references;
mod intrinsics;
mod labels;
mod precise;
mod procedures;
mod recursion;
mod references;
mod refused;
mod scope;
mod settle;
mod specification;
mod statement_functions;
mod statements;
mod storage;
mod terminals;

use crate::diagnostics::{Diagnostic, Diagnostics, has_errors};
use crate::resolved::{Program, ProgramUnit, UnitKind};
use crate::source::Span;
use crate::tree;
use indexmap::IndexMap;
use interfaces::Interfaces;
use scope::Scope;
use std::rc::Rc;

pub use procedures::intrinsic_unit_name;

/// Resolves the units of all files of a compilation.
///
/// The program is fit for use only if none of the diagnostics is an error. They are sorted by place.
pub fn resolve(files: &[tree::File]) -> (Program, Vec<Diagnostic>) {
    let mut program = Program::default();
    let diagnostics = resolve_each(files, &mut |unit, _| program.units.push(unit));
    (program, diagnostics)
}

/// Resolves the units of all files of a compilation, and gives each to `take` as soon as it is complete, with the word
/// whether it is fit for use: there has been no error so far.
///
/// The diagnostics are sorted by place.
pub fn resolve_each(files: &[tree::File], take: &mut dyn FnMut(ProgramUnit, bool)) -> Vec<Diagnostic> {
    let units = files.iter().flat_map(|file| &file.units);
    let mut scopes: Vec<Scope<'_>> = units.map(Scope::new).collect();
    for scope in &mut scopes {
        scope.gather_specifications();
        scope.find_called_names();
        scope.settle_specifications();
    }
    images::check_areas(&mut scopes);
    let interfaces = Rc::new(Interfaces::gather(&mut scopes));
    let mut diagnostics = Diagnostics::default();
    files.iter().flat_map(|file| &file.units).for_each(|unit| diagnostics.extend(refused::find_refused(unit)));
    let mut recursion = recursion::CallGraph::default();
    let mut passed: IndexMap<String, Span> = IndexMap::new();
    let mut is_sound = !diagnostics.has_errors() && !scopes.iter().any(|scope| has_errors(&scope.diagnostics));
    for mut scope in scopes {
        scope.interfaces = Rc::clone(&interfaces);
        scope.check_statement_functions();
        let body = blocks::resolve_body(&mut scope);
        scope.warn_of_missing_result();
        is_sound &= !has_errors(&scope.diagnostics);
        diagnostics.extend(std::mem::take(&mut scope.diagnostics));
        recursion.add(&scope);
        passed.extend(std::mem::take(&mut scope.passed_intrinsics));
        let unit = ProgramUnit {
            span: scope.tree.span,
            name: scope.name,
            kind: scope.kind,
            symbols: scope.symbols,
            dummies: scope.dummies,
            alternates: scope.alternates,
            result: scope.result,
            entries: scope.entries,
            is_recursive: scope.is_recursive,
            body,
        };
        take(unit, is_sound);
    }
    diagnostics.extend(recursion.warnings());
    let units = passed.iter().filter_map(|(name, span)| procedures::intrinsic_unit(name, *span));
    units.for_each(|unit| take(unit, is_sound));
    diagnostics.into_sorted()
}

impl Scope<'_> {
    /// Warns of a function whose result is never set.
    fn warn_of_missing_result(&mut self) {
        let Some(result) = self.result else { return };
        let name = self.symbols[result].name.clone();
        let is_used = self.names.get(name.as_str()).is_none_or(|facts| facts.used.is_some() || facts.reported);
        let is_used = is_used || !self.entries.is_empty();
        let has_invalid = self.tree.statements.iter().any(|one| matches!(one.kind, tree::StatementKind::Invalid));
        if self.kind == UnitKind::Function && !is_used && !has_invalid {
            let message = format!("the result `{}` of this function is never set", name.to_uppercase());
            self.report(Diagnostic::warning("W0210", self.name_span, message));
        }
    }
}
