//! The names of the intrinsic functions, generic and specific, and what each takes and gives.
//!
//! The names are those of the FORTRAN 77 standard's table 5 without CHARACTER and COMPLEX, the inquiry functions that
//! constant expressions of newer sources use, and DFLOAT, which gfortran adds.

use crate::resolved::Intrinsic;
use crate::types::{IntegerKind, RealKind, Type};
use std::collections::HashMap;
use std::sync::LazyLock;

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
}

/// Functions whose value is known from the types of their arguments or from constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inquiry {
    /// KIND(X).
    Kind,
    /// HUGE(X).
    Huge,
    /// TINY(X).
    Tiny,
    /// EPSILON(X).
    Epsilon,
    /// SELECTED_INT_KIND(R).
    SelectedIntKind,
    /// SELECTED_REAL_KIND(P, R).
    SelectedRealKind,
}

/// What the arguments of an intrinsic function may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arguments {
    /// Each of this type and kind.
    Exactly(Type),
    /// INTEGER of any kind.
    Integer,
    /// REAL of any kind, and the same one for all.
    Real,
    /// INTEGER or REAL, of the same type and kind for all.
    Numeric,
    /// INTEGER or REAL, of the same type for all; other kinds are converted to the greatest.
    MixedKinds,
    /// Of any type.
    Any,
}

/// Of which type the result of an intrinsic function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultType {
    /// That of the arguments, or REAL of the KIND given.
    Same,
    /// This one, or that type with the KIND given.
    Is(Type),
}

const INTEGER: Type = Type::Integer(IntegerKind::I4);
const REAL: Type = Type::Real(RealKind::R4);
const DOUBLE: Type = Type::Real(RealKind::R8);

/// The row of a function with one argument.
const fn unary(name: &'static str, function: Intrinsic, arguments: Arguments, result: ResultType) -> IntrinsicName {
    IntrinsicName {
        name,
        meaning: Meaning::Function(function),
        least: 1,
        most: 1,
        arguments,
        result,
        takes_kind: false,
    }
}

/// The row of a function with two arguments.
const fn binary(name: &'static str, function: Intrinsic, arguments: Arguments) -> IntrinsicName {
    IntrinsicName { least: 2, most: 2, ..unary(name, function, arguments, ResultType::Same) }
}

/// The row of MAX, MIN and their specific names.
const fn extremum(name: &'static str, function: Intrinsic, arguments: Arguments, result: ResultType) -> IntrinsicName {
    IntrinsicName { least: 2, most: usize::MAX, ..unary(name, function, arguments, result) }
}

/// The row of a conversion.
const fn conversion(name: &'static str, arguments: Arguments, to: Type) -> IntrinsicName {
    let result = ResultType::Is(to);
    IntrinsicName { name, meaning: Meaning::Conversion, least: 1, most: 1, arguments, result, takes_kind: false }
}

/// The row of an inquiry function.
const fn inquiry(name: &'static str, inquiry: Inquiry, most: usize) -> IntrinsicName {
    let meaning = Meaning::Inquiry(inquiry);
    let (arguments, result) = (Arguments::Any, ResultType::Is(INTEGER));
    IntrinsicName { name, meaning, least: 1, most, arguments, result, takes_kind: false }
}

/// The same row with KIND as last argument.
const fn with_kind(row: IntrinsicName) -> IntrinsicName {
    IntrinsicName { takes_kind: true, ..row }
}

use Arguments::{Exactly, Integer, MixedKinds, Numeric, Real};
use Intrinsic::*;
use ResultType::{Is, Same};

