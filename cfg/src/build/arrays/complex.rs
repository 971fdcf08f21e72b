//! Assignments to arrays of COMPLEX, whose elements are two of a REAL array.

use super::assign::Mask;
use super::sections::{Along, combine, constant};
use super::{Extents, Leaf, address};
use crate::build::Builder;
use crate::build::complex::Parts;
use crate::build::variables::Array;
use crate::expr::{IntegerBinary, IntegerExpr};
use crate::graph::ActionKind;
use crate::unit::VarId;
use forlane_frontend::resolved::{self, Section};
use forlane_frontend::types::{RealKind, Type};

impl Builder<'_> {
    /// `section = value` where the mask is true.
    pub(super) fn assign_complex_where(
        &mut self,
        kind: RealKind,
        target: &Section,
        value: &resolved::Expr,
        mask: Mask<'_>,
    ) {
        let (leaf, extents) = self.section_leaf(target);
        let Leaf::Array { array, along } = leaf else { return };
        if value.rank() == 0 {
            let parts = self.complex(value);
            let parts = self.saved_parts(parts);
            return self.store_all_parts(&array, &along, &extents, mask, |_| parts.clone());
        }
        self.prepare(value);
        if self.may_overlap(&array, &along, value) {
            let copy = self.temporary_array("copy", value.ty, extents.clone());
            let whole = Self::along_of(Self::whole_leaf(copy.clone()));
            self.store_all_parts(&copy, &whole, &extents, mask, |builder| builder.complex(value));
            self.store_all_parts(&array, &along, &extents, mask, |builder| {
                let offset = builder.offset_along(&copy, &whole, &builder.elements.indices);
                builder.read_pair(kind, copy.var, offset)
            });
        } else {
            self.store_all_parts(&array, &along, &extents, mask, |builder| builder.complex(value));
        }
        self.forget(value);
    }

    /// Stores a value as the element of that number, of a new array.
    pub(super) fn store_item(&mut self, array: VarId, number: IntegerExpr, value: &resolved::Expr) {
        if let Type::Complex(_) = value.ty {
            let value = self.complex(value);
            let offset = combine(IntegerBinary::Multiply, number, constant(2));
            return self.store_pair(array, offset, value);
        }
        let value = self.expr(value);
        self.action(ActionKind::Store { array, offset: number, value });
    }

    /// Evaluates an array expression into a new array.
    pub(super) fn fill_complex(&mut self, copy: &Array, extents: &Extents, expr: &resolved::Expr) {
        let along = Self::along_of(Self::whole_leaf(copy.clone()));
        self.store_all_parts(copy, &along, extents, None, |builder| builder.complex(expr));
    }

    /// Loops that store a number in each element.
    fn store_all_parts(
        &mut self,
        array: &Array,
        along: &[Along],
        extents: &Extents,
        mask: Mask<'_>,
        mut value: impl FnMut(&mut Self) -> Parts,
    ) {
        self.for_each_element(extents, mask, |builder| {
            let value = value(builder);
            let offset = builder.offset_along(array, along, &builder.elements.indices);
            builder.store_pair(array.var, offset, value);
        });
    }

    /// The present element of a prepared operand; none if the expression is none.
    pub fn prepared_parts(&mut self, kind: RealKind, expr: &resolved::Expr) -> Option<Parts> {
        if self.elements.leaves.is_empty() {
            return None;
        }
        match self.elements.leaves.get(&address(expr))? {
            Leaf::Parts(parts) => Some(parts.clone()),
            Leaf::Array { array, along } if array.width == 2 => {
                let var = array.var;
                let offset = self.offset_along(array, along, &self.elements.indices);
                Some(self.read_pair(kind, var, offset))
            }
            _ => None,
        }
    }
}
