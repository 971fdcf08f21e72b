//! What the tests of the lowering share.

#[path = "../../../cfg/tests/support/body_text.rs"]
mod body_text;

use forlane_cfg::Program;
use forlane_frontend::compile::compile;
use forlane_frontend::diagnostics::has_errors;
use forlane_frontend::form::SourceForm;
use forlane_frontend::source::SourceMap;
use forlane_lower::lower_program;
use std::path::Path;

pub use body_text::body_text;

/// Compiles Fortran to graphs.
pub fn built(text: &str, form: SourceForm) -> Program {
    built_as("test.f", text, form)
}

/// Compiles a file to graphs.
pub fn built_file(path: &Path) -> Program {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    built_as(&path.display().to_string(), &text, SourceForm::from_path(path).unwrap())
}

fn built_as(name: &str, text: &str, form: SourceForm) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let (program, diagnostics) = compile(&sources, &[(file, form)]);
    assert!(!has_errors(&diagnostics), "{name}: {diagnostics:?}");
    lower_program(&program, &sources).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}