/// All names.
const TABLE: &[IntrinsicName] = &[
    unary("abs", Abs, Numeric, Same),
    unary("iabs", Abs, Exactly(INTEGER), Same),
    unary("dabs", Abs, Exactly(DOUBLE), Same),
    extremum("max", Max, MixedKinds, Same),
    extremum("max0", Max, Integer, Same),
    extremum("amax1", Max, Exactly(REAL), Same),
    extremum("dmax1", Max, Exactly(DOUBLE), Same),
    extremum("amax0", Max, Exactly(INTEGER), Is(REAL)),
    extremum("max1", Max, Exactly(REAL), Is(INTEGER)),
    extremum("min", Min, MixedKinds, Same),
    extremum("min0", Min, Integer, Same),
    extremum("amin1", Min, Exactly(REAL), Same),
    extremum("dmin1", Min, Exactly(DOUBLE), Same),
    extremum("amin0", Min, Exactly(INTEGER), Is(REAL)),
    extremum("min1", Min, Exactly(REAL), Is(INTEGER)),
    binary("mod", Mod, MixedKinds),
    binary("amod", Mod, Exactly(REAL)),
    binary("dmod", Mod, Exactly(DOUBLE)),
    binary("sign", Sign, Numeric),
    binary("isign", Sign, Exactly(INTEGER)),
    binary("dsign", Sign, Exactly(DOUBLE)),
    binary("dim", Dim, MixedKinds),
    binary("idim", Dim, Exactly(INTEGER)),
    binary("ddim", Dim, Exactly(DOUBLE)),
    unary("sqrt", Sqrt, Real, Same),
    unary("dsqrt", Sqrt, Exactly(DOUBLE), Same),
    unary("exp", Exp, Real, Same),
    unary("dexp", Exp, Exactly(DOUBLE), Same),
    unary("log", Log, Real, Same),
    unary("alog", Log, Exactly(REAL), Same),
    unary("dlog", Log, Exactly(DOUBLE), Same),
    unary("log10", Log10, Real, Same),
    unary("alog10", Log10, Exactly(REAL), Same),
    unary("dlog10", Log10, Exactly(DOUBLE), Same),
    unary("sin", Sin, Real, Same),
    unary("dsin", Sin, Exactly(DOUBLE), Same),
    unary("cos", Cos, Real, Same),
    unary("dcos", Cos, Exactly(DOUBLE), Same),
    unary("tan", Tan, Real, Same),
    unary("dtan", Tan, Exactly(DOUBLE), Same),
    unary("asin", Asin, Real, Same),
    unary("dasin", Asin, Exactly(DOUBLE), Same),
    unary("acos", Acos, Real, Same),
    unary("dacos", Acos, Exactly(DOUBLE), Same),
    unary("atan", Atan, Real, Same),
    unary("datan", Atan, Exactly(DOUBLE), Same),
    binary("atan2", Atan2, Real),
    binary("datan2", Atan2, Exactly(DOUBLE)),
    unary("sinh", Sinh, Real, Same),
    unary("dsinh", Sinh, Exactly(DOUBLE), Same),
    unary("cosh", Cosh, Real, Same),
    unary("dcosh", Cosh, Exactly(DOUBLE), Same),
    unary("tanh", Tanh, Real, Same),
    unary("dtanh", Tanh, Exactly(DOUBLE), Same),
    with_kind(conversion("int", Numeric, INTEGER)),
    conversion("ifix", Exactly(REAL), INTEGER),
    conversion("idint", Exactly(DOUBLE), INTEGER),
    with_kind(unary("nint", Nint, Real, Is(INTEGER))),
    unary("idnint", Nint, Exactly(DOUBLE), Is(INTEGER)),
    with_kind(unary("aint", Aint, Real, Same)),
    unary("dint", Aint, Exactly(DOUBLE), Same),
    with_kind(unary("anint", Anint, Real, Same)),
    unary("dnint", Anint, Exactly(DOUBLE), Same),
    with_kind(conversion("real", Numeric, REAL)),
    conversion("float", Integer, REAL),
    conversion("sngl", Real, REAL),
    conversion("dble", Numeric, DOUBLE),
    conversion("dfloat", Integer, DOUBLE),
    inquiry("kind", Inquiry::Kind, 1),
    inquiry("huge", Inquiry::Huge, 1),
    inquiry("tiny", Inquiry::Tiny, 1),
    inquiry("epsilon", Inquiry::Epsilon, 1),
    inquiry("selected_int_kind", Inquiry::SelectedIntKind, 1),
    inquiry("selected_real_kind", Inquiry::SelectedRealKind, 2),
];

/// Intrinsic functions of Fortran and gfortran that are recognised, but not supported.
const UNSUPPORTED: &[&str] = &[
    "achar",
    "acosh",
    "adjustl",
    "adjustr",
    "aimag",
    "and",
    "asinh",
    "associated",
    "atanh",
    "bessel_j0",
    "bessel_j1",
    "bessel_jn",
    "bessel_y0",
    "bessel_y1",
    "bessel_yn",
    "bit_size",
    "btest",
    "cabs",
    "ccos",
    "ceiling",
    "cexp",
    "char",
    "clog",
    "cmplx",
    "conjg",
    "cos_d",
    "cosd",
    "csin",
    "csqrt",
    "dcmplx",
    "derf",
    "derfc",
    "dgamma",
    "digits",
    "dlgama",
    "dprod",
    "erf",
    "erfc",
    "erfc_scaled",
    "exponent",
    "findloc",
    "floor",
    "fraction",
    "gamma",
    "hypot",
    "iachar",
    "iand",
    "ibclr",
    "ibits",
    "ibset",
    "ichar",
    "ieor",
    "index",
    "ior",
    "ishft",
    "ishftc",
    "isnan",
    "len",
    "len_trim",
    "lge",
    "lgt",
    "lle",
    "llt",
    "log_gamma",
    "logical",
    "lshift",
    "maxexponent",
    "merge",
    "minexponent",
    "modulo",
    "nearest",
    "norm2",
    "not",
    "or",
    "popcnt",
    "poppar",
    "precision",
    "present",
    "radix",
    "range",
    "repeat",
    "rrspacing",
    "rshift",
    "scale",
    "scan",
    "set_exponent",
    "sind",
    "spacing",
    "tand",
    "transfer",
    "trim",
    "verify",
    "xor",
];

/// What a lower-case name stands for as an intrinsic function.
pub(crate) fn intrinsic(name: &str) -> Option<&'static IntrinsicName> {
    static BY_NAME: LazyLock<HashMap<&str, &IntrinsicName>> =
        LazyLock::new(|| TABLE.iter().map(|row| (row.name, row)).collect());
    BY_NAME.get(name).copied()
}

/// True if the name is that of an intrinsic function which is not supported.
pub(crate) fn is_unsupported_intrinsic(name: &str) -> bool {
    UNSUPPORTED.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_sorted_where_they_are_searched() {
        for (index, row) in TABLE.iter().enumerate() {
            assert!(TABLE[..index].iter().all(|other| other.name != row.name), "{} stands twice", row.name);
            assert!(!is_unsupported_intrinsic(row.name), "{} is supported", row.name);
        }
        assert!(UNSUPPORTED.is_sorted());
    }

    #[test]
    fn specific_names_become_generic_functions_with_conversions() {
        let amax0 = intrinsic("amax0").map(|row| (row.meaning, row.arguments, row.result));
        assert_eq!(amax0, Some((Meaning::Function(Max), Exactly(INTEGER), Is(REAL))));
        assert_eq!(intrinsic("zeroin"), None);
    }
}
