//! Errors of forlane as Python's exceptions, which `forlane/_errors.py` defines.

use forlane::sources::ReadError;
use forlane::{CompileError, SourceError};
use forlane_jit::JitError;
use forlane_rewrites::bind_procedures::BindError;
use forlane_rewrites::passes::PassError;
use pyo3::exceptions::{PyKeyError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// The exception for an error of compiling.
pub fn of_compiling(py: Python<'_>, error: &CompileError) -> PyErr {
    match error {
        CompileError::Source(diagnostics) => of_source(py, diagnostics).unwrap_or_else(|error| error),
        CompileError::Jit(JitError::UnknownUnit { .. }) | CompileError::Ambiguous { .. } => {
            PyKeyError::new_err(error.to_string())
        }
        CompileError::Read(read) => of_reading(read),
        CompileError::UnknownForm { .. } => PyValueError::new_err(error.to_string()),
        CompileError::Bind(BindError::NotBound { unit, name })
        | CompileError::Pass(PassError::Bind(BindError::NotBound { unit, name })) => {
            let message = format!(
                "the dummy procedure `{name}` of `{unit}` is not bound; with_options(procedures={{{name:?}: …}}) says which \
                 subprogram it is"
            );
            of_text(py, "UnboundError", &message)
        }
        CompileError::Setup(_)
        | CompileError::PointerArgument { .. }
        | CompileError::Units(_)
        | CompileError::Pass(_)
        | CompileError::Bind(_)
        | CompileError::Jit(_) => of_text(py, "CompileError", &error.to_string()),
    }
}

/// `FileNotFoundError` and its like for what the system says, as of `open`.
fn of_reading(error: &ReadError) -> PyErr {
    match error {
        ReadError::Io { path, source } => {
            let Some(code) = source.raw_os_error() else { return PyValueError::new_err(error.to_string()) };
            let text = source.to_string();
            let text = text.strip_suffix(&format!(" (os error {code})")).unwrap_or(&text).to_owned();
            PyOSError::new_err((code, text, path.clone()))
        }
        _ => PyValueError::new_err(error.to_string()),
    }
}

/// The exception for an error of a call.
pub fn of_calling(error: &JitError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// `CompileError(message, (file, line, column, text, end line, end column))` of the first error, with all diagnostics.
fn of_source(py: Python<'_>, diagnostics: &[SourceError]) -> PyResult<PyErr> {
    let Some(first) = diagnostics.iter().find(|one| !one.is_warning).or(diagnostics.first()) else {
        return Ok(of_text(py, "CompileError", "the sources could not be compiled"));
    };
    let rows: Vec<_> = diagnostics
        .iter()
        .map(|one| {
            let severity = if one.is_warning { "warning" } else { "error" };
            let place = (&one.file, one.start, one.end, &one.text);
            (one.code, severity, &one.message, &one.help, place)
        })
        .collect();
    let place = (&first.file, first.start.0, first.start.1, &first.text, first.end.0, first.end.1);
    let made = py.import("forlane._errors")?.getattr("compile_error")?.call1((&first.message, place, rows))?;
    Ok(PyErr::from_value(made))
}

/// That exception with a message.
fn of_text(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    let made = py.import("forlane._errors").and_then(|errors| errors.getattr(kind)?.call1((message,)));
    made.map_or_else(|error| error, PyErr::from_value)
}
