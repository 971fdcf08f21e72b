//! Why a program could not be compiled.

use crate::setup::SetupError;
use forlane_cfg::verify::VerifyError;
use forlane_jit::JitError;
use forlane_rewrites::bind_procedures::BindError;
use forlane_rewrites::passes::PassError;

/// An error of compiling.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// Of the source: all diagnostics, as text.
    #[error("{0}")]
    Source(String),
    /// The ending of the name is not that of a source form.
    #[error("{name}: the source form is not known from the ending (.f .for .ftn .f77, .f90 .f95 .f03 .f08, or .flir)")]
    UnknownForm {
        /// The name.
        name: String,
    },
    /// Procedures of several modules or hosts have that name.
    #[error("`{name}` may be any of {meant}")]
    Ambiguous {
        /// The name.
        name: String,
        /// The full names.
        meant: String,
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
