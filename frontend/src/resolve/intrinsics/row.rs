//! What a row of the table of intrinsic procedures says: dummy arguments, result, meaning.

use crate::resolved::{ArrayFunction, BinaryOp, Intrinsic, Service};
use forlane_semantics::types::{IntegerKind, RealKind, Type};

/// An intrinsic procedure.
#[derive(Debug)]
pub(crate) struct IntrinsicProcedure {
    /// The name in lower case.
    pub name: &'static str,
    /// How it is referenced.
    pub category: Category,
    /// The dummy arguments, those that are needed first.
    pub dummies: &'static [Dummy],
    /// The type of the result; none for a subroutine.
    pub result: Option<ResultType>,
    /// What it computes or does.
    pub meaning: Meaning,
}

/// How a procedure is referenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Category {
    /// A function of scalars that is done for each element of arrays.
    Elemental,
    /// A function of properties of its argument.
    Inquiry,
    /// Any other function of its arguments alone.
    Transformational,
    /// A function that queries the system.
    System,
    /// It is called.
    Subroutine,
}

/// A dummy argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dummy {
    /// Its name in lower case.
    pub keyword: &'static str,
    /// What the actual argument may be.
    pub form: Form,
    /// True if it may be left out.
    pub is_optional: bool,
}

/// What an actual argument may be, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// Its type.
    pub class: Class,
    /// Its number of dimensions.
    pub rank: Rank,
    /// The kind that it is converted to.
    pub conversion: Conversion,
    /// The values that a constant may have.
    pub range: Option<Range>,
    /// It is a variable that gets this answer of the system.
    pub answer: Option<usize>,
    /// More arguments like it may follow the last one, by the keywords A3, A4 and so on.
    pub is_repeated: bool,
}

/// A class of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// This type and kind.
    Exactly(Type),
    /// INTEGER.
    Integer,
    /// REAL.
    Real,
    /// COMPLEX.
    Complex,
    /// LOGICAL.
    Logical,
    /// CHARACTER.
    Character,
    /// REAL or COMPLEX.
    RealOrComplex,
    /// INTEGER or REAL.
    Ordered,
    /// INTEGER, REAL or CHARACTER.
    OrderedOrText,
    /// INTEGER, REAL or COMPLEX.
    Number,
    /// The type and kind of the first argument.
    Same,
    /// The type of the first argument, of any kind.
    SameType,
    /// Any type.
    Any,
    /// A constant INTEGER, the kind of the result.
    Kind,
}

/// The number of dimensions of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// A scalar or an array.
    Any,
    /// A scalar.
    Scalar,
    /// An array.
    Array,
    /// An array of this rank.
    Exactly(usize),
    /// An array of rank 1 or 2.
    VectorOrMatrix,
}

/// The kind that an argument is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// Its own.
    None,
    /// That of this type.
    To(Type),
    /// That of the first argument.
    ToFirst,
    /// All arguments get the greatest kind among them.
    ToGreatest,
}

/// The values of an argument for which the procedure is defined. Bits are those of the first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Range {
    /// A shift to the left or, negative, to the right by up to the number of bits.
    Shift,
    /// Up to the number of bits.
    Count,
    /// The place of a bit.
    Place,
    /// One to the number of bits.
    Size,
    /// The code of a character.
    Code,
    /// Not negative.
    Natural,
}

/// The type of the result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultType {
    /// That of the first argument, or that type of the KIND given.
    Same,
    /// That of the second argument.
    Second,
    /// That of the third argument.
    Third,
    /// That of the first argument, but REAL for COMPLEX.
    Magnitude,
    /// REAL: of the kind of a COMPLEX argument, else this type, or of the KIND given.
    Part(Type),
    /// COMPLEX of the greatest kind of the arguments.
    Whole,
    /// This one, or that type of the KIND given.
    Is(Type),
}

/// What an intrinsic procedure computes or does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// An operation, whose result may be converted.
    Operation(Intrinsic),
    /// The conversion of its argument.
    Conversion,
    /// What other operations make up.
    Composed(Composed),
    /// A property of its argument, which is not evaluated.
    Inquiry(Inquiry),
    /// A function of arrays.
    Array(ArrayFunction),
    /// It queries the system.
    System(Service),
    /// MVBITS.
    MoveBits,
    /// MOVE_ALLOC.
    MoveAllocation,
    /// EXIT: the program ends.
    Exit,
    /// ABORT: the program ends with an error.
    Abort,
    /// CO_SUM and the like: in one image nothing is done but to set STAT.
    Collective,
    /// It is recognised, but not supported.
    Unsupported,
}

