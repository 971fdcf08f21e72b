//! Arrays as operands, and the functions of arrays.
//!
//! The type of an expression with arrays in it is that of one element: the expression is done for each element, with
//! the element of each array operand in the place of that operand. Scalars in it have one value for all elements.

use super::{Argument, Expr, ExprKind, SubstringRange, SymbolId};
use crate::source::Span;
use forlane_semantics::types::Type;

/// An array as operand.
#[derive(Clone, Debug)]
pub struct ArrayOperand {
    /// Its number of dimensions, at least 1.
    pub rank: usize,
    /// What it is.
    pub kind: ArrayKind,
}

/// What an array operand is.
#[derive(Clone, Debug)]
pub enum ArrayKind {
    /// A whole array or a section of one.
    Section(Section),
    /// An array constructor.
    Constructor(Vec<ConstructorItem>),
    /// A function of arrays whose value is an array.
    Function(ArrayCall),
    /// A reference to an external function whose value is an array.
    Call {
        /// The function.
        procedure: SymbolId,
        /// The actual arguments.
        arguments: Vec<Argument>,
        /// Lower and upper bound of each dimension of the value; none at all where the function allocates it.
        bounds: Vec<(Expr, Expr)>,
        /// As that of [`ExprKind::Call`].
        length: Option<Box<Expr>>,
    },
}

/// A whole array, or a section.
#[derive(Clone, Debug)]
pub struct Section {
    /// The array.
    pub array: SymbolId,
    /// One for each dimension; none at all for the whole array. An array that holds targets of pointers has one
    /// dimension and any number of subscripts, whose sum is the index.
    pub subscripts: Vec<Subscript>,
    /// The characters of each element that it has, if not all of them.
    pub substring: Option<Box<SubstringRange>>,
    /// Its place.
    pub span: Span,
}

/// A subscript of a section.
#[derive(Clone, Debug)]
pub enum Subscript {
    /// One index: the section does not have this dimension.
    Index(Expr),
    /// `first:last:step`; what is not given is the array's bound, or 1.
    Range {
        /// First subscript.
        first: Option<Expr>,
        /// Limit.
        last: Option<Expr>,
        /// Increment.
        step: Option<Expr>,
    },
    /// An INTEGER array of rank one, whose elements are the subscripts.
    Vector(Expr),
}

/// An item of an array constructor.
#[derive(Clone, Debug)]
pub enum ConstructorItem {
    /// A scalar, or an array whose elements follow in array element order.
    Value(Expr),
    /// `(items, variable = first, last, step)`.
    ImpliedDo {
        /// The variable, an INTEGER of the constructor's own.
        variable: SymbolId,
        /// First value.
        first: Expr,
        /// Limit.
        last: Expr,
        /// Increment.
        step: Expr,
        /// What is repeated.
        items: Vec<ConstructorItem>,
    },
}

/// A reference to a function of arrays.
#[derive(Clone, Debug)]
pub struct ArrayCall {
    /// The function.
    pub function: ArrayFunction,
    /// The arguments that are given, by keyword, in the order of the dummy arguments; without KIND and a constant DIM.
    pub arguments: Vec<(&'static str, Expr)>,
    /// The constant value of DIM, from 1.
    pub dim: Option<usize>,
}

/// The functions of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ArrayFunction {
    Sum,
    Product,
    MaxVal,
    MinVal,
    MaxLoc,
    MinLoc,
    FindLoc,
    Any,
    All,
    Count,
    /// IALL: of each bit.
    AllBits,
    /// IANY: of each bit.
    AnyBits,
    /// IPARITY: of each bit.
    ParityBits,
    /// Whether the number of true elements is odd.
    Parity,
    /// The root of the sum of the squares.
    Norm2,
    DotProduct,
    MatMul,
    Transpose,
    Reshape,
    Spread,
    /// BESSEL_JN of a range of orders.
    BesselJ,
    /// BESSEL_YN of a range of orders.
    BesselY,
    /// LEN of an array.
    Len,
    /// The bytes of a value as another type; a scalar if neither MOLD is an array nor SIZE given.
    Transfer,
    Pack,
    Unpack,
    CShift,
    EoShift,
    Size,
    Shape,
    LBound,
    UBound,
}

