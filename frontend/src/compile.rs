//! From source files to resolved program units in one call.

use crate::declared_procedures::declare_procedures;
use crate::derived::expand;
use crate::diagnostics::{Diagnostic, Diagnostics, has_errors};
use crate::form::SourceForm;
use crate::keep_locals::keep_locals;
use crate::parse::parse;
use crate::resolve::resolve_each;
use crate::resolved::{Program, ProgramUnit, UnitKind};
use crate::source::{FileId, SourceMap};
use crate::tree::{File, StatementKind, Unit};

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
        let (tree, found) = in_other_form(sources, *file, *form, &found).unwrap_or((tree, found));
        diagnostics.extend(found);
        trees.push(tree);
    }
    if let Some(modules) = intrinsic_modules(sources, &mut trees) {
        trees.push(modules);
    }
    declare_procedures(&mut trees, &mut diagnostics);
    let targets = expand(&mut trees, &mut diagnostics);
    trees.extend(targets);
    let resolved = resolve_each(sources, &trees, diagnostics.list(), &mut |mut unit, is_sound| {
        keep_locals(&mut unit, sources.keeps_locals());
        take(unit, is_sound);
    });
    diagnostics.extend(resolved);
    diagnostics.into_sorted()
}

/// The intrinsic modules that are written in Fortran.
const IN_FORTRAN: [&str; 3] = ["ieee_arithmetic", "ieee_exceptions", "ieee_features"];

/// The tree of the intrinsic modules that are written in Fortran, if one of them is used; they are then found as any
/// other modules are. Those of the user take their place.
fn intrinsic_modules(sources: &SourceMap, trees: &mut [File]) -> Option<File> {
    let is_theirs = |unit: &Unit| {
        let header = unit.header.as_ref().filter(|header| header.kind == UnitKind::Module);
        header.is_some_and(|header| IN_FORTRAN.contains(&header.name.text.as_str()))
    };
    if trees.iter().flat_map(|tree| &tree.units).any(is_theirs) {
        return None;
    }
    let mut is_used = false;
    trees.iter_mut().flat_map(|tree| &mut tree.units).for_each(|unit| find_uses(unit, &mut is_used));
    is_used.then(|| parse(sources, FileId::MODULES, SourceForm::Free).0)
}

/// Whether a unit or one in it uses them, then without saying INTRINSIC.
fn find_uses(unit: &mut Unit, is_used: &mut bool) {
    for statement in &mut unit.statements {
        match &mut statement.kind {
            StatementKind::Use(used) => {
                let is_meant = used.intrinsic != Some(false) && IN_FORTRAN.contains(&used.module.text.as_str());
                if is_meant {
                    (used.intrinsic, *is_used) = (None, true);
                }
            }
            StatementKind::Interface(block) => block.bodies.iter_mut().for_each(|body| find_uses(body, is_used)),
            _ => {}
        }
    }
    unit.contains.iter_mut().flat_map(|contains| &mut contains.units).for_each(|inner| find_uses(inner, is_used));
}

/// Errors of syntax of a file that may be in the other form.
const MANY_ERRORS: usize = 3;

/// The tree of a file that is in the other source form, and the one error to report of it: it can be read so, and in
/// the form that it was read in hardly a line can.
fn in_other_form(
    sources: &SourceMap,
    file: FileId,
    form: SourceForm,
    found: &[Diagnostic],
) -> Option<(File, Vec<Diagnostic>)> {
    let errors = |diagnostics: &[Diagnostic]| diagnostics.iter().filter(|one| one.code.starts_with("E01")).count();
    if errors(found) < MANY_ERRORS {
        return None;
    }
    let (other, words, option) = match form {
        SourceForm::Fixed => (SourceForm::Free, "in free form, and was read as fixed form", "--form=free"),
        SourceForm::Free => (SourceForm::Fixed, "in fixed form, and was read as free form", "--form=fixed"),
    };
    let (tree, of_other) = parse(sources, file, other);
    let span = found.iter().find(|one| one.code.starts_with("E01") && one.span.file == file)?.span;
    if has_errors(&of_other) {
        return None;
    }
    let error = Diagnostic::error("E0106", span, format!("this file is {words}"));
    let error = error.with_label("the first line that shows it");
    let ending = if other == SourceForm::Free { ".f90" } else { ".f" };
    Some((tree, vec![error.with_help(format!("give {option}, or let the file's name end in {ending}"))]))
}
