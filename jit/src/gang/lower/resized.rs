//! Arguments whose elements have another size than those of the dummy argument: the same bytes, taken as what they are
//! not.
//!
//! What is passed so is one piece of memory in each lane ([`crate::pieces`]), or a copy in a stack slot. An array dummy
//! gets as many elements as there are bytes for; a scalar dummy gets a copy of its bytes, which go back if it is
//! assigned.

use super::Lowering;
use super::arguments::Passed;
use super::calls::Afterwards;
use super::locations::Location;
use super::memory::memory_element;
use crate::error::JitError;
use crate::gang::ir::{ArgumentLayout, BinaryOp, Element, GangType, Op, UnaryOp, ValueId};
use crate::texts::TextCode;
use forlane_cfg::{Argument, Relation, Type, Var, VarId};

impl Lowering<'_> {
    /// An argument of another size as it is passed; none if the dummy argument is too large for it.
    pub(super) fn resized(
        &mut self,
        argument: &Argument,
        ty: Type,
        dummy: &Var,
        is_assigned: bool,
        afterwards: &mut Vec<Afterwards>,
    ) -> Result<Option<Passed>, JitError> {
        match argument {
            Argument::Value(expr) | Argument::InOut { before: expr, .. } => {
                let passed = self.by_value(expr, true)?;
                let stride = memory_element(ty).size();
                if dummy.array.is_some() {
                    if let Argument::InOut { after, .. } = argument {
                        afterwards.push(Afterwards::DefineBytes(*after, passed.base, ty));
                    }
                    let length = self.in_elements(passed.length, ty, dummy.ty);
                    let stride = Some(self.builder.integer(i64::from(stride)));
                    return Ok(Some(Passed { given: ArgumentLayout::Apart, length, stride, ..passed }));
                }
                if ty.size() < dummy.ty.size() {
                    return Ok(None);
                }
                let address = self.slot_pointers(passed.base, stride);
                let copy = self.copied_bytes(address, dummy.ty);
                if let Argument::InOut { after, .. } = argument {
                    afterwards.push(Afterwards::DefineAround(*after, ty, passed.base, dummy.ty, copy.base));
                }
                Ok(Some(copy))
            }
            Argument::Variable(var) | Argument::Array(var) => {
                let first = self.builder.integer(0);
                self.resized_from(*var, first, dummy, is_assigned, afterwards).map(Some)
            }
            Argument::Element(var, offset) => {
                let index = self.wide(offset)?;
                self.resized_from(*var, index, dummy, is_assigned, afterwards).map(Some)
            }
            Argument::Procedure(_) | Argument::Absent => Err(self.malformed("an argument has no value")),
        }
    }

    /// What is in memory from an element on.
    fn resized_from(
        &mut self,
        var: VarId,
        index: ValueId,
        dummy: &Var,
        is_assigned: bool,
        afterwards: &mut Vec<Afterwards>,
    ) -> Result<Passed, JitError> {
        let at = self.locate_piece(var)?;
        let ty = self.unit.vars[var].ty;
        if dummy.array.is_some() {
            let index = self.rest(var, at, index);
            let left = self.builder.binary(BinaryOp::Subtract, at.length, index);
            let length = self.in_elements(left, ty, dummy.ty);
            if self.builder.code.ty(index).is_varying() {
                let addresses = self.element_pointers(at, index);
                let length = self.builder.splat(length);
                return Ok(self.pass_by_address(addresses, length));
            }
            let base = self.address(at, index);
            return Ok(self.pass_array(Location { base, length, least: 0, ..at }));
        }
        let address = self.resized_element(var, at, index, dummy.ty);
        let copy = self.copied_bytes(address, dummy.ty);
        if is_assigned {
            afterwards.push(Afterwards::StoreEach(address, dummy.ty, copy.base));
        }
        Ok(copy)
    }

    /// The addresses of elements of one type from an index of another one on. Lanes for which there is none fail, and
    /// get memory that is never read.
    fn resized_element(&mut self, var: VarId, at: Location, index: ValueId, wanted: Type) -> ValueId {
        let (zero, one) = (self.builder.integer(0), self.builder.integer(1));
        let left = self.builder.binary(BinaryOp::Subtract, at.length, index);
        let room = self.in_elements(left, self.unit.vars[var].ty, wanted);
        let begins = self.builder.compare(Relation::GreaterEqual, index, zero);
        let ends = self.builder.compare(Relation::GreaterEqual, room, one);
        let good = self.builder.binary(BinaryOp::And, begins, ends);
        let bad = self.builder.unary(UnaryOp::Not, good);
        self.fail_where(bad, self.out_of_bounds(var));
        let is_used = if self.around.options.checks.are_made() { good } else { self.active_mask() };
        let addresses = self.element_pointers(at, index);
        let scratch = self.scratch();
        let scratch = self.slot_pointers(scratch, Element::I64.size());
        self.builder.blend(is_used, addresses, scratch)
    }

    /// The address of an element in each lane.
    fn element_pointers(&mut self, at: Location, index: ValueId) -> ValueId {
        let pointers = self.lane_pointers(at);
        let width = self.builder.integer(i64::from(at.width));
        let behind = self.builder.binary(BinaryOp::Multiply, index, width);
        let address = self.builder.binary(BinaryOp::Add, behind, pointers);
        self.builder.splat(address)
    }

    /// A copy of what is at these addresses, as a scalar of that type.
    fn copied_bytes(&mut self, address: ValueId, ty: Type) -> Passed {
        let load = Op::LoadEach { address, bytes: ty.size() as u32 };
        let found = self.builder.push(GangType::varying(memory_element(ty)), load);
        self.in_slot(found)
    }

    /// Converts a number of elements of one type to the number of elements of another type in the same bytes.
    fn in_elements(&mut self, length: ValueId, given: Type, wanted: Type) -> ValueId {
        let (given, wanted) = (given.size(), wanted.size());
        if given >= wanted {
            let each = self.builder.integer((given / wanted) as i64);
            return self.builder.binary(BinaryOp::Multiply, length, each);
        }
        let shift = (wanted / given).trailing_zeros();
        self.builder.unary(UnaryOp::ShiftRight(shift as u8), length)
    }

    /// A scalar in a slot, of whose bytes a callee may have assigned some.
    pub(super) fn bytes_in_slot(&mut self, slot: ValueId, ty: Type) -> ValueId {
        let element = memory_element(ty);
        let address = self.slot_pointers(slot, element.size());
        self.builder.push(GangType::varying(element), Op::LoadEach { address, bytes: ty.size() as u32 })
    }

    /// A scalar in a slot, whose first bytes are a scalar of another type in another slot.
    pub(super) fn around_part(&mut self, whole: ValueId, ty: Type, part: ValueId, part_type: Type) -> ValueId {
        let part = self.builder.load(GangType::varying(memory_element(part_type)), part, false);
        let address = self.slot_pointers(whole, memory_element(ty).size());
        self.store_each(address, part_type.size() as u32, part);
        self.bytes_in_slot(whole, ty)
    }
}