impl Argument {
    /// The argument without the mark that the dummy argument is OPTIONAL.
    pub fn unmarked(&self) -> &Argument {
        match self {
            Argument::Optional(inner) => inner,
            other => other,
        }
    }

    /// The expression whose elements an ELEMENTAL procedure gets.
    pub fn as_elemental(&self) -> Option<&Expr> {
        match self.unmarked() {
            Argument::Elemental(value, _) => Some(value),
            _ => None,
        }
    }
}

impl ArrayCall {
    /// The argument of that keyword, if it is given.
    pub fn argument(&self, keyword: &str) -> Option<&Expr> {
        self.arguments.iter().find(|(other, _)| *other == keyword).map(|(_, argument)| argument)
    }

    /// The first argument, which each function needs.
    pub fn first(&self) -> Option<&Expr> {
        self.operands().next()
    }

    /// The arguments that are given, without their keywords.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        self.arguments.iter().map(|(_, argument)| argument)
    }
}

impl Section {
    /// The whole of an array.
    pub fn whole(array: SymbolId, span: Span) -> Section {
        Section { array, subscripts: Vec::new(), substring: None, span }
    }
}

impl Expr {
    /// Number of dimensions of the expression's value; 0 for a scalar.
    pub fn rank(&self) -> usize {
        let mut rank = 0;
        self.for_each_array(&mut |operand, _| rank = rank.max(operand.rank));
        rank
    }

    /// Shows the array operands that the expression is done element by element over, from left to right, with their
    /// places; not those inside of them, nor those of functions that make a scalar of them.
    pub fn for_each_array<'a>(&'a self, see: &mut dyn FnMut(&'a ArrayOperand, Span)) {
        let mut stack = vec![self];
        while let Some(expr) = stack.pop() {
            match &expr.kind {
                ExprKind::Array(operand) => see(operand, expr.span),
                _ => stack.extend(expr.elemental_operands().rev()),
            }
        }
    }

    /// The operands that are evaluated element by element.
    pub fn elemental_operands(&self) -> Box<dyn DoubleEndedIterator<Item = &Expr> + '_> {
        match &self.kind {
            ExprKind::Paren(inner)
            | ExprKind::Unary(_, inner)
            | ExprKind::Convert(inner)
            | ExprKind::Substring(inner, _) => Box::new(std::iter::once(&**inner)),
            ExprKind::Binary(_, left, right) => Box::new([&**left, &**right].into_iter()),
            ExprKind::Intrinsic(_, arguments) => Box::new(arguments.iter()),
            ExprKind::Call { arguments, .. } => Box::new(arguments.iter().filter_map(Argument::as_elemental)),
            ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::Array(_)
            | ExprKind::ArrayFunction(_)
            | ExprKind::IsAllocated(_)
            | ExprKind::IsPresent(_)
            | ExprKind::LengthOf(_)
            | ExprKind::Let(..) => Box::new(std::iter::empty()),
        }
    }

    /// The array operand, if the expression is nothing else.
    pub fn as_array(&self) -> Option<&ArrayOperand> {
        match &self.kind {
            ExprKind::Array(operand) => Some(operand),
            _ => None,
        }
    }

    /// The section, and its rank, if the expression is nothing else.
    pub fn into_section(self) -> Option<(Section, usize)> {
        match self.kind {
            ExprKind::Array(operand) => match operand.kind {
                ArrayKind::Section(section) => Some((section, operand.rank)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A whole array or a section as an expression.
    pub fn of_section(section: Section, rank: usize, ty: Type) -> Expr {
        let span = section.span;
        let operand = ArrayOperand { rank, kind: ArrayKind::Section(section) };
        Expr::new(ExprKind::Array(Box::new(operand)), ty, span)
    }
}
