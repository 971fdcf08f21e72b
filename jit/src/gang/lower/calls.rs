//! Calls of other units: arguments go through memory, with the set of lanes that run the callee.

use super::arguments::{Passed, is_narrow};
use super::locations::Location;
use super::memory::{ElementPlace, memory_element};
use super::recursion::CallCount;
use super::{Lowering, cfg};
use crate::error::JitError;
use crate::gang::ir::{ArgumentLayout, BinaryOp, Callee, Element, GangType, Op, ValueId};
use crate::runtime::ArgumentSlot;
use forlane_cfg::{Argument, Shape, Stage, Type, VarId};
use indexmap::IndexSet;
use std::collections::BTreeSet;

/// A pointer.
const POINTER: GangType = GangType::uniform(Element::I64);

/// What is called and where its argument slots are.
#[derive(Clone, Copy)]
pub(super) struct CallSite {
    callee: u32,
    slots: u32,
}

/// What is done with an argument after the call.
pub(super) enum Afterwards {
    /// A value is defined from memory.
    Define(cfg::ValueId, ValueId, Type),
    /// A variable is assigned from memory.
    Assign(VarId, ValueId, Type),
    /// Elements go back from memory to their places.
    Scatter(VarId, Location, ValueId, ValueId),
    /// Elements of that type go back to these addresses.
    StoreEach(ValueId, Type, ValueId),
    /// As `Define`, of a scalar of which not all bytes are assigned together.
    DefineBytes(cfg::ValueId, ValueId, Type),
    /// A value of that type is defined from a slot, but for its first bytes, which are of another type in memory.
    DefineAround(cfg::ValueId, Type, ValueId, Type, ValueId),
}

impl Afterwards {
    /// The memory that it reads, and what is there.
    pub fn memory(&mut self) -> (&mut ValueId, Element) {
        match self {
            Afterwards::Define(_, address, ty)
            | Afterwards::Assign(_, address, ty)
            | Afterwards::DefineBytes(_, address, ty)
            | Afterwards::StoreEach(_, ty, address)
            | Afterwards::DefineAround(_, _, _, ty, address) => (address, memory_element(*ty)),
            Afterwards::Scatter(_, at, _, address) => (address, at.element),
        }
    }
}

