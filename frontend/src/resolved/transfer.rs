//! Input and output statements.

use super::{Designator, DoControl, Expr, Label, LabelRef, Section, Service, Specifier, SymbolId};
use crate::source::Span;
use forlane_semantics::types::Type;

/// READ, WRITE or PRINT.
#[derive(Clone, Debug)]
pub struct Transfer {
    /// Whether it reads.
    pub reads: bool,
    /// What it reads or writes.
    pub unit: TransferUnit,
    /// How the items are edited.
    pub format: TransferFormat,
    /// The items, in order.
    pub items: Vec<TransferItem>,
    /// The other specifiers that have values.
    pub controls: Vec<(Specifier, Expr)>,
    /// The other specifiers that name scalars which it assigns.
    pub answers: Vec<(Specifier, TransferItem)>,
    /// What comes of how it went.
    pub outcome: TransferOutcome,
}

/// OPEN, or another statement about a unit or a file.
#[derive(Clone, Debug)]
pub struct FileStatement {
    /// Which.
    pub service: Service,
    /// The specifiers that have values, UNIT among them.
    pub given: Vec<(Specifier, Expr)>,
    /// The specifiers that name scalars which it assigns.
    pub answers: Vec<(Specifier, TransferItem)>,
    /// What comes of how it went.
    pub outcome: TransferOutcome,
}

/// Where a statement reports how it went, and where the program continues then.
#[derive(Clone, Debug, Default)]
pub struct TransferOutcome {
    /// END=: where to at the end of the file.
    pub end: Option<LabelRef>,
    /// ERR=: where to for other errors.
    pub error: Option<LabelRef>,
    /// EOR=: where to at the end of a record.
    pub record_end: Option<LabelRef>,
    /// IOSTAT=: an INTEGER that gets the status.
    pub status: Option<Designator>,
    /// IOMSG=: a CHARACTER variable that gets what is wrong.
    pub message: Option<TransferItem>,
    /// SIZE=: an INTEGER that gets the number of characters read.
    pub size: Option<TransferItem>,
}

/// What an input or output statement reads or writes.
#[derive(Clone, Debug)]
pub enum TransferUnit {
    /// A unit by its number, INTEGER.
    Number(Expr),
    /// An internal file of one record: a CHARACTER variable, element or substring.
    Internal(Designator, Span),
    /// An internal file of a record each element: a CHARACTER array.
    InternalArray(SymbolId, Span),
    /// The same of a section of one.
    InternalSection(Section),
}

/// How items are edited.
#[derive(Clone, Debug)]
pub enum TransferFormat {
    /// `*`
    ListDirected,
    /// Not at all: the bytes of the items.
    Unformatted,
    /// By their names in a NAMELIST group of that name; each item is a variable, with the name and the type.
    Namelist(String, Vec<GroupObject>),
    /// A constant format, with its parentheses.
    Constant(Vec<u8>),
    /// A CHARACTER value.
    Text(Expr),
    /// The elements of a CHARACTER array, one after the other.
    TextArray(SymbolId, Span),
    /// The bytes of the elements of a numeric array, one after the other, from the one with these subscripts on if
    /// there are any: Hollerith data.
    NumberArray(SymbolId, Vec<Expr>, Span),
    /// The format whose label was assigned to that INTEGER variable: one of these, which are all of the unit.
    Assigned(SymbolId, Vec<(Label, Vec<u8>)>),
}

/// A variable of a NAMELIST group.
#[derive(Clone, Debug)]
pub struct GroupObject {
    /// Its name in the group, which is not always that of the symbol: `x(:,:)%inner%a` of a component in an array of
    /// objects.
    pub name: String,
    /// The variable.
    pub symbol: SymbolId,
    /// Its type.
    pub ty: Type,
    /// Whether it is an array.
    pub is_array: bool,
    /// Where the group names it.
    pub span: Span,
}

/// An item of an input or output list.
#[derive(Clone, Debug)]
pub enum TransferItem {
    /// A value to be written.
    Value(Expr),
    /// A scalar to be read, of that type; as an INTEGER, to a LOGICAL that is as long as that in an unformatted record.
    Place(Designator, Type, Span),
    /// A whole array.
    Array(SymbolId, Span),
    /// An array section to be read, of that type, as with a scalar.
    Section(Section, Type),
    /// An implied DO.
    Loop(Box<TransferLoop>),
}

/// `(items, variable = first, last, step)`.
#[derive(Clone, Debug)]
pub struct TransferLoop {
    /// What governs it, always [`DoControl::Counted`].
    pub control: DoControl,
    /// The items of each iteration.
    pub items: Vec<TransferItem>,
    /// The DO variable's place.
    pub span: Span,
}

/// What an intrinsic procedure requests from the system that the program runs on: what is given, and which of the
/// answers go where.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is requested.
    pub service: Service,
    /// What is given.
    pub given: Vec<TransferItem>,
    /// The answers that are used, by their numbers in the order of [`Service`].
    pub answers: Vec<(usize, TransferItem)>,
}
