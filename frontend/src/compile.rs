//! From source files to resolved program units in one call.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::form::SourceForm;
use crate::parse::parse;
use crate::resolve::resolve;
use crate::resolved::Program;
use crate::source::{FileId, SourceMap};

/// Parses and resolves files as one compilation.
///
/// The program is fit for use only if none of the diagnostics is an error; it then holds the units of all files, in
/// their order. The diagnostics are sorted by place.
pub fn compile(sources: &SourceMap, files: &[(FileId, SourceForm)]) -> (Program, Vec<Diagnostic>) {
    let mut diagnostics = Diagnostics::default();
    let mut trees = Vec::with_capacity(files.len());
    for (file, form) in files {
        let (tree, found) = parse(sources, *file, *form);
        diagnostics.extend(found);
        trees.push(tree);
    }
    let (program, found) = resolve(&trees);
    diagnostics.extend(found);
    (program, diagnostics.into_sorted())
}
