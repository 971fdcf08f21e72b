//! Input and output statements.

use super::{ConstructorItem, Expr, Name};
use crate::source::Span;

/// READ, WRITE or PRINT, or a statement about a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTransfer {
    /// Which of them.
    pub kind: TransferKind,
    /// What is between the parentheses; of `READ f, …` and PRINT the format alone, of `REWIND u` the unit.
    pub controls: Vec<TransferControl>,
    /// Whether there are parentheses.
    pub in_parentheses: bool,
    /// The items, those of implied DOs among them.
    pub items: Vec<ConstructorItem>,
}

/// Which statement it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum TransferKind {
    Read,
    Write,
    Print,
    Open,
    Close,
    Inquire,
    Rewind,
    Backspace,
    EndFile,
    Flush,
    Wait,
}

impl TransferKind {
    /// The word with which it begins.
    pub fn keyword(self) -> &'static str {
        match self {
            TransferKind::Read => "read",
            TransferKind::Write => "write",
            TransferKind::Print => "print",
            TransferKind::Open => "open",
            TransferKind::Close => "close",
            TransferKind::Inquire => "inquire",
            TransferKind::Rewind => "rewind",
            TransferKind::Backspace => "backspace",
            TransferKind::EndFile => "end file",
            TransferKind::Flush => "flush",
            TransferKind::Wait => "wait",
        }
    }
}

/// A control of an input or output statement, such as `6` or `IOSTAT=I`.
#[derive(Clone, Debug, PartialEq)]
pub struct TransferControl {
    /// The word before `=`.
    pub keyword: Option<Name>,
    /// The value.
    pub value: ControlValue,
}

/// The value of a control.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlValue {
    /// `*`
    Star(Span),
    /// Anything else, labels too.
    Expr(Expr),
}
