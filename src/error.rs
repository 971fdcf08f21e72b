//! Why a program could not be compiled.

use crate::setup::error::SetupError;
use crate::sources::{ReadError, Sources};
use forlane_cfg::verify::VerifyError;
use forlane_frontend::diagnostics::{Diagnostic, Severity};
use forlane_jit::JitError;
use forlane_rewrites::bind_procedures::BindError;
use forlane_rewrites::passes::PassError;
use forlane_semantics::bytes;
use std::fmt;

/// An error of compiling.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// Of the source: all diagnostics.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Source(Vec<SourceError>),
    /// Of reading the source.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The ending of the name is not that of a source form.
    #[error("{name}: the source form is not known from the ending (.f .for .ftn .f77, .f90 .f95 .f03 .f08, or .flir)")]
    UnknownForm {
        /// The name.
        name: String,
    },
    /// Procedures of several modules or hosts have that name.
    #[error("`{name}` is ambiguous: {meant}")]
    Ambiguous {
        /// The name.
        name: String,
        /// The full names.
        meant: String,
    },
    /// A kernel has an argument that pointers are involved in.
    #[error(
        "{file}: the argument `{argument}` of the kernel `{kernel}` is a POINTER, has one or an element with an \
         ALLOCATABLE one as a component, or is a TARGET that pointers may point to; a kernel can't have such arguments \
         yet"
    )]
    PointerArgument {
        /// The source file.
        file: String,
        /// The kernel.
        kernel: String,
        /// The argument.
        argument: String,
    },
    /// Of units: the rules of the verifier that they break.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Units(Vec<VerifyError>),
    /// Of what is set up once, before a kernel runs.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Of a rewrite.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// Procedures are passed that do not fit.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// Of code generation.
    #[error(transparent)]
    Jit(#[from] JitError),
}

/// A diagnostic, with its place in words and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    /// A stable code, such as `E0101`.
    pub code: &'static str,
    /// Whether it is a warning.
    pub is_warning: bool,
    /// One line that says what is wrong.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
    /// The file.
    pub file: String,
    /// Line and column where it begins, both counted from 1, the column in characters.
    pub start: (u32, u32),
    /// Line and column after its end.
    pub end: (u32, u32),
    /// The line where it begins, without its end.
    pub text: String,
}

impl SourceError {
    pub(crate) fn new(diagnostic: &Diagnostic, sources: &Sources) -> SourceError {
        let file = sources.map.file(diagnostic.span.file);
        let start = file.line_column(diagnostic.span.start);
        let text = file.text.lines().nth(start.0 as usize - 1).unwrap_or_default();
        SourceError {
            code: diagnostic.code,
            is_warning: diagnostic.severity == Severity::Warning,
            message: bytes::shown(&diagnostic.message).into_owned(),
            help: diagnostic.help.as_deref().map(|help| bytes::shown(help).into_owned()),
            file: file.name.clone(),
            start,
            end: file.line_column(diagnostic.span.end),
            text: bytes::shown(text).into_owned(),
        }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.start;
        write!(f, "{}:{line}:{column}: {}", self.file, self.message)
    }
}
