//! Assignments to arrays.

use super::elements::{Mask, Target};
use super::transformations::zero_of;
use super::{Along, Leaf};
use crate::Builder;
use crate::entities::{Array, LoweredSymbol};
use forlane_cfg::analysis::dependence::may_share;
use forlane_cfg::expr::{Expr, LogicalExpr};
use forlane_cfg::unit::{Storage, VarId};
use forlane_frontend::resolved::{self, Section, SymbolClass};
use forlane_semantics::types::Type;

impl Builder<'_> {
    /// `section = value`.
    pub fn assign_array(&mut self, target: &Section, value: &resolved::Expr) {
        if self.is_allocated_anew(target) && value.rank() > 0 {
            return self.assign_allocatable(target, value);
        }
        self.assign_where(target, value, Mask::None);
    }

    /// `section = value` where the mask is true.
    pub(super) fn assign_where(&mut self, target: &Section, value: &resolved::Expr, mask: Mask<'_>) {
        let (leaf, extents) = self.section_leaf(target);
        let Leaf::Array { array, along } = leaf else { return };
        let target = Target { array: &array, along: &along };
        if value.rank() == 0 {
            let values = match mask {
                Mask::None => self.element_value(value),
                // Where the mask is true nowhere, its evaluation must not fail.
                _ if self.may_only_fail(value) && value.ty != Type::Character => {
                    let some = self.some_true(mask, &extents);
                    self.chosen_value(some, |builder| builder.element_value(value), |_| zero_of(value.ty))
                }
                _ => self.element_value(value),
            };
            let values = values.into_iter().map(|value| self.saved("scalar", value)).collect();
            return self.store_all(target, &extents, mask, false, |_| values);
        }
        self.prepare(value);
        if self.may_meet_target(&array, value) {
            let copy = self.evaluated(value);
            return self.store_all(target, &extents, mask, false, |builder| builder.element_of(&copy));
        }
        let overlaps = self.may_overlap(&array, &along, value);
        self.store_all(target, &extents, mask, overlaps, |builder| builder.element_value(value));
        self.forget(value);
    }

    /// The mask's element at the present indices.
    pub(super) fn mask_element(&mut self, mask: &Array) -> LogicalExpr {
        let section = self.section_along(mask, &Self::all_along(mask), &self.elements.indices);
        LogicalExpr::Read(self.section_place(section))
    }

    /// Whether the value reads an array under another name: one of two TARGETs is a dummy argument, for which the other
    /// may have been passed.
    fn may_meet_target(&self, target: &Array, value: &resolved::Expr) -> bool {
        let is_target = |var: VarId| {
            let symbols = &self.source.symbols;
            symbols.iter().any(|(id, symbol)| match &symbol.class {
                SymbolClass::Variable(variable) => {
                    variable.is_target && self.entities.get(id.index()).and_then(LoweredSymbol::var) == Some(var)
                }
                _ => false,
            })
        };
        let is_dummy = |var: VarId| self.vars[var].storage == Storage::Dummy;
        let mut stack = vec![value];
        while let Some(expr) = stack.pop() {
            stack.extend(expr.elemental_operands());
            if let Some(Leaf::Array { array, .. }) = self.elements.leaves.get(&expr.id()) {
                let is_other = array.var != target.var && (is_dummy(array.var) || is_dummy(target.var));
                if is_other && is_target(array.var) && is_target(target.var) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the value reads elements of the target other than the one that is assigned from them.
    pub(super) fn may_overlap(&self, target: &Array, along: &[Along], value: &resolved::Expr) -> bool {
        let mut overlaps = false;
        let mut stack = vec![value];
        while let Some(expr) = stack.pop() {
            stack.extend(expr.elemental_operands());
            overlaps |= self.may_read(expr, target);
            if let Some(Leaf::Array { array, along: other }) = self.elements.leaves.get(&expr.id()) {
                let same_place = array.var == target.var && other.as_slice() == along;
                overlaps |= !same_place && may_share(&self.vars, target.var, array.var);
            }
        }
        overlaps
    }

    /// The present element of an array.
    pub(super) fn element_of(&self, array: &Array) -> Vec<Expr> {
        self.read_at(array, &self.elements.indices)
    }
}
