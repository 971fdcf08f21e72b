//! Whole arrays and sections: their extents, and the offsets of their elements.

use super::{Along, Extents, Leaf};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::analysis::Linear;
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::ActionKind;
use forlane_cfg::unit::{ArrayLength, Var, VarId};
use forlane_frontend::resolved::{self, Section, Subscript};
use forlane_semantics::types::{IntegerKind, Type};

/// The kind of indices and extents: no array has more elements than it holds.
pub(super) const KIND: IntegerKind = IntegerKind::I4;
/// More elements than an array of dynamic length can have: there is no memory for so many.
const MOST_ELEMENTS: i64 = i32::MAX as i64;
/// A step that no sum of indices overflows with.
const SHORT_STEP: i64 = 1 << 15;
/// The type of indices and extents.
pub(super) const INDEX: Type = Type::Integer(KIND);

/// A constant of the indices' kind.
pub(super) fn constant(value: i64) -> IntegerExpr {
    IntegerExpr::Constant(KIND, value)
}

/// Arithmetic on indices.
pub(super) fn combine(operation: IntegerBinary, left: IntegerExpr, right: IntegerExpr) -> IntegerExpr {
    fold::binary(operation, fold::to_index(left), fold::to_index(right))
}

/// Arithmetic with room for the product of two indices.
fn combine_wide(operation: IntegerBinary, left: IntegerExpr, right: IntegerExpr) -> IntegerExpr {
    let [left, right] = [left, right].map(|operand| fold::to_integer(IntegerKind::I8, operand));
    fold::binary(operation, left, right)
}

/// The number of elements from one bound to another, from zero to [`MOST_ELEMENTS`].
fn wide_extent(lower: IntegerExpr, upper: IntegerExpr) -> IntegerExpr {
    let wide = |value| IntegerExpr::Constant(IntegerKind::I8, value);
    let near = |bound| {
        let bound = combine_wide(IntegerBinary::Min, bound, wide(1 << 33));
        combine_wide(IntegerBinary::Max, bound, wide(-(1 << 33)))
    };
    let distance = combine_wide(IntegerBinary::Subtract, near(upper), near(lower));
    let extent = combine_wide(IntegerBinary::Add, distance, wide(1));
    let extent = combine_wide(IntegerBinary::Max, extent, wide(0));
    combine_wide(IntegerBinary::Min, extent, wide(MOST_ELEMENTS))
}

