//! The operations of expressions, by type category: one declaration for each, with its word in the text form of units.
//! [`crate::numeric`] defines the result of each.

pub use crate::mathlib::ComplexFunction;

/// Defines enumerations of operations.
macro_rules! operations {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $member:ident $word:literal,)* })*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum $name {
            $($(#[$doc])* $member,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[$name] = &[$($name::$member,)*];

            /// Its word.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$member => $word,)*
                }
            }

            /// The one with that word.
            pub fn of_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|operation| operation.word() == word)
            }
        }
    )*};
}

operations! {
    /// Unary INTEGER operations.
    IntegerUnary {
        Negate "-",
        Abs "abs",
        /// The complement of each bit.
        Not "not",
        /// The number of bits that are set.
        PopulationCount "popcnt",
        /// The number of zero bits above the highest one.
        LeadingZeros "leadz",
        /// The number of zero bits below the lowest one.
        TrailingZeros "trailz",
    }

    /// Binary INTEGER operations.
    IntegerBinary {
        /// `+`
        Add "+",
        /// `-`
        Subtract "-",
        /// `*`
        Multiply "*",
        /// `/`, toward zero. A lane that divides by zero fails; the least integer by -1 wraps.
        Divide "/",
        /// How many steps a distance has: as [`IntegerBinary::Divide`], but the failure is that a step value is zero.
        Steps "steps",
        /// `**`; zero to a negative power fails like a division by zero.
        Power "**",
        /// MOD, with the sign of the dividend; fails like [`IntegerBinary::Divide`].
        Mod "mod",
        /// MODULO, with the sign of the divisor; fails like [`IntegerBinary::Divide`].
        Modulo "modulo",
        /// SIGN: the magnitude of the first with the sign of the second.
        Sign "sign",
        /// DIM.
        Dim "dim",
        /// MIN
        Min "min",
        /// MAX
        Max "max",
        /// Of each bit.
        And "iand",
        /// Of each bit.
        Or "ior",
        /// Of each bit.
        Xor "ieor",
        /// ISHFT: to the left by the second, to the right if that is negative; zeros come in, and zero is left if it is
        /// as great as the number of bits.
        Shift "ishft",
        /// SHIFTA: to the right by the second, which is not negative; the sign comes in.
        ShiftArithmetic "shifta",
    }

    /// Binary LOGICAL operations.
    LogicalBinary {
        And ".and.",
        Or ".or.",
        Equivalent ".eqv.",
        NotEquivalent ".neqv.",
    }

    /// Relations.
    Relation {
        Less "<",
        LessEqual "<=",
        Equal "==",
        NotEqual "/=",
        Greater ">",
        GreaterEqual ">=",
    }

    /// What is computed of CHARACTER values. The results are INTEGER(4).
    CharacterFunction {
        /// Of two: -1, 0 or 1, as the first is less than, equal to or greater than the second in the order of codes,
        /// the shorter one filled up with blanks.
        Compare "compare",
        /// INDEX of two: where the second begins in the first, from 1 on; 0 if nowhere.
        Index "index",
        /// INDEX with BACK: where it begins for the last time.
        IndexBack "index_back",
        /// SCAN of two: the first place in the first of any character of the second.
        Scan "scan",
        /// SCAN with BACK.
        ScanBack "scan_back",
        /// VERIFY of two: the first place in the first of a character that is not in the second.
        Verify "verify",
        /// VERIFY with BACK.
        VerifyBack "verify_back",
        /// LEN_TRIM of one: its length without the blanks at its end.
        LenTrim "len_trim",
        /// ICHAR of one: the code of its first character, 0 to 255; 0 for an empty text.
        Code "code",
    }
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

/// Passes the REAL operations of one operand to a macro: first those that are a short sequence of instructions, then
/// those that are functions of the run-time support.
#[macro_export]
macro_rules! real_unary {
    ($then:ident) => {
        $then! {
            inline {
                Negate "-",
                Abs "abs",
                /// Toward zero.
                Aint "aint",
            }
            called {
                Sqrt "sqrt",
                Exp "exp",
                Log "log",
                Log10 "log10",
                Sin "sin",
                Cos "cos",
                Tan "tan",
                /// Of an angle in degrees.
                SinDegrees "sind",
                /// Of an angle in degrees.
                CosDegrees "cosd",
                /// Of an angle in degrees.
                TanDegrees "tand",
                Asin "asin",
                Acos "acos",
                Atan "atan",
                Sinh "sinh",
                Cosh "cosh",
                Tanh "tanh",
                /// To nearest, halves away from zero.
                Anint "anint",
                Asinh "asinh",
                Acosh "acosh",
                Atanh "atanh",
                Gamma "gamma",
                /// The logarithm of the gamma function's magnitude.
                LogGamma "log_gamma",
                Erf "erf",
                Erfc "erfc",
                /// `exp(x * x) * erfc(x)`
                ErfcScaled "erfc_scaled",
                BesselJ0 "bessel_j0",
                BesselJ1 "bessel_j1",
                BesselY0 "bessel_y0",
                BesselY1 "bessel_y1",
                /// FRACTION: the number with the exponent zero, so that its magnitude is from a half to one.
                Fraction "fraction",
                /// EXPONENT, as a real: what FRACTION leaves out; 2147483647 for infinities and NaNs, which only
                /// REAL(8) can hold.
                Exponent "exponent",
                Spacing "spacing",
                /// RRSPACING.
                ReciprocalSpacing "rrspacing",
            }
        }
    };
}

/// As [`real_unary!`](crate::real_unary), of two operands; without the parts of functions of complex numbers.
#[macro_export]
macro_rules! real_binary {
    ($then:ident) => {
        $then! {
            inline {
                Add "+",
                Subtract "-",
                Multiply "*",
                Divide "/",
                Sign "sign",
                Dim "dim",
                /// As gfortran compiles MIN.
                Min "min",
                /// As gfortran compiles MAX.
                Max "max",
            }
            called {
                Power "**",
                Atan2 "atan2",
                /// The remainder of truncated division, exact (C's `fmod`).
                Mod "mod",
                /// MODULO, with the sign of the second.
                Modulo "modulo",
                Hypot "hypot",
                /// NEAREST: the next number in the direction of the second's sign.
                Nearest "nearest",
                /// SCALE: times two to the power of the second, a whole number.
                Scale "scale",
                /// SET_EXPONENT: the first one's FRACTION, scaled by the second, a whole number.
                SetExponent "set_exponent",
                /// Of the first kind; the first operand is the order, a whole number.
                BesselJ "bessel_jn",
                /// Of the second kind; the first operand is the order, a whole number.
                BesselY "bessel_yn",
            }
        }
    };
}

/// Defines [`RealUnary`].
macro_rules! define_unary {
    (inline { $($(#[$about:meta])* $inline:ident $symbol:literal,)* }
     called { $($(#[$doc:meta])* $called:ident $word:literal,)* }) => {
        /// Unary REAL operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum RealUnary {
            $($(#[$about])* $inline,)*
            $($(#[$doc])* $called,)*
        }

        impl RealUnary {
            /// All of them.
            pub const ALL: &[RealUnary] = &[$(RealUnary::$inline,)* $(RealUnary::$called,)*];

            /// Its word.
            pub const fn word(self) -> &'static str {
                match self {
                    $(RealUnary::$inline => $symbol,)*
                    $(RealUnary::$called => $word,)*
                }
            }

            /// The one with that word.
            pub fn of_word(word: &str) -> Option<RealUnary> {
                RealUnary::ALL.iter().copied().find(|operation| operation.word() == word)
            }

            /// Whether it is a function of the run-time support.
            pub fn is_called(self) -> bool {
                matches!(self, $(RealUnary::$called)|*)
            }
        }
    };
}

real_unary!(define_unary);

/// Defines [`RealBinary`].
macro_rules! define_binary {
    (inline { $($(#[$about:meta])* $inline:ident $symbol:literal,)* }
     called { $($(#[$doc:meta])* $called:ident $word:literal,)* }) => {
        /// Binary REAL operations.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum RealBinary {
            $($(#[$about])* $inline,)*
            $($(#[$doc])* $called,)*
            /// The real part of the function of the complex number whose parts the operands are.
            RealPart(ComplexFunction),
            /// The imaginary part of it.
            ImaginaryPart(ComplexFunction),
        }

        const OF_REALS: &[RealBinary] = &[$(RealBinary::$inline,)* $(RealBinary::$called,)*];

        impl RealBinary {
            /// Its word.
            pub const fn word(self) -> &'static str {
                match self {
                    $(RealBinary::$inline => $symbol,)*
                    $(RealBinary::$called => $word,)*
                    RealBinary::RealPart(function) => real_part_word(function),
                    RealBinary::ImaginaryPart(function) => imaginary_part_word(function),
                }
            }

            /// Whether it is a function of the run-time support.
            pub fn is_called(self) -> bool {
                !matches!(self, $(RealBinary::$inline)|*)
            }
        }
    };
}

real_binary!(define_binary);

/// Defines what functions of complex numbers have to do with REAL operations.
macro_rules! define_parts {
    ($($function:ident $name8:ident $name4:ident $re:ident $im:ident;)*) => {
        const fn real_part_word(function: ComplexFunction) -> &'static str {
            match function {
                $(ComplexFunction::$function => stringify!($re),)*
            }
        }

        const fn imaginary_part_word(function: ComplexFunction) -> &'static str {
            match function {
                $(ComplexFunction::$function => stringify!($im),)*
            }
        }

        impl RealUnary {
            /// The same function of a complex number, if there is one.
            pub fn of_complex(self) -> Option<ComplexFunction> {
                match self {
                    $(RealUnary::$function => Some(ComplexFunction::$function),)*
                    _ => None,
                }
            }
        }
    };
}

crate::complex_functions!(define_parts);

impl RealBinary {
    /// All of them.
    pub fn all() -> impl Iterator<Item = RealBinary> {
        let parts =
            |function: &ComplexFunction| [RealBinary::RealPart(*function), RealBinary::ImaginaryPart(*function)];
        OF_REALS.iter().copied().chain(ComplexFunction::ALL.iter().flat_map(parts))
    }

    /// The one with that word.
    pub fn of_word(word: &str) -> Option<RealBinary> {
        RealBinary::all().find(|operation| operation.word() == word)
    }
}

impl Relation {
    /// The relation that holds where this one does not; of reals that are not NaN.
    pub const fn opposite(self) -> Relation {
        match self {
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
        }
    }
}
