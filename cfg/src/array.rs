//! Array assignments: one action that evaluates an expression for each element of a shape, then assigns all values.
//!
//! ```text
//! each index.1 = 0 for 4, index.2 = 0 for n where m[index.1 of 4, index.2]: a[index.1 + 1 of 6, index.2] = b[index.1]
//! ```
//!
//! The ranges bind an index variable for each dimension. Mask, parts and values are ordinary expressions of these; they
//! name elements of arrays by their subscripts, a [`Section`], so that it can be told which elements are read and which
//! are assigned.

use crate::declarations::VarId;
use crate::expr::{Expr, IntegerExpr, LogicalExpr, Place};
use forlane_semantics::types::IntegerKind;

/// An assignment to each element of a shape. For each combination of the indices, the first one fastest, at which the
/// mask is true, the parts are set and the values evaluated; then all values are stored. So no value is one that the
/// same action assigned. What a lane has stored when it fails is not said.
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayAssignment {
    /// The indices, the first dimension first. A lane evaluates their bounds once.
    pub ranges: Vec<IndexRange>,
    /// Where it assigns; everywhere if there is none.
    pub mask: Option<LogicalExpr>,
    /// Local scalars that hold parts of the values; what they hold afterwards is not said.
    pub parts: Vec<(VarId, Expr)>,
    /// What is stored for each combination, at least one element, all of one array.
    pub stores: Vec<ElementStore>,
}

/// The values of an index: `first`, `first + step`, …, in all `count` values, none if that is negative. What the index
/// is afterwards is not said.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexRange {
    /// A local INTEGER scalar.
    pub index: VarId,
    /// Its first value, of the index's kind.
    pub first: IntegerExpr,
    /// The increment, of the index's kind.
    pub step: IntegerExpr,
    /// The number of values.
    pub count: IntegerExpr,
}

/// An element and the value that it gets.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementStore {
    /// The element.
    pub target: Section,
    /// The value, of the array's type.
    pub value: Expr,
}

/// An element of an array by its subscripts, which vary with the indices of an array assignment.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The array.
    pub array: VarId,
    /// One for each dimension, at least one.
    pub subscripts: Vec<Subscript>,
}

/// A subscript along one dimension.
#[derive(Clone, Debug, PartialEq)]
pub struct Subscript {
    /// Where along it, from zero on.
    pub at: IntegerExpr,
    /// The dimension's number of elements; none for the last dimension, and for no other.
    pub extent: Option<IntegerExpr>,
}

impl IndexRange {
    /// The indices 0, 1, … of a dimension.
    pub fn of_dimension(index: VarId, count: IntegerExpr) -> IndexRange {
        let constant = |value| IntegerExpr::Constant(IntegerKind::I4, value);
        IndexRange { index, first: constant(0), step: constant(1), count }
    }

    /// Whether the increment is 1.
    pub fn has_unit_step(&self) -> bool {
        matches!(self.step, IntegerExpr::Constant(_, 1))
    }
}

impl Section {
    /// Calls `see` for each place that the subscripts read.
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        for subscript in &self.subscripts {
            subscript.at.for_each_place(see);
            subscript.extent.iter().for_each(|extent| extent.for_each_place(see));
        }
    }

    /// As [`Section::for_each_place`], to change them.
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        for subscript in &mut self.subscripts {
            subscript.at.for_each_place_mut(change);
            subscript.extent.iter_mut().for_each(|extent| extent.for_each_place_mut(change));
        }
    }
}

impl ArrayAssignment {
    /// The array that is assigned.
    pub fn target(&self) -> Option<VarId> {
        self.stores.first().map(|store| store.target.array)
    }

    /// The variables that are named outside of expressions: indices, parts and the target.
    pub fn named_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        let indices = self.ranges.iter().map(|range| range.index);
        let parts = self.parts.iter().map(|(part, _)| *part);
        indices.chain(parts).chain(self.stores.iter().map(|store| store.target.array))
    }

    /// As [`ArrayAssignment::named_vars`], to change them.
    pub fn named_vars_mut(&mut self) -> impl Iterator<Item = &mut VarId> {
        let indices = self.ranges.iter_mut().map(|range| &mut range.index);
        let parts = self.parts.iter_mut().map(|(part, _)| part);
        indices.chain(parts).chain(self.stores.iter_mut().map(|store| &mut store.target.array))
    }

    /// Calls `see` for each place that is read, indices and parts included.
    pub fn for_each_place(&self, see: &mut dyn FnMut(&Place)) {
        for IndexRange { first, step, count, .. } in &self.ranges {
            [first, step, count].into_iter().for_each(|bound| bound.for_each_place(see));
        }
        self.for_each_element_place(see);
    }

    /// Calls `see` for each place that is read for each element: not those in the bounds of the indices.
    pub fn for_each_element_place(&self, see: &mut dyn FnMut(&Place)) {
        self.mask.iter().for_each(|mask| mask.for_each_place(see));
        self.parts.iter().for_each(|(_, value)| value.for_each_place(see));
        for ElementStore { target, value } in &self.stores {
            target.for_each_place(see);
            value.for_each_place(see);
        }
    }

    /// As [`ArrayAssignment::for_each_place`], to change them.
    pub fn for_each_place_mut(&mut self, change: &mut dyn FnMut(&mut Place)) {
        for IndexRange { first, step, count, .. } in &mut self.ranges {
            [first, step, count].into_iter().for_each(|bound| bound.for_each_place_mut(change));
        }
        self.mask.iter_mut().for_each(|mask| mask.for_each_place_mut(change));
        self.parts.iter_mut().for_each(|(_, value)| value.for_each_place_mut(change));
        for ElementStore { target, value } in &mut self.stores {
            target.for_each_place_mut(change);
            value.for_each_place_mut(change);
        }
    }
}
