//! Expressions: trees of intrinsic operations, owned by their action.
//!
//! Each type category is a type of its own, so an ill-typed tree can't be built; only the kinds within a category are
//! left to the verifier. The shape of a tree is the order of evaluation: no rewrite regroups operands.

use crate::array::Section;
use crate::character::CharacterExpr;
use crate::declarations::{ValueId, VarId};
use forlane_semantics::types::{Constant, IntegerKind, RealKind, Type};

pub use forlane_semantics::operations::{
    CharacterFunction, ComplexFunction, IntegerBinary, IntegerUnary, LogicalBinary, RealBinary, RealUnary, Relation,
    Rounding,
};

/// An expression of any type.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// INTEGER.
    Integer(IntegerExpr),
    /// REAL.
    Real(RealExpr),
    /// LOGICAL.
    Logical(LogicalExpr),
    /// CHARACTER; no variable or value is of this type.
    Character(CharacterExpr),
}

/// Something that can be read.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A scalar variable: any before SSA form, afterwards only those in memory.
    Variable(VarId),
    /// A value of SSA form.
    Value(ValueId),
    /// An array element by its zero-based offset.
    Element(VarId, Box<IntegerExpr>),
    /// An array element by its subscripts; in array assignments only.
    Section(Box<Section>),
}

/// An INTEGER expression. Arithmetic wraps.
#[derive(Clone, Debug, PartialEq)]
pub enum IntegerExpr {
    /// A constant in the range of its kind.
    Constant(IntegerKind, i64),
    /// A variable, value or element of that kind.
    Read(IntegerKind, Place),
    /// A unary operation.
    Unary(IntegerUnary, Box<IntegerExpr>),
    /// A binary operation on operands of one kind.
    Binary(IntegerBinary, Box<IntegerExpr>, Box<IntegerExpr>),
    /// From the other INTEGER kind: sign extension or truncation.
    FromInteger(IntegerKind, Box<IntegerExpr>),
    /// From REAL. A NaN, or a value that does not fit, becomes the least integer of the kind, as on x86-64.
    FromReal(IntegerKind, Rounding, Box<RealExpr>),
    /// An INTEGER(4) that is computed of CHARACTER values.
    Character(CharacterFunction, Vec<CharacterExpr>),
}

/// A REAL expression: IEEE arithmetic, round to nearest, never contracted.
#[derive(Clone, Debug, PartialEq)]
pub enum RealExpr {
    /// A constant; one of kind 4 is held as the double of equal value.
    Constant(RealKind, f64),
    /// A variable, value or element of that kind.
    Read(RealKind, Place),
    /// A unary operation.
    Unary(RealUnary, Box<RealExpr>),
    /// A binary operation on operands of one kind.
    Binary(RealBinary, Box<RealExpr>, Box<RealExpr>),
    /// `x**n`, as the compiler's run-time support multiplies it out.
    PowerInteger(Box<RealExpr>, Box<IntegerExpr>),
    /// From INTEGER, rounded to nearest.
    FromInteger(RealKind, Box<IntegerExpr>),
    /// From the other REAL kind.
    FromReal(RealKind, Box<RealExpr>),
}

/// A LOGICAL expression; both operands of a binary operation are always evaluated. Where evaluating the right one
/// could fail or call, building made control flow of it.
#[derive(Clone, Debug, PartialEq)]
pub enum LogicalExpr {
    /// A constant.
    Constant(bool),
    /// A variable, value or element.
    Read(Place),
    /// `.NOT.`
    Not(Box<LogicalExpr>),
    /// A binary operation.
    Binary(LogicalBinary, Box<LogicalExpr>, Box<LogicalExpr>),
    /// A comparison of integers of one kind.
    CompareInteger(Relation, Box<IntegerExpr>, Box<IntegerExpr>),
    /// A comparison of reals of one kind; with a NaN all are false but [`Relation::NotEqual`].
    CompareReal(Relation, Box<RealExpr>, Box<RealExpr>),
}

impl Expr {
    /// Its type.
    pub fn ty(&self) -> Type {
        match self {
            Expr::Integer(expr) => Type::Integer(expr.kind()),
            Expr::Real(expr) => Type::Real(expr.kind()),
            Expr::Logical(_) => Type::Logical,
            Expr::Character(_) => Type::Character,
        }
    }