impl Builder<'_> {
    /// The number of elements from a lower bound to an upper one.
    pub(crate) fn allocated_extent(&mut self, lower: IntegerExpr, upper: IntegerExpr) -> IntegerExpr {
        let is_wide = [&lower, &upper].iter().any(|bound| bound.kind() == IntegerKind::I8);
        let extent = if is_wide || fold::constant(&lower).is_none_or(|lower| lower < 0) {
            wide_extent(lower, upper)
        } else {
            let distance = combine(IntegerBinary::Subtract, upper, lower);
            combine(IntegerBinary::Add, distance, constant(1))
        };
        self.extent(extent)
    }

    /// A variable's value.
    pub fn read_integer(&self, var: VarId) -> IntegerExpr {
        IntegerExpr::Read(KIND, Place::Variable(var))
    }

    /// The value of an index expression from here on: a constant, or in a variable.
    pub(super) fn fixed(&mut self, stem: &str, value: IntegerExpr) -> IntegerExpr {
        match fold::to_index(value) {
            value @ IntegerExpr::Constant(..) => value,
            value => self.save_integer(stem, value),
        }
    }

    /// The value of an index expression, which stays while a statement is executed: a sum of scalar variables as it is,
    /// because the dependence test looks at it.
    pub(super) fn stable(&mut self, stem: &str, value: IntegerExpr) -> IntegerExpr {
        let value = fold::to_index(value);
        match Linear::compute(&self.vars, &value) {
            Some(_) => value,
            None => self.save_integer(stem, value),
        }
    }

    /// `max(value, 0)` from here on.
    pub(super) fn extent(&mut self, value: IntegerExpr) -> IntegerExpr {
        let extent = combine(IntegerBinary::Max, value, constant(0));
        self.fixed("extent", extent)
    }

    /// The number of elements from one bound to another.
    pub fn extent_between(&mut self, lower: &resolved::Expr, upper: &resolved::Expr) -> IntegerExpr {
        let lower = self.integer(lower);
        let upper = self.integer(upper);
        self.allocated_extent(lower, upper)
    }

    /// All of an array.
    pub(super) fn whole_leaf(array: Array) -> Leaf {
        Leaf::Array { along: Self::all_along(&array), array }
    }

    /// The way from the indices to the dimensions of a whole array.
    pub(super) fn all_along(array: &Array) -> Vec<Along> {
        let along = (0..array.rank()).map(|index| Along::Index { index, start: constant(0), step: constant(1) });
        along.collect()
    }

    /// A whole array or a section, with its extents.
    pub(super) fn section_leaf(&mut self, section: &Section) -> (Leaf, Extents) {
        self.require_present(section.array);
        self.leaf_of(section)
    }

    /// A section of an array that may be absent.
    pub(super) fn leaf_of(&mut self, section: &Section) -> (Leaf, Extents) {
        let Some(array) = self.array(section.array, section.span) else {
            return (Leaf::Scalar(Expr::Integer(constant(0))), Extents::new());
        };
        if section.subscripts.is_empty() {
            let extents = self.whole_extents(&array);
            return (Self::whole_leaf(array), extents);
        }
        let part = section.substring.as_deref().and_then(|range| self.part_of_elements(&array, range));
        let array = Array { part, ..array };
        let mut along = Vec::with_capacity(section.subscripts.len());
        let mut extents = Extents::new();
        for (dimension, subscript) in section.subscripts.iter().enumerate() {
            let (lower, extent) = match dimension < array.rank() {
                true => array.dimension(dimension),
                false => (constant(0), None),
            };
            along.push(match subscript {
                Subscript::Index(index) => {
                    let index = self.integer(index);
                    let at = combine(IntegerBinary::Subtract, index, lower);
                    Along::Fixed(self.stable("at", at))
                }
                Subscript::Range { first, last, step } => {
                    let index = extents.len();
                    let (start, step, count) = self.range([first, last, step], lower, extent);
                    extents.push(count);
                    Along::Index { index, start, step }
                }
                Subscript::Vector(vector) => {
                    let index = extents.len();
                    let (vector, count) = self.subscript_vector(vector, lower);
                    extents.push(count);
                    Along::Vector { index, vector }
                }
            });
        }
        (Leaf::Array { array, along }, extents)
    }

    /// Loops over the elements of a whole array or a section: the array, and the zero-based offset of the element.
    pub fn each_place(&mut self, section: &Section, mut body: impl FnMut(&mut Self, &Array, IntegerExpr)) {
        let (leaf, extents) = self.section_leaf(section);
        let Leaf::Array { array, along } = leaf else { return };
        let loops = self.open_loops(&extents);
        let offset = self.offset_along(&array, &along, &self.elements.indices);
        body(self, &array, offset);
        self.close_loops(loops);
    }

    /// The extents of a whole array, as values that stay.
    pub fn whole_extents(&mut self, array: &Array) -> Extents {
        array.extents().into_iter().map(|extent| self.extent(extent)).collect()
    }

    /// Zero-based start, step, and number of the elements of a range.
    fn range(
        &mut self,
        [first, last, step]: [&Option<resolved::Expr>; 3],
        lower: IntegerExpr,
        extent: Option<IntegerExpr>,
    ) -> (IntegerExpr, IntegerExpr, IntegerExpr) {
        let step = match step {
            Some(step) => {
                let step = self.integer(step);
                self.stable("step", step)
            }
            None => constant(1),
        };
        let start = match first {
            Some(first) => {
                let first = self.integer(first);
                combine(IntegerBinary::Subtract, first, lower.clone())
            }
            None => constant(0),
        };
        let start = self.stable("start", start);
        // The extent of an allocatable array may change before the statement ends.
        let extent_is_given = last.is_some();
        let end = match last {
            Some(last) => {
                let last = self.integer(last);
                combine(IntegerBinary::Subtract, last, lower)
            }
            None => combine(IntegerBinary::Subtract, extent.unwrap_or(constant(0)), constant(1)),
        };
        // A step may be greater than the array; its sum with the distance would overflow.
        let kind = match fold::constant(&step) {
            Some(step) if step.abs() <= SHORT_STEP => KIND,
            _ => IntegerKind::I8,
        };
        let [first, last, by] = [start.clone(), end, step.clone()].map(|operand| fold::to_integer(kind, operand));
        let distance = fold::binary(IntegerBinary::Subtract, last, first);
        let reached = fold::binary(IntegerBinary::Add, distance, by.clone());
        let count = fold::to_index(fold::steps(reached, by));
        let count = match Linear::compute(&self.vars, &count) {
            Some(Linear { constant: count, terms }) if terms.is_empty() => constant(count.max(0)),
            Some(_) if extent_is_given => combine(IntegerBinary::Max, count, constant(0)),
            _ => self.extent(count),
        };
        (start, step, count)
    }

    /// The zero-based subscripts of a vector in an array of their own, and how many they are.
    fn subscript_vector(&mut self, vector: &resolved::Expr, lower: IntegerExpr) -> (VarId, IntegerExpr) {
        let extents = self.prepare(vector);
        let array = self.temporary_array("vector", Type::Integer(KIND), extents.clone());
        self.fill(&array, &extents, |builder| {
            vec![Expr::Integer(combine(IntegerBinary::Subtract, builder.integer(vector), lower))]
        });
        self.forget(vector);
        (array.var, extents.into_iter().next().unwrap_or(constant(1)))
    }

    /// The zero-based offset of the element at these indices.
    pub(super) fn offset_along(&self, array: &Array, along: &[Along], indices: &[IntegerExpr]) -> IntegerExpr {
        self.section_along(array, along, indices).offset()
    }

    /// A new array `stem.N` of these extents, with lower bounds of 1.
    pub fn temporary_array(&mut self, stem: &str, ty: Type, extents: Extents) -> Array {
        if ty == Type::Character {
            self.error(self.source.span, "an array of CHARACTER as an intermediate value is not supported yet");
        }
        let name = self.numbered(stem);
        let extents: Extents = extents.into_iter().map(|extent| self.keep_integer("extent", extent)).collect();
        let known = extents.iter().try_fold(1u64, |product, extent| {
            let extent = u64::try_from(fold::constant(extent)?).ok()?;
            product.checked_mul(extent)
        });
        let (ty, width) = match ty {
            Type::Complex(kind) => (Type::Real(kind), 2),
            other => (other, 1),
        };
        let length = known.and_then(|known| known.checked_mul(width));
        let length = length.map_or(ArrayLength::Dynamic, ArrayLength::Constant);
        let var = Var::local(name, ty, self.scope);
        let var = self.vars.alloc(Var { array: Some(length), ..var });
        if length == ArrayLength::Dynamic {
            let width = constant(width as i64);
            let factors: Vec<IntegerExpr> = extents.iter().cloned().chain([width]).collect();
            self.allocate_product(var, &factors);
        }
        Array { width: width as i64, ..Array::of_extents(var, extents, known) }
    }

    /// The number of elements.
    pub fn product(&self, extents: &[IntegerExpr]) -> IntegerExpr {
        let multiply = |left, right: &IntegerExpr| combine(IntegerBinary::Multiply, left, right.clone());
        extents.iter().fold(constant(1), multiply)
    }

    /// Allocates an array with as many elements as the product of the factors. A product that has no place in the kind
    /// of indices is one for which there is no memory.
    pub fn allocate_product(&mut self, array: VarId, factors: &[IntegerExpr]) {
        let length = match factors.iter().filter(|factor| fold::constant(factor) != Some(1)).count() {
            0 | 1 => self.product(factors),
            _ => factors.iter().fold(IntegerExpr::Constant(IntegerKind::I8, 1), |product, factor| {
                let next = combine_wide(IntegerBinary::Multiply, product, factor.clone());
                combine_wide(IntegerBinary::Min, next, IntegerExpr::Constant(IntegerKind::I8, MOST_ELEMENTS))
            }),
        };
        self.action(ActionKind::Allocate { array, length });
    }
}
