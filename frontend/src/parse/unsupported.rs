//! What Fortran has and forlane has not yet: each is refused by name, with a code of its own.
//!
//! Statements have the codes E0901 to E0929 and E0940 on, parts of statements E0930 to E0939.

use super::input::{Input, SyntaxError};
use crate::diagnostics::Diagnostic;

/// A statement that is recognised and refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unsupported {
    /// Its name, as in "NAME is not supported yet".
    pub name: &'static str,
    /// Its code.
    pub code: &'static str,
    /// It only continues with a construct, whose first statement has been refused already.
    pub follows: bool,
    /// The words of the END up to which all is passed over because of it.
    pub region: Option<&'static str>,
    /// It does something and declares nothing: the unit is sound without it, up to the moment when it is reached.
    pub is_action: bool,
}

const fn statement(name: &'static str, code: &'static str) -> Unsupported {
    Unsupported { name, code, follows: false, region: None, is_action: false }
}

const fn action(name: &'static str, code: &'static str) -> Unsupported {
    Unsupported { is_action: true, ..statement(name, code) }
}

const fn follower(name: &'static str, code: &'static str) -> Unsupported {
    Unsupported { follows: true, ..statement(name, code) }
}

const fn region(name: &'static str, code: &'static str, end: &'static str) -> Unsupported {
    Unsupported { region: Some(end), ..statement(name, code) }
}

/// The words with which unsupported statements begin; of two the longer is first.
pub(super) const STATEMENTS: &[(&str, Unsupported)] = &[
    ("include", statement("INCLUDE of anything but a file name in quotes", "E0915")),
    ("end union", follower("UNION", "E0948")),
    ("union", region("UNION", "E0948", "end union")),
    ("automatic", statement("AUTOMATIC", "E0960")),
    ("static", statement("STATIC", "E0960")),
    ("encode", action("ENCODE", "E0961")),
    ("decode", action("DECODE", "E0961")),
    ("bind", statement("BIND", "E0962")),
    ("codimension", statement("CODIMENSION", "E0963")),
    ("change team", statement("CHANGE TEAM", "E0946")),
    ("end team", follower("CHANGE TEAM", "E0946")),
    ("event post", action("EVENT POST", "E0963")),
    ("event wait", action("EVENT WAIT", "E0963")),
    ("form team", action("FORM TEAM", "E0963")),
    ("sync team", action("SYNC TEAM", "E0963")),
    ("fail image", action("FAIL IMAGE", "E0963")),
];

/// What there can't be yet after CONTAINS in the definition of a derived type.
pub(super) const TRANSFER_PROCEDURE: Unsupported = statement("a type-bound procedure for READ or WRITE", "E0947");

/// The attributes of the parameters of derived types.
pub(super) const TYPE_PARAMETERS: &[(&str, Unsupported)] = &[
    ("kind", statement("a parameter of a derived type", "E0947")),
    ("len", statement("a parameter of a derived type", "E0947")),
];

/// POINTER with pairs in parentheses.
pub(super) const POINTER: Unsupported = statement("POINTER with an address", "E0952");

impl Unsupported {
    /// The error for a statement or a part of it.
    pub fn diagnostic(&self, input: Input) -> Diagnostic {
        Diagnostic::error(self.code, input.span(), format!("{} is not supported yet", self.name))
    }
}

/// The error for the part of a statement from `start` to `rest`.
pub(super) fn refuse(start: Input, rest: Input, what: &'static str, code: &'static str) -> nom::Err<SyntaxError> {
    let start = start.trimmed();
    let message = format!("{what} is not supported yet");
    SyntaxError::problem(start, Diagnostic::error(code, start.span_to(rest), message))
}
