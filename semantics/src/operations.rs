//! The operations of expressions, by type category. [`crate::numeric`] defines what each gives.

pub use forlane_mathlib::ComplexFunction;

/// How a REAL becomes an INTEGER.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Toward zero (INT).
    Truncate,
    /// To nearest, halves away from zero (NINT).
    Nearest,
    /// Down (FLOOR).
    Floor,
    /// Up (CEILING).
    Ceiling,
}

/// Unary INTEGER operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum IntegerUnary {
    Negate,
    Abs,
    /// The complement of each bit.
    Not,
    /// The number of bits that are set.
    PopulationCount,
    /// The number of zero bits above the highest one.
    LeadingZeros,
    /// The number of zero bits below the lowest one.
    TrailingZeros,
}

/// Binary INTEGER operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntegerBinary {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, toward zero. A lane that divides by zero fails; the least integer by -1 wraps.
    Divide,
    /// `**`; zero to a negative power fails like a division by zero.
    Power,
    /// MOD, with the sign of the dividend; fails like [`IntegerBinary::Divide`].
    Mod,
    /// MODULO, with the sign of the divisor; fails like [`IntegerBinary::Divide`].
    Modulo,
    /// SIGN: the magnitude of the first with the sign of the second.
    Sign,
    /// DIM.
    Dim,
    /// MIN
    Min,
    /// MAX
    Max,
    /// Of each bit.
    And,
    /// Of each bit.
    Or,
    /// Of each bit.
    Xor,
    /// ISHFT: to the left by the second, to the right if that is negative; zeros come in, and zero is left if it is as
    /// great as the number of bits.
    Shift,
    /// SHIFTA: to the right by the second, which is not negative; the sign comes in.
    ShiftArithmetic,
}

/// Unary REAL operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RealUnary {
    Negate,
    Abs,
    Sqrt,
    Exp,
    Log,
    Log10,
    Sin,
    Cos,
    Tan,
    /// Of an angle in degrees.
    SinDegrees,
    /// Of an angle in degrees.
    CosDegrees,
    /// Of an angle in degrees.
    TanDegrees,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    /// Toward zero.
    Aint,
    /// To nearest, halves away from zero.
    Anint,
    Asinh,
    Acosh,
    Atanh,
    Gamma,
    /// The logarithm of the gamma function's magnitude.
    LogGamma,
    Erf,
    Erfc,
    /// `exp(x * x) * erfc(x)`
    ErfcScaled,
    BesselJ0,
    BesselJ1,
    BesselY0,
    BesselY1,
    /// FRACTION: the number with the exponent zero, so that its magnitude is from a half to one.
    Fraction,
    /// EXPONENT, as a real: what FRACTION leaves out; 2147483647 for infinities and NaNs, which only REAL(8) can hold.
    Exponent,
    Spacing,
    /// RRSPACING.
    ReciprocalSpacing,
}

/// Binary REAL operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RealBinary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Power,
    Atan2,
    /// The remainder of truncated division, exact (C's `fmod`).
    Mod,
    Sign,
    Dim,
    /// As gfortran compiles MIN.
    Min,
    /// As gfortran compiles MAX.
    Max,
    /// MODULO, with the sign of the second.
    Modulo,
    Hypot,
    /// NEAREST: the next number in the direction of the second's sign.
    Nearest,
    /// SCALE: times two to the power of the second, a whole number.
    Scale,
    /// SET_EXPONENT: the first one's FRACTION, scaled by the second, a whole number.
    SetExponent,
    /// Of the first kind; the first operand is the order, a whole number.
    BesselJ,
    /// Of the second kind; the first operand is the order, a whole number.
    BesselY,
    /// The real part of the function of the complex number whose parts the operands are.
    RealPart(ComplexFunction),
    /// The imaginary part of it.
    ImaginaryPart(ComplexFunction),
}

/// Binary LOGICAL operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum LogicalBinary {
    And,
    Or,
    Equivalent,
    NotEquivalent,
}

/// Relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Relation {
    Less,
    LessEqual,
    Equal,
    NotEqual,
    Greater,
    GreaterEqual,
}

/// What is computed of CHARACTER values. The results are INTEGER(4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CharacterFunction {
    /// Of two: -1, 0 or 1, as the first is less than, equal to or greater than the second in the order of codes, the
    /// shorter one filled up with blanks.
    Compare,
    /// INDEX of two: where the second begins in the first, from 1 on; 0 if nowhere.
    Index,
    /// INDEX with BACK: where it begins for the last time.
    IndexBack,
    /// SCAN of two: the first place in the first of any character of the second.
    Scan,
    /// SCAN with BACK.
    ScanBack,
    /// VERIFY of two: the first place in the first of a character that is not in the second.
    Verify,
    /// VERIFY with BACK.
    VerifyBack,
    /// LEN_TRIM of one: its length without the blanks at its end.
    LenTrim,
    /// ICHAR of one: the code of its first character, 0 to 255; 0 for an empty text.
    Code,
}

impl CharacterFunction {
    /// How many operands it has.
    pub fn operands(self) -> usize {
        match self {
            CharacterFunction::LenTrim | CharacterFunction::Code => 1,
            _ => 2,
        }
    }
}
