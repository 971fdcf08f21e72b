//! The values of a unit as gang values, and what is passed on to joins.

use super::{Lowering, memory};
use crate::error::JitError;
use crate::gang::ir::{Element, GangType, ValueId};
use forlane_cfg::{self as cfg, Shape, Type};

impl Lowering<'_> {
    /// The type of a value of the unit as a gang value: logical values that vary are masks of the home width.
    pub(super) fn value_type(&self, value: cfg::ValueId) -> GangType {
        let value = &self.unit.values[value];
        self.gang_type(value.ty, value.shape.unwrap_or(Shape::Varying))
    }

    /// The type that a variable's argument slot has; results always vary.
    pub(super) fn variable_type(&self, var: cfg::VarId) -> GangType {
        let data = &self.unit.vars[var];
        let shape = if self.unit.result == Some(var) { Shape::Varying } else { data.shape };
        self.gang_type(data.ty, shape)
    }

    pub(super) fn gang_type(&self, ty: Type, shape: Shape) -> GangType {
        let element = match (ty, shape) {
            (Type::Logical, Shape::Varying) => self.mask.element,
            (Type::Logical, Shape::Uniform) => Element::Bool,
            (ty, _) => memory::memory_element(ty),
        };
        GangType { element, shape }
    }

    /// The gang value of a value of the unit.
    pub(super) fn value(&self, value: cfg::ValueId) -> Result<ValueId, JitError> {
        self.values[value.index()]
            .ok_or_else(|| self.malformed(&format!("v{} is used before it is defined", value.index())))
    }

    /// The gang values that are passed for outputs or inputs of those types.
    pub(super) fn passed(
        &mut self,
        values: &[cfg::ValueId],
        types: &[GangType],
    ) -> Result<Vec<Option<ValueId>>, JitError> {
        if values.len() != types.len() {
            return Err(self.malformed("the number of values passed differs from that of the outputs"));
        }
        let mut passed = Vec::with_capacity(values.len());
        for (value, ty) in values.iter().zip(types) {
            let value = self.value(*value)?;
            passed.push(Some(self.coerce(value, *ty)?));
        }
        Ok(passed)
    }

    /// The same value as that type: splat, and masks in that width.
    pub(super) fn coerce(&mut self, value: ValueId, ty: GangType) -> Result<ValueId, JitError> {
        let found = self.builder.code.ty(value);
        if found == ty {
            return Ok(value);
        }
        if ty.element.is_mask() && (found.element.is_mask() || found.element == Element::Bool) {
            return Ok(self.builder.mask_of_width(value, ty.element));
        }
        if found.element == ty.element && ty.is_varying() {
            return Ok(self.builder.splat(value));
        }
        Err(self.malformed(&format!("a value of type {found:?} is used as one of type {ty:?}")))
    }

    pub(super) fn define(&mut self, outputs: &[cfg::ValueId], values: &[Option<ValueId>]) {
        for (output, value) in outputs.iter().zip(values) {
            self.values[output.index()] = *value;
        }
    }
}
