//! Expressions as they were written.

use super::{DoCount, Label, Name, TypeSpec, Word};
use crate::resolved::BinaryOp;
use crate::source::Span;

/// An actual argument or subscript.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The keyword of `keyword = value`.
    pub keyword: Option<Box<Name>>,
    /// The value.
    pub value: Expr,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

impl Expr {
    /// The name of the variable that it is, or of which it is a part, and its place; none if it is something else.
    pub fn designated(&self) -> Option<(&str, Span)> {
        let mut at = self;
        loop {
            at = match &at.kind {
                ExprKind::Substring(of, _) => of,
                ExprKind::Component(component) => &component.of,
                _ => break,
            };
        }
        match &at.kind {
            ExprKind::Name(name) => Some((name, at.span)),
            ExprKind::Reference(name, _) => Some((&name.text, name.span)),
            _ => None,
        }
    }
}

/// What an expression is. A tree of them is never deeper than [`MAX_EXPRESSION_DEPTH`], so a stack can be chosen
/// that recursion over it never exhausts.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer constant: its digits, and the kind after `_`, a number or a name.
    Integer(Word, Option<Box<Name>>),
    /// A real constant as written, in lower case (`1.5d-3`), and the kind after `_`.
    Real(Word, Option<Box<Name>>),
    /// A complex constant: real and imaginary part, each a constant with an optional sign or a named one.
    Complex(Box<Expr>, Box<Expr>),
    /// `.TRUE.` or `.FALSE.`, and the kind after `_`.
    Logical(bool, Option<Box<Name>>),
    /// A text constant's value, and the kind before `_`.
    Text(String, Option<Box<Name>>),
    /// The text of `5HHELLO`.
    Hollerith(String),
    /// `z'1f'`: the letter `b`, `o` or `z`, and the digits.
    Bits(char, Word),
    /// A name alone.
    Name(Word),
    /// `*10`, an argument of CALL: a label to which RETURN can lead.
    Label(Label),
    /// `name(arguments)`: an array element or a function reference.
    Reference(Box<Name>, Vec<Argument>),
    /// `of%name` or `of%name(arguments)`: a component of a derived type's object.
    Component(Box<ComponentReference>),
    /// `lower:upper:stride` as an argument: an array section's subscript, or the range of a substring. Only arguments
    /// of a reference and the range of a [`ExprKind::Substring`] are of this kind.
    Range(Box<Range>),
    /// `element(lower:upper)` after an array element; that of a scalar is an [`ExprKind::Reference`] with a range.
    Substring(Box<Expr>, Box<Range>),
    /// `(/ items /)` or `[ items ]`, with the type before `::`.
    Constructor(Option<Box<TypeSpec>>, Vec<ConstructorItem>),
    /// A parenthesized expression.
    Paren(Box<Expr>),
    /// A unary operation.
    Unary(UnaryOp, Box<Expr>),
    /// An operation whose operator is a name between points, with one operand or two.
    Defined(Box<Name>, Vec<Expr>),
    /// A binary operation.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

/// `of%name` or `of%name(arguments)`.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentReference {
    /// The object: a name, a reference or a component.
    pub of: Expr,
    /// The component's name.
    pub name: Name,
    /// Its subscripts; none if nothing is in parentheses after it.
    pub arguments: Option<Vec<Argument>>,
}

/// `lower:upper:stride`.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// First subscript; the array's lower bound if none is given.
    pub lower: Option<Expr>,
    /// Last subscript; the array's upper bound if none is given.
    pub upper: Option<Expr>,
    /// Increment; 1 if none is given.
    pub stride: Option<Expr>,
}

/// An item of an array constructor.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstructorItem {
    /// A scalar or an array.
    Value(Expr),
    /// `(items, variable = first, last, step)`.
    ImpliedDo(Vec<ConstructorItem>, Box<DoCount>),
}

/// The greatest depth of an expression's tree; an expression beyond it is an error. Generated sums have thousands of
/// terms. A walk that recurses needs a stack of some hundred MiB.
pub const MAX_EXPRESSION_DEPTH: usize = 20_000;

/// The greatest depth, where a chain of operations from left to right counts as one level.
pub const MAX_EXPRESSION_NESTING: usize = 1000;

/// Unary operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Negate,
    /// `.NOT.`
    Not,
}

/// A tree of a large file has millions of expressions; what one takes decides how much memory a file needs.
const _: () = assert!(size_of::<Expr>() <= 56);
