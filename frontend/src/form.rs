//! The two source forms of Fortran.

use std::path::Path;

/// How the characters of a source file are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceForm {
    /// Columns 1–5 hold the label, 6 marks a continuation, 7–72 hold the statement, and blanks mean nothing.
    Fixed,
    /// Statements anywhere in a line of any length, `&` continues, blanks separate words.
    Free,
}

impl SourceForm {
    /// The form that a file name's extension stands for: free for `.f90 .f95 .f03 .f08 .f18` in either case, fixed
    /// for `.f .for .ftn .f77 .fpp`; none for any other.
    pub fn from_path(path: impl AsRef<Path>) -> Option<SourceForm> {
        let extension = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "f" | "for" | "ftn" | "f77" | "fpp" => Some(SourceForm::Fixed),
            "f90" | "f95" | "f03" | "f08" | "f18" => Some(SourceForm::Free),
            _ => None,
        }
    }
}
