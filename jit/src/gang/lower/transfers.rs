//! Internal files: the steps of an input or output statement, for each active lane.
//!
//! Each lane has its own transfers ([`crate::runtime::io`]), so that lanes may part between the steps of a statement. Items
//! are in memory when the run-time support reads or writes them, as in scalar code.

use super::Lowering;
use super::texts::{Scratch, Text};
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, LaneLayout, Op, ValueId};
use crate::runtime::io::ItemCode;
use crate::runtime::output::{FAILED, handled_number};
use crate::runtime::{RuntimeFunction, SiteReason};
use forlane_cfg::{Argument, CharacterExpr, Expr, IntegerExpr, IoAction, IoKind, Relation, Type, VarId};

impl Lowering<'_> {
    /// A step of an input or output statement.
    pub(super) fn io(&mut self, io: &IoAction) -> Result<(), JitError> {
        match (io.kind, &io.operands[..], &io.objects[..]) {
            (IoKind::WriteUnit | IoKind::ReadUnit, [Expr::Integer(unit), ..], _) => self.begin_unit(io, unit),
            (
                IoKind::WriteInternal | IoKind::ReadInternal,
                [Expr::Integer(length), Expr::Integer(records), ..],
                [Argument::Element(array, offset)],
            ) => self.begin_internal(io, [length, records], *array, offset),
            (IoKind::Write, [Expr::Character(text)], _) => {
                let mut scratch = Scratch::default();
                let text = self.text(text, &mut scratch)?;
                self.for_each_lane(RuntimeFunction::IoWriteText, vec![text.address, text.length], None);
                self.release(scratch);
                Ok(())
            }
            (IoKind::Write, operands, _) => self.write_scalars(operands),
            (IoKind::WriteArray, _, [Argument::Array(array)]) => self.transfer_array(RuntimeFunction::IoWrite, *array),
            (IoKind::ReadArray, _, [Argument::Array(array)]) => self.transfer_array(RuntimeFunction::IoRead, *array),
            (IoKind::Read, _, objects) => self.read_scalars(objects),
            (IoKind::ReadText, [Expr::Integer(length)], [Argument::Element(array, offset)]) => {
                let target = self.range(*array, offset, length)?;
                self.for_each_lane(RuntimeFunction::IoReadText, vec![target.address, target.length], None);
                Ok(())
            }
            (IoKind::ExitStatus, [Expr::Integer(status)], _) => self.wide(status).map(drop),
            (IoKind::System(service), _, _) => {
                let number = self.builder.integer(service.number());
                self.for_each_lane(RuntimeFunction::IoBeginRequest, vec![number], None);
                Ok(())
            }
            (IoKind::End(handled), _, objects) => self.end_transfer(handled_number(handled), objects),
            _ => Err(self.malformed("a step of input or output has other operands")),
        }
    }

    fn begin_unit(&mut self, io: &IoAction, unit: &IntegerExpr) -> Result<(), JitError> {
        let mut scratch = Scratch::default();
        let unit = self.wide(unit)?;
        let writes = self.builder.integer(i64::from(io.kind == IoKind::WriteUnit));
        let format = self.optional_text(io.format(), &mut scratch)?;
        let operands = vec![writes, unit, format.address, format.length];
        self.for_each_lane(RuntimeFunction::IoBeginUnit, operands, None);
        self.release(scratch);
        Ok(())
    }

    fn begin_internal(
        &mut self,
        io: &IoAction,
        [length, records]: [&IntegerExpr; 2],
        array: VarId,
        offset: &IntegerExpr,
    ) -> Result<(), JitError> {
        let mut scratch = Scratch::default();
        let [length, records] = [self.wide(length)?, self.wide(records)?];
        let all = self.builder.binary(BinaryOp::Multiply, length, records);
        let offset = self.wide(offset)?;
        let file = self.bytes_of(array, offset, all)?;
        let writes = self.builder.integer(i64::from(io.kind == IoKind::WriteInternal));
        let format = self.optional_text(io.format(), &mut scratch)?;
        let held = match self.is_dynamic(array) {
            true => self.dynamic_addresses(array)?,
            false => self.builder.integer(0),
        };
        let operands = vec![writes, file.address, held, length, records, format.address, format.length];
        self.for_each_lane(RuntimeFunction::IoBeginInternal, operands, None);
        self.release(scratch);
        Ok(())
    }

    /// A text; a negative length stands for none.
    fn optional_text(&mut self, text: Option<&CharacterExpr>, scratch: &mut Scratch) -> Result<Text, JitError> {
        match text {
            Some(text) => self.text(text, scratch),
            None => Ok(Text { address: self.builder.integer(0), length: self.builder.integer(-1) }),
        }
    }

    fn code(&self, ty: Type, scalars: usize) -> Result<i64, JitError> {
        ItemCode::of(ty, scalars)
            .number()
            .ok_or_else(|| self.malformed(&format!("{} is not a type of an item", ty.name())))
    }

    /// Calls the support for so many items at an address, that many bytes after each other.
    fn transfer(&mut self, function: RuntimeFunction, address: ValueId, [count, stride]: [ValueId; 2], code: i64) {
        let code = self.builder.integer(code);
        self.for_each_lane(function, vec![address, count, stride, code], None);
    }

    /// Calls the support for an item of a scalar, or of both parts of a complex number, for each lane: they are in memory
    /// meanwhile, and stay there.
    fn transfer_scalars(
        &mut self,
        function: RuntimeFunction,
        ty: Type,
        parts: Vec<ValueId>,
    ) -> Result<ItemRoom, JitError> {
        let code = self.code(ty, parts.len())?;
        let room = self.item_room(&parts);
        for (part, value) in parts.into_iter().enumerate() {
            self.put_in_room(room, part, value);
        }
        let one = self.builder.integer(1);
        let address = self.room_pointers(room);
        self.transfer(function, address, [one; 2], code);
        Ok(room)
    }

    fn write_scalars(&mut self, operands: &[Expr]) -> Result<(), JitError> {
        let Some(ty) = operands.first().map(Expr::ty) else { return Err(self.malformed("the item is missing")) };
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            let value = self.expr(operand)?;
            values.push(self.as_stored(value, ty));
        }
        self.transfer_scalars(RuntimeFunction::IoWrite, ty, values).map(drop)
    }

    fn transfer_array(&mut self, function: RuntimeFunction, array: VarId) -> Result<(), JitError> {
        let at = self.locate(array)?;
        let code = self.code(self.unit.vars[array].ty, 1)?;
        let address = self.lane_pointers(at);
        let together = if at.lay == LaneLayout::Interleaved { self.around.lanes } else { 1 };
        let stride = self.builder.integer(i64::from(at.width * together));
        self.transfer(function, address, [at.length, stride], code);
        Ok(())
    }

    /// Reads a scalar, or both parts of a complex number: what they are goes to memory before, and comes back from there.
    fn read_scalars(&mut self, objects: &[Argument]) -> Result<(), JitError> {
        let Some(ty) = objects.first().and_then(|object| object.ty(self.unit)) else {
            return Err(self.malformed("the item is missing"));
        };
        let mut values = Vec::with_capacity(objects.len());
        for object in objects {
            let value = self.read_object(object)?;
            values.push(self.as_stored(value, ty));
        }
        let room = self.transfer_scalars(RuntimeFunction::IoRead, ty, values)?;
        for (part, object) in objects.iter().enumerate() {
            let value = self.part_of_room(room, part, ty);
            let value = self.as_read(value, ty);
            self.set_object(object, value)?;
        }
        Ok(())
    }

    fn read_object(&mut self, object: &Argument) -> Result<ValueId, JitError> {
        match object {
            Argument::InOut { before, .. } => self.expr(before),
            Argument::Variable(var) => self.load_scalar(*var),
            Argument::Element(array, offset) => self.load_element(*array, offset),
            _ => Err(self.malformed("what is read is not a scalar")),
        }
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

    fn end_transfer(&mut self, handled: i64, objects: &[Argument]) -> Result<(), JitError> {
        let handled = self.builder.integer(handled);
        let status = self.for_each_lane(RuntimeFunction::IoEnd, vec![handled], Some(Element::I32));
        let failed = self.builder.constant(GangType::uniform(Element::I32), FAILED as u32 as u64);
        let bad = self.builder.compare(Relation::Equal, status, failed);
        self.fail_at_once(bad, SiteReason::InputOutput);
        let [object] = objects else { return Ok(()) };
        let status = match object.ty(self.unit) {
            Some(Type::Integer(kind)) => self.builder.convert(status, super::expression::integer_element(kind)),
            _ => return Err(self.malformed("a status is an INTEGER")),
        };
        self.set_object(object, status)
    }

    /// Memory for the parts of an item, each lane's together.
    fn item_room(&mut self, parts: &[ValueId]) -> ItemRoom {
        let element = parts.first().map_or(Element::I64, |part| self.builder.code.ty(*part).element);
        let bytes = element.size() * parts.len() as u32;
        let slot = self.new_slot(self.around.lanes * bytes);
        let base = self.builder.push(GangType::uniform(Element::I64), Op::Slot(slot));
        ItemRoom { base, bytes, element }
    }

    fn room_pointers(&mut self, room: ItemRoom) -> ValueId {
        self.slot_pointers(room.base, room.bytes)
    }

    fn part_pointers(&mut self, room: ItemRoom, part: usize) -> ValueId {
        let pointers = self.room_pointers(room);
        let behind = self.builder.integer(part as i64 * i64::from(room.element.size()));
        self.builder.binary(BinaryOp::Add, pointers, behind)
    }

    fn put_in_room(&mut self, room: ItemRoom, part: usize, value: ValueId) {
        let value = self.builder.splat(value);
        let address = self.part_pointers(room, part);
        let mask = self.builder.truth(GangType::varying(room.element.mask()), true);
        self.builder.effect(Op::StoreEach { address, bytes: room.element.size(), value, mask });
    }

    fn part_of_room(&mut self, room: ItemRoom, part: usize, ty: Type) -> ValueId {
        let address = self.part_pointers(room, part);
        let load = Op::LoadEach { address, bytes: ty.size() as u32 };
        self.builder.push(GangType::varying(room.element), load)
    }
}

/// Memory for an item of each lane.
#[derive(Clone, Copy)]
struct ItemRoom {
    base: ValueId,
    /// Of each lane.
    bytes: u32,
    /// Of each part.
    element: Element,
}
