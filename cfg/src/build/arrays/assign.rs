//! Assignments to arrays.
//!
//! The value goes through a temporary array where its elements are not certainly read before those of the target at the
//! same place are assigned: where the target's array is read at other places, or through another variable of its area.

use super::sections::{Along, combine};
use super::{Extents, Leaf, address};
use crate::build::Builder;
use crate::build::variables::Array;
use crate::expr::{Expr, IntegerBinary, IntegerExpr, LogicalExpr, Place};
use crate::unit::{ArrayLength, Storage};
use forlane_frontend::resolved::{self, Section};
use forlane_frontend::types::Type;

/// Where an assignment is done, if not everywhere: an array of LOGICAL of the target's shape.
pub(super) type Mask<'m> = Option<&'m Array>;

impl Builder<'_> {
    /// `section = value`.
    pub fn assign_array(&mut self, target: &Section, value: &resolved::Expr) {
        self.assign_where(target, value, None);
    }

    /// `section = value` where the mask is true.
    pub(super) fn assign_where(&mut self, target: &Section, value: &resolved::Expr, mask: Mask<'_>) {
        if mask.is_none() && self.is_allocated_anew(target) && value.rank() > 0 {
            return self.assign_allocatable(target, value);
        }
        if let Type::Complex(kind) = value.ty {
            return self.assign_complex_where(kind, target, value, mask);
        }
        let (leaf, extents) = self.section_leaf(target);
        let Leaf::Array { array, along } = leaf else { return };
        if value.rank() == 0 {
            let value = self.expr(value);
            let value = self.saved("scalar", value);
            self.store_all(&array, &along, &extents, mask, |_| value.clone());
            return;
        }
        self.prepare(value);
        if self.may_overlap(&array, &along, value) {
            let texts = self.temporary_texts(array.var, extents.clone()).filter(|_| value.ty == Type::Character);
            let copy = match texts {
                Some(copy) => copy,
                None => self.temporary_array("copy", value.ty, extents.clone()),
            };
            let whole: Vec<Along> = Self::along_of(Self::whole_leaf(copy.clone()));
            self.store_all(&copy, &whole, &extents, mask, |builder| builder.expr(value));
            self.store_all(&array, &along, &extents, mask, |builder| builder.element_of(&copy, value));
        } else {
            self.store_all(&array, &along, &extents, mask, |builder| builder.expr(value));
        }
        self.forget(value);
    }

    pub(super) fn along_of(leaf: Leaf) -> Vec<Along> {
        match leaf {
            Leaf::Array { along, .. } => along,
            Leaf::Scalar(_) | Leaf::Parts(_) => Vec::new(),
        }
    }

    /// The element of a temporary array at the present indices.
    fn element_of(&mut self, array: &Array, value: &resolved::Expr) -> Expr {
        let along = Self::along_of(Self::whole_leaf(array.clone()));
        let offset = self.offset_along(array, &along, &self.elements.indices);
        match self.read_element(value.ty, array.var, offset) {
            Some(element) => element,
            None => self.unsupported_element(value),
        }
    }

    /// Values of a type that takes more than one expression.
    fn unsupported_element(&mut self, value: &resolved::Expr) -> Expr {
        let message = format!("an array statement of type {} is not supported yet", value.ty.name());
        self.error(value.span, message);
        Expr::Logical(LogicalExpr::Constant(false))
    }

    /// Loops that store a value in each element.
    pub(super) fn store_all(
        &mut self,
        array: &Array,
        along: &[Along],
        extents: &Extents,
        mask: Mask<'_>,
        mut value: impl FnMut(&mut Self) -> Expr,
    ) {
        self.for_each_element(extents, mask, |builder| {
            let value = value(builder);
            let offset = builder.offset_along(array, along, &builder.elements.indices);
            builder.store_element(array.var, offset, value);
        });
    }

    /// Loops over the elements of a shape at which the mask is true.
    pub(super) fn for_each_element(&mut self, extents: &Extents, mask: Mask<'_>, mut body: impl FnMut(&mut Self)) {
        let loops = self.open_loops(extents);
        let guard = mask.map(|mask| {
            let condition = self.mask_element(mask);
            self.guard(condition)
        });
        body(self);
        if let Some(otherwise) = guard {
            self.end_guard(otherwise);
        }
        self.close_loops(loops);
    }

    /// The mask's element at the present indices.
    pub(super) fn mask_element(&mut self, mask: &Array) -> LogicalExpr {
        let along = Self::along_of(Self::whole_leaf(mask.clone()));
        let offset = self.offset_along(mask, &along, &self.elements.indices);
        LogicalExpr::Read(Place::Element(mask.var, Box::new(offset)))
    }

    /// Whether the value reads elements of the target other than the one that is assigned from them.
    pub(super) fn may_overlap(&self, target: &Array, along: &[Along], value: &resolved::Expr) -> bool {
        let mut overlaps = false;
        let mut stack = vec![value];
        while let Some(expr) = stack.pop() {
            stack.extend(expr.elemental_operands());
            overlaps |= self.may_read(expr, target);
            if let Some(Leaf::Array { array, along: other }) = self.elements.leaves.get(&address(expr)) {
                let same_place = array.var == target.var && other.as_slice() == along;
                overlaps |= !same_place && self.may_share(target, array);
            }
        }
        overlaps
    }

    fn may_share(&self, left: &Array, right: &Array) -> bool {
        let (left_var, right_var) = (&self.vars[left.var], &self.vars[right.var]);
        let area = |var: &crate::unit::Var| var.area.as_ref().map(|place| place.area.clone());
        left.var == right.var || left_var.storage == Storage::Area && area(left_var) == area(right_var)
    }

    /// The length in elements of an array whose extents are known here.
    pub(super) fn length_of(&self, array: &Array) -> IntegerExpr {
        match self.vars[array.var].array {
            Some(ArrayLength::Constant(length)) => super::sections::constant(length as i64),
            _ => array.extents().into_iter().fold(super::sections::constant(1), |product, extent| {
                combine(IntegerBinary::Multiply, product, extent)
            }),
        }
    }
}