    /// Zero, or false; none for types that values do not have.
    pub fn zero(ty: Type) -> Option<Expr> {
        Some(match ty {
            Type::Integer(kind) => Expr::Integer(IntegerExpr::Constant(kind, 0)),
            Type::Real(kind) => Expr::Real(RealExpr::Constant(kind, 0.0)),
            Type::Logical => Expr::Logical(LogicalExpr::Constant(false)),
            Type::Complex(_) | Type::Character => return None,
        })
    }

    /// A constant; none for COMPLEX and CHARACTER.
    pub fn constant(constant: &Constant) -> Option<Expr> {
        match constant {
            Constant::Integer(kind, value) => Some(Expr::Integer(IntegerExpr::Constant(*kind, *value))),
            Constant::Real(kind, value) => Some(Expr::Real(RealExpr::Constant(*kind, *value))),
            Constant::Logical(value) => Some(Expr::Logical(LogicalExpr::Constant(*value))),
            Constant::Complex(..) | Constant::Character(_) => None,
        }
    }

    /// Reads a place of that type; none for COMPLEX and CHARACTER.
    pub fn read(ty: Type, place: Place) -> Option<Expr> {
        match ty {
            Type::Integer(kind) => Some(Expr::Integer(IntegerExpr::Read(kind, place))),
            Type::Real(kind) => Some(Expr::Real(RealExpr::Read(kind, place))),
            Type::Logical => Some(Expr::Logical(LogicalExpr::Read(place))),
            Type::Complex(_) | Type::Character => None,
        }
    }

    /// The place that it reads, if it does nothing else.
    pub fn read_place(&self) -> Option<&Place> {
        match self {
            Expr::Integer(IntegerExpr::Read(_, place))
            | Expr::Real(RealExpr::Read(_, place))
            | Expr::Logical(LogicalExpr::Read(place)) => Some(place),
            _ => None,
        }
    }

    /// The scalar variable that it reads, if it does nothing else.
    pub fn read_variable(&self) -> Option<VarId> {
        match self.read_place()? {
            Place::Variable(var) => Some(*var),
            _ => None,
        }
    }

    /// The value that it reads, if it does nothing else.
    pub fn read_value(&self) -> Option<ValueId> {
        match self.read_place()? {
            Place::Value(value) => Some(*value),
            _ => None,
        }
    }

    /// Calls `see` for each place that is read, in order of evaluation, an element's offset before the element.
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            Expr::Integer(expr) => expr.for_each_place(see),
            Expr::Real(expr) => expr.for_each_place(see),
            Expr::Logical(expr) => expr.for_each_place(see),
            Expr::Character(expr) => expr.for_each_place(see),
        }
    }

    /// Calls `change` for each place that is read, as [`Expr::for_each_place`].
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        match self {
            Expr::Integer(expr) => expr.for_each_place_mut(change),
            Expr::Real(expr) => expr.for_each_place_mut(change),
            Expr::Logical(expr) => expr.for_each_place_mut(change),
            Expr::Character(expr) => expr.for_each_place_mut(change),
        }
    }
}

impl Place {
    /// The variable that it is, or is an element of; none for a value.
    pub fn var(&self) -> Option<VarId> {
        match self {
            Place::Variable(var) | Place::Element(var, _) => Some(*var),
            Place::Section(section) => Some(section.array),
            Place::Value(_) => None,
        }
    }

    /// As [`Place::var`], to change it.
    pub fn var_mut(&mut self) -> Option<&mut VarId> {
        match self {
            Place::Variable(var) | Place::Element(var, _) => Some(var),
            Place::Section(section) => Some(&mut section.array),
            Place::Value(_) => None,
        }
    }

    /// As [`Expr::for_each_place`].
    pub fn for_each(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            Place::Element(_, offset) => offset.for_each_place(see),
            Place::Section(section) => section.for_each_place(see),
            Place::Variable(_) | Place::Value(_) => {}
        }
        see(self);
    }

    /// As [`Expr::for_each_place_mut`].
    pub fn for_each_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        match self {
            Place::Element(_, offset) => offset.for_each_place_mut(change),
            Place::Section(section) => section.for_each_place_mut(change),
            Place::Variable(_) | Place::Value(_) => {}
        }
        change(self);
    }
}

impl IntegerExpr {
    /// Its kind: that of the left operand for operations.
    pub fn kind(&self) -> IntegerKind {
        let mut expr = self;
        loop {
            match expr {
                IntegerExpr::Constant(kind, _)
                | IntegerExpr::Read(kind, _)
                | IntegerExpr::FromInteger(kind, _)
                | IntegerExpr::FromReal(kind, ..) => return *kind,
                IntegerExpr::Character(..) => return IntegerKind::I4,
                IntegerExpr::Unary(_, operand) | IntegerExpr::Binary(_, operand, _) => expr = operand,
            }
        }
    }

