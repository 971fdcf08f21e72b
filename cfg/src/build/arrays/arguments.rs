//! Arrays as actual arguments.
//!
//! A section whose elements follow one another is passed where it lies, as an element with the rest of its array
//! behind it; any other is copied to a temporary array, and back behind the call. To a dummy array of assumed shape the
//! extents go along, as INTEGER arguments behind all others.

use super::elements::{Mask, Target};
use super::sections::{Along, constant};
use super::{Extents, Leaf};
use crate::build::variables::Array;
use crate::build::{Builder, fold};
use crate::expr::{Expr, IntegerExpr};
use crate::graph::Argument;
use forlane_frontend::resolved::{self, Section};
use forlane_frontend::types::Type;

/// An array argument, and what is to be done behind the call.
pub struct Passed {
    /// The argument.
    pub argument: Argument,
    /// The extents, which go to a dummy array of assumed shape.
    pub extents: Extents,
    /// The length of the elements of an array of CHARACTER.
    pub length: Option<IntegerExpr>,
    /// A copy that goes back into the section.
    back: Option<(Array, Array, Vec<Along>, Extents)>,
}

impl Builder<'_> {
    /// A section as an argument.
    pub fn pass_section(&mut self, section: &Section) -> Passed {
        let (leaf, extents) = self.section_leaf(section);
        let Leaf::Array { array, along } = leaf else {
            let argument = Argument::Value(Expr::Integer(constant(0)));
            return Passed { argument, extents, length: None, back: None };
        };
        let length = self.element_length(&array);
        if array.part.is_none() && is_contiguous(&array, &along, &extents) {
            let first = vec![constant(0); extents.len()];
            let offset = self.offset_along(&array, &along, &first);
            let argument = match self.element_bytes(&array, offset.clone()) {
                Some(bytes) => Argument::Element(array.var, bytes.offset),
                None => Argument::Element(array.var, offset),
            };
            return Passed { argument, extents, length, back: None };
        }
        let ty = match (self.vars[array.var].ty, array.width) {
            (Type::Real(kind), 2) => Type::Complex(kind),
            (ty, _) => ty,
        };
        let copy = self.array_like("section", &array, ty, extents.clone());
        self.fill(&copy, &extents, |builder| builder.read_along(&array, &along));
        let argument = Argument::Array(copy.var);
        Passed { argument, length, back: Some((copy, array, along, extents.clone())), extents }
    }

    /// An array-valued expression as an argument: a copy that the callee may change without effect.
    pub fn pass_array_value(&mut self, value: &resolved::Expr) -> Passed {
        let copy = self.evaluated(value);
        let extents = copy.extents();
        let length = self.element_length(&copy);
        Passed { argument: Argument::Array(copy.var), extents, length, back: None }
    }

    /// A whole array as an argument.
    pub fn pass_whole(&mut self, array: &Array) -> Passed {
        let extents = self.whole_extents(array);
        let length = self.element_length(array);
        Passed { argument: Argument::Array(array.var), extents, length, back: None }
    }

    /// Copies back what the callee may have changed.
    pub fn take_back(&mut self, passed: &Passed) {
        let Some((copy, array, along, extents)) = &passed.back else { return };
        self.store_all(Target { array, along }, extents, Mask::None, false, |builder| builder.element_of(copy));
    }
}

/// Whether the elements certainly follow one another: whole dimensions, then at most one range of step 1, then indices.
fn is_contiguous(array: &Array, along: &[Along], extents: &Extents) -> bool {
    let is_one = |expr: &IntegerExpr| fold::constant(expr) == Some(1);
    let mut dimensions = along.iter().enumerate();
    for (dimension, along) in dimensions.by_ref() {
        let Along::Index { index, start, step } = along else {
            return matches!(along, Along::Fixed(_)) && dimensions.all(|(_, along)| matches!(along, Along::Fixed(_)));
        };
        if !is_one(step) {
            return false;
        }
        let declared = array.dimension(dimension).1.as_ref().and_then(fold::constant);
        let covered = extents.get(*index).and_then(fold::constant);
        let is_whole = fold::constant(start) == Some(0) && declared.is_some() && declared == covered;
        if !is_whole {
            return dimensions.all(|(_, along)| matches!(along, Along::Fixed(_)));
        }
    }
    true
}
