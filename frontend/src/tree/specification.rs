//! What declarations say: types, attributes, dimensions, IMPLICIT and DATA.

use super::{BindingAttribute, Expr, Name, ProcedureInterface, Word};
use crate::source::Span;

pub use forlane_semantics::types::Intent;

/// A type with its kind.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeSpec {
    /// The type's name.
    pub name: TypeName,
    /// What follows it.
    pub kind: Option<KindSelector>,
    /// Where it is.
    pub span: Span,
}

/// An intrinsic type's name, or the word for all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeName {
    /// INTEGER.
    Integer,
    /// REAL.
    Real,
    /// DOUBLE PRECISION.
    DoublePrecision,
    /// COMPLEX.
    Complex,
    /// DOUBLE COMPLEX.
    DoubleComplex,
    /// LOGICAL.
    Logical,
    /// CHARACTER.
    Character,
    /// TYPE or CLASS, with the name of a derived type in parentheses.
    Derived,
}

/// The kind after a type's name.
#[derive(Clone, Debug, PartialEq)]
pub enum KindSelector {
    /// `*8`: a size in bytes, an integer constant.
    Length(Expr),
    /// `(8)` or `(KIND=8)`: a constant expression.
    Kind(Expr),
    /// What follows CHARACTER: `*8`, `(LEN=8)`, `(8, KIND=1)` and the like.
    Character {
        /// The length.
        length: Option<LengthSpec>,
        /// The kind, a constant expression.
        kind: Option<Expr>,
    },
    /// The derived type that follows TYPE.
    Derived(Name),
    /// The derived type that follows CLASS.
    Class(Name),
    /// What follows PROCEDURE, of a procedure pointer: it is an INTEGER.
    Procedure(Box<ProcedurePointer>),
}

/// What a procedure pointer points to.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcedurePointer {
    /// What is in the parentheses.
    pub interface: ProcedureInterface,
    /// Whether the object is an argument, if it is a component: PASS, NOPASS.
    pub attributes: Vec<BindingAttribute>,
    /// The module in which it, or its type, is declared.
    pub module: Option<Word>,
    /// The procedure that it points to from the beginning.
    pub initial: Option<Name>,
}

/// The length of CHARACTER, or the size in bytes after the `*` of another type's entity.
#[derive(Clone, Debug, PartialEq)]
pub enum LengthSpec {
    /// `*`: that of the actual argument or of the constant.
    Assumed(Span),
    /// `:`: that of the last allocation.
    Deferred(Span),
    /// An expression.
    Value(Expr),
}

impl LengthSpec {
    /// The expression, if it is one.
    pub fn value(&self) -> Option<&Expr> {
        match self {
            LengthSpec::Assumed(_) | LengthSpec::Deferred(_) => None,
            LengthSpec::Value(value) => Some(value),
        }
    }

    /// Where it is.
    pub fn span(&self) -> Span {
        match self {
            LengthSpec::Assumed(span) | LengthSpec::Deferred(span) => *span,
            LengthSpec::Value(value) => value.span,
        }
    }
}

/// An attribute of a type declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Attribute {
    /// PARAMETER.
    Parameter,
    /// DIMENSION.
    Dimension(Vec<DimensionSpec>),
    /// SAVE.
    Save,
    /// EXTERNAL.
    External,
    /// INTRINSIC.
    Intrinsic,
    /// INTENT.
    Intent(Intent),
    /// PUBLIC or PRIVATE.
    Access(Access),
    /// PROTECTED.
    Protected,
    /// POINTER.
    Pointer,
    /// TARGET.
    Target,
    /// VALUE.
    Value,
    /// VOLATILE.
    Volatile,
    /// ASYNCHRONOUS.
    Asynchronous,
    /// CONTIGUOUS.
    Contiguous,
    /// ALLOCATABLE.
    Allocatable,
    /// OPTIONAL.
    Optional,
}

impl Attribute {
    /// Whether its statement may speak of a variable of the host, so that it declares none.
    pub(crate) fn may_be_of_host(&self) -> bool {
        match self {
            Attribute::Volatile | Attribute::Asynchronous => true,
            Attribute::Parameter | Attribute::Dimension(_) | Attribute::External | Attribute::Intrinsic => false,
            Attribute::Save | Attribute::Intent(_) | Attribute::Access(_) | Attribute::Protected => false,
            Attribute::Pointer | Attribute::Target | Attribute::Allocatable => false,
            Attribute::Value | Attribute::Contiguous | Attribute::Optional => false,
        }
    }
}

