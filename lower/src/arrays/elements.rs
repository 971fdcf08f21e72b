//! What is done for each element: an array assignment where expressions say it all, loops where calls or control flow
//! are needed, or CHARACTER is assigned.
//!
//! The values are built apart from the current block, with indices that are new variables. If no more than expressions
//! and assignments to temporary variables came of it, they become an [`ArrayAssignment`], which names elements by their
//! subscripts. Otherwise loops over the indices are opened around what was built.

use super::sections::{combine, constant};
use super::{Along, Extents};
use crate::Builder;
use crate::entities::Array;
use forlane_cfg::array::{ArrayAssignment, ElementStore, IndexRange, Section, Subscript};
use forlane_cfg::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place};
use forlane_cfg::fold;
use forlane_cfg::graph::{ActionKind, BlockId, Terminator};
use forlane_cfg::unit::VarId;
use forlane_frontend::resolved::{self, Designator};
use forlane_frontend::source::Span;
use forlane_semantics::types::{IntegerKind, Type};
use std::collections::HashSet;

/// Where an assignment is done.
#[derive(Clone, Copy)]
pub(super) enum Mask<'m> {
    /// Everywhere.
    None,
    /// Where an array of LOGICAL of the target's shape is true.
    Array(&'m Array),
    /// Where a condition of these indices is true.
    Condition(&'m LogicalExpr, &'m [VarId]),
}

/// Code that was built apart from the current block, and is not reached yet.
pub(super) struct Apart {
    first: BlockId,
    last: BlockId,
}

/// An array and the way from the indices to its dimensions.
#[derive(Clone, Copy)]
pub(super) struct Target<'t> {
    pub array: &'t Array,
    pub along: &'t [Along],
}

