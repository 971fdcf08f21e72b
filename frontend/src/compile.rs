//! From source files to resolved program units in one call.

use crate::declared_procedures::declare_procedures;
use crate::default_kinds::set_default_kinds;
use crate::derived::expand;
use crate::diagnostics::{Diagnostic, Diagnostics, has_errors};
use crate::form::SourceForm;
use crate::implied_targets::imply_targets;
use crate::intrinsic_modules::intrinsic_modules;
use crate::keep_locals::keep_locals;
use crate::made_results::make_results;
use crate::main_variables::move_main_variables;
use crate::missing_modules::drop_followers;
use crate::parse::{EMPTY, parse};
use crate::resolve::resolve_each;
use crate::resolved::{Program, ProgramUnit};
use crate::self_references::mark_self_references;
use crate::source::{FileId, SourceMap};
use crate::submodules::connect_submodules;
use crate::tree::File;
use crate::type_inquiries::replace_type_inquiries;
use crate::use_renames::share_renames;
use crate::used_groups::list_group_variables;

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
    let (mut trees, mut of_parsing) = (Vec::with_capacity(files.len()), Vec::new());
    for (file, form) in files {
        let (tree, found) = parse(sources, *file, *form);
        let (tree, found) = in_other_form(sources, *file, *form, &found).unwrap_or((tree, found));
        of_parsing.extend(found);
        trees.push(tree);
    }
    // A file that holds comments alone is no mistake beside others.
    if trees.iter().any(|tree| !tree.units.is_empty()) {
        of_parsing.retain(|one| one.code != EMPTY);
    }
    let mut diagnostics = Diagnostics::default();
    diagnostics.extend(of_parsing);
    set_default_kinds(&mut trees, sources.default_kinds());
    if let Some(modules) = intrinsic_modules(sources, &mut trees) {
        trees.push(modules);
    }
    share_renames(&mut trees);
    connect_submodules(&mut trees, &mut diagnostics);
    replace_type_inquiries(&mut trees);
    make_results(&mut trees);
    mark_self_references(&mut trees);
    imply_targets(&mut trees);
    list_group_variables(&mut trees);
    move_main_variables(&mut trees);
    declare_procedures(&mut trees, &mut diagnostics);
    let targets = expand(&mut trees, &mut diagnostics);
    trees.extend(targets);
    let resolved = resolve_each(sources, &trees, diagnostics.list(), &mut |mut unit, is_sound| {
        keep_locals(&mut unit, sources.keeps_locals());
        take(unit, is_sound);
    });
    diagnostics.extend(resolved);
    drop_followers(&trees, &mut diagnostics);
    diagnostics.into_sorted()
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
