//! Input and output statements: items are in memory when the run-time support reads or writes them.

use super::Emitter;
use super::array_base::Length;
use crate::error::JitError;
use crate::runtime::io::ItemCode;
use crate::runtime::output::{FAILED, handled_number};
use crate::runtime::{RuntimeFunction, SiteReason};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{self, InstBuilder, StackSlotData, StackSlotKind};
use forlane_cfg::{
    Argument, ArrayLength, CharacterExpr, Expr, IntegerBinary, IntegerExpr, IntegerKind, IoAction, IoKind, Type, VarId,
};

impl Emitter<'_> {
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
                let depth = self.scratch_depth;
                let text = self.text(text)?;
                self.call_io(RuntimeFunction::IoWriteText, &[text.address, text.length])?;
                self.release_scratch(depth)
            }
            (IoKind::Write, operands, _) => self.write_scalars(operands),
            (IoKind::WriteArray, _, [Argument::Array(array)]) => self.transfer_array(RuntimeFunction::IoWrite, *array),
            (IoKind::ReadArray, _, [Argument::Array(array)]) => self.transfer_array(RuntimeFunction::IoRead, *array),
            (IoKind::Read, _, objects) => self.read_scalars(objects),
            (IoKind::ReadText, [Expr::Integer(length)], [Argument::Element(array, offset)]) => {
                let target = self.range(*array, offset, length)?;
                self.call_io(RuntimeFunction::IoReadText, &[target.address, target.length])?;
                Ok(())
            }
            (IoKind::ExitStatus, [Expr::Integer(status)], _) => {
                let status = self.wide(status)?;
                self.call_io(RuntimeFunction::IoExitStatus, &[status])?;
                Ok(())
            }
            (IoKind::System(service), _, _) => {
                let number = self.builder.ins().iconst(I64, service.number());
                self.call_io(RuntimeFunction::IoBeginRequest, &[number])?;
                Ok(())
            }
            (IoKind::End(handled), _, objects) => {
                let handled = self.builder.ins().iconst(I64, handled_number(handled));
                self.end_transfer(handled, objects)
            }
            _ => Err(self.malformed("a step of input or output has other operands")),
        }
    }

    /// Calls a function of the support for the one lane that there is.
    fn call_io(&mut self, function: RuntimeFunction, operands: &[ir::Value]) -> Result<Option<ir::Value>, JitError> {
        let lane = self.builder.ins().iconst(I64, 0);
        let arguments: Vec<ir::Value> = [self.context, lane].into_iter().chain(operands.iter().copied()).collect();
        self.call_runtime(function, &arguments)
    }

    fn begin_unit(&mut self, io: &IoAction, unit: &IntegerExpr) -> Result<(), JitError> {
        let depth = self.scratch_depth;
        let unit = self.wide(unit)?;
        let writes = self.builder.ins().iconst(I64, i64::from(io.kind == IoKind::WriteUnit));
        let [format, length] = self.optional_text(io.format())?;
        self.call_io(RuntimeFunction::IoBeginUnit, &[writes, unit, format, length])?;
        self.release_scratch(depth)
    }

    fn begin_internal(
        &mut self,
        io: &IoAction,
        [length, records]: [&IntegerExpr; 2],
        array: VarId,
        offset: &IntegerExpr,
    ) -> Result<(), JitError> {
        let depth = self.scratch_depth;
        let wide = |expr: &IntegerExpr| Box::new(IntegerExpr::FromInteger(IntegerKind::I8, Box::new(expr.clone())));
        let [length, records] = [length, records].map(|expr| match expr.kind() {
            IntegerKind::I8 => Box::new(expr.clone()),
            _ => wide(expr),
        });
        let all = IntegerExpr::Binary(IntegerBinary::Multiply, length.clone(), records.clone());
        let file = self.range(array, offset, &all)?;
        let writes = self.builder.ins().iconst(I64, i64::from(io.kind == IoKind::WriteInternal));
        let (length, records) = (self.wide(&length)?, self.wide(&records)?);
        let [format, format_length] = self.optional_text(io.format())?;
        let held = match self.unit.vars[array].array {
            Some(ArrayLength::Dynamic) => self.base(array)?.address,
            _ => self.builder.ins().iconst(I64, 0),
        };
        let arguments = [writes, file.address, held, length, records, format, format_length];
        self.call_io(RuntimeFunction::IoBeginInternal, &arguments)?;
        self.release_scratch(depth)
    }

    /// Address and length of a text; a negative length stands for none.
    fn optional_text(&mut self, text: Option<&CharacterExpr>) -> Result<[ir::Value; 2], JitError> {
        match text {
            Some(text) => self.text(text).map(|text| [text.address, text.length]),
            None => Ok([self.builder.ins().iconst(I64, 0), self.builder.ins().iconst(I64, -1)]),
        }
    }

    fn code(&self, ty: Type, scalars: usize) -> Result<i64, JitError> {
        ItemCode::of(ty, scalars)
            .number()
            .ok_or_else(|| self.malformed(format!("{} is not a type of an item", ty.name())))
    }

    /// Calls the support for so many items at an address.
    fn transfer(
        &mut self,
        function: RuntimeFunction,
        address: ir::Value,
        count: ir::Value,
        code: i64,
    ) -> Result<(), JitError> {
        let stride = self.builder.ins().iconst(I64, ItemCode::of_number(code).map_or(0, ItemCode::size) as i64);
        let code = self.builder.ins().iconst(I64, code);
        self.call_io(function, &[address, count, stride, code])?;
        Ok(())
    }

    /// Room for one item.
    fn room(&mut self) -> ir::Value {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 16, 3);
        let slot = self.builder.create_sized_stack_slot(slot);
        self.builder.ins().stack_addr(I64, slot, 0)
    }

    fn write_scalars(&mut self, operands: &[Expr]) -> Result<(), JitError> {
        let Some(ty) = operands.first().map(Expr::ty) else { return Err(self.malformed("the item is missing")) };
        let code = self.code(ty, operands.len())?;
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.expr(operand)?);
        }
        let room = self.room();
        for (at, value) in values.into_iter().enumerate() {
            self.store(ty, value, room, (at * ty.size()) as i32);
        }
        let one = self.builder.ins().iconst(I64, 1);
        self.transfer(RuntimeFunction::IoWrite, room, one, code)
    }

    fn transfer_array(&mut self, function: RuntimeFunction, array: VarId) -> Result<(), JitError> {
        let base = self.base(array)?;
        let count = match base.length {
            Length::Known(length) => self.builder.ins().iconst(I64, length as i64),
            Length::Actual(length) => length,
        };
        let code = self.code(self.unit.vars[array].ty, 1)?;
        self.transfer(function, base.address, count, code)
    }

    /// Reads a scalar, or both parts of a complex number: what they are goes to memory before, and comes back from
    /// there.
    fn read_scalars(&mut self, objects: &[Argument]) -> Result<(), JitError> {
        let Some(ty) = objects.first().map(|object| self.object_type(object)) else {
            return Err(self.malformed("the item is missing"));
        };
        let code = self.code(ty, objects.len())?;
        let one = self.builder.ins().iconst(I64, 1);
        let mut addresses = Vec::new();
        for object in objects {
            addresses.push(self.object_address(object)?);
        }
        if let [Some(address)] = addresses[..] {
            return self.transfer(RuntimeFunction::IoRead, address, one, code);
        }
        let room = self.room();
        for (at, (object, address)) in objects.iter().zip(&addresses).enumerate() {
            let value = match (object, address) {
                (Argument::InOut { before, .. }, _) => self.expr(before)?,
                (_, Some(address)) => self.load(ty, *address, 0),
                _ => return Err(self.malformed("a value is not an object")),
            };
            self.store(ty, value, room, (at * ty.size()) as i32);
        }
        self.transfer(RuntimeFunction::IoRead, room, one, code)?;
        for (at, (object, address)) in objects.iter().zip(&addresses).enumerate() {
            let value = self.load(ty, room, (at * ty.size()) as i32);
            self.set_object(object, *address, ty, value);
        }
        Ok(())
    }

    fn object_type(&self, object: &Argument) -> Type {
        match object {
            Argument::Value(expr) | Argument::InOut { before: expr, .. } => expr.ty(),
            Argument::Variable(var) | Argument::Element(var, _) | Argument::Array(var) => self.unit.vars[*var].ty,
            Argument::Procedure(_) | Argument::Absent => Type::Logical,
        }
    }

    /// Where an object lies; none for a value.
    fn object_address(&mut self, object: &Argument) -> Result<Option<ir::Value>, JitError> {
        match object {
            Argument::InOut { .. } => Ok(None),
            Argument::Variable(var) => Ok(Some(self.base(*var)?.address)),
            Argument::Element(array, offset) => self.element(*array, offset).map(Some),
            _ => Err(self.malformed("what is read is not a scalar")),
        }
    }

    fn set_object(&mut self, object: &Argument, address: Option<ir::Value>, ty: Type, value: ir::Value) {
        match (object, address) {
            (Argument::InOut { after, .. }, _) => self.values[after.index()] = Some(value),
            (_, Some(address)) => self.store(ty, value, address, 0),
            _ => {}
        }
    }

    fn end_transfer(&mut self, handled: ir::Value, objects: &[Argument]) -> Result<(), JitError> {
        let status = self.call_io(RuntimeFunction::IoEnd, &[handled])?;
        let status = status.ok_or_else(|| self.malformed("the end of a transfer has no status"))?;
        let good = self.builder.ins().icmp_imm_s(IntCC::NotEqual, status, i64::from(FAILED));
        self.check(good, SiteReason::InputOutput);
        let [object] = objects else { return Ok(()) };
        let ty = self.object_type(object);
        let address = self.object_address(object)?;
        let value = match ty {
            Type::Integer(IntegerKind::I4) => status,
            Type::Integer(IntegerKind::I8) => self.builder.ins().sextend(I64, status),
            _ => return Err(self.malformed("a status is an INTEGER of 4 or 8 bytes")),
        };
        debug_assert_eq!(self.builder.func.dfg.value_type(status), I32);
        self.set_object(object, address, ty, value);
        Ok(())
    }
}
