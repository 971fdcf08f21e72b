//! Arrays as actual arguments.
//!
//! A section whose elements follow one another is passed where it lies, as an element with the rest of its array
//! after it; any other is copied to a temporary array, and back after the call. To a dummy array of assumed shape the
//! extents go along, as INTEGER arguments after all others.

use super::elements::{Mask, Target};
use super::sections::constant;
use super::{Along, Extents, Leaf};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::expr::{Expr, IntegerExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::Argument;
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, Section};

/// An array argument, and what is to be done after the call.
pub struct Passed {
    /// The argument.
    pub argument: Argument,
    /// The extents, which go to a dummy array of assumed shape.
    pub extents: Extents,
    /// The length of the elements of an array of CHARACTER.
    pub length: Option<IntegerExpr>,
    /// A copy that goes back into the section.
    pub(super) back: Option<(Array, Array, Vec<Along>, Extents)>,
    /// LOGICALs that go back to where they are held.
    pub(super) held: Option<Held>,
}

/// LOGICALs in the place of INTEGERs that hold them.
#[derive(Clone)]
pub(super) enum Held {
    Scalar(VarId, Place),
    Array(Box<(Array, Array)>),
}

impl Passed {
    /// An argument that needs nothing more.
    pub(super) fn of(argument: Argument) -> Passed {
        Passed { argument, extents: Extents::new(), length: None, back: None, held: None }
    }
}

impl Builder<'_> {
    /// A section as an argument.
    pub fn passed_section(&mut self, section: &Section) -> Passed {
        self.pass_section(section, None)
    }

    /// A section as an argument, or the same section of another array.
    pub(super) fn pass_section(&mut self, section: &Section, other: Option<VarId>) -> Passed {
        let (leaf, extents) = self.section_leaf(section);
        let Leaf::Array { array, along } = leaf else {
            let argument = Argument::Value(Expr::Integer(constant(0)));
            return Passed { extents, ..Passed::of(argument) };
        };
        let array = Array { var: other.unwrap_or(array.var), ..array };
        let length = self.element_length(&array);
        if array.part.is_none() && is_contiguous(&array, &along, &extents) {
            let first = vec![constant(0); extents.len()];
            let offset = self.offset_along(&array, &along, &first);
            let argument = match self.element_bytes(&array, offset.clone()) {
                Some(bytes) => Argument::Element(array.var, bytes.offset),
                None => Argument::Element(array.var, offset),
            };
            return Passed { extents, length, ..Passed::of(argument) };
        }
        let copy = self.array_like("section", &array, extents.clone());
        self.fill(&copy, &extents, |builder| builder.read_along(&array, &along));
        let argument = Argument::Array(copy.var);
        // What a vector subscript chooses may not be assigned, and is not if it is.
        let has_vector = along.iter().any(|along| matches!(along, Along::Vector { .. }));
        let back = (!has_vector).then(|| (copy, array, along, extents.clone()));
        Passed { length, back, extents, ..Passed::of(argument) }
    }

    /// An array-valued expression as an argument: a copy that the callee may change without effect.
    pub fn pass_array_value(&mut self, value: &resolved::Expr) -> Passed {
        let copy = self.evaluated(value);
        let extents = copy.extents();
        let length = self.element_length(&copy);
        Passed { extents, length, ..Passed::of(Argument::Array(copy.var)) }
    }

    /// A whole array as an argument.
    pub fn pass_whole(&mut self, array: &Array) -> Passed {
        let extents = self.whole_extents(array);
        let length = self.element_length(array);
        Passed { extents, length, ..Passed::of(Argument::Array(array.var)) }
    }

    /// Copies back what the callee may have changed.
    pub fn take_back(&mut self, passed: &Passed) {
        if let Some((copy, array, along, extents)) = &passed.back {
            self.store_all(Target { array, along }, extents, Mask::None, false, |builder| builder.element_of(copy));
        }
        if let Some(held) = &passed.held {
            self.take_back_held(held);
        }
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
