//! Calls between units, and PRINT.

use super::array_base::Length;
use super::{Emitter, MEMORY};
use crate::error::JitError;
use crate::module::FuncId;
use crate::recursion::RecursionBound;
use crate::runtime::{ArgumentSlot, Context, RuntimeFunction, SiteReason};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, InstBuilder, StackSlotData, StackSlotKind};
use forlane_cfg::{Argument, ArrayLength, Callee, Type, Unit, ValueId, Var, VarId};

/// The frame of one call: the argument slots, then 8 bytes for each scalar that is passed by value.
struct CallFrame {
    slot: ir::StackSlot,
    slots: usize,
}

impl CallFrame {
    fn slot_offset(&self, index: usize) -> i32 {
        index as i32 * ArgumentSlot::SIZE
    }

    fn scalar_offset(&self, index: usize) -> i32 {
        self.slots as i32 * ArgumentSlot::SIZE + index as i32 * 8
    }
}

impl Emitter<'_> {
    pub(super) fn call(
        &mut self,
        callee: &Callee,
        arguments: &[Argument],
        result: Option<VarId>,
        result_value: Option<ValueId>,
    ) -> Result<(), JitError> {
        let known = callee.unit().and_then(|name| self.callees.get(name));
        let &(id, callee_unit) =
            known.ok_or_else(|| self.malformed(format!("{callee:?} is called before it is compiled")))?;
        let count = self.begin_recursion(id, callee_unit)?;
        let slots = callee_unit.dummies.len() + usize::from(callee_unit.result.is_some());
        let size = slots as u32 * (ArgumentSlot::SIZE as u32 + 8);
        let slot = self.builder.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3));
        let frame = CallFrame { slot, slots };
        for (index, (argument, dummy)) in arguments.iter().zip(&callee_unit.dummies).enumerate() {
            let dummy = &callee_unit.vars[*dummy];
            match (argument, dummy.array) {
                (Argument::Array(array), Some(ArrayLength::Dynamic)) => self.pass_descriptor(&frame, index, *array)?,
                _ => self.pass(&frame, index, argument, dummy)?,
            }
        }
        if callee_unit.result.is_some() {
            let address = self.scalar_room(&frame, slots - 1);
            self.pass_slot(&frame, slots - 1, address, Length::Known(1));
        }
        let reference = match self.units.get(&id) {
            Some(reference) => *reference,
            None => {
                let reference = self.module.unit_reference(id, self.builder.func);
                self.units.insert(id, reference);
                reference
            }
        };
        let held = self.hold(callee, arguments)?;
        let address = self.builder.ins().stack_addr(I64, slot, 0);
        let active = self.builder.ins().iconst(I64, 1);
        let call = self.builder.ins().call(reference, &[self.context, address, active]);
        let returned = self.builder.inst_results(call)[0];
        let (next, leave) = (self.builder.create_block(), self.leave_block());
        self.builder.ins().brif(returned, next, &[], leave, &[]);
        self.builder.switch_to_block(next);
        if let Some((address, calls)) = count {
            self.builder.ins().store(MEMORY, calls, address, 0);
        }
        for array in held {
            self.call_runtime(RuntimeFunction::LetGo, &[array])?;
        }
        for (index, argument) in arguments.iter().enumerate() {
            if let Argument::InOut { before, after } = argument {
                self.values[after.index()] = Some(self.frame_scalar(&frame, index, before.ty()));
            }
        }
        if let Some(value) = result_value {
            self.values[value.index()] = Some(self.frame_scalar(&frame, slots - 1, self.unit.values[value].ty));
        }
        if let Some(variable) = result {
            let value = self.frame_scalar(&frame, slots - 1, self.unit.vars[variable].ty);
            self.write_variable(variable, value)?;
        }
        Ok(())
    }

    /// Holds the arrays that the callee uses and may free; their addresses.
    fn hold(&mut self, callee: &Callee, arguments: &[Argument]) -> Result<Vec<ir::Value>, JitError> {
        let mut held = Vec::new();
        for array in self.tables.frees.held(self.unit, callee, arguments) {
            let address = self.base(array)?.address;
            self.call_runtime(RuntimeFunction::Hold, &[address])?;
            held.push(address);
        }
        Ok(held)
    }

    /// Fails the lane where it must not call a recursive unit any more. Of a kernel, the place and the number of the
    /// calls that it is in, which is to be stored there after the call; a lane that fails needs it no more.
    fn begin_recursion(&mut self, id: FuncId, callee: &Unit) -> Result<Option<(ir::Value, ir::Value)>, JitError> {
        if !self.tables.recursion.contains(&callee.name) {
            return Ok(None);
        }
        if self.options.interruptible {
            self.check_interrupt();
        }
        let number = self.module.bound_recursion(id) as i32;
        match self.tables.recursion.bound() {
            RecursionBound::Stack => {
                let limits = self.builder.ins().load(I64, MEMORY, self.context, Context::STACK_LIMITS);
                let limit = self.builder.ins().load(I64, MEMORY, limits, number * size_of::<usize>() as i32);
                let stack = self.builder.ins().get_stack_pointer(I64);
                let good = self.builder.ins().icmp(IntCC::UnsignedGreaterThan, stack, limit);
                self.check(good, SiteReason::RecursionTooDeep);
                Ok(None)
            }
            RecursionBound::Calls(most) => {
                let place = self.tables.layout.call_count(1).ok_or_else(|| self.malformed("calls are not counted"))?;
                let storage = self.builder.ins().load(I64, MEMORY, self.context, Context::STORAGE);
                let address = self.builder.ins().iadd_imm_s(storage, i64::from(place));
                let calls = self.builder.ins().load(I64, MEMORY, address, 0);
                let good = self.builder.ins().icmp_imm_s(IntCC::SignedLessThan, calls, i64::from(most));
                self.check(good, SiteReason::RecursionTooDeep);
                let more = self.builder.ins().iadd_imm_s(calls, 1);
                self.builder.ins().store(MEMORY, more, address, 0);
                Ok(Some((address, calls)))
            }
        }
    }

    fn pass(&mut self, frame: &CallFrame, index: usize, argument: &Argument, dummy: &Var) -> Result<(), JitError> {
        let takes_array = dummy.array.is_some();
        let (given, wanted) = (argument.ty(self.unit).unwrap_or(dummy.ty).size(), dummy.ty.size());
        let (address, length) = match argument {
            Argument::Value(expr) | Argument::InOut { before: expr, .. } => {
                let ty = expr.ty();
                let value = self.expr(expr)?;
                let value = self.in_memory(ty, value);
                let address = self.scalar_room(frame, index);
                self.builder.ins().store(MEMORY, value, address, 0);
                (address, Length::Known(1))
            }
            Argument::Variable(variable) => (self.base(*variable)?.address, Length::Known(1)),
            Argument::Procedure(_) => return Err(self.malformed("a procedure is passed")),
            Argument::Absent => {
                let address = self.scalar_room(frame, index);
                let zero = self.builder.ins().iconst(I64, 0);
                self.builder.ins().store(MEMORY, zero, address, 0);
                (address, Length::Known(u64::from(!takes_array)))
            }
            Argument::Element(array, offset) if takes_array || given < wanted => {
                let (address, length) = self.rest(*array, offset)?;
                (address, Length::Actual(length))
            }
            Argument::Element(array, offset) => (self.element(*array, offset)?, Length::Known(1)),
            Argument::Array(array) => {
                let base = self.base(*array)?;
                (base.address, base.length)
            }
        };
        let length = self.in_elements(length, given, wanted);
        if let (false, Argument::Array(array) | Argument::Element(array, _)) = (takes_array, argument) {
            self.check_not_empty(*array, length);
        }
        self.pass_slot(frame, index, address, length);
        Ok(())
    }

    /// Converts a number of elements of one size to the number of elements of another size in the same bytes.
    fn in_elements(&mut self, length: Length, given: usize, wanted: usize) -> Length {
        match length {
            Length::Known(length) => Length::Known((length * given as u64).checked_div(wanted as u64).unwrap_or(0)),
            Length::Actual(length) if given == wanted => Length::Actual(length),
            Length::Actual(length) => {
                let bytes = self.builder.ins().ishl_imm_u(length, i64::from(given.trailing_zeros()));
                Length::Actual(self.builder.ins().sshr_imm_u(bytes, i64::from(wanted.trailing_zeros())))
            }
        }
    }

    /// An array of dynamic length, which the callee may allocate and free.
    fn pass_descriptor(&mut self, frame: &CallFrame, index: usize, array: VarId) -> Result<(), JitError> {
        if !self.unit.vars[array].is_dynamic() {
            return Err(self.malformed(format!("`{}` has no dynamic length", self.unit.vars[array].name)));
        }
        let descriptor = self.descriptor(array)?;
        self.pass_slot(frame, index, descriptor, Length::Known(1));
        Ok(())
    }

    /// An array that is passed to a scalar dummy argument stands for its first element, which must exist.
    fn check_not_empty(&mut self, array: VarId, length: Length) {
        if !self.options.checks.are_made() {
            return;
        }
        let good = match length {
            Length::Known(1..) => return,
            Length::Known(0) => self.builder.ins().iconst(I64, 0),
            Length::Actual(length) => self.builder.ins().icmp_imm_s(IntCC::SignedGreaterThan, length, 0),
        };
        let array = self.unit.vars[array].name.clone();
        self.check(good, SiteReason::OutOfBounds { array });
    }

    /// The address of the frame's own room for a scalar.
    fn scalar_room(&mut self, frame: &CallFrame, index: usize) -> ir::Value {
        self.builder.ins().stack_addr(I64, frame.slot, frame.scalar_offset(index))
    }

    fn pass_slot(&mut self, frame: &CallFrame, index: usize, address: ir::Value, length: Length) {
        let length = self.length_value(length);
        let slot = self.builder.ins().stack_addr(I64, frame.slot, frame.slot_offset(index));
        self.builder.ins().store(MEMORY, address, slot, ArgumentSlot::BASE);
        self.builder.ins().store(MEMORY, length, slot, ArgumentSlot::LENGTH);
    }

    /// A scalar of the frame after the call.
    fn frame_scalar(&mut self, frame: &CallFrame, index: usize, ty: Type) -> ir::Value {
        let address = self.builder.ins().stack_addr(I64, frame.slot, frame.scalar_offset(index));
        self.load(ty, address, 0)
    }
}
