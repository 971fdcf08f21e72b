//! Input and output statements in gang code: internal files, for each active lane.

use super::Lowering;
use super::expression::integer_element;
use super::memory::memory_element;
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, LaneLayout, Op, ValueId};
use crate::runtime::output::FAILED;
use crate::runtime::{RuntimeFunction, SiteReason};
use crate::texts::Text;
use crate::transfers::TransferCode;
use forlane_cfg::{Argument, Expr, IntegerKind, Relation, Type, Unit, VarId};

impl TransferCode for Lowering<'_> {
    type Room = ItemRoom;

    fn unit(&self) -> &Unit {
        self.unit
    }

    fn evaluate(&mut self, expr: &Expr) -> Result<ValueId, JitError> {
        self.expr(expr)
    }

    fn set_object(&mut self, object: &Argument, value: ValueId) -> Result<(), JitError> {
        match object {
            Argument::InOut { after, .. } => {
                self.values[after.index()] = Some(value);
                Ok(())
            }
            Argument::Variable(var) => self.store_scalar(*var, value),
            Argument::Element(array, offset) => self.store_element(*array, offset, value),
            _ => Err(self.malformed("what is read is not a scalar")),
        }
    }

    fn put_in_room(&mut self, ty: Type, scalars: &[ValueId]) -> (ItemRoom, ValueId) {
        let element = memory_element(ty);
        let bytes = element.size() * scalars.len() as u32;
        let slot = self.new_slot(self.around.lanes * bytes);
        let base = self.builder.push(GangType::uniform(Element::I64), Op::Slot(slot));
        let room = ItemRoom { base, bytes, element };
        for (index, value) in scalars.iter().enumerate() {
            let value = self.as_stored(*value, ty);
            let value = self.builder.splat(value);
            let address = self.room_pointers(room, index);
            let mask = self.builder.truth(GangType::varying(element.mask()), true);
            self.builder.effect(Op::StoreEach { address, bytes: element.size(), value, mask });
        }
        (room, self.slot_pointers(base, bytes))
    }

    fn take_from_room(&mut self, room: ItemRoom, ty: Type, index: usize) -> ValueId {
        let address = self.room_pointers(room, index);
        let load = Op::LoadEach { address, bytes: ty.size() as u32 };
        let value = self.builder.push(GangType::varying(room.element), load);
        self.as_read(value, ty)
    }

    fn elements(&mut self, array: VarId) -> Result<[ValueId; 3], JitError> {
        let at = self.locate(array)?;
        let address = self.lane_pointers(at);
        let together = if at.lay == LaneLayout::Interleaved { self.around.lanes } else { 1 };
        Ok([address, at.length, self.builder.integer(i64::from(at.width * together))])
    }

    fn bytes_of(&mut self, array: VarId, offset: ValueId, length: ValueId) -> Result<Text<ValueId>, JitError> {
        self.bytes_at(array, offset, length)
    }

    fn held_address(&mut self, array: VarId) -> Result<ValueId, JitError> {
        match self.is_dynamic(array) {
            true => self.dynamic_addresses(array),
            false => Ok(self.builder.integer(0)),
        }
    }

    // A row has no exit status of its own.
    fn set_exit_status(&mut self, _: ValueId) -> Result<(), JitError> {
        Ok(())
    }

    fn end(&mut self, handled: ValueId, kind: IntegerKind) -> Result<ValueId, JitError> {
        let status = self.for_each_lane(RuntimeFunction::IoEnd, vec![handled], Some(Element::I32));
        let failed = self.builder.constant(GangType::uniform(Element::I32), FAILED as u32 as u64);
        let bad = self.builder.compare(Relation::Equal, status, failed);
        self.fail_at_once(bad, SiteReason::InputOutput);
        Ok(self.builder.convert(status, integer_element(kind)))
    }
}

impl Lowering<'_> {
    /// The addresses of a scalar of the lanes' items.
    fn room_pointers(&mut self, room: ItemRoom, index: usize) -> ValueId {
        let pointers = self.slot_pointers(room.base, room.bytes);
        let behind = self.builder.integer(index as i64 * i64::from(room.element.size()));
        self.builder.binary(BinaryOp::Add, pointers, behind)
    }
}

/// Memory for an item of each lane.
#[derive(Clone, Copy)]
pub(crate) struct ItemRoom {
    base: ValueId,
    /// Of each lane.
    bytes: u32,
    /// Of each scalar.
    element: Element,
}
