//! The rows of the intrinsic procedures, one line for each name, in alphabetical order.
//!
//! They are table 5 of the FORTRAN 77 standard (ANSI X3.9-1978, 15.10) but for CHARACTER, the bit functions of
//! MIL-STD-1753, the numeric functions of Fortran 2008, and what gfortran adds under old names.

use super::{Arguments, Class, Composed, DOUBLE, INTEGER, Inquiry, IntrinsicName, Meaning, REAL, ResultType};
use crate::resolved::{BinaryOp, Intrinsic};
use Arguments::{Any, AnyNumbers, Brought, Each, Exactly, Integer, MixedKinds, Numeric, Ordered, Real, RealOrComplex};
use Composed::*;
use Intrinsic::*;
use ResultType::{Is, Magnitude, Same, Second};
use forlane_semantics::types::{IntegerKind, RealKind, Type};

/// Default COMPLEX.
const COMPLEX: Type = Type::Complex(RealKind::R4);
/// DOUBLE COMPLEX.
const DOUBLE_COMPLEX: Type = Type::Complex(RealKind::R8);
/// Any number of integers, each of its own kind.
const INTEGERS: Arguments = Each(&[Class::Integer; 5]);

/// A function of one argument.
const fn unary(name: &'static str, function: Intrinsic, arguments: Arguments, result: ResultType) -> IntrinsicName {
    let meaning = Meaning::Function(function);
    IntrinsicName { name, meaning, least: 1, most: 1, arguments, result, takes_kind: false, keywords: &["x"] }
}

/// A function of two arguments.
const fn binary(name: &'static str, function: Intrinsic, arguments: Arguments) -> IntrinsicName {
    IntrinsicName { least: 2, most: 2, ..unary(name, function, arguments, Same) }
}

/// A function of two arguments of different classes.
const fn each(name: &'static str, function: Intrinsic, classes: &'static [Class], result: ResultType) -> IntrinsicName {
    IntrinsicName { least: 2, most: 2, ..unary(name, function, Each(classes), result) }
}

/// A function of an integer's bits, of which the other arguments say which.
const fn bits(name: &'static str, function: Intrinsic, least: usize, most: usize, result: ResultType) -> IntrinsicName {
    IntrinsicName { least, most, ..unary(name, function, INTEGERS, result) }
}

/// MAX, MIN and their specific names.
const fn extremum(name: &'static str, function: Intrinsic, arguments: Arguments, result: ResultType) -> IntrinsicName {
    IntrinsicName { least: 2, most: usize::MAX, ..unary(name, function, arguments, result) }
}

/// A conversion.
const fn conversion(name: &'static str, arguments: Arguments, to: Type) -> IntrinsicName {
    IntrinsicName { meaning: Meaning::Conversion, ..unary(name, Abs, arguments, Is(to)) }
}

/// A function that other operations make up.
const fn composed(
    name: &'static str,
    of: Composed,
    least: usize,
    most: usize,
    arguments: Arguments,
    result: ResultType,
) -> IntrinsicName {
    IntrinsicName { meaning: Meaning::Composed(of), least, most, ..unary(name, Abs, arguments, result) }
}

/// An inquiry function.
const fn inquiry(name: &'static str, inquiry: Inquiry, most: usize) -> IntrinsicName {
    IntrinsicName { meaning: Meaning::Inquiry(inquiry), most, ..unary(name, Abs, Any, Is(INTEGER)) }
}

/// The same row with KIND as last argument.
const fn with_kind(row: IntrinsicName) -> IntrinsicName {
    IntrinsicName { takes_kind: true, ..row }
}

/// The same row with names of the arguments other than X.
const fn named(row: IntrinsicName, keywords: &'static [&'static str]) -> IntrinsicName {
    IntrinsicName { keywords, ..row }
}

