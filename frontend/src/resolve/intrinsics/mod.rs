//! The intrinsic procedures: what each name takes and gives. The rows are in [`table`].

pub(super) mod array_functions;
pub(super) mod composed;
pub(super) mod constant_arguments;
pub(super) mod inquiries;
pub(super) mod intrinsic_calls;
pub(super) mod intrinsic_references;
pub(super) mod request_functions;
pub(super) mod requests;
mod table;
pub(super) mod text_functions;
mod unsupported;

use crate::resolved::Intrinsic;
use forlane_semantics::types::{IntegerKind, RealKind, Type};
use std::sync::LazyLock;
use text_functions::{TextFunction, text_function};

pub(crate) use unsupported::{is_unsupported_intrinsic, is_unsupported_subroutine};

/// What an intrinsic function's name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IntrinsicName {
    /// The name in lower case.
    pub name: &'static str,
    /// What it computes.
    pub meaning: Meaning,
    /// The least number of arguments, KIND not counted.
    pub least: usize,
    /// The greatest number of arguments, KIND not counted.
    pub most: usize,
    /// What the arguments may be.
    pub arguments: Arguments,
    /// Of which type the result is.
    pub result: ResultType,
    /// True if KIND may follow the arguments.
    pub takes_kind: bool,
    /// The names of the arguments, where they are in use.
    pub keywords: &'static [&'static str],
}

/// What an intrinsic function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A function, whose result may be converted.
    Function(Intrinsic),
    /// The conversion of its argument.
    Conversion,
    /// A property of its argument's type or kind: a constant.
    Inquiry(Inquiry),
    /// What other operations make up.
    Composed(Composed),
    /// A function of CHARACTER, which checks its arguments itself.
    Text(TextFunction),
}

/// Functions whose value is known from the types of their arguments or from constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub(crate) enum Inquiry {
    Kind,
    Huge,
    Tiny,
    Epsilon,
    Digits,
    Precision,
    Range,
    Radix,
    MaxExponent,
    MinExponent,
    BitSize,
    /// STORAGE_SIZE: in bits.
    StorageSize,
    /// SIZEOF: in bytes.
    SizeOf,
    /// The number of dimensions.
    Rank,
    IsContiguous,
    /// NEW_LINE: the character that ends a line.
    NewLine,
    SelectedCharKind,
    SelectedIntKind,
    SelectedRealKind,
}

/// Functions that other operations make up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Composed {
    /// CMPLX, DCMPLX and COMPLEX: one or two parts, or a complex number.
    Complex,
    /// DPROD: the product in DOUBLE PRECISION.
    DoubleProduct,
    /// SHIFTR: ISHFT by the negative.
    ShiftRight,
    /// AND, OR, XOR: of INTEGER or of LOGICAL operands.
    Bitwise(Intrinsic),
    /// The parity of the number of bits.
    Parity,
    /// MASKL: ones from the left.
    MaskLeft,
    /// MASKR: ones from the right.
    MaskRight,
    /// DSHIFTL: a shift of two numbers side by side.
    DoubleShiftLeft,
    /// DSHIFTR: a shift of two numbers side by side.
    DoubleShiftRight,
    /// BGE, BGT, BLE, BLT: a comparison of numbers without sign.
    Unsigned(crate::resolved::BinaryOp),
    /// COTAND: of an angle in degrees.
    CotangentOfDegrees,
    /// ASIND, ACOSD, ATAND, ATAN2D: the angle in degrees.
    InDegrees(Intrinsic),
}

/// What the arguments of an intrinsic function may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arguments {
    /// Each of this type and kind.
    Exactly(Type),
    /// INTEGER or REAL as this type, and converted to its kind: what specific names of MAX and MIN take as an extension.
    Brought(Type),
    /// INTEGER of any kind; several are brought to the greatest.
    Integer,
    /// REAL of any kind, and the same one for all.
    Real,
    /// COMPLEX of any kind.
    Complex,
    /// REAL or COMPLEX of any kind, and the same one for all.
    RealOrComplex,
    /// INTEGER or REAL, of the same type and kind for all.
    Ordered,
    /// INTEGER, REAL or COMPLEX, of the same type and kind for all.
    Numeric,
    /// INTEGER or REAL, of the same type for all; other kinds are converted to the greatest.
    MixedKinds,
    /// INTEGER, REAL or COMPLEX, each on its own.
    AnyNumbers,
    /// Each one's own class, each of any kind.
    Each(&'static [Class]),
    /// Of any type.
    Any,
}

/// A class of types for one argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// INTEGER.
    Integer,
    /// REAL.
    Real,
}

/// Of which type the result of an intrinsic function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultType {
    /// That of the arguments, or REAL of the KIND given.
    Same,
    /// That of the second argument.
    Second,
    /// That of the arguments, but REAL for COMPLEX.
    Magnitude,
    /// This one, or that type with the KIND given.
    Is(Type),
}

/// Default INTEGER.
pub(crate) const INTEGER: Type = Type::Integer(IntegerKind::I4);
/// Default REAL.
pub(crate) const REAL: Type = Type::Real(RealKind::R4);
/// DOUBLE PRECISION.
pub(crate) const DOUBLE: Type = Type::Real(RealKind::R8);

/// What a lower-case name stands for as an intrinsic function.
pub(crate) fn intrinsic(name: &str) -> Option<&'static IntrinsicName> {
    match table::TABLE.binary_search_by(|row| row.name.cmp(name)) {
        Ok(at) => table::TABLE.get(at),
        Err(_) => TEXT_ROWS.iter().find(|row| row.name == name),
    }
}

/// The rows of the functions of CHARACTER.
static TEXT_ROWS: LazyLock<Vec<IntrinsicName>> = LazyLock::new(|| {
    let functions = text_functions::names().filter_map(|name| Some((name, text_function(name)?)));
    let row = |(name, function)| IntrinsicName {
        name,
        meaning: Meaning::Text(function),
        least: 0,
        most: usize::MAX,
        arguments: Arguments::Any,
        result: ResultType::Is(INTEGER),
        takes_kind: false,
        keywords: &[],
    };
    functions.map(row).collect()
});

#[cfg(test)]
mod tests {
    use super::table::TABLE;
    use super::*;

    #[test]
    fn names_are_unique_and_sorted() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} is before {}", pair[0].name, pair[1].name);
        }
        for row in TABLE {
            assert!(!is_unsupported_intrinsic(row.name), "{} is supported", row.name);
        }
    }

    #[test]
    fn specific_names_become_generic_functions_with_conversions() {
        let amax0 = intrinsic("amax0").map(|row| (row.meaning, row.arguments, row.result));
        let expected = (Meaning::Function(Intrinsic::Max), Arguments::Brought(INTEGER), ResultType::Is(REAL));
        assert_eq!(amax0, Some(expected));
        assert_eq!(intrinsic("zeroin"), None);
    }
}
