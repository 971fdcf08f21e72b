//! Input and output statements in scalar code.

use super::Emitter;
use super::array_base::Length;
use crate::error::JitError;
use crate::runtime::functions::integer;
use crate::runtime::output::FAILED;
use crate::runtime::{RuntimeFunction, SiteReason};
use crate::texts::{Text, TextCode};
use crate::transfers::TransferCode;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, StackSlotData, StackSlotKind};
use forlane_cfg::{Argument, ArrayLength, Expr, IntegerKind, Type, Unit, VarId};

impl TransferCode for Emitter<'_> {
    /// Its address.
    type Room = ir::Value;

    fn unit(&self) -> &Unit {
        self.unit
    }

    fn evaluate(&mut self, expr: &Expr) -> Result<ir::Value, JitError> {
        self.expr(expr)
    }

    fn set_object(&mut self, object: &Argument, value: ir::Value) -> Result<(), JitError> {
        match object {
            Argument::InOut { after, .. } => self.values[after.index()] = Some(value),
            Argument::Variable(var) => self.write_variable(*var, value)?,
            Argument::Element(array, offset) => {
                let address = self.element(*array, offset)?;
                self.store(self.unit.vars[*array].ty, value, address, 0);
            }
            _ => return Err(self.malformed("what is read is not a scalar")),
        }
        Ok(())
    }

    fn put_in_room(&mut self, ty: Type, scalars: &[ir::Value]) -> (ir::Value, ir::Value) {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 16, 3);
        let slot = self.builder.create_sized_stack_slot(slot);
        let room = self.builder.ins().stack_addr(I64, slot, 0);
        for (index, value) in scalars.iter().enumerate() {
            self.store(ty, *value, room, (index * ty.size()) as i32);
        }
        (room, room)
    }

    fn take_from_room(&mut self, room: ir::Value, ty: Type, index: usize) -> ir::Value {
        self.load(ty, room, (index * ty.size()) as i32)
    }

    fn elements(&mut self, array: VarId) -> Result<[ir::Value; 3], JitError> {
        let base = self.base(array)?;
        let count = match base.length {
            Length::Known(length) => self.constant(length as i64),
            Length::Actual(length) => length,
        };
        Ok([base.address, count, self.constant(self.unit.vars[array].ty.size() as i64)])
    }

    fn bytes_of(&mut self, array: VarId, offset: ir::Value, length: ir::Value) -> Result<Text<ir::Value>, JitError> {
        let base = self.base(array)?;
        let zero = self.constant(0);
        let length = self.builder.ins().smax(length, zero);
        Ok(self.bytes_at(array, base, Text { address: offset, length }, false))
    }

    fn held_address(&mut self, array: VarId) -> Result<ir::Value, JitError> {
        match self.unit.vars[array].array {
            Some(ArrayLength::Dynamic) => Ok(self.base(array)?.address),
            _ => Ok(self.constant(0)),
        }
    }

    fn set_exit_status(&mut self, status: ir::Value) -> Result<(), JitError> {
        self.call_support(RuntimeFunction::IoExitStatus, vec![status])
    }

    fn end(&mut self, handled: ir::Value, kind: IntegerKind) -> Result<ir::Value, JitError> {
        let status = self.compute_by_runtime(RuntimeFunction::IoEnd, &[handled])?;
        let good = self.builder.ins().icmp_imm_s(IntCC::NotEqual, status, i64::from(FAILED));
        self.check(good, SiteReason::InputOutput);
        Ok(match kind {
            IntegerKind::I1 | IntegerKind::I2 => self.builder.ins().ireduce(integer(kind), status),
            IntegerKind::I4 => status,
            IntegerKind::I8 => self.builder.ins().sextend(I64, status),
        })
    }
}
