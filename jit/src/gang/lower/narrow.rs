//! INTEGER of 1 and 2 bytes: in registers an I32 in the range of its kind, in memory each lane's elements apart from
//! those of the others, so that a text is one piece. So an element is loaded and stored by an address for each lane.

use super::Lowering;
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, Op, ValueId};
use forlane_cfg::{IntegerExpr, IntegerKind, Relation, Type, VarId};

impl Lowering<'_> {
    /// Whether the variable is of a narrow kind and in memory, not a scalar argument or value.
    pub(super) fn is_narrow_in_memory(&self, var: VarId) -> bool {
        let data = &self.unit.vars[var];
        matches!(data.ty, Type::Integer(kind) if kind.is_narrow()) && !data.is_promotable()
    }

    /// Reads an element; without an offset the variable is a scalar.
    pub(super) fn load_narrow(&mut self, var: VarId, offset: Option<&IntegerExpr>) -> Result<ValueId, JitError> {
        let (address, bytes) = self.narrow_address(var, offset)?;
        Ok(self.load_each(address, bytes))
    }

    /// Reads what is at an address.
    pub(super) fn load_each(&mut self, address: ValueId, bytes: u32) -> ValueId {
        let shape = self.builder.code.ty(address).shape;
        self.builder.push(GangType { element: Element::I32, shape }, Op::LoadEach { address, bytes })
    }

    /// Assigns an element.
    pub(super) fn store_narrow(
        &mut self,
        var: VarId,
        offset: Option<&IntegerExpr>,
        value: ValueId,
    ) -> Result<(), JitError> {
        let (address, bytes) = self.narrow_address(var, offset)?;
        if !self.builder.code.ty(address).is_varying() {
            return Err(self.malformed("what all lanes share is assigned"));
        }
        self.store_each(address, bytes, value);
        Ok(())
    }

    /// Assigns what is at the addresses of the active lanes.
    pub(super) fn store_each(&mut self, address: ValueId, bytes: u32, value: ValueId) {
        let (address, value) = (self.builder.splat(address), self.builder.splat(value));
        let active = self.active_mask();
        let mask = self.builder.convert(active, self.builder.code.ty(value).element.mask());
        self.builder.effect(Op::StoreEach { address, bytes, value, mask });
    }

    /// The address of an element, and its bytes.
    pub(super) fn narrow_address(
        &mut self,
        var: VarId,
        offset: Option<&IntegerExpr>,
    ) -> Result<(ValueId, u32), JitError> {
        let at = match offset {
            Some(offset) => self.locate_element(var, offset)?,
            None => self.locate(var)?,
        };
        let pointers = self.lane_pointers(at);
        let Some(offset) = offset else { return Ok((pointers, at.width)) };
        let index = self.integer(offset)?;
        let index = self.index_of(at, index);
        let index = match self.builder.code.ty(index).is_varying() {
            true => self.check_each(var, at, index),
            false => self.check_common(var, at, index),
        };
        let index = self.builder.convert(index, Element::I64);
        let width = self.builder.integer(i64::from(at.width));
        let behind = self.builder.binary(BinaryOp::Multiply, index, width);
        Ok((self.builder.binary(BinaryOp::Add, behind, pointers), at.width))
    }

    /// An I32 that a real became, as a number of the kind: what does not fit is the least one.
    pub(super) fn fitted(&mut self, value: ValueId, kind: IntegerKind) -> ValueId {
        if !kind.is_narrow() {
            return value;
        }
        let ty = GangType::uniform(Element::I32);
        let least = self.builder.constant(ty, kind.least() as u64);
        let below = self.builder.compare(Relation::GreaterEqual, value, least);
        let greatest = self.builder.constant(ty, (-1 - kind.least()) as u64);
        let above = self.builder.compare(Relation::LessEqual, value, greatest);
        let fits = self.builder.binary(BinaryOp::And, below, above);
        self.builder.blend(fits, value, least)
    }
}
