//! What symbols of the source became.

use forlane_cfg::expr::IntegerExpr;
use forlane_cfg::unit::VarId;
use forlane_semantics::types::{Constant, IntegerKind};

/// What a symbol became.
#[derive(Clone)]
pub enum LoweredSymbol {
    /// A scalar variable.
    Scalar(VarId),
    /// An array.
    Array(Array),
    /// A CHARACTER variable or array.
    Text(Text),
    /// A scalar that is initialised and never assigned.
    Constant(Constant),
    /// A COMPLEX scalar.
    Complex(ComplexVariable),
    /// A dummy procedure.
    Procedure(VarId),
    /// No variable.
    Other,
}

impl LoweredSymbol {
    /// The variable.
    pub fn var(&self) -> Option<VarId> {
        match self {
            LoweredSymbol::Scalar(var) | LoweredSymbol::Procedure(var) => Some(*var),
            LoweredSymbol::Array(array) => Some(array.var),
            LoweredSymbol::Text(text) => Some(text.var),
            LoweredSymbol::Complex(ComplexVariable::Memory(var)) => Some(*var),
            LoweredSymbol::Complex(ComplexVariable::Parts(..)) | LoweredSymbol::Constant(_) | LoweredSymbol::Other => {
                None
            }
        }
    }
}

/// An array and its bounds.
#[derive(Clone)]
pub struct Array {
    /// The variable.
    pub var: VarId,
    /// Lower bounds and extents; the last extent may be unknown.
    pub dimensions: Vec<(IntegerExpr, Option<IntegerExpr>)>,
    /// The declared number of elements, if it is constant.
    pub declared: Option<u64>,
    /// How many elements of the variable make one of the array: two for COMPLEX.
    pub width: i64,
    /// The zero-based first of the bytes that each element of type CHARACTER has of those in memory, and how many it
    /// has, if they are not all.
    pub part: Option<(IntegerExpr, IntegerExpr)>,
}

impl Array {
    /// The array of a variable whose bounds are not known yet.
    pub fn without_bounds(var: VarId) -> Array {
        Array { var, dimensions: Vec::new(), declared: None, width: 1, part: None }
    }

    /// An array with lower bounds of 1.
    pub fn of_extents(var: VarId, extents: Vec<IntegerExpr>, declared: Option<u64>) -> Array {
        let one = IntegerExpr::Constant(IntegerKind::I4, 1);
        let dimensions = extents.into_iter().map(|extent| (one.clone(), Some(extent))).collect();
        Array { var, dimensions, declared, width: 1, part: None }
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.dimensions.len()
    }

    /// Lower bound and extent of a dimension, from 0; that of the last may be unknown.
    pub fn dimension(&self, dimension: usize) -> (IntegerExpr, Option<IntegerExpr>) {
        let one = || (IntegerExpr::Constant(IntegerKind::I4, 1), None);
        self.dimensions.get(dimension).cloned().unwrap_or_else(one)
    }

    /// The extents; zero where one is unknown, which no statement about the whole array has.
    pub fn extents(&self) -> Vec<IntegerExpr> {
        let zero = IntegerExpr::Constant(IntegerKind::I4, 0);
        self.dimensions.iter().map(|(_, extent)| extent.clone().unwrap_or(zero.clone())).collect()
    }
}

/// A CHARACTER variable or array.
#[derive(Clone)]
pub struct Text {
    /// Its bytes.
    pub var: VarId,
    /// The length, of each element for an array.
    pub length: IntegerExpr,
    /// The bounds of an array, whose variable is that of the bytes too.
    pub array: Option<Array>,
    /// The hidden dummy argument that holds the length of a dummy argument or result.
    pub hidden: Option<VarId>,
}

/// What became of a scalar.
#[derive(Clone, Copy, Debug)]
pub enum ComplexVariable {
    /// Two variables.
    Parts(VarId, VarId),
    /// An array of both parts.
    Memory(VarId),
}
