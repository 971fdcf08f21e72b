//! Input and output statements.

use super::{ConstructorItem, Expr, Name};
use crate::source::Span;

/// READ, WRITE, PRINT or FLUSH.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTransfer {
    /// Which of them.
    pub kind: TransferKind,
    /// What is between the parentheses after READ or WRITE; of `READ f, …` and PRINT the format alone,
    /// of `FLUSH u` the unit.
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
    Flush,
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