impl Builder<'_> {
    /// The value of an expression's present element: both parts of one of type COMPLEX.
    pub(super) fn element_value(&mut self, expr: &resolved::Expr) -> Vec<Expr> {
        match expr.ty {
            Type::Complex(_) => {
                let parts = self.complex(expr);
                vec![Expr::Real(parts.re), Expr::Real(parts.im)]
            }
            _ => vec![self.expr(expr)],
        }
    }

    /// New variables for the indices of a shape.
    pub(super) fn new_indices(&mut self, extents: &[IntegerExpr]) -> Vec<VarId> {
        extents.iter().map(|_| self.temporary("index", Type::Integer(IntegerKind::I4))).collect()
    }

    /// Builds something apart, with these indices.
    pub(super) fn apart<T>(&mut self, indices: &[VarId], build: impl FnOnce(&mut Self) -> T) -> (T, Apart) {
        let indices = indices.iter().map(|index| self.read_integer(*index)).collect();
        let around = std::mem::replace(&mut self.elements.indices, indices);
        let by_subscripts = std::mem::replace(&mut self.elements.by_subscripts, true);
        let (before, first) = (self.current(), self.new_block());
        self.start(first);
        let built = build(self);
        let last = self.current();
        self.start(before);
        self.elements.by_subscripts = by_subscripts;
        self.elements.indices = around;
        (built, Apart { first, last })
    }

    /// Whether nothing was built apart but expressions.
    pub(super) fn is_empty(&self, apart: &Apart) -> bool {
        apart.first == apart.last && self.graph.blocks[apart.first].actions.is_empty()
    }

    /// What was built apart, if it is no more than assignments to scalars.
    pub(super) fn as_parts(&mut self, apart: &Apart) -> Option<Vec<(VarId, Expr)>> {
        let actions = &self.graph.blocks[apart.first].actions;
        let is_part =
            |kind: &ActionKind| matches!(kind, ActionKind::Assign { target, .. } if self.vars[*target].is_promotable());
        if apart.first != apart.last || !actions.iter().all(|action| is_part(&action.kind)) {
            return None;
        }
        let actions = std::mem::take(&mut self.graph.blocks[apart.first].actions);
        let part = |action: forlane_cfg::graph::Action| match action.kind {
            ActionKind::Assign { target, value } => Some((target, value)),
            _ => None,
        };
        Some(actions.into_iter().filter_map(part).collect())
    }

    /// Goes on with what was built apart.
    pub(super) fn splice(&mut self, apart: Apart) {
        let (mut seen, mut pending) = (HashSet::from([apart.first]), vec![apart.first]);
        while let Some(id) = pending.pop() {
            let block = &mut self.graph.blocks[id];
            for action in block.actions.iter_mut().filter(|action| !matches!(action.kind, ActionKind::Array(_))) {
                action.kind.for_each_place_mut(&mut to_element);
            }
            match &mut block.terminator {
                Terminator::Branch { condition, .. } => condition.for_each_place_mut(&mut to_element),
                Terminator::Switch { selector, .. } => selector.for_each_place_mut(&mut to_element),
                Terminator::Goto(_) | Terminator::Return(_) | Terminator::Stop(_) => {}
            }
            pending.extend(block.terminator.successors().into_iter().filter(|next| seen.insert(*next)));
        }
        self.end(Terminator::Goto(apart.first));
        self.start(apart.last);
    }

    /// Stores a value in each element of a shape at which the mask is true. `overlaps` says whether the value reads
    /// what is assigned at other places; an array assignment does not need to know.
    pub(super) fn store_all(
        &mut self,
        target: Target<'_>,
        extents: &Extents,
        mask: Mask<'_>,
        overlaps: bool,
        value: impl FnOnce(&mut Self) -> Vec<Expr>,
    ) {
        let is_text = self.text_lengths.contains_key(&target.array.var);
        let indices = match mask {
            Mask::Condition(_, indices) => indices.to_vec(),
            Mask::None | Mask::Array(_) => self.new_indices(extents),
        };
        let ((values, places, condition), apart) = self.apart(&indices, |builder| {
            let values = value(builder);
            let condition = match mask {
                Mask::None => None,
                Mask::Array(mask) => Some(builder.mask_element(mask)),
                Mask::Condition(condition, _) => Some(condition.clone()),
            };
            (values, builder.places_along(target), condition)
        });
        let ranges: Vec<IndexRange> =
            indices.iter().zip(extents).map(|(index, count)| IndexRange::of_dimension(*index, count.clone())).collect();
        if !is_text && let Some(parts) = self.as_parts(&apart) {
            let stores = places.into_iter().zip(values);
            let stores = stores.map(|(target, value)| ElementStore { target, value }).collect();
            return self.action(ActionKind::Array(Box::new(ArrayAssignment {
                ranges,
                mask: condition,
                parts,
                stores,
            })));
        }
        let mask = match (mask, condition) {
            (Mask::Condition(..), Some(condition)) => Some(self.mask_before(&indices, extents, condition)),
            (_, condition) => condition.map(outside_condition),
        };
        let values = values.into_iter().map(outside_value).collect();
        let copy = overlaps.then(|| self.array_like("copy", target.array, extents.clone()));
        self.loop_over(&indices, extents, mask.clone(), |builder| {
            builder.splice(apart);
            match &copy {
                Some(copy) => builder.store_along(copy, &Self::all_along(copy), values),
                None => builder.store_along(target.array, target.along, values),
            }
        });
        if let Some(copy) = copy {
            self.loop_over(&indices, extents, mask, |builder| {
                builder.store_along(target.array, target.along, builder.element_of(&copy));
            });
        }
    }

    /// Evaluates a condition everywhere, into an array; its element at the present indices.
    pub(super) fn mask_before(&mut self, indices: &[VarId], extents: &Extents, condition: LogicalExpr) -> LogicalExpr {
        let mask = self.temporary_array("where", Type::Logical, extents.clone());
        let target = Target { array: &mask, along: &Self::all_along(&mask) };
        let everywhere = LogicalExpr::Constant(true);
        self.store_all(target, extents, Mask::Condition(&everywhere, indices), false, |_| {
            vec![Expr::Logical(condition)]
        });
        let indices: Vec<IntegerExpr> = indices.iter().map(|index| self.read_integer(*index)).collect();
        LogicalExpr::Read(Place::Element(
            mask.var,
            Box::new(self.offset_along(&mask, &Self::all_along(&mask), &indices)),
        ))
    }

    /// Loops with these indices; the body runs where the condition holds.
    pub(super) fn loop_over(
        &mut self,
        indices: &[VarId],
        extents: &Extents,
        mask: Option<LogicalExpr>,
        body: impl FnOnce(&mut Self),
    ) {
        let loops = self.open_loops_of(indices, extents);
        let others = mask.map(|condition| self.open_if(condition));
        body(self);
        others.into_iter().for_each(|others| self.fall_into(others));
        self.close_loops(loops);
    }

    /// Stores the parts of a value, all of which are evaluated before, in the present element.
    pub(super) fn store_along(&mut self, array: &Array, along: &[Along], parts: Vec<Expr>) {
        let last = parts.len().saturating_sub(1);
        let mut kept = Vec::with_capacity(parts.len());
        for (number, part) in parts.into_iter().enumerate() {
            kept.push(if number < last { self.saved("value", part) } else { part });
        }
        let places = self.places_along(Target { array, along });
        for (place, part) in places.iter().zip(kept) {
            self.store_element(array, place.offset(), part);
        }
    }

    /// The present element of an array by its subscripts; of a COMPLEX one both parts.
    pub(super) fn places_along(&self, target: Target<'_>) -> Vec<Section> {
        let section = self.section_along(target.array, target.along, &self.elements.indices);
        parts_of(target.array, section)
    }

    /// Reads the element of an array at some indices.
    pub(super) fn read_at(&self, array: &Array, indices: &[IntegerExpr]) -> Vec<Expr> {
        self.read_section(array, self.section_along(array, &Self::all_along(array), indices))
    }

    /// Reads the present element of a section.
    pub(super) fn read_along(&self, array: &Array, along: &[Along]) -> Vec<Expr> {
        self.read_section(array, self.section_along(array, along, &self.elements.indices))
    }

    fn read_section(&self, array: &Array, section: Section) -> Vec<Expr> {
        if self.text_lengths.contains_key(&array.var) {
            return self.read_element(Type::Character, array, section.offset()).into_iter().collect();
        }
        let ty = self.vars[array.var].ty;
        let parts = parts_of(array, section).into_iter();
        parts.filter_map(|section| Expr::read(ty, self.section_place(section))).collect()
    }

    /// Reads the element of that number, in array element order.
    pub(super) fn read_linear(&self, array: &Array, number: IntegerExpr) -> Vec<Expr> {
        let linear = Array { dimensions: vec![(constant(1), None)], ..array.clone() };
        self.read_at(&linear, &[number])
    }

    /// An element by its subscripts, if that is what a designator names; of a COMPLEX one both parts.
    pub fn element_sections(&mut self, designator: &Designator, span: Span) -> Option<Vec<Section>> {
        let Designator::Element(symbol, subscripts) = designator else { return None };
        let array = self.array(*symbol, span).filter(|array| !self.text_lengths.contains_key(&array.var))?;
        let mut along = Vec::with_capacity(subscripts.len());
        for (dimension, subscript) in subscripts.iter().enumerate() {
            let subscript = self.integer(subscript);
            let lower = fold::to_integer(subscript.kind(), array.dimension(dimension).0);
            along.push(Along::Fixed(fold::binary(IntegerBinary::Subtract, subscript, lower)));
        }
        Some(parts_of(&array, self.section_along(&array, &along, &[])))
    }

    /// An element by its subscripts, of which those in `along` are indices.
    pub(super) fn section_along(&self, array: &Array, along: &[Along], indices: &[IntegerExpr]) -> Section {
        let index_at = |index: &usize| indices.get(*index).cloned().unwrap_or(constant(0));
        let mut subscripts = Vec::with_capacity(along.len() + 1);
        if array.width > 1 {
            subscripts.push(Subscript { at: constant(0), extent: Some(constant(array.width)) });
        }
        for (dimension, along) in along.iter().enumerate() {
            let at = match along {
                Along::Fixed(at) => at.clone(),
                Along::Index { index, start, step } => {
                    let moved = combine(IntegerBinary::Multiply, index_at(index), step.clone());
                    combine(IntegerBinary::Add, moved, start.clone())
                }
                Along::Vector { index, vector } => {
                    IntegerExpr::Read(IntegerKind::I4, self.element(*vector, index_at(index)))
                }
            };
            let is_last = dimension + 1 == array.rank();
            let extent = (!is_last).then(|| array.dimension(dimension).1.unwrap_or(constant(0)));
            // The index of an array that holds targets of pointers is the sum of its subscripts.
            match subscripts.last_mut() {
                Some(last) if dimension >= array.rank() => {
                    last.at = combine(IntegerBinary::Add, last.at.clone(), at);
                    continue;
                }
                _ => {}
            }
            subscripts.push(Subscript { at, extent: extent.map(fold::to_index) });
        }
        Section { array: array.var, subscripts }
    }

    /// An element by its offset.
    pub fn element(&self, array: VarId, offset: IntegerExpr) -> Place {
        match self.elements.by_subscripts {
            true => {
                let subscripts = vec![Subscript { at: offset, extent: None }];
                Place::Section(Box::new(Section { array, subscripts }))
            }
            false => Place::Element(array, Box::new(offset)),
        }
    }

    /// An element as a place.
    pub fn section_place(&self, section: Section) -> Place {
        match self.elements.by_subscripts {
            true => Place::Section(Box::new(section)),
            false => section.element(),
        }
    }
}

/// The parts of an element.
fn parts_of(array: &Array, section: Section) -> Vec<Section> {
    match array.width {
        2 => vec![section.clone(), imaginary(section)],
        _ => vec![section],
    }
}

/// The imaginary part of a number whose real part is given.
pub(super) fn imaginary(mut section: Section) -> Section {
    if let Some(part) = section.subscripts.first_mut() {
        part.at = constant(1);
    }
    section
}

/// What an element by its subscripts is outside of array assignments.
fn to_element(place: &mut Place) {
    if let Place::Section(section) = place {
        *place = section.element();
    }
}

fn outside_value(mut value: Expr) -> Expr {
    value.for_each_place_mut(&mut to_element);
    value
}

pub(super) fn outside_condition(mut condition: LogicalExpr) -> LogicalExpr {
    condition.for_each_place_mut(&mut to_element);
    condition
}
