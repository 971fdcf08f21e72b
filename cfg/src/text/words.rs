//! The words of the text form: one table for each enumeration, which printer and parser share.

use crate::expr::Rounding;
use crate::interface::Intent;
use crate::region::Control;
use crate::transfer::{Handled, IoKind};
use crate::unit::{ScopeKind, Shape, Stage, Storage, UnitKind};
use forlane_semantics::io::Service;
use forlane_semantics::types::{IntegerKind, RealKind, Type};

/// An enumeration's members with their words.
pub(super) type Table<T> = [(T, &'static str)];

pub(super) const STAGES: &Table<Stage> = &[
    (Stage::Cfg, "cfg"),
    (Stage::Split, "split"),
    (Stage::Ssa, "ssa"),
    (Stage::Structured, "structured"),
    (Stage::Masked, "masked"),
];

pub(super) const UNIT_KINDS: &Table<UnitKind> = &[
    (UnitKind::Program, "program"),
    (UnitKind::Subroutine, "subroutine"),
    (UnitKind::Function, "function"),
    (UnitKind::BlockData, "block_data"),
];

pub(super) const SCOPE_KINDS: &Table<ScopeKind> = &[
    (ScopeKind::Subprogram, "subprogram"),
    (ScopeKind::Block, "block"),
    (ScopeKind::Associate, "associate"),
    (ScopeKind::Concurrent, "concurrent"),
];

pub(super) const STORAGES: &Table<Storage> = &[
    (Storage::Local, "local"),
    (Storage::Dummy, "dummy"),
    (Storage::Result, "result"),
    (Storage::Static, "static"),
    (Storage::Area, "area"),
    (Storage::Constant, "constant"),
    (Storage::Procedure, "procedure"),
];

pub(super) const SHAPES: &Table<Shape> = &[(Shape::Uniform, "uniform"), (Shape::Varying, "varying")];

/// [`Control::Undecided`] has no word.
pub(super) const CONTROLS: &Table<Control> =
    &[(Control::Uniform, "uniform"), (Control::Varying, "varying"), (Control::Restored, "restored")];

pub(super) const TYPES: &Table<Type> = &[
    (Type::Integer(IntegerKind::I1), "integer1"),
    (Type::Integer(IntegerKind::I2), "integer2"),
    (Type::Integer(IntegerKind::I4), "integer4"),
    (Type::Integer(IntegerKind::I8), "integer8"),
    (Type::Real(RealKind::R4), "real4"),
    (Type::Real(RealKind::R8), "real8"),
    (Type::Complex(RealKind::R4), "complex4"),
    (Type::Complex(RealKind::R8), "complex8"),
    (Type::Logical, "logical"),
    (Type::Character, "character"),
];

pub(super) const INTENTS: &Table<Intent> = &[(Intent::In, "in"), (Intent::Out, "out"), (Intent::InOut, "inout")];

/// Reads that take a variable for another type than its own; only in units that the verifier refuses.
pub(super) const READS_AS: &Table<Type> = &[
    (Type::Integer(IntegerKind::I1), "as_integer1"),
    (Type::Integer(IntegerKind::I2), "as_integer2"),
    (Type::Integer(IntegerKind::I4), "as_integer4"),
    (Type::Integer(IntegerKind::I8), "as_integer8"),
    (Type::Real(RealKind::R4), "as_real4"),
    (Type::Real(RealKind::R8), "as_real8"),
    (Type::Logical, "as_logical"),
];

/// Steps of input and output statements.
pub(super) const IO_KINDS: &Table<IoKind> = &io_kinds();

const IO_STEPS: [(IoKind, &str); 18] = [
    (IoKind::WriteUnit, "write_unit"),
    (IoKind::ReadUnit, "read_unit"),
    (IoKind::WriteInternal, "write_internal"),
    (IoKind::ReadInternal, "read_internal"),
    (IoKind::Write, "write"),
    (IoKind::WriteArray, "write_array"),
    (IoKind::Read, "read"),
    (IoKind::ReadArray, "read_array"),
    (IoKind::ReadText, "read_text"),
    (IoKind::End(Handled::Nothing), "end"),
    (IoKind::End(Handled::Errors), "end_errors"),
    (IoKind::End(Handled::Ends), "end_ends"),
    (IoKind::End(Handled::Both), "end_both"),
    (IoKind::End(Handled::Records), "end_records"),
    (IoKind::End(Handled::ErrorsAndRecords), "end_errors_records"),
    (IoKind::End(Handled::EndsAndRecords), "end_ends_records"),
    (IoKind::End(Handled::All), "end_all"),
    (IoKind::ExitStatus, "exit_status"),
];

/// The steps, and the requests to the system by the names of their services.
const fn io_kinds() -> [(IoKind, &'static str); IO_STEPS.len() + Service::ALL.len()] {
    let mut kinds = [IO_STEPS[0]; IO_STEPS.len() + Service::ALL.len()];
    let mut at = 0;
    while at < kinds.len() {
        kinds[at] = match at.checked_sub(IO_STEPS.len()) {
            None => IO_STEPS[at],
            Some(service) => (IoKind::System(Service::ALL[service]), Service::ALL[service].name()),
        };
        at += 1;
    }
    kinds
}

pub(super) const TO_INTEGER: &Table<(IntegerKind, Rounding)> = &[
    ((IntegerKind::I1, Rounding::Truncate), "int1"),
    ((IntegerKind::I2, Rounding::Truncate), "int2"),
    ((IntegerKind::I4, Rounding::Truncate), "int4"),
    ((IntegerKind::I8, Rounding::Truncate), "int8"),
    ((IntegerKind::I4, Rounding::Nearest), "nint4"),
    ((IntegerKind::I8, Rounding::Nearest), "nint8"),
    ((IntegerKind::I4, Rounding::Floor), "floor4"),
    ((IntegerKind::I8, Rounding::Floor), "floor8"),
    ((IntegerKind::I4, Rounding::Ceiling), "ceiling4"),
    ((IntegerKind::I8, Rounding::Ceiling), "ceiling8"),
];

pub(super) const TO_REAL: &Table<RealKind> = &[(RealKind::R4, "real4"), (RealKind::R8, "real8")];

/// All infix operators, a longer one before its beginning.
pub(super) const INFIX: &[&str] =
    &["**", "*", "+", "-", "/=", "/", "<=", "<", "==", ">=", ">", ".and.", ".or.", ".eqv.", ".neqv."];

/// The word of a member; the tables are complete but for what their comments name.
pub(super) fn word_of<T: PartialEq>(table: &Table<T>, member: T) -> &'static str {
    table.iter().find(|(candidate, _)| *candidate == member).map_or("?", |(_, word)| word)
}

/// The member of a word.
pub(super) fn member_of<T: Copy>(table: &Table<T>, word: &str) -> Option<T> {
    table.iter().find(|(_, candidate)| *candidate == word).map(|(member, _)| *member)
}

/// Whether the operation of that word is written between its operands.
pub fn is_infix(word: &str) -> bool {
    !word.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Whether the parser can read this as a name: letters, digits, `_`, `.` and `%`, a letter or `_` first.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') && text.chars().all(is_name_char)
}

/// Whether a name may hold this character after its first.
pub(super) fn is_name_char(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '%' | '$')
}
