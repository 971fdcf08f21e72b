//! From source files to resolved program units in one call.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::form::SourceForm;
use crate::keep_locals::keep_locals;
use crate::parse::parse;
use crate::resolve::resolve_each;
use crate::resolved::{Program, ProgramUnit};
use crate::source::{FileId, SourceMap};

/// Parses and resolves files as one compilation.
///
/// The program is fit for use only if none of the diagnostics is a fatal error
/// ([`has_fatal_errors`](crate::diagnostics::has_fatal_errors)); it then holds the units of all files, in their order.
/// The diagnostics are sorted by place.
pub fn compile(sources: &SourceMap, files: &[(FileId, SourceForm)]) -> (Program, Vec<Diagnostic>) {
    let mut program = Program::default();
    let diagnostics = compile_each(sources, files, &mut |unit, _| program.units.push(unit));
    (program, diagnostics)
}

/// Parses and resolves files as one compilation, and calls `take` with each unit as soon as it is complete, and with
/// whether it is fit for use: there has been no fatal error so far. Who does not keep the units needs little memory.
///
/// The diagnostics are sorted by place.
pub fn compile_each(
    sources: &SourceMap,
    files: &[(FileId, SourceForm)],
    take: &mut dyn FnMut(ProgramUnit, bool),
) -> Vec<Diagnostic> {
    let mut diagnostics = Diagnostics::default();
    let mut trees = Vec::with_capacity(files.len());
    for (file, form) in files {
        let (tree, found) = parse(sources, *file, *form);
        diagnostics.extend(found);
        trees.push(tree);
    }
    let resolved = resolve_each(&trees, diagnostics.list(), &mut |mut unit, is_sound| {
        keep_locals(&mut unit, sources.keeps_locals());
        take(unit, is_sound);
    });
    diagnostics.extend(resolved);
    diagnostics.into_sorted()
}