impl Lowering<'_> {
    /// Calls a unit.
    pub(super) fn call(
        &mut self,
        callee: &cfg::Callee,
        arguments: &[Argument],
        result: Option<VarId>,
        result_value: Option<cfg::ValueId>,
    ) -> Result<(), JitError> {
        let held = self.around.frees.held(self.unit, callee, arguments);
        let Some(name) = callee.unit() else { return Err(self.malformed("a dummy procedure is called")) };
        let program = self.around.program;
        let Some(callee) = program.unit(name) else {
            return Err(JitError::MissingCallee {
                callee: name.to_string(),
                caller: self.unit.name.clone(),
                file: self.unit.file_at(self.line).to_string(),
                line: self.line.number,
            });
        };
        if callee.dummies.len() != arguments.len() {
            let problem = format!("it takes {} arguments, {} are given", callee.dummies.len(), arguments.len());
            return Err(self.mismatch(name, &problem));
        }
        let count = self.begin_recursion(callee)?;
        // The scalar dummy arguments that the callee may assign are those that its returns assign.
        let assigned: BTreeSet<VarId> = callee.returns().flatten().map(|(var, _)| *var).collect();
        let is_general = self.has_many_specialisations(callee);
        let mut afterwards = Vec::new();
        let mut passed = Vec::new();
        for (argument, dummy) in arguments.iter().zip(&callee.dummies) {
            let var = &callee.vars[*dummy];
            // A callee that is masked already takes what it was masked for.
            let is_given_by_lane = callee.stage == Stage::Masked && var.shape == Shape::Varying || is_general;
            let is_assigned = assigned.contains(dummy);
            passed.push(match argument {
                Argument::Array(array) if var.is_dynamic() => self.pass_descriptor(*array)?,
                Argument::Value(expr) if is_given_by_lane && expr.ty() == var.ty => self.by_value(expr, true)?,
                _ => {
                    let is_one_piece = is_narrow(var.ty) || self.around.pieces.contains(callee, *dummy);
                    let passed = self.argument(name, argument, var, is_assigned, &mut afterwards)?;
                    if is_one_piece && var.array.is_some() { self.in_pieces(passed, var.ty) } else { passed }
                }
            });
        }
        let given = passed.iter().map(|argument| argument.given).collect();
        if let Some(var) = callee.result {
            let ty = callee.vars[var].ty;
            let base = self.lane_slot(memory_element(ty));
            let length = self.builder.integer(1);
            passed.push(Passed::new(base, length, ArgumentLayout::Interleaved));
            afterwards.extend(result.map(|var| Afterwards::Assign(var, base, ty)));
            afterwards.extend(result_value.map(|value| Afterwards::Define(value, base, ty)));
        }
        let specialised = Callee { unit: name.to_string(), given };
        self.enter_callee(specialised, &passed, (&held, count), afterwards)
    }

    fn enter_callee(
        &mut self,
        callee: Callee,
        passed: &[Passed],
        (held, count): (&IndexSet<VarId>, Option<CallCount>),
        mut afterwards: Vec<Afterwards>,
    ) -> Result<(), JitError> {
        let slots = self.new_slot(passed.len().max(1) as u32 * ArgumentSlot::SIZE as u32);
        let callees = &mut self.builder.code.callees;
        let index = callees.iter().position(|other| *other == callee).unwrap_or_else(|| {
            callees.push(callee);
            callees.len() - 1
        });
        let call = CallSite { callee: index as u32, slots };
        let by_parts = passed.iter().any(|argument| argument.part.is_some());
        let results = if by_parts { self.gathered_results(&mut afterwards) } else { Vec::new() };
        let before = self.active_mask();
        let nonempty = self.state.as_ref().is_some_and(|state| state.nonempty);
        let guard = if nonempty { None } else { self.guard(before) };
        let held = self.hold(held)?;
        self.count_call(count);
        let (after, failed) = if by_parts {
            let after = self.call_by_parts(call, passed, before, &results);
            let failed = self.builder.binary(BinaryOp::AndNot, before, after);
            (after, self.builder.bits(failed))
        } else {
            self.write_slots(call, passed);
            let (sent, returned) = self.invoke(call, before);
            // Sets of lanes are subtracted in one register, masks in one for each group.
            let failed = self.builder.binary(BinaryOp::AndNot, sent, returned);
            (self.builder.push(self.mask, Op::MaskFromBits(returned)), failed)
        };
        self.end_recursion(count);
        self.failures += 1;
        Self::note_failed_set(&mut self.builder, self.failed_slot, failed);
        if let Some(state) = self.state.as_mut() {
            state.active = after;
            state.nonempty = false;
        }
        self.let_go(held);
        if let Some(guard) = guard {
            self.end_guard(guard, before, Vec::new(), Vec::new(), &[]);
        }
        self.after_call(afterwards)
    }

    /// Writes the argument slots.
    pub(super) fn write_slots(&mut self, call: CallSite, passed: &[Passed]) {
        let slots = self.builder.push(POINTER, Op::Slot(call.slots));
        for (index, argument) in passed.iter().enumerate() {
            let start = index as i64 * i64::from(ArgumentSlot::SIZE);
            let stride = argument.stride.map(|stride| (ArgumentSlot::STRIDE, stride));
            let fields = [(ArgumentSlot::BASE, argument.base), (ArgumentSlot::LENGTH, argument.length)];
            for (field, value) in fields.into_iter().chain(stride) {
                let place = self.builder.integer(start + i64::from(field));
                let address = self.builder.push(POINTER, Op::Address { base: slots, index: place, scale: 1 });
                self.builder.effect(Op::Store { address, value, mask: None });
            }
        }
    }

    /// Calls for the lanes of a mask, of which there is one; returns the set of these, and of those among them that
    /// came back.
    pub(super) fn invoke(&mut self, call: CallSite, lanes: ValueId) -> (ValueId, ValueId) {
        let arguments = self.builder.push(POINTER, Op::Slot(call.slots));
        let active = self.builder.bits(lanes);
        let returned = self.builder.push(POINTER, Op::Call { callee: call.callee, arguments, active });
        (active, returned)
    }

    fn after_call(&mut self, afterwards: Vec<Afterwards>) -> Result<(), JitError> {
        for step in afterwards {
            match step {
                Afterwards::Define(value, address, ty) => {
                    let found = self.builder.load(GangType::varying(memory_element(ty)), address, false);
                    self.values[value.index()] = Some(self.as_read(found, ty));
                }
                Afterwards::Assign(var, address, ty) => {
                    let found = self.builder.load(GangType::varying(memory_element(ty)), address, false);
                    let found = self.as_read(found, ty);
                    self.store_scalar(var, found)?;
                }
                Afterwards::Scatter(var, at, index, address) => {
                    let found = self.builder.load(GangType::varying(at.element), address, false);
                    let found = self.as_read(found, self.unit.vars[var].ty);
                    self.store(at, ElementPlace::Each(index), found, var)?;
                }
                Afterwards::StoreEach(to, ty, address) => {
                    let value = self.builder.load(GangType::varying(memory_element(ty)), address, false);
                    self.store_each(to, ty.size() as u32, value);
                }
                Afterwards::DefineBytes(value, address, ty) => {
                    let found = self.bytes_in_slot(address, ty);
                    self.values[value.index()] = Some(self.as_read(found, ty));
                }
                Afterwards::DefineAround(value, ty, whole, part_type, part) => {
                    let found = self.around_part(whole, ty, part, part_type);
                    self.values[value.index()] = Some(self.as_read(found, ty));
                }
            }
        }
        Ok(())
    }

    pub(super) fn mismatch(&self, callee: &str, problem: &str) -> JitError {
        JitError::CallMismatch {
            callee: callee.to_string(),
            caller: self.unit.name.clone(),
            file: self.unit.file_at(self.line).to_string(),
            line: self.line.number,
            problem: problem.to_string(),
        }
    }
}
