//! The words of the text form: one table for each enumeration, which printer and parser share.

use crate::expr::CharacterFunction;
use crate::expr::{
    ComplexFunction, IntegerBinary, IntegerUnary, LogicalBinary, RealBinary, RealUnary, Relation, Rounding,
};
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
            Some(service) => (IoKind::System(Service::ALL[service].0), Service::ALL[service].1),
        };
        at += 1;
    }
    kinds
}

/// What is computed of CHARACTER values.
pub(super) const CHARACTER_FUNCTIONS: &Table<CharacterFunction> = &[
    (CharacterFunction::Compare, "compare"),
    (CharacterFunction::Index, "index"),
    (CharacterFunction::IndexBack, "index_back"),
    (CharacterFunction::Scan, "scan"),
    (CharacterFunction::ScanBack, "scan_back"),
    (CharacterFunction::Verify, "verify"),
    (CharacterFunction::VerifyBack, "verify_back"),
    (CharacterFunction::LenTrim, "len_trim"),
    (CharacterFunction::Code, "code"),
];

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

pub(super) const INTEGER_UNARY: &Table<IntegerUnary> = &[
    (IntegerUnary::Negate, "-"),
    (IntegerUnary::Abs, "abs"),
    (IntegerUnary::Not, "not"),
    (IntegerUnary::PopulationCount, "popcnt"),
    (IntegerUnary::LeadingZeros, "leadz"),
    (IntegerUnary::TrailingZeros, "trailz"),
];

pub(super) const INTEGER_BINARY: &Table<IntegerBinary> = &[
    (IntegerBinary::Add, "+"),
    (IntegerBinary::Subtract, "-"),
    (IntegerBinary::Multiply, "*"),
    (IntegerBinary::Divide, "/"),
    (IntegerBinary::Power, "**"),
    (IntegerBinary::Mod, "mod"),
    (IntegerBinary::Modulo, "modulo"),
    (IntegerBinary::Sign, "sign"),
    (IntegerBinary::Dim, "dim"),
    (IntegerBinary::Min, "min"),
    (IntegerBinary::Max, "max"),
    (IntegerBinary::And, "iand"),
    (IntegerBinary::Or, "ior"),
    (IntegerBinary::Xor, "ieor"),
    (IntegerBinary::Shift, "ishft"),
    (IntegerBinary::ShiftArithmetic, "shifta"),
];

pub(super) const REAL_UNARY: &Table<RealUnary> = &[
    (RealUnary::Negate, "-"),
    (RealUnary::Abs, "abs"),
    (RealUnary::Sqrt, "sqrt"),
    (RealUnary::Exp, "exp"),
    (RealUnary::Log, "log"),
    (RealUnary::Log10, "log10"),
    (RealUnary::Sin, "sin"),
    (RealUnary::Cos, "cos"),
    (RealUnary::Tan, "tan"),
    (RealUnary::SinDegrees, "sind"),
    (RealUnary::CosDegrees, "cosd"),
    (RealUnary::TanDegrees, "tand"),
    (RealUnary::Asin, "asin"),
    (RealUnary::Acos, "acos"),
    (RealUnary::Atan, "atan"),
    (RealUnary::Sinh, "sinh"),
    (RealUnary::Cosh, "cosh"),
    (RealUnary::Tanh, "tanh"),
    (RealUnary::Aint, "aint"),
    (RealUnary::Anint, "anint"),
    (RealUnary::Asinh, "asinh"),
    (RealUnary::Acosh, "acosh"),
    (RealUnary::Atanh, "atanh"),
    (RealUnary::Gamma, "gamma"),
    (RealUnary::LogGamma, "log_gamma"),
    (RealUnary::Erf, "erf"),
    (RealUnary::Erfc, "erfc"),
    (RealUnary::ErfcScaled, "erfc_scaled"),
    (RealUnary::BesselJ0, "bessel_j0"),
    (RealUnary::BesselJ1, "bessel_j1"),
    (RealUnary::BesselY0, "bessel_y0"),
    (RealUnary::BesselY1, "bessel_y1"),
    (RealUnary::Fraction, "fraction"),
    (RealUnary::Exponent, "exponent"),
    (RealUnary::Spacing, "spacing"),
    (RealUnary::ReciprocalSpacing, "rrspacing"),
];