/// All names.
pub(super) const TABLE: &[IntrinsicName] = &[
    named(unary("abs", Abs, Numeric, Magnitude), &["a"]),
    unary("acos", Acos, RealOrComplex, Same),
    composed("acosd", InDegrees(Acos), 1, 1, Real, Same),
    unary("acosh", Acosh, RealOrComplex, Same),
    named(unary("aimag", Imaginary, Arguments::Complex, Magnitude), &["z"]),
    named(with_kind(unary("aint", Aint, Real, Same)), &["a"]),
    unary("algama", LogGamma, Exactly(REAL), Same),
    unary("alog", Log, Exactly(REAL), Same),
    unary("alog10", Log10, Exactly(REAL), Same),
    extremum("amax0", Max, Brought(INTEGER), Is(REAL)),
    extremum("amax1", Max, Brought(REAL), Same),
    extremum("amin0", Min, Brought(INTEGER), Is(REAL)),
    extremum("amin1", Min, Brought(REAL), Same),
    binary("amod", Mod, Exactly(REAL)),
    named(composed("and", Bitwise(BitAnd), 2, 2, Any, Same), &["i", "j"]),
    named(with_kind(unary("anint", Anint, Real, Same)), &["a"]),
    unary("asin", Asin, RealOrComplex, Same),
    composed("asind", InDegrees(Asin), 1, 1, Real, Same),
    unary("asinh", Asinh, RealOrComplex, Same),
    unary("atan", Atan, RealOrComplex, Same),
    named(binary("atan2", Atan2, Real), &["y", "x"]),
    composed("atan2d", InDegrees(Atan2), 2, 2, Real, Same),
    composed("atand", InDegrees(Atan), 1, 1, Real, Same),
    unary("atanh", Atanh, RealOrComplex, Same),
    unary("besj0", BesselJ0, Real, Same),
    unary("besj1", BesselJ1, Real, Same),
    each("besjn", BesselJ, &[Class::Integer, Class::Real], Second),
    unary("bessel_j0", BesselJ0, Real, Same),
    unary("bessel_j1", BesselJ1, Real, Same),
    named(each("bessel_jn", BesselJ, &[Class::Integer, Class::Real], Second), &["n", "x"]),
    unary("bessel_y0", BesselY0, Real, Same),
    unary("bessel_y1", BesselY1, Real, Same),
    named(each("bessel_yn", BesselY, &[Class::Integer, Class::Real], Second), &["n", "x"]),
    unary("besy0", BesselY0, Real, Same),
    unary("besy1", BesselY1, Real, Same),
    each("besyn", BesselY, &[Class::Integer, Class::Real], Second),
    named(composed("bge", Unsigned(BinaryOp::GreaterEqual), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(composed("bgt", Unsigned(BinaryOp::Greater), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(inquiry("bit_size", Inquiry::BitSize, 1), &["i"]),
    named(composed("ble", Unsigned(BinaryOp::LessEqual), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(composed("blt", Unsigned(BinaryOp::Less), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(bits("btest", BitTest, 2, 2, Is(Type::Logical)), &["i", "pos"]),
    unary("cabs", Abs, Exactly(COMPLEX), Magnitude),
    unary("ccos", Cos, Exactly(COMPLEX), Same),
    unary("cdabs", Abs, Exactly(DOUBLE_COMPLEX), Magnitude),
    unary("cdcos", Cos, Exactly(DOUBLE_COMPLEX), Same),
    unary("cdexp", Exp, Exactly(DOUBLE_COMPLEX), Same),
    unary("cdlog", Log, Exactly(DOUBLE_COMPLEX), Same),
    unary("cdsin", Sin, Exactly(DOUBLE_COMPLEX), Same),
    unary("cdsqrt", Sqrt, Exactly(DOUBLE_COMPLEX), Same),
    named(with_kind(unary("ceiling", Ceiling, Real, Is(INTEGER))), &["a"]),
    unary("cexp", Exp, Exactly(COMPLEX), Same),
    unary("clog", Log, Exactly(COMPLEX), Same),
    named(with_kind(composed("cmplx", Composed::Complex, 1, 2, AnyNumbers, Is(COMPLEX))), &["x", "y"]),
    named(composed("complex", Composed::Complex, 2, 2, AnyNumbers, Same), &["x", "y"]),
    named(unary("conjg", Conjugate, Arguments::Complex, Same), &["z"]),
    unary("cos", Cos, RealOrComplex, Same),
    unary("cosd", CosDegrees, Real, Same),
    unary("cosh", Cosh, RealOrComplex, Same),
    unary("cotan", Cotangent, RealOrComplex, Same),
    composed("cotand", CotangentOfDegrees, 1, 1, Real, Same),
    unary("csin", Sin, Exactly(COMPLEX), Same),
    unary("csqrt", Sqrt, Exactly(COMPLEX), Same),
    unary("dabs", Abs, Exactly(DOUBLE), Same),
    unary("dacos", Acos, Exactly(DOUBLE), Same),
    composed("dacosd", InDegrees(Acos), 1, 1, Exactly(DOUBLE), Same),
    unary("dacosh", Acosh, Exactly(DOUBLE), Same),
    unary("dasin", Asin, Exactly(DOUBLE), Same),
    composed("dasind", InDegrees(Asin), 1, 1, Exactly(DOUBLE), Same),
    unary("dasinh", Asinh, Exactly(DOUBLE), Same),
    unary("datan", Atan, Exactly(DOUBLE), Same),
    binary("datan2", Atan2, Exactly(DOUBLE)),
    composed("datan2d", InDegrees(Atan2), 2, 2, Exactly(DOUBLE), Same),
    composed("datand", InDegrees(Atan), 1, 1, Exactly(DOUBLE), Same),
    unary("datanh", Atanh, Exactly(DOUBLE), Same),
    unary("dbesj0", BesselJ0, Exactly(DOUBLE), Same),
    unary("dbesj1", BesselJ1, Exactly(DOUBLE), Same),
    each("dbesjn", BesselJ, &[Class::Integer, Class::Real], Second),
    unary("dbesy0", BesselY0, Exactly(DOUBLE), Same),
    unary("dbesy1", BesselY1, Exactly(DOUBLE), Same),
    each("dbesyn", BesselY, &[Class::Integer, Class::Real], Second),
    named(conversion("dble", AnyNumbers, DOUBLE), &["a"]),
    named(composed("dcmplx", Composed::Complex, 1, 2, AnyNumbers, Is(DOUBLE_COMPLEX)), &["x", "y"]),
    unary("dconjg", Conjugate, Exactly(DOUBLE_COMPLEX), Same),
    unary("dcos", Cos, Exactly(DOUBLE), Same),
    unary("dcosd", CosDegrees, Exactly(DOUBLE), Same),
    unary("dcosh", Cosh, Exactly(DOUBLE), Same),
    unary("dcotan", Cotangent, Exactly(DOUBLE), Same),
    composed("dcotand", CotangentOfDegrees, 1, 1, Exactly(DOUBLE), Same),
    binary("ddim", Dim, Exactly(DOUBLE)),
    unary("derf", Erf, Exactly(DOUBLE), Same),
    unary("derfc", Erfc, Exactly(DOUBLE), Same),
    unary("dexp", Exp, Exactly(DOUBLE), Same),
    conversion("dfloat", Integer, DOUBLE),
    unary("dgamma", Gamma, Exactly(DOUBLE), Same),
    inquiry("digits", Inquiry::Digits, 1),
    named(binary("dim", Dim, MixedKinds), &["x", "y"]),
    unary("dimag", Imaginary, Exactly(DOUBLE_COMPLEX), Magnitude),
    unary("dint", Aint, Exactly(DOUBLE), Same),
    unary("dlgama", LogGamma, Exactly(DOUBLE), Same),
    unary("dlog", Log, Exactly(DOUBLE), Same),
    unary("dlog10", Log10, Exactly(DOUBLE), Same),
    extremum("dmax1", Max, Brought(DOUBLE), Same),
    extremum("dmin1", Min, Brought(DOUBLE), Same),
    binary("dmod", Mod, Exactly(DOUBLE)),
    unary("dnint", Anint, Exactly(DOUBLE), Same),
    composed("dprod", DoubleProduct, 2, 2, Exactly(REAL), Is(DOUBLE)),
    conversion("dreal", Exactly(DOUBLE_COMPLEX), DOUBLE),
    named(composed("dshiftl", DoubleShiftLeft, 3, 3, INTEGERS, Same), &["i", "j", "shift"]),
    named(composed("dshiftr", DoubleShiftRight, 3, 3, INTEGERS, Same), &["i", "j", "shift"]),
    binary("dsign", Sign, Exactly(DOUBLE)),
    unary("dsin", Sin, Exactly(DOUBLE), Same),
    unary("dsind", SinDegrees, Exactly(DOUBLE), Same),
    unary("dsinh", Sinh, Exactly(DOUBLE), Same),
    unary("dsqrt", Sqrt, Exactly(DOUBLE), Same),
    unary("dtan", Tan, Exactly(DOUBLE), Same),
    unary("dtand", TanDegrees, Exactly(DOUBLE), Same),
    unary("dtanh", Tanh, Exactly(DOUBLE), Same),
    inquiry("epsilon", Inquiry::Epsilon, 1),
    unary("erf", Erf, Real, Same),
    unary("erfc", Erfc, Real, Same),
    unary("erfc_scaled", ErfcScaled, Real, Same),
    unary("exp", Exp, RealOrComplex, Same),
    unary("exponent", Exponent, Real, Is(INTEGER)),
    named(conversion("float", Integer, REAL), &["a"]),
    named(with_kind(unary("floor", Floor, Real, Is(INTEGER))), &["a"]),
    unary("fraction", Fraction, Real, Same),
    unary("gamma", Gamma, Real, Same),
    inquiry("huge", Inquiry::Huge, 1),
    named(binary("hypot", Hypot, Real), &["x", "y"]),
    unary("iabs", Abs, Exactly(INTEGER), Same),
    named(binary("iand", BitAnd, Integer), &["i", "j"]),
    named(bits("ibclr", BitClear, 2, 2, Same), &["i", "pos"]),
    named(bits("ibits", Bits, 3, 3, Same), &["i", "pos", "len"]),
    named(bits("ibset", BitSet, 2, 2, Same), &["i", "pos"]),
    binary("idim", Dim, Exactly(INTEGER)),
    conversion("idint", Exactly(DOUBLE), INTEGER),
    unary("idnint", Nint, Exactly(DOUBLE), Is(INTEGER)),
    named(binary("ieor", BitXor, Integer), &["i", "j"]),
    conversion("ifix", Exactly(REAL), INTEGER),
    unary("imag", Imaginary, Arguments::Complex, Magnitude),
    unary("imagpart", Imaginary, Arguments::Complex, Magnitude),
    named(with_kind(conversion("int", AnyNumbers, INTEGER)), &["a"]),
    conversion("int2", AnyNumbers, Type::Integer(IntegerKind::I2)),
    conversion("int8", AnyNumbers, Type::Integer(IntegerKind::I8)),
    named(binary("ior", BitOr, Integer), &["i", "j"]),
    named(inquiry("is_contiguous", Inquiry::IsContiguous, 1), &["array"]),
    named(bits("ishft", Shift, 2, 2, Same), &["i", "shift"]),
    named(bits("ishftc", ShiftCircular, 2, 3, Same), &["i", "shift", "size"]),
    binary("isign", Sign, Exactly(INTEGER)),
    unary("isnan", IsNan, Real, Is(Type::Logical)),
    inquiry("kind", Inquiry::Kind, 1),
    named(unary("leadz", LeadingZeros, Integer, Is(INTEGER)), &["i"]),
    unary("lgamma", LogGamma, Real, Same),
    unary("log", Log, RealOrComplex, Same),
    unary("log10", Log10, Real, Same),
    unary("log_gamma", LogGamma, Real, Same),
    named(with_kind(conversion("logical", Exactly(Type::Logical), Type::Logical)), &["l"]),
    conversion("long", AnyNumbers, INTEGER),
    named(bits("lshift", Shift, 2, 2, Same), &["i", "shift"]),
    named(with_kind(composed("maskl", MaskLeft, 1, 1, Integer, Is(INTEGER))), &["i"]),
    named(with_kind(composed("maskr", MaskRight, 1, 1, Integer, Is(INTEGER))), &["i"]),
    extremum("max", Max, MixedKinds, Same),
    extremum("max0", Max, Brought(INTEGER), Same),
    extremum("max1", Max, Brought(REAL), Is(INTEGER)),
    inquiry("maxexponent", Inquiry::MaxExponent, 1),
    named(IntrinsicName { least: 3, most: 3, ..unary("merge", Merge, Any, Same) }, &["tsource", "fsource", "mask"]),
    named(bits("merge_bits", MergeBits, 3, 3, Same), &["i", "j", "mask"]),
    extremum("min", Min, MixedKinds, Same),
    extremum("min0", Min, Brought(INTEGER), Same),
    extremum("min1", Min, Brought(REAL), Is(INTEGER)),
    inquiry("minexponent", Inquiry::MinExponent, 1),
    named(binary("mod", Mod, MixedKinds), &["a", "p"]),
    named(binary("modulo", Modulo, MixedKinds), &["a", "p"]),
    named(binary("nearest", Nearest, Real), &["x", "s"]),
    named(inquiry("new_line", Inquiry::NewLine, 1), &["a"]),
    named(with_kind(unary("nint", Nint, Real, Is(INTEGER))), &["a"]),
    named(unary("not", BitNot, Integer, Same), &["i"]),
    named(composed("or", Bitwise(BitOr), 2, 2, Any, Same), &["i", "j"]),
    named(unary("popcnt", PopulationCount, Integer, Is(INTEGER)), &["i"]),
    named(composed("poppar", Parity, 1, 1, Integer, Is(INTEGER)), &["i"]),
    inquiry("precision", Inquiry::Precision, 1),
    inquiry("radix", Inquiry::Radix, 1),
    inquiry("range", Inquiry::Range, 1),
    named(inquiry("rank", Inquiry::Rank, 1), &["a"]),
    named(with_kind(conversion("real", AnyNumbers, REAL)), &["a"]),
    IntrinsicName { meaning: Meaning::Conversion, ..unary("realpart", Imaginary, Arguments::Complex, Magnitude) },
    unary("rrspacing", ReciprocalSpacing, Real, Same),
    named(bits("rshift", ShiftArithmetic, 2, 2, Same), &["i", "shift"]),
    named(each("scale", Scale, &[Class::Real, Class::Integer], Same), &["x", "i"]),
    named(inquiry("selected_char_kind", Inquiry::SelectedCharKind, 1), &["name"]),
    named(inquiry("selected_int_kind", Inquiry::SelectedIntKind, 1), &["r"]),
    IntrinsicName {
        least: 0,
        keywords: &["p", "r", "radix"],
        ..inquiry("selected_real_kind", Inquiry::SelectedRealKind, 3)
    },
    named(each("set_exponent", SetExponent, &[Class::Real, Class::Integer], Same), &["x", "i"]),
    named(bits("shifta", ShiftArithmetic, 2, 2, Same), &["i", "shift"]),
    named(bits("shiftl", Shift, 2, 2, Same), &["i", "shift"]),
    named(composed("shiftr", ShiftRight, 2, 2, INTEGERS, Same), &["i", "shift"]),
    named(binary("sign", Sign, Ordered), &["a", "b"]),
    unary("sin", Sin, RealOrComplex, Same),
    unary("sind", SinDegrees, Real, Same),
    unary("sinh", Sinh, RealOrComplex, Same),
    inquiry("sizeof", Inquiry::SizeOf, 1),
    named(conversion("sngl", Real, REAL), &["a"]),
    unary("spacing", Spacing, Real, Same),
    unary("sqrt", Sqrt, RealOrComplex, Same),
    named(inquiry("storage_size", Inquiry::StorageSize, 1), &["a"]),
    unary("tan", Tan, RealOrComplex, Same),
    unary("tand", TanDegrees, Real, Same),
    unary("tanh", Tanh, RealOrComplex, Same),
    inquiry("tiny", Inquiry::Tiny, 1),
    named(unary("trailz", TrailingZeros, Integer, Is(INTEGER)), &["i"]),
    named(composed("xor", Bitwise(BitXor), 2, 2, Any, Same), &["i", "j"]),
    unary("zabs", Abs, Exactly(DOUBLE_COMPLEX), Magnitude),
    unary("zcos", Cos, Exactly(DOUBLE_COMPLEX), Same),
    unary("zexp", Exp, Exactly(DOUBLE_COMPLEX), Same),
    unary("zlog", Log, Exactly(DOUBLE_COMPLEX), Same),
    unary("zsin", Sin, Exactly(DOUBLE_COMPLEX), Same),
    unary("zsqrt", Sqrt, Exactly(DOUBLE_COMPLEX), Same),
];