    /// As [`Expr::for_each_place`].
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            IntegerExpr::Constant(..) => {}
            IntegerExpr::Read(_, place) => place.for_each(see),
            IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => operand.for_each_place(see),
            IntegerExpr::Binary(_, left, right) => {
                left.for_each_place(see);
                right.for_each_place(see);
            }
            IntegerExpr::FromReal(_, _, operand) => operand.for_each_place(see),
            IntegerExpr::Character(_, texts) => texts.iter().for_each(|text| text.for_each_place(see)),
        }
    }

    /// As [`Expr::for_each_place_mut`].
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        match self {
            IntegerExpr::Constant(..) => {}
            IntegerExpr::Read(_, place) => place.for_each_mut(change),
            IntegerExpr::Unary(_, operand) | IntegerExpr::FromInteger(_, operand) => operand.for_each_place_mut(change),
            IntegerExpr::Binary(_, left, right) => {
                left.for_each_place_mut(change);
                right.for_each_place_mut(change);
            }
            IntegerExpr::FromReal(_, _, operand) => operand.for_each_place_mut(change),
            IntegerExpr::Character(_, texts) => texts.iter_mut().for_each(|text| text.for_each_place_mut(change)),
        }
    }
}

impl RealExpr {
    /// Its kind: that of the left operand for operations.
    pub fn kind(&self) -> RealKind {
        let mut expr = self;
        loop {
            match expr {
                RealExpr::Constant(kind, _)
                | RealExpr::Read(kind, _)
                | RealExpr::FromInteger(kind, _)
                | RealExpr::FromReal(kind, _) => return *kind,
                RealExpr::Unary(_, operand) | RealExpr::Binary(_, operand, _) | RealExpr::PowerInteger(operand, _) => {
                    expr = operand
                }
            }
        }
    }

    /// As [`Expr::for_each_place`].
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            RealExpr::Constant(..) => {}
            RealExpr::Read(_, place) => place.for_each(see),
            RealExpr::Unary(_, operand) | RealExpr::FromReal(_, operand) => operand.for_each_place(see),
            RealExpr::Binary(_, left, right) => {
                left.for_each_place(see);
                right.for_each_place(see);
            }
            RealExpr::PowerInteger(base, exponent) => {
                base.for_each_place(see);
                exponent.for_each_place(see);
            }
            RealExpr::FromInteger(_, operand) => operand.for_each_place(see),
        }
    }

    /// As [`Expr::for_each_place_mut`].
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        match self {
            RealExpr::Constant(..) => {}
            RealExpr::Read(_, place) => place.for_each_mut(change),
            RealExpr::Unary(_, operand) | RealExpr::FromReal(_, operand) => operand.for_each_place_mut(change),
            RealExpr::Binary(_, left, right) => {
                left.for_each_place_mut(change);
                right.for_each_place_mut(change);
            }
            RealExpr::PowerInteger(base, exponent) => {
                base.for_each_place_mut(change);
                exponent.for_each_place_mut(change);
            }
            RealExpr::FromInteger(_, operand) => operand.for_each_place_mut(change),
        }
    }
}

impl LogicalExpr {
    /// As [`Expr::for_each_place`].
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            LogicalExpr::Constant(_) => {}
            LogicalExpr::Read(place) => place.for_each(see),
            LogicalExpr::Not(operand) => operand.for_each_place(see),
            LogicalExpr::Binary(_, left, right) => {
                left.for_each_place(see);
                right.for_each_place(see);
            }
            LogicalExpr::CompareInteger(_, left, right) => {
                left.for_each_place(see);
                right.for_each_place(see);
            }
            LogicalExpr::CompareReal(_, left, right) => {
                left.for_each_place(see);
                right.for_each_place(see);
            }
        }
    }

    /// As [`Expr::for_each_place_mut`].
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        match self {
            LogicalExpr::Constant(_) => {}
            LogicalExpr::Read(place) => place.for_each_mut(change),
            LogicalExpr::Not(operand) => operand.for_each_place_mut(change),
            LogicalExpr::Binary(_, left, right) => {
                left.for_each_place_mut(change);
                right.for_each_place_mut(change);
            }
            LogicalExpr::CompareInteger(_, left, right) => {
                left.for_each_place_mut(change);
                right.for_each_place_mut(change);
            }
            LogicalExpr::CompareReal(_, left, right) => {
                left.for_each_place_mut(change);
                right.for_each_place_mut(change);
            }
        }
    }
}