/// `**` with an INTEGER on the right is [`crate::expr::RealExpr::PowerInteger`].
pub(super) const REAL_BINARY: &Table<RealBinary> = &[
    (RealBinary::Add, "+"),
    (RealBinary::Subtract, "-"),
    (RealBinary::Multiply, "*"),
    (RealBinary::Divide, "/"),
    (RealBinary::Power, "**"),
    (RealBinary::Atan2, "atan2"),
    (RealBinary::Mod, "mod"),
    (RealBinary::Sign, "sign"),
    (RealBinary::Dim, "dim"),
    (RealBinary::Min, "min"),
    (RealBinary::Max, "max"),
    (RealBinary::Modulo, "modulo"),
    (RealBinary::Hypot, "hypot"),
    (RealBinary::Nearest, "nearest"),
    (RealBinary::Scale, "scale"),
    (RealBinary::SetExponent, "set_exponent"),
    (RealBinary::BesselJ, "bessel_jn"),
    (RealBinary::BesselY, "bessel_yn"),
    (RealBinary::RealPart(ComplexFunction::Sqrt), "csqrt_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Sqrt), "csqrt_im"),
    (RealBinary::RealPart(ComplexFunction::Exp), "cexp_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Exp), "cexp_im"),
    (RealBinary::RealPart(ComplexFunction::Log), "clog_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Log), "clog_im"),
    (RealBinary::RealPart(ComplexFunction::Sin), "csin_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Sin), "csin_im"),
    (RealBinary::RealPart(ComplexFunction::Cos), "ccos_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Cos), "ccos_im"),
    (RealBinary::RealPart(ComplexFunction::Tan), "ctan_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Tan), "ctan_im"),
    (RealBinary::RealPart(ComplexFunction::Asin), "casin_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Asin), "casin_im"),
    (RealBinary::RealPart(ComplexFunction::Acos), "cacos_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Acos), "cacos_im"),
    (RealBinary::RealPart(ComplexFunction::Atan), "catan_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Atan), "catan_im"),
    (RealBinary::RealPart(ComplexFunction::Sinh), "csinh_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Sinh), "csinh_im"),
    (RealBinary::RealPart(ComplexFunction::Cosh), "ccosh_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Cosh), "ccosh_im"),
    (RealBinary::RealPart(ComplexFunction::Tanh), "ctanh_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Tanh), "ctanh_im"),
    (RealBinary::RealPart(ComplexFunction::Asinh), "casinh_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Asinh), "casinh_im"),
    (RealBinary::RealPart(ComplexFunction::Acosh), "cacosh_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Acosh), "cacosh_im"),
    (RealBinary::RealPart(ComplexFunction::Atanh), "catanh_re"),
    (RealBinary::ImaginaryPart(ComplexFunction::Atanh), "catanh_im"),
];

pub(super) const LOGICAL_BINARY: &Table<LogicalBinary> = &[
    (LogicalBinary::And, ".and."),
    (LogicalBinary::Or, ".or."),
    (LogicalBinary::Equivalent, ".eqv."),
    (LogicalBinary::NotEquivalent, ".neqv."),
];

pub(super) const RELATIONS: &Table<Relation> = &[
    (Relation::Less, "<"),
    (Relation::LessEqual, "<="),
    (Relation::Equal, "=="),
    (Relation::NotEqual, "/="),
    (Relation::Greater, ">"),
    (Relation::GreaterEqual, ">="),
];

/// All infix operators, a longer one before its beginning.
pub(super) const INFIX: &[&str] =
    &["**", "*", "+", "-", "/=", "/", "<=", "<", "==", ">=", ">", ".and.", ".or.", ".eqv.", ".neqv."];

/// The word of a member; the tables are complete but for what their comments name.
pub(super) fn word_of<T: PartialEq>(table: &Table<T>, member: T) -> &'static str {
    table.iter().find(|(candidate, _)| *candidate == member).map_or("?", |(_, word)| word)
}

/// The word of a function of CHARACTER values.
pub fn function_word(function: CharacterFunction) -> &'static str {
    word_of(CHARACTER_FUNCTIONS, function)
}

/// The member of a word.
pub(super) fn member_of<T: Copy>(table: &Table<T>, word: &str) -> Option<T> {
    table.iter().find(|(_, candidate)| *candidate == word).map(|(member, _)| *member)
}

/// Whether an operation is written between its operands.
pub(super) fn is_infix(word: &str) -> bool {
    !word.starts_with(|first: char| first.is_ascii_alphabetic())
}

/// Whether the parser can read this as a name: letters, digits, `_` and `.`, a letter or `_` first.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') && text.chars().all(is_name_char)
}

/// Whether a name may hold this character behind its first.
pub(super) fn is_name_char(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '.'
}
