//! Arrays of COMPLEX, whose elements are two of a REAL array.

use super::Leaf;
use super::elements::imaginary;
use super::sections::{combine, constant};
use crate::Builder;
use crate::complex::Parts;
use crate::entities::Array;
use forlane_cfg::expr::{IntegerBinary, IntegerExpr, RealExpr};
use forlane_frontend::resolved;
use forlane_semantics::types::{RealKind, Type};

impl Builder<'_> {
    /// Stores a value as the element of that number, of a new array.
    pub(super) fn store_item(&mut self, array: &Array, number: IntegerExpr, value: &resolved::Expr) {
        if let Type::Complex(_) = value.ty {
            let value = self.complex(value);
            let offset = combine(IntegerBinary::Multiply, number, constant(2));
            return self.store_pair(array.var, offset, value);
        }
        let value = self.expr(value);
        self.store_element(array, number, value);
    }

    /// The present element of a prepared operand; none for any other expression.
    pub fn prepared_parts(&mut self, kind: RealKind, expr: &resolved::Expr) -> Option<Parts> {
        if self.elements.leaves.is_empty() {
            return None;
        }
        match self.elements.leaves.get(&expr.id())? {
            Leaf::Parts(parts) => Some(parts.clone()),
            Leaf::Array { array, along } if array.width == 2 => {
                let section = self.section_along(array, along, &self.elements.indices);
                let second = imaginary(section.clone());
                let [re, im] = [section, second].map(|part| RealExpr::Read(kind, self.section_place(part)));
                Some(Parts { re, im })
            }
            _ => None,
        }
    }
}