/// PUBLIC or PRIVATE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// PUBLIC.
    Public,
    /// PRIVATE.
    Private,
}

/// What a type declaration declares.
#[derive(Clone, Debug, PartialEq)]
pub struct EntityDeclaration {
    /// Its name.
    pub name: Name,
    /// Its dimensions; none at all for a scalar or if they are declared elsewhere.
    pub dimensions: Vec<DimensionSpec>,
    /// `*8` after it, which takes the place of the statement's kind.
    pub length: Option<LengthSpec>,
    /// Its initial value.
    pub initial: Option<Initializer>,
}

impl EntityDeclaration {
    /// Its dimensions, or those that DIMENSION among the attributes of its statement gives to all.
    pub fn dimensions_among<'a>(&'a self, attributes: &'a [Attribute]) -> &'a [DimensionSpec] {
        let shared = attributes.iter().find_map(|attribute| match attribute {
            Attribute::Dimension(dimensions) => Some(dimensions.as_slice()),
            _ => None,
        });
        if self.dimensions.is_empty() { shared.unwrap_or_default() } else { &self.dimensions }
    }
}

/// An initial value in a type declaration.
#[derive(Clone, Debug, PartialEq)]
pub enum Initializer {
    /// `= value`.
    Value(Expr),
    /// `=> target`.
    Target(Expr),
    /// `/values/`, as in DATA.
    Data(Vec<DataValue>),
}

/// A name with dimensions, in DIMENSION.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayDeclarator {
    /// The array.
    pub name: Name,
    /// One or more dimensions.
    pub dimensions: Vec<DimensionSpec>,
}

/// A dimension `lower:upper`.
#[derive(Clone, Debug, PartialEq)]
pub struct DimensionSpec {
    /// The lower bound; 1 if none is given.
    pub lower: Option<Expr>,
    /// The upper bound; none for `*`, and for a shape that is assumed or deferred.
    pub upper: Option<Expr>,
    /// `:` or `lower:`: the extent comes from the actual argument (assumed shape), or from ALLOCATE (deferred shape).
    pub is_open: bool,
    /// Where it is.
    pub span: Span,
}

impl DimensionSpec {
    /// The name in the upper bound of `..`: no source can contain it.
    pub const ASSUMED_RANK: &str = "..";

    /// `..`: the actual argument says how many dimensions there are.
    pub fn assumes_rank(&self) -> bool {
        matches!(&self.upper, Some(Expr { kind: super::ExprKind::Name(name), .. }) if *name == Self::ASSUMED_RANK)
    }
}

/// A type and its letters in IMPLICIT.
#[derive(Clone, Debug, PartialEq)]
pub struct ImplicitRule {
    /// The type.
    pub ty: TypeSpec,
    /// The letters.
    pub letters: Vec<LetterRange>,
}

/// A range of letters `A-H`; a single letter is first and last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterRange {
    /// First letter, lower-case.
    pub first: char,
    /// Last letter, lower-case, not before the first.
    pub last: char,
    /// Where it is.
    pub span: Span,
}

/// `objects / values /` in DATA.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSet {
    /// What gets the values.
    pub objects: Vec<DataObject>,
    /// The values.
    pub values: Vec<DataValue>,
}

/// What gets values in DATA.
#[derive(Clone, Debug, PartialEq)]
pub enum DataObject {
    /// A name or reference.
    Variable(Expr),
    /// `(objects, variable = first, last, step)`.
    ImpliedDo(Box<ImpliedDo>),
}

/// An implied DO of DATA.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpliedDo {
    /// What is repeated.
    pub objects: Vec<DataObject>,
    /// The implied-DO variable and its values.
    pub count: DoCount,
    /// Where it is.
    pub span: Span,
}

/// A value in DATA: `repeat*value`.
#[derive(Clone, Debug, PartialEq)]
pub struct DataValue {
    /// An integer constant or a named one.
    pub repeat: Option<Expr>,
    /// A constant with an optional sign, or a named one.
    pub value: Expr,
}

/// `variable = first, last, step`, of DO and of an implied DO.
#[derive(Clone, Debug, PartialEq)]
pub struct DoCount {
    /// The DO variable.
    pub variable: Name,
    /// First value.
    pub first: Expr,
    /// Limit.
    pub last: Expr,
    /// Increment.
    pub step: Option<Expr>,
}
