//! Variables that live in memory: masked access.

use super::Lowering;
use super::locations::Location;
use crate::error::JitError;
use crate::gang::ir::{BinaryOp, Element, GangType, LaneLayout, Op, ValueId};
use crate::layout::{element_count, storage_bytes};
use forlane_cfg::{IntegerExpr, IntegerKind, RealKind, Relation, Shape, Storage, Type, VarId};

/// A pointer.
const POINTER: GangType = GangType::uniform(Element::I64);

/// An element of a variable, its index checked.
#[derive(Clone, Copy, Debug)]
pub(super) enum ElementPlace {
    /// The same index in all lanes: its address.
    Common(ValueId),
    /// An index for each lane, inside in all of them.
    Each(ValueId),
}

impl Lowering<'_> {
    /// Sets the local arrays to zero.
    pub(super) fn clear_local_arrays(&mut self) {
        if self.make_frame() {
            return;
        }
        for (var, data) in self.unit.vars.iter() {
            if data.storage == Storage::Local
                && data.array.is_some()
                && let Some(place) = self.around.layout.place(&self.unit.name, var)
            {
                let lanes = self.around.lanes;
                let address = self.builder.push(POINTER, Op::Storage(place.offset(lanes)));
                let apart = place.lane_bytes.map(|bytes| bytes * lanes);
                let bytes = apart.unwrap_or(storage_bytes(data) as u32 * lanes);
                self.builder.effect(Op::Clear { address, bytes });
            }
        }
    }

    /// Reads a scalar in memory, or the initial value of a scalar dummy argument.
    pub(super) fn load_scalar(&mut self, var: VarId) -> Result<ValueId, JitError> {
        let data = &self.unit.vars[var];
        if data.array.is_some() {
            return Err(self.malformed(&format!("the array `{}` is read as a scalar", data.name)));
        }
        if self.is_narrow_in_memory(var) {
            return self.load_narrow(var, None);
        }
        let at = self.locate(var)?;
        let value = self.load_place(at, ElementPlace::Common(at.base));
        Ok(self.as_read(value, data.ty))
    }

    /// Assigns a scalar in memory.
    pub(super) fn store_scalar(&mut self, var: VarId, value: ValueId) -> Result<(), JitError> {
        if self.is_narrow_in_memory(var) {
            return self.store_narrow(var, None, value);
        }
        let at = self.locate(var)?;
        self.store(at, ElementPlace::Common(at.base), value, var)
    }

    /// Reads an array element.
    pub(super) fn load_element(&mut self, array: VarId, offset: &IntegerExpr) -> Result<ValueId, JitError> {
        if self.is_narrow_in_memory(array) {
            return self.load_narrow(array, Some(offset));
        }
        let at = self.locate_element(array, offset)?;
        if let Some(value) = self.look_up(array, at, offset)? {
            return Ok(value);
        }
        let place = self.element(array, at, offset)?;
        let value = self.load_place(at, place);
        Ok(self.as_read(value, self.unit.vars[array].ty))
    }

    /// Reads an element of a constant array of at most sixteen small integers: from a register, not from memory.
    fn look_up(&mut self, array: VarId, at: Location, offset: &IntegerExpr) -> Result<Option<ValueId>, JitError> {
        let Some(table) = self.small_table(array) else { return Ok(None) };
        let index = self.integer(offset)?;
        if self.builder.code.ty(index) != GangType::varying(Element::I32) {
            return Ok(None);
        }
        if self.around.options.checks.are_made() && !at.inside {
            self.check_outside(array, at, index);
        }
        Ok(Some(self.builder.push(GangType::varying(Element::I32), Op::Lookup { table, index })))
    }

    fn small_table(&self, array: VarId) -> Option<[i8; 16]> {
        let data = &self.unit.vars[array];
        let count = usize::try_from(element_count(data)).ok()?;
        if data.storage != Storage::Constant || data.ty != Type::Integer(IntegerKind::I4) || !(1..=16).contains(&count)
        {
            return None;
        }
        let start = self.around.constants.offset(&self.unit.name, array)? as usize;
        let bytes = self.around.constants.bytes().get(start..start + count * 4)?;
        let mut table = [0; 16];
        for (entry, element) in table.iter_mut().zip(bytes.chunks_exact(4)) {
            let element = i32::from_ne_bytes(element.try_into().ok()?);
            *entry = i8::try_from(element).ok()?;
        }
        Some(table)
    }

    /// Reads what is at a place, as it is in memory.
    pub(super) fn load_place(&mut self, at: Location, place: ElementPlace) -> ValueId {
        match place {
            ElementPlace::Common(address) => {
                let shape = match at.lay {
                    LaneLayout::Shared => Shape::Uniform,
                    LaneLayout::Interleaved => Shape::Varying,
                    LaneLayout::Apart(_) | LaneLayout::ByAddress => {
                        let first = self.first_of_each();
                        return self.load_place(Location { base: address, least: 0, ..at }, ElementPlace::Each(first));
                    }
                };
                self.builder.load(GangType { element: at.element, shape }, address, at.constant)
            }
            ElementPlace::Each(index) => {
                let op = Op::Gather { base: at.base, index, lay: at.lay, constant: at.constant };
                self.builder.push(GangType::varying(at.element), op)
            }
        }
    }

    /// The index 0 in each lane.
    fn first_of_each(&mut self) -> ValueId {
        self.builder.constant(GangType::varying(Element::I32), 0)
    }

    /// Assigns an array element.
    pub(super) fn store_element(&mut self, array: VarId, offset: &IntegerExpr, value: ValueId) -> Result<(), JitError> {
        if self.is_narrow_in_memory(array) {
            return self.store_narrow(array, Some(offset), value);
        }
        let at = self.locate_element(array, offset)?;
        let place = self.element(array, at, offset)?;
        self.store(at, place, value, array)
    }

    /// Stores the value in the active lanes.
    pub(super) fn store(
        &mut self,
        at: Location,
        place: ElementPlace,
        value: ValueId,
        var: VarId,
    ) -> Result<(), JitError> {
        let value = self.as_stored(value, self.unit.vars[var].ty);
        let active = self.active_mask();
        match place {
            ElementPlace::Common(address) if matches!(at.lay, LaneLayout::Apart(_) | LaneLayout::ByAddress) => {
                let first = self.first_of_each();
                let value = self.builder.splat(value);
                let mask = self.builder.convert(active, at.element.mask());
                self.builder.effect(Op::Scatter { base: address, index: first, lay: at.lay, value, mask });
            }
            ElementPlace::Common(address) if at.lay == LaneLayout::Interleaved => {
                let value = self.builder.splat(value);
                let is_all = self.around.is_root && self.is_entered(active);
                let mask = if is_all { None } else { Some(self.builder.convert(active, at.element.mask())) };
                self.builder.effect(Op::Store { address, value, mask });
            }
            ElementPlace::Common(address) => {
                if self.builder.code.ty(value).is_varying() {
                    return Err(self.malformed("a value that varies is stored where all lanes share one"));
                }
                let guard = self.guard(active);
                self.builder.effect(Op::Store { address, value, mask: None });
                if let Some(guard) = guard {
                    self.end_guard(guard, active, Vec::new(), Vec::new(), &[]);
                }
            }
            ElementPlace::Each(index) => {
                let value = self.builder.splat(value);
                let mask = self.builder.convert(active, at.element.mask());
                let op = Op::Scatter { base: at.base, index, lay: at.lay, value, mask };
                self.builder.effect(op);
            }
        }
        Ok(())
    }

    /// An element by its zero-based offset; lanes for which it is outside fail.
    pub(super) fn element(
        &mut self,
        array: VarId,
        at: Location,
        offset: &IntegerExpr,
    ) -> Result<ElementPlace, JitError> {
        let index = self.integer(offset)?;
        let index = self.index_of(at, index);
        if self.builder.code.ty(index).is_varying() {
            return Ok(ElementPlace::Each(self.check_each(array, at, index)));
        }
        let index = self.check_common(array, at, index);
        Ok(ElementPlace::Common(self.address(at, index)))
    }

    /// An index as it is compared with the length: for each lane if the lengths differ.
    pub(super) fn index_of(&mut self, at: Location, index: ValueId) -> ValueId {
        if at.lay != LaneLayout::ByAddress {
            return index;
        }
        let index = self.builder.convert(index, Element::I64);
        self.builder.splat(index)
    }

    /// The address of an element with a common index, or of each lane's own where each has its own pointer.
    pub(super) fn address(&mut self, at: Location, index: ValueId) -> ValueId {
        if at.lay == LaneLayout::ByAddress {
            let width = self.builder.integer(i64::from(at.width));
            let behind = self.builder.binary(BinaryOp::Multiply, index, width);
            return self.builder.binary(BinaryOp::Add, behind, at.base);
        }
        let lanes = if at.lay == LaneLayout::Interleaved { self.around.lanes } else { 1 };
        self.builder.push(POINTER, Op::Address { base: at.base, index, scale: at.width * lanes })
    }

    /// The index from which on each active lane passes its array: the length where it is outside, so that nothing is
    /// left.
    pub(super) fn rest(&mut self, array: VarId, at: Location, index: ValueId) -> ValueId {
        let index = self.index_of(at, index);
        let index = self.builder.convert(index, Element::I64);
        let is_varying = self.builder.code.ty(index).is_varying();
        if at.inside || !self.around.options.checks.are_made() {
            return if is_varying { self.check_each(array, at, index) } else { self.check_common(array, at, index) };
        }
        if self.builder.code.constant(index).is_some_and(|index| index < at.least) {
            return index;
        }
        if is_varying {
            let inside = self.inside_each(at, index);
            return self.builder.blend(inside, index, at.length);
        }
        let outside = self.builder.push(GangType::uniform(Element::Bool), Op::Outside(index, at.length));
        self.builder.blend(outside, at.length, index)
    }

    /// A value read from memory as the type: LOGICAL is 0 or 1 there.
    pub(super) fn as_read(&mut self, value: ValueId, ty: Type) -> ValueId {
        if ty != Type::Logical {
            return value;
        }
        let zero = self.zero_like(value);
        self.builder.compare(Relation::NotEqual, value, zero)
    }

    /// A value as it is in memory.
    pub(super) fn as_stored(&mut self, value: ValueId, ty: Type) -> ValueId {
        if ty != Type::Logical {
            return value;
        }
        let one = self.builder.constant(GangType::uniform(Element::I32), 1);
        let zero = self.builder.constant(GangType::uniform(Element::I32), 0);
        self.builder.blend(value, one, zero)
    }
}

/// What a type is in memory.
pub(super) fn memory_element(ty: Type) -> Element {
    match ty {
        Type::Integer(IntegerKind::I8) => Element::I64,
        Type::Real(RealKind::R8) => Element::F64,
        Type::Real(RealKind::R4) => Element::F32,
        // Narrow ones as they are in registers.
        Type::Integer(_) | Type::Logical | Type::Complex(_) | Type::Character => Element::I32,
    }
}