/// Functions of the type of their argument, of a variable as a whole, or of constants.
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
    /// THIS_IMAGE and NUM_IMAGES: there is one.
    Image,
    /// The number of dimensions.
    Rank,
    IsContiguous,
    /// NEW_LINE: the character that ends a line.
    NewLine,
    SelectedCharKind,
    SelectedIntKind,
    SelectedRealKind,
    /// LEN.
    Length,
    /// ALLOCATED.
    IsAllocated,
    /// PRESENT.
    IsPresent,
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
    Unsigned(BinaryOp),
    /// LGE, LGT, LLE, LLT: a relation of two texts in the order of ASCII.
    Relation(BinaryOp),
    /// IS_IOSTAT_END, IS_IOSTAT_EOR: whether the status of a transfer is this one.
    Status(i64),
    /// COTAND: of an angle in degrees.
    CotangentOfDegrees,
    /// ASIND, ACOSD, ATAND, ATAN2D: the angle in degrees.
    InDegrees(Intrinsic),
}

/// INTEGER(2).
pub(crate) const I2: Type = Type::Integer(IntegerKind::I2);
/// Default INTEGER.
pub(crate) const I4: Type = Type::Integer(IntegerKind::I4);
/// INTEGER(8).
pub(crate) const I8: Type = Type::Integer(IntegerKind::I8);
/// Default REAL.
pub(crate) const R4: Type = Type::Real(RealKind::R4);
/// DOUBLE PRECISION.
pub(crate) const R8: Type = Type::Real(RealKind::R8);
/// Default COMPLEX.
pub(crate) const C4: Type = Type::Complex(RealKind::R4);
/// DOUBLE COMPLEX.
pub(crate) const C8: Type = Type::Complex(RealKind::R8);

impl Form {
    /// Any argument of a class.
    pub const fn of(class: Class) -> Form {
        Form { class, rank: Rank::Any, conversion: Conversion::None, range: None, answer: None, is_repeated: false }
    }

    /// Scalars alone.
    pub const fn scalar(self) -> Form {
        Form { rank: Rank::Scalar, ..self }
    }

    /// Arrays alone.
    pub const fn array(self) -> Form {
        Form { rank: Rank::Array, ..self }
    }

    /// Arrays of a rank alone.
    pub const fn ranked(self, rank: usize) -> Form {
        Form { rank: Rank::Exactly(rank), ..self }
    }

    /// Converted to a kind.
    pub const fn converted(self, conversion: Conversion) -> Form {
        Form { conversion, ..self }
    }

    /// Constants in a range alone.
    pub const fn within(self, range: Range) -> Form {
        Form { range: Some(range), ..self }
    }

    /// Any number of them.
    pub const fn repeated(self) -> Form {
        Form { is_repeated: true, ..self }
    }

    /// A variable that gets an answer.
    pub const fn answer(self, number: usize) -> Form {
        Form { answer: Some(number), ..self }
    }
}

impl Dummy {
    /// True for KIND.
    pub fn is_kind(&self) -> bool {
        self.form.class == Class::Kind
    }
}

impl IntrinsicProcedure {
    /// The dummy argument that an actual argument belongs to.
    pub fn dummy(&self, at: usize) -> Option<&'static Dummy> {
        self.dummies.get(at).or(self.dummies.last().filter(|dummy| dummy.form.is_repeated))
    }

    /// The keyword of an argument.
    pub fn keyword(&self, at: usize) -> String {
        match self.dummies.get(at) {
            Some(dummy) => dummy.keyword.to_owned(),
            None => format!("a{}", at + 1),
        }
    }

    /// The place of the argument of that keyword.
    pub fn place_of(&self, keyword: &str) -> Option<usize> {
        self.dummies.iter().position(|dummy| dummy.keyword == keyword).or_else(|| {
            let number: usize = keyword.strip_prefix('a').filter(|_| self.is_variadic())?.parse().ok()?;
            let is_plain = keyword == format!("a{number}");
            number.checked_sub(1).filter(|at| is_plain && *at >= self.dummies.len())
        })
    }

    /// What the table is sorted by: the name, and whether it is that of a subroutine.
    pub fn order(&self) -> (&'static str, bool) {
        (self.name, self.category == Category::Subroutine)
    }

    /// True if there may be any number of arguments.
    pub fn is_variadic(&self) -> bool {
        self.dummies.last().is_some_and(|dummy| dummy.form.is_repeated)
    }

    /// The number of arguments that are needed.
    pub fn needed(&self) -> usize {
        self.dummies.iter().filter(|dummy| !dummy.is_optional).count()
    }

    /// True for what has a value only while the program runs.
    pub fn is_of_run_time(&self) -> bool {
        let is_of_variable = matches!(self.meaning, Meaning::Inquiry(Inquiry::IsAllocated | Inquiry::IsPresent));
        self.category == Category::System || is_of_variable
    }
}
