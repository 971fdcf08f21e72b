//! The rows of the intrinsic procedures, one line for each name, in alphabetical order.
//!
//! They are table 5 of the FORTRAN 77 standard (ANSI X3.9-1978, 15.10) but for CHARACTER, the bit functions of
//! MIL-STD-1753, the numeric functions of Fortran 2008, and what gfortran adds under old names.

use super::{Arguments, Class, Composed, DOUBLE, INTEGER, Inquiry, IntrinsicName, Meaning, REAL, ResultType};
use crate::resolved::{BinaryOp, Intrinsic};
use Arguments::{Any, AnyNumbers, Brought, Each, Exactly, Integer, MixedKinds, Numeric, Ordered, Real, RealOrComplex};
use Composed::*;
use Intrinsic::*;
use Intrinsic::{Abs, Exponent};
use RealUnary::*;
use ResultType::{Is, Magnitude, Same, Second};
use forlane_semantics::operations::RealUnary;
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

/// A function of one argument that is an operation of REAL values.
const fn elementary(
    name: &'static str,
    operation: RealUnary,
    arguments: Arguments,
    result: ResultType,
) -> IntrinsicName {
    unary(name, Elementary(operation), arguments, result)
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
    elementary("acos", Acos, RealOrComplex, Same),
    composed("acosd", InDegrees(Elementary(Acos)), 1, 1, Real, Same),
    elementary("acosh", Acosh, RealOrComplex, Same),
    named(unary("aimag", Imaginary, Arguments::Complex, Magnitude), &["z"]),
    named(with_kind(elementary("aint", Aint, Real, Same)), &["a"]),
    elementary("algama", LogGamma, Exactly(REAL), Same),
    elementary("alog", Log, Exactly(REAL), Same),
    elementary("alog10", Log10, Exactly(REAL), Same),
    extremum("amax0", Max, Brought(INTEGER), Is(REAL)),
    extremum("amax1", Max, Brought(REAL), Same),
    extremum("amin0", Min, Brought(INTEGER), Is(REAL)),
    extremum("amin1", Min, Brought(REAL), Same),
    binary("amod", Mod, Exactly(REAL)),
    named(composed("and", Bitwise(BitAnd), 2, 2, Any, Same), &["i", "j"]),
    named(with_kind(elementary("anint", Anint, Real, Same)), &["a"]),
    elementary("asin", Asin, RealOrComplex, Same),
    composed("asind", InDegrees(Elementary(Asin)), 1, 1, Real, Same),
    elementary("asinh", Asinh, RealOrComplex, Same),
    elementary("atan", Atan, RealOrComplex, Same),
    named(binary("atan2", Atan2, Real), &["y", "x"]),
    composed("atan2d", InDegrees(Atan2), 2, 2, Real, Same),
    composed("atand", InDegrees(Elementary(Atan)), 1, 1, Real, Same),
    elementary("atanh", Atanh, RealOrComplex, Same),
    elementary("besj0", BesselJ0, Real, Same),
    elementary("besj1", BesselJ1, Real, Same),
    each("besjn", BesselJ, &[Class::Integer, Class::Real], Second),
    elementary("bessel_j0", BesselJ0, Real, Same),
    elementary("bessel_j1", BesselJ1, Real, Same),
    named(each("bessel_jn", BesselJ, &[Class::Integer, Class::Real], Second), &["n", "x"]),
    elementary("bessel_y0", BesselY0, Real, Same),
    elementary("bessel_y1", BesselY1, Real, Same),
    named(each("bessel_yn", BesselY, &[Class::Integer, Class::Real], Second), &["n", "x"]),
    elementary("besy0", BesselY0, Real, Same),
    elementary("besy1", BesselY1, Real, Same),
    each("besyn", BesselY, &[Class::Integer, Class::Real], Second),
    named(composed("bge", Unsigned(BinaryOp::GreaterEqual), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(composed("bgt", Unsigned(BinaryOp::Greater), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(inquiry("bit_size", Inquiry::BitSize, 1), &["i"]),
    named(composed("ble", Unsigned(BinaryOp::LessEqual), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(composed("blt", Unsigned(BinaryOp::Less), 2, 2, Integer, Is(Type::Logical)), &["i", "j"]),
    named(bits("btest", BitTest, 2, 2, Is(Type::Logical)), &["i", "pos"]),
    unary("cabs", Abs, Exactly(COMPLEX), Magnitude),
    elementary("ccos", Cos, Exactly(COMPLEX), Same),
    unary("cdabs", Abs, Exactly(DOUBLE_COMPLEX), Magnitude),
    elementary("cdcos", Cos, Exactly(DOUBLE_COMPLEX), Same),
    elementary("cdexp", Exp, Exactly(DOUBLE_COMPLEX), Same),
    elementary("cdlog", Log, Exactly(DOUBLE_COMPLEX), Same),
    elementary("cdsin", Sin, Exactly(DOUBLE_COMPLEX), Same),
    elementary("cdsqrt", Sqrt, Exactly(DOUBLE_COMPLEX), Same),
    named(with_kind(unary("ceiling", Ceiling, Real, Is(INTEGER))), &["a"]),
    elementary("cexp", Exp, Exactly(COMPLEX), Same),
    elementary("clog", Log, Exactly(COMPLEX), Same),
    named(with_kind(composed("cmplx", Composed::Complex, 1, 2, AnyNumbers, Is(COMPLEX))), &["x", "y"]),
    named(composed("complex", Composed::Complex, 2, 2, AnyNumbers, Same), &["x", "y"]),
    named(unary("conjg", Conjugate, Arguments::Complex, Same), &["z"]),
    elementary("cos", Cos, RealOrComplex, Same),
    elementary("cosd", CosDegrees, Real, Same),
    elementary("cosh", Cosh, RealOrComplex, Same),
    unary("cotan", Cotangent, RealOrComplex, Same),
    composed("cotand", CotangentOfDegrees, 1, 1, Real, Same),
    elementary("csin", Sin, Exactly(COMPLEX), Same),
    elementary("csqrt", Sqrt, Exactly(COMPLEX), Same),
    unary("dabs", Abs, Exactly(DOUBLE), Same),
    elementary("dacos", Acos, Exactly(DOUBLE), Same),
    composed("dacosd", InDegrees(Elementary(Acos)), 1, 1, Exactly(DOUBLE), Same),
    elementary("dacosh", Acosh, Exactly(DOUBLE), Same),
    elementary("dasin", Asin, Exactly(DOUBLE), Same),
    composed("dasind", InDegrees(Elementary(Asin)), 1, 1, Exactly(DOUBLE), Same),
    elementary("dasinh", Asinh, Exactly(DOUBLE), Same),
    elementary("datan", Atan, Exactly(DOUBLE), Same),
    binary("datan2", Atan2, Exactly(DOUBLE)),
    composed("datan2d", InDegrees(Atan2), 2, 2, Exactly(DOUBLE), Same),
    composed("datand", InDegrees(Elementary(Atan)), 1, 1, Exactly(DOUBLE), Same),
    elementary("datanh", Atanh, Exactly(DOUBLE), Same),
    elementary("dbesj0", BesselJ0, Exactly(DOUBLE), Same),
    elementary("dbesj1", BesselJ1, Exactly(DOUBLE), Same),
    each("dbesjn", BesselJ, &[Class::Integer, Class::Real], Second),
    elementary("dbesy0", BesselY0, Exactly(DOUBLE), Same),
    elementary("dbesy1", BesselY1, Exactly(DOUBLE), Same),
    each("dbesyn", BesselY, &[Class::Integer, Class::Real], Second),
    named(conversion("dble", AnyNumbers, DOUBLE), &["a"]),
    named(composed("dcmplx", Composed::Complex, 1, 2, AnyNumbers, Is(DOUBLE_COMPLEX)), &["x", "y"]),
    unary("dconjg", Conjugate, Exactly(DOUBLE_COMPLEX), Same),
    elementary("dcos", Cos, Exactly(DOUBLE), Same),
    elementary("dcosd", CosDegrees, Exactly(DOUBLE), Same),
    elementary("dcosh", Cosh, Exactly(DOUBLE), Same),
    unary("dcotan", Cotangent, Exactly(DOUBLE), Same),
    composed("dcotand", CotangentOfDegrees, 1, 1, Exactly(DOUBLE), Same),
    binary("ddim", Dim, Exactly(DOUBLE)),
    elementary("derf", Erf, Exactly(DOUBLE), Same),
    elementary("derfc", Erfc, Exactly(DOUBLE), Same),
    elementary("dexp", Exp, Exactly(DOUBLE), Same),
    conversion("dfloat", Integer, DOUBLE),
    elementary("dgamma", Gamma, Exactly(DOUBLE), Same),
    inquiry("digits", Inquiry::Digits, 1),
    named(binary("dim", Dim, MixedKinds), &["x", "y"]),
    unary("dimag", Imaginary, Exactly(DOUBLE_COMPLEX), Magnitude),
    elementary("dint", Aint, Exactly(DOUBLE), Same),
    elementary("dlgama", LogGamma, Exactly(DOUBLE), Same),
    elementary("dlog", Log, Exactly(DOUBLE), Same),
    elementary("dlog10", Log10, Exactly(DOUBLE), Same),
    extremum("dmax1", Max, Brought(DOUBLE), Same),
    extremum("dmin1", Min, Brought(DOUBLE), Same),
    binary("dmod", Mod, Exactly(DOUBLE)),
    elementary("dnint", Anint, Exactly(DOUBLE), Same),
    composed("dprod", DoubleProduct, 2, 2, Exactly(REAL), Is(DOUBLE)),
    conversion("dreal", Exactly(DOUBLE_COMPLEX), DOUBLE),
    named(composed("dshiftl", DoubleShiftLeft, 3, 3, INTEGERS, Same), &["i", "j", "shift"]),
    named(composed("dshiftr", DoubleShiftRight, 3, 3, INTEGERS, Same), &["i", "j", "shift"]),
    binary("dsign", Sign, Exactly(DOUBLE)),
    elementary("dsin", Sin, Exactly(DOUBLE), Same),
    elementary("dsind", SinDegrees, Exactly(DOUBLE), Same),
    elementary("dsinh", Sinh, Exactly(DOUBLE), Same),
    elementary("dsqrt", Sqrt, Exactly(DOUBLE), Same),
    elementary("dtan", Tan, Exactly(DOUBLE), Same),
    elementary("dtand", TanDegrees, Exactly(DOUBLE), Same),
    elementary("dtanh", Tanh, Exactly(DOUBLE), Same),
    inquiry("epsilon", Inquiry::Epsilon, 1),
    elementary("erf", Erf, Real, Same),
    elementary("erfc", Erfc, Real, Same),
    elementary("erfc_scaled", ErfcScaled, Real, Same),
    elementary("exp", Exp, RealOrComplex, Same),
    unary("exponent", Exponent, Real, Is(INTEGER)),
    named(conversion("float", Integer, REAL), &["a"]),
    named(with_kind(unary("floor", Floor, Real, Is(INTEGER))), &["a"]),
    elementary("fraction", Fraction, Real, Same),
    elementary("gamma", Gamma, Real, Same),
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
    elementary("lgamma", LogGamma, Real, Same),
    elementary("log", Log, RealOrComplex, Same),
    elementary("log10", Log10, Real, Same),
    elementary("log_gamma", LogGamma, Real, Same),
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
    elementary("rrspacing", ReciprocalSpacing, Real, Same),
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
    elementary("sin", Sin, RealOrComplex, Same),
    elementary("sind", SinDegrees, Real, Same),
    elementary("sinh", Sinh, RealOrComplex, Same),
    inquiry("sizeof", Inquiry::SizeOf, 1),
    named(conversion("sngl", Real, REAL), &["a"]),
    elementary("spacing", Spacing, Real, Same),
    elementary("sqrt", Sqrt, RealOrComplex, Same),
    named(inquiry("storage_size", Inquiry::StorageSize, 1), &["a"]),
    elementary("tan", Tan, RealOrComplex, Same),
    elementary("tand", TanDegrees, Real, Same),
    elementary("tanh", Tanh, RealOrComplex, Same),
    inquiry("tiny", Inquiry::Tiny, 1),
    named(unary("trailz", TrailingZeros, Integer, Is(INTEGER)), &["i"]),
    named(composed("xor", Bitwise(BitXor), 2, 2, Any, Same), &["i", "j"]),
    unary("zabs", Abs, Exactly(DOUBLE_COMPLEX), Magnitude),
    elementary("zcos", Cos, Exactly(DOUBLE_COMPLEX), Same),
    elementary("zexp", Exp, Exactly(DOUBLE_COMPLEX), Same),
    elementary("zlog", Log, Exactly(DOUBLE_COMPLEX), Same),
    elementary("zsin", Sin, Exactly(DOUBLE_COMPLEX), Same),
    elementary("zsqrt", Sqrt, Exactly(DOUBLE_COMPLEX), Same),
];
