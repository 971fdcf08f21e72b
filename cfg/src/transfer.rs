//! Input and output statements as actions: one begins a data transfer, one transfers each item, one ends it.
//!
//! Transfers nest: a function that is called between two items may read and write itself. What a transfer does is
//! defined in [`forlane_semantics::io`].

use crate::call::Argument;
use crate::character::CharacterExpr;
use crate::declarations::{ValueId, VarId};
use crate::expr::{Expr, Place};
use forlane_semantics::io::Service;

/// A step of a data transfer.
#[derive(Clone, Debug)]
pub struct IoAction {
    /// Which.
    pub kind: IoKind,
    /// The values that it needs.
    pub operands: Vec<Expr>,
    /// What it reads from or assigns; never an [`Argument::Value`].
    pub objects: Vec<Argument>,
}

/// What a step does, with its operands and objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IoKind {
    /// Begins a WRITE to a unit. Operands: the unit, INTEGER, and the format, CHARACTER; without it the transfer is
    /// list-directed.
    WriteUnit,
    /// Begins a READ from a unit, with the same operands.
    ReadUnit,
    /// Begins a WRITE to an internal file. Operands: the length of its records, their number, and the format. Object:
    /// the first character, an element of INTEGER(1). It is assigned when the transfer ends.
    WriteInternal,
    /// Begins a READ from an internal file, with the same operands and object.
    ReadInternal,
    /// Begins a request to the system: what is given is written, what it answers is read.
    System(Service),
    /// Writes an item. Operands: the value, or the real and the imaginary part of a complex one.
    Write,
    /// Writes all elements of an array, the object.
    WriteArray,
    /// Reads an item. Objects: the scalar, or the real and the imaginary part of a complex one. What the input has no
    /// value for keeps its value.
    Read,
    /// Reads all elements of an array, the object.
    ReadArray,
    /// Reads CHARACTER. Operand: the length. Object: the first character, an element of INTEGER(1).
    ReadText,
    /// Ends the transfer. Object: an INTEGER scalar that gets the status, if there is one: 0, or a number of
    /// [`forlane_semantics::io::error`].
    End(Handled),
    /// Notes the exit status of the STOP after it, which shows nothing more. Operand: the status, INTEGER.
    ExitStatus,
}

/// Which errors of a transfer the program handles; others end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handled {
    /// None.
    Nothing,
    /// Errors with numbers above zero.
    Errors,
    /// The end of the file.
    Ends,
    /// All but the end of a record.
    Both,
    /// The end of a record.
    Records,
    /// Errors with numbers above zero, and the end of a record.
    ErrorsAndRecords,
    /// The end of the file, and of a record.
    EndsAndRecords,
    /// All.
    All,
}

impl Handled {
    /// Whether the program handles the error of that number.
    pub fn covers(self, number: i32) -> bool {
        match self {
            Handled::Nothing => false,
            Handled::Errors => number > 0,
            Handled::Ends => number == forlane_semantics::io::error::END,
            Handled::Both => number != forlane_semantics::io::error::END_OF_RECORD,
            Handled::Records => number == forlane_semantics::io::error::END_OF_RECORD,
            Handled::ErrorsAndRecords => number != forlane_semantics::io::error::END,
            Handled::EndsAndRecords => number < 0,
            Handled::All => true,
        }
    }
}

impl IoKind {
    /// Whether it assigns its objects.
    pub fn assigns(self) -> bool {
        match self {
            IoKind::WriteUnit | IoKind::ReadUnit | IoKind::ReadInternal | IoKind::Write | IoKind::WriteArray => false,
            IoKind::ExitStatus | IoKind::System(_) => false,
            IoKind::WriteInternal | IoKind::Read | IoKind::ReadArray | IoKind::ReadText | IoKind::End(_) => true,
        }
    }

    /// Whether each row of a kernel can do it for itself: it has to do with internal files, or prints, which is kept or
    /// does nothing there.
    pub fn is_for_each_row(self) -> bool {
        match self {
            IoKind::ReadUnit => false,
            IoKind::System(service) => service.is_for_each_row(),
            _ => true,
        }
    }

    /// Whether it begins a transfer with a unit, or is a statement about a unit or a file.
    pub fn is_of_files(self) -> bool {
        match self {
            IoKind::ReadUnit | IoKind::WriteUnit => true,
            IoKind::System(service) => {
                service.is_file_statement() || matches!(service, Service::Controls | Service::Flush)
            }
            _ => false,
        }
    }

    /// At which operand the format is, if it begins a transfer.
    pub fn format_position(self) -> Option<usize> {
        match self {
            IoKind::WriteUnit | IoKind::ReadUnit => Some(1),
            IoKind::WriteInternal | IoKind::ReadInternal => Some(2),
            _ => None,
        }
    }
}

impl IoAction {
    /// A step with operands alone.
    pub fn of_values(kind: IoKind, operands: Vec<Expr>) -> IoAction {
        IoAction { kind, operands, objects: Vec::new() }
    }

    /// A step with objects alone.
    pub fn of_objects(kind: IoKind, objects: Vec<Argument>) -> IoAction {
        IoAction { kind, operands: Vec::new(), objects }
    }

    /// The format of a begin that is not list-directed.
    pub fn format(&self) -> Option<&CharacterExpr> {
        match self.operands.get(self.kind.format_position()?)? {
            Expr::Character(format) => Some(format),
            _ => None,
        }
    }

    /// The variables that it assigns, whole or in part.
    pub fn assigned_variables(&self) -> impl Iterator<Item = VarId> {
        let objects: &[Argument] = if self.kind.assigns() { &self.objects } else { &[] };
        objects.iter().filter_map(|object| match object {
            Argument::Variable(var) | Argument::Array(var) | Argument::Element(var, _) => Some(*var),
            Argument::Value(_) | Argument::InOut { .. } | Argument::Procedure(_) | Argument::Absent => None,
        })
    }

    /// Calls `see` for each place that is read.
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        self.operands.iter().for_each(|operand| operand.for_each_place(see));
        for object in &self.objects {
            match object {
                Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.for_each_place(see),
                Argument::Element(_, offset) => offset.for_each_place(see),
                Argument::Variable(_) | Argument::Array(_) | Argument::Procedure(_) | Argument::Absent => {}
            }
        }
    }

    /// As [`IoAction::for_each_place`], to change them.
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        self.operands.iter_mut().for_each(|operand| operand.for_each_place_mut(change));
        for object in &mut self.objects {
            match object {
                Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.for_each_place_mut(change),
                Argument::Element(_, offset) => offset.for_each_place_mut(change),
                Argument::Variable(_) | Argument::Array(_) | Argument::Procedure(_) | Argument::Absent => {}
            }
        }
    }

    /// The values that it defines.
    pub fn definitions(&self) -> impl Iterator<Item = ValueId> {
        self.objects.iter().filter_map(|object| match object {
            Argument::InOut { after, .. } => Some(*after),
            _ => None,
        })
    }
}
