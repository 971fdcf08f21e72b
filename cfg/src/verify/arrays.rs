//! Rules of array assignments.

use super::Checker;
use crate::array::{ArrayAssignment, IndexRange, Section};
use crate::expr::IntegerExpr;
use crate::text::UnitPart;
use crate::unit::{Stage, Storage, VarId};
use forlane_semantics::types::Type;

impl Checker<'_> {
    /// Rules `array-stage`, `array-index` and `array-store`, and those of the expressions.
    pub(super) fn array_assignment(&mut self, entity: UnitPart, assignment: &ArrayAssignment) {
        if self.unit.stage != Stage::Cfg {
            self.error("array-stage", entity, "an array assignment after stage `cfg`");
        }
        assignment.ranges.iter().for_each(|range| self.index_range(entity, range));
        self.in_elements = true;
        assignment.mask.iter().for_each(|mask| self.logical(entity, mask));
        for (part, value) in &assignment.parts {
            self.local_scalar(entity, *part);
            self.assigned(entity, *part, value.ty());
            self.expr(entity, value);
        }
        for store in &assignment.stores {
            self.assigned(entity, store.target.array, store.value.ty());
            self.section(entity, &store.target);
            self.expr(entity, &store.value);
        }
        self.in_elements = false;
        let targets = assignment.stores.iter().map(|store| store.target.array);
        if assignment.stores.is_empty() || targets.into_iter().any(|target| Some(target) != assignment.target()) {
            self.error("array-store", entity, "not exactly one array is assigned");
        }
    }

    fn index_range(&mut self, entity: UnitPart, range: &IndexRange) {
        self.local_scalar(entity, range.index);
        let ty = self.unit.vars[range.index].ty;
        for bound in [&range.first, &range.step] {
            self.integer(entity, bound);
            if Type::Integer(bound.kind()) != ty {
                self.error("array-index", entity, "a bound is not of the type of its index");
            }
        }
        self.integer(entity, &range.count);
        if matches!(range.step, IntegerExpr::Constant(_, 0)) {
            self.error("array-index", entity, "the increment of an index is zero");
        }
    }

    fn local_scalar(&mut self, entity: UnitPart, var: VarId) {
        let var = &self.unit.vars[var];
        if var.array.is_some() || var.storage != Storage::Local {
            self.error("array-index", entity, format!("{} is not a local scalar", var.name));
        }
    }

    /// Rule `place-section`.
    pub(super) fn section(&mut self, entity: UnitPart, section: &Section) {
        self.array(entity, section.array);
        let count = section.subscripts.len();
        let is_sound = section.subscripts.iter().enumerate();
        let is_sound = is_sound.into_iter().all(|(at, subscript)| subscript.extent.is_none() == (at + 1 == count));
        if count == 0 || !is_sound {
            self.error("place-section", entity, "a dimension but the last has no extent, or the last has one");
        }
        if !self.in_elements {
            self.error("place-section", entity, "an element by its subscripts outside of an array assignment");
        }
        for subscript in &section.subscripts {
            self.integer(entity, &subscript.at);
            subscript.extent.iter().for_each(|extent| self.integer(entity, extent));
        }
    }
}
