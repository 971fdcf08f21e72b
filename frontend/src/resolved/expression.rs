//! Typed expressions.

use super::{Argument, ArrayCall, ArrayOperand, Designator, ExprId, SubstringRange, SymbolId};
use crate::source::Span;
use forlane_semantics::operations::RealUnary;
use forlane_semantics::types::{Constant, Type};
use std::cell::Cell;

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its operation.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its place.
    pub span: Span,
    pub(crate) id: Cell<ExprId>,
}

impl Expr {
    /// An expression that has no number yet.
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr { kind, ty, span, id: Cell::default() }
    }

    /// Its number, which no other expression of the unit has.
    pub fn id(&self) -> ExprId {
        self.id.get()
    }
}

/// The operation of an expression. Both operands of a binary operation have the same type, but for
/// [`BinaryOp::Power`], whose exponent may be an INTEGER of any kind under a REAL base.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Constant(Constant),
    /// A scalar variable or an array element.
    Read(Designator),
    /// An array operand, whose elements the expression around it is done for.
    Array(Box<ArrayOperand>),
    /// A function of arrays whose value is a scalar.
    ArrayFunction(Box<ArrayCall>),
    /// A parenthesized expression; Fortran forbids regrouping across it.
    Paren(Box<Expr>),
    /// A unary operation.
    Unary(UnaryOp, Box<Expr>),
    /// A binary operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Some of the characters of a value.
    Substring(Box<Expr>, Box<SubstringRange>),
    /// Whether an ALLOCATABLE variable is allocated.
    IsAllocated(SymbolId),
    /// Whether an OPTIONAL dummy argument is present.
    IsPresent(SymbolId),
    /// LEN of a whole CHARACTER array, INTEGER(4).
    LengthOf(SymbolId),
    /// Conversion between numeric types to this expression's type, REAL to INTEGER by truncation.
    Convert(Box<Expr>),
    /// An intrinsic function.
    Intrinsic(Intrinsic, Vec<Expr>),
    /// A statement function's reference: assigns variables that are nowhere else, in order, and has the value.
    Let(Vec<(SymbolId, Expr)>, Box<Expr>),
    /// A reference to an external function.
    Call {
        /// An [`SymbolClass::External`](super::SymbolClass::External) symbol.
        procedure: SymbolId,
        /// The actual arguments.
        arguments: Vec<Argument>,
        /// The length of a CHARACTER value, where it depends on the arguments: INTEGER.
        length: Option<Box<Expr>>,
    },
}

/// Unary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`, on INTEGER and REAL.
    Negate,
    /// `.NOT.`
    Not,
}

/// Binary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`; truncates on INTEGER.
    Divide,
    /// `**`
    Power,
    /// `//`, on CHARACTER.
    Concatenate,
    /// `.LT.`
    Less,
    /// `.LE.`
    LessEqual,
    /// `.EQ.`
    Equal,
    /// `.NE.`
    NotEqual,
    /// `.GT.`
    Greater,
    /// `.GE.`
    GreaterEqual,
    /// `.AND.`; functions in the right operand are called even if the left one is false.
    And,
    /// `.OR.`; functions in the right operand are called even if the left one is true.
    Or,
    /// `.EQV.`
    Equivalent,
    /// `.NEQV.`
    NotEquivalent,
}

/// Intrinsic functions, generic; specific names have become these, with conversions around them where the name requires
/// for them (AMAX0, FLOAT, IDINT, …). The arguments have one common type unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Intrinsic {
    /// An operation of one REAL value; of one COMPLEX value too where [`RealUnary::of_complex`] has it.
    Elementary(RealUnary),
    Abs,
    /// Two or more arguments.
    Max,
    /// Two or more arguments.
    Min,
    Mod,
    Sign,
    Dim,
    Atan2,
    /// REAL to the INTEGER type of the expression, to nearest, halves away from zero.
    Nint,
    /// LEN of a CHARACTER; the value is INTEGER(4), as of the next five.
    Len,
    LenTrim,
    /// Two texts, and LOGICAL for BACK if it is given.
    Index,
    /// As `Index`.
    Scan,
    /// As `Index`.
    Verify,
    /// ICHAR and IACHAR.
    Ichar,
    /// CHAR and ACHAR: INTEGER to CHARACTER of length 1.
    Char,
    Trim,
    AdjustLeft,
    AdjustRight,
    /// A text and an INTEGER.
    Repeat,
    /// REAL to the INTEGER type of the expression, down.
    Floor,
    /// REAL to the INTEGER type of the expression, up.
    Ceiling,
    Modulo,
    /// Order (INTEGER) and argument (REAL).
    BesselJ,
    /// Order (INTEGER) and argument (REAL).
    BesselY,
    Hypot,
    Nearest,
    /// REAL to default INTEGER.
    Exponent,
    /// REAL and INTEGER.
    Scale,
    /// REAL and INTEGER.
    SetExponent,
    /// The tangent of what is a right angle more, negative: COTAN. Of COMPLEX, cosine by sine.
    Cotangent,
    /// Of REAL, to LOGICAL.
    IsNan,
    /// Of COMPLEX, to REAL.
    Imaginary,
    /// Of COMPLEX.
    Conjugate,
    /// Two REAL arguments, to COMPLEX of their kind.
    Complex,
    /// Two values of any equal type, and a LOGICAL one that chooses the first if it is true.
    Merge,
    /// Of each bit.
    BitAnd,
    /// Of each bit.
    BitOr,
    /// Of each bit.
    BitXor,
    /// Of each bit.
    BitNot,
    /// ISHFT: value and count of the same kind; negative to the right.
    Shift,
    /// SHIFTA: value and count of the same kind; to the right, the sign comes in.
    ShiftArithmetic,
    /// ISHFTC: value, count and the number of lowest bits that are shifted around, of the same kind.
    ShiftCircular,
    /// IBITS: value, place and number of bits, of the same kind.
    Bits,
    /// MVBITS as a function: what replaces TO. FROM, FROMPOS, LEN, TO, TOPOS, of the same kind.
    MoveBits,
    /// MERGE_BITS: bits of the first where the third has ones, of the second elsewhere.
    MergeBits,
    /// BTEST: value and place of the same kind, to LOGICAL.
    BitTest,
    /// IBSET: value and place of the same kind.
    BitSet,
    /// IBCLR: value and place of the same kind.
    BitClear,
    /// To an INTEGER of the same kind.
    PopulationCount,
    /// To an INTEGER of the same kind.
    LeadingZeros,
    /// To an INTEGER of the same kind.
    TrailingZeros,
}
