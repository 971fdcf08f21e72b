//! Where variables are: in arguments, storage, constants or the frame, and how their elements belong to lanes.

use super::Lowering;
use super::memory::memory_element;
use crate::error::JitError;
use crate::gang::ir::{ArgumentLayout, Element, GangType, LaneLayout, Op, SlotField, ValueId};
use crate::layout::element_count;
use forlane_cfg::{IntegerExpr, Relation, Shape, Storage, VarId};

/// A pointer.
const POINTER: GangType = GangType::uniform(Element::I64);

/// Where a variable is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location {
    /// Pointer to element 0 (of lane 0), varying if each lane has its own; there is one even if the array is empty.
    pub base: ValueId,
    /// How its elements belong to lanes.
    pub lay: LaneLayout,
    /// Number of elements, an I64 that is as uniform as the base.
    pub length: ValueId,
    /// How many there are at least.
    pub least: u64,
    /// The elements as they are in memory, narrow ones as they are in registers.
    pub element: Element,
    /// Bytes of an element in memory.
    pub width: u32,
    /// Whether nothing writes there while the unit runs.
    pub constant: bool,
    /// Whether the index that is used is inside for each active lane.
    pub inside: bool,
}

impl Lowering<'_> {
    /// Where an array is of which the element of that offset is used.
    pub(super) fn locate_element(&mut self, array: VarId, offset: &IntegerExpr) -> Result<Location, JitError> {
        Ok(Location { inside: self.inside.contains(offset), ..self.locate(array)? })
    }

    /// Where a variable is that is one piece in each lane.
    pub(super) fn locate_piece(&mut self, var: VarId) -> Result<Location, JitError> {
        let mut at = self.locate(var)?;
        if at.lay == LaneLayout::Interleaved {
            if self.builder.code.constant(at.length) != Some(0) {
                return Err(self.malformed("the bytes of a lane are not one piece"));
            }
            // Of no elements there is scratch memory alone.
            at.lay = LaneLayout::Apart(self.builder.integer(i64::from(Element::I64.size())));
        }
        Ok(at)
    }

    /// Where a variable is.
    pub(super) fn locate(&mut self, var: VarId) -> Result<Location, JitError> {
        let data = &self.unit.vars[var];
        let (element, width) = (memory_element(data.ty), data.ty.size() as u32);
        let count = element_count(data);
        match data.storage {
            _ if self.is_dynamic(var) => self.locate_dynamic(var),
            Storage::Dummy | Storage::Result => Ok(self.locate_dummy(var)),
            Storage::Procedure => Err(self.malformed(&format!("`{}` is not a variable", data.name))),
            Storage::Static | Storage::Area | Storage::Local => {
                let (begin, lane_bytes) = self.place_in_storage(var)?;
                let base = self.base_of(count, begin);
                let length = self.builder.integer(count as i64);
                let lay = match lane_bytes {
                    Some(bytes) if count > 0 => LaneLayout::Apart(self.builder.integer(i64::from(bytes))),
                    _ => LaneLayout::Interleaved,
                };
                Ok(Location { base, lay, length, least: count, element, width, constant: false, inside: false })
            }
            Storage::Constant => {
                let Some(offset) = self.around.constants.offset(&self.unit.name, var) else {
                    return Err(self.malformed(&format!("`{}` has no place among the constants", data.name)));
                };
                let base = self.base_of(count, Op::Constants(offset));
                let length = self.builder.integer(count as i64);
                Ok(Location {
                    base,
                    lay: LaneLayout::Shared,
                    length,
                    least: count,
                    element,
                    width,
                    constant: true,
                    inside: false,
                })
            }
        }
    }

    /// Where a variable begins for which the layout has a place, in storage or in the frame of a recursive unit, and
    /// the bytes of each lane's copy if these are apart.
    pub(super) fn place_in_storage(&mut self, var: VarId) -> Result<(Op, Option<u32>), JitError> {
        let data = &self.unit.vars[var];
        let place = self.around.layout.place(&self.unit.name, var);
        let place = place.ok_or_else(|| self.malformed(&format!("`{}` has no place in storage", data.name)))?;
        let offset = place.offset(self.around.lanes);
        let begin = match self.frame.filter(|_| data.storage == Storage::Local) {
            Some(frame) => {
                let base = self.builder.push(POINTER, Op::Slot(frame));
                let index = self.builder.integer(i64::from(offset));
                Op::Address { base, index, scale: 1 }
            }
            None => Op::Storage(offset),
        };
        Ok((begin, place.lane_bytes))
    }

    /// Where a variable of `count` elements begins. An access that is out of bounds is redirected to element 0, which
    /// an empty array does not have.
    fn base_of(&mut self, count: u64, begin: Op) -> ValueId {
        if count == 0 { self.scratch() } else { self.builder.push(POINTER, begin) }
    }

    /// The number of the argument slot of a dummy argument or of the function's result.
    fn argument_number(&self, var: VarId) -> u32 {
        let position = self.unit.dummies.iter().position(|dummy| *dummy == var);
        position.unwrap_or(self.unit.dummies.len()) as u32
    }

    /// The pointer in the argument slot of a dummy argument or of the function's result.
    pub(super) fn argument_base(&mut self, var: VarId) -> ValueId {
        let index = self.argument_number(var);
        self.builder.push(POINTER, Op::Argument(index, SlotField::Base))
    }

    fn locate_dummy(&mut self, var: VarId) -> Location {
        let data = &self.unit.vars[var];
        let index = self.argument_number(var);
        let lay = self.around.given.get(index as usize).copied().unwrap_or(ArgumentLayout::Interleaved);
        let (mut apart, least) = (None, self.around.lengths.of(self.unit, var));
        let mut base = self.argument_base(var);
        if lay == ArgumentLayout::ByAddress {
            return self.by_address(var, base, true);
        }
        let mut length = self.builder.integer(1);
        if data.array.is_some() {
            length = self.builder.push(POINTER, Op::Argument(index, SlotField::Length));
            let stride = || self.builder.push(POINTER, Op::Argument(index, SlotField::Stride));
            apart = (lay == ArgumentLayout::Apart).then(stride);
            if least == 0 {
                // As in `base_of`, but it is known at run time only.
                let zero = self.builder.integer(0);
                let is_empty = self.builder.compare(Relation::LessEqual, length, zero);
                let scratch = self.scratch();
                base = self.builder.blend(is_empty, scratch, base);
                let each = self.builder.integer(8);
                apart = apart.map(|stride| self.builder.blend(is_empty, each, stride));
            }
        }
        let lay = match (data.shape, apart) {
            (Shape::Uniform, _) => LaneLayout::Shared,
            (Shape::Varying, None) => LaneLayout::Interleaved,
            (Shape::Varying, Some(stride)) => LaneLayout::Apart(stride),
        };
        let constant = !self.written.contains(&var) && !data.is_target;
        let element = memory_element(data.ty);
        // A scalar of a narrow kind is passed as it is in registers.
        let width = if data.array.is_some() { data.ty.size() as u32 } else { element.size() };
        Location { base, lay, length, least, element, width, constant, inside: false }
    }

    /// Memory for one element of each lane, which is never read.
    pub(super) fn scratch(&mut self) -> ValueId {
        let slot = match self.scratch_slot {
            Some(slot) => slot,
            None => self.new_slot(self.around.lanes * 8),
        };
        self.scratch_slot = Some(slot);
        self.builder.push(POINTER, Op::Slot(slot))
    }

    /// A new stack slot.
    pub(super) fn new_slot(&mut self, bytes: u32) -> u32 {
        self.builder.code.slots.push(bytes);
        self.builder.code.slots.len() as u32 - 1
    }
}
