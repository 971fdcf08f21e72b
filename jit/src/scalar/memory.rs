//! Variables in memory: their addresses, bounds checks, loads and stores.

use super::array_base::{ArrayBase, Length};
use super::known::Computed;
use super::{Emitter, MEMORY};
use crate::error::JitError;
use crate::frames::check_frame;
use crate::layout::{element_count, storage_bytes};
use crate::runtime::functions::clif_type;
use crate::runtime::{ArgumentSlot, ArrayDescriptor, Context, RuntimeFunction, SiteReason};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{self, InstBuilder, StackSlotData, StackSlotKind};
use forlane_cfg::{IntegerExpr, IntegerKind, Storage, Type, VarId};

impl Emitter<'_> {
    /// Computes the addresses of all variables in memory, in the entry block, and clears local arrays.
    pub(super) fn emit_bases(&mut self) -> Result<(), JitError> {
        let unit = self.unit;
        let (mut storage, mut constants) = (None, None);
        // Variables are about to be assigned that are not restored before each row.
        if let Some(mark) = self.tables.layout.mark(1).filter(|_| self.tables.layout.is_marking(&unit.name)) {
            let begin = self.builder.ins().load(I64, MEMORY, self.context, Context::STORAGE);
            let zero = self.builder.ins().iconst(I64, 0);
            self.builder.ins().store(MEMORY, zero, begin, mark as i32);
            storage = Some(begin);
        }
        let frame = self.frame()?;
        for (id, var) in unit.vars.iter() {
            let known = Length::Known(element_count(var));
            let base = match var.storage {
                _ if var.is_promotable() => continue,
                Storage::Procedure => continue,
                Storage::Dummy => self.dummy_base(id)?,
                Storage::Constant => {
                    let offset = self.tables.constants.offset(&unit.name, id);
                    let offset = offset.ok_or_else(|| self.malformed(format!("`{}` has no place", var.name)))?;
                    let begin = *constants
                        .get_or_insert_with(|| self.builder.ins().load(I64, MEMORY, self.context, Context::CONSTANTS));
                    let address = self.builder.ins().iadd_imm_s(begin, i64::from(offset));
                    ArrayBase { address, length: known }
                }
                Storage::Local | Storage::Static | Storage::Area | Storage::Result => {
                    let offset = self.tables.layout.place(&unit.name, id).map(|place| place.offset(1));
                    let offset = offset.ok_or_else(|| self.malformed(format!("`{}` has no place", var.name)))?;
                    let frame = frame.filter(|_| var.storage == Storage::Local);
                    let begin = frame.unwrap_or_else(|| {
                        let load = || self.builder.ins().load(I64, MEMORY, self.context, Context::STORAGE);
                        *storage.get_or_insert_with(load)
                    });
                    let address = self.builder.ins().iadd_imm_s(begin, i64::from(offset));
                    if var.storage == Storage::Local && frame.is_none() {
                        self.clear(address, storage_bytes(var))?;
                    }
                    ArrayBase { address, length: known }
                }
            };
            self.bases[id.index()] = Some(base);
        }
        Ok(())
    }

    /// The memory of the local arrays of this execution of the unit, cleared, if it may be active twice.
    fn frame(&mut self) -> Result<Option<ir::Value>, JitError> {
        let Some(bytes) = self.tables.layout.frame(&self.unit.name).filter(|bytes| *bytes > 0) else { return Ok(None) };
        check_frame(self.unit, u64::from(bytes))?;
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 4);
        let slot = self.builder.create_sized_stack_slot(slot);
        let address = self.builder.ins().stack_addr(I64, slot, 0);
        self.clear(address, u64::from(bytes))?;
        Ok(Some(address))
    }

    /// A dummy array: address and length are in its argument slot.
    fn dummy_base(&mut self, dummy: VarId) -> Result<ArrayBase, JitError> {
        let slot = self.slot_offset(dummy)?;
        let address = self.builder.ins().load(I64, MEMORY, self.arguments, slot + ArgumentSlot::BASE);
        let actual = self.builder.ins().load(I64, MEMORY, self.arguments, slot + ArgumentSlot::LENGTH);
        // Also for a declared length: the actual argument may be shorter, as it is in old code.
        Ok(ArrayBase { address, length: Length::Actual(actual) })
    }

    /// Offset of the argument slot of a dummy argument or of the function's result.
    pub(super) fn slot_offset(&self, variable: VarId) -> Result<i32, JitError> {
        let unit = self.unit;
        let position = unit.dummies.iter().position(|dummy| *dummy == variable);
        let position = position.or_else(|| (unit.result == Some(variable)).then_some(unit.dummies.len()));
        match position {
            Some(position) => Ok(position as i32 * ArgumentSlot::SIZE),
            None => Err(self.malformed(format!("`{}` is not a dummy argument", unit.vars[variable].name))),
        }
    }

    fn clear(&mut self, address: ir::Value, bytes: u64) -> Result<(), JitError> {
        if bytes > 64 || !bytes.is_multiple_of(8) {
            let bytes = self.builder.ins().iconst(I64, bytes as i64);
            self.call_runtime(RuntimeFunction::Clear, &[address, bytes])?;
        } else if bytes > 0 {
            let zero = self.builder.ins().iconst(I64, 0);
            for offset in (0..bytes as i32).step_by(8) {
                self.builder.ins().store(MEMORY, zero, address, offset);
            }
        }
        Ok(())
    }

    /// Address and length of a variable in memory.
    pub(super) fn base(&mut self, variable: VarId) -> Result<ArrayBase, JitError> {
        if self.unit.vars[variable].is_dynamic() {
            let descriptor = self.descriptor(variable)?;
            let address = self.builder.ins().load(I64, MEMORY, descriptor, ArrayDescriptor::ADDRESS);
            let length = self.builder.ins().load(I64, MEMORY, descriptor, ArrayDescriptor::LENGTH);
            return Ok(ArrayBase { address, length: Length::Actual(length) });
        }
        self.fixed_base(variable)
    }

    /// The address of the [`ArrayDescriptor`] of an array of dynamic length.
    pub(super) fn descriptor(&self, array: VarId) -> Result<ir::Value, JitError> {
        self.fixed_base(array).map(|base| base.address)
    }

    fn fixed_base(&self, variable: VarId) -> Result<ArrayBase, JitError> {
        let known = self.bases.get(variable.index()).copied().flatten();
        known.ok_or_else(|| {
            self.malformed(format!("`{}` is accessed in memory, but is a value here", self.unit.vars[variable].name))
        })
    }

    /// Reads a scalar variable: one in memory, or the initial value of a dummy argument.
    pub(super) fn read_variable(&mut self, variable: VarId) -> Result<ir::Value, JitError> {
        let var = &self.unit.vars[variable];
        if var.array.is_none() && var.storage == Storage::Dummy {
            let slot = self.slot_offset(variable)?;
            let address = self.builder.ins().load(I64, MEMORY, self.arguments, slot + ArgumentSlot::BASE);
            return Ok(self.load(var.ty, address, 0));
        }
        let base = self.base(variable)?;
        Ok(self.load(var.ty, base.address, 0))
    }

    /// Assigns a scalar variable: one in memory, or what a dummy argument or the result is at a return.
    pub(super) fn write_variable(&mut self, variable: VarId, value: ir::Value) -> Result<(), JitError> {
        let var = &self.unit.vars[variable];
        let address = if var.array.is_none() && matches!(var.storage, Storage::Dummy | Storage::Result) {
            let slot = self.slot_offset(variable)?;
            self.builder.ins().load(I64, MEMORY, self.arguments, slot + ArgumentSlot::BASE)
        } else {
            self.base(variable)?.address
        };
        self.store(var.ty, value, address, 0);
        Ok(())
    }

    /// The address of an element, checked.
    pub(super) fn element(&mut self, array: VarId, offset: &IntegerExpr) -> Result<ir::Value, JitError> {
        let base = self.base(array)?;
        let var = &self.unit.vars[array];
        if let IntegerExpr::Constant(_, constant) = offset
            && self.is_inside(array, *constant)
        {
            return Ok(self.builder.ins().iadd_imm_s(base.address, constant * var.ty.size() as i64));
        }
        let offset = self.wide_offset(offset)?;
        let element = Computed::Element(array, offset);
        if let Some(address) = self.known.get(&element) {
            return Ok(*address);
        }
        if self.options.checks.are_made() {
            let good = self.is_below(offset, base.length);
            self.check(good, SiteReason::OutOfBounds { array: var.name.clone() });
        }
        let address = self.address_at(base, offset, var.ty);
        if !var.is_dynamic() {
            self.known.insert(element, address);
        }
        Ok(address)
    }

    /// The address of an element that is passed to a dummy array, and the number of elements from there on. An element
    /// outside of the array is where it ends.
    pub(super) fn rest(&mut self, array: VarId, offset: &IntegerExpr) -> Result<(ir::Value, ir::Value), JitError> {
        let base = self.base(array)?;
        let end = self.length_value(base.length);
        let is_inside = matches!(offset, IntegerExpr::Constant(_, constant) if self.is_inside(array, *constant));
        let mut offset = self.wide_offset(offset)?;
        if self.options.checks.are_made() && !is_inside {
            let good = self.is_below(offset, base.length);
            offset = self.builder.ins().select(good, offset, end);
        }
        let address = self.address_at(base, offset, self.unit.vars[array].ty);
        Ok((address, self.builder.ins().isub(end, offset)))
    }

    /// Whether an offset is in the array at every call.
    fn is_inside(&self, array: VarId, offset: i64) -> bool {
        (0..self.tables.lengths.of(self.unit, array) as i64).contains(&offset)
    }

    /// A zero-based offset as 64 bits.
    fn wide_offset(&mut self, offset: &IntegerExpr) -> Result<ir::Value, JitError> {
        if let IntegerExpr::Constant(_, constant) = offset {
            return Ok(self.integer_constant(IntegerKind::I8, *constant));
        }
        let value = self.integer(offset)?;
        Ok(match offset.kind() {
            IntegerKind::I8 => value,
            _ => self.once(Computed::Extended(value), |emitter| emitter.builder.ins().sextend(I64, value)),
        })
    }

    fn is_below(&mut self, offset: ir::Value, length: Length) -> ir::Value {
        let relation = IntCC::UnsignedLessThan;
        match length {
            Length::Known(length) => self.builder.ins().icmp_imm_s(relation, offset, length as i64),
            Length::Actual(length) => self.builder.ins().icmp(relation, offset, length),
        }
    }

    fn address_at(&mut self, base: ArrayBase, offset: ir::Value, ty: Type) -> ir::Value {
        let bytes = match ty.size().trailing_zeros() {
            0 => offset,
            shift => self.builder.ins().ishl_imm_u(offset, i64::from(shift)),
        };
        self.builder.ins().iadd(base.address, bytes)
    }

    pub(super) fn length_value(&mut self, length: Length) -> ir::Value {
        match length {
            Length::Known(length) => self.builder.ins().iconst(I64, length as i64),
            Length::Actual(length) => length,
        }
    }

    /// Loads a value of the type; LOGICAL as one byte.
    pub(super) fn load(&mut self, ty: Type, address: ir::Value, offset: i32) -> ir::Value {
        let value = self.builder.ins().load(clif_type(ty), MEMORY, address, offset);
        match ty {
            Type::Logical => self.builder.ins().icmp_imm_s(IntCC::NotEqual, value, 0),
            _ => value,
        }
    }

    /// Stores a value of the type.
    pub(super) fn store(&mut self, ty: Type, value: ir::Value, address: ir::Value, offset: i32) {
        let value = self.in_memory(ty, value);
        self.builder.ins().store(MEMORY, value, address, offset);
    }

    /// A value as it is in memory and at calls of the run-time support: LOGICAL in 4 bytes.
    pub(super) fn in_memory(&mut self, ty: Type, value: ir::Value) -> ir::Value {
        debug_assert!(ty != Type::Logical || self.builder.func.dfg.value_type(value) == I8);
        match ty {
            Type::Logical => self.builder.ins().uextend(I32, value),
            _ => value,
        }
    }
}
